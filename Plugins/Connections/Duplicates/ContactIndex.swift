import AtriumSDK
import GRDB

/// Who has an e-mail address or a phone number, for an import that asks about each of its items.
///
/// It is made of one pass over the tables when the first item asks, 16 bytes an address or number, and then kept up with
/// what the import adds; an index in the vault would be paid for by every import and every vault.
struct ContactIndex {
    private struct Entry {
        let key: UInt64
        let person: Int64
    }

    private var sorted: [Entry] = []
    private var recent: [Entry] = []

    /// How many entries are looked through one by one, before they are sorted in.
    private static let mostRecent = 512

    /// Reads all people.
    init(_ db: Database) throws {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT person_id, kind, value FROM connections_detail WHERE kind IN ('email', 'tel')")
        while let row = try rows.next() {
            let isEmail = row[1] as String == DetailKind.email.rawValue
            if let key = Self.key(row[2], isEmail: isEmail) { sorted.append(Entry(key: key, person: row[0])) }
        }
        sorted.sort { $0.key < $1.key }
    }

    /// Adds a person's addresses and numbers.
    mutating func add(_ person: Person, id: Int64) {
        for key in Self.keys(person) { recent.append(Entry(key: key, person: id)) }
        guard recent.count > Self.mostRecent else { return }
        sorted += recent
        sorted.sort { $0.key < $1.key }
        recent.removeAll(keepingCapacity: true)
    }

    /// The people with whom a person has an address or a number in common; of a value that many have, none.
    func people(like person: Person) -> Set<Int64> {
        var found: Set<Int64> = []
        for key in Self.keys(person) {
            var holders = Set(recent.lazy.filter { $0.key == key }.map(\.person))
            var place = sorted.partitioningIndex { $0.key >= key }
            while place < sorted.count, sorted[place].key == key, holders.count <= DuplicateBlocks.mostHolders
            {
                holders.insert(sorted[place].person)
                place += 1
            }
            if holders.count <= DuplicateBlocks.mostHolders { found.formUnion(holders) }
        }
        return found
    }

    private static func keys(_ person: Person) -> [UInt64] {
        person.details.compactMap { detail in
            switch detail.kind {
            case .email: key(detail.value, isEmail: true)
            case .phone: key(detail.value, isEmail: false)
            default: nil
            }
        }
    }

    private static func key(_ text: String, isEmail: Bool) -> UInt64? {
        isEmail ? PeopleTraits.email(text) : PhoneKey(text)?.block
    }
}

extension Array {
    /// The first place from which on a condition holds, in an array that is sorted by it.
    fileprivate func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
