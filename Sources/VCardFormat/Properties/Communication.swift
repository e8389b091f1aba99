import ContentLine

/// A name in a messaging service (IMPP; RFC 4770; RFC 6350, section 6.4.3).
public struct MessagingHandle: Sendable, Hashable {
    /// The service, such as `Skype` or `XMPP`; empty if the line does not say it.
    public var service: String
    /// The name there: what follows the scheme of the URI.
    public var handle: String

    /// Makes a handle.
    public init(service: String, handle: String) {
        self.service = service
        self.handle = handle
    }
}

extension MessagingHandle {
    /// Services: the name, the scheme of IMPP, and the properties that were used before there was IMPP.
    private static let services: [(name: String, scheme: String, properties: [String])] = [
        ("AIM", "aim", ["X-AIM"]),
        ("Gadu-Gadu", "gg", ["X-GADUGADU"]),
        ("Google Talk", "gtalk", ["X-GOOGLE-TALK", "X-GTALK"]),
        ("GroupWise", "groupwise", ["X-GROUPWISE"]),
        ("ICQ", "icq", ["X-ICQ"]),
        ("XMPP", "xmpp", ["X-JABBER"]),
        ("MSN", "msnim", ["X-MSN"]),
        ("QQ", "mqq", ["X-QQ"]),
        ("Skype", "skype", ["X-SKYPE", "X-SKYPE-USERNAME"]),
        ("Telegram", "tg", ["X-TELEGRAM"]),
        ("Twitter", "twitter", ["X-TWITTER"]),
        ("Yahoo", "ymsgr", ["X-YAHOO"]),
        ("SIP", "sip", ["X-SIP"]),
        ("Wireless Village", "wv", ["X-WV-ID"]),
    ]

    static let olderNames = services.flatMap(\.properties) + ["X-IM", "X-MS-IMADDRESS"]

    private static let byProperty: [String: String] = Dictionary(
        services.flatMap { service in service.properties.map { ($0, service.name) } },
        uniquingKeysWith: { $1 })

    /// Reads IMPP, X-AIM and its like, and X-IM with its service as a parameter.
    init(_ line: ContentLine) {
        let named = line.parameter("X-SERVICE-TYPE") ?? line.parameter("X-SERVICE")
        guard line.canonicalName == "IMPP" else {
            self.init(service: named ?? Self.byProperty[line.canonicalName] ?? "", handle: line.text())
            return
        }
        let uri = line.uri()
        guard let colon = uri.firstIndex(of: ":") else {
            self.init(service: named ?? "", handle: uri)
            return
        }
        let scheme = uri[..<colon].lowercased()
        let known = Self.services.first { $0.scheme == scheme }?.name
        self.init(
            service: named ?? known ?? String(uri[..<colon]), handle: String(uri[uri.index(after: colon)...]))
    }

    func draft(_ context: WriteContext) -> PropertyDraft {
        let known = Self.services.first { $0.name == service }
        if let previous = context.previous, previous.canonicalName != "IMPP",
            Self.byProperty[previous.canonicalName] == service
        {
            return PropertyDraft(name: previous.name, value: context.escape(handle))
        }
        if context.version == .v2, let property = known?.properties.first {
            return PropertyDraft(name: property, value: context.escape(handle))
        }
        if service.isEmpty {
            let isPlain = !handle.utf8.contains(0x3A)
            return PropertyDraft(
                name: isPlain ? "IMPP" : "X-IM",
                value: isPlain ? handle.withoutControls() : context.escape(handle))
        }
        let isScheme =
            service.utf8.allSatisfy {
                0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || $0 == 0x2B || $0 == 0x2D
            }
            && service.utf8.first.map { 0x61...0x7A ~= $0 | 0x20 } == true
            && !Self.services.contains { $0.scheme == service.lowercased() }
        let scheme = known?.scheme ?? (isScheme ? service : "x-apple")
        let parameters = known == nil && !isScheme ? [Parameter("X-SERVICE-TYPE", service)] : []
        return PropertyDraft(
            name: "IMPP", parameters: parameters, value: "\(scheme):\(handle.withoutControls())")
    }
}

extension VCardProperty {
    /// EMAIL: an e-mail address (RFC 6350, section 6.4.2).
    public static let email = PropertyKind<String>(["EMAIL"]) { line, _ in
        let text = line.text()
        return text.hasPrefix("mailto:") ? String(text.dropFirst(7)) : text
    } write: { property, context in
        PropertyDraft(name: "EMAIL", value: context.escape(property.value))
    }

    /// TEL: a phone number, as written, without the `tel:` of a URI (RFC 6350, section 6.4.1).
    public static let phone = PropertyKind<String>(["TEL", "X-PHONE"]) { line, _ in
        let text = line.hasValueType("URI") ? line.uri() : line.text()
        return text.hasPrefix("tel:") ? String(text.dropFirst(4)) : text
    } write: { property, context in
        let text = property.value
        // A URI stays one if the new number can stand in it.
        let isNumber = text.utf8.allSatisfy { 0x28...0x39 ~= $0 || $0 == 0x2B }
        if let previous = context.previous, previous.hasValueType("URI"), isNumber {
            return PropertyDraft(name: "TEL", parameters: [Parameter("VALUE", "uri")], value: "tel:\(text)")
        }
        return PropertyDraft(name: "TEL", value: context.escape(text))
    }

    /// IMPP: a name in a messaging service; also X-AIM, X-JABBER, X-SKYPE and their like.
    public static let messaging = PropertyKind<MessagingHandle>(
        ["IMPP"] + MessagingHandle.olderNames, valueParameters: ["X-SERVICE-TYPE", "X-SERVICE"]
    ) { line, _ in
        MessagingHandle(line)
    } write: { property, context in
        property.value.draft(context)
    }
}
