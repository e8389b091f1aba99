import AtriumSDK
import CSVExchange
import CSVFormat
import GRDB
import Synchronization

/// Contacts in CSV, both ways.
enum ContactsCSV {
    /// Reads the files of the programs in ``ContactProfiles/all``, and any other whose columns the user maps.
    static let importer = Importer(
        .csv, kinds: [.csvRow], into: PersonStore.collection, options: [CSVOptions.dateOrder.declaration],
        columns: MappedField.all.map(\.declaration), programs: ContactProfiles.programs,
        recognise: { container, options in
            guard let columns = columns(of: container, options) else { return nil }
            return Importer.Recognition(
                profile: columns.profile, confidence: .certain, unmappedColumns: columns.unmapped)
        },
        guess: { container, items in
            guard let header = container.value as? CSVHeader else { return [] }
            return MappedField.guesses(for: header, rows: items.compactMap { $0.value as? CSVRow })
        },
        fingerprints: PersonDraft.fingerprints,
        map: { item, container, options in
            guard let row = item.value as? CSVRow, let columns = columns(of: container, options) else {
                throw AtriumError(.internal, "the contact is not a row of a known CSV file")
            }
            return try ContactRow.map(
                row, columns,
                order: options.csvDateOrder)
        },
        writer: { PersonWriter($0) })

    /// The meaning of a header's columns: the last one found is kept, since all rows of a file ask for the same.
    private static func columns(of container: Container, _ options: ImportOptions) -> ContactColumns? {
        guard let header = container.value as? CSVHeader else { return nil }
        return last.withLock { last in
            if let last, last.names == header.names, last.mapped.elementsEqual(options.columns, by: ==) {
                return last.columns
            }
            let columns = ContactColumns(header, mapped: options.columns)
            last = (header.names, options.columns, columns)
            return columns
        }
    }

    private typealias Found = (
        names: [String], mapped: [(column: String, field: String)], columns: ContactColumns?
    )
    private static let last = Mutex<Found?>(nil)

    /// Writes all people with one header of our own; a photo has no place in it.
    static let exporter = Exporter(
        .csv, of: PersonStore.collection, fileName: "contacts.csv", options: CSVOptions.exports
    ) { context in
        let table = try ContactTable(context.db, where: context.condition)
        let store = PersonStore(db: context.db, tags: context.tags)
        var writer = CSVWriter(context.csvWriterOptions)
        var output: [UInt8] = []
        writer.append(table.header, to: &output)
        let rows = try Row.fetchCursor(
            context.db,
            sql: """
                SELECT r.id, r.uid, \(PersonStore.columns) FROM connections_person r
                WHERE \(context.condition) ORDER BY r.id
                """)
        while let row = try rows.next() {
            let person = try store.person(row[0], row, from: 2)
            writer.append(table.row(person, uid: row[1]), to: &output)
            if output.count > 1 << 16 {
                try context.write(output)
                output.removeAll(keepingCapacity: true)
            }
        }
        try context.write(output)
        context.warn(ofFormulas: writer.formulaCount)
    }
}
