import AtriumSDK
import Foundation
import GRDB

/// The sources of records, for exporters.
///
/// One instance serves one snapshot.
struct RecordSources: SourceStore {
    let db: Database
    let collections: CollectionNumbers
    let registry: ModuleRegistry

    func forEachRecord(
        in collection: CollectionID, format: FormatID, where condition: String,
        body: (_ record: Int64, _ source: Source?) throws -> Void
    ) throws {
        let table = try table(of: collection)
        let number = try collections.number(collection)
        let hasMerged = try FormerUIDs(db).exist(in: number)
        // Of several sources in one format, the newest; what came with a merged record only where there is no other.
        let newest = hasMerged ? "n.id FROM host_source_item n" : "max(n.id) FROM host_source_item n"
        let order =
            hasMerged
            ? "ORDER BY \(FormerUIDs.isMergedSQL("n")), n.item_key IS NOT NULL, n.id DESC LIMIT 1" : ""
        let isOwn = hasMerged ? "NOT \(FormerUIDs.isMergedSQL("s"))" : "1"
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT r.id, s.id, s.container_id, s.is_edited, s.text, \(isOwn) FROM \(table) r
                LEFT JOIN host_source_item s ON s.id = (
                    SELECT \(newest)
                    WHERE n.collection_id = ? AND n.record_id = r.id AND n.format = ? \(order))
                WHERE \(condition) ORDER BY r.id
                """, arguments: [number, format.rawValue])
        while let row = try rows.next() {
            guard row[1] as Int64? != nil else {
                try body(row[0], nil)
                continue
            }
            let text = try row.withUnsafeData(atIndex: 4) { $0.map(Array.init) ?? [] }
            let merged = hasMerged ? try self.merged(record: row[0], of: number, format, except: row[1]) : []
            try body(
                row[0],
                Source(
                    text: text, container: row[2], isEdited: row[3], isOwn: row[5], merged: merged))
        }
    }

    func isAnyWithoutSource(
        in collection: CollectionID, format: FormatID, where condition: String
    ) throws -> Bool {
        try Row.fetchOne(
            db,
            sql: """
                SELECT 1 FROM \(table(of: collection)) r WHERE \(condition) AND NOT EXISTS (
                    SELECT 1 FROM host_source_item n WHERE n.collection_id = ? AND n.record_id = r.id AND n.format = ?)
                LIMIT 1
                """, arguments: [collections.number(collection), format.rawValue]) != nil
    }

    /// The texts that came with records that were merged into one.
    private func merged(record: Int64, of number: Int64, _ format: FormatID, except source: Int64) throws
        -> [[UInt8]]
    {
        try Data.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT text FROM host_source_item WHERE collection_id = ?1 AND record_id = ?2 AND format = ?3
                    AND id <> ?4 AND EXISTS (SELECT 1 FROM host_former_uid f
                        WHERE f.collection_id = ?1 AND f.record_id = ?2)
                    ORDER BY id
                    """), arguments: [number, record, format.rawValue, source]
        ).map(Array.init)
    }

    func container(_ id: Int64) throws -> [UInt8] {
        let text = try Data.fetchOne(
            db.cachedStatement(sql: "SELECT text FROM host_source_container WHERE id = ?"), arguments: [id])
        guard let text else { throw AtriumError(.internal, "the stored file \(id) is missing") }
        return Array(text)
    }

    func layout(of container: Int64) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT layout FROM host_source_layout WHERE container_id = ?"),
            arguments: [container])
    }

    func options(of container: Int64, in timeZone: TimeZone) throws -> ImportOptions {
        ImportOptions(kept: try ImportOptions.keptText(of: container, db), timeZone: timeZone)
    }

    func containers(of collection: CollectionID, format: FormatID, where condition: String) throws
        -> [(id: Int64, sources: Int)]
    {
        try Row.fetchAll(
            db,
            sql: """
                SELECT s.container_id, count(*) FROM \(table(of: collection)) r JOIN host_source_item s
                ON s.collection_id = ? AND s.record_id = r.id AND s.format = ? WHERE \(condition)
                GROUP BY s.container_id ORDER BY s.container_id
                """, arguments: [collections.number(collection), format.rawValue]
        ).map { ($0[0], $0[1]) }
    }

    /// The quoted name of a collection's table.
    private func table(of collection: CollectionID) throws -> String {
        guard let table = registry.collection(collection)?.table else {
            throw AtriumError(.internal, "the collection \(collection) is not installed")
        }
        return table.quotedDatabaseIdentifier
    }
}
