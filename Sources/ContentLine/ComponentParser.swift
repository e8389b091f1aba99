public import TextDecoding

extension Component {
    /// A component that was read, and what was wrong with it.
    public struct Parsed: Sendable {
        /// The component.
        ///
        /// Whatever was wrong, every line of the text is in it.
        public var component: Component
        /// What was wrong, in the order of the lines.
        public var issues: [ContentIssue]
        /// How many bytes were read: up to and with the END that matches the first BEGIN.
        public var length: Int
    }

    /// Reads one component from the text of one item, BEGIN to END.
    ///
    /// Never fails: what cannot be read is kept as a line for which ``ContentLine/isMalformed`` is true, and is named
    /// in an issue. Text after the END that matches the first BEGIN is not read.
    ///
    /// - Parameters:
    ///   - bytes: the text, in any line ends and with any folds.
    ///   - line: the line in the file where it begins, counted from 1.
    ///   - fallback: the charset of lines that are neither UTF-8 nor name a charset; `nil` guesses for each line.
    ///   - limits: how deep and how long it may be.
    public static func parse(
        _ bytes: [UInt8], line: Int = 1, fallback: TextEncoding? = nil,
        limits: ComponentLimits = ComponentLimits()
    ) -> Parsed {
        bytes.withUnsafeBytes { buffer in
            var parser = ComponentParser(
                array: bytes, bytes: buffer, firstLine: line, fallback: fallback, limits: limits)
            return parser.parse()
        }
    }
}

/// Reads the lines of one item into components.
///
/// Not recursive: the open components are a stack.
struct ComponentParser {
    /// The text as an array, to share with the lines, and as a buffer, to look at.
    private let array: [UInt8]
    private let bytes: UnsafeRawBufferPointer
    private let firstLine: Int
    private let limits: ComponentLimits
    private var lines: LogicalLines
    private var reader: LineReader
    private var open: [Component] = []
    private var finished: Component?
    private var lineCount = 0

    init(
        array: [UInt8], bytes: UnsafeRawBufferPointer, firstLine: Int, fallback: TextEncoding?,
        limits: ComponentLimits
    ) {
        self.array = array
        self.bytes = bytes
        self.firstLine = firstLine
        self.limits = limits
        lines = LogicalLines(bytes)
        reader = LineReader(array: array, bytes: bytes, firstLine: firstLine, fallback: fallback)
    }

    mutating func parse() -> Component.Parsed {
        skipByteOrderMark()
        while finished == nil, var line = lines.next() {
            lineCount += 1
            if lineCount > limits.lines {
                keepRest(from: line)
                break
            }
            let mark = line.joined == nil ? ComponentMark(bytes, line.plain) : nil
            if open.isEmpty, mark?.kind != .begin { beginUnnamed(line) }
            if let mark {
                handle(mark, line)
                continue
            }
            open[open.count - 1].properties.append(read(&line))
            if reader.beginsAgent { beginAgent(line) }
        }
        while let component = open.last {
            guard !component.hasNoBegin else {
                close()
                continue
            }
            reader.issues.append(
                ContentIssue(
                    .missingEnd, line: component.lineNumber,
                    message: "\(component.name) has no END. It was read up to the end of its text."))
            close()
        }
        var root = finished ?? Component(name: "")
        root.precedingProperties = .max
        return Component.Parsed(component: root, issues: reader.issues, length: lines.position)
    }

    /// Reads a line, with the lines of base64 after it that belong to it.
    private mutating func read(_ line: inout LogicalLines.Line) -> ContentLine {
        let parsed = reader.read(line)
        guard parsed.encoding == .base64 else { return parsed }
        let end = line.source.upperBound
        lines.absorbBase64(into: &line)
        return line.source.upperBound > end ? reader.read(line, isReread: true) : parsed
    }

    private mutating func skipByteOrderMark() {
        guard bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF else { return }
        lines = LogicalLines(bytes, from: 3)
    }

    private mutating func handle(_ mark: ComponentMark, _ line: LogicalLines.Line) {
        let number = firstLine + line.number
        let name = bytes.string(mark.name)
        switch mark.kind {
        case .begin where open.count >= limits.depth:
            keepUnread(from: line, name: name)
        case .begin:
            var component = Component(name: name)
            component.lineNumber = number
            component.precedingProperties = open.last?.properties.count ?? 0
            // Most lines have some 35 bytes: room for them, in bounds, saves growing.
            if open.isEmpty { component.properties.reserveCapacity(min(bytes.count / 32, 64)) }
            open.append(component)
        case .end:
            let canonical = name.asciiUppercased()
            guard let match = open.lastIndex(where: { !$0.hasNoBegin && $0.isNamed(canonical) }) else {
                reader.issues.append(
                    ContentIssue(
                        .strayEnd, line: number, message: "There is an END without a BEGIN."))
                // Without it, what follows could become a part of the line before it, once both are written.
                keep(line.source, line)
                return
            }
            while open.count > match {
                if open.count > match + 1, let inner = open.last {
                    reader.issues.append(
                        ContentIssue(
                            .missingEnd, line: inner.lineNumber,
                            message:
                                "\(inner.name) has no END. It was read up to the end of the enclosing component."
                        ))
                }
                close()
            }
        }
    }

    /// Opens a component for text that does not begin with BEGIN, so that nothing of it is lost.
    private mutating func beginUnnamed(_ line: LogicalLines.Line) {
        var component = Component(name: "")
        component.hasNoBegin = true
        component.lineNumber = firstLine + line.number
        open.append(component)
        reader.issues.append(
            ContentIssue(
                .strayText, line: firstLine + line.number,
                message: "The text does not begin with BEGIN. It was read as one component without a name."))
    }

    /// Opens the card that begins as the value of an AGENT property (vCard 2.1, section 2.4.3).
    private mutating func beginAgent(_ line: LogicalLines.Line) {
        guard !open.isEmpty, open.count < limits.depth else { return }
        var component = Component(name: "VCARD")
        component.lineNumber = firstLine + line.number
        component.precedingProperties = open[open.count - 1].properties.count
        open.append(component)
    }

    /// Closes the innermost open component.
    private mutating func close() {
        guard let component = open.popLast() else { return }
        if open.isEmpty { finished = component } else { open[open.count - 1].components.append(component) }
    }

    /// Keeps a component that lies too deep as one unread piece of text, up to its END.
    ///
    /// Where an END is missing it is added, or else the text, written and read again, would take up those of
    /// the components around it.
    private mutating func keepUnread(from line: LogicalLines.Line, name: String) {
        var names = [name]
        var end = line.source.upperBound
        while !names.isEmpty, let next = lines.next() {
            end = next.source.upperBound
            guard next.joined == nil, let mark = ComponentMark(bytes, next.plain) else { continue }
            if mark.kind == .begin { names.append(bytes.string(mark.name)) } else { names.removeLast() }
        }
        if names.isEmpty {
            keep(line.source.lowerBound..<end, line)
        } else {
            var text = Array(bytes[line.source.lowerBound..<end])
            if text.last != 0x0A { text += [0x0D, 0x0A] }
            for name in names.reversed() { text += Array("END:\(name)\r\n".utf8) }
            open[open.count - 1].properties.append(reader.malformed(text, line))
        }
        reader.issues.append(
            ContentIssue(
                .tooDeep, line: firstLine + line.number,
                message:
                    "\(name) is nested more than \(limits.depth) levels deep. Its text was kept but not read."
            ))
    }

    /// Keeps all that follows, but for the END of the outermost component, as one unread piece of text.
    private mutating func keepRest(from line: LogicalLines.Line) {
        while open.count > 1 { close() }
        let start = line.source.lowerBound
        var end = start
        var last = line.source
        while let next = lines.next() {
            end = last.upperBound
            last = next.source
        }
        let mark = ComponentMark(bytes, bytes.trimmedLine(last))
        if mark?.kind != .end { end = last.upperBound }
        keep(start..<end, line)
        reader.issues.append(
            ContentIssue(
                .tooManyLines, line: firstLine + line.number,
                message:
                    "The component has more than \(limits.lines) lines. The rest of its text was kept but not read."
            )
        )
        if mark?.kind == .end { while !open.isEmpty { close() } }
    }

    private mutating func keep(_ source: Range<Int>, _ line: LogicalLines.Line) {
        guard !open.isEmpty, !source.isEmpty else { return }
        open[open.count - 1].properties.append(reader.malformed(source, line))
    }
}

/// A BEGIN or END line.
struct ComponentMark {
    enum Kind {
        case begin
        case end
    }

    var kind: Kind
    /// Where the component's name stands, without blanks around it.
    var name: Range<Int>

    /// Reads `bytes[range]` as BEGIN or END, in any case, or gives `nil`.
    @inline(__always)
    init?(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        guard range.count >= 4 else { return nil }
        switch bytes[range.lowerBound] | 0x20 {
        case 0x62 where bytes.hasPrefix("begin:", at: range.lowerBound, before: range.upperBound):
            kind = .begin
            name = bytes.trimmed(range.lowerBound + 6..<range.upperBound)
        case 0x65 where bytes.hasPrefix("end:", at: range.lowerBound, before: range.upperBound):
            kind = .end
            name = bytes.trimmed(range.lowerBound + 4..<range.upperBound)
        default: return nil
        }
    }
}
