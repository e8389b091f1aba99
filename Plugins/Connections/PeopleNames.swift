import AtriumSDK
import GRDB

/// Finds people by what they are called.
struct PeopleNames {
    let db: Database

    /// How many people are given for one name at most.
    private static let limit = 20

    /// The people for each of some names: whose whole name, given name, family name, both, or nickname it is.
    ///
    /// Names are compared as duplicates are, without case and diacritics. One person is given once for each name.
    func find(_ names: [String]) throws -> [DataValue] {
        var wanted: [[UInt32]: Int] = [:]
        var order: [(name: String, people: [DataValue])] = []
        for name in names {
            let key = NameKey.folded(name)
            guard !key.isEmpty, wanted[key] == nil else { continue }
            wanted[key] = order.count
            order.append((name, []))
        }
        guard !order.isEmpty else { return [] }
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
            for index in Set((called + nicknames[id, default: []]).compactMap { wanted[$0] })
            where order[index].people.count < Self.limit {
                order[index].people.append(
                    .object(["id": .integer(id), "name": .text(name), "matched": .text(order[index].name)]))
            }
        }
        return order.flatMap(\.people)
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
