public import AtriumSDK
import Foundation
import GRDB
import Glibc
import Synchronization

/// One installation: the accounts and all vaults, under one home folder.
///
/// It opens nothing until it is asked for something.
public final class Hub: Sendable {
    /// The hub's folder.
    public let home: String
    /// The modules that are installed.
    public let registry: ModuleRegistry
    /// The file formats that can be read; they heed the marks of all installed modules.
    public let formats: [any Format]
    let environment: HubEnvironment
    private let openAccounts = Mutex<Accounts?>(nil)
    /// The vaults that a server has open.
    let vaults = VaultPool()
    let goodbyes = Mutex<[@Sendable (Int64) -> Void]>([])

    /// Names a hub; its folder is made when it is first used.
    public init(home: String, registry: ModuleRegistry, formats: [any Format], environment: HubEnvironment) {
        self.home = home
        self.registry = registry
        self.formats = formats.map { $0.detecting(registry.itemMarks) }
        self.environment = environment
    }

    /// The accounts; they are opened on first use, and stay open as long as the hub.
    ///
    /// Where they could only be read, they are opened anew as soon as they can be written.
    ///
    /// - Throws: ``AtriumError`` that says what is wrong with their file; the next use tries again.
    public func accounts() throws -> Accounts {
        try openAccounts.withLock { accounts in
            if let accounts, !accounts.isToBeOpenedAnew { return accounts }
            do {
                let opened = try Accounts(
                    home: home, environment: environment, moduleNames: registry.modules.map(\.id))
                accounts = opened
                return opened
            } catch {
                // What could be read a moment ago is of use still.
                guard let accounts else { throw error }
                return accounts
            }
        }
    }

    /// Closes the accounts; the next use opens them again.
    func closeAccounts() {
        let accounts = openAccounts.withLock { accounts in
            defer { accounts = nil }
            return accounts
        }
        try? accounts?.close()
    }

    // MARK: - Users

    /// The users in the order in which they were made.
    public func users() throws -> [User] { try accounts().users() }

    /// Adds a user; their vault is made when they first come.
    ///
    /// - Throws: ``AtriumError``: `badData` for a malformed name or address, `conflict` for one that is taken in any case
    ///   of letters.
    public func addUser(_ name: String, _ changes: UserChanges = UserChanges()) throws -> User {
        try accounts().addUser(name, changes)
    }

    /// Has something be done when a user is about to be removed: what goes on in their name is to be ended.
    public func onRemoval(_ body: @escaping @Sendable (_ user: Int64) -> Void) {
        goodbyes.withLock { $0.append(body) }
    }

    /// Removes a user with their vault, and all by which they could log in.
    ///
    /// First the user is locked out, so that no new work begins; then the user's running work is ended and awaited.
    ///
    /// - Returns: false if deleted data may still be in the write-ahead log of the accounts.
    /// - Throws: ``AtriumError``: `notFound`, `conflict` for the only admin, or `tryAgain` if the vault is still in
    ///   use, such as by a terminal. The user stays locked out then, and another try continues the removal.
    @discardableResult
    public func removeUser(_ name: String) throws -> Bool {
        let user = try user(named: name)
        let folder = vaultFolder(of: user)
        try accounts().shutOut(user)
        for goodbye in goodbyes.withLock({ $0 }) { goodbye(user.id) }
        try Folders.make(Folders.parent(of: folder))
        let lock = try exclusiveLock(of: user, folder)
        defer { lock.release() }
        // The folders go first: where this ends between the two, the user is there still, without a vault and shut out,
        // and to be removed once more. The other way round, data would be left that nobody looks for.
        for path in [folder] + Restore.replacedFolders(ofVaultAt: folder)
        where FileManager.default.fileExists(atPath: path) {
            do {
                try FileManager.default.removeItem(atPath: path)
            } catch {
                throw AtriumError(
                    .inputOutput,
                    "the folder \(path) could not be removed; the user is locked out, but still exists",
                    remedy: "check its permissions, then remove the user again")
            }
        }
        let isCleared: Bool
        do {
            isCleared = try accounts().removeUser(user)
        } catch let error as AtriumError {
            // The error's own words say that nothing was changed.
            throw AtriumError(
                error.code,
                "the vault of \(user.name) was removed, but the user still exists: the accounts could not be written",
                remedy:
                    "free disk space or check the permissions of the hub's folder, then remove the user again"
            )
        }
        // No vault gets this number again; a process that waits for the file finds that the user does not exist.
        unlink(VaultLock.path(forVaultAt: folder))
        return isCleared
    }

    /// The vault's folder for this thread alone, as soon as nobody has it any more.
    private func exclusiveLock(of user: User, _ folder: String) throws -> VaultLock {
        let end = ContinuousClock.now + .seconds(environment.patience)
        while true {
            do {
                try vaults.close(user.id)
                return try VaultLock.exclusive(forVaultAt: folder)
            } catch let error as AtriumError where error.code == .tryAgain && ContinuousClock.now < end {
                // Whoever has it may be another process, of which nothing tells when it lets go.
                usleep(50_000)
            }
        }
    }

    /// The user with a name, in any case of letters.
    public func user(named name: String) throws -> User {
        guard let user = try accounts().user(named: name) else {
            throw AtriumError(
                .notFound, "there is no user “\(name)”", remedy: "see \(command: "users list")"
            )
        }
        return user
    }

    /// The hub's first user, made where there is none.
    public func firstUser() throws -> User {
        try accounts().firstUser(name: Self.nameForFirstUser(environment.userName))
    }

    /// Opens a user's vault; nil: the first user's, who is made on first use.
    public func open(user name: String? = nil) throws -> Session {
        try open(name.map(user(named:)) ?? firstUser())
    }

    /// Opens a user's vault.
    func open(_ user: User) throws -> Session {
        if user.hasVault { try checkVaultIsThere(of: user) }
        let vault = try Vault(folder: vaultFolder(of: user), registry: registry, environment: environment)
        if !user.hasVault { try accounts().markVault(of: user) }
        let session = Session(
            principal: Principal(user: user, means: .terminal, scope: .everything), vault: vault, hub: self)
        try session.enableFirstModules()
        return session
    }

    /// Refuses to begin anew where a vault was: an empty one in its place would hide the loss.
    private func checkVaultIsThere(of user: User) throws {
        let path = vaultFolder(of: user) + "/vault.sqlite"
        if let size = FileSystem.size(ofFile: path), size > 0 { return }
        if access(path, F_OK) != 0, errno == EACCES { return }
        let newest = FileSystem.names(in: home + "/backups").filter { $0.contains("-\(user.name)-") }.max()
        let restore = Guidance.Value.argument("file", newest.map { "\(home)/backups/\($0)" } ?? "FILE")
        throw AtriumError(
            .inputOutput, "the vault of \(user.name) is missing or empty: \(path)",
            remedy: "nothing was changed; restore the newest backup with \(command: "restore", restore)")
    }

    func vaultFolder(of user: User) -> String { "\(home)/vaults/\(user.id)" }

    /// What in the hub's folder holds data of a user who was removed: backups, and copies of the accounts.
    func copies(of user: String) -> [String] {
        backups(of: user) + AccountsFile.copies(ofAccountsAt: home + "/hub.sqlite").paths
    }

    /// The backups in the hub's folder that hold a user's data, as far as can be told.
    func backups(of user: String) -> [String] {
        let folder = home + "/backups"
        let name = BackupName(user: user)
        return FileSystem.names(in: folder).filter { name.mayBeOwn($0, in: folder) }.map { folder + "/" + $0 }
    }

    /// `$USER`, where it can be a name, else `owner`.
    static func nameForFirstUser(_ name: String) -> String {
        (try? Accounts.checkedName(name)) ?? "owner"
    }
}

extension Session {
    /// Paths as they are shown: where the hub stands is the business of whoever is at its machine.
    func shown(_ paths: [String]) -> [String] {
        principal.means == .terminal ? paths : paths.map { Folders.name(of: $0) }
    }

    /// Enables what a new user starts with, once; the vault's `user_version` says that it was done.
    func enableFirstModules() throws {
        let isDone = try vault.read { db in try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 } > 0
        guard !isDone else { return }
        // A process that dies in between leaves it to be done again, which changes nothing.
        _ = try ModuleSwitch(vault: vault).enable(hub.registry.modules.filter(\.manifest.isEnabledAtFirst))
        try vault.explainingErrors { try vault.pool.write { try $0.execute(sql: "PRAGMA user_version = 1") } }
    }
}
