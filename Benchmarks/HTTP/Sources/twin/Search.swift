import GRDB

/// A search for words in people: full-text search for candidates, ranked by where the words stand.
///
/// Without what Atrium does for other scripts and for words that are mistyped: the benchmark's words need neither.
struct Search {
    let db: Database
    let people: CollectionNumber

    private static let candidateLimit = 200
    private static let mask: Int64 = 1 << 40 - 1

    private struct Candidate {
        let id: Int64
        let uid: String
        let title: String
        let terms: [String]
        let rank: Int
    }

    /// What is found beside the title: the name of the field and its text.
    private static let fields: [(name: String, sql: String)] = [
        (
            "names",
            """
            nullif(trim(ifnull(r.given, '') || ' ' || ifnull(r.additional, '') || ' ' || ifnull(r.family, '')
                || ' ' || ifnull(r.phonetic_given, '') || ' ' || ifnull(r.phonetic_family, '')
                || ' ' || ifnull(r.met_place, '')), '')
            """
        ),
        (
            "details",
            """
            (SELECT group_concat(value || ifnull(' ' || qualifier, '') || ifnull(' ' || label, ''), ' ')
                FROM connections_detail WHERE person_id = r.id)
            """
        ),
        (
            "addresses",
            """
            (SELECT group_concat(ifnull(po_box, '') || ' ' || ifnull(extended, '') || ' ' || ifnull(street, '')
                || ' ' || ifnull(postal_code, '') || ' ' || ifnull(locality, '') || ' ' || ifnull(region, '')
                || ' ' || ifnull(country, '') || ' ' || ifnull(formatted, ''), ' ')
                FROM connections_address WHERE person_id = r.id)
            """
        ),
    ]

    /// The answer to `/search?text=TEXT`.
    func json(_ text: String, limit: Int) throws -> JSONText {
        let tokenizer = try db.makeTokenizer(.unicode61(diacritics: .remove))
        func terms(_ text: String) throws -> [String] { try tokenizer.tokenize(document: text).map(\.token) }
        let words = try terms(text)
        let ranked = try candidates(words).compactMap { try rank($0, words, terms) }.sorted {
            ($1.rank, $0.title.count, $0.title, $0.id) < ($0.rank, $1.title.count, $1.title, $1.id)
        }
        var json = JSONText()
        try json.object { json in
            json.name("items")
            try json.list { json in
                for candidate in ranked.prefix(limit) {
                    let context = try context(of: candidate, words, terms)
                    json.object { json in
                        json.member("collection", "connections/people")
                        json.name("id")
                        json.value(candidate.id)
                        json.member("uid", candidate.uid)
                        json.member("title", candidate.title)
                        json.member("context", context)
                        json.name("approximate")
                        json.value(false)
                    }
                }
            }
        }
        return json
    }

    private func candidates(_ words: [String]) throws -> [Int64] {
        var found: [Int64] = []
        var seen: Set<Int64> = []
        let numbers = people.all.map(String.init).joined(separator: ", ")
        for (table, isWhole) in [
            ("search_title", true), ("search_title", false), ("search_text", true), ("search_text", false),
        ] where found.count < Self.candidateLimit {
            let expression = words.map { "(\"\($0)\"" + (isWhole ? ")" : "*)") }.joined(separator: " AND ")
            let ids = try Int64.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT rowid FROM \(table) WHERE \(table) MATCH ? AND rowid >> 40 IN (\(numbers))
                        ORDER BY rowid DESC LIMIT ?
                        """), arguments: [expression, Self.candidateLimit])
            found += ids.filter { seen.insert($0).inserted }
        }
        return found
    }

    private func rank(
        _ rowID: Int64, _ words: [String], _ terms: (String) throws -> [String]
    ) throws -> Candidate? {
        guard rowID >> 40 == people.number else { return nil }
        let id = rowID & Self.mask
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT r.uid, ifnull(r.display_name, '') FROM connections_person r WHERE r.id = ?"),
            arguments: [id])
        guard let row else { return nil }
        let title: String = row[1]
        let titleTerms = try terms(title)
        let rank = words.reduce(0) { sum, word in
            let first = titleTerms.first.map { $0.hasPrefix(word) } == true ? 2 : 0
            if titleTerms.contains(word) { return sum + 16 + first }
            return sum + (titleTerms.contains { $0.hasPrefix(word) } ? 8 + first : 1)
        }
        return Candidate(id: id, uid: row[0], title: title, terms: titleTerms, rank: rank)
    }

    /// The first field in which a word stands that the title lacks, with five words around it.
    private func context(
        of candidate: Candidate, _ words: [String], _ terms: (String) throws -> [String]
    ) throws -> String {
        let missing = words.filter { word in !candidate.terms.contains { $0.hasPrefix(word) } }
        guard !missing.isEmpty else { return "" }
        let columns = Self.fields.map(\.sql).joined(separator: ", ")
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(columns) FROM connections_person r WHERE r.id = ?"),
            arguments: [candidate.id])
        guard let row else { return "" }
        for (index, field) in Self.fields.enumerated() {
            guard let text = row[index] as String? else { continue }
            let pieces = text.split(whereSeparator: \.isWhitespace)
            for (position, piece) in pieces.enumerated() {
                let found = try terms(String(piece))
                guard missing.contains(where: { word in found.contains { $0.hasPrefix(word) } }) else {
                    continue
                }
                let (start, end) = (max(0, position - 5), min(pieces.count, position + 6))
                return field.name + ": " + (start > 0 ? "… " : "")
                    + pieces[start..<end].map { $0.prefix(40) }.joined(separator: " ")
                    + (end < pieces.count ? " …" : "")
            }
        }
        return ""
    }
}
