public import AtriumSDK
import CSVFormat
import ContentLine
import GRDB

extension AtriumError {
    /// Returns the error for a command that records a past event with a day or time in the future.
    public static func yetToCome(_ when: String, field: String) -> AtriumError {
        AtriumError(
            .badData, "\(when) is in the future",
            remedy: "record it afterwards; until then, use an event or a reminder", field: field)
    }
}

/// The codec for a value that has no fields, or only one field and one column.
///
/// The field's type determines the conversion.
struct PlainCodec: ValueCodec {
    let declaration: ValueDeclaration
    private let recordName: String
    private let type: FieldType
    private let field: FieldDeclaration?
    /// The value's representation in one column.
    let column: PlainColumn
    /// The rule that validates the text, if the value has a rule.
    var rule: WordRule?
    /// The split that stores the text in several columns, if the value has a split.
    var split: ColumnSplit?

    init(_ declaration: ValueDeclaration, of recordName: String) {
        self.declaration = declaration
        self.recordName = recordName
        field = declaration.fields.first
        type = field?.type ?? .text
        column = PlainColumn(type)
    }

    var initial: DataValue { field?.defaultValue ?? (field == nil ? .null : type.nothing) }
    private var isRequired: Bool { declaration.isRequired }
    private var name: String { declaration.name }
    /// The field's title in lower case, for use within a sentence.
    private var words: String { field?.title.lowercased() ?? name }

    // MARK: - Columns

    func value(ofColumns columns: [DatabaseValue], _ context: RecordContext) -> DataValue {
        if let split { return .text(orNull: split.text(columns)) }
        return columns.first.map(value(of:)) ?? .null
    }

    func value(of column: DatabaseValue) -> DataValue { self.column.value(of: column) }

    func columns(of value: DataValue, in record: Int64?, _ context: RecordContext) -> [DatabaseValue] {
        guard let split else { return [column(of: value)] }
        return value.textValue.flatMap(split.columns) ?? declaration.columns.map { _ in .null }
    }

    func column(of value: DataValue) -> DatabaseValue { column.column(of: value) }

    // MARK: - Fields

    func fields(of value: DataValue, in record: Int64, _ context: RecordContext) -> DataObject {
        field.map { [$0.name: value] } ?? [:]
    }

    func value(
        given: DataObject, over old: DataValue, in record: Int64?, _ context: RecordContext
    ) throws -> DataValue {
        guard let field, let value = given[field.name] else { return old }
        let kept = try value.isNull ? emptied(field) : ruled(kept(value), field)
        guard kept.isNull, isRequired || type == .boolean else {
            try checkLength(kept, field)
            try checkPast(kept, context)
            return kept
        }
        // A text of only white space means that the user intended to enter something.
        throw AtriumError(
            .badData, "\(field.name) cannot be empty",
            remedy: value.isNull || declaration.isNotNull
                ? "give it a value" : "say what the \(recordName) is", field: field.name)
    }

    private func ruled(_ value: DataValue, _ field: FieldDeclaration) throws -> DataValue {
        guard let rule, let text = value.textValue else { return value }
        if let kept = try rule.parse(text) { return .text(kept) }
        throw AtriumError(.badData, "\(field.name) has a wrong value", remedy: rule.remedy, field: field.name)
    }

    /// Returns the value that a null input represents: the field's default, or no value.
    private func emptied(_ field: FieldDeclaration) -> DataValue {
        if declaration.isNotNull { return .null }
        return field.defaultValue ?? (type == .boolean ? .null : type.nothing)
    }

    /// Returns the value's stored form, or null if the stored form is empty.
    private func kept(_ value: DataValue) -> DataValue {
        switch (type, value) {
        case (.text, .text(let text)): .text(orNull: Words.line(text))
        case (.longText, .text(let text)): Self.kept(text)
        case (.decimal, .integer(let number)): .decimal(Double(number))
        case (.list, .list(let values)):
            .texts(
                declaration.cells.first?.listStyle == .names
                    ? Words.names(values.compactMap(\.textValue).joined(separator: ","))
                    : Words.distinct(values.compactMap(\.textValue)))
        default: value
        }
    }

    private static func kept(_ text: String) -> DataValue {
        let text = Words.withoutNUL(text)
        return text.isBlank ? .null : .text(text)
    }

    private func checkPast(_ value: DataValue, _ context: RecordContext) throws {
        guard declaration.isPast, let day = value.textValue.flatMap(LocalDate.init(iso:)), day > context.today
        else { return }
        throw AtriumError.yetToCome(day.description, field: name)
    }

    private func checkLength(_ value: DataValue, _ field: FieldDeclaration) throws {
        guard let longest = declaration.longest, let text = value.textValue, Words.length(text) > longest
        else {
            return
        }
        throw AtriumError(
            .badData, "\(words) has \(Words.length(text)) characters", remedy: "use at most \(longest)",
            field: field.name)
    }

    // MARK: - Cells

    func value(of row: inout RowCells) -> DataValue? {
        guard let cell = declaration.cells.first, let text = row.text(cell.header) else { return nil }
        if case .list = type { return .texts(list(text, cell)) }
        let isKept = type == .longText
        guard let word = isKept ? Self.kept(text).textValue : Words.line(text) else {
            // An empty cell does not clear a value that every record must have.
            if declaration.isNotNull { return field?.defaultValue }
            return isRequired ? nil : field?.defaultValue ?? type.nothing
        }
        if let longest = declaration.longest, Words.length(word) > longest {
            return row.note(
                cell.header, "too-long",
                "the \(words) has \(Words.length(word)) characters, more than the limit of \(longest)")
        }
        return value(ofWord: word, cell, &row)
    }

    private func value(ofWord word: String, _ cell: CellDeclaration, _ row: inout RowCells) -> DataValue? {
        let code = cell.issueCode ?? "bad-" + FieldDeclaration.kebabCase(cell.header)
        switch type {
        case .integer(let bounds):
            if let number = Int64(word), bounds.contains(number) { return .integer(number) }
            return row.note(cell.header, code, "the \(words) is not a whole number" + Self.range(bounds))
        case .decimal(let bounds):
            return number(word)
                ?? row.note(cell.header, code, "the \(words) is not a number" + Self.range(bounds))
        case .boolean:
            if let flag = Self.flag(word) { return .bool(flag) }
            return row.note(cell.header, code, "the value for “\(words)” is neither yes nor no")
        case .choice(let choices):
            if let choice = choices.first(where: { $0.lowercased() == word.lowercased() }) {
                return .text(choice)
            }
            return row.note(
                cell.header, code, "the \(words) is not one of \(choices.joined(separator: ", "))")
        case .date:
            if let day = row.day(word, in: cell.header) ?? row.dayOfTime(word, in: cell.header) {
                if declaration.isPast { row.noteIfYetToCome(day, in: cell.header) }
                return .text(day.description)
            }
            return row.note(cell.header, "bad-date", "the \(words) is not a date such as 2026-03-01")
        default:
            guard let rule, rule.bindsFiles else { return .text(word) }
            let kept = (try? rule.parse(word)) ?? nil
            return kept.map(DataValue.text) ?? row.note(cell.header, code, rule.message)
        }
    }

    /// Parses a number within the type's bounds.
    func number(_ word: some StringProtocol) -> DataValue? {
        guard case .decimal(let bounds) = type, let number = Self.number(String(word)),
            bounds.contains(number)
        else { return nil }
        return .decimal(number)
    }

    /// Parses a number with a decimal point and optionally an exponent.
    static func number(_ word: String) -> Double? {
        word.utf8.allSatisfy("0123456789.eE+-".utf8.contains)
            ? Double(word).flatMap { $0.isFinite ? $0 : nil } : nil
    }

    /// Parses yes or no, or returns nil for any other word.
    static func flag(_ word: String) -> Bool? {
        switch word.lowercased() {
        case "yes", "true", "1", "x": true
        case "no", "false", "0": false
        default: nil
        }
    }

    private static func range(_ bounds: ClosedRange<Int64>) -> String {
        if bounds == Int64.min...Int64.max { return "" }
        return bounds.upperBound == .max
            ? " from \(bounds.lowerBound)" : " from \(bounds.lowerBound) to \(bounds.upperBound)"
    }

    private static func range(_ bounds: ClosedRange<Double>) -> String {
        bounds.lowerBound == .leastNonzeroMagnitude ? " above 0" : ""
    }

    private func list(_ text: String, _ cell: CellDeclaration) -> [String] {
        switch cell.listStyle {
        case .names: return Words.names(text)
        case .lines: return Words.lines(text)
        case .escaped:
            let line = text.split(whereSeparator: \.isNewline).joined(separator: ",")
            return Words.distinct(ContentLine(name: "X", value: line).list())
        }
    }

    func cells(of value: DataValue) -> [String] {
        guard let cell = declaration.cells.first else { return [] }
        switch value {
        case .null, .object, .bool(false): return [""]
        case .bool(true): return ["yes"]
        case .integer(let number): return [String(number)]
        case .decimal(let number): return [Self.text(number)]
        case .text(let text): return [text]
        case .list(let values):
            let texts = values.compactMap(\.textValue)
            return switch cell.listStyle {
            case .escaped: [TextValue.list(texts)]
            case .names: [texts.joined(separator: ", ")]
            case .lines: [texts.joined(separator: "\n")]
            }
        }
    }

    /// Formats a number without a zero fraction: `12`, `1.5`.
    static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : "\(number)"
    }
}
