import Glibc

/// A quick look through a start tag, for whether it is well-formed and where it ends.
enum StartTagScan {
    case clean(end: Int, isEmpty: Bool, lines: Int)
    /// Its end is not there.
    case incomplete
    /// It is not well-formed, or has many attributes.
    case unclean

    /// More attributes than this are compared by hashing, where the tag is written anew.
    private static let manyAttributes = 32

    init(_ input: UnsafeBufferPointer<UInt8>, afterName start: Int) {
        var lines = 0
        var position = start
        self = .incomplete
        let end = input.count
        guard let base = input.baseAddress else { return }
        withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: Self.manyAttributes) { names in
            var count = 0
            while true {
                let blanks = position
                while position < end, XMLCharacters.isBlank(input[position]) {
                    if input[position] == 0x0A { lines += 1 }
                    position += 1
                }
                guard position < end else { return }
                let byte = input[position]
                if byte == UInt8(ascii: ">") {
                    self = .clean(end: position + 1, isEmpty: false, lines: lines)
                    return
                }
                if byte == UInt8(ascii: "/") {
                    guard position + 1 < end else { return }
                    let isClean = input[position + 1] == UInt8(ascii: ">")
                    self = isClean ? .clean(end: position + 2, isEmpty: true, lines: lines) : .unclean
                    return
                }
                // An attribute.
                let nameEnd = XMLCharacters.endOfName(input, from: position)
                guard nameEnd + 1 < end else { return }
                let quote = input[nameEnd + 1]
                let isRepeated = names[..<count].contains { name in
                    name.count == nameEnd - position
                        && memcmp(base + name.lowerBound, base + position, name.count) == 0
                }
                guard nameEnd > position, position > blanks, input[nameEnd] == UInt8(ascii: "="), !isRepeated,
                    quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), count < names.count
                else {
                    self = .unclean
                    return
                }
                names.initializeElement(at: count, to: position..<nameEnd)
                count += 1
                position = nameEnd + 2
                guard let close = Self.closingQuote(input, quote, from: position, &lines) else { return }
                guard close >= 0 else {
                    self = .unclean
                    return
                }
                position = close + 1
            }
        }
    }

    /// The position of the quote that ends a value; nil where it is not there, -1 where the value must be mended.
    @inline(__always)
    private static func closingQuote(
        _ input: UnsafeBufferPointer<UInt8>, _ quote: UInt8, from start: Int, _ lines: inout Int
    ) -> Int? {
        var position = start
        while position < input.count {
            let byte = input[position]
            if byte > 0x3C && byte != 0xEF {
                position &+= 1
                continue
            }
            if byte == quote { return position }
            switch byte {
            case 0x26:
                guard case .sound(let length) = XMLReference(input, at: position) else {
                    // It may be cut off at the end of what is there.
                    return input.count - position < 64 ? nil : -1
                }
                position &+= length
                continue
            case 0x3C: return -1
            case 0x0A: lines += 1
            case 0x09, 0x0D: break
            case 0x00..<0x20: return -1
            case 0xEF:
                guard position + 2 < input.count else { return nil }
                if MarkupRepair.isNoncharacter(input, at: position) { return -1 }
            default: break
            }
            position &+= 1
        }
        return nil
    }
}
