/// What begins with a `&`.
enum XMLReference {
    /// A reference that XML knows: one of its five names, or the number of a character that is allowed.
    case sound(length: Int)
    /// The name of a character that only HTML knows.
    case html(length: Int, scalar: Unicode.Scalar)
    /// A name that nobody knows here.
    case undefined(length: Int)
    /// The number of no character, or of one that XML does not allow.
    case illegal(length: Int)
    /// No reference.
    case bare

    /// No name in use is longer.
    private static let longestName = 40

    /// Looks at the `&` at `start`; what is cut off at the end of `bytes` is none.
    init(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        var end = start + 1
        let limit = min(bytes.count, start + 2 + Self.longestName)
        while end < limit, bytes[end] != UInt8(ascii: ";"), Self.isPart(bytes[end]) { end += 1 }
        guard end < limit, bytes[end] == UInt8(ascii: ";"), end > start + 1 else {
            self = .bare
            return
        }
        let length = end + 1 - start
        let name = UnsafeBufferPointer(rebasing: bytes[start + 1..<end])
        if name[0] == UInt8(ascii: "#") {
            let text = String(decoding: name.dropFirst(), as: UTF8.self)
            // XML takes a small x only; HTML either.
            let isHexadecimal = text.hasPrefix("x") || text.hasPrefix("X")
            let digits = isHexadecimal ? text.dropFirst() : text[...]
            guard !digits.isEmpty, digits.allSatisfy({ isHexadecimal ? $0.isHexDigit : $0.isNumber }) else {
                self = .bare
                return
            }
            let value = UInt32(digits, radix: isHexadecimal ? 16 : 10)
            if let value, XMLCharacters.isAllowed(value), let scalar = Unicode.Scalar(value) {
                self = text.hasPrefix("X") ? .html(length: length, scalar: scalar) : .sound(length: length)
            } else {
                self = .illegal(length: length)
            }
            return
        }
        guard name[0] | 0x20 >= 0x61, name[0] | 0x20 <= 0x7A else {
            self = .bare
            return
        }
        let text = String(decoding: name, as: UTF8.self)
        switch text {
        case "amp", "lt", "gt", "quot", "apos": self = .sound(length: length)
        default:
            if let scalar = HTMLEntities.scalar(text) {
                self = .html(length: length, scalar: scalar)
            } else {
                self = .undefined(length: length)
            }
        }
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x23, 0x2D, 0x2E, 0x3A, 0x5F: true
        default: false
        }
    }
}
