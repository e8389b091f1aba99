public import AtriumSDK

/// Calendars of events: iCalendar in and out, repeating events, agenda and free time.
public let calendarModule = Module(
    manifest: Manifest(
        id: "calendar", title: "Calendar",
        summary: "Keeps calendars of events, with repetition, zones, guests and reminders.", version: "1.0.0",
        icon: "calendar-days", isEnabledAtFirst: true),
    migrations: CalendarMigrations.all,
    indexesUnusedByImports: ["calendar_event_start", "calendar_participant_address"],
    collections: [
        Collection(
            .events, recordName: "event", isMain: true, table: "calendar_event",
            titleSQL: """
                CASE WHEN r.series_id IS NULL THEN ifnull(r.summary, '(untitled)')
                ELSE ifnull(r.summary, '(untitled)') || ' (' || r.recurrence_id || ')' END
                """,
            searchFields: [
                SearchField("description", sql: "r.description"), SearchField("location", sql: "r.location"),
                SearchField(
                    "people",
                    sql: """
                        (SELECT group_concat(ifnull(name, '') || ' ' || address, ' ') FROM calendar_participant
                        WHERE event_id = r.id)
                        """),
            ],
            recordFields: EventFields.record, commands: EventCommands.all + AgendaCommands.all),
        Collection(
            .calendars, recordName: "calendar", isMain: false, table: "calendar_calendar", titleSQL: "r.name",
            searchFields: [], recordFields: CalendarCommands.fields, commands: CalendarCommands.all),
    ],
    importers: CalendarExchange.importers,
    exporters: CalendarExchange.exporters, sideData: [FormerCalendars.sideData],
    figures: CalendarOverview.figures, days: [CalendarOverview.days], happenings: [CalendarOverview.shared])
