import AtriumSDK
import GRDB

/// Puts the rows of one change set back, inside an undo's transaction and without foreign-key actions.
///
/// New rows go first, so that the old ones find their unique values free; then changed and removed rows come back, the
/// last change first. New rows that others refer to, or that what later changes took away did, stay.
struct Reversal {
    /// Of which records rows are put back.
    enum Scope {
        /// Of all others, and rows of no record.
        case allBut([CollectionID: Set<Int64>])
        /// Of these alone.
        case only([CollectionID: Set<Int64>])
    }

    /// New rows that had to stay, since others refer to them.
    struct Stayed {
        /// A row that refers to one of them, or did so before a later change; nil: none had to stay.
        var user: TableGraph.Row?
        /// The records that they are, or belong to.
        var records: [CollectionID: Set<Int64>] = [:]

        /// Those of another reversal too.
        mutating func add(_ other: Stayed) {
            user = user ?? other.user
            records.merge(other.records) { $0.union($1) }
        }
    }

    private let target: Int64
    private let db: Database
    private let graph: TableGraph
    private let collections: CollectionNumbers
    private let ranges: [(table: String, ids: ClosedRange<Int64>)]
    private let isOnly: Bool
    private let hasRecords: Bool
    private let leaving: String
    private let later: [Int64]
    private let doomed: [(table: String, ids: ClosedRange<Int64>)]

    /// Prepares to reverse `target`.
    ///
    /// - Parameters:
    ///   - leaving: change sets whose rows stay as they are.
    ///   - later: change sets that can be undone afterwards, for which what they took away must fit.
    ///   - maker: a change set that is reversed next; of its new rows, which go then, a state that does not fit to what is
    ///     there is passed over.
    init(
        of target: Int64, _ db: Database, graph: TableGraph, collections: CollectionNumbers, scope: Scope,
        leaving: [Int64], later: [Int64] = [], before maker: Int64? = nil
    ) throws {
        self.target = target
        self.db = db
        self.graph = graph
        self.collections = collections
        self.leaving = Self.list(leaving)
        self.later = later
        let records: [CollectionID: Set<Int64>]
        switch scope {
        case .allBut(let kept): (records, isOnly) = (kept, false)
        case .only(let wanted): (records, isOnly) = (wanted, true)
        }
        hasRecords = !records.isEmpty
        ranges = try Self.ranges(of: target, db)
        doomed = try maker.map { try Self.ranges(of: $0, db) } ?? []
        try db.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS host_undo_scope (collection_id INTEGER, record_id INTEGER,
                    PRIMARY KEY (collection_id, record_id)) WITHOUT ROWID;
                DELETE FROM temp.host_undo_scope;
                """)
        let statement = try db.makeStatement(sql: "INSERT INTO temp.host_undo_scope VALUES (?, ?)")
        for (collection, ids) in records {
            let number = try collections.number(collection)
            for id in ids { try statement.execute(arguments: [number, id]) }
        }
    }

    private static func ranges(of changeSet: Int64, _ db: Database) throws -> [(
        table: String, ids: ClosedRange<Int64>
    )] {
        try Row.fetchAll(
            db, sql: "SELECT table_name, first, last FROM host_change_range WHERE change_set_id = ?",
            arguments: [changeSet]
        ).map { ($0["table_name"], ($0["first"] as Int64)...($0["last"] as Int64)) }
    }

    private static func list(_ changeSets: [Int64]) -> String {
        changeSets.map(String.init).joined(separator: ", ")
    }

    /// Reverses everything into a change set, and gives what had to stay.
    func run(into changeSet: Int64) throws -> Stayed {
        var stayed = Stayed()
        for table in graph.tables where !TableGraph.describing.contains(table) {
            for range in ranges where range.table == table {
                stayed.add(try removeInserted(range.ids, from: table))
            }
        }
        for range in ranges { try removeDescribing(range.ids, from: range.table) }
        try restoreRows(into: changeSet)
        for range in ranges where range.table == "host_link" { try removeLooseLinks(range.ids) }
        return stayed
    }

    /// Removes new links from records that stay to records that are gone: the ticked task's project stays, the dream that
    /// came with it does not.
    private func removeLooseLinks(_ ids: ClosedRange<Int64>) throws {
        for (collection, record) in ["from", "to"].map({ ("\($0)_collection_id", "\($0)_record_id") }) {
            let present = try Int64.fetchSet(
                db, sql: "SELECT DISTINCT \(collection) FROM host_link WHERE id BETWEEN ? AND ?",
                arguments: [ids.lowerBound, ids.upperBound])
            guard !present.isEmpty else { continue }
            for (table, id) in graph.recordTables {
                let number = try collections.number(id)
                guard present.contains(number) else { continue }
                try db.execute(
                    sql: """
                        DELETE FROM host_link WHERE id BETWEEN ? AND ? AND \(collection) = ? AND NOT EXISTS
                        (SELECT 1 FROM \(table.quotedDatabaseIdentifier) r WHERE r.id = \(record))
                        """, arguments: [ids.lowerBound, ids.upperBound, number])
            }
        }
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

    /// Removes new rows, but for those that others refer to.
    private func removeInserted(_ ids: ClosedRange<Int64>, from table: String) throws -> Stayed {
        let name = table.quotedDatabaseIdentifier
        func condition(_ alias: String) throws -> String {
            [
                "\(alias).id BETWEEN \(ids.lowerBound) AND \(ids.upperBound)",
                try reversed(table, alias: alias),
            ]
            .compactMap { $0 }.joined(separator: " AND ")
        }
        let going = try condition("t")
        let goingToo = try condition("k")
        let edges = graph.edges.filter {
            $0.parent == table && !TableGraph.describing.contains($0.child)
        }
        let unused = try edges.map { edge in
            // Rows that this change set altered refer elsewhere once they are put back.
            let stays = try reversed(edge.child, alias: "k").map { "OR NOT " + $0 } ?? ""
            let goesToo = edge.child == table ? "AND NOT (\(goingToo))" : ""
            return """
                NOT EXISTS (SELECT 1 FROM \(edge.child.quotedDatabaseIdentifier) k
                WHERE k.\(edge.column.quotedDatabaseIdentifier) = t.id \(goesToo)
                AND (k.id NOT IN (SELECT row_id FROM host_change_row WHERE change_set_id = \(target)
                    AND table_name = \(ChangeTriggers.quotedText(edge.child)) AND operation = 'update') \(stays)))
                AND t.id NOT IN (SELECT \(formerReference(edge)) AS parent FROM host_change_row l
                WHERE \(isFormerUse(edge)) AND parent IS NOT NULL)
                """
        }
        try db.execute(sql: "DELETE FROM \(name) AS t WHERE " + ([going] + unused).joined(separator: " AND "))
        var stayed = Stayed()
        for edge in edges where stayed.user == nil {
            let user = try Int64.fetchOne(
                db,
                sql: """
                    SELECT k.id FROM \(edge.child.quotedDatabaseIdentifier) k JOIN \(name) t
                    ON t.id = k.\(edge.column.quotedDatabaseIdentifier) WHERE \(going)
                    UNION ALL SELECT l.row_id FROM host_change_row l JOIN \(name) t
                    ON t.id = \(formerReference(edge)) WHERE \(isFormerUse(edge)) AND \(going) LIMIT 1
                    """)
            stayed.user = user.map { TableGraph.Row(table: edge.child, id: $0) }
        }
        if stayed.user != nil, let owner = graph.record(of: table, alias: "t") {
            stayed.records[owner.collection] = try Int64.fetchSet(
                db, sql: "SELECT DISTINCT \(owner.id) FROM \(name) t WHERE \(going)")
        }
        return stayed
    }

    /// SQL of what a row that a later change has taken away, alias `l`, referred to.
    private func formerReference(_ edge: TableGraph.Edge) -> String {
        "json_extract(l.old_row, \(ChangeTriggers.quotedText("$.\"\(edge.column)\"")))"
    }

    /// SQL that holds where a later change has altered or removed a row, alias `l`, of an edge's child.
    private func isFormerUse(_ edge: TableGraph.Edge) -> String {
        "l.table_name = \(ChangeTriggers.quotedText(edge.child)) AND l.change_set_id IN (\(Self.list(later)))"
    }

    /// SQL that holds where a row is to be put back; nil: each is.
    private func reversed(_ table: String, alias: String = "t") throws -> String? {
        var conditions: [String] = []
        if !leaving.isEmpty {
            conditions.append(
                """
                NOT EXISTS (SELECT 1 FROM host_change_row o WHERE o.row_id = \(alias).id
                AND o.table_name = \(ChangeTriggers.quotedText(table)) AND o.change_set_id IN (\(leaving)))
                """)
        }
        if isOnly {
            conditions.append(try belongs(table, alias: alias) ?? "0")
        } else if hasRecords, let belongs = try belongs(table, alias: alias) {
            conditions.append("NOT " + belongs)
        }
        return conditions.isEmpty ? nil : "(" + conditions.joined(separator: " AND ") + ")"
    }

    /// SQL that holds where a row of a table belongs to a record of the scope; nil where the table's rows belong to none.
    private func belongs(_ table: String, alias: String) throws -> String? {
        if case .named(let pairs) = graph.owner(of: table) {
            let uses = pairs.map { pair in
                // A text that was declined for a record stays with it.
                let record =
                    table == "host_source_item"
                    ? SourceFile.recordSQL(alias) : "\(alias).\(pair.record)"
                return """
                    EXISTS (SELECT 1 FROM temp.host_undo_scope h
                    WHERE h.collection_id = \(alias).\(pair.collection) AND h.record_id = \(record))
                    """
            }
            return "(" + uses.joined(separator: " OR ") + ")"
        }
        guard let owner = graph.record(of: table, alias: alias) else { return nil }
        let number = try collections.number(owner.collection)
        return
            "(ifnull(\(owner.id), 0) IN (SELECT record_id FROM temp.host_undo_scope WHERE collection_id = \(number)))"
    }

    private func restoreRows(into changeSet: Int64) throws {
        let tables = try String.fetchAll(
            db, sql: "SELECT DISTINCT table_name FROM host_change_row WHERE change_set_id = ?",
            arguments: [target])
        let restorers = try Dictionary(uniqueKeysWithValues: tables.map { ($0, try RowRestorer($0, db)) })
        let checks = try Dictionary(uniqueKeysWithValues: tables.map { ($0, try check(of: $0)) })
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
            if let check = checks[table] ?? nil {
                let states = try Bool.fetchAll(check, arguments: [row["id"] as Int64])
                // It is not put back where it belongs to a record that is left, before the change or now; and is where it
                // belongs to one that is put back.
                guard isOnly ? states.contains(true) : !states.contains(false) else { continue }
            }
            let isGoing = doomed.contains { $0.table == table && $0.ids.contains(id) }
            do {
                try restorer.restore(entry: row["id"], row: id, operation: row["operation"], into: changeSet)
            } catch let error as DatabaseError where isGoing && error.resultCode == .SQLITE_CONSTRAINT {
                // A unique value that has another owner by now; the row goes anyway.
                continue
            }
        }
    }

    /// Tells of a recorded row, by its id, whether it is to be put back: as it was before the change, and as it is now; nil
    /// where all rows of the table are.
    private func check(of table: String) throws -> Statement? {
        guard let condition = try reversed(table) else { return nil }
        let columns = try ChangeTriggers.columns(of: table, db)
        let old = columns.map {
            "\(ChangeTriggers.restoration(of: $0, from: "c.old_row")) AS \($0.name.quotedDatabaseIdentifier)"
        }.joined(separator: ", ")
        return try db.makeStatement(
            sql: """
                SELECT \(condition) FROM (SELECT \(old) FROM host_change_row c
                WHERE c.id = ?1 AND c.old_row IS NOT NULL) t
                UNION ALL SELECT \(condition) FROM \(table.quotedDatabaseIdentifier) t
                WHERE t.id = (SELECT row_id FROM host_change_row WHERE id = ?1)
                """)
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
        // INSERT … SELECT may fail in the midst of many rows, so that SQLite copies each page aside before it changes it.
        let row = columns.map {
            "(SELECT \(ChangeTriggers.restoration(of: $0, from: "c.old_row")) FROM host_change_row c WHERE c.id = ?1)"
        }.joined(separator: ", ")
        insert = try db.makeStatement(sql: "INSERT INTO \(name) (\(names)) VALUES (\(row))")
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
