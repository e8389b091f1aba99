import Foundation
import GRDB

/// A page of people by name, with how many there are and where to go on.
enum PersonList {
    private static let order = "ifnull(r.name_key, lower(r.display_name))"

    /// The answer to `/people?limit=N`.
    static func json(limit: Int, people: Int64, _ db: Database) throws -> JSONText {
        let total =
            try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT count(*) FROM connections_person r WHERE 1")) ?? 0
        let statement = try db.cachedStatement(
            sql: """
                SELECT r.id AS list_id, \(order) AS list_sort, \(PersonRecord.columns)
                FROM connections_person r WHERE 1 ORDER BY \(order) ASC, r.id ASC LIMIT ?
                """)
        var json = JSONText()
        try json.object { json in
            var last: (key: String, id: Int64)?
            var next: String?
            json.name("items")
            try json.list { json in
                var count = 0
                let rows = try Row.fetchCursor(statement, arguments: [limit + 1])
                while let row = try rows.next() {
                    if count == limit {
                        next = last.map(cursor)
                        break
                    }
                    last = (row[1], row[0])
                    try PersonRecord.write(row[0], row, from: 2, people: people, db, to: &json)
                    count += 1
                }
            }
            json.name("total")
            json.value(total)
            json.member("next", next)
        }
        return json
    }

    private static func cursor(_ last: (key: String, id: Int64)) -> String {
        var json = JSONText()
        json.list { json in
            json.value("connections_person")
            json.value("name")
            json.value(false)
            json.value(last.key)
            json.value(last.id)
        }
        return Data(json.bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}
