/// What stands in an OPML file before its outlines: the document element, the head, and what is around them.
public struct OPMLDocument: Hashable, Sendable {
    /// Comments and processing instructions before the document element.
    public var prolog: [OPMLNode]
    /// The document type's declaration as it stood, without its internal subset: `opml SYSTEM "opml.dtd"`.
    ///
    /// It is never acted on: nothing is fetched and no entity is declared by it.
    public var documentType: String?
    /// The internal subset of the document type, between its brackets.
    ///
    /// It is kept unread and never written: it may declare entities that grow without bounds in another program.
    public var internalSubset: String?
    /// The attributes of `opml`: `version`, declarations of namespaces, unknown ones.
    public var attributes: OPMLAttributes
    /// What stands between the beginning of `opml` and that of `head`.
    public var beforeHead: [OPMLNode]
    /// The attributes of `head`; nil where the file has no head.
    public var headAttributes: OPMLAttributes?
    /// What stands in the head: its elements, known or not, and comments, in order.
    public var head: [OPMLNode]
    /// What stands between head and body.
    public var beforeBody: [OPMLNode]
    /// The attributes of `body`; nil where the file has no body and no outline.
    public var bodyAttributes: OPMLAttributes?

    /// Makes a document of OPML 2.0 with a head and a body.
    public init(
        attributes: OPMLAttributes = ["version": "2.0"], head: [OPMLNode] = [],
        headAttributes: OPMLAttributes? = [:], bodyAttributes: OPMLAttributes? = [:]
    ) {
        prolog = []
        self.attributes = attributes
        beforeHead = []
        self.headAttributes = headAttributes
        self.head = head
        beforeBody = []
        self.bodyAttributes = bodyAttributes
    }

    /// The version that the file says it has, such as `2.0`; nil where it says none.
    public var version: String? { attributes["version"] }

    /// The text of an element of the head; nil where there is none, of the first where there are several.
    ///
    /// Setting it keeps the element's place and attributes, or adds one at the end; nil removes all of that name. Names
    /// are compared without regard to the case of letters.
    public subscript(head name: String) -> String? {
        get {
            headElement(name).flatMap {
                if case .element(let element) = head[$0] { element.text } else { nil }
            }
        }
        set {
            guard let newValue else {
                head.removeAll { $0.isElement(name) }
                return
            }
            if let index = headElement(name), case .element(var element) = head[index] {
                element.children = [.text(newValue)]
                head[index] = .element(element)
            } else {
                head.append(.element(OPMLElement(name: name, children: [.text(newValue)])))
            }
        }
    }

    private func headElement(_ name: String) -> Int? { head.firstIndex { $0.isElement(name) } }

    // MARK: Elements of the head

    /// The document's title.
    public var title: String? { self[head: "title"]?.trimmed }
    /// When the document was made: a date and time of RFC 822, as written.
    public var dateCreated: String? { self[head: "dateCreated"]?.trimmed }
    /// When the document was last changed: a date and time of RFC 822, as written.
    public var dateModified: String? { self[head: "dateModified"]?.trimmed }
    /// The owner's name.
    public var ownerName: String? { self[head: "ownerName"]?.trimmed }
    /// The owner's e-mail address.
    public var ownerEmail: String? { self[head: "ownerEmail"]?.trimmed }
    /// The address of a page by which the owner can be reached (OPML 2.0).
    public var ownerID: String? { self[head: "ownerId"]?.trimmed }
    /// The address of the documentation of the format (OPML 2.0).
    public var docs: String? { self[head: "docs"]?.trimmed }
    /// The numbers of the lines that are expanded on the screen, from 1, counted as they show.
    ///
    /// What is no number is left out.
    public var expansionState: [Int] {
        self[head: "expansionState"]?.split { !("0"..."9").contains($0) }.compactMap { Int($0) } ?? []
    }
    /// The line at the top of the window, from 1.
    public var vertScrollState: Int? { integer("vertScrollState") }
    /// The window's upper edge, in pixels.
    public var windowTop: Int? { integer("windowTop") }
    /// The window's left edge, in pixels.
    public var windowLeft: Int? { integer("windowLeft") }
    /// The window's lower edge, in pixels.
    public var windowBottom: Int? { integer("windowBottom") }
    /// The window's right edge, in pixels.
    public var windowRight: Int? { integer("windowRight") }

    private func integer(_ name: String) -> Int? { (self[head: name]?.trimmed).flatMap { Int($0) } }
}

extension OPMLNode {
    fileprivate func isElement(_ name: String) -> Bool {
        if case .element(let element) = self { element.name.isEqualIgnoringASCIICase(name) } else { false }
    }
}

extension String {
    /// The text without XML's blanks at its ends.
    var trimmed: String {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
        let view = utf8
        guard let first = view.firstIndex(where: { !isBlank($0) }) else { return "" }
        let last = view.lastIndex { !isBlank($0) } ?? first
        return first == view.startIndex && view.index(after: last) == view.endIndex
            ? self : String(self[first...last])
    }
}
