import GRDB

/// What people like, read at once.
///
/// Interests are compared without the case of letters.
struct Interests {
    private var byPerson: [Int64: [String]] = [:]

    /// Reads the interests of all people.
    init(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT person_id, value FROM connections_detail WHERE kind = 'interest' ORDER BY person_id, id
                    """))
        while let row = try rows.next() { byPerson[row[0], default: []].append(row[1]) }
    }

    /// Reads the interests of some people.
    init(of people: [Int64], _ db: Database) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT person_id, value FROM connections_detail
                    WHERE person_id IN (SELECT value FROM json_each(?)) AND +kind = 'interest' ORDER BY person_id, id
                    """), arguments: [people.description])
        while let row = try rows.next() { byPerson[row[0], default: []].append(row[1]) }
    }

    /// The interests of one of the people, in the order in which they stand there.
    func of(_ person: Int64) -> [String] { byPerson[person] ?? [] }

    /// The people who have any of some interests, each with those, in the people's own words; who shares most first.
    func people(sharing wanted: [String]) -> [(id: Int64, shared: [String])] {
        let keys = Set(wanted.map { $0.trimmed.lowercased() })
        return byPerson.compactMap { id, interests in
            // Of several spellings of one interest the first counts.
            var seen: Set<String> = []
            let shared = interests.filter {
                let key = $0.trimmed.lowercased()
                return keys.contains(key) && seen.insert(key).inserted
            }
            return shared.isEmpty ? nil : (id, shared)
        }.sorted { ($1.shared.count, $0.id) < ($0.shared.count, $1.id) }
    }
}
