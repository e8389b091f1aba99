public import AtriumSDK
import Foundation
import GRDB

extension HostCommand {
    private static let run = Field<Int64>.integer(
        "run", in: 1...Int64.max, help: "The import's number."
    )
    .required.positional
    private static let force = Field<Bool>
        .boolean("force", help: "Also undo records that were changed after the import.").defaulting(
            to: .bool(false))
    private static let verbose = Field<Bool>
        .boolean(
            "verbose", help: "Name the records that were added and changed."
        ).defaulting(to: .bool(false))
    private static let runFields: [FieldDeclaration] = [
        FieldDeclaration("run", .integer(), help: "The import's number.", isRequired: true),
        FieldDeclaration("madeAt", .instant, help: "The time of the import.", isRequired: true),
        FieldDeclaration("files", .integer(), help: "The number of files read.", isRequired: true),
        FieldDeclaration(
            "paths", .list(.text), help: "The paths of the first three files.", isRequired: true),
        FieldDeclaration(
            "added", .integer(), help: "The number of entries that became new records.", isRequired: true),
        FieldDeclaration(
            "updated", .integer(), help: "The number of entries that changed records.", isRequired: true),
        FieldDeclaration("issues", .integer(), help: "The number of problems.", isRequired: true),
        FieldDeclaration(
            "failed", .integer(), help: "The number of files that could not be read.", isRequired: true),
        inForce,
    ]
    private static let inForce = FieldDeclaration(
        "inForce", .boolean,
        help:
            "True if the import is in effect: not undone, and with a record that still exists. Null if it changed nothing."
    )

    static let importRunCommands: [HostCommand] = [
        HostCommand(
            "imports", "list", scope: .vault, kind: .query,
            summary: "List past imports, newest first.",
            result: .list(
                runFields, columns: ["run", "madeAt", "files", "added", "updated", "issues", "inForce"])
        ) { _, session in
            try session.vault.read { db in
                let log = try ChangeLog(db)
                let rows = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT r.*, (SELECT count(*) FROM host_import_issue i WHERE i.run_id = r.id) AS issues
                        FROM host_import_run r ORDER BY r.id DESC LIMIT 1000
                        """)
                let items = try rows.map { row -> DataValue in
                    let files = try DataValue(json: Data((row["report"] as String).utf8)).listValue ?? []
                    func sum(_ name: String) -> Int64 {
                        files.reduce(0) { $0 + ($1.objectValue?[name]?.integerValue ?? 0) }
                    }
                    let changeSet: Int64? = row["change_set_id"]
                    return .object([
                        "run": .integer(row["id"]), "madeAt": .text(row["made_at"]),
                        "files": .integer(Int64(files.count)),
                        "paths": .list(files.prefix(3).compactMap { $0.objectValue?["path"] }),
                        "added": .integer(sum("added")),
                        "updated": .integer(sum("updated")), "issues": .integer(row["issues"]),
                        "failed": .integer(
                            Int64(files.count { $0.objectValue?["error"]?.objectValue != nil })),
                        "inForce": try changeSet.map { .bool(try isInForce($0, log, db)) } ?? .null,
                    ])
                }
                return .object(["items": .list(items)])
            }
        },
        HostCommand(
            "imports", "show", scope: .vault, kind: .query, summary: "Show the report of a past import.",
            fields: [run.declaration, verbose.declaration],
            result: .object(
                ImportReport.keptFields + [
                    inForce,
                    FieldDeclaration(
                        "records", .list(.object(touchedFields)),
                        help: "With verbose: the records that the import added and changed."),
                ])
        ) { input, session in
            let id = try input.required(run)
            return try session.vault.read { db in
                let kept = try ImportRuns.report(id, spelling: session.text, db)
                guard var report = kept.objectValue else { return .null }
                let changeSet = try ImportRuns.changeSet(of: id, db)
                report["inForce"] = try changeSet.map { .bool(try isInForce($0, ChangeLog(db), db)) } ?? .null
                if input[verbose] == true {
                    report["records"] = .list(try changeSet.map { try touched(by: $0, session, db) } ?? [])
                }
                return .object(report)
            }
        },
        HostCommand(
            "imports", "undo", scope: .vault, kind: .action, summary: "Undo an import.",
            discussion: """
                Records that were changed after the import are kept and listed. With \(flag: "force") they are \
                undone too, even if the import is already undone. Records that other imports refer to are always \
                kept: for example, a series to which another file added a changed occurrence. If a later change \
                depends on the import and cannot be undone for the imported records alone, such as a merge with a \
                person from another import, nothing is undone and the error names that change.
                """,
            fields: [run.declaration, force.declaration],
            result: .object([
                FieldDeclaration(
                    "run", .integer(), help: "The number of the undone import.", isRequired: true),
                FieldDeclaration("change", .integer(), help: "The undo's own number in the history."),
                FieldDeclaration(
                    "kept", .list(.object(keptFields)),
                    help:
                        "The records and settings that were kept because they were changed later or others refer to them.",
                    isRequired: true),
                FieldDeclaration(
                    "disabled", .list(.text),
                    help: "The modules that the import had enabled and this undo disabled.", isRequired: true
                ),
            ])
        ) { input, session in
            let id = try input.required(run)
            guard let changeSet = try session.vault.read({ db in try ImportRuns.changeSet(of: id, db) })
            else {
                throw AtriumError(.conflict, "import \(id) changed nothing, so there is nothing to undo")
            }
            let outcome = try UndoEngine(session).undo(
                changeSet, policy: input[force] == true ? .force : .keepChanged,
                cause: session.cause("imports undo"))
            return .object([
                "run": .integer(id), "change": .integer(orNull: outcome.changeSet),
                "kept": .list(try named(outcome.kept, session) + outcome.keptSettings.map(named)),
                "disabled": .list(outcome.disabled.map(DataValue.text)),
            ])
        },
    ]

    private static func isInForce(_ changeSet: Int64, _ log: ChangeLog, _ db: Database) throws -> Bool {
        try log.isInForce(changeSet) && ImportRuns.isLeft(changeSet, db)
    }

    /// A setting among records.
    private static func named(_ setting: UndoEngine.Setting) -> DataValue {
        .object(["collection": .text("settings"), "id": .integer(setting.id), "title": .text(setting.key)])
    }

    static let touchedFields =
        keptFields + [
            FieldDeclaration(
                "what", .choice(["new", "changed", "removed", "back"]),
                help: "The kind of change; back means restored by an undo.",
                isRequired: true)
        ]

    /// The records that a change set made and changed, as far as they are there.
    private static func touched(
        by changeSet: Int64, _ session: Session, _ db: Database
    ) throws -> [DataValue] {
        let registry = session.hub.registry
        let graph = try TableGraph(db, registry: registry)
        let touched = try TouchedRecords(
            of: changeSet, db, graph: graph, collections: CollectionNumbers(db),
            hostTables: TouchedRecords.contentTables)
        return try named(touched, RecordFates(of: changeSet, db, graph: graph), session, db).filter {
            $0.objectValue?["title"] != .null
        }
    }

    /// Records that were touched, a bounded number of each collection and kind; those that are gone have no title.
    ///
    /// - Parameter changeSet: where it removed records, they are called what they were.
    static func named(
        _ touched: TouchedRecords, _ fates: RecordFates, _ session: Session, _ db: Database,
        removedBy changeSet: Int64? = nil, most: Int = 10_000
    ) throws -> [DataValue] {
        var values: [DataValue] = []
        for (id, records) in try shown(touched, session, db) {
            let new = records.inserted.flatMap { $0.prefix(most) }
            for (what, ids) in [("new", new)] + records.sorted(by: fates, in: id) {
                for record in ids.prefix(most) {
                    var title = try session.title(of: RecordReference(id, record), db)
                    if title == nil, what == "removed", let changeSet,
                        let collection = session.hub.registry.collection(id)
                    {
                        title = try RecordHistory.formerTitle(
                            of: record, in: collection, removedBy: changeSet, db)
                    }
                    values.append(
                        .object([
                            "collection": .text(id.description), "id": .integer(record),
                            "title": .text(orNull: title), "what": .text(what),
                        ]))
                }
            }
        }
        return values
    }
}

extension Session {
    /// The records of an import that were changed after it: `imports undo` keeps them unless it is forced.
    ///
    /// - Parameter most: the largest number of records to name.
    /// - Returns: the number of the records, and the first of them with their titles.
    public func recordsChanged(
        afterImport run: Int64, most: Int
    ) throws -> (count: Int, first: [(record: RecordReference, title: String)]) {
        guard let changeSet = try vault.read({ db in try ImportRuns.changeSet(of: run, db) }) else {
            return (0, [])
        }
        let records = try UndoEngine(self).sharedRecords(of: changeSet)
        let first = try vault.read { db in
            try records.prefix(most).map { (record: $0, title: try title(of: $0, db) ?? "") }
        }
        return (records.count, first)
    }
}

extension TouchedRecords.Records {
    /// The ids of records that were there before, by what became of them; in order.
    func sorted(by fates: RecordFates, in collection: CollectionID) -> [(what: String, ids: [Int64])] {
        let old = changed.filter { id in !inserted.contains { $0.contains(id) } }
        let removed = old.intersection(fates.removed[collection] ?? [])
        let back = old.intersection(fates.broughtBack[collection] ?? [])
        return [
            ("changed", old.subtracting(removed).subtracting(back).sorted()), ("removed", removed.sorted()),
            ("back", back.sorted()),
        ]
    }
}
