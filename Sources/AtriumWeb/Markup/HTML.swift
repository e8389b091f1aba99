/// HTML as it is sent: bytes, of which all that is text was escaped when it was put in.
///
/// ```swift
/// tag("p", .class("soft")) { "Nothing here yet." }
/// ```
///
/// Names of elements and attributes are constants of this program, so that nothing that a person or a file says can
/// become markup.
struct HTML: Sendable {
    /// UTF-8.
    private(set) var bytes: [UInt8] = []

    /// Makes nothing.
    init() {}

    /// Makes a text, escaped.
    init(_ text: String) { append(text) }

    /// Whether there is nothing.
    var isEmpty: Bool { bytes.isEmpty }

    /// Adds a text, escaped.
    mutating func append(_ text: String) { Self.escape(text, into: &bytes) }

    /// Adds other markup.
    mutating func append(_ other: HTML) { bytes += other.bytes }

    fileprivate mutating func append(raw text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Begins an element.
    fileprivate mutating func open(_ name: StaticString, _ attributes: [Attribute?]) {
        append(raw: "<")
        append(raw: name)
        for case let attribute? in attributes {
            append(raw: " ")
            append(raw: attribute.name)
            guard let value = attribute.value else { continue }
            append(raw: "=\"")
            append(value)
            append(raw: "\"")
        }
        append(raw: ">")
    }

    fileprivate mutating func close(_ name: StaticString) {
        append(raw: "</")
        append(raw: name)
        append(raw: ">")
    }

    /// The declaration at the head of a document.
    static let doctype: HTML = {
        var html = HTML()
        html.append(raw: "<!doctype html>")
        return html
    }()

    /// Drawings of icons and the like: markup that stands in this program.
    static func constant(_ markup: StaticString) -> HTML {
        var html = HTML()
        html.append(raw: markup)
        return html
    }

    /// Escapes what has a meaning in markup, in texts and in quoted attributes alike.
    ///
    /// A line break of two characters would come back as one (HTML, section 13.2.3.5), and NUL as U+FFFD: the first is
    /// escaped, the second written as what it would become.
    private static func escape(_ text: String, into bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            bytes.reserveCapacity(bytes.count + utf8.count)
            for byte in utf8 {
                switch byte {
                case UInt8(ascii: "&"): bytes += "&amp;".utf8
                case UInt8(ascii: "<"): bytes += "&lt;".utf8
                case UInt8(ascii: ">"): bytes += "&gt;".utf8
                case UInt8(ascii: "\""): bytes += "&quot;".utf8
                case UInt8(ascii: "'"): bytes += "&#39;".utf8
                case UInt8(ascii: "\r"): bytes += "&#13;".utf8
                case 0: bytes += "\u{FFFD}".utf8
                default: bytes.append(byte)
                }
            }
        }
    }
}

/// An attribute of an element; its value is escaped.
struct Attribute: Sendable {
    let name: StaticString
    /// Nil for one that is there or not, such as `required`.
    let value: String?

    init(_ name: StaticString, _ value: String? = nil) {
        self.name = name
        self.value = value
    }

    static func `class`(_ value: String) -> Attribute { Attribute("class", value) }
    static func id(_ value: String) -> Attribute { Attribute("id", value) }
    static func name(_ value: String) -> Attribute { Attribute("name", value) }
    static func value(_ value: String) -> Attribute { Attribute("value", value) }
    static func type(_ value: String) -> Attribute { Attribute("type", value) }
    static func href(_ link: SafeLink) -> Attribute { Attribute("href", link.address) }
    static func action(_ link: SafeLink) -> Attribute { Attribute("action", link.address) }
    static func label(_ text: String) -> Attribute { Attribute("aria-label", text) }
    /// The text's own direction, which is not the page's.
    static let anyDirection = Attribute("dir", "auto")
    static let isDecoration = Attribute("aria-hidden", "true")

    /// The attribute where a condition holds.
    func when(_ condition: Bool) -> Attribute? { condition ? self : nil }
}

/// An element with content.
func tag(
    _ name: StaticString, _ attributes: Attribute?..., @HTMLBuilder content: () throws -> HTML
) rethrows -> HTML {
    try element(name, attributes, content: content)
}

/// The same with attributes that were put together.
func element(
    _ name: StaticString, _ attributes: [Attribute?], @HTMLBuilder content: () throws -> HTML
) rethrows -> HTML {
    var html = HTML()
    html.open(name, attributes)
    html.append(try content())
    html.close(name)
    return html
}

/// An element without content, which has an end all the same: `script`, `span`.
func tag(_ name: StaticString, _ attributes: Attribute?...) -> HTML {
    var html = HTML()
    html.open(name, attributes)
    html.close(name)
    return html
}

/// An element that has no content and no end: `input`, `img`.
func void(_ name: StaticString, _ attributes: Attribute?...) -> HTML {
    var html = HTML()
    html.open(name, attributes)
    return html
}

/// A shape of a drawing: unlike elements of HTML, it is closed, or the next one would stand in it.
func shape(_ name: StaticString, _ attributes: Attribute?...) -> HTML {
    var html = HTML()
    html.open(name, attributes)
    html.close(name)
    return html
}

/// Puts markup together; a text that stands in it is escaped.
@resultBuilder
enum HTMLBuilder {
    static func buildExpression(_ text: String) -> HTML { HTML(text) }
    static func buildExpression(_ html: HTML) -> HTML { html }
    static func buildExpression(_ html: HTML?) -> HTML { html ?? HTML() }
    static func buildExpression(_ parts: [HTML]) -> HTML { buildArray(parts) }
    static func buildBlock(_ parts: HTML...) -> HTML { buildArray(parts) }
    static func buildOptional(_ part: HTML?) -> HTML { part ?? HTML() }
    static func buildEither(first part: HTML) -> HTML { part }
    static func buildEither(second part: HTML) -> HTML { part }
    static func buildArray(_ parts: [HTML]) -> HTML {
        parts.reduce(into: HTML()) { $0.append($1) }
    }
}
