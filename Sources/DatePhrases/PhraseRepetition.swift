import AtriumSDK

/// What phrases say of repeating: `every second Sunday`, `monthly on the 5th`, `on weekdays`, `until June`.
struct PhraseRepetition {
    let days: PhraseDays
    /// What a remedy offers in place of words.
    let instead: Guidance

    /// Takes how something repeats, with a part of the day where it says one: `every morning`.
    ///
    /// - Parameter isBesideTime: whether what stands directly before was understood.
    func rule(_ cursor: inout PhraseCursor, isBesideTime: Bool) throws -> [PhraseMeaning]? {
        // "in two Sundays" is one of them; "at 7 Mondays" is each.
        if cursor.isAfterNumber, !isBesideTime { return nil }
        let rules: [(inout PhraseCursor) throws -> [PhraseMeaning]?] = [
            every, ofEveryMonth, adverb, { plural(&$0, isBesideTime: isBesideTime) },
        ]
        for rule in rules {
            if let found = try cursor.attempt(rule) { return found }
        }
        return nil
    }

    // MARK: - Every

    private func every(_ cursor: inout PhraseCursor) throws -> [PhraseMeaning]? {
        let begins = cursor.beginsClause
        // "once a week" is every week; "twice a week" is on days that nobody has said.
        let isOnce = cursor.take("once")
        let isBehindOn = !isOnce && cursor.take("on")
        let isEvery = cursor.take("every")
        let isLed = isEvery || cursor.take("each") || (isOnce && cursor.take("a", "per"))
        guard isLed || cursor.next == "alternate" else { return nil }
        let isNamed = isLed || isBehindOn || begins
        let found = try cursor.attempt { try repeated(&$0, isNamed: isNamed) }
        // Within a text "find alternate days for lunch" repeats nothing.
        if let found { return isNamed || (days.endsDay(cursor) && cursor.isAfterPlural) ? found : nil }
        // "every first working day of the month" is not the next one alone; "two bottles each tomorrow" is.
        guard isEvery, try days.day(&cursor, hasPreposition: false) != nil else { return nil }
        throw AtriumError(
            .badData, "the repetition is unclear, because “every” is followed by a single day",
            remedy: "rephrase it, or \(instead)", field: "text")
    }

    /// What stands behind `every`.
    ///
    /// - Parameter isNamed: whether it is sure that something repeats.
    private func repeated(_ cursor: inout PhraseCursor, isNamed: Bool) throws -> [PhraseMeaning]? {
        if cursor.takeAll("month", "end") || cursor.take("month-end") {
            return [.repeats(RepeatRule(frequency: .monthly, monthDays: [-1]))]
        }
        if let rule = try cursor.attempt(ofMonth) { return [.repeats(rule)] }
        let interval = try self.interval(&cursor)
        if PhraseDays.takeWorkingDay(&cursor) || (interval != nil && cursor.take("weekdays", "workdays")) {
            guard interval != nil else { return [.repeats(Self.weekly(on: PhraseLexicon.workingWeek))] }
            guard isNamed else { return nil }
            throw noRule("on every other working day")
        }
        if cursor.take("weekend") || (interval != nil && cursor.take("weekends")) {
            var rule = Self.weekly(on: PhraseLexicon.weekend)
            rule.interval = interval ?? 1
            return [.repeats(rule)]
        }
        if let part = cursor.take(DayPart.init(word:)) {
            return [.repeats(RepeatRule(frequency: .daily, interval: interval ?? 1)), .dayPart(part)]
        }
        if cursor.take("midnight") {
            return [.repeats(RepeatRule(frequency: .daily, interval: interval ?? 1)), .midnight(past: 0)]
        }
        if let unit = cursor.take(PhraseUnit.init(word:)) {
            return [.repeats(try complement(unit.rule(every: interval ?? 1), &cursor))]
        }
        guard let list = weekdayList(&cursor, of: Self.anyWeekday) else { return nil }
        if interval == nil, list.count == 1, let day = try cursor.attempt(dayOfWeekday) {
            return [.repeats(RepeatRule(frequency: .monthly, days: list, monthDays: [day]))]
        }
        let part = cursor.take(DayPart.init(bare:)).map { [PhraseMeaning.dayPart($0)] } ?? []
        return [.repeats(RepeatRule(frequency: .weekly, interval: interval ?? 1, days: list))] + part
    }

    /// Takes `alternate Mondays`, `alternate days`: within a text a choice of them.
    func alternateDays(_ cursor: inout PhraseCursor) -> Bool {
        cursor.attempt { cursor -> Bool? in
            guard cursor.take("alternate", "alternating") else { return nil }
            return cursor.take("weekend", "weekends", "weekdays", "workdays")
                || PhraseDays.takeWorkingDay(&cursor) || cursor.take(PhraseUnit.init(word:)) != nil
                || weekdayList(&cursor, of: Self.anyWeekday) != nil ? true : nil
        } ?? false
    }

    /// `the 13th` after `every Friday`: the days of a month that are both.
    private func dayOfWeekday(_ cursor: inout PhraseCursor) throws -> Int? {
        guard cursor.take("the"), let day = cursor.take(PhraseLexicon.numericOrdinal) else { return nil }
        guard (1...31).contains(day) else { throw Self.noSuchDay(day) }
        return day
    }

    /// `other`, `alternate`, `second`, `3`, `3rd`: every how many.
    private func interval(_ cursor: inout PhraseCursor) throws -> Int? {
        try cursor.attempt { cursor in
            if cursor.take("other", "alternate", "second", "2nd") { return 2 }
            let count = cursor.take {
                PhraseLexicon.number($0) ?? PhraseLexicon.dayOrdinal($0) ?? PhraseLexicon.numericOrdinal($0)
            }
            guard let count, count >= 0, let unit = cursor.next, PhraseUnit(word: unit) != nil else {
                return nil
            }
            guard count > 0 else {
                throw AtriumError(
                    .badData, "a repetition every 0 \(unit) never happens",
                    remedy: "give a number from 1 to 999",
                    field: "text")
            }
            guard count <= 999 else {
                throw AtriumError(
                    .badData, "“every \(count) \(unit)” is too long an interval",
                    remedy: "give a number from 1 to 999",
                    field: "text")
            }
            return count
        }
    }

    /// After `every`: `5th`, `5th of June`, `June 5`, `last day of the month`, `third Friday`, `second Sunday of the month`.
    private func ofMonth(_ cursor: inout PhraseCursor) throws -> RepeatRule? {
        if let rule = try cursor.attempt(yearlyDate) { return rule }
        if let rule = cursor.attempt(nthWeekday) {
            if cursor.takeAll("of", "the", "month") || cursor.takeAll("of", "every", "month")
                || cursor.takeAll("of", "each", "month") || cursor.takeAll("in", "the", "month")
            {
                return rule
            }
            if let month = cursor.attempt(ofNamedMonth) {
                return RepeatRule(frequency: .yearly, days: rule.days, month: month)
            }
            // Every second Sunday is every other one; every third Friday is the third one of the month.
            return rule.days.map(\.ordinal) == [2] ? nil : rule
        }
        if let rule = cursor.attempt(nthDay) ?? cursor.attempt(edgeOfMonth) {
            return cursor.takeAll("of", "the", "month") || cursor.takeAll("of", "month") ? rule : nil
        }
        return try cursor.attempt { try monthDays(&$0, isOfMonth: false) }
    }

    /// `first Monday`, `last Friday`, `1st and 3rd Monday`.
    private func nthWeekday(_ cursor: inout PhraseCursor) -> RepeatRule? {
        var ordinals: [Int] = []
        while let ordinal = cursor.attempt({ cursor -> Int? in
            guard ordinals.isEmpty || cursor.takeJoint() else { return nil }
            _ = cursor.take("the")
            return cursor.take(PhraseLexicon.ordinal)
        }) {
            if !ordinals.contains(ordinal) { ordinals.append(ordinal) }
        }
        guard !ordinals.isEmpty,
            let weekday = cursor.take(PhraseLexicon.weekday) ?? cursor.take(PhraseLexicon.pluralWeekday)
        else { return nil }
        return RepeatRule(
            frequency: .monthly, days: ordinals.map { .init(weekday: weekday, ordinal: $0) })
    }

    /// `first day`, `last day`.
    private func nthDay(_ cursor: inout PhraseCursor) -> RepeatRule? {
        _ = cursor.take("the")
        guard let ordinal = cursor.take(PhraseLexicon.ordinal), cursor.take("day") else { return nil }
        return RepeatRule(frequency: .monthly, monthDays: [ordinal])
    }

    /// `5th`, `the 1st and the 15th`: days of every month.
    ///
    /// - Parameter isOfMonth: whether a month was said before; where none was, "every first" must have one behind it.
    private func monthDays(_ cursor: inout PhraseCursor, isOfMonth: Bool) throws -> RepeatRule? {
        var found: [Int] = []
        var isInFigures = true
        while let day = takeMonthDay(&cursor, behind: found) {
            let word = cursor.word(ahead: -1) ?? ""
            isInFigures = isInFigures && PhraseLexicon.numericOrdinal(word) != nil
            // "every 3rd week" counts weeks, and "every 1st working day" others.
            if cursor.next.flatMap(PhraseUnit.init(word:)) != nil { return nil }
            var ahead = cursor
            if PhraseDays.takeWorkingDay(&ahead) || ahead.take("weekend") { return nil }
            if day != -1, let weekday = cursor.next.flatMap(PhraseLexicon.weekday) {
                throw AtriumError(
                    .badData, "no month has a \(word) \(LocalDate.name(ofWeekday: weekday))",
                    remedy: "use first to fifth, or last", field: "text")
            }
            guard Self.isInMonth(day) else { throw Self.noSuchDay(day) }
            if !found.contains(day) { found.append(day) }
        }
        guard !found.isEmpty else { return nil }
        let namesMonth = cursor.takeAll("of", "the", "month") || cursor.takeAll("of", "every", "month")
        guard isInFigures || isOfMonth || namesMonth else { return nil }
        return RepeatRule(frequency: .monthly, monthDays: found)
    }

    /// Takes a day of the month, `5th`, `the last day`; behind others with what joins it to them.
    private func takeMonthDay(_ cursor: inout PhraseCursor, behind found: [Int]) -> Int? {
        cursor.attempt { cursor in
            if !found.isEmpty {
                guard cursor.takeJoint() else { return nil }
                _ = cursor.take("on")
            }
            _ = cursor.take("the")
            return cursor.take(Self.monthDay) ?? (cursor.takeAll("last", "day") ? -1 : nil)
        }
    }

    /// `5th`, `fifth`: any number, so that a wrong one can be named.
    private static func monthDay(_ word: String) -> Int? {
        PhraseLexicon.numericOrdinal(word) ?? PhraseLexicon.dayOrdinal(word)
    }

    private static func isInMonth(_ day: Int) -> Bool { day == -1 || (1...31).contains(day) }

    /// `June 5`, `5th of June`, `5.6.`: a day of every year.
    private func yearlyDate(_ cursor: inout PhraseCursor) throws -> RepeatRule? {
        let isInFigures = cursor.next?.wholeMatch(of: /\d{1,2}[.\/]\d{1,2}/) != nil
        let found =
            try isInFigures
            ? days.numericDate(&cursor, hasPreposition: true) : days.writtenDate(&cursor)
        guard let date = found else { return nil }
        return RepeatRule(frequency: .yearly, monthDays: [date.day], month: date.month)
    }

    private func ofNamedMonth(_ cursor: inout PhraseCursor) -> Int? {
        cursor.take("of", "in") ? cursor.take(PhraseLexicon.month) : nil
    }

    /// What stands after a unit: `every month on the 5th`, `every week on Monday`, `every year on June 5`.
    private func complement(_ rule: RepeatRule, _ cursor: inout PhraseCursor) throws -> RepeatRule {
        let found = try cursor.attempt { cursor -> RepeatRule? in
            _ = cursor.take("on")
            var result = rule
            switch rule.frequency {
            case .daily: return nil
            case .weekly:
                guard let list = weekdayList(&cursor, of: Self.anyWeekday) else { return nil }
                result.days = list
            case .monthly:
                try refuseWorkingDay(cursor)
                if let nth = cursor.attempt(nthWeekday) {
                    result.days = nth.days
                } else if let nth = try cursor.attempt(nthDay)
                    ?? cursor.attempt({ try monthDays(&$0, isOfMonth: true) })
                {
                    result.monthDays = nth.monthDays
                } else {
                    return nil
                }
            case .yearly:
                guard let date = try days.writtenDate(&cursor) else { return nil }
                result.month = date.month
                result.monthDays = [date.day]
            }
            return result
        }
        return found ?? rule
    }

    // MARK: - Other forms

    /// `on the first Monday of every month`, `the 1st and 15th of each month`, `at the end of every month`.
    private func ofEveryMonth(_ cursor: inout PhraseCursor) throws -> [PhraseMeaning]? {
        _ = cursor.take("on", "at", "by")
        try refuseWorkingDay(cursor, before: "every", "each")
        guard
            let rule = cursor.attempt(nthWeekday) ?? cursor.attempt(nthDay)
                ?? cursor.attempt(bareMonthDays) ?? cursor.attempt(edgeOfMonth),
            cursor.take("of"), cursor.take("every", "each")
        else { return nil }
        let isOfAll = cursor.take("month")
        let month: Int? = isOfAll ? nil : cursor.take(PhraseLexicon.month)
        guard isOfAll || month != nil else { return nil }
        if let day = rule.monthDays.first(where: { !Self.isInMonth($0) }) { throw Self.noSuchDay(day) }
        if isOfAll { return [.repeats(rule)] }
        return [
            .repeats(RepeatRule(frequency: .yearly, days: rule.days, monthDays: rule.monthDays, month: month))
        ]
    }

    /// Refuses `the first working day` and `the last weekend`, which no rule here can say; perhaps only where it is of `every` month.
    private func refuseWorkingDay(_ cursor: PhraseCursor, before ends: String...) throws {
        var ahead = cursor
        _ = ahead.take("the")
        guard ahead.take(PhraseLexicon.ordinal) != nil,
            PhraseDays.takeWorkingDay(&ahead) || ahead.take("weekend")
        else { return }
        guard ends.isEmpty || (ahead.take("of", "in") && ahead.next.map(ends.contains) == true) else {
            return
        }
        throw noRule("on one working day or weekend of each month")
    }

    /// `the end`, `the beginning`.
    private func edgeOfMonth(_ cursor: inout PhraseCursor) -> RepeatRule? {
        _ = cursor.take("the")
        let day: Int? = cursor.take { ["beginning": 1, "start": 1, "middle": 15, "end": -1][$0] }
        return day.map { RepeatRule(frequency: .monthly, monthDays: [$0]) }
    }

    /// `the 5th`, `the 1st and 15th`, which may be other things than days.
    private func bareMonthDays(_ cursor: inout PhraseCursor) -> RepeatRule? {
        var found: [Int] = []
        while let day = takeMonthDay(&cursor, behind: found) {
            if !found.contains(day) { found.append(day) }
        }
        return found.isEmpty ? nil : RepeatRule(frequency: .monthly, monthDays: found)
    }

    /// `daily`, `weekly on Mondays and Fridays`, `yearly on June 5`; in "the weekly report" it repeats nothing.
    private func adverb(_ cursor: inout PhraseCursor) throws -> [PhraseMeaning]? {
        let before = cursor.isAfterComma ? nil : cursor.word(ahead: -1)
        _ = cursor.take("once")
        guard let unit = cursor.take(PhraseUnit.init(adverb:)) else { return nil }
        if before.map(PhraseLexicon.isArticle) == true { return nil }
        // "her daily walk" is a walk; "call her daily at 9" is said of the call.
        if before.map(PhraseLexicon.mayBeArticle) == true, isBeforeNoun(cursor) { return nil }
        return [.repeats(try complement(unit.rule(every: 1), &cursor))]
    }

    /// Whether a word of a thing may follow: no clause ends, and no time, day or preposition follows.
    private func isBeforeNoun(_ cursor: PhraseCursor) -> Bool {
        guard let next = cursor.next else { return false }
        return !PhraseTimes.endsTime(cursor) && !days.endsDay(cursor) && !PhraseDays.isClock(next)
            && !PhraseLexicon.isConnective(next) && PhraseLexicon.number(next) == nil
            && DayPart(word: next) == nil && !PhraseTimes.isNamedHour(next)
    }

    /// `on Mondays and Thursdays`, `on weekdays`, `weekends`; within a text "write Mondays plan" is of none.
    private func plural(_ cursor: inout PhraseCursor, isBesideTime: Bool) -> [PhraseMeaning]? {
        let begins = cursor.beginsClause && !cursor.isAfter("the")
        let isBehindOn = cursor.take("on")
        let isWorkingWeek = cursor.take { Self.ends(of: $0, PhraseLexicon.weekday) == [1, 5] ? true : nil }
        if isWorkingWeek == true {
            // "book hotel Mon-Fri" is a stay of some days.
            let isNamed = begins || isBehindOn || isBesideTime || (!cursor.isAtEnd && days.endsDay(cursor))
            return isNamed ? [.onWeekdays(PhraseLexicon.workingWeek)] : nil
        }
        var found: Set<Int> = []
        while let more = cursor.attempt({ found.isEmpty || $0.takeJoint() ? pluralDays(&$0) : nil })
            ?? (found.isEmpty ? nil : cursor.attempt(weekdayBehindPlural))
        {
            found.formUnion(more)
        }
        guard !found.isEmpty else { return nil }
        let isNamed =
            begins || isBehindOn || isBesideTime || PhraseTimes.endsTime(cursor) || days.endsDay(cursor)
            || ["except", "excluding", "but", "through"].contains(cursor.next)
        return isNamed ? [.onWeekdays(found.sorted())] : nil
    }

    /// `weekdays`, `weekends`, `Mondays and Thursdays`.
    private func pluralDays(_ cursor: inout PhraseCursor) -> [Int]? {
        if let group = cursor.take(PhraseLexicon.weekdayGroup) { return group }
        return weekdayList(&cursor, of: PhraseLexicon.pluralWeekday)?.map(\.weekday)
    }

    /// `and Saturday`, `to Friday` behind weekdays in the plural, where that is no day of its own: `and Friday, June 5`.
    private func weekdayBehindPlural(_ cursor: inout PhraseCursor) -> [Int]? {
        let first = cursor.isAfterComma ? nil : cursor.word(ahead: -1).flatMap(PhraseLexicon.pluralWeekday)
        let isSpan = first != nil && cursor.take("to", "through", "thru", "-", "–")
        guard isSpan || cursor.take("and", "&"), !days.isBeforeDate(cursor),
            let last = cursor.take(PhraseLexicon.fullWeekday), !isOneDay(cursor)
        else { return nil }
        return isSpan ? Self.weekdays(from: first ?? last, to: last) : [last]
    }

    /// Whether what follows a weekday may make it one day alone: `Friday the 13th`, `Friday morning`, `Friday next week`.
    private func isOneDay(_ cursor: PhraseCursor) -> Bool {
        guard let next = cursor.next, !cursor.isAfterComma else { return false }
        return ["the", "next", "this", "of", "in", "week", "fortnight"].contains(next)
            || DayPart(word: next) != nil || PhraseLexicon.number(next) != nil
            || PhraseLexicon.numericOrdinal(next) != nil
    }

    /// `Monday`, `Mon, Wed and Fri`, `mon wed fri`, `Monday to Friday`, `Tue-Thu`.
    func weekdayList(
        _ cursor: inout PhraseCursor, of weekday: (String) -> Int?
    ) -> [RepeatRule.Day]? {
        guard var found = weekdaySpan(&cursor, of: weekday) else { return nil }
        while let more = cursor.attempt({ cursor -> [Int]? in
            // Behind a whole name, "sun" and "wed" may be other words.
            let isShort = cursor.word(ahead: -1).flatMap(PhraseLexicon.wholeWeekday) == nil
            guard
                cursor.takeJoint() || isShort || cursor.next.flatMap(PhraseLexicon.wholeWeekday) != nil
            else { return nil }
            _ = cursor.take("every", "on")
            return weekdaySpan(&cursor, of: weekday)
        }) {
            found += more
        }
        return Set(found).sorted().map { RepeatRule.Day(weekday: $0) }
    }

    /// One weekday, or those from one to another.
    private func weekdaySpan(_ cursor: inout PhraseCursor, of weekday: (String) -> Int?) -> [Int]? {
        let ends = cursor.take { Self.ends(of: $0, weekday) }
        guard let first = ends?.first ?? cursor.take(weekday) else { return nil }
        let isWhole = cursor.word(ahead: -1).flatMap(PhraseLexicon.wholeWeekday) != nil
        let last =
            ends?.last
            ?? cursor.attempt { cursor -> Int? in
                guard cursor.take("to", "through", "thru", "-", "–") else { return nil }
                return cursor.take { word in
                    !isWhole || PhraseLexicon.wholeWeekday(word) != nil ? weekday(word) : nil
                }
            }
        return Self.weekdays(from: first, to: last ?? first)
    }

    /// The weekdays from one to another, perhaps over the end of the week.
    private static func weekdays(from first: Int, to last: Int) -> [Int] {
        (0...((last - first + 7) % 7)).map { (first - 1 + $0) % 7 + 1 }
    }

    /// The first and the last day of a span in one word: `Mon-Fri`.
    private static func ends(of word: String, _ weekday: (String) -> Int?) -> [Int]? {
        let ends = word.split { "-–".contains($0) }.map(String.init).compactMap(weekday)
        return ends.count == 2 ? ends : nil
    }

    /// A weekday in the singular or the plural.
    static func anyWeekday(_ word: String) -> Int? {
        PhraseLexicon.weekday(word) ?? PhraseLexicon.pluralWeekday(word)
    }

    private func noRule(_ what: String) -> AtriumError {
        AtriumError(
            .badData, "repetition \(what) is not supported",
            remedy: "name the days in another way, or \(instead)",
            field: "text")
    }

    private static func noSuchDay(_ day: Int) -> AtriumError {
        AtriumError(.badData, "no month has a day \(day)", remedy: "give a day from 1 to 31", field: "text")
    }

    private static func weekly(on days: [Int]) -> RepeatRule {
        RepeatRule(frequency: .weekly, days: days.map { .init(weekday: $0) })
    }
}
