import AtriumSDK

/// What phrases say of days, counted from today.
struct PhraseDays {
    /// The day on which the phrase is said.
    let today: LocalDate
    /// The first day of the user's week, 1 for Monday to 7 for Sunday.
    let firstWeekday: Int

    /// Takes a day with what stands before it: `on Friday`, `by the 5th`, `before June`.
    ///
    /// - Parameter weekday: the weekday that stands directly before, as in `Monday the 30th`.
    func dayWithPreposition(_ cursor: inout PhraseCursor, behind weekday: Int?) throws -> PhraseMeaning? {
        if let weekday, let date = try cursor.attempt({ try dayOfWeekday(&$0, weekday) }) {
            return .day(date)
        }
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
            namedDay, counted, partOfMonth, edge, { endOfSpan(&$0, hasPreposition: hasPreposition) },
            neighbour,
            { try writtenDate(&$0) },
            { try numericDate(&$0, hasPreposition: hasPreposition) },
            { try dayOfMonth(&$0, hasPreposition: hasPreposition) }, monthAlone,
        ]
        for rule in rules {
            if let date = try cursor.attempt(rule) { return (date, false) }
        }
        return cursor.attempt { weekday(&$0, hasPreposition: hasPreposition) }.map { ($0, true) }
    }

    /// A day that is one day alone: today, tomorrow, next Friday, or a date.
    func singleDay(_ cursor: inout PhraseCursor) throws -> LocalDate? {
        if ["next", "this", "coming"].contains(cursor.next) {
            return cursor.attempt { weekday(&$0, hasPreposition: true) }
        }
        return try cursor.attempt(namedDay) ?? cursor.attempt { try writtenDate(&$0) }
            ?? cursor.attempt { try numericDate(&$0, hasPreposition: true) }
    }

    // MARK: - Named and counted days

    private func namedDay(_ cursor: inout PhraseCursor) -> LocalDate? {
        if cursor.take("today") { return postponed(today, &cursor) }
        if cursor.take("tomorrow", "tmr", "tmrw", "tomorow", "tommorow", "tommorrow") {
            return postponed(today.adding(days: 1), &cursor)
        }
        if cursor.take("yesterday") { return today.adding(days: -1) }
        _ = cursor.take("the")
        return cursor.takeAll("day", "after", "tomorrow") ? today.adding(days: 2) : nil
    }

    /// The day a week or a fortnight after a day behind which that stands: `tomorrow week`, `Monday fortnight`.
    private func postponed(_ date: LocalDate, _ cursor: inout PhraseCursor) -> LocalDate {
        // "tomorrow week 12 begins" names the week.
        guard !cursor.isAfterComma, cursor.word(ahead: 1).flatMap(PhraseLexicon.digits) == nil else {
            return date
        }
        if cursor.take("week") { return PhraseUnit.week.adding(1, to: date) }
        return cursor.take("fortnight") ? PhraseUnit.fortnight.adding(1, to: date) : date
    }

    /// `in 3 days`, `3 days from now`, `a week from Friday`, `2 days ago`, `a week tomorrow`.
    private func counted(_ cursor: inout PhraseCursor) throws -> LocalDate? {
        let hasIn = cursor.take("in", "within")
        guard let count = Self.count(&cursor), let unit = cursor.take(PhraseUnit.init(word:)) else {
            return nil
        }
        if hasIn {
            // "in 3 weeks' time".
            _ = cursor.take("time")
            return unit.adding(count, to: today)
        }
        if cursor.take("ago") { return unit.adding(-count, to: today) }
        if cursor.take("from", "after") {
            if cursor.take("now") { return unit.adding(count, to: today) }
            return try day(&cursor).map { unit.adding(count, to: $0.date) }
        }
        return [.week, .fortnight].contains(unit) ? namedDay(&cursor).map { unit.adding(count, to: $0) } : nil
    }

    /// `3`, `three`, `a couple of`.
    static func count(_ cursor: inout PhraseCursor) -> Int? {
        if cursor.takeAll("a", "couple", "of") || cursor.takeAll("a", "couple") { return 2 }
        return cursor.take(PhraseLexicon.number)
    }

    // MARK: - Weeks, months, years

    /// `next week`, `this weekend`, `the week after next`: its first day, unless a day of it follows.
    private func neighbour(_ cursor: inout PhraseCursor) throws -> LocalDate? {
        if let start = cursor.attempt(laterWeek) { return day(ofWeek: start, &cursor) }
        if let start = cursor.attempt(laterMonth) { return try day(ofMonth: start, &cursor) }
        _ = cursor.take("the")
        if cursor.take("weekend") { return saturday }
        if cursor.take("this", "coming") {
            return cursor.take("weekend") ? saturday : nil
        }
        guard cursor.take("next") else { return nil }
        if cursor.take("quarter") { return today.startOfMonth.adding(months: 3 - (today.month - 1) % 3) }
        if cursor.take("year") {
            return try cursor.attempt { cursor -> LocalDate? in
                _ = cursor.take("on")
                return try writtenDate(&cursor, ofYear: today.year + 1)
            } ?? LocalDate(year: today.year + 1, month: 1, day: 1)
        }
        // On a Sunday, this weekend began yesterday.
        if cursor.take("weekend") {
            return next(6, from: today.adding(days: today.weekday == 7 ? -1 : 0)).adding(days: 7)
        }
        return nil
    }

    /// `next week`, `the week after next`: its first day.
    private func laterWeek(_ cursor: inout PhraseCursor) -> LocalDate? {
        if cursor.takeAll("next", "week") { return startOfWeek.adding(days: 7) }
        _ = cursor.take("the")
        return cursor.takeAll("week", "after", "next") ? startOfWeek.adding(days: 14) : nil
    }

    /// `next month`, `the month after next`: its first day.
    func laterMonth(_ cursor: inout PhraseCursor) -> LocalDate? {
        if cursor.takeAll("next", "month") { return today.startOfMonth.adding(months: 1) }
        _ = cursor.take("the")
        return cursor.takeAll("month", "after", "next") ? today.startOfMonth.adding(months: 2) : nil
    }

    /// The day of a week that follows it, as in `next week Friday` and `next week on Friday`; else its first one.
    private func day(ofWeek start: LocalDate, _ cursor: inout PhraseCursor) -> LocalDate {
        let weekday = cursor.attempt { cursor -> Int? in
            cursor.take("on") ? cursor.take(PhraseLexicon.weekday) : cursor.take(PhraseLexicon.fullWeekday)
        }
        return weekday.map { next($0, from: start) } ?? start
    }

    /// The day of a month that follows it, as in `next month on the 5th`; else its first one.
    private func day(ofMonth start: LocalDate, _ cursor: inout PhraseCursor) throws -> LocalDate {
        try cursor.attempt { cursor -> LocalDate? in
            let hasPreposition = cursor.take("on")
            guard cursor.take("the") || hasPreposition else { return nil }
            if let date = cursor.attempt({ countedDay(&$0, ofMonth: start) }) { return date }
            let day: Int? = cursor.take(PhraseLexicon.dayOrdinal) ?? cursor.take(PhraseLexicon.numericOrdinal)
            return try day.map { try date(month: start.month, day: $0, year: start.year) }
        } ?? start
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
        let isNamed = hasPreposition || isThis || isBeforeDate(cursor)
        guard let weekday = cursor.take(isNamed ? PhraseLexicon.weekday : PhraseLexicon.fullWeekday) else {
            return nil
        }
        let week = cursor.attempt { cursor -> LocalDate? in
            _ = cursor.take("of", "in")
            return laterWeek(&cursor)
        }
        if let week { return next(weekday, from: week) }
        return postponed(next(weekday, from: isThis ? today : today.adding(days: 1)), &cursor)
    }

    /// Whether a date stands behind the next word, so that this can only be the name of its weekday: `Sat 5.12.`.
    private func isBeforeDate(_ cursor: PhraseCursor) -> Bool {
        var ahead = cursor
        guard ahead.take(PhraseLexicon.weekday) != nil else { return false }
        // A date that no year has is refused where it is read.
        let date =
            try? ahead.attempt { try writtenDate(&$0) }
            ?? ahead.attempt { try numericDate(&$0, hasPreposition: true) }
        return date != nil
    }

    /// The next such weekday from a day on, that day included.
    func next(_ weekday: Int, from date: LocalDate) -> LocalDate {
        date.adding(days: (weekday - date.weekday + 7) % 7)
    }

    var startOfWeek: LocalDate { today.adding(days: -((today.weekday - firstWeekday + 7) % 7)) }
    private var saturday: LocalDate { today.weekday == 7 ? today : next(6, from: today) }

    /// The first day of a month, of the year where one is given, else of the first that is not over.
    func first(ofMonth month: Int, year: Int?, isOver: (LocalDate) -> Bool) -> LocalDate {
        let first = LocalDate(year: year ?? today.year, month: month, day: 1) ?? today
        return year == nil && isOver(first) ? first.adding(months: 12) : first
    }
}
