/// The sentences of a text.
enum Sentences {
    /// Cuts a text into sentences, each in one line without blanks around it; empty ones are left out.
    ///
    /// A sentence ends with `.`, `!`, `?` or `…`, closing quotes and brackets behind it, where a blank follows; not after a
    /// single letter or one of ``abbreviations``, and not before a small letter. A blank line and a line that begins as an
    /// item of a list end it too, and so does a blank where it gets longer than ``AnalysisWeights/longestSentence``: a transcript may have no points.
    static func split(_ text: String) -> [String] {
        var sentences: [String] = []
        var (words, length): ([Substring], Int) = ([], 0)
        func end() {
            if !words.isEmpty { sentences.append(words.joined(separator: " ")) }
            (words, length) = ([], 0)
        }
        func append(_ word: Substring) {
            if length + word.utf8.count > AnalysisWeights.longestSentence { end() }
            words.append(word)
            length += word.utf8.count + 1
        }
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let inLine = line.split(whereSeparator: \.isWhitespace)
            guard let first = inLine.first else {
                end()
                continue
            }
            if isMarker(first) { end() }
            for (index, word) in inLine.enumerated() {
                for part in parts(of: word) { append(part) }
                let next = index + 1 < inLine.count ? inLine[index + 1] : nil
                if !(index == 0 && isMarker(word)), ends(word, before: next) { end() }
            }
        }
        end()
        return sentences
    }

    /// A word, or the parts of one that is longer than a sentence.
    private static func parts(of word: Substring) -> [Substring] {
        guard word.utf8.count > AnalysisWeights.longestSentence else { return [word] }
        var (parts, rest): ([Substring], Substring) = ([], word)
        while !rest.isEmpty {
            var (end, length) = (rest.startIndex, 0)
            repeat {
                length += rest[end].utf8.count
                end = rest.index(after: end)
            } while end < rest.endIndex && length + rest[end].utf8.count <= AnalysisWeights.longestSentence
            parts.append(rest[..<end])
            rest = rest[end...]
        }
        return parts
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
