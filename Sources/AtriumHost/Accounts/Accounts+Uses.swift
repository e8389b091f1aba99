import AtriumSDK
import GRDB
import Synchronization

import struct Foundation.Date

/// What was used lately, and is not written down yet.
///
/// Who asks is looked up on the way of each request, which waits for no disk and for no other process that writes.
final class UseNotes: Sendable {
    /// What can be used: a row of a table.
    struct Subject: Sendable, Hashable {
        let table: String
        let id: Int64
    }

    private let notes = Mutex<[Subject: Date]>([:])

    func add(_ subject: Subject, at time: Date) {
        notes.withLock { $0[subject] = max(time, $0[subject] ?? time) }
    }

    /// All notes, which are then somebody else's.
    func take() -> [Subject: Date] {
        notes.withLock { notes in
            defer { notes = [:] }
            return notes
        }
    }
}

extension Accounts {
    /// How old the remembered time of the last use may be, in seconds: not every request is a write.
    static let useGranularity = 600.0

    /// Notes that something was used, where that was last written some time ago; ``writeUses()`` writes it down.
    func noteUse(of id: Int64, in table: String, lastAt: Date?) {
        let now = environment.now()
        guard now.timeIntervalSince(lastAt ?? .distantPast) >= Self.useGranularity else { return }
        uses.add(UseNotes.Subject(table: table, id: id), at: now)
    }

    /// Writes down what was used since the last call, in one transaction; it may wait for another process that writes.
    ///
    /// What was revoked meanwhile stays so. What cannot be written, on a disk that is full, say, is written the next time.
    public func writeUses() {
        let notes = uses.take()
        guard !notes.isEmpty else { return }
        do {
            try write { db in
                for (subject, time) in notes {
                    // Another process may have written a later one.
                    try db.cachedStatement(
                        sql: """
                            UPDATE \(subject.table) SET used_at = ?1
                            WHERE id = ?2 AND (used_at IS NULL OR used_at < ?1)
                            """
                    ).execute(arguments: [Timestamp.text(time), subject.id])
                }
            }
        } catch {
            for (subject, time) in notes { uses.add(subject, at: time) }
        }
    }
}
