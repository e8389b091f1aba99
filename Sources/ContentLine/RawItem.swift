public import TextDecoding

/// The text of one item as it stands in the file, with its place.
public struct RawItem: Sendable, Hashable {
    /// What it is, in upper case: the component's name, or the property's.
    public var name: String
    /// The text, from the first byte of its first line to the line end of its last.
    public var bytes: [UInt8]
    /// The line in the file where it begins, counted from 1.
    public var line: Int
    /// The byte in the file where it begins, counted from 0.
    public var offset: Int

    /// Makes an item from its parts.
    public init(name: String, bytes: [UInt8], line: Int = 1, offset: Int = 0) {
        self.name = name
        self.bytes = bytes
        self.line = line
        self.offset = offset
    }

    /// Whether the text can stand in a UTF-8 file as it is: it is valid UTF-8, and no CHARSET says otherwise.
    public var isUTF8: Bool {
        bytes.withUnsafeBytes { buffer in
            guard TextEncoding.isValidUTF8(buffer) else { return false }
            return !buffer.containsForeignCharset()
        }
    }

    /// Whether the last line is the END of the component that the first one begins.
    private var isEnded: Bool {
        bytes.withUnsafeBytes { buffer in
            var end = buffer.count
            while end > 0, buffer[end - 1] <= 0x20 { end -= 1 }
            var start = end
            while start > 0, buffer[start - 1] != 0x0A, buffer[start - 1] != 0x0D { start -= 1 }
            guard let mark = ComponentMark(buffer, buffer.trimmed(start..<end)), mark.kind == .end else {
                return false
            }
            return buffer.string(mark.name).asciiUppercased() == name
        }
    }

    /// The text for a new file: CRLF line ends and UTF-8, with the same properties, parameters and values.
    ///
    /// Where the text ``isUTF8`` only its line ends are changed. Otherwise the lines in other charsets, and those that
    /// are folded within a character, are written anew, and CHARSET becomes UTF-8. An END that is missing is added.
    ///
    /// - Parameter fallback: the charset of lines that are neither UTF-8 nor name one; `nil` guesses for each line.
    ///   Give the one that the item was read with.
    public func normalized(fallback: TextEncoding? = nil) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 16)
        if isUTF8, isEnded {
            output.append(normalizingLineEnds: bytes[...])
        } else {
            Component.parse(bytes, line: line, fallback: fallback).component.write(to: &output)
        }
        return output
    }
}

extension UnsafeRawBufferPointer {
    /// Whether `CHARSET=` stands anywhere and is not followed by UTF-8 or ASCII.
    ///
    /// To find it in text does no harm: the item is then read to be sure.
    fileprivate func containsForeignCharset() -> Bool {
        var index = 0
        while let equals = firstIndex(of: 0x3D, in: index..<count) {
            index = equals + 1
            guard equals >= 7, hasPrefix("charset", at: equals - 7, before: equals) else { continue }
            let isPlain =
                hasPrefix("utf-8", at: index, before: count) || hasPrefix("utf8", at: index, before: count)
                || hasPrefix("us-ascii", at: index, before: count)
                || hasPrefix("ascii", at: index, before: count)
            if !isPlain { return true }
        }
        return false
    }
}
