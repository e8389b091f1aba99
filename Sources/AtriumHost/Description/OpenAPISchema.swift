import AtriumSDK

/// Makes JSON schemas (draft 2020-12, as OpenAPI 3.1 uses it) of declared fields.
struct OpenAPISchema {
    /// A text in which something is to be seen; what is not is said in `StringProtocol.isBlank`, here without what lies
    /// beyond the basic plane.
    private static let visible =
        #"[^\s\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"#
        + #"\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8]"#

    /// On which side of a command the values stand.
    enum Side {
        /// Given by a caller: null means no value, more is accepted than is given back.
        case input
        /// Given back: a field that is not always there is null then.
        case output
    }

    let side: Side
    /// The words of the command, for errors.
    let command: String
    /// How long lists are at most that a caller gives.
    var longestList = ListLengths.any
    /// Whether the fields are options of an import or an export, whose texts are never empty.
    var isOfOptions = false

    /// The schema of an object with these fields.
    ///
    /// - Throws: ``AtriumError`` with code `internal` that names the command and the field that cannot be described.
    func object(_ fields: [FieldDeclaration], in place: String) throws -> DataValue {
        guard !fields.isEmpty else {
            throw undescribable(place, "it is an object without declared fields")
        }
        guard Set(fields.map(\.name)).count == fields.count else {
            throw undescribable(place, "two of its fields have the same name")
        }
        var properties = DataObject()
        for field in fields {
            properties[field.name] = try property(
                field, in: place.isEmpty ? field.name : "\(place).\(field.name)")
        }
        var schema: DataObject = ["type": .text("object"), "properties": .object(properties)]
        let required = fields.filter { $0.isRequired && $0.defaultValue == nil }.map {
            DataValue.text($0.name)
        }
        if !required.isEmpty { schema["required"] = .list(required) }
        if side == .input { schema["additionalProperties"] = .bool(false) }
        return .object(schema)
    }

    /// The schema of a required list whose values are given one by one, as in a query or a form: an empty list would be no
    /// list at all there.
    static func nonEmpty(_ schema: DataValue) -> DataValue {
        guard var list = schema.objectValue, list["type"] == .text("array") else { return schema }
        list["minItems"] = .integer(1)
        return .object(list)
    }

    /// The schema of one field with its help, default and example.
    func property(_ field: FieldDeclaration, in place: String) throws -> DataValue {
        var schema = try type(field.type, in: place)
        if !field.isRequired { schema = nullable(schema) }
        schema["description"] = .text(field.help)
        if isOfOptions, field.type == .text { schema["pattern"] = .text(Self.visible) }
        if let value = field.defaultValue {
            guard fits(value, field.type) else {
                throw undescribable(place, "its default does not match its type")
            }
            schema["default"] = value
        }
        schema["examples"] = .list([OpenAPIExample.value(of: field)])
        return .object(schema)
    }

    private func type(_ type: FieldType, in place: String) throws -> DataObject {
        switch type {
        case .text:
            return side == .input ? ["type": .text("string"), "maxLength": .integer(4096)] : Self.string
        case .longText: return Self.string
        case .secret:
            guard side == .input else { throw undescribable(place, "a secret must not be in a result") }
            return [
                "type": .text("string"), "format": .text("password"), "writeOnly": .bool(true),
                "maxLength": .integer(Int64(Password.longest)),
            ]
        case .integer(let bounds): return Self.integer(bounds)
        case .decimal(let bounds): return Self.decimal(bounds)
        case .boolean: return ["type": .text("boolean")]
        case .choice(let choices):
            guard !choices.isEmpty, Set(choices).count == choices.count else {
                throw undescribable(place, "it has no choices, or the same choice twice")
            }
            return ["type": .text("string"), "enum": .list(choices.map(DataValue.text))]
        case .date:
            // A caller may also say `today` or `+3d`.
            return side == .input ? Self.string : ["type": .text("string"), "format": .text("date")]
        case .partialDate:
            return [
                "type": .text("string"),
                "pattern": .text(#"^(\d{4}(-\d{2}(-\d{2})?)?|--\d{2}(-\d{2})?|---\d{2})$"#),
            ]
        case .instant: return ["type": .text("string"), "format": .text("date-time")]
        case .localTime:
            return [
                "type": .text("string"), "pattern": .text(#"^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?$"#),
            ]
        case .when: return Self.string
        case .duration:
            // A caller may also say `45 min`.
            if side == .input { return Self.string }
            return [
                "type": .text("string"),
                "pattern": .text(#"^[+-]?P(\d+W|(\d+D)?(T(\d+H)?(\d+M)?(\d+S)?)?)$"#),
            ]
        case .reference:
            return side == .input
                ? ["type": .list([.text("integer"), .text("string")])]
                : ["type": .text("integer"), "format": .text("int64")]
        case .file:
            throw undescribable(place, "a file must be a top-level field of a command that writes")
        case .object(let fields):
            guard let schema = try object(fields, in: place).objectValue else { return [:] }
            return schema
        case .list(let element):
            var schema: DataObject = [
                "type": .text("array"), "items": .object(try self.type(element, in: place)),
            ]
            if side == .input { schema["maxItems"] = .integer(Int64(longestList)) }
            return schema
        }
    }

    private static let string: DataObject = ["type": .text("string")]

    private static func integer(_ bounds: ClosedRange<Int64>) -> DataObject {
        var schema: DataObject = ["type": .text("integer"), "format": .text("int64")]
        if bounds.lowerBound != .min { schema["minimum"] = .integer(bounds.lowerBound) }
        if bounds.upperBound != .max { schema["maximum"] = .integer(bounds.upperBound) }
        return schema
    }

    private static func decimal(_ bounds: ClosedRange<Double>) -> DataObject {
        let greatest = Double.greatestFiniteMagnitude
        var schema: DataObject = ["type": .text("number"), "format": .text("double")]
        switch bounds.lowerBound {
        case -greatest: break
        case .leastNonzeroMagnitude: schema["exclusiveMinimum"] = .integer(0)
        case let least: schema["minimum"] = .decimal(least)
        }
        if bounds.upperBound != greatest { schema["maximum"] = .decimal(bounds.upperBound) }
        return schema
    }

    /// The schema, with null allowed beside.
    private func nullable(_ schema: DataObject) -> DataObject {
        var schema = schema
        switch schema["type"] {
        case .text(let type): schema["type"] = .list([.text(type), .text("null")])
        case .list(let types): schema["type"] = .list(types + [.text("null")])
        default: break
        }
        if case .list(let choices) = schema["enum"] { schema["enum"] = .list(choices + [.null]) }
        return schema
    }

    /// Whether a declared default can be a value of its field.
    private func fits(_ value: DataValue, _ type: FieldType) -> Bool {
        switch (type, value) {
        case (.integer(let bounds), .integer(let number)): bounds.contains(number)
        case (.decimal(let bounds), .decimal(let number)): bounds.contains(number)
        case (.decimal(let bounds), .integer(let number)): bounds.contains(Double(number))
        case (.boolean, .bool): true
        case (.choice(let choices), .text(let text)): choices.contains(text)
        case (.reference, .integer), (.reference, .text): true
        case (.object(let fields), .object(let object)):
            object.names.allSatisfy { name in fields.contains { $0.name == name } }
        case (.list(let element), .list(let values)): values.allSatisfy { fits($0, element) }
        case (.integer, _), (.decimal, _), (.boolean, _), (.choice, _), (.reference, _), (.object, _),
            (.list, _),
            (.file, _), (.secret, _):
            false
        case (_, .text): true
        default: false
        }
    }

    func undescribable(_ place: String, _ why: String) -> AtriumError {
        AtriumError(
            .internal,
            "the command “\(command)” cannot be described" + (place.isEmpty ? "" : ", at “\(place)”")
                + ": \(why)",
            remedy: "fix its declaration")
    }
}

/// Makes examples of declared fields, the same ones every time.
enum OpenAPIExample {
    /// An object with a value for each field.
    static func object(_ fields: [FieldDeclaration]) -> DataValue {
        .object(fields.reduce(into: DataObject()) { $0[$1.name] = value(of: $1) })
    }

    /// The field's default, or a value of its type.
    static func value(of field: FieldDeclaration) -> DataValue {
        if let value = field.defaultValue, !value.isNull { return value }
        if field.name == "uid" { return .text("5f0c1f5e-8a52-4f0c-9c39-2f6f6f0b7f11") }
        return value(of: field.type)
    }

    private static func value(of type: FieldType) -> DataValue {
        switch type {
        case .text, .longText, .file: .text("text")
        case .secret: .text("as long as a sentence")
        case .integer(let bounds): .integer(min(max(1, bounds.lowerBound), bounds.upperBound))
        case .decimal(let bounds): .decimal(min(max(1.5, bounds.lowerBound), bounds.upperBound))
        case .boolean: .bool(true)
        case .choice(let choices): .text(choices.first ?? "")
        case .date: .text("2026-03-01")
        case .partialDate: .text("--04-12")
        case .instant: .text("2026-03-01T09:30:00Z")
        case .localTime, .when: .text("2026-03-01T09:30:00")
        case .duration: .text("PT1H30M")
        case .reference: .integer(1)
        case .object(let fields): object(fields)
        case .list(let element): .list([value(of: element)])
        }
    }
}
