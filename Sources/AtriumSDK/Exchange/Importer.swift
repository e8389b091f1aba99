public import Foundation
public import GRDB

/// How items of one format become records of one collection.
///
/// It has two halves. `map` is a pure function from an item to a draft, the typed value of a record; the host may call
/// it on a thread of its own. A ``RecordWriter`` puts drafts into the module's tables. In between stands the host: it
/// matches items with records, decides what is new, changed, unchanged or in conflict, keeps sources, and reports.
public struct Importer: Sendable {
    /// The format that it reads.
    public let format: FormatID
    /// The kinds of items that it claims.
    public let kinds: [ItemKind]
    /// How it stands to other modules' importers that claim them too.
    ///
    /// One that shares a kind has a ``RecordWriter`` that may be made, begun and asked for records without putting any item.
    public let claim: Claim
    /// The collection whose records it makes.
    public let collection: CollectionID
    /// Options of `atrium import` that only this importer understands, such as `calendar`.
    public let options: [FieldDeclaration]
    /// Those of them that, where none is given, are what they were for every file with the same container that is kept: what stands in
    /// such a file means the same again, and would else change without a word.
    ///
    /// Only the writer may ask for their values, never ``map(_:in:options:)``.
    public let recalledOptions: [FieldDeclaration]
    /// The fields that `--map COLUMN=FIELD` may name; empty for formats without columns.
    public let columns: [FieldDeclaration]
    /// Of each of these lists one field has to be among the columns of a file, else ``recognise`` does not take it.
    ///
    /// It is said to who maps columns to some of the importer's fields and forgets one.
    public let neededColumns: [[String]]
    /// Whether the items of a container are the importer's, and under which name the report says so.
    ///
    /// For CSV it reads the header: `google-contacts`. Nil means that they are not.
    public let recognise: @Sendable (Container, ImportOptions) -> Recognition?
    /// What the columns of a container probably mean, told from their names and from its first items; pure.
    ///
    /// One guess for each column, in their order, or none at all where nothing in the file is the importer's.
    public let guess: @Sendable (Container, [Item]) -> [ColumnGuess]

    /// The programs whose files it reads.
    public let programs: [SourceProgram]

    /// By what an item without an identifier is known again when its text has changed; the surest first.
    public let fingerprints: [Fingerprint<any Sendable>]

    let mapAny: @Sendable (Item, Container, ImportOptions) throws -> MappedItem<any Sendable>
    let makeWriterAny: @Sendable (ImportContext) throws -> any RecordWriter

    /// How well a container's items fit an importer.
    public struct Recognition: Sendable, Hashable {
        /// The name of what was recognised: `google-contacts`, `vcard`.
        public let profile: String
        /// How sure it is.
        public let confidence: FormatConfidence
        /// Columns that will not become fields of their own; the report names them.
        ///
        /// They are kept in the source.
        public let unmappedColumns: [String]

        /// Makes a recognition.
        public init(profile: String, confidence: FormatConfidence, unmappedColumns: [String] = []) {
            self.profile = profile
            self.confidence = confidence
            self.unmappedColumns = unmappedColumns
        }
    }

    /// Declares an importer of drafts of one type.
    public init<Writer: RecordWriter>(
        _ format: FormatID, kinds: [ItemKind], claim: Claim = .alone, into collection: CollectionID,
        options: [FieldDeclaration] = [], recalledOptions: [FieldDeclaration] = [],
        columns: [FieldDeclaration] = [], neededColumns: [[String]] = [], programs: [SourceProgram] = [],
        recognise: @escaping @Sendable (Container, ImportOptions) -> Recognition? = { container, _ in
            Recognition(profile: container.format.rawValue, confidence: .certain)
        },
        guess: @escaping @Sendable (Container, [Item]) -> [ColumnGuess] = { _, _ in [] },
        fingerprints: [Fingerprint<Writer.Draft>] = [],
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
        // No key path: making one of a generic type is slow, and every process makes every importer.
        self.fingerprints = fingerprints.map { $0.erased }
        mapAny = { item, container, options in
            let mapped = try map(item, container, options)
            return MappedItem(draft: mapped.draft, uid: mapped.uid, part: mapped.part, issues: mapped.issues)
        }
        makeWriterAny = writer
    }

    /// Maps an item to its draft; pure.
    public func map(_ item: Item, in container: Container, options: ImportOptions) throws -> MappedItem<
        any Sendable
    > {
        try mapAny(item, container, options)
    }

    /// Makes the writer for one import of one file.
    public func makeWriter(_ context: ImportContext) throws -> any RecordWriter {
        try makeWriterAny(context)
    }
}

/// An item, mapped: the draft of a record, and by what the record is known again.
public struct MappedItem<Draft: Sendable>: Sendable {
    /// The typed value of the record.
    public var draft: Draft
    /// The item's own identifier (UID); nil where it has none.
    ///
    /// Never a name.
    public var uid: String?
    /// Which part of the identified whole it is: a RECURRENCE-ID's text; empty for the whole itself.
    public var part: String
    /// What was wrong in the item beyond what the codec found.
    public var issues: [ImportIssue]

    /// Makes a mapped item.
    public init(draft: Draft, uid: String?, part: String = "", issues: [ImportIssue] = []) {
        self.draft = draft
        self.uid = uid
        self.part = part
        self.issues = issues
    }
}

/// A draft with what was changed in its record.
public struct JoinedDraft<Draft: Sendable>: Sendable {
    /// The draft.
    public let draft: Draft
    /// The fields that both sides changed.
    public let contested: [String]

    /// Joins both.
    public init(_ draft: Draft, contested: [String]) {
        self.draft = draft
        self.contested = contested
    }
}

/// Puts drafts into a module's tables during one import of one file, inside the import's transaction.
///
/// Make statements once (`db.cachedStatement`): an import is measured in microseconds a row.
public protocol RecordWriter: AnyObject {
    /// The typed value of a record.
    associatedtype Draft: Sendable

    /// Apart from what other items with the same identifier this writer's records are: a calendar's id, say.
    var scope: String { get throws }
    /// A new container begins in the file.
    func begin(_ container: Container) throws
    /// The record that has a uid (and part) in this scope, whether imported or made by hand.
    func record(uid: String, part: String) throws -> Int64?
    /// Whether ``record(uid:part:)`` finds a whole item's record by nothing but the uid under which it was inserted, and no two
    /// can have one: then the host need not ask for a record that the import has not made itself. False if it does not say.
    var findsByUIDAlone: Bool { get }
    /// Makes a record and gives its id. `uid` is the item's, or a new one where it had none or it was taken.
    func insert(_ draft: Draft, uid: String, part: String) throws -> Int64
    /// Makes a record's values those of a draft.
    func update(_ record: Int64, to draft: Draft) throws
    /// Whether a record's values are those of a draft already.
    func matches(_ record: Int64, _ draft: Draft) throws -> Bool
    /// What a record says that two items are about, as after a merge of their records: the values of both, and of what
    /// there can be but one, the first one's; nil: the module joins no records.
    func united(_ draft: Draft, with other: Draft) throws -> Draft?
    /// A draft that also has what was changed in its record since another draft, of what the command `edit` does not take:
    /// the days of a habit, say. With the names of the fields that both changed, and that it has as they are here.
    ///
    /// It is asked when an item is merged into a record that was edited; `base` is what both began from, nil where nobody
    /// knows that. Nil: `edit` takes all that can be changed here.
    func joined(_ draft: Draft, with record: Int64, since base: Draft?) throws -> JoinedDraft<Draft>?
    /// What could not be done with a draft, of which a record has just been made, or made anew: a name in it fits two people,
    /// say. All of it is kept; the host knows the line.
    func issues(of draft: Draft) throws -> [ImportIssue]
    /// Records that a new one may be a duplicate of: asked about items without an identifier, whose record was just made.
    ///
    /// Nothing is merged by it, it is only reported. Give few, the likeliest first; never `record` itself.
    func possibleDuplicates(of record: Int64, _ draft: Draft) throws -> [Int64]
    /// The host has taken back what the writer did last, for an item that broke a rule or to look at a conflict: rows that it
    /// remembers may be gone, and are to be looked up again.
    ///
    /// What it gathers for ``finish()`` may be of items before that one too, and stays; rows that are gone are passed over
    /// there.
    func forget()
    /// The file has ended; what needed all its items (overrides and their series) can be done now.
    func finish() throws
    /// What the user should know of where the file's items went, a sentence each; asked after ``finish()``.
    var remarks: [String] { get }
}

extension RecordWriter {
    /// False: the host asks.
    public var findsByUIDAlone: Bool { false }
    /// The empty scope: identifiers are unique in the whole collection.
    public var scope: String { "" }
    /// Does nothing.
    public func begin(_ container: Container) throws {}
    /// Nil: the module joins no records.
    public func united(_ draft: Draft, with other: Draft) throws -> Draft? { nil }
    /// Nil: the command `edit` takes all that can be changed here.
    public func joined(_ draft: Draft, with record: Int64, since base: Draft?) throws -> JoinedDraft<Draft>? {
        nil
    }
    /// None: all can be done that can be mapped.
    public func issues(of draft: Draft) throws -> [ImportIssue] { [] }
    /// None: the module does not look for any.
    public func possibleDuplicates(of record: Int64, _ draft: Draft) throws -> [Int64] { [] }
    /// Does nothing.
    public func forget() {}
    /// Does nothing.
    public func finish() throws {}
    /// None: there is but one place.
    public var remarks: [String] { [] }
}

/// The same with drafts whose type only the writer knows: what the host calls.
extension RecordWriter {
    func typed(_ draft: any Sendable) throws -> Draft {
        guard let draft = draft as? Draft else {
            throw AtriumError(
                .internal, "an importer mapped to \(type(of: draft)), its writer takes \(Draft.self)")
        }
        return draft
    }

    /// ``insert(_:uid:part:)`` of a draft from ``Importer/map(_:in:options:)``.
    public func insert(erased draft: any Sendable, uid: String, part: String) throws -> Int64 {
        try insert(typed(draft), uid: uid, part: part)
    }

    /// ``update(_:to:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func update(_ record: Int64, toErased draft: any Sendable) throws {
        try update(record, to: typed(draft))
    }

    /// ``matches(_:_:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func matches(_ record: Int64, erased draft: any Sendable) throws -> Bool {
        try matches(record, typed(draft))
    }

    /// ``united(_:with:)`` of drafts from ``Importer/map(_:in:options:)``.
    public func united(erased draft: any Sendable, withErased other: any Sendable) throws -> (any Sendable)? {
        try united(typed(draft), with: typed(other))
    }

    /// ``joined(_:with:since:)`` of drafts from ``Importer/map(_:in:options:)``.
    public func joined(
        erased draft: any Sendable, with record: Int64, since base: (any Sendable)?
    ) throws -> JoinedDraft<any Sendable>? {
        try joined(typed(draft), with: record, since: base.map(typed)).map {
            JoinedDraft($0.draft, contested: $0.contested)
        }
    }

    /// ``issues(of:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func issues(ofErased draft: any Sendable) throws -> [ImportIssue] { try issues(of: typed(draft)) }

    /// ``possibleDuplicates(of:_:)`` with a draft from ``Importer/map(_:in:options:)``.
    public func possibleDuplicates(of record: Int64, erased draft: any Sendable) throws -> [Int64] {
        try possibleDuplicates(of: record, typed(draft))
    }
}

/// What the user asked of an import.
public struct ImportOptions: Sendable, Hashable {
    /// The values of the options that importers declared, checked.
    public var arguments: Arguments
    /// Fields by CSV column, from `--map COLUMN=FIELD`; the column as the user wrote it.
    public var columns: [(column: String, field: String)]
    /// The zone of the user, for times that name none and are not floating.
    public var timeZone: TimeZone
    /// The day that it is for the user; nil where that does not matter, as where a kept text is read again.
    ///
    /// Only issues may depend on it, never a draft: a kept text says the same on every day.
    public var today: LocalDate?
    /// Whether a whole vault comes back, as `export --all` wrote it: what was said when its files first came, and when they were
    /// exported, need not be said again.
    ///
    /// As of ``today``, only issues may depend on it.
    public var isRestoring: Bool
    /// Whether the user named the one module that takes the files: then it may take what could be anybody's.
    ///
    /// Only ``Importer/recognise`` may depend on it.
    public var isModuleChosen: Bool

    /// Makes options.
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

    /// Whether a day cannot have been yet: tomorrow may have been, where the author of the file was.
    public func isYetToCome(_ day: LocalDate) -> Bool {
        today.map { day > $0.adding(days: 1) } ?? false
    }

    /// The place of the column that holds a field, which is also the name of such a column; nil where there is none.
    ///
    /// What the user says of a column goes before its name.
    /// - Parameter place: the place of the first column of a name; nil where there is none.
    public func column(of field: String, at place: (String) -> Int?) -> Int? {
        if let mapped = columns.first(where: { $0.field == field }) { return place(mapped.column) }
        return place(field).flatMap { index in
            columns.contains { place($0.column) == index } ? nil : index
        }
    }

    /// Whether two imports ask for the same.
    public static func == (left: ImportOptions, right: ImportOptions) -> Bool {
        left.arguments == right.arguments && left.timeZone == right.timeZone
            && left.today == right.today && left.isRestoring == right.isRestoring
            && left.isModuleChosen == right.isModuleChosen
            && left.columns.elementsEqual(right.columns, by: ==)
    }

    /// Feeds what was asked into a hasher.
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

/// What a ``RecordWriter`` is lent for one file.
public struct ImportContext {
    /// The vault's database, inside the import's transaction.
    public let db: Database
    /// The instant at which the import began.
    public let now: Date
    /// Now as stored text: ``Instant``.
    public let nowText: String
    /// The user's settings.
    public let settings: UserSettings
    /// What the user has set for the module, before the import.
    public let moduleSettings: ModuleSettings
    /// What the user asked for.
    public let options: ImportOptions
    /// The tags of records.
    public let tags: any TagStore
    /// The attachments of records.
    public let attachments: any AttachmentStore
    /// The links between records.
    public let links: any LinkStore
    /// What other modules can answer.
    public let modules: any ModuleDirectory

    /// Makes a context; the host does, for every file.
    public init(
        db: Database, now: Date, settings: UserSettings, options: ImportOptions, tags: any TagStore,
        attachments: any AttachmentStore, links: any LinkStore, modules: any ModuleDirectory,
        moduleSettings: ModuleSettings = ModuleSettings()
    ) {
        self.db = db
        self.now = now
        nowText = Instant.text(now)
        self.settings = settings
        self.moduleSettings = moduleSettings
        self.options = options
        self.tags = tags
        self.attachments = attachments
        self.links = links
        self.modules = modules
    }
}
