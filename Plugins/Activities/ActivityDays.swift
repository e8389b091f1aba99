import AtriumSDK
import ICalendarExchange
import RecordKit

/// The commands that note when an activity was done.
enum ActivityDays {
    static let all = [done, undone]

    private static let on = Field<LocalDate>.date(
        "on", help: "The day, in your zone; today if none is given.")
    private static let last = Field<LocalDate>.date(
        "on", help: "The day, in your zone; the last on which it was done if none is given.")

    private static let done = Command(
        "done", .recordAction, summary: "Note that an activity was done today, or on a day.",
        discussion: """
            A note, and those with whom it was, take the place of what the day had. What was planned stays as it is. \
            \(command: "activities undone") takes a day away.
            """,
        fields: [
            ActivityInput.record.declaration, on.declaration, OccasionInput.note.declaration,
            OccasionInput.with.declaration,
        ],
        result: .object(ActivityFields.record)
    ) { input, context in
        let id = try input.required(ActivityInput.record)
        let day = input[on] ?? context.today
        try note(day, of: id, input, context)
        return try ActivityFields.value(id, ActivityTable(context), context)
    }

    private static let undone = Command(
        "undone", .recordAction, summary: "Take back that an activity was done.",
        fields: [ActivityInput.record.declaration, last.declaration], result: .object(ActivityFields.record)
    ) { input, context in
        let table = ActivityTable(context)
        let old = try table.activity(input.required(ActivityInput.record))
        guard let latest = old.activity.lastDone else {
            throw AtriumError(
                .conflict, "it was never done", remedy: "\(command: "activities done") notes a day",
                field: "record")
        }
        let day = input[last] ?? latest
        guard old.activity.occasions[day] != nil else {
            throw AtriumError(
                .badData, "it was not done on \(day)",
                remedy: "\(command: "activities show") gives the days; the last is \(latest)", field: "on")
        }
        var activity = old.activity
        activity.occasions[day] = nil
        try table.update(old, to: activity, updatedAt: context.nowText)
        return try ActivityFields.value(old.id, ActivityTable(context), context)
    }

    /// Notes a day of an activity, or what there is to say of it.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where it cannot have been done on that day.
    static func note(_ day: LocalDate, of id: Int64, _ input: Arguments, _ context: CommandContext) throws {
        let table = ActivityTable(context)
        let old = try table.activity(id)
        var activity = old.activity
        if activity.occasions[day] == nil { try Activity.checkDone(day, today: context.today, field: "on") }
        var occasion = activity.occasions[day] ?? Occasion()
        let people = try OccasionInput.apply(input, to: &occasion, context)
        activity.occasions[day] = occasion
        try table.update(old, to: activity, updatedAt: context.nowText)
        if let people, let row = try table.occasion(of: id, on: day) {
            try ActivityLinks(context).with.link(people, from: row)
        }
    }
}
