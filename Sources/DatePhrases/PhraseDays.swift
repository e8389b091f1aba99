import AtriumSDK

/// What phrases say of days, counted from today.
struct PhraseDays {
    /// The day on which the phrase is said.
    let today: LocalDate
    /// The first day of the user's week, 1 for Monday to 7 for Sunday.
    let firstWeekday: Int
    /// Whether a weekday that is said alone may be today, and not only one to come.
    var mayBeToday = false

    /// Takes a day with what stands before it: `on Friday`, `by the 5th`, `before June`.
    ///
    /// - Parameter weekday: the weekday that stands directly before, as in `Monday the 30th`.
    func dayWithPreposition(_ cursor: inout PhraseCursor, behind weekday: Int?) throws -> PhraseMeaning? {
        // "do not call before Friday" is not until Thursday.
        if cursor.next == "before", cursor.isNegated {
            cursor.skip()
            return try day(&cursor) == nil ? nil : .unreadDay
        }
        if let weekday, let date = try cursor.attempt({ try dayOfWeekday(&$0, weekday) }) {
            return .day(date)
        }
        if cursor.take("before") {
            return try day(&cursor).map { .day($0.date.adding(days: -1)) }
        }
        _ = cursor.take("due")
        let hasPreposition = cursor.take("on", "by")
        if let date = try cursor.attempt(dayOfNeighbour) { return .day(date) }
        if let span = cursor.attempt(span) { return .span(span) }
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
            { try dayOfMonth(&$0, hasPreposition: hasPreposition) },
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
        let begins = cursor.beginsClause
        if let offset = cursor.take(PhraseLexicon.dayOffset) {
            let day = today.adding(days: offset)
            return offset < 0 ? day : postponed(day, &cursor, beginsClause: begins)
        }
        _ = cursor.take("the")
        return cursor.takeAll("day", "after", "tomorrow") ? today.adding(days: 2) : nil
    }

    /// The day a week or a fortnight after a day behind which that stands: `tomorrow week`, `Monday fortnight`.
    ///
    /// - Parameter beginsClause: whether nothing stands before the day; within a text "Monday week plan" is a plan.
    private func postponed(
        _ date: LocalDate, _ cursor: inout PhraseCursor, beginsClause: Bool
    ) -> LocalDate {
        // "tomorrow week 12 begins" names the week.
        guard !cursor.isAfterComma, cursor.word(ahead: 1).flatMap(PhraseLexicon.digits) == nil else {
            return date
        }
        return cursor.attempt { cursor -> LocalDate? in
            if cursor.take("fortnight") { return PhraseUnit.fortnight.adding(1, to: date) }
            guard cursor.take("week"), beginsClause || endsDay(cursor) else { return nil }
            return PhraseUnit.week.adding(1, to: date)
        } ?? date
    }

    /// `in 3 days`, `3 days from now`, `a week from Friday`, `2 days ago`, `a week tomorrow`.
    private func counted(_ cursor: inout PhraseCursor) throws -> LocalDate? {
        let hasIn = cursor.take("in", "within")
        // "week tomorrow" begins a text.
        let isAlone = !hasIn && cursor.isAtBeginning && ["week", "fortnight"].contains(cursor.next)
        guard let count = Self.count(&cursor) ?? (isAlone ? 1 : nil) else { return nil }
        if hasIn, let unit = cursor.take(Self.unitOfTime) {
            return cursor.take("time") ? unit.adding(count, to: today) : nil
        }
        // "a week and a half" is no number of days.
        guard let unit = cursor.take(PhraseUnit.init(word:)), !cursor.takeAll("and", "a", "half") else {
            return nil
        }
        if hasIn {
            // "in 3 weeks' time".
            _ = cursor.take("time")
            return unit.adding(count, to: today)
        }
        if cursor.take("ago") { return unit.adding(-count, to: today) }
        if !isAlone, cursor.take("from", "after") {
            if cursor.take("now") { return unit.adding(count, to: today) }
            return try day(&cursor).map { unit.adding(count, to: $0.date) }
        }
        return [.week, .fortnight].contains(unit) ? namedDay(&cursor).map { unit.adding(count, to: $0) } : nil
    }

    /// `week's`, as in "a week's time".
    private static func unitOfTime(_ word: String) -> PhraseUnit? {
        word.hasSuffix("'s") ? PhraseUnit(word: String(word.dropLast(2))) : nil
    }

    /// Takes a day that may be several: `a week on Friday` is Friday or a week after it, `the second Tuesday` of any month.
    func unclearDay(_ cursor: inout PhraseCursor) throws -> Bool {
        let isWeekOn = cursor.attempt { cursor -> Bool? in
            guard Self.count(&cursor) != nil || cursor.isAtBeginning,
                let unit = cursor.take(PhraseUnit.init(word:)), [.week, .fortnight].contains(unit),
                cursor.take("on")
            else { return nil }
            return weekday(&cursor, hasPreposition: true).map { _ in true }
        }
        if isWeekOn != nil { return true }
        return try cursor.attempt { cursor -> Bool? in
            _ = cursor.take("on", "by")
            guard try cursor.attempt(partOfMonth) == nil else { return nil }
            _ = cursor.take("the")
            guard cursor.take(PhraseLexicon.ordinal) != nil else { return nil }
            let isWeekday =
                cursor.take(PhraseLexicon.fullWeekday) ?? cursor.take(PhraseLexicon.pluralWeekday) != nil
            guard isWeekday || cursor.take("weekend"), cursor.next != "next" else { return nil }
            return true
        } ?? false
    }

    /// `3`, `three`, `a couple of`.
    static func count(_ cursor: inout PhraseCursor) -> Int? {
        if cursor.takeAll("a", "couple", "of") || cursor.takeAll("a", "couple") { return 2 }
        return cursor.take(PhraseLexicon.number)
    }

    // MARK: - Weeks, months, years

    /// `next week Friday`, `next month on the 5th`, `next year on June 5`; without a day of it, the first of the span.
    private func neighbour(_ cursor: inout PhraseCursor) throws -> LocalDate? {
        if let date = try cursor.attempt(dayOfNeighbour) { return date }
        return cursor.attempt(span)?.first
    }

    /// A day within a week, a month or a year that is named before it.
    private func dayOfNeighbour(_ cursor: inout PhraseCursor) throws -> LocalDate? {
        if let start = cursor.attempt(laterWeek) { return day(ofWeek: start, &cursor) }
        if let start = cursor.attempt(laterMonth) { return try day(ofMonth: start, &cursor) }
        guard cursor.takeAll("next", "year") else { return nil }
        _ = cursor.take("on")
        return try writtenDate(&cursor, ofYear: today.year + 1)
    }

    /// `next week`, `this weekend`, `the month after next`, `next year`, `in June`: a span without a day of it.
    func span(_ cursor: inout PhraseCursor) -> DaySpan? {
        let isBehindMonth =
            cursor.next == "next" && cursor.word(ahead: 1) == "year"
            && cursor.word(ahead: -1).flatMap(PhraseLexicon.month) != nil
        guard let span = cursor.attempt(neighbouringSpan) ?? cursor.attempt(monthAlone) else { return nil }
        // "next month end" is no first day of a month, and "June next year" none of a year.
        return cursor.next == "end" || isBehindMonth ? nil : span
    }

    private func neighbouringSpan(_ cursor: inout PhraseCursor) -> DaySpan? {
        if let start = cursor.attempt(laterWeek) { return .init(from: start, lasting: .week) }
        if let start = cursor.attempt(laterMonth) { return .init(from: start, lasting: .month) }
        _ = cursor.take("the")
        if cursor.take("weekend") { return weekend(from: saturday) }
        if cursor.take("this", "coming") { return cursor.take("weekend") ? weekend(from: saturday) : nil }
        guard cursor.take("next") else { return nil }
        if cursor.take("quarter") {
            let start = today.startOfMonth.adding(months: 3 - (today.month - 1) % 3)
            return .init(from: start, lasting: .quarter)
        }
        if cursor.take("year") {
            return LocalDate(year: today.year + 1, month: 1, day: 1).map { .init(from: $0, lasting: .year) }
        }
        // On a Sunday, this weekend began yesterday.
        guard cursor.take("weekend") else { return nil }
        return weekend(
            from: next(6, from: today.adding(days: today.weekday == 7 ? -1 : 0)).adding(days: 7))
    }

    private func weekend(from first: LocalDate) -> DaySpan {
        .init(from: first, through: next(7, from: first))
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

    /// The day of a week that follows it, as in `next week Friday` and `next week on Friday`.
    private func day(ofWeek start: LocalDate, _ cursor: inout PhraseCursor) -> LocalDate? {
        let weekday =
            cursor.take("on") ? cursor.take(PhraseLexicon.weekday) : cursor.take(PhraseLexicon.fullWeekday)
        return weekday.map { next($0, from: start) }
    }

    /// The day of a month that follows it, as in `next month on the 5th`.
    private func day(ofMonth start: LocalDate, _ cursor: inout PhraseCursor) throws -> LocalDate? {
        let hasPreposition = cursor.take("on")
        guard cursor.take("the") || hasPreposition else { return nil }
        if let date = cursor.attempt({ countedDay(&$0, ofMonth: start) }) { return date }
        let day: Int? = cursor.take(PhraseLexicon.dayOrdinal) ?? cursor.take(PhraseLexicon.numericOrdinal)
        return try day.map { try date(month: start.month, day: $0, year: start.year) }
    }

    /// `in June`.
    private func monthAlone(_ cursor: inout PhraseCursor) -> DaySpan? {
        cursor.take("in") ? month(&cursor).map { .init(from: $0, lasting: .month) } : nil
    }

    /// `of next week`, `of June`, `this week` behind a repetition.
    func spanOfRepetition(_ cursor: inout PhraseCursor) -> DaySpan? {
        if cursor.takeAll("this", "week") { return .init(from: today, through: startOfWeek.adding(days: 6)) }
        if cursor.takeAll("this", "month") { return .init(from: today, through: today.endOfMonth) }
        guard cursor.take("of") else { return nil }
        return cursor.attempt(span) ?? month(&cursor).map { .init(from: $0, lasting: .month) }
    }

    /// `June`, `June 2027`, `June next year`: its first day.
    func month(_ cursor: inout PhraseCursor) -> LocalDate? {
        guard let month = cursor.take(PhraseLexicon.month) else { return nil }
        let year =
            cursor.take(PhraseLexicon.year) ?? (cursor.takeAll("next", "year") ? today.year + 1 : nil)
        return first(ofMonth: month, year: year, isOver: { $0 < today })
    }

    // MARK: - Weekdays

    private func weekday(_ cursor: inout PhraseCursor, hasPreposition: Bool) -> LocalDate? {
        let begins = cursor.beginsClause
        if cursor.take("next") {
            // Next Friday is the one of the next week; this Friday, and Friday, the one that comes.
            guard let weekday = cursor.take(PhraseLexicon.weekday) else { return nil }
            return next(weekday, from: startOfWeek.adding(days: 7))
        }
        let isThis = cursor.take("this", "coming")
        let isNamed = hasPreposition || isThis || isBeforeDate(cursor) || isBeforeTime(cursor)
        guard let weekday = cursor.take(isNamed ? PhraseLexicon.weekday : PhraseLexicon.fullWeekday) else {
            return nil
        }
        let week = cursor.attempt { cursor -> LocalDate? in
            _ = cursor.take("of", "in")
            return laterWeek(&cursor)
        }
        if let week { return next(weekday, from: week) }
        return postponed(
            next(weekday, from: isThis || mayBeToday ? today : today.adding(days: 1)), &cursor,
            beginsClause: begins)
    }

    /// Whether a date stands behind the next word, so that this can only be the name of its weekday: `Sat 5.12.`.
    func isBeforeDate(_ cursor: PhraseCursor) -> Bool {
        var ahead = cursor
        guard ahead.take(PhraseLexicon.weekday) != nil else { return false }
        // A date that no year has is refused where it is read.
        let date =
            try? ahead.attempt { try writtenDate(&$0) }
            ?? ahead.attempt { try numericDate(&$0, hasPreposition: true) }
        return date != nil
    }

    /// Whether a time stands behind the next word, or `next week`: `sat 9am`, `tue at 9`.
    private func isBeforeTime(_ cursor: PhraseCursor) -> Bool {
        guard !cursor.nextEndsWithComma, let following = cursor.word(ahead: 1) else { return false }
        if following == "next" { return cursor.word(ahead: 2) == "week" }
        if Self.isClock(following) { return true }
        guard following == "at", let time = cursor.word(ahead: 2) else { return false }
        // "she sat at 9 tables".
        return Self.isClock(time)
            || (["mon", "tue", "tues", "thu", "thur", "thurs", "fri"].contains(cursor.next)
                && PhraseLexicon.digits(time) != nil)
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
