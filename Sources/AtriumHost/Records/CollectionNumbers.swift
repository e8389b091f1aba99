import AtriumSDK
import GRDB

/// The numbers by which a vault's host tables name collections.
///
/// A collection gets its number when its module is first enabled and keeps it for the life of the vault.
struct CollectionNumbers: Sendable {
    private let numbers: [CollectionID: Int64]
    private let ids: [Int64: CollectionID]

    init(_ db: Database) throws {
        var numbers: [CollectionID: Int64] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: "SELECT id, name FROM host_collection"))
        while let row = try rows.next() {
            if let id = CollectionID(row[1]) { numbers[id] = row[0] }
        }
        self.numbers = numbers
        ids = Dictionary(uniqueKeysWithValues: numbers.map { ($0.value, $0.key) })
    }

    /// The number of a collection.
    ///
    /// - Throws: ``AtriumError`` with code `internal` where its module was never enabled in this vault.
    func number(_ collection: CollectionID) throws -> Int64 {
        guard let number = numbers[collection] else {
            throw AtriumError(.internal, "the collection \(collection) is unknown in this vault")
        }
        return number
    }

    /// The collection with a number, or nil.
    func id(_ number: Int64) -> CollectionID? { ids[number] }

    /// Gives the collections of a module their numbers.
    static func register(_ module: Module, _ db: Database) throws {
        for collection in module.collections {
            try db.execute(
                sql: "INSERT OR IGNORE INTO host_collection (name) VALUES (?)",
                arguments: [collection.id.description])
        }
    }
}
