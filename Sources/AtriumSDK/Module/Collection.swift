/// A module's record type, with a table, titles, searchable texts and commands.
public struct Collection: Sendable {
    /// The collection's name, unique across all modules.
    public var id: CollectionID
    /// The name of one record: `person`.
    public var recordName: String
    /// The heading for the collection's records, or nil to derive the heading from ``id``; see ``title``.
    public var ownTitle: String?
    /// The title for a single record, or nil to derive the title from ``recordName``; see ``recordTitle``.
    public var ownRecordTitle: String?
    /// True if the collection's commands directly follow the module's name, as in `atrium habits list`.
    ///
    /// A module has at most one main collection.
    public var isMain: Bool
    /// The collection's table, which has the columns `id` and `uid`.
    public var table: String
    /// The SQL expression for a record's title, with `r` as the alias for the table: `r.title`.
    ///
    /// The expression is never null.
    public var titleSQL: String
    /// The SQL condition for records that take precedence over other records with the same name, or nil.
    ///
    /// The condition uses `r` as the alias for the table. For instance, open tasks take precedence over
    /// completed tasks.
    public var preferredSQL: String?
    /// The SQL expression for a record's unusual state, such as `tentative`, or nil if the records have no states.
    ///
    /// The expression uses `r` as the alias for the table. Its values are those of the collection's field that is marked with
    /// ``FieldDeclaration/asState``; the search shows them.
    public var stateSQL: String?
    /// The text that `atrium search` searches in addition to the title.
    public var searchFields: [SearchField]
    /// The fields that `show` and lists return for each record.
    public var recordFields: [FieldDeclaration]
    /// The collection's commands.
    public var commands: [Command]
    /// The records' look, or nil to derive the look from the order of ``recordFields``.
    public var look: RecordLook?

    /// Declares a collection.
    public init(
        _ id: CollectionID, recordName: String, title: String? = nil, recordTitle: String? = nil,
        isMain: Bool,
        table: String, titleSQL: String, stateSQL: String? = nil,
        searchFields: [SearchField], recordFields: [FieldDeclaration], commands: [Command],
        look: RecordLook? = nil
    ) {
        self.id = id
        self.recordName = recordName
        ownTitle = title
        ownRecordTitle = recordTitle
        self.isMain = isMain
        self.table = table
        self.titleSQL = titleSQL
        self.stateSQL = stateSQL
        self.searchFields = searchFields
        self.recordFields = recordFields
        self.commands = commands
        self.look = look
    }

    /// The heading for the collection's records: `Habits`.
    public var title: String { ownTitle ?? id.name.titleOfWords }
    /// The title for a single record: `Habit`.
    public var recordTitle: String { ownRecordTitle ?? recordName.titleOfWords }

    /// Returns the command with a given kind, such as `show` or `list`, or nil if no command has this kind.
    ///
    /// If several commands have this kind, the first command is returned.
    public func command(_ kind: CommandDeclaration.Kind) -> Command? {
        commands.first { $0.declaration.kind == kind }
    }

    /// Returns the field that identifies the record in a command about one record.
    ///
    /// The field accepts an id, a uid, or a name that matches exactly one record.
    public static func recordField(of collection: CollectionID, named recordName: String) -> Field<Int64> {
        Field<Int64>
            .record(
                "record", of: collection,
                help: "The \(recordName): an id, a uid, or a name that matches exactly one."
            )
            .required.positional
    }
}

/// A text in a record that the search covers.
public struct SearchField: Sendable, Hashable {
    /// The field's name, for documentation: `emails`.
    public var name: String
    /// The SQL expression for the text, which is null if the record has no such text.
    ///
    /// The expression uses `r` as the alias for the collection's table and may read only the module's own
    /// tables: `(SELECT group_concat(address, ' ') FROM x WHERE person_id = r.id)`.
    public var sql: String

    /// Declares a searchable field.
    public init(_ name: String, sql: String) {
        self.name = name
        self.sql = sql
    }
}
