public import AtriumSDK

/// A declaration that describes a kind of record as pure data.
///
/// A declaration can be stored in a file. A ``RecordKind`` derives storage, commands, results, search, import
/// and export from the declaration, and may add code.
///
/// ```swift
/// RecordDeclaration(
///     .quotes, "quote", isMain: true, table: "quotes_quote",
///     values: [.text("text", "The words.").required.positional, .line("author", "The author.").searched],
///     listColumns: ["id", "text", "author"], sorts: [SortDeclaration("created", "r.created_at")],
///     file: FileDeclaration(
///         "quotes.csv", signs: [SignDeclaration(["text", "author"])], fingerprints: [["text"]]))
/// ```
public struct RecordDeclaration: Sendable, Hashable, Codable {
    /// The collection's name, which is unique across all modules.
    public var collection: CollectionID
    /// The singular name for a record in commands and messages: `habit`.
    public var recordName: String
    /// True if the commands begin with the module's name alone, without the collection's name.
    public var isMain: Bool
    /// The table's name.
    ///
    /// The table has the columns `id`, `uid`, `created_at` and `updated_at` in addition to the values'
    /// columns.
    public var table: String
    /// True if the table has a `revision` column, which every write increments.
    ///
    /// Kinds need this column if their files contain a record's modification time.
    public var hasRevision: Bool
    /// An SQL expression for a record's title, over the alias `r`; never null.
    public var titleSQL: String
    /// An SQL condition over the alias `r` for records that take precedence over others with the same name.
    ///
    /// See `Collection/preferredSQL`.
    public var preferredSQL: String?
    /// The values, in the order in which forms and results show them.
    public var values: [ValueDeclaration]
    /// The computed fields in results; ``RecordRules/computed(_:_:)`` returns their values.
    public var computed: [FieldDeclaration]
    /// The fields that appear only in the result for a single record.
    ///
    /// ``RecordRules/details(_:_:)`` returns the values for these fields.
    public var details: [FieldDeclaration]
    /// The result fields that show linked records from other modules.
    public var linked: [LinkedDeclaration]
    /// The help text for the record's photo, or nil if records have no photo.
    ///
    /// The photo is an attachment that `add` and `edit` accept.
    public var photo: String?
    /// The list filters in addition to the values' own filters.
    public var filters: [FilterDeclaration]
    /// The fields that `list` shows as table columns.
    public var listColumns: [String]
    /// The sort orders, beginning with the default order.
    public var sorts: [SortDeclaration]
    /// The declaration for detecting probable duplicates, or nil if duplicates are not detected.
    public var duplicates: DuplicateDeclaration?
    /// The CSV file that contains the records.
    public var file: FileDeclaration
    /// The records' appearance.
    public var look: RecordLook?

    private enum CodingKeys: String, CodingKey {
        case collection, recordName, isMain, table, hasRevision, titleSQL, preferredSQL, values, computed
        case details, linked, photo, filters, listColumns, sorts, file, look
        case duplicates = "doubles"
    }

    /// Declares a kind of record.
    public init(
        _ collection: CollectionID, _ recordName: String, isMain: Bool = false, table: String,
        hasRevision: Bool = false, titleSQL: String? = nil, preferredSQL: String? = nil,
        values: [ValueDeclaration],
        computed: [FieldDeclaration] = [], details: [FieldDeclaration] = [],
        linked: [LinkedDeclaration] = [], photo: String? = nil,
        filters: [FilterDeclaration] = [],
        listColumns: [String], sorts: [SortDeclaration], duplicates: DuplicateDeclaration? = nil,
        file: FileDeclaration, look: RecordLook? = nil
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
        self.duplicates = duplicates
        self.file = file
        self.look = look
    }

    /// The words that precede a command's name: `habits`, or `connections memories`.
    var commandPath: String { isMain ? collection.module : "\(collection.module) \(collection.name)" }
    /// The plural of the record's name: `habits`.
    var recordNames: String { collection.name.replacing("-", with: " ") }
    /// The record's name with its article.
    var aRecord: String { ("aeiou".contains(recordName.first ?? "x") ? "an " : "a ") + recordName }

    /// Returns an SQL expression for a value in the form that results show.
    func shownSQL(of value: ValueDeclaration?, _ links: any LinkStore) -> String {
        let column = "r.\(value?.columns.first ?? "id")"
        guard let value, let linked = linked.first(where: { $0.replacement?.value == value.name }),
            let replacement = linked.replacement
        else { return column }
        let isLinked = linked.condition(in: collection, links)
        let (from, to) = (replacement.from, replacement.to)
        return "CASE WHEN \(column) = '\(from)' AND \(isLinked) THEN '\(to)' ELSE \(column) END"
    }
}

/// A declaration for detecting probable duplicates by comparing one text.
///
/// The comparison ignores case, white space, quotation marks and dashes. The command `add` rejects a
/// duplicate unless the user confirms the new record, and imports report the duplicate as a possible
/// duplicate. If ``isUnique`` is true, two records never have the same text: `add` and `edit` reject the
/// second record, and an import preserves only the second record's original text.
public struct DuplicateDeclaration: Sendable, Hashable, Codable {
    /// The name of the value that contains the compared text.
    public var value: String
    /// The column that contains the folded text and should have an index.
    public var column: String
    /// True if two records must never have the same text; the column should then have a UNIQUE index.
    public var isUnique: Bool
    /// The name of a Boolean value that exempts a record from the comparison, such as `archived`.
    ///
    /// Any number of exempt records may have the same text.
    public var exempting: String?

    /// Declares the text by which duplicates are detected.
    public init(of value: String, column: String, isUnique: Bool = false, exempting: String? = nil) {
        self.value = value
        self.column = column
        self.isUnique = isUnique
        self.exempting = exempting
    }
}

/// A sort order for a list.
public struct SortDeclaration: Sendable, Hashable, Codable {
    /// The sort order's name, which users enter.
    public var name: String
    /// An SQL expression over the alias `r` by which records are sorted; never null.
    public var sql: String
    /// Further SQL expressions, for sorting records with equal values in the same direction; never null.
    public var ties: [String]

    /// Declares a sort order.
    public init(_ name: String, _ sql: String, ties: String...) {
        self.name = name
        self.sql = sql
        self.ties = ties
    }
}

/// A declaration that describes the CSV file for a kind of record.
public struct FileDeclaration: Sendable, Hashable, Codable {
    /// The file's name in `export --all`: `habits.csv`.
    public var name: String
    /// The column sets by which a file is recognized, beginning with the most reliable set.
    ///
    /// The last set contains the columns that a user has to map. At least one set must contain only columns
    /// with ``CellDeclaration/isAlways``, so that every export is recognized.
    public var signs: [SignDeclaration]
    /// The values that identify a row without a uid, beginning with the most reliable set.
    ///
    /// See ``Fingerprint``.
    public var fingerprints: [[String]]

    /// Declares a file.
    public init(_ name: String, signs: [SignDeclaration], fingerprints: [[String]]) {
        self.name = name
        self.signs = signs
        self.fingerprints = fingerprints
    }

    /// The profile name that reports show for these files: the file name without its extension.
    var profile: String { String(name.prefix { $0 != "." }) }
}

/// A set of columns by which a file is recognized.
public struct SignDeclaration: Sendable, Hashable, Codable {
    /// The columns that the file must have.
    public var all: [String]
    /// The optional columns; the file must have at least ``atLeast`` columns from this list.
    public var any: [String]
    /// The number of columns from ``any`` that the file must have.
    public var atLeast: Int
    /// True if these columns cannot belong to another kind of record.
    public var isCertain: Bool
    /// True if the user must map a column to the first column in ``all``.
    public var requiresMapping: Bool
    /// True if the user must choose the module, because other modules' files may have the same columns.
    public var isOfChosenModule: Bool

    private enum CodingKeys: String, CodingKey {
        case all, any, atLeast, isCertain, isOfChosenModule
        case requiresMapping = "isSaid"
    }

    /// Declares a set of columns.
    public init(
        _ all: [String], andOf any: [String] = [], atLeast: Int = 1, isCertain: Bool = true,
        requiresMapping: Bool = false, isOfChosenModule: Bool = false
    ) {
        self.all = all
        self.any = any
        self.atLeast = any.isEmpty ? 0 : atLeast
        self.isCertain = isCertain
        self.requiresMapping = requiresMapping
        self.isOfChosenModule = isOfChosenModule
    }
}

extension ValueDeclaration {
    /// The columns that contain the value in the record's row.
    public var columns: [String] {
        switch place {
        case .columns(let columns): columns
        case .moment(let time, let zone, _): [time, zone]
        case .people(let people): [people.column]
        case .days, .tags, .custom: []
        }
    }
    /// Returns true if two values are equal; in an unordered list, order and case are ignored.
    func areSame(_ value: DataValue, _ other: DataValue) -> Bool {
        guard isUnordered, let texts = value.listValue, let others = other.listValue else {
            return value == other
        }
        return Words.areSame(texts.compactMap(\.textValue), others.compactMap(\.textValue))
    }
    /// True if every record has the value.
    var isRequired: Bool { isNotNull || fields.count == 1 && fields[0].isRequired }
}

extension FieldType {
    /// The default value for this type if the input contains no value.
    var nothing: DataValue {
        switch self {
        case .boolean: .bool(false)
        case .list: .list([])
        default: .null
        }
    }
}
