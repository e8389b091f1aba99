/// Puts the physical lines of an item together to logical ones: unfolds, and joins QUOTED-PRINTABLE soft breaks.
///
/// Works on bytes, before any charset is decoded, since folds may cut a character in two.
struct LogicalLines {
    /// One logical line.
    struct Line {
        /// Where it stands in the item, with folds, up to and with its last line end.
        var source: Range<Int>
        /// Where its text stands, if it was not folded.
        var plain: Range<Int>
        /// Its text, if it had to be put together.
        var joined: [UInt8]?
        /// The number of its first physical line, counted from 0 within the item.
        var number: Int
        /// Whether a soft line break has nothing after it.
        var endsInSoftBreak = false
    }

    let bytes: UnsafeRawBufferPointer
    private var physical: PhysicalLines
    /// The number of the next physical line.
    private var number = 0

    init(_ bytes: UnsafeRawBufferPointer, from position: Int = 0) {
        self.bytes = bytes
        physical = PhysicalLines(bytes, from: position)
    }

    /// The next line that is not blank, or `nil` at the end.
    mutating func next() -> Line? {
        while var first = physical.next() {
            let firstNumber = number
            number += 1
            if bytes.isBlank(first.start..<first.end) { continue }
            var line = Line(
                source: first.start..<first.next, plain: bytes.trimmedAtStart(first.start..<first.end),
                number: firstNumber)
            // Blanks in front are not written again, so that they do not make the line a long one.
            first.start = line.plain.lowerBound
            guard !isBeginOrEnd(line.plain) else { return line }
            if bytes[first.end - 1] == 0x3D, isQuotedPrintable(line.plain) {
                joinSoftBreaks(&line, first)
            } else if isContinuation(physical.position, after: first) {
                if isQuotedPrintable(line.plain) {
                    joinSoftBreaks(&line, first)
                } else {
                    joinFolds(&line, first)
                }
            }
            return line
        }
        return nil
    }

    /// Takes up lines of base64 that follow `line` without a fold, as vCard 2.1 has it: they end with a blank
    /// line or with one that is no base64.
    ///
    /// The line end of a blank line goes with them.
    mutating func absorbBase64(into line: inout Line) {
        var joined = line.joined
        while let next = peek() {
            if bytes.isBlank(next.start..<next.end) {
                take(next)
                line.source = line.source.lowerBound..<next.next
                break
            }
            guard bytes.isBase64(next.start..<next.end) else { break }
            if joined == nil { joined = Array(bytes[line.plain]) }
            joined?.append(contentsOf: bytes[next.start..<next.end])
            take(next)
            line.source = line.source.lowerBound..<next.next
            while let fold = peek(), fold.end > fold.start, bytes.isBlankByte(at: fold.start) {
                joined?.append(contentsOf: bytes[bytes.trimmed(fold.start..<fold.end)])
                take(fold)
                line.source = line.source.lowerBound..<fold.next
            }
        }
        line.joined = joined
    }

    /// Where what has not been read yet begins.
    var position: Int { physical.position }

    private func peek() -> PhysicalLines.Line? {
        var copy = physical
        return copy.next()
    }

    private mutating func take(_ line: PhysicalLines.Line) {
        physical.seek(to: line.next)
        number += 1
    }

    /// Whether the line at `position`, or the first after blank ones, begins with a blank.
    private func isContinuation(_ position: Int, after first: PhysicalLines.Line) -> Bool {
        guard position < bytes.count else { return false }
        switch bytes[position] {
        case 0x20, 0x09: break
        case 0x0A, 0x0D: break
        default: return false
        }
        var copy = physical
        while let line = copy.next() {
            if bytes.isBlank(line.start..<line.end) {
                if isBlankFold(line, after: first) { return true }
                continue
            }
            return bytes.isBlankByte(at: line.start)
        }
        return false
    }

    /// Whether a line of blanks is not empty, but a run of blanks that was folded: the line before is as long as
    /// lines are that are folded for their length.
    private func isBlankFold(_ line: PhysicalLines.Line, after previous: PhysicalLines.Line) -> Bool {
        line.end - line.start > 1 && line.start == previous.next && previous.end - previous.start >= 70
    }

    private mutating func joinFolds(_ line: inout Line, _ first: PhysicalLines.Line) {
        var joined = Array(bytes[line.plain])
        var end = line.source.upperBound
        var blankLines = 0
        var look = physical
        var previous = first
        while let next = look.next() {
            defer { previous = next }
            if bytes.isBlank(next.start..<next.end), !isBlankFold(next, after: previous) {
                blankLines += 1
                continue
            }
            guard bytes.isBlankByte(at: next.start) else { break }
            joined.append(contentsOf: bytes[next.start + 1..<next.end])
            end = next.next
            number += 1 + blankLines
            blankLines = 0
        }
        physical.seek(to: end)
        line.joined = joined
        line.source = line.source.lowerBound..<end
    }

    /// Joins a QUOTED-PRINTABLE line.
    ///
    /// Lines after a soft break (`=` at the end) belong to it whatever they begin with. If all of them begin
    /// with a blank, the writer folded as well, and one blank each is dropped; if not, blanks are text. A `=`
    /// in front of a line that is plainly a property was left dangling.
    private mutating func joinSoftBreaks(_ line: inout Line, _ first: PhysicalLines.Line) {
        var pieces: [(range: Range<Int>, isSoft: Bool)] = []
        var end = line.source.upperBound
        var (text, isSoft) = withoutSoftBreak(line.plain)
        let firstText = text
        var blankLines = 0
        var look = physical
        while let next = look.next() {
            let range = next.start..<next.end
            if bytes.isBlank(range) {
                blankLines += 1
                continue
            }
            let isFolded = bytes.isBlankByte(at: next.start)
            guard isFolded || (isSoft && !bytes.beginsKnownProperty(range)) else { break }
            let wasSoft = isSoft
            (text, isSoft) = withoutSoftBreak(range)
            pieces.append((text, wasSoft))
            end = next.next
            number += 1 + blankLines
            blankLines = 0
        }
        physical.seek(to: end)
        line.endsInSoftBreak = isSoft
        line.source = line.source.lowerBound..<end
        let dropsBlanks = pieces.allSatisfy {
            !$0.isSoft || ($0.range.isEmpty || bytes.isBlankByte(at: $0.range.lowerBound))
        }
        var joined = Array(bytes[firstText])
        for piece in pieces {
            let drop = !piece.range.isEmpty && (!piece.isSoft || dropsBlanks)
            joined.append(contentsOf: bytes[piece.range.lowerBound + (drop ? 1 : 0)..<piece.range.upperBound])
        }
        line.joined = joined
    }

    /// The text without the `=` of a soft break (and blanks that a mail program put after it), and whether it had one.
    private func withoutSoftBreak(_ range: Range<Int>) -> (Range<Int>, Bool) {
        var end = range.upperBound
        while end > range.lowerBound, bytes.isBlankByte(at: end - 1) { end -= 1 }
        guard end > range.lowerBound, bytes[end - 1] == 0x3D else { return (range, false) }
        return (range.lowerBound..<end - 1, true)
    }

    private func isBeginOrEnd(_ range: Range<Int>) -> Bool {
        let first = asciiLowercased(bytes[range.lowerBound])
        guard first == 0x62 || first == 0x65 else { return false }
        return bytes.hasPrefix("begin:", at: range.lowerBound, before: range.upperBound)
            || bytes.hasPrefix("end:", at: range.lowerBound, before: range.upperBound)
    }

    /// Whether the parameters on this first physical line name QUOTED-PRINTABLE.
    private func isQuotedPrintable(_ range: Range<Int>) -> Bool {
        if case .success(let head) = LineHead.parse(bytes, range) { return head.encoding == .quotedPrintable }
        // The parameters go on behind a fold.
        let colon = bytes.firstIndex(of: 0x3A, in: range) ?? range.upperBound
        var index = range.lowerBound
        while let next = bytes.firstIndex(of: 0x3B, in: index..<colon) {
            index = next + 1
            let end = bytes[index..<colon].firstIndex { $0 == 0x3B || $0 == 0x2C } ?? colon
            let length = end - index
            if length == 25 && bytes.hasPrefix("encoding=quoted-printable", at: index, before: end)
                || length == 16 && bytes.hasPrefix("quoted-printable", at: index, before: end)
            {
                return true
            }
        }
        return false
    }
}

extension UnsafeRawBufferPointer {
    /// The range without spaces and tabs at its beginning.
    func trimmedAtStart(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        while start < range.upperBound, isBlankByte(at: start) { start += 1 }
        return start..<range.upperBound
    }

    /// The range without its line end.
    func trimmedLine(_ range: Range<Int>) -> Range<Int> {
        var end = range.upperBound
        while end > range.lowerBound, self[end - 1] == 0x0A || self[end - 1] == 0x0D { end -= 1 }
        return trimmed(range.lowerBound..<end)
    }

    /// Whether the bytes are all of the base64 alphabet (RFC 4648), but for blanks at the end.
    func isBase64(_ range: Range<Int>) -> Bool {
        var end = range.upperBound
        while end > range.lowerBound, isBlankByte(at: end - 1) { end -= 1 }
        for index in range.lowerBound..<end {
            switch self[index] {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x3D: continue
            default: return false
            }
        }
        return true
    }

    /// Whether a line is plainly a property of a vCard or vCalendar: a name that the specifications know, or
    /// X-, in capitals, and a colon or semicolon after it.
    ///
    /// Text that goes on after a soft break hardly ever looks so.
    func beginsKnownProperty(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        var start = index
        let limit = Swift.min(range.upperBound, index + 64)
        scan: while index < limit {
            switch self[index] {
            case 0x41...0x5A, 0x30...0x39, 0x2D: index += 1
            case 0x61...0x7A: index += 1
            case 0x2E:
                index += 1
                start = index
            default: break scan
            }
        }
        guard index < limit, index > start, self[index] == 0x3A || self[index] == 0x3B else { return false }
        let name = string(start..<index)
        if KnownNames.structure.contains(name.asciiUppercased()) { return true }
        return name.hasPrefix("X-") || KnownNames.properties.contains(name)
    }
}

/// Names that tell a property from text that goes on after a soft break.
enum KnownNames {
    static let structure: Set<String> = ["BEGIN", "END"]

    /// The properties of vCard 2.1 and vCalendar 1.0 and those of later versions that are found in such files.
    static let properties: Set<String> = [
        "ADR", "AGENT", "ANNIVERSARY", "BDAY", "CATEGORIES", "CLASS", "EMAIL", "FN", "GENDER", "GEO", "IMPP",
        "KEY",
        "LABEL", "LANG", "LOGO", "MAILER", "MEMBER", "N", "NICKNAME", "NOTE", "ORG", "PHOTO", "PRODID",
        "PROFILE",
        "RELATED", "REV", "ROLE", "SORT-STRING", "SOUND", "SOURCE", "TEL", "TITLE", "TZ", "UID", "URL",
        "VERSION",
        "AALARM", "ATTACH", "ATTENDEE", "COMPLETED", "CREATED", "DALARM", "DAYLIGHT", "DCREATED",
        "DESCRIPTION",
        "DTEND", "DTSTAMP", "DTSTART", "DUE", "DURATION", "EXDATE", "EXRULE", "LAST-MODIFIED", "LOCATION",
        "MALARM",
        "PALARM", "PRIORITY", "RDATE", "RELATED-TO", "RESOURCES", "RNUM", "RRULE", "SEQUENCE", "STATUS",
        "SUMMARY",
        "TRANSP",
    ]
}
