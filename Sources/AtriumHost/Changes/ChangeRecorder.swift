import AtriumSDK
import GRDB

/// Makes every write one transaction and one change set.
///
/// Updates and deletions are recorded by ``ChangeTriggers`` while they happen. Inserts are recorded afterwards, as
/// ranges of row ids: ids only rise (AUTOINCREMENT) and there is one writer, so what lies between a table's sequence
/// before and after is what the write inserted. When the body has returned, the recorder settles what follows from
/// the changes: what belonged to removed records goes too, edited sources are marked, the search index is brought up to
/// date. All of it is part of the same transaction.
struct ChangeRecorder {
    let vault: Vault

    /// Who made a change, and with which command: what `atrium history` shows.
    struct Cause: Sendable {
        let actor: String
        let command: String
    }

    /// How the changes came about, which decides what follows from them.
    enum Origin {
        /// A command: changed records stand apart from their sources from now on.
        case command
        /// An import: records and sources agree.
        case importRun
    }

    /// Runs a write and records it.
    ///
    /// - Parameter beforeCommit: is called last of all within the transaction: what it throws takes everything back.
    /// - Returns: what `body` returned, and the id of the change set; nil where nothing was changed.
    /// - Throws: what `body` throws; the vault is then as it was.
    func write<Result>(
        _ cause: Cause, origin: Origin = .command, beforeCommit: (Database) throws -> Void = { _ in },
        _ body: (Database, WriteScope) throws -> Result
    ) throws -> (result: Result, changeSet: Int64?) {
        let content = AttachmentContent(folder: vault.filesFolder)
        do {
            return try transaction { db, graph in
                try once(db) {
                    let outcome = try record(cause, undoes: nil, graph: graph, db) { changeSet in
                        let collections = try CollectionNumbers(db)
                        let scope = WriteScope(
                            changeSet: changeSet, collections: collections, content: content)
                        let result = try body(db, scope)
                        try content.discardUnused(db)
                        try content.synchronize()
                        return (result, origin)
                    }
                    try beforeCommit(db)
                    return outcome
                }
            }
        } catch {
            content.discard()
            throw error
        }
    }

    /// Runs an undo's reversal and records it: without foreign-key actions, so that rows come back exactly.
    ///
    /// - Throws: ``UndoObstacle`` where what came back breaks a rule of the vault, and what `body` throws.
    func reverse<Result>(
        _ cause: Cause, undoes: Int64, _ body: (Database, Int64, TableGraph) throws -> Result
    ) throws -> (result: Result, changeSet: Int64?) {
        try transaction(enforcingForeignKeys: false) { db, graph in
            let outcome: (result: Result, changeSet: Int64?)
            do {
                outcome = try once(db) {
                    try record(cause, undoes: undoes, graph: graph, db) { changeSet in
                        (try body(db, changeSet, graph), nil)
                    }
                }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                // A unique value that is taken: by whom, SQLite does not tell.
                throw UndoObstacle.unknown
            }
            if let missing = try UndoObstacle.missingRow(db) { throw UndoObstacle.row(missing) }
            if let changeSet = outcome.changeSet,
                let missing = try UndoObstacle.missingRecord(
                    after: changeSet, graph: graph, db)
            {
                throw UndoObstacle.row(missing)
            }
            return outcome
        }
    }

    /// Does what is asked for with a key once; see ``AskedWrite``.
    private func once<Result>(
        _ db: Database, _ write: () throws -> (result: Result, changeSet: Int64?)
    ) throws -> (result: Result, changeSet: Int64?) {
        let (result, change) = try AskedWrite.once(
            in: .inVault, now: vault.environment.now(), db
        ) {
            let outcome = try write()
            return (outcome.result, change: outcome.changeSet)
        }
        return (result, change)
    }

    /// Runs the one transaction of a write, with triggers on all tables of the graph that it is given.
    ///
    /// The triggers are made in a transaction of their own, before: within one that has changed a schema, if only the
    /// connection's own, SQLite parses all of it again after each return to a savepoint, and an import returns to one for
    /// every row that it refuses. Another process may change the file's schema until the write's begins.
    private func transaction<Result>(
        enforcingForeignKeys: Bool = true, _ body: (Database, TableGraph) throws -> Result
    ) throws -> Result {
        try vault.explainingErrors {
            try vault.pool.writeWithoutTransaction { db in
                var watched = try db.transaction(.deferred) { try watch(db) }
                // Inside a transaction SQLite ignores the pragma.
                if !enforcingForeignKeys { try db.execute(sql: "PRAGMA foreign_keys = OFF") }
                defer { if !enforcingForeignKeys { try? db.execute(sql: "PRAGMA foreign_keys = ON") } }
                return try db.transaction(.immediate) {
                    if try ChangeTriggers.schemaVersion(db) != watched.schema { watched = try watch(db) }
                    return try body(db, watched.graph)
                }
            }
        }
    }

    /// Makes the triggers that are missing; gives the version of the schema that they are for, and its tables.
    private func watch(_ db: Database) throws -> (schema: Int32, graph: TableGraph) {
        let graph = try TableGraph(db, registry: vault.registry)
        try ChangeTriggers.prepare(db, tables: graph.tables)
        return (try ChangeTriggers.schemaVersion(db), graph)
    }

    private func record<Result>(
        _ cause: Cause, undoes: Int64?, graph: TableGraph, _ db: Database,
        _ body: (Int64) throws -> (Result, Origin?)
    ) throws -> (result: Result, changeSet: Int64?) {
        try db.execute(
            sql: "INSERT INTO host_change_set (made_at, actor, command, undoes) VALUES (?, ?, ?, ?)",
            arguments: [Timestamp.text(vault.environment.now()), cause.actor, cause.command, undoes])
        let changeSet = db.lastInsertedRowID
        let before = try Self.sequences(db)
        let (result, origin) = try body(changeSet)
        try recordRanges(of: changeSet, since: before, graph: graph, db)
        try settle(changeSet, origin: origin, graph: graph, db)
        try forgetWhatHappenedToNewRows(changeSet, since: before, graph: graph, db)
        let isEmpty =
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT NOT EXISTS (SELECT 1 FROM host_change_range WHERE change_set_id = ?1)
                    AND NOT EXISTS (SELECT 1 FROM host_change_row WHERE change_set_id = ?1)
                    """, arguments: [changeSet]) ?? true
        if isEmpty {
            try db.execute(sql: "DELETE FROM host_change_set WHERE id = ?", arguments: [changeSet])
            return (result, nil)
        }
        return (result, changeSet)
    }

    private static func sequences(_ db: Database) throws -> [String: Int64] {
        let rows = try Row.fetchAll(db, sql: "SELECT name, seq FROM sqlite_sequence")
        return Dictionary(rows.map { ($0["name"], $0["seq"]) }, uniquingKeysWith: { _, last in last })
    }

    private func recordRanges(
        of changeSet: Int64, since before: [String: Int64], graph: TableGraph, _ db: Database
    ) throws {
        let after = try Self.sequences(db)
        for table in graph.tables {
            let first = before[table, default: 0] + 1
            guard let last = after[table], last >= first else { continue }
            // Asked for both at once, SQLite reads all rows between them.
            let inserted = "FROM \(table.quotedDatabaseIdentifier) WHERE id BETWEEN ?3 AND ?4"
            try db.execute(
                sql: """
                    INSERT INTO host_change_range (change_set_id, table_name, first, last)
                    SELECT ?1, ?2, first, last FROM (
                        SELECT (SELECT min(id) \(inserted)) AS first, (SELECT max(id) \(inserted)) AS last)
                    WHERE first IS NOT NULL
                    """, arguments: [changeSet, table, first, last])
        }
    }

    /// A row that was not there before has no old state: an undo removes it, or finds it gone.
    private func forgetWhatHappenedToNewRows(
        _ changeSet: Int64, since before: [String: Int64], graph: TableGraph, _ db: Database
    ) throws {
        let written = try String.fetchAll(
            db, sql: "SELECT DISTINCT table_name FROM host_change_row WHERE change_set_id = ?",
            arguments: [changeSet])
        for table in written {
            try db.execute(
                sql: "DELETE FROM host_change_row WHERE change_set_id = ? AND table_name = ? AND row_id > ?",
                arguments: [changeSet, table, before[table, default: 0]])
        }
    }

    /// Does what follows from a change set's changes; nil as origin: an undo, which puts sources back itself.
    private func settle(_ changeSet: Int64, origin: Origin?, graph: TableGraph, _ db: Database) throws {
        let collections = try CollectionNumbers(db)
        try removeWhatBelongedToRemovedRecords(
            changeSet, from: origin == nil ? ["host_source_item"] : nil, graph: graph,
            collections: collections, db)
        let touched = try TouchedRecords(
            of: changeSet, db, graph: graph, collections: collections,
            hostTables: origin == .command ? TouchedRecords.contentTables : [])
        var searched: [SearchIndex.Touched] = []
        for (id, records) in touched.records {
            guard let collection = vault.registry.collection(id) else { continue }
            let number = try collections.number(id)
            if origin == .command {
                for record in records.changed { try SourceRows.markEdited(record, in: number, db) }
            }
            searched.append(
                SearchIndex.Touched(SearchIndex.Entry(collection: collection, number: number), records))
        }
        try SearchIndex.update(db, touched: searched) { before in try vault.pool.read(before) }
    }

    /// Tags, links, attachments and sources of records that are gone.
    ///
    /// - Parameter tables: the only tables to look in; nil: all. An undo puts rows back itself, but a source that a later
    ///   import gave to a record does not keep the record.
    private func removeWhatBelongedToRemovedRecords(
        _ changeSet: Int64, from tables: [String]?, graph: TableGraph, collections: CollectionNumbers,
        _ db: Database
    ) throws {
        for table in graph.tables {
            guard case .itself(let collection) = graph.owner(of: table) else { continue }
            let number = try collections.number(collection)
            let gone = """
                (SELECT c.row_id FROM host_change_row c WHERE c.change_set_id = ? AND c.table_name = ?
                AND c.operation = 'delete' AND NOT EXISTS
                (SELECT 1 FROM \(table.quotedDatabaseIdentifier) t WHERE t.id = c.row_id))
                """
            let count = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM \(gone)", arguments: [changeSet, table])
            guard let count, count > 0 else { continue }
            for (host, collectionColumn, recordColumn) in Self.recordColumns
            where tables?.contains(host) ?? true {
                try db.execute(
                    sql: "DELETE FROM \(host) WHERE \(collectionColumn) = ? AND \(recordColumn) IN \(gone)",
                    arguments: [number, changeSet, table])
            }
            try SourceFile.forgetDeclined(of: gone, [changeSet, table], in: number, db)
        }
    }

    /// The columns of the host's tables that name a record: the table, the collection's number, the record's id.
    static let recordColumns = [
        ("host_record_tag", "collection_id", "record_id"), ("host_attachment", "collection_id", "record_id"),
        ("host_source_item", "collection_id", "record_id"), ("host_former_uid", "collection_id", "record_id"),
        ("host_link", "from_collection_id", "from_record_id"),
        ("host_link", "to_collection_id", "to_record_id"),
    ]

}

/// What a write's body is lent beside the database.
struct WriteScope {
    /// The id of the change set that is being made.
    let changeSet: Int64
    /// The numbers of collections.
    let collections: CollectionNumbers
    /// Where attachments' content goes until the commit.
    let content: AttachmentContent
}

extension Database {
    /// Runs a transaction, and gives what it returns.
    fileprivate func transaction<Result>(_ kind: TransactionKind, _ body: () throws -> Result) throws
        -> Result
    {
        var result: Result?
        try inTransaction(kind) {
            result = try body()
            return .commit
        }
        guard let result else { throw AtriumError(.internal, "a transaction ended without a result") }
        return result
    }
}
