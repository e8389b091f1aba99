import AtriumSDK
import GRDB
import ICalendarExchange
import RecordKit

/// The commands that keep activities.
enum ActivityCommands {
    static let all = [list, show, add, edit, remove]

    // MARK: - list

    /// SQL for the last day on which an activity was done; empty where it never was.
    private static let lastDone =
        "ifnull((SELECT max(o.day) FROM activities_occasion o WHERE o.activity_id = r.id), '')"

    private static let query = ListQuery(
        table: "activities_activity",
        sorts: [
            .init("name", sql: "lower(r.name)"), .init("rating", sql: "ifnull(r.rating, 0)"),
            .init("planned", sql: "ifnull(r.planned, '~')"), .init("done", sql: lastDone),
            .init("created", sql: "r.created_at"),
        ])
    private static let category = Field<String>.text("category", help: "Only those of this kind.")
    private static let place = Field<String>.text("place", help: "Only those whose place contains this.")
    private static let rating = Field<Int64>.integer(
        "rating", in: 1...5, help: "Only those that are rated so or better.")
    private static let goodFor = Field<Int64>.record(
        "goodFor", of: .people, help: "Only those that are good for this person.")
    private static let status = Field<String>.choice(
        "status", of: ["done", "open", "planned"],
        help: "Only those that were done, that never were, or that are planned for today or later.")
    private static let tag = Field<String>.text("tag", help: "Only those with this tag.")
    private static let text = Field<String>.text("text", help: "Only those whose name or notes contain this.")

    private static let list = Command(
        "list", .list, summary: "List activities.",
        fields: [
            category.declaration, place.declaration, rating.declaration, goodFor.declaration,
            status.declaration, tag.declaration, text.declaration,
        ] + query.fields,
        result: .page(
            ActivityFields.listed,
            columns: ["id", "name", "category", "place", "rating", "goodFor", "planned", "lastDone"])
    ) { input, context in
        let table = ActivityTable(context)
        return try query.page(
            input, context.db, select: "r.*", where: conditions(input, context)
        ) { row in
            .object(try ActivityFields.item(table.read(row), context))
        }
    }

    private static func conditions(
        _ input: Arguments, _ context: CommandContext
    ) throws -> [ListQuery.Condition] {
        var conditions: [ListQuery.Condition] = []
        if let category = input[category] {
            // Files spell one category in several ways.
            conditions.append(
                .init("\(TextMatch.folded("r.category")) = \(TextMatch.folded("trim(?)"))", [category]))
        }
        if let place = input[place] {
            conditions.append(.contains(place, in: ["r.place"]))
        }
        if let rating = input[rating] { conditions.append(.init("r.rating >= ?", [rating])) }
        if let person = input[goodFor] {
            let linked = context.links.condition(
                idColumn: "r.id", in: .activities, linkedTo: .people,
                kind: ActivityLinks.goodFor)
            conditions.append(.init(linked, [person]))
        }
        let isDone = "EXISTS (SELECT 1 FROM activities_occasion o WHERE o.activity_id = r.id)"
        switch input[status] {
        case "done"?: conditions.append(.init(isDone))
        case "open"?: conditions.append(.init("NOT \(isDone)"))
        case "planned"?: conditions.append(.init("r.planned >= ?", [context.today.description]))
        default: break
        }
        if let tag = input[tag] {
            conditions.append(.init(context.tags.condition(idColumn: "r.id", in: .activities), [tag]))
        }
        if let text = input[text] {
            conditions.append(.contains(text, in: ["r.name", "r.notes"]))
        }
        return conditions
    }

    // MARK: - One

    private static let show = Command(
        "show", .show, summary: "Show an activity.", fields: [ActivityInput.record.declaration],
        result: .object(ActivityFields.record)
    ) { input, context in
        try ActivityFields.value(input.required(ActivityInput.record), ActivityTable(context), context)
    }

    private static let add = Command(
        "add", .add, summary: "Add an activity.",
        discussion: """
            The people whom it is good for are those of the module connections. A planned time is read in your zone, unless \
            \(field: "zone") names another.
            """,
        fields: [ActivityInput.name.required.positional.declaration] + ActivityInput.fields,
        result: .object(ActivityFields.record)
    ) { input, context in
        let table = ActivityTable(context)
        var activity = try Activity(name: input.required(ActivityInput.name))
        try ActivityInput.apply(input, to: &activity, zones: Zones.system, table, context)
        let goodFor = ActivityLinks(context).goodFor
        let people = input[ActivityInput.goodFor.all] ?? []
        activity.goodFor = try goodFor.words(of: people)
        let id = try table.insert(
            activity, uid: context.newUID(), createdAt: context.nowText, updatedAt: context.nowText)
        if !people.isEmpty { try goodFor.link(people, from: id) }
        return try ActivityFields.value(id, table, context)
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change an activity.",
        fields: [ActivityInput.record.declaration, ActivityInput.name.declaration] + ActivityInput.fields
            + ActivityInput.goodFor.changes,
        result: .object(ActivityFields.record)
    ) { input, context in
        let id = try input.required(ActivityInput.record)
        let table = ActivityTable(context)
        let old = try table.activity(id)
        var activity = old.activity
        try ActivityInput.apply(input, to: &activity, zones: old.zones, table, context)
        let goodFor = ActivityLinks(context).goodFor
        let edited = try goodFor.edited(input, ActivityInput.goodFor, of: id, words: activity.goodFor)
        if let edited { activity.goodFor = edited.words }
        try table.update(old, to: activity, updatedAt: context.nowText)
        if let edited { try goodFor.link(edited.people, from: id) }
        return try ActivityFields.value(id, ActivityTable(context), context)
    }

    private static let remove = Command(
        "remove", .remove, summary: "Remove an activity with the days on which it was done.",
        fields: [ActivityInput.record.declaration], result: .removal
    ) { input, context in
        let table = ActivityTable(context)
        let old = try table.activity(input.required(ActivityInput.record))
        try table.remove(old.id)
        return .object(["removed": .bool(true), "id": .integer(old.id), "uid": .text(old.uid)])
    }
}
