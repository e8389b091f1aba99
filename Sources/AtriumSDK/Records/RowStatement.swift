import Foundation
public import GRDB

/// One run of a statement, its values bound one by one, for writes that count microseconds.
///
/// GRDB's `StatementArguments` makes an array of boxed values, then one of database values, before it binds them; with a
/// dozen rows a person, that was a tenth of an import. Bind the values in the order of the statement's parameters,
/// then ``run()``; a parameter that gets no value is NULL.
///
/// Insert one row a statement with it. One of several rows, and one with ON CONFLICT, may fail in its middle, so that
/// SQLite copies each page aside before it changes it, into a file: a sixth of an import.
public struct RowStatement {
    private let statement: Statement
    private var index: CInt = 0
    /// The first value that SQLite refused.
    private var failure: ResultCode?

    /// Begins with the first parameter, all of them NULL.
    public init(_ statement: Statement) {
        self.statement = statement
        // The one public way to reset a statement; it validates and binds nothing.
        statement.setUncheckedArguments(StatementArguments())
    }

    /// Gives the next parameter a text, up to its first NUL.
    public mutating func bind(_ text: String?) { bindValue(text) }

    /// Gives the next parameter a number.
    public mutating func bind(_ number: Int64?) { bindValue(number) }

    /// Gives the next parameter a number.
    public mutating func bind(_ number: Int?) { bindValue(number.map(Int64.init)) }

    /// Gives the next parameter a number.
    public mutating func bind(_ number: Double?) { bindValue(number) }

    /// Gives the next parameter 1 or 0.
    public mutating func bind(_ truth: Bool?) { bindValue(truth.map { $0 ? 1 : 0 as Int64 }) }

    /// Gives the next parameter a value of any type.
    public mutating func bind(_ value: DatabaseValue) { bindValue(value) }

    /// Gives the next parameter bytes.
    public mutating func bind(_ bytes: [UInt8]) { bindValue(Data(bytes)) }

    private mutating func bindValue(_ value: (some StatementBinding)?) {
        index += 1
        guard let value else { return }
        let code = ResultCode(rawValue: value.bind(to: statement.sqliteStatement, at: index))
        if code != .SQLITE_OK, failure == nil { failure = code }
    }

    /// Runs the statement with what was bound.
    ///
    /// - Throws: what SQLite throws; also where there were more values than parameters, or one is too long.
    public func run() throws {
        if let failure { throw DatabaseError(resultCode: failure, sql: statement.sql) }
        try statement.execute()
    }
}
