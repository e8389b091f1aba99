import AtriumSDK
import CSVFormat
import RecordKit

/// The export of Loop Habit Tracker: files that are joined to one table, and what its rows say of habits.
///
/// | file | what stands in it |
/// |---|---|
/// | `Habits.csv` | a row for each habit, by its `Position` |
/// | `001 Name/Checkmarks.csv` | the days of the habit at that position: date, value and, since version 2.1, note |
/// | `Checkmarks.csv` | the days of all habits, a column each; read where there are no files of single habits |
/// | `Scores.csv`, `001 Name/Scores.csv` | numbers that Loop computes from the others |
///
/// The joined table is `Habits.csv` with one more column, which holds the text of each habit's `Checkmarks.csv`.
enum LoopHabits {
    static let join = FileJoin(
        "loop-habits", anchor: habitsFile, fileName: "Loop habits.csv", select: select, join: joined)

    private static let habitsFile = "Habits.csv"
    private static let checkmarksFile = "Checkmarks.csv"
    private static let scoresFile = "Scores.csv"
    private static let checkmarksColumn = "Checkmarks"

    // MARK: - Joining

    private static func select(_ paths: Set<String>) -> FileJoin.Selection? {
        let single = paths.filter { position(of: $0, named: checkmarksFile) != nil }
        guard !single.isEmpty || paths.contains(checkmarksFile) else { return nil }
        var derived = paths.filter { $0 == scoresFile || position(of: $0, named: scoresFile) != nil }
        // Both say the same of days; notes stand in the single ones only.
        if !single.isEmpty, paths.contains(checkmarksFile) { derived.insert(checkmarksFile) }
        return .init(
            files: (single.isEmpty ? [checkmarksFile] : single).union([habitsFile]), derived: derived)
    }

    /// The position that a habit's folder begins with: 1 for `001 Read/Checkmarks.csv`.
    private static func position(of path: String, named name: String) -> Int? {
        let parts = path.split(separator: "/")
        guard parts.count == 2, parts[1] == name else { return nil }
        let digits = parts[0].prefix(while: \.isNumber)
        return digits.count < 3 ? nil : Int(digits)
    }

    private static func joined(_ contents: [String: [UInt8]]) throws -> [UInt8] {
        let habits = try CSVTable(contents[habitsFile] ?? [], hasHeader: true)
        guard let position = habits.header.firstIndex(of: "Position"),
            habits.header.firstIndex(of: "Name") != nil
        else {
            throw AtriumError(
                .badData, "\(habitsFile) is not as Loop Habit Tracker writes it",
                remedy: "export from Loop again as CSV")
        }
        var texts: [Int: String] = [:]
        for (path, content) in contents {
            if let position = Self.position(of: path, named: checkmarksFile) {
                texts[position] = String(decoding: content, as: UTF8.self)
            }
        }
        if let content = contents[checkmarksFile] {
            texts = try columns(of: content, for: habits, position: position)
        }
        var writer = CSVWriter(.init(lineEnding: .lf))
        var output: [UInt8] = []
        writer.append(habits.header.names + [checkmarksColumn], to: &output)
        for row in habits.rows {
            let cells = habits.header.names.indices.map { row[$0] ?? "" }
            writer.append(
                cells + [row[position].flatMap { Int($0) }.flatMap { texts[$0] } ?? ""], to: &output)
        }
        return output
    }

    /// The columns of the file of all habits as texts of single ones, by the position of their habits.
    ///
    /// Loop puts no quotes around the names, so that one with a comma shifts the others: where there is a column for each
    /// habit they are taken in order, else by name.
    private static func columns(
        of content: [UInt8], for habits: CSVTable, position: Int
    ) throws -> [Int: String] {
        let days = try CSVTable(content, hasHeader: true)
        let name = habits.header.firstIndex(of: "Name") ?? 0
        // Behind the date of a row, and before the comma that ends it.
        let width = (days.rows.map(\.count).max() ?? 0) - 2
        var texts: [Int: String] = [:]
        for (index, habit) in habits.rows.enumerated() {
            guard let place = habit[position].flatMap({ Int($0) }) else { continue }
            let column =
                width == habits.rows.count
                ? index + 1 : habit[name].flatMap { days.header.firstIndex(of: $0) }
            guard let column else { continue }
            var writer = CSVWriter(.init(lineEnding: .lf))
            var text: [UInt8] = []
            writer.append(["Date", "Value"], to: &text)
            for row in days.rows where !row.isEmpty(at: column) {
                writer.append([row[0] ?? "", row[column] ?? ""], to: &text)
            }
            texts[place] = String(decoding: text, as: UTF8.self)
        }
        return texts
    }

    // MARK: - Reading

    /// Whether a header is that of the joined table; an export of Atrium may have its columns too, and a `title`.
    static func isHeader(_ header: CSVHeader) -> Bool {
        ["Position", "Name", checkmarksColumn].allSatisfy { header.firstIndex(of: $0) != nil }
            && header.firstIndex(of: "title") == nil
    }

    private static let profileName = "loop-habits"

    static func recognise(_ header: CSVHeader) -> Importer.Recognition? {
        guard isHeader(header) else { return nil }
        return Importer.Recognition(
            profile: profileName, confidence: .certain,
            unmappedColumns: header.names.filter { ["Position", "Question", "Description"].contains($0) })
    }

    /// How a row of the joined table is read.
    static let profile = RowProfile(
        program: SourceProgram(
            "Loop Habit Tracker", profile: profileName, steps: "Loop: Settings > Export as CSV",
            isTried: false),
        recognise: recognise
    ) { row, header in
        let habit = Row(row, header)
        var reading = RowProfile.Reading()
        reading.cells = habit.cells
        reading.problems = habit.problems
        reading.clues["position"] = row.value("Position", in: header)
        let frequency = header.firstIndex(of: "Interval") == nil ? "FrequencyNumerator" : "NumRepetitions"
        reading.headers = [
            "title": "Name", "unit": "Unit", "goal": "Target Value", "color": "Color",
            "archived": "Archived?",
            "target": frequency, "weekdays": frequency, "timesAWeek": frequency, "uid": checkmarksColumn,
            "days": checkmarksColumn, "notes": checkmarksColumn, "start": checkmarksColumn,
        ]
        return reading
    }

    /// A habit of Loop in the words of our own table.
    private struct Row {
        private(set) var problems: [RowCells.Problem] = []
        private(set) var cells: [String: String] = [:]

        init(_ row: CSVRow, _ header: CSVHeader) {
            func value(_ names: String...) -> String? {
                names.lazy.compactMap { row.value($0, in: header) }.first?.replacing("\0", with: "")
            }
            cells["title"] = value("Name")
            cells["color"] = value("Color")
            cells["archived"] = value("Archived?")
            let times = value("FrequencyNumerator", "NumRepetitions").flatMap { Int64($0) }
            let interval = value("FrequencyDenominator", "Interval").flatMap { Int64($0) }
            let isNumeric = value("Type")?.uppercased() == "NUMERICAL"
            setSchedule(times, interval)
            if isNumeric {
                cells["unit"] = value("Unit")
                let isAtLeast = value("Target Type")?.uppercased() == "AT_LEAST"
                let target = value("Target Value") ?? ""
                if isAtLeast, interval == 1 {
                    if target.contains(where: { ("1"..."9").contains($0) }) { cells["goal"] = target }
                } else {
                    problems.append(
                        .init(
                            "goal", "unmapped-target",
                            "a target that is no least amount of a day has no place here; it is kept as text")
                    )
                }
            }
            read(value(checkmarksColumn) ?? "", isNumeric: isNumeric)
        }

        private mutating func setSchedule(_ times: Int64?, _ interval: Int64?) {
            guard let times, let interval, times > 0, interval > 0 else { return }
            if times >= interval {
                cells["weekdays"] = Weekday.allCases.map(\.name).joined(separator: " ")
            } else if interval == 7 {
                cells["timesAWeek"] = String(times)
            } else if interval == 30 || interval == 31 {
                cells["target"] = String(times)
            } else {
                problems.append(
                    .init(
                        "target", "unmapped-frequency",
                        "\(times) times in \(interval) days are no schedule here; that is kept as text"))
            }
        }

        /// Reads the days: words, or the numbers of older versions; of what is counted, thousandths.
        private mutating func read(_ text: String, isNumeric: Bool) {
            let rows = (try? CSVTable(Array(text.utf8), hasHeader: false).rows) ?? []
            var days: [String] = []
            var notes: [String] = []
            var wrong = 0
            var loose = 0
            for row in rows {
                guard let day = row[0].flatMap(LocalDate.init(iso:)) else {
                    if row[0] != "Date" { wrong += 1 }
                    continue
                }
                let value = Value(row[1] ?? "", isNumeric: isNumeric)
                switch value {
                case nil: wrong += 1
                case .open: break
                case .done: days.append("\(day)")
                case .amount(let amount): days.append("\(day)=" + HabitAmount.text(amount))
                }
                let lines = (row[2] ?? "").split(whereSeparator: \.isNewline)
                guard let note = Words.line(lines.joined(separator: " ")) else { continue }
                switch value {
                case .done, .amount: notes.append("\(day): \(note)")
                case .open, nil: loose += 1
                }
            }
            cells["days"] = days.joined(separator: " ")
            cells["notes"] = notes.joined(separator: "\n")
            if wrong > 0 {
                problems.append(
                    .init(
                        "days", "bad-checkmark",
                        "\(wrong) of the days have a date or a value that is not known"))
            }
            if loose > 0 {
                problems.append(
                    .init(
                        "notes", "note-without-day",
                        "\(loose) of the notes are of days that are not done; they are kept as text"))
            }
        }

        /// What a day's value says.
        private enum Value {
            /// Skipped, not done, not known, or what follows from the frequency alone.
            case open
            case done
            case amount(Double)

            /// Reads a value; nil where it is none.
            init?(_ text: String, isNumeric: Bool) {
                switch text {
                case "SKIP", "3", "-3", "NO", "0", "YES_AUTO", "1", "UNKNOWN", "-1", "": self = .open
                // Of what is counted it would be two thousandths.
                case "YES_MANUAL", "2": self = isNumeric ? .open : .done
                default:
                    guard isNumeric, let thousandths = Int64(text), thousandths > 0 else { return nil }
                    self = .amount(Double(thousandths) / 1000)
                }
            }
        }
    }
}
