public import GRDB

extension ComponentTable {
    /// The record's own uid by what its item is known by: UID, and for an override also the text of RECURRENCE-ID.
    public static func ownUID(_ uid: String, _ part: String) -> String {
        part.isEmpty ? uid : uid + "#" + part
    }

    /// A uid that no record has: this one, or it with `~2`, `~3` … behind it.
    public static func freeUID(_ uid: String, in table: String, _ db: Database) throws -> String {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM \(table) WHERE uid = ?")
        guard try Int.fetchOne(statement, arguments: [uid]) != nil else { return uid }
        var number = 2
        while try Int.fetchOne(statement, arguments: ["\(uid)~\(number)"]) != nil { number += 1 }
        return "\(uid)~\(number)"
    }
}
