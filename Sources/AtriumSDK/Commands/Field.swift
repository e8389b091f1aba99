/// A field of a command's input with its Swift type: declared once, used as the key to read it.
///
/// ```swift
/// static let title = Field<String>.text("title", help: "What the habit is called.").positional
/// static let target = Field<Int64>.integer("target", in: 1...31, help: "Days a month.").defaulting(to: .integer(20))
/// // in run: let title = try input.required(title)
/// ```
public struct Field<Value: Sendable>: Sendable {
    /// The declaration that surfaces see.
    public var declaration: FieldDeclaration
    let decode: @Sendable (DataValue) -> Value?

    init(_ declaration: FieldDeclaration, decode: @escaping @Sendable (DataValue) -> Value?) {
        self.declaration = declaration
        self.decode = decode
    }

    /// The field, required.
    public var required: Field { with { $0.isRequired = true } }
    /// The field, taken by position in a terminal.
    public var positional: Field { with { $0.isPositional = true } }
    /// The field with a value that stands where none is given.
    public func defaulting(to value: DataValue) -> Field { with { $0.defaultValue = value } }
    /// The field with another option name in a terminal.
    public func option(_ name: String) -> Field { with { $0.option = name } }

    /// The field with the format of its texts: ``FieldDeclaration/format``.
    public func formatted(_ format: TextFormat, zone: String? = nil) -> Field {
        with { ($0.format, $0.zone) = (format, zone) }
    }
    /// The field with a hint: ``FieldDeclaration/hint``.
    public func hinted(_ hint: String) -> Field { with { $0.hint = hint } }
    /// The field with its usual words: ``FieldDeclaration/suggestions``.
    public func suggesting(_ words: String...) -> Field { with { $0.suggestions = words } }
    /// The field with a title of its own.
    public func titled(_ title: String) -> Field { with { $0.ownTitle = title } }

    private func with(_ change: (inout FieldDeclaration) -> Void) -> Field {
        var copy = self
        change(&copy.declaration)
        return copy
    }
}

extension Field where Value == String {
    /// One line of text.
    public static func text(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .text, help: help), decode: \.textValue)
    }
    /// Text of any number of lines.
    public static func longText(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .longText, help: help), decode: \.textValue)
    }
    /// A password: ``FieldType/secret``.
    public static func secret(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .secret, help: help), decode: \.textValue)
    }
    /// One of the given words.
    public static func choice(
        _ name: String, of choices: [String], titles: [String: String]? = nil, help: String
    ) -> Field {
        Field(
            FieldDeclaration(name, .choice(choices), help: help, choiceTitles: titles),
            decode: \.textValue)
    }
    /// A day of which parts may be unknown: ``FieldType/partialDate``.
    public static func partialDate(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .partialDate, help: help), decode: \.textValue)
    }
    /// An instant as RFC 3339 text in UTC.
    public static func instant(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .instant, help: help), decode: \.textValue)
    }
    /// A date, a local time or an instant: ``FieldType/when``.
    public static func when(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .when, help: help), decode: \.textValue)
    }
    /// A duration (RFC 5545 section 3.3.6).
    public static func duration(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .duration, help: help), decode: \.textValue)
    }
}

extension Field where Value == Int64 {
    /// A whole number within bounds.
    public static func integer(
        _ name: String, in bounds: ClosedRange<Int64> = Int64.min...Int64.max, help: String
    ) -> Field {
        Field(FieldDeclaration(name, .integer(bounds), help: help), decode: \.integerValue)
    }
    /// A record of a collection, by id, uid or unambiguous name; its id.
    public static func record(_ name: String, of collection: CollectionID, help: String) -> Field {
        Field(FieldDeclaration(name, .reference(collection), help: help), decode: \.integerValue)
    }
}

extension Field where Value == UploadedFile {
    /// A file's content, brought by the surface: from a path in a terminal.
    public static func file(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .file, help: help)) { _ in nil }
    }
}

extension Field where Value == Double {
    /// A number above 0.
    public static func decimal(_ name: String, above0To maximum: Double, help: String) -> Field {
        decimal(name, in: Double.leastNonzeroMagnitude...maximum, help: help)
    }
    /// A finite number within bounds.
    public static func decimal(
        _ name: String,
        in bounds: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
        help: String
    ) -> Field {
        Field(FieldDeclaration(name, .decimal(bounds), help: help), decode: \.decimalValue)
    }
}

extension Field where Value == Bool {
    /// True or false.
    public static func boolean(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .boolean, help: help)) { value in
            if case .bool(let flag) = value { flag } else { nil }
        }
    }
}

extension Field where Value == LocalDate {
    /// A day.
    public static func date(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .date, help: help)) { $0.textValue.flatMap(LocalDate.init(iso:)) }
    }
}

extension Field where Value == [Int64] {
    /// Any number of records of a collection, each by id, uid or unambiguous name; their ids.
    public static func records(_ name: String, of collection: CollectionID, help: String) -> Field {
        Field(FieldDeclaration(name, .list(.reference(collection)), help: help)) {
            $0.elements(\.integerValue)
        }
    }
}

extension Field where Value == [String] {
    /// Any number of lines of text.
    public static func texts(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .list(.text), help: help)) { $0.elements(\.textValue) }
    }
    /// Any number of the given words, with the titles of some: ``FieldDeclaration/choiceTitles``.
    public static func choices(
        _ name: String, of choices: [String], titles: [String: String]? = nil, help: String
    ) -> Field {
        Field(FieldDeclaration(name, .list(.choice(choices)), help: help, choiceTitles: titles)) {
            $0.elements(\.textValue)
        }
    }
}

extension Field where Value == [DataObject] {
    /// Any number of objects of the given fields.
    public static func objects(_ name: String, of fields: [FieldDeclaration], help: String) -> Field {
        Field(FieldDeclaration(name, .list(.object(fields)), help: help)) {
            $0.elements(\.objectValue)
        }
    }
}

extension Field where Value == DataObject {
    /// One object of the given fields.
    public static func object(_ name: String, of fields: [FieldDeclaration], help: String) -> Field {
        Field(FieldDeclaration(name, .object(fields), help: help), decode: \.objectValue)
    }
}

extension DataValue {
    /// The elements of a list, or nil where one of them is of another kind: none goes missing.
    fileprivate func elements<Element>(_ decode: (DataValue) -> Element?) -> [Element]? {
        guard let list = listValue else { return nil }
        let elements = list.compactMap(decode)
        return elements.count == list.count ? elements : nil
    }
}
