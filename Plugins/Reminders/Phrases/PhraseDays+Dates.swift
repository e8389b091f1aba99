import AtriumSDK

/// Dates as they are written: `June 5`, `5th of June 2027`, `2026-12-24`, `24.12.`, `the 5th`.
extension PhraseDays {
    /// A day and a month by its name, in either order, perhaps with a year.
    func writtenDate(_ cursor: inout PhraseCursor) throws -> LocalDate? {
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
        return try date(month: month, day: day, year: cursor.take(PhraseLexicon.year))
    }

    /// A date in figures; one that may be two, such as 3/4, is refused.
    func numericDate(_ cursor: inout PhraseCursor) throws -> LocalDate? {
        guard let word = cursor.next else { return nil }
        if let date = LocalDate(iso: word) {
            cursor.skip()
            return date
        }
        for separator in ["-", ".", "/"] where word.contains(separator) {
            let parts = word.split(separator: separator).map(String.init)
            let numbers = parts.compactMap(PhraseLexicon.digits)
            guard numbers.count == parts.count, (2...3).contains(numbers.count) else { continue }
            if separator == "-" {
                guard parts[0].utf8.count == 4, numbers.count == 3 else { continue }
                cursor.skip()
                return try date(month: numbers[1], day: numbers[2], year: numbers[0])
            }
            // 6.30 is a time or a price as well: of two numbers the first must be no hour, and the second a month.
            guard numbers.count == 3 || separator == "/" || (numbers[0] > 23 && (1...12).contains(numbers[1]))
            else { return nil }
            if separator == "/", numbers.count == 3, parts[0].utf8.count == 4 {
                cursor.skip()
                return try date(month: numbers[1], day: numbers[2], year: numbers[0])
            }
            if numbers.count == 3, parts[2].utf8.count != 4, parts[2].utf8.count != 2 { continue }
            let year = numbers.count == 3 ? numbers[2] + (parts[2].utf8.count == 2 ? 2000 : 0) : nil
            cursor.skip()
            if separator == "." { return try date(month: numbers[1], day: numbers[0], year: year) }
            switch (numbers[0], numbers[1]) {
            case (let first, let second) where first > 12:
                return try date(month: second, day: first, year: year)
            case (let first, let second) where second > 12:
                return try date(month: first, day: second, year: year)
            case (let first, let second) where first == second:
                return try date(month: first, day: second, year: year)
            default:
                throw AtriumError(
                    .badData, "\(word) may be two dates: the day or the month may come first",
                    remedy: "write it as 2026-03-01 or as 1 March", field: "text")
            }
        }
        return nil
    }

    /// `the 5th`, `the 5th of next month`: the next such day.
    func dayOfMonth(_ cursor: inout PhraseCursor, hasPreposition: Bool) throws -> LocalDate? {
        guard cursor.take("the"), let day = cursor.take(PhraseLexicon.numericOrdinal) else { return nil }
        if cursor.takeAll("of", "next", "month") {
            let start = today.startOfMonth.adding(months: 1)
            return try date(month: start.month, day: day, year: start.year)
        }
        let isWhole = cursor.takeAll("of", "the", "month") || cursor.takeAll("of", "this", "month")
        // "the 5th element" is none.
        guard hasPreposition || isWhole || cursor.next == nil || cursor.isAfterComma else { return nil }
        guard (1...31).contains(day) else {
            throw AtriumError(
                .badData, "no month has a day \(day)", remedy: "give a day from 1 to 31", field: "text")
        }
        return RepeatRule(frequency: .monthly, monthDays: [day]).firstDay(from: today)
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
