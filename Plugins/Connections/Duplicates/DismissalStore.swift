import AtriumSDK
import GRDB

/// The pairs of people of whom somebody has said that they are not one.
///
/// A pair is kept by uids, so that it stays after an undone import, an export and a restore; the lesser uid is the
/// first, so that there is one row for a pair whichever way it is named.
struct DismissalStore {
    let db: Database

    /// The pairs, also those of which somebody is gone: an import may bring them back.
    static let sideData = SideData(
        name: "dismissals",
        write: { db, add in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT first_uid, second_uid FROM connections_dismissal ORDER BY 1, 2")
            while let row = try rows.next() { try add(["first": .text(row[0]), "second": .text(row[1])]) }
        },
        read: { object, db in
            guard let first = object["first"]?.textValue, let second = object["second"]?.textValue,
                !first.isEmpty, !second.isEmpty, first != second
            else { return nil }
            return try DismissalStore(db: db).add(first, second)
        })

    /// In the order of bytes, as SQLite compares.
    private static func inOrder(_ one: String, _ other: String) -> [String] {
        other.utf8.lexicographicallyPrecedes(one.utf8) ? [other, one] : [one, other]
    }

    /// Remembers a pair; gives whether it was not known before.
    @discardableResult
    func add(_ one: String, _ other: String) throws -> Bool {
        try db.execute(
            sql:
                "INSERT INTO connections_dismissal (first_uid, second_uid) VALUES (?, ?) ON CONFLICT DO NOTHING",
            arguments: StatementArguments(Self.inOrder(one, other)))
        return db.changesCount > 0
    }

    /// Forgets a pair; gives whether it was known.
    @discardableResult
    func remove(_ one: String, _ other: String) throws -> Bool {
        try db.execute(
            sql: "DELETE FROM connections_dismissal WHERE first_uid = ? AND second_uid = ?",
            arguments: StatementArguments(Self.inOrder(one, other)))
        return db.changesCount > 0
    }

    /// Whether a pair is known.
    func contains(_ one: String, _ other: String) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM connections_dismissal WHERE first_uid = ? AND second_uid = ?)
                """, arguments: StatementArguments(Self.inOrder(one, other))) ?? false
    }

    /// The pairs both of whose people are there, by id, the lower one first.
    func pairs() throws -> [(first: Int64, second: Int64)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT min(a.id, b.id), max(a.id, b.id) FROM connections_dismissal d
                JOIN connections_person a ON a.uid = d.first_uid JOIN connections_person b ON b.uid = d.second_uid
                ORDER BY 1, 2
                """
        ).map { ($0[0], $0[1]) }
    }

    /// After a merge: who is not the merged person is not the remaining one either.
    func move(from merged: String, to remaining: String) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, iif(first_uid = ?1, second_uid, first_uid) FROM connections_dismissal
                WHERE first_uid = ?1 OR second_uid = ?1
                """, arguments: [merged])
        for row in rows {
            try db.execute(sql: "DELETE FROM connections_dismissal WHERE id = ?", arguments: [row[0]])
            let other: String = row[1]
            if other != remaining { try add(remaining, other) }
        }
    }
}
