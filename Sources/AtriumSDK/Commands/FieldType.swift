/// The type of a field: what values it takes, on every surface.
///
/// | type | value | as text |
/// |---|---|---|
/// | `text`, `longText` | text | itself |
/// | `secret` | text | never on a command line: asked for, or read from standard input |
/// | `integer`, `decimal` | number within the bounds | `20`, `1.5` |
/// | `boolean` | bool | `true`, `false` |
/// | `choice` | text, one of the choices | `weekly` |
/// | `date` | text | `2026-03-01`; in words `friday`, `next week` |
/// | `partialDate` | text | `2026-03-01`, `--03-01`, `2026-03`, `2026` |
/// | `instant` | text | `2026-03-01T09:30:00Z` |
/// | `localTime` | text, a day and wall-clock time without a zone | `2026-03-01T09:30:00` |
/// | `when` | text: a date, a local time or an instant | any of the three above; in words `tomorrow 9am`, `in 2 hours` |
/// | `duration` | text, RFC 5545 section 3.3.6 | `PT1H30M`, `P1D`; in words `1h30`, `2 hours` |
/// | `reference` | integer, the id of a record of the collection | an id, a uid, or a name that fits one record |
/// | `file` | text, the path of a file on the caller's side | `photo.jpg` |
/// | `object` | object of the fields | JSON, or `name=value;name=value`, or the first field's value |
/// | `list` | list | the option repeated |
public indirect enum FieldType: Sendable, Hashable, Codable {
    /// One line of text.
    case text
    /// Text of any number of lines.
    case longText
    /// A password: in input only, and only of commands that write.
    ///
    /// No surface shows it, keeps it, or names it in an error.
    case secret
    /// A whole number within bounds.
    case integer(ClosedRange<Int64> = Int64.min...Int64.max)
    /// A finite number within bounds.
    ///
    /// Bounds from `Double.leastNonzeroMagnitude` on mean all numbers above 0, and surfaces say so.
    case decimal(ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
    /// True or false.
    case boolean
    /// One of the given words.
    case choice([String])
    /// A day: `YYYY-MM-DD`.
    case date
    /// A day of which year, month or day may be unknown (RFC 6350 section 4.3.1), written with hyphens.
    case partialDate
    /// An instant: RFC 3339, given back in UTC.
    case instant
    /// A day and a wall-clock time, without a zone.
    case localTime
    /// A date, a local time or an instant: an event's start, say.
    case when
    /// A duration (RFC 5545 section 3.3.6).
    case duration
    /// A record of a collection. Modules get its id; the host has looked it up.
    case reference(CollectionID)
    /// The content of a file: read from a path in a terminal. Modules get an ``UploadedFile``.
    case file
    /// Named fields together: a labelled e-mail address, say.
    case object([FieldDeclaration])
    /// Any number of values of one type, in order.
    case list(FieldType)

    /// A whole number from `minimum`.
    public static func integer(from minimum: Int64) -> FieldType { .integer(minimum...Int64.max) }
}

/// What the texts of a field are about, where its type does not say it: surfaces choose controls and links by it.
public enum TextFormat: String, Sendable, Hashable, Codable {
    /// An e-mail address.
    case email
    /// A telephone number.
    case phone
    /// A URI, such as the address of a page (RFC 3986).
    case uri
    /// Of a list: short words, such as tags.
    case words
    /// Of a list: days of the week, `mon` to `sun`.
    case weekdays
    /// Of a part of an object: all of the object in words, as an address stands on an envelope; the other parts say it piece
    /// by piece.
    case whole
    /// How something repeats: rules of RFC 5545, section 3.3.10; of a text, one a line.
    case recurrence
}

/// One declared field of a command's input or result: pure data, the same for every surface.
public struct FieldDeclaration: Sendable, Hashable, Codable {
    /// The name in JSON and in ``Arguments``, in camelCase: `targetDays`.
    ///
    /// The terminal writes it `--target-days`.
    public var name: String
    /// The type of the values.
    public var type: FieldType
    /// What the field means, with its unit and zone, in one sentence.
    public var help: String
    /// Whether a value must be given.
    ///
    /// In results: whether the value is never null.
    public var isRequired: Bool
    /// Whether the terminal takes the value by position instead of by option.
    public var isPositional: Bool
    /// The value that stands where none is given.
    public var defaultValue: DataValue?
    /// The terminal's option, where it is not the name in kebab case: `email` for the list `emails`.
    public var option: String?
    /// What people read beside the value, if the name's words are not it; see ``title``.
    public var ownTitle: String?
    /// The group of a form's fields that it stands in; nil: the form's first.
    public var group: String?
    /// The field of the record's results that says the same, where it has another name: a form is filled from there.
    public var shownAs: String?
    /// Of a result: whether it is a secret that no other command ever shows again.
    public var isShownOnce = false
    /// Of a result: whether the value follows from others, from other records or from the day, so that reports of what an
    /// import changes leave it out.
    public var isDerived = false
    /// What people read for some of a choice's words; the others are their words: see ``title(ofChoice:)``.
    public var choiceTitles: [String: String]?
    /// What the field's texts are about; nil where the type says it.
    public var format: TextFormat?
    /// The field of the record that names the zone on whose clock the texts are; nil: they are on none, or on the user's.
    public var zone: String?
    /// What stands below the field's control in the form of a record, where title and control do not say it.
    ///
    /// All of ``help`` is folded away there: what is said below each of ten fields is read by nobody.
    public var hint: String?
    /// The usual words of a text, which forms offer beside any other.
    public var suggestions: [String]?
    /// Of a result: what people are shown in the place of null, such as `NA`; nil: nothing.
    public var absentText: String?
    /// Of a list of objects in a result: the fields that a terminal's table shows, in order, without those that no object has;
    /// nil: all, if each is a single value.
    public var columns: [String]?

    /// Makes a declaration; for the fields of a command's input ``Field`` has shorter ways.
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

    /// What people read beside the value, in a form or above a column: `Times a week`.
    public var title: String { ownTitle ?? name.titleOfWords }

    /// The same field of a result, which is a secret; see ``isShownOnce``.
    public var shownOnce: FieldDeclaration {
        var copy = self
        copy.isShownOnce = true
        return copy
    }

    /// The same field of a result, whose value follows from others; see ``isDerived``.
    public var derived: FieldDeclaration {
        var copy = self
        copy.isDerived = true
        return copy
    }

    /// The same field, of which a record says the value by another name; see ``shownAs``.
    public func shown(as name: String) -> FieldDeclaration {
        var copy = self
        copy.shownAs = name
        return copy
    }

    /// The same field in a group of its form; see ``group``.
    public func grouped(_ group: String?) -> FieldDeclaration {
        var copy = self
        copy.group = group
        return copy
    }

    /// Sets the format of the texts, and the field that names their zone; see ``format`` and ``zone``.
    public func formatted(_ format: TextFormat, zone: String? = nil) -> FieldDeclaration {
        var copy = self
        copy.format = format
        copy.zone = zone
        return copy
    }

    /// The same field, whose times are on the clock of the zone that another field names; see ``zone``.
    public func onClock(of zone: String) -> FieldDeclaration {
        var copy = self
        copy.zone = zone
        return copy
    }

    /// Sets the hint; see ``hint``.
    public func hinted(_ hint: String) -> FieldDeclaration {
        var copy = self
        copy.hint = hint
        return copy
    }

    /// Sets the usual words; see ``suggestions``.
    public func suggesting(_ words: String...) -> FieldDeclaration {
        var copy = self
        copy.suggestions = words
        return copy
    }

    /// The same field of a result, of which people are shown a text in the place of null; see ``absentText``.
    public func absent(as text: String) -> FieldDeclaration {
        var copy = self
        copy.absentText = text
        return copy
    }

    /// The same list of objects, of which a terminal shows some fields; see ``columns``.
    public func inColumns(_ names: String...) -> FieldDeclaration {
        var copy = self
        copy.columns = names
        return copy
    }

    /// What people read for one of a choice's words.
    public func title(ofChoice word: String) -> String { choiceTitles?[word] ?? word.titleOfWords }

    /// The terminal's name of the option, without hyphens in front.
    public var optionName: String { option ?? Self.kebabCase(name) }

    /// `targetDays` as `target-days`, `fromID` as `from-id`.
    public static func kebabCase(_ name: String) -> String {
        // Every process makes every declaration, and most names are one word.
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
    /// The same fields, those that are named in groups of their form; the others stay as they are.
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
