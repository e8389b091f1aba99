import AtriumSDK
import CSVExchange
import CSVFormat

/// What of files comes in and goes out: where the pure mappings meet the tables.
enum ExerciseExchange {
    // MARK: - In

    static let setsImporter = Importer(
        .csv, kinds: [.csvRow], into: .sets,
        options: [
            CSVOptions.dateOrder.declaration, SetsCSV.units.declaration, SetsCSV.decimalMark.declaration,
        ], recalledOptions: [SetsCSV.units.declaration],
        columns: SetsCSV.Column.allCases.map { FieldDeclaration($0.name, .text, help: $0.help) },
        programs: SetLayout.Program.allCases.compactMap(\.source),
        recognise: { container, options in
            (container.value as? CSVHeader).flatMap { SetsCSV.recognise($0, options) }
        },
        guess: { container, items in
            guard let header = container.value as? CSVHeader else { return [] }
            return SetsCSV.guesses(for: header, rows: items.compactMap { $0.value as? CSVRow })
        },
        fingerprints: SetDraft.fingerprints,
        map: { item, container, options in
            guard let row = item.value as? CSVRow, let header = container.value as? CSVHeader else {
                throw AtriumError(.internal, "the importer of sets expected a CSV row")
            }
            return try SetsCSV.draft(of: row, line: item.line, under: header, options)
        },
        writer: SetWriter.init)

    // MARK: - Out

    static let setsExporter = Exporter(
        .csv, of: .sets, fileName: "sets.csv", options: CSVOptions.exports
    ) { context in
        let store = SetStore(db: context.db)
        try RowExport<SetsCSV.Column>(of: .sets, context, others: SetsCSV.otherColumns).run { id, original in
            let cells = try SetsCSV.cells(
                of: store.set(id), isEdited: original.isEdited,
                original: original.source.flatMap {
                    SetsCSV.Original($0, original.options, units: context.settings.units)
                })
            return { cells[$0.rawValue] }
        }
    }
}
