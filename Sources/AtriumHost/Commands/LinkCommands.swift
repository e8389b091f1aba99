import AtriumSDK
import GRDB

extension HostCommand {
    private static let fromCollection = RecordFields.collection("fromCollection")
    private static let fromRecord = RecordFields.record("fromRecord")
    private static let toCollection = RecordFields.collection("toCollection")
    private static let toRecord = RecordFields.record("toRecord")
    private static let kind = Field<String>
        .text("kind", help: "The link's meaning, such as “met at”.").defaulting(to: .text(""))
    private static let linkID = Field<Int64>.integer("id", in: 1...Int64.max, help: "The link's id.")
        .required.positional
    private static let linkFields: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The link's id.", isRequired: true),
        FieldDeclaration("kind", .text, help: "The link's meaning.", isRequired: true),
        FieldDeclaration(
            "fromCollection", .text, help: "The collection of the record that the link starts from.",
            isRequired: true),
        FieldDeclaration(
            "fromID", .integer(), help: "The id of the record that the link starts from.", isRequired: true),
        FieldDeclaration("fromTitle", .text, help: "The title of that record."),
        FieldDeclaration(
            "toCollection", .text, help: "The collection of the record that the link leads to.",
            isRequired: true),
        FieldDeclaration(
            "toID", .integer(), help: "The id of the record that the link leads to.", isRequired: true),
        FieldDeclaration("toTitle", .text, help: "The title of that record."),
    ]

    static let linkCommands: [HostCommand] = [
        HostCommand(
            "links", "list", scope: .records, kind: .query,
            summary: "List the links of a record, in both directions.",
            fields: [RecordFields.collection().declaration, RecordFields.record().declaration],
            result: .list(linkFields, columns: ["id", "fromTitle", "kind", "toTitle", "toCollection"])
        ) { input, session in
            try session.vault.read { db in
                let record = try RecordFields.reference(
                    input.required(RecordFields.collection()), input.required(RecordFields.record()),
                    fields: ("collection", "record"), session, db)
                let number = try CollectionNumbers(db).number(record.collection)
                let items = try links(
                    where: """
                        (from_collection_id = ?1 AND from_record_id = ?2) OR (to_collection_id = ?1 AND to_record_id = ?2)
                        """, [number, record.id], session, db)
                return .object(["items": .list(items)])
            }
        },
        HostCommand(
            "links", "add", scope: .records, kind: .action, summary: "Link a record to another.",
            fields: [
                fromCollection.declaration, fromRecord.declaration, toCollection.declaration,
                toRecord.declaration,
                kind.declaration,
            ], result: .object(linkFields)
        ) { input, session in
            try session.write("links add") { db, scope in
                let from = try RecordFields.reference(
                    input.required(fromCollection), input.required(fromRecord),
                    fields: ("fromCollection", "fromRecord"),
                    session, db)
                let to = try RecordFields.reference(
                    input.required(toCollection), input.required(toRecord),
                    fields: ("toCollection", "toRecord"),
                    session, db)
                try RecordLinks(
                    db: db, collections: scope.collections, enabled: session.enabledIDs(db),
                    now: session.vault.environment.now()
                ).insert(from: from, to: to, kind: input[kind] ?? "")
                let found = try links(
                    where: """
                        from_collection_id = ? AND from_record_id = ? AND to_collection_id = ? AND to_record_id = ?
                        AND kind = ?
                        """,
                    [
                        scope.collections.number(from.collection), from.id,
                        scope.collections.number(to.collection),
                        to.id, input[kind] ?? "",
                    ], session, db)
                return found.first ?? .null
            }
        },
        HostCommand(
            "links", "remove", scope: .records, kind: .action, summary: "Remove a link, but not the records.",
            fields: [linkID.declaration], result: .object(linkFields)
        ) { input, session in
            try session.write("links remove") { db, _ in
                let id = try input.required(linkID)
                guard let link = try links(where: "id = ?", [id], session, db).first else {
                    throw AtriumError(
                        .notFound, "there is no link \(id)",
                        remedy: "\(command: "links list") shows a record's links")
                }
                try db.execute(sql: "DELETE FROM host_link WHERE id = ?", arguments: [id])
                return link
            }
        },
    ]

    /// The links that meet a condition and whose two ends are in enabled modules.
    private static func links(
        where condition: String, _ arguments: StatementArguments, _ session: Session, _ db: Database
    ) throws -> [DataValue] {
        let numbers = try CollectionNumbers(db)
        let enabled = try session.enabledIDs(db)
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM host_link WHERE \(condition) ORDER BY id", arguments: arguments)
        return try rows.compactMap { row in
            guard let from = numbers.id(row["from_collection_id"]),
                let to = numbers.id(row["to_collection_id"]),
                enabled.contains(from.module), enabled.contains(to.module)
            else { return nil }
            let (fromID, toID): (Int64, Int64) = (row["from_record_id"], row["to_record_id"])
            return .object([
                "id": .integer(row["id"]), "kind": .text(row["kind"]),
                "fromCollection": .text(from.description),
                "fromID": .integer(fromID),
                "fromTitle": .text(orNull: try session.title(of: RecordReference(from, fromID), db)),
                "toCollection": .text(to.description), "toID": .integer(toID),
                "toTitle": .text(orNull: try session.title(of: RecordReference(to, toID), db)),
            ])
        }
    }
}
