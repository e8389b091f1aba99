import AtriumSDK
import Foundation
import GRDB

/// How the first user gets a name and a password where nobody has one yet: by a link that `atrium serve` prints.
extension Accounts {
    /// Whether nobody can log in: no user has a password.
    ///
    /// Any command in a terminal makes a user without one.
    public func lacksPasswords() throws -> Bool {
        try read { db in try Self.lacksPasswords(db) }
    }

    private static func lacksPasswords(_ db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT NOT EXISTS (SELECT 1 FROM hub_user WHERE password IS NOT NULL)") ?? false
    }

    /// Gives the first user a name and a password, as long as nobody has one; where there is no user, one is made.
    ///
    /// - Throws: ``AtriumError``: `conflict` where somebody has a password by now, or another user has the name; `badData`
    ///   for a malformed name and a password against the rules; `tryAgain` where too many are being hashed.
    @discardableResult
    public func setUpFirstUser(name: String, password: String) async throws -> User {
        let name = try Self.checkedName(name)
        try Password.check(password, name: name, email: nil, displayName: "", modules: moduleNames)
        // No other user can log in yet, so the owner of the link does not wait behind strangers.
        let hash = try await passwords.run(for: users().first?.id ?? 0) { [passwords] in
            try PasswordHash(password, cost: passwords.cost)
        }
        let first = try firstUser(name: name)
        return try write { db in
            guard try Self.lacksPasswords(db) else {
                throw AtriumError(
                    .conflict, "a user already has a password", remedy: "log in, or ask for an invitation")
            }
            let isTaken = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM hub_user WHERE name = ? AND id <> ?)",
                arguments: [name, first.id])
            guard isTaken != true else {
                throw AtriumError(
                    .conflict, "the user “\(name)” already exists", remedy: "choose another name",
                    field: "name")
            }
            try db.execute(sql: "UPDATE hub_user SET name = ? WHERE id = ?", arguments: [name, first.id])
            try setPassword(hash, of: first.id, db)
            guard let user = try Self.user(id: first.id, db) else {
                throw AtriumError(.internal, "the first user is missing")
            }
            return user
        }
    }
}
