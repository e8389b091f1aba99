public import AtriumSDK
import GRDB

extension RecordKind {
    /// Returns a follower that links records to people who are added or enabled again later.
    ///
    /// The follower links a record only to people whom the record names.
    public func follower(to people: CollectionID) -> LinkFollower {
        LinkFollower(to: people) { arrivals, context in
            let table = RecordTable(self, RecordContext(context))
            var missing: [Int64: Set<String>] = [:]
            for source in peopleSources where source.people.collection == people {
                let rows = try Row.fetchAll(context.db, sql: source.sql)
                for row in rows {
                    let words = Words.names(column: row[2])
                    let origin = RecordReference(source.owner, row[1])
                    let linked = try context.links.targets(of: origin, kind: source.people.kind)
                    if linked.count < words.count { missing[row[0], default: []].formUnion(words) }
                }
            }
            let come = try ArrivedPeople(arrivals, among: LinkedPeople(people, context.modules)).uids(
                of: missing.values.reduce(into: []) { $0.formUnion($1) })
            for (id, words) in missing.sorted(by: { $0.key < $1.key })
            where words.contains(where: { come[$0] != nil }) {
                let old = try table.record(id)
                let new = naming(old.values, come)
                try table.update(old, to: new, updatedAt: old.updatedAt, from: .file)
                try table.follow(new, of: id)
            }
        }
    }

    /// The locations that store the words for people.
    private var peopleSources: [(people: PeopleDeclaration, owner: CollectionID, sql: String)] {
        declaration.values.flatMap { value -> [(PeopleDeclaration, CollectionID, String)] in
            switch value.place {
            case .people(let people):
                let sql = """
                    SELECT id, id, \(people.column) FROM \(declaration.table) WHERE \(people.column) IS NOT NULL
                    """
                return [(people, declaration.collection, sql)]
            case .days(let days):
                return days.parts.compactMap { part in
                    guard case .people(let people) = part.place, let owner = days.collection else {
                        return nil
                    }
                    let sql = """
                        SELECT \(days.owner), id, \(people.column) FROM \(days.table)
                        WHERE \(people.column) IS NOT NULL
                        """
                    return (people, owner, sql)
                }
            case .columns, .moment, .tags, .custom: return []
            }
        }
    }

    /// Returns the values after uids replace the words for people, without duplicates.
    private func naming(_ values: RecordValues, _ uids: [String: String]) -> RecordValues {
        func named(_ value: DataValue) -> DataValue { .texts(NamedPeople.naming(value.texts, uids)) }
        var values = values
        for (index, value) in declaration.values.enumerated() {
            switch value.place {
            case .people: values.values[index] = named(values.values[index])
            case .days(let days):
                var all = Days.parts(of: values.values[index])
                for (part, declared) in days.parts.enumerated() {
                    guard case .people = declared.place else { continue }
                    for (day, parts) in all where !parts.isEmpty { all[day]?[part] = named(parts[part]) }
                }
                values.values[index] = Days.value(all)
            case .columns, .moment, .tags, .custom: break
            }
        }
        return values
    }
}

extension RecordTable {
    /// Links a record to each person whom the record's words name and the vault contains.
    func follow(_ values: RecordValues, of record: Int64) throws {
        for (index, declared) in kind.declaration.values.enumerated() {
            if case .people(let people) = declared.place {
                try people.named(by: kind.declaration.collection, context)?
                    .follow(values.values[index].texts, from: record)
            } else if let place = kind.places[index] as? DaysPlace {
                try place.follow(values.values[index], of: record, context)
            }
        }
    }
}
