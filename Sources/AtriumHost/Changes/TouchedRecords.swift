import AtriumSDK
import GRDB

/// The records that a change set touched, and the rows that belong to no record.
struct TouchedRecords {
    /// What was touched of one collection.
    struct Records {
        /// Ids of new records, as ranges; some may be gone again.
        var inserted: [ClosedRange<Int64>] = []
        /// Ids of records that were there before, or that were put back: changed, or gone.
        var changed: Set<Int64> = []

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

    /// One row of a table whose rows belong to no record.
    struct LooseRow: Hashable {
        let table: String
        let id: Int64
    }

    /// The host's tables whose rows are part of what a record says: to change them is to edit it.
    static let contentTables: Set = ["host_record_tag", "host_attachment"]
    /// The host's tables whose rows stand on records, so that a record cannot go from under them.
    ///
    /// Sources are among them: one that was moved to another record, or brought up to date, cannot be taken back without
    /// what that did.
    static let dependentTables = contentTables.union(["host_link", "host_former_uid", "host_source_item"])

    /// By collection.
    var records: [CollectionID: Records] = [:]
    /// Changed rows of tables without owners.
    var looseRows: Set<LooseRow> = []
    /// New rows of tables without owners.
    var looseRanges: [(table: String, ids: ClosedRange<Int64>)] = []

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
        case .parent:
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
            records[owner.collection, default: Records()].changed.formUnion(found)
        case .named(let pairs):
            guard hostTables.contains(table) else { return }
            // Among them may be texts of no record, which nobody shares.
            looseRanges.append((table, ids))
            for (collection, record) in pairs {
                let rows = try Row.fetchCursor(
                    db, sql: "SELECT DISTINCT \(collection), \(record) FROM \(name) WHERE id BETWEEN ? AND ?",
                    arguments: [ids.lowerBound, ids.upperBound])
                while let row = try rows.next() { add(record: row[1], of: collections.id(row[0])) }
            }
        case nil: looseRanges.append((table, ids))
        }
    }

    private mutating func addOwners(
        ofChangedRowsIn table: String, of changeSet: Int64, _ db: Database, _ graph: TableGraph,
        _ collections: CollectionNumbers, _ hostTables: Set<String>
    ) throws {
        let filter = "FROM host_change_row c WHERE c.change_set_id = ? AND c.table_name = ?"
        let arguments: StatementArguments = [changeSet, table]
        switch graph.owner(of: table) {
        case .itself(let collection):
            for id in try Int64.fetchSet(db, sql: "SELECT DISTINCT c.row_id \(filter)", arguments: arguments)
            {
                add(record: id, of: collection)
            }
        case .parent(let parent, let column):
            let name = table.quotedDatabaseIdentifier
            let path = ChangeTriggers.quotedText("$.\"\(column)\"")
            let parents = try Int64.fetchSet(
                db,
                sql: """
                    SELECT json_extract(c.old_row, \(path)) \(filter) AND c.old_row IS NOT NULL
                    UNION SELECT t.\(column.quotedDatabaseIdentifier) \(filter.replacing("FROM host_change_row c",
                        with: "FROM host_change_row c JOIN \(name) t ON t.id = c.row_id"))
                    """, arguments: arguments + arguments)
            guard let owner = graph.record(of: parent, alias: "p") else { return }
            if case .itself = graph.owner(of: parent) {
                for id in parents { add(record: id, of: owner.collection) }
            } else {
                for id in parents {
                    let record = try Int64.fetchOne(
                        db,
                        sql: "SELECT \(owner.id) FROM \(parent.quotedDatabaseIdentifier) p WHERE p.id = ?",
                        arguments: [id])
                    if let record { add(record: record, of: owner.collection) }
                }
            }
        case .named(let pairs):
            guard hostTables.contains(table) else { return }
            for (collection, record) in pairs {
                let rows = try Row.fetchCursor(
                    db,
                    sql: """
                        SELECT json_extract(c.old_row, '$.\(collection)'), json_extract(c.old_row, '$.\(record)')
                        \(filter) AND c.old_row IS NOT NULL
                        UNION SELECT t.\(collection), t.\(record)
                        FROM host_change_row c JOIN \(table) t ON t.id = c.row_id
                        WHERE c.change_set_id = ? AND c.table_name = ?
                        """, arguments: arguments + arguments)
                while let row = try rows.next() { add(record: row[1], of: collections.id(row[0])) }
                let ofNone = try Int64.fetchSet(
                    db,
                    sql: """
                        SELECT DISTINCT c.row_id \(filter) AND json_extract(c.old_row, '$.\(record)') = 0
                        """, arguments: arguments)
                for id in ofNone { looseRows.insert(LooseRow(table: table, id: id)) }
            }
        case nil:
            for id in try Int64.fetchSet(db, sql: "SELECT DISTINCT c.row_id \(filter)", arguments: arguments)
            {
                looseRows.insert(LooseRow(table: table, id: id))
            }
        }
    }

    private mutating func add(record: Int64, of collection: CollectionID?) {
        // 0: a text of no record, which is a row by itself.
        guard let collection, record != 0 else { return }
        var records = self.records[collection] ?? Records()
        if !records.inserted.contains(where: { $0.contains(record) }) { records.changed.insert(record) }
        self.records[collection] = records
    }

    /// Whether a record, or a row without an owner, was touched here and there.
    func shares(with other: TouchedRecords) -> Bool {
        sharesLooseRow(with: other)
            || records.contains { collection, mine in
                other.records[collection].map { !mine.intersection($0).isEmpty } ?? false
            }
    }

    /// Whether a row without an owner was touched here and there.
    func sharesLooseRow(with other: TouchedRecords) -> Bool {
        !looseRows.isDisjoint(with: other.looseRows)
            || looseRows.contains { row in
                other.looseRanges.contains { $0.table == row.table && $0.ids.contains(row.id) }
            }
            || other.looseRows.contains { row in
                looseRanges.contains { $0.table == row.table && $0.ids.contains(row.id) }
            }
    }
}
