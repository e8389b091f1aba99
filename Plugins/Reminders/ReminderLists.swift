import AtriumSDK
import GRDB
import ICalendarExchange

/// The lists of reminders.
///
/// A series stands in them once, with what is to be done next; what was done of it stands in those of what was done.
enum ReminderLists {
    static let all = [list, today, upcoming, overdue, completed, DueReminders.query]

    private static let columns = ["id", "next", "title", "people", "status", "overdue", "repeat"]

    /// SQL that holds for reminders, and not for occurrences of those that repeat.
    private static let isHead = "r.series_id IS NULL"
    /// SQL that holds for what was done: of a series its occurrences, unless none is known.
    static let isDone = """
        r.completed_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM reminders_reminder o
            WHERE o.series_id = r.id AND o.completed_at IS NOT NULL)
        """

    // MARK: - All

    private static let query = ListQuery(
        table: "reminders_reminder",
        sorts: [
            .init("due", sql: "ifnull(ifnull(r.snoozed_until, r.next_due), '~')"),
            .init("title", sql: "lower(ifnull(r.title, ifnull(r.note, '')))"),
            .init("priority", sql: "ifnull(r.priority, 10)"),
            .init("created", sql: "r.created_at"), .init("completed", sql: "ifnull(r.completed_at, '')"),
        ])
    private static let status = Field<String>.choice(
        "status", of: Reminder.Status.allCases.map(\.rawValue), help: "Only reminders with this status.")
    private static let person = Field<Int64>.record(
        "person", of: .people, help: "Only reminders for this person.")
    private static let text = Field<String>.text(
        "text", help: "Only reminders whose title or note contains this text.")
    private static let tag = Field<String>.text("tag", help: "Only reminders with this tag.")

    private static let list = Command(
        "list", .list, summary: "List reminders.",
        discussion: "The status completed also lists each completed occurrence of repeating reminders.",
        fields: [status.declaration, person.declaration, tag.declaration, text.declaration] + query.fields,
        result: .page(ReminderFields.listed, columns: columns)
    ) { input, context in
        var conditions: [ListQuery.Condition] = []
        let isOpen = "r.completed_at IS NULL AND r.is_cancelled = 0"
        switch input[status].flatMap(Reminder.Status.init(rawValue:)) {
        case .completed?: conditions.append(.init(isDone))
        case .cancelled?: conditions += [.init(isHead), .init("r.is_cancelled = 1")]
        case .snoozed?:
            conditions += [.init(isHead), .init("\(isOpen) AND r.snoozed_until > ?", [context.nowText])]
        case .pending?:
            conditions += [
                .init(isHead), .init("\(isOpen) AND ifnull(r.snoozed_until, '') <= ?", [context.nowText]),
            ]
        case nil: conditions.append(.init(isHead))
        }
        if let person = input[person] {
            let linked = context.links.condition(
                idColumn: "ifnull(r.series_id, r.id)", in: .reminders, linkedTo: .people,
                kind: ReminderFields.forPerson)
            conditions.append(.init(linked, [person]))
        }
        if let tag = input[tag] {
            conditions.append(
                .init(context.tags.condition(idColumn: "ifnull(r.series_id, r.id)", in: .reminders), [tag]))
        }
        if let text = input[text] {
            conditions.append(.contains(text, in: ["r.title", "r.note"]))
        }
        let table = ReminderTable(context)
        return try query.page(input, context.db, select: "r.*", where: conditions) { row in
            .object(try ReminderFields.item(table.read(row), context))
        }
    }

    // MARK: - By time

    private static let days = Field<Int64>.integer(
        "days", in: 1...3660, help: "The number of days to look ahead, starting tomorrow."
    ).defaulting(to: .integer(Int64(RemindersOverview.usualDays)))

    private static let today = byTime(
        "today", summary: "List reminders that are overdue, due today, or snoozed until later today."
    ) { item, _, context in
        item.when.day <= context.today
    }

    private static let overdue = byTime(
        "overdue", summary: "List overdue reminders."
    ) { item, _, _ in
        item.isOverdue
    }

    private static let upcoming = byTime(
        "upcoming", summary: "List reminders due in the coming days.", fields: [days.declaration]
    ) { item, input, context in
        item.when.day > context.today
            && item.when.day
                <= context.today.adding(days: Int(input[days] ?? Int64(RemindersOverview.usualDays)))
    }

    private static let completed = Command(
        "completed", .query, summary: "List completed reminders, newest first.",
        fields: [ListQuery.limit.declaration],
        result: .list(ReminderFields.listed, columns: ["id", "completedAt", "title", "due", "people"])
    ) { input, context in
        let table = ReminderTable(context)
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT r.* FROM reminders_reminder r WHERE \(isDone) ORDER BY r.completed_at DESC, r.id DESC LIMIT ?
                """, arguments: [input[ListQuery.limit] ?? 100])
        return .object([
            "items": .list(try rows.map { .object(try ReminderFields.item(table.read($0), context)) })
        ])
    }

    /// A query for open reminders by the day on which they are due or put off to, in the user's zone.
    private static func byTime(
        _ name: String, summary: String, fields: [FieldDeclaration] = [],
        where isWanted: @escaping @Sendable (ReminderSchedule.Item, Arguments, CommandContext) -> Bool
    ) -> Command {
        Command(
            name, .query, summary: summary, fields: fields,
            result: .list(ReminderFields.listed, columns: columns)
        ) { input, context in
            // Two clocks differ by a day at most; what is found so is looked at exactly.
            let last = context.today.adding(days: Int((fields.isEmpty ? nil : input[days]) ?? 0) + 2)
            let found = try ReminderSchedule(context).open(before: last).filter {
                isWanted($0, input, context)
            }.sorted { ($0.when, $0.id) < ($1.when, $1.id) }
            let stored = try ReminderTable(context).reminders(found.map(\.id))
            return .object([
                "items": .list(
                    try zip(found, stored).map { item, stored in
                        let shown = item.shown(item.nextOccurrence).reminder
                        return .object(try ReminderFields.item(stored, showing: shown, context))
                    })
            ])
        }
    }
}
