import AtriumSDK

/// Values of fields as people type them: words to data.
///
/// Only shape is made here: lists, objects, flags. Numbers, dates, choices and references stay text, which the host reads
/// and checks for every surface alike.
enum FieldText {
    /// The value of a field from what was given for it.
    ///
    /// - Throws: ``AtriumError`` with code `usage` that names the option, for objects that cannot be read.
    static func value(of field: FieldDeclaration, from given: Parameter.Given) throws -> DataValue {
        switch given {
        case .flag(let flag): return .bool(flag)
        case .words(let words):
            if case .list(let element) = field.type {
                return .list(try words.map { try value($0, type: element, of: field) })
            }
            return try value(words.last ?? "", type: field.type, of: field)
        }
    }

    private static func value(_ text: String, type: FieldType, of field: FieldDeclaration) throws -> DataValue
    {
        switch type {
        case .object(let fields): .object(try object(text, fields, of: field))
        // A list inside an object, in `name=value`: one element; the part repeated gives more.
        case .list(let element): .list([try value(text, type: element, of: field)])
        default: .text(text)
        }
    }

    /// An object from JSON, from `name=value;name=value`, or from its first field's value alone.
    ///
    /// It is read as parts where its first part begins with the name of a field and `=`. In a part, `\;` is a semicolon
    /// and `\\` a backslash. What looks like a part and stands behind a comma, or behind a value without a name, is
    /// refused: it would be stored as text.
    private static func object(
        _ text: String, _ fields: [FieldDeclaration], of field: FieldDeclaration
    ) throws -> DataObject {
        if text.hasPrefix("{") {
            guard let object = try? JSONReader.value(text).objectValue else {
                throw wrong(text, "valid JSON", field, remedy: "check quotes, commas and braces")
            }
            return object
        }
        let parts = split(text)
        func declared(_ part: String) -> (FieldDeclaration, String)? {
            guard let equals = part.firstIndex(of: "=") else { return nil }
            let name = part[..<equals].trimmingBlanks
            return fields.first { $0.name == name || $0.optionName == name }
                .map { ($0, String(part[part.index(after: equals)...])) }
        }
        guard let first = parts.first, declared(first) != nil else {
            guard let only = fields.first else { return DataObject() }
            try checkSeparators(in: text, [";", ","], fields, of: field)
            return [only.name: try value(text, type: only.type, of: field)]
        }
        var object = DataObject()
        for part in parts where !part.allSatisfy(\.isWhitespace) {
            guard let (inner, text) = declared(part) else {
                let names = fields.map(\.name).joined(separator: ", ")
                throw wrong(part, "a name=value part", field, remedy: "the parts are \(names)")
            }
            try checkSeparators(in: text, [","], fields, of: field)
            var new = try value(text, type: inner.type, of: field)
            if let more = new.listValue, let present = object[inner.name]?.listValue {
                new = .list(present + more)
            }
            object[inner.name] = new
        }
        return object
    }

    /// Refuses a value in which a part seems to follow, behind what does not begin one.
    private static func checkSeparators(
        in text: String, _ separators: Set<Character>, _ fields: [FieldDeclaration],
        of field: FieldDeclaration
    ) throws {
        for part in text.split(whereSeparator: separators.contains).dropFirst() {
            guard let equals = part.firstIndex(of: "=") else { continue }
            let name = part[..<equals].trimmingBlanks
            guard let inner = fields.first(where: { $0.name == name || $0.optionName == name }) else {
                continue
            }
            let first = fields.first?.name ?? name
            throw wrong(
                text, "one value", field,
                remedy: """
                    separate the parts with semicolons: \(first == inner.name ? "" : "\(first)=…;")\(inner.name)=…; or use \
                    JSON, if \(inner.name)= belongs to the value
                    """)
        }
    }

    private static func split(_ text: String) -> [String] {
        var parts = [""]
        var isEscaped = false
        for character in text {
            if isEscaped {
                if character != ";", character != "\\" { parts[parts.count - 1].append("\\") }
                parts[parts.count - 1].append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == ";" {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        if isEscaped { parts[parts.count - 1].append("\\") }
        return parts
    }

    private static func wrong(
        _ text: String, _ expected: String, _ field: FieldDeclaration, remedy: Guidance
    ) -> AtriumError {
        AtriumError(
            .usage, "\(field.commandLineName): “\(text)” is not \(expected)", remedy: remedy,
            field: field.name)
    }
}

extension FieldDeclaration {
    /// The field as messages name it: `--target-days`, or `<title>` where it is positional.
    var commandLineName: String {
        isPositional ? "<\(Self.kebabCase(name))>" : "--\(optionName)"
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    var trimmingBlanks: String {
        String(self.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
