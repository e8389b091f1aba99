import AtriumSDK
import ICalendarExchange
import ICalendarFormat

/// Which formats come in and go out.
enum CalendarExchange {
    static let importers = [
        Importer(
            .icalendar, kinds: [.vevent], into: .events, options: [CalendarOption.field.declaration],
            programs: programs, fingerprints: EventDraft.fingerprints,
            version: ItemVersion.init(ofComponent:),
            map: { item, container, _ in
                guard let component = item.value as? CalendarComponent else {
                    throw AtriumError(.internal, "the calendar received something other than a component")
                }
                return try EventICalendar.map(component, method: container.calendar?.messageMethod)
            }, writer: EventWriter.init),
        Importer(
            .csv, kinds: [.csvRow], into: .events,
            options: [CalendarOption.field.declaration, CSVOptions.dateOrder.declaration],
            columns: ForeignCSV.Column.allCases.map { FieldDeclaration($0.rawValue, .text, help: $0.help) },
            programs: ForeignCSV.programs.compactMap(\.program),
            recognise: EventCSVImport.recognise, guess: EventCSVImport.guess,
            fingerprints: EventDraft.fingerprints, map: EventCSVImport.map, writer: EventWriter.init),
    ]

    /// The programs whose calendars are read; a calendar of any other program is read too.
    private static let programs = [
        SourceProgram(
            "Google Calendar", steps: "calendar.google.com: Settings > Import & export > Export",
            isTried: true),
        SourceProgram("Apple Calendar", steps: "Calendar: File > Export > Export…", isTried: true),
        SourceProgram("Outlook", steps: "Outlook: Calendar, then File > Save Calendar", isTried: true),
        SourceProgram(
            "Nextcloud Calendar", steps: "Calendar: edit a calendar in the left sidebar, then Export",
            isTried: false),
        SourceProgram("Thunderbird", steps: "Calendar: Events and Tasks > Export…", isTried: true),
        SourceProgram(
            "KOrganizer", steps: "KOrganizer: File > Export > Export as iCalendar…", isTried: true),
    ]

    static let exporters = [
        Exporter(
            .icalendar, of: .events, fileName: "calendar.ics", headSQL: "ifnull(r.series_id, r.id)",
            feeds: [
                FeedDeclaration(.calendar, with: ComponentExport.together)
            ],
            options: [CalendarOption.field.declaration, ComponentExport.together.declaration],
            run: EventExport.run),
        Exporter(
            .csv, of: .events, fileName: "events.csv", headSQL: "ifnull(r.series_id, r.id)",
            options: [CalendarOption.field.declaration] + CSVOptions.exports,
            run: { try CSVExport($0).run() }),
    ]
}
