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

    /// A Boolean value that indicates whether a text has more than one line.
    private static func hasLines(_ text: String) -> Bool {
        // By bytes: to look at each character takes many times as long.
        text.utf8.contains { $0 == 0x0A || $0 == 0x0D }
    }

    /// The lines of a text, which LF, CR LF or CR end.
    private static func lines(of text: String) -> [String] {
        var lines: [String] = []
        var line: [UInt8] = []
        var last: UInt8 = 0
        for byte in text.utf8 {
            if byte == 0x0A || byte == 0x0D {
                if byte == 0x0D || last != 0x0D {
                    lines.append(String(decoding: line, as: UTF8.self))
                    line.removeAll(keepingCapacity: true)
                }
            } else {
                line.append(byte)
            }
            last = byte
        }
        return (lines + [String(decoding: line, as: UTF8.self)]).map(TerminalText.visible)
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
        case .text(let text) where Self.hasLines(text):
            return .below(Self.lines(of: text))
        case .list(let values) where values.contains(where: { $0.textValue.map(Self.hasLines) ?? false }):
            // A single text has no mark, like a field with one text.
            if values.count == 1 { return .below(Self.lines(of: values[0].textValue ?? "")) }
            return .below(
                values.flatMap { value in
                    let lines = Self.lines(of: value.textValue ?? ValueText.cell(value))
                    return lines.enumerated().map { ($0.offset == 0 ? "- " : "  ") + $0.element }
                })
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

    /// A value among others that a comma and a blank separate: a text that contains these is in quotation marks.
    private static func part(_ value: DataValue) -> String {
        guard case .text(let text) = value, text.utf8.contains(0x2C) || text.utf8.first == 0x22,
            text.contains(", ") || text.hasSuffix(",") || text.hasPrefix("\"")
        else { return cell(value) }
        return "\"" + text.replacing("\"", with: "\\\"") + "\""
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
        case .list(let values): return values.map(part).joined(separator: ", ")
        case .object(let object):
            // A flag says by its name that it is set, and by nothing that it is not.
            let parts = object.entries.filter { !$0.value.isEmpty && $0.value != .bool(false) }.map {
                $0.value == .bool(true) ? label($0.name) : part($0.value)
            }
            guard let first = parts.first else { return "" }
            return parts.count == 1 ? first : "\(first) (\(parts.dropFirst().joined(separator: ", ")))"
        }
    }
}
