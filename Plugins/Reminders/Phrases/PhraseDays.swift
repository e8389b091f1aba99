import AtriumSDK

/// What phrases say of days, counted from today.
struct PhraseDays {
    /// The day on which the phrase is said.
    let today: LocalDate
    /// The first day of the user's week, 1 for Monday to 7 for Sunday.
    let firstWeekday: Int

    /// Takes a day with what stands before it: `on Friday`, `by the 5th`, `before June`.
    func dayWithPreposition(_ cursor: inout PhraseCursor) throws -> PhraseMeaning? {
        if cursor.take("before") {
            return try day(&cursor).map { .day($0.date.adding(days: -1)) }
        }
        _ = cursor.take("due")
        let hasPreposition = cursor.take("on", "by")
        return try day(&cursor, hasPreposition: hasPreposition).map {
            $0.isWeekday ? .weekday($0.date) : .day($0.date)
        }
    }

    /// Takes a day; a weekday is told apart.
    func day(
        _ cursor: inout PhraseCursor, hasPreposition: Bool = true
    ) throws -> (date: LocalDate, isWeekday: Bool)? {
        let rules: [(inout PhraseCursor) throws -> LocalDate?] = [
            namedDay, counted, partOfMonth, edge, neighbour, writtenDate, numericDate,
            { try dayOfMonth(&$0, hasPreposition: hasPreposition) }, monthAlone,
        ]
        for rule in rules {
            if let date = try cursor.attempt(rule) { return (date, false) }
        }
        return cursor.attempt { weekday(&$0, hasPreposition: hasPreposition) }.map { ($0, true) }
    }

    // MARK: - Named and counted days

    private func namedDay(_ cursor: inout PhraseCursor) -> LocalDate? {
        if cursor.take("today") { return today }
        if cursor.take("tomorrow", "tmr", "tmrw", "tomorow", "tommorow", "tommorrow") {
            return today.adding(days: 1)
        }
        if cursor.take("yesterday") { return today.adding(days: -1) }
        _ = cursor.take("the")
        return cursor.takeAll("day", "after", "tomorrow") ? today.adding(days: 2) : nil
    }

    /// `in 3 days`, `3 days from now`, `a week from Friday`, `2 days ago`, `a week tomorrow`.
    private func counted(_ cursor: inout PhraseCursor) throws -> LocalDate? {
        let hasIn = cursor.take("in", "within")
        guard let count = Self.count(&cursor), let unit = cursor.take(PhraseUnit.init(word:)) else {
            return nil
        }
        if hasIn { return unit.adding(count, to: today) }
        if cursor.take("ago") { return unit.adding(-count, to: today) }
        if cursor.take("from", "after") {
            if cursor.take("now") { return unit.adding(count, to: today) }
            return try day(&cursor).map { unit.adding(count, to: $0.date) }
        }
        return nil
    }

    /// `3`, `three`, `a couple of`.
    static func count(_ cursor: inout PhraseCursor) -> Int? {
        if cursor.takeAll("a", "couple", "of") || cursor.takeAll("a", "couple") { return 2 }
        return cursor.take(PhraseLexicon.number)
    }

    // MARK: - Weeks, months, years

    /// `next week`, `this weekend`, `the week after next`: its first day.
    private func neighbour(_ cursor: inout PhraseCursor) -> LocalDate? {
        _ = cursor.take("the")
        if cursor.takeAll("week", "after", "next") { return startOfWeek.adding(days: 14) }
        if cursor.takeAll("month", "after", "next") { return today.startOfMonth.adding(months: 2) }
        if cursor.take("weekend") { return saturday }
        if cursor.take("this", "coming") {
            return cursor.take("weekend") ? saturday : nil
        }
        guard cursor.take("next") else { return nil }
        if cursor.take("week") { return startOfWeek.adding(days: 7) }
        if cursor.take("month") { return today.startOfMonth.adding(months: 1) }
        if cursor.take("quarter") { return today.startOfMonth.adding(months: 3 - (today.month - 1) % 3) }
        if cursor.take("year") { return LocalDate(year: today.year + 1, month: 1, day: 1) }
        if cursor.take("weekend") { return saturday.adding(days: 7) }
        return nil
    }

    /// `end of next month`, `beginning of June`, `middle of the month`.
    private func edge(_ cursor: inout PhraseCursor) -> LocalDate? {
        _ = cursor.take("at")
        _ = cursor.take("the")
        let isEnd: Bool?
        if cursor.take("end") {
            isEnd = true
        } else if cursor.take("beginning", "start") {
            isEnd = false
        } else if cursor.take("middle", "mid") {
            isEnd = nil
        } else {
            return nil
        }
        _ = cursor.take("of")
        _ = cursor.take("the", "this")
        func place(_ first: LocalDate, _ middle: LocalDate, _ last: LocalDate) -> LocalDate? {
            switch isEnd {
            case true?: last
            case false?: first
            case nil: middle
            }
        }
        let isNext = cursor.take("next")
        if cursor.take("week") {
            let start = startOfWeek.adding(days: isNext ? 7 : 0)
            // The end of a week is its last working day; on the weekend, that of the week that comes.
            let friday = next(5, from: isNext ? start : today)
            return place(start, start.adding(days: 3), friday)
        }
        if cursor.take("month") {
            let start = today.startOfMonth.adding(months: isNext ? 1 : 0)
            return place(start, start.adding(days: 14), start.endOfMonth)
        }
        if cursor.take("year") {
            let start = LocalDate(year: today.year + (isNext ? 1 : 0), month: 1, day: 1) ?? today
            return place(start, start.adding(days: 181), start.adding(days: 364).endOfMonth)
        }
        guard let month = cursor.take(PhraseLexicon.month) else { return nil }
        let start = first(
            ofMonth: month, year: cursor.take(PhraseLexicon.year), isOver: { $0.endOfMonth < today })
        return place(start, start.adding(days: 14), start.endOfMonth)
    }

    /// `last Friday of the month`, `first Monday in June`, `last day of next month`.
    private func partOfMonth(_ cursor: inout PhraseCursor) throws -> LocalDate? {
        _ = cursor.take("the")
        guard let ordinal = cursor.take(PhraseLexicon.ordinal) else { return nil }
        let weekday = cursor.take(PhraseLexicon.weekday)
        guard weekday != nil || cursor.take("day") else { return nil }
        guard cursor.take("of", "in") else { return nil }
        _ = cursor.take("the", "this")
        func found(in start: LocalDate) -> LocalDate? {
            guard let weekday else { return ordinal < 0 ? start.endOfMonth : start.adding(days: ordinal - 1) }
            let rule = RepeatRule(frequency: .monthly, days: [.init(weekday: weekday, ordinal: ordinal)])
            return rule.firstDay(from: start).flatMap { $0 <= start.endOfMonth ? $0 : nil }
        }
        if cursor.take("month") {
            // One that is over means the next month's.
            let starts = (0...12).map { today.startOfMonth.adding(months: $0) }
            return starts.lazy.compactMap(found).first { $0 >= today }
        }
        if cursor.takeAll("next", "month") {
            let start = today.startOfMonth.adding(months: 1)
            guard let date = found(in: start) else { throw noSuchDay(ordinal, weekday, start) }
            return date
        }
        if cursor.take("year") { return ordinal < 0 ? LocalDate(year: today.year, month: 12, day: 31) : nil }
        guard let month = cursor.take(PhraseLexicon.month) else { return nil }
        let start = first(
            ofMonth: month, year: cursor.take(PhraseLexicon.year),
            isOver: { (found(in: $0) ?? $0.endOfMonth) < today })
        guard let date = found(in: start) else { throw noSuchDay(ordinal, weekday, start) }
        return date
    }

    /// `in June`: its first day.
    private func monthAlone(_ cursor: inout PhraseCursor) -> LocalDate? {
        cursor.take("in") ? month(&cursor) : nil
    }

    /// `June`, `June 2027`: its first day.
    func month(_ cursor: inout PhraseCursor) -> LocalDate? {
        guard let month = cursor.take(PhraseLexicon.month) else { return nil }
        return first(ofMonth: month, year: cursor.take(PhraseLexicon.year), isOver: { $0 < today })
    }

    // MARK: - Weekdays

    private func weekday(_ cursor: inout PhraseCursor, hasPreposition: Bool) -> LocalDate? {
        if cursor.take("next") {
            // Next Friday is the one of the next week; this Friday, and Friday, the one that comes.
            guard let weekday = cursor.take(PhraseLexicon.weekday) else { return nil }
            return next(weekday, from: startOfWeek.adding(days: 7))
        }
        let isThis = cursor.take("this", "coming")
        let isNamed = hasPreposition || isThis
        guard let weekday = cursor.take(isNamed ? PhraseLexicon.weekday : PhraseLexicon.fullWeekday) else {
            return nil
        }
        if cursor.takeAll("next", "week") { return next(weekday, from: startOfWeek.adding(days: 7)) }
        return next(weekday, from: isThis ? today : today.adding(days: 1))
    }

    /// The next such weekday from a day on, that day included.
    func next(_ weekday: Int, from date: LocalDate) -> LocalDate {
        date.adding(days: (weekday - date.weekday + 7) % 7)
    }

    private var startOfWeek: LocalDate { today.adding(days: -((today.weekday - firstWeekday + 7) % 7)) }
    private var saturday: LocalDate { today.weekday == 7 ? today : next(6, from: today) }

    /// The first day of a month, of the year where one is given, else of the first that is not over.
    private func first(ofMonth month: Int, year: Int?, isOver: (LocalDate) -> Bool) -> LocalDate {
        let first = LocalDate(year: year ?? today.year, month: month, day: 1) ?? today
        return year == nil && isOver(first) ? first.adding(months: 12) : first
    }

    private func noSuchDay(_ ordinal: Int, _ weekday: Int?, _ month: LocalDate) -> AtriumError {
        let day = weekday.map(PhraseLexicon.name(ofWeekday:)) ?? "day"
        return AtriumError(
            .badData,
            "\(LocalDate.name(ofMonth: month.month)) \(month.year) has no \(ordinal)th \(day)",
            remedy: "give a date such as 2026-03-01", field: "text")
    }
}
