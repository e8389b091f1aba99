/// A date or time as iCalendar text says it, before any zone is looked at.
///
/// See RFC 5545, sections 3.3.4 and 3.3.5.
public enum DateTimeText: Sendable, Hashable {
    /// `20260820`: a date.
    case date(CivilDate)
    /// `20260820T160000`: a time without zone.
    case local(CivilDateTime)
    /// `20260820T160000Z`: a time in UTC.
    case utc(Instant)

    /// Reads a date or time; nil where the text is neither, or names a day or time that does not exist.
    ///
    /// Taken as well, since it is met and unmistakable: a lower-case `t` or `z`, a time without seconds, the
    /// separators of ISO 8601's extended form (`2026-08-20T16:00:00Z`), and white space around it.
    public init?(_ text: String) {
        var text = text
        let value = text.withUTF8 { DateTimeText(bytes: $0) }
        guard let value else { return nil }
        self = value
    }

    init?(bytes: UnsafeBufferPointer<UInt8>) {
        var cursor = Cursor(bytes)
        guard let year = cursor.digits(4) else { return nil }
        let isExtended = cursor.skip(0x2D)
        guard let month = cursor.digits(2), !isExtended || cursor.skip(0x2D), let day = cursor.digits(2)
        else { return nil }
        if cursor.isAtEnd {
            guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
            self = .date(date)
            return
        }
        guard cursor.skip(0x54) || cursor.skip(0x74), let hour = cursor.digits(2) else { return nil }
        let hasColons = cursor.skip(0x3A)
        guard let minute = cursor.digits(2) else { return nil }
        var second = 0
        if !cursor.isAtEnd, !cursor.isAtZ {
            guard !hasColons || cursor.skip(0x3A), let value = cursor.digits(2) else { return nil }
            second = value
        }
        guard
            let time = CivilDateTime(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        if cursor.isAtEnd {
            self = .local(time)
        } else if cursor.skip(0x5A) || cursor.skip(0x7A), cursor.isAtEnd {
            self = .utc(Instant(epochSeconds: time.seconds))
        } else {
            return nil
        }
    }

    /// Reads from the front of a text without the white space around it.
    private struct Cursor {
        private let bytes: UnsafeBufferPointer<UInt8>
        private var position = 0
        private var end: Int

        init(_ bytes: UnsafeBufferPointer<UInt8>) {
            self.bytes = bytes
            end = bytes.count
            while position < end, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
            while end > position, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
        }

        var isAtEnd: Bool { position == end }
        var isAtZ: Bool { position < end && bytes[position] & 0xDF == 0x5A }

        @inline(__always)
        mutating func digits(_ count: Int) -> Int? {
            guard position + count <= end else { return nil }
            var value = 0
            for offset in position..<position + count {
                let digit = bytes[offset] &- 0x30
                guard digit < 10 else { return nil }
                value = value * 10 + Int(digit)
            }
            position += count
            return value
        }

        @inline(__always)
        mutating func skip(_ byte: UInt8) -> Bool {
            guard position < end, bytes[position] == byte else { return false }
            position += 1
            return true
        }
    }
}

extension DateTimeText: CustomStringConvertible {
    /// The date or time as RFC 5545 writes it.
    public var description: String {
        switch self {
        case .date(let date): return date.description
        case .local(let time): return time.description
        case .utc(let instant): return instant.utc.description + "Z"
        }
    }
}
