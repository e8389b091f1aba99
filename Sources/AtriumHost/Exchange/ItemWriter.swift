import AtriumSDK
import Crypto
import Foundation
import GRDB

/// Decides what an item is to the vault, and makes it so; see "An import" in docs/architecture.md.
///
/// An item is known again by its identifier (with its part and the writer's scope), which its record has as uid; without
/// one, by the hash of its text without line ends. Where several in one file have the same identifier, the first has
/// the record of that uid, and the others are known by the identifier as key; in the order of the file.
final class ItemWriter {
    /// What became of an item.
    enum Outcome {
        /// A new record.
        case added
        /// A new record, under another uid, since one with the item's own exists from the same file.
        case addedAgain
        /// A record's values changed.
        case updated
        /// The vault says the same already.
        case unchanged
        /// The record was edited here and the item differs; the record was kept.
        case conflict
    }

    let collection: Int64
    private let writer: any RecordWriter
    private let format: FormatID
    private let db: Database
    /// The rows of sources that this file has matched or made, so that none is matched twice.
    private var seen = BitSet()
    /// Of keys that this file repeats: the last of their rows that was matched or made, and how many were.
    ///
    /// Without it, each of many alike would look through all before it.
    private var repeated: [String: (last: Int64, count: Int64)] = [:]
    /// The uids of merged records; nil where there are none.
    private let former: FormerUIDs?
    private let find: Statement
    private let insert: Statement
    private let update: Statement

    init(writer: any RecordWriter, format: FormatID, collection: Int64, db: Database) throws {
        self.writer = writer
        self.format = format
        self.collection = collection
        self.db = db
        let former = FormerUIDs(db)
        self.former = try former.exist(in: collection) ? former : nil
        find = try db.makeStatement(
            sql: """
                SELECT id, record_id, is_edited, text FROM host_source_item INDEXED BY host_source_item_on_key
                WHERE item_key = ? AND collection_id = ? AND format = ? AND scope = ? AND id > ? ORDER BY id
                """)
        insert = try db.makeStatement(
            sql: """
                INSERT INTO host_source_item
                (container_id, collection_id, record_id, format, scope, item_key, ordinal, is_edited, text)
                VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)
                """)
        update = try db.makeStatement(
            sql: "UPDATE host_source_item SET container_id = ?, text = ?, is_edited = 0 WHERE id = ?")
    }

    func begin(_ container: Container) throws { try writer.begin(container) }
    func finish() throws { try writer.finish() }

    /// Puts an item into the vault.
    func put(_ item: MappedItem<any Sendable>, of read: Item, sources: SourceFile) throws -> Outcome {
        let source = read.source
        let identity = read.exportedSource ?? source
        let key = Self.key(of: item, source: identity)
        guard let uid = item.uid, let record = try writer.record(uid: uid, part: item.part) else {
            let (known, alike) = try self.known(key: key, item, source: source)
            if let known { return try match(known, item, source: source, sources: sources) }
            if let uid = item.uid, let record = try former?.record(of: uid, in: collection) {
                return try compare(item, with: record, source, sources, key: key)
            }
            let uid = item.uid ?? Self.uid(of: identity, ordinal: alike)
            try add(item, uid: uid, source, sources, key: item.uid == nil ? key : nil, alike)
            return .added
        }
        guard let known = try self.known(record: record, sameAs: source) else {
            // A record made here, or brought by another format, comes back from a file.
            return try compare(item, with: record, source, sources, key: nil)
        }
        guard seen.contains(known.id) else {
            if known.hasKey {
                // It came without an identifier, and comes back from an export, which gave it one.
                try db.execute(
                    sql: "UPDATE host_source_item SET item_key = NULL WHERE id = ?", arguments: [known.id])
            }
            return try match(known, item, source: source, sources: sources)
        }
        let (namesake, alike) = try self.known(key: key, item, source: source)
        if let namesake { return try match(namesake, item, source: source, sources: sources) }
        try add(item, uid: Self.uid(of: identity, ordinal: alike + 1), source, sources, key: key, alike)
        return .addedAgain
    }

    private struct Known {
        let id: Int64
        let record: Int64
        let isEdited: Bool
        let hasSameText: Bool
        /// Whether it is known by its key, not by its record's uid.
        let hasKey: Bool
    }

    private func match(
        _ known: Known, _ item: MappedItem<any Sendable>, source: [UInt8], sources: SourceFile
    ) throws -> Outcome {
        seen.insert(known.id)
        if known.hasSameText { return .unchanged }
        if known.isEdited {
            // What was exported after an edit comes back: file and record agree again.
            guard try writer.matches(known.record, erased: item.draft) else { return .conflict }
            try update.execute(arguments: [sources.container(), source.databaseBytes, known.id])
            return .unchanged
        }
        // The text may differ in what the record does not say; then only the text is new.
        let isSameRecord = try writer.matches(known.record, erased: item.draft)
        if !isSameRecord { try writer.update(known.record, toErased: item.draft) }
        try update.execute(arguments: [sources.container(), source.databaseBytes, known.id])
        return isSameRecord && known.hasKey ? .unchanged : .updated
    }

    /// Compares an item with a record that has no source of it.
    private func compare(
        _ item: MappedItem<any Sendable>, with record: Int64, _ source: [UInt8], _ sources: SourceFile,
        key: String?
    ) throws -> Outcome {
        guard try writer.matches(record, erased: item.draft) else { return .conflict }
        try keep(source, record: record, sources, key: key, 0)
        return .unchanged
    }

    private func add(
        _ item: MappedItem<any Sendable>, uid: String, _ source: [UInt8], _ sources: SourceFile, key: String?,
        _ ordinal: Int64
    ) throws {
        let record = try writer.insert(erased: item.draft, uid: uid, part: item.part)
        try keep(source, record: record, sources, key: key, ordinal)
    }

    private func keep(
        _ source: [UInt8], record: Int64, _ sources: SourceFile, key: String?, _ ordinal: Int64
    ) throws {
        try insert.execute(
            arguments: [
                sources.container(), collection, record, format.rawValue, writer.scope, key, ordinal,
                source.databaseBytes,
            ])
        seen.insert(db.lastInsertedRowID)
    }

    /// The newest source of a record in this format, or nil; none that came with a record merged into it.
    private func known(record: Int64, sameAs source: [UInt8]) throws -> Known? {
        let isOwn = former == nil ? "" : "AND NOT \(FormerUIDs.isMergedSQL("s"))"
        let order = former == nil ? "" : "item_key IS NOT NULL, "
        return try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id, is_edited, text, item_key IS NOT NULL FROM host_source_item s
                    WHERE collection_id = ? AND record_id = ? AND format = ? \(isOwn)
                    ORDER BY \(order)id DESC LIMIT 1
                    """), arguments: [collection, record, format.rawValue]
        ).map { row in
            Known(
                id: row[0], record: record, isEdited: row[1],
                hasSameText: (row[2] as Data).withUnsafeBytes { Self.isSameText($0, source) }, hasKey: row[3])
        }
    }

    /// The first source with a key that this file has not met yet, and how many it has met.
    private func known(
        key: String, _ item: MappedItem<any Sendable>, source: [UInt8]
    ) throws -> (known: Known?, alike: Int64) {
        let place = key + "\u{1F}" + writer.scope
        var (last, alike) = repeated[place] ?? (0, 0)
        let rows = try Row.fetchCursor(
            find, arguments: [key, collection, format.rawValue, writer.scope, last])
        while let row = try rows.next() {
            let id: Int64 = row[0]
            if seen.contains(id) {
                alike += 1
                last = id
                repeated[place] = (last, alike)
                continue
            }
            let hasSameText =
                item.uid == nil || (row[3] as Data).withUnsafeBytes { Self.isSameText($0, source) }
            return (
                Known(id: id, record: row[1], isEdited: row[2], hasSameText: hasSameText, hasKey: true), alike
            )
        }
        return (nil, alike)
    }

    // MARK: - Keys

    private static func key(of item: MappedItem<any Sendable>, source: [UInt8]) -> String {
        guard let uid = item.uid else { return textKey(source) }
        return item.part.isEmpty ? uid : uid + "\u{1F}" + item.part
    }

    /// The key of a text without an identifier.
    static func textKey(_ source: [UInt8]) -> String {
        "#" + Migrator.hexadecimal(hash(of: source).prefix(16))
    }

    /// A uid for an item without one: the same for the same text, in the form of a UUID of version 8 (RFC 9562).
    static func uid(of source: [UInt8], ordinal: Int64) -> String {
        var hasher = SHA256()
        hasher.update(data: hash(of: source))
        withUnsafeBytes(of: ordinal.littleEndian) { hasher.update(bufferPointer: $0) }
        var bytes = Array(hasher.finalize().prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let text = Migrator.hexadecimal(bytes)
        var parts: [Substring] = []
        var rest = text[...]
        for length in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return parts.joined(separator: "-")
    }

    /// The SHA-256 of a text in which every run of line breaks is one, and none at the end: an export may change those,
    /// and nothing else.
    private static func hash(of source: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(source.count)
        var breaks = false
        for byte in source {
            if byte == 10 || byte == 13 {
                breaks = !text.isEmpty
                continue
            }
            if breaks { text.append(10) }
            breaks = false
            text.append(byte)
        }
        return Array(SHA256.hash(data: text))
    }

    /// Whether two texts are the same but for their line breaks: how they are written, blank lines, those at the end.
    static func isSameText(_ left: UnsafeRawBufferPointer, _ right: [UInt8]) -> Bool {
        right.withUnsafeBytes { right in
            if left.elementsEqual(right) { return true }
            var (i, j) = (0, 0)
            /// Passes over line breaks and tells whether there were any.
            func skip(_ text: UnsafeRawBufferPointer, _ index: inout Int) -> Bool {
                let start = index
                while index < text.count, text[index] == 10 || text[index] == 13 { index += 1 }
                return index > start
            }
            _ = (skip(left, &i), skip(right, &j))
            while true {
                let (leftBreaks, rightBreaks) = (skip(left, &i), skip(right, &j))
                if i == left.count || j == right.count { return i == left.count && j == right.count }
                guard leftBreaks == rightBreaks, left[i] == right[j] else { return false }
                i += 1
                j += 1
            }
        }
    }
}

/// A set of row ids: a bit each, so that a million of them take 125 KB.
struct BitSet {
    private var first: Int64 = 0
    private var words: [UInt64] = []

    /// Whether it holds no id.
    var isEmpty: Bool { words.isEmpty }

    /// Whether an id is in the set.
    func contains(_ id: Int64) -> Bool {
        let offset = id - first
        guard !words.isEmpty, offset >= 0, offset / 64 < words.count else { return false }
        return words[Int(offset / 64)] & 1 << UInt64(offset % 64) != 0
    }

    /// Puts an id, above zero, into the set.
    mutating func insert(_ id: Int64) {
        if words.isEmpty { first = id / 64 * 64 }
        if id < first {
            let missing = Int((first - id + 63) / 64)
            words.insert(contentsOf: repeatElement(0, count: missing), at: 0)
            first -= Int64(missing) * 64
        }
        let offset = id - first
        let word = Int(offset / 64)
        if word >= words.count { words.append(contentsOf: repeatElement(0, count: word - words.count + 1)) }
        words[word] |= 1 << UInt64(offset % 64)
    }
}

extension [UInt8] {
    /// The bytes as SQLite stores them.
    var databaseBytes: Data { Data(self) }
}
