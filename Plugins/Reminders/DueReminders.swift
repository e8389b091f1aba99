import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat

/// The query for what came due: what a terminal runs a program for.
enum DueReminders {
    /// How many days before it is due a reminder may be told of at most.
    private static let furthestAhead = 3660
    /// What is looked back where nothing is said, in seconds.
    private static let usualSpan = 86_400

    private static let fields: [FieldDeclaration] =
        DueList.fields + [
            FieldDeclaration("note", .longText, help: "A longer note."),
            FieldDeclaration(
                "due", .when, help: "When this occurrence is due, in the time of its zone.",
                isRequired: true),
            FieldDeclaration(
                "zone", .text, help: "The zone of the due time, or null for a day, UTC or floating time."),
            FieldDeclaration("repeat", .longText, help: "The recurrence rule: RRULE of RFC 5545."),
            FieldDeclaration("priority", .integer(1...9), help: "The priority, 1 (highest) to 9 (lowest)."),
            FieldDeclaration(
                "notification", .choice(["standard", "persistent"]),
                help: "Notify once (standard) or until it is done (persistent).", isRequired: true),
            FieldDeclaration(
                "people", .list(.text), help: "The names of the people it is for.", isRequired: true),
            FieldDeclaration("tags", .list(.text), help: "The tags.", isRequired: true),
        ]

    static let query = Command(
        "due", .query, summary: "List the reminders that came due.",
        discussion: """
            A reminder is listed at its alert. One without an alarm, for which phones stay silent, is listed when it is due \
            (a day: at 9:00), and a snoozed one when the snooze ends. If a reminder came due several times, only the last \
            time is listed; if that occurrence was changed, with the id and the title of the change. A persistent reminder \
            is listed again every 15 minutes until it is done. A reminder that was added or changed after its alert is \
            listed then, unless its time is over.
            """,
        fields: [DueList.since.declaration],
        result: .list(fields, columns: ["id", "cameDue", "title", "due", "people"])
    ) { input, context in
        let now = Instant(context.now)
        let since =
            input[DueList.since].flatMap { Instant(stored: $0) }
            ?? now.adding(seconds: -usualSpan)
        let most = try Int.fetchOne(
            context.db, sql: "SELECT max(alert) FROM reminders_reminder")
        let ahead = min(max(0, most ?? 0) / (24 * 60), furthestAhead)
        var warnings: [String] = []
        var found: [(shown: ReminderSchedule.Shown, notice: ReminderNotice)] = []
        for item in try ReminderSchedule(context).open(before: context.today.adding(days: ahead + 3)) {
            let (notice, isComplete) = ReminderNotice.last(of: item, after: since, until: now)
            if !isComplete { warnings.append("reminder \(item.id) repeats too often to check every time") }
            if let notice { found.append((item.shown(notice.occurrence), notice)) }
        }
        found.sort { ($0.notice.moment, $0.shown.id) < ($1.notice.moment, $1.shown.id) }
        let stored = try ReminderTable(context).reminders(found.map(\.shown.id))
        let items = try zip(found, stored).map { found, stored in
            var item = try ReminderFields.item(stored, showing: found.shown.reminder, context)
            item["due"] = .text(found.notice.due.storedText)
            item["zone"] = .text(orNull: found.notice.due.zoneID)
            item["cameDue"] = .text(found.notice.moment.description)
            return DataValue.object(
                fields.reduce(into: DataObject()) { $0[$1.name] = item[$1.name] ?? .null })
        }
        return .object(
            warnings.isEmpty
                ? ["items": .list(items)]
                : ["items": .list(items), "warnings": .list(warnings.map(DataValue.text))])
    }.asDueList
}
