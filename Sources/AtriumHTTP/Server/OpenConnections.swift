import NIOCore
import Synchronization

/// The connections that are open: where there are many, a new one ends the one that has been silent longest.
///
/// So a crowd of connections that say nothing keeps nobody out. Whoever has the most connections loses one first.
final class OpenConnections: Sendable {
    /// From how many connections on others are ended.
    let limit: Int
    private let connections = Mutex<[ObjectIdentifier: Connection]>([:])

    /// One that is open.
    final class Connection: Sendable {
        fileprivate let channel: any Channel
        fileprivate let address: String
        /// Since when nothing has come, where a request is awaited or read; 0 while one is answered.
        private let silence: Atomic<UInt64>

        fileprivate init(_ channel: any Channel) {
            self.channel = channel
            address = channel.remoteAddress?.ipAddress ?? "local"
            silence = Atomic(NIODeadline.now().uptimeNanoseconds)
        }

        /// Notes that something has come, or that an answer was sent: now it is the client's turn.
        func isAwaited() { silence.store(NIODeadline.now().uptimeNanoseconds, ordering: .relaxed) }

        /// Notes that a request has come whole: now it is the server's turn.
        func isAnswered() { silence.store(0, ordering: .relaxed) }

        fileprivate var silentSince: UInt64? {
            let since = silence.load(ordering: .relaxed)
            return since == 0 ? nil : since
        }
    }

    init(limit: Int) { self.limit = limit }

    /// Enters a connection, and ends another one where there are too many.
    func add(_ channel: any Channel) -> Connection {
        let connection = Connection(channel)
        let surplus = connections.withLock { connections -> Connection? in
            let surplus = connections.count < limit ? nil : Self.surplus(connections.values)
            if let surplus { connections[ObjectIdentifier(surplus)] = nil }
            connections[ObjectIdentifier(connection)] = connection
            return surplus
        }
        surplus?.channel.close(promise: nil)
        return connection
    }

    /// Forgets a connection that has ended.
    func remove(_ connection: Connection) {
        connections.withLock { $0[ObjectIdentifier(connection)] = nil }
    }

    private static func surplus(_ connections: some Collection<Connection>) -> Connection? {
        var counts: [String: Int] = [:]
        for connection in connections { counts[connection.address, default: 0] += 1 }
        func rank(_ connection: Connection) -> (Int, UInt64)? {
            connection.silentSince.map { (counts[connection.address, default: 0], UInt64.max - $0) }
        }
        return connections.compactMap { connection in rank(connection).map { (connection, $0) } }
            .max { $0.1 < $1.1 }?.0
    }
}
