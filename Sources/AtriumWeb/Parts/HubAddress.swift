import AtriumHTTP

/// The address under which somebody has opened the hub.
struct HubAddress: Sendable, Hashable {
    /// As one types it into a browser: `https://hub.example.org`.
    let text: String
    /// Whether the name leads to the machine itself on every machine: `localhost`, 127.0.0.1.
    let isOfThisMachine: Bool
    /// Whether the hub is reached by TLS, by itself or by a proxy.
    let isSecure: Bool

    /// The port that is asked, also if the address leaves it out.
    let port: String

    /// - Parameter host: the name under which the server was called, perhaps with a port.
    init(host: String, isSecure: Bool) {
        self.isSecure = isSecure
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        let usual = isSecure ? "443" : "80"
        let given = String(host.dropFirst(name.count + 1))
        port = given.isEmpty ? usual : given
        text = (isSecure ? "https://" : "http://") + name + (port == usual ? "" : ":" + port)
        isOfThisMachine =
            name == "localhost" || name.hasSuffix(".localhost") || name.hasPrefix("127.") || name == "[::1]"
            || name == "0.0.0.0" || name == "[::]"
    }
}

extension Site {
    /// The address by which this request has come.
    var hubAddress: HubAddress { HubAddress(host: visit.host, isSecure: service.isSecure) }
}
