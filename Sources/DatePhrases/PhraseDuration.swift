import AtriumSDK

/// What phrases say of how long something lasts: `2h`, `45 min`, `1h30`, `for 2 hours`.
struct PhraseDuration: Sendable, Hashable {
    /// The length in minutes.
    let minutes: Int
    /// The words that say it, with `for`.
    let words: Range<Int>

    /// What some words that begin at a place are.
    enum Reading: Sendable, Hashable {
        /// A length of time.
        case length(PhraseDuration)
        /// Words such as `2h` that say something else, as in "2h of maths", and are no time of the clock either.
        case other(Range<Int>)
        /// A length of time that is not how long something takes: "in 2 hours", "every 2 hours".
        case text
    }

    /// All lengths of time in a phrase, and the words that only look like one.
    static func all(in words: PhraseWords) -> [Reading] {
        var found: [Reading] = []
        var cursor = PhraseCursor(words.words, at: 0)
        while cursor.index < words.words.count {
            guard let reading = cursor.attempt({ read(&$0, words) }) else {
                cursor.skip()
                continue
            }
            if reading != .text { found.append(reading) }
        }
        return found
    }

    /// Takes a length of time as a person writes it, with all that belongs to it; nil if the words say none.
    ///
    /// - Parameter isNamed: whether it is sure that a length is meant, so that `an hour` and `30m` are one.
    static func take(_ cursor: inout PhraseCursor, isNamed: Bool) -> Int? {
        let first = cursor.next ?? ""
        let isCounted = PhraseLexicon.number(first) != nil && first != "a" && first != "an"
        let hasUnit = first.contains("h") || first.hasSuffix("min") || first.hasSuffix("mins")
        guard
            isNamed || isCounted || first == "half" || (first.first?.isNumber == true && hasUnit)
                || isBroken(first)
        else { return nil }
        if let minutes = cursor.take(brokenHours) { return minutes }
        return PhraseTimes.duration(&cursor)
    }

    /// `1.5h`, `2hrs`, `2,25hr`.
    private static func brokenHours(_ word: String) -> Int? {
        guard let match = word.wholeMatch(of: /(\d{1,3})(?:[.,](\d{1,2}))?(h|hr|hrs)/),
            match.2 != nil || match.3 != "h", let hours = Int(match.1)
        else { return nil }
        let part = match.2.map { ($0.utf8.count == 1 ? 10 : 1) * (Int($0) ?? 0) } ?? 0
        return hours * 60 + part * 60 / 100
    }

    /// `1.5`, before `hours`.
    private static func isBroken(_ word: String) -> Bool { word.wholeMatch(of: /\d{1,3}[.,]\d/) != nil }

    // MARK: - In a text

    private static func read(_ cursor: inout PhraseCursor, _ words: PhraseWords) -> Reading? {
        let start = cursor
        let hasFor = cursor.take("for")
        if hasFor { _ = cursor.take("about", "around") }
        let first = cursor
        guard let word = cursor.next, let minutes = take(&cursor, isNamed: hasFor) else { return nil }
        let range = start.index..<cursor.index
        // "in 2h" and "at 18h" are times.
        let isClock = word.wholeMatch(of: /\d{1,2}h(\d{2})?/) != nil && cursor.index == first.index + 1
        let isFromNow =
            first.isAfter("in", "within") || (cursor.next == "from" && cursor.word(ahead: 1) == "now")
        if !hasFor, isFromNow || (isClock && isClockTime(first, word)) { return .text }
        if isLength(first, cursor, words, minutes: minutes, hasFor: hasFor) {
            return .length(PhraseDuration(minutes: minutes, words: range))
        }
        return isClock ? .other(first.index..<cursor.index) : .text
    }

    /// Whether `18h` is a time of the clock: behind `at` and the like, and from `13h` on behind a day.
    private static func isClockTime(_ cursor: PhraseCursor, _ word: String) -> Bool {
        if cursor.isAfter(
            "at", "@", "by", "around", "until", "till", "til", "before", "from", "to", "since", "after")
        {
            return true
        }
        guard let hour = word.split(separator: "h").first.flatMap({ Int($0) }), (13...23).contains(hour),
            let before = cursor.word(ahead: -1)
        else { return false }
        return PhraseLexicon.weekday(before) != nil || PhraseLexicon.dayOffset(before) != nil
            || LocalDate(iso: before) != nil
    }

    /// Words before an amount of time that make something else of it: "every 2 hours", "less than 2 hours", "2 to 3 hours".
    private static let leads: Set<String> = [
        "after", "since", "every", "each", "last", "next", "past", "than", "over", "under", "this", "that",
        "these",
        "another", "other", "first", "final", "least", "most", "or", "to", "-", "–", "the", "my", "by",
        "before", "until",
        "at", "@", "around",
    ]
    /// Words behind it that do so: "2 hours before bed", "2 hours a day", "a cup of 2h of work".
    private static let followers: Set<String> = [
        "before", "after", "from", "ago", "later", "earlier", "early", "late", "of", "per", "a", "an", "away",
        "old",
        "behind", "ahead", "past", "or", "apart", "left", "long",
    ]

    private static func isLength(
        _ first: PhraseCursor, _ end: PhraseCursor, _ words: PhraseWords, minutes: Int, hasFor: Bool
    ) -> Bool {
        if !hasFor, !first.isAfterComma, let before = first.word(ahead: -1), leads.contains(before) {
            return false
        }
        if !end.isAfterComma, let next = end.next, followers.contains(next) {
            // "for 2 hours after lunch" lasts as long.
            guard hasFor, ["after", "before", "from"].contains(next) else { return false }
        }
        // "10 to six" is a time.
        if !end.isAfterComma, end.next == "to", let time = end.word(ahead: 1),
            PhraseLexicon.number(time) != nil || PhraseTimes.isNamedHour(time)
        {
            return false
        }
        let last = words.words[end.index - 1]
        guard !hasFor, first.next != "half" else { return true }
        // "a 2 hour lecture" says which lecture; "60 Minutes" and "2H" are names.
        let isAdjective =
            ["hour", "minute"].contains(last.text) && minutes != (last.text == "hour" ? 60 : 1)
        let isName =
            last.spelling.contains(where: \.isUppercase)
            && words.words.contains { $0.spelling.contains(where: \.isLowercase) && $0 != last }
        return !isAdjective && !isName
    }
}
