public import AtriumSDK

/// A kind of record, declared once: pure data, which can be kept as a file.
///
/// Storage, commands, results, search, import and export are made from it by a ``RecordKind``, which may add code.
///
/// ```swift
/// RecordDeclaration(
///     .quotes, "quote", isMain: true, table: "quotes_quote",
///     values: [.text("text", "The words.").required.positional, .line("author", "Who said it.").searched],
///     listColumns: ["id", "text", "author"], sorts: [SortDeclaration("created", "r.created_at")])
/// ```
public struct RecordDeclaration: Sendable, Hashable, Codable {
    /// The collection's name over all modules.
    public var collection: CollectionID
    /// The name of one record: `habit`.
    public var recordName: String
    /// Whether the commands stand directly under the module.
    public var isMain: Bool
    /// The table, with the columns `id`, `uid`, `created_at` and `updated_at` beside those of the values.
    public var table: String
    /// Whether the table has a column `revision`, which each write counts up: for kinds of which files say when they changed.
    public var hasRevision: Bool
    /// SQL for a record's title over the alias `r`; never null.
    public var titleSQL: String
    /// SQL over the alias `r` for the records that a name means first; see `Collection/preferredSQL`.
    public var preferredSQL: String?
    /// The values, in the order of forms and results.
    public var values: [ValueDeclaration]
    /// Fields of results that ``RecordRules/computed(_:_:)`` gives.
    public var computed: [FieldDeclaration]
    /// Fields of the result about one record, not of lists, that ``RecordRules/details(_:_:)`` gives.
    public var details: [FieldDeclaration]
    /// What results show of the records of other modules that are linked to it.
    public var linked: [LinkedDeclaration]
    /// What its photo is, in a sentence: an attachment, which `add` and `edit` take; nil: it has none.
    public var photo: String?
    /// Ways to narrow lists beside those of the values.
    public var filters: [FilterDeclaration]
    /// The fields that a table shows.
    public var listColumns: [String]
    /// The ways to sort, the usual one first.
    public var sorts: [SortDeclaration]
    /// By which text two records are probably the same; nil: each is itself.
    public var doubles: DoublesDeclaration?
    /// The file of CSV; nil: its records stand in none.
    public var file: FileDeclaration?
    /// How its records look.
    public var look: RecordLook?

    /// Declares a kind of record.
    public init(
        _ collection: CollectionID, _ recordName: String, isMain: Bool = false, table: String,
        hasRevision: Bool = false, titleSQL: String? = nil, preferredSQL: String? = nil,
        values: [ValueDeclaration],
        computed: [FieldDeclaration] = [], details: [FieldDeclaration] = [],
        linked: [LinkedDeclaration] = [], photo: String? = nil,
        filters: [FilterDeclaration] = [],
        listColumns: [String], sorts: [SortDeclaration], doubles: DoublesDeclaration? = nil,
        file: FileDeclaration? = nil, look: RecordLook? = nil
    ) {
        self.collection = collection
        self.recordName = recordName
        self.isMain = isMain
        self.table = table
        self.titleSQL = titleSQL ?? "r.\(values.first?.columns.first ?? "uid")"
        self.preferredSQL = preferredSQL
        self.values = values
        self.computed = computed
        self.details = details
        self.linked = linked
        self.photo = photo
        self.filters = filters
        self.hasRevision = hasRevision
        self.listColumns = listColumns
        self.sorts = sorts
        self.doubles = doubles
        self.file = file
        self.look = look
    }

    /// The words before a command: `habits`, or `connections memories`.
    var commandPath: String { isMain ? collection.module : "\(collection.module) \(collection.name)" }
    /// The records in words: `habits`.
    var recordNames: String { collection.name.replacing("-", with: " ") }
    /// The record with its article.
    var aRecord: String { ("aeiou".contains(recordName.first ?? "x") ? "an " : "a ") + recordName }

    /// SQL for a value as results show it.
    func shownSQL(of value: ValueDeclaration?, _ links: any LinkStore) -> String {
        let column = "r.\(value?.columns.first ?? "id")"
        guard let value, let linked = linked.first(where: { $0.turn?.value == value.name }),
            let turn = linked.turn
        else { return column }
        let isLinked = linked.condition(in: collection, links)
        return "CASE WHEN \(column) = '\(turn.from)' AND \(isLinked) THEN '\(turn.to)' ELSE \(column) END"
    }
}

/// A text by which two records are probably the same, whatever its case, blanks, quotation marks and dashes.
///
/// `add` refuses such a record unless it is told to add it anyway, and imports report it as a possible duplicate. Where
/// ``isUnique``, there never are two: `add` and `edit` refuse the second, and of a file it is kept as text.
public struct DoublesDeclaration: Sendable, Hashable, Codable {
    /// The value.
    public var value: String
    /// The column that keeps it folded; it should have an index.
    public var column: String
    /// Whether there are never two; the column should have a UNIQUE index.
    public var isUnique: Bool
    /// The truth value of records that are passed over, such as `archived`: any number of them may be the same.
    public var exempting: String?

    /// Declares by what records are the same.
    public init(of value: String, column: String, isUnique: Bool = false, exempting: String? = nil) {
        self.value = value
        self.column = column
        self.isUnique = isUnique
        self.exempting = exempting
    }
}

/// A way to sort a list.
public struct SortDeclaration: Sendable, Hashable, Codable {
    /// The name that the user gives.
    public var name: String
    /// SQL over the alias `r`; never null.
    public var sql: String

    /// Declares a way to sort.
    public init(_ name: String, _ sql: String) {
        self.name = name
        self.sql = sql
    }
}

/// The file of CSV that records stand in.
public struct FileDeclaration: Sendable, Hashable, Codable {
    /// The name in `export --all`: `habits.csv`.
    public var name: String
    /// By which columns a file is known as one of these, the surest way first; the last says which columns a user has to map.
    ///
    /// One of them needs no other columns than those of ``CellDeclaration/isAlways``, so that each export is known again.
    public var signs: [SignDeclaration]
    /// By which values a row without a uid is known again, the surest first: see ``Fingerprint``.
    public var fingerprints: [[String]]

    /// Declares a file.
    public init(_ name: String, signs: [SignDeclaration], fingerprints: [[String]]) {
        self.name = name
        self.signs = signs
        self.fingerprints = fingerprints
    }

    /// What the report calls files that are known by it: the name without its ending.
    var profile: String { String(name.prefix { $0 != "." }) }
}

/// Columns by which a file is known.
public struct SignDeclaration: Sendable, Hashable, Codable {
    /// Columns that it must have.
    public var all: [String]
    /// Columns of which it must have ``atLeast``.
    public var any: [String]
    /// How many of ``any``.
    public var atLeast: Int
    /// Whether no other kind of record has such a file.
    public var isCertain: Bool
    /// Whether it takes somebody who says which column is the first of ``all``.
    public var isSaid: Bool
    /// Whether it takes somebody who chose the module: files with such columns could be anybody's.
    public var isOfChosenModule: Bool

    /// Declares a sign.
    public init(
        _ all: [String], andOf any: [String] = [], atLeast: Int = 1, isCertain: Bool = true,
        isSaid: Bool = false, isOfChosenModule: Bool = false
    ) {
        self.all = all
        self.any = any
        self.atLeast = any.isEmpty ? 0 : atLeast
        self.isCertain = isCertain
        self.isSaid = isSaid
        self.isOfChosenModule = isOfChosenModule
    }
}

extension ValueDeclaration {
    /// The columns of the record's row that keep it.
    public var columns: [String] {
        switch place {
        case .columns(let columns): columns
        case .moment(let time, let zone, _): [time, zone]
        case .people(let people): [people.column]
        case .days, .tags, .custom: []
        }
    }
    /// Whether two of its values say the same.
    func areSame(_ value: DataValue, _ other: DataValue) -> Bool {
        guard isUnordered, let texts = value.listValue, let others = other.listValue else {
            return value == other
        }
        return Words.areSame(texts.compactMap(\.textValue), others.compactMap(\.textValue))
    }
    /// Whether a record always has it.
    var isRequired: Bool { isNeverEmpty || fields.count == 1 && fields[0].isRequired }
}

extension FieldType {
    /// What a value of the type is where nothing is said.
    var nothing: DataValue {
        switch self {
        case .boolean: .bool(false)
        case .list: .list([])
        default: .null
        }
    }
}
