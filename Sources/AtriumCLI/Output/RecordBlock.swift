import AtriumSDK

/// A record as lines of `field: value`, aligned, in the order of its declaration; nested values are indented.
///
/// Empty values are left out. Fields that the declaration does not know come last, so that nothing is hidden. What has a
/// `drawing`, as a calendar has, shows that in the place of its lists of objects: they are for programs.
struct RecordBlock {
    private let style: TextStyle

    /// Makes blocks in a style.
    init(style: TextStyle) { self.style = style }

    /// The lines of an object, each ended by a newline.
    func rendered(_ object: DataObject, _ fields: [FieldDeclaration]) -> String {
        lines(object, fields).map { $0 + "\n" }.joined()
    }

    private func lines(_ object: DataObject, _ fields: [FieldDeclaration]) -> [String] {
        let declared = Set(fields.map(\.name))
        let order = fields.map(\.name) + object.names.filter { !declared.contains($0) }
        let isDrawn = object["drawing"]?.textValue != nil
        let absent = fields.reduce(into: [String: DataValue]()) { texts, field in
            if let text = field.absentText { texts[field.name] = .text(text) }
        }
        let entries = order.compactMap { name -> (name: String, value: DataValue)? in
            guard let given = object[name], let value = given.isEmpty ? absent[name] : given,
                !(isDrawn && Self.isOfObjects(value))
            else { return nil }
            return (name, value)
        }
        let labels = entries.map { ValueText.label($0.name) + ":" }
        let width = labels.map(TerminalText.width).max() ?? 0
        var lines: [String] = []
        for (label, entry) in zip(labels, entries) {
            let field = fields.first { $0.name == entry.name }
            let value = self.value(entry.value, type: field?.type)
            let head = style.label(label)
            switch value {
            case .inline(let text):
                lines.append(
                    head + String(repeating: " ", count: width - TerminalText.width(label) + 1) + text)
            case .below(let nested):
                lines.append(head)
                lines += nested.map { "  " + $0 }
            }
        }
        return lines
    }

    private static func isOfObjects(_ value: DataValue) -> Bool {
        value.listValue?.contains { $0.objectValue != nil } ?? false
    }

    private enum Rendered {
        case inline(String)
        case below([String])
    }

    private func value(_ value: DataValue, type: FieldType?) -> Rendered {
        switch value {
        case .object(let object):
            return .below(lines(object, ValueText.fields(of: type)))
        case .list(let values) where Self.isOfObjects(value):
            return .below(
                values.flatMap { value -> [String] in
                    guard let object = value.objectValue else { return ["- " + ValueText.cell(value)] }
                    let lines = lines(object, ValueText.fields(of: type))
                    return lines.enumerated().map { ($0.offset == 0 ? "- " : "  ") + $0.element }
                })
        case .text(let text) where text.utf8.contains(0x0A):
            // By bytes: to look at each character takes many times as long.
            let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            return .below(lines.map { TerminalText.visible(String(Substring($0))) })
        default:
            return .inline(TerminalText.visible(ValueText.cell(value)))
        }
    }
}

/// Values in few words: for the cells of tables and the lines of records.
enum ValueText {
    /// The name of a field in words: `targetDays` as `target days`.
    static func label(_ name: String) -> String {
        FieldDeclaration.kebabCase(name).replacing("-", with: " ")
    }

    /// The fields of an object's type, or of a list of such.
    static func fields(of type: FieldType?) -> [FieldDeclaration] {
        switch type {
        case .object(let fields): fields
        case .list(let element): fields(of: element)
        default: []
        }
    }

    /// The value of a field in one line: what the field says in the place of null, too.
    static func cell(_ value: DataValue, of field: FieldDeclaration) -> String {
        value.isNull ? field.absentText ?? "" : cell(value)
    }

    /// A value in one line, not yet made safe for a terminal.
    ///
    /// An object is its first value, the others in parentheses.
    static func cell(_ value: DataValue) -> String {
        switch value {
        case .null: return ""
        case .bool(let flag): return flag ? "yes" : "no"
        case .integer(let number): return String(number)
        case .decimal(let number):
            return number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : "\(number)"
        case .text(let text): return text
        case .list(let values): return values.map(cell).joined(separator: ", ")
        case .object(let object):
            // A flag says by its name that it is set, and by nothing that it is not.
            let parts = object.entries.filter { !$0.value.isEmpty && $0.value != .bool(false) }.map {
                $0.value == .bool(true) ? label($0.name) : cell($0.value)
            }
            guard let first = parts.first else { return "" }
            return parts.count == 1 ? first : "\(first) (\(parts.dropFirst().joined(separator: ", ")))"
        }
    }
}
