import AtriumSDK
import ContentLine
import GRDB

/// The codec for days in a CSV row.
///
/// One cell contains the days with their numbers. Other cells contain one line for each day that has a text.
///
/// A row's value is an object with the member `days` and one member for each detail that has a separate cell.
/// A member exists only if the row has the column. Each member is itself a value with days.
struct DaysCodec: ValueCodec {
    let days: DaysDeclaration
    private let header: String
    private let parts: [PlainCodec]
    /// The index of the detail whose numbers follow the days in the same cell.
    private let inline: Int?

    init(_ days: DaysDeclaration, _ value: ValueDeclaration, _ recordName: String) {
        precondition(
            days.parts.count { $0.cells.isEmpty } <= 1,
            "only one part can follow the days in their cell")
        self.days = days
        header = value.cells[0].header
        parts = days.parts.map { PlainCodec($0, of: recordName) }
        inline = days.parts.firstIndex { $0.cells.isEmpty }
    }

    let initial = DataValue.list([])
    let hasSeparateCells = true

    private func header(of part: Int) -> String? { days.parts[part].cells.first?.header }
    private func people(of part: Int) -> PeopleDeclaration? {
        if case .people(let people) = days.parts[part].place { people } else { nil }
    }
    private func item(_ day: String, _ part: Int, _ value: DataValue) -> DataValue {
        Days.item(day, parts.indices.map { $0 == part ? value : parts[$0].initial })
    }

    // MARK: - Reading

    func value(of row: inout RowCells) -> DataValue? {
        var value = DataObject()
        let all = days(of: &row)
        value["days"] = all.map { .list($0.sorted { $0.key < $1.key }.map(\.value)) }
        for part in parts.indices {
            guard let header = header(of: part), let lines = lines(part, header, of: &row) else { continue }
            if let all, lines.keys.contains(where: { all[$0] == nil }) {
                row.note(header, "note-without-day", "a line belongs to a day that is not in the list")
            }
            value[days.parts[part].name] = .list(lines.sorted { $0.key < $1.key }.map(\.value))
        }
        return value.isEmpty ? nil : .object(value)
    }

    /// Reads the days from a cell; a day may be followed by `=` and a number.
    ///
    /// Days may be separated by any separator that other programs use.
    private func days(of row: inout RowCells) -> [LocalDate: DataValue]? {
        guard let text = row.text(header) else { return nil }
        var found: [LocalDate: DataValue] = [:]
        var (wrongDays, wrongNumbers) = (0, 0)
        for word in text.split(whereSeparator: { $0.isWhitespace || ",;|".contains($0) }) {
            let halves =
                inline == nil
                ? [word] : word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let day = row.day(halves[0], in: header), day >= DaysDeclaration.first else {
                wrongDays += 1
                continue
            }
            if let inline, halves.count > 1 {
                if let number = parts[inline].number(halves[1]) {
                    found[day] = item(day.description, inline, number)
                } else {
                    wrongNumbers += 1
                }
            } else {
                found[day] = .text(day.description)
            }
        }
        if !days.allowsFutureDays { for day in found.keys.sorted() { row.noteIfYetToCome(day, in: header) } }
        if wrongDays > 0 {
            row.note(
                header, "bad-date", "unreadable days: \(wrongDays); each must be a date such as 2026-03-01")
        }
        // A cell without any readable day does not remove days.
        if found.isEmpty, wrongDays > 0 { return nil }
        if wrongNumbers > 0, let inline {
            let name = days.parts[inline].name
            row.note(
                header, "bad-\(name)",
                "not imported: the \(name) of \(wrongNumbers) days; it must be a number above 0")
        }
        return found
    }

    /// Reads a cell that contains one line per day, or returns nil if the row has no such cell.
    private func lines(_ part: Int, _ header: String, of row: inout RowCells) -> [LocalDate: DataValue]? {
        guard let text = row.text(header) else { return nil }
        var found: [LocalDate: DataValue] = [:]
        var wrong = 0
        for line in text.split(whereSeparator: \.isNewline) where Words.line(String(line)) != nil {
            let halves = line.split(separator: ":", maxSplits: 1)
            guard halves.count == 2, let day = row.day(halves[0], in: header), day >= DaysDeclaration.first,
                let value = people(of: part) == nil
                    ? Words.line(String(halves[1])).map(DataValue.text)
                    : .texts(PeopleDeclaration.words(ofCell: String(halves[1])))
            else {
                wrong += 1
                continue
            }
            found[day] = item(day.description, part, value)
        }
        if wrong > 0 {
            row.note(
                header, "bad-note",
                "unreadable lines: \(wrong); each must have the form 2026-03-01: with the dog")
        }
        return found
    }

    func value(imported: DataValue, over old: DataValue) -> DataValue {
        guard let fields = imported.objectValue else { return imported }
        let lines = parts.indices.filter { $0 != inline }
        func field(of part: Int) -> DataValue? { fields[days.parts[part].name] }
        // Most rows contain only days, and most records contain only days.
        if let days = fields["days"],
            lines.allSatisfy({ part in
                field(of: part).map { $0 == DataValue.list([]) } ?? !Days.has(part, old)
            })
        {
            return days
        }
        let before = Days.parts(of: old)
        let nothing = parts.map(\.initial)
        var all = fields["days"].map(Days.parts) ?? before
        for (day, values) in all where values.isEmpty { all[day] = nothing }
        for part in lines {
            let new = field(of: part).map(Days.parts)
            for day in all.keys {
                let values = new.map { $0[day] } ?? before[day]
                all[day]?[part] = values.flatMap { $0.isEmpty ? nil : $0[part] } ?? nothing[part]
            }
        }
        return Days.value(all)
    }

    // MARK: - Writing

    func cells(of value: DataValue) -> [String] {
        let items = value.listValue ?? []
        let all = items.map { item in
            let number = inline.flatMap { item.listValue?[$0 + 1].decimalValue }
            return (Days.text(of: item) ?? "") + (number.map { "=" + PlainCodec.text($0) } ?? "")
        }
        return [all.joined(separator: " ")]
            + parts.indices.filter { $0 != inline }.map { part in
                items.compactMap { item in
                    guard let day = Days.text(of: item), let value = item.listValue?[part + 1] else {
                        return nil
                    }
                    let text = people(of: part) == nil ? value.textValue ?? "" : TextValue.list(value.texts)
                    return text.isEmpty ? nil : "\(day): \(text)"
                }.joined(separator: "\n")
            }
    }

    // MARK: - People

    func resolved(_ value: DataValue, over old: DataValue, _ context: RecordContext) throws -> DataValue {
        guard value != old, let collection = days.collection else { return value }
        var value = value
        var before: [LocalDate: [DataValue]]?
        for part in parts.indices where Days.has(part, value) {
            guard let people = people(of: part) else { continue }
            let known = before ?? Days.parts(of: old)
            before = known
            var all = Days.parts(of: value)
            for (day, values) in all where !values.isEmpty {
                let words = try people.resolved(
                    values[part].texts, known: known[day].flatMap { $0.isEmpty ? nil : $0[part].texts } ?? [],
                    by: collection, context)
                all[day]?[part] = .texts(words)
            }
            value = Days.value(all)
        }
        return value
    }

    func issues(imported: DataValue, _ context: RecordContext) throws -> [ImportIssue] {
        guard let collection = days.collection else { return [] }
        return try parts.indices.flatMap { part -> [ImportIssue] in
            guard let people = people(of: part), let header = header(of: part) else { return [] }
            let lines = imported.objectValue?[days.parts[part].name] ?? imported
            let words = Days.parts(of: lines).values.flatMap { $0.isEmpty ? [] : $0[part].texts }
            let named = people.named(by: collection, context)
            return try named?.issues(words, in: header, noun: people.noun) ?? []
        }
    }
}
