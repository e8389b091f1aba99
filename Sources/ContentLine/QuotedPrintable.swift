/// The transfer encoding of vCard 2.1 and vCalendar 1.0 (RFC 2045, section 6.7).
public enum QuotedPrintable {
    /// The bytes that `text` stands for.
    ///
    /// Escapes that are not hexadecimal stay as they are.
    public static func decode(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            if byte == 0x3D, text.endIndex - index >= 3, let high = hexadecimal(text[index + 1]),
                let low = hexadecimal(text[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                // A lone `=` at the very end is a soft break with nothing after it.
                if byte != 0x3D || index + 1 < text.endIndex { result.append(byte) }
                index += 1
            }
        }
        return result
    }

    /// `text` in UTF-8 with everything but printable ASCII escaped; line feeds become `=0D=0A`, as both
    /// specifications have it.
    ///
    /// Soft breaks are put in when the line is written.
    ///
    /// - Parameter keepsLineFeeds: leaves a line feed one byte, to give back exactly what was read.
    public static func encode(_ text: String, keepsLineFeeds: Bool = false) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.utf8.count)
        var previous: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x0A where previous == 0x0D || keepsLineFeeds: result += escape(byte)
            case 0x0A: result += escape(0x0D) + escape(0x0A)
            case 0x21...0x3C, 0x3E...0x7E, 0x20: result.append(byte)
            default: result += escape(byte)
            }
            previous = byte
        }
        // A blank at the end would be lost on the way.
        if result.last == 0x20 { result.replaceSubrange(result.count - 1..<result.count, with: escape(0x20)) }
        return result
    }

    static func escape(_ byte: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [0x3D, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}
