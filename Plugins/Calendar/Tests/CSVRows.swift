import AtriumSDK
import CSVFormat
import TextDecoding

@testable import Calendar

/// Rows of CSV for tests.
enum CSVRows {
    /// Reads text and gives its header and rows.
    static func read(_ text: [UInt8]) throws -> (header: CSVHeader, rows: [CSVRow]) {
        var reader = try CSVReader(ArrayByteSource(text))
        var rows: [CSVRow] = []
        while let row = try reader.next() { rows.append(row) }
        return (reader.header, rows)
    }

    /// What our importer makes of a row that our exporter writes.
    static func reread(_ cells: [String]) throws -> EventDraft {
        var writer = CSVWriter()
        var output: [UInt8] = []
        writer.append(EventCSV.header, to: &output)
        writer.append(cells, to: &output)
        let (header, rows) = try read(output)
        guard let row = rows.first else { throw AtriumError(.internal, "no row") }
        return EventCSV.draft(row, columns: EventCSV.profile.match(header)).draft
    }

    /// What our importer makes of the rows of another program.
    static func foreign(
        _ text: String, options: ImportOptions
    ) throws -> (profile: Importer.Recognition?, items: [MappedItem<EventDraft>]) {
        let (header, rows) = try read(Array(text.utf8))
        let container = Container(format: .csv, source: [], value: header)
        let recognition = EventCSVImport.recognise(container, options)
        guard recognition != nil else { return (nil, []) }
        let items = try rows.map {
            try EventCSVImport.map(
                Item(kind: .csvRow, source: $0.bytes, line: $0.line, value: $0, issues: []), container,
                options)
        }
        return (recognition, items)
    }
}
