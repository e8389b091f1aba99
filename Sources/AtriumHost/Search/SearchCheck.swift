import AtriumSDK
import GRDB

extension SearchIndex {
    /// Where the index and the records disagree.
    enum Problem: Sendable, Hashable {
        /// The index knows nothing of some records of a collection.
        case recordsMissing(CollectionID, count: Int)
        /// The index still names records of a collection that are gone.
        case recordsGone(CollectionID, count: Int)
        /// The index names records of a collection that is not known, by its number.
        case collectionUnknown(Int64, count: Int)
        /// Terms stand at other records than they should.
        case termsDiffer(count: Int)
        /// The terms for mistyped words are not those of the index.
        case guessesDiffer(count: Int)
    }

    /// Compares the index with the records, both ways and term by term.
    ///
    /// A second index is built from the records in a temporary table, so that it takes about as long as building the
    /// index and changes nothing in the vault.
    /// - Throws: what SQLite throws, where the index is damaged.
    static func check(_ db: Database, entries: [Entry]) throws -> [Problem] {
        var problems: [Problem] = []
        for entry in entries where try db.tableExists(entry.collection.table) {
            let table = entry.collection.table
            let range: StatementArguments = [entry.rowIDs.lowerBound, entry.rowIDs.upperBound]
            let missing = try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM \(table) r
                    WHERE NOT EXISTS (SELECT 1 FROM search_text_docsize d WHERE d.id = (? | r.id))
                    """, arguments: [entry.base])
            let gone = try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM search_text_docsize d WHERE d.id BETWEEN ? AND ?
                    AND NOT EXISTS (SELECT 1 FROM \(table) r WHERE r.id = (d.id & \(recordMask)))
                    """, arguments: range)
            if let missing, missing > 0 {
                problems.append(.recordsMissing(entry.collection.id, count: missing))
            }
            if let gone, gone > 0 { problems.append(.recordsGone(entry.collection.id, count: gone)) }
        }
        problems += try unknownCollections(db, entries: entries)
        let differing = try differingTerms(db, entries: entries)
        if differing > 0 { problems.append(.termsDiffer(count: differing)) }
        let guesses = try SearchTerms.differences(db)
        if guesses > 0 { problems.append(.guessesDiffer(count: guesses)) }
        return problems
    }

    private static func unknownCollections(_ db: Database, entries: [Entry]) throws -> [Problem] {
        let numbers = entries.map { String($0.number) }.joined(separator: ", ")
        return try Row.fetchAll(
            db,
            sql: """
                SELECT id >> 40, count(*) FROM search_text_docsize WHERE id >> 40 NOT IN (\(numbers)) GROUP BY 1
                """
        ).map { .collectionUnknown($0[0], count: $0[1]) }
    }

    /// How many terms do not stand at the records at which they should, in titles and in texts.
    private static func differingTerms(_ db: Database, entries: [Entry]) throws -> Int {
        var count = 0
        for (table, sql) in [("search_title", \Entry.titleSQL), ("search_text", \Entry.textSQL)] {
            try db.execute(
                sql: """
                    CREATE VIRTUAL TABLE temp.search_check USING fts5(
                        text, tokenize = 'unicode61 remove_diacritics 2', content = '', detail = none, columnsize = 0);
                    CREATE VIRTUAL TABLE temp.search_check_found USING fts5vocab('main', '\(table)', 'instance');
                    CREATE VIRTUAL TABLE temp.search_check_wanted USING fts5vocab('temp', 'search_check', 'instance');
                    """)
            defer {
                for name in ["search_check_found", "search_check_wanted", "search_check"] {
                    try? db.execute(sql: "DROP TABLE IF EXISTS temp.\(name)")
                }
            }
            for entry in entries where try db.tableExists(entry.collection.table) {
                try db.execute(
                    sql: """
                        INSERT INTO temp.search_check (rowid, text)
                        SELECT ? | r.id, \(entry[keyPath: sql]) FROM \(entry.collection.table) r ORDER BY r.id
                        """, arguments: [entry.base])
            }
            // Per term: how many records, and two sums by which other records would show.
            let summary = """
                SELECT term, count(*), sum(doc % 1000003), sum((doc % 65521) * (doc % 65497))
                FROM temp.search_check_%@ GROUP BY term
                """
            let found = summary.replacing("%@", with: "found")
            let wanted = summary.replacing("%@", with: "wanted")
            count +=
                try Int.fetchOne(
                    db,
                    sql: """
                        WITH found AS MATERIALIZED (\(found)), wanted AS MATERIALIZED (\(wanted))
                        SELECT count(DISTINCT term) FROM (
                            SELECT term FROM (SELECT * FROM found EXCEPT SELECT * FROM wanted)
                            UNION ALL SELECT term FROM (SELECT * FROM wanted EXCEPT SELECT * FROM found))
                        """) ?? 0
        }
        return count
    }
}
