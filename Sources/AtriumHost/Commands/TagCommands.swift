public import AtriumSDK
import GRDB

/// Records named on the command line over all modules: `connections/people` and an id, uid or name.
enum RecordFields {
    static func collection(_ name: String = "collection") -> Field<String> {
        .text(
            name,
            help: "The collection, such as connections/people. A module's id means its main collection."
        )
        .required.positional
    }
    static func record(_ name: String = "record") -> Field<String> {
        .text(name, help: "The record: an id, a uid, or a name that fits just one.").required.positional
    }

    /// The record that two fields name.
    static func reference(
        _ collectionName: String, _ recordName: String, fields: (String, String), _ session: Session,
        _ db: Database
    ) throws -> RecordReference {
        let collection = try session.enabledCollection(collectionName, field: fields.0, db)
        return RecordReference(
            collection.id, try RecordResolver(db: db).resolve(recordName, in: collection, field: fields.1))
    }
}

extension Session {
    /// A collection of an enabled module, by `module/name`, or by the module's id for its main one.
    func enabledCollection(_ name: String, field: String, _ db: Database) throws -> Collection {
        let module = try AtriumError.about(field) { try enabledModule(String(name.prefix { $0 != "/" }), db) }
        let found =
            name.contains("/")
            ? module.collections.first { $0.id.description == name }
            : module.collections.first(where: \.isMain)
        guard let found else {
            let names = module.collections.map(\.id.description).joined(separator: ", ")
            throw AtriumError(
                .notFound, "there is no collection “\(name)”", remedy: "use one of: \(names)", field: field)
        }
        return found
    }

    /// A record's title, or nil where it is gone, or of a module that is off.
    public func title(of record: RecordReference) throws -> String? {
        try vault.read { db in
            try enabledIDs(db).contains(record.collection.module) ? title(of: record, db) : nil
        }
    }

    /// A record's title, or nil where it is gone.
    func title(of record: RecordReference, _ db: Database) throws -> String? {
        guard let collection = hub.registry.collection(record.collection) else { return nil }
        // Lists ask for the titles of many.
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(collection.titleSQL) FROM \(collection.table.quotedDatabaseIdentifier) r WHERE r.id = ?
                """)
        return try String.fetchOne(statement, arguments: [record.id])
    }
}

extension HostCommand {
    private static let collection = RecordFields.collection()
    private static let record = RecordFields.record()
    private static let tag = Field<[String]>.texts("tags", help: "The tags.").required.positional
    private static let recordTags = ResultShape.object([
        FieldDeclaration("collection", .text, help: "The record's collection.", isRequired: true),
        FieldDeclaration("id", .integer(), help: "The record's id.", isRequired: true),
        FieldDeclaration("title", .text, help: "The record's title."),
        FieldDeclaration("tags", .list(.text), help: "The record's tags, in order.", isRequired: true),
    ])

    static let tagCommands: [HostCommand] = [
        HostCommand(
            "tags", "list", scope: .records, kind: .query,
            summary: "List all tags, with the number of their records.",
            result: .list(
                [
                    FieldDeclaration("tag", .text, help: "The tag.", isRequired: true),
                    FieldDeclaration(
                        "records", .integer(), help: "The number of records with the tag.", isRequired: true),
                ], columns: ["tag", "records"])
        ) { _, session in
            let modules = Set(try session.enabledModules().map(\.id))
            return try session.vault.read { db in
                let numbers = try CollectionNumbers(db)
                var counts: [(tag: String, count: Int64)] = []
                let rows = try Row.fetchCursor(
                    db,
                    sql: """
                        SELECT t.name, r.collection_id, count(*) FROM host_tag t JOIN host_record_tag r ON r.tag_id = t.id
                        GROUP BY t.id, r.collection_id ORDER BY t.folded
                        """)
                while let row = try rows.next() {
                    guard let id = numbers.id(row[1]), modules.contains(id.module) else { continue }
                    if counts.last?.tag == row[0] {
                        counts[counts.count - 1].count += row[2]
                    } else {
                        counts.append((row[0], row[2]))
                    }
                }
                return .object([
                    "items": .list(
                        counts.map { .object(["tag": .text($0.tag), "records": .integer($0.count)]) })
                ])
            }
        },
        HostCommand(
            "tags", "show", scope: .records, kind: .query, summary: "Show a record's tags.",
            fields: [collection.declaration, record.declaration], result: recordTags
        ) { input, session in
            try session.vault.read { db in
                try value(
                    of: reference(input, session, db), session, db,
                    RecordTags(db, collections: CollectionNumbers(db)))
            }
        },
        HostCommand(
            "tags", "add", scope: .records, kind: .action, summary: "Add tags to a record.",
            fields: [collection.declaration, record.declaration, tag.declaration], result: recordTags
        ) { input, session in
            try change("tags add", input, session) { present, given in present + given }
        },
        HostCommand(
            "tags", "remove", scope: .records, kind: .action, summary: "Remove tags from a record.",
            fields: [collection.declaration, record.declaration, tag.declaration], result: recordTags
        ) { input, session in
            try change("tags remove", input, session) { present, given in
                let folded = Set(given.map(Words.foldedTag))
                return present.filter { !folded.contains(Words.foldedTag($0)) }
            }
        },
    ]

    private static func reference(_ input: Arguments, _ session: Session, _ db: Database) throws
        -> RecordReference
    {
        try RecordFields.reference(
            input.required(collection), input.required(record), fields: ("collection", "record"), session, db)
    }

    private static func change(
        _ command: String, _ input: Arguments, _ session: Session, _ change: ([String], [String]) -> [String]
    ) throws -> DataValue {
        try session.write(command) { db, scope in
            let reference = try reference(input, session, db)
            let store = RecordTags(db, collections: scope.collections)
            try store.setTags(change(store.tags(of: reference), input.required(tag)), of: reference)
            return try value(of: reference, session, db, store)
        }
    }

    private static func value(
        of record: RecordReference, _ session: Session, _ db: Database, _ store: RecordTags
    ) throws -> DataValue {
        .object([
            "collection": .text(record.collection.description), "id": .integer(record.id),
            "title": .text(orNull: try session.title(of: record, db)),
            "tags": .list(try store.tags(of: record).map(DataValue.text)),
        ])
    }
}
