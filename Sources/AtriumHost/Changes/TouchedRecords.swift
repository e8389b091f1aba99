import AtriumSDK
import GRDB

/// The records that a change set touched.
struct TouchedRecords {
    /// What was touched of one collection.
    struct Records {
        /// Ids of new records, as ranges; some may be gone again.
        var inserted: [ClosedRange<Int64>] = []
        /// Ids of records that were there before, or that were put back: changed, or gone.
        var changed: Set<Int64> = []

        /// A new record stays one, whatever happened to it besides.
        mutating func addChanged(_ id: Int64) {
            if !inserted.contains(where: { $0.contains(id) }) { changed.insert(id) }
        }

        func contains(_ id: Int64) -> Bool {
            changed.contains(id) || inserted.contains { $0.contains(id) }
        }

        func intersection(_ other: Records) -> Set<Int64> {
            var result = changed.filter(other.contains)
            result.formUnion(other.changed.filter(contains))
            for mine in inserted {
                for theirs in other.inserted where mine.overlaps(theirs) {
                    result.formUnion(mine.clamped(to: theirs))
                }
            }
            return result
        }
    }

    /// The host's tables whose rows are part of what a record says: to change them is to edit it.
    static let contentTables: Set = ["host_record_tag", "host_attachment"]
    /// The same, and the links between records: what the history shows of a record.
    static let shownTables = contentTables.union(["host_link"])
    /// The host's tables whose rows stand on records, so that a record cannot go from under them.
    ///
    /// Sources are among them: one that was moved to another record, or brought up to date, cannot be taken back without
    /// what that did.
    static let dependentTables = shownTables.union(["host_former_uid", "host_source_item"])

    /// By collection.
    var records: [CollectionID: Records] = [:]
    /// Finds what a change set touched, from the rows and ranges that it recorded.
    ///
    /// - Parameter hostTables: the host's tables whose rows count as changes of the records that they name.
    init(
        of changeSet: Int64, _ db: Database, graph: TableGraph, collections: CollectionNumbers,
        hostTables: Set<String>
    ) throws {
        let ranges = try Row.fetchAll(
            db, sql: "SELECT table_name, first, last FROM host_change_range WHERE change_set_id = ?",
            arguments: [changeSet]
        ).map { (table: $0["table_name"] as String, ids: ($0["first"] as Int64)...($0["last"] as Int64)) }
        for (table, ids) in ranges {
            if case .itself(let collection) = graph.owner(of: table) {
                records[collection, default: Records()].inserted.append(ids)
            }
        }
        for (table, ids) in ranges {
            try addOwners(ofNew: ids, in: table, db, graph, collections, hostTables)
        }
        let changed = try String.fetchAll(
            db, sql: "SELECT DISTINCT table_name FROM host_change_row WHERE change_set_id = ?",
            arguments: [changeSet])
        for table in changed {
            try addOwners(ofChangedRowsIn: table, of: changeSet, db, graph, collections, hostTables)
        }
    }

    private mutating func addOwners(
        ofNew ids: ClosedRange<Int64>, in table: String, _ db: Database, _ graph: TableGraph,
        _ collections: CollectionNumbers, _ hostTables: Set<String>
    ) throws {
        let name = table.quotedDatabaseIdentifier
        switch graph.owner(of: table) {
        case .itself: break
        case .parent(let parent, let column):
            guard let owner = graph.record(of: table, alias: "t") else { return }
            let fresh = records[owner.collection]?.inserted ?? []
            let known = fresh.map { "owner NOT BETWEEN \($0.lowerBound) AND \($0.upperBound)" }.joined(
                separator: " AND ")
            let found = try Int64.fetchSet(
                db,
                sql: """
                    SELECT DISTINCT owner FROM (SELECT \(owner.id) AS owner FROM \(name) t WHERE t.id BETWEEN ? AND ?)
                    WHERE owner IS NOT NULL \(known.isEmpty ? "" : "AND " + known)
                    """, arguments: [ids.lowerBound, ids.upperBound])
            if !found.isEmpty { records[owner.collection, default: Records()].changed.formUnion(found) }
            // Those that are gone again are known by what they were.
            let path = ChangeTriggers.quotedText("$.\"\(column)\"")
            let parents = try Int64.fetchSet(
                db,
                sql: """
                    SELECT json_extract(old_row, \(path)) FROM host_change_row
                    WHERE table_name = ? AND row_id BETWEEN ? AND ? AND old_row IS NOT NULL
                    AND row_id NOT IN (SELECT id FROM \(name) WHERE id BETWEEN ? AND ?)
                    """,
                arguments: [table, ids.lowerBound, ids.upperBound, ids.lowerBound, ids.upperBound])
            try addOwners(ofParents: parents, in: parent, db, graph)
        case .named(let pairs):
            guard hostTables.contains(table) else { return }
            for (collection, record) in pairs {
                let rows = try Row.fetchCursor(
                    db, sql: "SELECT DISTINCT \(collection), \(record) FROM \(name) WHERE id BETWEEN ? AND ?",
                    arguments: [ids.lowerBound, ids.upperBound])
                while let row = try rows.next() { add(record: row[1], of: collections.id(row[0])) }
            }
        case nil: break
        }
    }

    private mutating func addOwners(
        ofChangedRowsIn table: String, of changeSet: Int64, _ db: Database, _ graph: TableGraph,
        _ collections: CollectionNumbers, _ hostTables: Set<String>
    ) throws {
        // A row that was put back, and is gone again, was last seen where it went.
        let changed = """
            FROM (SELECT o.row_id, ifnull(o.old_row, (SELECT d.old_row FROM host_change_row d
                WHERE d.table_name = o.table_name AND d.row_id = o.row_id AND d.id > o.id
                AND d.old_row IS NOT NULL ORDER BY d.id LIMIT 1)) AS old_row
            FROM host_change_row o WHERE o.change_set_id = ? AND o.table_name = ?) c
            """
        let arguments: StatementArguments = [changeSet, table]
        switch graph.owner(of: table) {
        case .itself(let collection):
            for id in try Int64.fetchSet(db, sql: "SELECT DISTINCT c.row_id \(changed)", arguments: arguments)
            {
                add(record: id, of: collection)
            }
        case .parent(let parent, let column):
            let name = table.quotedDatabaseIdentifier
            let path = ChangeTriggers.quotedText("$.\"\(column)\"")
            let parents = try Int64.fetchSet(
                db,
                sql: """
                    SELECT json_extract(c.old_row, \(path)) \(changed) WHERE c.old_row IS NOT NULL
                    UNION SELECT t.\(column.quotedDatabaseIdentifier) \(changed) JOIN \(name) t ON t.id = c.row_id
                    """, arguments: arguments + arguments)
            try addOwners(ofParents: parents, in: parent, db, graph)
        case .named(let pairs):
            guard hostTables.contains(table) else { return }
            for (collection, record) in pairs {
                let rows = try Row.fetchCursor(
                    db,
                    sql: """
                        SELECT json_extract(c.old_row, '$.\(collection)'), json_extract(c.old_row, '$.\(record)')
                        \(changed) WHERE c.old_row IS NOT NULL
                        UNION SELECT t.\(collection), t.\(record) \(changed) JOIN \(table) t ON t.id = c.row_id
                        """, arguments: arguments + arguments)
                while let row = try rows.next() { add(record: row[1], of: collections.id(row[0])) }
            }
        case nil: break
        }
    }

    /// Adds the records that rows of a table are, or belong to.
    private mutating func addOwners(
        ofParents ids: Set<Int64>, in table: String, _ db: Database, _ graph: TableGraph
    ) throws {
        // The chain has an end: not every table's rows belong to records.
        guard !ids.isEmpty, graph.record(of: table, alias: "p") != nil else { return }
        switch graph.owner(of: table) {
        case .itself(let collection):
            for id in ids { add(record: id, of: collection) }
        case .parent(let parent, let column):
            // A row that is gone, too, is known by what it was last.
            let path = ChangeTriggers.quotedText("$.\"\(column)\"")
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(column.quotedDatabaseIdentifier) FROM \(table.quotedDatabaseIdentifier) WHERE id = ?1
                    UNION ALL SELECT * FROM (SELECT json_extract(old_row, \(path)) FROM host_change_row
                        WHERE table_name = ?2 AND row_id = ?1 AND old_row IS NOT NULL ORDER BY id DESC LIMIT 1)
                    LIMIT 1
                    """)
            var parents: Set<Int64> = []
            for id in ids {
                if let found = try Int64.fetchOne(statement, arguments: [id, table]) {
                    parents.insert(found)
                }
            }
            try addOwners(ofParents: parents, in: parent, db, graph)
        case .named, nil: break
        }
    }

    private mutating func add(record: Int64, of collection: CollectionID?) {
        // 0: a text of no record, which is a row by itself.
        guard let collection, record != 0 else { return }
        // In its place: a copy would be one of the whole set for each record.
        records[collection, default: Records()].addChanged(record)
    }

    /// The records that another change set touched too.
    func intersection(_ other: TouchedRecords) -> [CollectionID: Set<Int64>] {
        var result: [CollectionID: Set<Int64>] = [:]
        for (collection, mine) in records {
            let ids = other.records[collection].map(mine.intersection) ?? []
            if !ids.isEmpty { result[collection] = ids }
        }
        return result
    }

    /// Whether an earlier change set made or changed a row that a later one changed, of whatever table.
    static func shareRow(_ earlier: Int64, _ later: Int64, _ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM host_change_row l WHERE l.change_set_id = ?2 AND (
                        EXISTS (SELECT 1 FROM host_change_range r WHERE r.change_set_id = ?1
                            AND r.table_name = l.table_name AND l.row_id BETWEEN r.first AND r.last)
                        OR EXISTS (SELECT 1 FROM host_change_row e WHERE e.change_set_id = ?1
                            AND e.table_name = l.table_name AND e.row_id = l.row_id)))
                    """), arguments: [earlier, later]) ?? false
    }
}
