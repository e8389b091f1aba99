import AtriumSDK
import ICalendarExchange
import ICalendarFormat
import JrnlFormat
import MarkdownFormat

/// What of files comes in and goes out.
enum JournalExchange {
    /// A VJOURNAL with the mark is a decision, and no entry of a diary.
    static let decisionMark = ItemMark(
        on: .vjournal, property: DecisionJournal.mark, kind: ItemKind(rawValue: "decision"))

    static let importers = [
        Importer(
            .icalendar, kinds: [.vjournal], into: .entries,
            programs: [
                SourceProgram(
                    "KOrganizer", steps: "KOrganizer: File > Export > Export as iCalendar…", isTried: false)
            ], fingerprints: EntryDraft.fingerprints,
            map: { item, _, _ in try EntryJournal.map(component(of: item)) }, writer: EntryWriter.init),
        Importer(
            .icalendar, kinds: [decisionMark.kind], into: .decisions,
            fingerprints: DecisionDraft.fingerprints,
            map: { item, _, _ in try DecisionJournal.map(component(of: item)) }, writer: DecisionWriter.init),
        EntryCSV.importer, DecisionCSV.importer,
        Importer(
            .markdown, kinds: [.markdown], into: .entries, options: [CSVOptions.dateOrder.declaration],
            programs: [
                SourceProgram(
                    "Obsidian", steps: "Your vault is a folder of .md files: import the folder",
                    isTried: false)
            ],
            fingerprints: EntryDraft.fingerprints,
            map: { item, container, options in
                guard let document = item.value as? MarkdownDocument, let name = container.value as? String
                else {
                    throw AtriumError(.internal, "the importer of entries expected Markdown")
                }
                return try EntryMarkdown.map(document, in: name, options)
            }, writer: EntryWriter.init),
        Importer(
            .jrnl, kinds: [.jrnlEntry], into: .entries, options: [CSVOptions.dateOrder.declaration],
            programs: [
                SourceProgram(
                    "jrnl", steps: "jrnl: export in the format “text” and save it to a file", isTried: false)
            ],
            fingerprints: EntryDraft.fingerprints,
            map: { item, _, options in
                guard let entry = item.value as? JrnlEntry else {
                    throw AtriumError(.internal, "the importer of entries expected an entry of jrnl")
                }
                return try EntryJrnl.map(entry, line: item.line, options)
            }, writer: EntryWriter.init),
    ]

    static let exporters = [
        Exporter(
            .icalendar, of: .entries, fileName: "journal.ics",
            run: { context in
                let table = EntryTable(context.db, context.tags)
                let records = RecordComponents(
                    table.find, component: EntryJournal.component, patch: EntryJournal.patched)
                try ComponentExport(entries, records, context).run()
            }),
        Exporter(
            .csv, of: .entries, fileName: "journal.csv", options: CSVOptions.exports
        ) { context in
            let table = EntryTable(context.db, context.tags)
            try EntryCSV.table.write(context, stored: table.entry)
        },
        Exporter(.markdown, of: .entries, fileName: "journal.md", run: writeMarkdown),
        Exporter(
            .icalendar, of: .decisions, fileName: "decisions.ics",
            run: { context in
                let table = DecisionTable(context.db, context.tags)
                let records = RecordComponents(
                    table.find, component: DecisionJournal.component, patch: DecisionJournal.patched)
                try ComponentExport(decisions, records, context).run()
            }),
        Exporter(
            .csv, of: .decisions, fileName: "decisions.csv", options: CSVOptions.exports
        ) { context in
            let table = DecisionTable(context.db, context.tags)
            try DecisionCSV.table.write(context, stored: table.decision)
        },
    ]

    /// Writes entries as Markdown: one after the other, or with `--split` a file each.
    private static func writeMarkdown(_ context: ExportContext) throws {
        let table = EntryTable(context.db, context.tags)
        let userZone = Zones.id(of: context.settings.timeZone)
        try context.sources.forEachRecord(in: .entries, format: .markdown, where: context.condition) {
            id, source in
            let stored = try table.entry(id)
            guard let source else { return try context.write(EntryMarkdown.document(of: stored).written()) }
            let came = MarkdownDocument(source.text)
            let name = try context.sources.layout(of: source.container) ?? ""
            let document =
                source.isEdited
                ? EntryMarkdown.patched(came, in: name, userZone: userZone, to: stored)
                : EntryMarkdown.named(came, in: name, by: stored)
            try context.write(document.written())
        }
    }

    private static func component(of item: Item) throws -> CalendarComponent {
        guard let component = item.value as? CalendarComponent else {
            throw AtriumError(.internal, "the exporter of the journal expected an iCalendar component")
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
