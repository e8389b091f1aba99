public import Foundation
public import GRDB

/// A rule that imports items from one format as records in one collection.
///
/// An importer has two parts. `map` is a pure function that converts an item to a draft, the typed value of a
/// record; the host may call `map` on another thread. A ``RecordWriter`` writes drafts to the module's
/// tables. The host matches items with records, decides if each item is new, changed, unchanged or in
/// conflict, stores the original texts, and creates the report.
public struct Importer: Sendable {
    /// The items' format.
    public let format: FormatID
    /// The item kinds that the importer claims.
    public let kinds: [ItemKind]
    /// The relation to other modules' importers that claim these kinds.
    ///
    /// If an importer shares a kind, the host may create the importer's ``RecordWriter``, call `begin` and
    /// look up records without writing any item.
    public let claim: Claim
    /// The collection that contains the imported records.
    public let collection: CollectionID
    /// The options of `atrium import` that only this importer supports, such as `calendar`.
    public let options: [FieldDeclaration]
    /// The options whose omitted values are recalled from earlier imports.
    ///
    /// A value is recalled if all stored files with an equal container were imported with that value.
    ///
    /// Without recalled options, an import that omits an option would silently change the file's meaning.
    /// Only the writer may read recalled values, never ``map(_:in:options:)``.
    public let recalledOptions: [FieldDeclaration]
    /// The fields that `--map COLUMN=FIELD` may name; empty for formats without columns.
    public let columns: [FieldDeclaration]
    /// Groups of required fields: a file must have a column for at least one field in each group.
    ///
    /// ``recognise`` rejects a file without these columns.
    ///
    /// If a user maps columns to some fields but omits a required field, the import reports an error.
    public let neededColumns: [[String]]
    /// Recognizes a container and returns its name for the report, or nil if the importer does not import its
    /// items.
    ///
    /// For CSV, this function examines the header row and returns a name such as `google-contacts`.
    public let recognise: @Sendable (Container, ImportOptions) -> Recognition?
    /// Guesses the meaning of a container's columns from their names and the first items, as a pure function.
    ///
    /// Returns one guess for each column, in column order, or an empty array if the importer cannot import
    /// the file.
    public let guess: @Sendable (Container, [Item]) -> [ColumnGuess]

    /// The programs whose exported files the importer supports.
    public let programs: [SourceProgram]

    /// The keys that recognize a changed item without an identifier, from the most to the least reliable key.
    public let fingerprints: [Fingerprint<any Sendable>]
    /// Returns the version that an item's text states, or nil if the format's items have no versions.
    ///
    /// The host calls this function only if a text differs from another text with the same identifier.
    public let version: (@Sendable ([UInt8]) -> ItemVersion)?

    let mapAny: @Sendable (Item, Container, ImportOptions) throws -> MappedItem<any Sendable>
    let makeWriterAny: @Sendable (ImportContext) throws -> any RecordWriter

    /// The result of recognizing a container.
    public struct Recognition: Sendable, Hashable {
        /// The name of the recognized file type: `google-contacts`, `vcard`.
        public let profile: String
        /// The confidence that the container belongs to the importer.
        public let confidence: FormatConfidence
        /// The columns that map to no field, which the report lists.
        ///
        /// The original text preserves the values in these columns.
        public let unmappedColumns: [String]

        /// Creates the result of a recognition.
        public init(profile: String, confidence: FormatConfidence, unmappedColumns: [String] = []) {
            self.profile = profile
            self.confidence = confidence
            self.unmappedColumns = unmappedColumns
        }
    }

    /// Declares an importer for drafts of one type.
    public init<Writer: RecordWriter>(
        _ format: FormatID, kinds: [ItemKind], claim: Claim = .alone, into collection: CollectionID,
        options: [FieldDeclaration] = [], recalledOptions: [FieldDeclaration] = [],
        columns: [FieldDeclaration] = [], neededColumns: [[String]] = [], programs: [SourceProgram] = [],
        recognise: @escaping @Sendable (Container, ImportOptions) -> Recognition? = { container, _ in
            Recognition(profile: container.format.rawValue, confidence: .certain)
        },
        guess: @escaping @Sendable (Container, [Item]) -> [ColumnGuess] = { _, _ in [] },
        fingerprints: [Fingerprint<Writer.Draft>] = [],
        version: (@Sendable ([UInt8]) -> ItemVersion)? = nil,
        map: @escaping @Sendable (Item, Container, ImportOptions) throws -> MappedItem<Writer.Draft>,
        writer: @escaping @Sendable (ImportContext) throws -> Writer
    ) {
        self.format = format
        self.kinds = kinds
        self.claim = claim
        self.collection = collection
        self.options = options
        self.recalledOptions = recalledOptions
        self.columns = columns
        self.neededColumns = neededColumns
        self.programs = programs
        self.recognise = recognise
        self.guess = guess
        // This closure is not a key path: creating a key path of a generic type is slow, and every process
        // creates every importer.
        self.fingerprints = fingerprints.map { $0.erased }
        self.version = version
        mapAny = { item, container, options in
            let mapped = try map(item, container, options)
            return MappedItem(
                draft: mapped.draft, uid: mapped.uid, part: mapped.part, message: mapped.message,
                issues: mapped.issues)
        }
        makeWriterAny = writer
    }

    /// Maps an item to its draft, as a pure function.
    public func map(_ item: Item, in container: Container, options: ImportOptions) throws -> MappedItem<
        any Sendable
    > {
        try mapAny(item, container, options)
    }

    /// Creates the writer for one import of one file.
    public func makeWriter(_ context: ImportContext) throws -> any RecordWriter {
        try makeWriterAny(context)
    }
}

/// The result of mapping an item: a draft, with the identifiers that recognize its record.
public struct MappedItem<Draft: Sendable>: Sendable {
    /// The record's typed value.
    public var draft: Draft
    /// The item's own identifier (UID), or nil if the item has no identifier.
    ///
    /// The identifier is never a name.
    public var uid: String?
    /// The text that identifies a part, such as a RECURRENCE-ID, or an empty string for the whole object.
    public var part: String
    /// The item's effect if it is a message about a record, or nil if it is a copy of a record.
    public var message: ItemMessage?
    /// The item's problems that the codec did not detect.
    public var issues: [ImportIssue]

    /// Creates a mapped item.
    public init(
        draft: Draft, uid: String?, part: String = "", message: ItemMessage? = nil,
        issues: [ImportIssue] = []
    ) {
        self.draft = draft
        self.uid = uid
        self.part = part
        self.message = message
        self.issues = issues
    }
}

/// A draft that is merged with its record's changes.
public struct MergedDraft<Draft: Sendable>: Sendable {
    /// The merged draft.
    public let draft: Draft
    /// The names of the fields that both sides changed.
    public let contested: [String]

    /// Creates a merged draft.
    public init(_ draft: Draft, contested: [String]) {
        self.draft = draft
        self.contested = contested
    }
}

/// Writes drafts to a module's tables during one import of one file, inside the import's transaction.
///
/// Prepare each statement once (`db.cachedStatement`), because an import takes only microseconds per row.
public protocol RecordWriter: AnyObject {
    /// A record's typed value.
    associatedtype Draft: Sendable

    /// The scope that separates this writer's records from other items with equal identifiers, such as a
    /// calendar's id.
    var scope: String { get throws }
    /// Starts a new container of the file.
    func begin(_ container: Container) throws
    /// Returns the id of the record with a uid and a part in this scope.
    ///
    /// The record may have been imported or added by hand.
    func record(uid: String, part: String) throws -> Int64?
    /// True if uids are unique and ``record(uid:part:)`` finds a record only by the uid with which it was
    /// inserted.
    ///
    /// This refers to records that represent whole items, not parts.
    ///
    /// If this is true, the host looks up only records that the import itself added. The default is false.
    var findsByUIDAlone: Bool { get }
    /// Adds a record and returns the record's id.
    ///
    /// - Parameter uid: the item's uid, or a new uid if the item has no uid or the item's uid is already in
    ///   use.
    func insert(_ draft: Draft, uid: String, part: String) throws -> Int64
    /// Updates a record with the values of a draft.
    func update(_ record: Int64, to draft: Draft) throws
    /// Returns true if a record already has the values of a draft.
    func matches(_ record: Int64, _ draft: Draft) throws -> Bool
    /// Combines a merged record's two drafts, or returns nil if the module does not support merging.
    ///
    /// The result has the values of both drafts; for single values, the first draft wins.
    func combined(_ draft: Draft, with other: Draft) throws -> Draft?
    /// Merges a draft with a record's changes since another draft.
    ///
    /// This method merges values that the command `edit` cannot change, such as a habit's days.
    ///
    /// The host calls this method when it merges an item into an edited record. `base` is the common
    /// ancestor, or nil if the ancestor is unknown. The result also names the fields that both sides changed;
    /// for these fields, the merged draft has the record's values. Returns nil if `edit` can change all
    /// values.
    func merged(_ draft: Draft, with record: Int64, since base: Draft?) throws -> MergedDraft<Draft>?
    /// Returns a draft's problems after the draft was written, such as a name that matches two people.
    ///
    /// If a value has a problem, the value's original text is preserved. The host adds the line number to
    /// each problem.
    func issues(of draft: Draft) throws -> [ImportIssue]
    /// Returns a draft's names that match no record or several records, or nil if each name matches one
    /// record.
    ///
    /// The host calls this method for each draft whose record was added or changed.
    func unresolvedNames(in draft: Draft) throws -> UnresolvedNames?
    /// Returns the ids of records that a new record may duplicate.
    ///
    /// The host calls this method after adding the record for an item without an identifier.
    ///
    /// The result only appears in the report, and nothing is merged. Return few records, sorted from the most
    /// likely duplicate, and never `record` itself.
    func possibleDuplicates(of record: Int64, _ draft: Draft) throws -> [Int64]
    /// Discards cached rows after the host has rolled back the writer's last writes.
    ///
    /// The host rolls back writes if an item breaks a rule, and to examine a conflict.
    ///
    /// Cached rows may no longer exist, so the writer must look up these rows again. The writer must keep
    /// data that it collects for ``finish()``, because the data may describe earlier items; ``finish()``
    /// skips rows that no longer exist.
    func forget()
    /// Completes an import after the file's last item, with work that needs all items (overrides and their
    /// series).
    func finish() throws
    /// Messages that tell the user where the file's items were imported; the host reads them after
    /// ``finish()``.
    var remarks: [String] { get }
}

extension RecordWriter {
    /// False by default, so that the host looks up every record.
    public var findsByUIDAlone: Bool { false }
    /// The empty scope, for collections in which identifiers are unique.
    public var scope: String { "" }
    /// Does nothing by default.
    public func begin(_ container: Container) throws {}
    /// Returns nil, for modules that do not support merging.
    public func combined(_ draft: Draft, with other: Draft) throws -> Draft? { nil }
    /// Returns nil, for modules whose command `edit` can change all values.
    public func merged(_ draft: Draft, with record: Int64, since base: Draft?) throws -> MergedDraft<Draft>? {
        nil
    }
    /// Returns no issues, for modules that write every mapped value.
    public func issues(of draft: Draft) throws -> [ImportIssue] { [] }
    /// Returns nil, for modules whose records name no other records.
    public func unresolvedNames(in draft: Draft) throws -> UnresolvedNames? { nil }
    /// Returns no records, for modules that do not search for duplicates.
    public func possibleDuplicates(of record: Int64, _ draft: Draft) throws -> [Int64] { [] }
    /// Does nothing by default.
    public func forget() {}
    /// Does nothing by default.
    public func finish() throws {}
    /// Empty by default, for modules with a single destination.
    public var remarks: [String] { [] }
}

/// Variants of the protocol's requirements with type-erased drafts, which the host calls.
extension RecordWriter {
    func typed(_ draft: any Sendable) throws -> Draft {
        guard let draft = draft as? Draft else {
            throw AtriumError(
                .internal, "an importer maps to \(type(of: draft)), but its writer expects \(Draft.self)")
        }
        return draft
    }

    /// Calls ``insert(_:uid:part:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func insert(erased draft: any Sendable, uid: String, part: String) throws -> Int64 {
        try insert(typed(draft), uid: uid, part: part)
    }

    /// Calls ``update(_:to:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func update(_ record: Int64, toErased draft: any Sendable) throws {
        try update(record, to: typed(draft))
    }

    /// Calls ``matches(_:_:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func matches(_ record: Int64, erased draft: any Sendable) throws -> Bool {
        try matches(record, typed(draft))
    }

    /// Calls ``combined(_:with:)`` with drafts from ``Importer/map(_:in:options:)``.
    public func combined(
        erased draft: any Sendable, withErased other: any Sendable
    ) throws -> (any Sendable)? {
        try combined(typed(draft), with: typed(other))
    }

    /// Calls ``merged(_:with:since:)`` with drafts from ``Importer/map(_:in:options:)``.
    public func merged(
        erased draft: any Sendable, with record: Int64, since base: (any Sendable)?
    ) throws -> MergedDraft<any Sendable>? {
        try merged(typed(draft), with: record, since: base.map(typed)).map {
            MergedDraft($0.draft, contested: $0.contested)
        }
    }

    /// Calls ``issues(of:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func issues(ofErased draft: any Sendable) throws -> [ImportIssue] { try issues(of: typed(draft)) }

    /// Calls ``unresolvedNames(in:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func unresolvedNames(inErased draft: any Sendable) throws -> UnresolvedNames? {
        try unresolvedNames(in: typed(draft))
    }

    /// Calls ``possibleDuplicates(of:_:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func possibleDuplicates(of record: Int64, erased draft: any Sendable) throws -> [Int64] {
        try possibleDuplicates(of: record, typed(draft))
    }
}

/// The user's options for an import.
public struct ImportOptions: Sendable, Hashable {
    /// The checked values for the options that importers declare.
    public var arguments: Arguments
    /// The column mapping from `--map COLUMN=FIELD`, with each column name exactly as the user wrote the
    /// name.
    public var columns: [(column: String, field: String)]
    /// The user's time zone, for times that name no zone and are not floating.
    public var timeZone: TimeZone
    /// The user's current day, or nil if the day is irrelevant, for instance when the vault reads a stored
    /// text again.
    ///
    /// Only issues may depend on the current day, never a draft: a stored text has the same meaning on every
    /// day.
    public var today: LocalDate?
    /// True while a whole vault is restored from an `export --all` folder.
    ///
    /// A restore does not repeat messages that were shown during the original import or the export.
    ///
    /// Only issues may depend on this value, never a draft.
    public var isRestoring: Bool
    /// True if the user chose the module for the import.
    ///
    /// A chosen module may accept files that other modules could also import.
    ///
    /// Only ``Importer/recognise`` may depend on this value.
    public var isModuleChosen: Bool

    /// Creates options.
    public init(
        arguments: Arguments = Arguments(checked: [:]), columns: [(column: String, field: String)] = [],
        timeZone: TimeZone, today: LocalDate? = nil, isRestoring: Bool = false, isModuleChosen: Bool = false
    ) {
        self.arguments = arguments
        self.columns = columns
        self.timeZone = timeZone
        self.today = today
        self.isRestoring = isRestoring
        self.isModuleChosen = isModuleChosen
    }

    /// Returns true if a day is after tomorrow.
    ///
    /// Tomorrow does not count as the future, because tomorrow may already have begun in the file author's
    /// time zone. Returns false if ``today`` is nil.
    public func isYetToCome(_ day: LocalDate) -> Bool {
        today.map { day > $0.adding(days: 1) } ?? false
    }

    /// Returns the position of a field's column, or nil if the file has no column for the field.
    ///
    /// Without a mapping by the user, a field's column is the column with the field's name.
    ///
    /// The user's mapping takes precedence over the column's name.
    /// - Parameter place: returns the position of the first column with a name, or nil if no column has the
    ///   name.
    public func column(of field: String, at place: (String) -> Int?) -> Int? {
        if let mapped = columns.first(where: { $0.field == field }) { return place(mapped.column) }
        return place(field).flatMap { index in
            columns.contains { place($0.column) == index } ? nil : index
        }
    }

    /// Returns true if two imports have equal options.
    public static func == (left: ImportOptions, right: ImportOptions) -> Bool {
        left.arguments == right.arguments && left.timeZone == right.timeZone
            && left.today == right.today && left.isRestoring == right.isRestoring
            && left.isModuleChosen == right.isModuleChosen
            && left.columns.elementsEqual(right.columns, by: ==)
    }

    /// Adds the options to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(arguments)
        hasher.combine(timeZone)
        hasher.combine(today)
        for (column, field) in columns {
            hasher.combine(column)
            hasher.combine(field)
        }
    }
}

/// The environment in which a ``RecordWriter`` imports one file.
public struct ImportContext {
    /// The vault's database, inside the import's transaction.
    public let db: Database
    /// The instant at which the import began.
    public let now: Date
    /// The current time as the stored text of ``Timestamp``.
    public let nowText: String
    /// The user's settings.
    public let settings: UserSettings
    /// The user's settings for the module before the import.
    public let moduleSettings: ModuleSettings
    /// The user's options for the import.
    public let options: ImportOptions
    /// The store for records' tags.
    public let tags: any TagStore
    /// The store for records' attachments.
    public let attachments: any AttachmentStore
    /// The links between records.
    public let links: any LinkStore
    /// The other modules.
    public let modules: any ModuleDirectory

    /// Creates a context; the host creates one for every file.
    public init(
        db: Database, now: Date, settings: UserSettings, options: ImportOptions, tags: any TagStore,
        attachments: any AttachmentStore, links: any LinkStore, modules: any ModuleDirectory,
        moduleSettings: ModuleSettings = ModuleSettings()
    ) {
        self.db = db
        self.now = now
        nowText = Timestamp.text(now)
        self.settings = settings
        self.moduleSettings = moduleSettings
        self.options = options
        self.tags = tags
        self.attachments = attachments
        self.links = links
        self.modules = modules
    }
}
