import AtriumSDK
import Crypto
import Foundation
import GRDB

/// What is kept of attempts to log in, so that they are slowed also after a restart.
struct ThrottleTable {
    /// What attempts are counted for.
    enum Subject: Sendable, Hashable {
        /// A user, by name or e-mail address; the user's id.
        case account(Int64)
        /// A name or e-mail address as it was typed, if no user has it.
        case name(String)
        /// A network address.
        case address(String)
        /// A network address from which people sign up.
        case signUp(String)
        /// A device on which the user has logged in before; its id.
        case device(Int64)
        /// A user who is logged in and is asked for the password again; their id.
        case confirmation(Int64)

        var throttle: Throttle {
            switch self {
            case .account, .name, .confirmation: .account
            case .address, .signUp: .address
            case .device: .device
            }
        }

        /// A hash: what is typed as a name may be a password.
        var key: Data {
            let text =
                switch self {
                case .account(let id): "user:\(id)"
                case .name(let name): "account:\(name)"
                case .address(let address): "address:\(address)"
                case .signUp(let address): "sign-up:\(address)"
                case .device(let id): "device:\(id)"
                case .confirmation(let id): "confirmation:\(id)"
                }
            return Data(SHA256.hash(data: Data(text.utf8)))
        }
    }

    let db: Database
    let now: Double

    /// How many rows are kept; those that were written longest ago go, since each write gives a row a new id.
    static let maximumRows = 100_000
    /// After how many seconds a row says nothing any more: every bucket has leaked out long before.
    private static let lifetime = 86_400.0

    /// Counts an attempt for all subjects before it is made, so that attempts side by side are slowed like those one after
    /// another.
    ///
    /// - Returns: the seconds to wait where one of them is slowed; nothing is counted then.
    func begin(_ subjects: [Subject]) throws -> Double {
        let states = try subjects.map(state)
        let wait = zip(subjects, states).map { $0.throttle.wait($1, now: now) }.max() ?? 0
        guard wait <= 0 else {
            // Kept as of now where the clock was set back, so that the wait has an end.
            for (subject, state) in zip(subjects, states) where state.updatedAt > now {
                try set(subject, state.clamped(to: now))
            }
            return wait
        }
        for (subject, state) in zip(subjects, states) {
            try set(subject, subject.throttle.counting(state, now: now))
        }
        try prune()
        return 0
    }

    /// Takes back what ``begin(_:)`` has counted: the attempt was not made, or was right.
    func takeBack(_ subjects: [Subject]) throws {
        for subject in subjects {
            try set(subject, subject.throttle.taking(back: state(subject), now: now))
        }
    }

    /// Forgets all attempts for a subject: its owner has come.
    func forget(_ subject: Subject) throws {
        try db.execute(sql: "DELETE FROM hub_throttle WHERE key = ?", arguments: [subject.key])
    }

    private func state(_ subject: Subject) throws -> Throttle.State {
        let row = try Row.fetchOne(
            db, sql: "SELECT level, updated_at FROM hub_throttle WHERE key = ?", arguments: [subject.key])
        return row.map { Throttle.State(level: $0["level"], updatedAt: $0["updated_at"]) } ?? Throttle.State()
    }

    private func set(_ subject: Subject, _ state: Throttle.State) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO hub_throttle (key, level, updated_at) VALUES (?, ?, ?)
                """, arguments: [subject.key, state.level, state.updatedAt])
    }

    private func prune() throws {
        try db.execute(
            sql: "DELETE FROM hub_throttle WHERE updated_at < ?", arguments: [now - Self.lifetime])
        try db.execute(
            sql: "DELETE FROM hub_throttle WHERE id <= (SELECT max(id) FROM hub_throttle) - ?",
            arguments: [Self.maximumRows])
    }
}
