import AtriumSDK
import RecordKit

/// The commands that note when an activity was done.
enum ActivityDays {
    static let all = [done.forSeveral, undone.forSeveral]

    static let note = Field<String>.text("note", help: "A note about the day.")
    static let with = Field<[Int64]>.records("with", of: .people, help: "The people you did it with.")
    private static let record = activityKind.recordField
    private static let on = Field<LocalDate>.date(
        "on", help: "The day, in your zone. Defaults to today.")
    private static let last = Field<LocalDate>.date(
        "on", help: "The day, in your zone. Defaults to the last day it was done.")

    private static let done = Command(
        "done", .recordAction, past: "done", summary: "Mark an activity as done today, or on a given day.",
        discussion: """
            If the day exists already, the note and the people that you give replace its own. The planned time does not \
            change. \(command: "activities undone") removes a day.
            """,
        fields: [record.declaration, on.declaration, note.declaration, with.declaration],
        result: .object(activityKind.recordFields)
    ) { input, context in
        let id = try input.required(record)
        try keep(input[on] ?? context.today, of: id, input, context)
        return try activityKind.value(activityKind.table(context).record(id), context)
    }

    private static let undone = Command(
        "undone", .recordAction, past: "no longer done",
        summary: "Remove a day on which an activity was done.",
        fields: [record.declaration, last.declaration], result: .object(activityKind.recordFields)
    ) { input, context in
        let table = activityKind.table(context)
        let old = try table.record(input.required(record))
        guard let latest = Activity(old.values).lastDone else {
            throw AtriumError(
                .conflict, "it was never done", remedy: "\(command: "activities done") adds a day",
                field: "record")
        }
        let day = input[last] ?? latest
        guard try remove(day, from: old, table) else {
            throw AtriumError(
                .badData, "it was not done on \(day)",
                remedy: "\(command: "activities show") lists the days; the last is \(latest)", field: "on")
        }
        return try activityKind.value(table.record(old.id), context)
    }

    /// Takes a day from an activity; false if it has no such day.
    @discardableResult
    static func remove(_ day: LocalDate, from old: StoredRecord, _ table: RecordTable) throws -> Bool {
        var days = Activity(old.values).occasions
        guard days.removeValue(forKey: day) != nil else { return false }
        try write(days, to: old, table)
        return true
    }

    /// Notes a day of an activity, or what there is to say of it.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where it cannot have been done on that day.
    static func keep(_ day: LocalDate, of id: Int64, _ input: Arguments, _ context: CommandContext) throws {
        let table = activityKind.table(context)
        let old = try table.record(id)
        var days = Activity(old.values).occasions
        if days[day] == nil { try Occasion.check(day, today: context.today, field: "on") }
        var occasion = days[day] ?? Occasion()
        input.apply(note, to: &occasion.note)
        occasion.note = occasion.note.flatMap(Words.line)
        let people = OccasionFields.people(context)
        switch input.change(with) {
        case .keep: break
        case .clear: occasion.with = []
        case .set(let given): occasion.with = try people.words(of: given)
        }
        days[day] = occasion
        try write(days, to: old, table)
    }

    private static func write(_ days: [LocalDate: Occasion], to old: StoredRecord, _ table: RecordTable)
        throws
    {
        var values = old.values
        values["done"] = Occasion.value(days)
        try table.update(old, to: values)
    }
}
