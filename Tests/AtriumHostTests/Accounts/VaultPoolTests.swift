import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Synchronization
import Testing

@testable import AtriumHost

/// The vaults that a server has open.
@Suite struct VaultPoolTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module], isEnabled: false)
        _ = try hub.hub.firstUser()
    }

    private func principal(_ name: String) throws -> Principal {
        Principal(user: try hub.hub.user(named: name), means: .token(1), scope: .everything)
    }

    private func code(_ body: () throws -> Void) -> AtriumError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? AtriumError)?.code
        }
    }

    @Test func oneVaultServesAllOfAUsersRequests() throws {
        // Of somebody who can come; of others vaults are closed at once.
        let ada = try hub.hub.firstUser()
        _ = try hub.hub.accounts().addToken(of: ada, name: "a", scope: .everything)
        let first = try hub.hub.lease(principal("ada"))
        let second = try hub.hub.lease(principal("ada"))
        #expect(first.session.vault === second.session.vault)
        #expect(first.session.principal.means == .token(1))
        #expect(hub.hub.openVaultCount == 1)
        first.release()
        first.release()
        hub.clock.advance(seconds: 1000)
        hub.hub.closeIdleVaults()
        // The second one still has it.
        #expect(hub.hub.openVaultCount == 1)
        #expect(try second.session.enabledModules().isEmpty)
        second.release()
        hub.clock.advance(seconds: 119)
        hub.hub.closeIdleVaults()
        #expect(hub.hub.openVaultCount == 1)
        hub.clock.advance(seconds: 2)
        hub.hub.closeIdleVaults()
        #expect(hub.hub.openVaultCount == 0)
    }

    @Test func aLeaseThatGoesGivesTheVaultBack() throws {
        do { _ = try hub.hub.lease(principal("ada")) }
        hub.clock.advance(seconds: 121)
        hub.hub.closeIdleVaults()
        #expect(hub.hub.openVaultCount == 0)
    }

    @Test func theOneUsedLongestAgoMakesRoom() throws {
        let pool = VaultPool(capacity: 2)
        var opened: [String] = []
        func use(_ name: String, holding: Bool = false) throws {
            hub.clock.advance(seconds: 1)
            let user = try hub.hub.user(named: name)
            _ = try pool.take(user.id, now: hub.clock.now) {
                opened.append(name)
                return try hub.hub.open(user)
            }
            if !holding { pool.giveBack(user.id, now: hub.clock.now) }
        }
        for name in ["bob", "eve"] { _ = try hub.hub.addUser(name) }
        for name in ["ada", "bob", "ada", "eve", "ada", "bob"] { try use(name) }
        #expect(opened == ["ada", "bob", "eve", "bob"])
        #expect(pool.openCount == 2)
        // What is in use is not closed; where all are, others come later.
        try use("ada", holding: true)
        try use("eve", holding: true)
        #expect(code { try use("bob") } == .tryAgain)
        pool.giveBack(try hub.hub.user(named: "ada").id, now: hub.clock.now)
        try use("bob")
        #expect(pool.openCount == 2)
    }

    /// 1,000 users known, 60 come, at most 50 vaults are open; each finds what is theirs.
    @Test func athousandUsersAndFiftyVaults() throws {
        let accounts = try hub.hub.accounts()
        try accounts.write { db in
            for number in 1..<1000 {
                _ = try accounts.addUser("user\(number)", UserChanges(), password: nil, db)
            }
        }
        #expect(try hub.hub.users().count == 1000)
        for number in 1...60 {
            let lease = try hub.hub.lease(principal("user\(number)"))
            let add = try #require(try lease.session.entry("settings set"))
            _ = try lease.session.run(add, values: ["key": .text("name"), "value": .text("I am \(number)")])
            hub.clock.advance(seconds: 1)
            #expect(hub.hub.openVaultCount <= 50)
        }
        #expect(hub.hub.openVaultCount == 50)
        for number in [1, 10, 11, 60] {
            let lease = try hub.hub.lease(principal("user\(number)"))
            let get = try #require(try lease.session.entry("settings get"))
            let value = try lease.session.run(get, values: ["key": .text("name")])
            #expect(value.objectValue?["value"] == .text("I am \(number)"))
        }
        #expect(hub.hub.openVaultCount == 50)
    }

    /// A vault that cannot be opened is its user's trouble alone, and no trouble once it is mended.
    @Test func aBrokenVaultHurtsNobodyElse() throws {
        _ = try hub.hub.addUser("bob")
        do { _ = try hub.hub.lease(principal("bob")) }
        let folder = try hub.hub.vaultFolder(of: hub.hub.user(named: "bob"))
        try hub.hub.vaults.close(hub.hub.user(named: "bob").id)
        // What was written stands in the file itself then.
        #expect(FileSystem.size(ofFile: folder + "/vault.sqlite-wal") ?? 0 == 0)
        let whole = try Data(contentsOf: URL(fileURLWithPath: folder + "/vault.sqlite"))
        try Data("This is no database.".utf8).write(to: URL(fileURLWithPath: folder + "/vault.sqlite"))
        for _ in 0..<3 {
            #expect(code { _ = try hub.hub.lease(principal("bob")) } == .inputOutput)
            #expect(hub.hub.openVaultCount <= 1)
            _ = try hub.hub.lease(principal("ada")).session.enabledModules()
        }
        try whole.write(to: URL(fileURLWithPath: folder + "/vault.sqlite"))
        _ = try hub.hub.lease(principal("bob")).session.enabledModules()
    }

    /// While a vault is being replaced, its user is told to come back; while it is open, who would replace it is.
    @Test func restoringAndServingKeepOutOfEachOthersWay() throws {
        let folder = try hub.hub.vaultFolder(of: hub.hub.firstUser())
        let lease = try hub.hub.lease(principal("ada"))
        #expect(code { _ = try VaultLock.exclusive(forVaultAt: folder) } == .tryAgain)
        // A terminal works on the vault meanwhile.
        let terminal = try hub.reopened(with: [WorkshopModule.module])
        try terminal.run("settings set", ["key": .text("units"), "value": .text("imperial")])
        let get = try #require(try lease.session.entry("settings get"))
        let value = try lease.session.run(get, values: ["key": .text("units")]).objectValue?["value"]
        #expect(value == .text("imperial"))
        lease.release()
        #expect(code { _ = try VaultLock.exclusive(forVaultAt: folder) } == .tryAgain)
        try hub.hub.vaults.close(hub.hub.firstUser().id)
        let lock = try VaultLock.exclusive(forVaultAt: folder)
        #expect(code { _ = try hub.hub.lease(principal("ada")) } == .tryAgain)
        #expect(hub.hub.openVaultCount == 0)
        lock.release()
        _ = try hub.hub.lease(principal("ada"))
    }

    @Test func aUserIsRemovedWhileTheServerHasTheirVault() throws {
        let bob = try hub.hub.addUser("bob")
        let lease = try hub.hub.lease(principal("bob"))
        let accounts = try hub.hub.accounts()
        let token = try accounts.addToken(of: bob, name: "a", scope: .everything).secret
        #expect(try !accounts.isShutOut(bob.id))
        let told = Mutex<[Int64]>([])
        hub.hub.onRemoval { user in told.withLock { $0.append(user) } }
        let inUse = message { try hub.hub.removeUser("bob") }
        // Nobody comes as this user any more, and who does something for them knows.
        #expect(try accounts.principal(token: token) == nil)
        #expect(try accounts.isShutOut(bob.id))
        #expect(told.withLock { $0 } == [bob.id])
        #expect(inUse == "the vault is in use right now: try again in a few seconds")
        #expect(try hub.hub.users().count == 2)
        lease.release()
        try hub.hub.removeUser("bob")
        #expect(!FileManager.default.fileExists(atPath: hub.hub.vaultFolder(of: bob)))
    }

    /// Two admins who remove each other, or lose their office meanwhile: one is left, with their vault.
    @Test func anAdminIsLeftWhoeverIsRemoved() throws {
        let bob = try hub.hub.addUser("bob", UserChanges(isAdmin: true))
        let accounts = try hub.hub.accounts()
        let words = Mutex<[String?]>([])
        hub.hub.onRemoval { [hub] user in
            guard user == bob.id else { return }
            let ada = try? hub.hub.user(named: "ada")
            words.withLock { words in
                words.append(message { try hub.hub.removeUser("ada") })
                words.append(message { _ = try accounts.edit(#require(ada), UserChanges(isAdmin: false)) })
            }
        }
        try hub.hub.removeUser("bob")
        #expect(words.withLock { $0.count { $0?.hasPrefix("ada is the hub's only admin") == true } } == 2)
        #expect(try hub.hub.users().map(\.isAdmin) == [true])
        _ = try hub.hub.lease(principal("ada"))
    }

    /// Threads of many users at once: nobody waits for another's lock for ever, and everyone gets their own vault.
    @Test func manyThreadsShareThePool() throws {
        for number in 0..<6 { _ = try hub.hub.addUser("user\(number)") }
        DispatchQueue.concurrentPerform(iterations: 120) { number in
            do {
                let user = try hub.hub.user(named: "user\(number % 6)")
                let lease = try hub.hub.lease(Principal(user: user, means: .terminal, scope: .everything))
                #expect(lease.session.vault.folder == hub.hub.vaultFolder(of: user))
                _ = try lease.session.enabledModules()
                if number.isMultiple(of: 7) { hub.hub.closeIdleVaults(after: -1) }
            } catch {
                Issue.record("\(error)")
            }
        }
        #expect(hub.hub.openVaultCount <= 6)
    }
}
