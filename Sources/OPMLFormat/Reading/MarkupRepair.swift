import Glibc

/// Makes markup well-formed while it streams: what is well-formed goes through byte for byte.
///
/// It stands before the XML parser, which is strict. It takes off what the parser must not see (declarations, the
/// document type), so that no entity is ever declared, and mends what programs get wrong: bare `&`, HTML's entities,
/// characters that XML does not allow, tags without their ends and ends without their tags, further documents. Each
/// repair is told as an issue. Lines stay where they were.
struct MarkupRepair {
    /// Well-formed text in UTF-8 for the parser.
    var output: [UInt8] = []
    /// The lines on which the start tags in ``output`` began.
    private(set) var startLines: [Int] = []
    /// Issues in order, each with its place: twice the number of the start tag (from 1, in this document) that it stands
    /// in, or one more where it stands after it.
    private(set) var issues: [(place: Int, issue: OPMLIssue)] = []
    /// The line of what comes next.
    var line = 1
    /// Whether another document begins here, for which ``beginDocument()`` is to be called.
    private(set) var isAtNextDocument = false
    /// Whether the document element has been met.
    private(set) var hasRoot = false
    /// The document type without its internal subset, and that; for the first document only.
    private(set) var documentType: String?
    private(set) var internalSubset: String?

    /// The names of the open elements, one after the other, and where each begins.
    private var openNames: [UInt8] = []
    private var openStarts: [Int] = []
    private var openOutlines = 0
    private var tagCount = 0
    /// What was looked for up to the end of the file and is not there, so that it is not looked for again.
    private var absent: Set<Terminator> = []

    /// What ends a construct that may be long.
    enum Terminator: Hashable {
        case comment, cdata, instruction, declaration, doubleQuote, singleQuote
    }

    /// What has become of the markup at a place.
    enum Step {
        /// It was taken, so many bytes of it.
        case taken(Int)
        /// Its end is not in the bytes that are there.
        case incomplete
        /// It is no markup: its first byte is text.
        case text
    }

    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// Forgets what has been handed to the parser.
    mutating func clear() {
        output.removeAll(keepingCapacity: true)
        startLines.removeAll(keepingCapacity: true)
        issues.removeAll(keepingCapacity: true)
    }

    /// Goes on with another document.
    mutating func beginDocument() {
        isAtNextDocument = false
        hasRoot = false
        tagCount = 0
        documentType = nil
        internalSubset = nil
    }

    /// Takes what is complete at the beginning of `input`, and returns how many bytes that was.
    ///
    /// - Parameter isLast: whether nothing follows `input`; then all is taken.
    mutating func take(_ input: Bytes, isLast: Bool) throws(OPMLError) -> Int {
        var position = 0
        while position < input.count && !isAtNextDocument {
            let rest = Bytes(rebasing: input[position...])
            if rest[0] != UInt8(ascii: "<") {
                let count = takeText(rest, isLast: isLast)
                if count == 0 { break }
                position += count
                continue
            }
            switch try takeMarkup(rest, isLast: isLast) {
            case .taken(let count): position += count
            case .incomplete: return position
            case .text:
                if isOutside {
                    noteStray()
                } else {
                    note(.bareLessThan, "a “<” does not begin a tag; it was read as text")
                    output += "&lt;".utf8
                }
                position += 1
            }
        }
        return position
    }

    /// Closes what is open at the end of the file.
    mutating func finish() {
        guard !openStarts.isEmpty else { return }
        note(.missingEnd, "the file ends inside \(openStarts.count) elements; they were closed")
        closeElements(downTo: 0)
    }

    // MARK: Issues and lines

    mutating func note(_ code: OPMLIssue.Code, name: String? = nil, _ message: String, isKept: Bool = true) {
        issues.append(
            (2 * tagCount + 1, OPMLIssue(code, line: line, name: name, message: message, isKept: isKept)))
    }

    /// An issue in the start tag that is being read.
    mutating func noteInTag(
        _ code: OPMLIssue.Code, name: String? = nil, _ message: String, isKept: Bool = true
    ) {
        note(code, name: name, message, isKept: isKept)
        issues[issues.count - 1].place += 1
    }

    /// Tells of text outside of the document element, once for a line.
    private mutating func noteStray() {
        guard issues.last?.issue.code != .strayText || issues.last?.issue.line != line else { return }
        note(.strayText, "there is text outside the document element; it was skipped", isKept: false)
    }

    /// Whether what is read stands outside of the document element.
    var isOutside: Bool { openStarts.isEmpty }

    mutating func countLines(_ bytes: Bytes) {
        guard var place = bytes.baseAddress.map({ UnsafeRawPointer($0) }) else { return }
        let end = place + bytes.count
        while let found = memchr(place, 0x0A, end - place) {
            line += 1
            place = UnsafeRawPointer(found) + 1
        }
    }

    mutating func append(_ bytes: Bytes) { output.append(contentsOf: bytes) }

    // MARK: Text

    private mutating func takeText(_ input: Bytes, isLast: Bool) -> Int {
        guard let base = input.baseAddress else { return 0 }
        var end = input.count
        if let next = memchr(base, Int32(UInt8(ascii: "<")), end) {
            end = UnsafeRawPointer(next) - UnsafeRawPointer(base)
        } else if !isLast {
            // Cut at a blank: neither a character nor a reference is cut there.
            guard let blank = input.lastIndex(where: XMLCharacters.isBlank) else { return 0 }
            end = blank + 1
        }
        let text = Bytes(rebasing: input[..<end])
        if isOutside {
            if text.contains(where: { !XMLCharacters.isBlank($0) }) { noteStray() }
            countLines(text)
        } else {
            appendRepaired(text, in: .text)
        }
        return end
    }

    /// Where text stands: some of it must be written otherwise in an attribute's value.
    enum TextPlace { case text, value, verbatim }

    /// A text that is being mended: what stands before `position` and is not yet appended begins at `plain`.
    private struct Mending {
        let text: Bytes
        let place: TextPlace
        var plain = 0
        var position = 0
    }

    /// Appends text with all that XML does not allow in it mended, and counts its lines.
    mutating func appendRepaired(_ text: Bytes, in place: TextPlace) {
        var mending = Mending(text: text, place: place)
        while mending.position < text.count {
            let byte = text[mending.position]
            if byte > 0x3E && byte != 0x5D && byte != 0xEF || byte == 0x20 {
                mending.position += 1
                continue
            }
            switch byte {
            case 0x0A:
                line += 1
                mending.position += 1
            case 0x26 where place != .verbatim:
                appendReference(&mending)
            case 0x3C where place == .value:
                mend(
                    &mending, 1, as: "&lt;", .bareLessThan,
                    "an attribute's value contains a “<”; it was read as text")
            case 0x5D where place == .text && text[mending.position...].starts(with: "]]>".utf8):
                mend(
                    &mending, 3, as: "]]&gt;", .badMarkup,
                    "“]]>” occurs outside a CDATA section; it was read as text")
            case 0x00..<0x20 where byte != 0x09 && byte != 0x0D:
                mend(
                    &mending, 1, as: "\u{FFFD}", .illegalCharacter,
                    "a control character was replaced with U+FFFD")
            case 0xEF where Self.isNoncharacter(text, at: mending.position):
                mend(
                    &mending, 3, as: "\u{FFFD}", .illegalCharacter,
                    "a code point that is not a character was replaced with U+FFFD")
            default: mending.position += 1
            }
        }
        append(Bytes(rebasing: text[mending.plain...]))
    }

    /// Goes past an “&”, and mends what it begins where that is no reference of XML.
    private mutating func appendReference(_ mending: inout Mending) {
        switch XMLReference(mending.text, at: mending.position) {
        case .sound(let length): mending.position += length
        case .html(let length, let scalar):
            mend(
                &mending, length, as: "", .htmlEntity,
                "an HTML entity, which XML does not define, was read as its character")
            XMLEscaping.append(scalar, to: &output)
        case .undefined:
            mend(
                &mending, 1, as: "&amp;", .undefinedEntity,
                "a reference to an unknown entity was read as text")
        case .illegal(let length):
            mend(
                &mending, length, as: "\u{FFFD}", .illegalCharacter,
                "a reference to a character that XML forbids was replaced with U+FFFD")
        case .bare:
            mend(
                &mending, 1, as: "&amp;", .bareAmpersand,
                "a “&” does not begin a reference; it was read as text")
        }
    }

    /// Appends what stands before the position as it is, and other bytes for the next `count`; says so.
    private mutating func mend(
        _ mending: inout Mending, _ count: Int, as replacement: String, _ code: OPMLIssue.Code,
        _ message: String
    ) {
        if mending.place == .value { noteInTag(code, message) } else { note(code, message) }
        append(Bytes(rebasing: mending.text[mending.plain..<mending.position]))
        mending.position += count
        mending.plain = mending.position
        output += replacement.utf8
    }

    /// U+FFFE and U+FFFF: the only code points beyond the control characters that XML refuses.
    static func isNoncharacter(_ text: Bytes, at position: Int) -> Bool {
        position + 2 < text.count && text[position + 1] == 0xBF && text[position + 2] >= 0xBE
    }

    // MARK: Open elements

    /// The name of the innermost open element that has a depth, from 0.
    private func openName(_ depth: Int) -> ArraySlice<UInt8> {
        openNames[
            openStarts[depth]..<(depth + 1 < openStarts.count ? openStarts[depth + 1] : openNames.count)]
    }

    /// Notes that a start tag was written, and opens its element unless it is empty.
    mutating func didBegin(_ name: some Collection<UInt8>, line: Int, isEmpty: Bool) throws(OPMLError) {
        tagCount += 1
        startLines.append(line)
        hasRoot = true
        if isEmpty { return }
        openStarts.append(openNames.count)
        openNames.append(contentsOf: name)
        if Self.isSame(name, "outline") { openOutlines += 1 }
        // Beside the outlines: opml, body, and elements that OPML does not know.
        guard openOutlines <= OPMLLimits.depth, openStarts.count - openOutlines <= OPMLLimits.depth + 2 else {
            throw OPMLError.tooDeep(line: line)
        }
    }

    /// Whether an element of this name, without regard to the case of letters, may stand here; closes what cannot
    /// hold it.
    mutating func prepare(_ name: Bytes) throws(OPMLError) -> Bool {
        if isOutside {
            guard Self.isSame(name, "opml") else {
                if hasRoot {
                    noteStray()
                    return false
                }
                throw OPMLError(
                    .notOPML, line: line,
                    "The file's document element is “\(Self.shown(name))”, not “opml”.",
                    remedy: "Export it as OPML, or name its format.")
            }
            if hasRoot {
                note(.concatenatedDocuments, "another document begins; it was read as a document of its own")
                isAtNextDocument = true
                return false
            }
        } else if openStarts.count == 2, Self.isSame(name, "body"), Self.isSame(openName(1), "head") {
            note(
                .missingEnd, name: "head",
                "the head is not closed before the body begins; it was closed there")
            closeElements(downTo: 1)
        }
        return true
    }

    /// Closes the element that an end tag means, and those in it that are not closed.
    mutating func end(_ name: Bytes) {
        var depth = openStarts.count - 1
        while depth >= 0, !Self.isSame(name, openName(depth)) { depth -= 1 }
        guard depth >= 0 else {
            note(
                .strayEnd, name: Self.shown(name),
                "an end tag has no start tag; it was skipped",
                isKept: false)
            return
        }
        let missing = openStarts.count - 1 - depth
        if missing > 0 {
            note(
                .missingEnd, name: Self.shown(openName(depth + 1)),
                "\(missing) elements are not closed; they were closed here")
        }
        closeElements(downTo: depth)
    }

    private mutating func closeElements(downTo depth: Int) {
        while openStarts.count > depth, let start = openStarts.popLast() {
            let name = openNames[start...]
            output += "</".utf8
            output += name
            output.append(UInt8(ascii: ">"))
            if Self.isSame(name, "outline") { openOutlines -= 1 }
            openNames.removeSubrange(start...)
        }
    }

    /// Whether two names are the same without regard to the case of ASCII's letters.
    static func isSame(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { $0 | 0x20 == $1 | 0x20 }
    }

    static func isSame(_ left: some Collection<UInt8>, _ right: StaticString) -> Bool {
        right.withUTF8Buffer { isSame(left, $0) }
    }

    /// A name for a message: its first letters.
    static func shown(_ name: some Collection<UInt8>) -> String {
        String(decoding: name.prefix(40).filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
    }

    // MARK: Terminators

    /// The position after a terminator, which ends with `>`; nil where it is not in `input`, and then whether it may
    /// still come.
    mutating func find(
        _ terminator: Terminator, _ text: StaticString, in input: Bytes, from start: Int, isLast: Bool
    ) -> (end: Int?, step: Step) {
        if absent.contains(terminator) { return (nil, .text) }
        var position = start
        while let base = input.baseAddress, position < input.count,
            let found = memchr(base + position, Int32(UInt8(ascii: ">")), input.count - position)
        {
            position = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
            let begin = position - text.utf8CodeUnitCount
            if begin >= start, memcmp(base + begin, text.utf8Start, text.utf8CodeUnitCount) == 0 {
                return (position, .text)
            }
        }
        if isLast { absent.insert(terminator) }
        return (nil, isLast ? .text : .incomplete)
    }

    /// Whether a terminator was looked for and does not come any more.
    func hasNone(_ terminator: Terminator) -> Bool { absent.contains(terminator) }

    /// Notes that a terminator does not come any more.
    mutating func setNone(_ terminator: Terminator) { absent.insert(terminator) }

    mutating func setDocumentType(_ type: String, internalSubset subset: String?) {
        guard documentType == nil else { return }
        documentType = type
        internalSubset = subset
    }
}
