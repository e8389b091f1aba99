/// A file format's name: `vcard`, `icalendar`, `opml`, `csv`.
public struct FormatID: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name on the command line.
    public let rawValue: String
    /// Creates the name of a format.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name.
    public var description: String { rawValue }

    /// vCard 2.1, 3.0 and 4.0 (RFC 6350, RFC 2426, versit).
    public static let vcard = FormatID(rawValue: "vcard")
    /// iCalendar (RFC 5545) and vCalendar 1.0.
    public static let icalendar = FormatID(rawValue: "icalendar")
    /// Outlines in OPML 1.0 and 2.0.
    public static let opml = FormatID(rawValue: "opml")
    /// Comma-separated values (RFC 4180) and their dialects.
    public static let csv = FormatID(rawValue: "csv")
    /// Markdown with front matter, with one text per file or several texts in one file.
    public static let markdown = FormatID(rawValue: "markdown")
    /// The text format in which jrnl stores journals.
    public static let jrnl = FormatID(rawValue: "jrnl")
    /// Tasks in the todo.txt format, with one task per line.
    public static let todoTxt = FormatID(rawValue: "todotxt")
    /// Projects and tasks in the TaskPaper format.
    public static let taskPaper = FormatID(rawValue: "taskpaper")
}

/// The kind of item in a file; the kind determines the module that imports the item.
///
/// The constants below are terms from file formats. A module defines its own kinds for marked items: see
/// ``ItemMark``.
public struct ItemKind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name in reports.
    public let rawValue: String
    /// Creates a kind; the raw value for an iCalendar component is the component's name in lower case, such
    /// as `x-thing`.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name.
    public var description: String { rawValue }

    /// A vCard.
    public static let vcard = ItemKind(rawValue: "vcard")
    /// An iCalendar event.
    public static let vevent = ItemKind(rawValue: "vevent")
    /// An iCalendar to-do.
    public static let vtodo = ItemKind(rawValue: "vtodo")
    /// An iCalendar journal entry.
    public static let vjournal = ItemKind(rawValue: "vjournal")
    /// A Markdown text with its front matter.
    public static let markdown = ItemKind(rawValue: "markdown")
    /// An entry in a jrnl journal.
    public static let jrnlEntry = ItemKind(rawValue: "jrnl-entry")
    /// A todo.txt task.
    public static let todoTxtTask = ItemKind(rawValue: "todotxt-task")
    /// A TaskPaper task with its note.
    public static let taskPaperTask = ItemKind(rawValue: "taskpaper-task")
    /// One OPML outline element, without child elements.
    public static let outline = ItemKind(rawValue: "outline")
    /// A CSV row below the header row.
    public static let csvRow = ItemKind(rawValue: "csv-row")
}

/// An item that a format has read, with its original text and its typed value.
public struct Item: Sendable {
    /// The item's kind, which determines the module that imports the item.
    public let kind: ItemKind
    /// The item's original bytes from the file, converted to UTF-8 if the file is UTF-16.
    public let source: [UInt8]
    /// The number of the item's first line, counted from 1.
    public let line: Int
    /// The item's parsed value from the codec: a `VCard`, a `CalendarComponent`, an `OPMLOutline`, a
    /// `CSVRow`.
    ///
    /// The importer knows the value's type.
    public let value: any Sendable
    /// The item's problems, which do not prevent the vault from preserving the item's text.
    public let issues: [ImportIssue]
    /// The mark by which a module claims the item, or nil if the item has no declared mark.
    public let mark: ItemMark?
    /// The record's uid as an export of a whole vault specifies it, or nil if the file does not specify the
    /// uid.
    ///
    /// The export specifies the uid if an import would derive another uid from the item's own identifier. For
    /// instance, two calendars contain the same event, and links belong to one of the two records. The uid is
    /// not part of the item: neither ``source`` nor ``value`` contains the uid.
    public let recordUID: String?

    /// The component property for ``recordUID``, which occurs only in files that export a whole vault.
    public static let recordUIDProperty: StaticString = "X-ATRIUM-UID"

    /// Creates an item.
    public init(
        kind: ItemKind, source: [UInt8], line: Int, value: any Sendable, issues: [ImportIssue],
        mark: ItemMark? = nil, recordUID: String? = nil
    ) {
        self.kind = kind
        self.source = source
        self.line = line
        self.value = value
        self.issues = issues
        self.mark = mark
        self.recordUID = recordUID
    }
}

/// The part of a file that surrounds the items: a VCALENDAR's properties and zones, or a CSV header row and
/// dialect.
public struct Container: Sendable {
    /// The format that read the container.
    public let format: FormatID
    /// The container's bytes, without the items.
    public let source: [UInt8]
    /// The container's parsed value from the codec: a `CalendarContainer`, a `CSVHeader`.
    ///
    /// For vCard, the value is `()`.
    public let value: any Sendable
    /// The column names that `--map COLUMN=FIELD` may use; empty for formats without columns.
    public let columns: [String]
    /// Facts about the whole file that ``source`` alone does not contain, such as the CSV dialect.
    ///
    /// Only the format interprets this text.
    ///
    /// The vault stores the layout with the original text and passes the layout to the format, so that the
    /// format parses a stored item exactly as during the import.
    public let layout: String?

    /// Creates a container.
    public init(
        format: FormatID, source: [UInt8], value: any Sendable, columns: [String] = [], layout: String? = nil
    ) {
        self.format = format
        self.source = source
        self.value = value
        self.columns = columns
        self.layout = layout
    }
}

/// A problem in a file, with the problem's line and cause, and a flag that shows if the text was preserved.
///
/// The message describes the problem without quoting the file, because users may share reports and a file's
/// content is private.
public struct ImportIssue: Sendable, Hashable {
    /// The line number, counted from 1, or 0 for the whole file.
    public var line: Int
    /// The item's number in the file, counted from 1, or nil if the issue does not concern an item.
    public var item: Int?
    /// The property or column, such as `BDAY`, or nil if the issue concerns no single property or column.
    public var property: String?
    /// The issue's code, such as `bad-date`: lower-case words joined by hyphens, equal in all versions.
    public var code: String
    /// The problem and the importer's reaction, in one sentence.
    public var message: String
    /// True if the text is stored in the vault, so that an export contains it.
    public var isKept: Bool

    /// Creates an issue.
    public init(
        line: Int, item: Int? = nil, property: String? = nil, code: String, message: String,
        isKept: Bool = true
    ) {
        self.line = line
        self.item = item
        self.property = property
        self.code = code
        self.message = message
        self.isKept = isKept
    }

    /// Creates the issue for a date in the future; the date is imported unchanged.
    public static func yetToCome(_ day: LocalDate, line: Int, property: String) -> ImportIssue {
        ImportIssue(
            line: line, property: property, code: "yet-to-come",
            message: "the file dates it on \(day), which is in the future; the date was imported unchanged")
    }
}

/// An item's names that matched no record or several records when the item was written.
///
/// A later file in the import may add records with these names. At the end of the import, the host therefore
/// calls ``remaining`` and reports only the remaining issues.
public struct UnresolvedNames {
    /// The issues when the item was written.
    public let issues: [ImportIssue]
    /// Returns the issues at the end of the import.
    public let remaining: () throws -> [ImportIssue]

    /// Collects the issues about names, or returns nil if there are no issues.
    ///
    /// - Parameter find: returns the current issues about the names.
    public init?(_ find: @escaping () throws -> [ImportIssue]) throws {
        let found = try find()
        guard !found.isEmpty else { return nil }
        issues = found
        remaining = find
    }
}
