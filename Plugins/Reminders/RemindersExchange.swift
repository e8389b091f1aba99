import AtriumSDK
import ICalendarExchange
import ICalendarFormat

/// What of files comes in and goes out: VTODO of iCalendar and vCalendar 1.0.
enum RemindersExchange {
    /// A to-do with the mark was made by reminders.
    static let mark = ItemMark(on: .vtodo, property: ReminderToDo.mark)

    static let importer = Importer(
        .icalendar, kinds: [.vtodo], claim: .shared(.toDos, isDefault: true), into: .reminders,
        programs: programs, fingerprints: fingerprints,
        map: { item, _, _ in
            guard let component = item.value as? CalendarComponent else {
                throw AtriumError(.internal, "the reminders received something other than a component")
            }
            return try ReminderToDo.map(component)
        }, writer: ReminderWriter.init)

    /// The programs whose tasks are read; tasks of any other program are read too.
    private static let programs = [
        SourceProgram("Nextcloud Tasks", steps: "Tasks: menu of a list > Export", isTried: true),
        SourceProgram("Thunderbird", steps: "Tasks: Events and Tasks > Export…", isTried: true),
        SourceProgram(
            "KOrganizer", steps: "KOrganizer: File > Export > Export as iCalendar…", isTried: false),
    ]

    /// By what a task without a UID is known again.
    private static let fingerprints: [Fingerprint<ReminderDraft>] = [
        Fingerprint("title and due time", strength: .sure) { draft in
            guard let title = draft.reminder.title, let due = draft.reminder.due else { return nil }
            return title.lowercased() + "\n" + due.storedText
        },
        Fingerprint("title", strength: .weak) { $0.reminder.title?.lowercased() },
    ]

    private static let headSQL = "ifnull(r.series_id, r.id)"

    static let exporter = Exporter(
        .icalendar, of: .reminders, fileName: "reminders.ics", headSQL: headSQL,
        // Links from before there were feeds of to-dos give the same.
        feeds: [FeedDeclaration(.todos), FeedDeclaration(.calendar, isOffered: false)],
        run: { context in
            let table = ReminderTable(context.db, context.tags, context.settings)
            let records = RecordComponents(
                table.find, component: ReminderToDo.component, patch: ReminderToDo.patched)
            try ComponentExport(components, records, context).run()
        })

    private static let components = ComponentTable(
        "reminders_reminder", of: .reminders, component: "VTODO", plural: "reminders",
        zones: ReminderTable.zones,
        headSQL: headSQL,
        firstDaySQL:
            "CAST(julianday(substr(coalesce(r.starts, r.due, r.occurrence), 1, 10)) - 2440587.5 AS INTEGER)",
        zoneUses: [
            .init("r.start_zone_id"), .init("r.due_zone_id"), .init("r.occurrence_zone_id"),
            .init("d.zone_id", join: "JOIN reminders_date d ON d.reminder_id = r.id"),
        ])
}
