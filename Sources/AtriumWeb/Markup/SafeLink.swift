import AtriumHTTP

/// An address that a page may link to: within the hub, or of a kind that does nothing by being opened.
struct SafeLink: Sendable, Hashable {
    /// The address, as it stands in `href`.
    let address: String
    /// Whether it leads away from the hub.
    let isExternal: Bool

    private init(_ address: String, isExternal: Bool) {
        self.address = address
        self.isExternal = isExternal
    }

    /// An address within the hub, of decoded segments and fields of a query.
    static func own(_ segments: [String], _ query: [(String, String)] = [], at anchor: String = "")
        -> SafeLink
    {
        let path = "/" + segments.map(PercentEncoding.encoded).joined(separator: "/")
        let fields = query.map { PercentEncoding.encoded($0.0) + "=" + PercentEncoding.encoded($0.1) }
        return SafeLink(
            path + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
                + (anchor.isEmpty ? "" : "#" + PercentEncoding.encoded(anchor)),
            isExternal: false)
    }

    /// An element of the same page.
    static func anchor(_ id: String) -> SafeLink {
        SafeLink("#" + PercentEncoding.encoded(id), isExternal: false)
    }

    /// An address within the hub that came with a request, as `next` does; nil for whatever could lead elsewhere.
    init?(next text: String) {
        let bytes = Array(text.utf8)
        // Browsers read a backslash as a slash, and drop tabs and line breaks: `/\example.org` leads there.
        guard bytes.first == UInt8(ascii: "/"), bytes.count < 2 || bytes[1] != UInt8(ascii: "/"),
            bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.init(text, isExternal: false)
    }

    /// The kinds of addresses that may stand in a record and are links there.
    private static let kinds = ["http://", "https://", "mailto:", "tel:", "geo:"]

    /// An address that a record holds; nil for other kinds, and for texts that are none.
    init?(external text: String) {
        let text = String(text.drop(while: \.isWhitespace))
        let folded = text.lowercased()
        guard let kind = Self.kinds.first(where: folded.hasPrefix), text.utf8.count > kind.utf8.count,
            text.unicodeScalars.allSatisfy({
                !$0.properties.isWhitespace && $0.value >= 0x20 && $0.value != 0x7F
            })
        else { return nil }
        self.init(text, isExternal: true)
    }

    /// The kinds of addresses that lead to somebody: calls, messages, mail and chats.
    private static let contacts = [
        "tel:", "sms:", "mailto:", "xmpp:", "sip:", "sips:", "http://", "https://",
    ]

    /// A ready link to somebody, as a result has it; nil for other kinds.
    init?(contact text: String) {
        let folded = text.lowercased()
        guard Self.contacts.contains(where: { folded.hasPrefix($0) && folded != $0 }),
            text.unicodeScalars.allSatisfy({
                $0.value > 0x20 && $0.value < 0x7F && !"\\<>\"".unicodeScalars.contains($0)
            })
        else { return nil }
        self.init(text, isExternal: true)
    }

    /// A link to write to an e-mail address; nil where the text is none.
    init?(mail text: String) {
        guard text.contains("@"), !text.contains(where: { $0.isWhitespace || "<>\"?&%".contains($0) }) else {
            return nil
        }
        self.init("mailto:" + text, isExternal: true)
    }

    /// A link to call a number; nil where the text is none.
    init?(phone text: String) {
        let digits = text.filter { $0.isASCII && ($0.isNumber || $0 == "+") }
        let isNumber = text.allSatisfy { $0.isASCII && ($0.isNumber || "+()-./ ".contains($0)) }
        guard digits.count > 2, isNumber else { return nil }
        self.init("tel:" + digits, isExternal: true)
    }

    /// The same with more fields in its query, and perhaps at a place of the page.
    func adding(_ fields: [(String, String)], at anchor: String? = nil) -> SafeLink {
        guard !fields.isEmpty else { return self }
        let more = fields.map { PercentEncoding.encoded($0.0) + "=" + PercentEncoding.encoded($0.1) }
        return SafeLink(
            address + (address.contains("?") ? "&" : "?") + more.joined(separator: "&")
                + (anchor.map { "#" + PercentEncoding.encoded($0) } ?? ""),
            isExternal: isExternal)
    }
}

extension SafeLink {
    /// The same address with the one to go to after its form, as `next` in the query.
    func then(_ next: SafeLink?) -> SafeLink { adding(next.map { [("next", $0.address)] } ?? []) }
}

extension [(name: String, value: String)] {
    /// The address to go to after a form, from `next` in the query; nil if there is none, or if it could leave the hub.
    var next: SafeLink? { last(named: "next").flatMap { SafeLink(next: $0) } }
}

/// A link; one that leads away tells nobody from where.
func link(_ target: SafeLink, _ attributes: Attribute?..., @HTMLBuilder content: () throws -> HTML) rethrows
    -> HTML
{
    let own = [.href(target), Attribute("rel", "noopener noreferrer").when(target.isExternal)]
    return try element("a", own + attributes, content: content)
}
