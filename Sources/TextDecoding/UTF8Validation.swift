/// What a look through bytes for UTF-8 (RFC 3629) found.
struct UTF8Scan {
    /// Why the scan ended before the end of the bytes.
    enum Stop: Equatable {
        /// The bytes end within a sequence that was well-formed so far.
        case incomplete
        /// The next `length` bytes cannot begin a sequence.
        case invalid(length: Int)
    }

    /// The length of the valid beginning.
    var validCount = 0
    /// How many sequences of two to four bytes it holds: 0 means that it is ASCII.
    var multibyteCount = 0
    /// What stands after the valid beginning; nil where all is valid.
    var stop: Stop?

    /// Looks through `bytes`: 32 at a time where they are ASCII, sequence by sequence elsewhere.
    init(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        let count = bytes.count
        var position = 0
        while position < count {
            if base.load(fromByteOffset: position, as: UInt8.self) < 0x80 {
                position = UTF8Scan.endOfASCII(base, from: position, to: count)
                continue
            }
            let length = UTF8Scan.sequenceLength(base + position, available: count - position)
            guard length > 0 else {
                validCount = position
                stop = length == 0 ? .incomplete : .invalid(length: -length)
                return
            }
            multibyteCount += 1
            position += length
        }
        validCount = position
    }

    /// The first position from `start` on that holds no ASCII byte, or `end`.
    static func endOfASCII(_ base: UnsafeRawPointer, from start: Int, to end: Int) -> Int {
        let highBits: UInt64 = 0x8080_8080_8080_8080
        var position = start
        while position &+ 32 <= end {
            let first = base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let second = base.loadUnaligned(fromByteOffset: position &+ 8, as: UInt64.self)
            let third = base.loadUnaligned(fromByteOffset: position &+ 16, as: UInt64.self)
            let fourth = base.loadUnaligned(fromByteOffset: position &+ 24, as: UInt64.self)
            if (first | second | third | fourth) & highBits != 0 { break }
            position &+= 32
        }
        while position < end && base.load(fromByteOffset: position, as: UInt8.self) < 0x80 { position &+= 1 }
        return position
    }

    /// The length of the sequence at `bytes`; 0 where it is cut off; minus the length of what is invalid.
    ///
    /// Refuses overlong forms, surrogates and what lies beyond U+10FFFF (Unicode, table 3-7).
    @inline(__always)
    private static func sequenceLength(_ bytes: UnsafeRawPointer, available: Int) -> Int {
        func byte(_ offset: Int) -> UInt8 { bytes.load(fromByteOffset: offset, as: UInt8.self) }
        func continues(_ offset: Int) -> Bool { byte(offset) & 0xC0 == 0x80 }
        let lead = byte(0)
        if lead < 0xE0 {
            guard lead >= 0xC2 else { return -1 }
            guard available > 1 else { return 0 }
            return continues(1) ? 2 : -1
        }
        guard lead <= 0xF4 else { return -1 }
        guard available > 1 else { return 0 }
        let second = byte(1)
        let lowest: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
        let highest: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
        guard second >= lowest && second <= highest else { return -1 }
        guard available > 2 else { return 0 }
        guard continues(2) else { return -2 }
        if lead < 0xF0 { return 3 }
        guard available > 3 else { return 0 }
        return continues(3) ? 4 : -3
    }
}
