public import AtriumSDK
public import CSVFormat
import ICalendarExchange

/// The cells of a row of CSV while they are read: what cannot be read of one is noted, and the rest of the row is taken.
public struct RowCells {
    /// Something that could not be read.
    public struct Problem: Sendable, Hashable {
        /// The header of its column.
        public let header: String
        /// The kind of issue.
        public let code: String
        /// What is wrong, in words that quote nothing of the file.
        public let message: String

        /// Describes a problem.
        public init(_ header: String, _ code: String, _ message: String) {
            (self.header, self.code, self.message) = (header, code, message)
        }
    }

    /// What was wrong, in the order in which it was met.
    public internal(set) var problems: [Problem] = []
    /// The columns with a date that may be two days.
    public private(set) var ambiguousDates: Set<String> = []
    /// The user's zone; nil if a time without one floats.
    public let userZone: String?
    private let order: CSVDateOrder?
    private let isYetToCome: (LocalDate) -> Bool
    private let cell: (String) -> String?

    /// Begins to read a row.
    ///
    /// - Parameters:
    ///   - order: in which order its dates are written; nil if nobody said.
    ///   - options: of the import; nil: what was imported before is read again.
    ///   - cell: the text of the cell in a column; nil if there is no such column.
    public init(
        order: CSVDateOrder?, of options: ImportOptions? = nil,
        cell: @escaping (_ header: String) -> String?
    ) {
        self.order = order
        self.cell = cell
        userZone = options.map { Zones.id(of: $0.timeZone) }
        isYetToCome = { options?.isYetToCome($0) ?? false }
    }

    /// The text of a cell as it stands in the file; nil if the row has no such column.
    public func text(_ header: String) -> String? { cell(header) }

    /// The text of a cell on one line without blanks around it; nil if nothing is left.
    public func word(_ header: String) -> String? { cell(header).flatMap(Words.line) }

    /// The instant of a cell, as stored text; of a day its noon in UTC, which is on that day in most zones.
    ///
    /// Nil if the cell is empty, or says none, which is noted.
    public mutating func instant(_ header: String) -> String? {
        guard let word = word(header) else { return nil }
        if let instant = Instant.date(word) { return Instant.text(instant) }
        if let day = day(word, in: header) { return Instant.noon(of: day) }
        note(header, "bad-date", "the time is no instant such as 2026-03-01T19:30:00Z")
        return nil
    }

    /// Notes what is wrong with a cell.
    ///
    /// - Returns: nil, as what was read of it.
    @discardableResult
    public mutating func note(_ header: String, _ code: String, _ message: String) -> DataValue? {
        problems.append(Problem(header, code, message))
        return nil
    }

    /// A day; nil if the text is none, which the caller notes.
    public mutating func day(_ text: some StringProtocol, in header: String) -> LocalDate? {
        date(in: header) { order throws(CSVDateProblem) in
            LocalDate(iso: try CSVDate.parse(String(text), order: order).description)
        }
    }

    /// The day of a text with a time on it; nil if it is none.
    mutating func dayOfTime(_ text: String, in header: String) -> LocalDate? {
        date(in: header) { order throws(CSVDateProblem) in
            LocalDate(iso: try CSVDateTime.parse(text, order: order).date.description)
        }
    }

    /// What a text with a date says; nil if it is none, which the caller notes.
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

    /// Notes that something is to have happened on a day that has not come.
    public mutating func noteIfYetToCome(_ day: LocalDate, in header: String) {
        guard isYetToCome(day) else { return }
        let issue = ImportIssue.yetToCome(day, line: 0, property: header)
        note(header, issue.code, issue.message)
    }

    /// What a cell says; inside, nil for an empty one; nil if there is none, or it cannot be read, which is noted.
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
