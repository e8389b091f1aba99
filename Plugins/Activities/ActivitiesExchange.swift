import AtriumSDK
import CSVExchange
import CSVFormat
import GRDB
import ICalendarExchange
import ICalendarFormat

/// What of files comes in and goes out: CSV, and VEVENT for what is planned.
enum ActivitiesExchange {
    // MARK: - In

    /// By what an activity without a UID is known again: a hall has many concerts of one name, but one a day.
    private static let fingerprints: [Fingerprint<ActivityDraft>] = [
        Fingerprint("name, place and planned day", strength: .sure) { draft in
            guard let place = draft.place ?? nil, let planned = draft.planned ?? nil else { return nil }
            return [draft.name.lowercased(), place.lowercased(), String(planned.storedText.prefix(10))]
                .joined(separator: "\n")
        },
        Fingerprint("name and place", strength: .likely) { draft in
            guard let place = draft.place ?? nil else { return nil }
            return draft.name.lowercased() + "\n" + place.lowercased()
        },
        Fingerprint("name", strength: .likely) { $0.name.lowercased() },
    ]

    static let csvImporter = Importer(
        .csv, kinds: [.csvRow], into: .activities, options: [CSVOptions.dateOrder.declaration],
        columns: ActivitiesCSV.Column.allCases.map { FieldDeclaration($0.rawValue, .text, help: $0.help) },
        neededColumns: [[ActivitiesCSV.Column.name.rawValue]],
        recognise: { container, options in
            (container.value as? CSVHeader).flatMap { ActivitiesCSV.recognise($0, options) }
        },
        guess: { container, items in
            guard let header = container.value as? CSVHeader else { return [] }
            return ActivitiesCSV.guesses(for: header, rows: items.compactMap { $0.value as? CSVRow })
        },
        fingerprints: fingerprints,
        map: { item, container, options in
            guard let row = item.value as? CSVRow, let header = container.value as? CSVHeader else {
                throw AtriumError(.internal, "activities were given an item that is no row of CSV")
            }
            return try ActivitiesCSV.draft(of: row, line: item.line, under: header, options)
        }, writer: ActivityWriter.init)

    static let calendarImporter = Importer(
        .icalendar, kinds: [.activity], into: .activities, fingerprints: fingerprints,
        map: { item, _, options in
            guard let component = item.value as? CalendarComponent else {
                throw AtriumError(.internal, "an item that is no component reached the activities")
            }
            return try ActivityEvent.map(component, options)
        }, writer: ActivityWriter.init)

    // MARK: - Out

    static let csvExporter = Exporter(
        .csv, of: .activities, fileName: "activities.csv", options: CSVOptions.exports
    ) { context in
        let table = ActivityTable(context.db, context.tags)
        try RowExport<ActivitiesCSV.Column>(of: .activities, context).run { id, original in
            let stored = try table.activity(id)
            return {
                ActivitiesCSV.cell(
                    $0, of: stored, isEdited: original.isEdited, order: original.options.csvDateOrder,
                    original: original.text)
            }
        }
    }

    static let calendarExporter = Exporter(
        .icalendar, of: .activities, fileName: "activities.ics"
    ) { context in
        let table = ActivityTable(context.db, context.tags)
        let records = RecordComponents(
            table.find, component: ActivityEvent.component, patch: ActivityEvent.patched)
        try ComponentExport(components, records, context).run([planned], of: [planned])
        let left = try Int.fetchOne(
            context.db,
            sql: "SELECT count(*) FROM activities_activity r WHERE \(context.condition) AND r.planned IS NULL"
        )
        if let left, left > 0 {
            context.warn(
                "\(left) \(left == 1 ? "activity is" : "activities are") planned for no day and "
                    + "\(left == 1 ? "stands" : "stand") in no calendar; csv holds all")
        }
    }

    /// An event needs a start: those that have one.
    private static let planned = ComponentGroup(
        0, name: "", isNamed: false, condition: "r.planned IS NOT NULL")

    private static let components = ComponentTable(
        "activities_activity", of: .activities, component: "VEVENT", plural: "activities",
        zones: ActivityTable.zoneTable,
        firstDaySQL: "CAST(julianday(substr(r.planned, 1, 10)) - 2440587.5 AS INTEGER)",
        zoneUses: [.init("r.planned_zone_id")])
}
