import AtriumSDK
import GRDB

extension SearchIndex {
    /// One record that a search found.
    struct Hit: Sendable, Hashable {
        /// The record.
        let record: RecordReference
        /// Its uid.
        let uid: String
        /// Its title.
        let title: String
        /// Where words were found beside the title: the search field's name and the text around; empty where all words
        /// stand in the title.
        let context: String
        /// Whether it was found by words that are only spelled alike.
        let isApproximate: Bool
        /// The record's unusual state, or nil; see `Collection.stateSQL`.
        let state: String?
        /// How well it fits: the higher, the better.
        let rank: Int

        /// The hit as commands give it.
        var value: DataValue {
            .object([
                "collection": .text(record.collection.description), "id": .integer(record.id),
                "uid": .text(uid),
                "title": .text(title), "context": .text(context), "approximate": .bool(isApproximate),
                "state": .text(orNull: state),
            ])
        }
    }

    /// Finds records of these collections, the best first.
    ///
    /// Every word of the text must stand in a record, from its beginning; case and diacritics do not matter. Where fewer
    /// than three records are found, words are taken for mistyped and near ones are looked for too. Characters other than
    /// letters and digits part words and mean nothing else.
    /// - Throws: ``AtriumError`` with code `internal` for a collection that is not known in this vault.
    static func search(
        _ db: Database, text: String, collections: [Collection], numbers: CollectionNumbers, limit: Int
    ) throws -> [Hit] {
        let entries = try collections.map { try Entry(collection: $0, number: numbers.number($0.id)) }
        return try SearchQuery(db, text: text, entries: entries).hits(limit: limit)
    }
}

/// One search: from words over row ids to hits.
///
/// Hits are ranked by what a person means who types the beginning of a name: each word counts most as a whole word of the
/// title, less as the beginning of one, least elsewhere; a short title goes before a long one. Candidates come in this
/// order from the index, the newest records first, so that a search for a common letter costs no more than one for a name.
struct SearchQuery {
    private let db: Database
    private let tokenizer: SearchTokenizer
    private let entries: [SearchIndex.Entry]
    private let words: [String]

    /// More words than this are ignored.
    private static let wordLimit = 16
    /// With fewer hits than this, words are taken for mistyped.
    private static let fewHits = 3
    /// So many candidates of each kind are ranked at least.
    private static let candidateLimit = 200

    init(_ db: Database, text: String, entries: [SearchIndex.Entry]) throws {
        self.db = db
        self.entries = entries
        tokenizer = try SearchTokenizer(db)
        var seen: Set<String> = []
        let terms = try Self.withoutLonePairEnds(tokenizer.terms(of: String(text.prefix(1000))))
        words = Array(terms.filter { seen.insert($0).inserted }.prefix(Self.wordLimit))
    }

    /// A run of characters without spaces was cut into pairs and its last character.
    ///
    /// That one is in the last pair
    /// already, and as a word of its own it would find the ends of texts only.
    private static func withoutLonePairEnds(_ terms: [String]) -> [String] {
        terms.indices.filter { index in
            guard index > 0, terms[index].unicodeScalars.count == 1,
                let scalar = terms[index].unicodeScalars.first, SearchText.isUnspaced(scalar)
            else { return true }
            let previous = terms[index - 1].unicodeScalars
            return !(previous.count == 2 && previous.last == scalar)
        }.map { terms[$0] }
    }

    /// The best hits.
    func hits(limit: Int) throws -> [SearchIndex.Hit] {
        guard !words.isEmpty, !entries.isEmpty, limit > 0 else { return [] }
        let exact = try hits(of: words.map { [$0] }, limit: limit, isApproximate: false)
        guard exact.count < min(Self.fewHits, limit) else { return exact }
        let alternatives = try words.map { [$0] + (try SearchTerms.near($0, db)) }
        guard alternatives.contains(where: { $0.count > 1 }) else { return exact }
        let known = Set(exact.map(\.record))
        let near = try hits(of: alternatives, limit: limit, isApproximate: true)
        return Array((exact + near.filter { !known.contains($0.record) }).prefix(limit))
    }

    /// The ids of all records of a collection in which every word stands, from its beginning.
    ///
    /// Nil where the text has no words. Words that are only spelled alike do not count.
    func recordIDs(in entry: SearchIndex.Entry) throws -> Set<Int64>? {
        guard !words.isEmpty else { return nil }
        return try Int64.fetchSet(
            db, sql: "SELECT rowid & ? FROM search_text WHERE search_text MATCH ? AND rowid BETWEEN ? AND ?",
            arguments: [
                SearchIndex.recordMask, Self.expression(words.map { [$0] }, isWhole: false),
                entry.rowIDs.lowerBound, entry.rowIDs.upperBound,
            ])
    }

    // MARK: - Candidates

    /// Hits of words of which each may stand in several spellings, the first being the one that was typed.
    private func hits(of words: [[String]], limit: Int, isApproximate: Bool) throws -> [SearchIndex.Hit] {
        let wanted = max(limit, Self.candidateLimit)
        var candidates: [Int64] = []
        var seen: Set<Int64> = []
        for (table, isWhole) in [
            ("search_title", true), ("search_title", false), ("search_text", true), ("search_text", false),
        ] where candidates.count < wanted {
            let ids = try rowIDs(in: table, matching: Self.expression(words, isWhole: isWhole), limit: wanted)
            candidates += ids.filter { seen.insert($0).inserted }
        }
        let found = try candidates.compactMap { try rank($0, words: words) }
        // Their places are sorted: candidates are large, and to move them about took as long as to find them.
        let order = found.indices.sorted { found[$0].goes(before: found[$1]) }
        return try order.prefix(limit).map { place in
            let candidate = found[place]
            return SearchIndex.Hit(
                record: RecordReference(
                    candidate.entry.collection.id, candidate.rowID & SearchIndex.recordMask),
                uid: candidate.uid, title: candidate.title, context: try context(of: candidate, words: words),
                isApproximate: isApproximate, state: try state(of: candidate), rank: candidate.rank)
        }
    }

    /// An FTS5 expression: terms are letters and digits only, so that quoting them makes them harmless.
    private static func expression(_ words: [[String]], isWhole: Bool) -> String {
        words.map { spellings in
            let terms = spellings.enumerated().map { "\"\($1)\"" + (isWhole || $0 > 0 ? "" : "*") }
            return "(" + terms.joined(separator: " OR ") + ")"
        }.joined(separator: " AND ")
    }

    private func rowIDs(in table: String, matching expression: String, limit: Int) throws -> [Int64] {
        let numbers = entries.map { String($0.number) }.joined(separator: ", ")
        return try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT rowid FROM \(table) WHERE \(table) MATCH ? AND rowid >> 40 IN (\(numbers))
                    ORDER BY rowid DESC LIMIT ?
                    """), arguments: [expression, limit])
    }

    // MARK: - Ranking

    private struct Candidate {
        let rowID: Int64
        let entry: SearchIndex.Entry
        let uid: String
        let title: String
        let titleLength: Int
        let titleTerms: [String]
        let rank: Int

        /// The better one goes first; of equal ones a short title, then the first by title and number.
        func goes(before other: Candidate) -> Bool {
            if rank != other.rank { return rank > other.rank }
            if titleLength != other.titleLength { return titleLength < other.titleLength }
            return title == other.title ? rowID < other.rowID : title < other.title
        }
    }

    /// What a word counts, by where it was found.
    private enum Weight {
        static let wholeInTitle = 16
        static let beginningInTitle = 8
        static let nearInTitle = 4
        static let firstOfTitle = 2
        static let elsewhere = 1
    }

    /// A candidate with its rank; nil where the index names a record that is not there.
    private func rank(_ rowID: Int64, words: [[String]]) throws -> Candidate? {
        guard let entry = entries.first(where: { $0.rowIDs.contains(rowID) }) else { return nil }
        let statement = try db.cachedStatement(
            sql: """
                SELECT r.uid, ifnull(\(entry.collection.titleSQL), '') FROM \(entry.collection.table) r
                WHERE r.id = ?
                """)
        // Read in place, without a copy: hundreds are ranked.
        let rows = try Row.fetchCursor(statement, arguments: [rowID & SearchIndex.recordMask])
        // The row is the statement's: it ends with the cursor.
        defer { withExtendedLifetime(rows) {} }
        guard let row = try rows.next() else { return nil }
        let title: String = row[1]
        let terms = try tokenizer.terms(of: title)
        let rank = words.reduce(0) { sum, spellings in
            guard let word = spellings.first else { return sum }
            let first = terms.first.map { $0.hasPrefix(word) } == true ? Weight.firstOfTitle : 0
            if terms.contains(word) { return sum + Weight.wholeInTitle + first }
            if terms.contains(where: { $0.hasPrefix(word) }) { return sum + Weight.beginningInTitle + first }
            return sum + (terms.contains(where: spellings.contains) ? Weight.nearInTitle : Weight.elsewhere)
        }
        return Candidate(
            rowID: rowID, entry: entry, uid: row[0], title: title, titleLength: title.count,
            titleTerms: terms,
            rank: rank)
    }

    private func state(of candidate: Candidate) throws -> String? {
        let collection = candidate.entry.collection
        guard let sql = collection.stateSQL else { return nil }
        return try String.fetchOne(
            db.cachedStatement(sql: "SELECT \(sql) FROM \(collection.table) r WHERE r.id = ?"),
            arguments: [candidate.rowID & SearchIndex.recordMask])
    }

    // MARK: - Context

    /// How many words stand around the found one in a context, on each side.
    private static let wordsAround = 5

    /// The first search field that has a word which the title lacks, with some text around it.
    private func context(of candidate: Candidate, words: [[String]]) throws -> String {
        func isFound(_ spellings: [String], in terms: [String]) -> Bool {
            terms.contains { term in
                spellings.first.map(term.hasPrefix) == true || spellings.dropFirst().contains(term)
            }
        }
        let missing = words.filter { !isFound($0, in: candidate.titleTerms) }
        let fields = candidate.entry.collection.searchFields
        guard !missing.isEmpty, !fields.isEmpty else { return "" }
        let columns = fields.map(\.sql).joined(separator: ", ")
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT \(columns) FROM \(candidate.entry.collection.table) r WHERE r.id = ?"),
            arguments: [candidate.rowID & SearchIndex.recordMask])
        guard let row else { return "" }
        for (index, field) in fields.enumerated() {
            guard let text = String.fromDatabaseValue(row[index]) else { continue }
            let pieces = text.prefix(20_000).split(whereSeparator: \.isWhitespace)
            for (position, piece) in pieces.enumerated() {
                let terms = try tokenizer.terms(of: String(piece))
                guard missing.contains(where: { isFound($0, in: terms) }) else { continue }
                let start = max(0, position - Self.wordsAround)
                let end = min(pieces.count, position + Self.wordsAround + 1)
                let excerpt = pieces[start..<end].map { $0.prefix(40) }.joined(separator: " ")
                return field.name + ": " + (start > 0 ? "… " : "") + excerpt
                    + (end < pieces.count ? " …" : "")
            }
        }
        return ""
    }
}
