/// Finds the words that sound like a time and were not understood.
enum PhraseLeftovers {
    private static let alone: Set<String> = [
        "soon", "later", "sometime", "someday", "eventually", "asap", "shortly", "occasionally", "regularly",
        "often", "hourly", "nightly", "bimonthly",
    ]
    private static let withNext: Set<String> = [
        "every", "each", "until", "till", "before", "next", "last", "starting", "within",
    ]
    private static let units: Set<String> = [
        "minute", "minutes", "hour", "hours", "day", "days", "week", "weeks", "month", "months", "year",
        "years",
        "am", "pm", "o'clock", "ago",
    ]

    /// The spellings of such words, with the one that they go with.
    static func find(in words: PhraseWords, without taken: [Range<Int>]) -> [String] {
        let taken = Set(taken.joined())
        let isFree = { (index: Int) in
            words.words.indices.contains(index) && !taken.contains(index) && !words.words[index].isQuoted
        }
        var found: [Range<Int>] = []
        for index in words.words.indices where isFree(index) {
            let word = words.words[index].text
            let range: Range<Int>? =
                if alone.contains(word) || isTime(word) {
                    index..<index + 1
                } else if withNext.contains(word) {
                    index..<(isFree(index + 1) ? index + 2 : index + 1)
                } else if units.contains(word), isFree(index - 1),
                    PhraseLexicon.number(words.words[index - 1].text) != nil || word == "ago"
                {
                    index - 1..<index + 1
                } else {
                    nil
                }
            guard let range else { continue }
            if let last = found.last, last.upperBound > range.lowerBound {
                found[found.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                found.append(range)
            }
        }
        return found.map { words.text(of: $0) }
    }

    private static func isTime(_ word: String) -> Bool {
        PhraseLexicon.fullWeekday(word) != nil || PhraseLexicon.pluralWeekday(word) != nil
            || word.wholeMatch(of: /\d{1,2}([:.]\d{2})?(am|pm)|\d{1,2}:\d{2}/) != nil
    }
}
