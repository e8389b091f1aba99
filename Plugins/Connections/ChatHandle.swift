/// The links of messaging handles, of those services that have one.
enum ChatHandle {
    /// The link of a handle; nil if its service has none, or none for such a handle.
    ///
    /// - Parameters:
    ///   - handle: the handle, as a card has it behind the scheme of its IMPP.
    ///   - service: the service, in any case: `XMPP`, `Matrix`.
    static func link(_ handle: String, service: String) -> String? {
        let handle = handle.trimmed
        switch service.trimmed.lowercased() {
        case "xmpp", "jabber": return xmpp(handle.droppingScheme("xmpp"))
        case "sip", "sips": return SIPAddress.link(handle, scheme: service.trimmed.lowercased())
        case "matrix": return matrix(handle.droppingScheme("matrix"))
        case "telegram", "tg": return telegram(handle.droppingScheme("tg"))
        case "whatsapp": return whatsApp(handle.droppingScheme("whatsapp"))
        case "http", "https": return web(handle, scheme: service.trimmed.lowercased())
        default: return page(handle)
        }
    }

    /// `xmpp:` (RFC 5122): the part before `@`, the host, and the resource behind `/`.
    private static func xmpp(_ handle: String) -> String? {
        let query = handle.firstIndex(of: "?") ?? handle.endIndex
        let address = handle[..<query]
        let slash = address.firstIndex(of: "/") ?? address.endIndex
        let parts = address[..<slash].split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isWhitespace) })
        else { return nil }
        var link = "xmpp:" + PercentEncoding.encoded(parts[0], keeping: "!$()*+,;=%") + "@"
        link += PercentEncoding.encoded(parts[1], keeping: "[]:%")
        let resource = address[slash...].dropFirst()
        return resource.isEmpty ? link : link + "/" + PercentEncoding.encoded(resource, keeping: "@%")
    }

    /// `https://matrix.to`, of `@ada:example.org` or of `u/ada:example.org`, as `matrix:` has it.
    private static func matrix(_ handle: String) -> String? {
        var name = handle[...]
        if name.hasPrefix("u/") {
            name = name.dropFirst(2)
        } else if name.hasPrefix("@") {
            name = name.dropFirst()
        } else {
            return nil
        }
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isWhitespace) })
        else { return nil }
        return "https://matrix.to/#/@" + PercentEncoding.encoded(parts[0], keeping: "=+") + ":"
            + PercentEncoding.encoded(parts[1], keeping: "[]:")
    }

    /// `https://t.me`: of a user name, or of a number with the code of its country.
    private static func telegram(_ handle: String) -> String? {
        if let link = page(handle) { return link }
        let resolve = "//resolve?domain="
        let name = handle.hasPrefix(resolve) ? handle.dropFirst(resolve.count) : handle[...]
        let plain = name.hasPrefix("@") ? name.dropFirst() : name
        let isName = plain.utf8.allSatisfy {
            0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || $0 == 0x5F
        }
        let beginsWithLetter = plain.utf8.first.map { 0x61...0x7A ~= $0 | 0x20 } ?? false
        if isName, beginsWithLetter, (4...32).contains(plain.utf8.count) { return "https://t.me/\(plain)" }
        return number(handle).map { "https://t.me/+\($0)" }
    }

    /// `https://wa.me`: of a number with the code of its country, and of nothing else.
    private static func whatsApp(_ handle: String) -> String? {
        if let link = page(handle) { return link }
        let suffix = "@s.whatsapp.net"
        let isAddress = handle.lowercased().hasSuffix(suffix)
        return number(isAddress ? "+" + handle.dropLast(suffix.count) : handle).map { "https://wa.me/\($0)" }
    }

    /// The figures of a number with the code of its country; nil for all other texts, also those that have a number in them.
    private static func number(_ text: String) -> String? {
        guard text.unicodeScalars.allSatisfy({ !$0.properties.isAlphabetic }),
            let number = DialledNumber(text), number.isInternational, number.extensionDigits == nil,
            (7...15).contains(number.figures.utf8.count)
        else { return nil }
        return number.figures
    }

    /// The link of a handle that is one to a page.
    private static func page(_ handle: String) -> String? {
        let rest = handle.droppingScheme("https")
        return rest == handle ? nil : web(rest, scheme: "https")
    }

    /// What follows `https:` in a link to a page.
    private static func web(_ rest: String, scheme: String) -> String? {
        guard rest.hasPrefix("//"), rest.utf8.count > 2, !rest.contains(where: \.isWhitespace) else {
            return nil
        }
        return "\(scheme):" + PercentEncoding.encoded(rest, keeping: "!#$%&'()*+,/:;=?@[]")
    }
}
