import AtriumSDK
import GRDB

/// The search index of a vault, over all collections of all modules that were ever enabled.
///
/// It is kept by the host: modules only declare a title and search fields. Every write transaction ends with one
/// ``update(_:touched:before:)``.
enum SearchIndex {
    /// A collection with its number in this vault.
    struct Entry: Sendable {
        let collection: Collection
        /// `host_collection.id`.
        let number: Int64

        /// The row id of record 0 of the collection.
        var base: Int64 { number << 40 }

        /// The row ids of all records that the collection can have.
        var rowIDs: ClosedRange<Int64> { base...(base | SearchIndex.recordMask) }

        /// What the index was built with: another signature means that it must be built anew.
        var signature: String {
            "\(SearchText.version)|\(collection.table)|\(titleSQL)|\(textSQL)"
        }

        /// A record's title, prepared.
        var titleSQL: String { SearchText.foldedSQL("ifnull(\(collection.titleSQL), '')") }

        /// All that is found of a record, prepared.
        var textSQL: String {
            let parts = [collection.titleSQL] + collection.searchFields.map(\.sql)
            return SearchText.foldedSQL(
                parts.map { "ifnull(\($0), '')" }.joined(separator: " || char(10) || "))
        }
    }

    /// Records of one collection that a write has inserted, changed or removed.
    struct Touched: Sendable {
        let entry: Entry
        /// Ranges of record ids that do not overlap.
        let ids: [ClosedRange<Int64>]

        init(_ entry: Entry, ids: [ClosedRange<Int64>]) {
            self.entry = entry
            self.ids = ids
        }

        /// Ids in order, those that follow each other together.
        private static func ranges(of ids: Set<Int64>) -> [ClosedRange<Int64>] {
            ids.sorted().reduce(into: []) { ranges, id in
                if let last = ranges.last, last.upperBound + 1 == id {
                    ranges[ranges.count - 1] = last.lowerBound...id
                } else {
                    ranges.append(id...id)
                }
            }
        }

        /// The touched records of a change set.
        init(_ entry: Entry, _ records: TouchedRecords.Records) {
            let changed = records.changed.filter { id in !records.inserted.contains { $0.contains(id) } }
            self.init(entry, ids: records.inserted + Self.ranges(of: changed))
        }
    }

    static let recordMask: Int64 = 1 << 40 - 1

    /// Above this number of records the terms are taken from the whole index instead of from each text.
    static let bulkThreshold = 2000

    /// Makes the index agree with the records that a write has touched.
    ///
    /// To be called once, at the end of every write
    /// transaction.
    ///
    /// Inserted, changed and removed records are named alike; a range of 100,000 new ones is one statement. The index
    /// keeps no text, so what it holds of a record is computed again from the state before the transaction, which
    /// another connection still sees while this one holds the write lock.
    /// - Parameter before: lends a connection that sees the state before this transaction: the pool's `read`. It is
    ///   called only where touched records are in the index already.
    /// - Throws: what SQLite throws.
    static func update(
        _ db: Database, touched: [Touched], before: ((Database) throws -> Void) throws -> Void
    ) throws {
        var terms = TermChanges()
        let tokenizer = try SearchTokenizer(db)
        let known = try touched.flatMap { try knownRanges($0, db) }
        if !known.isEmpty {
            try before { old in
                for (entry, range) in known {
                    try removeTexts(
                        of: entry, in: range, from: db, as: old, tokenizer: tokenizer, terms: &terms)
                }
            }
        }
        for touched in touched {
            for range in touched.ids {
                try insertTexts(of: touched.entry, in: range, into: db, tokenizer: tokenizer, terms: &terms)
            }
        }
        try SearchTerms.apply(terms, db)
    }

    /// Whether ``prepare(_:entries:)`` has something to do.
    static func needsPreparation(_ db: Database, entries: [Entry]) throws -> Bool {
        let signatures = try storedSignatures(db)
        return entries.contains { signatures[$0.number] != $0.signature }
    }

    /// Makes the index fit what the installed modules declare: to be called in a write transaction after migrations and
    /// after a module was enabled.
    ///
    /// `entries` are the collections of all modules that were ever enabled and are installed.
    ///
    /// A collection that is new is indexed; where the SQL of one has changed the whole index is built anew.
    static func prepare(_ db: Database, entries: [Entry]) throws {
        let signatures = try storedSignatures(db)
        if entries.contains(where: { (signatures[$0.number] ?? $0.signature) != $0.signature }) {
            return try rebuild(db, entries: entries)
        }
        var terms = TermChanges()
        let tokenizer = try SearchTokenizer(db)
        for entry in entries where signatures[entry.number] == nil {
            try store(entry, db)
            try insertTexts(of: entry, in: 0...recordMask, into: db, tokenizer: tokenizer, terms: &terms)
        }
        try SearchTerms.apply(terms, db)
    }

    /// Builds the index anew from the records of these collections.
    ///
    /// Nothing of others stays in the file's index; this is
    /// how an erased module leaves it.
    static func rebuild(_ db: Database, entries: [Entry]) throws {
        for table in ["search_title", "search_text", "search_trigram"] {
            try db.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('delete-all')")
        }
        try db.execute(sql: "DELETE FROM search_term; DELETE FROM search_collection;")
        var terms = TermChanges()
        let tokenizer = try SearchTokenizer(db)
        for entry in entries {
            try store(entry, db)
            try insertTexts(of: entry, in: 0...recordMask, into: db, tokenizer: tokenizer, terms: &terms)
        }
        try SearchTerms.apply(terms, db)
    }

    /// Has the index built anew when the vault is next prepared: a migration has changed a module's rows.
    static func forget(_ module: Module, _ db: Database) throws {
        for collection in module.collections {
            try db.execute(
                sql: """
                    UPDATE search_collection SET signature = ''
                    WHERE id = (SELECT id FROM host_collection WHERE name = ?)
                    """, arguments: [collection.id.description])
        }
    }

    private static func storedSignatures(_ db: Database) throws -> [Int64: String] {
        try Row.fetchAll(db, sql: "SELECT id, signature FROM search_collection")
            .reduce(into: [:]) { $0[$1["id"]] = $1["signature"] }
    }

    private static func store(_ entry: Entry, _ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO search_collection (id, signature) VALUES (?, ?)",
            arguments: [entry.number, entry.signature])
    }

    /// The ranges in which the index holds something already.
    private static func knownRanges(_ touched: Touched, _ db: Database) throws -> [(
        Entry, ClosedRange<Int64>
    )] {
        let statement = try db.cachedStatement(
            sql: "SELECT min(id), max(id) FROM search_text_docsize WHERE id BETWEEN ? AND ?")
        return try touched.ids.compactMap { range in
            let base = touched.entry.base
            let row = try Row.fetchOne(
                statement, arguments: [base | range.lowerBound, base | range.upperBound])
            guard let first = row?[0] as Int64?, let last = row?[1] as Int64? else { return nil }
            return (touched.entry, (first & recordMask)...(last & recordMask))
        }
    }

    private static func removeTexts(
        of entry: Entry, in range: ClosedRange<Int64>, from db: Database, as old: Database,
        tokenizer: SearchTokenizer, terms: inout TermChanges
    ) throws {
        guard try old.tableExists(entry.collection.table) else { return }
        let isIndexed = try db.cachedStatement(sql: "SELECT 1 FROM search_text_docsize WHERE id = ?")
        let removeTitle = try db.cachedStatement(
            sql: "INSERT INTO search_title (search_title, rowid, title) VALUES ('delete', ?, ?)")
        let removeText = try db.cachedStatement(
            sql: "INSERT INTO search_text (search_text, rowid, text) VALUES ('delete', ?, ?)")
        let select = try old.cachedStatement(
            sql: """
                SELECT r.id, \(entry.titleSQL), \(entry.textSQL) FROM \(entry.collection.table) r
                WHERE r.id BETWEEN ? AND ?
                """)
        let rows = try Row.fetchCursor(select, arguments: [range.lowerBound, range.upperBound])
        while let row = try rows.next() {
            let id = entry.base | (row[0] as Int64)
            guard try Int.fetchOne(isIndexed, arguments: [id]) != nil else { continue }
            let title: String = row[1]
            let text: String = row[2]
            try removeTitle.execute(arguments: [id, title])
            try removeText.execute(arguments: [id, text])
            terms.noteRemoval(try terms.isBulk ? [] : tokenizer.terms(ofPrepared: text))
        }
    }

    private static func insertTexts(
        of entry: Entry, in range: ClosedRange<Int64>, into db: Database, tokenizer: SearchTokenizer,
        terms: inout TermChanges
    ) throws {
        let table = entry.collection.table
        guard try db.tableExists(table) else { return }
        let arguments: StatementArguments = [entry.base, range.lowerBound, range.upperBound]
        try db.cachedStatement(
            sql: """
                INSERT INTO search_title (rowid, title)
                SELECT ? | r.id, \(entry.titleSQL) FROM \(table) r WHERE r.id BETWEEN ? AND ? ORDER BY r.id
                """
        ).execute(arguments: arguments)
        try db.cachedStatement(
            sql: """
                INSERT INTO search_text (rowid, text)
                SELECT ? | r.id, \(entry.textSQL) FROM \(table) r WHERE r.id BETWEEN ? AND ? ORDER BY r.id
                """
        ).execute(arguments: arguments)
        terms.noteInsertion(count: db.changesCount)
        guard !terms.isBulk else { return }
        let texts = try String.fetchCursor(
            db.cachedStatement(sql: "SELECT \(entry.textSQL) FROM \(table) r WHERE r.id BETWEEN ? AND ?"),
            arguments: [range.lowerBound, range.upperBound])
        while let text = try texts.next() { terms.added.formUnion(try tokenizer.terms(ofPrepared: text)) }
    }
}
