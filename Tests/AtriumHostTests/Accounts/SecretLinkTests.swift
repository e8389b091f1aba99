import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Testing

@testable import AtriumHost

/// Tokens, feeds and invitations.
@Suite struct SecretLinkTests {
    private let hub: TemporaryHub
    private let accounts: Accounts
    private let ada: User
    private let bob: User

    init() throws {
        hub = try TemporaryHub(modules: [], isEnabled: false)
        accounts = try hub.hub.accounts()
        ada = try hub.hub.firstUser()
        bob = try hub.hub.addUser("bob")
    }

    @Test(
        arguments: [
            Scope(modules: nil, access: .read), Scope(modules: nil, access: .write),
            Scope(modules: ["calendar"], access: .read),
            Scope(modules: ["calendar", "mental-models"], access: .write),
            Scope(modules: [], access: .read),
        ])
    func aTokenReachesAsFarAsItWasMadeFor(scope: Scope) throws {
        let (secret, token) = try accounts.addToken(of: ada, name: " phone ", scope: scope)
        #expect(secret.hasPrefix("atr_"))
        #expect(token.name == "phone")
        let principal = try #require(try accounts.principal(token: secret))
        #expect(principal.scope == scope)
        #expect(principal.user == ada)
        #expect(principal.means == .token(token.id))
        #expect(try accounts.tokens(of: ada).map(\.scope) == [scope])
        #expect(try accounts.tokens(of: bob).isEmpty)
    }

    /// However a token was asked for, it never reaches the account.
    @Test func noTokenReachesTheAccount() throws {
        let secret = try accounts.addToken(of: ada, name: "phone", scope: .everything).secret
        #expect(try accounts.principal(token: secret)?.scope.reachesAccount == false)
    }

    @Test func aTokenEndsWhenItIsRevokedOrExpires() async throws {
        let (secret, token) = try accounts.addToken(
            of: ada, name: "phone", scope: .everything, expiresAt: accounts.instant(inDays: 2))
        let other = try accounts.addToken(of: ada, name: "laptop", scope: .everything)
        hub.clock.advance(days: 1)
        #expect(try accounts.principal(token: secret) != nil)
        accounts.writeUses()
        #expect(try accounts.tokens(of: ada).map(\.usedAt) == [Timestamp.text(hub.clock.now), nil])
        hub.clock.advance(days: 1, seconds: 1)
        #expect(try accounts.principal(token: secret) == nil)
        #expect(try accounts.principal(token: other.secret) != nil)
        let foreign = error { try accounts.revokeToken(other.token.id, of: bob) }
        #expect(foreign?.code == .notFound)
        try accounts.revokeToken(other.token.id, of: ada)
        #expect(try accounts.principal(token: other.secret) == nil)
        #expect(try accounts.tokens(of: ada).map(\.id) == [token.id])
    }

    @Test func aUserHasABoundedNumberOfTokens() async throws {
        for _ in 0..<Accounts.maximumTokens {
            _ = try accounts.addToken(of: ada, name: "x", scope: .everything)
        }
        let refusal = error { _ = try accounts.addToken(of: ada, name: "x", scope: .everything) }
        #expect(refusal?.code == .conflict)
        _ = try accounts.addToken(of: bob, name: "x", scope: .everything)
    }

    @Test func aFeedGivesOneModuleToRead() throws {
        let (secret, feed) = try accounts.addFeed(of: bob, name: "phone", module: "events", kind: .calendar)
        #expect(feed.path(secret: secret) == "/feeds/\(secret)/calendar.ics")
        let found = try #require(try accounts.feed(secret, kind: .calendar))
        #expect(found.principal.user == bob)
        #expect(found.principal.scope == Scope(modules: ["events"], access: .read))
        #expect(found.feed.id == feed.id)
        #expect(try accounts.feed(secret, kind: .contacts) == nil)
        #expect(try accounts.principal(token: secret) == nil)
        try accounts.revokeFeed(feed.id, of: bob)
        #expect(try accounts.feed(secret, kind: .calendar) == nil)
    }

    // MARK: - Invitations

    private func signUp(_ name: String, _ invitation: String?, password: String = "correct horse battery")
        async throws
        -> User
    {
        try await accounts.signUp(
            SignUp(
                name: name, password: password, displayName: "Eve", email: "\(name)@x.org",
                invitation: invitation, address: "192.0.2.9"))
    }

    @Test func anInvitationMakesOneUser() async throws {
        let secret = try accounts.invite(by: ada).secret
        // What fails uses nothing up.
        #expect(await error { _ = try await signUp("bob", secret) }?.code == .conflict)
        #expect(await error { _ = try await signUp("eve", secret, password: "short") }?.code == .badData)
        let names = await withTaskGroup(of: String?.self) { group in
            for number in 0..<6 {
                group.addTask { try? await signUp("eve\(number)", secret).name }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let made = names.compactMap { $0 }
        #expect(made.count == 1)
        #expect(try hub.hub.users().map(\.name) == ["ada", "bob"] + made)
        #expect(try hub.hub.users().last?.isAdmin == false)
        #expect(try hub.hub.users().last?.email == "\(made[0])@x.org")
        let again = await error { _ = try await signUp("frank", secret) }
        #expect(again?.message == "this invitation link is invalid, used or expired")
        _ = try await accounts.logIn(
            LogInRequest(
                name: made[0], password: "correct horse battery", address: "192.0.2.1", userAgent: ""))
    }

    @Test func anInvitationEnds() async throws {
        let secret = try accounts.invite(by: ada).secret
        hub.clock.advance(days: 6)
        #expect(try accounts.isInvitation(secret))
        hub.clock.advance(days: 1)
        #expect(try !accounts.isInvitation(secret))
        #expect(await error { _ = try await signUp("eve", secret) }?.code == .notPermitted)
    }

    @Test func signUpIsClosedUntilItIsOpened() async throws {
        let closed = await error { _ = try await signUp("eve", nil) }
        #expect(closed?.code == .notPermitted)
        #expect(closed?.message == "sign-up is closed on this hub")
        // Who is not welcome learns of no name.
        #expect(await error { _ = try await signUp("bob", nil) } == closed)
        try hub.run("hub set", ["key": .text("sign-up"), "value": .text("open")])
        #expect(try await signUp("eve", nil).name == "eve")
    }

    /// Whoever may sign up could ask which names are taken, one after the other.
    @Test func signUpsAreSlowed() async throws {
        try hub.run("hub set", ["key": .text("sign-up"), "value": .text("open")])
        for _ in 0..<20 { #expect(await error { _ = try await signUp("bob", nil) }?.code == .conflict) }
        let slowed = await error { _ = try await signUp("bob", nil) }
        #expect(slowed?.code == .tooManyRequests)
        #expect(slowed?.retryAfter == 1)
        // Logging in from the same address is another matter.
        let wrong = await error {
            _ = try await accounts.logIn(
                LogInRequest(name: "bob", password: "x", address: "192.0.2.9", userAgent: ""))
        }
        #expect(wrong?.code == .notAuthenticated)
        hub.clock.advance(days: 1)
        #expect(try await signUp("eve", nil).name == "eve")
    }

    /// What an admin has allowed ends with their rights, and does not come back with them.
    @Test func anInvitationEndsWithItsMakersRights() async throws {
        try accounts.edit(bob, UserChanges(isAdmin: true))
        let secret = try accounts.invite(by: bob).secret
        let other = try accounts.invite(by: ada).secret
        #expect(try [secret, other].map(accounts.isInvitation) == [true, true])
        try accounts.edit(bob, UserChanges(isAdmin: false))
        #expect(try accounts.invitations().map(\.maker) == ["ada"])
        let refused = await error { _ = try await signUp("eve", secret) }
        #expect(refused?.code == .notPermitted)
        try accounts.edit(bob, UserChanges(isAdmin: true))
        #expect(try [secret, other].map(accounts.isInvitation) == [false, true])
        // However it came to be there: one that is no admin lets nobody in.
        let late = try accounts.invite(by: hub.hub.addUser("carol")).secret
        #expect(try !accounts.isInvitation(late))
    }

    // MARK: - Removal

    @Test func allThatIsAUsersGoesWithThem() async throws {
        _ = try hub.session(user: "bob")
        try accounts.setPassword("correct horse battery", of: bob)
        let logIn = try await accounts.logIn(
            LogInRequest(name: "bob", password: "correct horse battery", address: "192.0.2.1", userAgent: ""))
        let token = try accounts.addToken(of: bob, name: "x", scope: .everything).secret
        let feed = try accounts.addFeed(of: bob, name: "x", module: "m", kind: .calendar).secret
        try accounts.edit(bob, UserChanges(isAdmin: true))
        let invitation = try accounts.invite(by: bob).secret
        #expect(try accounts.isInvitation(invitation))
        try hub.run("users remove", ["name": .text("bob"), "yes": .bool(true)])
        #expect(try accounts.principal(session: logIn.secret) == nil)
        #expect(try accounts.principal(token: token) == nil)
        #expect(try accounts.feed(feed, kind: .calendar) == nil)
        #expect(try !accounts.isInvitation(invitation))
        let rows = try accounts.read { db in
            try ["session", "device", "token", "feed", "invitation", "login"].map { table in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM hub_\(table)") ?? -1
            }
        }
        #expect(rows == [0, 0, 0, 0, 0, 0])
        // A new one of the same name is somebody else.
        #expect(try hub.hub.addUser("bob").id != bob.id)
    }

    @Test func oneAdminStays() throws {
        let last = error { try accounts.edit(ada, UserChanges(isAdmin: false)) }
        #expect(last?.message == "ada is the hub's only admin")
        try accounts.edit(bob, UserChanges(isAdmin: true))
        try accounts.edit(ada, UserChanges(isAdmin: false))
        #expect(try hub.hub.users().map(\.isAdmin) == [false, true])
        #expect(error { try hub.hub.removeUser("bob") }?.code == .conflict)
    }
}
