import AtriumSDK
import Crypto
import Foundation
import Glibc

/// By what items are known again: keys of their identifiers or texts.
enum SourceKeys {
    /// The key of an identifier and a part.
    static func key(uid: String, part: String) -> String {
        part.isEmpty ? uid : uid + "\u{1F}" + part
    }

    /// What the keys of texts begin with; the next byte after it is `$`.
    static let textPrefix = "#"

    /// The key of a text without an identifier.
    static func key(ofText source: [UInt8]) -> String { SourceHash(of: source).key }

    /// Whether two texts are the same but for their line breaks: how they are written, blank lines, those at the end.
    static func isSameText(_ left: UnsafeRawBufferPointer, _ right: [UInt8]) -> Bool {
        right.withUnsafeBytes { right in
            if left.count == right.count, let first = left.baseAddress, let second = right.baseAddress,
                memcmp(first, second, left.count) == 0
            {
                return true
            }
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

/// The SHA-256 of a text in which every run of line breaks is one, and none at the end: an export may change those, and
/// nothing else.
struct SourceHash {
    private let bytes: [UInt8]

    init(of source: [UInt8]) {
        let end = source.lastIndex { !Self.isBreak($0) }.map { $0 + 1 } ?? 0
        let line = source[..<end]
        // Most rows of a table are one line.
        let text = line.contains(where: Self.isBreak) ? Self.normalised(line)[...] : line
        bytes = Array(SHA256.hash(data: text))
    }

    /// The key of the text.
    var key: String { SourceKeys.textPrefix + Migrator.hexadecimal(bytes.prefix(16)) }

    /// A uid for an item without one: the same for the same text, in the form of a UUID of version 8 (RFC 9562).
    func uid(ordinal: Int64) -> String {
        var hasher = SHA256()
        hasher.update(data: bytes)
        withUnsafeBytes(of: ordinal.littleEndian) { hasher.update(bufferPointer: $0) }
        var bytes = Array(hasher.finalize().prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Migrator.hexadecimal(bytes[$0]) }
            .joined(separator: "-")
    }

    private static func normalised(_ source: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(source.count)
        var breaks = false
        for byte in source {
            if isBreak(byte) {
                breaks = !text.isEmpty
                continue
            }
            if breaks { text.append(10) }
            breaks = false
            text.append(byte)
        }
        return text
    }

    private static func isBreak(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }
}

/// By what an item without an identifier is known: its text.
///
/// What comes back from an export is known again, also if it is written otherwise than it came.
struct TextKey {
    /// The key of its source.
    let key: String
    private let hash: SourceHash
    /// The uid of the first of its text, which nearly all are.
    private let first: String

    init(of source: [UInt8], as format: any Format) {
        hash = SourceHash(of: format.exported(source))
        key = hash.key
        first = hash.uid(ordinal: 0)
    }

    /// The uid of its record, of several alike by their order.
    func uid(ordinal: Int64) -> String { ordinal == 0 ? first : hash.uid(ordinal: ordinal) }
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

    /// Takes an id out of the set.
    mutating func remove(_ id: Int64) {
        guard contains(id) else { return }
        let offset = id - first
        words[Int(offset / 64)] &= ~(1 << UInt64(offset % 64))
    }
}

extension [UInt8] {
    /// The bytes as SQLite stores them.
    var databaseBytes: Data { Data(self) }
}
