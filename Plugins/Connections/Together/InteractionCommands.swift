import AtriumSDK
import GRDB

/// The commands of interactions.
enum InteractionCommands {
    static let all = [list, show, add, edit, remove]

    private static let record = Collection.recordField(of: InteractionStore.collection, named: "interaction")
    private static let kind = Field<String>.text(
        "kind", help: "What it was: call, meeting, message, letter, or a word of your own.")
    private static let when = Field<String>.when(
        "when", help: "When it was: a day, or a time in your zone; today if nothing is said.")
    private static let note = Field<String>.longText("note", help: "What there is to remember of it.")

    /// The fields of one interaction.
    static let fields: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The identifier that imports and exports keep.", isRequired: true),
        FieldDeclaration("kind", .text, help: "What it was.", isRequired: true),
        FieldDeclaration(
            "when", .when, help: "The day, or the time on the clock of its zone.", isRequired: true),
        FieldDeclaration("zone", .text, help: "The zone of the time; empty where only the day is known."),
        FieldDeclaration("people", .list(.text), help: "The names of those it was with.", isRequired: true),
        note.declaration,
        FieldDeclaration("createdAt", .instant, help: "When the record was made.", isRequired: true),
        FieldDeclaration("updatedAt", .instant, help: "When the record was last changed.", isRequired: true),
    ]

    // MARK: - Reading

    private static let query = ListQuery(
        table: "connections_interaction",
        sorts: [
            .init(
                "latest",
                sql: HappenedSort.latest("r.happened_on || 'T' || ifnull(r.happened_at, '00:00:00')")),
            .init("oldest", sql: "r.happened_on || ifnull('T' || r.happened_at, '')"),
            .init("kind", sql: "r.kind"),
        ])

    private static let list = Command(
        "list", .list, summary: "List what you did with people, the latest first.",
        fields: [
            TogetherFields.person.declaration, kind.declaration, TogetherFields.from.declaration,
            TogetherFields.until.declaration, TogetherFields.text.declaration,
        ] + query.fields,
        result: .page(fields, columns: ["id", "when", "kind", "people", "note"])
    ) { input, context in
        var conditions = TogetherFields.conditions(input, companions: .interactions)
        if let kind = input[kind].flatMap(Interaction.kind) { conditions.append(.init("r.kind = ?", [kind])) }
        let store = InteractionStore(db: context.db)
        return try query.page(input, context.db, select: InteractionStore.columns, where: conditions) { row in
            try value(store.stored(row), context.db)
        }
    }

    private static let show = Command(
        "show", .show, summary: "Show an interaction.", fields: [record.declaration], result: .object(fields)
    ) { input, context in
        try value(InteractionStore(db: context.db).stored(input.required(record)), context.db)
    }

    // MARK: - Writing

    private static let add = Command(
        "add", .add, summary: "Note what you did with people.",
        discussion: """
            It counts as being in touch with each of them: \(command: "connections follow-up") lists those with whom you \
            are not often enough.
            """,
        fields: [
            TogetherFields.people.required.positional.declaration, kind.declaration, when.declaration,
            note.declaration,
        ], result: .object(fields)
    ) { input, context in
        var interaction = Interaction(kind: Interaction.usualKind, when: HappenedAt(context.today))
        try apply(input, to: &interaction, context)
        try TogetherRule.requirePeople(interaction.companions)
        let store = InteractionStore(db: context.db)
        let id = try store.insert(interaction, uid: context.newUID(), now: context.nowText)
        return try value(store.stored(id), context.db)
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change an interaction.",
        fields: [
            record.declaration, TogetherFields.people.option("person").declaration, kind.declaration,
            when.declaration, note.declaration,
        ], result: .object(fields)
    ) { input, context in
        let store = InteractionStore(db: context.db)
        let old = try store.stored(input.required(record))
        var interaction = old.interaction
        try apply(input, to: &interaction, context)
        try store.update(old, to: interaction, now: context.nowText)
        return try value(store.stored(old.id), context.db)
    }

    private static let remove = Command(
        "remove", .remove, summary: "Remove an interaction.", fields: [record.declaration], result: .removal
    ) { input, context in
        let store = InteractionStore(db: context.db)
        let old = try store.stored(input.required(record))
        try context.tags.setTags([], of: RecordReference(InteractionStore.collection, old.id))
        try store.remove(old.id)
        return .object(["removed": .bool(true), "id": .integer(old.id), "uid": .text(old.uid)])
    }

    /// Applies what the arguments ask for.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where a value is wrong.
    private static func apply(
        _ input: Arguments, to interaction: inout Interaction, _ context: CommandContext
    ) throws {
        if let text = input[kind] {
            guard let kind = Interaction.kind(text) else {
                throw TogetherRule.missing("kind", "give it a word, such as call")
            }
            interaction.kind = kind
        } else if case .clear = input.change(kind) {
            throw TogetherRule.missing("kind", "give it a word, such as call")
        }
        switch input.change(when) {
        case .keep: break
        case .clear: throw TogetherRule.missing("when", "give the day on which it was")
        case .set(let text):
            guard let when = HappenedAt(text, in: context.settings) else {
                throw AtriumError(
                    .badData, "\(text) is no day and no time", remedy: "write 2026-03-01 or 2026-03-01T18:00",
                    field: "when")
            }
            try TogetherRule.requirePast(when, field: "when", context)
            interaction.when = when
        }
        input.apply(note, to: &interaction.note)
        interaction.note = interaction.note?.nonEmpty
        try TogetherFields.apply(input, to: &interaction.companions)
    }

    /// An interaction in the shape of ``fields``.
    private static func value(_ stored: InteractionStore.Stored, _ db: Database) throws -> DataValue {
        let people = try CompanionTable.interactions.people(of: stored.id, db)
        return .object([
            "id": .integer(stored.id), "uid": .text(stored.uid), "kind": .text(stored.interaction.kind),
            "when": .text(stored.interaction.when.text), "zone": .text(orNull: stored.interaction.when.zone),
            "people": .list(people.map { .text($0.name) }), "note": .text(orNull: stored.interaction.note),
            "createdAt": .text(stored.createdAt), "updatedAt": .text(stored.updatedAt),
        ])
    }
}
