/// A named kind of record within a module: its table, how it is named and found, and its commands.
public struct Collection: Sendable {
    /// The collection's name over all modules.
    public var id: CollectionID
    /// The name of one record: `person`.
    public var recordName: String
    /// What people read above its records, if the name's words are not it; see ``title``.
    public var ownTitle: String?
    /// What people read of one record, if its name's words are not it; see ``recordTitle``.
    public var ownRecordTitle: String?
    /// Whether the commands stand directly under the module: `atrium habits list`.
    ///
    /// At most one collection of a module.
    public var isMain: Bool
    /// The table of the records, with columns `id` and `uid`.
    public var table: String
    /// SQL for a record's title, over the alias `r` of the table: `r.title`.
    ///
    /// Never null.
    public var titleSQL: String
    /// SQL over the alias `r` for records that a name means rather than others of that name: those still to be done, say;
    /// nil: none are.
    public var preferredSQL: String?
    /// What `atrium search` finds beside the title.
    public var searchFields: [SearchField]
    /// The fields of one record, in `show` and in lists.
    public var recordFields: [FieldDeclaration]
    /// The commands.
    public var commands: [Command]
    /// How its records look; nil: by the order of their fields.
    public var look: RecordLook?

    /// Declares a collection.
    public init(
        _ id: CollectionID, recordName: String, title: String? = nil, recordTitle: String? = nil,
        isMain: Bool,
        table: String, titleSQL: String,
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
        self.searchFields = searchFields
        self.recordFields = recordFields
        self.commands = commands
        self.look = look
    }

    /// What people read above its records: `Habits`.
    public var title: String { ownTitle ?? id.name.titleOfWords }
    /// What people read of one record: `Habit`.
    public var recordTitle: String { ownRecordTitle ?? recordName.titleOfWords }

    /// The command of a kind, such as `show` or `list`: the first, if there are several; nil if there is none.
    public func command(_ kind: CommandDeclaration.Kind) -> Command? {
        commands.first { $0.declaration.kind == kind }
    }

    /// The field that names a record in commands about one: an id, a uid, or a name that fits one record.
    public static func recordField(of collection: CollectionID, named recordName: String) -> Field<Int64> {
        Field<Int64>
            .record(
                "record", of: collection,
                help: "The \(recordName): an id, a uid, or a name that fits just one."
            )
            .required.positional
    }
}

/// Text of a record that search looks through.
public struct SearchField: Sendable, Hashable {
    /// The field's name, for documentation: `emails`.
    public var name: String
    /// SQL for the text, over the alias `r` of the collection's table; null means none.
    ///
    /// It may read the module's own tables only: `(SELECT group_concat(address, ' ') FROM x WHERE person_id = r.id)`.
    public var sql: String

    /// Declares a searchable field.
    public init(_ name: String, sql: String) {
        self.name = name
        self.sql = sql
    }
}
