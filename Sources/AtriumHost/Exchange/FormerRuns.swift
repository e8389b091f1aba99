import AtriumSDK
import GRDB

/// What a module has of import runs from before reports told whose items were whose.
///
/// Their change sets tell it, as long as they hold the module's rows: so this is asked before these go.
struct FormerRuns {
    /// The module's share in what a run has written.
    private enum Share {
        case nothing, part, everything
    }

    /// By run; none where a run has written nothing, and nobody can tell any more.
    private var shares: [Int64: Share] = [:]
    /// The formats that the module reads.
    private let formats: Set<String>
    /// Those of them that no other installed module reads.
    private let ownFormats: Set<String>

    /// - Parameter numbers: the module's collections.
    init(of module: Module, collections numbers: Set<Int64>, in registry: ModuleRegistry, _ db: Database)
        throws
    {
        let others = registry.modules.filter { $0.id != module.id }
        formats = Set(module.importers.map(\.format.rawValue))
        ownFormats = formats.subtracting(others.flatMap { $0.importers.map(\.format.rawValue) })
        let runs = try Row.fetchAll(
            db,
            sql: """
                SELECT id, change_set_id FROM host_import_run
                WHERE change_set_id IS NOT NULL AND report <> '[]'
                AND json_extract(report, '$[0].\(KeptReport.parts)') IS NULL
                """)
        for run in runs {
            shares[run["id"]] = try Self.share(of: module, numbers, in: run["change_set_id"], db)
        }
    }

    /// What is left of a file's report without the module's part.
    func rest(ofFileIn format: String?, run: Int64) -> KeptReport.Rest {
        guard let format, formats.contains(format) else { return .all }
        switch shares[run] {
        case .nothing?: return .all
        case .everything?: return .nothing
        case .part?: return .others
        case nil: return ownFormats.contains(format) ? .nothing : .others
        }
    }

    private static func share(
        of module: Module, _ numbers: Set<Int64>, in changeSet: Int64, _ db: Database
    ) throws -> Share {
        let tables = try String.fetchAll(
            db,
            sql: """
                SELECT table_name FROM host_change_range WHERE change_set_id = ?1
                UNION SELECT table_name FROM host_change_row WHERE change_set_id = ?1
                """, arguments: [changeSet]
        ).filter { !$0.hasPrefix("host_") }
        // Texts, tags and links name the collection whose records they belong to; what is gone again is known by what it
        // was.
        let collections = try Int64.fetchSet(
            db,
            sql: ChangeRecorder.recordColumns.map { table, collection, _ in
                """
                SELECT t.\(collection) FROM host_change_range r CROSS JOIN \(table) t
                    ON t.id BETWEEN r.first AND r.last
                    WHERE r.change_set_id = ?1 AND r.table_name = '\(table)'
                UNION SELECT t.\(collection) FROM host_change_row c CROSS JOIN \(table) t ON t.id = c.row_id
                    WHERE c.change_set_id = ?1 AND c.table_name = '\(table)'
                UNION SELECT json_extract(c.old_row, '$.\(collection)') FROM host_change_row c
                    WHERE c.table_name = '\(table)' AND c.old_row IS NOT NULL
                    AND (c.change_set_id = ?1 OR EXISTS (SELECT 1 FROM host_change_range r
                        WHERE r.change_set_id = ?1 AND r.table_name = '\(table)'
                        AND c.row_id BETWEEN r.first AND r.last))
                """
            }.joined(separator: " UNION "), arguments: [changeSet])
        let isOwn: (String) -> Bool = { $0.hasPrefix(module.tablePrefix) }
        let hasOwn = tables.contains(where: isOwn) || !collections.isDisjoint(with: numbers)
        let hasOthers = !tables.allSatisfy(isOwn) || !collections.isSubset(of: numbers)
        return hasOwn ? (hasOthers ? .part : .everything) : .nothing
    }
}
