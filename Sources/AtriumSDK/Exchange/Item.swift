/// The name of a file format: `vcard`, `icalendar`, `opml`, `csv`.
public struct FormatID: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name as the command line writes it.
    public let rawValue: String
    /// Names a format.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name.
    public var description: String { rawValue }

    /// vCard 2.1, 3.0 and 4.0 (RFC 6350, RFC 2426, versit).
    public static let vcard = FormatID(rawValue: "vcard")
    /// iCalendar (RFC 5545) and vCalendar 1.0.
    public static let icalendar = FormatID(rawValue: "icalendar")
    /// Outlines: OPML 1.0 and 2.0.
    public static let opml = FormatID(rawValue: "opml")
    /// Comma-separated values (RFC 4180) and their dialects.
    public static let csv = FormatID(rawValue: "csv")
    /// Markdown with front matter, in files or one after the other in a file.
    public static let markdown = FormatID(rawValue: "markdown")
    /// The text in which jrnl keeps a journal.
    public static let jrnl = FormatID(rawValue: "jrnl")
    /// Tasks in todo.txt, a line each.
    public static let todoTxt = FormatID(rawValue: "todotxt")
    /// Projects and tasks in TaskPaper.
    public static let taskPaper = FormatID(rawValue: "taskpaper")
}

/// The kind of an item in a file, by which it finds the module that takes it.
///
/// Those below are words of formats. A module gives items that it marks a kind of its own: see ``ItemMark``.
public struct ItemKind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name in reports.
    public let rawValue: String
    /// Names a kind: for iCalendar components the name in lower case, such as `x-thing`.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name.
    public var description: String { rawValue }

    /// A vCard.
    public static let vcard = ItemKind(rawValue: "vcard")
    /// An event of iCalendar.
    public static let vevent = ItemKind(rawValue: "vevent")
    /// A to-do of iCalendar.
    public static let vtodo = ItemKind(rawValue: "vtodo")
    /// A journal entry of iCalendar.
    public static let vjournal = ItemKind(rawValue: "vjournal")
    /// A Markdown text with its front matter.
    public static let markdown = ItemKind(rawValue: "markdown")
    /// An entry of a journal that jrnl keeps.
    public static let jrnlEntry = ItemKind(rawValue: "jrnl-entry")
    /// A task of todo.txt.
    public static let todoTxtTask = ItemKind(rawValue: "todotxt-task")
    /// A task of TaskPaper, with its note.
    public static let taskPaperTask = ItemKind(rawValue: "taskpaper-task")
    /// One outline of OPML, without those below it.
    public static let outline = ItemKind(rawValue: "outline")
    /// A row of CSV below its header.
    public static let csvRow = ItemKind(rawValue: "csv-row")
}

/// One item that a format has read: its source and its typed value.
public struct Item: Sendable {
    /// The kind, which decides who takes it.
    public let kind: ItemKind
    /// The item's bytes as they stood in the file (UTF-16 files: as UTF-8).
    public let source: [UInt8]
    /// The line on which it begins, from 1.
    public let line: Int
    /// The codec's value: a `VCard`, a `CalendarComponent`, an `OPMLOutline`, a `CSVRow`.
    ///
    /// The importer knows which.
    public let value: any Sendable
    /// What was wrong in it and is kept all the same.
    public let issues: [ImportIssue]
    /// The mark that it has, of those that modules declare; nil if it has none.
    public let mark: ItemMark?
    /// The uid that its record had where an export of a whole vault wrote it; nil where that did not say it.
    ///
    /// It says so where the item's own identifier leads to another uid: two calendars hold one event, say, and links
    /// belong to one of the two. It is no part of the item: neither ``source`` nor ``value`` has it.
    public let recordUID: String?

    /// The property of components that says ``recordUID`` in the files of a whole vault, and in no others.
    public static let recordUIDProperty: StaticString = "X-ATRIUM-UID"

    /// Makes an item.
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

/// What stands around items in a file: a VCALENDAR's properties and zones, a CSV file's header and dialect.
public struct Container: Sendable {
    /// The format that read it.
    public let format: FormatID
    /// Its bytes, without the items.
    public let source: [UInt8]
    /// The codec's value: a `CalendarContainer`, a `CSVHeader`.
    ///
    /// Empty for vCard: `()` stands for nothing.
    public let value: any Sendable
    /// The names of the columns, for formats that have some: what `--map COLUMN=FIELD` may name.
    public let columns: [String]
    /// What the format found out about the whole file and cannot see in ``source`` alone, in its own words: the dialect
    /// of CSV.
    ///
    /// It is kept with the source and handed back to the format, so that a kept item is read as it was imported.
    public let layout: String?

    /// Makes a container.
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

/// Something that was wrong in a file: what, where, why, and whether the text was kept.
///
/// The message describes, it does not quote: reports may be shared, and what a file holds is private.
public struct ImportIssue: Sendable, Hashable {
    /// The line, from 1; 0 where the whole file is meant.
    public var line: Int
    /// The number of the item in the file, from 1; nil where none is meant.
    public var item: Int?
    /// The property or column, such as `BDAY`; nil where none is meant.
    public var property: String?
    /// A lower-case word or words joined by hyphens, stable over versions: `bad-date`.
    public var code: String
    /// One sentence: what was wrong and what was made of it.
    public var message: String
    /// Whether the text is kept in the vault, so that an export gives it back.
    public var isKept: Bool

    /// Makes an issue.
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

    /// Something happened, as the file says, on a day that is yet to come; it was taken as it stands there.
    public static func yetToCome(_ day: LocalDate, line: Int, property: String) -> ImportIssue {
        ImportIssue(
            line: line, property: property, code: "yet-to-come",
            message: "it is to have happened on \(day), which is yet to come; it was taken as it is")
    }
}
