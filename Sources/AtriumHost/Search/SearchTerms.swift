import GRDB

/// What a write did to the distinct terms of the index, as far as it must be known to keep ``SearchTerms`` exact.
struct TermChanges {
    /// Terms of new texts.
    var added: Set<String> = []
    /// Terms of texts that went; some may still stand in others.
    private(set) var removed: Set<String> = []
    private(set) var insertions = 0
    private(set) var removals = 0

    /// Whether so many texts changed that reading the index's vocabulary once is cheaper than asking for each term.
    var isBulk: Bool { insertions + removals > SearchIndex.bulkThreshold }

    mutating func noteInsertion(count: Int) { insertions += count }

    mutating func noteRemoval(_ terms: [String]) {
        removals += 1
        removed.formUnion(terms)
    }
}

/// The distinct terms of the index that a mistyped word may have meant, findable by trigrams.
enum SearchTerms {
    /// Whether a term is worth keeping: letters only, not so short that anything is near it.
    static func isWorthwhile(_ term: String) -> Bool {
        let count = term.unicodeScalars.count
        return lengths.contains(count) && !term.utf8.contains { (48...57).contains($0) }
    }

    /// The lengths in characters of terms and words for which near ones are looked for.
    static let lengths = 4...40

    /// SQL for ``isWorthwhile(_:)``.
    private static let worthwhileSQL =
        "length(term) BETWEEN \(lengths.lowerBound) AND \(lengths.upperBound) AND term NOT GLOB '*[0-9]*'"

    /// Brings the terms up to date after texts were added to and taken from the index.
    static func apply(_ changes: TermChanges, _ db: Database) throws {
        if changes.isBulk {
            try refresh(db, hasRemovals: changes.removals > 0)
        } else {
            try add(changes.added.filter(isWorthwhile), db)
            try removeUnused(changes.removed.subtracting(changes.added).filter(isWorthwhile), db)
        }
    }

    private static func add(_ terms: some Sequence<String>, _ db: Database) throws {
        let insertTerm = try db.cachedStatement(sql: "INSERT OR IGNORE INTO search_term (term) VALUES (?)")
        let insertTrigrams = try db.cachedStatement(
            sql: "INSERT INTO search_trigram (rowid, term) VALUES (?, ?)")
        // In order, so that the same changes give the same file.
        for term in terms.sorted() {
            try insertTerm.execute(arguments: [term])
            guard db.changesCount > 0 else { continue }
            try insertTrigrams.execute(arguments: [db.lastInsertedRowID, "^\(term)$"])
        }
    }

    private static func removeUnused(_ terms: some Sequence<String>, _ db: Database) throws {
        let isUsed = try db.cachedStatement(
            sql: "SELECT 1 FROM search_text WHERE search_text MATCH ? LIMIT 1")
        let find = try db.cachedStatement(sql: "SELECT id FROM search_term WHERE term = ?")
        for term in terms.sorted() where try Int.fetchOne(isUsed, arguments: ["\"\(term)\""]) == nil {
            guard let id = try Int64.fetchOne(find, arguments: [term]) else { continue }
            try remove(id, term, db)
        }
    }

    private static func remove(_ id: Int64, _ term: String, _ db: Database) throws {
        try db.cachedStatement(
            sql: "INSERT INTO search_trigram (search_trigram, rowid, term) VALUES ('delete', ?, ?)"
        ).execute(arguments: [id, "^\(term)$"])
        try db.cachedStatement(sql: "DELETE FROM search_term WHERE id = ?").execute(arguments: [id])
    }

    private static func refresh(_ db: Database, hasRemovals: Bool) throws {
        if hasRemovals {
            let gone = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, term FROM search_term
                    WHERE term NOT IN (SELECT term FROM search_vocabulary WHERE \(worthwhileSQL))
                    """)
            for row in gone { try remove(row["id"], row["term"], db) }
        }
        let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM search_term") ?? 0
        try db.execute(
            sql: """
                INSERT INTO search_term (term)
                SELECT term FROM search_vocabulary v WHERE \(worthwhileSQL)
                    AND NOT EXISTS (SELECT 1 FROM search_term t WHERE t.term = v.term);
                """)
        try db.execute(
            sql: """
                INSERT INTO search_trigram (rowid, term)
                SELECT id, '^' || term || '$' FROM search_term WHERE id > ? ORDER BY id
                """,
            arguments: [last])
    }

    /// How many candidates are compared with a word, those that share most with it first.
    private static let candidateLimit = 4000

    /// The terms nearest to a mistyped word, the nearest first, itself excluded.
    ///
    /// Near means a Damerau-Levenshtein distance of 1 for words of 4 to 7 letters and of up to 2 for longer ones.
    static func near(_ word: String, _ db: Database, limit: Int = 10) throws -> [String] {
        guard isWorthwhile(word) else { return [] }
        let letters = Array(word.unicodeScalars)
        let allowed = letters.count < 8 ? 1 : 2
        let padded = ["^"] + letters + ["$"]
        let grams = Set((0..<padded.count - 2).map { String(String.UnicodeScalarView(padded[$0...$0 + 2])) })

        let posting = try db.cachedStatement(
            sql: "SELECT rowid FROM search_trigram WHERE search_trigram MATCH ?")
        var shared: [Int64: Int] = [:]
        for gram in grams {
            let ids = try Int64.fetchCursor(posting, arguments: ["\"\(gram)\""])
            while let id = try ids.next() { shared[id, default: 0] += 1 }
        }
        // One wrong letter spoils at most three trigrams, two exchanged ones four.
        let needed = max(1, grams.count - 4 * allowed)
        var candidates = shared.filter { $0.value >= needed }.map { (id: $0.key, shared: $0.value) }
        if candidates.count > candidateLimit {
            candidates.sort { ($0.shared, $1.id) > ($1.shared, $0.id) }
            candidates.removeLast(candidates.count - candidateLimit)
        }

        let fetch = try db.cachedStatement(sql: "SELECT term FROM search_term WHERE id = ?")
        var found: [(term: String, distance: Int, shared: Int)] = []
        for candidate in candidates {
            guard let term = try String.fetchOne(fetch, arguments: [candidate.id]), term != word else {
                continue
            }
            let distance = EditDistance.between(letters, Array(term.unicodeScalars), atMost: allowed)
            if let distance { found.append((term, distance, candidate.shared)) }
        }
        found.sort { ($0.distance, $1.shared, $0.term) < ($1.distance, $0.shared, $1.term) }
        return found.prefix(limit).map(\.term)
    }
}

extension SearchTerms {
    /// How many terms are missing or too many, or have wrong trigrams.
    static func differences(_ db: Database) throws -> Int {
        // A table with a key: SQLite would compare every term with every row of a subquery.
        try db.execute(
            sql: """
                CREATE VIRTUAL TABLE temp.search_check_grams USING fts5vocab('main', 'search_trigram', 'instance');
                CREATE TABLE temp.search_check_term (id INTEGER PRIMARY KEY, number INTEGER NOT NULL);
                INSERT INTO temp.search_check_term
                SELECT doc, count(*) FROM temp.search_check_grams GROUP BY doc;
                """)
        defer {
            for name in ["search_check_grams", "search_check_term"] {
                try? db.execute(sql: "DROP TABLE IF EXISTS temp.\(name)")
            }
        }
        return try Int.fetchOne(
            db,
            sql: """
                WITH wanted AS MATERIALIZED (SELECT term FROM search_vocabulary WHERE \(worthwhileSQL))
                SELECT (SELECT count(*) FROM (SELECT term FROM search_term EXCEPT SELECT term FROM wanted))
                    + (SELECT count(*) FROM (SELECT term FROM wanted EXCEPT SELECT term FROM search_term))
                    + (SELECT count(*) FROM search_term t LEFT JOIN temp.search_check_term g ON g.id = t.id
                       WHERE g.number IS NULL OR g.number > length(t.term))
                    + (SELECT count(*) FROM temp.search_check_term g
                       WHERE NOT EXISTS (SELECT 1 FROM search_term t WHERE t.id = g.id))
                """) ?? 0
    }
}
