public import AtriumSDK

/// What an import did, or with a dry run would do.
public struct ImportReport: Sendable {
    /// What was done with one file.
    @dynamicMemberLookup
    public struct File: Sendable {
        /// The path as the user gave it.
        public var path: String
        /// The format that was found; nil where none was.
        public var format: FormatID?
        /// What was recognised in it, such as `google-contacts`.
        public var profile: String?
        /// The encoding that was found.
        public var encoding: String?
        /// How many items it holds, and what became of them.
        public var counts = Counts()
        /// What each module took of it, by module; of one that failed, whose items stood in it.
        var parts: [String: Part] = [:]
        /// Items that no enabled module takes, by kind.
        public var unclaimed: [ItemKind: Unclaimed] = [:]
        /// What was wrong, up to ``ImportReport/shownIssues``.
        public var issues: [ImportIssue] = []
        /// How many things were wrong beyond ``issues``.
        public var omittedIssues = 0
        /// By what items without an identifier were known again beside their text, such as `name and birthday`.
        public var matchedBy: [String] = []
        /// Columns that became no field of their own.
        public var unmappedColumns: [String] = []
        /// Where its items went, if not where the file says.
        public var remarks: [Guidance] = []
        /// Why the file could not be read; nil where it could.
        public var error: AtriumError?

        /// Begins the report of a file.
        init(path: String, error: AtriumError? = nil) {
            self.path = path
            self.error = error
        }

        /// One of ``counts``.
        public subscript(dynamicMember count: WritableKeyPath<Counts, Int>) -> Int {
            get { counts[keyPath: count] }
            set { counts[keyPath: count] = newValue }
        }

        /// Adds what a module took of the file; ``Counts/items`` counts all items, also those that nobody took.
        mutating func add(_ part: Part, of module: String) {
            let items = counts.items
            counts += part.counts
            counts.items = items
            remarks += part.remarks
            matchedBy += part.matchedBy.filter { !matchedBy.contains($0) }
            parts[module, default: Part()].add(part)
        }
    }

    /// How many items of a file became what.
    public struct Counts: Sendable, Hashable {
        /// How many items there are.
        public var items = 0
        /// How many of them became new records.
        public var added = 0
        /// How many of them changed records.
        public var updated = 0
        /// How many of them say what the vault has already.
        public var unchanged = 0
        /// How many of these say something new beside their record's fields: their text was taken.
        public var newTexts = 0
        /// How many of them differ from records that were edited here; those were kept as they are until someone decides.
        public var conflicts = 0
        /// How many differ from records that were edited here and that stay so, as the user has decided.
        public var kept = 0
        /// How many of them could become no record; their texts are kept.
        public var unreadable = 0
        /// How many of them another module has than the one that the user names; they were left there.
        public var elsewhere = 0
        /// How many new records may be ones that the vault has already, by ``Item/duplicates``.
        public var possibleDuplicates = 0

        /// How many of them are records now, or were before.
        public var taken: Int { added + updated + unchanged + conflicts + kept }

        static func += (counts: inout Counts, more: Counts) {
            for (_, count) in all { counts[keyPath: count] += more[keyPath: count] }
        }
    }

    /// What one module took of a file: what is to be forgotten of it when the module is erased.
    struct Part: Sendable, Hashable {
        /// Of its items; also of those that it would have taken, had it been enabled.
        var counts = Counts()
        var remarks: [Guidance] = []
        var matchedBy: [String] = []
        /// The number of items that repeat another item of the import.
        var copies = 0

        mutating func add(_ other: Part) {
            counts += other.counts
            copies += other.copies
            remarks += other.remarks
            matchedBy += other.matchedBy.filter { !matchedBy.contains($0) }
        }
    }

    /// Items of one kind that no enabled module takes.
    public struct Unclaimed: Sendable {
        /// How many, by the installed module that would take them; nil: there is none.
        var counts: [String?: Int] = [:]

        /// The same in the order of the modules, those that none would take first.
        public var parts: [(module: String?, count: Int)] {
            counts.sorted { ($0.key ?? "") < ($1.key ?? "") }.map { ($0.key, $0.value) }
        }
        /// How many in all.
        public var count: Int { counts.values.reduce(0, +) }
        /// The installed module that would take them, of several the first; nil if there is none.
        public var module: String? { counts.keys.compactMap(\.self).min() }
    }

    /// A file in a folder or an archive that is not for the import.
    public struct PassedOver: Sendable, Hashable {
        /// The path.
        public var path: String
        /// Why, such as `this is a PNG image`.
        public var reason: String

        /// Names a file.
        public init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    /// What became of one item.
    public struct Item: Sendable {
        /// The outcomes.
        public enum Outcome: String, Sendable, Hashable, CaseIterable {
            /// It became a new record.
            case new
            /// It changed a record.
            case changed
            /// The vault says the same already.
            case unchanged
            /// Its record was edited here and it differs; the record was kept.
            case conflict
            /// The same, and the user has decided that the record stays.
            case kept
            /// No enabled module takes it.
            case unclaimed
            /// It could become no record; its text is kept.
            case unreadable
            /// Another module has it than the one that the user names; it was left there.
            case elsewhere
        }

        /// The file's path.
        public var path: String
        /// The item's number in the file, from 1.
        public var item: Int
        /// The line on which it begins.
        public var line: Int
        /// What kind of item it is.
        public var kind: ItemKind
        /// What became of it.
        public var outcome: Outcome
        /// Whether only the text of an unchanged one is new: what stands in it beside the record's fields.
        public var hasNewText = false
        /// The collection of its record; nil where no module takes it.
        public var collection: CollectionID?
        /// The record; nil where there is none, and for a new one of a rehearsal, whose number is nobody's.
        public var record: RecordReference?
        /// The record's title.
        public var title: String?
        /// What differs, field by field, for those that changed; for a conflict, from here to the file.
        public var changes: [FieldChange] = []
        /// Records that may be the same person or thing as a new one.
        public var duplicates: [RecordReference] = []
        /// Of a conflict: the reason, if it is not that the record was edited here.
        public var reason: String?
        /// Of a conflict: by what the user's answer finds it again.
        var place: ConflictPlace?
    }

    /// One field of a record before and after.
    public struct FieldChange: Sendable, Hashable {
        /// The field's name.
        public var field: String
        /// Its value before.
        public var from: DataValue
        /// Its value after.
        public var to: DataValue
    }

    /// How many passed-over files a report names.
    public static let shownPassedOver = 1000

    /// How many items a report names where each is asked for; the others are counted.
    ///
    /// They are held until the end, when it is known that the import stands.
    public static let shownItems = 10_000

    /// How many issues a report lists for each file; `atrium imports show` has them all.
    public static let shownIssues = 1000

    /// The number of the import run; nil for a dry run.
    public var run: Int64?
    /// Whether nothing was to be changed.
    public var isDryRun: Bool
    /// Whether the vault has changed, so that the run can be undone.
    ///
    /// Also where all records were known, and only a file's text is new.
    public internal(set) var hasChanged = false
    /// Stands for the vault as the import found it, with all on which its outcome rests; of a dry run only.
    public internal(set) var state: String?
    /// The files in the order given.
    public var files: [File]

    /// Files in folders and archives that are not for the import, up to ``shownPassedOver``.
    public var passedOver: [PassedOver] = []
    /// How many more there are.
    public var omittedPassedOver = 0
    /// What became of each item, where that was asked for.
    public var items: [Item] = []
    /// How many more items there are, beyond ``ImportRequest/maximumItems``.
    public var omittedItems = 0
    /// Whether ``items`` are part of ``value(spelling:)``.
    public var isVerbose = false

    /// Counts files that are not for the import, and names the first of them.
    mutating func passOver(_ more: [PassedOver]) {
        let room = max(0, Self.shownPassedOver - passedOver.count)
        passedOver += more.prefix(room)
        omittedPassedOver += max(0, more.count - room)
    }

    /// The files that could not be read.
    public var failedFiles: [File] { files.filter { $0.error != nil } }
}
