/// Finds the words that sound like a time or its zone and were not understood.
enum PhraseLeftovers {
    private static let alone: Set<String> = [
        "soon", "later", "sometime", "someday", "eventually", "asap", "shortly", "occasionally", "regularly",
        "often", "hourly", "nightly", "bimonthly",
    ]
    private static let withNext: Set<String> = [
        "every", "each", "until", "till", "before", "next", "last", "starting", "within", "except",
    ]
    private static let units: Set<String> = [
        "minute", "minutes", "hour", "hours", "day", "days", "week", "weeks", "month", "months", "year",
        "years",
        "am", "pm", "o'clock", "ago",
    ]

    /// The spellings of such words, with the one that they go with.
    ///
    /// - Parameter hasTime: whether a time was understood, which a zone may be of.
    static func find(in words: PhraseWords, without taken: [Range<Int>], hasTime: Bool) -> [String] {
        let taken = Set(taken.joined())
        let isFree = { (index: Int) in
            words.words.indices.contains(index) && !taken.contains(index) && !words.words[index].isQuoted
        }
        var found: [Range<Int>] = []
        for index in words.words.indices where isFree(index) {
            let word = words.words[index].text
            let range: Range<Int>? =
                if alone.contains(word) || isTime(word)
                    || (hasTime && PhraseZones.isZone(words.words[index].spelling))
                {
                    index..<index + 1
                } else if let span = span(from: index, in: words.words, where: isFree) {
                    span
                } else if hasTime, word == "time",
                    let start = placeName(before: index, in: words.words, where: isFree)
                {
                    start..<index + 1
                } else if word == "at", isFree(index + 1),
                    PhraseLexicon.digits(words.words[index + 1].text) != nil
                {
                    index..<index + 2
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

    /// `from 10 to 11`, `between 10 and 11`.
    private static func span(
        from index: Int, in words: [PhraseWords.Word], where isFree: (Int) -> Bool
    ) -> Range<Int>? {
        guard (1...3).allSatisfy({ isFree(index + $0) }) else { return nil }
        let pairs = ["from": ["to", "till", "until"], "between": ["and"]]
        guard pairs[words[index].text]?.contains(words[index + 2].text) == true,
            PhraseLexicon.number(words[index + 1].text) != nil,
            PhraseLexicon.number(words[index + 3].text) != nil
        else { return nil }
        return index..<index + 4
    }

    /// Where the name begins in `New York time`.
    private static func placeName(
        before index: Int, in words: [PhraseWords.Word], where isFree: (Int) -> Bool
    ) -> Int? {
        var start = index
        while index - start < 3, isFree(start - 1), words[start - 1].spelling.first?.isUppercase == true {
            start -= 1
        }
        return start < index ? start : nil
    }

    private static func isTime(_ word: String) -> Bool {
        PhraseLexicon.fullWeekday(word) != nil || PhraseLexicon.pluralWeekday(word) != nil
            || word.wholeMatch(of: /\d{1,2}([:.]\d{2})?(am|pm)|\d{1,2}:\d{2}/) != nil
    }
}
