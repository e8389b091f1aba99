import AtriumSDK
import ICalendarFormat

/// Which formats come in and go out.
enum CalendarExchange {
    static let importers = [
        Importer(
            .icalendar, kinds: [.vevent], into: .events, options: [CalendarOption.field.declaration],
            fingerprints: EventDraft.fingerprints,
            map: { item, _, _ in
                guard let component = item.value as? CalendarComponent else {
                    throw AtriumError(.internal, "an item that is no component reached the calendar")
                }
                return try EventICalendar.map(component)
            }, writer: EventWriter.init),
        Importer(
            .csv, kinds: [.csvRow], into: .events,
            options: [CalendarOption.field.declaration, CSVOptions.dateOrder.declaration],
            columns: ForeignCSV.Column.allCases.map { FieldDeclaration($0.rawValue, .text, help: $0.help) },
            recognise: EventCSVImport.recognise, guess: EventCSVImport.guess,
            fingerprints: EventDraft.fingerprints, map: EventCSVImport.map, writer: EventWriter.init),
    ]

    static let exporters = [
        Exporter(
            .icalendar, of: .events, fileName: "calendar.ics", headSQL: "ifnull(r.series_id, r.id)",
            options: [CalendarOption.field.declaration],
            run: EventExport.run),
        Exporter(
            .csv, of: .events, fileName: "events.csv", headSQL: "ifnull(r.series_id, r.id)",
            options: [CalendarOption.field.declaration] + CSVOptions.exports,
            run: { try CSVExport($0).run() }),
    ]
}
