import AtriumSDK
import Foundation
import GRDB

/// The kept sources of one collection in one format: found, made and brought up to date.
///
/// One instance serves one importer in one file; it knows which rows the file has met already.
final class SourceRows {
    /// A source that the vault has.
    struct Known {
        let id: Int64
        let record: Int64
        let container: Int64
        /// Whether its record was edited since the file said last what it does.
        let isEdited: Bool
        /// Whether its record says something else than the kept text, so that exports patch that.
        let isPatched: Bool
        /// Whether a text is what the file said last.
        var hasSameText: Bool
        /// Whether it is known by its key, not by its record's uid.
        let hasKey: Bool
        /// Where the item stood in its file: `PlacingWriter.place(of:)`; nil where that says nothing, or was not kept yet.
        let place: String?
    }

    let collection: Int64
    let format: any Format
    private let db: Database
    /// The rows that this file has matched or made, so that none is matched twice.
    private var seen = BitSet()
    /// Those that the whole import has, over all its files.
    private let run: MetSources
    /// Those that the item at hand was the first of the file to match or make, and whether it was of the whole import.
    private var metByItem: [(id: Int64, isFirstInRun: Bool)] = []
    /// Of keys that this file repeats: the last of their rows that was matched or made, and how many were.
    ///
    /// Without it, each of many alike would look through all before it.
    private var repeated: [String: (last: Int64, count: Int64)] = [:]
    /// The uids of merged records; nil where there are none.
    private let formerUIDs: FormerUIDs?
    private let find: Statement
    /// The same for an id alone: most items of a new file find nothing, and a row costs its columns' names.
    private let probe: Statement
    private let newest: Statement
    private let insert: Statement
    private let update: Statement

    init(collection: Int64, format: any Format, run: MetSources, db: Database) throws {
        self.collection = collection
        self.format = format
        self.run = run
        self.db = db
        let former = FormerUIDs(db)
        formerUIDs = try former.exist(in: collection) ? former : nil
        try run.begin(collection, db)
        // What came with a record that was merged into another is not that one's own.
        let isOwn = formerUIDs == nil ? "" : "AND NOT \(FormerUIDs.isMergedSQL("s"))"
        let columns = Self.columns
        let found = """
            FROM host_source_item INDEXED BY host_source_item_on_key
            WHERE item_key = ? AND collection_id = ? AND format = ? AND scope = ? AND id > ?
            AND record_id <> 0 AND (? IS NULL OR place = ?) ORDER BY id
            """
        find = try db.makeStatement(sql: "SELECT \(columns) \(found)")
        probe = try db.makeStatement(sql: "SELECT id \(found) LIMIT 1")
        newest = try db.makeStatement(
            sql: """
                SELECT \(columns) FROM host_source_item s
                WHERE collection_id = ? AND record_id = ? AND format = ? \(isOwn)
                ORDER BY item_key IS NOT NULL, id DESC LIMIT 1
                """)
        insert = try db.makeStatement(
            sql: """
                INSERT INTO host_source_item
                (container_id, collection_id, record_id, format, scope, item_key, ordinal, is_edited, text, place)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        update = try db.makeStatement(
            sql: """
                UPDATE host_source_item
                SET container_id = ?, text = ?, place = ?, is_edited = ?, is_agreed = NULL, agreed_text = NULL
                WHERE id = ?
                """)
    }

    /// Whether this file has met a source.
    func hasMet(_ id: Int64) -> Bool { seen.contains(id) }

    /// Whether any file of this import has met a source.
    func hasMetInRun(_ id: Int64) -> Bool { run.ids.contains(id) }

    /// The next item comes: what was met before stays so.
    func beginItem() { metByItem.removeAll(keepingCapacity: true) }

    /// The file has met a source.
    func meet(_ id: Int64) {
        if !seen.contains(id) { metByItem.append((id, !run.ids.contains(id))) }
        seen.insert(id)
        run.ids.insert(id)
    }

    /// What was done for the item has been taken back: another may match what it did.
    func forgetItem() {
        for (id, isFirstInRun) in metByItem {
            seen.remove(id)
            if isFirstInRun { run.ids.remove(id) }
        }
        beginItem()
    }

    /// A later file of this import has said something else of a record.
    func pass(_ placed: PlacedText, of record: Int64) {
        run.passed.insert("\(collection)/\(record):" + placed.key)
    }

    /// Whether a text was so passed over for a later one.
    func hasPassed(_ placed: PlacedText, of record: Int64) -> Bool {
        run.passed.contains("\(collection)/\(record):" + placed.key)
    }

    /// Whether the vault may have a record with a uid that was made of a text; false: it has none.
    func mayHaveRecord(uid: String) -> Bool { run.mayHave(uid: uid, in: collection) }

    /// The import makes a record.
    func willMake(uid: String) { run.keep(uid: uid, in: collection) }

    /// The record that one with this uid was merged into.
    func former(_ uid: String) throws -> Int64? { try formerUIDs?.record(of: uid, in: collection) }

    /// Whether any record was merged into this one.
    func isMerged(_ record: Int64) throws -> Bool {
        try formerUIDs?.exist(of: record, in: collection) ?? false
    }

    /// The sources of a record in the format: its own, the newest first, then those that came with records merged into it.
    func sources(of record: Int64) throws -> [Int64] {
        let isMerged = FormerUIDs.isMergedSQL("s")
        return try Int64.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id FROM host_source_item s WHERE collection_id = ? AND record_id = ? AND format = ?
                    ORDER BY \(isMerged), iif(\(isMerged), id, -id)
                    """), arguments: [collection, record, format.id.rawValue])
    }

    /// The newest source of a record, or nil; none that came with a record merged into it, and one that is known by its
    /// text only where there is no other.
    func newest(of record: Int64, sameAs source: [UInt8]) throws -> Known? {
        let rows = try Row.fetchCursor(newest, arguments: [collection, record, format.id.rawValue])
        // A row is the statement's: it ends with the cursor.
        defer { withExtendedLifetime(rows) {} }
        return try rows.next().map { Self.known($0, hasSameText: try isSame($0, source)) }
    }

    /// Whether the vault has a source with a key.
    func has(key: String, scope: String) throws -> Bool {
        let place: String? = nil
        return try Int64.fetchOne(
            probe, arguments: [key, collection, format.id.rawValue, scope, 0, place, place]) != nil
    }

    /// The first source with a key that this file has not met yet, of several one of an item that stood at the place; and how
    /// many with the key it has.
    func next(
        key: String, scope: String, at place: String?, sameAs source: [UInt8]?
    ) throws -> (known: Known?, alike: Int64) {
        let first = try self.first(key: key, scope: scope, at: nil, sameAs: source)
        guard let known = first.known, let place, known.place != place,
            let there = try self.first(key: key, scope: scope, at: place, sameAs: source).known
        else { return first }
        return (there, first.alike)
    }

    /// The same of the items that stood at one place; nil: anywhere.
    private func first(
        key: String, scope: String, at place: String?, sameAs source: [UInt8]?
    ) throws -> (known: Known?, alike: Int64) {
        guard run.mayHave(key: key, in: collection) else { return (nil, 0) }
        let group = [key, scope, place ?? ""].joined(separator: "\u{1F}")
        var (last, alike) = repeated[group] ?? (0, 0)
        let arguments: StatementArguments = [
            key, collection, format.id.rawValue, scope, last, place, place,
        ]
        guard try Int64.fetchOne(probe, arguments: arguments) != nil else { return (nil, alike) }
        let rows = try Row.fetchCursor(find, arguments: arguments)
        defer { withExtendedLifetime(rows) {} }
        while let row = try rows.next() {
            let id: Int64 = row[0]
            if !seen.contains(id) {
                return (Self.known(row, hasSameText: try source.map { try isSame(row, $0) } ?? true), alike)
            }
            alike += 1
            last = id
            repeated[group] = (last, alike)
        }
        return (nil, alike)
    }

    /// The newest source of a record that is known by its text; nil where there is none, or it may have come with a record
    /// merged into this one.
    func nameless(of record: Int64, scope: String) throws -> Known? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT \(Self.columns) FROM host_source_item s
                    WHERE collection_id = ? AND record_id = ? AND format = ? AND scope = ?
                    AND substr(item_key, 1, 1) = ? AND NOT EXISTS (SELECT 1 FROM host_former_uid f
                        WHERE f.collection_id = s.collection_id AND f.record_id = s.record_id)
                    ORDER BY id DESC LIMIT 1
                    """),
            arguments: [collection, record, format.id.rawValue, scope, SourceKeys.textPrefix]
        ).map { Self.known($0, hasSameText: false) }
    }

    /// The source of an id.
    func source(_ id: Int64) throws -> Known? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT \(Self.columns) FROM host_source_item WHERE id = ?"), arguments: [id]
        ).map { Self.known($0, hasSameText: false) }
    }

    /// What a source's file said last.
    func text(of id: Int64) throws -> [UInt8]? {
        try Data.fetchOne(
            db.cachedStatement(sql: "SELECT ifnull(agreed_text, text) FROM host_source_item WHERE id = ?"),
            arguments: [id]
        ).map(Array.init)
    }

    /// Keeps the text of an item for its record.
    func keep(
        _ source: [UInt8], at place: String?, of record: Int64, in container: Int64, scope: String,
        key: String?, ordinal: Int64, isEdited: Bool = false
    ) throws {
        var row = RowStatement(insert)
        row.bind(container)
        row.bind(collection)
        row.bind(record)
        row.bind(format.id.rawValue)
        row.bind(scope)
        row.bind(key)
        row.bind(ordinal)
        row.bind(isEdited)
        row.bind(source)
        row.bind(place)
        try row.run()
        if let key { run.keep(key: key, in: collection) }
        meet(db.lastInsertedRowID)
    }

    /// Puts a newer text in the place of one.
    func replace(
        _ id: Int64, with source: [UInt8], at place: String?, in container: Int64, isEdited: Bool = false
    ) throws {
        try update.execute(arguments: [container, source.databaseBytes, place, isEdited, id])
    }

    /// Replaces the last content of a source by a text that a message was applied to; its container stays.
    func rewrite(_ id: Int64, to text: [UInt8]) throws {
        try db.cachedStatement(
            sql: """
                UPDATE host_source_item SET text = iif(agreed_text IS NULL, ?1, text),
                    agreed_text = iif(agreed_text IS NULL, NULL, ?1) WHERE id = ?2
                """
        ).execute(arguments: [text.databaseBytes, id])
    }

    /// Keeps where the item of a source stands now.
    func place(_ id: Int64, at place: String) throws {
        try db.cachedStatement(sql: "UPDATE host_source_item SET place = ? WHERE id = ?")
            .execute(arguments: [place, id])
    }

    /// The record no longer says what its sources do, in whatever format, but for one of them.
    func markEdited(_ record: Int64, except source: Int64 = 0) throws {
        try Self.markEdited(record, in: collection, except: source, db)
    }

    /// The same of a record of any collection.
    static func markEdited(
        _ record: Int64, in collection: Int64, except source: Int64 = 0, _ db: Database
    ) throws {
        try db.cachedStatement(
            sql: """
                UPDATE host_source_item SET is_edited = 1, is_agreed = NULL
                WHERE collection_id = ? AND record_id = ? AND (is_edited = 0 OR is_agreed = 1) AND id <> ?
                """
        ).execute(arguments: [collection, record, source])
    }

    /// Keeps beside a source, which says more, what its file says now and exports patch it to.
    ///
    /// - Parameters:
    ///   - text: what it says; nil: the same as the source, in other words.
    ///   - isAgreed: whether the record says so too, so that what the file says next is no conflict.
    func patch(_ id: Int64, to text: [UInt8]?, isAgreed: Bool) throws {
        try db.cachedStatement(
            sql: """
                UPDATE host_source_item SET is_edited = 1, is_agreed = ?1, agreed_text = ?2
                WHERE id = ?3 AND (is_edited, is_agreed, agreed_text) IS NOT (1, ?1, ?2)
                """
        ).execute(arguments: [isAgreed ? true : nil, text?.databaseBytes, id])
    }

    /// What a text is to a source that says the same to the module.
    enum Standing {
        /// Another spelling of it: what an export of it writes in another version of the format, say.
        case variant
        /// No more than the source, but for what the record says.
        case older
        /// Worth to take its place.
        case newer
    }

    /// What an item's text is to a source.
    func standing(of item: ItemSource, beside id: Int64) throws -> Standing {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT i.text, c.text, l.layout FROM host_source_item i
                    JOIN host_source_container c ON c.id = i.container_id
                    LEFT JOIN host_source_layout l ON l.container_id = c.id WHERE i.id = ?
                    """), arguments: [id])
        guard let row else { return .newer }
        let kept = ItemSource(
            text: Array(row[0] as Data), container: Array(row[1] as Data), layout: row[2] as String?)
        if format.isVariant(item, of: kept) { return .variant }
        return format.isOlder(item.text, than: kept.text) ? .older : .newer
    }

    /// Has a source known by another key.
    func rename(_ id: Int64, to key: String) throws {
        try db.cachedStatement(sql: "UPDATE host_source_item SET item_key = ? WHERE id = ?")
            .execute(arguments: [key, id])
        run.keep(key: key, in: collection)
    }

    /// Whether a row's text is a source, or what an export makes of that text.
    private func isSame(_ row: Row, _ source: [UInt8]) throws -> Bool {
        try row.withUnsafeData(atIndex: 4) { text in
            guard let text else { return source.isEmpty }
            if text.withUnsafeBytes({ SourceKeys.isSameText($0, source) }) { return true }
            return format.exported(Array(text)).withUnsafeBytes { SourceKeys.isSameText($0, source) }
        }
    }

    private static let columns = """
        id, record_id, container_id, is_edited AND is_agreed IS NULL, ifnull(agreed_text, text),
        item_key IS NOT NULL, is_edited, place
        """

    /// A row of these columns.
    private static func known(_ row: Row, hasSameText: Bool) -> Known {
        Known(
            id: row[0], record: row[1], container: row[2], isEdited: row[3], isPatched: row[6],
            hasSameText: hasSameText, hasKey: row[5], place: row[7])
    }
}

/// The sources that an import has matched or made, over all its files.
final class MetSources {
    /// Their ids.
    var ids = BitSet()
    /// Texts in whose place later ones of the import were taken.
    var passed: Set<String> = []
    /// The collections of which something has come.
    private var begun: Set<Int64> = []
    /// What the import has brought of those of which the vault had no source before it: of these it need not be asked.
    private var brought: [Int64: Brought] = [:]
    /// Whether the vault is asked about each item, whatever it had before the import.
    private let looksAlways: Bool

    /// What an import has brought into a collection.
    private final class Brought {
        var keys = KeyFilter()
        var uids = KeyFilter()
    }

    /// - Parameter looksAlways: for an import that takes back alone each item that breaks a rule.
    init(looksAlways: Bool) { self.looksAlways = looksAlways }

    /// An importer of a collection begins with a file.
    fileprivate func begin(_ collection: Int64, _ db: Database) throws {
        guard begun.insert(collection).inserted, !looksAlways else { return }
        let hasSources = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM host_source_item WHERE collection_id = ?)",
            arguments: [collection])
        if hasSources == false { brought[collection] = Brought() }
    }

    /// Whether the vault may have a source with a key.
    fileprivate func mayHave(key: String, in collection: Int64) -> Bool {
        brought[collection]?.keys.mayContain(key) ?? true
    }

    /// Whether the vault may have a record with a uid that was made of a text, of a writer that `findsByUIDAlone`.
    ///
    /// If one came without a source all the same, it breaks a rule to make another: then the import begins again, and looks always.
    fileprivate func mayHave(uid: String, in collection: Int64) -> Bool {
        brought[collection]?.uids.mayContain(uid) ?? true
    }

    /// A source is known by a key.
    fileprivate func keep(key: String, in collection: Int64) { brought[collection]?.keys.insert(key) }

    /// A record has a uid.
    fileprivate func keep(uid: String, in collection: Int64) { brought[collection]?.uids.insert(uid) }
}
