/// Bytes that stand for nothing in the charset that they were read in.
///
/// Holds the bytes, so that nothing is lost by decoding.
public struct DecodingIssue: Hashable, Sendable {
    /// Where the first of the bytes stands, counted from the beginning of the file or value.
    public var offset: Int
    /// The bytes, at most eight.
    public var bytes: [UInt8]
    /// What they were given as: U+FFFD, or the characters of Windows-1252 where they stand amid UTF-8.
    public var replacement: String

    /// Makes an issue.
    public init(offset: Int, bytes: [UInt8], replacement: String) {
        self.offset = offset
        self.bytes = bytes
        self.replacement = replacement
    }

    /// What happened, in one sentence that holds nothing of the text around.
    public var message: String {
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
        return "The bytes \(digits.joined(separator: " ")) at byte \(offset) cannot be decoded."
    }
}

/// The text of some bytes, and what in them could not be decoded.
public struct DecodedText: Hashable, Sendable {
    /// The text, in which every byte shows: nothing was dropped.
    public var text: String
    /// The charset that it was decoded from.
    public var encoding: TextEncoding
    /// What could not be decoded, in order; empty for sound text.
    public var issues: [DecodingIssue]
}

extension TextEncoding {
    /// Decodes a whole value: cheap for short values and often repeated calls.
    ///
    /// Never fails: what cannot be decoded becomes U+FFFD (in damaged UTF-8 the characters that Windows-1252 has
    /// for the bytes) and an issue. A byte order mark is text like any other here.
    public func decode(_ bytes: some Collection<UInt8>) -> DecodedText {
        let whole: DecodedText? = bytes.withContiguousStorageIfAvailable {
            decode(bytes: UnsafeRawBufferPointer($0))
        }
        return whole ?? Array(bytes).withUnsafeBytes { decode(bytes: $0) }
    }

    /// Decodes a whole value that lies in memory.
    public func decode(bytes: UnsafeRawBufferPointer) -> DecodedText {
        if self == .utf8 && UTF8Scan(bytes).stop == nil {
            return DecodedText(text: String(decoding: bytes, as: UTF8.self), encoding: self, issues: [])
        }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 2)
        var issues: [DecodingIssue] = []
        let decoder = ChunkDecoder(self)
        _ = decoder.decode(bytes, at: 0, isLast: true, into: &output) { issues.append($0) }
        return DecodedText(text: String(decoding: output, as: UTF8.self), encoding: self, issues: issues)
    }

    /// Decodes a value of which no charset is known: as UTF-8 if it is valid or merely damaged, else Windows-1252.
    ///
    /// The result's ``DecodedText/encoding`` says which; anything but sound UTF-8 is worth a line in the report.
    public static func decodeUnlabelled(_ bytes: some Collection<UInt8>) -> DecodedText {
        let whole: DecodedText? = bytes.withContiguousStorageIfAvailable {
            decodeUnlabelled(bytes: UnsafeRawBufferPointer($0))
        }
        return whole ?? Array(bytes).withUnsafeBytes { decodeUnlabelled(bytes: $0) }
    }

    /// Decodes a value in memory of which no charset is known.
    public static func decodeUnlabelled(bytes: UnsafeRawBufferPointer) -> DecodedText {
        guard UTF8Scan(bytes).stop != nil else {
            return DecodedText(text: String(decoding: bytes, as: UTF8.self), encoding: .utf8, issues: [])
        }
        return (UTF8Tally(bytes).isMostlyUTF8 ? TextEncoding.utf8 : .windows1252).decode(bytes: bytes)
    }

    /// Whether `bytes` are valid UTF-8 (RFC 3629), looked through at memory speed.
    public static func isValidUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
        UTF8Scan(bytes).stop == nil
    }
}
