/// Where a field lies in its row's bytes.
struct FieldSpan: Hashable, Sendable {
    /// The offset of the first byte, without an opening quote.
    var start: UInt32
    /// The offset behind the last byte, without a closing quote.
    var end: UInt32
    /// Whether escaped quotes are to be undone.
    var isEscaped: Bool
}

/// Finds the fields of one row in a buffer.
///
/// The only code that knows the grammar (RFC 4180, section 2) and how it is broken:
///
/// * A quote that is not the first of its field is text.
/// * In a quoted field, a quote closes if a delimiter or a line end follows, with or without blanks between. Any
///   other is stray. The field then goes on to the next quote on the same line that closes; if there is none, to
///   the next delimiter. So the damage never reaches beyond the line.
/// * A quoted field that never ends is read again with its quote as text.
struct RowParser {
    /// What came of an attempt.
    enum Outcome: Equatable {
        /// A row up to `end`; the next one begins at `next`; `lines` line ends were passed.
        case row(end: Int, next: Int, lines: Int)
        /// The row goes on beyond the buffer.
        case needsMore
    }

    struct Problem: Hashable {
        var code: CSVIssue.Code
        /// The field's index in the row, from 0.
        var field: Int
        /// How many line ends lie between the row's beginning and the field's.
        var line: Int
    }

    private let delimiter: UInt8
    private let quote: UInt8
    private let mergesDelimiters: Bool
    private let hasBackslash: Bool
    private let skipsBlanks: Bool
    /// The fields of the last row.
    private(set) var fields: [FieldSpan] = []
    /// What was wrong with the last row.
    private(set) var problems: [Problem] = []

    /// How many line ends the last row has, that at its end included.
    private(set) var linesOfLastRow = 0

    // The attempt that is under way.
    private var lines = 0
    private var hasNUL = false
    /// Opening quotes from here on are text.
    private var literalFrom = Int.max
    /// No closing quote stands before here: saves looking again.
    private var noCloseBefore = 0

    private static let backslash = UInt8(ascii: "\\")
    private static let lineFeed: UInt8 = 0x0A
    private static let carriageReturn: UInt8 = 0x0D

    init(_ dialect: CSVDialect) {
        delimiter = dialect.delimiter
        quote = dialect.quote
        mergesDelimiters = dialect.mergesDelimiters
        hasBackslash = dialect.quoteEscape == .backslash
        skipsBlanks = dialect.skipsBlanksBeforeQuote
    }

    /// Looks for the row that begins at `start`; `isLast` says that nothing follows `buffer`.
    mutating func parse(_ buffer: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool) -> Outcome {
        literalFrom = Int.max
        problems.removeAll(keepingCapacity: true)
        while true {
            switch attempt(buffer, from: start, isLast: isLast) {
            case .done(let outcome):
                if case .row(_, _, let lines) = outcome { linesOfLastRow = lines }
                if hasNUL { problems.append(Problem(code: .nulCharacter, field: 0, line: 0)) }
                return outcome
            case .unterminated(let opening):
                problems.removeAll(keepingCapacity: true)
                literalFrom = opening
            }
        }
    }

    private enum Attempt {
        case done(Outcome)
        case unterminated(opening: Int)
    }

    private enum QuotedEnd {
        case closed(next: Int)
        case needsMore
        case unterminated
    }

    private mutating func attempt(_ buffer: UnsafeBufferPointer<UInt8>, from start: Int, isLast: Bool)
        -> Attempt
    {
        fields.removeAll(keepingCapacity: true)
        lines = 0
        hasNUL = false
        noCloseBefore = 0
        var position = start
        while true {
            let opening = skipsBlanks ? afterBlanks(buffer, from: position) : position
            if opening < buffer.count && buffer[opening] == quote {
                if opening < literalFrom {
                    switch quotedField(buffer, from: opening + 1, rowStart: start, isLast: isLast) {
                    case .closed(let next): position = next
                    case .needsMore: return .done(.needsMore)
                    case .unterminated: return .unterminated(opening: opening)
                    }
                } else {
                    problems.append(Problem(code: .unterminatedQuote, field: fields.count, line: lines))
                    position = plainField(buffer, from: position, rowStart: start)
                }
            } else {
                position = plainField(buffer, from: position, rowStart: start)
            }
            // Here a delimiter, a line end or the buffer's end stands.
            guard position < buffer.count else {
                return .done(isLast ? .row(end: position, next: position, lines: lines) : .needsMore)
            }
            let byte = buffer[position]
            if byte == delimiter {
                position += 1
                if mergesDelimiters {
                    while position < buffer.count && buffer[position] == delimiter { position += 1 }
                }
                continue
            }
            if byte == Self.lineFeed {
                return .done(.row(end: position, next: position + 1, lines: lines + 1))
            }
            guard position + 1 < buffer.count || isLast else { return .done(.needsMore) }
            let isPair = position + 1 < buffer.count && buffer[position + 1] == Self.lineFeed
            return .done(.row(end: position, next: position + (isPair ? 2 : 1), lines: lines + 1))
        }
    }

    // MARK: Fields

    /// Takes a field without quotes and returns where it ends.
    private mutating func plainField(_ buffer: UnsafeBufferPointer<UInt8>, from start: Int, rowStart: Int)
        -> Int
    {
        let end = endOfPlain(buffer, from: start)
        append(start, end, rowStart: rowStart, isEscaped: false)
        return end
    }

    private mutating func endOfPlain(_ buffer: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var position = start
        while true {
            position = Self.find(delimiter, orControl: buffer, from: position)
            guard position < buffer.count else { return position }
            let byte = buffer[position]
            if byte == delimiter || byte == Self.lineFeed || byte == Self.carriageReturn { return position }
            if byte == 0 { hasNUL = true }
            position += 1
        }
    }

    /// Takes a quoted field whose text begins at `start`.
    private mutating func quotedField(
        _ buffer: UnsafeBufferPointer<UInt8>, from start: Int, rowStart: Int, isLast: Bool
    ) -> QuotedEnd {
        let lineOfField = lines
        var isEscaped = false
        var position = start
        while true {
            position =
                hasBackslash
                ? Self.find(quote, orBackslash: buffer, from: position)
                : Self.find(quote, orControl: buffer, from: position)
            guard position < buffer.count else { return isLast ? .unterminated : .needsMore }
            let byte = buffer[position]
            if byte == quote {
                guard position + 1 < buffer.count || isLast else { return .needsMore }
                if position + 1 < buffer.count && buffer[position + 1] == quote {
                    isEscaped = true
                    position += 2
                    continue
                }
                switch isClosing(buffer, at: position, isLast: isLast) {
                case nil: return .needsMore
                case true?:
                    append(start, position, rowStart: rowStart, isEscaped: isEscaped)
                    return .closed(next: afterBlanks(buffer, from: position + 1))
                case false?:
                    problems.append(Problem(code: .strayQuote, field: fields.count, line: lineOfField))
                    return endOfBrokenField(
                        buffer, start: start, stray: position, rowStart: rowStart, isLast: isLast)
                }
            } else if byte == Self.backslash {
                isEscaped = true
                position += 2
            } else {
                noteControl(byte, buffer, at: position)
                position += 1
            }
        }
    }

    /// Ends a quoted field with a stray quote: at the next closing quote of the line, else at the next delimiter.
    private mutating func endOfBrokenField(
        _ buffer: UnsafeBufferPointer<UInt8>, start: Int, stray: Int, rowStart: Int, isLast: Bool
    ) -> QuotedEnd {
        var position = stray + 1
        while stray >= noCloseBefore {
            position = Self.find(quote, orControl: buffer, from: position)
            guard position < buffer.count else {
                if !isLast { return .needsMore }
                noCloseBefore = position
                break
            }
            let byte = buffer[position]
            if byte == Self.lineFeed || byte == Self.carriageReturn {
                noCloseBefore = position
                break
            }
            if byte == quote {
                guard let closes = isClosing(buffer, at: position, isLast: isLast) else { return .needsMore }
                if closes {
                    append(start, position, rowStart: rowStart, isEscaped: true)
                    return .closed(next: afterBlanks(buffer, from: position + 1))
                }
            }
            position += 1
        }
        let end = endOfPlain(buffer, from: stray + 1)
        append(start, end, rowStart: rowStart, isEscaped: true)
        return .closed(next: end)
    }

    /// Whether the quote at `position` ends its field; nil where the buffer ends too soon to know.
    private func isClosing(_ buffer: UnsafeBufferPointer<UInt8>, at position: Int, isLast: Bool) -> Bool? {
        let next = afterBlanks(buffer, from: position + 1)
        guard next < buffer.count else { return isLast ? true : nil }
        let byte = buffer[next]
        return byte == delimiter || byte == Self.lineFeed || byte == Self.carriageReturn
    }

    private func afterBlanks(_ buffer: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var position = start
        while position < buffer.count, buffer[position] != delimiter,
            buffer[position] == 0x20 || buffer[position] == 0x09
        {
            position += 1
        }
        return position
    }

    private mutating func append(_ start: Int, _ end: Int, rowStart: Int, isEscaped: Bool) {
        fields.append(
            FieldSpan(
                start: UInt32(truncatingIfNeeded: start - rowStart),
                end: UInt32(truncatingIfNeeded: end - rowStart),
                isEscaped: isEscaped))
    }

    /// Counts the line ends within quoted fields: CR, LF, and CRLF as one.
    private mutating func noteControl(_ byte: UInt8, _ buffer: UnsafeBufferPointer<UInt8>, at position: Int) {
        switch byte {
        case 0: hasNUL = true
        case Self.lineFeed: lines += 1
        case Self.carriageReturn:
            let isPair = position + 1 < buffer.count && buffer[position + 1] == Self.lineFeed
            if !isPair { lines += 1 }
        default: break
        }
    }

    // MARK: Search

    /// The first position from `start` on of `byte` or of a control character below 0x0E, eight bytes at a time.
    @inline(__always)
    private static func find(
        _ byte: UInt8, orControl buffer: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        let pattern = ones &* UInt64(byte)
        let raw = UnsafeRawBufferPointer(buffer)
        var position = start
        while position &+ 8 <= buffer.count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let differing = word ^ pattern
            // Borrows make false marks only above a true one, and only the lowest mark is used.
            let marks = ((differing &- ones) & ~differing | (word &- ones &* 0x0E) & ~word) & highs
            if marks != 0 { return position &+ marks.trailingZeroBitCount >> 3 }
            position &+= 8
        }
        while position < buffer.count && buffer[position] != byte && buffer[position] >= 0x0E {
            position &+= 1
        }
        return position
    }

    private static func find(
        _ quote: UInt8, orBackslash buffer: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Int {
        var position = start
        while position < buffer.count {
            let byte = buffer[position]
            if byte == quote || byte == backslash || byte < 0x0E { return position }
            position += 1
        }
        return position
    }
}
