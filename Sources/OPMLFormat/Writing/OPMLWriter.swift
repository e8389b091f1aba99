/// Writes an OPML file piece by piece, in constant memory: what was read comes out as the same document.
///
/// Bytes are appended to an array of the caller's, who decides when to write them out. The file is UTF-8 with one
/// outline a line, indented by its depth. Blanks between outlines are the writer's; all else is as it was: elements,
/// attributes in order, comments, declarations of namespaces. A character that XML cannot hold becomes U+FFFD.
///
///     var writer = OPMLWriter()
///     try writer.begin(document, to: &output)
///     for outline in outlines { try writer.append(outline, to: &output) }
///     writer.finish(to: &output)
public struct OPMLWriter: Sendable {
    private let keepsInternalSubset: Bool
    private enum Stage { case start, body, afterBody, afterDocument }
    private var stage = Stage.start
    private var hasBody = false
    /// The number of open outlines, of which the last one's tag may still lack its end.
    private var depth = 0
    private var isTagOpen = false

    /// Makes a writer of one document.
    ///
    /// - Parameter keepsInternalSubset: whether the internal subset of the document type is written. It may declare
    ///   entities that harm other programs: for texts that are kept, not for files that are given away.
    public init(keepsInternalSubset: Bool = false) {
        self.keepsInternalSubset = keepsInternalSubset
    }

    /// Writes what stands before the first outline.
    ///
    /// - Throws: ``OPMLError`` where a name is none that XML has.
    public mutating func begin(_ document: OPMLDocument, to output: inout [UInt8]) throws(OPMLError) {
        output += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8
        try append(nodes: document.prolog, indent: 0, to: &output)
        if let type = document.documentType {
            output += "<!DOCTYPE \(type)".utf8
            if keepsInternalSubset, let subset = document.internalSubset { output += " [\(subset)]".utf8 }
            output += ">\n".utf8
        }
        try Self.append("opml", document.attributes, to: &output)
        output += ">\n".utf8
        try append(nodes: document.beforeHead, indent: 1, to: &output)
        if let attributes = document.headAttributes {
            Self.indent(1, &output)
            try Self.append("head", attributes, to: &output)
            output += ">\n".utf8
            try append(nodes: document.head, indent: 2, to: &output)
            Self.indent(1, &output)
            output += "</head>\n".utf8
        }
        try append(nodes: document.beforeBody, indent: 1, to: &output)
        if let attributes = document.bodyAttributes {
            try beginBody(attributes, &output)
        } else {
            stage = .afterBody
        }
    }

    /// Writes an outline: below the last one of the next smaller depth.
    ///
    /// After the body's end it begins another one.
    /// - Throws: ``OPMLError`` where its parent is missing, or where a name is none that XML has.
    public mutating func append(_ outline: OPMLOutline, to output: inout [UInt8]) throws(OPMLError) {
        if stage == .afterBody, hasBody { try beginBody([:], &output) }
        guard stage == .body, outline.depth >= 1, outline.depth <= depth + 1,
            outline.depth <= OPMLLimits.depth
        else {
            throw OPMLError(
                .cannotWrite,
                "An outline of depth \(outline.depth) cannot follow one of depth \(depth).",
                remedy: "Write the outlines in the order of the tree, parents first.")
        }
        close(to: outline.depth - 1, &output)
        openTag(&output)
        Self.indent(1 + outline.depth, &output)
        try Self.append("outline", outline.attributes, to: &output)
        depth = outline.depth
        isTagOpen = true
    }

    /// Writes what is no outline, where it stood.
    ///
    /// - Throws: ``OPMLError`` as ``append(_:to:)-(OPMLOutline,_)`` does.
    public mutating func append(_ other: OPMLOther, to output: inout [UInt8]) throws(OPMLError) {
        var level = 1
        switch other.place {
        case .body(let place):
            if stage == .afterBody, hasBody { try beginBody([:], &output) }
            guard stage == .body, place >= 0, place <= depth else {
                throw OPMLError(
                    .cannotWrite,
                    "The content of an outline of depth \(place) cannot follow an outline of depth \(depth).",
                    remedy: "Write it after the outline that contains it.")
            }
            close(to: place, &output)
            openTag(&output)
            level = place + 2
        case .afterBody:
            endBody(&output)
            if case .element(let element) = other.node, element.children.isEmpty,
                element.name.isEqualIgnoringASCIICase("body")
            {
                try beginBody(element.attributes, &output)
                return
            }
        case .afterDocument:
            endDocument(&output)
            level = 0
        }
        try append(nodes: [other.node], indent: level, to: &output)
    }

    /// Writes the end of the document.
    public mutating func finish(to output: inout [UInt8]) {
        endDocument(&output)
    }

    /// One outline by itself as an element, in one line: what a vault keeps of it.
    ///
    /// - Throws: ``OPMLError`` where a name is none that XML has.
    public static func element(of outline: OPMLOutline) throws(OPMLError) -> [UInt8] {
        var output: [UInt8] = []
        try append("outline", outline.attributes, to: &output)
        output += "/>\n".utf8
        return output
    }

    /// Whether an outline has a character that XML cannot hold, in whose place U+FFFD is written.
    public static func replacesCharacters(of outline: OPMLOutline) -> Bool {
        outline.attributes.contains { XMLEscaping.replacesCharacters(of: $0.value) }
    }

    /// What is no outline by itself, in lines of its own.
    ///
    /// - Throws: ``OPMLError`` where a name is none that XML has.
    public static func text(of other: OPMLOther) throws(OPMLError) -> [UInt8] {
        var output: [UInt8] = []
        try append(other.node, to: &output)
        output.append(0x0A)
        return output
    }

    // MARK: Ends

    private mutating func openTag(_ output: inout [UInt8]) {
        if isTagOpen { output += ">\n".utf8 }
        isTagOpen = false
    }

    private mutating func close(to wanted: Int, _ output: inout [UInt8]) {
        while depth > wanted {
            if isTagOpen {
                output += "/>\n".utf8
                isTagOpen = false
            } else {
                Self.indent(1 + depth, &output)
                output += "</outline>\n".utf8
            }
            depth -= 1
        }
    }

    private mutating func beginBody(
        _ attributes: OPMLAttributes, _ output: inout [UInt8]
    ) throws(OPMLError) {
        Self.indent(1, &output)
        try Self.append("body", attributes, to: &output)
        output += ">\n".utf8
        hasBody = true
        stage = .body
    }

    private mutating func endBody(_ output: inout [UInt8]) {
        guard stage == .body else { return }
        close(to: 0, &output)
        Self.indent(1, &output)
        output += "</body>\n".utf8
        stage = .afterBody
    }

    private mutating func endDocument(_ output: inout [UInt8]) {
        endBody(&output)
        if stage == .afterBody { output += "</opml>\n".utf8 }
        stage = .afterDocument
    }

    // MARK: Nodes

    private static func indent(_ level: Int, _ output: inout [UInt8]) {
        for _ in 0..<level { output.append(0x09) }
    }

    private func append(nodes: [OPMLNode], indent: Int, to output: inout [UInt8]) throws(OPMLError) {
        for node in nodes {
            Self.indent(indent, &output)
            try Self.append(node, to: &output)
            output.append(0x0A)
        }
    }

    private static func append(_ node: OPMLNode, to output: inout [UInt8]) throws(OPMLError) {
        switch node {
        case .text(let text): XMLEscaping.append(text: text, to: &output)
        case .comment(let text):
            output += "<!--".utf8
            XMLEscaping.append(verbatim: safeComment(text), to: &output)
            output += "-->".utf8
        case .processingInstruction(let target, let data):
            guard XMLCharacters.isName(target), !target.isEqualIgnoringASCIICase("xml") else {
                throw badName()
            }
            output += "<?\(target)".utf8
            if !data.isEmpty {
                output.append(0x20)
                XMLEscaping.append(
                    verbatim: data.split(separator: "?>").joined(separator: "? >"), to: &output)
            }
            output += "?>".utf8
        case .element(let element):
            try append(element.name, element.attributes, to: &output)
            if element.children.isEmpty {
                output += "/>".utf8
            } else {
                output += ">".utf8
                for child in element.children { try append(child, to: &output) }
                output += "</\(element.name)>".utf8
            }
        }
    }

    /// A comment's text with a blank between hyphens, as XML demands.
    private static func safeComment(_ text: String) -> String {
        guard text.contains("--") || text.hasSuffix("-") else { return text }
        var safe = ""
        for character in text.unicodeScalars {
            if character == "-" && safe.unicodeScalars.last == "-" { safe += " " }
            safe.unicodeScalars.append(character)
        }
        return safe.hasSuffix("-") ? safe + " " : safe
    }

    private static func append(
        _ name: String, _ attributes: OPMLAttributes, to output: inout [UInt8]
    ) throws(OPMLError) {
        guard XMLCharacters.isName(name), attributes.count <= OPMLLimits.attributes else { throw badName() }
        output.append(UInt8(ascii: "<"))
        output += name.utf8
        for (position, attribute) in attributes.enumerated() {
            guard XMLCharacters.isName(attribute.name),
                !attributes.prefix(position).contains(where: { $0.name == attribute.name })
            else { throw badName() }
            output.append(0x20)
            output += attribute.name.utf8
            output += "=\"".utf8
            XMLEscaping.append(value: attribute.value, to: &output)
            output.append(UInt8(ascii: "\""))
        }
    }

    private static func badName() -> OPMLError {
        OPMLError(
            .cannotWrite, "The name of an element or attribute is not valid in XML, or occurs twice.",
            remedy: "Use letters, digits, hyphens and periods, beginning with a letter.")
    }
}
