import GRDB
import Synchronization

/// What was read from a database, kept until anything is written to it, by whomever.
///
/// SQLite tells each connection when another one has committed (`PRAGMA data_version`), in this process or elsewhere. Its
/// own writes a connection is not told of: so values are kept for connections that only read, for each its own, and one
/// that writes reads anew every time. Within a transaction the value belongs to the state that the transaction sees.
///
/// A connection that takes the file for immutable is told of nothing: of such a one what was kept once is kept for ever, as is
/// what it reads.
final class ReadCache<Value: Sendable>: Sendable {
    private let kept = Mutex<[ObjectIdentifier: (version: Int64, value: Value)]>([:])

    /// Uses the value, and keeps it with what the body adds to it.
    ///
    /// - Parameter first: reads the value where nothing is kept, or anything was written since.
    func withValue<Result>(
        _ db: Database, first: () throws -> Value, _ body: (inout Value) throws -> Result
    ) throws -> Result {
        guard db.configuration.readonly else {
            var value = try first()
            return try body(&value)
        }
        // Asked before anything is read: what is read later can only be newer, and is then read once more.
        let version = try Int64.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
        let connection = ObjectIdentifier(db)
        // Taken out, so that to add to it is no copy of all that it holds; a connection does one thing at a time.
        var value =
            try kept.withLock { kept in
                kept.removeValue(forKey: connection).flatMap { $0.version == version ? $0.value : nil }
            } ?? first()
        defer { kept.withLock { $0[connection] = (version, value) } }
        return try body(&value)
    }

    /// Forgets what stands in the name of a connection that is being opened: another one may have had its place.
    func forget(_ db: Database) {
        kept.withLock { $0[ObjectIdentifier(db)] = nil }
    }
}
