import AtriumSDK
import GRDB

/// Puts the rows of one change set back, inside an undo's transaction and without foreign-key actions.
///
/// New rows go first, so that the old ones find their unique values free; then changed and removed rows come back, the
/// last change first. Rows of records that were edited since stay, unless it is forced: then what later changes added to
/// these records goes first. New rows that other rows still refer to stay too.
struct Reversal {
    private let target: Int64
    private let changeSet: Int64
    private let db: Database
    private let graph: TableGraph
    private let ranges: [(table: String, ids: ClosedRange<Int64>)]
    private let hasKept: Bool
    private let isForced: Bool

    /// Prepares to reverse `target` into the change set `changeSet`, leaving the rows of `edited` records.
    init(
        of target: Int64, into changeSet: Int64, _ db: Database, graph: TableGraph,
        collections: CollectionNumbers,
        edited: [CollectionID: Set<Int64>], isForced: Bool
    ) throws {
        self.target = target
        self.changeSet = changeSet
        self.db = db
        self.graph = graph
        hasKept = !edited.isEmpty && !isForced
        self.isForced = isForced && !edited.isEmpty
        ranges = try Row.fetchAll(
            db, sql: "SELECT table_name, first, last FROM host_change_range WHERE change_set_id = ?",
            arguments: [target]
        ).map { ($0["table_name"], ($0["first"] as Int64)...($0["last"] as Int64)) }
        try db.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS host_kept (collection_id INTEGER, record_id INTEGER,
                    PRIMARY KEY (collection_id, record_id)) WITHOUT ROWID;
                DELETE FROM temp.host_kept;
                """)
        let statement = try db.makeStatement(sql: "INSERT INTO temp.host_kept VALUES (?, ?)")
        for (collection, ids) in edited {
            let number = try collections.number(collection)
            for id in ids { try statement.execute(arguments: [number, id]) }
        }
        self.collections = collections
    }
    private let collections: CollectionNumbers

    /// Reverses everything and gives the tables of which new rows had to stay because others refer to them.
    func run() throws -> [String] {
        if isForced { try removeLaterRows() }
        var stillUsed: [String] = []
        for table in graph.tables where !TableGraph.describing.contains(table) {
            for range in ranges where range.table == table {
                if try removeInserted(range.ids, from: table) { stillUsed.append(table) }
            }
        }
        for range in ranges { try removeDescribing(range.ids, from: range.table) }
        try restoreRows()
        return stillUsed
    }

    /// Removes new rows that say more of rows which are gone; of those that stay, as they must where kept records came from
    /// them, they stay too.
    private func removeDescribing(_ ids: ClosedRange<Int64>, from table: String) throws {
        guard TableGraph.describing.contains(table) else { return }
        for edge in graph.edges where edge.child == table {
            try db.execute(
                sql: """
                    DELETE FROM \(table) AS t WHERE t.id BETWEEN ? AND ?
                    AND NOT EXISTS (SELECT 1 FROM \(edge.parent) p WHERE p.id = t.\(edge.column))
                    """, arguments: [ids.lowerBound, ids.upperBound])
        }
    }

    /// Removes what later changes added to the edited records.
    private func removeLaterRows() throws {
        let later = try Row.fetchAll(
            db,
            sql: """
                SELECT table_name, first, last FROM host_change_range
                WHERE change_set_id > ? AND change_set_id <> ?
                """, arguments: [target, changeSet])
        for table in graph.tables {
            if case .itself = graph.owner(of: table) { continue }
            guard let isTheirs = try keptCondition(table) else { continue }
            for range in later where range["table_name"] == table {
                try db.execute(
                    sql:
                        "DELETE FROM \(table.quotedDatabaseIdentifier) AS t WHERE t.id BETWEEN ? AND ? AND \(isTheirs)",
                    arguments: [range["first"], range["last"]])
            }
        }
    }

    /// Removes new rows; gives whether some stayed because they are referred to.
    private func removeInserted(_ ids: ClosedRange<Int64>, from table: String) throws -> Bool {
        let name = table.quotedDatabaseIdentifier
        var conditions = ["t.id BETWEEN \(ids.lowerBound) AND \(ids.upperBound)"]
        if hasKept, let kept = try keptCondition(table) { conditions.append("NOT " + kept) }
        let references = try graph.edges.filter {
            $0.parent == table && !TableGraph.describing.contains($0.child)
        }.map { edge in
            // Rows that this change set altered refer elsewhere once they are put back.
            let kept = hasKept ? try keptCondition(edge.child, alias: "k") : nil
            return """
                NOT EXISTS (SELECT 1 FROM \(edge.child.quotedDatabaseIdentifier) k
                WHERE k.\(edge.column.quotedDatabaseIdentifier) = t.id\(edge.child == table ? " AND NOT (\(goingToo(ids, unless: kept)))" : "")
                AND (k.id NOT IN (SELECT row_id FROM host_change_row WHERE change_set_id = \(target)
                    AND table_name = \(ChangeTriggers.quotedText(edge.child)) AND operation = 'update')
                    \(kept.map { "OR " + $0 } ?? "")))
                """
        }
        try db.execute(
            sql: "DELETE FROM \(name) AS t WHERE " + (conditions + references).joined(separator: " AND "))
        guard !references.isEmpty else { return false }
        return try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM \(name) t WHERE \(conditions.joined(separator: " AND ")))")
            ?? false
    }

    /// SQL that holds where a row, alias `k`, of the same table goes with this one.
    private func goingToo(_ ids: ClosedRange<Int64>, unless kept: String?) -> String {
        "k.id BETWEEN \(ids.lowerBound) AND \(ids.upperBound)" + (kept.map { " AND NOT " + $0 } ?? "")
    }

    /// SQL that holds where a row of a table belongs to a kept record; nil where the table's rows belong to none.
    private func keptCondition(_ table: String, alias: String = "t") throws -> String? {
        if case .named(let pairs) = graph.owner(of: table) {
            return "("
                + pairs.map {
                    "EXISTS (SELECT 1 FROM temp.host_kept h WHERE h.collection_id = \(alias).\($0.collection) AND h.record_id = \(alias).\($0.record))"
                }.joined(separator: " OR ") + ")"
        }
        guard let owner = graph.record(of: table, alias: alias) else { return nil }
        let number = try collections.number(owner.collection)
        return
            "(ifnull(\(owner.id), 0) IN (SELECT record_id FROM temp.host_kept WHERE collection_id = \(number)))"
    }

    private func restoreRows() throws {
        let tables = try String.fetchAll(
            db, sql: "SELECT DISTINCT table_name FROM host_change_row WHERE change_set_id = ?",
            arguments: [target])
        let restorers = try Dictionary(uniqueKeysWithValues: tables.map { ($0, try RowRestorer($0, db)) })
        let inserted = Dictionary(grouping: ranges, by: \.table).mapValues { $0.map(\.ids) }
        let rows = try Row.fetchCursor(
            db,
            sql:
                "SELECT id, table_name, row_id, operation FROM host_change_row WHERE change_set_id = ? ORDER BY id DESC",
            arguments: [target])
        while let row = try rows.next() {
            let (table, id): (String, Int64) = (row["table_name"], row["row_id"])
            // A row that this change set made is gone; what happened to it in between does not matter.
            if inserted[table, default: []].contains(where: { $0.contains(id) }) { continue }
            guard let restorer = restorers[table] else { continue }
            if hasKept, try isKept(table: table, entry: row["id"]) { continue }
            try restorer.restore(entry: row["id"], row: id, operation: row["operation"], into: changeSet)
        }
    }

    /// Whether a recorded row belongs to a kept record, by its content before the change or now.
    private func isKept(table: String, entry: Int64) throws -> Bool {
        guard let condition = try keptCondition(table) else { return false }
        let columns = try ChangeTriggers.columns(of: table, db)
        let old = columns.map {
            "\(ChangeTriggers.restoration(of: $0, from: "c.old_row")) AS \($0.name.quotedDatabaseIdentifier)"
        }.joined(separator: ", ")
        return try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM (SELECT \(old) FROM host_change_row c
                WHERE c.id = ?1 AND c.old_row IS NOT NULL) t WHERE \(condition))
                OR EXISTS (SELECT 1 FROM \(table.quotedDatabaseIdentifier) t
                WHERE t.id = (SELECT row_id FROM host_change_row WHERE id = ?1) AND \(condition))
                """, arguments: [entry]) ?? false
    }
}

/// Puts recorded rows of one table back.
private struct RowRestorer {
    private let table: String
    private let insert: Statement
    private let update: Statement
    private let delete: Statement
    private let exists: Statement
    private let log: Statement

    init(_ table: String, _ db: Database) throws {
        self.table = table
        let columns = try ChangeTriggers.columns(of: table, db)
        let name = table.quotedDatabaseIdentifier
        let names = columns.map { $0.name.quotedDatabaseIdentifier }.joined(separator: ", ")
        let values = columns.map { ChangeTriggers.restoration(of: $0, from: "c.old_row") }.joined(
            separator: ", ")
        insert = try db.makeStatement(
            sql: "INSERT INTO \(name) (\(names)) SELECT \(values) FROM host_change_row c WHERE c.id = ?")
        update = try db.makeStatement(
            sql: """
                UPDATE \(name) SET (\(names)) = (SELECT \(values) FROM host_change_row c WHERE c.id = ?) WHERE id = ?
                """)
        delete = try db.makeStatement(sql: "DELETE FROM \(name) WHERE id = ?")
        exists = try db.makeStatement(sql: "SELECT 1 FROM \(name) WHERE id = ?")
        log = try db.makeStatement(
            sql: """
                INSERT INTO host_change_row (change_set_id, table_name, row_id, operation, old_row)
                VALUES (?, ?, ?, 'insert', NULL)
                """)
    }

    func restore(entry: Int64, row: Int64, operation: String, into changeSet: Int64) throws {
        switch operation {
        case "update": try update.execute(arguments: [entry, row])
        case "insert": try delete.execute(arguments: [row])
        case _ where try Int.fetchOne(exists, arguments: [row]) != nil:
            // REPLACE removed the row and made it anew under its id.
            try update.execute(arguments: [entry, row])
        default:
            // The row comes back with its old id, which no range of new ids covers: it is logged by itself.
            try insert.execute(arguments: [entry])
            try log.execute(arguments: [changeSet, table, row])
        }
    }
}
