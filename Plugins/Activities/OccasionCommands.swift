import AtriumSDK
import GRDB
import RecordKit

/// The commands about the days on which activities were done.
enum OccasionCommands {
    static let all = [list, show, add, edit, remove]

    private static let record = Collection.recordField(of: .occasions, named: "occasion")
    private static let activity = Field<Int64>.record(
        "activity", of: .activities, help: "The activity: an id, a uid, or a name that matches exactly one.")
    private static let person = Field<Int64>.record(
        "with", of: .people, help: "Only days with this person.")
    private static let from = Field<LocalDate>.date("from", help: "Only from this day on.")
    private static let to = Field<LocalDate>.date("to", help: "Only up to and including this day.")
    private static let day = Field<LocalDate>.date(
        "on", help: "The day, in your zone. Defaults to today.")

    private static let query = ListQuery(
        table: "activities_occasion", sorts: [.init("day", sql: "r.day")])

    private static let list = Command(
        "list", .list, summary: "List the days on which activities were done.",
        fields: [activity.declaration, person.declaration, from.declaration, to.declaration] + query.fields,
        result: .page(OccasionFields.record, columns: ["id", "day", "name", "with", "note"])
    ) { input, context in
        var conditions: [ListQuery.Condition] = []
        if let activity = input[activity] { conditions.append(.init("r.activity_id = ?", [activity])) }
        if let person = input[person] {
            let linked = context.links.condition(
                idColumn: "r.id", in: .occasions, linkedTo: .people, kind: ActivityLinks.with)
            conditions.append(.init(linked, [person]))
        }
        if let from = input[from] { conditions.append(.init("r.day >= ?", [from.description])) }
        if let to = input[to] { conditions.append(.init("r.day <= ?", [to.description])) }
        return try query.page(input, context.db, select: OccasionFields.columns, where: conditions) { row in
            .object(try OccasionFields.value(row, context))
        }
    }

    private static let show = Command(
        "show", .show, summary: "Show a day on which an activity was done.", fields: [record.declaration],
        result: .object(OccasionFields.record)
    ) { input, context in
        .object(try OccasionFields.value(row(input.required(record), context), context))
    }

    private static let add = Command(
        "add", .add, summary: "Add a day on which an activity was done.",
        discussion:
            "\(command: "activities done") does this too, and can also change a day that exists already.",
        fields: [
            activity.required.positional.declaration, day.declaration, ActivityDays.note.declaration,
            ActivityDays.with.declaration,
        ],
        result: .object(OccasionFields.record)
    ) { input, context in
        let id = try input.required(activity)
        let day = input[day] ?? context.today
        func occasion() throws -> Row? {
            try row("r.activity_id = ? AND r.day = ?", [id, day.description], context)
        }
        guard try occasion() == nil else {
            throw AtriumError(
                .conflict, "\(day) exists already",
                remedy: "change it with \(command: "activities occasions edit")", field: "on")
        }
        try ActivityDays.keep(day, of: id, input, context)
        guard let row = try occasion() else { throw AtriumError(.internal, "the day was not saved") }
        return .object(try OccasionFields.value(row, context))
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change the note or the people of a day on which an activity was done.",
        discussion: "To change the day itself, remove this occasion and add a new one.",
        fields: [record.declaration, ActivityDays.note.declaration, ActivityDays.with.declaration],
        result: .object(OccasionFields.record)
    ) { input, context in
        let id = try input.required(record)
        let old = try row(id, context)
        if let day = LocalDate(iso: old["day"]) {
            try ActivityDays.keep(day, of: old["activity_id"], input, context)
        }
        return .object(try OccasionFields.value(row(id, context), context))
    }

    private static let remove = Command(
        "remove", .remove, summary: "Remove a day on which an activity was done.",
        fields: [record.declaration], result: .removal
    ) { input, context in
        let id = try input.required(record)
        let old = try row(id, context)
        let table = activityKind.table(context)
        if let day = LocalDate(iso: old["day"]) {
            try ActivityDays.remove(day, from: table.record(old["activity_id"]), table)
        }
        return .object(["removed": .bool(true), "id": .integer(id), "uid": .text(old["uid"])])
    }

    private static func row(_ id: Int64, _ context: CommandContext) throws -> Row {
        if let row = try row("r.id = ?", [id], context) { return row }
        throw AtriumError(
            .notFound, "the occasion does not exist",
            remedy: "\(command: "activities occasions list") lists the occasions", field: "record")
    }

    private static func row(
        _ condition: String, _ arguments: StatementArguments, _ context: CommandContext
    ) throws -> Row? {
        try Row.fetchOne(
            context.db.cachedStatement(
                sql: "SELECT \(OccasionFields.columns) FROM activities_occasion r WHERE \(condition)"),
            arguments: arguments)
    }
}
