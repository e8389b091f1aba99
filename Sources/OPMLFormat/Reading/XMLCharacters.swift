/// Which characters XML 1.0 (fifth edition) allows, and where.
enum XMLCharacters {
    /// Whether a number is that of a character that may stand in a document (production 2).
    static func isAllowed(_ value: UInt32) -> Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// Whether a byte is one of XML's blanks (production 3).
    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
    }

    /// Whether a character may begin a name (production 4).
    static func beginsName(_ value: UInt32) -> Bool {
        switch value {
        case 0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
            0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF,
            0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x10000...0xEFFFF:
            true
        default: false
        }
    }

    /// Whether a character may stand in a name after its beginning (production 4a).
    static func continuesName(_ value: UInt32) -> Bool {
        switch value {
        case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: beginsName(value)
        }
    }

    /// Whether a text is a name (production 5) that is short enough to be read as one again.
    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, text.utf8.count <= OPMLLimits.nameLength else {
            return false
        }
        return beginsName(first.value)
            && text.unicodeScalars.dropFirst().allSatisfy { continuesName($0.value) }
    }

    /// The position after the name that begins at `start`; `start` where none begins there.
    static func endOfName(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var position = start
        while position < bytes.count {
            let byte = bytes[position]
            if byte < 0x80 {
                let isFirst = position == start
                let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte == 0x5F || byte == 0x3A
                let isOther = byte >= 0x30 && byte <= 0x39 || byte == 0x2D || byte == 0x2E
                guard isLetter || isOther && !isFirst else { return position }
                position += 1
            } else {
                let (value, length) = scalar(bytes, at: position)
                guard position == start ? beginsName(value) : continuesName(value) else { return position }
                position += length
            }
        }
        return bytes.count
    }

    /// The character beyond ASCII that begins at a position of valid UTF-8; 0 where it is cut off at the end.
    static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> (value: UInt32, length: Int)
    {
        let lead = bytes[position]
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard position + length <= bytes.count else { return (0, bytes.count - position) }
        var value = UInt32(lead) & (0x7F >> UInt32(length))
        for offset in 1..<length { value = value << 6 | UInt32(bytes[position + offset] & 0x3F) }
        return (value, length)
    }
}
