import AtriumSDK

/// From when to when something repeats, and when it does not: `starting Monday`, `until June 30`, `except Sundays`.
extension PhraseRepetition {
    /// `starting Monday`, `until June 30`, `for 3 weeks`, `10 times`; behind a repetition `to June 30`.
    func bound(_ cursor: inout PhraseCursor, behindRepetition: Bool) throws -> PhraseMeaning? {
        if behindRepetition, cursor.take("to") {
            guard let last = try days.day(&cursor) else { return nil }
            // "every Monday to sun the cat".
            let isNamed =
                !last.isWeekday || cursor.word(ahead: -1).flatMap(PhraseLexicon.fullWeekday) != nil
            return isNamed ? .until(last.date) : nil
        }
        if cursor.take("starting", "beginning", "from") {
            _ = cursor.take("on", "from")
            return try days.day(&cursor).map { .from($0.date) }
        }
        if cursor.take("until", "till", "til", "through") {
            return try (days.day(&cursor)?.date ?? days.month(&cursor)).map { .until($0) }
        }
        if cursor.take("for") {
            _ = cursor.takeAll("the", "next")
            guard let count = PhraseDays.count(&cursor) else { return nil }
            if cursor.take("times", "time") { return .times(count) }
            return cursor.take(PhraseUnit.init(word:)).map { .lasting(count, $0) }
        }
        guard let count = cursor.take(PhraseLexicon.number), cursor.take("times", "time"),
            !Self.isPerUnit(cursor)
        else { return nil }
        return .times(count)
    }

    /// Whether a unit follows in which something happens several times: `3 times daily`, `3 times a week`.
    static func isPerUnit(_ cursor: PhraseCursor) -> Bool {
        guard let next = cursor.next else { return false }
        if PhraseUnit(adverb: next) != nil { return true }
        guard ["a", "per", "every", "each"].contains(next) else { return false }
        return cursor.word(ahead: 1).flatMap(PhraseUnit.init(word:)) != nil
    }

    /// `except Sundays`, `but not on weekends`, `but Sunday`, `except June 5`, `Sunday excepted`.
    func exception(_ cursor: inout PhraseCursor, behindRepetition: Bool) throws -> PhraseMeaning? {
        let excepted = try cursor.attempt { cursor -> PhraseMeaning? in
            guard [cursor.word(ahead: 1), cursor.word(ahead: 2)].contains("excepted"),
                let left = try weekdaysOrDay(&cursor)
            else { return nil }
            return cursor.take("excepted") ? left : nil
        }
        if let excepted { return excepted }
        // "every day save money" leaves nothing out, "every day save Sunday" does.
        let isPlain =
            cursor.take("except", "excluding", "without") || cursor.takeAll("with", "the", "exception", "of")
            || (behindRepetition && cursor.take("save", "bar", "barring"))
        guard
            isPlain || cursor.takeAll("apart", "from") || cursor.takeAll("other", "than")
                || cursor.take("but", "not", "never")
        else { return nil }
        _ = cursor.take("not", "never")
        _ = cursor.take("for")
        _ = cursor.take("on")
        let beforeArticle = cursor
        _ = cursor.take("the")
        if cursor.take("weekend") { return .exceptWeekdays(PhraseLexicon.weekend) }
        if let group = cursor.take(PhraseLexicon.weekdayGroup) { return .exceptWeekdays(group) }
        cursor = beforeArticle
        if let left = try weekdaysOrDay(&cursor) { return left }
        let isListOfDates = try cursor.attempt { cursor -> Bool? in
            guard cursor.take(PhraseDays.dayNumber) != nil, cursor.take("and", "or", "&") else { return nil }
            return try days.writtenDate(&cursor).map { _ in true }
        }
        if isListOfDates != nil { return .exceptMore }
        // A month, a week, or the 5th of each month is more than the day with which it begins.
        return try (days.day(&cursor)?.date ?? days.month(&cursor)).map { _ in .exceptMore }
    }

    /// `and June 6`, `and on Sundays`, `, June 6` behind another exception.
    func furtherException(_ cursor: inout PhraseCursor) throws -> PhraseMeaning? {
        let isAfterComma = cursor.isAfterComma
        let isJoined = cursor.take("and", "or", "&")
        guard isJoined || isAfterComma else { return nil }
        _ = cursor.take("on")
        if isJoined { return try weekdaysOrDay(&cursor) }
        if let date = try cursor.attempt(days.singleDay) { return .exceptDay(date) }
        // "except tomorrow, Friday" may be one day or two.
        return cursor.take(PhraseLexicon.fullWeekday).map { _ in .exceptMore }
    }

    /// What can be left out: weekdays, or one day.
    private func weekdaysOrDay(_ cursor: inout PhraseCursor) throws -> PhraseMeaning? {
        if let list = weekdayList(&cursor, of: Self.anyWeekday) {
            return .exceptWeekdays(list.map(\.weekday))
        }
        return try cursor.attempt(days.singleDay).map { .exceptDay($0) }
    }
}
