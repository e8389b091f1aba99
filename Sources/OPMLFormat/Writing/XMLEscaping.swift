/// Writes text so that XML gives back the same characters.
enum XMLEscaping {
    /// Appends text as it stands between tags.
    static func append(text: String, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            for (position, byte) in bytes.enumerated() {
                switch byte {
                case UInt8(ascii: "&"): output += "&amp;".utf8
                case UInt8(ascii: "<"): output += "&lt;".utf8
                // Only after two brackets does it need to be, but always is the custom.
                case UInt8(ascii: ">"): output += "&gt;".utf8
                // XML turns it into a line feed.
                case 0x0D: output += "&#13;".utf8
                default: append(byte, at: position, of: bytes, to: &output)
                }
            }
        }
    }

    /// Appends text as it stands between double quotes.
    static func append(value: String, to output: inout [UInt8]) {
        var value = value
        value.withUTF8 { bytes in
            output.reserveCapacity(output.count + bytes.count)
            for (position, byte) in bytes.enumerated() {
                switch byte {
                case UInt8(ascii: "&"): output += "&amp;".utf8
                case UInt8(ascii: "<"): output += "&lt;".utf8
                case UInt8(ascii: "\""): output += "&quot;".utf8
                // XML turns them into blanks.
                case 0x09: output += "&#9;".utf8
                case 0x0A: output += "&#10;".utf8
                case 0x0D: output += "&#13;".utf8
                default: append(byte, at: position, of: bytes, to: &output)
                }
            }
        }
    }

    /// Appends the inside of a comment or an instruction, where nothing can be escaped.
    static func append(verbatim text: String, to output: inout [UInt8]) {
        var text = text
        text.withUTF8 { bytes in
            for (position, byte) in bytes.enumerated() {
                // XML turns a carriage return into a line feed.
                append(byte == 0x0D ? 0x0A : byte, at: position, of: bytes, to: &output)
            }
        }
    }

    /// Appends a character that text and values may hold, escaped where XML has a meaning for it.
    static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        switch scalar {
        case "&": output += "&amp;".utf8
        case "<": output += "&lt;".utf8
        case ">": output += "&gt;".utf8
        case "\"": output += "&quot;".utf8
        default: output += Array(String(Character(scalar)).utf8)
        }
    }

    /// Whether a text has a character that XML does not allow.
    static func replacesCharacters(of text: String) -> Bool {
        text.unicodeScalars.contains { !XMLCharacters.isAllowed($0.value) }
    }

    /// Appends a byte of UTF-8; a character that XML does not allow becomes U+FFFD.
    @inline(__always)
    private static func append(
        _ byte: UInt8, at position: Int, of bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]
    ) {
        if byte < 0x20 && byte != 0x09 && byte != 0x0A {
            output += "\u{FFFD}".utf8
        } else if byte >= 0xBE && position >= 2 && bytes[position - 1] == 0xBF && bytes[position - 2] == 0xEF
        {
            // U+FFFE or U+FFFF: its last byte makes it U+FFFD.
            output.append(0xBD)
        } else {
            output.append(byte)
        }
    }
}
