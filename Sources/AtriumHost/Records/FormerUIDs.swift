import AtriumSDK
import GRDB

/// The uids of records that were merged into others.
struct FormerUIDs {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// Whether any record of a collection, by its number, has a former uid: most vaults know none.
    func exist(in collection: Int64) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM host_former_uid WHERE collection_id = ?)",
            arguments: [collection]) ?? false
    }

    /// Whether a record has one.
    func exist(of record: Int64, in collection: Int64) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM host_former_uid WHERE collection_id = ? AND record_id = ?)
                    """), arguments: [collection, record]) ?? false
    }

    /// The record that a uid, which its own record has no longer, leads to.
    func record(of uid: String, in collection: Int64) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: "SELECT record_id FROM host_former_uid WHERE collection_id = ? AND uid = ?"),
            arguments: [collection, uid])
    }

    /// The same by the name of the collection.
    func record(of uid: String, in collection: CollectionID) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT f.record_id FROM host_former_uid f JOIN host_collection c ON c.id = f.collection_id
                    WHERE c.name = ? AND f.uid = ?
                    """), arguments: [collection.description, uid])
    }

    /// SQL that holds where a source, alias `alias`, came with a record that was merged into the one it belongs to.
    ///
    /// The sources of that record are known by its uid; its own by nothing, since its uid finds it, or by their text.
    static func isMergedSQL(_ alias: String) -> String {
        """
        (\(alias).item_key IS NOT NULL AND \(alias).item_key IN (SELECT f.uid FROM host_former_uid f
        WHERE f.collection_id = \(alias).collection_id AND f.record_id = \(alias).record_id))
        """
    }
}
