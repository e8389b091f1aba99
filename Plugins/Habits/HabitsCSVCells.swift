import AtriumSDK
import CSVFormat

extension HabitsCSV {
    /// The cells of a row, read.
    ///
    /// What cannot be read of a cell stands in ``problems``, and the rest is taken.
    struct Cells {
        /// Something that could not be read.
        struct Problem {
            let column: Column
            let code: String
            let message: String

            init(_ column: Column, _ code: String, _ message: String) {
                (self.column, self.code, self.message) = (column, code, message)
            }
        }

        /// What was wrong.
        private(set) var problems: [Problem] = []
        /// The column with a date that reads as two days; nil where there is none.
        private(set) var ambiguousDates: Column?
        /// How often it is to be done; nil where the row does not say.
        private(set) var schedule: Schedule?
        /// The days with their amounts; nil where there is no such column.
        private(set) var days: [LocalDate: Double?]?
        /// The notes by day; nil where there is no such column.
        private(set) var notes: [LocalDate: String]?
        /// Whether it is put away; nil where the row does not say.
        private(set) var isArchived: Bool?
        /// What it counts; inside, nil means that the cell is empty.
        private(set) var unit: String??
        /// The goal; as ``unit``.
        private(set) var goal: Double??
        /// The beginning; as ``unit``.
        private(set) var start: LocalDate??
        /// The colour; as ``unit``.
        private(set) var color: String??
        private let text: (Column) -> String?
        private let order: CSVDateOrder?

        /// Reads a row.
        ///
        /// - Parameters:
        ///   - order: in which order dates are written; nil where that is not known.
        ///   - text: the text of a column's cell; nil where there is none.
        init(order: CSVDateOrder?, text: @escaping (Column) -> String?) {
            self.text = text
            self.order = order
            readSchedule()
            readDays()
            readNotes()
            readArchived()
            unit = text(.unit).map(Habit.title)
            goal = read(.goal, "bad-goal", "the goal is no number above 0", HabitAmount.parse)
            color = read(.color, "bad-color", "the colour is neither a name of CSS nor #RRGGBB") {
                HabitColor.normalized($0)
            }
            let first = word(.start).flatMap { day($0, in: .start) }
            start = read(.start, "bad-date", "the beginning is no date such as 2026-03-01") { _ in first }
        }

        /// A cell without blanks around it; nil where nothing is left.
        func word(_ column: Column) -> String? { text(column).flatMap(Habit.title) }

        /// A cell's value; inside, nil for an empty one; nil where it cannot be read or is not there.
        private mutating func read<Value>(
            _ column: Column, _ code: String, _ message: String, _ parse: (String) -> Value?
        ) -> Value?? {
            guard text(column) != nil else { return .none }
            guard let word = word(column) else { return .some(nil) }
            if let value = parse(word) { return .some(value) }
            problems.append(Problem(column, code, message))
            return .none
        }

        private mutating func readSchedule() {
            let target = read(.target, "bad-target", "the target is no number from 1 to 31") {
                Int64($0).flatMap { Schedule.targets.contains($0) ? Schedule.monthly(target: $0) : nil }
            }
            let weekdays = read(.weekdays, "bad-weekdays", "the weekdays are none such as mon wed fri") {
                Weekday.days($0).map(Schedule.weekdays)
            }
            let times = read(.timesAWeek, "bad-times", "the times a week are no number from 1 to 7") {
                Int64($0).flatMap { Schedule.weeklyTimes.contains($0) ? Schedule.weekly(times: $0) : nil }
            }
            let all = [target, weekdays, times].compactMap { $0 ?? nil }
            schedule = all.first
            if all.count > 1 {
                problems.append(
                    Problem(.target, "several-schedules", "there are several schedules; the first was taken"))
            }
        }

        /// The days, with `=` and an amount behind some.
        ///
        /// Other programs put other signs between them.
        private mutating func readDays() {
            guard let text = text(.days) else { return }
            var found: [LocalDate: Double?] = [:]
            var wrongDays = 0
            var wrongAmounts = 0
            for word in text.split(whereSeparator: { $0.isWhitespace || ",;|".contains($0) }) {
                let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard let day = day(parts[0], in: .days) else {
                    wrongDays += 1
                    continue
                }
                guard parts.count > 1 else {
                    found[day] = .some(nil)
                    continue
                }
                if let amount = HabitAmount.parse(parts[1]) {
                    found[day] = amount
                } else {
                    wrongAmounts += 1
                }
            }
            days = found
            if wrongDays > 0 {
                problems.append(
                    Problem(.days, "bad-date", "\(wrongDays) of the days are no dates such as 2026-03-01"))
            }
            if wrongAmounts > 0 {
                problems.append(
                    Problem(
                        .days, "bad-amount",
                        "\(wrongAmounts) of the days have an amount that is no number above 0; they were not taken"
                    ))
            }
        }

        private mutating func readNotes() {
            guard let text = text(.notes) else { return }
            var found: [LocalDate: String] = [:]
            var wrong = 0
            for line in text.split(whereSeparator: \.isNewline) where Habit.title(String(line)) != nil {
                let parts = line.split(separator: ":", maxSplits: 1)
                guard parts.count == 2, let day = day(parts[0], in: .notes),
                    let note = Habit.title(String(parts[1]))
                else {
                    wrong += 1
                    continue
                }
                found[day] = note
            }
            notes = found
            if wrong > 0 {
                problems.append(
                    Problem(
                        .notes, "bad-note",
                        "\(wrong) of the notes are not written as 2026-03-01: with the dog"))
            }
        }

        private mutating func readArchived() {
            isArchived =
                read(.archived, "bad-archived", "it is neither yes nor no whether the habit is archived") {
                    word in
                    switch word.lowercased() {
                    case "yes", "true", "1", "x": true
                    case "no", "false", "0": false
                    default: nil
                    }
                }.map { $0 ?? false }
        }

        /// A day; nil where the text is none, or too long ago.
        private mutating func day(_ text: some StringProtocol, in column: Column) -> LocalDate? {
            do throws(CSVDateProblem) {
                let date = try CSVDate.parse(String(text), order: order)
                return LocalDate(iso: date.description).flatMap { $0 >= Habit.firstDay ? $0 : nil }
            } catch {
                if case .ambiguousOrder = error { ambiguousDates = column }
                return nil
            }
        }
    }
}
