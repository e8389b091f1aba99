import HTTPTypes

/// Under which names the server may be called.
///
/// On a loopback address only those of the machine itself: a page from elsewhere whose name was made to lead here is
/// refused. On other addresses any name that is well-formed: of it only the address is made that a page shows to
/// whoever asked.
struct HostCheck: Sendable {
    let isLoopback: Bool
    /// The address that the server was told to listen on.
    let address: String

    private static let ownNames: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    /// The authority that a request names.
    ///
    /// - Throws: ``HTTPFailure``: 400 where there is none, 421 where it is not this server's.
    func check(_ authority: String?) throws -> String {
        guard let authority = authority?.lowercased(), let name = Self.name(of: authority) else {
            throw Self.missing
        }
        guard !isLoopback || Self.ownNames.contains(name) || name == address.lowercased() else {
            throw HTTPFailure(
                .misdirectedRequest, "misdirected", "this server does not have that name",
                remedy: "use localhost, or run the server behind a proxy")
        }
        return authority
    }

    /// 400: the request names no host, or nothing that can be one.
    static let missing = HTTPFailure.malformed("the request has no host", remedy: "send a Host header")

    /// The name without the port; nil where it is malformed.
    static func name(of authority: String) -> String? {
        let name: Substring
        var port = Substring()
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            name = authority[...end]
            let rest = authority[authority.index(after: end)...]
            guard rest.isEmpty || rest.first == ":" else { return nil }
            port = rest.dropFirst()
        } else {
            let end = authority.utf8.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
            name = authority[..<end]
            port = Substring(authority.utf8[end...].dropFirst())
        }
        let isWellFormed = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
                true
            default: false
            }
        }
        let isPort = port.utf8.count <= 5 && port.utf8.allSatisfy { (48...57).contains($0) }
        return !name.isEmpty && name.utf8.count <= 255 && isWellFormed && isPort ? String(name) : nil
    }
}
