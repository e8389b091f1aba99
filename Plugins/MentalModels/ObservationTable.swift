import AtriumSDK
import GRDB

/// Reads, analyses and writes observations, inside the transaction that a command or an import is lent.
struct ObservationTable {
    let db: Database

    // MARK: - Reading

    /// The observation with an id.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    func observation(_ id: Int64) throws -> (uid: String, observation: Observation) {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT uid, text, captured_at, analyzed_at FROM mental_models_observation WHERE id = ?"),
            arguments: [id])
        guard let row else {
            throw AtriumError(
                .notFound, "the observation does not exist",
                remedy: "\(command: "mental-models observations list") lists all of them",
                field: "record")
        }
        return (
            row["uid"],
            Observation(
                text: row["text"], capturedAt: row["captured_at"], analyzedAt: row["analyzed_at"],
                findings: try findings(of: id))
        )
    }

    private func findings(of id: Int64) throws -> [Finding] {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT model_uid, model_name, score, evidence, failure_modes FROM mental_models_finding
                    WHERE observation_id = ? ORDER BY position
                    """), arguments: [id])
        return rows.map { row in
            Finding(
                model: row["model_uid"], name: row["model_name"], score: row["score"],
                evidence: KeptText.split(row["evidence"]).map(String.init),
                failureModes: KeptText.split(row["failure_modes"]).compactMap {
                    Finding.Warning(String($0))
                })
        }
    }

    /// The id of the observation with a uid; nil where there is none.
    func id(uid: String) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM mental_models_observation WHERE uid = ?"),
            arguments: [uid])
    }

    // MARK: - Analysis

    /// What a text shows of the models that there are now.
    func findings(in text: String) throws -> [Finding] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, uid, name, keywords, examples, description, related FROM mental_models_model ORDER BY id
                """)
        var (models, known): ([AnalyzedModel], [(id: Int64, uid: String)]) = ([], [])
        // Related models stand there by uid, or by a name that no model had when it was written.
        var (places, names, related): ([String: Int], [String: Int], [[String]]) = ([:], [:], [])
        while let row = try rows.next() {
            known.append((row[0], row[1]))
            let place = related.count
            let (uid, name): (String, String) = (row[1], row[2])
            places[uid] = place
            names[name.lowercased()] = names[name.lowercased()] ?? place
            related.append(KeptText.split(row[6]).map(String.init))
            models.append(
                AnalyzedModel(
                    name: row[2], keywords: row[3] ?? "", examples: row[4] ?? "",
                    description: row[5] ?? ""))
        }
        for (place, texts) in related.enumerated() {
            models[place].related = texts.compactMap { places[$0] ?? names[$0.lowercased()] }.filter {
                $0 != place
            }
        }
        let modes = FailureModeTable(db: db)
        return try TextAnalysis.matches(in: text, among: models).map { match in
            let model = known[match.model]
            return Finding(
                model: model.uid, name: models[match.model].name, score: match.score,
                evidence: match.evidence,
                failureModes: try modes.modes(of: model.id).map {
                    Finding.Warning(severity: $0.severity, name: $0.name)
                })
        }
    }

    // MARK: - Writing

    /// Keeps a new observation and gives its id.
    func insert(_ observation: Observation, uid: String, now: String) throws -> Int64 {
        try db.cachedStatement(
            sql: """
                INSERT INTO mental_models_observation (uid, text, captured_at, analyzed_at, created_at, updated_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                uid, observation.text, observation.capturedAt, observation.analyzedAt, now, now,
            ])
        let id = db.lastInsertedRowID
        try write(observation.findings, of: id)
        return id
    }

    /// Makes an observation's values those of another; writes only where something differs.
    func update(_ id: Int64, to observation: Observation, now: String) throws {
        let old = try self.observation(id).observation
        guard observation != old else { return }
        try db.cachedStatement(
            sql: """
                UPDATE mental_models_observation SET text = ?, captured_at = ?, analyzed_at = ?, updated_at = ?
                WHERE id = ?
                """
        ).execute(
            arguments: [observation.text, observation.capturedAt, observation.analyzedAt, now, id])
        guard observation.findings != old.findings else { return }
        try db.cachedStatement(sql: "DELETE FROM mental_models_finding WHERE observation_id = ?").execute(
            arguments: [id])
        try write(observation.findings, of: id)
    }

    private func write(_ findings: [Finding], of id: Int64) throws {
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO mental_models_finding (observation_id, position, model_uid, model_name, score, evidence,
                    failure_modes) VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        for (position, finding) in findings.enumerated() {
            try insert.execute(
                arguments: [
                    id, position, finding.model, finding.name, finding.score,
                    KeptText.column(finding.evidence),
                    KeptText.column(finding.failureModes.map(\.description)),
                ])
        }
    }
}

extension Finding.Warning: CustomStringConvertible {
    /// The severity, a colon, and the name: the form in which it is kept.
    var description: String { "\(severity.rawValue): \(name)" }

    init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"),
            let severity = FailureMode.Severity(rawValue: String(text[..<colon])),
            let name = KeptText.line(String(text[text.index(after: colon)...]))
        else { return nil }
        self.init(severity: severity, name: name)
    }
}
