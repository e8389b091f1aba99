/// The words of a phrase, each with its place in it, so that what was understood can be shown and taken out.
///
/// Modules look for other things in them than times, such as names of people.
public struct PhraseWords: Sendable {
    /// One word without the punctuation around it.
    public struct Word: Sendable, Hashable {
        /// The word in lower case: `sunday` for `Sunday,`.
        public let text: String
        /// The word as it was written, without punctuation around it.
        public let spelling: String
        /// Where it stands in the phrase, with the punctuation that touches it.
        let range: Range<String.Index>
        /// Whether a comma, a full stop or the like follows, so that what comes next is another thing.
        public let endsClause: Bool
        /// Whether a full stop follows, as behind the ordinals of `24.12.`.
        let endsWithPoint: Bool
        /// Whether a comma or a semicolon follows.
        let endsWithComma: Bool
        /// Whether it stands between quotation marks, which means: as it is.
        public let isQuoted: Bool

        /// The same word between quotation marks.
        fileprivate var quoted: Word {
            Word(
                text: text, spelling: spelling, range: range, endsClause: endsClause,
                endsWithPoint: endsWithPoint, endsWithComma: endsWithComma, isQuoted: true)
        }
    }

    /// The phrase.
    let phrase: String
    /// Its words in order.
    public let words: [Word]

    private static let openers: Set<Character> = ["(", "[", "\"", "“", "„", "«", "'", "‘"]
    private static let closers: Set<Character> = [
        ",", ";", ".", ":", "!", "?", ")", "]", "\"", "”", "“", "»", "'", "’",
    ]
    private static let quotationMarks: Set<Character> = ["\"", "“", "”", "„", "«", "»"]

    /// Splits a phrase at its blanks.
    public init(_ phrase: String) {
        self.phrase = phrase
        var words: [Word] = []
        var isInQuotes = false
        let pieces = phrase.split(whereSeparator: \.isWhitespace)
        let inSingleQuotes = Self.betweenSingleQuotes(pieces)
        for (index, piece) in pieces.enumerated() {
            var core = piece
            var marks = 0
            while let first = core.first, Self.openers.contains(first), !Self.isShortYear(core) {
                marks += Self.quotationMarks.contains(first) ? 1 : 0
                core.removeFirst()
            }
            let begins = marks > 0
            var closing = 0
            // A word of exclamation marks alone is a priority, and one of other marks alone is no word.
            while core.contains(where: { $0 != "!" }), let last = core.last, Self.closers.contains(last) {
                closing += Self.quotationMarks.contains(last) ? 1 : 0
                core.removeLast()
            }
            let isQuoted = isInQuotes || begins || inSingleQuotes.contains(index)
            if begins { isInQuotes = true }
            if closing > 0 { isInQuotes = false }
            words.append(
                Word(
                    text: core.lowercased().replacing("’", with: "'"), spelling: String(core),
                    range: piece.startIndex..<piece.endIndex,
                    endsClause: core.endIndex != piece.endIndex,
                    endsWithPoint: piece[core.endIndex...].first == ".",
                    endsWithComma: piece[core.endIndex...].contains { $0 == "," || $0 == ";" },
                    isQuoted: isQuoted))
        }
        self.words = words
    }

    private init(_ phrase: String, words: [Word]) {
        self.phrase = phrase
        self.words = words
    }

    /// The same words, some of which are left alone as those between quotation marks are.
    func hiding(_ ranges: [Range<Int>]) -> PhraseWords {
        let hidden = Set(ranges.joined())
        return PhraseWords(
            phrase,
            words: words.enumerated().map { index, word in
                hidden.contains(index) ? word.quoted : word
            })
    }

    /// Words that begin with an apostrophe, which opens no quotation.
    private static let elisions: Set<Substring> = [
        "til", "till", "cause", "em", "bout", "round", "tis", "twas",
    ]

    /// The places of the words between single quotation marks that stand around words, and not within one.
    private static func betweenSingleQuotes(_ pieces: [Substring]) -> Set<Int> {
        var found: Set<Int> = []
        for (start, piece) in pieces.enumerated() where !found.contains(start) {
            guard let mark = piece.first, mark == "'" || mark == "‘", piece.count > 1, !isShortYear(piece),
                !elisions.contains(piece.dropFirst())
            else { continue }
            let end = pieces[start...].firstIndex { piece in
                let last = piece.last { !closers.contains($0) || $0 == "'" || $0 == "’" }
                return last == "'" || last == "’"
            }
            if let end { found.formUnion(start...end) }
        }
        return found
    }

    /// Whether an apostrophe stands for the century: `'27`.
    private static func isShortYear(_ piece: Substring) -> Bool {
        piece.wholeMatch(of: /['’]\d{2}\W*/) != nil
    }

    /// The phrase's text over some of its words.
    func text(of range: Range<Int>) -> String {
        guard let first = words[range].first, let last = words[range].last else { return "" }
        let text = String(phrase[first.range.lowerBound..<last.range.upperBound])
        let trimmed = text.trimmed {
            Self.closers.contains($0) || Self.openers.contains($0) || $0.isWhitespace
        }
        // Exclamation marks alone are a priority.
        return trimmed.isEmpty ? text : trimmed
    }

    /// The phrase without some of its words, without the blanks and the marks that only parted them.
    func text(without ranges: [Range<Int>]) -> String {
        let taken = Set(ranges.joined())
        var result = ""
        for (index, word) in words.enumerated() where !taken.contains(index) {
            if !result.isEmpty { result += " " }
            result += phrase[word.range]
        }
        // Marks at an end at which nothing was taken out belong to the words: “-5 degrees”.
        func isMark(_ character: Character) -> Bool {
            character.isWhitespace || ",;-–".contains(character)
        }
        var rest = result[...].drop { taken.contains(0) ? isMark($0) : $0.isWhitespace }
        while let last = rest.last, taken.contains(words.count - 1) ? isMark(last) : last.isWhitespace {
            rest.removeLast()
        }
        return String(rest)
    }
}

extension String {
    /// The text without the characters at its ends that fit.
    func trimmed(of isUnwanted: (Character) -> Bool) -> String {
        var rest = Substring(self)
        while let first = rest.first, isUnwanted(first) { rest.removeFirst() }
        while let last = rest.last, isUnwanted(last) { rest.removeLast() }
        return String(rest)
    }
}
