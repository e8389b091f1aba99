import CCMark

/// A person's own text of several lines, drawn as CommonMark: paragraphs, lists, headings, emphasis, links.
///
/// The text is read by libcmark and drawn here, so that nothing of it becomes markup by another way than ``HTML``: raw HTML
/// is shown as it was written, pictures are links, and links are those of ``SafeLink``.
struct Markdown {
    /// Beyond this, a text is shown as it stands: whoever pastes a book is not kept waiting.
    private static let longest = 1 << 18

    /// Draws a text.
    static func html(_ text: String) -> HTML {
        guard text.utf8.count <= longest else { return tag("p", .class("pre"), .anyDirection) { text } }
        var text = text
        let root = text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) {
                cmark_parse_document($0.baseAddress, $0.count, CMARK_OPT_DEFAULT)
            }
        }
        guard let root else { return tag("p", .anyDirection) { text } }
        defer { cmark_node_free(root) }
        return children(of: root, depth: 0)
    }

    /// A tree deeper than this is no text that a person wrote.
    private static let deepest = 60

    private static func children(of node: OpaquePointer, depth: Int) -> HTML {
        var html = HTML()
        var child = cmark_node_first_child(node)
        while let one = child {
            html.append(drawn(one, depth: depth + 1))
            child = cmark_node_next(one)
        }
        return html
    }

    private static func literal(_ node: OpaquePointer) -> String {
        cmark_node_get_literal(node).map { String(cString: $0) } ?? ""
    }

    private static func drawn(_ node: OpaquePointer, depth: Int) -> HTML {
        guard depth < deepest else { return HTML("…") }
        let type = cmark_node_get_type(node)
        func inner() -> HTML { children(of: node, depth: depth) }
        switch type {
        case CMARK_NODE_PARAGRAPH: return tag("p", .anyDirection) { inner() }
        // The page has its headings; those of a text stand below them.
        case CMARK_NODE_HEADING: return tag("p", .class("b"), .anyDirection) { inner() }
        case CMARK_NODE_BLOCK_QUOTE: return tag("blockquote") { inner() }
        case CMARK_NODE_LIST:
            guard cmark_node_get_list_type(node) == CMARK_ORDERED_LIST else {
                return tag("ul", .class("dots")) { inner() }
            }
            let start = cmark_node_get_list_start(node)
            return tag("ol", .class("dots"), Attribute("start", "\(start)").when(start != 1)) { inner() }
        case CMARK_NODE_ITEM: return tag("li", .anyDirection) { inner() }
        case CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK:
            return tag("p", .class("code pre"), .anyDirection) { literal(node) }
        case CMARK_NODE_CODE: return tag("code") { literal(node) }
        case CMARK_NODE_THEMATIC_BREAK: return void("hr")
        case CMARK_NODE_STRONG: return tag("strong") { inner() }
        case CMARK_NODE_EMPH: return tag("em") { inner() }
        // A person who begins a new line means one.
        case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK: return void("br")
        case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
            let address = cmark_node_get_url(node).map { String(cString: $0) } ?? ""
            guard let target = SafeLink(external: address) else { return inner() }
            let words = inner()
            return link(target) { words.isEmpty ? HTML(address) : words }
        case CMARK_NODE_TEXT: return withLinks(literal(node))
        case CMARK_NODE_HTML_INLINE: return HTML(literal(node))
        default: return inner()
        }
    }

    /// A text in which addresses that stand by themselves are links.
    static func withLinks(_ text: String) -> HTML {
        guard text.contains("://") else { return HTML(text) }
        var html = HTML()
        for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { html.append(" ") }
            // What ends a sentence is no part of the address in it.
            let address = word.prefix(
                upTo: word.lastIndex { !".,;:!?)".contains($0) }.map(word.index(after:)) ?? word.startIndex)
            if address.lowercased().hasPrefix("http"), let target = SafeLink(external: String(address)) {
                html.append(link(target) { String(address) })
                html.append(String(word.dropFirst(address.count)))
            } else {
                html.append(String(word))
            }
        }
        return html
    }
}
