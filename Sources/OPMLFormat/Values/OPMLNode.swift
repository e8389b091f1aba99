/// What may stand in an element that OPML says nothing about.
public indirect enum OPMLNode: Hashable, Sendable {
    /// An element with all that it holds.
    case element(OPMLElement)
    /// Text, with references replaced by what they stand for.
    case text(String)
    /// A comment, without `<!--` and `-->`.
    case comment(String)
    /// A processing instruction: `<?target data?>`.
    case processingInstruction(target: String, data: String)
}

/// An element as it is, without meaning: one of the head, or one that OPML does not know.
public struct OPMLElement: Hashable, Sendable {
    /// The name with its prefix.
    public var name: String
    /// All attributes, in order.
    public var attributes: OPMLAttributes
    /// What stands in it, in order, blanks included.
    public var children: [OPMLNode]

    /// Makes an element.
    public init(name: String, attributes: OPMLAttributes = [:], children: [OPMLNode] = []) {
        self.name = name
        self.attributes = attributes
        self.children = children
    }

    /// The text in it, without that of elements within.
    public var text: String {
        children.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
    }
}

/// Something in the body, or after it, that is no outline: a comment, text, an element that OPML does not know.
public struct OPMLOther: Hashable, Sendable {
    /// Where it stands.
    public enum Place: Hashable, Sendable {
        /// In the body: directly (0) or in the last outline of a depth (from 1).
        case body(depth: Int)
        /// Between the end of the body and that of the document element; an element `body` without content begins
        /// another body there.
        case afterBody
        /// After the document element.
        case afterDocument
    }

    /// Where it stands.
    public var place: Place
    /// What it is; text has no blanks around it.
    public var node: OPMLNode

    /// Makes a value.
    public init(_ node: OPMLNode, at place: Place) {
        self.node = node
        self.place = place
    }
}
