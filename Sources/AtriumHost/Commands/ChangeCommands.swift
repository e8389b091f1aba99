import AtriumSDK
import GRDB

extension HostCommand {
    private static let change = Field<Int64>
        .integer(
            "change", in: 1...Int64.max,
            help: "The change, by its number in the history; in a terminal the last one, if none is given."
        )
        .positional
    private static let limit = Field<Int64>
        .integer("limit", in: 1...1000, help: "How many changes to show.").defaulting(to: .integer(20))
    private static let before = Field<Int64>
        .integer(
            "before", in: 1...Int64.max, help: "Only changes before this one: the last of the page before.")
    private static let rows = Field<Bool>
        .boolean(
            "rows", help: "Whether to name the records, and to count the rows of which tables were changed."
        )
        .defaulting(to: .bool(false))

    private static let most = Field<Int64>
        .integer(
            "most", in: 1...10_000,
            help:
                "With rows: how many records to name at most of each collection that were made, changed or removed."
        )
        .defaulting(to: .integer(10_000))
    private static let collection = Field<String>.text(
        "collection",
        help:
            "Only changes of this collection's records, such as connections/people: one, or those that removed any."
    )
    private static let record = Field<Int64>
        .integer(
            "record", in: 1...Int64.max, help: "With a collection: only changes of the record of this id.")
    private static let removed = Field<Bool>
        .boolean("removed", help: "With a collection: only changes that removed records, and stand.")
        .defaulting(to: .bool(false))

    static let keptFields: [FieldDeclaration] = [
        FieldDeclaration("collection", .text, help: "The record's collection.", isRequired: true),
        FieldDeclaration("id", .integer(), help: "The record's id.", isRequired: true),
        FieldDeclaration("title", .text, help: "The record's title."),
    ]

    static let changeCommands: [HostCommand] = [
        HostCommand(
            ChangeLog.undoCommand, reach: .vault, kind: .action,
            summary: "Take back the last change, or a given one.",
            discussion: """
                Every write is one change, and one after the other is taken back, an `imports undo` too. An undo is a \
                change as well: undo it by its number to have its change back. Where later changes stand on the one to \
                be undone, they are named and nothing is done. To switch modules, feeds, tokens and passwords is no \
                change of what is kept: the last change is the one before.
                """,
            fields: [change.declaration],
            result: .object([
                FieldDeclaration(
                    "undone", .integer(), help: "The change that was taken back.", isRequired: true),
                FieldDeclaration("command", .text, help: "The command that had made it.", isRequired: true),
                FieldDeclaration(
                    "touched", .text,
                    help:
                        "What it had made, changed and removed: the record, or how many; empty for settings.",
                    isRequired: true),
                FieldDeclaration("change", .integer(), help: "The undo's own number."),
                FieldDeclaration(
                    "enabled", .list(.text),
                    help: "Modules that an import had switched on, and that are on again with it.",
                    isRequired: true),
                FieldDeclaration(
                    "disabled", .list(.text),
                    help: "Modules that an import had switched on, and that are off again.", isRequired: true
                ),
            ]),
            // A client may ask again because an answer was lost, and another may have written meanwhile.
            requiredOverHTTP: ["change"]
        ) { input, session in
            var titles: [RecordReference: String] = [:]
            let outcome = try UndoEngine(session).undo(
                input[change], policy: .refuse, cause: session.cause(ChangeLog.undoCommand)
            ) { entry, db in
                let graph = try TableGraph(db, registry: session.hub.registry)
                return try summary(
                    of: touchedRecords(by: entry.id, db, graph: graph, collections: CollectionNumbers(db)),
                    RecordFates(of: entry.id, db, graph: graph), session, db, titles: &titles)
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
            "history", reach: .vault, kind: .query,
            summary: "List the changes of your vault, the last one first.",
            fields: [
                limit.declaration, before.declaration, rows.declaration, most.declaration,
                collection.declaration, record.declaration, removed.declaration,
            ],
            result: .list(
                [
                    FieldDeclaration("id", .integer(), help: "The change's number.", isRequired: true),
                    FieldDeclaration("madeAt", .instant, help: "When it was made.", isRequired: true),
                    FieldDeclaration("actor", .text, help: "Who made it.", isRequired: true),
                    FieldDeclaration("command", .text, help: "The command that made it.", isRequired: true),
                    FieldDeclaration("undoes", .integer(), help: "The change that it took back."),
                    FieldDeclaration(
                        "inForce", .boolean, help: "Whether it stands: it is not undone.", isRequired: true),
                    FieldDeclaration(
                        "touched", .text,
                        help:
                            "What it made, changed and removed: the record, or how many; and rows, if asked for.",
                        isRequired: true),
                    FieldDeclaration(
                        "records", .list(.object(touchedFields)),
                        help: "The records, if asked for; those that it removed by what they were called."),
                    FieldDeclaration(
                        "tables",
                        .list(
                            .object([
                                FieldDeclaration("table", .text, help: "The table.", isRequired: true),
                                FieldDeclaration("inserted", .integer(), help: "New rows.", isRequired: true),
                                FieldDeclaration(
                                    "updated", .integer(), help: "Changed rows.", isRequired: true),
                                FieldDeclaration(
                                    "deleted", .integer(), help: "Removed rows.", isRequired: true),
                            ])), help: "What was changed where, if asked for."),
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
                    .badData, "of which collection?", remedy: "give it with \(flag: "collection")",
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
                .badData, "which changes of \(name)?",
                remedy: "give \(flag: "record") with an id, or \(flag: "removed")", field: "record")
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
