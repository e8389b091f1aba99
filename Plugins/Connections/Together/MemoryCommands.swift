import AtriumSDK
import GRDB

/// The commands of memories.
enum MemoryCommands {
    static let all = [list, show, add, edit, remove]

    private static let record = Collection.recordField(of: MemoryStore.collection, named: "memory")
    private static let note = Field<String>.longText("note", help: "What there is to remember.")
    private static let day = Field<LocalDate>.date("day", help: "The day; today if none is given.")
    private static let tags = Field<[String]>.texts("tags", help: "What it was about: summer, travel.")
        .option("tag")
    private static let photo = Field<UploadedFile>.file(
        "photo", help: "A photo: a JPEG, PNG, GIF, WebP, BMP, TIFF, HEIC or AVIF file.")
    private static let removePhoto = Field<Bool>.boolean("removePhoto", help: "Takes the photo away.")
    private static let tag = Field<String>.text("tag", help: "Only those with this tag.")

    /// The fields of one memory.
    static let fields: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The identifier that imports and exports keep.", isRequired: true),
        FieldDeclaration("day", .date, help: "The day.", isRequired: true), note.declaration,
        FieldDeclaration("people", .list(.text), help: "The names of those it was with.", isRequired: true),
        FieldDeclaration("tags", .list(.text), help: "What it was about.", isRequired: true),
        FieldDeclaration(
            "photo", .object(PersonFields.photoFields), help: "The photo, where there is one."),
        FieldDeclaration("createdAt", .instant, help: "When the record was made.", isRequired: true),
        FieldDeclaration("updatedAt", .instant, help: "When the record was last changed.", isRequired: true),
    ]

    // MARK: - Reading

    private static let query = ListQuery(
        table: "connections_memory",
        sorts: [
            .init("latest", sql: HappenedSort.latest("r.happened_on")), .init("oldest", sql: "r.happened_on"),
        ])

    private static let list = Command(
        "list", .list, summary: "List memories, the latest first.",
        fields: [
            TogetherFields.person.declaration, tag.declaration, TogetherFields.from.declaration,
            TogetherFields.until.declaration, TogetherFields.text.declaration,
        ] + query.fields,
        result: .page(fields, columns: ["id", "day", "people", "note", "tags"])
    ) { input, context in
        var conditions = TogetherFields.conditions(input, companions: .memories)
        if let tag = input[tag] {
            conditions.append(
                .init(context.tags.condition(idColumn: "r.id", in: MemoryStore.collection), [tag]))
        }
        let store = MemoryStore(db: context.db, tags: context.tags)
        return try query.page(input, context.db, select: MemoryStore.columns, where: conditions) { row in
            try value(store.stored(row), context)
        }
    }

    private static let show = Command(
        "show", .show, summary: "Show a memory.", fields: [record.declaration], result: .object(fields)
    ) { input, context in
        try value(store(context).stored(input.required(record)), context)
    }

    // MARK: - Writing

    private static let add = Command(
        "add", .add, summary: "Keep a memory of a day with people.",
        fields: [
            note.positional.declaration, TogetherFields.people.option("person").required.declaration,
            day.declaration, tags.declaration, photo.declaration,
        ], result: .object(fields)
    ) { input, context in
        var memory = Memory(day: context.today)
        try apply(input, to: &memory, context)
        try TogetherRule.requirePeople(memory.companions)
        let photo = try ConnectionsCommands.photo(input)
        if memory.note == nil, case .keep = photo { throw empty }
        let id = try store(context).insert(memory, uid: context.newUID(), now: context.nowText)
        if case .set(let photo) = photo { try photos(context).set(photo, of: id) }
        return try value(store(context).stored(id), context)
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change a memory.",
        fields: [
            record.declaration, note.declaration, TogetherFields.people.option("person").declaration,
            day.declaration, tags.declaration, photo.declaration, removePhoto.declaration,
        ], result: .object(fields)
    ) { input, context in
        let store = store(context)
        let old = try store.stored(input.required(record))
        var memory = old.memory
        try apply(input, to: &memory, context)
        let photos = photos(context)
        var hasOtherPhoto = false
        func show(_ photo: Photo?) throws {
            guard try !photos.matches(photo, of: old.id) else { return }
            hasOtherPhoto = true
            try photos.set(photo, of: old.id)
        }
        switch try ConnectionsCommands.photo(input) {
        case .keep: break
        case .clear: try show(nil)
        case .set(let photo): try show(photo)
        }
        try store.update(old, to: memory, hasOtherPhoto: hasOtherPhoto, now: context.nowText)
        if memory.note == nil, try photos.attachment(of: old.id) == nil { throw empty }
        return try value(store.stored(old.id), context)
    }

    private static let remove = Command(
        "remove", .remove, summary: "Remove a memory.", fields: [record.declaration], result: .removal
    ) { input, context in
        let store = store(context)
        let old = try store.stored(input.required(record))
        for attachment in try context.attachments.attachments(of: MemoryStore.reference(old.id), role: nil) {
            try context.attachments.remove(attachment.id)
        }
        try store.remove(old.id)
        return .object(["removed": .bool(true), "id": .integer(old.id), "uid": .text(old.uid)])
    }

    private static let empty = AtriumError(
        .badData, "a memory without a note and without a photo says nothing",
        remedy: "give \(field: "note") or \(field: "photo")", field: "note")

    private static func store(_ context: CommandContext) -> MemoryStore {
        MemoryStore(db: context.db, tags: context.tags)
    }

    private static func photos(_ context: CommandContext) -> PhotoStore {
        PhotoStore(attachments: context.attachments, collection: MemoryStore.collection)
    }

    /// Applies what the arguments ask for, but for the photo.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where a value is wrong.
    private static func apply(_ input: Arguments, to memory: inout Memory, _ context: CommandContext) throws {
        input.apply(note, to: &memory.note)
        memory.note = memory.note?.nonEmpty
        switch input.change(day) {
        case .keep: break
        case .clear: throw TogetherRule.missing("day", "give the day on which it was")
        case .set(let day):
            try TogetherRule.requirePast(day, field: "day", context)
            memory.day = day
        }
        switch input.change(tags) {
        case .keep: break
        case .clear: memory.tags = []
        case .set(let tags): memory.tags = Tags.canonical(tags)
        }
        try TogetherFields.apply(input, to: &memory.companions)
    }

    /// A memory in the shape of ``fields``.
    private static func value(_ stored: MemoryStore.Stored, _ context: CommandContext) throws -> DataValue {
        let people = try CompanionTable.memories.people(of: stored.id, context.db)
        let photo = try photos(context).attachment(of: stored.id)
        return .object([
            "id": .integer(stored.id), "uid": .text(stored.uid), "day": .text(stored.memory.day.description),
            "note": .text(orNull: stored.memory.note), "people": .list(people.map { .text($0.name) }),
            "tags": .list(stored.memory.tags.map(DataValue.text)),
            "photo": photo.map { .object(PersonValue.photo($0)) } ?? .null,
            "createdAt": .text(stored.createdAt), "updatedAt": .text(stored.updatedAt),
        ])
    }
}
