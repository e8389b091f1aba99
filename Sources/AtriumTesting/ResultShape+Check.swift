package import AtriumSDK

extension ResultShape {
    /// Returns the differences between a value and the declared result shape.
    package func differences(of value: DataValue) -> [String] {
        switch self {
        case .object(let fields): fields.differences(of: value, at: "result")
        case .list(let fields, _):
            if let warnings = value.objectValue?["warnings"] {
                Self.differences(ofItems: value, ["items", "warnings"], fields)
                    + FieldType.list(.text).differences(of: warnings, at: "warnings")
            } else {
                Self.differences(ofItems: value, ["items"], fields)
            }
        case .page(let fields, _):
            Self.differences(
                ofItems: value,
                ["items", "total", "next"]
                    + (value.objectValue?["previous"] == nil ? [] : ["previous"]), fields)
                + (value.objectValue?["total"]?.integerValue == nil ? ["result.total is not an integer"] : [])
        }
    }

    private static func differences(
        ofItems value: DataValue, _ names: [String], _ fields: [FieldDeclaration]
    ) -> [String] {
        guard let object = value.objectValue, let items = object["items"]?.listValue else {
            return ["result has no list “items”"]
        }
        let other = object.names == names ? [] : ["result has the fields \(object.names) instead of \(names)"]
        return other + items.enumerated().flatMap { fields.differences(of: $1, at: "items[\($0)]") }
    }
}

extension [FieldDeclaration] {
    /// Returns the differences between an object's entries and the declared fields.
    func differences(of value: DataValue, at place: String) -> [String] {
        guard let object = value.objectValue else { return ["\(place) is not an object"] }
        let declared = map(\.name)
        let surplus = object.names.filter { !declared.contains($0) }.map { "\(place).\($0) is not declared" }
        return surplus
            + flatMap { field -> [String] in
                let place = "\(place).\(field.name)"
                guard let value = object[field.name] else { return ["\(place) is missing"] }
                if value.isNull {
                    return field.isRequired ? ["\(place) is null, but the field is required"] : []
                }
                return field.type.differences(of: value, at: place)
            }
    }
}

extension FieldType {
    /// Returns the differences between a result value and the declared field type.
    func differences(of value: DataValue, at place: String) -> [String] {
        func unless(_ isRight: Bool?, _ what: String) -> [String] {
            isRight == true ? [] : ["\(place) is not \(what)"]
        }
        switch self {
        case .text: return unless(value.textValue.map { !$0.contains(where: \.isNewline) }, "a line of text")
        case .longText: return unless(value.textValue != nil, "a text")
        case .integer(let bounds):
            return unless(value.integerValue.map(bounds.contains), "an integer within \(bounds)")
        case .decimal(let bounds):
            if case .decimal(let number) = value {
                return unless(bounds.contains(number), "a number within \(bounds)")
            }
            return unless(value.integerValue.map { bounds.contains(Double($0)) }, "a number within \(bounds)")
        case .boolean:
            if case .bool = value { return [] }
            return unless(false, "a Boolean")
        case .choice(let words): return unless(value.textValue.map(words.contains), "one of \(words)")
        case .date: return unless(value.textValue.map { LocalDate(iso: $0) != nil }, "a date")
        case .instant: return unless(value.textValue.map(Self.isStoredInstant), "an instant in UTC")
        case .localTime: return unless(value.textValue.map(Self.isLocalTime), "a local time")
        case .when:
            return unless(
                value.textValue.map {
                    LocalDate(iso: $0) != nil || Self.isLocalTime($0) || Self.isStoredInstant($0)
                },
                "a date, local time or instant")
        case .partialDate: return unless(value.textValue.map { !$0.isEmpty }, "a partial date")
        case .duration:
            return unless(value.textValue.map { $0.contains("P") && $0.utf8.count > 2 }, "a duration")
        case .reference: return unless(value.integerValue != nil, "an id")
        case .file: return ["\(place) is a file, which a result cannot contain"]
        case .secret: return ["\(place) is a secret, which a result cannot contain"]
        case .object(let fields): return fields.differences(of: value, at: place)
        case .list(let element):
            guard let values = value.listValue else { return unless(false, "a list") }
            return values.enumerated().flatMap { element.differences(of: $1, at: "\(place)[\($0)]") }
        }
    }

    private static func isStoredInstant(_ text: String) -> Bool {
        Timestamp.date(text).map { Timestamp.text($0) == text } ?? false
    }

    private static func isLocalTime(_ text: String) -> Bool {
        text.utf8.count == 19 && isStoredInstant(text + "Z")
    }

    /// A value that every field of this type must reject, or nil if there is no such value.
    var wrongValue: DataValue? {
        switch self {
        case .text, .longText, .secret, .choice, .date, .partialDate, .instant, .localTime, .when, .duration,
            .boolean:
            .object(["no": .text("such thing")])
        case .integer, .decimal: .text("many")
        case .reference: .list([])
        case .object(let fields): fields.isEmpty ? nil : .object(["noSuchField": .integer(1)])
        case .list: .object(["no": .text("list")])
        case .file: nil
        }
    }
}
