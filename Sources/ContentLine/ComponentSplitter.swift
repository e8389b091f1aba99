public import TextDecoding

/// Cuts a stream of content lines into items, in constant memory, without reading what is in them.
///
/// Reads `.vcf` (items are VCARDs) and `.ics` (items are what stands directly in a VCALENDAR). Takes every mixture
/// of line ends, blank lines anywhere, BEGIN and END in any case, a byte order mark, and text that breaks off. Where
/// an END is missing the item ends where the next of its kind begins. There is an item for every BEGIN, or an issue
/// that names it, and nothing else is left out without an issue.
///
/// UTF-16 must be decoded first (`DecodingByteSource` with `eightBitText: .keep`); charsets of single lines are left
/// to ``Component/parse(_:line:fallback:limits:)``.
public struct ComponentSplitter {
    /// What the items of a file are.
    public enum Grammar: Sendable {
        /// Cards that stand one after the other (RFC 6350).
        case vCard
        /// Components within VCALENDAR (RFC 5545; vCalendar 1.0).
        case iCalendar
    }

    /// What is found, in the order of the file.
    public enum Event: Sendable {
        /// A VCALENDAR begins. The item is its BEGIN line.
        case containerBegin(RawItem)
        /// A line that stands directly in a VCALENDAR, with its folds; also one that cannot be read.
        ///
        /// No issue names what is wrong with it; see `ContentLine(reading:line:fallback:issues:)`.
        case containerProperty(RawItem)
        /// A VCARD, or a component that stands directly in a VCALENDAR (or, with an issue, outside).
        case item(RawItem)
        /// The VCALENDAR ends, on this line of the file.
        case containerEnd(line: Int)
        /// Something is not as it should be. It comes before the item that it is about.
        case issue(ContentIssue)
    }

    /// The part of the file that is being put together.
    private struct Open {
        var name: String
        /// Where it begins in the buffer.
        var start: Int
        var line: Int
        /// How many components of its name are open within it: cards as values of AGENT, say.
        var inner = 0
        /// A card that begins within it, where none should.
        var guest: Guest?
        var isProperty = false
        /// Whether its BEGIN has blanks in front of it; then lines that begin with blanks may be its END.
        var isIndented = false
        var isQuotedPrintable = false
    }

    /// A card that begins within another one, but not as the value of AGENT.
    ///
    /// Whether the END of the outer one is missing, or stands further below, is known only there.
    private struct Guest {
        var start: Int
        var line: Int
        /// Where it ends, once its END was found.
        var end: Int?
        /// The ``Open/inner`` of the card around it.
        var outerInner: Int
        /// The lines after its END.
        var rest: ClosedRange<Int>?
    }

    private let grammar: Grammar
    private let limit: Int
    private let buffer: SplitBuffer
    private var lines: PhysicalLines
    private var lineNumber = 0
    private var open: Open?
    private var container: Int?
    /// The last line that was not blank, within the open part: where it begins and ends in the buffer.
    private var previous = 0..<0
    private var awaitsAgent = false
    private var stray: ClosedRange<Int>?
    private var pending: [Event] = []
    private var nextPending = 0
    private var isFinished = false

    /// The usual limit for one item: 64 MiB.
    public static let defaultMaximumItemSize = 64 * 1024 * 1024

    /// Reads from `source`, which must give 8-bit text.
    ///
    /// - Parameter maximumItemSize: how many bytes one item, or one line outside of items, may have.
    public init(
        _ source: any ByteSource, grammar: Grammar,
        maximumItemSize: Int = ComponentSplitter.defaultMaximumItemSize
    ) {
        self.grammar = grammar
        limit = maximumItemSize
        buffer = SplitBuffer(source, limit: maximumItemSize)
        lines = PhysicalLines(buffer.bytes)
    }

    /// What comes next, or `nil` at the end of the source.
    ///
    /// - Throws: ``ContentLineError`` if an item is too large; what the source throws.
    public mutating func next() throws -> Event? {
        while true {
            if nextPending < pending.count {
                nextPending += 1
                return pending[nextPending - 1]
            }
            pending.removeAll(keepingCapacity: true)
            nextPending = 0
            if isFinished { return nil }
            if let line = lines.next(isFinal: buffer.isAtEnd) {
                lineNumber += 1
                take(line)
            } else if buffer.isAtEnd {
                finish()
            } else {
                try refill()
            }
        }
    }

    private mutating func refill() throws {
        let start = open?.start ?? lines.position
        if buffer.count - start > limit {
            throw ContentLineError(
                code: .itemTooLarge, line: open?.line ?? lineNumber + 1,
                bytes: buffer.offset + start..<buffer.offset + buffer.count,
                message: "\(open.map { "A \($0.name)" } ?? "A line") is larger than \(limit) bytes",
                remedy: "Remove it from the file, or make it smaller, and import again.")
        }
        let position = lines.position - start
        if let guest = open?.guest {
            open?.guest?.start = guest.start - start
            open?.guest?.end = guest.end.map { $0 - start }
        }
        let isFirst = buffer.offset == 0 && buffer.count == 0
        try buffer.refill(keepingFrom: start)
        open?.start = 0
        previous = max(previous.lowerBound - start, 0)..<max(previous.upperBound - start, 0)
        let bytes = buffer.bytes
        let hasMark = isFirst && bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        lines = PhysicalLines(bytes, from: hasMark ? 3 : position)
    }

    private mutating func take(_ line: PhysicalLines.Line) {
        let bytes = buffer.bytes
        let text = line.start..<line.end
        if bytes.isBlank(text) {
            // A run of blanks that was folded belongs to its line; see LogicalLines.
            let isFold = text.count > 1 && previous.count >= 70 && endOfPrevious() == text.lowerBound
            if isFold, open?.isProperty == true { previous = text }
            return
        }
        let isFold = bytes.isBlankByte(at: line.start)
        if awaitsAgent {
            awaitsAgent = false
            if !isFold { open?.inner += 1 }
        }
        if let part = open {
            if isFold, !part.isIndented || ComponentMark(bytes, bytes.trimmed(text)) == nil {
                previous = previous.lowerBound..<line.end
                return
            }
            if part.isProperty {
                if part.isQuotedPrintable, bytes[previous.upperBound - 1] == 0x3D,
                    !bytes.beginsKnownProperty(text)
                {
                    previous = text
                    return
                }
                closeProperty(part)
            }
        }
        let mark = ComponentMark(bytes, isFold ? bytes.trimmed(text) : text)
        if let guest = open?.guest, guest.end != nil, mark?.kind != .begin {
            open?.guest?.rest = (guest.rest?.lowerBound ?? lineNumber)...lineNumber
        }
        if let mark {
            let name = bytes.string(mark.name).asciiUppercased()
            mark.kind == .begin ? begin(name, line) : end(name, line)
        } else if open != nil {
            awaitsAgent = grammar == .vCard && isAgentWithCard(text)
        } else if container != nil {
            beginProperty(line)
        } else {
            addStray()
        }
        previous = text
        if isFold, mark?.kind == .begin, open?.start == line.start {
            open?.isIndented = true
            report(
                .indented, line: lineNumber,
                "The lines are indented, and cannot be distinguished from folded lines.")
        }
    }

    // MARK: Components

    private mutating func begin(_ name: String, _ line: PhysicalLines.Line) {
        if let part = open, !part.isProperty {
            guard grammar == .iCalendar else { return beginWithinCard(part, name, line) }
            guard Self.calendarComponents.contains(name) else {
                if name == part.name { open?.inner += 1 }
                return
            }
            emitMissingEnd(part, before: line.start, reason: "\(name) begins")
        }
        flushStray()
        switch grammar {
        case .vCard:
            open = Open(name: name, start: line.start, line: lineNumber)
        case .iCalendar where name == "VCALENDAR":
            closeContainer(isMissing: true)
            container = lineNumber
            pending.append(.containerBegin(item(name, line.start..<line.next, line: lineNumber)))
        case .iCalendar:
            if container == nil {
                report(.missingContainer, line: lineNumber, "\(name) is outside any VCALENDAR.")
            }
            open = Open(name: name, start: line.start, line: lineNumber)
        }
    }

    /// A BEGIN within a card: of its AGENT, of a component that is a part of it, or of a card that should not be there.
    private mutating func beginWithinCard(_ part: Open, _ name: String, _ line: PhysicalLines.Line) {
        guard name == "VCARD" else {
            if let guest = part.guest, guest.end != nil {
                endBeforeGuest(part, guest)
                begin(name, line)
            } else if name == part.name {
                open?.inner += 1
            }
            return
        }
        if part.name == "VCARD", previousIsAgent() {
            open?.inner += 1
            return
        }
        if let guest = part.guest { endBeforeGuest(part, guest) }
        if let part = open, part.guest == nil {
            guard part.name == "VCARD" else {
                emitMissingEnd(part, before: line.start, reason: "a VCARD begins")
                return begin(name, line)
            }
            open?.guest = Guest(start: line.start, line: lineNumber, outerInner: part.inner)
            open?.inner = 0
        } else {
            begin(name, line)
        }
    }

    /// Takes a card and the one that began within it for two, the first without its END.
    ///
    /// The second is open again afterwards, unless its END was found.
    private mutating func endBeforeGuest(_ part: Open, _ guest: Guest) {
        emitMissingEnd(part, before: guest.start, reason: "another VCARD begins")
        guard let end = guest.end else {
            open = Open(name: "VCARD", start: guest.start, line: guest.line, inner: part.inner)
            return
        }
        pending.append(.item(item("VCARD", guest.start..<end, line: guest.line)))
        stray = guest.rest
        flushStray()
    }

    /// What never stands within another component but VCALENDAR.
    private static let calendarComponents: Set<String> = [
        "VCALENDAR", "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VAVAILABILITY",
    ]

    private mutating func end(_ name: String, _ line: PhysicalLines.Line) {
        if let part = open {
            if name == part.name {
                if part.inner > 0 {
                    open?.inner -= 1
                    return
                }
                if let guest = part.guest {
                    if guest.end == nil {
                        open?.guest?.end = line.next
                        open?.inner = guest.outerInner
                        return
                    }
                    report(
                        .nestedCard, line: guest.line,
                        "A card begins inside another card that continues after it. It is now part of the outer card."
                    )
                }
                open = nil
                pending.append(
                    .item(item(part.name, part.start..<line.next, line: part.line)))
                return
            }
            guard grammar == .iCalendar, name == "VCALENDAR" else { return }
            emitMissingEnd(part, before: line.start, reason: "its VCALENDAR ends")
        }
        if grammar == .iCalendar, name == "VCALENDAR", container != nil {
            closeContainer(isMissing: false)
        } else {
            flushStray()
            report(
                .strayEnd, line: lineNumber,
                "There is an END:\(Self.shown(name)) without a BEGIN.",
                isKept: false)
        }
    }

    private mutating func emitMissingEnd(_ part: Open, before end: Int, reason: String) {
        report(
            .missingEnd, line: part.line,
            "\(Self.shown(part.name)) has no END; \(reason). It was read up to that line.")
        open = nil
        awaitsAgent = false
        pending.append(.item(item(part.name, part.start..<end, line: part.line)))
    }

    private mutating func closeContainer(isMissing: Bool) {
        guard let line = container else { return }
        container = nil
        if isMissing { report(.missingEnd, line: line, "VCALENDAR has no END.") }
        pending.append(.containerEnd(line: lineNumber))
    }

    // MARK: Lines around the components

    private mutating func beginProperty(_ line: PhysicalLines.Line) {
        let bytes = buffer.bytes
        let text = line.start..<line.end
        var nameEnd = text.lowerBound
        while nameEnd < text.upperBound, bytes[nameEnd] != 0x3A, bytes[nameEnd] != 0x3B { nameEnd += 1 }
        let isNamed = nameEnd < text.upperBound
        let name = isNamed ? bytes.string(bytes.trimmed(text.lowerBound..<nameEnd)).asciiUppercased() : ""
        var part = Open(name: name, start: line.start, line: lineNumber)
        part.isProperty = true
        if bytes[line.end - 1] == 0x3D {
            part.isQuotedPrintable = bytes.string(text).asciiUppercased().contains("QUOTED-PRINTABLE")
        }
        open = part
    }

    private mutating func closeProperty(_ part: Open) {
        pending.append(.containerProperty(item(part.name, part.start..<endOfPrevious(), line: part.line)))
        open = nil
    }

    /// Where the last line that was not blank ends, with its line end.
    private func endOfPrevious() -> Int {
        let bytes = buffer.bytes
        var end = previous.upperBound
        if end < bytes.count, bytes[end] == 0x0D { end += 1 }
        if end < bytes.count, bytes[end] == 0x0A { end += 1 }
        return end
    }

    private mutating func addStray() {
        stray = (stray?.lowerBound ?? lineNumber)...lineNumber
    }

    private mutating func flushStray() {
        guard let lines = stray else { return }
        stray = nil
        let what =
            lines.count == 1
            ? "Line \(lines.lowerBound) is" : "Lines \(lines.lowerBound) to \(lines.upperBound) are"
        report(
            .strayText, line: lines.lowerBound,
            "\(what) outside any \(grammar == .vCard ? "VCARD" : "VCALENDAR") and cannot be read.",
            isKept: false)
    }

    // MARK: The end

    private mutating func finish() {
        isFinished = true
        if let part = open {
            if part.isProperty {
                closeProperty(part)
            } else {
                if let guest = part.guest { endBeforeGuest(part, guest) }
                if let part = open { emitMissingEnd(part, before: buffer.count, reason: "the file ends") }
            }
        }
        flushStray()
        closeContainer(isMissing: true)
    }

    // MARK: Helpers

    /// Whether the last line is an AGENT property without a value, so that a card may follow as its value.
    private func previousIsAgent() -> Bool {
        let bytes = buffer.bytes
        let range = bytes.trimmed(previous)
        guard let last = range.last, bytes[last] == 0x3A else { return false }
        return isAgent(range)
    }

    /// Whether the line is `AGENT:BEGIN:VCARD`, and the next one tells whether the card goes on there.
    private func isAgentWithCard(_ text: Range<Int>) -> Bool {
        let bytes = buffer.bytes
        guard text.count >= 17, bytes[text.upperBound - 1] | 0x20 == 0x64 else { return false }
        let tail = text.upperBound - 12
        guard bytes.hasPrefix(":begin:vcard", at: tail, before: text.upperBound) else { return false }
        return isAgent(text)
    }

    private func isAgent(_ text: Range<Int>) -> Bool {
        let bytes = buffer.bytes
        var start = text.lowerBound
        var index = start
        while index < text.upperBound, bytes[index] != 0x3A, bytes[index] != 0x3B {
            if bytes[index] == 0x2E { start = index + 1 }
            index += 1
        }
        return index - start == 5 && bytes.hasPrefix("agent", at: start, before: index)
    }

    private func item(_ name: String, _ range: Range<Int>, line: Int) -> RawItem {
        RawItem(
            name: name, bytes: Array(buffer.bytes[range]), line: line,
            offset: buffer.offset + range.lowerBound)
    }

    private mutating func report(_ code: ContentIssue.Code, line: Int, _ message: String, isKept: Bool = true)
    {
        pending.append(.issue(ContentIssue(code, line: line, message: message, isKept: isKept)))
    }

    /// A component's name for a message: names are not private, but a broken file may have anything in their place.
    private static func shown(_ name: String) -> String {
        let isName =
            !name.isEmpty && name.utf8.count <= 40
            && name.utf8.allSatisfy { $0 == 0x2D || 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 }
        return isName ? name : "component"
    }
}
