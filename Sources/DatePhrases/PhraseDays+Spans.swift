import AtriumSDK

/// Days by their place in a week, a month or a year: `end of month`, `last Friday of June`.
extension PhraseDays {
    /// A place at the edge of a span, or in its middle.
    private enum Place {
        case first
        case middle
        case last
    }

    /// `end of next month`, `beginning of June`, `middle of the month`; where that is over, of the one that comes.
    func edge(_ cursor: inout PhraseCursor) throws -> LocalDate? {
        _ = cursor.take("at")
        _ = cursor.take("the")
        let place: Place? = cursor.take { word in
            switch word {
            case "beginning", "start": .first
            case "middle", "mid": .middle
            case "end": .last
            default: nil
            }
        }
        guard let place else { return nil }
        _ = cursor.take("of")
        let isThis = cursor.take("this")
        if !isThis { _ = cursor.take("the") }
        let isNext = cursor.take("next")
        if let unit = cursor.take(PhraseUnit.init(word:)) {
            guard let date = day(at: place, of: unit, later: isNext ? 1 : 0) else { return nil }
            return date < today && !isThis && !isNext ? day(at: place, of: unit, later: 1) : date
        }
        guard let month = cursor.take(PhraseLexicon.month) else { return nil }
        let start = first(
            ofMonth: month, year: cursor.take(PhraseLexicon.year),
            isOver: { self.day(at: place, ofMonth: $0) < today })
        return day(at: place, ofMonth: start)
    }

    /// `by year end`, `at month-end`: the last day of a span that is named before `end`.
    ///
    /// Within a text, `at` and `on` may stand before more than that: "look at year end numbers".
    func endOfSpan(_ cursor: inout PhraseCursor, hasPreposition: Bool) -> LocalDate? {
        let begins = cursor.beginsClause
        let isAt = cursor.take("at")
        guard isAt || hasPreposition else { return nil }
        let needsEnd = !begins && (isAt || cursor.isAfter("on"))
        _ = cursor.take("the")
        let joined: PhraseUnit? = cursor.take { word in
            word.hasSuffix("-end") ? PhraseUnit(word: String(word.dropLast(4))) : nil
        }
        let unit =
            joined
            ?? cursor.attempt { cursor -> PhraseUnit? in
                let unit = cursor.take(PhraseUnit.init(word:))
                return cursor.take("end") ? unit : nil
            }
        guard let unit, [.month, .quarter, .year].contains(unit), !needsEnd || endsDay(cursor) else {
            return nil
        }
        return day(at: .last, of: unit, later: 0)
    }

    /// The day at a place of this week, month, quarter or year, or of a later one.
    private func day(at place: Place, of unit: PhraseUnit, later count: Int) -> LocalDate? {
        switch unit {
        case .week:
            let start = startOfWeek.adding(days: 7 * count)
            switch place {
            case .first: return start
            case .middle: return start.adding(days: 3)
            // The end of a week is its last working day; on the weekend, that of the week that comes.
            case .last: return next(5, from: count > 0 ? start : today)
            }
        case .month: return day(at: place, ofMonth: today.startOfMonth.adding(months: count))
        case .quarter:
            let start = today.startOfMonth.adding(months: 3 * count - (today.month - 1) % 3)
            switch place {
            case .first: return start
            case .middle: return start.adding(months: 1).adding(days: 14)
            case .last: return start.adding(months: 2).endOfMonth
            }
        case .year:
            guard let start = LocalDate(year: today.year + count, month: 1, day: 1) else { return nil }
            switch place {
            case .first: return start
            case .middle: return start.adding(days: 181)
            case .last: return start.adding(months: 11).endOfMonth
            }
        case .day, .fortnight: return nil
        }
    }

    private func day(at place: Place, ofMonth start: LocalDate) -> LocalDate {
        switch place {
        case .first: start
        case .middle: start.adding(days: 14)
        case .last: start.endOfMonth
        }
    }

    // MARK: - Parts of a month

    /// What is counted within a month: `Friday`, `day`, `working day`.
    private enum Counted {
        case weekday(Int)
        case day
        case workingDay

        /// Its name in English.
        var name: String {
            switch self {
            case .weekday(let weekday): LocalDate.name(ofWeekday: weekday)
            case .day: "day"
            case .workingDay: "working day"
            }
        }

        /// The nth of a month, the last for -1; nil where the month has none.
        func day(_ ordinal: Int, ofMonth start: LocalDate) -> LocalDate? {
            let days = (0..<LocalDate.days(inMonth: start.month, of: start.year)).map {
                start.adding(days: $0)
            }
            let fitting = days.filter { day in
                switch self {
                case .weekday(let weekday): day.weekday == weekday
                case .day: true
                case .workingDay: day.weekday <= 5
                }
            }
            let place = ordinal < 0 ? fitting.count + ordinal : ordinal - 1
            return fitting.indices.contains(place) ? fitting[place] : nil
        }
    }

    private func counted(inMonth cursor: inout PhraseCursor) -> Counted? {
        if let weekday = cursor.take(PhraseLexicon.weekday) { return .weekday(weekday) }
        if cursor.take("day") { return .day }
        return Self.takeWorkingDay(&cursor) ? .workingDay : nil
    }

    /// Takes `weekday` and its other names.
    static func takeWorkingDay(_ cursor: inout PhraseCursor) -> Bool {
        cursor.take("weekday", "workday") || cursor.takeAll("working", "day")
            || cursor.takeAll("business", "day")
    }

    /// `first Monday`, `last working day` of a month.
    func countedDay(_ cursor: inout PhraseCursor, ofMonth start: LocalDate) -> LocalDate? {
        guard let ordinal = cursor.take(PhraseLexicon.ordinal), let counted = counted(inMonth: &cursor) else {
            return nil
        }
        return counted.day(ordinal, ofMonth: start)
    }

    /// `last Friday of the month`, `first Monday in June`, `last day of next month`, `first working day of the month`.
    func partOfMonth(_ cursor: inout PhraseCursor) throws -> LocalDate? {
        _ = cursor.take("the")
        guard let ordinal = cursor.take(PhraseLexicon.ordinal), let counted = counted(inMonth: &cursor),
            cursor.take("of", "in")
        else { return nil }
        let isThis = cursor.take("this")
        if !isThis { _ = cursor.take("the") }
        func found(_ start: LocalDate) throws -> LocalDate {
            if let date = counted.day(ordinal, ofMonth: start) { return date }
            throw AtriumError(
                .badData,
                """
                \(LocalDate.name(ofMonth: start.month)) \(start.year) has no \
                \(PhraseLexicon.text(ofOrdinal: ordinal)) \(counted.name)
                """,
                remedy: "give a date such as 2026-03-01", field: "text")
        }
        if cursor.take("month") {
            if isThis { return try found(today.startOfMonth) }
            // One that is over means the next month's.
            let starts = (0...12).map { today.startOfMonth.adding(months: $0) }
            return starts.lazy.compactMap { counted.day(ordinal, ofMonth: $0) }.first { $0 >= today }
        }
        if cursor.takeAll("next", "month") { return try found(today.startOfMonth.adding(months: 1)) }
        if cursor.take("year") {
            guard ordinal < 0 else { return nil }
            return LocalDate(year: today.year, month: 12, day: 1).flatMap {
                counted.day(ordinal, ofMonth: $0)
            }
        }
        guard let month = cursor.take(PhraseLexicon.month) else { return nil }
        return try found(
            first(
                ofMonth: month, year: cursor.take(PhraseLexicon.year),
                isOver: { (counted.day(ordinal, ofMonth: $0) ?? $0.endOfMonth) < today }))
    }
}
