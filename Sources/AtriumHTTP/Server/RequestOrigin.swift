import Hummingbird
import Logging
import NIOCore

/// What is known of a request beside what it says: the connection that it came by.
struct RequestOrigin: InitializableFromSource {
    let logger: Logger
    /// The address of the other end; nil where there is none, as in tests.
    let peer: SocketAddress?
    /// The connection.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        logger = source.logger
        peer = source.channel.remoteAddress
        channel = source.channel
    }

    /// Whether the other end is on this machine.
    var isLocal: Bool { address.map(ServerAddress.isLoopback) ?? true }

    /// The other end's address without its port.
    var peerAddress: String { address ?? "local" }

    /// Of an IPv4 client of a socket for both kinds of addresses, the IPv4 address (RFC 4291 section 2.5.5.2).
    private var address: String? {
        guard let text = peer?.ipAddress else { return nil }
        let mapped = "::ffff:"
        return text.hasPrefix(mapped) && text.contains(".") ? String(text.dropFirst(mapped.count)) : text
    }
}
