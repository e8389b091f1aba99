import AtriumSDK
import AtriumTesting
import Testing

@testable import AtriumHost

/// How somebody gets into a hub that nobody has a password for.
@Suite struct FirstUserTests {
    private let hub: TemporaryHub
    private let accounts: Accounts
    private static let password = "paper boats drift slowly"

    init() throws {
        hub = try TemporaryHub(modules: [], isEnabled: false)
        accounts = try hub.hub.accounts()
    }

    private func logIn(_ name: String) async throws -> LogIn {
        try await accounts.logIn(
            LogInRequest(name: name, password: Self.password, address: "192.0.2.1", userAgent: "test"))
    }

    /// A command in a terminal has made a user already, who keeps what they have.
    @Test func theFirstUserGetsANameAndAPassword() async throws {
        let first = try hub.hub.firstUser()
        #expect(try accounts.lacksPasswords())
        let user = try await accounts.setUpFirstUser(name: "Mira", password: Self.password)
        #expect(user.id == first.id && user.name == "mira" && user.isAdmin)
        #expect(try !accounts.lacksPasswords())
        #expect(try await logIn("mira").principal.user.id == first.id)
    }

    @Test func whereThereIsNobodyOneIsMade() async throws {
        #expect(try accounts.lacksPasswords())
        #expect(try await accounts.setUpFirstUser(name: "mira", password: Self.password).isAdmin)
        #expect(try accounts.users().map(\.name) == ["mira"])
    }

    @Test func onceSomebodyHasAPasswordItIsOver() async throws {
        _ = try hub.hub.firstUser()
        let bob = try hub.hub.addUser("bob")
        try accounts.setPassword(Self.password, of: bob)
        await #expect { try await accounts.setUpFirstUser(name: "mira", password: Self.password) } throws: {
            ($0 as? AtriumError)?.code == .conflict
        }
        #expect(try accounts.users().map(\.name) == ["ada", "bob"])
    }

    @Test(arguments: [("bob", password), ("a b", password), ("mira", "short"), ("mira", "password1234")])
    func whatDoesNotFitChangesNothing(name: String, password: String) async throws {
        _ = try hub.hub.firstUser()
        _ = try hub.hub.addUser("bob")
        await #expect(throws: AtriumError.self) {
            try await accounts.setUpFirstUser(name: name, password: password)
        }
        #expect(try accounts.users().map(\.name) == ["ada", "bob"])
        #expect(try accounts.lacksPasswords())
    }

    /// A device of others gets no mark, and its session says so.
    @Test func aDeviceOfOthersIsToKeepNothing() async throws {
        try await accounts.setUpFirstUser(name: "mira", password: Self.password)
        var request = LogInRequest(
            name: "mira", password: Self.password, address: "192.0.2.1", userAgent: "test")
        request.isElsewhere = true
        let there = try await accounts.logIn(request)
        #expect(there.device == nil && there.session.isElsewhere)
        #expect(try accounts.principal(session: there.secret)?.isElsewhere == true)
        let here = try await logIn("mira")
        #expect(here.device != nil)
        #expect(try accounts.principal(session: here.secret)?.isElsewhere == false)
    }
}
