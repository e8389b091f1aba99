public import AtriumSDK
import Foundation
import GRDB
import Glibc

/// One installation: the accounts and all vaults, under one home folder.
///
/// It opens nothing until it is asked for something.
public final class Hub: Sendable {
    /// The hub's folder.
    public let home: String
    /// The modules that are installed.
    public let registry: ModuleRegistry
    /// The file formats that can be read.
    public let formats: [any Format]
    let environment: HubEnvironment

    /// Names a hub; its folder is made when it is first used.
    public init(home: String, registry: ModuleRegistry, formats: [any Format], environment: HubEnvironment) {
        self.home = home
        self.registry = registry
        self.formats = formats
        self.environment = environment
    }

    // MARK: - Users

    /// The users in the order in which they were made.
    public func users() throws -> [User] {
        try accounts(isWrite: false) { db in try Self.fetchUsers(db) }
    }

    /// Adds a user; their vault is made when they first come.
    ///
    /// - Throws: ``AtriumError``: `badData` for a malformed name, `conflict` for one that is taken in any case of letters.
    public func addUser(_ name: String) throws -> User {
        let name = try Self.checkedName(name)
        return try accounts { db in
            guard try !Self.fetchUsers(db).contains(where: { $0.name == name }) else {
                throw AtriumError(
                    .conflict, "there is a user “\(name)” already", remedy: "choose another name")
            }
            return try insertUser(name, db)
        }
    }

    /// Removes a user with their vault.
    ///
    /// - Throws: ``AtriumError``: `notFound`, or `conflict` where the vault is in use.
    public func removeUser(_ name: String) throws {
        let user = try user(named: name)
        let folder = vaultFolder(of: user)
        let lock = try VaultLock.exclusive(forVaultAt: folder)
        defer { lock.release() }
        try accounts { db in try db.execute(sql: "DELETE FROM hub_user WHERE id = ?", arguments: [user.id]) }
        do {
            let folders = [folder] + Restore.replacedFolders(ofVaultAt: folder)
            for path in folders where FileManager.default.fileExists(atPath: path) {
                try FileManager.default.removeItem(atPath: path)
            }
        } catch {
            throw AtriumError(
                .inputOutput, "the user is gone, but the folder \(folder) could not be removed",
                remedy: "remove it by hand")
        }
    }

    /// The user with a name, in any case of letters.
    public func user(named name: String) throws -> User {
        guard let user = try users().first(where: { $0.name == name.lowercased() }) else {
            throw AtriumError(
                .notFound, "there is no user “\(name)”", remedy: "atrium users list shows who there is")
        }
        return user
    }

    /// The hub's first user, made where there is none.
    public func firstUser() throws -> User {
        if let first = try users().first { return first }
        return try accounts { db in
            try Self.fetchUsers(db).first ?? insertUser(Self.nameForFirstUser(environment.userName), db)
        }
    }

    /// Opens a user's vault; nil: the first user's, who is made on first use.
    public func open(user name: String? = nil) throws -> Session {
        let user = try name.map(user(named:)) ?? firstUser()
        if user.hasVault { try checkVaultIsThere(of: user) }
        let vault = try Vault(folder: vaultFolder(of: user), registry: registry, environment: environment)
        if !user.hasVault {
            try accounts { db in
                try db.execute(sql: "UPDATE hub_user SET has_vault = 1 WHERE id = ?", arguments: [user.id])
            }
        }
        let session = Session(user: user, vault: vault, hub: self)
        try session.enableFirstModules()
        return session
    }

    /// Refuses to begin anew where a vault was: an empty one in its place would hide the loss.
    private func checkVaultIsThere(of user: User) throws {
        let path = vaultFolder(of: user) + "/vault.sqlite"
        if let size = FileSystem.size(ofFile: path), size > 0 { return }
        if access(path, F_OK) != 0, errno == EACCES { return }
        let newest = FileSystem.names(in: home + "/backups").filter { $0.contains("-\(user.name)-") }.max()
        throw AtriumError(
            .inputOutput, "the vault of \(user.name) is missing or empty: \(path)",
            remedy: "nothing was changed; bring the newest backup back with atrium restore "
                + (newest.map { "\(home)/backups/\($0)" } ?? "FILE"))
    }

    func vaultFolder(of user: User) -> String { "\(home)/vaults/\(user.id)" }

    // MARK: - The accounts' database

    /// Runs a body over the accounts; only a write, and the first use, take the lock for writing.
    private func accounts<Result>(isWrite: Bool = true, _ body: (Database) throws -> Result) throws -> Result
    {
        try Folders.make(home)
        let path = home + "/hub.sqlite"
        return try VaultFile.explainingErrors(of: path) {
            var configuration = Configuration()
            configuration.busyMode = .timeout(VaultFile.busyTimeout)
            try Folders.makePrivateFile(path)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            return try queue.inDatabase { db in
                try db.execute(sql: "PRAGMA synchronous = FULL")
                let hasTable = try db.tableExists("hub_user")
                let isCurrent = try hasTable && db.columns(in: "hub_user").contains { $0.name == "has_vault" }
                if !isWrite, isCurrent { return try body(db) }
                var result: Result?
                try db.inTransaction(.immediate) {
                    try db.execute(sql: Self.schema)
                    if hasTable, !isCurrent { try db.execute(sql: Self.hasVaultColumn) }
                    result = try body(db)
                    return .commit
                }
                guard let result else { throw AtriumError(.internal, "the accounts gave no answer") }
                return result
            }
        }
    }

    private static let schema = """
        CREATE TABLE IF NOT EXISTS hub_user (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE CHECK (name <> ''),
            is_admin INTEGER NOT NULL CHECK (is_admin IN (0, 1)),
            has_vault INTEGER NOT NULL DEFAULT 0 CHECK (has_vault IN (0, 1)),
            created_at TEXT NOT NULL
        ) STRICT;
        """

    /// For accounts that were made before there was the column.
    private static let hasVaultColumn = """
        ALTER TABLE hub_user ADD COLUMN has_vault INTEGER NOT NULL DEFAULT 0 CHECK (has_vault IN (0, 1))
        """

    private static func fetchUsers(_ db: Database) throws -> [User] {
        // By name: a missing column is an error of the file then, not a defect.
        try Row.fetchAll(
            db, sql: "SELECT id, name, is_admin, created_at, has_vault FROM hub_user ORDER BY id"
        ).map { User(id: $0[0], name: $0[1], isAdmin: $0[2], createdAt: $0[3], hasVault: $0[4]) }
    }

    private func insertUser(_ name: String, _ db: Database) throws -> User {
        let isFirst = try fetchUsersIsEmpty(db)
        let vaults = FileSystem.names(in: home + "/vaults").filter { Int64($0) != nil }
        guard !isFirst || vaults.isEmpty else {
            throw AtriumError(
                .inputOutput, "\(home)/hub.sqlite knows no users, but there are vaults in \(home)/vaults",
                remedy:
                    "bring hub.sqlite back from a copy; or move the folder vaults away and restore backups")
        }
        let createdAt = Instant.text(environment.now())
        try db.execute(
            sql: "INSERT INTO hub_user (name, is_admin, created_at) VALUES (?, ?, ?)",
            arguments: [name, isFirst, createdAt])
        let id = db.lastInsertedRowID
        guard !vaults.contains(String(id)) else {
            throw AtriumError(
                .inputOutput,
                "there is a vault \(home)/vaults/\(id) already, of a user that hub.sqlite does not know",
                remedy: "move it away; it is someone's data")
        }
        return User(id: id, name: name, isAdmin: isFirst, createdAt: createdAt, hasVault: false)
    }

    private func fetchUsersIsEmpty(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM hub_user)") ?? true
    }

    /// A user's name in its stored form.
    ///
    /// - Throws: ``AtriumError`` with code `badData`.
    static func checkedName(_ name: String) throws -> String {
        let folded = name.lowercased()
        guard folded.wholeMatch(of: /[a-z0-9][a-z0-9._\-]{0,31}/) != nil else {
            throw AtriumError(
                .badData, "the user name is malformed",
                remedy:
                    "use 1 to 32 lower-case letters, digits, dots, hyphens and underscores, a letter or digit first",
                field: "name")
        }
        return folded
    }

    /// `$USER`, where it can be a name, else `owner`.
    static func nameForFirstUser(_ name: String) -> String {
        (try? checkedName(name)) ?? "owner"
    }
}

extension Session {
    /// Enables what a new user starts with, once; the vault's `user_version` says that it was done.
    func enableFirstModules() throws {
        let isDone = try vault.read { db in try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 } > 0
        guard !isDone else { return }
        // A process that dies in between leaves it to be done again, which changes nothing.
        _ = try ModuleSwitch(vault: vault).enable(hub.registry.modules.filter(\.manifest.isEnabledAtFirst))
        try vault.explainingErrors { try vault.pool.write { try $0.execute(sql: "PRAGMA user_version = 1") } }
    }
}
