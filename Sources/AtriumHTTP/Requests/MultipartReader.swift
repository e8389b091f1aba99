import AtriumHost
import Glibc

/// What a ``MultipartReader`` hands over of a body, in its order.
protocol MultipartSink: Sendable {
    /// A part begins.
    mutating func begin(_ part: MultipartForm.Part) throws
    /// The next bytes of its content.
    mutating func append(_ bytes: ArraySlice<UInt8>) throws
    /// The part has ended.
    mutating func end() throws
}

/// Takes a `multipart/form-data` body (RFC 7578) apart as it comes: nothing of it stays in memory but what its sink keeps.
struct MultipartReader<Sink: MultipartSink> {
    /// What comes next.
    private enum State {
        /// What may stand before the first delimiter, and means nothing.
        case preamble
        /// What follows a delimiter: the end of its line, or `--` after the last.
        case afterDelimiter
        case head
        case content
        /// What may stand after the last delimiter means nothing.
        case epilogue
    }

    /// What has come, as the sink keeps it.
    private(set) var sink: Sink
    /// How many parts are taken.
    private let mostParts: Int
    private var partCount = 0
    /// The line break before the boundary belongs to it.
    private let delimiter: [UInt8]
    private var state = State.preamble
    /// What has come and is not taken apart yet: less than a delimiter, or the head of a part.
    private var rest: [UInt8] = []
    private var isAtStart = true
    /// Whether blanks follow the delimiter.
    private var isPadded = false
    /// How much of what comes next is the line break before the content.
    private var lineBreak = 0

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - contentType: the header, which holds the boundary.
    ///   - mostParts: how many parts are taken.
    ///   - sink: what they are handed to.
    /// - Throws: ``HTTPFailure`` with status 400 where there is no boundary.
    init(contentType: String, mostParts: Int, _ sink: Sink) throws(HTTPFailure) {
        guard let boundary = MultipartForm.parameter("boundary", of: contentType),
            (1...70).contains(boundary.utf8.count)
        else { throw HTTPFailure.malformed("the form has no boundary") }
        delimiter = Array("\r\n--\(boundary)".utf8)
        (self.mostParts, self.sink) = (mostParts, sink)
    }

    /// Takes the next bytes apart.
    ///
    /// - Throws: ``HTTPFailure``: 400 where the body is not made of parts, 413 where there are too many; and what the sink
    ///   throws.
    mutating func read(_ bytes: some Collection<UInt8>) throws {
        rest += bytes
        var position = 0
        while try takeNext(at: &position) {}
        if position > 0 { (rest, isAtStart) = (Array(rest[position...]), false) }
    }

    /// What the sink has, once all has come.
    ///
    /// - Throws: ``HTTPFailure`` with status 400 where the body ends within a part.
    consuming func finish() throws(HTTPFailure) -> Sink {
        guard case .epilogue = state else { throw MultipartForm.broken }
        return sink
    }

    /// Takes what can be taken now, and says whether that leads to something else.
    private mutating func takeNext(at position: inout Int) throws -> Bool {
        switch state {
        case .preamble: return takePreamble(&position)
        case .afterDelimiter: return try takeEndOfDelimiter(&position)
        case .head: return try takeHead(&position)
        case .content: return try takeContent(&position)
        case .epilogue:
            position = rest.count
            return false
        }
    }

    private mutating func takePreamble(_ position: inout Int) -> Bool {
        // The first delimiter may stand at the very beginning, without the line break that is part of the others.
        let first = Array(delimiter.dropFirst(2))
        while let found = Self.find(first, in: rest, from: position) {
            position = found + 1
            guard found == 0 ? isAtStart : rest[found - 1] == UInt8(ascii: "\n") else { continue }
            position = found + first.count
            (state, isPadded) = (.afterDelimiter, false)
            return true
        }
        position = max(position, rest.count - delimiter.count)
        return false
    }

    private mutating func takeEndOfDelimiter(_ position: inout Int) throws(HTTPFailure) -> Bool {
        guard rest.count - position >= 2 else { return false }
        if !isPadded, rest[position...].starts(with: "--".utf8) {
            state = .epilogue
            return true
        }
        while position < rest.count, rest[position] == 0x20 || rest[position] == 0x09 {
            (position, isPadded) = (position + 1, true)
        }
        guard rest.count - position >= 2 else { return false }
        guard rest[position...].starts(with: "\r\n".utf8) else { throw MultipartForm.broken }
        // The line break stays: a part whose head is empty begins with two.
        state = .head
        return true
    }

    private mutating func takeHead(_ position: inout Int) throws -> Bool {
        guard let end = Self.find(Self.emptyLine, in: rest, from: position) else {
            guard rest.count - position <= MultipartForm.longestHead + Self.emptyLine.count else {
                throw MultipartForm.broken
            }
            return false
        }
        guard partCount < mostParts else { throw MultipartForm.tooMany }
        partCount += 1
        let part = try MultipartForm.Part(head: rest[min(position + 2, end)..<end])
        try sink.begin(part)
        // Of the empty line the last break stays: it may be that of a delimiter, after no content.
        (position, lineBreak, state) = (end + 2, 2, .content)
        return true
    }

    private mutating func takeContent(_ position: inout Int) throws -> Bool {
        guard let end = Self.find(delimiter, in: rest, from: position) else {
            let known = max(position, rest.count - (delimiter.count - 1))
            try append(position..<known)
            position = known
            return false
        }
        try append(position..<end)
        try sink.end()
        (position, state, isPadded) = (end + delimiter.count, .afterDelimiter, false)
        return true
    }

    private mutating func append(_ range: Range<Int>) throws {
        let skipped = min(lineBreak, range.count)
        lineBreak -= skipped
        let bytes = rest[range.dropFirst(skipped)]
        if !bytes.isEmpty { try sink.append(bytes) }
    }

    private static var emptyLine: [UInt8] { Array("\r\n\r\n".utf8) }

    /// The first place of a pattern.
    private static func find(_ pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            pattern.withUnsafeBytes { pattern in
                guard let base = bytes.baseAddress, let sought = pattern.baseAddress else { return nil }
                var position = start
                while position + pattern.count <= bytes.count,
                    let next = memchr(
                        base + position, Int32(pattern[0]), bytes.count - pattern.count + 1 - position)
                {
                    let found = UnsafeRawPointer(next) - base
                    if memcmp(base + found, sought, pattern.count) == 0 { return found }
                    position = found + 1
                }
                return nil
            }
        }
    }
}
