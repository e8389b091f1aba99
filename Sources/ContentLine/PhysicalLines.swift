#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Finds line ends in a buffer: LF, CRLF and a CR alone, in any mixture.
///
/// Each byte is looked at at most twice, whatever the mixture: the next LF and the next CR are found once each and
/// remembered until they are passed.
struct PhysicalLines {
    /// One line: its text without the line end, and where the next line begins.
    struct Line {
        var start: Int
        var end: Int
        var next: Int
    }

    private let bytes: UnsafeRawBufferPointer
    private var nextLF: Int
    private var nextCR: Int
    /// Where the next line begins.
    private(set) var position: Int

    /// Begins at `position` of `bytes`.
    init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0) {
        self.bytes = bytes
        self.position = position
        nextLF = -1
        nextCR = -1
    }

    /// Goes back (or on) to a position where a line begins.
    mutating func seek(to position: Int) {
        if position < self.position {
            nextLF = -1
            nextCR = -1
        }
        self.position = position
    }

    /// The next line, or `nil` at the end.
    ///
    /// A last line without a line end counts as a line only if `isFinal`; otherwise, since more bytes may follow, the
    /// answer is `nil` and the position stays.
    mutating func next(isFinal: Bool = true) -> Line? {
        let start = position
        guard start < bytes.count else { return nil }
        if nextLF < start { nextLF = find(0x0A, from: start) }
        if nextCR < start { nextCR = find(0x0D, from: start) }
        let end = min(nextLF, nextCR)
        var next = end + 1
        if end == bytes.count {
            guard isFinal else { return nil }
            next = end
        } else if end == nextCR {
            if next < bytes.count {
                if bytes[next] == 0x0A { next += 1 }
            } else if !isFinal {
                return nil
            }
        }
        position = next
        return Line(start: start, end: end, next: next)
    }

    /// Where `byte` stands next, or the end of the buffer.
    private func find(_ byte: UInt8, from start: Int) -> Int {
        guard let base = bytes.baseAddress else { return bytes.count }
        guard let found = memchr(base + start, Int32(byte), bytes.count - start) else { return bytes.count }
        return UnsafeRawPointer(found) - base
    }
}

extension UnsafeRawBufferPointer {
    /// Whether the bytes in `range` are all spaces and tabs; an empty range is.
    @inline(__always)
    func isBlank(_ range: Range<Int>) -> Bool {
        for index in range where self[index] != 0x20 && self[index] != 0x09 { return false }
        return true
    }

    /// Whether the byte at `index` is a space or a tab.
    @inline(__always)
    func isBlankByte(at index: Int) -> Bool {
        self[index] == 0x20 || self[index] == 0x09
    }

    /// Where `byte` stands first in `range`, or `nil`.
    @inline(__always)
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        guard let base = baseAddress, !range.isEmpty else { return nil }
        guard let found = memchr(base + range.lowerBound, Int32(byte), range.count) else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// Whether a backslash or a control character stands in `range`; eight bytes are looked at in one step.
    func hasBackslashOrControl(_ range: Range<Int>) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        var index = range.lowerBound
        while index &+ 8 <= range.upperBound {
            let word = loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let differing = word ^ (ones &* 0x5C)
            // A byte's high bit is set where it was zero, or below 0x20; a borrow only comes from such a byte.
            if ((differing &- ones) & ~differing | (word &- ones &* 0x20) & ~word) & highs != 0 {
                return true
            }
            index &+= 8
        }
        while index < range.upperBound {
            if self[index] == 0x5C || self[index] < 0x20 { return true }
            index &+= 1
        }
        return false
    }

    /// Whether the bytes from `start` on, and before `end`, begin with `prefix` (ASCII, lower case), in any case.
    @inline(__always)
    func hasPrefix(_ prefix: StaticString, at start: Int, before end: Int) -> Bool {
        guard end - start >= prefix.utf8CodeUnitCount else { return false }
        for offset in 0..<prefix.utf8CodeUnitCount
        where asciiLowercased(self[start + offset]) != prefix.utf8Start[offset] { return false }
        return true
    }

    /// The text of `range`; what is not UTF-8 becomes U+FFFD.
    @inline(__always)
    func string(_ range: Range<Int>) -> String {
        String(decoding: UnsafeRawBufferPointer(rebasing: self[range]), as: UTF8.self)
    }

    /// The text of `range` with a to z made upper case.
    @inline(__always)
    func uppercasedString(_ range: Range<Int>) -> String {
        for index in range where self[index] &- 0x61 < 26 { return string(range).asciiUppercased() }
        return string(range)
    }

    /// The range without spaces and tabs at either end.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, isBlankByte(at: start) { start += 1 }
        while end > start, isBlankByte(at: end - 1) { end -= 1 }
        return start..<end
    }
}

/// The byte with A to Z made lower case.
@inline(__always)
func asciiLowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
}

/// The byte with a to z made upper case.
@inline(__always)
func asciiUppercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x61 < 26 ? byte & 0xDF : byte
}

extension String {
    /// The same with a to z made upper case, and nothing else changed.
    @inline(__always)
    package func asciiUppercased() -> String {
        var needed = false
        for byte in utf8 where byte &- 0x61 < 26 {
            needed = true
            break
        }
        guard needed else { return self }
        let count = utf8.count
        return String(unsafeUninitializedCapacity: count) { buffer in
            var index = 0
            for byte in utf8 {
                buffer[index] = byte &- 0x61 < 26 ? byte & 0xDF : byte
                index += 1
            }
            return count
        }
    }
}
