import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// The commands that keep entries.
enum EntryCommands {
    static let all = [list, show, add, edit, remove]

    // MARK: - list

    private static let query = ListQuery(
        table: "journal_entry",
        sorts: [
            .init("latest", sql: "ifnull(-julianday(r.at), 0)"),
            .init("oldest", sql: "ifnull(julianday(r.at), 0)"),
            .init("mood", sql: "ifnull(r.mood, 0)"), .init("created", sql: "r.created_at"),
        ])
    private static let from = Field<LocalDate>.date("from", help: "Only entries of this day or later.")
    private static let until = Field<LocalDate>.date("until", help: "Only entries of this day or earlier.")
    private static let mood = Field<String>.choice(
        "mood", of: Mood.words, help: "Only entries with this mood.")
    private static let person = Field<Int64>.record(
        "person", of: .people, help: "Only entries with this person.")
    private static let place = Field<String>.text("place", help: "Only entries whose place contains this.")
    private static let tag = Field<String>.text("tag", help: "Only entries with this tag.")
    private static let text = Field<String>.text(
        "text", help: "Only entries whose title or text contains this.")

    private static let list = Command(
        "list", .list, summary: "List entries, latest first.",
        discussion:
            "Days are those of each entry's own time zone, and of yours for a time in UTC. \(command: "search") searches all modules.",
        fields: [
            from.declaration, until.declaration, mood.declaration, person.declaration, place.declaration,
            tag.declaration, text.declaration,
        ] + query.fields,
        result: .page(
            EntryFields.record, columns: ["id", "at", "heading", "mood", "place", "people", "tags"])
    ) { input, context in
        let table = EntryTable(context)
        return try query.page(input, context.db, select: "r.*", where: conditions(input, context)) { row in
            .object(try EntryFields.value(table.read(row), context))
        }
    }

    private static func conditions(
        _ input: Arguments, _ context: CommandContext
    ) throws -> [ListQuery.Condition] {
        var conditions: [ListQuery.Condition] = []
        let viewer = Zones.viewer(context.settings)
        if let day = input[from] { conditions.append(side(of: day, ">=", viewer)) }
        if let day = input[until] { conditions.append(side(of: day.adding(days: 1), "<", viewer)) }
        if let mood = input[mood].flatMap(Mood.init) {
            conditions.append(.init("r.mood = ?", [mood.rawValue]))
        }
        if let person = input[person] {
            let linked = context.links.condition(
                idColumn: "r.id", in: .entries, linkedTo: .people, kind: JournalPeople.kind)
            conditions.append(.init(linked, [person]))
        }
        if let place = input[place] {
            conditions.append(.contains(place, in: ["r.place"]))
        }
        if let tag = input[tag] {
            conditions.append(.init(context.tags.condition(idColumn: "r.id", in: .entries), [tag]))
        }
        if let text = input[text] {
            conditions.append(.contains(text, in: ["r.title", "r.text"]))
        }
        return conditions
    }

    /// The entries on one side of a day's beginning: as their author's clock shows it, of instants as the viewer's does.
    private static func side(of day: LocalDate, _ comparison: String, _ viewer: Zone) -> ListQuery.Condition {
        let start = viewer.startOfDay(CivilDate(day))
        return .init(
            "r.at \(comparison) CASE substr(r.at, -1) WHEN 'Z' THEN ? ELSE ? END",
            [start.description, day.description])
    }

    // MARK: - One

    private static let show = Command(
        "show", .show, summary: "Show an entry.", fields: [EntryInput.record.declaration],
        result: .object(EntryFields.record)
    ) { input, context in try EntryFields.value(input.required(EntryInput.record), context) }

    private static let add = Command(
        "add", .add, summary: "Write an entry.",
        discussion: """
            The entry gets the current time in your time zone, unless you give \(field: "at"). People are records of the \
            module connections.
            """,
        fields: [EntryInput.text.positional.declaration] + EntryInput.fields + [
            EntryPhotos.first.declaration
        ],
        result: .object(EntryFields.record)
    ) { input, context in
        var entry = Entry(at: EntryInput.now(context))
        try EntryInput.apply(input, to: &entry, zones: Zones.system, context)
        try entry.check()
        let photo = try EntryPhotos.photo(input[EntryPhotos.first], field: EntryPhotos.first)
        let people = JournalPeople.of(context)
        let ids = input[EntryInput.people.all] ?? []
        entry.people = try people.words(of: ids)
        let id = try EntryTable(context).insert(
            entry, uid: context.newUID(), createdAt: context.nowText, updatedAt: context.nowText)
        if !ids.isEmpty { try people.link(ids, from: id) }
        if let photo { try EntryPhotos.keep(photo, of: id, context) }
        return try EntryFields.value(id, context)
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change an entry.",
        fields: [EntryInput.record.declaration, EntryInput.text.declaration] + EntryInput.fields
            + EntryInput.people.changes,
        result: .object(EntryFields.record)
    ) { input, context in
        let id = try input.required(EntryInput.record)
        let table = EntryTable(context, known: try EntryTable.knownZones(of: id, context.db))
        let old = try table.entry(id)
        var entry = old.entry
        try EntryInput.apply(input, to: &entry, zones: old.zones, context)
        if old.entry.hasText { try entry.check() }
        let people = JournalPeople.of(context)
        let edited = try people.edited(input.values, EntryInput.people, of: id, words: entry.people)
        if let edited { entry.people = edited.words }
        try table.update(old, to: entry, updatedAt: context.nowText)
        if let edited { try people.link(edited.people, from: id) }
        return try EntryFields.value(id, context)
    }

    private static let remove = Command(
        "remove", .remove, summary: "Remove an entry and its photos.",
        fields: [EntryInput.record.declaration], result: .removal
    ) { input, context in
        let table = EntryTable(context)
        let old = try table.entry(input.required(EntryInput.record))
        try table.remove(old.id)
        return .object(["removed": .bool(true), "id": .integer(old.id), "uid": .text(old.uid)])
    }
}
