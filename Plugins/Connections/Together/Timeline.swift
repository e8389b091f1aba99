import AtriumSDK
import GRDB
import RecordKit

/// What happened with one of the people, over all modules.
enum Timeline {
    private static let record = Collection.recordField(of: PersonStore.collection, named: "person")
    private static let limit = ListQuery.limit

    static let timeline = Command(
        "timeline", .recordQuery,
        summary: "List what happened with a person, over all modules, the latest first.",
        discussion: """
            Interactions, memories, when you met, and what the modules that are on know of the person: events with one of \
            their e-mail addresses, reminders done for them.
            """,
        fields: [record.declaration, limit.declaration],
        result: .list(
            [
                FieldDeclaration(
                    "when", .text,
                    help: "The day, or what is known of it, the time on its own clock, or the instant.",
                    isRequired: true),
                FieldDeclaration("kind", .text, help: "What it was.", isRequired: true),
                FieldDeclaration("title", .text, help: "What it is called.", isRequired: true),
                FieldDeclaration(
                    "collection", .text, help: "The collection of its record.", isRequired: true),
                FieldDeclaration("id", .integer(), help: "The id of its record.", isRequired: true),
            ], columns: ["when", "kind", "title"])
    ) { input, context in
        let id = try input.required(record)
        guard let person = try PersonStore(db: context.db, tags: context.tags).person(id) else {
            throw AtriumError(
                .notFound, "there is no such person", remedy: "see \(command: "connections list")",
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
