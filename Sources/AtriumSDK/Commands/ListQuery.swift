import Foundation
public import GRDB

/// A `list` command's query over one table, with filters, sort orders and pages.
///
/// One declaration determines the input fields, the SQL and the cursors.
///
/// The query uses keyset pagination instead of offsets: a cursor contains the last row's sort value and id.
/// Therefore a page costs the same at any position in the list, and added or removed rows do not shift later
/// pages.
public struct ListQuery: Sendable {
    /// A sort order, with a name and an SQL expression that must never be null (use `ifnull`).
    ///
    /// The expression uses `r` as the alias for the table.
    public struct Sort: Sendable {
        /// The name that users enter.
        public let name: String
        /// The SQL expression; an index on this expression makes the first page fast.
        public let sql: String
        /// The SQL expression for the descending order, which differs if records without a value come last in
        /// both directions.
        public let descendingSQL: String
        /// Additional SQL expressions that sort records with equal values for ``sql``; never null.
        public let ties: [String]
        /// Folds a name like ``sql``, or nil if the sort order is not by name.
        ///
        /// With a folded name, a list can begin at given letters.
        public let folding: (@Sendable (String) -> String)?

        /// Declares a sort order.
        public init(_ name: String, sql: String, folding: (@Sendable (String) -> String)? = nil) {
            self.init(name, sql: sql, descendingSQL: sql, ties: [], folding: folding)
        }

        /// Declares a sort order by several values.
        ///
        /// All expressions have the same sort direction. Negate a number to reverse the number's sort
        /// direction:
        ///
        /// ```swift
        /// ListQuery.Sort("votes", sql: "-r.votes", ties: ["-unixepoch(r.created_at)"])
        /// ```
        public init(_ name: String, sql: String, ties: [String]) {
            self.init(name, sql: sql, descendingSQL: sql, ties: ties, folding: nil)
        }

        /// Like `init(_:sql:folding:)`, but puts records without a value last in both directions.
        ///
        /// ```swift
        /// ListQuery.Sort("due", sql: "r.due", missing: "'~'", missingDescending: "''")
        /// ```
        /// - Parameters:
        ///   - name: the name that users enter.
        ///   - sql: the SQL expression over the alias `r`, null for records without a value.
        ///   - last: SQL for a value that is greater than all others.
        ///   - first: SQL for a value that is less than all others.
        public init(_ name: String, sql: String, missing last: String, missingDescending first: String) {
            self.init(
                name, sql: "ifnull(\(sql), \(last))", descendingSQL: "ifnull(\(sql), \(first))",
                ties: [], folding: nil)
        }

        private init(
            _ name: String, sql: String, descendingSQL: String, ties: [String],
            folding: (@Sendable (String) -> String)?
        ) {
            self.name = name
            self.sql = sql
            self.descendingSQL = descendingSQL
            self.ties = ties
            self.folding = folding
        }
    }

    /// An active filter: an SQL condition with arguments, in which `r` is the alias for the table.
    public struct Condition {
        /// The condition's SQL.
        public let sql: String
        /// The condition's arguments.
        public let arguments: StatementArguments
        /// The SQL condition for excluded records, if few records are excluded and an index contains these
        /// records.
        ///
        /// The value is nil if the filter excludes many records.
        ///
        /// Counting the excluded records takes less time than counting the included records.
        fileprivate let exception: String?

        /// Creates a condition.
        public init(_ sql: String, _ arguments: StatementArguments = StatementArguments()) {
            self.init(sql, arguments, exception: nil)
        }

        private init(_ sql: String, _ arguments: StatementArguments, exception: String?) {
            self.sql = sql
            self.arguments = arguments
            self.exception = exception
        }

        /// Returns the condition that a column is null, for columns that are null in most records.
        ///
        /// The column's name is SQL with `r` as the alias for the table. An index contains the records in
        /// which the column is not null.
        public static func mostlyNull(_ column: String) -> Condition {
            Condition("\(column) IS NULL", StatementArguments(), exception: "\(column) IS NOT NULL")
        }
    }

    /// The table, which has the alias `r`.
    public let table: String
    /// The sort orders; the first one is the default.
    public let sorts: [Sort]

    /// Declares a query.
    public init(table: String, sorts: [Sort]) {
        self.table = table
        self.sorts = sorts
    }

    /// The field for the maximum number of records on a page, for lists that do not query a single table.
    public static let limit = Field<Int64>
        .integer(
            "limit", in: 1...1000,
            help: "The largest number of records on a page, from 1 to 1000; large records make it smaller."
        ).defaulting(to: .integer(100))
    /// The size in bytes at which a page ends before the record limit; a single record may exceed this size.
    static let pageSize = 4 << 20
    /// The field for the cursor at which a page begins, for lists that do not query a single table.
    public static let cursor = Field<String>
        .text("cursor", help: "The position at which to continue: `next` of the previous page.")
    /// The fields of every list with pages: limit, cursor.
    public static let pageFields = [limit.declaration, cursor.declaration]

    /// The field for the letters at which a list begins, for lists that are sorted by name.
    public static let startingAt = Field<String>.text(
        "startingAt", help: "The first letters of the name at which to begin in a list sorted by name.")
    private static let descending = Field<Bool>
        .boolean("descending", help: "Sort in descending order.").defaulting(
            to: .bool(false))
    private var sort: Field<String> {
        .choice("sort", of: sorts.map(\.name), help: "The sort order.")
            .defaulting(to: .text(sorts.first?.name ?? ""))
    }

    /// The fields of every list: sort, descending, limit, cursor; and, if a sort order is by name,
    /// `startingAt`.
    public var fields: [FieldDeclaration] {
        [sort.declaration, Self.descending.declaration]
            + (sorts.contains { $0.folding != nil } ? [Self.startingAt.declaration] : []) + Self.pageFields
    }

    /// Runs the query and returns a page: `{"items":[…],"total":N,"next":CURSOR-or-null}`.
    ///
    /// If a cursor was given, the page also has `previous`, the cursor of the previous page, or null on the
    /// first page.
    ///
    /// The page has as many records as the limit allows, or fewer records if the page would exceed some
    /// megabytes.
    /// - Parameters:
    ///   - input: the command's arguments.
    ///   - select: the columns that `item` reads, over the alias `r`.
    ///   - conditions: the active filters; a record must meet all of them.
    ///   - parameters: the values of named parameters, such as `:today`, in the SQL of sorts, columns and
    ///     conditions.
    ///   - item: converts a row to a page's item.
    /// - Throws: ``AtriumError`` with code `badData` if the cursor does not belong to this list.
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
        let keys = [sortSQL] + sort.ties + ["r.id"]
        let key = "(\(keys.joined(separator: ", "))) "
        let places = " (\(keys.map { _ in "?" }.joined(separator: ", ")))"
        let total = try total(where: conditions, filter, arguments, db)

        var pageFilter = filter
        var pageArguments = arguments
        var position = try input[Self.cursor].map {
            try Position($0, list: list, keyCount: 1 + sort.ties.count)
        }
        if position == nil, let letters = input[Self.startingAt] {
            position = try Position(startingAt: letters, sort, isDescending: isDescending)
        }
        // The previous page is the next page of this list read in the opposite direction.
        let isDown = isDescending != (position?.isBackward ?? false)
        if let position {
            // In an index on an expression, SQLite seeks only by the first term; the second one is exact.
            pageFilter += " AND \(sortSQL) \(isDown ? "<=" : ">=") ?"
            pageFilter += " AND " + key + (isDown ? "<" : ">") + places
            pageArguments += [position.values.first]
            pageArguments += position.arguments
        }
        let order = keys.map { "\($0) \(isDown ? "DESC" : "ASC")" }.joined(separator: ", ")
        // The tie columns follow the caller's columns, so that the caller's columns have the same positions
        // in every order.
        let ties = sort.ties.enumerated().map { ", \($1) AS list_tie\($0)" }.joined()
        let statement = try db.cachedStatement(
            sql: """
                SELECT r.id AS list_id, \(sortSQL) AS list_sort, \(select)\(ties) FROM \(table) r
                WHERE \(pageFilter) ORDER BY \(order) LIMIT ?
                """)
        let rows = try Row.fetchCursor(statement, arguments: pageArguments + [limit + 1])
        let columns = ["list_sort"] + sort.ties.indices.map { "list_tie\($0)" }
        let found = try PageRows(rows, keys: columns, limit: Int(limit), item: item)
        if position?.isStart == true {
            // The given letters may begin the very first name, so that no name precedes them.
            let others = try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM \(table) r WHERE \(filter)
                        AND \(key) \(isDown ? ">" : "<") \(places))
                    """, arguments: arguments + (position?.arguments ?? []))
            if others == false { position = nil }
        }
        return found.page(total: total ?? 0, from: position, of: list)
    }

    /// Returns the number of records that meet all conditions.
    private func total(
        where conditions: [Condition], _ filter: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> Int64? {
        // Without conditions, SQLite counts the entries of an index page by page; with conditions, one by
        // one.
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

/// The rows of a page, in the order in which the query returned them.
private struct PageRows {
    private var items: [DataValue] = []
    private var first: Position?
    private var last: Position?
    /// True if more rows follow.
    private var hasMore = false

    /// - Parameter keys: the columns of the sort values.
    init(_ rows: RowCursor, keys: [String], limit: Int, item: (Row) throws -> DataValue) throws {
        var size = 0
        while let row = try rows.next() {
            if items.count == limit || size >= ListQuery.pageSize {
                hasMore = true
                return
            }
            last = Position(values: keys.map { row[$0] as DatabaseValue }, id: row["list_id"])
            first = first ?? last
            let made = try item(row)
            size += made.size
            items.append(made)
        }
    }

    /// Returns the page, with cursors to the pages before and after it.
    ///
    /// - Parameter position: the requested beginning or end of the page; nil for the beginning of the list.
    func page(total: Int64, from position: Position?, of list: [DataValue]) -> DataValue {
        // When reading backward, the row of the cursor follows this page.
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

/// The position of a page's last row, identified by the row's sort values and id.
///
/// As text, a position is a cursor that also contains the list and the sort order.
private struct Position {
    var values: [DatabaseValue]
    var id: Int64
    /// True if the requested page ends before this position.
    var isBackward = false
    /// True if the position is defined by letters instead of by a row.
    var isStart = false

    /// Creates the position before the first name that begins with the given letters.
    ///
    /// - Throws: ``AtriumError`` with code `badData` if the list is not sorted by name.
    init(startingAt letters: String, _ sort: ListQuery.Sort, isDescending: Bool) throws {
        guard let folding = sort.folding else {
            throw AtriumError(
                .badData, "a list sorted by \(sort.name) cannot begin at a letter",
                remedy: "sort by name, or omit startingAt", field: "startingAt")
        }
        let key = folding(letters)
        // No text sorts after the last code point.
        values = [(isDescending ? key + "\u{10FFFF}" : key).databaseValue]
        id = isDescending ? Int64.max : Int64.min
        isStart = true
    }

    init(values: [DatabaseValue], id: Int64) {
        self.values = values
        self.id = id
    }

    /// The sort values and the id, as SQL arguments.
    var arguments: StatementArguments { StatementArguments(values) + [id] }

    init(_ text: String, list: [DataValue], keyCount: Int) throws {
        let wrong = AtriumError(
            .badData, "the cursor does not belong to this list",
            remedy: "use `next` from a page of this list in this order, or omit the cursor", field: "cursor")
        guard let data = Data(base64URL: text),
            let fields = try? DataValue(json: data).listValue
        else { throw wrong }
        let end = list.count + keyCount
        guard fields.count == end + 1 || fields.count == end + 2 && fields.last == .bool(true),
            Array(fields.prefix(list.count)) == list, let id = fields[end].integerValue
        else { throw wrong }
        self.id = id
        isBackward = fields.count == end + 2
        values = try fields[list.count..<end].map { field -> DatabaseValue in
            switch field {
            case .text(let text): text.databaseValue
            case .integer(let number): number.databaseValue
            case .decimal(let number): number.databaseValue
            default: throw wrong
            }
        }
    }

    func text(list: [DataValue], isBackward: Bool = false) -> String {
        let keys = values.map { value -> DataValue in
            switch value.storage {
            case .int64(let number): .integer(number)
            case .double(let number): .decimal(number)
            case .string(let text): .text(text)
            case .blob, .null: .text("")
            }
        }
        let json = DataValue.list(list + keys + [.integer(id)] + (isBackward ? [.bool(true)] : [])).json
        return Data(json.utf8).base64URL
    }
}
