/// A date in a cell, as it is written: no zone, no calendar arithmetic.
public struct CSVDate: Hashable, Sendable, CustomStringConvertible {
    /// The year, 1 to 9999; nil where it is not given, as in `--04-20`.
    public var year: Int?
    /// The month, 1 to 12.
    public var month: Int
    /// The day, 1 to 31, and one that the month has.
    public var day: Int

    /// Makes a date; nil where there is no such day.
    ///
    /// 29 February without a year is one.
    public init?(year: Int?, month: Int, day: Int) {
        guard (1...12).contains(month), year.map({ (1...9999).contains($0) }) ?? true else { return nil }
        let isLeap = year.map { $0 % 4 == 0 && ($0 % 100 != 0 || $0 % 400 == 0) } ?? true
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...lengths[month - 1]).contains(day) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// ISO 8601: `2024-02-29`, or `--02-29` without a year.
    public var description: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return (year.map { padded($0, 4) } ?? "-") + "-" + padded(month, 2) + "-" + padded(day, 2)
    }
}

/// In which order a file writes the numbers of a date.
///
/// Never guessed: the user says it.
public enum CSVDateOrder: String, Hashable, Sendable, CaseIterable {
    /// Month, day, year, as in the United States.
    case monthDayYear = "mdy"
    /// Day, month, year, as in most of the world.
    case dayMonthYear = "dmy"
    /// Year, month, day.
    case yearMonthDay = "ymd"
}

/// Why a cell gives no date or time.
public enum CSVDateProblem: Error, Hashable, Sendable {
    /// It is no date in any known way of writing.
    case notADate
    /// It reads as two different days, and no order was given. First as month and day, then as day and month.
    case ambiguousOrder(CSVDate, CSVDate)
    /// Its year has two digits, and which century is meant is not said.
    case twoDigitYear
    /// It has the form of a date, but there is no such day (in the order given).
    case noSuchDay

    /// What is wrong, in one sentence without the value.
    public var message: String {
        switch self {
        case .notADate: "The cell is not a date."
        case .ambiguousOrder: "The cell could be two different days; give the order of day and month."
        case .twoDigitYear: "The year has two digits, so its century is unknown."
        case .noSuchDay: "There is no such day."
        }
    }
}

extension CSVDate {
    /// Reads a date.
    ///
    /// Understands `2024-02-29`, `2024/2/29`, `20240229`, `--02-29`; `29.2.2024` (day first wherever dots are used);
    /// `15 Jan 2024`, `Jan 15, 2024` with English month names; and numbers with `/` or `-` between, of which the
    /// year comes last. The last kind needs `order` unless one number is beyond 12 or both are equal.
    public static func parse(_ text: String, order: CSVDateOrder? = nil) throws(CSVDateProblem) -> CSVDate {
        let text = text.trimmingBlanks()
        guard text.utf8.count <= 40 else { throw .notADate }
        if let named = try parseNamedMonth(text) { return named }
        if text.hasPrefix("--") { return try yearless(text.dropFirst(2)) }
        if text.utf8.count == 8, text.utf8.allSatisfy(isDigit) {
            return try make(Int(text.prefix(4)), Int(text.dropFirst(4).prefix(2)), Int(text.suffix(2)))
        }
        for separator: Character in ["-", "/", "."] where text.contains(separator) {
            let parts = text.split(separator: separator, omittingEmptySubsequences: false)
            guard parts.count == 3,
                parts.allSatisfy({ (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy(isDigit) })
            else { throw .notADate }
            if parts[0].utf8.count == 4 {
                return try make(Int(parts[0]), Int(parts[1]), Int(parts[2]))
            }
            return try parseYearLast(parts, order: separator == "." ? .dayMonthYear : order)
        }
        throw .notADate
    }

    private static func parseYearLast(_ parts: [Substring], order: CSVDateOrder?) throws(CSVDateProblem)
        -> CSVDate
    {
        guard parts[0].utf8.count <= 2, parts[1].utf8.count <= 2 else { throw .notADate }
        guard parts[2].utf8.count != 2 else { throw .twoDigitYear }
        guard parts[2].utf8.count == 4, let first = Int(parts[0]), let second = Int(parts[1]),
            let year = Int(parts[2])
        else { throw .notADate }
        switch order {
        case .monthDayYear?: return try make(year, first, second)
        case .dayMonthYear?: return try make(year, second, first)
        case .yearMonthDay?: throw .noSuchDay
        case nil: break
        }
        let monthFirst = CSVDate(year: year, month: first, day: second)
        let dayFirst = CSVDate(year: year, month: second, day: first)
        switch (monthFirst, dayFirst) {
        case (let date?, nil), (nil, let date?): return date
        case (let one?, let other?):
            if one == other { return one }
            throw .ambiguousOrder(one, other)
        case (nil, nil): throw .noSuchDay
        }
    }

    private static func yearless(_ text: Substring) throws(CSVDateProblem) -> CSVDate {
        let digits = text.filter { $0 != "-" }
        guard digits.utf8.count == 4, digits.utf8.allSatisfy(isDigit), text.utf8.count <= 5 else {
            throw .notADate
        }
        guard let month = Int(digits.prefix(2)), let day = Int(digits.suffix(2)),
            let date = CSVDate(year: nil, month: month, day: day)
        else { throw .noSuchDay }
        return date
    }

    private static let monthNames = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
        "november", "december",
    ]

    /// `15 Jan 2024`, `15-Jan-2024`, `January 15, 2024`; nil where no month is named.
    private static func parseNamedMonth(_ text: Substring) throws(CSVDateProblem) -> CSVDate? {
        let parts = text.lowercased().split { $0 == " " || $0 == "," || $0 == "-" || $0 == "." || $0 == "/" }
        guard parts.count == 3,
            let place = parts.firstIndex(where: { $0.utf8.first.map { !isDigit($0) } ?? false })
        else { return nil }
        let name = parts[place]
        guard place < 2, name.utf8.count >= 3,
            let month = monthNames.firstIndex(where: {
                $0.hasPrefix(name) || (name == "sept" && $0 == "september")
            })
        else { return nil }
        let dayText = parts[place == 0 ? 1 : 0]
        let yearText = parts[2]
        guard dayText.utf8.count <= 2, dayText.utf8.allSatisfy(isDigit), yearText.utf8.allSatisfy(isDigit)
        else {
            throw .notADate
        }
        guard yearText.utf8.count != 2 else { throw .twoDigitYear }
        guard yearText.utf8.count == 4 else { throw .notADate }
        return try make(Int(yearText), month + 1, Int(dayText))
    }

    private static func make(_ year: Int?, _ month: Int?, _ day: Int?) throws(CSVDateProblem) -> CSVDate {
        guard let year, let month, let day, let date = CSVDate(year: year, month: month, day: day) else {
            throw .noSuchDay
        }
        return date
    }
}

func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
