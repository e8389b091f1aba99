import AtriumSDK
import GRDB

/// Finds people by what they are called: by their whole name, given name, family name, both of these, or a nickname; and by an
/// e-mail address.
///
/// Names are compared as duplicates are, without case and diacritics. It is the one rule by which a name in words, in a file or
/// in a question means somebody; relations alone need the whole name, for a child may be called as the parent is.
struct PeopleNames {
    let db: Database

    /// How many people are given for one name at most.
    private static let limit = 20

    /// The people for each of some names who are called so, each once for each name.
    func find(_ names: [String]) throws -> [DataValue] {
        // Several names may be one when folded: each is answered by itself.
        var wanted: [[UInt32]: [Int]] = [:]
        var order: [(name: String, people: [DataValue])] = []
        var seen: Set<String> = []
        for name in names where seen.insert(name).inserted {
            let key = NameKey.folded(name)
            guard !key.isEmpty else { continue }
            wanted[key, default: []].append(order.count)
            order.append((name, []))
        }
        guard !order.isEmpty else { return [] }
        try forEach { id, name, called in
            for index in Set(called.flatMap { wanted[$0] ?? [] }) where order[index].people.count < Self.limit
            {
                order[index].people.append(
                    .object(["id": .integer(id), "name": .text(name), "matched": .text(order[index].name)]))
            }
        }
        for index in order.indices where order[index].people.isEmpty && order[index].name.contains("@") {
            order[index].people = try people(withAddress: order[index].name)
        }
        return order.flatMap(\.people)
    }

    /// Those who have an e-mail address, in any case of its letters.
    private func people(withAddress address: String) throws -> [DataValue] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT DISTINCT p.id, p.display_name FROM connections_detail d
                    JOIN connections_person p ON p.id = d.person_id
                    WHERE d.kind = 'email' AND lower(d.value) = lower(?) ORDER BY p.id LIMIT \(Self.limit)
                    """), arguments: [address]
        ).map { person in
            .object(["id": .integer(person[0]), "name": .text(person[1]), "matched": .text(address)])
        }
    }

    /// All of the people by what they are called, folded.
    func all() throws -> [[UInt32]: Set<Int64>] {
        var people: [[UInt32]: Set<Int64>] = [:]
        try forEach { id, _, called in
            for name in called where !name.isEmpty { people[name, default: []].insert(id) }
        }
        return people
    }

    /// Goes through the people with the name to show and all that they are called.
    private func forEach(_ body: (Int64, String, [[UInt32]]) throws -> Void) throws {
        let nicknames = try nicknames()
        let people = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT id, display_name, given, family, is_name_derived FROM connections_person ORDER BY id
                    """))
        while let person = try people.next() {
            let id: Int64 = person[0]
            let name: String = person[1]
            let key = NameKey(
                given: person[2], family: person[3], displayName: name, isDerived: person[4])
            let called = [NameKey.folded(name), key.given, key.family, key.given + [0x20] + key.family]
            try body(id, name, called + nicknames[id, default: []])
        }
    }

    private func nicknames() throws -> [Int64: [[UInt32]]] {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT person_id, value FROM connections_detail WHERE kind = 'nickname'"))
        return rows.reduce(into: [:]) { names, row in
            guard let value: String = row[1] else { return }
            names[row[0], default: []].append(NameKey.folded(value))
        }
    }
}

/// Who is called how, read once for all the names of a file.
final class KnownNames {
    private let db: Database
    private var known: (newest: Int64, people: [[UInt32]: Set<Int64>])?

    init(_ db: Database) { self.db = db }

    /// Those who are called so.
    func people(called name: String) throws -> Set<Int64> {
        // Another file of the same import may bring people.
        let newest = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT ifnull(max(id), 0) FROM connections_person"))
        if known == nil || known?.newest != newest {
            known = (newest ?? 0, try PeopleNames(db: db).all())
        }
        return known?.people[NameKey.folded(name)] ?? []
    }

    /// The one who is called so; nil where there is none, or more than one.
    func person(called name: String) throws -> Int64? {
        let found = try people(called: name)
        return found.count == 1 ? found.first : nil
    }
}
