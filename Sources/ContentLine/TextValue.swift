import TextDecoding

/// How separators and backslashes are read and written in values of type TEXT
/// (RFC 6350, section 3.4; RFC 5545, section 3.3.11).
public enum TextValue {
    /// `text` with backslash, comma, semicolon and line feed escaped.
    ///
    /// CR and CRLF count as one line feed; NUL, which no reader takes, is left out.
    public static func escape(_ text: String) -> String {
        guard text.utf8.contains(where: needsEscape) else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count + 8)
        var previous: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x5C, 0x2C, 0x3B: result += [0x5C, byte]
            case 0x0A where previous == 0x0D: break
            case 0x0A, 0x0D: result += [0x5C, 0x6E]
            case 0x00: break
            default: result.append(byte)
            }
            previous = byte
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x5C, 0x2C, 0x3B, 0x0A, 0x0D, 0x00: true
        default: false
        }
    }

    /// Several values, each escaped, with commas between them.
    public static func list(_ values: [String]) -> String {
        values.map(escape).joined(separator: ",")
    }

    /// The components of a structured value, each a list, with semicolons between them.
    public static func structured(_ components: [[String]]) -> String {
        components.map(list).joined(separator: ";")
    }

    /// `text` with escapes decoded: `\n` and `\N` are a line feed; `\\`, `\,`, `\;` and `\:` the character after the
    /// backslash; a backslash before anything else stays.
    public static func unescape(_ text: String) -> String {
        var copy = text
        return copy.withUTF8 { unescape(UnsafeRawBufferPointer($0), 0..<$0.count) }
    }

    /// The text of `bytes[range]` with escapes decoded, CRLF made LF and NUL left out.
    static func unescape(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
        guard bytes.hasBackslashOrControl(range) else { return bytes.string(range) }
        return String(unsafeUninitializedCapacity: range.count) { output in
            var count = 0
            var index = range.lowerBound
            while index < range.upperBound {
                var byte = bytes[index]
                index += 1
                if byte == 0x5C, index < range.upperBound {
                    switch bytes[index] {
                    case 0x6E, 0x4E:
                        byte = 0x0A
                        index += 1
                    case 0x5C, 0x2C, 0x3B, 0x3A:
                        byte = bytes[index]
                        index += 1
                    default: break
                    }
                } else if byte == 0x0D {
                    byte = 0x0A
                    if index < range.upperBound, bytes[index] == 0x0A { index += 1 }
                } else if byte == 0 {
                    continue
                }
                output[count] = byte
                count += 1
            }
            return count
        }
    }

    /// The texts of `bytes[range]` between separators that no backslash precedes.
    fileprivate static func list(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, at separator: UInt8,
        _ decode: (UnsafeRawBufferPointer, Range<Int>, Bool) -> String
    ) -> [String] {
        // Most lists are of one.
        guard bytes.firstIndex(of: separator, in: range) != nil else { return [decode(bytes, range, true)] }
        var values: [String] = []
        split(bytes, range, at: separator) { values.append(decode(bytes, $0, true)) }
        return values
    }

    /// Calls `body` with each part of `bytes[range]` between separators that no backslash precedes.
    static func split(
        _ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, at separator: UInt8,
        _ body: (Range<Int>) -> Void
    ) {
        var start = range.lowerBound
        var index = start
        while index < range.upperBound {
            let byte = bytes[index]
            if byte == 0x5C {
                index += 2
                continue
            }
            if byte == separator {
                body(start..<index)
                start = index + 1
            }
            index += 1
        }
        body(start..<range.upperBound)
    }
}

extension ContentLine {
    /// The value as one TEXT: transfer encoding, charset and escapes decoded.
    ///
    /// Commas and semicolons are text.
    public func text() -> String {
        guard encoding == .quotedPrintable else {
            return withValueBytes { TextValue.unescape($0, 0..<$0.count) }
        }
        return text(escaped: false)
    }

    /// The value with transfer encoding and charset decoded, but escapes as they stand if `escaped`.
    public func text(escaped: Bool) -> String {
        withDecodedParts { bytes, range, decode in
            escaped ? decode(bytes, range, false) : decode(bytes, range, true)
        }
    }

    /// The value as TEXTs with `separator` (a comma, if nothing else is said) between them.
    ///
    /// An empty value gives one empty text.
    public func list(separator: UInt8 = 0x2C) -> [String] {
        withDecodedParts { bytes, range, decode in
            TextValue.list(bytes, range, at: separator, decode)
        }
    }

    /// The value as components with semicolons between them, each a list with commas between its texts.
    ///
    /// An empty component is an empty list, so that `;;Main Street` gives `[[], [], ["Main Street"]]`.
    public func structured() -> [[String]] {
        withDecodedParts { bytes, range, decode in
            var components: [[String]] = []
            components.reserveCapacity(8)
            TextValue.split(bytes, range, at: 0x3B) { component in
                components.append(
                    component.isEmpty ? [] : TextValue.list(bytes, component, at: 0x2C, decode))
            }
            return components
        }
    }

    /// The value as components with semicolons between them, in which commas are text (vCard 2.1, ORG).
    public func components() -> [String] {
        list(separator: 0x3B)
    }

    /// The value as a URI: nothing is unescaped but `\:`, `\,`, `\;` and `\\`, which some programs write and
    /// no URI holds.
    ///
    /// Blanks around it are left out, and so is NUL, as in texts.
    public func uri() -> String {
        var text = text(escaped: true)
        return text.withUTF8 { buffer in
            let bytes = UnsafeRawBufferPointer(buffer)
            let range = bytes.trimmed(0..<bytes.count)
            guard bytes.hasBackslashOrControl(range) else { return bytes.string(range) }
            var result: [UInt8] = []
            var index = range.lowerBound
            while index < range.upperBound {
                if bytes[index] == 0 {
                    index += 1
                    continue
                }
                if bytes[index] == 0x5C, index + 1 < range.upperBound {
                    switch bytes[index + 1] {
                    case 0x3A, 0x2C, 0x3B, 0x5C: index += 1
                    default: break
                    }
                }
                result.append(bytes[index])
                index += 1
            }
            return String(decoding: result, as: UTF8.self)
        }
    }

    /// The bytes that the value stands for as base64, blanks left out; `nil` if it is no base64.
    public func binary() -> [UInt8]? {
        Base64.decode(value)
    }

    /// Gives `body` the value's bytes, which separators stand in, and how to decode a part of them to text: in
    /// QUOTED-PRINTABLE an encoded semicolon is no separator, so that parts are decoded after splitting.
    private func withDecodedParts<Result>(
        _ body: (UnsafeRawBufferPointer, Range<Int>, (UnsafeRawBufferPointer, Range<Int>, Bool) -> String) ->
            Result
    ) -> Result {
        withValueBytes { bytes in
            guard encoding == .quotedPrintable else {
                return body(bytes, 0..<bytes.count) { bytes, range, unescapes in
                    unescapes ? TextValue.unescape(bytes, range) : bytes.string(range)
                }
            }
            let value = self.value
            // Without a charset that is known, one is guessed for the whole value, since it is written as a whole.
            let charset =
                (hasForeignCharset ? self.charset.flatMap { try? TextEncoding(label: $0) } : nil)
                ?? TextEncoding.decodeUnlabelled(QuotedPrintable.decode(value)).encoding
            let first = value.startIndex
            return body(bytes, 0..<bytes.count) { _, range, unescapes in
                let slice = value[first + range.lowerBound..<first + range.upperBound]
                var decoded = QuotedPrintable.decode(slice)
                // Only at the end of the whole value is it a soft break.
                if slice.last == 0x3D, range.upperBound < bytes.count { decoded.append(0x3D) }
                let text = charset.decode(decoded)
                return unescapes ? TextValue.unescape(text.text) : text.text
            }
        }
    }
}
