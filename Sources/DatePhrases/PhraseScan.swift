import AtriumSDK

/// A meaning and the words that say it.
struct PhrasePart: Sendable, Hashable {
    let meanings: [PhraseMeaning]
    let words: Range<Int>
}

/// Goes over the words of a phrase and takes what the grammar knows.
struct PhraseScan {
    private let words: PhraseWords
    private let days: PhraseDays
    private let repetition: PhraseRepetition
    private let zones: PhraseZones

    private let known: [PhrasePart]

    /// - Parameter known: parts that were read before, of words that are hidden from the grammar.
    init(_ words: PhraseWords, at moment: PhraseMoment, known: [PhrasePart] = []) {
        self.words = words
        self.known = known
        days = PhraseDays(
            today: moment.today, firstWeekday: moment.firstWeekday, mayBeToday: moment.isOfField)
        repetition = PhraseRepetition(days: days, instead: moment.instead)
        zones = PhraseZones(hasZone: moment.hasZone)
    }

    /// All parts in order; none overlap.
    func parts() throws -> [PhrasePart] {
        var parts: [PhrasePart] = []
        var cursor = PhraseCursor(words.words, at: 0)
        while cursor.index < words.words.count {
            let start = cursor.index
            if let part = known.first(where: { $0.words.lowerBound == start }) {
                parts.append(part)
                cursor.skip(part.words.count)
                continue
            }
            let before = parts.last.flatMap { $0.words.upperBound == start ? $0 : nil }
            let repeats = parts.contains(where: \.saysRepetition)
            if let found = try meanings(&cursor, after: before, repeats: repeats), cursor.index > start {
                parts.append(PhrasePart(meanings: found, words: start..<cursor.index))
            } else {
                cursor.skip()
            }
        }
        return parts
    }

    /// - Parameters:
    ///   - before: the part that ends where the cursor stands.
    ///   - repeats: whether a repetition was said before.
    ///   - isAhead: whether the words are only looked at, behind the first of two times.
    private func meanings(
        _ cursor: inout PhraseCursor, after before: PhrasePart?, repeats: Bool, isAhead: Bool = false
    ) throws -> [PhraseMeaning]? {
        if cursor.index == 0, let opening = cursor.attempt(opening) { return [opening] }
        if before?.saysException == true, let found = try cursor.attempt(repetition.furtherException) {
            return [found]
        }
        if let found = try cursor.attempt({ try repetition.rule(&$0, isBesideTime: before != nil) }) {
            return found
        }
        if before?.saysRepetition == true, let span = cursor.attempt(days.spanOfRepetition) {
            return [.span(span)]
        }
        let mayEnd = before != nil && repeats
        if let found = try cursor.attempt({ try repetition.bound(&$0, behindRepetition: mayEnd) }) {
            return [found]
        }
        if let found = try cursor.attempt({ try repetition.exception(&$0, behindRepetition: mayEnd) }) {
            return [found]
        }
        let isBehindClock = before?.saysClock == true
        if isBehindClock || before?.meanings == [.dayPart(.noon)] {
            if let zone = try cursor.attempt(zones.take) { return [.zone(zone)] }
            let found = cursor.attempt { PhraseTimes.another(&$0, isBehindClock: isBehindClock) }
            if let found { return [found] }
        }
        if isBehindClock || before?.saysDayPart == true,
            let found = cursor.attempt(PhraseTimes.anotherNamed)
        {
            return [found]
        }
        if let found = try cursor.attempt(PhraseStamps.take) { return found }
        if let unread = try cursor.attempt(afterTime) ?? cursor.attempt(unclear) { return [unread] }
        if let found = cursor.attempt(PhraseTimes.fromNow) { return [found] }
        if let part = cursor.attempt(PhraseTimes.partOfToday) { return [.day(days.today), .dayPart(part)] }
        let beginsClause = before.map { PhraseCursor(words.words, at: $0.words.lowerBound).isAtBeginning }
        if let part = cursor.attempt({
            PhraseTimes.dayPart(
                &$0, isBesideDay: before?.saysDay == true, beginsClause: beginsClause ?? true)
        }) {
            return [.dayPart(part)]
        }
        let isBesideTime = before?.saysDay == true || before?.saysDayPart == true
        if let found = cursor.attempt({ PhraseTimes.hourOfDayPart(&$0, isBesideTime: isBesideTime) }) {
            return found
        }
        if let found = try cursor.attempt({ try days.dayWithPreposition(&$0, behind: before?.weekday) }) {
            return [found]
        }
        if let found = try cursor.attempt({ try PhraseTimes.clock(&$0, isBesideTime: isBesideTime) }) {
            return [found]
        }
        if !isAhead, let found = try cursor.attempt({ try firstOfTwoTimes(&$0, repeats: repeats) }) {
            return [found]
        }
        return cursor.take(priority).map { [$0] } ?? cursor.attempt(spokenPriority).map { [$0] }
    }

    /// `at 8` in `at 8 or at 9`: a number that is a time because another time follows `or`, which is then refused.
    ///
    /// The words behind `or` are read as ``parts()`` reads them, up to that other time. Of many times, the last two are found.
    private func firstOfTwoTimes(_ cursor: inout PhraseCursor, repeats: Bool) throws -> PhraseMeaning? {
        let start = cursor.index
        guard let time = PhraseTimes.timeBeforeOr(&cursor) else { return nil }
        var last = PhrasePart(meanings: [time], words: start..<cursor.index)
        var isBehindOr = true
        var ahead = cursor
        while let word = ahead.next {
            let place = ahead.index
            let before = last.words.upperBound == place ? last : nil
            if let found = try meanings(&ahead, after: before, repeats: repeats, isAhead: true),
                ahead.index > place
            {
                last = PhrasePart(meanings: found, words: place..<ahead.index)
                // A bound or a time that is not read may stay in the text, and the same time said twice is one.
                guard !last.isBound, !last.isUnread, !found.contains(time) else { return nil }
                if last.saysTime { return time }
                isBehindOr = false
            } else if isBehindOr, PhraseLexicon.isAlternative(word) {
                ahead.skip()
            } else {
                return nil
            }
        }
        return nil
    }

    /// `after Friday`, `after 6pm`: a time before which it is not, and no time at which it is.
    private func afterTime(_ cursor: inout PhraseCursor) throws -> PhraseMeaning? {
        guard
            cursor.take("after", "since") || cursor.takeAll("not", "before")
                || cursor.takeAll("never", "before") || cursor.takeAll("no", "earlier", "than")
        else { return nil }
        if try cursor.attempt({ try days.day(&$0)?.date ?? days.month(&$0) }) != nil { return .unreadDay }
        return try PhraseTimes.clock(&cursor, isBesideTime: true).map { _ in .unread }
    }

    /// What says a day or a repetition that may be another one: `a week on Friday`, `the second Tuesday`, `alternate
    /// Mondays` within a text.
    private func unclear(_ cursor: inout PhraseCursor) throws -> PhraseMeaning? {
        try days.unclearDay(&cursor) || repetition.alternateDays(&cursor) ? .unreadDay : nil
    }

    private func opening(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
        guard cursor.takeAll("remind", "me") || cursor.take("remember") else { return nil }
        return cursor.take("to", "about", "of") ? .opening : nil
    }

    private func priority(_ word: String) -> PhraseMeaning? {
        switch word {
        case "!!!", "!high", "!1": .priority(1)
        case "!!", "!medium", "!2": .priority(5)
        case "!", "!low", "!3": .priority(9)
        default: nil
        }
    }

    /// `high priority`.
    private func spokenPriority(_ cursor: inout PhraseCursor) -> PhraseMeaning? {
        _ = cursor.take("with")
        let level: Int? = cursor.take { ["high": 1, "medium": 5, "normal": 5, "low": 9][$0] }
        guard let level, cursor.take("priority") else { return nil }
        return .priority(level)
    }
}

extension PhrasePart {
    /// Whether it says a day or a repetition, beside which a bare `morning` is a time.
    var saysDay: Bool {
        meanings.contains { meaning in
            switch meaning {
            case .day, .span, .weekday, .repeats, .onWeekdays, .from: true
            default: false
            }
        }
    }

    /// Whether it says how something repeats.
    var saysRepetition: Bool {
        meanings.contains { meaning in
            switch meaning {
            case .repeats, .onWeekdays: true
            default: false
            }
        }
    }

    /// Whether it says on which days something does not repeat, behind which `and` may join another.
    var saysException: Bool {
        meanings.contains { meaning in
            switch meaning {
            case .exceptWeekdays, .exceptDay: true
            default: false
            }
        }
    }

    /// The weekday that it says by its name, beside which the day of the month may stand.
    var weekday: Int? {
        meanings.lazy.compactMap { if case .weekday(let date) = $0 { date.weekday } else { nil } }.first
    }

    /// Whether it says a part of the day, beside which a bare number after `at` is a time.
    var saysDayPart: Bool {
        meanings.contains { if case .dayPart = $0 { true } else { false } }
    }

    /// Whether it says a time, a part of the day or a number of minutes from now.
    var saysTime: Bool {
        saysClock || saysDayPart
            || meanings.contains { if case .minutesFromNow = $0 { true } else { false } }
    }

    /// Whether it says a time of the clock, after which a zone may stand.
    var saysClock: Bool {
        meanings.contains { meaning in
            switch meaning {
            case .time, .midnight: true
            default: false
            }
        }
    }
}
