public import Foundation
public import GRDB

/// How records of one collection become a file of one format.
public struct Exporter: Sendable {
    /// The format that it writes.
    public let format: FormatID
    /// The collection whose records it writes.
    public let collection: CollectionID
    /// The name of the file in `atrium export --all DIR`: `contacts.vcf`.
    public let fileName: String
    /// SQL for the record that heads what a record is part of, over the alias `r` of the collection's table.
    ///
    /// An event's is its series. What has one head is exported together, and stands in one file where each item gets a
    /// file of its own. `r.id`: every record stands for itself.
    public let headSQL: String
    /// The feeds that give what it writes.
    public let feeds: [FeedDeclaration]
    /// Options of `atrium export` that only this exporter understands.
    public let options: [FieldDeclaration]
    /// Writes all records, in constant memory.
    ///
    /// An untouched record gives its source back; an edited one its source with just the edits; one without a source
    /// in this format is written anew. It writes the records for which ``ExportContext/condition`` holds, and what
    /// stands around them only so far as they need it.
    public let run: @Sendable (ExportContext) throws -> Void

    /// Declares an exporter.
    ///
    /// - Parameter feeds: nil: vCards are a feed of contacts and iCalendar is one of a calendar; other formats have none.
    public init(
        _ format: FormatID, of collection: CollectionID, fileName: String, headSQL: String = "r.id",
        feeds: [FeedDeclaration]? = nil, options: [FieldDeclaration] = [],
        run: @escaping @Sendable (ExportContext) throws -> Void
    ) {
        self.format = format
        self.collection = collection
        self.fileName = fileName
        self.headSQL = headSQL
        self.feeds = feeds ?? Self.usualFeeds[format] ?? []
        self.options = options
        self.run = run
    }

    private static let usualFeeds: [FormatID: [FeedDeclaration]] = [
        .icalendar: [FeedDeclaration(.calendar)], .vcard: [FeedDeclaration(.contacts)],
    ]
}

/// What an exporter is lent: a snapshot of the vault and a place to write to.
public struct ExportContext {
    /// The vault's database, inside a snapshot.
    public let db: Database
    /// The instant at which the export began.
    public let now: Date
    /// The user's settings.
    public let settings: UserSettings
    /// What the user has set for the module.
    public let moduleSettings: ModuleSettings
    /// The values of the exporter's options.
    public let arguments: Arguments
    /// The tags of records.
    public let tags: any TagStore
    /// The attachments of records.
    public let attachments: any AttachmentStore
    /// The sources of records.
    public let sources: any SourceStore
    /// The links between records; what is in a module that is off, or out of the reader's reach, is left out.
    public let links: any LinkStore
    /// What other modules can answer: the titles of records that are linked, say.
    public let modules: any ModuleDirectory
    /// SQL that holds for the records to write, over the alias `r` of the collection's table.
    ///
    /// `TRUE` for all of them. It stands in parentheses, so that it can be joined with other conditions, and has no
    /// arguments. Hand it to ``SourceStore/forEachRecord(in:format:where:body:)``, or put it into SQL of your own.
    public let condition: String
    /// Whether ``condition`` selects, so that what no record needs (a calendar without events) is left out.
    public let isSelection: Bool
    /// Whether the file is one of an export of the whole vault, where links, tags and attachments name records by their uids:
    /// an item whose identifier leads to another uid than its record's then has ``Item/recordUIDProperty``.
    public let isOfWholeVault: Bool
    /// Says what the user should know of the file: what it cannot hold, or what is missing here.
    ///
    /// The export goes on. One sentence without a full stop, which tells the kind of thing and not whose: a message that
    /// was given before is not repeated. The command line prints it on standard error, and in JSON under `warnings`.
    public let warn: (_ message: String) -> Void
    /// Takes the file's next bytes; it buffers.
    ///
    /// Throws where the disk is full or the reader has gone.
    public let write: ([UInt8]) throws -> Void

    /// Makes a context; the host does, for every export.
    ///
    /// `selection` is SQL over the alias `r` of the collection's table; nil means all records.
    public init(
        db: Database, now: Date, settings: UserSettings, arguments: Arguments, tags: any TagStore,
        attachments: any AttachmentStore, sources: any SourceStore, links: any LinkStore,
        modules: any ModuleDirectory, selection: String? = nil, isOfWholeVault: Bool = false,
        moduleSettings: ModuleSettings = ModuleSettings(),
        warn: @escaping (_ message: String) -> Void, write: @escaping ([UInt8]) throws -> Void
    ) {
        self.db = db
        self.now = now
        self.settings = settings
        self.moduleSettings = moduleSettings
        self.arguments = arguments
        self.tags = tags
        self.attachments = attachments
        self.sources = sources
        self.links = links
        self.modules = modules
        condition = selection.map { "(\($0))" } ?? "TRUE"
        isSelection = selection != nil
        self.isOfWholeVault = isOfWholeVault
        self.warn = warn
        self.write = write
    }
}

/// The original text of an imported record.
public struct Source: Sendable, Hashable {
    /// The item's bytes as they were imported.
    public let text: [UInt8]
    /// The container that the item stood in: a key for ``SourceStore/container(_:)``.
    public let container: Int64
    /// Whether the record was changed in the vault after it was last imported, so that the source must be patched.
    public let isEdited: Bool
    /// Whether it is the record's own.
    ///
    /// False: it came with a record that was merged into this one, which has no source of its own in the format; its
    /// identifier is not the record's.
    public let isOwn: Bool
    /// The texts of records that were merged into this one, in the same format, in the order of their import.
    ///
    /// What they say beyond ``text`` belongs into an export too. Where there are any, the source counts as edited.
    public let merged: [[UInt8]]

    /// Holds a source.
    public init(
        text: [UInt8], container: Int64, isEdited: Bool, isOwn: Bool = true, merged: [[UInt8]] = []
    ) {
        self.text = text
        self.container = container
        self.isEdited = isEdited
        self.isOwn = isOwn
        self.merged = merged
    }
}

/// The sources of records, for exporters.
public protocol SourceStore {
    /// Hands each record of a collection, by rising id, with its newest source in a format (nil: it has none).
    ///
    /// `condition` is SQL over the alias `r` of the collection's table, such as ``ExportContext/condition``.
    func forEachRecord(
        in collection: CollectionID, format: FormatID, where condition: String,
        body: (_ record: Int64, _ source: Source?) throws -> Void
    ) throws
    /// Whether a record of a collection has no source in a format; `condition` is as in ``forEachRecord(in:format:where:body:)``.
    func isAnyWithoutSource(in collection: CollectionID, format: FormatID, where condition: String) throws
        -> Bool
    /// The bytes of a container, such as a VCALENDAR's properties and zones, or a CSV header.
    func container(_ id: Int64) throws -> [UInt8]
    /// The ``Container/layout`` with which it was read; nil where the format has none.
    func layout(of container: Int64) throws -> String?
    /// The options with which a container was read: its mapping, and what else was asked of that import.
    ///
    /// - Parameter timeZone: the zone of the user, which is not kept.
    func options(of container: Int64, in timeZone: TimeZone) throws -> ImportOptions
    /// The containers of all sources that records of a collection have in a format, in the order of their import, each with
    /// how many sources stand in it.
    ///
    /// `condition` is as in ``forEachRecord(in:format:where:body:)``; the column `s.is_edited` is 1 where a record was edited
    /// since its source came.
    func containers(of collection: CollectionID, format: FormatID, where condition: String) throws
        -> [(id: Int64, sources: Int)]
}
