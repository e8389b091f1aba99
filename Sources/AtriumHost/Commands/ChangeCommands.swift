import AtriumSDK
import GRDB

extension HostCommand {
    private static let change = Field<Int64>
        .integer(
            "change", in: 1...Int64.max,
            help: "The change's number in the history. In a terminal, defaults to the last change."
        )
        .positional
    private static let limit = Field<Int64>
        .integer("limit", in: 1...1000, help: "The maximum number of changes.").defaulting(to: .integer(20))
    private static let before = Field<Int64>
        .integer(
            "before", in: 1...Int64.max,
            help: "Only changes before this one. To page, give the last change of the previous page.")
    private static let rows = Field<Bool>
        .boolean(
            "rows", help: "Name the records, and count the changed rows of each table."
        )
        .defaulting(to: .bool(false))

    private static let most = Field<Int64>
        .integer(
            "most", in: 1...10_000,
            help: "With rows: the maximum number of records to name for each collection and kind of change."
        )
        .defaulting(to: .integer(10_000))
    private static let collection = Field<String>.text(
        "collection",
        help:
            "Only changes of this collection's records, such as connections/people. Requires record or removed."
    )
    private static let record = Field<Int64>
        .integer(
            "record", in: 1...Int64.max, help: "With a collection: only changes of the record with this id.")
    private static let removed = Field<Bool>
        .boolean("removed", help: "With a collection: only changes that removed records and are not undone.")
        .defaulting(to: .bool(false))

    static let keptFields: [FieldDeclaration] = [
        FieldDeclaration("collection", .text, help: "The record's collection.", isRequired: true),
        FieldDeclaration("id", .integer(), help: "The record's id.", isRequired: true),
        FieldDeclaration("title", .text, help: "The record's title."),
    ]

    static let changeCommands: [HostCommand] = [
        HostCommand(
            ChangeLog.undoCommand, scope: .vault, kind: .action,
            summary: "Undo the last change, or a given one.",
            discussion: """
                Each write is one change. Repeat the command to undo earlier changes, including an `imports undo`. An undo \
                is a change too: to redo a change, undo its undo by number. If later changes depend on the change, nothing \
                is undone and the error names them. The history does not record when you switch modules on or off or \
                edit feeds, tokens or passwords, so undo skips these.
                """,
            fields: [change.declaration],
            result: .object([
                FieldDeclaration(
                    "undone", .integer(), help: "The number of the undone change.", isRequired: true),
                FieldDeclaration(
                    "command", .text, help: "The command that made the undone change.", isRequired: true),
                FieldDeclaration(
                    "touched", .text,
                    help:
                        "The records that the undo removed, changed or brought back, as one title or as counts. Empty for settings.",
                    isRequired: true),
                FieldDeclaration("change", .integer(), help: "The undo's own number in the history."),
                FieldDeclaration(
                    "enabled", .list(.text),
                    help: "The modules that an import had enabled and this undo enabled again.",
                    isRequired: true),
                FieldDeclaration(
                    "disabled", .list(.text),
                    help: "The modules that an import had enabled and this undo disabled.", isRequired: true
                ),
            ]),
            // A client may ask again because an answer was lost, and another may have written meanwhile.
            requiredOverHTTP: ["change"]
        ) { input, session in
            var titles: [RecordReference: String] = [:]
            let outcome = try UndoEngine(session).undo(
                input[change], policy: .refuse, cause: session.cause(ChangeLog.undoCommand)
            ) { change, db in
                let graph = try TableGraph(db, registry: session.hub.registry)
                return try summary(
                    of: touchedRecords(by: change, db, graph: graph, collections: CollectionNumbers(db)),
                    RecordFates(of: change, db, graph: graph), session, db, titles: &titles)
            }
            return .object([
                "undone": .integer(outcome.undone.id), "command": .text(outcome.undone.command),
                "touched": .text(outcome.touched),
                "change": .integer(orNull: outcome.changeSet),
                "enabled": .list(outcome.enabled.map(DataValue.text)),
                "disabled": .list(outcome.disabled.map(DataValue.text)),
            ])
        },
        HostCommand(
            "history", scope: .vault, kind: .query,
            summary: "List your changes, newest first.",
            fields: [
                limit.declaration, before.declaration, rows.declaration, most.declaration,
                collection.declaration, record.declaration, removed.declaration,
            ],
            result: .list(
                [
                    FieldDeclaration("id", .integer(), help: "The change's number.", isRequired: true),
                    FieldDeclaration("madeAt", .instant, help: "The time of the change.", isRequired: true),
                    FieldDeclaration("actor", .text, help: "The user who made the change.", isRequired: true),
                    FieldDeclaration(
                        "command", .text, help: "The command that made the change.", isRequired: true),
                    FieldDeclaration(
                        "undoes", .integer(), help: "The number of the change that this one undid."),
                    FieldDeclaration(
                        "inForce", .boolean, help: "True unless the change was undone.", isRequired: true),
                    FieldDeclaration(
                        "touched", .text,
                        help:
                            "The records that the change added, changed or removed, as one title or as counts.",
                        isRequired: true),
                    FieldDeclaration(
                        "records", .list(.object(touchedFields)),
                        help: "With rows: the records. Removed records have their former titles."),
                    FieldDeclaration(
                        "tables",
                        .list(
                            .object([
                                FieldDeclaration("table", .text, help: "The table's name.", isRequired: true),
                                FieldDeclaration("inserted", .integer(), help: "New rows.", isRequired: true),
                                FieldDeclaration(
                                    "updated", .integer(), help: "Changed rows.", isRequired: true),
                                FieldDeclaration(
                                    "deleted", .integer(), help: "Removed rows.", isRequired: true),
                            ])), help: "With rows: the changed rows of each table."),
                ], columns: ["id", "madeAt", "actor", "command", "touched", "undoes", "inForce"])
        ) { input, session in
            try session.vault.read { db in
                let log = try ChangeLog(db)
                let graph = try TableGraph(db, registry: session.hub.registry)
                let collections = try CollectionNumbers(db)
                let ids = try changes(input, session, db, graph, collections, log)
                let items = try ids.compactMap { id -> DataValue? in
                    guard let entry = try ChangeLog.entry(id, db) else { return nil }
                    let touched = try touchedRecords(by: id, db, graph: graph, collections: collections)
                    let fates = try RecordFates(of: id, db, graph: graph)
                    return .object([
                        "id": .integer(id), "madeAt": .text(entry.madeAt), "actor": .text(entry.actor),
                        "command": .text(entry.command), "undoes": .integer(orNull: entry.undoes),
                        "inForce": .bool(log.isInForce(id)),
                        "touched": .text(try summary(of: touched, fates, session, db)),
                        "records": input[rows] == true
                            ? .list(
                                try named(
                                    touched, fates, session, db, removedBy: id,
                                    most: Int(input[most] ?? 10_000)))
                            : .null,
                        "tables": input[rows] == true ? .list(try tables(of: id, session, db)) : .null,
                    ])
                }
                return .object(["items": .list(items)])
            }
        },
    ]

    /// The numbers of the changes that are asked for, the last one first.
    private static func changes(
        _ input: Arguments, _ session: Session, _ db: Database, _ graph: TableGraph,
        _ collections: CollectionNumbers, _ log: ChangeLog
    ) throws -> [Int64] {
        let (before, limit) = (input[before] ?? Int64.max, input[limit] ?? 20)
        guard let name = input[collection] else {
            guard input[record] == nil, input[removed] != true else {
                throw AtriumError(
                    .badData, "record and removed need a collection",
                    remedy: "name it with \(flag: "collection")",
                    field: "collection")
            }
            return try Int64.fetchAll(
                db, sql: "SELECT id FROM host_change_set WHERE id < ? ORDER BY id DESC LIMIT ?",
                arguments: [before, limit])
        }
        let history = RecordHistory(
            collection: try session.enabledCollection(name, field: "collection", db), db: db, graph: graph,
            collections: collections)
        var found: Set<Int64>?
        if let record = input[record] { found = try history.changes(of: record) }
        if input[removed] == true {
            let removals = try history.removals().filter(log.isInForce)
            found = found?.intersection(removals) ?? removals
        }
        guard let found else {
            throw AtriumError(
                .badData, "\(name) alone does not select any changes",
                remedy: "add \(flag: "record") with an id, or \(flag: "removed")", field: "record")
        }
        return Array(found.filter { $0 < before }.sorted(by: >).prefix(Int(limit)))
    }

    /// What a change touched, with what the host keeps for records.
    private static func touchedRecords(
        by changeSet: Int64, _ db: Database, graph: TableGraph, collections: CollectionNumbers
    ) throws -> TouchedRecords {
        try TouchedRecords(
            of: changeSet, db, graph: graph, collections: collections,
            hostTables: TouchedRecords.shownTables)
    }

    /// What was touched of modules that the user has now, in the order of collections: what is off shows nothing.
    static func shown(
        _ touched: TouchedRecords, _ session: Session, _ db: Database
    ) throws -> [(id: CollectionID, records: TouchedRecords.Records)] {
        let enabled = try session.enabledIDs(db)
        return touched.records.filter { enabled.contains($0.key.module) }
            .sorted { $0.key.description < $1.key.description }.map { ($0.key, $0.value) }
    }

    /// One record by its title, else how many of which collections.
    private static func summary(
        of touched: TouchedRecords, _ fates: RecordFates, _ session: Session, _ db: Database
    ) throws -> String {
        var titles: [RecordReference: String] = [:]
        return try summary(of: touched, fates, session, db, titles: &titles)
    }

    /// - Parameter titles: those that are known, and those that are found.
    private static func summary(
        of touched: TouchedRecords, _ fates: RecordFates, _ session: Session, _ db: Database,
        titles: inout [RecordReference: String]
    ) throws -> String {
        let parts = try shown(touched, session, db).map { id, records in
            let new = records.inserted.reduce(0) { $0 + $1.count }
            if new + records.changed.count == 1 {
                let record = RecordReference(
                    id, records.inserted.first?.lowerBound ?? records.changed.first ?? 0)
                let title = try session.title(of: record, db) ?? titles[record]
                titles[record] = title
                return "\(id): " + (title ?? "record \(record.id), which is gone")
            }
            let old = records.sorted(by: fates, in: id).map {
                ($0.ids.count, $0.what == "back" ? "brought back" : $0.what)
            }
            return "\(id): " + counted([(new, "new")] + old)
        }
        return parts.joined(separator: "; ")
    }

    private static func counted(_ counts: [(count: Int, what: String)]) -> String {
        counts.filter { $0.count > 0 }.map { "\($0.count) \($0.what)" }.joined(separator: ", ")
    }

    /// What was changed in which tables: the host's, and those of modules that the user has now.
    private static func tables(
        of changeSet: Int64, _ session: Session, _ db: Database
    ) throws -> [DataValue] {
        let prefixes = try session.enabledModules(db).map(\.tablePrefix) + ["host_"]
        return try Row.fetchAll(
            db,
            sql: """
                SELECT table_name, sum(inserted) AS inserted, sum(updated) AS updated, sum(deleted) AS deleted FROM (
                    SELECT table_name, last - first + 1 AS inserted, 0 AS updated, 0 AS deleted
                    FROM host_change_range WHERE change_set_id = ?1
                    UNION ALL SELECT table_name, operation = 'insert', operation = 'update', operation = 'delete'
                    FROM host_change_row WHERE change_set_id = ?1)
                GROUP BY table_name ORDER BY table_name
                """, arguments: [changeSet]
        ).filter { row in prefixes.contains { (row["table_name"] as String).hasPrefix($0) } }.map {
            .object([
                "table": .text($0["table_name"]), "inserted": .integer($0["inserted"]),
                "updated": .integer($0["updated"]), "deleted": .integer($0["deleted"]),
            ])
        }
    }

    /// Records with their titles, for results.
    static func named(_ records: [RecordReference], _ session: Session) throws -> [DataValue] {
        try session.vault.read { db in
            try records.map { record in
                .object([
                    "collection": .text(record.collection.description), "id": .integer(record.id),
                    "title": .text(orNull: try session.title(of: record, db)),
                ])
            }
        }
    }
}
