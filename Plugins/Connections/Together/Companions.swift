import AtriumSDK
import GRDB
import RecordKit

/// Somebody with whom something happened.
enum Companion: Hashable, Sendable {
    /// One of the people, by id.
    case person(Int64)
    /// Somebody whom an import named, and who is none of the people: the name, and the uid where it was given.
    ///
    /// The next import that brings people makes one of them of it, where it can be told who; see
    /// ``CompanionSearch/follower``.
    case named(String, uid: String?)
}

/// The rows that say with whom a record of one collection happened.
struct CompanionTable: Sendable {
    /// The table.
    let name: String
    /// The column that holds the record.
    let owner: String

    /// Those of interactions.
    static let interactions = CompanionTable(
        name: "connections_interaction_companion", owner: "interaction_id")
    /// Those of memories.
    static let memories = CompanionTable(name: "connections_memory_companion", owner: "memory_id")
    /// All of them.
    static let all = [interactions, memories]

    /// SQL for the names of those companions of the record `r.id` that are none of the people, as one text; null where
    /// there are none.
    ///
    /// A name of one of the people is no part of the record: the search index would not hear of a new one.
    var strangersSQL: String { "(SELECT group_concat(c.name, ', ') FROM \(name) c WHERE c.\(owner) = r.id)" }

    /// With whom a record happened, in the order in which it was said.
    func companions(of record: Int64, _ db: Database) throws -> [Companion] {
        let statement = try db.cachedStatement(
            sql: "SELECT person_id, name, uid FROM \(name) WHERE \(owner) = ? ORDER BY id")
        return try Row.fetchAll(statement, arguments: [record]).map { row in
            if let person: Int64 = row[0] { return .person(person) }
            return .named(row[1], uid: row[2])
        }
    }

    /// The companions in their order, with names and uids; those who are none of the people have no id, and may have no uid.
    func people(of record: Int64, _ db: Database) throws -> [(id: Int64?, name: String, uid: String?)] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT c.person_id, ifnull(c.name, p.display_name), ifnull(c.uid, p.uid) FROM \(name) c
                LEFT JOIN connections_person p ON p.id = c.person_id WHERE c.\(owner) = ? ORDER BY c.id
                """)
        return try Row.fetchAll(statement, arguments: [record]).map { ($0[0], $0[1], $0[2]) }
    }

    /// Makes these the companions of a record; an unchanged list writes nothing.
    ///
    /// - Parameter isFirst: whether the record has none yet.
    func set(_ companions: [Companion], isFirst: Bool, of record: Int64, _ db: Database) throws {
        var seen: Set<Companion> = []
        let wanted = companions.filter { seen.insert($0).inserted }
        if !isFirst {
            guard try wanted != self.companions(of: record, db) else { return }
            try db.cachedStatement(sql: "DELETE FROM \(name) WHERE \(owner) = ?").execute(arguments: [record])
        }
        let insert = try db.cachedStatement(
            sql: "INSERT INTO \(name) (\(owner), person_id, name, uid) VALUES (?, ?, ?, ?)")
        for companion in wanted {
            switch companion {
            case .person(let id): try insert.execute(arguments: [record, id, nil, nil])
            case .named(let name, let uid): try insert.execute(arguments: [record, nil, name, uid])
            }
        }
    }

    /// Leaves of a person who is to be removed the name and the uid, wherever they are a companion.
    ///
    /// Who it was with stays known, and the uid finds them again, should a file bring them back.
    func nameOnly(_ person: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE \(name) SET person_id = NULL, name = p.display_name, uid = p.uid
                FROM connections_person p WHERE person_id = p.id AND p.id = ?
                """, arguments: [person])
    }

    /// Makes people of companions who were none, where a search finds them now.
    func resolve(_ search: CompanionSearch, _ db: Database) throws {
        let strangers = try Row.fetchAll(
            db, sql: "SELECT id, \(owner), name, uid FROM \(name) WHERE person_id IS NULL ORDER BY id")
        for stranger in strangers {
            let (row, record): (Int64, Int64) = (stranger[0], stranger[1])
            guard case .person(let person)? = try search.companion(name: stranger[2], uid: stranger[3]) else {
                continue
            }
            // Where a file names somebody twice, by the uid and by the name, one of the two is enough.
            let isThere = try companions(of: record, db).contains(.person(person))
            if isThere {
                try db.cachedStatement(sql: "DELETE FROM \(name) WHERE id = ?").execute(arguments: [row])
            } else {
                try db.cachedStatement(
                    sql: "UPDATE \(name) SET person_id = ?, name = NULL, uid = NULL WHERE id = ?"
                ).execute(arguments: [person, row])
            }
        }
    }

    /// Makes one person the companion wherever another one is, for a merge.
    func move(from other: Int64, to person: Int64, _ db: Database) throws {
        // Where both were there, the row of the other goes with them.
        try db.execute(
            sql: "UPDATE OR IGNORE \(name) SET person_id = ? WHERE person_id = ?", arguments: [person, other])
    }
}

/// Finds the people whom a file names, for imports.
final class CompanionSearch {
    private let db: Database
    private let modules: (any ModuleDirectory)?
    private let names: KnownNames

    /// - Parameter modules: nil in an export, where uids of people who were merged into others mean nobody.
    init(db: Database, modules: (any ModuleDirectory)?) {
        self.db = db
        self.modules = modules
        names = KnownNames(db)
    }

    /// Finds people who came after the interactions and memories that name them, or came back.
    static let follower = LinkFollower(to: PersonStore.collection) { _, context in
        let search = CompanionSearch(db: context.db, modules: context.modules)
        for table in CompanionTable.all { try table.resolve(search, context.db) }
    }

    /// What there is to say of those whom a row names, and who are none of the people.
    func issues(_ named: [(name: String?, uid: String?)]) throws -> [ImportIssue] {
        let words = Set(named.compactMap { $0.uid == nil ? $0.name : nil })
        let uids = Set(named.compactMap(\.uid))
        let counts =
            try words.map { try names.people(called: $0).count }
            + uids.map { try person($0) == nil ? 0 : 1 }
        return NamedPeople.issues(
            unknown: counts.count { $0 == 0 }, ambiguous: counts.count { $0 > 1 }, in: "people",
            remedy: "a uid in personUids would tell them apart")
    }

    /// The companion with a uid, or else with a name by which only one of the people is called.
    func companion(name: String?, uid: String?) throws -> Companion? {
        if let uid {
            if let id = try person(uid) { return .person(id) }
        } else if let name, let id = try names.person(called: name) {
            return .person(id)
        }
        return (name ?? uid).map { .named($0, uid: uid) }
    }

    private func person(_ uid: String) throws -> Int64? {
        if let modules { return try modules.record(of: uid, in: PersonStore.collection) }
        return try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM connections_person WHERE uid = ?"), arguments: [uid])
    }
}
