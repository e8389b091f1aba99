import Foundation
public import GRDB

/// One execution of an SQL statement with values that are bound one by one, for performance-critical writes.
///
/// GRDB's `StatementArguments` creates an array of boxed values and then an array of database values before
/// binding the values. With a dozen rows per person, these arrays took a tenth of an import's time. Bind the
/// values in the order of the statement's parameters and then call ``run()``. A parameter without a value is
/// NULL.
///
/// Insert one row per statement. A statement with several rows or with ON CONFLICT may fail halfway.
/// Therefore SQLite copies each page to a file before changing the page, and copying pages took a sixth of an
/// import's time.
public struct RowStatement {
    private let statement: Statement
    private var index: CInt = 0
    /// The first error that SQLite returned for a value.
    private var failure: ResultCode?

    /// Starts at the first parameter and sets all parameters to NULL.
    public init(_ statement: Statement) {
        self.statement = statement
        // GRDB has no other public method to reset a statement. This call validates and binds nothing.
        statement.setUncheckedArguments(StatementArguments())
    }

    /// Binds a text to the next parameter, up to its first NUL.
    public mutating func bind(_ text: String?) { bindValue(text) }

    /// Binds a 64-bit integer to the next parameter.
    public mutating func bind(_ number: Int64?) { bindValue(number) }

    /// Like `bind(_:)` with an `Int64`, but converts an `Int`.
    public mutating func bind(_ number: Int?) { bindValue(number.map(Int64.init)) }

    /// Binds a floating-point number to the next parameter.
    public mutating func bind(_ number: Double?) { bindValue(number) }

    /// Binds 1 for true or 0 for false to the next parameter.
    public mutating func bind(_ truth: Bool?) { bindValue(truth.map { $0 ? 1 : 0 as Int64 }) }

    /// Binds a database value of any type to the next parameter.
    public mutating func bind(_ value: DatabaseValue) { bindValue(value) }

    /// Binds a blob to the next parameter.
    public mutating func bind(_ bytes: [UInt8]) { bindValue(Data(bytes)) }

    private mutating func bindValue(_ value: (some StatementBinding)?) {
        index += 1
        guard let value else { return }
        let code = ResultCode(rawValue: value.bind(to: statement.sqliteStatement, at: index))
        if code != .SQLITE_OK, failure == nil { failure = code }
    }

    /// Executes the statement with the bound values.
    ///
    /// - Throws: SQLite's errors, including errors about too many values or a value that is too long.
    public func run() throws {
        if let failure { throw DatabaseError(resultCode: failure, sql: statement.sql) }
        try statement.execute()
    }
}
