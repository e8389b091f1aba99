import AtriumSDK
import Foundation
import GRDB

/// Somebody who wants to become a user.
public struct SignUp: Sendable {
    /// The name that they want.
    public var name: String
    /// The password that they want.
    public var password: String
    /// The name as others see it; may be empty.
    public var displayName: String
    /// The e-mail address; may be empty.
    public var email: String
    /// The secret of an invitation; nil where sign-up is open.
    public var invitation: String?
    /// The network address from which they come; behind a proxy, what a trusted one says.
    public var address: String

    /// Makes a request.
    public init(
        name: String, password: String, displayName: String = "", email: String = "",
        invitation: String? = nil, address: String
    ) {
        self.address = address
        self.name = name
        self.password = password
        self.displayName = displayName
        self.email = email
        self.invitation = invitation
    }
}

/// An invitation by which one person may make themselves a user.
public struct Invitation: Sendable, Hashable {
    /// Its id, which is no secret.
    public let id: Int64
    /// When it was made (RFC 3339, UTC).
    public let createdAt: String
    /// When it ends.
    public let expiresAt: String
    /// The name of the admin who made it.
    public let maker: String

    init(row: Row) {
        id = row["id"]
        maker = row["maker"]
        createdAt = row["created_at"]
        expiresAt = row["expires_at"]
    }
}

extension Accounts {
    /// Makes an invitation.
    ///
    /// - Returns: its secret, which can never be shown again, and the invitation.
    public func invite(by user: User) throws -> (secret: String, invitation: Invitation) {
        let secret = AccountSecret.invitation.make()
        let invitation = try change { db -> Invitation? in
            try db.execute(sql: "DELETE FROM hub_invitation WHERE expires_at <= ?", arguments: [now])
            try db.execute(
                sql: """
                    INSERT INTO hub_invitation (made_by, secret_hash, created_at, expires_at)
                    VALUES (?, ?, ?, ?)
                    """,
                arguments: [
                    user.id, AccountSecret.hash(new: secret), now,
                    instant(inDays: Double(Self.number(of: .invitationDays, db))),
                ])
            return try Row.fetchOne(
                db,
                sql: """
                    SELECT i.*, u.name AS maker FROM hub_invitation i JOIN hub_user u ON u.id = i.made_by
                    WHERE i.id = ?
                    """, arguments: [db.lastInsertedRowID]
            ).map(Invitation.init)
        }
        guard let invitation else { throw AtriumError(.internal, "the new invitation is missing") }
        return (secret, invitation)
    }

    /// The invitations that can be used now: they have not ended, and whoever made them is an admin still.
    private static let standing = """
        SELECT i.*, u.name AS maker FROM hub_invitation i JOIN hub_user u ON u.id = i.made_by
        WHERE i.expires_at > ? AND u.is_admin = 1
        """

    /// The invitations that can be used now, whoever made them.
    public func invitations() throws -> [Invitation] {
        try read { db in
            try Row.fetchAll(db, sql: "\(Self.standing) ORDER BY i.id", arguments: [now])
                .map(Invitation.init)
        }
    }

    /// Revokes an invitation: nobody can use it any more.
    ///
    /// - Throws: ``AtriumError`` with code `notFound` where there is none with this id.
    public func revokeInvitation(_ id: Int64) throws {
        try change { db in
            try db.execute(sql: "DELETE FROM hub_invitation WHERE id = ?", arguments: [id])
            guard db.changesCount == 1 else {
                throw AtriumError(
                    .notFound, "there is no invitation link \(id)",
                    remedy: "see \(command: "invitations list")", field: "id")
            }
        }
    }

    /// Whether an invitation can be used now.
    public func isInvitation(_ secret: String) throws -> Bool {
        try read { db in try invitation(secret, db) != nil }
    }

    /// Makes a user of somebody who has an invitation, or of anybody where sign-up is open.
    ///
    /// An invitation is used up in the same transaction. It does not log in.
    ///
    /// Whoever may sign up learns which names and addresses are taken. So that nobody asks for many, attempts from an
    /// address are slowed, those that make a user too.
    /// - Throws: ``AtriumError``: `notPermitted` without either, `badData` for a malformed name, address or password,
    ///   `conflict` for a name that is taken, `tooManyRequests` after many attempts, `tryAgain` where too many passwords
    ///   are being hashed.
    public func signUp(_ request: SignUp) async throws -> User {
        let subject = ThrottleTable.Subject.signUp(ClientAddress.network(request.address))
        let wait = try write { db in try throttles(db).begin([subject]) }
        guard wait <= 0 else { throw Self.slowed(wait, "there were too many attempts to sign up") }
        let name = try Self.checkedName(request.name)
        try read { db in try requireWelcome(request, db) }
        try Password.check(
            request.password, name: name, email: request.email, displayName: request.displayName,
            modules: moduleNames)
        let hash = try await passwords.run(for: nil) { [passwords] in
            try PasswordHash(request.password, cost: passwords.cost)
        }
        let changes = UserChanges(displayName: request.displayName, email: request.email)
        return try write { db in
            try requireWelcome(request, db)
            if let id = try request.invitation.flatMap({ try invitation($0, db) }) {
                try db.execute(sql: "DELETE FROM hub_invitation WHERE id = ?", arguments: [id])
            }
            return try addUser(name, changes, password: hash, db)
        }
    }

    private func requireWelcome(_ request: SignUp, _ db: Database) throws {
        if let secret = request.invitation {
            guard try invitation(secret, db) != nil else {
                throw AtriumError(
                    .notPermitted, "this invitation link is invalid, used or expired",
                    remedy: "ask for a new one", field: "invitation")
            }
        } else if try Self.value(of: .signUp, db) != "open" {
            throw AtriumError(
                .notPermitted, "sign-up is closed on this hub",
                remedy: "ask an admin for an invitation link")
        }
    }

    private func invitation(_ secret: String, _ db: Database) throws -> Int64? {
        try AccountSecret.invitation.hash(secret).flatMap { hash in
            try Int64.fetchOne(
                db, sql: "SELECT id FROM (\(Self.standing)) WHERE secret_hash = ?", arguments: [now, hash])
        }
    }
}
