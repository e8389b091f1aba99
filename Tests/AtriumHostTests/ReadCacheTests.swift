import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Synchronization
import Testing

@testable import AtriumHost

/// What is kept between requests is never older than what was last written, here or in another process.
@Suite struct ReadCacheTests {
    private let hub: TemporaryHub
    /// The same hub as another process has it: with connections of its own.
    private let elsewhere: TemporaryHub

    init() throws {
        let modules = [LibraryModule.module, WorkshopModule.module]
        hub = try TemporaryHub(modules: modules)
        elsewhere = try hub.reopened(with: modules)
    }

    @Test func isReadOnceUntilAnythingIsWritten() throws {
        let pool = try hub.session().vault.pool
        let cache = ReadCache<Int>()
        let count = Mutex(0)
        func value() throws -> Int {
            try pool.read { db in
                try cache.withValue(db) {
                    count.withLock { $0 += 1 }
                    return try Int.fetchOne(db, sql: "SELECT count(*) FROM host_setting") ?? -1
                } _: {
                    $0
                }
            }
        }
        for _ in 0..<5 { #expect(try value() == 0) }
        #expect(count.withLock { $0 } == 1)
        try hub.run("settings set", ["key": .text("name"), "value": .text("Ada")])
        for _ in 0..<5 { #expect(try value() == 1) }
        #expect(count.withLock { $0 } == 2)
        try elsewhere.run("settings set", ["key": .text("units"), "value": .text("imperial")])
        for _ in 0..<5 { #expect(try value() == 2) }
        #expect(count.withLock { $0 } == 3)
    }

    /// Another connection may come to stand where one was that is gone.
    @Test func whatIsForgottenIsReadAnew() throws {
        let queue = try DatabaseQueue(path: hub.session().vault.databasePath, configuration: .readOnly)
        let cache = ReadCache<[Int]>()
        func value() throws -> [Int] {
            try queue.unsafeRead { db in
                try cache.withValue(db, first: { [] }) { value in
                    value.append(value.count)
                    return value
                }
            }
        }
        #expect(try value() == [0])
        #expect(try value() == [0, 1])
        // What a body throws leaves what was kept before.
        #expect(throws: AtriumError.self) {
            try queue.unsafeRead { db in
                try cache.withValue(db, first: { [] }) { _ -> Int in throw AtriumError(.internal, "no") }
            }
        }
        #expect(try value() == [0, 1, 2])
        queue.unsafeRead(cache.forget)
        #expect(try value() == [0])
    }

    /// What is closed stays closed: a request that is late opens nothing again.
    @Test func closedAccountsAreNotOpenedAgain() throws {
        let accounts = try hub.hub.accounts()
        let secret = try accounts.addToken(of: hub.hub.firstUser(), name: "phone", scope: .everything).secret
        #expect(try accounts.principal(token: secret) != nil)
        hub.hub.closeAccounts()
        #expect(throws: AtriumError.self) { try accounts.principal(token: secret) }
        #expect(try hub.hub.accounts().principal(token: secret) != nil)
    }

    /// A connection is not told of its own writes, and sees them all the same.
    @Test func whoWritesReadsAnew() throws {
        let vault = try hub.session().vault
        try vault.pool.write { db in
            #expect(try vault.state(db).enabledModules == ["library", "workshop"])
            try db.execute(sql: "UPDATE host_module SET is_enabled = 0 WHERE module = 'library'")
            #expect(try vault.state(db).enabledModules == ["workshop"])
        }
        #expect(try vault.read { try vault.state($0).enabledModules } == ["workshop"])
    }

    /// A state belongs to what a transaction sees, also while others write.
    @Test func aTransactionKeepsItsState() throws {
        let vault = try hub.session().vault
        try vault.read { db in
            #expect(try vault.state(db).enabledModules == ["library", "workshop"])
            try elsewhere.run("modules disable", ["id": .text("library")])
            #expect(try vault.state(db).enabledModules == ["library", "workshop"])
        }
        #expect(try vault.read { try vault.state($0).enabledModules } == ["workshop"])
    }

    @Test func modulesAndSettingsCountAtOnce() throws {
        let session = try hub.session()
        let entry = try #require(try session.entry("workshop list"))
        for _ in 0..<3 {
            _ = try session.run(entry, values: [:])
            try elsewhere.run("modules disable", ["id": .text("workshop")])
            #expect(throws: AtriumError.self) { try session.run(entry, values: [:]) }
            #expect(try session.enabledModules().map(\.id) == ["library"])
            try elsewhere.run("modules enable", ["id": .text("workshop")])
        }
        for zone in ["Asia/Tokyo", "Europe/Vienna"] {
            try elsewhere.run("settings set", ["key": .text("zone"), "value": .text(zone)])
            #expect(
                try session.vault.read { try session.vault.state($0).settings.timeZone.identifier } == zone)
        }
    }

    // MARK: - Who asks

    /// What a terminal beside the server revokes is refused at the next request.
    @Test func whatIsRevokedElsewhereIsRefusedAtOnce() async throws {
        let (accounts, other) = (try hub.hub.accounts(), try elsewhere.hub.accounts())
        let ada = try hub.hub.firstUser()
        for _ in 0..<3 {
            let (secret, token) = try accounts.addToken(of: ada, name: "phone", scope: .everything)
            // The first use is written down, which makes the second one read anew, and keep what it finds.
            for _ in 0..<3 {
                #expect(try accounts.principal(token: secret) != nil)
                accounts.writeUses()
            }
            try other.revokeToken(token.id, of: ada)
            #expect(try accounts.principal(token: secret) == nil)
        }
        try accounts.setPassword("correct horse battery", of: ada)
        let logIn = try await accounts.logIn(
            LogInRequest(
                name: "ada", password: "correct horse battery", address: "192.0.2.1", userAgent: "Browser/1"))
        for _ in 0..<3 { #expect(try accounts.principal(session: logIn.secret) != nil) }
        try other.endSession(logIn.session.id, of: ada)
        #expect(try accounts.principal(session: logIn.secret) == nil)
    }

    /// So does what is changed about a user, and what an admin sets for all.
    @Test func whatIsChangedElsewhereCountsAtOnce() throws {
        let (accounts, other) = (try hub.hub.accounts(), try elsewhere.hub.accounts())
        let ada = try hub.hub.firstUser()
        let secret = try accounts.addToken(of: ada, name: "phone", scope: .everything).secret
        for _ in 0..<3 { #expect(try accounts.principal(token: secret)?.user.allowedModules == nil) }
        try other.setAllowedModules(["workshop"], of: ada)
        #expect(try accounts.principal(token: secret)?.user.allowedModules == ["workshop"])
    }

    /// What was not there is not remembered as missing.
    @Test func aTokenIsKnownAsSoonAsItIsMade() throws {
        let accounts = try hub.hub.accounts()
        #expect(try accounts.principal(token: AccountSecret.token.make()) == nil)
        let secret = try elsewhere.hub.accounts().addToken(
            of: hub.hub.firstUser(), name: "phone", scope: .everything
        ).secret
        #expect(try accounts.principal(token: secret) != nil)
    }

    /// A token that is kept ends all the same when its time has come.
    @Test func theTimeIsLookedAtEveryTime() throws {
        let accounts = try hub.hub.accounts()
        let secret = try accounts.addToken(
            of: hub.hub.firstUser(), name: "phone", scope: .everything,
            expiresAt: accounts.instant(inDays: 0.001)
        ).secret
        for _ in 0..<3 { #expect(try accounts.principal(token: secret) != nil) }
        hub.clock.advance(seconds: 87)
        #expect(try accounts.principal(token: secret) == nil)
    }
}

extension Configuration {
    fileprivate static var readOnly: Configuration {
        var configuration = Configuration()
        configuration.readonly = true
        return configuration
    }
}
