import AtriumSDK
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

    /// What two spellings of one interest have in common.
    static func key(_ interest: String) -> String { interest.trimmed.lowercased() }

    /// SQL that holds for the rows of `connections_detail` that are one of some interests: the argument is their
    /// ``spellings(of:_:)``.
    static func condition(_ argument: String) -> String {
        "kind = 'interest' AND value IN (SELECT value FROM json_each(\(argument)))"
    }

    /// How people spell some interests, as JSON: SQLite by itself knows no letters but those of ASCII.
    static func spellings(of wanted: [String], _ db: Database) throws -> String {
        let keys = Set(wanted.map(key))
        guard !keys.isEmpty else { return "[]" }
        let values = try String.fetchCursor(
            db.cachedStatement(sql: "SELECT DISTINCT value FROM connections_detail WHERE kind = 'interest'"))
        var found: [DataValue] = []
        while let value = try values.next() {
            if keys.contains(key(value)) { found.append(.text(value)) }
        }
        return DataValue.list(found).json
    }

    /// How many people share an interest with the user.
    static let figure = Figure(
        "shared-interests", title: "Shared interests",
        help: "The number of people who share an interest with you.",
        table: "connections_detail",
        sql: "SELECT count(DISTINCT person_id) FROM connections_detail WHERE \(condition(":interests"))",
        opens: ["connections", "shared-interests"]
    ) { moment in
        ["interests": try spellings(of: moment.settings.interests, moment.db)]
    }

    /// The interests of one of the people, in the order in which they stand there.
    func of(_ person: Int64) -> [String] { byPerson[person] ?? [] }

    /// The people who have any of some interests, each with those, in the people's own words; who shares most first.
    func people(sharing wanted: [String]) -> [(id: Int64, shared: [String])] {
        let keys = Set(wanted.map(Self.key))
        return byPerson.compactMap { id, interests in
            // Of several spellings of one interest the first counts.
            var seen: Set<String> = []
            let shared = interests.filter {
                let key = Self.key($0)
                return keys.contains(key) && seen.insert(key).inserted
            }
            return shared.isEmpty ? nil : (id, shared)
        }.sorted { ($1.shared.count, $0.id) < ($0.shared.count, $1.id) }
    }
}
