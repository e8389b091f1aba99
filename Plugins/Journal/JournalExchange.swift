import AtriumSDK
import ContentLine
import ICalendarExchange
import ICalendarFormat

/// What of files comes in and goes out.
enum JournalExchange {
    static let importers = [
        Importer(
            .icalendar, kinds: [.vjournal], into: .entries, fingerprints: EntryDraft.fingerprints,
            map: { item, _, _ in try EntryJournal.map(component(of: item)) }, writer: EntryWriter.init),
        Importer(
            .icalendar, kinds: [.decision], into: .decisions, fingerprints: DecisionDraft.fingerprints,
            map: { item, _, _ in try DecisionJournal.map(component(of: item)) }, writer: DecisionWriter.init),
        EntryCSV.importer, DecisionCSV.importer,
    ]

    static let exporters = [
        Exporter(
            .icalendar, of: .entries, fileName: "journal.ics",
            run: { try ComponentExport(entries, EntryExport($0), $0).run() }),
        Exporter(
            .csv, of: .entries, fileName: "journal.csv", options: CSVOptions.exports
        ) { context in
            let table = EntryTable(context.db, context.tags)
            try EntryCSV.table.write(context, stored: table.entry)
        },
        Exporter(
            .icalendar, of: .decisions, fileName: "decisions.ics",
            run: { try ComponentExport(decisions, DecisionExport($0), $0).run() }),
        Exporter(
            .csv, of: .decisions, fileName: "decisions.csv", options: CSVOptions.exports
        ) { context in
            let table = DecisionTable(context.db, context.tags)
            try DecisionCSV.table.write(context, stored: table.decision)
        },
    ]

    private static func component(of item: Item) throws -> CalendarComponent {
        guard let component = item.value as? CalendarComponent else {
            throw AtriumError(.internal, "an item that is no component reached the journal")
        }
        return component
    }

    private static let entries = ComponentTable(
        "journal_entry", of: .entries, component: "VJOURNAL", plural: "entries", zones: EntryTable.zoneTable,
        firstDaySQL: "CAST(julianday(substr(r.at, 1, 10)) - 2440587.5 AS INTEGER)",
        zoneUses: [.init("r.zone_id")])

    /// Decisions have no times on the clock of a zone.
    private static let decisions = ComponentTable(
        "journal_decision", of: .decisions, component: "VJOURNAL", plural: "decisions",
        zones: EntryTable.zoneTable, firstDaySQL: "NULL", zoneUses: [.init("NULL")])
}

/// Entries as components, for an export.
private struct EntryExport: ExportedComponents {
    private let table: EntryTable

    init(_ context: ExportContext) {
        table = EntryTable(context.db, context.tags)
    }

    func component(of id: Int64) throws -> Component? {
        try table.find(id).map(EntryJournal.component)
    }

    func patched(
        _ component: Component, version: CalendarVersion, localZone: String?, to id: Int64
    ) throws -> PatchedComponent? {
        guard let stored = try table.find(id) else { return nil }
        return EntryJournal.patched(component, version: version, localZone: localZone, to: stored)
    }
}

/// Decisions as components, for an export.
private struct DecisionExport: ExportedComponents {
    private let table: DecisionTable

    init(_ context: ExportContext) {
        table = DecisionTable(context.db, context.tags)
    }

    func component(of id: Int64) throws -> Component? {
        try table.find(id).map(DecisionJournal.component)
    }

    func patched(
        _ component: Component, version: CalendarVersion, localZone: String?, to id: Int64
    ) throws -> PatchedComponent? {
        guard let stored = try table.find(id) else { return nil }
        return DecisionJournal.patched(component, version: version, localZone: localZone, to: stored)
    }
}
