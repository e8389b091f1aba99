import TextDecoding

/// Which encoding a file is read in: the one that it declares, unless its bytes say another.
struct EncodingChoice {
    /// The encoding to read in; nil where it is found by looking.
    private(set) var encoding: TextEncoding?
    /// What was wrong with the declaration.
    private(set) var issue: OPMLIssue?

    /// How many bytes are looked at where a file declares another encoding than UTF-8.
    static let prefixLength = 1 << 20

    /// Whether a file's first bytes declare an encoding that must be held against more of them.
    static func needsLonger(prefix: [UInt8]) -> Bool {
        guard let label = label(in: prefix) else { return false }
        return (try? TextEncoding(label: label)) != .utf8
    }

    /// Decides by a file's first bytes, ``prefixLength`` of them.
    init(prefix: [UInt8]) {
        let found = EncodingDetection(prefix: prefix)
        guard let label = Self.label(in: prefix), found.evidence != .nulPattern else { return }
        guard let declared = try? TextEncoding(label: label) else {
            issue = OPMLIssue(
                .unknownEncoding, line: 1,
                message: "the file declares an unknown encoding; it was detected from the content")
            return
        }
        guard declared != .utf8, !(declared == found.encoding && found.evidence == .byteOrderMark) else {
            return
        }
        let wide: [TextEncoding] = [
            .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
        ]
        let isOther: Bool
        switch found.evidence {
        case .byteOrderMark, .validUTF8, .damagedUTF8: isOther = true
        default: isOther = wide.contains(declared)
        }
        if isOther {
            issue = Self.wrong(declared, isReadAs: found.evidence == .ascii ? .utf8 : found.encoding)
        } else {
            encoding = declared
        }
    }

    /// A file that is not in the encoding that it declares.
    static func wrong(_ declared: TextEncoding, isReadAs found: TextEncoding) -> OPMLIssue {
        OPMLIssue(
            .wrongEncoding, line: 1,
            message:
                "the file declares the encoding \(declared.name), but was read as \(found.name), which it uses"
        )
    }

    /// The encoding's name in the XML declaration at the beginning; nil where there is none.
    static func label(in prefix: [UInt8]) -> String? {
        let text = prefix.prefix(1024).drop { $0 >= 0x80 || XMLCharacters.isBlank($0) }
        guard text.starts(with: "<?xml".utf8), let end = text.firstIndex(of: UInt8(ascii: ">")) else {
            return nil
        }
        let declaration = String(decoding: text[..<end], as: UTF8.self)
        let parts = declaration.split(separator: "encoding", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let value = parts[1].drop { $0 == " " || $0 == "=" || $0 == "\t" || $0 == "\n" }
        guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
        return String(value.dropFirst().prefix { $0 != quote })
    }
}

/// Bytes that were looked at already, and then the rest of their source.
struct PrefixedSource<Base: ByteSource>: ByteSource {
    private var prefix: [UInt8]
    private var position = 0
    private var base: Base

    /// Reads at least `count` bytes of `base` ahead, if it has as many.
    init(_ base: Base, lookingAt count: Int) throws {
        self.base = base
        prefix = []
        try lookAhead(count)
    }

    /// The bytes that were looked at.
    var lookedAt: [UInt8] { prefix }

    /// Looks at more; before anything is read.
    mutating func lookAhead(_ count: Int) throws {
        while prefix.count < count {
            let more = try [UInt8](unsafeUninitializedCapacity: count - prefix.count) { buffer, filled in
                filled = try base.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            if more.isEmpty { return }
            prefix += more
        }
    }

    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard position < prefix.count else {
            if !prefix.isEmpty { prefix = [] }
            position = 0
            return try base.read(into: buffer)
        }
        let count = min(buffer.count, prefix.count - position)
        buffer.copyBytes(from: prefix[position..<position + count])
        position += count
        return count
    }
}
