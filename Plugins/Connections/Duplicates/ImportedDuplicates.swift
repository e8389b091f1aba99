import AtriumSDK
import GRDB
import RecordKit

/// Who of the vault's people somebody may be whom an import has just added: for its report.
struct ImportedDuplicates {
    private let db: Database
    private var contacts: ContactIndex?

    /// How many are named at most.
    private static let most = 3

    init(_ db: Database) {
        self.db = db
    }

    /// Takes note of an added person.
    mutating func add(_ person: Person, id: Int64) {
        contacts?.add(person, id: id)
    }

    /// The likeliest people that a person, who was added under `id`, may be; none that were dismissed.
    mutating func people(like person: Person, id: Int64) throws -> [Int64] {
        let contacts = try contacts ?? ContactIndex(db)
        self.contacts = contacts
        var candidates = contacts.people(like: person)
        candidates.formUnion(try peopleNamed(person.displayName))
        candidates.remove(id)
        guard !candidates.isEmpty else { return [] }
        let traits = try PeopleTraits(db, people: [id] + candidates)
        guard let place = traits.ids.firstIndex(of: id) else { return [] }
        let likely = traits.ids.indices.filter { $0 != place }.map {
            (id: traits.ids[$0], score: traits.likeness(place, $0).thousandths)
        }.filter { $0.score >= Likeness.threshold }.sorted { ($1.score, $0.id) < ($0.score, $1.id) }
        let store = try uids([id] + likely.map(\.id))
        return try likely.lazy.map(\.id).filter { other in
            guard let one = store[id], let two = store[other] else { return false }
            return try !DuplicateCommands.dismissals.contains(one, two, db)
        }.prefix(Self.most).map(\.self)
    }

    private func peopleNamed(_ name: String) throws -> [Int64] {
        let ids = try Int64.fetchAll(
            db.cachedStatement(
                sql: "SELECT id FROM connections_person r WHERE \(SortKey.nameSQL) = ? LIMIT ?"),
            arguments: [SortKey.folded(name), DuplicateBlocks.mostHolders + 1])
        return ids.count > DuplicateBlocks.mostHolders ? [] : ids
    }

    private func uids(_ ids: [Int64]) throws -> [Int64: String] {
        let list = ids.map(String.init).joined(separator: ", ")
        return try Row.fetchAll(db, sql: "SELECT id, uid FROM connections_person WHERE id IN (\(list))")
            .reduce(into: [:]) { $0[$1[0]] = $1[1] }
    }
}
