import AtriumSDK
import Foundation
import GRDB

/// One state of a vault, from which exporters write.
struct ExportSnapshot {
    let session: Session
    let db: Database
    let collections: CollectionNumbers
    let settings: UserSettings
    let moduleSettings: [String: String]
    let now: Date
    let warnings = ExportWarnings()

    /// The name of the SQL function that says whether a record is selected.
    private static let selectionFunction = "atrium_is_selected"

    init(_ session: Session, _ db: Database) throws {
        self.session = session
        self.db = db
        collections = try CollectionNumbers(db)
        let kept = try KeptSettings(db)
        settings = UserSettings(kept.own, environment: session.vault.environment)
        moduleSettings = kept.ofModules
        now = session.vault.environment.now()
    }

    // MARK: - Selections

    /// Lends the SQL condition of a selection, nil for all records, while `body` runs.
    ///
    /// A record that is selected brings all that has the same head.
    func withCondition<Result>(
        of selection: ExportSelection, _ exporter: Exporter, _ body: (String?) throws -> Result
    ) throws -> Result {
        guard !selection.isEmpty else { return try body(nil) }
        let heads = try selectedHeads(selection, exporter)
        if heads.isEmpty {
            warnings.add("no record matches all the filters, so the export is empty")
        }
        // A set of bits: 100,000 ids as SQL text would be most of a megabyte, and a temporary table needs a place to write.
        let function = DatabaseFunction(Self.selectionFunction, argumentCount: 1, pure: true) { values in
            Int64.fromDatabaseValue(values[0]).map(heads.contains) ?? false
        }
        db.add(function: function)
        defer { db.remove(function: function) }
        return try body("\(Self.selectionFunction)(\(exporter.headSQL))")
    }

    private func selectedHeads(_ selection: ExportSelection, _ exporter: Exporter) throws -> BitSet {
        let query = SelectionQuery(
            db: db, collection: try collection(of: exporter), collections: collections,
            registry: session.hub.registry, timeZone: settings.timeZone)
        let (sql, arguments) = try query.condition(selection)
        let rows = try Int64.fetchCursor(
            db,
            sql: """
                SELECT DISTINCT \(exporter.headSQL) FROM \(query.collection.table.quotedDatabaseIdentifier) r
                WHERE \(sql)
                """, arguments: arguments)
        var heads = BitSet()
        while let id = try rows.next() { heads.insert(id) }
        return heads
    }

    /// Hands each head for which a condition holds, by rising id, with its title, its uid and a condition for what it heads.
    ///
    /// Records whose items came with one identifier stay together: what tells them apart is that they stand in one file.
    func forEachHead(
        _ exporter: Exporter, where condition: String?,
        body: (_ title: String, _ uid: String, _ condition: String) throws -> Void
    ) throws {
        let collection = try collection(of: exporter)
        let table = collection.table.quotedDatabaseIdentifier
        // The ids are named one by one: a condition on the head alone would look through the whole table for each.
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(collection.titleSQL), r.uid, m.ids FROM (
                    SELECT min(h.head) AS head, group_concat(h.id) AS ids FROM (
                        SELECT \(exporter.headSQL) AS head, r.id FROM \(table) r WHERE \(condition ?? "TRUE")
                    ) h GROUP BY ifnull((
                        SELECT min(o.id) FROM host_source_item s JOIN \(table) o ON o.uid = s.item_key
                        WHERE s.collection_id = ? AND s.record_id = h.head AND s.format = ?), h.head)
                ) m JOIN \(table) r ON r.id = m.head ORDER BY m.head
                """, arguments: [collections.number(collection.id), exporter.format.rawValue])
        while let row = try rows.next() {
            try body(row[0], row[1], "r.id IN (\(row[2] as String))")
        }
    }

    private func collection(of exporter: Exporter) throws -> Collection {
        guard let collection = session.hub.registry.collection(exporter.collection) else {
            throw AtriumError(.internal, "the collection \(exporter.collection) is not installed")
        }
        return collection
    }

    // MARK: - Writing

    /// What the module of an exporter is lent to ask with: within the session's reach, as a command of it is.
    private func context(for exporter: Exporter) throws -> CommandContext {
        guard let module = session.hub.registry.module(exporter.collection.module) else {
            throw AtriumError(.internal, "the collection \(exporter.collection) is not installed")
        }
        return try session.context(
            db, for: module, session.state(db), collections: collections, content: nil)
    }

    /// Checks the options that an exporter declares.
    func arguments(_ options: DataObject, of exporter: Exporter) throws -> Arguments {
        let registry = session.hub.registry
        let today = LocalDate(now, in: settings.timeZone)
        return try InputDecoder(fields: exporter.options, today: today) { text, id, field in
            guard let collection = registry.collection(id) else {
                throw AtriumError(.internal, "the option \(field) refers to \(id)")
            }
            return try RecordResolver(db: db).resolve(text, in: collection, field: field)
        }.decode(options: options)
    }

    /// Runs an exporter over the records for which a condition holds; nil: over all.
    ///
    /// - Parameter purpose: the use of the file.
    func run(
        _ exporter: Exporter, _ arguments: Arguments, where condition: String?,
        purpose: ExportPurpose = .file, write: ([UInt8]) throws -> Void
    ) throws {
        try withoutActuallyEscaping(write) { write in
            var buffer: [UInt8] = []
            let lent = try context(for: exporter)
            let context = ExportContext(
                db: db, now: now, settings: settings, arguments: arguments, tags: lent.tags,
                attachments: lent.attachments,
                sources: RecordSources(db: db, collections: collections, registry: session.hub.registry),
                links: lent.links, modules: lent.modules,
                selection: condition, purpose: purpose,
                moduleSettings: ModuleSettings(of: exporter.collection.module, stored: moduleSettings),
                warn: warnings.add
            ) { bytes in
                buffer.append(contentsOf: bytes)
                if buffer.count >= 1 << 16 {
                    try write(buffer)
                    buffer.removeAll(keepingCapacity: true)
                }
            }
            try exporter.run(context)
            if !buffer.isEmpty { try write(buffer) }
        }
    }
}
