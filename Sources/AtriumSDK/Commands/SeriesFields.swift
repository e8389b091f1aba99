/// The part of a repeating record that a command changes.
public enum SeriesPart: String, Sendable, Hashable, Codable, CaseIterable {
    /// One occurrence.
    case occurrence
    /// An occurrence and all later ones.
    case following
    /// The whole series.
    case all
}

/// The meaning of a field for records that repeat, by which surfaces open one occurrence and change a part of a series.
///
/// | field | role |
/// |---|---|
/// | input of `show`, and of commands that change one occurrence | ``occurrence`` |
/// | input of commands that change an occurrence and all later ones | ``following`` |
/// | result of `show`, items of lists and agendas: the name of the occurrence | ``occurrence`` |
/// | result of `show` | ``series``, ``repeats`` |
/// | result of commands that change a part | ``part`` |
///
/// A surface passes the name of an occurrence from a result to an input without reading it.
///
/// ```swift
/// static let occurrence = Field<String>.when("occurrence", help: "Change only this occurrence.").role(.occurrence)
/// ```
public enum SeriesRole: String, Sendable, Hashable, Codable {
    /// The name of one occurrence.
    case occurrence
    /// In an input, the name of the occurrence with which the part of the series begins that the command changes.
    case following
    /// In a result, the id of the series to which an occurrence belongs, or null if the record is not one.
    case series
    /// In a result, true if the record repeats.
    case repeats
    /// In a result, the changed part of the series: a ``SeriesPart``.
    case part
}

/// The words with which a surface reports a number in the result of a change.
///
/// ```swift
/// FieldDeclaration("movedAlong", .integer(from: 0), help: "…")
///     .counted("changed occurrence moved along", "changed occurrences moved along")
/// ```
public struct CountWords: Sendable, Hashable, Codable {
    /// The words after the number 1.
    public var one: String
    /// The words after other numbers.
    public var several: String
    /// The Boolean field of the collection's edit command that resolves the counted cases, or nil.
    public var remedy: String?

    /// Creates the words.
    public init(one: String, several: String, remedy: String? = nil) {
        (self.one, self.several, self.remedy) = (one, several, remedy)
    }
}

extension FieldDeclaration {
    /// Returns a copy of the field with a meaning for records that repeat; see ``SeriesRole``.
    public func role(_ role: SeriesRole) -> FieldDeclaration {
        var copy = self
        copy.role = role
        return copy
    }

    /// Returns a copy of a result's field with the words that report its number; see ``CountWords``.
    public func counted(_ one: String, _ several: String, remedy: String? = nil) -> FieldDeclaration {
        var copy = self
        copy.countWords = CountWords(one: one, several: several, remedy: remedy)
        return copy
    }
}

extension [FieldDeclaration] {
    /// The fields, each followed by the fields of its object.
    public var withNested: [FieldDeclaration] {
        flatMap { field in
            if case .object(let nested) = field.type { [field] + nested } else { [field] }
        }
    }

    /// Returns the first field with a role.
    public func first(_ role: SeriesRole) -> FieldDeclaration? { first { $0.role == role } }
}
