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
            FieldDeclaration("note", .longText, help: "More about it."),
            FieldDeclaration(
                "due", .when, help: "When it is due, on the clock of its zone; of what repeats, this time.",
                isRequired: true),
            FieldDeclaration("zone", .text, help: "The zone of the due time; empty: a day, UTC or floating."),
            FieldDeclaration("repeat", .longText, help: "How it repeats: RRULE of RFC 5545."),
            FieldDeclaration("priority", .integer(1...9), help: "From 1, the highest, to 9, the lowest."),
            FieldDeclaration(
                "notification", .choice(["standard", "persistent"]),
                help: "Whether it is told of once, or until it is done.", isRequired: true),
            FieldDeclaration(
                "people", .list(.text), help: "The names of those whom it is for.", isRequired: true),
            FieldDeclaration("tags", .list(.text), help: "Its tags.", isRequired: true),
        ]

    static let query = Command(
        "due", .query, summary: "List the reminders that came due.",
        discussion: """
            Each comes at its alert; without an alarm of its own, with which a phone keeps silent, when it is due, on a \
            day at nine; put off, at the end of that. Of what came due several times the last time is given; where this \
            occurrence was changed, with the id and the title of the change. A persistent one comes again each quarter of \
            an hour until it is done. What was added or changed after its alert comes then, if it is not over.
            """,
        fields: [DueList.since.declaration],
        result: .list(fields, columns: ["id", "cameDue", "title", "due", "people"])
    ) { input, context in
        let now = ICalendarFormat.Instant(context.now)
        let since =
            input[DueList.since].flatMap { ICalendarFormat.Instant(stored: $0) }
            ?? now.adding(seconds: -usualSpan)
        let most = try Int.fetchOne(
            context.db, sql: "SELECT max(alert) FROM reminders_reminder")
        let ahead = min(max(0, most ?? 0) / (24 * 60), furthestAhead)
        var warnings: [String] = []
        var found: [(shown: ReminderSchedule.Shown, notice: ReminderNotice)] = []
        for item in try ReminderSchedule(context).open(before: context.today.adding(days: ahead + 3)) {
            let (notice, isComplete) = ReminderNotice.last(of: item, after: since, until: now)
            if !isComplete { warnings.append("reminder \(item.id) repeats too often to look at each time") }
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
