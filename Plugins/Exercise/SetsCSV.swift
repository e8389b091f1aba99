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
            "The units of weights and distances that a file of exercise gives without one; yours, if none are given."
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
            throw AtriumError(.internal, "a set's item is no row of a known table")
        }
        var cells = SetRow(
            row, known.layout, order: options.csvDateOrder, userZone: options.timeZone.identifier)
        let draft = try cells.draft(line: line, header: header, columns: known.columns)
        return MappedItem(
            draft: draft, uid: cells.text(.uid),
            issues: cells.problems.map { problem in
                let name = known.layout.place(of: problem.column).map { header.names[$0] }
                return ImportIssue(
                    line: line, property: name ?? problem.column.name, code: problem.code,
                    message: problem.message)
            })
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

    // MARK: - Out

    /// The columns of an imported table that mean nothing here, and come back.
    ///
    /// Those of another program have its name in front, since ours may be called alike.
    static func otherColumns(of header: CSVHeader) -> [(name: String, source: String)] {
        guard let layout = layout(of: header, [])?.layout, layout.program != .own else {
            return header.names.map { ($0, $0) }
        }
        return layout.unmapped.map { ("\(layout.program.rawValue) \($0)", $0) }
    }

    /// The cells of a set in our own columns.
    ///
    /// Where the row that it came from is one of ours and says the same, its own text stands: a cell that was not touched is
    /// given back as it was, with what could not be read of it.
    ///
    /// - Parameters:
    ///   - isEdited: whether the set was changed since that row came in.
    ///   - original: that row; nil where there is none, or it is of another program.
    static func cells(of stored: StoredSet, isEdited: Bool, original: Original?) -> [String] {
        let said = isEdited ? original?.said : nil
        return Column.allCases.map { column in
            let text = text(column, of: stored)
            guard let original, let place = original.known.layout.place(of: column),
                let old = original.row[place]
            else { return text }
            // Whoever reads a column that was mapped reads it as it was read.
            if !isEdited, !original.options.columns.isEmpty { return old }
            switch column {
            case .uid: return Words.text(old) == stored.uid ? old : text
            case .exercise: return Words.line(old) == stored.name ? old : text
            case .category:
                let category = Words.text(old).flatMap { Category($0) }
                return category == stored.category || category == nil ? old : text
            // What a number alone means is a matter of settings, so that it gets its unit.
            case .weight where Words.text(old).flatMap(Quantities.number) ?? 0 > 0,
                .distance where Words.text(old).flatMap(Quantities.number) ?? 0 > 0:
                return text
            default:
                guard isEdited else { return old }
                return said.map { Self.text(column, of: $0) == text } ?? false ? old : text
            }
        }
    }

    /// A row of one of our own tables, and what it says.
    struct Original {
        let row: CSVRow
        let header: CSVHeader
        let known: Known
        let options: ImportOptions
        let units: UserSettings.Units

        /// Nil where the row is of another program, or cannot be read any more.
        init?(_ source: CSVSourceRow, _ options: ImportOptions, units: UserSettings.Units) {
            guard let row = source.row, let known = layout(of: source.header, options.columns),
                known.layout.program == .own
            else { return nil }
            self.row = row
            header = source.header
            self.known = known
            self.options = options
            self.units = units
        }

        /// The set that an import makes of the row; nil where it makes none.
        var said: StoredSet? {
            guard let draft = try? SetsCSV.draft(of: row, line: 1, under: header, options).draft else {
                return nil
            }
            let set = draft.applied(
                to: ExerciseSet(exercise: 0, day: draft.day), exercise: 0, units: units)
            return StoredSet(
                id: 0, uid: "", set: set, name: draft.exercise, category: draft.category, createdAt: "",
                updatedAt: "")
        }
    }

    private static func text(_ column: Column, of stored: StoredSet) -> String {
        let set = stored.set
        return switch column {
        case .uid: stored.uid
        case .exercise: stored.name
        case .category: stored.category.rawValue
        case .day: set.day.description
        case .time: set.time ?? ""
        case .zone: set.zone ?? ""
        case .workout: set.workout ?? ""
        case .position: set.position.map(String.init) ?? ""
        case .kind: set.kind == .normal ? "" : set.kind.rawValue
        case .weight: set.weight.map(Quantities.shortestWeight) ?? ""
        case .reps: set.reps.map(String.init) ?? ""
        case .distance: set.distance.map(Quantities.shortestDistance) ?? ""
        case .duration: set.duration.map(Quantities.durationText) ?? ""
        case .heartRate: set.heartRate.map(String.init) ?? ""
        case .rpe: set.rpe.map { Quantities.decimal($0, places: 2) } ?? ""
        case .muscles: set.muscles.joined(separator: ", ")
        case .note: set.note ?? ""
        }
    }
}
