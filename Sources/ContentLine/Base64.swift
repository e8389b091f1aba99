/// Base64 as RFC 4648, section 4, has it; in reading, blanks, line ends and missing padding are let through.
public enum Base64 {
    /// The bytes that `text` stands for, or `nil` if there is a character that is not of the alphabet.
    public static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 4 * 3 + 3)
        var bits: UInt32 = 0
        var count = 0
        var isPadded = false
        for byte in text {
            let digit: UInt8
            switch byte {
            case 0x41...0x5A: digit = byte - 0x41
            case 0x61...0x7A: digit = byte - 0x61 + 26
            case 0x30...0x39: digit = byte - 0x30 + 52
            case 0x2B, 0x2D: digit = 62  // the hyphen and underscore are those of base64url
            case 0x2F, 0x5F: digit = 63
            case 0x3D:
                isPadded = true
                continue
            case 0x20, 0x09, 0x0A, 0x0D: continue
            default: return nil
            }
            if isPadded { return nil }
            bits = bits << 6 | UInt32(digit)
            count += 1
            if count == 4 {
                result.append(UInt8(truncatingIfNeeded: bits >> 16))
                result.append(UInt8(truncatingIfNeeded: bits >> 8))
                result.append(UInt8(truncatingIfNeeded: bits))
                bits = 0
                count = 0
            }
        }
        switch count {
        case 0: break
        case 2: result.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3:
            result.append(UInt8(truncatingIfNeeded: bits >> 10))
            result.append(UInt8(truncatingIfNeeded: bits >> 2))
        default: return nil
        }
        return result
    }

    /// `bytes` in base64, with padding, without line ends.
    public static func encode(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let length = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: length) { output in
            var position = 0
            var index = 0
            while index < bytes.count {
                let left = bytes.count - index
                let second: UInt32 = left > 1 ? UInt32(bytes[index + 1]) : 0
                let third: UInt32 = left > 2 ? UInt32(bytes[index + 2]) : 0
                let bits = UInt32(bytes[index]) << 16 | second << 8 | third
                output[position] = alphabet[Int(bits >> 18)]
                output[position + 1] = alphabet[Int(bits >> 12 & 63)]
                output[position + 2] = left > 1 ? alphabet[Int(bits >> 6 & 63)] : 0x3D
                output[position + 3] = left > 2 ? alphabet[Int(bits & 63)] : 0x3D
                position += 4
                index += 3
            }
            return length
        }
    }
}
