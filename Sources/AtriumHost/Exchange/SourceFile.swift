import AtriumSDK
import Foundation
import GRDB

/// The rows that keep what an imported file said, made as they are needed.
///
/// A file or container of which nothing is kept leaves no row.
final class SourceFile {
    private let run: Int64
    private let name: String
    let format: FormatID
    /// How the container's columns are read: the mapping and the options as JSON; empty where nothing was given, and for
    /// formats without columns.
    private(set) var mapping = ""
    /// Options that may be recalled, and of which neither the user nor earlier files with the container say one value: what came in
    /// with any stays read so.
    private(set) var unsaidOptions: Set<String> = []
    private let db: Database
    /// The rows that were made so far; where some were taken back, it is set to what it was before.
    var made = Made()
    private var containerText: [UInt8] = []
    private var layout: String?
    /// True if the vault has texts in the format whose items became no record, or nil before the first query.
    private var keepsRefused: Bool?
    /// True if texts of the format were superseded, or nil before the first query.
    private var keepsSuperseded: Bool?

    /// The ids of the file's row and of its container's; nil where there is none yet.
    struct Made {
        fileprivate var file: Int64?
        fileprivate var container: Int64?

        fileprivate init() {}
    }

    init(run: Int64, name: String, format: FormatID, db: Database) {
        self.run = run
        self.name = name
        self.format = format
        self.db = db
    }

    /// From here on items stand in this container, which is read with these options.
    func begin(_ container: Container, _ options: ImportOptions, unsaid: Set<String> = []) {
        unsaidOptions = unsaid
        containerText = container.source
        layout = container.layout
        mapping = container.columns.isEmpty ? "" : options.keptText
        made.container = nil
    }

    /// An item of the container, with what stands around it.
    func item(_ text: [UInt8]) -> ItemSource {
        ItemSource(text: text, container: containerText, layout: layout)
    }

    /// The id of the container's row.
    func container() throws -> Int64 {
        if let container = made.container { return container }
        let file: Int64
        if let known = made.file {
            file = known
        } else {
            try db.execute(
                sql: "INSERT INTO host_source_file (run_id, name, format) VALUES (?, ?, ?)",
                arguments: [run, name, format.rawValue])
            file = db.lastInsertedRowID
            made.file = file
            if !mapping.isEmpty {
                try db.execute(
                    sql: "INSERT INTO host_source_mapping (file_id, mapping) VALUES (?, ?)",
                    arguments: [file, mapping])
            }
        }
        try db.cachedStatement(sql: "INSERT INTO host_source_container (file_id, text) VALUES (?, ?)")
            .execute(arguments: [file, containerText.databaseBytes])
        let id = db.lastInsertedRowID
        made.container = id
        if let layout {
            try db.execute(
                sql: "INSERT INTO host_source_layout (container_id, layout) VALUES (?, ?)",
                arguments: [id, layout])
        }
        return id
    }

    /// Keeps the text of an item that became no record; once, however often it is imported.
    func keep(_ text: [UInt8], collection: Int64) throws {
        keepsRefused = true
        _ = try keep(text, key: Self.refusedKey(text), collection)
    }

    /// Keeps a message about a record that the vault does not have yet.
    func keep(message text: [UInt8], uid: String, collection: Int64) throws {
        keepsRefused = true
        _ = try keep(text, key: Self.messagesKey(uid) + SourceKeys.key(ofText: text), collection)
    }

    /// Returns the messages about a uid that came before its record, the oldest first.
    func messages(uid: String, in collection: Int64) throws -> [(id: Int64, container: Int64, text: [UInt8])]
    {
        guard try hasRefused() else { return [] }
        let key = Self.messagesKey(uid)
        // `$` follows the `#` that begins the key of a text.
        return try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, container_id, text FROM host_source_item
                    WHERE item_key >= ?1 || '#' AND item_key < ?1 || '$'
                    AND collection_id = ?2 AND format = ?3 AND record_id = 0 ORDER BY id
                    """), arguments: [key, collection, format.rawValue]
        ).map { (id: $0[0], container: $0[1], text: Array($0[2] as Data)) }
    }

    /// Removes a text of no record.
    func remove(_ id: Int64) throws {
        try db.execute(
            sql: "DELETE FROM host_source_item WHERE id = ? AND record_id = 0", arguments: [id])
    }

    /// What the keys of messages about a uid begin with.
    private static func messagesKey(_ uid: String) -> String { "!=\(uid)\u{1F}" }

    /// Whether a text was so kept before a source was.
    func wasRefused(_ text: [UInt8], before source: Int64, in collection: Int64) throws -> Bool {
        guard try hasRefused() else { return false }
        return try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM host_source_item WHERE \(Self.ofNoRecord) AND id < ?)",
            arguments: [Self.refusedKey(text), collection, format.rawValue, source]) ?? false
    }

    /// A text is a record's now; where an import before has refused it, that is past.
    func forgetRefusal(of text: [UInt8], in collection: Int64) throws {
        guard try hasRefused() else { return }
        try db.cachedStatement(
            sql: """
                DELETE FROM host_source_item WHERE \(Self.ofNoRecord) AND ? <> (
                    SELECT run_id FROM host_source_container c JOIN host_source_file f ON f.id = c.file_id
                    WHERE c.id = container_id)
                """
        ).execute(arguments: [Self.refusedKey(text), collection, format.rawValue, run])
    }

    /// Apart from the keys of items: a text that becomes usable one day must not seem known.
    private static func refusedKey(_ text: [UInt8]) -> String { "!" + SourceKeys.key(ofText: text) }

    /// Asked once: hardly any vault keeps such texts, and a large import asks nothing for each item then.
    private func hasRefused() throws -> Bool {
        if let keepsRefused { return keepsRefused }
        let keeps = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM host_source_item WHERE item_key >= '!' AND item_key < '"'
                AND format = ? AND record_id = 0)
                """, arguments: [format.rawValue])
        keepsRefused = keeps
        return keeps ?? false
    }

    // MARK: - Declined texts

    /// The reason for storing a text with a record that has another text of its own.
    enum Mark: String {
        /// The user does not want the text in the record.
        case declined = ""
        /// The import that had the text also had a newer version of it.
        case superseded = "="
        /// The text is a message that was applied to the record, or the text that the record had before.
        case applied = ">"
    }

    /// The key of a text that is stored for a record.
    private static func markedKey(_ placed: PlacedText, _ record: Int64, _ mark: Mark) -> String {
        "~\(record):" + mark.rawValue + placed.key
    }

    /// True if texts of the format were superseded; asked once, since hardly any vault has such texts.
    func hasSuperseded() throws -> Bool {
        if let keepsSuperseded { return keepsSuperseded }
        let keeps = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM host_source_item WHERE item_key >= '~' AND item_key < '\u{7F}'
                AND instr(item_key, ':=') > 0 AND format = ? AND record_id = 0)
                """, arguments: [format.rawValue])
        keepsSuperseded = keeps
        return keeps ?? false
    }

    /// Stores a text for a record, and returns false if it was stored with this mark already.
    @discardableResult
    func mark(_ placed: PlacedText, _ mark: Mark, for record: Int64, in collection: Int64) throws -> Bool {
        if mark == .superseded { keepsSuperseded = true }
        return try keep(placed.text, key: Self.markedKey(placed, record, mark), collection)
    }

    /// A Boolean value that indicates whether a text is stored for a record with a mark.
    func isMarked(_ placed: PlacedText, _ mark: Mark, for record: Int64, in collection: Int64) throws -> Bool
    {
        try isKept(Self.markedKey(placed, record, mark), collection)
    }

    /// Returns the messages that were applied to a record, the oldest first.
    func appliedMessages(to record: Int64, in collection: Int64) throws -> [[UInt8]] {
        // `?` follows the mark `>`: the range of keys with this mark.
        try Data.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT text FROM host_source_item WHERE item_key >= ?1 || '>' AND item_key < ?1 || '?'
                    AND collection_id = ?2 AND format = ?3 AND record_id = 0 ORDER BY id
                    """), arguments: ["~\(record):", collection, format.rawValue]
        ).map(Array.init)
    }

    /// SQL of the record that a row of texts, of an alias, belongs to: its own, or the one for which it was declined.
    static func recordSQL(_ alias: String) -> String {
        """
        iif(\(alias).record_id = 0 AND substr(\(alias).item_key, 1, 1) = '~',
            CAST(substr(\(alias).item_key, 2) AS INTEGER), \(alias).record_id)
        """
    }

    /// Keeps a text that the user does not want in a record, so that it is no conflict again; false where it is so kept.
    ///
    /// - Parameter contested: the fields for which it is not wanted; empty: as a whole.
    func decline(
        _ placed: PlacedText, of record: Int64, in collection: Int64, contested: [String] = []
    ) throws -> Bool {
        guard try keep(placed.text, key: Self.markedKey(placed, record, .declined), collection) else {
            return false
        }
        let item = db.lastInsertedRowID
        for field in contested {
            try db.execute(
                sql: "INSERT INTO host_source_contest (item_id, field) VALUES (?, ?)",
                arguments: [item, field])
        }
        return true
    }

    /// The fields for which a text was declined; empty where it was as a whole.
    func contested(_ placed: PlacedText, of record: Int64, in collection: Int64) throws -> Set<String> {
        try String.fetchSet(
            db,
            sql: """
                SELECT field FROM host_source_contest WHERE item_id IN (
                    SELECT id FROM host_source_item INDEXED BY host_source_item_on_key WHERE \(Self.ofNoRecord))
                """, arguments: [Self.markedKey(placed, record, .declined), collection, format.rawValue])
    }

    /// Whether the user has declined a text for a record.
    func isDeclined(_ placed: PlacedText, of record: Int64, in collection: Int64) throws -> Bool {
        try isKept(Self.markedKey(placed, record, .declined), collection)
    }

    /// The user wants a text in a record after all.
    func accept(_ placed: PlacedText, of record: Int64, in collection: Int64) throws {
        for mark in [Mark.declined, .superseded] {
            let key = Self.markedKey(placed, record, mark)
            guard try isKept(key, collection) else { continue }
            try db.execute(
                sql: "DELETE FROM host_source_item WHERE \(Self.ofNoRecord)",
                arguments: [key, collection, format.rawValue])
        }
    }

    /// Removes what was declined for records that are gone.
    ///
    /// - Parameter records: SQL of a table expression with their ids as `row_id`.
    static func forgetDeclined(
        of records: String, _ arguments: StatementArguments, in collection: Int64, _ db: Database
    ) throws {
        // Behind `:` comes `;`: the range of a record's keys, found by their index.
        try db.execute(
            sql: """
                DELETE FROM host_source_item WHERE id IN (
                    SELECT s.id FROM \(records) g CROSS JOIN host_source_item s
                    ON s.item_key >= '~' || g.row_id || ':' AND s.item_key < '~' || g.row_id || ';'
                    WHERE s.record_id = 0 AND s.collection_id = ?)
                """, arguments: arguments + [collection])
    }

    // MARK: - Texts of no record

    private static let ofNoRecord = "item_key = ? AND collection_id = ? AND format = ? AND record_id = 0"

    private func isKept(_ key: String, _ collection: Int64) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM host_source_item INDEXED BY host_source_item_on_key
                    WHERE \(Self.ofNoRecord))
                    """), arguments: [key, collection, format.rawValue]) ?? false
    }

    /// Keeps a text under a key that no item has; false where it is kept already.
    private func keep(_ text: [UInt8], key: String, _ collection: Int64) throws -> Bool {
        guard try !isKept(key, collection) else { return false }
        try db.execute(
            sql: """
                INSERT INTO host_source_item
                (container_id, collection_id, record_id, format, scope, item_key, ordinal, is_edited, text)
                VALUES (?, ?, 0, ?, '', ?, 0, 0, ?)
                """, arguments: [container(), collection, format.rawValue, key, text.databaseBytes])
        return true
    }
}

/// What an item says: its text, and where it stands in its file.
struct PlacedText {
    let text: [UInt8]
    /// `PlacingWriter.place(of:)`; nil where that says nothing.
    let place: String?

    /// What it is known by among others: the hash of both.
    var key: String { SourceKeys.key(ofText: place.map { text + [0x1F] + Array($0.utf8) } ?? text) }
}
