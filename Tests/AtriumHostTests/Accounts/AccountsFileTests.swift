import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Testing

@testable import AtriumHost

/// The file of the accounts: its settings, its ledger, and files of before there was one.
@Suite struct AccountsFileTests {
    private let hub: TemporaryHub
    private var path: String { hub.hub.home + "/hub.sqlite" }

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module], isEnabled: false)
    }

    /// Makes a hub's file by SQL, as another version would have left it.
    private func write(_ sql: String) throws {
        try Folders.make(hub.hub.home)
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in try db.execute(sql: sql) }
        try queue.close()
    }

    private static let oldest = """
        CREATE TABLE hub_user (
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE CHECK (name <> ''),
            is_admin INTEGER NOT NULL CHECK (is_admin IN (0, 1)), created_at TEXT NOT NULL) STRICT;
        INSERT INTO hub_user VALUES (1, 'ada', 1, '2026-01-01T00:00:00Z'), (3, 'bob', 0, '2026-01-02T00:00:00Z');
        """
    private static let old = """
        CREATE TABLE IF NOT EXISTS hub_user (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL UNIQUE CHECK (name <> ''),
            is_admin INTEGER NOT NULL CHECK (is_admin IN (0, 1)),
            has_vault INTEGER NOT NULL DEFAULT 0 CHECK (has_vault IN (0, 1)),
            created_at TEXT NOT NULL
        ) STRICT;
        INSERT INTO hub_user VALUES (1, 'ada', 1, 0, '2026-01-01T00:00:00Z'), (3, 'bob', 0, 0, '2026-01-02T00:00:00Z');
        """

    @Test(arguments: [oldest, old])
    func accountsWithoutALedgerAreTakenOver(sql: String) throws {
        try write(sql)
        let users = try hub.hub.users()
        #expect(users.map(\.name) == ["ada", "bob"])
        #expect(users.map(\.id) == [1, 3])
        #expect(users.map(\.isAdmin) == [true, false])
        #expect(users.map(\.createdAt) == ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"])
        #expect(users.allSatisfy { !$0.hasPassword && !$0.hasVault && $0.allowedModules == nil })
        #expect(try hub.session().user.name == "ada")
        // Ids are not given twice.
        #expect(try hub.hub.addUser("eve").id == 4)
        // Once: a second opening changes nothing.
        let accounts = try hub.hub.accounts()
        let ledger = try accounts.read { db in try Row.fetchAll(db, sql: "SELECT * FROM hub_migration") }
        #expect(ledger.map { $0["name"] as String } == AccountsMigrations.all.map(\.name))
        let next = try hub.reopened(with: [WorkshopModule.module]).hub.accounts()
        #expect(try next.read { db in try Row.fetchAll(db, sql: "SELECT * FROM hub_migration") } == ledger)
    }

    /// What an old file becomes is what a new one is.
    @Test(arguments: [oldest, old])
    func accountsTakenOverHaveTheSchemaOfNewOnes(sql: String) throws {
        try write(sql)
        let new = try TemporaryHub(modules: [], isEnabled: false)
        let query = """
            SELECT m.name, c.name, c.type, c."notnull", c.pk FROM sqlite_master m, pragma_table_info(m.name) c
            WHERE m.type = 'table' ORDER BY m.name, c.name
            """
        let taken = try hub.hub.accounts().read { db in try Row.fetchAll(db, sql: query) }
        #expect(try new.hub.accounts().read { db in try Row.fetchAll(db, sql: query) } == taken)
        #expect(taken.count > 40)
    }

    /// Links that were handed out go on, under their numbers, and a number that was revoked is given to no other.
    @Test func feedsOutliveTheMigrationThatLetsThemGiveMore() throws {
        try Folders.make(hub.hub.home)
        let queue = try DatabaseQueue(path: path)
        let secret = AccountSecret.feed.make()
        try queue.writeWithoutTransaction { db in
            let last = AccountsMigrations.all.firstIndex { $0.name == "let feeds give more kinds" }
            try AccountsMigrations.apply(
                to: db, migrations: Array(AccountsMigrations.all[..<#require(last)]),
                now: { "2026-01-01T00:00:00Z" })
            try db.execute(sql: "INSERT INTO hub_user (name, is_admin, created_at) VALUES ('ada', 1, 'x')")
            for (name, hash) in [
                ("phone", AccountSecret.hash(new: secret)), ("gone", Data(repeating: 1, count: 32)),
            ] {
                try db.execute(
                    sql: """
                        INSERT INTO hub_feed (user_id, name, secret_hash, module, kind, created_at)
                        VALUES (1, ?, ?, 'calendar', 'calendar', '2026-01-01T00:00:00Z')
                        """, arguments: [name, hash])
            }
            try db.execute(sql: "DELETE FROM hub_feed WHERE name = 'gone'")
        }
        try queue.close()
        let accounts = try hub.hub.accounts()
        #expect(try accounts.feed(secret, kind: .calendar)?.feed.name == "phone")
        let ada = try hub.hub.user(named: "ada")
        let made = try accounts.addFeed(of: ada, name: "list", module: "tasks", kind: .todos)
        #expect(made.feed.id == 3)
        #expect(try accounts.feeds(of: ada).map(\.kind) == [.calendar, .todos])
    }

    /// Without them nobody comes in: they are copied aside before anything is done to them.
    @Test func accountsAreCopiedAsideBeforeTheyAreMigrated() throws {
        try write(Self.oldest)
        let before = try DatabaseQueue(path: path).read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM hub_user")
        }
        _ = try hub.hub.users()
        func copies() -> [String] {
            FileSystem.names(in: hub.hub.home).filter { $0.hasPrefix("before-migration-") }
        }
        let copy = try #require(copies().first)
        #expect(copies().count == 1 && copy.hasSuffix(".sqlite"))
        let file = hub.hub.home + "/" + copy
        #expect(
            try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        let copied = try DatabaseQueue(path: file).read { db in
            #expect(try !db.tableExists("hub_migration"))
            return try Row.fetchAll(db, sql: "SELECT * FROM hub_user")
        }
        #expect(copied == before)
        // Neither new accounts nor those that are up to date need one.
        _ = try hub.reopened(with: []).hub.users()
        #expect(copies().count == 1)
        let new = try TemporaryHub(modules: [], isEnabled: false)
        _ = try new.hub.users()
        #expect(FileSystem.names(in: new.hub.home).filter { $0.hasPrefix("before") }.isEmpty)
    }

    /// However many begin at once, one of them migrates, and makes the one copy.
    @Test func accountsAreCopiedOnce() throws {
        for _ in 0..<5 {
            let home = hub.hub.home + "/\(UUID().uuidString)"
            try Folders.make(home)
            let queue = try DatabaseQueue(path: home + "/hub.sqlite")
            try queue.write { db in try db.execute(sql: Self.oldest) }
            try queue.close()
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                let other = Hub(
                    home: home, registry: hub.hub.registry, formats: [], environment: hub.hub.environment)
                #expect((try? other.users().count) == 2)
            }
            #expect(FileSystem.names(in: home).filter { $0.hasPrefix("before-migration-") }.count == 1)
        }
    }

    @Test func onlyTheNewestCopiesAreKept() throws {
        _ = try hub.hub.firstUser()
        let copies = AccountsFile.copies(ofAccountsAt: path)
        try Data().write(to: URL(fileURLWithPath: hub.hub.home + "/before-migration-x.sqlite.new"))
        for _ in 0..<5 {
            hub.clock.advance(seconds: 1)
            try copies.make(of: path, now: hub.clock.now)
        }
        let made = copies.paths
        copies.removeOldest(keeping: 3)
        #expect(made.count == 5 && copies.paths == Array(made.suffix(3)))
        #expect(FileSystem.names(in: hub.hub.home).allSatisfy { !$0.hasSuffix(".new") })
        // They hold what a removed user was known by.
        _ = try hub.hub.addUser("bob")
        let removed = try hub.run("users remove", ["name": "bob", "yes": true])
        #expect(removed["copies"] == .list(copies.paths.map(DataValue.text)))
    }

    @Test func aCopyThatFailsLeavesNothing() throws {
        try Folders.make(hub.hub.home)
        try Data("no database, whatever it is called".utf8).write(to: URL(fileURLWithPath: path))
        let copies = AccountsFile.copies(ofAccountsAt: path)
        #expect(throws: (any Error).self) { try copies.make(of: path, now: hub.clock.now) }
        #expect(FileSystem.names(in: hub.hub.home) == ["hub.sqlite"])
        try FileManager.default.removeItem(atPath: path)
    }

    @Test func accountsOfANewerVersionAreRefused() throws {
        _ = try hub.hub.accounts()
        try write("INSERT INTO hub_migration (name, checksum, applied_at) VALUES ('add passkeys', 'x', 'y')")
        let error = error { _ = try hub.reopened(with: []).hub.users() }
        #expect(error?.code == .inputOutput)
        #expect(
            error?.description
                == "the account database has the migration “add passkeys”, which this version of Atrium does not know: "
                + "use the newer version that wrote it")
    }

    @Test func aChangedMigrationIsRefused() throws {
        _ = try hub.hub.accounts()
        try write("UPDATE hub_migration SET checksum = 'x' WHERE name = 'create users'")
        #expect(
            error { _ = try hub.reopened(with: []).hub.users() }?.message
                == "the migration “create users” of the account database was changed after it was applied")
    }

    @Test func anotherProgramsDatabaseIsLeftAlone() throws {
        try write("CREATE TABLE bookmark (url TEXT)")
        #expect(
            error { _ = try hub.hub.users() }?.message
                == "\(path) is a database, but not the account database of an Atrium hub")
        try write("DROP TABLE bookmark")
    }

    /// Simulated power cuts lost acknowledged rows with anything less than FULL.
    @Test func whatIsAcknowledgedIsOnDisk() throws {
        let pool = try hub.hub.accounts().pool
        #expect(try pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 2)
        #expect(try pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA foreign_keys") } == 1)
        #expect(try pool.read { try String.fetchOne($0, sql: "PRAGMA journal_mode") } == "wal")
        for suffix in ["", "-wal", "-shm"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    /// As two processes, a server and a terminal, say: each has its own connections.
    @Test func twoHubsOverOneFileSeeEachOther() throws {
        let other = try hub.reopened(with: [WorkshopModule.module])
        DispatchQueue.concurrentPerform(iterations: 40) { number in
            let hub = number.isMultiple(of: 2) ? hub.hub : other.hub
            // SQLite's waiting is not fair: on a busy machine one may wait longer than the time limit.
            for attempt in 1...10 {
                do {
                    _ = try hub.addUser("user\(number)")
                    return
                } catch let error as AtriumError where error.code == .tryAgain && attempt < 10 {
                    continue
                } catch {
                    Issue.record("\(error)")
                    return
                }
            }
        }
        #expect(try hub.hub.users().count == 40)
        #expect(try hub.hub.users() == other.hub.users())
        #expect(try hub.hub.users().count(where: \.isAdmin) == 1)
    }

    // MARK: - Removed users

    /// SQLite's write-ahead log keeps earlier pages: they go with the user, while other processes have the file open.
    @Test func nothingOfARemovedUserIsInTheFiles() async throws {
        _ = try hub.hub.firstUser()
        let bob = try hub.hub.addUser(
            "bobolink", UserChanges(displayName: "Robert Wren", email: "wren@example.org"))
        let accounts = try hub.hub.accounts()
        let other = try Accounts(home: hub.hub.home, environment: hub.hub.environment)
        try accounts.setPassword("correct horse battery", of: bob)
        for number in 0..<40 {
            _ = try accounts.addToken(of: bob, name: "Quetzal phone \(number)", scope: .everything)
        }
        _ = try accounts.addFeed(of: bob, name: "Kestrel feed", module: "workshop", kind: .calendar)
        _ = try await other.logIn(
            LogInRequest(
                name: "bobolink", password: "correct horse battery", address: "192.0.2.77",
                userAgent: "Sparrow/7"))
        let words = [
            "bobolink", "Robert Wren", "wren@example.org", "Quetzal", "Kestrel", "192.0.2.77", "Sparrow/7",
        ]
        func bytes() throws -> Data {
            try ["", "-wal"].reduce(into: Data()) { $0 += try Data(contentsOf: URL(filePath: path + $1)) }
        }
        let before = try bytes()
        for word in words { #expect(before.contains(Data(word.utf8)), "\(word)") }
        #expect(try hub.hub.removeUser("bobolink"))
        let after = try bytes()
        for word in words { #expect(!after.contains(Data(word.utf8)), "\(word)") }
        #expect(try other.users().map(\.name) == [hub.hub.firstUser().name])
        try other.close()
    }
}

extension Data {
    fileprivate func contains(_ other: Data) -> Bool { range(of: other) != nil }
}
