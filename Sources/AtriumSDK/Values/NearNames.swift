/// Suggestions for a mistyped word.
///
/// ```swift
/// NearNames.near("gardn", in: ["garden", "thesis"])  // ["garden"]
/// ```
public enum NearNames {
    /// Returns at most three candidates that resemble a word, sorted from the most similar candidate.
    ///
    /// A candidate resembles the word if the candidate begins with the word, or if the candidate differs in
    /// at most half the word's letters and at most three letters.
    public static func near(_ word: String, in candidates: [String]) -> [String] {
        let limit = max(1, min(3, word.count / 2))
        return candidates.map { ($0, distance(word, $0)) }
            .filter { name, distance in
                distance <= limit || (word.count >= 3 && name.hasPrefix(word))
            }
            .sorted { $0.1 < $1.1 }
            .prefix(3).map(\.0)
    }

    /// Returns the number of letters to insert, remove, replace or swap with a neighbor in order to convert
    /// one word to the other word.
    package static func distance(_ first: String, _ second: String) -> Int {
        let left = Array(first.prefix(64)), right = Array(second.prefix(64))
        var older: [Int] = []
        var previous = Array(0...right.count)
        for (row, letter) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var best = min(
                    previous[column] + (letter == other ? 0 : 1), previous[column + 1] + 1,
                    current[column] + 1)
                if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                    best = min(best, older[column - 1] + 1)
                }
                current.append(best)
            }
            (older, previous) = (previous, current)
        }
        return previous.last ?? 0
    }

    /// Returns a remedy that suggests similar names, or another remedy if no name is similar.
    package static func remedy(for word: String, in candidates: [String], otherwise: Guidance) -> Guidance {
        let names = near(word, in: candidates).map { "“\($0)”" }
        return names.isEmpty ? otherwise : "did you mean \(names.joined(separator: " or "))?"
    }
}
