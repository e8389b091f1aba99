import AtriumSDK
import GRDB

/// Records as their modules show and edit them, during an import: what makes one module's fields comparable for all.
struct RecordView {
    private let collection: CollectionID
    /// The name of one record, such as `event`.
    let recordName: String
    private let title: String
    private let known: String
    private let show: Command?
    private let edit: Command?
    /// The fields that `edit` takes.
    private let editable: Set<String>
    /// The fields of ``fields(of:)`` that are left out.
    private let omitted: [String]
    private let session: Session
    private let context: CommandContext

    init(_ collection: Collection, session: Session, context: CommandContext) {
        self.collection = collection.id
        recordName = collection.recordName
        title =
            "SELECT \(collection.titleSQL) FROM \(collection.table.quotedDatabaseIdentifier) r WHERE r.id = ?"
        known = "SELECT EXISTS (SELECT 1 FROM \(collection.table.quotedDatabaseIdentifier) WHERE uid = ?)"
        show = collection.command(.show)
        edit = collection.command(.edit)
        // The first names the record.
        editable = Set(edit?.declaration.fields.dropFirst().map(\.name) ?? [])
        omitted =
            Self.bookkeeping + (show?.declaration.result.fields.filter(\.isDerived).map(\.name) ?? [])
        self.session = session
        self.context = context
    }

    /// Whether the module has the commands that a merge needs.
    var canMerge: Bool { show != nil && edit != nil }

    /// Whether the `edit` command takes a field.
    func takes(_ field: String) -> Bool { editable.contains(field) }

    /// Whether a record of the collection has a uid.
    func hasRecord(uid: String) throws -> Bool {
        try Bool.fetchOne(context.db.cachedStatement(sql: known), arguments: [uid]) ?? false
    }

    /// A record's title.
    func title(of record: Int64) throws -> String? {
        try String.fetchOne(context.db.cachedStatement(sql: title), arguments: [record])
    }

    /// The record's fields by the module's `show` command, without those that say when and under which id it is kept, and
    /// those that are derived; empty if the module has no such command.
    func fields(of record: Int64) throws -> DataObject {
        guard let show, let field = show.declaration.subject?.name else { return [:] }
        var fields =
            try show.run(Arguments(checked: [field: .integer(record)]), context).objectValue ?? [:]
        for name in omitted { fields[name] = nil }
        return fields
    }

    private static let bookkeeping = ["id", "createdAt", "updatedAt"]

    /// Edits a record by the module's `edit` command.
    ///
    /// - Parameter values: by field; those that the command does not take are left out.
    /// - Throws: ``AtriumError`` where the command refuses the values.
    func edit(_ record: Int64, _ values: DataObject) throws {
        guard let edit, let field = edit.declaration.subject?.name else { return }
        var input: DataObject = [field: .integer(record)]
        for entry in values.entries where takes(entry.name) {
            input[entry.name] = entry.value
        }
        let arguments = try session.decode(input, [:], edit.declaration.fields, context.db)
        _ = try edit.run(arguments, context)
    }

    /// The fields in which two states of a record differ, in the order of the first.
    static func changes(from old: DataObject, to new: DataObject) -> [ImportReport.FieldChange] {
        let names = old.names + new.names.filter { old[$0] == nil }
        return names.compactMap { name in
            let (from, to) = (old[name] ?? .null, new[name] ?? .null)
            return from == to ? nil : ImportReport.FieldChange(field: name, from: from, to: to)
        }
    }
}
