import AtriumSDK

/// Dates as they are written: `June 5`, `5th of June 2027`, `2026-12-24`, `24.12.`, `the 5th`.
extension PhraseDays {
    /// A day and a month by its name, in either order, perhaps with a year.
    ///
    /// - Parameter given: the year, where it was said before: `next year on June 5`.
    func writtenDate(_ cursor: inout PhraseCursor, ofYear given: Int? = nil) throws -> LocalDate? {
        _ = cursor.take("the")
        let day: Int
        let month: Int
        if let first = cursor.take(PhraseLexicon.month) {
            month = first
            _ = cursor.take("the")
            guard let second = cursor.take(Self.dayNumber) else { return nil }
            day = second
        } else {
            if let spoken = cursor.take(PhraseLexicon.dayOrdinal) {
                // "the second March" is another thing.
                guard cursor.next == "of" else { return nil }
                day = spoken
            } else {
                guard let first = cursor.take(Self.dayNumber) else { return nil }
                day = first
            }
            _ = cursor.take("of")
            guard let second = cursor.take(PhraseLexicon.month) else { return nil }
            month = second
        }
        let year =
            given ?? cursor.take(PhraseLexicon.year)
            ?? (cursor.takeAll("next", "year") ? today.year + 1 : nil)
        if year == nil { try refuseShortYear(cursor) }
        return try date(month: month, day: day, year: year)
    }

    /// A two-figure number behind a day and a month may be the year, or count what follows.
    private func refuseShortYear(_ cursor: PhraseCursor) throws {
        guard !cursor.isAfterComma, let word = cursor.next, word.utf8.count == 2,
            let number = PhraseLexicon.digits(word),
            (today.year % 100...today.year % 100 + 10).contains(number),
            !(cursor.word(ahead: 1).map(PhraseLexicon.isMeasure) ?? false)
        else { return }
        throw AtriumError(
            .badData, "\(word) after the month could be a year",
            remedy: "write the year as \(today.year), or put a comma before the number", field: "text")
    }

    /// A date in figures; one that may be two, such as 3/4, is refused.
    func numericDate(_ cursor: inout PhraseCursor, hasPreposition: Bool) throws -> LocalDate? {
        guard let word = cursor.next else { return nil }
        if let date = LocalDate(iso: word) {
            cursor.skip()
            return date
        }
        for separator in ["-", ".", "/"] where word.contains(separator) {
            let parts = word.split(separator: separator).map(String.init)
            let numbers = parts.compactMap(PhraseLexicon.digits)
            guard numbers.count == parts.count, (2...3).contains(numbers.count) else { continue }
            let isYearFirst = parts[0].utf8.count == 4 && numbers.count == 3
            // "5.012" is a number.
            guard isYearFirst || parts.prefix(2).allSatisfy({ $0.utf8.count <= 2 }) else { continue }
            if separator == ".", numbers.count == 2 {
                return try dayAndMonth(numbers[0], numbers[1], &cursor, hasPreposition: hasPreposition)
            }
            if isYearFirst, separator != "." {
                cursor.skip()
                return try date(month: numbers[1], day: numbers[2], year: numbers[0])
            }
            if separator == "-" { continue }
            if numbers.count == 3, parts[2].utf8.count != 4, parts[2].utf8.count != 2 { continue }
            let year = numbers.count == 3 ? numbers[2] + (parts[2].utf8.count == 2 ? 2000 : 0) : nil
            cursor.skip()
            if separator == "." { return try date(month: numbers[1], day: numbers[0], year: year) }
            return try date(word, numbers[0], numbers[1], year: year)
        }
        return nil
    }

    /// `12/24`: which number is the month, the other must say.
    private func date(_ word: String, _ first: Int, _ second: Int, year: Int?) throws -> LocalDate {
        if first > 12 { return try date(month: second, day: first, year: year) }
        if second > 12 || first == second { return try date(month: first, day: second, year: year) }
        throw AtriumError(
            .badData, "\(word) is ambiguous: the day or the month could come first",
            remedy: "write it as 2026-03-01 or as 1 March", field: "text")
    }

    /// `24.12.`: day and month.
    ///
    /// Its second point may be a full stop behind a price or a version, so that within a text a preposition, a time, a comma
    /// or the beginning must say that it is a day, and at the end of one a preposition, or its day be no hour. Without that
    /// point it may be a time as well.
    private func dayAndMonth(
        _ day: Int, _ month: Int, _ cursor: inout PhraseCursor, hasPreposition: Bool
    ) throws -> LocalDate? {
        guard (1...12).contains(month), day > 0, let word = cursor.next else { return nil }
        let hasPoint = cursor.nextEndsWithPoint
        var ahead = cursor
        ahead.skip()
        let mayBeTime = day < 24 && !hasPoint && cursor.isAfter("by", "due") && PhraseTimes.endsTime(ahead)
        guard !mayBeTime else {
            throw AtriumError(
                .badData, "\(word) could be a day or a time",
                remedy: "write it as \(day).\(month). or as \(day):\(month < 10 ? "0" : "")\(month)",
                field: "text")
        }
        let isDate =
            hasPoint
            ? hasPreposition || (!cursor.isAtLast && isMarked(cursor, before: ahead))
            : cursor.isAfter("on") && PhraseTimes.endsTime(ahead)
        let isNoHour = day > 23 && (!hasPoint || cursor.isAtLast)
        guard isDate || isNoHour else { return nil }
        cursor = ahead
        return try date(month: month, day: day, year: nil)
    }

    /// Whether something beside figures within a text says that they are a day.
    private func isMarked(_ cursor: PhraseCursor, before ahead: PhraseCursor) -> Bool {
        let previous = cursor.word(ahead: -1) ?? ""
        let next = ahead.next ?? ""
        return cursor.isAtBeginning || cursor.nextEndsWithComma || previous == "due"
            || PhraseLexicon.weekday(previous) != nil || Self.isClock(previous) || Self.isClock(next)
            || DayPart(word: next) != nil || isBeforeClock(ahead)
    }

    /// Whether a word can only be a time: `18:00`, `6pm`.
    static func isClock(_ word: String) -> Bool {
        word.wholeMatch(of: /\d{1,2}:\d{2}(am|pm|z)?|\d{1,2}(\.\d{2})?(am|pm)/) != nil
    }

    /// `the 5th`, `the 5th of next month`, `the 5th next month`, `the first of the month`: the next such day.
    func dayOfMonth(_ cursor: inout PhraseCursor, hasPreposition: Bool) throws -> LocalDate? {
        let hasArticle = cursor.take("the")
        let spoken: Int? = cursor.take(PhraseLexicon.dayOrdinal)
        guard let day = spoken ?? cursor.take(PhraseLexicon.numericOrdinal) else { return nil }
        let month = cursor.attempt { cursor -> LocalDate? in
            // "first next month" need not be a day of it.
            guard cursor.take("of") || hasArticle || spoken == nil else { return nil }
            return laterMonth(&cursor)
        }
        if let month { return try date(month: month.month, day: day, year: month.year) }
        if cursor.takeAll("of", "this", "month") {
            return try date(month: today.month, day: day, year: today.year)
        }
        // "on the first, second and third floor" goes on.
        if cursor.isAfterComma, let next = cursor.next,
            (PhraseLexicon.dayOrdinal(next) ?? PhraseLexicon.numericOrdinal(next)) != nil
        {
            return nil
        }
        if !cursor.takeAll("of", "the", "month") {
            // "the 5th element" is none, and "the first" and "on 5th Avenue" are none; "on the first" at an end is one.
            let isMarked = hasArticle && hasPreposition
            guard isMarked || (spoken == nil && (hasArticle || hasPreposition)) else { return nil }
            guard endsDay(cursor) || (isMarked && spoken == nil) else { return nil }
        }
        return try nextDay(day)
    }

    /// `the 30th`, `30th` behind `Monday`; `30`, where the next such day is one and nothing can be counted by it.
    func dayOfWeekday(_ cursor: inout PhraseCursor, _ weekday: Int) throws -> LocalDate? {
        _ = cursor.take("the")
        let ordinal: Int? = cursor.take(PhraseLexicon.numericOrdinal)
        guard let day = ordinal ?? cursor.take(PhraseLexicon.digits), cursor.next != "of",
            cursor.next.flatMap(PhraseLexicon.month) == nil
        else { return nil }
        if ordinal != nil { return try nextDay(day) }
        guard (1...31).contains(day), endsDay(cursor), let date = try nextDay(day), date.weekday == weekday
        else { return nil }
        return date
    }

    private func nextDay(_ day: Int) throws -> LocalDate? {
        guard (1...31).contains(day) else {
            throw AtriumError(
                .badData, "no month has a day \(day)", remedy: "give a day from 1 to 31", field: "text")
        }
        return RepeatRule(frequency: .monthly, monthDays: [day]).firstDay(from: today)
    }

    /// Whether nothing more is said of a day: a clause ends behind it, or a time of it follows.
    func endsDay(_ cursor: PhraseCursor) -> Bool {
        guard !cursor.isAtEnd, let next = cursor.next else { return true }
        var ahead = cursor
        return isBeforeClock(cursor) || Self.isClock(next) || DayPart(word: next) != nil
            || PhraseTimes.namedDayPart(&ahead) != nil
    }

    /// Whether `at` and a time follow.
    private func isBeforeClock(_ cursor: PhraseCursor) -> Bool {
        guard ["at", "@", "around", "by"].contains(cursor.next), let word = cursor.word(ahead: 1) else {
            return false
        }
        return word.first?.isNumber == true || PhraseLexicon.number(word) != nil || DayPart(word: word) != nil
            || ["midnight", "half", "quarter"].contains(word)
    }

    /// `5`, `5th`: a number of at most two digits.
    static func dayNumber(_ word: String) -> Int? {
        (PhraseLexicon.numericOrdinal(word) ?? PhraseLexicon.digits(word)).flatMap { $0 < 100 ? $0 : nil }
    }

    /// The date of a year, or the next one where no year is given; refuses what no year has.
    func date(month: Int, day: Int, year: Int?) throws -> LocalDate {
        guard (1...12).contains(month) else {
            throw AtriumError(
                .badData, "there is no month \(month)", remedy: "give a month from 1 to 12", field: "text")
        }
        let longest = LocalDate.days(inMonth: month, of: year ?? 2000)
        guard (1...longest).contains(day) else {
            throw AtriumError(
                .badData,
                "\(LocalDate.name(ofMonth: month))\(year.map { " \($0)" } ?? "") has \(longest) days, not \(day)",
                remedy: "give a day from 1 to \(longest)", field: "text")
        }
        let years = year.map { $0...$0 } ?? today.year...(today.year + 8)
        let dates = years.lazy.compactMap { LocalDate(year: $0, month: month, day: day) }
        return dates.first { year != nil || $0 >= today } ?? today
    }
}
