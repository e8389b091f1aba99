import AtriumSDK
import GRDB
import Synchronization

import struct Foundation.Date

/// Whoever brings a secret that stands for a user: a session's or a token's.
struct Bearer: Sendable {
    /// Who it is, and how far the secret reaches.
    let principal: Principal
    /// When the secret was last used, as far as that was written down; nil: never.
    let usedAt: Date?
    /// From when on it is worth nothing; nil: that does not depend on the time.
    let endsAt: Date?
}

/// Who stands behind secrets, which every request asks.
///
/// What was found is kept until anything is written to the accounts, by whatever process: what was revoked counts from
/// the next question on. The connection is one of its own, so that a question waits for nothing else and costs one
/// statement.
final class KnownBearers: Sendable {
    /// How many are kept; then it begins anew.
    private static let limit = 10_000

    private let path: String
    private let canBeWritten: Bool
    private let connection = Mutex(Connection.unopened)
    private let known = ReadCache<[Credential: Bearer]>()

    private enum Connection {
        case unopened
        case opened(DatabaseQueue)
        /// The accounts are closed: to open it again would leave SQLite's side files behind.
        case closed
    }

    /// Makes it for accounts that are open; it opens nothing until it is asked.
    ///
    /// - Parameter canBeWritten: whether the accounts were opened to be written, so that they change.
    init(path: String, canBeWritten: Bool) {
        self.path = path
        self.canBeWritten = canBeWritten
    }

    /// The bearer of a credential.
    ///
    /// - Parameter find: looks for it in the accounts. What is not there is not kept: it can be there at any time, and
    ///   whoever guesses would fill the memory.
    func bearer(_ credential: Credential, find: (Database) throws -> Bearer?) throws -> Bearer? {
        try open().unsafeRead { db in
            try known.withValue(db, first: { [:] }) { known in
                if let bearer = known[credential] { return bearer }
                guard let found = try find(db) else { return nil }
                if known.count >= Self.limit { known = [:] }
                known[credential] = found
                return found
            }
        }
    }

    /// Closes the connection, for good.
    func close() throws {
        try connection.withLock { connection in
            if case .opened(let queue) = connection { try queue.close() }
            connection = .closed
        }
    }

    private func open() throws -> DatabaseQueue {
        try connection.withLock { connection in
            switch connection {
            case .opened(let queue): return queue
            case .closed: throw AtriumError(.tryAgain, "the accounts are being closed", remedy: "try again")
            case .unopened:
                let queue = try AccountsFile.openConnection(
                    at: path, canBeWritten: canBeWritten, preparing: known.forget)
                connection = .opened(queue)
                return queue
            }
        }
    }
}
