import AtriumSDK
import GRDB

/// What an observation looks like in results.
enum ObservationFields {
    /// The fields of an observation in lists.
    static let listed: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The uid, which stays the same over export and import.", isRequired: true),
        FieldDeclaration("text", .longText, help: "The captured text.", isRequired: true),
        FieldDeclaration("capturedAt", .instant, help: "The time of the text.", isRequired: true),
        FieldDeclaration("analyzedAt", .instant, help: "The time of the last analysis.", isRequired: true),
        FieldDeclaration(
            "models", .list(.text), help: "The names of the models found, strongest first.",
            isRequired: true),
        FieldDeclaration(
            "lollapalooza", .boolean, help: "True if three or more strong models were found.",
            isRequired: true),
        FieldDeclaration("createdAt", .instant, help: "The time when it was created.", isRequired: true),
        FieldDeclaration("updatedAt", .instant, help: "The time when it was last changed.", isRequired: true),
    ]

    /// The fields of one observation.
    static let record =
        listed + [
            FieldDeclaration(
                "findings",
                .list(
                    .object([
                        FieldDeclaration(
                            "name", .text, help: "The model's name at that time.", isRequired: true),
                        FieldDeclaration("model", .reference(.models), help: "The model; null if removed."),
                        FieldDeclaration(
                            "score", .decimal(0...1), help: "The score, from 0 to 1.",
                            isRequired: true),
                        FieldDeclaration(
                            "confidence", .choice(Confidence.allCases.map(\.rawValue)),
                            help: "The confidence.", isRequired: true),
                        FieldDeclaration(
                            "evidence", .list(.text), help: "The sentences that support it.",
                            isRequired: true),
                        FieldDeclaration(
                            "failureModes",
                            .list(
                                .object([
                                    FieldDeclaration(
                                        "severity", .choice(FailureModeFields.severities),
                                        help: "The severity.", isRequired: true),
                                    FieldDeclaration(
                                        "name", .text, help: "The name.", isRequired: true),
                                ])), help: "The model's failure modes, most severe first.", isRequired: true),
                    ])), help: "The models found in the last analysis.",
                isRequired: true),
            FieldDeclaration(
                "drawing", .longText, help: "The analysis as text, for terminals.", isRequired: true),
        ]

    /// What ``item(_:)`` reads, over the alias `r`.
    static let columns = """
        r.*, (SELECT group_concat(f.model_name, char(10)) FROM (SELECT model_name FROM mental_models_finding
            WHERE observation_id = r.id ORDER BY position) f) AS models,
        (SELECT count(*) FROM mental_models_finding f WHERE f.observation_id = r.id
            AND f.score >= \(Confidence.high.threshold)) AS strong
        """

    /// An observation in the shape of ``listed``.
    static func item(_ row: Row) -> DataObject {
        [
            "id": .integer(row["id"]), "uid": .text(row["uid"]), "text": .text(row["text"]),
            "capturedAt": .text(row["captured_at"]), "analyzedAt": .text(row["analyzed_at"]),
            "models": .list(KeptText.split(row["models"]).map { .text(String($0)) }),
            "lollapalooza": .bool((row["strong"] as Int) >= Lollapalooza.count),
            "createdAt": .text(row["created_at"]), "updatedAt": .text(row["updated_at"]),
        ]
    }

    /// An observation in the shape of ``record``.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`.
    static func value(_ id: Int64, _ db: Database) throws -> DataValue {
        let observation = try ObservationTable(db: db).observation(id).observation
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(columns) FROM mental_models_observation r WHERE r.id = ?"),
            arguments: [id])
        guard let row else { throw AtriumError(.internal, "an observation disappeared while it was read") }
        var object = item(row)
        let models = ModelTable(db: db)
        object["findings"] = .list(
            try observation.findings.map { finding in
                .object([
                    "name": .text(finding.name),
                    "model": .integer(orNull: try models.id(uid: finding.model)),
                    "score": .decimal(finding.score), "confidence": .text(finding.confidence.rawValue),
                    "evidence": .list(finding.evidence.map(DataValue.text)),
                    "failureModes": .list(
                        finding.failureModes.map {
                            .object(["severity": .text($0.severity.rawValue), "name": .text($0.name)])
                        }),
                ])
            })
        object["drawing"] = .text(ObservationDrawing.text(of: observation))
        return .object(object)
    }
}
