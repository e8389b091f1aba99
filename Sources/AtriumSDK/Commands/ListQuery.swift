import Foundation
public import GRDB

/// A `list` command's query over one table: filters, sort, page; declared once for input, SQL and cursor.
///
/// Pages are found by key, not by offset: a cursor holds the last row's sort value and id, so that a page costs the
/// same wherever it is, and rows that come or go in between shift nothing.
public struct ListQuery: Sendable {
    /// A way to sort: its name and its SQL over the alias `r`; never null there (use `ifnull`).
    public struct Sort: Sendable {
        /// The name that the user gives.
        public let name: String
        /// The SQL expression; an index on it makes the first page cheap.
        public let sql: String
        /// The SQL expression of the descending order; differs if records without a value come last in it too.
        public let descendingSQL: String
        /// How the SQL folds names, by which a list can begin at some letters; nil if it gives none.
        public let folding: (@Sendable (String) -> String)?

        /// Declares a way to sort.
        public init(_ name: String, sql: String, folding: (@Sendable (String) -> String)? = nil) {
            self.init(name, sql: sql, descendingSQL: sql, folding: folding)
        }

        /// Declares a way to sort in which records without a value come last in both directions.
        ///
        /// ```swift
        /// ListQuery.Sort("due", sql: "r.due", missing: "'~'", missingDescending: "''")
        /// ```
        /// - Parameters:
        ///   - name: the name that the user gives.
        ///   - sql: the SQL expression over the alias `r`, null for records without a value.
        ///   - last: SQL for a value that is greater than all others.
        ///   - first: SQL for a value that is less than all others.
        public init(_ name: String, sql: String, missing last: String, missingDescending first: String) {
            self.init(
                name, sql: "ifnull(\(sql), \(last))", descendingSQL: "ifnull(\(sql), \(first))",
                folding: nil)
        }

        private init(
            _ name: String, sql: String, descendingSQL: String, folding: (@Sendable (String) -> String)?
        ) {
            self.name = name
            self.sql = sql
            self.descendingSQL = descendingSQL
            self.folding = folding
        }
    }

    /// A filter that is in force: SQL over the alias `r`, with its arguments.
    public struct Condition {
        /// The SQL of the condition.
        public let sql: String
        /// Its arguments.
        public let arguments: StatementArguments
        /// The SQL of the few records that do not meet it, which an index has; nil where these are not few.
        ///
        /// To count them takes less time than to count the others.
        fileprivate let exception: String?

        /// Makes a condition.
        public init(_ sql: String, _ arguments: StatementArguments = StatementArguments()) {
            self.init(sql, arguments, exception: nil)
        }

        private init(_ sql: String, _ arguments: StatementArguments, exception: String?) {
            self.sql = sql
            self.arguments = arguments
            self.exception = exception
        }

        /// That a column, SQL over the alias `r`, is null, where it is in most records and an index has the others.
        public static func mostlyNull(_ column: String) -> Condition {
            Condition("\(column) IS NULL", StatementArguments(), exception: "\(column) IS NOT NULL")
        }
    }

    /// The table; its alias is `r`.
    public let table: String
    /// The ways to sort; the first one is the default.
    public let sorts: [Sort]

    /// Declares a query.
    public init(table: String, sorts: [Sort]) {
        self.table = table
        self.sorts = sorts
    }

    /// How many records a page has: for lists that are no query over one table.
    public static let limit = Field<Int64>
        .integer(
            "limit", in: 1...1000,
            help: "How many records to give at most, 1 to 1000; fewer where they are large."
        ).defaulting(to: .integer(100))
    /// How many bytes of records a page holds, unless it is one record alone: then it ends, whatever its limit.
    static let pageSize = 4 << 20
    /// Where a page begins: for lists that are no query over one table.
    public static let cursor = Field<String>
        .text("cursor", help: "Where to go on: `next` of the page before.")
    /// The fields of every list that comes in pages: limit, cursor.
    public static let pageFields = [limit.declaration, cursor.declaration]

    /// The letters with which a list by name begins.
    public static let startingAt = Field<String>.text(
        "startingAt", help: "Where to begin in a list by name: the first letters of the first one wanted.")
    private static let descending = Field<Bool>
        .boolean("descending", help: "Whether to sort from the last to the first.").defaulting(
            to: .bool(false))
    private var sort: Field<String> {
        .choice("sort", of: sorts.map(\.name), help: "By what to sort.")
            .defaulting(to: .text(sorts.first?.name ?? ""))
    }

    /// The fields that every list takes: sort, descending, limit, cursor; one by names also where to begin.
    public var fields: [FieldDeclaration] {
        [sort.declaration, Self.descending.declaration]
            + (sorts.contains { $0.folding != nil } ? [Self.startingAt.declaration] : []) + Self.pageFields
    }

    /// Runs the query and gives a page: `{"items":[…],"total":N,"next":CURSOR-or-null}`.
    ///
    /// One that a cursor was given for has also `previous`, the cursor of the page before it, or null on the first.
    ///
    /// It has as many records as the limit says, or fewer where they are large: some megabytes of them.
    /// - Parameters:
    ///   - input: the command's arguments.
    ///   - select: the columns that `item` reads, over the alias `r`.
    ///   - conditions: the filters in force; a record must meet all.
    ///   - parameters: the values of named parameters, such as `:today`, in the SQL of sorts, columns and conditions.
    ///   - item: makes a page's item of a row.
    /// - Throws: ``AtriumError`` with code `badData` where the cursor is not one of this list.
    public func page(
        _ input: Arguments, _ db: Database, select: String, where conditions: [Condition],
        parameters: [String: (any DatabaseValueConvertible)?] = [:], item: (Row) throws -> DataValue
    ) throws -> DataValue {
        let name = input[sort]
        guard let sort = sorts.first(where: { $0.name == name }) ?? sorts.first else { return .null }
        let isDescending = input[Self.descending] ?? false
        let list: [DataValue] = [.text(table), .text(sort.name), .bool(isDescending)]
        let limit = input[Self.limit] ?? 100
        let filter = conditions.isEmpty ? "1" : conditions.map { "(\($0.sql))" }.joined(separator: " AND ")
        let arguments = conditions.reduce(into: StatementArguments(parameters)) { $0 += $1.arguments }
        let sortSQL = isDescending ? sort.descendingSQL : sort.sql
        let total = try total(where: conditions, filter, arguments, db)

        var pageFilter = filter
        var pageArguments = arguments
        var position = try input[Self.cursor].map { try Position($0, list: list) }
        if position == nil, let letters = input[Self.startingAt] {
            position = try Position(startingAt: letters, sort, isDescending: isDescending)
        }
        // The page before is the next one of the same list from its other end.
        let isDown = isDescending != (position?.isBackward ?? false)
        if let position {
            // SQLite seeks in an index on an expression by the first term only; the second one is exact.
            pageFilter += " AND \(sortSQL) \(isDown ? "<=" : ">=") ?"
            pageFilter += " AND (\(sortSQL), r.id) \(isDown ? "<" : ">") (?, ?)"
            pageArguments += [position.value, position.value, position.id]
        }
        let order = isDown ? "DESC" : "ASC"
        let statement = try db.cachedStatement(
            sql: """
                SELECT r.id AS list_id, \(sortSQL) AS list_sort, \(select) FROM \(table) r WHERE \(pageFilter)
                ORDER BY \(sortSQL) \(order), r.id \(order) LIMIT ?
                """)
        let rows = try Row.fetchCursor(statement, arguments: pageArguments + [limit + 1])
        let found = try PageRows(rows, limit: Int(limit), item: item)
        if position?.isStart == true {
            // The first letters may be those of the first name of all.
            let others = try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM \(table) r WHERE \(filter)
                        AND (\(sortSQL), r.id) \(isDown ? ">" : "<") (?, ?))
                    """, arguments: arguments + [position?.value, position?.id])
            if others == false { position = nil }
        }
        return found.page(total: total ?? 0, from: position, of: list)
    }

    /// How many records meet all conditions.
    private func total(
        where conditions: [Condition], _ filter: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> Int64? {
        // Without conditions SQLite counts entries of an index a page at a time, and one by one with them.
        let all = "SELECT count(*) FROM \(table)"
        if conditions.isEmpty { return try Int64.fetchOne(db.cachedStatement(sql: all)) }
        if conditions.count == 1, let exception = conditions.first?.exception {
            return try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT (\(all)) - (\(all) r WHERE \(exception))"))
        }
        return try Int64.fetchOne(
            db.cachedStatement(sql: "\(all) r WHERE \(filter)"), arguments: arguments)
    }
}

/// The rows of a page, in the order in which they were found.
private struct PageRows {
    private var items: [DataValue] = []
    private var first: Position?
    private var last: Position?
    /// Whether there are more behind them.
    private var hasMore = false

    init(_ rows: RowCursor, limit: Int, item: (Row) throws -> DataValue) throws {
        var size = 0
        while let row = try rows.next() {
            if items.count == limit || size >= ListQuery.pageSize {
                hasMore = true
                return
            }
            last = Position(value: row["list_sort"], id: row["list_id"])
            first = first ?? last
            let made = try item(row)
            size += made.size
            items.append(made)
        }
    }

    /// The page, with cursors to those beside it.
    ///
    /// - Parameter position: where it was asked to begin, or to end; nil: at the list's beginning.
    func page(total: Int64, from position: Position?, of list: [DataValue]) -> DataValue {
        // Behind what the cursor was made of lies at least that.
        let isBackward = position?.isBackward ?? false
        let (before, after) = isBackward ? (hasMore, true) : (position != nil, hasMore)
        let (top, bottom) = isBackward ? (last, first) : (first, last)
        var page: DataObject = [
            "items": .list(isBackward ? items.reversed() : items), "total": .integer(total),
            "next": after ? .text(orNull: bottom?.text(list: list)) : .null,
        ]
        if position != nil {
            page["previous"] = before ? .text(orNull: top?.text(list: list, isBackward: true)) : .null
        }
        return .object(page)
    }
}

/// The last row of a page, by sort value and id; as text, a cursor, which also says of which list and order it is.
private struct Position {
    var value: DatabaseValue
    var id: Int64
    /// Whether the page wanted is the one that ends before it.
    var isBackward = false
    /// Whether no row is meant, but the place of some letters.
    var isStart = false

    /// The place before the first name with some letters.
    ///
    /// - Throws: ``AtriumError`` with code `badData` if the list is sorted by no name.
    init(startingAt letters: String, _ sort: ListQuery.Sort, isDescending: Bool) throws {
        guard let folding = sort.folding else {
            throw AtriumError(
                .badData, "a list by \(sort.name) begins at no letter",
                remedy: "sort by name, or leave startingAt out", field: "startingAt")
        }
        let key = folding(letters)
        // Nothing sorts behind the last code point.
        value = (isDescending ? key + "\u{10FFFF}" : key).databaseValue
        id = isDescending ? Int64.max : Int64.min
        isStart = true
    }

    init(value: DatabaseValue, id: Int64) {
        self.value = value
        self.id = id
    }

    init(_ text: String, list: [DataValue]) throws {
        let wrong = AtriumError(
            .badData, "the cursor does not belong to this list",
            remedy: "use `next` of a page of this list with the same sort, or none", field: "cursor")
        guard let data = Data(base64URL: text), let fields = try? DataValue(json: data).listValue else {
            throw wrong
        }
        let surplus: Int = fields.count - list.count
        isBackward = surplus == 3
        guard surplus == 2 || isBackward && fields.last == .bool(true),
            Array(fields.prefix(list.count)) == list, let id = fields[list.count + 1].integerValue
        else { throw wrong }
        self.id = id
        switch fields[list.count] {
        case .text(let text): value = text.databaseValue
        case .integer(let number): value = number.databaseValue
        case .decimal(let number): value = number.databaseValue
        default: throw wrong
        }
    }

    func text(list: [DataValue], isBackward: Bool = false) -> String {
        let key: DataValue =
            switch value.storage {
            case .int64(let number): .integer(number)
            case .double(let number): .decimal(number)
            case .string(let text): .text(text)
            case .blob, .null: .text("")
            }
        let json = DataValue.list(list + [key, .integer(id)] + (isBackward ? [.bool(true)] : [])).json
        return Data(json.utf8).base64URL
    }
}
