import AtriumSDK
import CSVFormat
import RecordKit

/// Imports the files that Loop Habit Tracker exports.
///
/// The importer joins the exported files into one table and reads a habit from each row.
///
/// | file | content |
/// |---|---|
/// | `Habits.csv` | one row for each habit, with the habit's `Position` |
/// | `001 Name/Checkmarks.csv` | the days of the habit `Name`: date, value and, since version 2.1, note |
/// | `Checkmarks.csv` | one column of days for each habit; read only if there are no single-habit files |
/// | `Scores.csv`, `001 Name/Scores.csv` | numbers that Loop computes from the other files |
///
/// The joined table is `Habits.csv` with one added column. The added column contains the text of each habit's
/// `Checkmarks.csv`.
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
        // All files contain the same days, but only the single-habit files contain notes.
        if !single.isEmpty, paths.contains(checkmarksFile) { derived.insert(checkmarksFile) }
        return .init(
            files: (single.isEmpty ? [checkmarksFile] : single).union([habitsFile]), derived: derived)
    }

    /// Returns the position number in a habit's folder name, such as 1 for `001 Read/Checkmarks.csv`.
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
                .badData, "\(habitsFile) is not a file that Loop Habit Tracker exports",
                remedy: "export from Loop as CSV again")
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

    /// Splits the file for all habits into one text for each habit, keyed by the habit's position.
    ///
    /// Loop does not quote names, so a comma in a name shifts the columns after the name. If the file has one
    /// column for each habit, columns are matched by order. Otherwise, columns are matched by name.
    private static func columns(
        of content: [UInt8], for habits: CSVTable, position: Int
    ) throws -> [Int: String] {
        let days = try CSVTable(content, hasHeader: true)
        let name = habits.header.firstIndex(of: "Name") ?? 0
        // Exclude the date at the start of a row and the empty cell after the last comma.
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

    /// Returns true if a header row belongs to the joined table.
    ///
    /// An Atrium export may have the same columns, but an Atrium export also has the column `title`.
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

    /// The profile that reads habits from the joined table's rows.
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

    /// A Loop habit, converted to cells for this module's own CSV table.
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
                            "only a minimum per day can be a goal; this target is stored as original text")
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
                        "\(times) times in \(interval) days is not supported; it is stored as original text"))
            }
        }

        /// Reads the logged days from the text of a `Checkmarks.csv` file.
        ///
        /// A day's value is a word, or a number in files from older Loop versions. Amounts are in
        /// thousandths.
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
                        "days with an unknown date or value: \(wrong)"))
            }
            if loose > 0 {
                problems.append(
                    .init(
                        "notes", "note-without-day",
                        "notes of days that are not done, stored as original text: \(loose)"))
            }
        }

        /// A day's value in a `Checkmarks.csv` file.
        private enum Value {
            /// The day is skipped, not done, unknown, or only implied by the habit's frequency.
            case open
            case done
            case amount(Double)

            /// Creates a value from text.
            ///
            /// Returns nil if the text is not a valid value.
            init?(_ text: String, isNumeric: Bool) {
                switch text {
                case "SKIP", "3", "-3", "NO", "0", "YES_AUTO", "1", "UNKNOWN", "-1", "": self = .open
                // For a habit with amounts, 2 would mean two thousandths.
                case "YES_MANUAL", "2": self = isNumeric ? .open : .done
                default:
                    guard isNumeric, let thousandths = Int64(text), thousandths > 0 else { return nil }
                    self = .amount(Double(thousandths) / 1000)
                }
            }
        }
    }
}
