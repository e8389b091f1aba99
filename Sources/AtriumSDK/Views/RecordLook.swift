/// The appearance of a collection's records in lists and on record pages.
///
/// A look names the collection's result fields and commands. A look contains no markup, so that every surface
/// can draw the records. If a collection has no look, surfaces draw the fields in declaration order.
///
/// ```swift
/// RecordLook(
///     lead: .tick(command: "toggle", done: "doneToday"), facts: ["schedule"], key: "currentStreak",
///     parts: [.view("month")])
/// ```
public struct RecordLook: Sendable, Hashable, Codable {
    /// The element before a row's title.
    public enum Lead: Sendable, Hashable, Codable {
        /// A picture in a circle, from an object with `sha256` and `mediaType`; records without a picture
        /// show the title's initials.
        case face(photo: String)
        /// A day, shown as a number above the weekday or the month.
        ///
        /// A time of day is shown in the line below the title.
        ///
        /// - Parameter until: the field with the exclusive end: a time, or the day after the last day.
        case day(String, until: String? = nil)
        /// A bar in the color that a field names, such as `teal`.
        case color(String)
        /// A checkbox that runs a command about the record when the user taps the checkbox.
        ///
        /// - Parameters:
        ///   - command: a record action that needs no other field than the record.
        ///   - done: the field that shows that the record is done: true, or a value that is not null.
        ///   - undo: the command that unchecks the box, or nil if `command` itself does so.
        ///   - occurrence: the field with the occurrence that the page shows for a repeating record.
        ///     `command` receives the occurrence in its field `occurrence`. Since the page may be outdated,
        ///     `command` rejects an occurrence that is no longer the next occurrence.
        case tick(command: String, done: String, undo: String? = nil, occurrence: String? = nil)
    }

    /// The grouping of a list's rows; the list must be sorted so that a group's rows are adjacent.
    public enum Grouping: Sendable, Hashable, Codable {
        /// Groups rows by the title's first letter.
        case letter
        /// Groups rows by month, from a field with a day or a time.
        case month(String)
        /// Groups rows by a field's value.
        case value(String)
    }

    /// A section on a record's page that shows another command's result.
    public enum Part: Sendable, Hashable, Codable {
        /// A module view about the record, identified by the view's name.
        case view(String)
        /// A record query's result as rows, identified by the command's name.
        case query(String)
    }

    /// A record command at the end of a record's row, identified by the command's name.
    public enum Quick: Sendable, Hashable, Codable {
        /// A button that runs a record action without other required fields.
        ///
        /// If a field is named, the button is shown only if the field is true.
        case tap(String, if: String? = nil)
        /// Two buttons for one record action, such as votes for and against an idea.
        ///
        /// The first button runs the action without the Boolean field; the second button sets the Boolean
        /// field to true.
        case either(String, or: String)
        /// A button that opens a command's form.
        case form(String)

        /// The command's name.
        public var command: String {
            switch self {
            case .tap(let name, _), .either(let name, _), .form(let name): name
            }
        }
    }

    /// The field with the title in a list, or nil to use the first existing field of `name`, `title`,
    /// `summary` and `text`.
    public var title: String?
    /// The field that is empty if a record does not have its own title.
    ///
    /// If this field is empty, the record page's title is the day from ``lead``, not the beginning of the
    /// record's text.
    public var untitled: String?
    /// The element before the title.
    public var lead: Lead?
    /// The fields in the line below the title, in order; fields without a value are omitted.
    public var facts: [String]
    /// The field with a short value at the end of a row.
    public var key: String?
    /// The field with a longer text in the user's own words; a row shows the beginning of the text.
    public var text: String?
    /// The grouping of a list's rows.
    public var grouping: Grouping?
    /// A field with a number from 0 to 100, which surfaces draw as a ring or a bar together with the number.
    public var meter: String?
    /// The fields shown in large type on the record's page, at most three.
    public var figures: [String]
    /// The field groups on the record's page; all other fields with a value follow under "More".
    public var groups: [FieldGroup]
    /// The fields that the record's page omits because other fields contain the same information.
    public var hidden: [String]
    /// The sections on the record's page that show other commands' results.
    public var parts: [Part]
    /// The names of the record actions and record queries that the record's page shows first.
    public var actions: [String]
    /// True if the record's page omits references from other collections' records.
    ///
    /// Omit these references if another section on the page shows the same records.
    public var hidesReferences: Bool
    /// The command at the end of a row.
    public var quick: Quick?
    /// The field with complete links, shown before the actions.
    ///
    /// Each link is an object with `kind` (`call`, `message`, `mail`, `chat`), `title` and `link`.
    public var links: String?

    /// Declares a look.
    public init(
        title: String? = nil, untitled: String? = nil, lead: Lead? = nil, facts: [String] = [],
        key: String? = nil,
        text: String? = nil, grouping: Grouping? = nil, meter: String? = nil, figures: [String] = [],
        groups: [FieldGroup] = [], hidden: [String] = [], parts: [Part] = [], actions: [String] = [],
        hidesReferences: Bool = false, quick: Quick? = nil, links: String? = nil
    ) {
        self.title = title
        self.untitled = untitled
        self.lead = lead
        self.facts = facts
        self.key = key
        self.text = text
        self.grouping = grouping
        self.meter = meter
        self.figures = figures
        self.groups = groups
        self.hidden = hidden
        self.parts = parts
        self.actions = actions
        self.hidesReferences = hidesReferences
        self.quick = quick
        self.links = links
    }
}

/// A group of fields under one heading on a record's page.
///
/// ```swift
/// FieldGroup("Ways to reach", ["phones", "emails", "addresses"])
/// ```
public struct FieldGroup: Sendable, Hashable, Codable {
    /// The group's heading; if the heading is empty, the fields have no heading.
    public var title: String
    /// The fields, in order.
    public var fields: [String]

    /// Declares a group.
    public init(_ title: String, _ fields: [String]) {
        self.title = title
        self.fields = fields
    }
}
