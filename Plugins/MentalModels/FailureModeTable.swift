import AtriumSDK
import GRDB

/// Reads and writes failure modes, inside the transaction that a command or an import is lent.
struct FailureModeTable {
    let db: Database

    /// The failure mode with an id.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    func failureMode(_ id: Int64) throws -> (uid: String, mode: FailureMode) {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT uid, model_id, name, severity, description FROM mental_models_failure_mode WHERE id = ?
                    """), arguments: [id])
        guard let row, let severity = FailureMode.Severity(rawValue: row["severity"]) else {
            throw AtriumError(
                .notFound, "the failure mode does not exist",
                remedy: "\(command: "mental-models failure-modes list") lists all of them",
                field: "record")
        }
        return (
            row["uid"],
            FailureMode(
                model: row["model_id"], name: row["name"], severity: severity,
                description: row["description"])
        )
    }

    /// The id of the failure mode with a uid; nil where there is none.
    func id(uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM mental_models_failure_mode WHERE uid = ?"),
            arguments: [uid])
    }

    /// The failure modes of a model, the gravest first, then in the order in which they were made.
    func modes(of model: Int64) throws -> [FailureMode] {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT name, severity, description FROM mental_models_failure_mode WHERE model_id = ?
                    ORDER BY \(FailureModeFields.severityOrder), id
                    """), arguments: [model])
        return rows.compactMap { row in
            FailureMode.Severity(rawValue: row["severity"]).map {
                FailureMode(model: model, name: row["name"], severity: $0, description: row["description"])
            }
        }
    }

    /// Keeps a new failure mode and gives its id.
    func insert(_ mode: FailureMode, uid: String, now: String) throws -> Int64 {
        try db.cachedStatement(
            sql: """
                INSERT INTO mental_models_failure_mode (uid, model_id, name, severity, description, created_at,
                    updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [uid, mode.model, mode.name, mode.severity.rawValue, mode.description, now, now])
        return db.lastInsertedRowID
    }

    /// Makes a failure mode's values those of another; writes only where something differs.
    func update(_ id: Int64, to mode: FailureMode, now: String) throws {
        guard try mode != failureMode(id).mode else { return }
        try db.cachedStatement(
            sql: """
                UPDATE mental_models_failure_mode SET model_id = ?, name = ?, severity = ?, description = ?,
                    updated_at = ? WHERE id = ?
                """
        ).execute(
            arguments: [mode.model, mode.name, mode.severity.rawValue, mode.description, now, id])
    }
}
