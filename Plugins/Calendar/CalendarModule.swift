public import AtriumSDK
import RecordKit

/// Calendars of events: iCalendar in and out, repeating events, agenda and free time.
public let calendarModule = Module(
    manifest: Manifest(
        id: "calendar", title: "Calendar",
        summary: "Calendars and events, with repetition, time zones, guests and reminders.", version: "1.0.0",
        icon: "calendar-days", isEnabledAtFirst: true),
    migrations: CalendarMigrations.all,
    indexesUnusedByImports: ["calendar_event_start", "calendar_participant_address"],
    collections: [
        Collection(
            .events, recordName: "event", isMain: true, table: "calendar_event",
            titleSQL: """
                CASE WHEN r.series_id IS NULL THEN ifnull(r.summary, '(untitled)')
                ELSE ifnull(r.summary, '(untitled)') || ' (' || substr(r.recurrence_id, 1, 10) || ')' END
                """, stateSQL: EventState.sql,
            searchFields: [
                SearchField("description", sql: "r.description"), SearchField("location", sql: "r.location"),
                SearchField(
                    "people",
                    sql: """
                        (SELECT group_concat(ifnull(name, '') || ' ' || address, ' ') FROM calendar_participant
                        WHERE event_id = r.id)
                        """),
            ],
            recordFields: EventFields.record,
            commands: EventCommands.all + AgendaCommands.all + EventDuplicateCommands.all,
            look: RecordLook(
                title: "summary", lead: .day("start", until: "end"), facts: ["location", "calendar"],
                grouping: .month("start"),
                groups: [
                    FieldGroup(
                        "", ["location", "calendar", "categories", "url"]),
                    FieldGroup("Description", ["description"]),
                    FieldGroup("Documents", ["attachments"]),
                    FieldGroup("Guests", ["organizerName", "organizer", "attendees"]),
                    FieldGroup("Reminders", ["alarms"]),
                    FieldGroup(
                        "Repeats",
                        [
                            "recurrenceRules", "recurrenceDates", "exceptionDates", "exceptionRules",
                            "overrides", "splitFrom", "splitInto",
                        ]),
                ], hidden: ["icalUid"])),
        Collection(
            .calendars, recordName: "calendar", isMain: false, table: "calendar_calendar", titleSQL: "r.name",
            searchFields: [], recordFields: CalendarCommands.fields, commands: CalendarCommands.all,
            look: RecordLook(lead: .color("color"), facts: ["default"], key: "events", hidesReferences: true)),
    ],
    importers: CalendarExchange.importers,
    exporters: CalendarExchange.exporters,
    sideData: [FormerCalendars.sideData, EventDuplicateCommands.dismissals.sideData],
    figures: CalendarOverview.figures, days: [CalendarOverview.days], happenings: [CalendarOverview.shared],
    views: [
        View(
            "days", title: "Calendar", command: ["calendar", "agenda"],
            form: .calendar(
                .init(
                    start: "start", end: "end", title: "summary", place: "location", isAllDay: "allDay",
                    isBusy: "busy", color: "color",
                    from: "from", to: "to"))),
        View(
            "duplicates", title: "Duplicate events", command: ["calendar", "duplicates"],
            form: .pairs(
                .init(
                    first: "first", second: "second", reasons: "reasons", count: "count", merge: "merge",
                    other: "other", take: "take", all: "all", dismiss: "dismiss"))),
    ],
    firstSteps: [
        FirstStep(
            "commitment", title: "A fixed commitment",
            help: "Add a class or a meeting: Maths lecture every monday 10-12.",
            isDoneSQL: """
                SELECT EXISTS (SELECT 1 FROM calendar_event WHERE ifnull(is_transparent, 0) = 0
                    AND ifnull(status, '') <> 'CANCELLED')
                """, command: ["calendar", "add"])
    ])
