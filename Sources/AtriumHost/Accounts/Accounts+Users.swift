import AtriumSDK
import Foundation
import GRDB

/// What an admin, or the user, changes about a user; nil leaves as it is.
public struct UserChanges: Sendable {
    /// The name as others see it; empty for none.
    public var displayName: String?
    /// The e-mail address; empty for none.
    public var email: String?
    /// Whether the user may manage users.
    public var isAdmin: Bool?

    /// Names changes.
    public init(displayName: String? = nil, email: String? = nil, isAdmin: Bool? = nil) {
        self.displayName = displayName
        self.email = email
        self.isAdmin = isAdmin
    }
}

extension Accounts {
    /// The users in the order in which they were made.
    public func users() throws -> [User] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT \(User.columns) FROM hub_user u ORDER BY u.id").map(User.init)
        }
    }

    /// The user with an id; nil where there is none.
    public func user(id: Int64) throws -> User? {
        try read { db in try Self.user(id: id, db) }
    }

    static func user(id: Int64, _ db: Database) throws -> User? {
        let statement = try db.cachedStatement(sql: "SELECT \(User.columns) FROM hub_user u WHERE u.id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map(User.init)
    }

    /// The user with a name, in any case of letters; nil where there is none.
    func user(named name: String) throws -> User? {
        try read { db in
            try Row.fetchOne(
                db, sql: "SELECT \(User.columns) FROM hub_user u WHERE u.name = ?",
                arguments: [name.lowercased()]
            ).map(User.init)
        }
    }

    /// Adds a user.
    ///
    /// - Throws: ``AtriumError``: `badData` for a malformed name or address, `conflict` for one that is taken.
    func addUser(
        _ name: String, _ changes: UserChanges = UserChanges(), password: PasswordHash? = nil
    ) throws -> User {
        try change { db in try addUser(name, changes, password: password, db) }
    }

    func addUser(
        _ name: String, _ changes: UserChanges, password: PasswordHash?, _ db: Database
    ) throws -> User {
        let name = try Self.checkedName(name)
        let isTaken = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM hub_user WHERE name = ?)", arguments: [name])
        guard isTaken != true else {
            throw AtriumError(
                .conflict, "the user “\(name)” already exists", remedy: "choose another name",
                field: "name")
        }
        let user = try insertUser(name, db)
        try update(user, changes, db)
        if let password { try setPassword(password, of: user.id, db) }
        guard let made = try Self.user(id: user.id, db) else {
            throw AtriumError(.internal, "the new user is missing")
        }
        return made
    }

    /// The first user, made under a name where there is none.
    func firstUser(name: String) throws -> User {
        if let first = try firstUser() { return first }
        return try write { db in
            let first = try Row.fetchOne(
                db, sql: "SELECT \(User.columns) FROM hub_user u ORDER BY u.id LIMIT 1")
            return try first.map(User.init) ?? insertUser(name, db)
        }
    }

    private func firstUser() throws -> User? {
        try read { db in
            try Row.fetchOne(db, sql: "SELECT \(User.columns) FROM hub_user u ORDER BY u.id LIMIT 1")
                .map(User.init)
        }
    }

    /// Changes what is known of a user.
    ///
    /// - Throws: ``AtriumError``: `notFound`; `badData` for a malformed address; `conflict` for one that is taken, and
    ///   where no admin would be left.
    @discardableResult
    public func edit(_ user: User, _ changes: UserChanges) throws -> User {
        try change { db in
            try update(user, changes, db)
            guard let edited = try Self.user(id: user.id, db) else {
                throw AtriumError(.notFound, "there is no user “\(user.name)”")
            }
            return edited
        }
    }

    /// Says which modules a user may enable; nil: all.
    public func setAllowedModules(_ modules: Set<String>?, of user: User) throws {
        try change { db in
            try db.execute(
                sql: "UPDATE hub_user SET allowed_modules = ? WHERE id = ?",
                arguments: [ModuleList.text(modules), user.id])
        }
    }

    /// Takes from a user all by which they could come, and what they may do to others, before they are removed.
    ///
    /// From here on they count as no admin: of two who remove each other, the second is refused.
    /// - Throws: ``AtriumError`` with code `conflict` for the only admin.
    func shutOut(_ user: User) throws {
        try change { db in
            try requireOtherAdmin(than: user, db)
            for table in Self.meansTables {
                try db.execute(sql: "DELETE FROM \(table) WHERE user_id = ?", arguments: [user.id])
            }
            try db.execute(sql: "UPDATE hub_user SET password = NULL WHERE id = ?", arguments: [user.id])
            try setAdmin(false, user, db)
        }
    }

    private static let meansTables = ["hub_session", "hub_token", "hub_feed", "hub_device"]

    /// Whether a user can come by no means at all, or is gone.
    func isShutOut(_ user: Int64) throws -> Bool {
        let means = Self.meansTables.map { "EXISTS (SELECT 1 FROM \($0) WHERE user_id = ?1)" }
        let sql = """
            SELECT NOT (\(means.joined(separator: " OR "))
                OR EXISTS (SELECT 1 FROM hub_user WHERE id = ?1 AND password IS NOT NULL))
            """
        return try read { db in try Bool.fetchOne(db, sql: sql, arguments: [user]) } ?? true
    }

    /// Removes a user who was shut out, with their sessions, tokens, feeds, invitations and log-ins.
    ///
    /// The file is then cleared of what was deleted: SQLite overwrites deleted rows, but the write-ahead log keeps earlier
    /// pages until it is emptied.
    ///
    /// - Returns: false if the log could not be emptied, because another process kept reading. It is emptied when the
    ///   last process that uses the hub ends.
    func removeUser(_ user: User) throws -> Bool {
        try write { db in
            try db.execute(sql: "DELETE FROM hub_user WHERE id = ?", arguments: [user.id])
        }
        return emptyLog()
    }

    /// Moves all pages of the write-ahead log into the file and empties the log.
    private func emptyLog() -> Bool {
        do {
            try pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            return true
        } catch {
            return false
        }
    }

    /// Remembers that a user's vault was made, so that its loss is noticed.
    func markVault(of user: User) throws {
        try write { db in
            try db.execute(sql: "UPDATE hub_user SET has_vault = 1 WHERE id = ?", arguments: [user.id])
        }
    }

    private func update(_ user: User, _ changes: UserChanges, _ db: Database) throws {
        if let name = changes.displayName {
            try db.execute(
                sql: "UPDATE hub_user SET display_name = ? WHERE id = ?",
                arguments: [Self.checkedDisplayName(name), user.id])
        }
        if let email = changes.email {
            let email = try email.isEmpty ? nil : Self.checkedEmail(email)
            let isTaken = try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM hub_user WHERE folded_email = ? AND id <> ?)",
                arguments: [email.map(Self.foldedEmail), user.id])
            guard isTaken != true else {
                throw AtriumError(
                    .conflict, "this e-mail address cannot be used", remedy: "use another one", field: "email"
                )
            }
            try db.execute(
                sql: "UPDATE hub_user SET email = ?, folded_email = ? WHERE id = ?",
                arguments: [email, email.map(Self.foldedEmail), user.id])
        }
        if let isAdmin = changes.isAdmin {
            if !isAdmin { try requireOtherAdmin(than: user, db) }
            try setAdmin(isAdmin, user, db)
        }
    }

    /// Makes a user an admin or none; with the rights go the invitations that were made by them.
    private func setAdmin(_ isAdmin: Bool, _ user: User, _ db: Database) throws {
        try db.execute(sql: "UPDATE hub_user SET is_admin = ? WHERE id = ?", arguments: [isAdmin, user.id])
        if !isAdmin {
            try db.execute(sql: "DELETE FROM hub_invitation WHERE made_by = ?", arguments: [user.id])
        }
    }

    private func requireOtherAdmin(than user: User, _ db: Database) throws {
        guard try Self.user(id: user.id, db)?.isAdmin == true else { return }
        let hasOther = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM hub_user WHERE is_admin = 1 AND id <> ?)",
            arguments: [user.id])
        guard hasOther == true else {
            throw AtriumError(
                .conflict, "\(user.name) is the hub's only admin",
                remedy:
                    "make another user an admin first: \(command: "users edit", .argument("name", "NAME"), .flag("admin"))"
            )
        }
    }

    private func insertUser(_ name: String, _ db: Database) throws -> User {
        let isFirst = try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM hub_user)") ?? true
        let vaults = FileSystem.names(in: home + "/vaults").filter { Int64($0) != nil }
        guard !isFirst || vaults.isEmpty else {
            throw AtriumError(
                .inputOutput, "\(path) contains no users, but there are vaults in \(home)/vaults",
                remedy: "restore hub.sqlite from a copy, or move the folder vaults away and restore backups")
        }
        try db.execute(
            sql: "INSERT INTO hub_user (name, is_admin, created_at) VALUES (?, ?, ?)",
            arguments: [name, isFirst, now])
        let id = db.lastInsertedRowID
        guard !vaults.contains(String(id)) else {
            throw AtriumError(
                .inputOutput,
                "the vault \(home)/vaults/\(id) already exists, but hub.sqlite has no user for it",
                remedy: "move it away; it contains a user's data")
        }
        guard let user = try Self.user(id: id, db) else {
            throw AtriumError(.internal, "the new user is missing")
        }
        return user
    }

    // MARK: - Names

    /// A user's name in its stored form.
    ///
    /// - Throws: ``AtriumError`` with code `badData`.
    static func checkedName(_ name: String) throws -> String {
        let folded = name.lowercased()
        guard folded.wholeMatch(of: /[a-z0-9][a-z0-9._\-]{0,31}/) != nil else {
            throw AtriumError(
                .badData, "this is not a valid user name",
                remedy:
                    "use 1 to 32 lower-case letters, digits, dots, hyphens and underscores, starting with a letter or digit",
                field: "name")
        }
        return folded
    }

    private static func checkedDisplayName(_ name: String) throws -> String {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard name.count <= 100, !name.unicodeScalars.contains(where: isControl) else {
            throw AtriumError(
                .badData, "this is not a valid display name",
                remedy: "use one line of at most 100 characters",
                field: "displayName")
        }
        return name
    }

    private static func checkedEmail(_ email: String) throws -> String {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        let hasBlank = email.unicodeScalars.contains { isControl($0) || $0.properties.isWhitespace }
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), email.utf8.count <= 254, !hasBlank else {
            throw AtriumError(
                .badData, "this is not a valid e-mail address", remedy: "write it as name@example.org",
                field: "email")
        }
        return email
    }

    /// An e-mail address as it is compared: providers that heed the case of letters are not in use.
    static func foldedEmail(_ email: String) -> String {
        email.precomposedStringWithCanonicalMapping.lowercased()
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: false
        }
    }
}
