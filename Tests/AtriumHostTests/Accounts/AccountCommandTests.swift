import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Testing

@testable import AtriumHost

/// The commands of accounts: who sees and changes what.
@Suite struct AccountCommandTests {
    private let hub: TemporaryHub
    private static let password = "correct horse battery"

    init() throws {
        var contacts = RegistryTests.standIn("contacts")
        let people = CollectionID(module: "contacts", name: "people")
        contacts.exporters = [Exporter(.vcard, of: people, fileName: "contacts.vcf") { _ in }]
        hub = try TemporaryHub(modules: [WorkshopModule.module, contacts], formats: [LineFormat()])
        try hub.run(
            "users add",
            ["name": .text("bob"), "displayName": .text("Bob B."), "email": .text("Bob@example.org")])
    }

    /// A session that a log-in began.
    private func loggedIn(_ name: String) async throws -> Session {
        let accounts = try hub.hub.accounts()
        let user = try hub.hub.user(named: name)
        if !user.hasPassword { try accounts.setPassword(Self.password, of: user) }
        let logIn = try await accounts.logIn(
            LogInRequest(name: name, password: Self.password, address: "192.0.2.1", userAgent: "B"))
        return try hub.session(user: name).acting(as: logIn.principal)
    }

    private func run(_ command: String, _ values: DataObject = [:], as session: Session) throws -> DataObject
    {
        let entry = try #require(hub.hub.registry.catalog.first { $0.path.joined(separator: " ") == command })
        return try session.run(entry, values: values).objectValue ?? [:]
    }

    // MARK: - Names stay private

    /// Who asks for another user learns nothing, not even whether there is one.
    @Test(arguments: ["users show", "users edit", "users password"])
    func anotherUserIsNoOnesBusiness(command: String) throws {
        var texts: Set<String?> = []
        for name in ["ada", "ADA", "nobody", ".*", "a/../b", "bob "] {
            var input: DataObject = ["name": .text(name)]
            if command == "users password" { input["password"] = .text(Self.password) }
            if command == "users edit" { input["displayName"] = .text("x") }
            texts.insert(message { try hub.run(command, input, user: "bob") })
        }
        #expect(texts == ["bob may not manage users: ask the hub's first user"])
    }

    @Test func listsOfPeopleAreForAdmins() throws {
        for (command, input) in [
            ("users list", [:]), ("logins list", ["all": .bool(true)]), ("users invite", [:]),
            ("hub list", [:]),
            ("users remove", ["name": .text("ada"), "yes": .bool(true)]),
            ("users modules", ["name": .text("bob"), "all": .bool(true)]),
            ("hub set", ["key": .text("sign-up"), "value": .text("open")]),
            ("users edit", ["admin": .bool(true)]),
        ] as [(String, DataObject)] {
            let session = try hub.session(user: "bob")
            #expect(
                message { _ = try run(command, input, as: session) }
                    == "bob may not manage users: ask the hub's first user", "\(command)")
        }
        #expect(try hub.items("users list").map { $0["name"] } == [.text("ada"), .text("bob")])
        #expect(try hub.hub.users().map(\.isAdmin) == [true, false])
    }

    // MARK: - Editing

    @Test func aUserEditsThemselves() throws {
        let edited = try hub.run(
            "users edit", ["displayName": .text(" Robert "), "email": .text("r@example.org")], user: "bob")
        #expect(edited["displayName"] == .text("Robert"))
        #expect(edited["email"] == .text("r@example.org"))
        #expect(try hub.run("users show", user: "bob") == edited)
        #expect(try hub.run("users show", ["name": .text("bob")]) == edited)
        let emptied = try hub.run("users edit", ["displayName": .null, "email": .null], user: "bob")
        #expect(emptied["email"] == .null)
        #expect(emptied["displayName"] == .text(""))
        try hub.run("users edit", ["name": .text("bob"), "admin": .bool(true)])
        #expect(try hub.run("users show", user: "bob")["admin"] == .bool(true))
    }

    @Test(
        arguments: [
            ("email", "BOB@EXAMPLE.ORG", "this e-mail address cannot be used: use another one"),
            ("email", "no address", "this is not a valid e-mail address: write it as name@example.org"),
            ("email", "a@b@c", "this is not a valid e-mail address: write it as name@example.org"),
            (
                "email", "a\u{200B}b@\u{1B}c",
                "this is not a valid e-mail address: write it as name@example.org"
            ),
            (
                "displayName", String(repeating: "x", count: 101),
                "this is not a valid display name: use one line of at most 100 characters"
            ),
            (
                "displayName", "a\u{1B}[31m",
                "this is not a valid display name: use one line of at most 100 characters"
            ),
        ])
    func whatIsMalformedOrTakenIsRefused(field: String, value: String, text: String) throws {
        #expect(message { try hub.run("users edit", [field: .text(value)]) } == text)
        #expect(message { try hub.run("users add", ["name": .text("eve"), field: .text(value)]) } == text)
        #expect(try hub.hub.users().count == 2)
        #expect(try hub.run("users show")["email"] == .null)
    }

    // MARK: - Passwords

    @Test func aPasswordIsChangedByWhoKnowsIt() async throws {
        let session = try await loggedIn("bob")
        let other = try await loggedIn("bob")
        let new: DataObject = ["password": .text("another long password")]
        #expect(
            message { _ = try run("users password", new, as: session) }?.hasPrefix("current is missing")
                == true)
        // Guesses at it are slowed too.
        for _ in 0..<5 {
            var wrong = new
            wrong["current"] = .text("no such password")
            #expect(
                message { _ = try run("users password", wrong, as: session) }?.hasPrefix("the current")
                    == true)
        }
        var right = new
        right["current"] = .text(Self.password)
        #expect(
            message { _ = try run("users password", right, as: session) }?.hasPrefix(
                "there were too many failed attempts") == true)
        hub.clock.advance(seconds: 1)
        #expect(
            try run("users password", right, as: session) == [
                "name": .text("bob"), "endedSessions": .integer(1), "revokedTokens": 0, "validTokens": [],
            ])
        let sessions = try run("sessions list", as: session)["items"]?.listValue?.compactMap(\.objectValue)
        #expect(sessions?.map { $0["current"] } == [.bool(true)])
        #expect(other.ownSession != session.ownSession)
    }

    /// Whoever finds a browser open lets nobody in, themselves included; a wrong password is no end of the session.
    @Test func whoIsLoggedInConfirmsWhatLetsOthersIn() async throws {
        let session = try await loggedIn("ada")
        let acts: [(String, DataObject)] = [
            ("users edit", ["email": .text("new@example.org")]), ("users edit", ["email": .null]),
            ("users edit", ["name": .text("bob"), "admin": .bool(true)]),
            ("users add", ["name": .text("eve")]), ("users invite", [:]),
            ("users remove", ["name": .text("bob"), "yes": .bool(true)]),
            ("tokens add", ["name": .text("phone")]),
            ("hub set", ["key": .text("sign-up"), "value": .text("open")]),
            ("feeds add", ["module": .text("contacts")]),
        ]
        for (command, input) in acts {
            for current in [nil, "no such password"] {
                var given = input
                given["current"] = current.map(DataValue.text)
                hub.clock.advance(days: 1)
                let error = error { _ = try run(command, given, as: session) }
                // What every call needs is missed before anything is done; what some need, by the command itself.
                let code: AtriumError.Code = current == nil && command != "users edit" ? .usage : .badData
                #expect(error?.code == code && error?.field == "current", "\(command)")
            }
        }
        #expect(try hub.hub.users().map(\.name) == ["ada", "bob"])
        #expect(try hub.hub.accounts().invitations().isEmpty)
        #expect(try hub.items("tokens list").isEmpty)
        #expect(try hub.items("feeds list").isEmpty)
        hub.clock.advance(days: 1)
        for (command, input) in acts {
            var given = input
            given["current"] = .text(Self.password)
            _ = try run(command, given, as: session)
        }
        #expect(try hub.hub.users().map(\.name) == ["ada", "eve"])
        // What lets nobody in needs none.
        _ = try run("users edit", ["displayName": .text("A.")], as: session)
    }

    /// Every write about accounts is confirmed, or lets nobody in.
    @Test func whatIsNotConfirmedLetsNobodyIn() {
        let unconfirmed = HostCommand.all.filter { command in
            let declaration = command.entry.declaration
            return [.account, .admin].contains(command.scope) && declaration.kind.writes
                && !declaration.fields.contains { $0.name == "current" }
        }
        #expect(
            Set(unconfirmed.map { $0.entry.path.joined(separator: " ") }) == [
                "feeds revoke", "invitations revoke", "sessions revoke", "tokens revoke", "users modules",
            ])
    }

    /// A session of which no password is known, as after a damaged row, confirms nothing.
    @Test func whoHasNoPasswordConfirmsNothing() async throws {
        let session = try await loggedIn("ada")
        try hub.hub.accounts().write { db in try db.execute(sql: "UPDATE hub_user SET password = 'x'") }
        let error = error {
            _ = try run(
                "tokens add", ["name": .text("phone"), "current": .text(Self.password)], as: session)
        }
        #expect(error?.field == "current")
    }

    @Test func invitationsAreListedAndTakenBack() async throws {
        let accounts = try hub.hub.accounts()
        let made = try (0..<3).map { _ in try hub.run("users invite") }
        let secrets = made.compactMap { $0["invitation"]?.textValue }
        let listed = try hub.items("invitations list")
        #expect(listed.map { $0["id"] } == made.map { $0["id"] })
        #expect(listed.allSatisfy { $0["maker"] == .text("ada") })
        #expect(
            !secrets.contains { DataValue.list(listed.map(DataValue.object)).json.contains($0.dropFirst(4)) })
        #expect(try hub.run("invitations revoke", ["id": #require(listed[1]["id"])]).isEmpty == false)
        #expect(try secrets.map(accounts.isInvitation) == [true, false, true])
        #expect(error { try hub.run("invitations revoke", ["id": .integer(99)]) }?.code == .notFound)
        _ = try await accounts.signUp(
            SignUp(
                name: "eve", password: Self.password, invitation: secrets[0], address: "192.0.2.1"))
        #expect(try hub.items("invitations list").map { $0["id"] } == [made[2]["id"]])
        hub.clock.advance(days: 365)
        #expect(try hub.items("invitations list").isEmpty)
        let foreign = error { try hub.run("invitations list", user: "bob") }
        #expect(foreign?.code == .notPermitted || foreign?.code == .notFound)
    }

    /// A terminal that may read the files, and an admin, need no present password.
    @Test func aTerminalSetsAPassword() throws {
        try hub.run("users password", ["name": .text("bob"), "password": .text(Self.password)])
        try hub.run("users password", ["password": .text("another long password")], user: "bob")
        #expect(
            message { try hub.run("users password", ["password": .text("bob@EXAMPLE.org")], user: "bob") }
                == "the password is the user's name or e-mail address: choose one that is hard to guess")
        #expect(try hub.run("users show", user: "bob")["password"] == .bool(true))
        #expect(try hub.run("users show")["password"] == .bool(false))
    }

    /// No secret stands in the history, in a change set or in a result.
    @Test func aSecretLeavesNoTrace() throws {
        let secret = "a secret that nobody sees"
        let result = try hub.run("users password", ["password": .text(secret)])
        #expect(!DataValue.object(result).json.contains(secret))
        #expect(try !"\(hub.session().contents(.everything))".contains(secret))
        for wrong in [String(repeating: secret, count: 50), secret + "\u{0}"] {
            let text = message { try hub.run("users password", ["password": .text(wrong)]) }
            #expect(text?.isEmpty == false && text?.contains(secret) == false)
        }
        #expect(
            message { try hub.run("users password", ["password": .integer(123_456_789_012)]) }
                == "password has a wrong value: it must be text")
    }

    // MARK: - Tokens, sessions, feeds

    /// No module is not all of them.
    @Test func aTokenForNothingIsNone() throws {
        #expect(
            message { try hub.run("tokens add", ["name": .text("none"), "modules": .list([])]) }
                == "the list of modules is empty: name modules, or leave --modules out to allow all")
        #expect(try hub.items("tokens list").isEmpty)
    }

    @Test func aTokenIsShownOnce() throws {
        let made = try hub.run(
            "tokens add",
            ["name": .text("phone"), "modules": .list([.text("workshop")]), "days": .integer(30)])
        let secret = try #require(made["token"]?.textValue)
        let principal = try #require(try hub.hub.accounts().principal(token: secret))
        #expect(principal.scope == Scope(modules: ["workshop"], access: .read))
        #expect(made["expiresAt"] == .text(Timestamp.text(hub.clock.now.addingTimeInterval(30 * 86_400))))
        let listed = try hub.run("tokens list")
        #expect(!DataValue.object(listed).json.contains(secret.dropFirst(4)))
        #expect(try hub.items("tokens list", user: "bob").isEmpty)
        #expect(message { try hub.run("tokens revoke", ["id": .integer(1)], user: "bob") } != nil)
        try hub.run("tokens revoke", ["id": .integer(1)])
        #expect(try hub.hub.accounts().principal(token: secret) == nil)
        #expect(
            message {
                try hub.run("tokens add", ["name": .text("x"), "modules": .list([.text("nonsense")])])
            }
                == "there is no module “nonsense”: see atrium modules list")
        #expect(
            message { try hub.run("tokens add", ["name": .text("  ")]) }
                == "the name is empty or too long: use 1 to 100 characters")
    }

    /// A new password lists the tokens that stay valid, and revokes them if that is asked for.
    @Test func aNewPasswordListsTheTokensThatStayValid() throws {
        let accounts = try hub.hub.accounts()
        let secrets = try ["phone", "laptop"].map {
            try #require(try hub.run("tokens add", ["name": .text($0)], user: "bob")["token"]?.textValue)
        }
        try hub.run("tokens add", ["name": "old", "days": 1], user: "bob")
        let own = try hub.run("tokens add", ["name": "mine"])
        hub.clock.advance(days: 2)
        func names(_ result: DataObject) -> [String?]? {
            result["validTokens"]?.listValue?.map { $0.objectValue?["name"]?.textValue }
        }
        let password: DataValue = .text(Self.password)
        let listed = try hub.run("users password", ["password": password], user: "bob")
        #expect(names(listed) == ["phone", "laptop"])
        #expect(listed["revokedTokens"] == 0)
        #expect(try secrets.allSatisfy { try accounts.principal(token: $0) != nil })
        let revoked = try hub.run(
            "users password", ["name": "bob", "password": password, "revokeTokens": true])
        #expect(names(revoked) == [])
        // The expired token is gone too, but it was not valid any more.
        #expect(revoked["revokedTokens"] == 2)
        #expect(try secrets.allSatisfy { try accounts.principal(token: $0) == nil })
        #expect(try hub.items("tokens list", user: "bob").isEmpty)
        // Other users keep theirs.
        #expect(try accounts.principal(token: #require(own["token"]?.textValue)) != nil)
    }

    @Test func allTokensAreRevokedAtOnce() throws {
        for name in ["phone", "laptop"] { try hub.run("tokens add", ["name": .text(name)]) }
        try hub.run("tokens add", ["name": "phone"], user: "bob")
        #expect(
            message { try hub.run("tokens revoke") }
                == "no token was named: give the token's id, or --all")
        #expect(
            message { try hub.run("tokens revoke", ["id": 1, "all": true]) }?.hasPrefix("id and all") == true)
        #expect(try hub.run("tokens revoke", ["all": true]) == ["revoked": .null, "count": 2])
        #expect(try hub.items("tokens list").isEmpty)
        #expect(try hub.items("tokens list", user: "bob").count == 1)
    }

    @Test func sessionsAreEndedByTheirUser() async throws {
        let first = try await loggedIn("bob")
        let second = try await loggedIn("bob")
        let ada = try await loggedIn("ada")
        let id = try #require(first.ownSession)
        #expect(message { _ = try run("sessions revoke", ["id": .integer(id)], as: ada) } != nil)
        #expect(
            message { _ = try run("sessions revoke", ["id": .integer(id), "all": .bool(true)], as: second) }
                != nil)
        #expect(try run("sessions revoke", ["all": .bool(true)], as: second)["ended"] == .integer(1))
        #expect(
            message { _ = try run("sessions revoke", ["id": .integer(id)], as: second) }
                == "you have no session \(id): see atrium sessions list")
        #expect(
            message { _ = try run("sessions revoke", as: second) }
                == "no session was named: give its id, or --all")
        #expect(try hub.items("sessions list", user: "bob").count == 1)
        #expect(try hub.items("logins list", user: "bob").count == 2)
        #expect(try hub.items("logins list", ["all": .bool(true)]).count == 3)
    }

    @Test func aFeedIsOfWhatAModuleCanGive() throws {
        let made = try hub.run("feeds add", ["module": .text("contacts")])
        let path = try #require(made["path"]?.textValue)
        #expect(made["kind"] == .text("contacts"))
        #expect(path.hasPrefix("/feeds/atf_") && path.hasSuffix("/contacts.vcf"))
        #expect(try hub.items("feeds list").map { $0["id"] } == [.integer(1)])
        #expect(
            message { try hub.run("feeds add", ["module": .text("workshop")]) }
                == "workshop has no records that a feed can contain: feeds can contain calendars, to-dos and contacts"
        )
        try hub.run("modules disable", ["id": .text("contacts")])
        #expect(message { try hub.run("feeds add", ["module": .text("contacts")]) } != nil)
        try hub.run("feeds revoke", ["id": .integer(1)])
        #expect(try hub.items("feeds list").isEmpty)
    }

    @Test(
        arguments: [
            ("sign-up", "OPEN", "open"), ("sign-up", "maybe", nil), ("session-days", "30", "30"),
            ("session-days", "0", nil), ("session-days", "3651", nil), ("session-idle-days", "1.5", nil),
            ("invitation-days", "+7", nil), ("upload-megabytes", "5", "5"),
        ] as [(String, String, String?)])
    func theHubsSettingsAreChecked(key: String, value: String, kept: String?) throws {
        let before = try hub.items("hub list")
        let text = message { try hub.run("hub set", ["key": .text(key), "value": .text(value)]) }
        #expect((text == nil) == (kept != nil))
        let after = try hub.items("hub list")
        #expect(after.count == HubSetting.allCases.count)
        if let kept {
            #expect(after.first { $0["key"] == .text(key) }?["value"] == .text(kept))
        } else {
            #expect(after == before)
        }
    }
}
