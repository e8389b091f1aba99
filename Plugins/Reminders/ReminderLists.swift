import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat

/// The lists of reminders.
///
/// A series stands in them once, with what is to be done next; what was done of it stands in those of what was done.
enum ReminderLists {
    static let all = [list, today, upcoming, overdue, completed]

    private static let columns = ["id", "next", "title", "people", "status", "overdue", "repeat"]

    /// SQL that holds for reminders, and not for occurrences of those that repeat.
    private static let isHead = "r.series_id IS NULL"
    /// SQL that holds for what was done: of a series its occurrences, unless none is known.
    private static let isDone = """
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
        "status", of: Reminder.Status.allCases.map(\.rawValue), help: "Only those that stand so.")
    private static let person = Field<Int64>.record(
        "person", of: .people, help: "Only those for this person.")
    private static let text = Field<String>.text(
        "text", help: "Only those whose title or note contains this.")
    private static let tag = Field<String>.text("tag", help: "Only those with this tag.")

    private static let list = Command(
        "list", .list, summary: "List reminders.",
        discussion: "With the status completed also each occurrence that was done of those that repeat.",
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
            conditions.append(
                .init(
                    "instr(lower(ifnull(r.title, '')), lower(?)) OR instr(lower(ifnull(r.note, '')), lower(?))",
                    [text, text]))
        }
        let table = ReminderTable(context)
        return try query.page(input, context.db, select: "r.*", where: conditions) { row in
            .object(try ReminderFields.item(table.read(row), context))
        }
    }

    // MARK: - By time

    private static let days = Field<Int64>.integer(
        "days", in: 1...3660, help: "How many days to look ahead, from tomorrow on."
    ).defaulting(to: .integer(14))

    private static let today = byTime(
        "today", summary: "List what is due today, and what is overdue."
    ) { stored, day, _, context in
        day <= context.today && stored.reminder.status(at: context.nowText) == .pending
    }

    private static let overdue = byTime(
        "overdue", summary: "List what should have been done."
    ) { stored, _, _, context in
        stored.isOverdue(context)
    }

    private static let upcoming = byTime(
        "upcoming", summary: "List what is due in the days to come.", fields: [days.declaration]
    ) { _, day, input, context in
        day > context.today && day <= context.today.adding(days: Int(input[days] ?? 14))
    }

    private static let completed = Command(
        "completed", .query, summary: "List what was done, the latest first.",
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
        where isWanted: @escaping @Sendable (StoredReminder, LocalDate, Arguments, CommandContext) -> Bool
    ) -> Command {
        Command(
            name, .query, summary: summary, fields: fields,
            result: .list(ReminderFields.listed, columns: columns)
        ) { input, context in
            // Two clocks differ by a day at most; what is found so is looked at exactly.
            let last = context.today.adding(days: Int((fields.isEmpty ? nil : input[days]) ?? 0) + 2)
            let found = try open(before: last, context).filter { item in
                isWanted(item.stored, item.when.day, input, context)
            }
            return .object([
                "items": .list(try found.map { .object(try ReminderFields.item($0.stored, context)) })
            ])
        }
    }

    /// An open reminder, and when it is to be shown, on the user's clock.
    struct Open {
        let stored: StoredReminder
        let when: SeenTime
    }

    /// The open reminders that are due, or put off to, before a day, in the order of their times.
    static func open(before day: LocalDate, _ context: CommandContext) throws -> [Open] {
        let table = ReminderTable(context)
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT r.* FROM reminders_reminder r
                WHERE \(isHead) AND ifnull(ifnull(r.snoozed_until, r.next_due), '~') < ?
                """, arguments: [day.description])
        return try rows.map { try table.read($0) }.compactMap { stored -> Open? in
            if let snoozed = stored.reminder.snoozedUntil, snoozed > context.nowText,
                let until = ICalendarFormat.Instant(stored: snoozed)
            {
                return Open(
                    stored: stored, when: CalendarTime.utc(until).seen(Zones.system, from: table.viewer))
            }
            return stored.next.map { Open(stored: stored, when: $0.seen(stored.zones, from: table.viewer)) }
        }.sorted { ($0.when, $0.stored.id) < ($1.when, $1.stored.id) }
    }
}
