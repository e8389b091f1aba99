/// The type of a field's values, which determines the values' form on every surface.
///
/// | type | value | as text |
/// |---|---|---|
/// | `text`, `longText` | text | itself |
/// | `secret` | text | never on a command line: prompted for, or read from standard input |
/// | `integer`, `decimal` | number within the bounds | `20`, `1.5` |
/// | `boolean` | bool | `true`, `false` |
/// | `choice` | text, one of the choices | `weekly` |
/// | `date` | text | `2026-03-01`; in words `friday`, `next week` |
/// | `partialDate` | text | `2026-03-01`, `--03-01`, `2026-03`, `2026` |
/// | `instant` | text | `2026-03-01T09:30:00Z` |
/// | `localTime` | text, a day and wall-clock time without a zone | `2026-03-01T09:30:00` |
/// | `when` | text: a date, a local time or an instant | any of the three above; in words `tomorrow 9am`, `in 2 hours` |
/// | `duration` | text, RFC 5545 section 3.3.6 | `PT1H30M`, `P1D`; in words `1h30`, `2 hours` |
/// | `reference` | integer, the id of a record of the collection | an id, a uid, or an unambiguous name |
/// | `file` | text, the path of a file on the caller's side | `photo.jpg` |
/// | `object` | object of the fields | JSON, or `name=value;name=value`, or the first field's value |
/// | `list` | list | the option repeated |
public indirect enum FieldType: Sendable, Hashable, Codable {
    /// One line of text.
    case text
    /// Text of any number of lines.
    case longText
    /// A password, which only the input of a write command may contain.
    ///
    /// No surface shows the password, stores the password, or includes the password in an error.
    case secret
    /// A whole number within bounds.
    case integer(ClosedRange<Int64> = Int64.min...Int64.max)
    /// A finite number within bounds.
    ///
    /// The lower bound `Double.leastNonzeroMagnitude` means that all numbers above 0 are valid, and surfaces
    /// describe this bound as "above 0".
    case decimal(ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
    /// True or false.
    case boolean
    /// One of the given words.
    case choice([String])
    /// A day: `YYYY-MM-DD`.
    case date
    /// A partial date with hyphens, in which the year, month or day may be unknown (RFC 6350 section 4.3.1).
    case partialDate
    /// An instant: RFC 3339, returned in UTC.
    case instant
    /// A day and a wall-clock time, without a zone.
    case localTime
    /// A date, a local time or an instant, such as an event's start.
    case when
    /// A duration (RFC 5545 section 3.3.6).
    case duration
    /// A reference to a record in a collection; the host resolves the reference, so that modules receive the
    /// record's id.
    case reference(CollectionID)
    /// The content of a file, which a terminal reads from a path; modules receive an ``UploadedFile``.
    case file
    /// A group of named fields, such as an e-mail address with a label.
    case object([FieldDeclaration])
    /// Any number of values of one type, in order.
    case list(FieldType)

    /// Returns the type of whole numbers from `minimum`.
    public static func integer(from minimum: Int64) -> FieldType { .integer(minimum...Int64.max) }
}

/// The format of a field's texts, for fields whose type does not determine the format.
///
/// Surfaces use the format to choose controls and links.
public enum TextFormat: String, Sendable, Hashable, Codable {
    /// An e-mail address.
    case email
    /// A telephone number.
    case phone
    /// A URI, such as the address of a page (RFC 3986).
    case uri
    /// For a list: short words, such as tags.
    case words
    /// For a list: days of the week, `mon` to `sun`.
    case weekdays
    /// For a field in an object: a text for the whole object, such as an address as written on an envelope.
    ///
    /// The object's other fields contain the components, such as the city.
    case whole
    /// Recurrence rules (RFC 5545, section 3.3.10); a single text contains one rule per line.
    case recurrence
    /// In a result: a defect of the record, such as a value that could not be read, and the remedy.
    ///
    /// Surfaces show the text next to the record, in lists too, and offer to edit the record.
    case problem
}

/// The declaration of a field in a command's input or result, as pure data for every surface.
public struct FieldDeclaration: Sendable, Hashable, Codable {
    /// The name in JSON and in ``Arguments``, in camelCase: `targetDays`.
    ///
    /// In a terminal, the option for the field `targetDays` is `--target-days`.
    public var name: String
    /// The type of the values.
    public var type: FieldType
    /// The field's meaning, unit and time zone, in one sentence.
    public var help: String
    /// True if the input must contain a value.
    ///
    /// In a result, this is true if the value is never null.
    public var isRequired: Bool
    /// True if a terminal reads the value by position instead of by option.
    public var isPositional: Bool
    /// The default value, which is used if the input does not contain the field.
    public var defaultValue: DataValue?
    /// The terminal option, such as `email` for the list `emails`, or nil to use the field's name in kebab
    /// case.
    public var option: String?
    /// The field's label, or nil to derive the label from the name; see ``title``.
    public var ownTitle: String?
    /// The heading of the field's group in a form, or nil for the first group, which has no heading.
    public var group: String?
    /// The name of the result field that contains the record's current value under another name, or nil.
    ///
    /// A form shows the value of this result field.
    public var shownAs: String?
    /// In a result, true for a secret that only this command shows; no other command shows the secret again.
    public var isShownOnce = false
    /// In a result, true for a value that is computed from other values, other records or the current day.
    ///
    /// Reports about an import's changes omit computed values.
    public var isDerived = false
    /// In a result, true for a text that names an unusual state of the record, such as `tentative`; see ``asState``.
    public var isState = false
    /// The titles for a choice's words.
    ///
    /// For a word without an entry, the title is derived from the word: see ``title(ofChoice:)``.
    public var choiceTitles: [String: String]?
    /// The format of the field's texts, or nil if the type determines the format.
    public var format: TextFormat?
    /// The record field that names the time zone for this field's texts, or nil.
    ///
    /// The value is nil if the texts have no time zone or are in the user's time zone.
    public var zone: String?
    /// A hint below the field's control in a record's form, if the title and the control do not explain the
    /// field.
    ///
    /// The form collapses ``help``, because people do not read ten help texts in a form with ten fields.
    public var hint: String?
    /// Common values for a text field, which forms suggest in addition to free input.
    public var suggestions: [String]?
    /// In a result, the text that surfaces show instead of null, such as `NA`, or nil to show no text.
    public var absentText: String?
    /// In a result with a list of objects, the object fields that a terminal's table shows, in order.
    ///
    /// The table omits fields that no object has. If `columns` is nil and each field is a single value, the
    /// table shows all fields.
    public var columns: [String]?
    /// The field's meaning for records that repeat, or nil; see ``SeriesRole``.
    public var role: SeriesRole?
    /// In a result, the words that report the field's number after a change, or nil.
    public var countWords: CountWords?

    /// Creates a declaration; ``Field`` has shorter ways to declare the fields of a command's input.
    public init(
        _ name: String, _ type: FieldType, help: String, isRequired: Bool = false, isPositional: Bool = false,
        defaultValue: DataValue? = nil, option: String? = nil, title: String? = nil, group: String? = nil,
        choiceTitles: [String: String]? = nil
    ) {
        self.name = name
        self.type = type
        self.help = help
        self.isRequired = isRequired
        self.isPositional = isPositional
        self.defaultValue = defaultValue
        self.option = option
        ownTitle = title
        self.group = group
        self.choiceTitles = choiceTitles
    }

    /// The field's label in a form or above a column: `Times a week`.
    public var title: String { ownTitle ?? name.titleOfWords }

    /// A copy of a result's field that is marked as a secret; see ``isShownOnce``.
    public var shownOnce: FieldDeclaration {
        var copy = self
        copy.isShownOnce = true
        return copy
    }

    /// A copy of a result's field that is marked as computed; see ``isDerived``.
    public var derived: FieldDeclaration {
        var copy = self
        copy.isDerived = true
        return copy
    }

    /// The state of a record that does not take place, as a value of a field that is marked with ``asState``.
    public static let cancelled = "cancelled"

    /// A copy of a result's text field that is marked as the record's state.
    ///
    /// Surfaces show the state beside the record's title. They omit the field if no record has a state. If the state is
    /// ``cancelled``, they strike the title through and do not count the record.
    public var asState: FieldDeclaration {
        var copy = derived
        copy.isState = true
        return copy
    }

    /// Returns a copy of the field whose value has another name in a record's results; see ``shownAs``.
    public func shown(as name: String) -> FieldDeclaration {
        var copy = self
        copy.shownAs = name
        return copy
    }

    /// Returns a copy of the field with a group heading; see ``group``.
    public func grouped(_ group: String?) -> FieldDeclaration {
        var copy = self
        copy.group = group
        return copy
    }

    /// Returns a copy of the field with a text format and a field that names the time zone.
    ///
    /// See ``format`` and ``zone``.
    public func formatted(_ format: TextFormat, zone: String? = nil) -> FieldDeclaration {
        var copy = self
        copy.format = format
        copy.zone = zone
        return copy
    }

    /// Returns a copy of the field whose times are in the time zone that another field names; see ``zone``.
    public func onClock(of zone: String) -> FieldDeclaration {
        var copy = self
        copy.zone = zone
        return copy
    }

    /// Returns a copy of the field with a hint; see ``hint``.
    public func hinted(_ hint: String) -> FieldDeclaration {
        var copy = self
        copy.hint = hint
        return copy
    }

    /// Returns a copy of the field with suggested words; see ``suggestions``.
    public func suggesting(_ words: String...) -> FieldDeclaration {
        var copy = self
        copy.suggestions = words
        return copy
    }

    /// Returns a copy of a result's field that shows a text instead of null; see ``absentText``.
    public func absent(as text: String) -> FieldDeclaration {
        var copy = self
        copy.absentText = text
        return copy
    }

    /// Returns a copy of a list field with the columns that a terminal shows; see ``columns``.
    public func inColumns(_ names: String...) -> FieldDeclaration {
        var copy = self
        copy.columns = names
        return copy
    }

    /// Returns the title for a choice's word.
    public func title(ofChoice word: String) -> String { choiceTitles?[word] ?? word.titleOfWords }

    /// The terminal option's name, without leading hyphens.
    public var optionName: String { option ?? Self.kebabCase(name) }

    /// Converts a name to kebab case: `targetDays` to `target-days`, `fromID` to `from-id`.
    public static func kebabCase(_ name: String) -> String {
        // Every process creates every declaration, and most names are one word.
        if name.utf8.allSatisfy({ $0 < 0x80 && !(0x41...0x5A).contains($0) }) { return name }
        var isInCapitals = false
        return name.reduce(into: "") { result, character in
            if character.isUppercase, !isInCapitals { result += "-" }
            isInCapitals = character.isUppercase
            result += character.lowercased()
        }
    }
}

extension [FieldDeclaration] {
    /// Returns all fields, with a group heading for each field that `groups` names.
    ///
    /// ```swift
    /// fields.grouped(["Repeats": ["recurrenceRules", "exceptionDates"], "Guests": ["organizer", "attendees"]])
    /// ```
    public func grouped(_ groups: [String: [String]]) -> [FieldDeclaration] {
        let groupOf = groups.reduce(into: [String: String]()) { result, group in
            for name in group.value { result[name] = group.key }
        }
        return map { field in groupOf[field.name].map(field.grouped) ?? field }
    }
}
