import AtriumSDK
import CSVExchange
import CSVFormat

/// The mapping between rows of CSV and habits, both ways: pure functions, no database.
///
/// | column | what stands in it |
/// |---|---|
/// | `uid` | the habit's uid; a file without it is matched by the text of its rows |
/// | `title` | what the habit is called |
/// | `target` | on how many days of a month it is to be done, 1 to 31; 20 where no schedule is given |
/// | `days` | the days with what was done, as `YYYY-MM-DD`, or `YYYY-MM-DD=12` with an amount, with blanks between them; other ways to write a date are read too |
/// | `weekdays` | on which days of the week it is to be done: `mon wed fri` |
/// | `timesAWeek` | on how many days of a week it is to be done, 1 to 7 |
/// | `unit` | what it counts |
/// | `goal` | the amount with which a day is done |
/// | `start` | the day on which it began |
/// | `color` | a CSS name or `#RRGGBB` |
/// | `archived` | `yes` where it is put away |
/// | `notes` | a line for each day with a note: `2026-03-01: with the dog` |
enum HabitsCSV {
    /// The columns that habits are written to, in order.
    ///
    /// The first four are always there; each of the others where it is needed.
    enum Column: String, RowColumn {
        case uid, title, target, days
        case weekdays, timesAWeek, unit, goal, start, color, archived, notes

        /// The columns that every file has.
        static let always: [Column] = [.uid, .title, .target, .days]

        /// What stands in the column, for help.
        var help: String {
            switch self {
            case .uid: "The habit's uid."
            case .title: "What the habit is called."
            case .target: "On how many days of a month it is to be done, 1 to 31."
            case .days:
                "The days on which it was done, as YYYY-MM-DD or YYYY-MM-DD=AMOUNT, with blanks between them."
            case .weekdays: "On which days of the week it is to be done, such as mon wed fri."
            case .timesAWeek: "On how many days of a week it is to be done, 1 to 7."
            case .unit: "What it counts, such as pages."
            case .goal: "The amount with which a day is done."
            case .start: "The day on which it began."
            case .color: "A colour: a CSS name or #RRGGBB."
            case .archived: "Whether it is put away: yes or no."
            case .notes: "Notes of days, a line each: 2026-03-01: with the dog."
            }
        }
    }

    /// What a row says of a habit; nil where it says nothing.
    struct Draft: Sendable, Hashable {
        var title: String
        var schedule: Schedule?
        /// The days with their amounts, nil for those without one.
        var days: [LocalDate: Double?]?
        var notes: [LocalDate: String]?
        var isArchived: Bool?
        /// Inside, nil means that the cell is empty.
        var unit: String??
        var goal: Double??
        var start: LocalDate??
        var color: String??
        /// Where the program that wrote the row keeps the habit among the others, where it says so; by this and the title it
        /// is known again, and nothing is kept of it.
        var position: String?

        /// A habit with what the row says of it.
        ///
        /// Notes of days that are not there are dropped, and so is a beginning after the first day; ``HabitsCSV`` has said so.
        func applied(to habit: Habit) -> Habit {
            var habit = habit
            habit.title = title
            habit.schedule = schedule ?? habit.schedule
            habit.isArchived = isArchived ?? habit.isArchived
            habit.unit = unit ?? habit.unit
            habit.goal = goal ?? habit.goal
            habit.color = color ?? habit.color
            habit.start = start ?? habit.start
            if let days {
                let old = habit.completions
                habit.completions = [:]
                for (day, amount) in days {
                    habit.completions[day] = Completion(amount: amount, note: old[day]?.note)
                }
            }
            if let notes {
                for day in habit.completions.keys { habit.completions[day]?.note = notes[day] }
            }
            if let first = habit.completions.keys.min(), let start = habit.start, first < start {
                habit.start = nil
            }
            return habit
        }
    }

    // MARK: - In

    /// The columns of which a table of habits has one at least.
    static let telling: [Column] = [.days, .target, .weekdays, .timesAWeek]

    /// Whether a header is one of habits: a title with days is, a title with a schedule may be.
    static func recognise(_ header: CSVHeader, _ options: ImportOptions) -> Importer.Recognition? {
        let mapped = Column.allCases.filter { index(of: $0, in: header, options) != nil }
        guard mapped.contains(.title), mapped.contains(where: telling.contains) else { return nil }
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
        let cells = Cells(
            order: options.csvDateOrder,
            text: { column in
                index(of: column, in: header, options).flatMap { row[$0]?.replacing("\0", with: "") }
            })
        return try mapped(cells, line: line) { column in
            index(of: column, in: header, options).map { header.names[$0] } ?? column.rawValue
        }
    }

    /// Makes a draft of cells, of which ambiguous dates are refused.
    ///
    /// - Parameters:
    ///   - problems: what else was wrong in the row.
    ///   - name: the name that the user knows a column by.
    static func mapped(
        _ cells: Cells, line: Int, problems: [Cells.Problem] = [], name: (Column) -> String
    ) throws -> MappedItem<Draft> {
        guard let title = cells.word(.title) else { throw AtriumError(.badData, "the row has no title") }
        var draft = Draft(title: title)
        draft.schedule = cells.schedule
        draft.days = cells.days
        draft.notes = cells.notes
        draft.isArchived = cells.isArchived
        draft.unit = cells.unit
        draft.goal = cells.goal
        draft.start = cells.start
        draft.color = cells.color
        if let column = cells.ambiguousDates {
            throw AtriumError.dateOrderNeeded(line: line, column: name(column))
        }
        var problems = problems + cells.problems
        if let days = draft.days, let notes = draft.notes, notes.keys.contains(where: { days[$0] == nil }) {
            problems.append(
                .init(.notes, "note-without-day", "a note is of a day that is not among the days"))
        }
        if let first = draft.days?.keys.min(), let start = draft.start ?? nil, first < start {
            problems.append(
                .init(.start, "bad-start", "the habit was done before it began; no beginning was taken"))
        }
        return MappedItem(
            draft: draft, uid: cells.word(.uid),
            issues: problems.map {
                ImportIssue(line: line, property: name($0.column), code: $0.code, message: $0.message)
            })
    }

    private static func index(of column: Column, in header: CSVHeader, _ options: ImportOptions) -> Int? {
        options.column(of: column.rawValue, at: header.firstIndex)
    }

    // MARK: - Guesses

    /// What the columns of an unknown header probably mean.
    static func guesses(for header: CSVHeader, rows: [CSVRow]) -> [ColumnGuess] {
        let guesser = CSVColumnGuesser<Column>([
            .init(.uid, names: ["uid", "id"]),
            .init(
                .title, names: ["title", "habit", "name", "Gewohnheit", "habitude", "hábito", "abitudine"]),
            .init(.target, names: ["target", "days a month", "Ziel"], look: .number),
            .init(
                .days, names: ["days", "dates", "done", "completed", "Tage", "jours", "días"], look: .date),
            .init(.weekdays, names: ["weekdays", "days of the week", "Wochentage"]),
            .init(.timesAWeek, names: ["times a week", "per week", "pro Woche"]),
            .init(.unit, names: ["unit", "Einheit", "unité", "unidad"]),
            .init(.goal, names: ["goal", "daily goal"]),
            .init(.start, names: ["start", "start date", "begin", "Beginn"]),
            .init(.color, names: ["color", "colour", "Farbe", "couleur"]),
            .init(.archived, names: ["archived", "archiviert"]),
            .init(.notes, names: ["notes", "note", "Notizen"]),
        ])
        return guesser.columnGuesses(for: header, rows: rows, name: \.name)
    }

    // MARK: - Out

    /// The cell of a habit in a column.
    ///
    /// Where the row that the habit came from says the same, its own text stands: a cell that was not touched is
    /// given back as it was, with what could not be read of it. So does a cell of a habit that was not edited at all: an
    /// earlier version may have kept its text without reading it.
    ///
    /// - Parameters:
    ///   - isEdited: whether the habit was changed since that row came in.
    ///   - order: in which order that row's dates are known to be written.
    ///   - original: the text of that row's cell in a column; nil where there is none.
    static func cell(
        _ column: Column, of stored: StoredHabit, isEdited: Bool, order: CSVDateOrder?,
        original: @escaping (Column) -> String?
    ) -> String {
        let text = text(column, of: stored)
        guard let old = original(column) else { return text }
        if !isEdited, !Column.always.contains(column) { return old }
        let habit = stored.habit
        let cells = Cells(order: order, text: original)
        let isSame =
            switch column {
            case .uid: cells.word(.uid) == stored.uid
            case .title: cells.word(.title) == habit.title
            // The three stand for one thing.
            case .target, .weekdays, .timesAWeek: (cells.schedule ?? .standard) == habit.schedule
            case .days: cells.days == habit.completions.mapValues(\.amount)
            // A note of a day that the row itself does not have was never taken.
            case .notes:
                (cells.notes ?? [:]).filter { note in
                    (cells.days.map { Set($0.keys) } ?? Set(habit.completions.keys)).contains(note.key)
                } == habit.completions.compactMapValues(\.note)
            case .unit: (cells.unit ?? nil) == habit.unit
            case .goal: (cells.goal ?? nil) == habit.goal
            case .start: start(cells) == habit.start
            case .color: (cells.color ?? nil) == habit.color
            case .archived: (cells.isArchived ?? false) == habit.isArchived
            }
        return isSame ? old : text
    }

    /// The beginning that an import takes from a row: none after its first day.
    private static func start(_ cells: Cells) -> LocalDate? {
        guard let start = cells.start ?? nil, let first = cells.days?.keys.min() else {
            return cells.start ?? nil
        }
        return first < start ? nil : start
    }

    private static func text(_ column: Column, of stored: StoredHabit) -> String {
        let habit = stored.habit
        let days = habit.completions.sorted { $0.key < $1.key }
        return switch column {
        case .uid: stored.uid
        case .title: habit.title
        case .target: habit.schedule.target.map(String.init) ?? ""
        case .days:
            days.map { day, completion in
                "\(day)" + (completion.amount.map { "=" + HabitAmount.text($0) } ?? "")
            }.joined(separator: " ")
        case .weekdays: habit.schedule.weekdays.map(\.name).joined(separator: " ")
        case .timesAWeek: habit.schedule.timesAWeek.map(String.init) ?? ""
        case .unit: habit.unit ?? ""
        case .goal: habit.goal.map(HabitAmount.text) ?? ""
        case .start: habit.start?.description ?? ""
        case .color: habit.color ?? ""
        case .archived: habit.isArchived ? "yes" : ""
        case .notes:
            days.compactMap { day, completion in completion.note.map { "\(day): \($0)" } }.joined(
                separator: "\n")
        }
    }
}
