import AtriumSDK
import CSVFormat

/// The mapping between rows of CSV and habits, both ways: pure functions, no database.
///
/// | column | what stands in it |
/// |---|---|
/// | `uid` | the habit's uid; a file without it is matched by the text of its rows |
/// | `title` | what the habit is called |
/// | `target` | on how many days of a month it is to be done, 1 to 31; 20 where it is empty |
/// | `days` | the days on which it was done, as `YYYY-MM-DD`, with blanks between them; other ways to write a date are read too |
enum HabitsCSV {
    /// The columns that habits are written to, in order.
    enum Column: String, CaseIterable {
        case uid, title, target, days

        /// What stands in the column, for help.
        var help: String {
            switch self {
            case .uid: "The habit's uid."
            case .title: "What the habit is called."
            case .target: "On how many days of a month it is to be done, 1 to 31."
            case .days: "The days on which it was done, as YYYY-MM-DD, with blanks between them."
            }
        }
    }

    /// What a row says of a habit; nil where it says nothing.
    struct Draft: Sendable, Hashable {
        var title: String
        var target: Int64?
        var days: Set<LocalDate>?

        /// A habit with what the row says of it.
        func applied(to habit: Habit) -> Habit {
            Habit(title: title, target: target ?? habit.target, days: days ?? habit.days)
        }
    }

    // MARK: - In

    /// Whether a header is one of habits: a title with days is, a title with a target may be.
    static func recognise(_ header: CSVHeader, _ options: ImportOptions) -> Importer.Recognition? {
        let mapped = Column.allCases.filter { index(of: $0, in: header, options) != nil }
        guard mapped.contains(.title), mapped.contains(.days) || mapped.contains(.target) else { return nil }
        let indices = Set(mapped.compactMap { index(of: $0, in: header, options) })
        return Importer.Recognition(
            profile: "habits", confidence: mapped.contains(.days) ? .certain : .likely,
            unmappedColumns: header.names.indices.filter { !indices.contains($0) }.map { header.names[$0] })
    }

    /// Maps a row.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where it has no title: nothing is left to make a habit of; and
    ///   ``AtriumError/dateOrderNeeded(line:column:)`` where a day reads as two.
    static func draft(
        of row: CSVRow, line: Int, under header: CSVHeader, _ options: ImportOptions
    ) throws -> MappedItem<Draft> {
        // SQLite's texts end at a NUL.
        func text(_ column: Column) -> String? {
            index(of: column, in: header, options).flatMap { row[$0]?.replacing("\0", with: "") }
        }
        guard let title = text(.title).flatMap(Habit.title) else {
            throw AtriumError(.badData, "the row has no title")
        }
        var issues: [ImportIssue] = []
        func note(_ column: Column, _ code: String, _ message: String) {
            issues.append(ImportIssue(line: line, property: column.rawValue, code: code, message: message))
        }
        var draft = Draft(title: title)
        if let text = text(.target).flatMap(Habit.title) {
            draft.target = target(text)
            if draft.target == nil { note(.target, "bad-target", "the target is no number from 1 to 31") }
        }
        if let text = text(.days) {
            let order = options.arguments[CSVOptions.dateOrder].flatMap(CSVDateOrder.init(rawValue:))
            let found = days(text, order: order)
            if found.isAmbiguous {
                let name = index(of: .days, in: header, options).map { header.names[$0] }
                throw AtriumError.dateOrderNeeded(line: line, column: name ?? Column.days.rawValue)
            }
            draft.days = found.days
            if found.wrong > 0 {
                note(.days, "bad-date", "\(found.wrong) of the days are no dates such as 2026-03-01")
            }
        }
        return MappedItem(draft: draft, uid: text(.uid).flatMap(Habit.title), issues: issues)
    }

    private static func index(of column: Column, in header: CSVHeader, _ options: ImportOptions) -> Int? {
        let name = options.columns.first { $0.field == column.rawValue }?.column
        return header.firstIndex(of: name ?? column.rawValue)
    }

    private static func target(_ text: String) -> Int64? {
        Int64(text).flatMap { Habit.targets.contains($0) ? $0 : nil }
    }

    /// The days in a text, how many of its words are none, and whether one of them may be two.
    ///
    /// Other programs put other signs between them.
    private static func days(
        _ text: String, order: CSVDateOrder? = nil
    ) -> (days: Set<LocalDate>, wrong: Int, isAmbiguous: Bool) {
        var found: (days: Set<LocalDate>, wrong: Int, isAmbiguous: Bool) = ([], 0, false)
        for word in text.split(whereSeparator: { $0.isWhitespace || ",;|".contains($0) }) {
            do throws(CSVDateProblem) {
                let date = try CSVDate.parse(String(word), order: order)
                if let day = LocalDate(iso: date.description), day >= Habit.firstDay {
                    found.days.insert(day)
                } else {
                    found.wrong += 1
                }
            } catch {
                found.wrong += 1
                if case .ambiguousOrder = error { found.isAmbiguous = true }
            }
        }
        return found
    }

    // MARK: - Guesses

    /// What the columns of an unknown header probably mean.
    static func guesses(for header: CSVHeader, rows: [CSVRow]) -> [ColumnGuess] {
        let guesser = CSVColumnGuesser<Column>([
            .init(.uid, names: ["uid", "id"]),
            .init(
                .title, names: ["title", "habit", "name", "Gewohnheit", "habitude", "hábito", "abitudine"]),
            .init(.target, names: ["target", "goal", "days a month", "Ziel"], look: .number),
            .init(
                .days, names: ["days", "dates", "done", "completed", "Tage", "jours", "días"], look: .date),
        ])
        return guesser.guesses(for: header, rows: rows).map { guess in
            ColumnGuess(
                column: header.names[guess.index], field: guess.field?.rawValue, score: guess.score,
                evidence: guess.field == nil ? nil : guess.isByName ? .name : .values, samples: guess.samples)
        }
    }

    // MARK: - Out

    /// The cell of a habit in a column.
    ///
    /// Where the row that the habit came from says the same, its own text stands: a cell that was not touched is
    /// given back as it was, with what could not be read of it.
    static func cell(_ column: Column, of stored: StoredHabit, original: String?) -> String {
        let habit = stored.habit
        let (text, isSame): (String, (String) -> Bool) =
            switch column {
            case .uid: (stored.uid, { Habit.title($0) == stored.uid })
            case .title: (habit.title, { Habit.title($0) == habit.title })
            case .target: (String(habit.target), { (target($0) ?? Habit.defaultTarget) == habit.target })
            case .days:
                (
                    habit.days.sorted().map(\.description).joined(separator: " "),
                    { days($0).days == habit.days }
                )
            }
        return original.flatMap { isSame($0) ? $0 : nil } ?? text
    }
}
