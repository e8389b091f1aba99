public import AtriumSDK
public import CSVFormat
import ICalendarExchange

/// A reader for a CSV row's cells, which records unreadable cells as problems and reads all other cells.
public struct RowCells {
    /// A problem that was found in a cell.
    public struct Problem: Sendable, Hashable {
        /// The header of the cell's column.
        public let header: String
        /// The issue code.
        public let code: String
        /// The problem's description, which does not quote the file.
        public let message: String

        /// Creates a problem.
        public init(_ header: String, _ code: String, _ message: String) {
            (self.header, self.code, self.message) = (header, code, message)
        }
    }

    /// The problems, in the order in which the problems were found.
    public internal(set) var problems: [Problem] = []
    /// The columns that contain ambiguous dates.
    public private(set) var ambiguousDates: Set<String> = []
    /// The user's time zone, or nil if a time without a zone is floating.
    public let userZone: String?
    private let order: CSVDateOrder?
    private let isYetToCome: (LocalDate) -> Bool
    private let cell: (String) -> String?

    /// Creates a reader for a row.
    ///
    /// - Parameters:
    ///   - order: the order in which dates contain the day, month and year, or nil if the order is unknown.
    ///   - options: the import's options, or nil when an imported row is read again.
    ///   - cell: returns the text of the cell in a column, or nil if the row has no such cell.
    public init(
        order: CSVDateOrder?, of options: ImportOptions? = nil,
        cell: @escaping (_ header: String) -> String?
    ) {
        self.order = order
        self.cell = cell
        userZone = options.map { Zones.id(of: $0.timeZone) }
        isYetToCome = { options?.isYetToCome($0) ?? false }
    }

    /// Returns a cell's unchanged text, or nil if the row has no such column.
    public func text(_ header: String) -> String? { cell(header) }

    /// Returns a cell's text on one line without surrounding white space, or nil if the line is empty.
    public func word(_ header: String) -> String? { cell(header).flatMap(Words.line) }

    /// Reads a cell's instant as stored text.
    ///
    /// A day without a time becomes noon in UTC, because noon in UTC is on the same day in most time zones.
    ///
    /// Returns nil if the cell is empty or unreadable. An unreadable cell is recorded as a problem.
    public mutating func instant(_ header: String) -> String? {
        guard let word = word(header) else { return nil }
        if let instant = Timestamp.date(word) { return Timestamp.text(instant) }
        if let day = day(word, in: header) { return Timestamp.noon(of: day) }
        note(header, "bad-date", "the time is not an instant such as 2026-03-01T19:30:00Z")
        return nil
    }

    /// Records a problem that was found in a cell.
    ///
    /// - Returns: nil, which the caller can return instead of the cell's value.
    @discardableResult
    public mutating func note(_ header: String, _ code: String, _ message: String) -> DataValue? {
        problems.append(Problem(header, code, message))
        return nil
    }

    /// Parses a day, or returns nil if the text is not a day; the caller must record the problem.
    public mutating func day(_ text: some StringProtocol, in header: String) -> LocalDate? {
        date(in: header) { order throws(CSVDateProblem) in
            LocalDate(iso: try CSVDate.parse(String(text), order: order).description)
        }
    }

    /// Parses the day from a text with a date and a time, or returns nil if the text has another form.
    mutating func dayOfTime(_ text: String, in header: String) -> LocalDate? {
        date(in: header) { order throws(CSVDateProblem) in
            LocalDate(iso: try CSVDateTime.parse(text, order: order).date.description)
        }
    }

    /// Parses a date with a function, or returns nil if the text is unreadable.
    ///
    /// The caller must record the problem if the text is unreadable.
    public mutating func date<Value>(
        in header: String, _ parse: (CSVDateOrder?) throws(CSVDateProblem) -> Value?
    ) -> Value? {
        do throws(CSVDateProblem) {
            return try parse(order)
        } catch {
            if case .ambiguousOrder = error { ambiguousDates.insert(header) }
            return nil
        }
    }

    /// Records a problem if the day of a past event is in the future.
    public mutating func noteIfYetToCome(_ day: LocalDate, in header: String) {
        guard isYetToCome(day) else { return }
        let issue = ImportIssue.yetToCome(day, line: 0, property: header)
        note(header, issue.code, issue.message)
    }

    /// Reads and parses a cell with a function.
    ///
    /// Returns an inner nil if the cell is empty, and an outer nil if the cell is missing or unreadable. An
    /// unreadable cell is recorded as a problem.
    public mutating func read<Value>(
        _ header: String, _ code: String, _ message: String, _ parse: (String) -> Value?
    ) -> Value?? {
        guard cell(header) != nil else { return .none }
        guard let word = word(header) else { return .some(nil) }
        if let value = parse(word) { return .some(value) }
        note(header, code, message)
        return .none
    }
}
