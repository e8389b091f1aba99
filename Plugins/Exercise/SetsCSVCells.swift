import AtriumSDK
import CSVExchange
import CSVFormat
import Foundation

/// The cells of sets that are written.
extension SetsCSV {
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
    /// given back as it was, with what could not be read of it. Of another program's row stands what could not be read.
    ///
    /// - Parameters:
    ///   - isEdited: whether the set was changed since that row came in.
    ///   - original: that row; nil where there is none.
    static func cells(of stored: StoredSet, isEdited: Bool, original: Original?) -> [String] {
        guard let original else { return Column.allCases.map { text($0, of: stored) } }
        guard original.isOwn else {
            let leftOver = original.leftOver(in: isEdited ? stored.category : nil)
            return Column.allCases.map { column in
                let text = text(column, of: stored)
                return text.isEmpty ? leftOver[column] ?? "" : text
            }
        }
        let imported = isEdited ? original.importedSet(in: stored.category) : nil
        return Column.allCases.map { column in
            let text = text(column, of: stored)
            guard let old = original.text(column) else { return text }
            // Whoever reads a column that was mapped reads it as it was read.
            if !isEdited, !original.options.columns.isEmpty { return old }
            switch column {
            case .uid: return Words.text(old) == stored.uid ? old : text
            case .exercise: return Words.line(old) == stored.name ? old : text
            case .category:
                let category = Words.text(old).flatMap { Category($0) }
                return category == stored.category || category == nil ? old : text
            case .day: return saysDay(old, of: stored.set, isEdited: isEdited) ? old : text
            default:
                if isEdited {
                    guard let imported, Self.text(column, of: imported) == text else { return text }
                }
                return saysNumber(old, column, of: stored.set) ? old : text
            }
        }
    }

    /// Whether a cell says a set's day to who reads it without options: no day that may be two, no time that was changed since.
    private static func saysDay(_ cell: String, of set: ExerciseSet, isEdited: Bool) -> Bool {
        guard let text = Words.text(cell), let when = try? SetRow.when(text, nil) else { return false }
        return when.day == set.day && (!isEdited || when.time == nil || when.time == set.time)
    }

    /// Whether a cell says a set's number to who reads it without options: in its own unit, and no number that may be two.
    ///
    /// True where the set has none: whatever the cell says was not taken, or not understood.
    private static func saysNumber(_ cell: String, _ column: Column, of set: ExerciseSet) -> Bool {
        func says(_ value: Double?, _ read: (String) -> Double?) -> Bool {
            value == nil || Words.text(cell).flatMap(read) == value
        }
        func says(_ value: Double?, in units: (String) -> Bool, _ read: (String) -> Double?) -> Bool {
            says(value) { text in Quantities.parts(text).flatMap { units($0.1) ? read(text) : nil } }
        }
        // What a number alone means is a matter of settings, so that it gets its unit.
        switch column {
        case .weight:
            return says(set.weight, in: { !$0.isEmpty }, { Quantities.weight($0, in: .metric) })
        case .distance:
            return says(set.distance, in: { !$0.isEmpty }, { Quantities.distance($0, in: .metric) })
        case .duration: return says(set.duration) { Quantities.duration($0) }
        case .reps: return says(set.reps.map(Double.init)) { Quantities.number($0) }
        case .heartRate: return says(set.heartRate.map(Double.init)) { Quantities.number($0) }
        case .rpe: return says(set.rpe) { Quantities.number($0) }
        default: return true
        }
    }

    /// A row of a table of sets, and what it says.
    struct Original {
        let row: CSVRow
        let header: CSVHeader
        let known: Known
        let options: ImportOptions
        let units: UserSettings.Units

        /// Nil where the row cannot be read any more.
        init?(_ source: CSVSourceRow, _ options: ImportOptions, units: UserSettings.Units) {
            guard let row = source.row, let known = layout(of: source.header, options.columns) else {
                return nil
            }
            self.row = row
            header = source.header
            self.known = known
            self.options = options
            self.units = units
        }

        /// Whether its table is one of ours, and not of another program.
        var isOwn: Bool { known.layout.program == .own }

        /// The text of its cell in a column; nil where there is none.
        func text(_ column: Column) -> String? { known.layout.place(of: column).flatMap { row[$0] } }

        /// What of the row may not have been taken.
        ///
        /// - Parameter category: the category of the set's exercise, where what else the set has not was taken out by hand; nil:
        ///   what it has not was not taken, whatever its exercise was then.
        func leftOver(in category: Category?) -> [Column: String] {
            var cells = SetRow(
                row, known.layout, order: nil, mark: nil, userZone: options.timeZone.identifier)
            return cells.leftOver(in: category)
        }

        /// The set that an import makes of the row; nil where it makes none.
        ///
        /// - Parameter category: the category of the set's exercise.
        func importedSet(in category: Category) -> StoredSet? {
            guard let draft = try? SetsCSV.draft(of: row, line: 1, under: header, options).draft else {
                return nil
            }
            let set = draft.applied(
                to: ExerciseSet(exercise: 0, day: draft.day), exercise: 0, of: category, units: units)
            return StoredSet(
                id: 0, uid: "", set: set, name: draft.exercise, category: category, createdAt: "",
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
