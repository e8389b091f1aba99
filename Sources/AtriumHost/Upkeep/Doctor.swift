import AtriumSDK
import Foundation
import GRDB

/// Examines a vault without changing it: the database, and whether all that belongs together agrees.
///
/// It opens the file itself, for reading only, so that a vault that cannot be opened any more is examined too.
struct Doctor {
    /// The modules that are installed.
    let registry: ModuleRegistry
    /// The vault's folder.
    let folder: String
    /// Whether a vault was ever made there: one that was not is not missed.
    var isMade = true
    /// The open vault, where there is one: its writer's settings are examined as well.
    var vault: Vault?

    init(registry: ModuleRegistry, folder: String) {
        self.registry = registry
        self.folder = folder
    }

    init(vault: Vault) {
        self.init(registry: vault.registry, folder: vault.folder)
        self.vault = vault
    }

    /// Makes all checks.
    func examine() -> DoctorReport {
        var checks: [DoctorReport.Check] = []
        let path = folder + "/vault.sqlite"
        let restore: Guidance =
            "keep the folder \(folder) and bring the newest backup back with \(command: "restore")"

        func check(
            _ name: String, _ title: String, remedy: Guidance,
            _ body: (inout DoctorReport.Check) throws -> Void
        ) {
            var check = DoctorReport.Check(name: name, title: title, findings: [], notes: [], remedy: "")
            do {
                try body(&check)
            } catch let error as DatabaseError {
                check.findings.append(AtriumError(explaining: error, path: path).message)
            } catch let error as AtriumError {
                check.findings.append(error.message)
            } catch {
                check.findings.append("it could not be examined")
            }
            if !check.isOK { check.remedy = remedy.description }
            checks.append(check)
        }

        check("file", "The vault's file is an Atrium vault", remedy: restore) { check in
            guard FileSystem.size(ofFile: path) != nil else {
                if isMade {
                    check.findings.append("there is no file \(path)")
                } else {
                    check.notes.append("there is none yet: the first use makes it")
                }
                return
            }
            try read { db in
                if try Int32.fetchOne(db, sql: "PRAGMA application_id") != VaultFile.applicationID {
                    check.findings.append("\(path) is a database, but not an Atrium vault")
                }
            }
        }
        let isThere = isMade || FileSystem.size(ofFile: path) != nil
        guard isThere, checks.allSatisfy(\.isOK) else { return DoctorReport(checks: checks) }

        check("settings", "The database is written durably", remedy: "report this as a defect of Atrium") {
            check in
            try examineSettings(&check)
        }
        check("integrity", "The database's pages and indexes are whole", remedy: restore) { check in
            try read { db in
                let lines = try String.fetchAll(db, sql: "PRAGMA integrity_check(20)")
                // SQLite's lines name tables and pages, no content.
                if lines != ["ok"] { check.findings += lines }
            }
        }
        check("foreign-keys", "Rows point at rows that are there", remedy: restore) { check in
            try read { db in
                let rows = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2 ORDER BY 1, 2
                        """)
                check.findings += rows.map {
                    "\($0[2] as Int) rows of \($0[0] as String) point at rows of \($0[1] as String) that are not there"
                }
            }
        }
        check(
            "ledger", "The schema's history is that of the installed modules",
            remedy: "use the version of Atrium that wrote the vault"
        ) { check in
            try read { db in
                let modules = try String.fetchSet(db, sql: "SELECT module FROM host_module")
                let pending = try Migrator(registry: registry, now: { Date() }).pending(db, modules: modules)
                if !pending.isEmpty {
                    check.notes.append("\(pending.count) migrations are applied at the next use")
                }
            }
        }
        check("triggers", "Nothing in the file changes rows by itself", remedy: restore) { check in
            try read { db in try examineTriggers(db, &check) }
        }
        check("references", "Sources, tags, links and attachments point at records", remedy: restore) {
            check in
            try read { db in try examineReferences(db, &check) }
        }
        check("attachments", "Every attachment has its file, unchanged", remedy: restore) { check in
            try read { db in try examineAttachments(db, &check) }
        }
        check(
            "index", "The search index agrees with the records",
            remedy: "build it anew with \(command: "doctor", .flag("rebuildIndex"))"
        ) {
            check in
            try read { db in
                let problems = try SearchIndex.check(
                    db, entries: SearchIndex.entries(of: registry, db).filter { try isCurrent($0, db) })
                check.findings += problems.map(\.description)
            }
        }
        return DoctorReport(checks: checks)
    }

    /// Whether a collection was indexed the way that its module declares now; otherwise the next use indexes it.
    private func isCurrent(_ entry: SearchIndex.Entry, _ db: Database) throws -> Bool {
        try String.fetchOne(
            db, sql: "SELECT signature FROM search_collection WHERE id = ?", arguments: [entry.number])
            == entry.signature
    }

    private func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(VaultFile.busyTimeout)
        configuration.prepareDatabase { db in db.add(function: SearchText.function) }
        let queue = try DatabaseQueue(
            path: VaultFile.pathForReading(folder + "/vault.sqlite"), configuration: configuration)
        defer { try? queue.close() }
        return try queue.inDatabase { db in
            var result: Result?
            try db.inTransaction(.deferred) {
                result = try body(db)
                return .rollback
            }
            guard let result else { throw AtriumError(.internal, "an examination gave no answer") }
            return result
        }
    }

    // MARK: - Checks

    private func examineSettings(_ check: inout DoctorReport.Check) throws {
        let mode = try read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
        let path = folder + "/vault.sqlite"
        if VaultFile.pathForReading(path) != path {
            // Without its side files SQLite does not tell the mode.
            check.notes.append("the vault can only be read here")
        } else if mode != "wal" {
            check.findings.append("the journal mode is \(mode ?? "unknown") instead of wal")
        }
        guard let vault else { return }
        let (synchronous, foreignKeys, triggers) = try vault.pool.writeWithoutTransaction { db in
            (
                try Int.fetchOne(db, sql: "PRAGMA synchronous"),
                try Int.fetchOne(db, sql: "PRAGMA foreign_keys"),
                try Int.fetchOne(db, sql: "PRAGMA recursive_triggers")
            )
        }
        if synchronous != 2 { check.findings.append("synchronous is not FULL: a power cut can lose changes") }
        if foreignKeys != 1 { check.findings.append("foreign keys are not enforced") }
        if triggers != 1 { check.findings.append("recursive triggers are off: replaced rows escape undo") }
    }

    private func examineTriggers(_ db: Database, _ check: inout DoctorReport.Check) throws {
        // A file that no later version has been able to write has the triggers of before.
        let known = try HostMigrations.keepsTriggers(db) ? ChangeTriggers.namePrefix + "*" : ""
        let foreign = try String.fetchAll(
            db,
            sql: """
                SELECT type || ' ' || name FROM sqlite_master
                WHERE type IN ('trigger', 'view') AND name NOT GLOB ? ORDER BY name
                """, arguments: [known])
        for what in foreign {
            check.findings.append("the \(what) is none of Atrium's; what it changes is recorded nowhere")
        }
    }

    private static let referringColumns = [
        ("host_source_item", "collection_id", "record_id", "sources"),
        ("host_record_tag", "collection_id", "record_id", "tags"),
        ("host_former_uid", "collection_id", "record_id", "former uids"),
        ("host_attachment", "collection_id", "record_id", "attachments"),
        ("host_link", "from_collection_id", "from_record_id", "links"),
        ("host_link", "to_collection_id", "to_record_id", "links"),
    ]

    /// Record 0 stands for none: the text of an item that could not become a record is kept under it.
    private func examineReferences(_ db: Database, _ check: inout DoctorReport.Check) throws {
        for entry in try SearchIndex.entries(of: registry, db)
        where try db.tableExists(entry.collection.table) {
            // A table that a migration is yet to make holds nothing.
            for (table, collection, record, what) in Self.referringColumns where try db.tableExists(table) {
                let count = try Int.fetchOne(
                    db,
                    sql: """
                        SELECT count(*) FROM \(table) t WHERE t.\(collection) = ? AND t.\(record) <> 0
                        AND NOT EXISTS (SELECT 1 FROM \(entry.collection.table) r WHERE r.id = t.\(record))
                        """, arguments: [entry.number])
                if let count, count > 0 {
                    check.findings.append(
                        "\(count) \(what) belong to records of \(entry.collection.id) that are gone")
                }
            }
        }
    }

    private func examineAttachments(_ db: Database, _ check: inout DoctorReport.Check) throws {
        let filesFolder = folder + "/files"
        let stored = Set(FileSystem.names(in: filesFolder))
        var wanted: Set<String> = []
        let rows = try Row.fetchAll(
            db, sql: "SELECT sha256, byte_count, count(*) FROM host_attachment GROUP BY 1, 2 ORDER BY 1, 2")
        for row in rows {
            let sha256: String = row[0]
            wanted.insert(sha256)
            let name = stored.contains(sha256) ? sha256 : sha256 + ".new"
            guard stored.contains(name) else {
                check.findings.append("the file \(sha256) of \(row[2] as Int) attachments is missing")
                continue
            }
            let digest = try FileDigest(of: filesFolder + "/" + name)
            if digest.sha256 != sha256 || digest.size != row[1] as Int64 {
                check.findings.append("the file \(sha256) has other content than it had")
            }
        }
        // Undo may still need the files of attachments that were removed.
        wanted.formUnion(
            try String.fetchSet(
                db,
                sql: """
                    SELECT json_extract(old_row, '$.sha256') FROM host_change_row
                    WHERE table_name = 'host_attachment' AND old_row IS NOT NULL
                    """))
        for name in stored.sorted() {
            let sha256 = name.hasSuffix(".new") ? String(name.dropLast(4)) : name
            if !wanted.contains(sha256) { check.notes.append("no attachment has the file \(name)") }
        }
    }
}

extension SearchIndex.Problem: CustomStringConvertible {
    /// The problem in one sentence.
    var description: String {
        switch self {
        case .recordsMissing(let collection, let count):
            "\(count) records of \(collection) are not in the index"
        case .recordsGone(let collection, let count):
            "\(count) records of \(collection) in the index are gone"
        case .collectionUnknown(_, let count): "\(count) records in the index belong to no known collection"
        case .termsDiffer(let count): "\(count) words stand at other records than in the index"
        case .guessesDiffer(let count): "\(count) words for mistyped ones are missing or too many"
        }
    }
}
