/// Finds the words that sound like a time or its zone and were not understood.
struct PhraseLeftovers {
    /// What was understood beside them, without which some words mean nothing of the kind.
    struct Understood {
        let day: Bool
        let time: Bool
        let repetition: Bool
        /// The parts of the day without a time of the clock, which a number beside them may have been.
        let dayParts: [(part: DayPart, words: Range<Int>)]
    }

    private let phrase: PhraseWords
    private let words: [PhraseWords.Word]
    private let taken: Set<Int>
    private let unread: [Range<Int>]
    private let says: Understood

    /// - Parameters:
    ///   - ranges: the words that were understood.
    ///   - unread: words that say a time, but not when something is due.
    init(_ phrase: PhraseWords, without ranges: [Range<Int>], unread: [Range<Int>], says: Understood) {
        self.phrase = phrase
        words = phrase.words
        taken = Set(ranges.joined())
        self.unread = unread
        self.says = says
    }

    /// The spellings of such words, with those that they go with.
    func texts() -> [String] {
        let rules = [
            vague, figures, name, multiple, exception, ordinal, span, zone, led, counted, besideDay,
        ]
        var ranges = unread
        for index in words.indices where isFree(index) {
            ranges += rules.compactMap { $0(index) }.map { index - $0.before..<index + $0.after }
        }
        var found: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = found.last, last.upperBound > range.lowerBound {
                found[found.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                found.append(range)
            }
        }
        return found.map { phrase.text(of: $0) }
    }

    /// How many words before a place, and from it on, go together.
    private typealias Extent = (before: Int, after: Int)

    private func isFree(_ index: Int) -> Bool {
        words.indices.contains(index) && !taken.contains(index) && !words[index].isQuoted
    }

    /// A word that was not understood.
    private func text(_ index: Int) -> String? { isFree(index) ? words[index].text : nil }

    private func isNumber(_ index: Int) -> Bool { text(index).flatMap(PhraseLexicon.number) != nil }

    private func isFigure(_ index: Int) -> Bool { text(index).flatMap(PhraseLexicon.digits) != nil }

    // MARK: - Words

    private static let vagueWords: Set<String> = [
        "soon", "later", "sometime", "someday", "eventually", "asap", "shortly", "occasionally", "regularly",
        "often", "hourly", "nightly", "bimonthly", "half-yearly", "semiannually", "mornings", "afternoons",
        "evenings", "nights", "annual", "bi-monthly", "christmas", "easter", "midsummer", "thanksgiving",
        "halloween", "noon", "midday", "midnight", "weekdays", "workdays", "weekends",
    ]

    /// `soon`, `mornings`, `Christmas`, `midnight`, and `weekly` where it says which one something is.
    private func vague(_ index: Int) -> Extent? {
        let word = words[index].text
        return Self.vagueWords.contains(word) || PhraseUnit(adverb: word) != nil ? (0, 1) : nil
    }

    /// The name of a weekday or of a month; those that mean something else too, with a capital within the text.
    private func name(_ index: Int) -> Extent? {
        let word = words[index].text
        let isName =
            PhraseLexicon.fullWeekday(word) != nil || PhraseLexicon.pluralWeekday(word) != nil
            || PhraseLexicon.weekday(word) != nil || PhraseLexicon.month(word) != nil
            || word.split { "-–/".contains($0) }.map(String.init).compactMap(PhraseLexicon.weekday).count == 2
        guard isName else { return nil }
        let isWord = ["may", "march", "mar", "jan", "sun", "sat", "wed"].contains(word)
        return !isWord || (index > 0 && words[index].spelling.first?.isUppercase == true) ? (0, 1) : nil
    }

    private static let leads: Set<String> = [
        "every", "each", "until", "till", "til", "before", "next", "last", "starting", "within", "except",
    ]
    private static let clockLeads: Set<String> = ["at", "@", "by", "around"]

    /// `next chapter`, `until Friday`, `at 6`, `half nine`, `in 2027`, `this week`.
    private func led(_ index: Int) -> Extent? {
        let word = words[index].text
        if Self.leads.contains(word) { return (0, isFree(index + 1) ? 2 : 1) }
        let isBeforeTime =
            (Self.clockLeads.contains(word) && isFigure(index + 1))
            || (word == "half" && isNumber(index + 1) && !["a", "an"].contains(text(index + 1)))
            || (word == "in" && text(index + 1).flatMap(PhraseLexicon.year) != nil)
            || (word == "this" && text(index + 1).flatMap(PhraseUnit.init(word:)) != nil)
        return isBeforeTime ? (0, 2) : nil
    }

    /// Exceptions to a repetition in other words than `except`.
    private func exception(_ index: Int) -> Extent? {
        let word = words[index].text
        guard says.repetition else { return nil }
        // "never forget to call" leaves nothing out.
        let isOfTime = text(index + 1).map { ["on", "in", "at", "during"].contains($0) } ?? false
        guard
            ["but", "excluding", "unless"].contains(word)
                || (["not", "never", "without"].contains(word) && isOfTime)
        else { return nil }
        return (0, isFree(index + 1) ? 2 : 1)
    }

    /// `twice`, `3 times` of what repeats, or within a unit.
    private func multiple(_ index: Int) -> Extent? {
        let isTimes = ["times", "time"].contains(words[index].text) && isNumber(index - 1)
        guard ["once", "twice", "thrice"].contains(words[index].text) || isTimes else { return nil }
        let isPerUnit =
            ["a", "per"].contains(text(index + 1)) && text(index + 2).flatMap(PhraseUnit.init(word:)) != nil
        guard says.repetition || isPerUnit else { return nil }
        return (isTimes ? 1 : 0, isPerUnit ? 3 : 1)
    }

    // MARK: - Figures

    /// A word of the form of a time or a date.
    private func figures(_ index: Int) -> Extent? {
        let word = words[index].text
        let time = /@?\d{1,2}([:.]\d{2})?(am|pm)|@?\d{1,2}:\d{2}(:\d{2})?(z|[+\-][\d:]+)?|@\d{1,2}/
        let span = /\d{1,2}([:.]\d{2})?(am|pm)?[\-–]\d{1,2}([:.]\d{2})?(am|pm)?/
        if word.wholeMatch(of: time) != nil { return (0, 1) }
        if let match = word.wholeMatch(of: span), match.1 ?? match.2 ?? match.3 ?? match.4 != nil {
            return (0, 1)
        }
        if isPointed(index) || isStamp(word) || isBehindDay(index) || isBesideDayPart(index) { return (0, 1) }
        // "5 and 6 June", "at 8 and 20": a half of what was said.
        let isJoint = { (index: Int) in ["and", "or", "&", "+"].contains(text(index)) }
        guard isFigure(index) || text(index).flatMap(PhraseLexicon.numericOrdinal) != nil else { return nil }
        if isJoint(index - 1), taken.contains(index - 2) { return (1, 1) }
        return isJoint(index + 1) && taken.contains(index + 2) ? (0, 2) : nil
    }

    /// `13.12`, `11.30`: a day and a month, or an hour and minutes, unless a measure follows.
    private func isPointed(_ index: Int) -> Bool {
        guard let match = words[index].text.wholeMatch(of: /(\d{1,2})\.(\d{1,2})/), let first = Int(match.1),
            let second = Int(match.2), text(index + 1).map(PhraseLexicon.isMeasure) != true
        else { return false }
        return ((1...31).contains(first) && (1...12).contains(second))
            || (first < 24 && second < 60 && match.2.utf8.count == 2)
    }

    /// `20261130`, `2026-11`, `2026-11-30T10:15:20`.
    private func isStamp(_ word: String) -> Bool {
        word.wholeMatch(
            of: /(19|20)\d{2}-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])(t[\d:.]+.*)?|20\d{2}-(0[1-9]|1[0-2])/)
            != nil
    }

    /// Behind a day, four figures that are a time, or two hours: `tomorrow 1830`, `tomorrow 17-19`; behind a weekday a number
    /// that may be its day, or a week.
    private func isBehindDay(_ index: Int) -> Bool {
        guard index > 0, taken.contains(index - 1), !words[index - 1].endsClause else { return false }
        if ["am", "pm"].contains(words[index].text) { return true }
        if words[index].text == "week" {
            let isNamed = ["today", "tomorrow"].contains(words[index - 1].text) && !isFigure(index + 1)
            return isNamed || PhraseLexicon.weekday(words[index - 1].text) != nil
        }
        if PhraseLexicon.weekday(words[index - 1].text) != nil, words[index].text.utf8.count <= 2,
            isFigure(index)
        {
            return PhraseTimes.mayFollowTime(PhraseCursor(words, at: index + 1))
        }
        return !says.time
            && words[index].text.wholeMatch(of: /([01]\d|2[0-3])[0-5]\d|[012]?\d[\-–][012]?\d/) != nil
    }

    /// An hour that may be of a part of the day beside it: `call Ann 8 in the evening`, `8 Tuesday evening`.
    private func isBesideDayPart(_ index: Int) -> Bool {
        let word = words[index].text
        guard word != "a", word != "an", let hour = PhraseLexicon.number(word),
            let time = ClockTime(hour: hour)
        else { return false }
        return says.dayParts.contains { part, range in
            guard part.placing(time, isOfEitherHalf: true) != nil else { return false }
            if index < range.lowerBound { return (index + 1..<range.lowerBound).allSatisfy(taken.contains) }
            return (range.upperBound..<index).allSatisfy(taken.contains)
                && PhraseTimes.mayFollowTime(PhraseCursor(words, at: index + 1))
        }
    }

    /// What may say more of a day beside it: `late next week`, `this time tomorrow`, `next month, 5th`, `5 next month`.
    private func besideDay(_ index: Int) -> Extent? {
        let word = words[index].text
        guard says.day else { return nil }
        if word == "this", text(index + 1) == "time" { return (0, 2) }
        let isBefore = taken.contains(index + 1)
        if ["late", "early"].contains(word) { return isBefore ? (0, 1) : nil }
        let day = PhraseLexicon.numericOrdinal(word)
        if isFigure(index), word.utf8.count <= 2 {
            if isBefore, words[index + 1].text == "next" { return (0, 1) }
            if text(index + 1) == "of", taken.contains(index + 2) { return (0, 1) }
            return text(index - 1) == "on" && taken.contains(index - 2) ? (1, 1) : nil
        }
        let isBehind =
            taken.contains(index - 1) && PhraseTimes.mayFollowTime(PhraseCursor(words, at: index + 1))
        return day.map((1...31).contains) == true && (isBefore || isBehind) ? (0, 1) : nil
    }

    /// `the 30th` where no day was understood, `first weekday`; beside a repetition, and behind `on`, `the first`.
    private func ordinal(_ index: Int) -> Extent? {
        let word = words[index].text
        let before = text(index - 1) == "the" ? 1 : 0
        if PhraseLexicon.ordinal(word) != nil || PhraseLexicon.dayOrdinal(word) != nil {
            if ["weekday", "workday", "working", "business", "day"].contains(text(index + 1))
                || (says.day && text(index + 1) == "week")
            {
                return (before, 2)
            }
            let isNamed = !says.day && ["on", "by"].contains(text(index - 2))
            if says.repetition || isNamed, before > 0 { return (before, text(index + 1) == "of" ? 2 : 1) }
        }
        guard !says.day, let day = PhraseLexicon.numericOrdinal(word), (1...31).contains(day) else {
            return nil
        }
        return (before, 1)
    }

    private static let units: Set<String> = [
        "minute", "minutes", "hour", "hours", "day", "days", "week", "weeks", "month", "months", "year",
        "years", "am", "pm", "o'clock", "ago",
    ]
    private static let amounts: Set<String> = ["few", "several", "some", "many"]

    /// `3 days`, `few days`, `long ago`.
    private func counted(_ index: Int) -> Extent? {
        let word = words[index].text
        guard Self.units.contains(word), let amount = text(index - 1) else { return nil }
        if ["working", "business"].contains(amount), isNumber(index - 2) { return (2, 1) }
        return isNumber(index - 1) || Self.amounts.contains(amount) || word == "ago" ? (1, 1) : nil
    }

    /// `from 10 to 11`, `between noon and midnight`.
    private func span(_ index: Int) -> Extent? {
        let pairs = ["from": ["to", "till", "until"], "between": ["and"]]
        guard let joint = text(index + 2), pairs[words[index].text]?.contains(joint) == true,
            [index + 1, index + 3].allSatisfy({
                isNumber($0) || text($0).map(PhraseTimes.isNamedHour) == true
            })
        else { return nil }
        return (0, 4)
    }

    // MARK: - Zones

    /// Beside a time: `EST`, `New York time`.
    private func zone(_ index: Int) -> Extent? {
        guard says.time else { return nil }
        if PhraseZones.isZone(words[index].spelling) { return (0, 1) }
        guard words[index].text == "time" else { return nil }
        var start = index
        while index - start < 3, isFree(start - 1), words[start - 1].spelling.first?.isUppercase == true {
            start -= 1
        }
        return start < index ? (index - start, 1) : nil
    }
}
