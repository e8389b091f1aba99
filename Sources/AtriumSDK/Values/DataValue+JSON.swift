public import Foundation

extension DataValue {
    /// The value as one JSON text (RFC 8259), UTF-8, names in their order, without insignificant white space.
    ///
    /// Control characters and U+2028/U+2029 are escaped, so that the text is safe to print on a terminal.
    public var json: String {
        var output = ""
        appendJSON(to: &output)
        return output
    }

    private func appendJSON(to output: inout String) {
        switch self {
        case .null: output += "null"
        case .bool(let value): output += value ? "true" : "false"
        case .integer(let value): output += String(value)
        case .decimal(let value): output += value.isFinite ? "\(value)" : "null"
        case .text(let value): Self.appendQuoted(value, to: &output)
        case .list(let values):
            output += "["
            for (index, value) in values.enumerated() {
                if index > 0 { output += "," }
                value.appendJSON(to: &output)
            }
            output += "]"
        case .object(let object):
            output += "{"
            for (index, entry) in object.entries.enumerated() {
                if index > 0 { output += "," }
                Self.appendQuoted(entry.name, to: &output)
                output += ":"
                entry.value.appendJSON(to: &output)
            }
            output += "}"
        }
    }

    private static func appendQuoted(_ text: String, to output: inout String) {
        output += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": output += "\\\""
            case "\\": output += "\\\\"
            case "\n": output += "\\n"
            case "\r": output += "\\r"
            case "\t": output += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let hex = String(scalar.value, radix: 16)
                output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: output.unicodeScalars.append(scalar)
            }
        }
        output += "\""
    }

    /// Reads one JSON text (RFC 8259).
    ///
    /// Whole numbers that fit 64 bits become ``integer(_:)``, all others ``decimal(_:)``; an object keeps the order of its
    /// names.
    /// - Throws: ``AtriumError`` with code `badData` where the text is no JSON, is not UTF-8, has a name twice in an object
    ///   or is nested more than 128 deep.
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
