import AtriumSDK

/// A link by which a program on the reader's device calls or writes to a person.
///
/// It is made of a person's numbers, addresses and handles each time, and never kept: the URI of a number is `tel:` (RFC 3966)
/// and `sms:` (RFC 5724), that of an address `mailto:` (RFC 6068), that of a handle what its service has.
struct ContactLink: Hashable, Sendable {
    /// What the link is for.
    enum Kind: String, CaseIterable, Sendable {
        case call, message, mail, chat
    }

    /// What the link is for.
    let kind: Kind
    /// What people read: the number, address or handle, with its label or types.
    let title: String
    /// The URI.
    let link: String

    /// The fields of a link, as results show it.
    static let fields = [
        FieldDeclaration(
            "kind", .choice(Kind.allCases.map(\.rawValue)), help: "The link's purpose.", isRequired: true),
        FieldDeclaration(
            "title", .text, help: "The number, address or handle, with its label or types.", isRequired: true),
        FieldDeclaration(
            "link", .text, help: "The URI: tel:, sms:, mailto:, xmpp:, sip: or https:.", isRequired: true),
    ]

    /// The link as an object of ``fields``.
    var value: DataValue {
        .object(["kind": .text(kind.rawValue), "title": .text(title), "link": .text(link)])
    }

    /// The links to a person with some details: calls, messages, mail, chats; of each kind the preferred first.
    static func all(_ details: DetailsByKind) -> [ContactLink] {
        var calls: [ContactLink] = []
        var messages: [ContactLink] = []
        for detail in inOrder(details[.phone]) where !hasType("fax", detail) {
            if let link = SIPAddress.link(detail.value) {
                calls.append(ContactLink(.call, detail, link))
            } else if let number = DialledNumber(detail.value) {
                calls.append(ContactLink(.call, detail, number.call))
                guard !hasType("pager", detail), let link = number.message else { continue }
                messages.append(ContactLink(.message, detail, link))
            }
        }
        let mail = inOrder(details[.email]).compactMap { detail in
            MailAddress.link(detail.value).map { ContactLink(.mail, detail, $0) }
        }
        let handles = inOrder(details[.messaging]).compactMap { detail -> ContactLink? in
            guard let link = ChatHandle.link(detail.value, service: detail.qualifier ?? "") else {
                return nil
            }
            return ContactLink(link.hasPrefix("sip") ? .call : .chat, detail, link)
        }
        var seen: Set<String> = []
        return
            (calls + handles.filter { $0.kind == .call } + messages + mail
            + handles.filter { $0.kind == .chat })
            .filter { seen.insert($0.link).inserted }
    }

    private static func inOrder(_ details: [Detail]) -> [Detail] {
        // Mostly none has a preference, or there is one alone.
        guard details.count > 1, details.contains(where: { $0.preference != nil }) else { return details }
        return details.enumerated().sorted {
            ($0.element.preference ?? 101, $0.offset) < ($1.element.preference ?? 101, $1.offset)
        }.map(\.element)
    }

    private static func hasType(_ type: String, _ detail: Detail) -> Bool {
        // Apple's programs write `HomeFAX`, others `fax`.
        detail.types.contains {
            $0.utf8.suffix(type.utf8.count).lazy.map { $0 | 0x20 }.elementsEqual(type.utf8)
        }
    }

    private init(_ kind: Kind, _ detail: Detail, _ link: String) {
        self.kind = kind
        self.link = link
        let name = detail.label ?? detail.types.joined(separator: ", ").nonEmpty
        title = detail.value + (name.map { " (\($0))" } ?? "")
    }
}

/// Percent-encoding of URIs (RFC 3986, section 2.1).
enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Whether a byte is an unreserved character, which stands for itself everywhere.
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x61...0x66 ~= byte | 0x20
    }

    /// A text in UTF-8 in which all bytes are encoded but unreserved characters and some others.
    ///
    /// If `%` is one of them, it stays only in front of two hexadecimal digits: what is encoded already is not encoded again.
    static func encoded(_ text: some StringProtocol, keeping kept: String = "") -> String {
        let kept = Array(kept.utf8)
        guard !text.utf8.allSatisfy(isUnreserved) else { return String(text) }
        let source = Array(text.utf8)
        var bytes: [UInt8] = []
        for (index, byte) in source.enumerated() {
            let isEncoded =
                byte == 0x25 && index + 2 < source.count && isHex(source[index + 1])
                && isHex(source[index + 2])
            if isUnreserved(byte) || kept.contains(byte) && (byte != 0x25 || isEncoded) {
                bytes.append(byte)
            } else {
                bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The `mailto:` of an address (RFC 6068).
enum MailAddress {
    /// Whether a text is one address in which nothing is to be encoded, as most are: lists have many of them.
    private static func isPlain(_ text: String) -> Bool {
        var place = 0
        var at: Int?
        for byte in text.utf8 {
            if byte == 0x40, at == nil, place > 0 {
                at = place
            } else if !PercentEncoding.isUnreserved(byte), byte != 0x2B || at != nil {
                return false
            }
            place += 1
        }
        return at.map { $0 + 1 < place } ?? false
    }

    /// The link; nil if the text is no address.
    static func link(_ text: String) -> String? {
        if isPlain(text) { return "mailto:" + text }
        var address = text.trimmed[...]
        // `Ada Lovelace <ada@example.org>`
        if address.last == ">", let start = address.lastIndex(of: "<") {
            address = address[address.index(after: start)...].dropLast()
        }
        // A quoted local part may have an @ of its own.
        guard let at = address.lastIndex(of: "@"), at != address.startIndex else { return nil }
        let (local, domain) = (address[..<at], address[address.index(after: at)...])
        let isQuoted = local.count > 1 && local.first == "\"" && local.last == "\""
        guard !domain.isEmpty, !domain.contains(where: { $0.isWhitespace || $0 == "," || $0 == ";" }),
            isQuoted || !local.contains(where: { $0.isWhitespace || $0 == "@" || $0 == "<" })
        else { return nil }
        return "mailto:" + PercentEncoding.encoded(local, keeping: "!$'*+") + "@"
            + PercentEncoding.encoded(domain, keeping: ":")
    }
}

/// The `sip:` or `sips:` of an address (RFC 3261, section 19.1).
enum SIPAddress {
    /// The link of a text that begins with its scheme; nil for other texts.
    static func link(_ text: String) -> String? {
        guard text.utf8.first.map({ $0 | 0x20 == 0x73 }) == true else { return nil }
        for scheme in ["sip", "sips"] where text.droppingScheme(scheme) != text {
            return link(text.droppingScheme(scheme), scheme: scheme)
        }
        return nil
    }

    /// The link of an address without its scheme; nil if it names no host.
    static func link(_ address: String, scheme: String) -> String? {
        let address = address.droppingScheme(scheme)
        guard let at = address.lastIndex(of: "@"), at != address.startIndex,
            address.index(after: at) != address.endIndex, !address.contains(where: \.isWhitespace)
        else { return nil }
        return "\(scheme):" + PercentEncoding.encoded(address[..<at], keeping: "!*'()&=+$,;?/%") + "@"
            + PercentEncoding.encoded(address[address.index(after: at)...], keeping: "[]:;=%")
    }
}
