public import Foundation

extension DataValue {
    /// The value as a JSON text (RFC 8259) without insignificant white space, with names in their original
    /// order.
    ///
    /// Control characters and U+2028/U+2029 are escaped, so that the text is safe to print on a terminal.
    public var json: String { String(decoding: jsonBytes, as: UTF8.self) }

    /// Like ``json``, but as UTF-8 bytes.
    public var jsonBytes: [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(1 << 11)
        appendJSON(to: &output)
        return output
    }

    private func appendJSON(to output: inout [UInt8]) {
        switch self {
        case .null: Self.append("null", to: &output)
        case .bool(let value): Self.append(value ? "true" : "false", to: &output)
        case .integer(let value): output.append(contentsOf: String(value).utf8)
        case .decimal(let value): output.append(contentsOf: (value.isFinite ? "\(value)" : "null").utf8)
        case .text(let value): Self.appendQuoted(value, to: &output)
        case .list(let values):
            output.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                value.appendJSON(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let object):
            output.append(UInt8(ascii: "{"))
            for (index, entry) in object.entries.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                Self.appendQuoted(entry.name, to: &output)
                output.append(UInt8(ascii: ":"))
                entry.value.appendJSON(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    private static func append(_ word: StaticString, to output: inout [UInt8]) {
        word.withUTF8Buffer { output.append(contentsOf: $0) }
    }

    private static func appendQuoted(_ text: String, to output: inout [UInt8]) {
        var text = text
        output.append(UInt8(ascii: "\""))
        text.withUTF8 { utf8 in
            // Most texts are plain. The loop reads all bytes, because the processor handles many of them at a
            // time.
            var marks: UInt8 = 0
            for byte in utf8 { marks |= mayNeedEscape(byte) ? 1 : 0 }
            guard marks != 0 else {
                output.append(contentsOf: utf8)
                return
            }
            // Everything before this index has been written.
            var start = 0
            var index = 0
            while index < utf8.count {
                guard mayNeedEscape(utf8[index]), let (escape, width) = escape(utf8[index...]) else {
                    index += 1
                    continue
                }
                output.append(contentsOf: utf8[start..<index])
                output.append(contentsOf: escape.utf8)
                index += width
                start = index
            }
            output.append(contentsOf: utf8[start...])
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Returns true if a byte may be the first byte in a character that needs an escape.
    ///
    /// In UTF-8, the characters U+0080 to U+009F begin with C2, and U+2028 and U+2029 begin with E2.
    private static func mayNeedEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xE2
    }

    /// Returns the first character's escape and byte count, or nil if the character needs no escape.
    private static func escape(_ utf8: Slice<UnsafeBufferPointer<UInt8>>) -> (escape: String, width: Int)? {
        switch utf8.first {
        case UInt8(ascii: "\""): ("\\\"", 1)
        case UInt8(ascii: "\\"): ("\\\\", 1)
        case UInt8(ascii: "\n"): ("\\n", 1)
        case UInt8(ascii: "\r"): ("\\r", 1)
        case UInt8(ascii: "\t"): ("\\t", 1)
        case .some(0..<0x20), 0x7F: utf8.first.map { (hexadecimal(UInt32($0)), 1) }
        case 0xC2:
            utf8.dropFirst().first.flatMap { $0 < 0xA0 ? (hexadecimal(UInt32($0)), 2) : nil }
        case 0xE2:
            utf8.dropFirst().starts(with: [0x80, 0xA8])
                ? ("\\u2028", 3) : utf8.dropFirst().starts(with: [0x80, 0xA9]) ? ("\\u2029", 3) : nil
        default: nil
        }
    }

    private static func hexadecimal(_ scalar: UInt32) -> String {
        let figures = String(scalar, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - figures.count) + figures
    }

    /// Parses one JSON text (RFC 8259).
    ///
    /// Whole numbers that fit in 64 bits become ``integer(_:)``, and all other numbers become
    /// ``decimal(_:)``. An object keeps its names in order.
    /// - Throws: ``AtriumError`` with code `badData` if the text is not JSON, is not UTF-8, repeats a name
    ///   within an object, or is nested more than 128 levels deep.
    public init(json data: Data) throws {
        do {
            self = try data.withUnsafeBytes { bytes in
                try JSONParser.value(of: bytes.assumingMemoryBound(to: UInt8.self))
            }
        } catch let failure as JSONParser.Failure {
            throw AtriumError(
                .badData, "the text is not valid JSON, at byte \(failure.offset): \(failure.reason)",
                remedy: "check quotes, commas and braces")
        }
    }
}
