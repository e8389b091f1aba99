import AtriumSDK
import GRDB

extension PeopleTraits {
    /// Reads what people are compared by: all people, or some.
    ///
    /// The tables are read once each, in the order of their rows; what belongs to a person is found by number.
    init(_ db: Database, people: [Int64]? = nil) throws {
        let only = people.map { "IN (" + $0.map(String.init).joined(separator: ", ") + ")" }
        var emails: [Found] = []
        var phones: [Found] = []
        let details = try Row.fetchCursor(
            db,
            sql: """
                SELECT person_id, kind, value FROM connections_detail
                WHERE kind IN ('email', 'tel') \(only.map { "AND person_id " + $0 } ?? "")
                """)
        while let row = try details.next() {
            let (person, kind, text): (Int64, String, String) = (row[0], row[1], row[2])
            if kind == DetailKind.email.rawValue {
                if let value = Self.email(text) { emails.append(Found(person: person, value: value)) }
            } else if let value = Self.phone(text) {
                phones.append(Found(person: person, value: value))
            }
        }
        emails.sort { $0.person < $1.person }
        phones.sort { $0.person < $1.person }
        self.init()
        var (email, phone) = (0, 0)
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, given, family, display_name, is_name_derived, birthday, kind FROM connections_person
                \(only.map { "WHERE id " + $0 } ?? "") ORDER BY id
                """)
        while let row = try rows.next() {
            let id: Int64 = row[0]
            add(
                id: id,
                name: NameKey(given: row[1], family: row[2], displayName: row[3], isDerived: row[4]),
                birthday: Birthday(row[5] as String?), kind: row[6],
                emails: Self.values(of: id, in: emails, from: &email),
                phones: Self.values(of: id, in: phones, from: &phone))
        }
    }

    private struct Found {
        let person: Int64
        let value: UInt64
    }

    /// The values of a person, in a list by person that is gone through once.
    private static func values(of person: Int64, in found: [Found], from place: inout Int) -> Set<UInt64> {
        var values: Set<UInt64> = []
        while place < found.count, found[place].person <= person {
            if found[place].person == person { values.insert(found[place].value) }
            place += 1
        }
        return values
    }
}
