public import Foundation
public import GRDB

/// A rule that writes one collection's records to a file in one format.
public struct Exporter: Sendable {
    /// The file's format.
    public let format: FormatID
    /// The collection that contains the exported records.
    public let collection: CollectionID
    /// The file's name in `atrium export --all DIR`: `contacts.vcf`.
    public let fileName: String
    /// The SQL expression that identifies a record's export group by the group's first record, the head.
    ///
    /// In the expression, `r` is the alias for the collection's table. For instance, an event's head is its
    /// series. Records with the same head are exported together, and share one file if an export writes each
    /// item to a separate file. The expression `r.id` means that every record forms its own group.
    public let headSQL: String
    /// The feeds that serve the exporter's output.
    public let feeds: [FeedDeclaration]
    /// The options of `atrium export` that only this exporter supports.
    public let options: [FieldDeclaration]
    /// Writes all records, in constant memory.
    ///
    /// For an unchanged record, the exporter writes the original text. For an edited record, the exporter
    /// writes the original text with only the edits. For a record without an original text in this format,
    /// the exporter writes a new item. The exporter writes the records that meet ``ExportContext/condition``,
    /// and only the container parts that these records need.
    public let run: @Sendable (ExportContext) throws -> Void

    /// Declares an exporter.
    ///
    /// - Parameter feeds: nil means a contacts feed for vCard, a calendar feed for iCalendar, and no feeds
    ///   for other formats.
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

/// The purpose of an export, which can change the file's content.
public enum ExportPurpose: Sendable, Hashable {
    /// A file that a user exports.
    case file
    /// A file in an export of the whole vault.
    case wholeVault
    /// The content of a secret link, which programs download repeatedly.
    case feed
}

/// An exporter's environment, with a snapshot of the vault and an output.
public struct ExportContext {
    /// The vault's database, inside a snapshot.
    public let db: Database
    /// The instant at which the export began.
    public let now: Date
    /// The user's settings.
    public let settings: UserSettings
    /// The user's settings for the module.
    public let moduleSettings: ModuleSettings
    /// The values for the exporter's options.
    public let arguments: Arguments
    /// The store for records' tags.
    public let tags: any TagStore
    /// The store for records' attachments.
    public let attachments: any AttachmentStore
    /// The store for records' original texts.
    public let sources: any SourceStore
    /// The links between records that the reader may read, without records in disabled modules.
    public let links: any LinkStore
    /// The other modules, for instance for the titles of linked records.
    public let modules: any ModuleDirectory
    /// The SQL condition that selects the records to export, with `r` as the alias for the collection's
    /// table.
    ///
    /// If all records are exported, the condition is `TRUE`. The condition has no arguments and is enclosed
    /// in parentheses, so that an exporter can combine the condition with other conditions. Pass the
    /// condition to ``SourceStore/forEachRecord(in:format:where:body:)``, or use the condition in your own
    /// SQL.
    public let condition: String
    /// True if the export contains only some records.
    ///
    /// Such an export omits container parts that no exported record needs, such as a calendar without events.
    public let isSelection: Bool
    /// The export's purpose.
    public let purpose: ExportPurpose
    /// True if the file is part of an export of the whole vault.
    ///
    /// In such an export, links, tags and attachments refer to records by uid.
    ///
    /// If an import would derive another uid from an item's identifier, the item has
    /// ``Item/recordUIDProperty``.
    public var isOfWholeVault: Bool { purpose == .wholeVault }
    /// Warns the user about the file, for instance about data that the format cannot represent.
    ///
    /// The export continues. The message is one sentence without a full stop. The message describes a kind of
    /// problem instead of a single record, because a repeated message is shown only once. The command line
    /// prints warnings on standard error, and in JSON under `warnings`.
    public let warn: (_ message: String) -> Void
    /// Writes the file's next bytes, with buffering.
    ///
    /// This function throws an error if the disk is full or the reader has closed the connection.
    public let write: ([UInt8]) throws -> Void

    /// Creates a context; the host creates one for every export.
    ///
    /// `selection` is an SQL condition with `r` as the alias for the collection's table; nil selects all
    /// records.
    public init(
        db: Database, now: Date, settings: UserSettings, arguments: Arguments, tags: any TagStore,
        attachments: any AttachmentStore, sources: any SourceStore, links: any LinkStore,
        modules: any ModuleDirectory, selection: String? = nil, purpose: ExportPurpose = .file,
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
        self.purpose = purpose
        self.warn = warn
        self.write = write
    }
}

/// An imported record's original text.
public struct Source: Sendable, Hashable {
    /// The item's bytes as they were imported.
    public let text: [UInt8]
    /// The id of the item's container, for ``SourceStore/container(_:)``.
    public let container: Int64
    /// True if the record has been changed in the vault since its last import, so that an export must patch
    /// the text.
    public let isEdited: Bool
    /// True if the text belongs to the record itself.
    ///
    /// False means that this record has no original text in the format, and that the text belongs to a record
    /// that was merged into this record. In that case, the identifier in the text is not this record's
    /// identifier.
    public let isOwn: Bool
    /// The original texts of merged records: records that were merged into this record.
    ///
    /// The texts have this format and are sorted by import order.
    ///
    /// An export must also contain the merged records' values that ``text`` does not have. If ``text`` lacks
    /// such values, the source counts as edited.
    public let merged: [[UInt8]]

    /// Creates a source.
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

/// The store from which exporters read records' original texts.
public protocol SourceStore {
    /// Calls `body` for each record in a collection, with the record's newest source in a format or nil.
    ///
    /// The records are sorted by ascending id. The source is nil if the record has no source in the format.
    ///
    /// `condition` is an SQL condition with `r` as the alias for the collection's table, such as
    /// ``ExportContext/condition``.
    func forEachRecord(
        in collection: CollectionID, format: FormatID, where condition: String,
        body: (_ record: Int64, _ source: Source?) throws -> Void
    ) throws
    /// Returns true if at least one selected record in a collection has no source in a format.
    ///
    /// `condition` selects the records, as in ``forEachRecord(in:format:where:body:)``.
    func isAnyWithoutSource(in collection: CollectionID, format: FormatID, where condition: String) throws
        -> Bool
    /// Returns a container's bytes, such as a VCALENDAR's properties and zones, or a CSV header row.
    func container(_ id: Int64) throws -> [UInt8]
    /// Returns the ``Container/layout`` with which a container was read, or nil if the format has no layout.
    func layout(of container: Int64) throws -> String?
    /// Returns the import options with which a container was read, such as the column mapping.
    ///
    /// - Parameter timeZone: the user's time zone, which is not stored.
    func options(of container: Int64, in timeZone: TimeZone) throws -> ImportOptions
    /// Returns the containers that contain a collection's sources in a format, each with its number of
    /// sources.
    ///
    /// The containers are sorted by import order.
    ///
    /// `condition` selects the records, as in ``forEachRecord(in:format:where:body:)``. The condition may
    /// also use the column `s.is_edited`, which is 1 if a record was edited after its source was imported.
    func containers(of collection: CollectionID, format: FormatID, where condition: String) throws
        -> [(id: Int64, sources: Int)]
}
