import AtriumSDK
import Foundation
import GRDB

/// The import runs of a vault: their reports, and the change sets that they made.
enum ImportRuns {
    /// Begins a run and gives its number.
    static func begin(_ changeSet: Int64, now: Date, _ db: Database) throws -> Int64 {
        try db.execute(
            sql: "INSERT INTO host_import_run (change_set_id, made_at, report) VALUES (?, ?, '[]')",
            arguments: [changeSet, Timestamp.text(now)])
        return db.lastInsertedRowID
    }

    /// Notes an issue of a file, by the file's place in the run.
    ///
    /// - Parameter module: whose item it is about, or would be; nil: it is about the file.
    /// - Returns: the id of the issue's row.
    @discardableResult
    static func note(
        _ issue: ImportIssue, of module: String?, file: Int, run: Int64, _ db: Database
    ) throws -> Int64 {
        try db.cachedStatement(
            sql: """
                INSERT INTO host_import_issue
                (run_id, file, line, item, property, code, message, is_kept, module)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                run, file, issue.line, issue.item, issue.property, issue.code, issue.message, issue.isKept,
                module,
            ])
        return db.lastInsertedRowID
    }

    /// Replaces the message of a noted issue, or removes the issue if the message is nil.
    static func change(_ id: Int64, to message: String?, _ db: Database) throws {
        if let message {
            try db.cachedStatement(sql: "UPDATE host_import_issue SET message = ? WHERE id = ?")
                .execute(arguments: [message, id])
        } else {
            try db.cachedStatement(sql: "DELETE FROM host_import_issue WHERE id = ?")
                .execute(arguments: [id])
        }
    }

    /// Keeps a run's report; its issues have been noted.
    static func finish(_ run: Int64, _ report: ImportReport, _ db: Database) throws {
        try keep(report.files.map(KeptReport.init), run: run, db)
    }

    /// Keeps the reports of a run's files.
    static func keep(_ files: [KeptReport], run: Int64, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE host_import_run SET report = ? WHERE id = ?",
            arguments: [DataValue.list(files.map { .object($0.object) }).json, run])
    }

    /// A run's report with all its issues, in the shape of ``ImportReport/keptFields``.
    static func report(_ id: Int64, spelling: (Guidance) -> String, _ db: Database) throws -> DataValue {
        let row = try Row.fetchOne(
            db, sql: "SELECT report, change_set_id IS NOT NULL FROM host_import_run WHERE id = ?",
            arguments: [id])
        guard let row else { throw unknown(id) }
        let files = try DataValue(json: Data((row[0] as String).utf8)).listValue ?? []
        let filled = try files.enumerated().map { index, file -> DataValue in
            guard var object = file.objectValue.map({ KeptReport($0).shown }) else { return file }
            let issues = try Row.fetchAll(
                db, sql: "SELECT * FROM host_import_issue WHERE run_id = ? AND file = ? ORDER BY id",
                arguments: [id, index]
            ).map { row in
                ImportIssue(
                    line: row["line"], item: row["item"], property: row["property"], code: row["code"],
                    message: row["message"], isKept: row["is_kept"]
                ).value
            }
            object["issues"] = .list(issues)
            object["remarks"] = .list(
                (object["remarks"]?.listValue ?? []).map { .text(spelling(Guidance(kept: $0))) })
            if var error = object["error"]?.objectValue {
                error["remedy"] = .text(spelling(Guidance(kept: error["remedy"] ?? .null)))
                object["error"] = .object(error)
            }
            return .object(object)
        }
        return .object([
            "run": .integer(id), "dryRun": .bool(false), "changed": .bool(row[1]), "files": .list(filled),
        ])
    }

    /// The change set that a run made; nil where it changed nothing.
    static func changeSet(of id: Int64, _ db: Database) throws -> Int64? {
        let row = try Row.fetchOne(
            db, sql: "SELECT change_set_id FROM host_import_run WHERE id = ?", arguments: [id])
        guard let row else { throw unknown(id) }
        return row[0]
    }

    /// Whether any row that a change set made or changed is there, but for those that say of sources where they stood.
    static func isLeft(_ changeSet: Int64, _ db: Database) throws -> Bool {
        let around = TableGraph.aroundSources
        let ranges = try Row.fetchAll(
            db, sql: "SELECT table_name, first, last FROM host_change_range WHERE change_set_id = ?",
            arguments: [changeSet])
        for row in ranges where !around.contains(row["table_name"]) {
            let table = (row["table_name"] as String).quotedDatabaseIdentifier
            let isThere = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id BETWEEN ? AND ?)",
                arguments: [row["first"] as Int64, row["last"] as Int64])
            if isThere == true { return true }
        }
        let changed = try String.fetchAll(
            db, sql: "SELECT DISTINCT table_name FROM host_change_row WHERE change_set_id = ?",
            arguments: [changeSet])
        for table in changed where !around.contains(table) {
            let isThere = try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM host_change_row c JOIN \(table.quotedDatabaseIdentifier) t
                    ON t.id = c.row_id WHERE c.change_set_id = ? AND c.table_name = ?)
                    """, arguments: [changeSet, table])
            if isThere == true { return true }
        }
        return false
    }

    private static func unknown(_ id: Int64) -> AtriumError {
        AtriumError(
            .notFound, "there is no import \(id)", remedy: "\(command: "imports list") shows all imports")
    }
}
