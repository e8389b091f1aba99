import AtriumSDK
import GRDB
import ICalendarExchange
import RecordKit

/// What an occasion looks like in results: a day on which an activity was done.
enum OccasionFields {
    static let record: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The uid: that of the activity, and the day.", isRequired: true),
        FieldDeclaration("activity", .reference(.activities), help: "What was done.", isRequired: true),
        FieldDeclaration("name", .text, help: "What the activity is called.", isRequired: true),
        FieldDeclaration("day", .date, help: "The day.", isRequired: true),
        FieldDeclaration("note", .text, help: "What was noted of it."),
        FieldDeclaration(
            "with", .list(.text), help: "The names of those with whom it was.", isRequired: true),
    ]

    /// What ``value(_:_:)`` reads, over the alias `r`.
    static let columns = """
        r.id, r.uid, r.activity_id, r.day, r.note, r.with_uids,
        (SELECT a.name FROM activities_activity a WHERE a.id = r.activity_id) AS name
        """

    static func value(_ row: Row, _ context: CommandContext) throws -> DataValue {
        let id: Int64 = row["id"]
        return .object([
            "id": .integer(id), "uid": .text(row["uid"]), "activity": .integer(row["activity_id"]),
            "name": .text(row["name"]), "day": .text(row["day"]), "note": .text(orNull: row["note"]),
            "with": .list(
                try ActivityLinks(context).with.names(ActivityTable.uids(row["with_uids"]), of: id)),
        ])
    }
}

/// What is said of a day on which an activity was done.
enum OccasionInput {
    static let note = Field<String>.text("note", help: "What there is to say of the day.")
    static let with = Field<[Int64]>.records(
        "with", of: .people, help: "Those with whom it was.")

    /// Applies what was given; gives the people where any were named, or taken away.
    static func apply(
        _ input: Arguments, to occasion: inout Occasion, _ context: CommandContext
    ) throws -> [Int64]? {
        input.apply(note, to: &occasion.note)
        occasion.note = occasion.note.flatMap(Words.line)
        let people: [Int64]?
        switch input.change(with) {
        case .keep: people = nil
        case .clear: people = []
        case .set(let given): people = given
        }
        if let people { occasion.with = try ActivityLinks(context).with.words(of: people) }
        return people
    }
}

/// The commands about the days on which activities were done.
enum OccasionCommands {
    static let all = [list, show, add, edit, remove]

    private static let record = Collection.recordField(of: .occasions, named: "occasion")
    private static let activity = Field<Int64>.record(
        "activity", of: .activities, help: "The activity: an id, a uid, or a name that fits just one.")
    private static let person = Field<Int64>.record(
        "with", of: .people, help: "Only those with this person.")
    private static let from = Field<LocalDate>.date("from", help: "Only those on this day or later.")
    private static let to = Field<LocalDate>.date("to", help: "Only those on this day or before.")
    private static let day = Field<LocalDate>.date(
        "on", help: "The day, in your zone; today if none is given.")

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
            try OccasionFields.value(row, context)
        }
    }

    private static let show = Command(
        "show", .show, summary: "Show a day on which an activity was done.", fields: [record.declaration],
        result: .object(OccasionFields.record)
    ) { input, context in
        try OccasionFields.value(row(input.required(record), context), context)
    }

    private static let add = Command(
        "add", .add, summary: "Note a day on which an activity was done.",
        discussion:
            "\(command: "activities done") does the same, and also changes what is said of a day that is noted already.",
        fields: [
            activity.required.positional.declaration, day.declaration, OccasionInput.note.declaration,
            OccasionInput.with.declaration,
        ],
        result: .object(OccasionFields.record)
    ) { input, context in
        let id = try input.required(activity)
        let day = input[day] ?? context.today
        guard try ActivityTable(context).occasion(of: id, on: day) == nil else {
            throw AtriumError(
                .conflict, "\(day) is noted already",
                remedy: "change what is said of it with \(command: "activities occasions edit")", field: "on")
        }
        try ActivityDays.note(day, of: id, input, context)
        guard let occasion = try ActivityTable(context).occasion(of: id, on: day) else {
            throw AtriumError(.internal, "the day was not kept")
        }
        return try OccasionFields.value(row(occasion, context), context)
    }

    private static let edit = Command(
        "edit", .edit, summary: "Change what is said of a day on which an activity was done.",
        discussion: "Another day is another occasion: remove this one and note that one.",
        fields: [record.declaration, OccasionInput.note.declaration, OccasionInput.with.declaration],
        result: .object(OccasionFields.record)
    ) { input, context in
        let id = try input.required(record)
        let old = try row(id, context)
        if let day = LocalDate(iso: old["day"]) {
            try ActivityDays.note(day, of: old["activity_id"], input, context)
        }
        return try OccasionFields.value(row(id, context), context)
    }

    private static let remove = Command(
        "remove", .remove, summary: "Take back that an activity was done on a day.",
        fields: [record.declaration], result: .removal
    ) { input, context in
        let id = try input.required(record)
        let old = try row(id, context)
        let table = ActivityTable(context)
        let stored = try table.activity(old["activity_id"])
        var activity = stored.activity
        if let day = LocalDate(iso: old["day"]) { activity.occasions[day] = nil }
        try table.update(stored, to: activity, updatedAt: context.nowText)
        return .object(["removed": .bool(true), "id": .integer(id), "uid": .text(old["uid"])])
    }

    private static func row(_ id: Int64, _ context: CommandContext) throws -> Row {
        let row = try Row.fetchOne(
            context.db.cachedStatement(
                sql: "SELECT \(OccasionFields.columns) FROM activities_occasion r WHERE r.id = ?"),
            arguments: [id])
        guard let row else {
            throw AtriumError(
                .notFound, "there is no such occasion",
                remedy: "\(command: "activities occasions list") shows which there are", field: "record")
        }
        return row
    }
}
