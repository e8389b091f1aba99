import AtriumSDK
import GRDB
import RecordKit

/// What happened with one of the people, over all modules.
enum Timeline {
    private static let record = Collection.recordField(of: PersonStore.collection, named: "person")
    private static let limit = ListQuery.limit

    static let timeline = Command(
        "timeline", .recordQuery,
        summary: "List what happened with a person, across all modules, newest first.",
        discussion: """
            Lists interactions, memories, the day you met, and entries of the other modules that are on: events with one \
            of the person's e-mail addresses, and reminders completed for them.
            """,
        fields: [record.declaration, limit.declaration],
        result: .list(
            [
                FieldDeclaration(
                    "when", .text,
                    help: "A day (possibly incomplete), a local time, or an instant.",
                    isRequired: true),
                FieldDeclaration("kind", .text, help: "The kind of entry.", isRequired: true),
                FieldDeclaration("title", .text, help: "The entry's title.", isRequired: true),
                FieldDeclaration(
                    "collection", .text, help: "The record's collection.", isRequired: true),
                FieldDeclaration("id", .integer(), help: "The record's id.", isRequired: true),
            ], columns: ["when", "kind", "title"])
    ) { input, context in
        let id = try input.required(record)
        guard let person = try PersonStore(db: context.db, tags: context.tags).person(id) else {
            throw AtriumError(
                .notFound, "the person does not exist", remedy: "see \(command: "connections list")",
                field: "record")
        }
        let subject = Subject(
            PersonStore.reference(id), emails: person.details(.email).map(\.value))
        var found = try context.modules.happenings(about: subject)
        found.happenings += try own(id, person, context)
        found.sort(in: context.settings.timeZone)
        var result: DataObject = [
            "items": .list(
                found.happenings.prefix(Int(input[limit] ?? 100)).map { happening in
                    .object([
                        "when": .text(happening.when), "kind": .text(happening.kind),
                        "title": .text(happening.title),
                        "collection": .text(happening.record.collection.description),
                        "id": .integer(happening.record.id),
                    ])
                })
        ]
        if !found.warnings.isEmpty { result["warnings"] = .list(found.warnings.map(DataValue.text)) }
        return .object(result)
    }

    /// What this module knows.
    private static func own(_ id: Int64, _ person: Person, _ context: CommandContext) throws -> [Happening] {
        var happenings: [Happening] = []
        let interactions = try Row.fetchCursor(
            context.db,
            sql: """
                SELECT r.id, r.kind, r.happened_on || ifnull('T' || r.happened_at, '') AS happened,
                    ifnull(\(NoteSQL.beginning), r.kind) AS title FROM connections_interaction r
                WHERE r.id IN (SELECT interaction_id FROM connections_interaction_companion WHERE person_id = ?)
                """, arguments: [id])
        while let row = try interactions.next() {
            happenings.append(
                Happening(
                    row["kind"], when: row["happened"], title: row["title"],
                    record: RecordReference(.interactions, row["id"])))
        }
        let memories = try Row.fetchCursor(
            context.db,
            sql: """
                SELECT r.id, r.happened_on, \(memoryKind.declaration.titleSQL) AS title FROM connections_memory r
                WHERE r.id IN (SELECT memory_id FROM connections_memory_companion WHERE person_id = ?)
                """, arguments: [id])
        while let row = try memories.next() {
            happenings.append(
                Happening(
                    "memory", when: row["happened_on"], title: row["title"],
                    record: RecordReference(.memories, row["id"])))
        }
        // Words may follow what is known of the day; those alone say none.
        if let met = person.metDate?.prefixMatch(of: /\d{4}(?:-\d{2}(?:-\d{2})?)?/)?.output {
            happenings.append(
                Happening(
                    "met", when: String(met), title: person.metPlace ?? person.displayName,
                    record: PersonStore.reference(id)))
        }
        return happenings
    }
}
