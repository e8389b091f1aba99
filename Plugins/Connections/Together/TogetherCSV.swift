import AtriumSDK
import CSVFormat

/// Somebody as a row names them; at least one of both is there.
struct NamedCompanion: Hashable, Sendable {
    /// The name.
    var name: String?
    /// The uid of the person.
    var uid: String?
}

/// The columns that interactions and memories have in common, and how their cells are read and written: pure.
///
/// | column | what stands in it |
/// |---|---|
/// | `people` | the names of those it was with, a line each; `;` between them will do where there is no `personUids` |
/// | `personUids` | their uids, a line each; an empty line where somebody is none of the people |
enum TogetherCSV {
    /// The cells of a row by column.
    struct Cells {
        let row: CSVRow
        let header: CSVHeader
        let options: ImportOptions

        /// The text of a column's cell, without blanks around; nil where there is none.
        func text(_ column: String) -> String? {
            // SQLite's texts end at a NUL.
            index(of: column).flatMap { row[$0]?.replacing("\0", with: "").trimmed.nonEmpty }
        }

        /// Whether there is such a column.
        func has(_ column: String) -> Bool { index(of: column) != nil }

        private func index(of column: String) -> Int? {
            options.column(of: column, at: header.firstIndex)
        }

        /// Those whom the cells name.
        var companions: [NamedCompanion] {
            let names = text("people") ?? ""
            // Blanks and empty lines say who has no uid: they are not trimmed.
            let uids = index(of: "personUids").flatMap { row[$0] }.map { $0.replacing("\0", with: "") } ?? ""
            guard uids.nonEmpty != nil else {
                let separatesBySemicolon = !has("personUids")
                return names.split(whereSeparator: { $0.isNewline || separatesBySemicolon && $0 == ";" })
                    .compactMap { $0.trimmed.nonEmpty.map { NamedCompanion(name: $0) } }
            }
            func lines(_ text: String) -> [String?] {
                text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
                    .map { $0.trimmed.nonEmpty }
            }
            let (allNames, allUIDs) = (lines(names), lines(uids))
            return (0..<max(allNames.count, allUIDs.count)).compactMap { place in
                let name = place < allNames.count ? allNames[place] : nil
                let uid = place < allUIDs.count ? allUIDs[place] : nil
                return name == nil && uid == nil ? nil : NamedCompanion(name: name, uid: uid)
            }
        }

        /// A day in whatever form tables write it.
        ///
        /// - Throws: ``AtriumError``: `badData` where it is none, ``AtriumError/dateOrderNeeded(line:column:)`` where it
        ///   reads as two days.
        func day(_ text: String, in column: String) throws -> LocalDate {
            let order = options.arguments[CSVOptions.dateOrder].flatMap(CSVDateOrder.init(rawValue:))
            do throws(CSVDateProblem) {
                let date = try CSVDate.parse(text, order: order)
                if let day = LocalDate(iso: date.description) { return day }
            } catch {
                if case .ambiguousOrder = error {
                    throw AtriumError.dateOrderNeeded(line: row.line, column: column)
                }
            }
            throw AtriumError(.badData, "the row has no day such as 2026-03-01", field: column)
        }
    }

    /// Whether a header has some columns, and which of its own mean nothing here.
    static func recognise(
        _ container: Container, _ options: ImportOptions, as profile: String, columns: [String],
        needed: [String]
    ) -> Importer.Recognition? {
        guard let header = container.value as? CSVHeader else { return nil }
        let places = columns.map { options.column(of: $0, at: header.firstIndex) }
        let found = Set(zip(columns, places).filter { $1 != nil }.map(\.0))
        guard needed.allSatisfy(found.contains) else { return nil }
        let used = Set(places.compactMap(\.self))
        return Importer.Recognition(
            profile: profile, confidence: found.contains("uid") ? .certain : .likely,
            unmappedColumns: header.names.indices.filter { !used.contains($0) }.map { header.names[$0] })
    }

    /// The cells of `people` and `personUids`.
    static func cells(_ people: [(name: String, uid: String?)]) -> [String] {
        let names = people.map { $0.name.split(whereSeparator: \.isNewline).joined(separator: " ") }
        let uids = people.contains { $0.uid != nil } ? people.map { $0.uid ?? "" } : []
        return [names.joined(separator: "\n"), uids.joined(separator: "\n")]
    }

    /// Writes rows under a header, in constant memory.
    static func write(
        _ header: [String], _ context: ExportContext, rows: (([String]) throws -> Void) throws -> Void
    ) throws {
        var writer = CSVWriter(context.csvWriterOptions)
        var output: [UInt8] = []
        writer.append(header, to: &output)
        try rows { cells in
            writer.append(cells, to: &output)
            guard output.count > 1 << 16 else { return }
            try context.write(output)
            output.removeAll(keepingCapacity: true)
        }
        try context.write(output)
        context.warn(ofFormulas: writer.formulaCount)
    }
}
