import AtriumHost
import Glibc

/// Takes a `multipart/form-data` body (RFC 7578) apart as it comes: what its parts hold is in memory once, and nothing else
/// of it is.
struct MultipartReader {
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

    /// How many bytes all parts may have together that are no files: read, they take many times as much memory.
    private let textLimit: Int
    /// The fields that are files.
    private let files: Set<String>
    /// The line break before the boundary belongs to it.
    private let delimiter: [UInt8]
    private var state = State.preamble
    /// What has come and is not taken apart yet: less than a delimiter, or the head of a part.
    private var rest: [UInt8] = []
    private var isAtStart = true
    /// Whether blanks follow the delimiter.
    private var isPadded = false
    private var parts: [MultipartForm.Part] = []
    /// The part that is being read.
    private var part: MultipartForm.Part?
    /// How much of what comes next is the line break before the content.
    private var lineBreak = 0
    private var textBytes = 0
    /// How many bytes are still announced.
    private var announced: Int
    /// Whether the first large file was given all the room that it can need.
    private var hasRoom = false

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - contentType: the header, which holds the boundary.
    ///   - length: how many bytes the request announces; nil where it does not.
    ///   - files: the fields that are files.
    ///   - textLimit: how many bytes all others may have together.
    /// - Throws: ``HTTPFailure`` with status 400 where there is no boundary.
    init(
        contentType: String, length: Int?, files: Set<String>, textLimit: Int
    ) throws(HTTPFailure) {
        guard let boundary = MultipartForm.parameter("boundary", of: contentType),
            (1...70).contains(boundary.utf8.count)
        else { throw HTTPFailure.malformed("the form has no boundary") }
        delimiter = Array("\r\n--\(boundary)".utf8)
        (announced, self.files, self.textLimit) = (length ?? 0, files, textLimit)
    }

    /// Takes the next bytes apart.
    ///
    /// - Throws: ``HTTPFailure``: 400 where the body is not made of parts; 413 where there are more than
    ///   ``ListLengths/formParts``, or too much text.
    mutating func read(_ bytes: some Collection<UInt8>) throws(HTTPFailure) {
        rest += bytes
        announced = max(0, announced - bytes.count)
        var position = 0
        while try takeNext(at: &position) {}
        if position > 0 { (rest, isAtStart) = (Array(rest[position...]), false) }
    }

    /// The parts, once all has come.
    ///
    /// - Throws: ``HTTPFailure`` with status 400 where the body ends within a part.
    consuming func finish() throws(HTTPFailure) -> MultipartForm {
        guard case .epilogue = state else { throw MultipartForm.broken }
        return MultipartForm(parts: parts)
    }

    /// Takes what can be taken now, and says whether that leads to something else.
    private mutating func takeNext(at position: inout Int) throws(HTTPFailure) -> Bool {
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

    private mutating func takeHead(_ position: inout Int) throws(HTTPFailure) -> Bool {
        guard let end = Self.find(Self.emptyLine, in: rest, from: position) else {
            guard rest.count - position <= MultipartForm.longestHead + Self.emptyLine.count else {
                throw MultipartForm.broken
            }
            return false
        }
        guard parts.count < ListLengths.formParts else { throw MultipartForm.tooMany }
        part = try MultipartForm.Part(head: rest[min(position + 2, end)..<end])
        // Of the empty line the last break stays: it may be that of a delimiter, after no content.
        (position, lineBreak, state) = (end + 2, 2, .content)
        return true
    }

    private mutating func takeContent(_ position: inout Int) throws(HTTPFailure) -> Bool {
        guard let end = Self.find(delimiter, in: rest, from: position) else {
            let known = max(position, rest.count - (delimiter.count - 1))
            try append(position..<known)
            position = known
            return false
        }
        try append(position..<end)
        if let part { parts.append(part) }
        part = nil
        (position, state, isPadded) = (end + delimiter.count, .afterDelimiter, false)
        return true
    }

    private mutating func append(_ range: Range<Int>) throws(HTTPFailure) {
        let skipped = min(lineBreak, range.count)
        lineBreak -= skipped
        let bytes = rest[range.dropFirst(skipped)]
        if let name = part?.name, !files.contains(name) {
            textBytes += bytes.count
            guard textBytes <= textLimit else { throw HTTPFailure.tooLarge(textLimit) }
        }
        let size = part?.content.count ?? 0
        if size >= Self.largePart, !hasRoom {
            // All at once: to grow it, an array is copied, and both are in memory meanwhile. Room that nothing is written to
            // takes none. A second large part grows, so that many parts do not ask for more than there is.
            part?.content.reserveCapacity(size + bytes.count + announced)
            hasRoom = true
        }
        part?.content += bytes
    }

    private static let emptyLine = Array("\r\n\r\n".utf8)
    private static let largePart = 1 << 16

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
