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

    /// Makes all checks; those of the database only where there is one.
    func examine() -> DoctorReport {
        let file = made(
            Examination("file", "The file is an Atrium vault", remedy: restore, examineFile))
        let isThere = isMade || FileSystem.size(ofFile: path) != nil
        guard isThere, file.isOK else { return DoctorReport(checks: [file]) }
        return DoctorReport(checks: [file] + examinations.map(made))
    }

    private var path: String { folder + "/vault.sqlite" }

    private var restore: Guidance {
        "keep the folder \(folder) and restore the newest backup with \(command: "restore")"
    }

    private var rebuild: Guidance { "rebuild it with \(command: "doctor", .flag("rebuildIndex"))" }

    /// One check before it is made.
    private struct Examination {
        let name: String
        let title: String
        let remedy: Guidance
        let body: (inout DoctorReport.Check) throws -> Void

        init(
            _ name: String, _ title: String, remedy: Guidance,
            _ body: @escaping (inout DoctorReport.Check) throws -> Void
        ) {
            (self.name, self.title, self.remedy, self.body) = (name, title, remedy, body)
        }
    }

    /// What is examined of a database that is there, in this order.
    private var examinations: [Examination] {
        [
            Examination(
                "settings", "Writes to the database are durable", remedy: "report this as a bug in Atrium",
                examineSettings),
            Examination(
                "integrity", "The database's pages and indexes are intact", remedy: restore,
                reading(examineIntegrity)),
            Examination(
                "foreign-keys", "References between rows are intact", remedy: restore,
                reading(examineForeignKeys)),
            Examination(
                "ledger", "The schema history matches the installed modules",
                remedy: "use the version of Atrium that wrote the vault", reading(examineLedger)),
            Examination(
                "schema", "Tables and indexes match the migrations", remedy: restore,
                reading(examineSchema)),
            Examination(
                "triggers", "There are no unexpected triggers or views", remedy: restore,
                reading(examineTriggers)),
            Examination(
                "references", "Original texts, tags, links and attachments belong to records",
                remedy: restore, reading(examineReferences)),
            Examination(
                "attachments", "Attachment files are complete and unchanged", remedy: restore,
                reading(examineAttachments)),
            Examination(
                "index", "The search index matches the records",
                remedy: rebuild, reading(examineIndex)),
        ]
    }

    private func made(_ examination: Examination) -> DoctorReport.Check {
        var check = DoctorReport.Check(
            name: examination.name, title: examination.title, findings: [], notes: [], remedy: "")
        do {
            try examination.body(&check)
        } catch let error as DatabaseError {
            check.findings.append(AtriumError(explaining: error, path: path).message)
        } catch let error as AtriumError {
            check.findings.append(error.message)
        } catch {
            check.findings.append("the check could not be run")
        }
        if !check.isOK, check.remedy.isEmpty { check.remedy = examination.remedy.description }
        return check
    }

    private func reading(
        _ body: @escaping (Database, inout DoctorReport.Check) throws -> Void
    ) -> (inout DoctorReport.Check) throws -> Void {
        { check in try read { db in try body(db, &check) } }
    }

    private func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(VaultFile.busyTimeout)
        configuration.prepareDatabase { db in db.add(function: SearchText.function) }
        let queue = try DatabaseQueue(
            path: VaultFile.pathForReading(path), configuration: configuration)
        defer { try? queue.close() }
        return try queue.inDatabase { db in
            var result: Result?
            try db.inTransaction(.deferred) {
                result = try body(db)
                return .rollback
            }
            guard let result else { throw AtriumError(.internal, "a check returned no result") }
            return result
        }
    }

    // MARK: - Checks

    private func examineFile(_ check: inout DoctorReport.Check) throws {
        guard FileSystem.size(ofFile: path) != nil else {
            if isMade {
                check.findings.append("there is no file \(path)")
            } else {
                check.notes.append("there is no vault yet; the first command creates it")
            }
            return
        }
        let mark = try read { db in try Int32.fetchOne(db, sql: "PRAGMA application_id") }
        if mark != VaultFile.applicationID {
            check.findings.append("\(path) is a database, but not an Atrium vault")
        }
    }

    private func examineSettings(_ check: inout DoctorReport.Check) throws {
        let mode = try read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
        if VaultFile.pathForReading(path) != path {
            // Without its side files SQLite does not tell the mode.
            check.notes.append("the vault is read-only here")
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
        if synchronous != 2 {
            check.findings.append("synchronous is not FULL: a power failure can lose changes")
        }
        if foreignKeys != 1 { check.findings.append("foreign keys are not enforced") }
        if triggers != 1 { check.findings.append("recursive triggers are off: undo misses replaced rows") }
    }

    private func examineIntegrity(_ db: Database, _ check: inout DoctorReport.Check) throws {
        let lines = try String.fetchAll(db, sql: "PRAGMA integrity_check(20)")
        // SQLite's lines name tables and pages, no content.
        if lines != ["ok"] { check.findings += lines }
    }

    private func examineForeignKeys(_ db: Database, _ check: inout DoctorReport.Check) throws {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2 ORDER BY 1, 2
                """)
        check.findings += rows.map { row -> String in
            let table: String = row[0]
            let count = Words.count(row[2], "row of \(table) refers", "rows of \(table) refer")
            return "\(count) to missing rows of \(row[1] as String)"
        }
    }

    private var migrator: Migrator { Migrator(registry: registry, now: { Date() }) }

    private func examineLedger(_ db: Database, _ check: inout DoctorReport.Check) throws {
        for module in try registry.missingModules(db) {
            check.findings.append(
                "the vault has data of the module \(module), which this version of Atrium does not have")
        }
        let modules = try String.fetchSet(db, sql: "SELECT module FROM host_module")
        let pending = try migrator.pending(db, modules: modules)
        if !pending.isEmpty {
            let count = Words.count(pending.count, "migration is", "migrations are")
            let them = pending.count == 1 ? "it" : "them"
            check.notes.append("\(count) pending; the next command applies \(them)")
        }
    }

    private func examineSchema(_ db: Database, _ check: inout DoctorReport.Check) throws {
        guard let departures = try migrator.departures(of: db) else {
            check.notes.append("they cannot be compared: see the check of the schema history")
            return
        }
        check.findings += departures.findings
        check.notes += departures.foreign.map { "the \($0) was not created by Atrium" }
        if !check.isOK, departures.needsIndexesOnly { check.remedy = rebuild.description }
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
            check.findings.append(
                "the \(what) was not created by Atrium; its changes are not recorded and cannot be undone")
        }
    }

    private static let referringColumns = [
        ("host_source_item", "collection_id", "record_id", "original text"),
        ("host_record_tag", "collection_id", "record_id", "tag"),
        ("host_former_uid", "collection_id", "record_id", "former UID"),
        ("host_attachment", "collection_id", "record_id", "attachment"),
        ("host_link", "from_collection_id", "from_record_id", "link"),
        ("host_link", "to_collection_id", "to_record_id", "link"),
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
                    let belonging = Words.count(count, "\(what) belongs", "\(what)s belong")
                    check.findings.append("\(belonging) to missing records of \(entry.collection.id)")
                }
            }
        }
    }

    private func examineAttachments(_ db: Database, _ check: inout DoctorReport.Check) throws {
        let filesFolder = folder + "/files"
        let stored = Set(try FileSystem.names(inFolderIfAny: filesFolder))
        var wanted: Set<String> = []
        let rows = try Row.fetchAll(
            db, sql: "SELECT sha256, byte_count, count(*) FROM host_attachment GROUP BY 1, 2 ORDER BY 1, 2")
        for row in rows {
            let sha256: String = row[0]
            wanted.insert(sha256)
            let name = stored.contains(sha256) ? sha256 : sha256 + ".new"
            guard stored.contains(name) else {
                check.findings.append(
                    "the file \(sha256) of \(Words.count(row[2], "attachment")) is missing")
                continue
            }
            let digest = try FileDigest(of: filesFolder + "/" + name)
            if digest.sha256 != sha256 || digest.size != row[1] as Int64 {
                check.findings.append("the content of the file \(sha256) has changed")
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
            if !wanted.contains(sha256) { check.notes.append("no attachment uses the file \(name)") }
        }
    }

    private func examineIndex(_ db: Database, _ check: inout DoctorReport.Check) throws {
        let problems = try SearchIndex.check(
            db, entries: SearchIndex.entries(of: registry, db).filter { try isCurrent($0, db) })
        check.findings += problems.map(\.description)
    }

    /// Whether a collection was indexed the way that its module declares now; otherwise the next use indexes it.
    private func isCurrent(_ entry: SearchIndex.Entry, _ db: Database) throws -> Bool {
        try String.fetchOne(
            db, sql: "SELECT signature FROM search_collection WHERE id = ?", arguments: [entry.number])
            == entry.signature
    }
}

extension SearchIndex.Problem: CustomStringConvertible {
    /// The problem in one sentence.
    var description: String {
        switch self {
        case .recordsMissing(let collection, let count):
            Words.count(count, "record of \(collection) is", "records of \(collection) are")
                + " not in the index"
        case .recordsGone(let collection, let count):
            "the index has \(Words.count(count, "record")) of \(collection) too many"
        case .collectionUnknown(_, let count):
            "the index has \(Words.count(count, "record")) of an unknown collection"
        case .termsDiffer(let count):
            Words.count(count, "word is", "words are") + " indexed for the wrong records"
        case .guessesDiffer(let count):
            Words.count(count, "word for correcting typos is", "words for correcting typos are")
                + " missing or superfluous"
        }
    }
}
