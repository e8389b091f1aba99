/// A command's input field with a Swift type, which declares the field and is the key that reads the value.
///
/// ```swift
/// static let title = Field<String>.text("title", help: "The habit's name.").positional
/// static let target = Field<Int64>.integer("target", in: 1...31, help: "Days a month.").defaulting(to: .integer(20))
/// // in run: let title = try input.required(title)
/// ```
public struct Field<Value: Sendable>: Sendable {
    /// The field's declaration, which surfaces read.
    public var declaration: FieldDeclaration
    let decode: @Sendable (DataValue) -> Value?

    init(_ declaration: FieldDeclaration, decode: @escaping @Sendable (DataValue) -> Value?) {
        self.declaration = declaration
        self.decode = decode
    }

    /// A copy of the field that requires a value.
    public var required: Field { with { $0.isRequired = true } }
    /// A copy of the field that a terminal reads by position.
    public var positional: Field { with { $0.isPositional = true } }
    /// Returns a copy of the field with a default value.
    public func defaulting(to value: DataValue) -> Field { with { $0.defaultValue = value } }
    /// Returns a copy of the field with another terminal option.
    public func option(_ name: String) -> Field { with { $0.option = name } }

    /// Returns a copy of the field with a text format; see ``FieldDeclaration/format``.
    public func formatted(_ format: TextFormat, zone: String? = nil) -> Field {
        with { ($0.format, $0.zone) = (format, zone) }
    }
    /// Returns a copy of the field with a hint; see ``FieldDeclaration/hint``.
    public func hinted(_ hint: String) -> Field { with { $0.hint = hint } }
    /// Returns a copy of the field with suggested words; see ``FieldDeclaration/suggestions``.
    public func suggesting(_ words: String...) -> Field { with { $0.suggestions = words } }
    /// Returns a copy of the field with a meaning for records that repeat; see ``FieldDeclaration/role``.
    public func role(_ role: SeriesRole) -> Field { with { $0.role = role } }
    /// Returns a copy of the field with its own title.
    public func titled(_ title: String) -> Field { with { $0.ownTitle = title } }

    private func with(_ change: (inout FieldDeclaration) -> Void) -> Field {
        var copy = self
        change(&copy.declaration)
        return copy
    }
}

extension Field where Value == String {
    /// Declares a field with one line of text.
    public static func text(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .text, help: help), decode: \.textValue)
    }
    /// Declares a field with text of any number of lines.
    public static func longText(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .longText, help: help), decode: \.textValue)
    }
    /// Declares a field with a password; see ``FieldType/secret``.
    public static func secret(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .secret, help: help), decode: \.textValue)
    }
    /// Declares a field with one of the given words.
    public static func choice(
        _ name: String, of choices: [String], titles: [String: String]? = nil, help: String
    ) -> Field {
        Field(
            FieldDeclaration(name, .choice(choices), help: help, choiceTitles: titles),
            decode: \.textValue)
    }
    /// Declares a field with a partial date, in which the year, month or day may be unknown; see
    /// ``FieldType/partialDate``.
    public static func partialDate(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .partialDate, help: help), decode: \.textValue)
    }
    /// Declares a field with an instant as RFC 3339 text in UTC.
    public static func instant(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .instant, help: help), decode: \.textValue)
    }
    /// Declares a field with a date, a local time or an instant; see ``FieldType/when``.
    public static func when(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .when, help: help), decode: \.textValue)
    }
    /// Declares a field with a duration (RFC 5545 section 3.3.6).
    public static func duration(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .duration, help: help), decode: \.textValue)
    }
}

extension Field where Value == Int64 {
    /// Declares a field with a whole number within bounds.
    public static func integer(
        _ name: String, in bounds: ClosedRange<Int64> = Int64.min...Int64.max, help: String
    ) -> Field {
        Field(FieldDeclaration(name, .integer(bounds), help: help), decode: \.integerValue)
    }
    /// Declares a field that refers to a record in a collection.
    ///
    /// The user enters the record's id, uid or unambiguous name. The decoded value is the record's id.
    public static func record(_ name: String, of collection: CollectionID, help: String) -> Field {
        Field(FieldDeclaration(name, .reference(collection), help: help), decode: \.integerValue)
    }
}

extension Field where Value == UploadedFile {
    /// Declares a field with a file's content; in a terminal, the user enters the file's path.
    public static func file(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .file, help: help)) { _ in nil }
    }
}

extension Field where Value == Double {
    /// Declares a field with a number above 0, up to a maximum.
    public static func decimal(_ name: String, above0To maximum: Double, help: String) -> Field {
        decimal(name, in: Double.leastNonzeroMagnitude...maximum, help: help)
    }
    /// Declares a field with a finite number within bounds.
    public static func decimal(
        _ name: String,
        in bounds: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
        help: String
    ) -> Field {
        Field(FieldDeclaration(name, .decimal(bounds), help: help), decode: \.decimalValue)
    }
}

extension Field where Value == Bool {
    /// Declares a Boolean field.
    public static func boolean(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .boolean, help: help)) { value in
            if case .bool(let flag) = value { flag } else { nil }
        }
    }
}

extension Field where Value == LocalDate {
    /// Declares a field with a date.
    public static func date(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .date, help: help)) { $0.textValue.flatMap(LocalDate.init(iso:)) }
    }
}

extension Field where Value == [Int64] {
    /// Declares a field that refers to any number of records in a collection.
    ///
    /// The user enters each record's id, uid or unambiguous name. The decoded value is the list of ids.
    public static func records(_ name: String, of collection: CollectionID, help: String) -> Field {
        Field(FieldDeclaration(name, .list(.reference(collection)), help: help)) {
            $0.elements(\.integerValue)
        }
    }
}

extension Field where Value == [String] {
    /// Declares a field with any number of lines of text.
    public static func texts(_ name: String, help: String) -> Field {
        Field(FieldDeclaration(name, .list(.text), help: help)) { $0.elements(\.textValue) }
    }
    /// Declares a field with any number of the given words, some of which have titles; see
    /// ``FieldDeclaration/choiceTitles``.
    public static func choices(
        _ name: String, of choices: [String], titles: [String: String]? = nil, help: String
    ) -> Field {
        Field(FieldDeclaration(name, .list(.choice(choices)), help: help, choiceTitles: titles)) {
            $0.elements(\.textValue)
        }
    }
}

extension Field where Value == [DataObject] {
    /// Declares a field with any number of objects that have the given fields.
    public static func objects(_ name: String, of fields: [FieldDeclaration], help: String) -> Field {
        Field(FieldDeclaration(name, .list(.object(fields)), help: help)) {
            $0.elements(\.objectValue)
        }
    }
}

extension Field where Value == DataObject {
    /// Declares a field with one object that has the given fields.
    public static func object(_ name: String, of fields: [FieldDeclaration], help: String) -> Field {
        Field(FieldDeclaration(name, .object(fields), help: help), decode: \.objectValue)
    }
}

extension DataValue {
    /// Decodes a list's elements, or returns nil if any element has another type, so that no element is lost.
    fileprivate func elements<Element>(_ decode: (DataValue) -> Element?) -> [Element]? {
        guard let list = listValue else { return nil }
        let elements = list.compactMap(decode)
        return elements.count == list.count ? elements : nil
    }
}
