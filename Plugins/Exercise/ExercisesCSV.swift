import AtriumSDK
import CSVExchange
import CSVFormat

/// The mapping between rows of CSV and exercises, both ways: pure functions, no database.
enum ExercisesCSV {
    /// The columns that exercises are written to, in order.
    enum Column: String, RowColumn {
        case uid, name, category, muscles, notes, archived, importedAs

        /// What stands in the column, for help.
        var help: String {
            switch self {
            case .uid: "The exercise's uid."
            case .name: "What it is called."
            case .category: "What kind of training it is: cardio, strength or flexibility."
            case .muscles: "The muscles that it works, with commas between."
            case .notes: "More about it."
            case .archived: "Whether it is put away: yes or no."
            case .importedAs: "Other names that files have for it, a line each."
            }
        }
    }

    /// What a row says of an exercise; nil where it says nothing.
    struct Draft: Sendable, Hashable {
        var name: String
        var category: Category
        var muscles: [String]?
        /// Inside, nil means that the cell is empty.
        var notes: String??
        var isArchived: Bool?
        var importedAs: [String]?

        /// An exercise with what the row says of it.
        func applied(to exercise: Exercise) -> Exercise {
            var exercise = exercise
            exercise.name = name
            if category != exercise.category { exercise.hearsay = .none }
            exercise.category = category
            exercise.muscles = muscles ?? exercise.muscles
            exercise.notes = notes ?? exercise.notes
            exercise.isArchived = isArchived ?? exercise.isArchived
            if let importedAs, !Words.areSame(importedAs, exercise.importedAs) {
                exercise.importedAs = importedAs
            }
            return exercise
        }
    }

    // MARK: - In

    /// Whether a header is one of exercises: a name, a category and muscles.
    static func recognise(_ header: CSVHeader, _ options: ImportOptions) -> Importer.Recognition? {
        let places = Column.allCases.map { (column: $0, place: index(of: $0, in: header, options)) }
        let found = Set(places.filter { $0.place != nil }.map(\.column))
        guard found.isSuperset(of: [.name, .category, .muscles]) else { return nil }
        let used = Set(places.compactMap(\.place))
        return Importer.Recognition(
            profile: "exercises", confidence: .certain,
            unmappedColumns: header.names.indices.filter { !used.contains($0) }.map { header.names[$0] })
    }

    /// Maps a row.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where it has no name, or no category that is known: what its sets may say
    ///   hangs on that.
    static func draft(
        of row: CSVRow, line: Int, under header: CSVHeader, _ options: ImportOptions
    ) throws -> MappedItem<Draft> {
        func text(_ column: Column) -> String? { index(of: column, in: header, options).flatMap { row[$0] } }
        guard let name = text(.name).flatMap(Words.line) else {
            throw AtriumError(.badData, "the row has no name")
        }
        guard let category = text(.category).flatMap(Words.text).flatMap({ Category($0) }) else {
            throw AtriumError(.badData, "the row's category is none of cardio, strength, flexibility")
        }
        var draft = Draft(name: name, category: category)
        draft.muscles = text(.muscles).map(Words.names)
        draft.notes = text(.notes).map(Words.text)
        var issues: [ImportIssue] = []
        draft.importedAs = text(.importedAs).map { text in
            Words.lines(text).filter { Words.key($0) != Words.key(name) }
        }
        if let text = text(.archived) {
            draft.isArchived = isYes(text)
            if draft.isArchived == nil {
                issues.append(
                    ImportIssue(
                        line: line, property: Column.archived.rawValue, code: "bad-archived",
                        message: "it is neither yes nor no whether the exercise is archived"))
            }
        }
        return MappedItem(draft: draft, uid: text(.uid).flatMap(Words.text), issues: issues)
    }

    /// Whether a cell says yes; nil where it says neither yes nor no.
    private static func isYes(_ text: String) -> Bool? {
        switch text.lowercased().filter({ !$0.isWhitespace }) {
        case "yes", "true", "1", "x": true
        case "no", "false", "0", "": false
        default: nil
        }
    }

    private static func index(of column: Column, in header: CSVHeader, _ options: ImportOptions) -> Int? {
        options.column(of: column.rawValue, at: header.firstIndex)
    }

    // MARK: - Out

    /// The cell of an exercise in a column; the text of the row that it came from where that says the same.
    static func cell(
        _ column: Column, of stored: StoredExercise, isEdited: Bool, original: String?
    ) -> String {
        let text = text(column, of: stored)
        guard let original else { return text }
        let exercise = stored.exercise
        let isSame =
            switch column {
            case .uid: Words.text(original) == stored.uid
            case .name: Words.line(original) == exercise.name
            case .category: Category(Words.text(original) ?? "") == exercise.category
            case .muscles: Words.names(original) == exercise.muscles
            case .notes: Words.text(original) == exercise.notes
            case .archived: !isEdited || isYes(original) == exercise.isArchived
            case .importedAs: Words.areSame(Words.lines(original), exercise.importedAs)
            }
        return isSame ? original : text
    }

    private static func text(_ column: Column, of stored: StoredExercise) -> String {
        let exercise = stored.exercise
        return switch column {
        case .uid: stored.uid
        case .name: exercise.name
        case .category: exercise.category.rawValue
        case .muscles: exercise.muscles.joined(separator: ", ")
        case .notes: exercise.notes ?? ""
        case .archived: exercise.isArchived ? "yes" : ""
        case .importedAs: exercise.importedAs.joined(separator: "\n")
        }
    }
}
