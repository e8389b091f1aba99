/// Makes events of what the parser meets.
final class OutlineBuilder {
    /// What has been met and not been taken.
    var events: [OPMLEvent] = []
    /// Why reading cannot go on; the parser cannot throw.
    private(set) var failure: OPMLError?

    /// The elements that OPML gives a meaning to.
    private enum Level { case opml, head, body, outline }

    private var document = OPMLDocument(headAttributes: nil, bodyAttributes: nil)
    /// Whether ``document`` was given out.
    private var hasBegun = false
    private var hasEnded = false
    private var hasHead = false
    private var hasBody = false
    /// Whether something has been given out that stands after the body, so that an outline needs another one.
    private var isAfterBody = false
    private var levels: [Level] = []
    /// How many outlines have been met in each open level: in the body, in its last outline, and so on.
    private var counts: [Int] = [0]
    /// The open outlines' texts from the outside in; made when a child is met.
    private var paths: [[String]] = [[]]
    private var openTexts: [String] = []
    private var openAttributes: [OPMLAttributes] = []
    private var text = ""
    private var pieceSize = 0
    private let maximumItemSize: Int
    /// What a node takes beside its text.
    private static let nodeSize = 64
    /// The open elements that OPML does not know, from the outside in.
    private var captured: [OPMLElement] = []

    /// What the repair knows of the start tags to come.
    private var startLines: ArraySlice<Int> = []
    private var pending: ArraySlice<(place: Int, issue: OPMLIssue)> = []
    private var tag = 0
    private var line = 1
    private var depth: Int { counts.count - 1 }

    init(maximumItemSize: Int) {
        self.maximumItemSize = maximumItemSize
    }

    // MARK: What the repair tells

    /// Takes what the repair knows of the next piece of text for the parser, which may hold tags back.
    func prepare(_ repair: MarkupRepair) {
        startLines += repair.startLines
        pending += repair.issues
        document.documentType = document.documentType ?? repair.documentType
        document.internalSubset = document.internalSubset ?? repair.internalSubset
    }

    /// Tells of the issues that no start tag to come has to tell of.
    func flushIssues(all: Bool = false) {
        while let next = pending.first, all || next.place <= 2 * tag + 1 {
            events.append(.issue(next.issue))
            pending.removeFirst()
        }
    }

    /// Tells of the issues before the start tag that begins, and gives those within it.
    private func beginTag() -> [OPMLIssue] {
        tag += 1
        line = startLines.popFirst() ?? line
        while let next = pending.first, next.place < 2 * tag {
            events.append(.issue(next.issue))
            pending.removeFirst()
        }
        var own: [OPMLIssue] = []
        while let next = pending.first, next.place == 2 * tag {
            own.append(next.issue)
            pending.removeFirst()
        }
        return own
    }

    // MARK: Elements

    func begin(_ name: String, _ attributes: OPMLAttributes, size: Int) {
        flushText()
        let issues = beginTag()
        if captured.isEmpty, let level = level(of: name) {
            if level == .outline {
                beginOutline(attributes, issues)
            } else {
                events += issues.map { .issue($0) }
                begin(level, attributes)
            }
            return
        }
        events += issues.map { .issue($0) }
        if captured.isEmpty { pieceSize = hasBegun ? 0 : pieceSize }
        grow(by: size + Self.nodeSize)
        captured.append(OPMLElement(name: name, attributes: attributes))
    }

    /// What an element means where it stands; nil where OPML gives it no meaning.
    private func level(of name: String) -> Level? {
        guard let parent = levels.last else { return .opml }
        let isOutline = name == "outline" || name.isEqualIgnoringASCIICase("outline")
        switch parent {
        case .opml:
            if isOutline { return .outline }
            if name.isEqualIgnoringASCIICase("body") { return .body }
            if name.isEqualIgnoringASCIICase("head"), !hasHead, !hasBegun { return .head }
            return nil
        case .head: return nil
        case .body, .outline: return isOutline ? .outline : nil
        }
    }

    private func begin(_ level: Level, _ attributes: OPMLAttributes) {
        switch level {
        case .opml:
            document.attributes = attributes
            checkVersion()
        case .head:
            hasHead = true
            document.headAttributes = attributes
        case .body:
            hasBody = true
            if hasBegun {
                note(
                    .repeatedPart, name: "body",
                    "there is another body; its outlines were added to the first")
                giveFurtherBody(attributes)
            } else {
                document.bodyAttributes = attributes
                giveDocument()
            }
        case .outline: break
        }
        levels.append(level)
    }

    private func beginOutline(_ attributes: OPMLAttributes, _ issues: [OPMLIssue]) {
        if levels.last == .opml {
            if !hasBegun {
                document.bodyAttributes = [:]
                giveDocument()
            }
            note(
                .missingBody, name: "outline",
                "an outline is outside the body; it was read as a part of the body")
        }
        if isAfterBody { giveFurtherBody([:]) }
        let parent = depth
        if paths.count == parent, let text = openTexts.last { paths.append(paths[parent - 1] + [text]) }
        counts[parent] += 1
        let outline = OPMLOutline(
            attributes, depth: parent + 1, position: counts[parent], path: paths[parent],
            parent: openAttributes.last, line: line)
        events.append(.outline(outline, issues: issues))
        levels.append(.outline)
        counts.append(0)
        openTexts.append(outline.text)
        openAttributes.append(attributes)
    }

    func end() {
        flushText()
        if let element = captured.popLast() {
            if captured.isEmpty {
                place(.element(element))
            } else {
                captured[captured.count - 1].children.append(.element(element))
            }
            return
        }
        switch levels.popLast() {
        case .outline:
            counts.removeLast()
            openTexts.removeLast()
            openAttributes.removeLast()
            if paths.count > counts.count { paths.removeLast() }
        case .opml:
            if !hasBegun { giveDocument() }
            hasEnded = true
        case .head, .body, nil: break
        }
    }

    private func giveDocument() {
        hasBegun = true
        pieceSize = 0
        events.append(.document(document))
    }

    private func giveFurtherBody(_ attributes: OPMLAttributes) {
        let body = OPMLElement(name: "body", attributes: attributes)
        events.append(.other(OPMLOther(.element(body), at: .afterBody)))
        isAfterBody = false
    }

    private func checkVersion() {
        let version = document.version?.trimmed
        guard version != "1.0", version != "1.1", version != "2.0" else { return }
        note(
            .unknownVersion, name: "version",
            version == nil ? "the file does not name its version" : "the file's version is unknown")
    }

    // MARK: What stands between elements

    func characters(_ characters: UnsafeBufferPointer<UInt8>) {
        if text.isEmpty, captured.isEmpty, characters.allSatisfy(XMLCharacters.isBlank) { return }
        grow(by: characters.count)
        text += String(decoding: characters, as: UTF8.self)
    }

    func comment(_ text: String) {
        flushText()
        add(.comment(text), size: text.utf8.count)
    }

    func processingInstruction(_ target: String, _ data: String) {
        flushText()
        add(.processingInstruction(target: target, data: data), size: data.utf8.count)
    }

    private func add(_ node: OPMLNode, size: Int) {
        if captured.isEmpty {
            if !hasBegun { grow(by: size + Self.nodeSize) }
            place(node)
        } else {
            grow(by: size + Self.nodeSize)
            captured[captured.count - 1].children.append(node)
        }
    }

    private func flushText() {
        guard !text.isEmpty else { return }
        defer { text = "" }
        guard captured.isEmpty else {
            captured[captured.count - 1].children.append(.text(text))
            return
        }
        let trimmed = text.trimmed
        if !trimmed.isEmpty { place(.text(trimmed)) }
        if hasBegun { pieceSize = 0 }
    }

    /// Puts what is no outline where it belongs.
    private func place(_ node: OPMLNode) {
        guard hasBegun else {
            if levels.isEmpty {
                document.prolog.append(node)
            } else if levels.last == .head {
                document.head.append(node)
            } else if hasHead {
                document.beforeBody.append(node)
            } else {
                document.beforeHead.append(node)
            }
            return
        }
        if case .element(let element) = node, levels == [.opml], element.name.isEqualIgnoringASCIICase("head")
        {
            note(
                .repeatedPart, name: "head",
                "there is a second head, or one after the body; it was kept but not read")
        }
        let place: OPMLOther.Place
        switch levels.last {
        case .body: place = .body(depth: 0)
        case .outline: place = .body(depth: depth)
        case .opml where !hasBody && document.bodyAttributes != nil: place = .body(depth: 0)
        default: place = hasEnded ? .afterDocument : .afterBody
        }
        isAfterBody = isAfterBody || place == .afterBody
        events.append(.other(OPMLOther(node, at: place)))
    }

    private func note(_ code: OPMLIssue.Code, name: String?, _ message: String, isKept: Bool = true) {
        events.append(.issue(OPMLIssue(code, line: line, name: name, message: message, isKept: isKept)))
    }

    private func grow(by size: Int) {
        pieceSize += size
        if pieceSize > maximumItemSize && failure == nil {
            failure = .itemTooLarge(line: line, limit: maximumItemSize)
        }
    }
}
