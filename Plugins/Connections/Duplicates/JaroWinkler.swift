/// The Jaro-Winkler similarity of two words (Jaro 1989, Winkler 1990), the usual measure for names.
///
/// 1 for equal words, 0 for words without a letter in common. Letters match where they stand less than half the longer
/// word apart; words that begin alike are nearer. `dwayne` and `duane` give 0.84, `martha` and `marhta` 0.96.
enum JaroWinkler {
    /// What a letter of the common beginning is worth: Winkler's own scale.
    private static let prefixScale = 0.1
    /// How many letters of the common beginning count.
    private static let longestPrefix = 4
    /// Of longer words only so many letters are compared: one bit for each, and a bound for the cost.
    private static let longestWord = 64

    /// The similarity of two words as letters, from 0 to 1.
    static func similarity(_ left: Span<UInt32>, _ right: Span<UInt32>) -> Double {
        let (leftCount, rightCount) = (min(left.count, longestWord), min(right.count, longestWord))
        if leftCount == 0 || rightCount == 0 { return leftCount == rightCount ? 1 : 0 }
        let window = max(max(leftCount, rightCount) / 2 - 1, 0)
        var (leftMatched, rightMatched): (UInt64, UInt64) = (0, 0)
        var matches = 0
        for place in 0..<leftCount {
            var other = max(place - window, 0)
            let end = min(place + window + 1, rightCount)
            while other < end {
                if rightMatched & 1 << UInt64(other) == 0, left[place] == right[other] {
                    leftMatched |= 1 << UInt64(place)
                    rightMatched |= 1 << UInt64(other)
                    matches += 1
                    break
                }
                other += 1
            }
        }
        guard matches > 0 else { return 0 }
        var transposed = 0
        var other = 0
        for place in 0..<leftCount where leftMatched & 1 << UInt64(place) != 0 {
            while rightMatched & 1 << UInt64(other) == 0 { other += 1 }
            if left[place] != right[other] { transposed += 1 }
            other += 1
        }
        let matched = Double(matches)
        let jaro =
            (matched / Double(leftCount) + matched / Double(rightCount)
                + (matched - Double(transposed) / 2) / matched) / 3
        var prefix = 0
        while prefix < min(longestPrefix, leftCount, rightCount), left[prefix] == right[prefix] {
            prefix += 1
        }
        return jaro + Double(prefix) * prefixScale * (1 - jaro)
    }

    /// The similarity of two words as they are written.
    static func similarity(_ left: String, _ right: String) -> Double {
        let (left, right) = (left.unicodeScalars.map(\.value), right.unicodeScalars.map(\.value))
        return similarity(left.span, right.span)
    }
}
