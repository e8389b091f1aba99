import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Testing

@testable import AtriumHost

/// Log-ins and the sessions that they begin.
@Suite struct LogInTests {
    private let hub: TemporaryHub
    private let accounts: Accounts
    private let ada: User
    private static let password = "correct horse battery"

    init() throws {
        hub = try TemporaryHub(modules: [], isEnabled: false)
        accounts = try hub.hub.accounts()
        _ = try hub.hub.firstUser()
        ada = try accounts.edit(
            hub.hub.firstUser(), UserChanges(displayName: "Ada", email: "Ada@Example.org"))
        try accounts.setPassword(Self.password, of: ada)
        _ = try hub.hub.addUser("bob")
    }

    private func logIn(
        _ name: String = "ada", _ password: String = LogInTests.password, from address: String = "192.0.2.1",
        device: String? = nil, in accounts: Accounts? = nil
    ) async throws -> LogIn {
        try await (accounts ?? self.accounts).logIn(
            LogInRequest(
                name: name, password: password, address: address, userAgent: "Browser/1", device: device))
    }

    /// Attempts with a wrong password until one is slowed; how many were looked at.
    private func fail(_ name: String, from address: String, device: String? = nil) async -> Int {
        for count in 0..<100 {
            let error = await error {
                _ = try await logIn(name, "wrong password", from: address, device: device)
            }
            if error?.code == .tooManyRequests { return count }
            #expect(error?.code == .notAuthenticated)
        }
        return 100
    }

    // MARK: - Who comes in

    @Test(arguments: ["ada", "ADA", " ada ", "ada@example.org", "ADA@EXAMPLE.ORG"])
    func nameAndAddressAreBothNames(name: String) async throws {
        let logIn = try await logIn(name)
        #expect(try logIn.principal.user == accounts.user(id: ada.id))
        #expect(logIn.principal.means == .session(logIn.session.id))
        #expect(logIn.principal.scope == .everything)
        #expect(try accounts.principal(session: logIn.secret) == logIn.principal)
    }

    /// A wrong password, an unknown user and a user without a password cannot be told apart.
    @Test func everyWrongLogInGetsTheSameAnswer() async throws {
        var answers: [AtriumError?] = []
        for (name, password) in [
            ("ada", "wrong password"), ("eve", "wrong password"), ("bob", "wrong password"), ("bob", ""),
            ("", ""), ("ada", String(repeating: "x", count: 1 << 20)), ("eve@example.org", Self.password),
            ("ada' OR 1=1 --", Self.password), ("ada\u{0}", Self.password), ("ada\u{0}x", Self.password),
            (String(repeating: "ada", count: 1 << 16), Self.password),
        ] {
            answers.append(
                await error { _ = try await logIn(name, password, from: "192.0.2.\(answers.count)") })
        }
        #expect(Set(answers).count == 1)
        #expect(answers.first??.code == .notAuthenticated)
        // Whatever was typed as a name is not kept: it may be a password.
        let records = try accounts.logIns(of: nil, limit: 100)
        #expect(records.count { $0.outcome == .unknownUser } == answers.count - 4)
        #expect(records.count { $0.outcome == .wrongPassword } == 4)
        #expect(try accounts.logIns(of: ada, limit: 100).map(\.user) == ["ada", "ada"])
    }

    /// A hash is made for unknown names too, so that they take as long.
    @Test func aHashIsMadeForUnknownNames() async throws {
        let slow = PasswordCost(logN: 14)
        let environment = HubEnvironment(
            now: { [clock = hub.clock] in clock.now }, userName: "ada", timeZone: .gmt, passwordCost: slow)
        let accounts = try Accounts(home: hub.hub.home, environment: environment)
        _ = await error { _ = try await logIn("eve", "wrong password", in: accounts) }
        #expect(accounts.passwords.mostAtOnce == 1)
    }

    /// Also where some are kept with parameters from before they were raised: whoever is meant, and whether it is right.
    @Test func everyLogInMakesTheSameHashes() async throws {
        let (old, new) = (PasswordCost(logN: 4, blockSize: 1), PasswordCost(logN: 6, blockSize: 2))
        let environment = HubEnvironment(
            now: { [clock = hub.clock] in clock.now }, userName: "ada", timeZone: .gmt, passwordCost: new)
        let accounts = try Accounts(home: hub.hub.home, environment: environment)
        try accounts.setPassword(Self.password, of: try hub.hub.addUser("carol"))
        var before: [PasswordCost: Int] = [:]
        func made() -> [PasswordCost: Int] {
            defer { before = accounts.passwords.made }
            return accounts.passwords.made.merging(before) { $0 - $1 }
        }
        for (number, (name, password)) in [
            ("eve", Self.password), ("bob", Self.password), ("carol", Self.password), ("carol", "wrong"),
            ("ada", "wrong"), ("eve", String(repeating: "x", count: 1 << 20)), ("ada", Self.password),
        ].enumerated() {
            _ = await error { _ = try await logIn(name, password, from: "192.0.2.\(number)", in: accounts) }
            #expect(made() == [old: 1, new: 1], "\(name)")
        }
        // The old one is gone with that: from here on there is one for everybody.
        for (name, password) in [("eve", Self.password), ("ada", Self.password), ("carol", "wrong")] {
            _ = await error { _ = try await logIn(name, password, from: "198.51.100.1", in: accounts) }
            #expect(made().filter { $0.value > 0 } == [new: 1], "\(name)")
        }
    }

    @Test func noSecretIsInTheFile() async throws {
        let logIn = try await logIn()
        let device = try #require(logIn.device)
        let token = try accounts.addToken(of: ada, name: "phone", scope: .everything).secret
        let feed = try accounts.addFeed(of: ada, name: "f", module: "m", kind: .calendar).secret
        let invitation = try accounts.invite(by: ada).secret
        try await accounts.pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        let file = try String(decoding: Data(contentsOf: URL(fileURLWithPath: accounts.path)), as: UTF8.self)
        for secret in [Self.password, logIn.secret, device, token, feed, invitation] {
            #expect(!file.contains(secret.dropFirst(4)))
        }
        #expect(Set([logIn.secret, device, token, feed, invitation].map { $0.prefix(4) }).count == 5)
        #expect(logIn.secret.count == 47)
    }

    @Test func oneKindOfSecretIsNoOther() async throws {
        let logIn = try await logIn()
        let device = try #require(logIn.device)
        let token = try accounts.addToken(of: ada, name: "phone", scope: .everything).secret
        for secret in [logIn.secret, device, token, "", "ats_", "atr_" + logIn.secret.dropFirst(4)] {
            #expect(try accounts.principal(token: secret) == nil || secret == token)
            #expect(try accounts.principal(session: secret) == nil || secret == logIn.secret)
            #expect(try accounts.feed(secret, kind: .calendar) == nil)
            #expect(try !accounts.isInvitation(secret))
        }
    }

    /// Hashes of weaker parameters are made anew when the password is at hand.
    @Test func parametersAreRaisedAtLogIn() async throws {
        let stronger = PasswordCost(logN: 6, blockSize: 2)
        let environment = HubEnvironment(
            now: { [clock = hub.clock] in clock.now }, userName: "ada", timeZone: .gmt, passwordCost: stronger
        )
        let accounts = try Accounts(home: hub.hub.home, environment: environment)
        func stored() throws -> String? {
            try accounts.read {
                try String.fetchOne($0, sql: "SELECT password FROM hub_user WHERE name = 'ada'")
            }
        }
        #expect(try stored()?.hasPrefix("$scrypt$ln=4,r=1,p=1$") == true)
        _ = await error { _ = try await logIn("ada", "wrong password", in: accounts) }
        #expect(try stored()?.hasPrefix("$scrypt$ln=4,") == true)
        _ = try await logIn(in: accounts)
        #expect(try stored()?.hasPrefix("$scrypt$ln=6,r=2,p=1$") == true)
        // A hub with weaker parameters leaves it.
        _ = try await logIn()
        #expect(try stored()?.hasPrefix("$scrypt$ln=6,") == true)
    }

    // MARK: - Slowed

    @Test func fortyWrongPasswordsAreSlowedAndNobodyElseIs() async throws {
        #expect(await fail("ada", from: "192.0.2.66") == 5)
        let slowed = await error { _ = try await logIn(from: "198.51.100.7") }
        // The account is slowed from wherever; the right password is not even looked at.
        #expect(slowed?.code == .tooManyRequests)
        #expect(slowed?.retryAfter == 1)
        #expect(slowed?.description == "there were too many failed attempts: wait 1 second, then try again")
        // An unknown name is slowed alike.
        #expect(await fail("eve", from: "203.0.113.5") == 5)
        // Others are not, from elsewhere.
        try accounts.setPassword("another long password", of: hub.hub.user(named: "bob"))
        _ = try await logIn("bob", "another long password", from: "198.51.100.7")
        // From the address it was: twenty in all.
        for name in ["bob", "carol", "dave"] { #expect(await fail(name, from: "192.0.2.66") == 5) }
        #expect(await fail("frank", from: "192.0.2.66") == 0)
        hub.clock.advance(seconds: 1)
        _ = try await logIn(from: "198.51.100.7")
    }

    /// Five guesses in all, whichever of the two they name.
    @Test func nameAndAddressShareOneCounter() async throws {
        for name in ["ada", "ADA@example.org", " ada "] {
            #expect(
                await error { _ = try await logIn(name, "wrong password", from: "192.0.2.66") }?.code
                    == .notAuthenticated)
        }
        #expect(await fail("ada@example.org", from: "192.0.2.66") == 2)
        #expect(await fail("ada", from: "198.51.100.7") == 0)
        // The right password resets the counter for both.
        hub.clock.advance(seconds: 1)
        _ = try await logIn("ada@example.org")
        #expect(await fail("ada", from: "198.51.100.7") == 5)
    }

    /// A flood of log-ins by strangers fills their queue alone.
    @Test func aKnownDeviceLogsInDuringAFlood() async throws {
        let device = try await logIn().device
        let hasher = accounts.passwords
        let door = DispatchSemaphore(value: 0)
        let strangers = PasswordHasher.places + HashQueue.length
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<strangers { group.addTask { try await hasher.run(for: nil) { door.wait() } } }
            while hasher.waiting < HashQueue.length { await Task.yield() }
            // A stranger is rejected, and nothing is written for that.
            let before = try rows()
            for name in ["ada", "eve"] {
                #expect(await error { _ = try await logIn(name, from: "203.0.113.1") }?.code == .tryAgain)
            }
            #expect(try rows() == before)
            let known = Task { try await logIn(device: device) }
            while hasher.waiting == HashQueue.length { await Task.yield() }
            door.signal()
            #expect(try await known.value.device == device)
            for _ in 1..<strangers { door.signal() }
            try await group.waitForAll()
        }
    }

    private func rows() throws -> Int? {
        try accounts.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM hub_throttle") }
    }

    @Test func aRestartForgetsNothing() async throws {
        #expect(await fail("ada", from: "192.0.2.66") == 5)
        let next = try hub.reopened(with: []).hub.accounts()
        let slowed = await error { _ = try await logIn(in: next) }
        #expect(slowed?.code == .tooManyRequests)
    }

    @Test func aKnownDeviceIsNeverLockedOut() async throws {
        let device = try await logIn().device
        // Somebody else guesses, also from the same network.
        #expect(await fail("ada", from: "192.0.2.1") == 5)
        let logIn = try await logIn(device: device)
        #expect(logIn.device == device)
        // The device's own guesses are slowed, by themselves.
        #expect(await fail("ada", from: "192.0.2.1", device: device) == 10)
        // It is known for its own user only.
        try accounts.setPassword("another long password", of: hub.hub.user(named: "bob"))
        #expect(await fail("bob", from: "192.0.2.9", device: device) == 5)
        // After it was not seen for long, it is a stranger's.
        hub.clock.advance(days: Accounts.deviceDays + 1)
        #expect(await fail("ada", from: "192.0.2.2", device: device) == 5)
    }

    @Test func aRightPasswordForgetsTheWrongOnesBefore() async throws {
        for _ in 0..<3 {
            for _ in 0..<4 { _ = await error { _ = try await logIn("ada", "wrong password") } }
            hub.clock.advance(seconds: 600)
            _ = try await logIn()
        }
        let rows = try accounts.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM hub_throttle") }
        #expect(rows == 1)
    }

    /// Guesses side by side are counted like those one after another.
    @Test func aBurstOfGuessesIsNoMoreThanTheirNumber() async throws {
        let outcomes = await withTaskGroup(of: AtriumError.Code?.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    await error { _ = try await logIn("ada", "wrong password") }?.code
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == .notAuthenticated } <= 5)
        #expect(outcomes.count { $0 == nil } == 0)
    }

    @Test func eightAtOnceMakeAtMostTwoHashesAtOnce() async throws {
        let environment = HubEnvironment(
            now: { [clock = hub.clock] in clock.now }, userName: "ada", timeZone: .gmt,
            passwordCost: PasswordCost(logN: 10))
        let accounts = try Accounts(home: hub.hub.home, environment: environment)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                _ = try accounts.addUser(
                    "user\(number)",
                    password: PasswordHash(Self.password, cost: PasswordCost(logN: 10)))
                group.addTask { _ = try await logIn("user\(number)", in: accounts) }
            }
            try await group.waitForAll()
        }
        #expect((1...2).contains(accounts.passwords.mostAtOnce))
        #expect(try accounts.logIns(of: nil, limit: 100).count { $0.outcome == .success } == 8)
    }

    @Test func theRecordIsBounded() async throws {
        try accounts.write { db in
            for _ in 0..<1500 {
                try accounts.record(.unknownUser, user: nil, address: "192.0.2.1", userAgent: "x", db)
            }
            try accounts.record(.success, user: ada.id, address: "192.0.2.1", userAgent: "x", db)
            for _ in 0..<1500 {
                try accounts.record(.wrongPassword, user: ada.id, address: "192.0.2.1", userAgent: "x", db)
            }
        }
        #expect(try accounts.logIns(of: ada, limit: 10_000).count == LogInRecord.kept)
        #expect(try accounts.logIns(of: nil, limit: 10_000).count == 2 * LogInRecord.kept)
        let agent = String(repeating: "ü\r\n", count: 1000)
        let logIn = try await accounts.logIn(
            LogInRequest(name: "ada", password: Self.password, address: agent, userAgent: agent))
        #expect(logIn.session.userAgent == String(repeating: "ü", count: 100))
        #expect(logIn.session.address == String(repeating: "ü", count: 32))
    }

    // MARK: - Sessions

    @Test func aSessionEndsWhenItIsNotUsed() async throws {
        let secret = try await logIn().secret
        for _ in 0..<4 {
            hub.clock.advance(days: 13)
            #expect(try accounts.principal(session: secret) != nil)
            accounts.writeUses()
        }
        hub.clock.advance(days: 14, seconds: 1)
        #expect(try accounts.principal(session: secret) == nil)
        #expect(try accounts.sessions(of: ada).isEmpty)
    }

    @Test func aSessionEndsHoweverMuchItIsUsed() async throws {
        let secret = try await logIn().secret
        for _ in 0..<9 {
            #expect(try accounts.principal(session: secret) != nil)
            accounts.writeUses()
            hub.clock.advance(days: 10)
        }
        #expect(try accounts.principal(session: secret) == nil)
        // What has ended does not begin again.
        try accounts.set(.sessionDays, to: "3650")
        #expect(try accounts.principal(session: secret) == nil)
        let other = try await logIn().secret
        try accounts.set(.sessionIdleDays, to: "9")
        hub.clock.advance(days: 9)
        #expect(try accounts.principal(session: other) == nil)
        // What has ended goes with the next log-in.
        _ = try await logIn()
        #expect(try accounts.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM hub_session") } == 1)
    }

    @Test func useIsWrittenDownNowAndThen() async throws {
        let logIn = try await logIn()
        func used() throws -> String? { try accounts.sessions(of: ada).first?.usedAt }
        hub.clock.advance(seconds: 599)
        _ = try accounts.principal(session: logIn.secret)
        accounts.writeUses()
        #expect(try used() == logIn.session.usedAt)
        hub.clock.advance(seconds: 1)
        _ = try accounts.principal(session: logIn.secret)
        hub.clock.advance(seconds: 5)
        _ = try accounts.principal(session: logIn.secret)
        #expect(try used() == logIn.session.usedAt)
        accounts.writeUses()
        let last = Timestamp.text(hub.clock.now)
        #expect(try used() == last)
        // At its end a server writes down what it has not yet.
        hub.clock.advance(seconds: 600)
        _ = try accounts.principal(session: logIn.secret)
        hub.hub.close()
        #expect(try hub.hub.accounts().sessions(of: ada).map(\.usedAt) == [Timestamp.text(hub.clock.now)])
    }

    /// Another process may be writing for as long as it likes: who asks is found out all the same, and what was used is
    /// written down afterwards.
    @Test func noRequestWaitsForAnotherThatWrites() async throws {
        let logIn = try await logIn()
        let token = try accounts.addToken(of: ada, name: "phone", scope: .everything)
        let feed = try accounts.addFeed(of: ada, name: "f", module: "m", kind: .calendar)
        hub.clock.advance(seconds: 600)
        var configuration = Configuration()
        configuration.busyMode = .immediateError
        let other = try DatabaseQueue(path: accounts.path, configuration: configuration)
        try await other.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN IMMEDIATE")
            for _ in 0..<2 {
                #expect(try accounts.principal(session: logIn.secret) == logIn.principal)
                #expect(try accounts.principal(token: token.secret)?.user.id == ada.id)
                #expect(try accounts.feed(feed.secret, kind: .calendar)?.feed.id == feed.feed.id)
            }
            // It revokes the token in the end, which counts at once.
            try db.execute(sql: "DELETE FROM hub_token; COMMIT")
        }
        #expect(try accounts.principal(token: token.secret) == nil)
        #expect(try accounts.feeds(of: ada).map(\.usedAt) == [nil])
        accounts.writeUses()
        let now = Timestamp.text(hub.clock.now)
        #expect(try accounts.sessions(of: ada).map(\.usedAt) == [now])
        #expect(try accounts.feeds(of: ada).map(\.usedAt) == [now])
        #expect(try accounts.tokens(of: ada).isEmpty)
    }

    /// What cannot be written is not forgotten.
    @Test func aUseThatCannotBeWrittenIsWrittenLater() async throws {
        let logIn = try await logIn()
        hub.clock.advance(seconds: 600)
        let used = Timestamp.text(hub.clock.now)
        _ = try accounts.principal(session: logIn.secret)
        try await accounts.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = ON") }
        accounts.writeUses()
        try await accounts.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = OFF") }
        #expect(try accounts.sessions(of: ada).map(\.usedAt) == [logIn.session.usedAt])
        hub.clock.advance(seconds: 5)
        accounts.writeUses()
        #expect(try accounts.sessions(of: ada).map(\.usedAt) == [used])
    }

    /// The server looks who stands behind a session while an import goes on: that is nobody's use of it.
    @Test func toLookIsNoUse() async throws {
        let logIn = try await logIn()
        let credential = try #require(Credential(.session, secret: logIn.secret))
        for _ in 0..<13 {
            hub.clock.advance(days: 1)
            #expect(try accounts.principal(behind: credential) == logIn.principal)
        }
        #expect(try accounts.sessions(of: ada).map(\.usedAt) == [logIn.session.usedAt])
        hub.clock.advance(days: 1)
        #expect(try accounts.principal(behind: credential) == nil)
        #expect(Credential(.token, secret: logIn.secret) == nil)
    }

    @Test func aSessionCanBeEnded() async throws {
        let (first, second) = (try await logIn(), try await logIn(from: "192.0.2.2"))
        #expect(first.secret != second.secret)
        let bob = try hub.hub.user(named: "bob")
        let foreign = error { try accounts.endSession(first.session.id, of: bob) }
        #expect(foreign?.code == .notFound)
        try accounts.endSession(first.session.id, of: ada)
        #expect(try accounts.principal(session: first.secret) == nil)
        #expect(try accounts.principal(session: second.secret) != nil)
        #expect(try accounts.endSessions(of: ada, except: second.session.id) == 0)
        #expect(try accounts.endSessions(of: ada) == 1)
        #expect(try accounts.principal(session: second.secret) == nil)
    }

    @Test func aUserHasABoundedNumberOfSessions() async throws {
        let first = try await logIn()
        try accounts.write { db in
            for _ in 0..<Accounts.maximumSessions {
                _ = try accounts.beginSession(of: ada.id, address: "", userAgent: "", db)
            }
        }
        #expect(try accounts.sessions(of: ada).count == Accounts.maximumSessions)
        #expect(try accounts.principal(session: first.secret) == nil)
    }

    @Test func aNewPasswordEndsTheOtherSessions() async throws {
        let (kept, other) = (try await logIn(), try await logIn())
        #expect(
            try accounts.setPassword("another long password", of: ada, keeping: kept.session.id)
                .endedSessions == 1)
        #expect(try accounts.principal(session: kept.secret) != nil)
        #expect(try accounts.principal(session: other.secret) == nil)
        let old = await error { _ = try await logIn(device: kept.device) }
        #expect(old?.code == .notAuthenticated)
        _ = try await logIn("ada", "another long password")
    }
}
