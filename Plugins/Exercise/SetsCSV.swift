import AtriumSDK
import CSVExchange
import CSVFormat
import Foundation
import Synchronization

/// The mapping between rows of CSV and sets, both ways: pure functions, no database.
enum SetsCSV {
    typealias Column = SetLayout.Column

    /// In which units a file has numbers that stand without one.
    static let units = Field<String>.choice(
        "units", of: UserSettings.Units.allCases.map(\.rawValue),
        help:
            "The units of numbers without one. Defaults to those of the last file with these columns, or yours."
    )

    /// What stands before the parts of a file's numbers.
    static let decimalMark = Field<String>.choice(
        "decimalMark", of: DecimalMark.allCases.map(\.rawValue),
        help:
            "The decimal separator of the file, comma or point; required if a number such as 1,500 is ambiguous."
    )

    // MARK: - In

    /// Whether a header is one of sets.
    static func recognise(_ header: CSVHeader, _ options: ImportOptions) -> Importer.Recognition? {
        guard let known = layout(of: header, options.columns) else { return nil }
        return Importer.Recognition(
            profile: known.layout.program.rawValue, confidence: .certain,
            unmappedColumns: known.layout.unmapped)
    }

    /// Maps a row.
    ///
    /// - Throws: what ``SetRow/draft(line:header:columns:)`` throws.
    static func draft(
        of row: CSVRow, line: Int, under header: CSVHeader, _ options: ImportOptions
    ) throws -> MappedItem<SetDraft> {
        guard let known = layout(of: header, options.columns) else {
            throw AtriumError(.internal, "the importer of sets expected a row of a known table")
        }
        var cells = SetRow(
            row, known.layout, order: options.csvDateOrder,
            mark: options.arguments[decimalMark].flatMap(DecimalMark.init(rawValue:)),
            userZone: options.timeZone.identifier)
        let draft = try cells.draft(line: line, header: header, columns: known.columns)
        return MappedItem(
            draft: draft, uid: cells.text(.uid),
            issues: cells.problems.map { problem in
                ImportIssue(
                    line: line, property: cells.name(of: problem.column, in: header), code: problem.code,
                    message: problem.message)
            }
                + (options.isYetToCome(draft.day)
                    ? [.yetToCome(draft.day, line: line, property: cells.name(of: .day, in: header))] : []))
    }

    /// The layout of a header, and the columns of which its rows say something.
    struct Known: Sendable {
        let names: [String]
        let mapped: [(column: String, field: String)]
        let layout: SetLayout
        let columns: SetLayout.Columns

        init?(_ header: CSVHeader, _ mapped: [(column: String, field: String)]) {
            guard let layout = SetLayout(header, mapped: mapped) else { return nil }
            var columns = SetLayout.Columns(Column.allCases.filter { layout.place(of: $0) != nil })
            // Strong's number of a set may say its kind.
            if layout.program == .strong { columns.insert(.kind) }
            self.names = header.names
            self.mapped = mapped
            self.layout = layout
            self.columns = columns
        }
    }

    /// The last one found is kept, since all rows of a file ask for the same.
    private static let last = Mutex<Known?>(nil)

    static func layout(of header: CSVHeader, _ mapped: [(column: String, field: String)]) -> Known? {
        last.withLock { last in
            if let last, last.names == header.names, last.mapped.elementsEqual(mapped, by: ==) { return last }
            guard let known = Known(header, mapped) else { return nil }
            last = known
            return known
        }
    }

    /// What the columns of an unknown header probably mean.
    static func guesses(for header: CSVHeader, rows: [CSVRow]) -> [ColumnGuess] {
        let guesser = CSVColumnGuesser<Column>([
            .init(.uid, names: ["uid", "id"]),
            .init(.exercise, names: ["exercise", "exercise name", "Übung", "exercice", "ejercicio"]),
            .init(.category, names: ["category", "type"]),
            .init(.day, names: ["day", "date", "Datum", "fecha"], look: .date),
            .init(.time, names: ["time of day", "start time"]),
            .init(.workout, names: ["workout", "workout name", "session", "routine"]),
            .init(.position, names: ["set", "set number", "set order", "Satz"], look: .number),
            .init(.kind, names: ["set type", "kind"]),
            .init(.weight, names: ["weight", "load", "Gewicht", "poids", "peso"], look: .number),
            .init(.reps, names: ["reps", "repetitions", "Wiederholungen"], look: .number),
            .init(.distance, names: ["distance", "Distanz", "distancia"], look: .number),
            .init(.duration, names: ["duration", "time", "Dauer"]),
            .init(.heartRate, names: ["heart rate", "hr", "bpm", "Puls"], look: .number),
            .init(.rpe, names: ["rpe"], look: .number),
            .init(.muscles, names: ["muscles", "muscle group"]),
            .init(.note, names: ["note", "notes", "comment", "Notizen"]),
        ])
        return guesser.columnGuesses(for: header, rows: rows, name: \.name)
    }
}

extension AtriumError {
    /// A number that reads as two: the file is not imported before the user says which is meant.
    static func decimalMarkNeeded(line: Int, column: String) -> AtriumError {
        let field = SetsCSV.decimalMark.declaration.name
        return AtriumError(
            .usage,
            "line \(line): a number in the column “\(column)” is ambiguous, because of its comma",
            remedy:
                "give the decimal separator with \(field: "decimalMark", "point") or \(field: "decimalMark", "comma")",
            field: field)
    }
}
