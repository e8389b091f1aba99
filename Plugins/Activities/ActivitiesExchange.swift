import AtriumSDK
import CSVFormat
import ContentLine
import GRDB
import ICalendarExchange
import ICalendarFormat

/// What of files comes in and goes out: CSV, and VEVENT for what is planned.
enum ActivitiesExchange {
    // MARK: - In

    /// By what an activity without a UID is known again: a hall has many concerts of one name, but one a day.
    private static let fingerprints: [Fingerprint<ActivityDraft>] = [
        Fingerprint("name and place", strength: .sure) { draft in
            guard let place = draft.place ?? nil else { return nil }
            return draft.name.lowercased() + "\n" + place.lowercased()
        },
        Fingerprint("name", strength: .likely) { $0.name.lowercased() },
    ]

    static let csvImporter = Importer(
        .csv, kinds: [.csvRow], into: .activities, options: [CSVOptions.dateOrder.declaration],
        columns: ActivitiesCSV.Column.allCases.map { FieldDeclaration($0.rawValue, .text, help: $0.help) },
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
        map: { item, _, _ in
            guard let component = item.value as? CalendarComponent else {
                throw AtriumError(.internal, "an item that is no component reached the activities")
            }
            return try ActivityEvent.map(component)
        }, writer: ActivityWriter.init)

    // MARK: - Out

    static let csvExporter = Exporter(
        .csv, of: .activities, fileName: "activities.csv", options: CSVOptions.exports
    ) { context in
        let table = ActivityTable(context.db, context.tags)
        let columns = try columns(context)
        var writer = CSVWriter(
            .init(
                delimiter: context.csv.delimiter, byteOrderMark: context.csv.byteOrderMark,
                isForSpreadsheet: context.csv.isForSpreadsheet))
        func write(_ cells: [String]) throws {
            var bytes: [UInt8] = []
            writer.append(cells, to: &bytes)
            try context.write(bytes)
        }
        try write(columns.map(\.name))
        try context.sources.forEachRecord(in: .activities, format: .csv, where: context.condition) {
            id, source in
            let stored = try table.activity(id)
            let original = try source.flatMap { try sourceRow($0.text, in: $0.container, context) }
            try write(
                columns.map { name, column in
                    guard let column else { return original?.value(name) ?? "" }
                    return ActivitiesCSV.cell(column, of: stored, isEdited: source?.isEdited ?? true) {
                        original?.value($0.rawValue)
                    }
                })
        }
        context.warn(ofFormulas: writer.formulaCount)
    }

    private static func sourceRow(
        _ text: [UInt8], in container: Int64, _ context: ExportContext
    ) throws -> CSVSourceRow? {
        CSVSourceRow(
            row: text, header: try context.sources.container(container),
            layout: try context.sources.layout(of: container).flatMap(CSVLayout.init))
    }

    /// The columns of the file: ours, then those of imported files that mean nothing here.
    private static func columns(
        _ context: ExportContext
    ) throws -> [(name: String, column: ActivitiesCSV.Column?)] {
        var columns = ActivitiesCSV.Column.allCases.map { (name: $0.rawValue, column: Optional($0)) }
        var seen = Set(columns.map { $0.name.lowercased() })
        let containers = try context.sources.containers(
            of: .activities, format: .csv, where: context.condition)
        for (container, _) in containers {
            let header = try sourceRow([], in: container, context)?.header
            for name in header?.names ?? [] where !name.isEmpty && seen.insert(name.lowercased()).inserted {
                columns.append((name, nil))
            }
        }
        return columns
    }

    static let calendarExporter = Exporter(
        .icalendar, of: .activities, fileName: "activities.ics"
    ) { context in
        try ComponentExport(components, ActivityExport(context), context).run([planned], of: [planned])
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

/// Activities as components, for an export.
private struct ActivityExport: ExportedComponents {
    private let table: ActivityTable

    init(_ context: ExportContext) {
        table = ActivityTable(context.db, context.tags)
    }

    func component(of id: Int64) throws -> Component? {
        try table.find(id).map(ActivityEvent.component)
    }

    func patched(
        _ component: Component, version: CalendarVersion, localZone: String?, to id: Int64
    ) throws -> PatchedComponent? {
        guard let stored = try table.find(id) else { return nil }
        return ActivityEvent.patched(component, version: version, localZone: localZone, to: stored)
    }
}
