import AtriumSDK
import Foundation
import GRDB

/// What somebody brings to log in.
public struct LogInRequest: Sendable {
    /// The name, or the e-mail address.
    public var name: String
    /// The password.
    public var password: String
    /// The network address from which they come; behind a proxy, what a trusted one says.
    public var address: String
    /// What the client says that it is.
    public var userAgent: String
    /// The device mark that an earlier log-in left on the device, if it brings one.
    public var device: String?
    /// Whether the device is somebody else's: it gets no mark, and its session is to end with the browser.
    public var isElsewhere = false

    /// Makes a request.
    public init(name: String, password: String, address: String, userAgent: String, device: String? = nil) {
        self.name = name
        self.password = password
        self.address = address
        self.userAgent = userAgent
        self.device = device
    }
}

/// What a log-in gives.
public struct LogIn: Sendable {
    /// The session's secret, for the session cookie.
    public let secret: String
    /// The device mark, for a cookie that outlives the session: by it the device is known, and nobody else's wrong
    /// guesses slow it; nil for a device of others.
    public let device: String?
    /// The session.
    public let session: LogInSession
    /// Who it is.
    public let principal: Principal
}

extension Accounts {
    /// For how many days an unused device mark is known.
    public static let deviceDays = 400
    private static let maximumDevices = 50

    /// The user that a name may mean, and what they must show.
    private struct Candidate {
        let user: Int64
        let hash: PasswordHash?
        let device: Int64?

        /// The counter of guesses at the user, under any of the user's names.
        var subject: ThrottleTable.Subject { .account(user) }
        /// The user, if the request comes from a known device.
        var knownUser: Int64? { device == nil ? nil : user }
    }

    /// Begins a session for who brings the right password.
    ///
    /// A wrong name and a wrong password get the same answer after the same time. Attempts are slowed by ``Throttle``: from
    /// a device that is known only by that device's own attempts, else by those at the account and from the address. Known
    /// devices also have a queue of their own for the hash, see ``PasswordHasher``.
    ///
    /// - Throws: ``AtriumError``: `notAuthenticated` where name or password is wrong, `tooManyRequests` where the attempt
    ///   was not looked at because there were too many, `tryAgain` where too many are logging in.
    public func logIn(_ request: LogInRequest) async throws -> LogIn {
        let name = Self.foldedEmail(request.name.trimmingCharacters(in: .whitespacesAndNewlines))
        let address = ClientAddress.bounded(request.address, 64)
        let userAgent = ClientAddress.bounded(request.userAgent, 200)
        let candidate = try candidate(name, device: request.device)
        let costs = try keptCosts()
        let subjects: [ThrottleTable.Subject] =
            (candidate?.device).map { [.device($0)] }
            ?? [candidate?.subject ?? .name(name), .address(ClientAddress.network(request.address))]
        try passwords.requireRoom(for: candidate?.knownUser)
        let wait = try write { db in try throttles(db).begin(subjects) }
        guard wait <= 0 else { throw Self.slowed(wait) }

        let (isRight, newHash): (Bool, PasswordHash?)
        do {
            (isRight, newHash) = try await verify(request.password, candidate, costs: costs)
        } catch {
            // Nothing was looked at: it is no wrong attempt.
            try write { db in try throttles(db).takeBack(subjects) }
            throw error
        }
        guard let candidate, isRight else {
            try write { db in
                try record(
                    candidate == nil ? .unknownUser : .wrongPassword, user: candidate?.user, address: address,
                    userAgent: userAgent, db)
            }
            throw Self.wrong
        }
        return try write { db in
            // Guesses at the account are over; those from the address may have been at others.
            for subject in subjects {
                if case .address = subject {
                    try throttles(db).takeBack([subject])
                } else {
                    try throttles(db).forget(subject)
                }
            }
            return try begin(
                candidate, newHash: newHash, request, address: address, userAgent: userAgent, db)
        }
    }

    private func candidate(_ name: String, device: String?) throws -> Candidate? {
        // SQLite's texts end at a NUL: what follows would make one user many names, each with guesses of its own.
        guard name.utf8.count <= 254, !name.utf8.contains(0) else { return nil }
        return try read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT id, password FROM hub_user WHERE name = ?1 OR folded_email = ?1",
                arguments: [name])
            guard let row else { return nil }
            let id: Int64 = row["id"]
            let known = try device.flatMap(AccountSecret.device.hash).flatMap { hash in
                try Int64.fetchOne(
                    db,
                    sql: "SELECT id FROM hub_device WHERE secret_hash = ? AND user_id = ? AND used_at > ?",
                    arguments: [hash, id, instant(inDays: -Double(Self.deviceDays))])
            }
            return Candidate(
                user: id, hash: (row["password"] as String?).flatMap(PasswordHash.init), device: known)
        }
    }

    /// Whether a password is the candidate's, after a time that does not tell who that is.
    ///
    /// - Parameter costs: the costs of all kept hashes. One hash of each is made whoever is meant, and one of the present
    ///   cost: else an account whose hash is from before the parameters were raised would answer sooner than others, or
    ///   later, and an unknown name like none of them.
    /// - Returns: also a stronger hash, where the kept one was made with weaker parameters than are used now.
    private func verify(
        _ password: String, _ candidate: Candidate?, costs: Set<PasswordCost>
    ) async throws -> (Bool, PasswordHash?) {
        let (cost, passwords) = (passwords.cost, passwords)
        // What is longer than any password is not hashed whole.
        let bounded = password.utf8.count <= Password.longest ? password : ""
        return try await passwords.run(for: candidate?.knownUser) {
            let kept = candidate?.hash
            var made: [PasswordCost: PasswordHash] = [:]
            for other in costs.union([cost]) where other != kept?.cost {
                made[other] = try passwords.hash(bounded, cost: other)
            }
            guard let kept, try passwords.matches(bounded, kept), bounded == password else {
                return (false, nil)
            }
            return (true, cost.isMet(by: kept.cost) ? nil : made[cost])
        }
    }

    /// The costs of the hashes that are kept: one, and more after the parameters were changed, until all have logged in.
    private func keptCosts() throws -> Set<PasswordCost> {
        try read { db in
            // What stands between the second and the third `$`.
            let texts = try String.fetchSet(
                db,
                sql: """
                    SELECT DISTINCT substr(password, 9, instr(substr(password, 9), '$') - 1) FROM hub_user
                    WHERE password IS NOT NULL
                    """)
            return Set(texts.compactMap { PasswordCost(parameters: $0) })
        }
    }

    private func begin(
        _ candidate: Candidate, newHash: PasswordHash?, _ request: LogInRequest, address: String,
        userAgent: String, _ db: Database
    ) throws -> LogIn {
        // The user may have gone, or have got another password, while the hash was made.
        let stored = try String.fetchOne(
            db, sql: "SELECT password FROM hub_user WHERE id = ?", arguments: [candidate.user])
        guard let user = try Self.user(id: candidate.user, db), stored == candidate.hash?.text else {
            throw Self.wrong
        }
        if let newHash { try setPassword(newHash, of: user.id, db) }
        try record(.success, user: user.id, address: address, userAgent: userAgent, db)
        let (secret, session) = try beginSession(
            of: user.id, address: address, userAgent: userAgent, isElsewhere: request.isElsewhere, db)
        let mark: String?
        if request.isElsewhere {
            mark = nil
        } else if let known = candidate.device, let device = request.device {
            mark = device
            try db.execute(sql: "UPDATE hub_device SET used_at = ? WHERE id = ?", arguments: [now, known])
        } else {
            mark = try addDevice(of: user.id, db)
        }
        let principal = Principal(
            user: user, means: .session(session.id), scope: .everything, isElsewhere: request.isElsewhere)
        return LogIn(secret: secret, device: mark, session: session, principal: principal)
    }

    private func addDevice(of user: Int64, _ db: Database) throws -> String {
        try db.execute(
            sql: "DELETE FROM hub_device WHERE used_at <= ?",
            arguments: [instant(inDays: -Double(Self.deviceDays))])
        try db.execute(
            sql: """
                DELETE FROM hub_device WHERE id IN (SELECT id FROM hub_device WHERE user_id = ?
                    ORDER BY used_at DESC, id DESC LIMIT -1 OFFSET ?)
                """, arguments: [user, Self.maximumDevices - 1])
        let secret = AccountSecret.device.make()
        try db.execute(
            sql: "INSERT INTO hub_device (user_id, secret_hash, created_at, used_at) VALUES (?, ?, ?, ?)",
            arguments: [user, AccountSecret.hash(new: secret), now, now])
        return secret
    }

    func throttles(_ db: Database) -> ThrottleTable {
        ThrottleTable(db: db, now: environment.now().timeIntervalSince1970)
    }

    private static let wrong = AtriumError(
        .notAuthenticated, "the name or the password is wrong",
        remedy: "try again; an admin can set a new password with \(command: "users password")")

    static func slowed(_ wait: Double, _ message: String = "there were too many failed attempts")
        -> AtriumError
    {
        let seconds = max(1, Int(wait.rounded(.up)))
        return AtriumError(
            .tooManyRequests, message,
            remedy: "wait \(seconds) second\(seconds == 1 ? "" : "s"), then try again", retryAfter: seconds)
    }
}
