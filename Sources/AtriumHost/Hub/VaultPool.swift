import AtriumSDK
import Foundation
import Synchronization

/// The vaults that a server has open: one for each user who comes, for as long as they come.
///
/// A vault is opened when somebody needs it, outside any lock that others wait for: one that cannot be opened, or takes
/// long because it is migrated, holds up its own user only. When more are open than the capacity allows, the one that
/// nobody uses and that was used longest ago is closed.
final class VaultPool: Sendable {
    /// How many vaults may be open.
    let capacity: Int
    private let entries = Mutex<[Int64: Entry]>([:])

    private final class Entry: Sendable {
        /// The opened vault; a thread that opens it holds the lock, and the user's other threads wait for it.
        let session = Mutex<Session?>(nil)
        /// Guarded by the pool's lock.
        let use = Mutex(Use())
    }

    private struct Use {
        var count = 0
        var last = Date.distantPast
    }

    init(capacity: Int = 50) { self.capacity = capacity }

    /// How many vaults are open, or being opened.
    var openCount: Int { entries.withLock(\.count) }

    /// A user's open vault, opened where it is not; it stays open until ``giveBack(_:now:)`` is called as often as this was.
    ///
    /// - Throws: ``AtriumError``: `tryAgain` where all vaults are in use, and what opening throws.
    func take(_ user: Int64, now: Date, opening open: () throws -> Session) throws -> Session {
        let (entry, surplus) = try entries.withLock { entries -> (Entry, Entry?) in
            if let entry = entries[user], !Self.isToBeOpenedAnew(entry) {
                entry.use.withLock { $0.count += 1 }
                return (entry, nil)
            }
            let former = entries.removeValue(forKey: user)
            let surplus = try former ?? (entries.count < capacity ? nil : removeIdlest(&entries))
            let entry = Entry()
            entry.use.withLock { $0 = Use(count: 1, last: now) }
            entries[user] = entry
            return (entry, surplus)
        }
        if let surplus { Self.close(surplus) }
        do {
            return try entry.session.withLock { session in
                if let session { return session }
                let opened = try open()
                session = opened
                return opened
            }
        } catch {
            giveBack(user, now: now)
            throw error
        }
    }

    /// Says that a user's vault, taken before, is no longer used by whoever took it.
    func giveBack(_ user: Int64, now: Date) {
        entries.withLock { entries in
            guard let entry = entries[user] else { return }
            let isUnused = entry.use.withLock { use in
                use.count -= 1
                use.last = now
                return use.count == 0
            }
            // One that could not be opened leaves nothing behind. Who is opening it counts as a user, so that the lock is
            // free here.
            if isUnused, entry.session.withLock({ $0 == nil }) { entries[user] = nil }
        }
    }

    /// Closes the vaults that nobody uses and that were used last before an instant.
    func closeIdle(since instant: Date) {
        let idle = entries.withLock { entries -> [Entry] in
            let users = entries.filter { _, entry in
                entry.use.withLock { $0.count == 0 && $0.last < instant }
            }.keys
            return users.compactMap { entries.removeValue(forKey: $0) }
        }
        idle.forEach(Self.close)
    }

    /// The users whose vaults are open.
    var users: [Int64] { entries.withLock { Array($0.keys) } }

    /// Closes one user's vault, where it is open.
    ///
    /// - Throws: ``AtriumError`` with code `tryAgain` while it is used.
    func close(_ user: Int64) throws {
        let entry = try entries.withLock { entries -> Entry? in
            guard let entry = entries[user] else { return nil }
            guard entry.use.withLock({ $0.count == 0 }) else {
                throw AtriumError(
                    .tryAgain, "the vault is in use right now", remedy: "try again in a few seconds",
                    retryAfter: 5)
            }
            return entries.removeValue(forKey: user)
        }
        entry.map(Self.close)
    }

    /// Whether a vault that nobody uses was opened to be read only, and is no longer what it was then.
    private static func isToBeOpenedAnew(_ entry: Entry) -> Bool {
        // While nobody uses it, its lock is free.
        entry.use.withLock { $0.count == 0 } && entry.session.withLock { $0?.vault.isToBeOpenedAnew } == true
    }

    private func removeIdlest(_ entries: inout [Int64: Entry]) throws -> Entry? {
        let idle = entries.compactMap { user, entry -> (user: Int64, last: Date)? in
            let use = entry.use.withLock { $0 }
            return use.count == 0 ? (user, use.last) : nil
        }
        guard let idlest = idle.min(by: { ($0.last, $0.user) < ($1.last, $1.user) }) else {
            throw AtriumError(
                .tryAgain, "\(capacity) vaults are in use right now",
                remedy: "try again in a few seconds",
                retryAfter: 5)
        }
        return entries.removeValue(forKey: idlest.user)
    }

    private static func close(_ entry: Entry) {
        // What fails to close is closed when its last reference goes.
        entry.session.withLock { session in
            try? session?.vault.close()
            session = nil
        }
    }
}

/// A user's vault, held open for a request; it may be closed when this goes.
public final class VaultLease: Sendable {
    /// The user at work, as far as the principal reaches; valid as long as the lease.
    public let session: Session
    private let end: @Sendable () -> Void
    private let isHeld = Mutex(true)

    init(session: Session, end: @escaping @Sendable () -> Void) {
        self.session = session
        self.end = end
    }

    deinit { release() }

    /// Gives the vault back before the lease goes; a second time does nothing.
    public func release() {
        let wasHeld = isHeld.withLock { held in
            defer { held = false }
            return held
        }
        if wasHeld { end() }
    }
}

extension Hub {
    /// Opens the vault of whoever asks, or takes the one that is open, as far as they reach.
    ///
    /// - Throws: ``AtriumError``: `tryAgain` where the vault is being restored, or too many are in use; what is wrong with
    ///   the vault. Other users notice nothing.
    public func lease(_ principal: Principal) throws -> VaultLease {
        let user = principal.user
        let session = try vaults.take(user.id, now: environment.now()) {
            // The user may have been removed since they showed who they are: their vault is not made anew.
            guard let present = try accounts().user(id: user.id) else {
                throw AtriumError(.notAuthenticated, "this user was removed")
            }
            Backup.removeLeftovers(in: vaultFolder(of: present))
            return try open(present)
        }
        return VaultLease(session: session.acting(as: principal)) { [vaults, environment] in
            vaults.giveBack(user.id, now: environment.now())
        }
    }

    /// Closes the vaults that nobody has used for some seconds; a server calls it every minute or so.
    ///
    /// As long as a server has a vault open, `atrium restore` is told to try again. A user who was shut out elsewhere is to
    /// be removed: what goes on in their name is ended, and their vault closed at once.
    public func closeIdleVaults(after seconds: Double = 120) {
        vaults.closeIdle(since: environment.now().addingTimeInterval(-seconds))
        for user in vaults.users where (try? accounts().isShutOut(user)) == true {
            for goodbye in goodbyes.withLock({ $0 }) { goodbye(user) }
            try? vaults.close(user)
        }
    }

    /// Closes what is open, as a server stops: logs are taken over into their files.
    public func close() {
        vaults.closeIdle(since: .distantFuture)
        closeAccounts()
    }

    /// How many vaults are open.
    public var openVaultCount: Int { vaults.openCount }
}
