import AtriumSDK
import CSVFormat
import GRDB
import RecordKit

/// The days on which a habit was done as a value: a list, sorted, of days as `YYYY-MM-DD`, or of `[day, amount, note]` for those
/// with an amount or a note.
enum Completions {
    static func value(_ days: [LocalDate: Completion]) -> DataValue {
        .list(days.sorted { $0.key < $1.key }.map { item($0.description, $1.amount, $1.note) })
    }

    static func item(_ day: String, _ amount: Double?, _ note: String?) -> DataValue {
        if amount == nil, note == nil { return .text(day) }
        return .list([.text(day), .decimal(orNull: amount), .text(orNull: note)])
    }

    static func days(of value: DataValue) -> [LocalDate: Completion] {
        var days: [LocalDate: Completion] = [:]
        for item in value.listValue ?? [] {
            guard let day = day(of: item) else { continue }
            let parts = item.listValue
            days[day] = Completion(amount: parts?[1].decimalValue, note: parts?[2].textValue)
        }
        return days
    }

    static func hasNotes(_ value: DataValue) -> Bool {
        value.listValue?.contains { $0.listValue?[2].isNull == false } ?? false
    }

    static func firstDay(of value: DataValue) -> LocalDate? { value.listValue?.first.flatMap(day(of:)) }

    private static func day(of item: DataValue) -> LocalDate? {
        (item.textValue ?? item.listValue?.first?.textValue).flatMap(LocalDate.init(iso:))
    }

    /// The days that a row says, in order; nil if it says none.
    static func saidDays(_ said: DataValue) -> [String]? {
        said.objectValue?["days"].map { days(of: $0).keys.sorted().map(\.description) }
    }
}

/// How days stand in a row: one cell has them with their amounts, another one a line for each note.
///
/// What a row says is an object of `days` and `notes`, each only if the row has the column; notes are completions too.
struct CompletionsCodec: ValueCodec {
    static let declaration: ValueDeclaration = {
        var days = CellDeclaration(
            "days",
            "The days on which it was done, as YYYY-MM-DD or YYYY-MM-DD=AMOUNT, with blanks between them.",
            names: ["dates", "done", "completed", "Tage", "jours", "días"], look: .date)
        days.isAlways = true
        let notes = CellDeclaration(
            "notes", "Notes of days, a line each: 2026-03-01: with the dog.", names: ["note", "Notizen"])
        return ValueDeclaration("completions", in: .custom, fields: [], cells: [days, notes])
    }()

    let initial = DataValue.list([])
    let hasSeparateCells = true

    func value(of row: inout RowCells) -> DataValue? {
        let days = days(of: &row)
        let notes = notes(of: &row)
        if let days, let notes, notes.keys.contains(where: { days[$0] == nil }) {
            row.note("notes", "note-without-day", "a note is of a day that is not among the days")
        }
        guard days != nil || notes != nil else { return nil }
        var said = DataObject()
        said["days"] = days.map(Completions.value)
        said["notes"] = notes.map { Completions.value($0.mapValues { Completion(note: $0) }) }
        return .object(said)
    }

    func value(said: DataValue, over old: DataValue) -> DataValue {
        guard let said = said.objectValue else { return said }
        // Most rows have no notes, and most habits none to keep.
        if let days = said["days"], said["notes"] ?? .list([]) == .list([]),
            said["notes"] != nil || !Completions.hasNotes(old)
        {
            return days
        }
        let before = Completions.days(of: old)
        var days = said["days"].map(Completions.days) ?? before
        let notes = said["notes"].map(Completions.days)
        for day in days.keys { days[day]?.note = notes.map { $0[day]?.note } ?? before[day]?.note }
        return Completions.value(days)
    }

    func cells(of value: DataValue) -> [String] {
        let days = Completions.days(of: value).sorted { $0.key < $1.key }
        return [
            days.map { "\($0)" + ($1.amount.map { "=" + HabitAmount.text($0) } ?? "") }.joined(
                separator: " "),
            days.compactMap { day, completion in completion.note.map { "\(day): \($0)" } }.joined(
                separator: "\n"),
        ]
    }

    /// The days, with `=` and an amount behind some.
    ///
    /// Other programs put other signs between them.
    private func days(of row: inout RowCells) -> [LocalDate: Completion]? {
        guard let text = row.text("days") else { return nil }
        var found: [LocalDate: Completion] = [:]
        var (wrongDays, wrongAmounts) = (0, 0)
        for word in text.split(whereSeparator: { $0.isWhitespace || ",;|".contains($0) }) {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let day = row.day(parts[0], in: "days"), day >= Habit.firstDay else {
                wrongDays += 1
                continue
            }
            guard parts.count > 1 else {
                found[day] = Completion()
                continue
            }
            if let amount = HabitAmount.parse(parts[1]) {
                found[day] = Completion(amount: amount)
            } else {
                wrongAmounts += 1
            }
        }
        if wrongDays > 0 {
            row.note("days", "bad-date", "\(wrongDays) of the days are no dates such as 2026-03-01")
        }
        if wrongAmounts > 0 {
            row.note(
                "days", "bad-amount",
                "\(wrongAmounts) of the days have an amount that is no number above 0; they were not taken")
        }
        return found
    }

    private func notes(of row: inout RowCells) -> [LocalDate: String]? {
        guard let text = row.text("notes") else { return nil }
        var found: [LocalDate: String] = [:]
        var wrong = 0
        for line in text.split(whereSeparator: \.isNewline) where Words.line(String(line)) != nil {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, let day = row.day(parts[0], in: "notes"), day >= Habit.firstDay,
                let note = Words.line(String(parts[1]))
            {
                found[day] = note
            } else {
                wrong += 1
            }
        }
        if wrong > 0 {
            row.note("notes", "bad-note", "\(wrong) of the notes are not written as 2026-03-01: with the dog")
        }
        return found
    }
}

/// Keeps days in rows of their own.
struct CompletionsPlace: ValuePlace {
    func value(of record: Int64, _ db: Database) throws -> DataValue {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT day, amount, note FROM habits_completion WHERE habit_id = ? ORDER BY day"),
            arguments: [record])
        var items: [DataValue] = []
        while let row = try rows.next() { items.append(Completions.item(row[0], row[1], row[2])) }
        return .list(items)
    }

    func write(_ value: DataValue, over old: DataValue, of record: Int64, _ db: Database) throws {
        let insert = try db.cachedStatement(
            sql: "INSERT INTO habits_completion (amount, note, habit_id, day) VALUES (?, ?, ?, ?)")
        if old == .list([]) {
            for item in value.listValue ?? [] {
                let parts = item.listValue
                try insert.execute(
                    arguments: [
                        parts?[1].decimalValue, parts?[2].textValue, record,
                        item.textValue ?? parts?[0].textValue,
                    ])
            }
            return
        }
        let (completions, old) = (Completions.days(of: value), Completions.days(of: old))
        let delete = try db.cachedStatement(
            sql: "DELETE FROM habits_completion WHERE habit_id = ? AND day = ?")
        for day in old.keys.filter({ completions[$0] == nil }).sorted() {
            try delete.execute(arguments: [record, day.description])
        }
        let update = try db.cachedStatement(
            sql: "UPDATE habits_completion SET amount = ?, note = ? WHERE habit_id = ? AND day = ?")
        for (day, completion) in completions.sorted(by: { $0.key < $1.key }) where old[day] != completion {
            try (old[day] == nil ? insert : update).execute(
                arguments: [completion.amount, completion.note, record, day.description])
        }
    }

    let cellSQL = [
        "1", "(SELECT max(c.id) FROM habits_completion c WHERE c.habit_id = r.id AND c.note IS NOT NULL)",
    ]

    /// Day by day: what one side marked, changed or took away is so; where both changed one day, the one here stays.
    func joined(
        _ here: DataValue, with there: DataValue, since base: DataValue
    ) -> (value: DataValue, contested: [String])? {
        let (here, there, before) = (
            Completions.days(of: here), Completions.days(of: there), Completions.days(of: base)
        )
        var days: [LocalDate: Completion] = [:]
        var contested: Set<String> = []
        for day in Set(here.keys).union(there.keys) {
            let (old, own, new) = (before[day], here[day], there[day])
            days[day] = own == old ? new : own
            if own != old, new != old, new != own {
                contested.insert(own == nil || new == nil ? "days" : "entries")
            }
        }
        return (Completions.value(days), contested.sorted())
    }
}
