/// The sentences of a text.
enum Sentences {
    /// Cuts a text into sentences, each in one line without blanks around it; empty ones are left out.
    ///
    /// A sentence ends with `.`, `!`, `?` or `…`, closing quotes and brackets behind it, where a blank follows; not after a
    /// single letter or one of ``abbreviations``, and not before a small letter. A blank line and a line that begins as an
    /// item of a list end it too.
    static func split(_ text: String) -> [String] {
        var sentences: [String] = []
        var words: [Substring] = []
        func end() {
            if !words.isEmpty { sentences.append(words.joined(separator: " ")) }
            words = []
        }
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let inLine = line.split(whereSeparator: \.isWhitespace)
            guard let first = inLine.first else {
                end()
                continue
            }
            if isMarker(first) { end() }
            for (index, word) in inLine.enumerated() {
                words.append(word)
                let next = index + 1 < inLine.count ? inLine[index + 1] : nil
                if !(index == 0 && isMarker(word)), ends(word, before: next) { end() }
            }
        }
        end()
        return sentences
    }

    /// Words that end with a point and no sentence.
    private static let abbreviations: Set<String> = [
        "e.g", "i.e", "etc", "cf", "vs", "approx", "mr", "mrs", "ms", "dr", "prof", "st", "inc", "ltd", "jr",
        "sr",
    ]

    private static func isMarker(_ word: Substring) -> Bool {
        word == "-" || word == "*" || word == "•"
            || word.first?.isNumber == true && (word.last == ")" || word.last == ".")
    }

    private static let closers: Set<Character> = ["\"", "'", "”", "’", "»", ")", "]"]

    private static func ends(_ word: Substring, before next: Substring?) -> Bool {
        var core = word
        while let last = core.last, closers.contains(last) { core.removeLast() }
        guard let mark = core.last, ".!?…".contains(mark) else { return false }
        if let first = next?.first, first.isLowercase { return false }
        guard mark == "." else { return true }
        let stem = core.dropLast().lowercased()
        return !(stem.count == 1 && stem.first?.isLetter == true) && !abbreviations.contains(stem)
    }
}
