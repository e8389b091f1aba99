/// Which charset a file is in, and how that is known.
public struct EncodingDetection: Hashable, Sendable {
    /// What the charset was known by.
    public enum Evidence: Hashable, Sendable {
        /// The caller named it.
        case declared
        /// The file begins with a byte order mark.
        case byteOrderMark
        /// Every second byte (every second to fourth for UTF-32) is NUL.
        case nulPattern
        /// All bytes so far are ASCII, which UTF-8 contains.
        case ascii
        /// Bytes beyond ASCII form valid UTF-8.
        case validUTF8
        /// Mostly UTF-8, with damaged bytes among it; the first stands at this offset in the file.
        case damagedUTF8(firstOffset: Int)
        /// Not UTF-8 and not labelled: the last resort. The first byte that shows it stands at this offset.
        case notUTF8(firstOffset: Int)
        /// Eight-bit text that was passed on as it is; the reader of it decides value by value.
        case unexamined
    }

    /// The charset.
    public var encoding: TextEncoding
    /// How it is known.
    public var evidence: Evidence
    /// The bytes of the byte order mark at the beginning, which is no part of the text; 0 where there is none.
    public var byteOrderMarkLength: Int

    /// Makes a detection's result.
    public init(encoding: TextEncoding, evidence: Evidence, byteOrderMarkLength: Int = 0) {
        self.encoding = encoding
        self.evidence = evidence
        self.byteOrderMarkLength = byteOrderMarkLength
    }

    /// How the charset is known, as a phrase for a report.
    public var reason: String {
        switch evidence {
        case .declared: "as named by the user or the file"
        case .byteOrderMark: "by its byte order mark"
        case .nulPattern: "by the pattern of its zero bytes"
        case .ascii: "all bytes are ASCII"
        case .validUTF8: "all bytes are valid UTF-8"
        case .damagedUTF8(let offset): "UTF-8 with damaged bytes, the first at byte \(offset)"
        case .notUTF8(let offset): "not UTF-8 at byte \(offset), and no charset is named; a guess"
        case .unexamined: "8-bit text, decoded value by value"
        }
    }

    /// How many bytes from a file's beginning are enough for ``init(prefix:)``.
    public static let prefixLength = 4096

    /// Looks at the beginning of a file: byte order mark, then NUL pattern, then UTF-8.
    ///
    /// A prefix that is not UTF-8 gives Windows-1252; that of a longer file may be cut within a sequence, which
    /// does not count against UTF-8. ``DecodingByteSource`` goes on looking beyond the prefix.
    public init(prefix: UnsafeRawBufferPointer) {
        if let (encoding, length) = EncodingDetection.byteOrderMark(prefix) {
            self.init(encoding: encoding, evidence: .byteOrderMark, byteOrderMarkLength: length)
        } else if let encoding = EncodingDetection.nulPattern(prefix) {
            self.init(encoding: encoding, evidence: .nulPattern)
        } else {
            let tally = UTF8Tally(prefix)
            if let offset = tally.firstInvalid {
                self = EncodingDetection.withoutLabel(offset: offset, isMostlyUTF8: tally.isMostlyUTF8)
            } else {
                self.init(encoding: .utf8, evidence: tally.multibyte == 0 ? .ascii : .validUTF8)
            }
        }
    }

    /// Looks at the beginning of a file, given as an array.
    public init(prefix: [UInt8]) {
        self = prefix.withUnsafeBytes { EncodingDetection(prefix: $0) }
    }

    static func withoutLabel(offset: Int, isMostlyUTF8: Bool) -> EncodingDetection {
        isMostlyUTF8
            ? EncodingDetection(encoding: .utf8, evidence: .damagedUTF8(firstOffset: offset))
            : EncodingDetection(encoding: .windows1252, evidence: .notUTF8(firstOffset: offset))
    }

    private static func byteOrderMark(_ prefix: UnsafeRawBufferPointer) -> (TextEncoding, Int)? {
        if prefix.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        // Before UTF-16: its mark begins with the one of UTF-16 little endian.
        if prefix.starts(with: [0xFF, 0xFE, 0x00, 0x00]) { return (.utf32LittleEndian, 4) }
        if prefix.starts(with: [0x00, 0x00, 0xFE, 0xFF]) { return (.utf32BigEndian, 4) }
        if prefix.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if prefix.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        return nil
    }

    /// UTF-16 and UTF-32 without a mark: text in them has NULs in the same place of most units.
    private static func nulPattern(_ prefix: UnsafeRawBufferPointer) -> TextEncoding? {
        let bytes = prefix.prefix(1024)
        guard bytes.count >= 8 else { return nil }
        var nuls = [0, 0, 0, 0]
        for (position, byte) in bytes.enumerated() where byte == 0 { nuls[position & 3] += 1 }
        let units = bytes.count / 4
        /// Most units have a NUL in this place. Text of other scripts has its line ends and commas only.
        func most(_ place: Int) -> Bool { nuls[place] * 2 > units }
        /// Some characters (U+4E00, many emoji) have a NUL where ASCII has none.
        func few(_ place: Int) -> Bool { nuls[place] * 4 <= units }
        if few(0) && most(1) && most(2) && nuls[3] == units && units >= 2 { return .utf32LittleEndian }
        if few(3) && most(2) && most(1) && nuls[0] == units && units >= 2 { return .utf32BigEndian }
        // Text has no U+0000: eight-bit text with stray NULs has two in a row at some place.
        let hasNULCharacter = stride(from: 0, to: bytes.count - 1, by: 2).contains {
            bytes[$0] == 0 && bytes[$0 + 1] == 0
        }
        guard !hasNULCharacter else { return nil }
        if few(0) && few(2) && most(1) && most(3) { return .utf16LittleEndian }
        if few(1) && few(3) && most(0) && most(2) { return .utf16BigEndian }
        return nil
    }
}

/// How much of some bytes speaks for UTF-8 and how much against it.
struct UTF8Tally {
    private(set) var multibyte = 0
    private(set) var invalid = 0
    private(set) var firstInvalid: Int?

    /// Counts over all of `bytes`; a sequence that is cut off at their end counts for neither.
    init(_ bytes: UnsafeRawBufferPointer) {
        var start = 0
        while start < bytes.count {
            let scan = UTF8Scan(UnsafeRawBufferPointer(rebasing: bytes[start...]))
            multibyte += scan.multibyteCount
            guard case .invalid(let length) = scan.stop else { break }
            if firstInvalid == nil { firstInvalid = start + scan.validCount }
            invalid += 1
            start += scan.validCount + length
        }
    }

    /// Text in an 8-bit charset forms a valid sequence only by rare chance; damaged UTF-8 is mostly valid.
    var isMostlyUTF8: Bool { multibyte > invalid }
}
