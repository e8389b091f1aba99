import AtriumHost
import AtriumSDK
import NIOCore

/// Where the server may listen.
enum ServerAddress {
    /// Whether an address is reached from this machine only.
    static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if host == "localhost" { return true }
        guard let address = try? SocketAddress(ipAddress: host, port: 0) else { return false }
        switch address {
        // Only four numbers with dots are an address to SocketAddress, so that the text tells the network.
        case .v4: return host.hasPrefix("127.")
        case .v6: return address.ipAddress == "::1"
        case .unixDomainSocket: return false
        }
    }

    /// Refuses to send passwords in the clear over a network.
    ///
    /// - Throws: ``AtriumError`` with code `usage`.
    static func check(_ options: ServerOptions) throws {
        guard options.tls == nil, !options.isBehindProxy, !isLoopback(options.host) else { return }
        throw AtriumError(
            .usage, "other machines can reach \(options.host), but TLS is not set up",
            remedy:
                "give --certificate and --key, or --insecure-behind-proxy if a proxy in front of the server provides TLS",
            field: "host")
    }
}
