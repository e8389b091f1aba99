import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// What the dashboard, `today` and timelines show of tasks and projects.
enum TasksOverview {
    private static let isOpen = "completed_at IS NULL AND cancelled_at IS NULL"
    /// SQL for whether a task is in no archived project.
    static let isShown = """
        (project_id IS NULL OR project_id NOT IN (SELECT id FROM tasks_project WHERE is_archived = 1))
        """

    static let figures = [
        Figure(
            "open", title: "Open tasks", help: "The number of open tasks, except those of archived projects.",
            table: "tasks_task", sql: "SELECT count(*) FROM tasks_task WHERE \(isOpen) AND \(isShown)"),
        Figure(
            "inbox", title: "In the inbox", help: "The number of open tasks without a project.",
            table: "tasks_task",
            sql: """
                SELECT count(*) FROM tasks_task WHERE project_id IS NULL AND parent_id IS NULL AND \(isOpen)
                    AND (starts IS NULL OR starts <= :today)
                """, opens: ["tasks", "inbox"]),
        Figure(
            "planned-today", title: "Planned today", help: "The number of tasks planned for today.",
            table: "tasks_task",
            sql: countOfPlanned),
        Figure(
            "done-today", title: "Done today", help: "The number of tasks done today.", table: "tasks_task",
            sql: countOfDone(from: ":todayStartsAt"), goal: countOfPlanned, tint: .success),
        Figure(
            "top-done-today", title: "Top three done", help: "How many of today's top three are done.",
            table: "tasks_top",
            sql: """
                SELECT count(*) FROM tasks_top t JOIN tasks_task r ON r.id = t.task_id WHERE t.day = :today
                    AND NOT (\(TaskFilters.archivedSQL)) AND (r.completed_at IS NOT NULL OR EXISTS (SELECT 1 FROM tasks_completion c
                        WHERE c.task_id = r.id AND c.day = :today))
                """, goal: "SELECT \(TopThree.most)", icon: "star"),
        Figure(
            "overdue", title: "Overdue tasks", help: "The number of open tasks that were due before today.",
            table: "tasks_task",
            sql: """
                SELECT count(*) FROM tasks_task WHERE due IS NOT NULL AND \(isOpen)
                    AND substr(due, 1, 10) < :today AND \(isShown)
                """, tint: .warning),
        Figure(
            "done-this-week", title: "Done this week",
            help: "The number of tasks done since the first day of the week.", table: "tasks_task",
            sql: countOfDone(from: ":weekStartsAt"), parameters: weekStart),
        Figure(
            "done-this-month", title: "Done this month", help: "The number of tasks done this month.",
            table: "tasks_task", sql: countOfDone(from: ":monthStartsAt")),
        Figure(
            "minutes-today", title: "Minutes planned today",
            help: "The minutes of today's open tasks; the default estimate counts for tasks without one.",
            unit: "min",
            table: "tasks_task",
            sql: """
                SELECT ifnull(sum(ifnull(estimate, CAST(:usual AS INTEGER))), 0) FROM tasks_task
                WHERE planned = :today AND \(isOpen) AND \(isShown)
                """
        ) { moment in ["usual": String(moment.moduleSettings[TaskSettings.estimate])] },
        Figure(
            "minutes-in-blocks", title: "Minutes scheduled today", help: "The minutes of today's blocks.",
            unit: "min", table: "tasks_block",
            sql: """
                SELECT ifnull(sum(ifnull(spent, minutes)), 0) FROM tasks_block
                WHERE starts_at >= :todayStartsAt AND starts_at < :tomorrowStartsAt
                """),
        Figure(
            "minutes-done", title: "Minutes done this week",
            help: "The minutes spent in blocks since the first day of the week.", unit: "min",
            table: "tasks_block",
            sql: "SELECT ifnull(sum(spent), 0) FROM tasks_block WHERE starts_at >= :weekStartsAt",
            parameters: weekStart),
        Figure(
            "planned-done-this-week", title: "Blocks done this week",
            help: "The share of this week's past blocks that are done, in percent.",
            unit: "%",
            table: "tasks_block",
            sql: """
                SELECT 100 * count(spent) / nullif(count(*), 0) FROM tasks_block
                WHERE starts_at >= :weekStartsAt AND (spent IS NOT NULL OR unixepoch(starts_at) + 60 * minutes <= unixepoch(:now))
                """, parameters: weekStart),
        Figure(
            "check-ins-this-week", title: "Check-ins this week",
            help: "The number of check-ins since the first day of the week.", table: "tasks_check_in",
            sql: "SELECT count(*) FROM tasks_check_in WHERE at >= :weekStartDay",
            parameters: weekStart),
        Figure(
            "control", title: "Sense of control",
            help: "Your average sense of control over the day in the last 28 days, from 1 to 5.",
            table: "tasks_check_in",
            sql: "SELECT avg(control) FROM tasks_check_in WHERE control IS NOT NULL AND at >= :fourWeeksAgo"
        ) { moment in
            let today = LocalDate(moment.now, in: moment.timeZone)
            return ["fourWeeksAgo": today.adding(days: -27).description]
        },
        Figure(
            "suggestions-taken", title: "Suggestions accepted",
            help: "The percentage of this month's suggestions that led to a task you accepted.",
            unit: "%", table: "tasks_check_in",
            sql: """
                SELECT 100 * count(taken) / nullif(count(*), 0) FROM tasks_check_in
                WHERE suggested IS NOT NULL AND at >= :monthStart
                """),
        Figure(
            "projects", title: "Projects", help: "The number of projects, except archived ones.",
            table: "tasks_project", sql: "SELECT count(*) FROM tasks_project WHERE is_archived = 0"),
        Figure(
            "overdue-projects", title: "Overdue projects",
            help: "The number of unfinished projects that were due before today.", table: "tasks_project",
            sql: """
                SELECT count(*) FROM tasks_project r WHERE due IS NOT NULL AND substr(due, 1, 10) < :today
                    AND is_archived = 0 AND completed_at IS NULL AND \(ProjectFields.progressSQL) < 100
                """, tint: .warning),
        Figure(
            "finished-this-year", title: "Projects finished this year",
            help: "The number of projects finished since the start of the year.", table: "tasks_project",
            sql: "SELECT count(*) FROM tasks_project WHERE completed_at >= :yearStartsAt"
        ) { moment in
            let today = LocalDate(moment.now, in: moment.timeZone)
            let first = LocalDate(year: today.year, month: 1, day: 1) ?? today
            return ["yearStartsAt": Timestamp.text(first.start(in: moment.timeZone))]
        },
        Figure(
            "priority-progress", title: "Priority project",
            help: "The progress of the priority project, in percent.", unit: "%", table: "tasks_project",
            sql: "SELECT \(ProjectFields.progressSQL) FROM tasks_project r WHERE r.is_priority = 1"),
    ]

    /// When the user's week began.
    @Sendable
    private static func weekStart(_ moment: Figure.Moment) -> [String: String] {
        let today = LocalDate(moment.now, in: moment.timeZone)
        let days = (today.weekday - moment.settings.firstWeekday + 7) % 7
        let first = today.adding(days: -days)
        return [
            "weekStartsAt": Timestamp.text(first.start(in: moment.timeZone)),
            "weekStartDay": first.description,
        ]
    }

    /// What the dashboard shows in short: the project that comes first, with what is next in it, and the day.
    static let cards = [
        Card(
            "priority-project", title: "Priority project",
            command: ["tasks", "projects", "list"],
            input: ["first": .bool(true)], limit: 1),
        Card("next", title: "Next in this project", command: ["tasks", "next"], limit: 3),
        Card("today", title: "Tasks for today", command: ["tasks", "today"], limit: 5),
    ]

    private static let countOfPlanned = """
        SELECT count(*) FROM tasks_task r WHERE planned = :today AND cancelled_at IS NULL AND \(isShown)
            AND \(TaskSeries.shownSQL)
        """

    private static func countOfDone(from begin: String) -> String {
        """
        SELECT (SELECT count(*) FROM tasks_task r WHERE r.completed_at >= \(begin)
                AND \(TaskSeries.isDoneAloneSQL) AND NOT (\(TaskFilters.archivedSQL)))
            + (SELECT count(*) FROM tasks_completion c JOIN tasks_task r ON r.id = c.task_id
                WHERE c.completed_at >= \(begin) AND NOT (\(TaskFilters.archivedSQL)))
        """
    }

    // MARK: - Days

    /// What is planned for some days or due on them, and where today is one of them, what is overdue; projects too.
    static let days = DaySource([.task]) { days, context in
        DayEntries(try tasks(on: days, context) + projects(on: days, context))
    }

    private static func tasks(on days: ClosedRange<LocalDate>, _ context: CommandContext) throws -> [DayEntry]
    {
        let (first, last) = (days.lowerBound.description, days.upperBound.description)
        let rows = try Row.fetchAll(
            context.db.cachedStatement(
                sql: """
                    SELECT \(columns) FROM tasks_task r LEFT JOIN tasks_zone z ON z.id = r.due_zone_id
                    WHERE r.planned BETWEEN ?1 AND ?2
                        AND r.cancelled_at IS NULL AND \(TaskSeries.shownSQL) AND NOT (\(TaskFilters.archivedSQL))
                    UNION SELECT \(columns) FROM tasks_task r LEFT JOIN tasks_zone z ON z.id = r.due_zone_id
                    WHERE r.due < ?3 AND \(TaskFilters.openSQL)
                        AND (r.due >= ?1 OR ?4 BETWEEN ?1 AND ?2) AND NOT (\(TaskFilters.archivedSQL))
                    """),
            arguments: [
                first, last, days.upperBound.adding(days: 2).description, context.today.description,
            ])
        let table = taskKind.table(context)
        let (viewer, now) = (Zones.viewer(context.settings), Instant(context.now))
        let shown = try blocked(on: days, context)
        return try rows.compactMap { row in
            // What has a block on the day stands there as that.
            try entry(of: row, on: days, today: context.today, table, viewer, now).flatMap {
                shown.contains(RecordOnDay(id: $0.record.id, day: $0.day)) ? nil : $0
            }
        }
    }

    private struct RecordOnDay: Hashable {
        let id: Int64
        let day: LocalDate
    }

    /// The tasks that have a block on some days, with the days.
    private static func blocked(
        on days: ClosedRange<LocalDate>, _ context: CommandContext
    ) throws -> Set<RecordOnDay> {
        let clock = DayClock(context.now, context.settings, context.moduleSettings)
        let window = clock.whole(days.lowerBound).lowerBound..<clock.whole(days.upperBound).upperBound
        return Set(
            try DayContents.blocks(within: window, now: clock.now, context.db).filter {
                // One that was missed does not hide what is still to be done.
                $0.state(at: clock.now) != .over
            }.compactMap { block in
                block.task.map { RecordOnDay(id: $0, day: clock.day(of: block.span.lowerBound)) }
            })
    }

    private static let columns = """
        r.id, r.title, r.planned, r.due, z.tzid, r.completed_at IS NULL,
            CASE WHEN r.rrule IS NOT NULL THEN coalesce(r.due, r.planned, r.starts) END,
            z.definition IS NOT NULL
        """

    private static func entry(
        of row: Row, on days: ClosedRange<LocalDate>, today: LocalDate, _ table: RecordTable, _ viewer: Zone,
        _ now: Instant
    ) throws -> DayEntry? {
        let (id, isOpen): (Int64, Bool) = (row[0], row[5])
        let due = (row[3] as String?).flatMap { CalendarTime(stored: $0, zone: row[4]) }
        // What its file did not define is the system's, and not looked up for each.
        let zones = try row[7] ? table.zones(of: id) : Zones.system
        let seen = due?.seen(zones, from: viewer)
        let isOverdue = isOpen && due.map { $0.end(zones, for: viewer) <= now } ?? false
        var day = (row[2] as String?).flatMap(LocalDate.init(iso:))
        if day.map({ !days.contains($0) }) ?? true, let due = seen?.day, days.contains(due) { day = due }
        // Today says since when it is overdue.
        if isOverdue, days.contains(today), let due = seen?.day { day = due }
        guard let day, days.contains(day) || isOverdue && days.contains(today) else { return nil }
        return DayEntry(
            .task, on: day, at: seen?.day == day ? seen?.time : nil, title: row[1],
            record: RecordReference(.tasks, id), isOverdue: isOverdue, isDone: !isOpen,
            occurrence: isOpen ? row[6] : nil)
    }

    private static func projects(
        on days: ClosedRange<LocalDate>, _ context: CommandContext
    ) throws -> [DayEntry] {
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT id, title, substr(due, 1, 10) FROM tasks_project
                WHERE substr(due, 1, 10) BETWEEN ? AND ? AND is_archived = 0 AND completed_at IS NULL
                """, arguments: [days.lowerBound.description, days.upperBound.description])
        return rows.compactMap { row in
            LocalDate(iso: row[2]).map {
                DayEntry(
                    .task, on: $0, title: "\(row[1] as String) (project due)",
                    record: RecordReference(.projects, row[0]))
            }
        }
    }

    // MARK: - Timelines

    /// What was done for somebody, or waited for them.
    static let done = HappeningSource { subject, context in
        let ids = try [TaskLinks.for, TaskLinks.waitingFor].flatMap {
            try context.links.origins(of: subject.record, kind: $0)
        }.filter { $0.collection == .tasks }.map(\.id)
        let rows = try Row.fetchAll(
            context.db,
            sql: """
                SELECT r.id, r.completed_at, r.title FROM tasks_task r
                WHERE r.id IN (SELECT value FROM json_each(?1)) AND \(TaskSeries.isDoneAloneSQL)
                UNION ALL SELECT r.id, c.completed_at, r.title
                FROM tasks_completion c JOIN tasks_task r ON r.id = c.task_id
                WHERE r.id IN (SELECT value FROM json_each(?1)) AND c.completed_at IS NOT NULL
                """, arguments: [ids.description])
        return rows.map { row in
            Happening("task done", when: row[1], title: row[2], record: RecordReference(.tasks, row[0]))
        }
    }
}

extension DayEntry.Kind {
    /// Something that takes time, or a project that is due.
    static let task = DayEntry.Kind("task", .toBeDone, counted: ("task", "tasks"))
}
