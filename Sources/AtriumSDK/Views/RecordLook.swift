/// How the records of a collection look: as a row of a list, and on a page of their own.
///
/// A look names fields of the collection's results and commands of the collection; it holds no markup, so every surface can
/// draw it. A collection without a look is drawn by the order of its fields.
///
/// ```swift
/// RecordLook(
///     lead: .tick(command: "toggle", done: "doneToday"), facts: ["schedule"], key: "currentStreak",
///     parts: [.view("month")])
/// ```
public struct RecordLook: Sendable, Hashable, Codable {
    /// What stands before the title of a row.
    public enum Lead: Sendable, Hashable, Codable {
        /// A picture in a circle, from an object with `sha256` and `mediaType`; without a picture the letters of the title.
        case face(photo: String)
        /// A day, as its number above its weekday or its month; the time of a day with one stands in the line below the title.
        ///
        /// - Parameter until: the field of the end of what lasts, which is not in it: a time, or the day after the last.
        case day(String, until: String? = nil)
        /// A bar in the colour that a field names, such as `teal`.
        case color(String)
        /// A box that runs a command about the record when it is tapped.
        ///
        /// - Parameters:
        ///   - command: a record action that needs no further field.
        ///   - done: the field that says whether it is done: true, or a value that is not null.
        ///   - undo: the command that takes it back; nil if `command` itself does.
        ///   - occurrence: the field that says which time of a record that repeats is shown. `command` gets it in its field
        ///     `occurrence`, and refuses one that is no longer next: a page may be old.
        case tick(command: String, done: String, undo: String? = nil, occurrence: String? = nil)
    }

    /// How the rows of a list are divided; rows of a group stand together only if the list is sorted so.
    public enum Grouping: Sendable, Hashable, Codable {
        /// By the first letter of the title.
        case letter
        /// By the month of a day or a time.
        case month(String)
        /// By the value of a field.
        case value(String)
    }

    /// A section of a record's page that another command gives.
    public enum Part: Sendable, Hashable, Codable {
        /// A view of the module about the record, by its name.
        case view(String)
        /// A record query, by its command's name: its result as rows.
        case query(String)
    }

    /// A command about a record that stands at the end of its row, by its name.
    public enum Quick: Sendable, Hashable, Codable {
        /// It is run at a tap, if a field is true or none is named: a record action that needs no further field.
        case tap(String, if: String? = nil)
        /// It is run at a tap, and at another with a truth value of it set: a vote for an idea, and one against it.
        case either(String, or: String)
        /// Its form is opened.
        case form(String)

        /// The command's name.
        public var command: String {
            switch self {
            case .tap(let name, _), .either(let name, _), .form(let name): name
            }
        }
    }

    /// The field of the title in a list; nil: the first of `name`, `title`, `summary`, `text` that there is.
    public var title: String?
    /// The field that is empty if a record has no title of its own: its page is called by the day of ``lead`` then, and not by
    /// the beginning of its text.
    public var untitled: String?
    /// What stands before the title.
    public var lead: Lead?
    /// The fields of the line below the title, in order; those without a value are left out.
    public var facts: [String]
    /// The field that stands at the end of a row: one short value.
    public var key: String?
    /// The field of a longer text in the user's own words; a row shows its beginning.
    public var text: String?
    /// How the rows of a list are divided.
    public var grouping: Grouping?
    /// A field from 0 to 100 that is drawn as a ring or a bar; its number is always written too.
    public var meter: String?
    /// The fields that stand large on the record's page: three at most.
    public var figures: [String]
    /// The fields of the record's page, in groups; other fields with a value follow under "More".
    public var groups: [FieldGroup]
    /// The fields that the record's page leaves out, since others say the same.
    public var hidden: [String]
    /// The sections of the record's page that other commands give.
    public var parts: [Part]
    /// The record actions and record queries that stand first on the record's page, by their commands' names.
    public var actions: [String]
    /// Whether records of other collections that refer to it are left out of its page, since they stand elsewhere.
    public var hidesReferences: Bool
    /// The command at the end of a row.
    public var quick: Quick?
    /// The field of ready links, objects with `kind` (`call`, `message`, `mail`, `chat`), `title` and `link`, which stand
    /// before the actions.
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

/// Fields of a record's page that stand together under a heading.
///
/// ```swift
/// FieldGroup("Ways to reach", ["phones", "emails", "addresses"])
/// ```
public struct FieldGroup: Sendable, Hashable, Codable {
    /// The heading; empty: the fields stand without one.
    public var title: String
    /// The fields, in order.
    public var fields: [String]

    /// Declares a group.
    public init(_ title: String, _ fields: [String]) {
        self.title = title
        self.fields = fields
    }
}
