import AtriumSDK

extension Detail: ListElement {
    /// Reads an element of a list as commands take it: a text, or an object of `PersonFields.elementFields`.
    ///
    /// - Throws: `AtriumError` with code `badData` where it is empty or has no sense for its kind.
    init(_ kind: DetailKind, _ value: DataValue, field: String) throws {
        let noun = kind.declaration.noun
        let object = value.objectValue ?? ["value": value]
        var qualifier: String?
        switch kind.declaration.shape {
        case .qualified("units"):
            qualifier = object["units"]?.listValue?.compactMap { $0.textValue?.nonEmpty }.joined(
                separator: "\n")
        case .qualified(let name): qualifier = object[name]?.textValue
        case .text, .longText, .typed: break
        }
        self.init(
            kind, object["value"]?.textValue?.nonEmpty ?? "", qualifier: qualifier?.nonEmpty,
            label: object["label"]?.textValue?.nonEmpty, types: TypeNames.read(object),
            preference: object["preferred"] == .bool(true) ? 1 : nil)
        guard !self.value.isEmpty || kind == .organization && self.qualifier != nil else {
            throw AtriumError(.badData, "the \(noun) is empty", remedy: "give it a value", field: field)
        }
        switch kind {
        case .custom where self.qualifier == nil:
            throw AtriumError(.badData, "a custom field has no name", remedy: "give it a name", field: field)
        case .geo:
            guard let position = GeoText.canonical(self.value) else {
                throw AtriumError(
                    .badData, "\(self.value) is not a position",
                    remedy: "write latitude and longitude in degrees: 37.386,-122.083", field: field)
            }
            self.value = position
        default: normalise()
        }
    }

    /// Whether the other one has the same value, and the same name or service.
    func isSame(as other: Detail) -> Bool {
        kind == other.kind && value == other.value && (kind == .organization || qualifier == other.qualifier)
    }

    /// Whether a text is the value, or the name of the custom field, in any case.
    func isNamed(_ text: String) -> Bool {
        (kind == .custom ? qualifier ?? "" : value).lowercased() == text.lowercased()
    }
}

extension PostalAddress: ListElement {
    /// Reads an address as commands take it: an object of `PersonFields.addressFields`.
    ///
    /// - Throws: `AtriumError` with code `badData` where it is empty.
    init(_ value: DataValue, field: String) throws {
        let object = value.objectValue ?? [:]
        func text(_ name: String) -> String? { object[name]?.textValue?.nonEmpty }
        self.init(
            poBox: text("poBox"), extended: text("extended"), street: text("street"),
            locality: text("locality"), region: text("region"), postalCode: text("postalCode"),
            country: text("country"), formatted: text("formatted"),
            label: text("label"), types: TypeNames.read(object),
            preference: object["preferred"] == .bool(true) ? 1 : nil)
        if isEmpty {
            throw AtriumError(
                .badData, "an address is empty", remedy: "give a street or a town", field: field)
        }
    }

    /// Whether the other one has the same components.
    func isSame(as other: PostalAddress) -> Bool {
        Self.components.allSatisfy { self[keyPath: $0] == other[keyPath: $0] } && formatted == other.formatted
    }

    /// Whether a text is the street, the label or the one-line form, in any case.
    func isNamed(_ text: String) -> Bool {
        [street, label, oneLine].contains { $0?.lowercased() == text.lowercased() }
    }
}

/// Names of types, such as `home`.
enum TypeNames {
    /// The types of an element as commands take it: split at commas, without blanks around, empty ones and `pref`.
    static func read(_ object: DataObject) -> [String] {
        clean(object["types"]?.listValue?.compactMap(\.textValue) ?? [])
    }

    /// The types, split at commas, without blanks around, empty ones, repeats and `pref`.
    static func clean(_ types: [String]) -> [String] {
        if types.isEmpty { return types }
        var result: [String] = []
        for type in types.flatMap({ $0.split(separator: ",") }).map(\.trimmed)
        where !type.isEmpty && type.lowercased() != "pref" && !result.contains(type) {
            result.append(type)
        }
        return result
    }
}
