import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import Testing

@testable import AtriumHTTP

/// Who is let in, and as whom.
@Suite(.fewServers) struct AccessTests {
    let server: TestServer

    init() throws { server = try TestServer() }

    private static let mark: HTTPFields = [CrossSite.mark: "test"]

    /// Logs in and gives the session's cookie.
    private func logIn(_ headers: HTTPFields = [:], name: String = "ada") async throws -> (
        TestServer.Answer, String
    ) {
        let answer = try await server.send(
            .post, "/api/v1/session", json: #"{"name":"\#(name)","password":"\#(TestServer.password)"}"#,
            token: "",
            headers: headers)
        let cookies = answer.headers[values: .setCookie].compactMap {
            $0.split(separator: ";").first.map(String.init)
        }
        return (answer, cookies.joined(separator: "; "))
    }

    private func withCookie(_ cookie: String, _ more: HTTPFields = mark) -> HTTPFields {
        var headers = more
        headers[.cookie] = cookie
        return headers
    }

    /// Over HTTP too, a new password lists the tokens that stay valid, and revokes them if that is asked for.
    @Test func aNewPasswordListsTheTokensThatStayValid() async throws {
        let (_, cookie) = try await logIn()
        func change(_ more: String) async throws -> DataObject {
            let json = """
                {"password":"\(TestServer.password)","current":"\(TestServer.password)"\(more)}
                """
            let answer = try await server.send(
                .post, "/api/v1/users/password", json: json, token: "", headers: withCookie(cookie))
            #expect(answer.status == 200, "\(answer.text)")
            return answer.json
        }
        let names = try await change("")["validTokens"]?.listValue?.map { $0.objectValue?["name"] }
        #expect(names == ["test"])
        #expect(try await server.send(.get, "/api/v1/notes").status == 200)
        let revoked = try await change(#","revokeTokens":true"#)
        #expect(revoked["validTokens"] == [] && revoked["revokedTokens"] == 1)
        #expect(try await server.send(.get, "/api/v1/notes").status == 401)
        #expect(try await server.send(.get, "/api/v1/notes", token: server.bob).status == 200)
    }

    @Test(arguments: [
        "/api/v1/notes", "/api/v1/notes/1", "/api/v1/nowhere", "/api/v1/session", "/api/v1/jobs",
        "/api/v1/export",
        "/api/v1/export/notes", "/api/openapi.json",
    ])
    func nobodyIsLetIn(path: String) async throws {
        for headers in [
            [:], [.authorization: "Bearer atr_x"], [.authorization: "Basic YWRhOng="], [.cookie: "atrium=x"],
        ]
            as [HTTPFields]
        {
            let answer = try await server.send(.get, path, token: "", headers: headers)
            #expect(answer.status == 401)
            #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
            #expect(answer.error["code"] == .text("not-authenticated"))
        }
        #expect(try await server.send(.post, "/api/v1/import", body: [1], token: "").status == 401)
    }

    @Test func aSessionIsBegunAndEnded() async throws {
        let (answer, cookie) = try await logIn()
        #expect(answer.status == 200)
        #expect(answer.json["user"]?.objectValue?["name"] == .text("ada"))
        for field in answer.headers[values: .setCookie] {
            #expect(
                field.contains("; HttpOnly") && field.contains("; SameSite=Lax") && field.contains("; Path=/")
            )
            #expect(!field.contains("Secure"))
        }
        #expect(
            try await server.send(.get, "/api/v1/session", token: "", headers: withCookie(cookie)).status
                == 200)
        let ended = try await server.send(.delete, "/api/v1/session", token: "", headers: withCookie(cookie))
        #expect(ended.status == 204)
        #expect(
            ended.headers[values: .setCookie].contains {
                $0.hasPrefix("atrium=;") && $0.contains("Max-Age=0")
            })
        #expect(
            try await server.send(.get, "/api/v1/session", token: "", headers: withCookie(cookie)).status
                == 401)
    }

    @Test func underTLSNobodyElseSetsTheCookie() async throws {
        var options = ServerOptions()
        options.isBehindProxy = true
        let server = try TestServer(options: options)
        let answer = try await server.send(
            .post, "/api/v1/session", json: #"{"name":"ada","password":"\#(TestServer.password)"}"#, token: ""
        )
        let fields = answer.headers[values: .setCookie]
        #expect(fields.count == 2)
        #expect(fields.allSatisfy { $0.hasPrefix("__Host-atrium") && $0.hasSuffix("; Secure") })
        #expect(answer.headers[.strictTransportSecurity] == "max-age=31536000")
    }

    @Test func aWrongPasswordAndAnUnknownNameLookAlike() async throws {
        func answer(_ name: String) async throws -> TestServer.Answer {
            try await server.send(
                .post, "/api/v1/session", json: #"{"name":"\#(name)","password":"wrong wrong wrong"}"#,
                token: "")
        }
        let (known, unknown) = (try await answer("ada"), try await answer("nobody"))
        #expect(known.status == 401)
        #expect(known.text == unknown.text)
        #expect(!known.headers.contains(.setCookie))
    }

    @Test func manyWrongPasswordsAreSlowed() async throws {
        var statuses: [Int] = []
        for _ in 0..<12 {
            let answer = try await server.send(
                .post, "/api/v1/session", json: #"{"name":"ada","password":"wrong wrong wrong"}"#, token: "")
            statuses.append(answer.status)
            if answer.status == 429 { #expect(Int(answer.headers[.retryAfter] ?? "") ?? 0 > 0) }
        }
        #expect(statuses.contains(429))
        #expect(Set(statuses) == [401, 429])
    }

    /// A socket for both kinds of addresses tells of IPv4 clients in the form of IPv6.
    @Test(arguments: [
        ("::ffff:127.0.0.1", "127.0.0.1", true), ("::ffff:192.0.2.7", "192.0.2.7", false),
        ("::1", "::1", true), ("2001:db8::1", "2001:db8::1", false), ("127.0.0.9", "127.0.0.9", true),
    ])
    func addressesOfIPv4AreThat(peer: String, address: String, isLocal: Bool) throws {
        let channel = EmbeddedChannel()
        channel.remoteAddress = try SocketAddress(ipAddress: peer, port: 1)
        let origin = RequestOrigin(
            source: ApplicationRequestContextSource(channel: channel, logger: server.service.logger))
        #expect(origin.peerAddress == address)
        #expect(origin.isLocal == isLocal)
    }

    /// What a page of another site can have a browser send.
    @Test func otherSitesAreRefused() async throws {
        let (_, cookie) = try await logIn()
        let name = FieldNames.name("Sec-Fetch-Site")
        let cases: [(HTTPFields, Int)] = [
            ([:], 403), (Self.mark, 201),
            ([CrossSite.mark: "1", name: "cross-site"], 403),
            ([CrossSite.mark: "1", name: "same-site"], 403),
            ([CrossSite.mark: "1", name: "same-origin"], 201),
            ([CrossSite.mark: "1", .origin: "https://evil.example"], 403),
            ([CrossSite.mark: "1", .origin: "null"], 403),
            ([CrossSite.mark: "1", .origin: "http://localhost"], 201),
            ([CrossSite.mark: "1", .origin: "https://localhost"], 403),
        ]
        for (headers, status) in cases {
            let answer = try await server.send(
                .post, "/api/v1/notes", json: #"{"title":"x"}"#, token: "",
                headers: withCookie(cookie, headers))
            #expect(answer.status == status, "\(headers)")
        }
        // Another site can neither log somebody in nor out.
        let planted = try await logIn([name: "cross-site"])
        #expect(planted.0.status == 403)
        let out = try await server.send(
            .delete, "/api/v1/session", token: "", headers: withCookie(cookie, [name: "cross-site"]))
        #expect(out.status == 403)
        // A token is sent by nobody but who has it.
        let answer = try await server.send(
            .post, "/api/v1/notes", json: #"{"title":"x"}"#, headers: [name: "cross-site"])
        #expect(answer.status == 201)
    }

    /// What an import did to other modules is not within a token's reach.
    @Test func jobsAreWithinAScope() async throws {
        let accounts = try server.hub.accounts()
        let ada = try server.hub.user(named: "ada")
        func token(_ modules: Set<String>?, _ access: Scope.Access) throws -> String {
            try accounts.addToken(of: ada, name: "t", scope: Scope(modules: modules, access: access)).secret
        }
        let upload = try await server.send(
            .post, "/api/v1/import?verbose=true", body: Array("notes:\nu|secret\n".utf8))
        let path = try #require(upload.headers[.location])
        _ = try await server.send(.get, path + "/events")
        let other = try token(["quiet"], .write)
        for (method, path) in [(.get, path), (.get, path + "/events"), (.delete, path)]
            as [(HTTPRequest.Method, String)]
        {
            #expect(try await server.send(method, path, token: other).status == 404)
        }
        #expect(try await server.send(.get, "/api/v1/jobs", token: other).text == #"{"items":[]}"#)
        let reader = try token(nil, .read)
        #expect(try await server.send(.get, path, token: reader).status == 200)
        #expect(try await server.send(.delete, path, token: reader).status == 403)
        // Its own are within its reach.
        let own = try token(["notes"], .write)
        let begun = try await server.send(
            .post, "/api/v1/import", body: Array("notes:\nu2|mine\n".utf8), token: own)
        let ownPath = try #require(begun.headers[.location])
        #expect(try await server.send(.get, ownPath + "/events", token: own).status == 200)
        #expect(try await server.send(.get, ownPath, token: other).status == 404)
    }

    @Test func secretsAreGoodForOnePurposeOnly() async throws {
        let (_, cookie) = try await logIn()
        let secret = try #require(cookie.split(separator: ";").first?.split(separator: "=").last)
        #expect(try await server.send(.get, "/api/v1/notes", token: String(secret)).status == 401)
        let asCookie: HTTPFields = [.cookie: "atrium=\(server.ada)"]
        #expect(try await server.send(.get, "/api/v1/notes", token: "", headers: asCookie).status == 401)
        #expect(try await server.send(.get, "/feeds/\(server.ada)/calendar.ics", token: "").status == 404)
    }

    @Test func aRevokedTokenIsNoneFromTheNextRequestOn() async throws {
        #expect(try await server.send(.get, "/api/v1/notes").status == 200)
        let accounts = try server.hub.accounts()
        let ada = try server.hub.user(named: "ada")
        for token in try accounts.tokens(of: ada) { try accounts.revokeToken(token.id, of: ada) }
        #expect(try await server.send(.get, "/api/v1/notes").status == 401)
    }

    /// In a terminal beside the server, which has connections of its own to the same files.
    @Test func whatAnotherProcessTakesAwayIsGoneAtOnce() async throws {
        let elsewhere = Hub(
            home: server.hub.home, registry: server.hub.registry, formats: [],
            environment: HubEnvironment(
                now: { [clock = server.clock] in clock.now }, userName: "ada", timeZone: .gmt))
        let ada = try elsewhere.user(named: "ada")
        let accounts = try elsewhere.accounts()
        for _ in 0..<3 { #expect(try await server.send(.get, "/api/v1/notes").status == 200) }
        try accounts.setAllowedModules([], of: ada)
        #expect(try await server.send(.get, "/api/v1/notes").status == 404)
        try accounts.setAllowedModules(nil, of: ada)
        #expect(try await server.send(.get, "/api/v1/notes").status == 200)
        for token in try accounts.tokens(of: ada) { try accounts.revokeToken(token.id, of: ada) }
        #expect(try await server.send(.get, "/api/v1/notes").status == 401)
    }

    @Test func loggingInAgainEndsTheSessionBefore() async throws {
        let (_, first) = try await logIn()
        let (_, second) = try await logIn(withCookie(first))
        #expect(
            try await server.send(.get, "/api/v1/session", token: "", headers: withCookie(first)).status
                == 401)
        #expect(
            try await server.send(.get, "/api/v1/session", token: "", headers: withCookie(second)).status
                == 200)
    }

    @Test func signingUpNeedsAnInvitation() async throws {
        let accounts = try server.hub.accounts()
        func signUp(_ name: String, _ invitation: String?) async throws -> TestServer.Answer {
            let more = invitation.map { #","invitation":"\#($0)""# } ?? ""
            return try await server.send(
                .post, "/api/v1/sign-up",
                json: #"{"name":"\#(name)","password":"\#(TestServer.password)"\#(more)}"#,
                token: "")
        }
        #expect(try await signUp("carl", nil).status == 403)
        #expect(try await signUp("carl", "ati_wrong").status == 403)
        let secret = try accounts.invite(by: server.hub.user(named: "ada")).secret
        #expect(try await signUp("ada", secret).status == 409)
        let answer = try await signUp("carl", secret)
        #expect(answer.status == 201)
        #expect(answer.json["admin"] == .bool(false))
        #expect(try await signUp("dora", secret).status == 403)
        #expect(try await logIn(name: "carl").0.status == 200)
    }

    @Test func whoCountsAsTheClient() async throws {
        // The terminal's own test of the address of log-ins: a proxy is believed only where one was announced.
        let forwarded: HTTPFields = [FieldNames.name("X-Forwarded-For"): "10.0.0.1, 192.0.2.7"]
        func address(_ server: TestServer) async throws -> String? {
            _ = try await server.send(
                .post, "/api/v1/session", json: #"{"name":"ada","password":"\#(TestServer.password)"}"#,
                token: "",
                headers: forwarded)
            let hub = server.hub
            return try hub.accounts().sessions(of: hub.user(named: "ada")).first?.address
        }
        var options = ServerOptions()
        options.isBehindProxy = true
        #expect(try await address(server) != "192.0.2.7")
        #expect(try await address(TestServer(options: options)) == "192.0.2.7")
    }

    /// Fields with which other servers can be told who asks, what is asked, and how.
    @Test func fieldsThatMeanNothing() async throws {
        let path = try await server.addNote("kept")
        let fields: HTTPFields = [
            FieldNames.name("X-Remote-User"): "ada", FieldNames.name("Remote-User"): "ada",
            FieldNames.name("X-Forwarded-User"): "ada", FieldNames.name("X-Forwarded-Host"): "evil.example",
            FieldNames.name("X-Forwarded-Proto"): "https", FieldNames.name("X-Original-URL"): path,
            FieldNames.name("X-Rewrite-URL"): path,
            FieldNames.name("Forwarded"): "for=127.0.0.1;host=evil.example",
        ]
        #expect(try await server.send(.get, "/api/v1/session", token: "", headers: fields).status == 401)
        let answer = try await server.send(.get, "/api/v1/session", headers: fields)
        #expect(answer.status == 200)
        #expect(!answer.text.contains("evil") && !answer.headers.contains(.strictTransportSecurity))
        for name in ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"] as [StaticString] {
            let override: HTTPFields = [FieldNames.name(name): "DELETE"]
            #expect(try await server.send(.get, path, headers: override).status == 200)
            #expect(try await server.send(.post, path, json: "{}", headers: override).status == 405)
        }
        #expect(try await server.send(.get, path + "?_method=DELETE").status == 400)
        #expect(try await server.send(.get, path).json["title"] == .text("kept"))
    }

    /// Names that would be patterns, paths or others' in disguise.
    @Test(arguments: [".*", "a/../b", "a%2fb", "a\u{0}b", "a b", "ADA", "", "..", "ada\n", "аda"])
    func namesThatAreNone(name: String) async throws {
        let secret = try server.hub.accounts().invite(by: server.hub.user(named: "ada")).secret
        let values: DataObject = [
            "name": .text(name), "password": .text(TestServer.password), "invitation": .text(secret),
        ]
        let answer = try await server.send(
            .post, "/api/v1/sign-up", json: DataValue.object(values).json, token: "")
        #expect([409, 422].contains(answer.status), "\(answer.text)")
        #expect(try server.hub.users().map(\.name) == ["ada", "bob"])
    }

    /// Somebody who may sign up cannot ask for name after name.
    @Test func signingUpIsSlowed() async throws {
        try server.hub.accounts().set(.signUp, to: "open")
        var statuses: [Int] = []
        for _ in 0..<25 {
            let answer = try await server.send(
                .post, "/api/v1/sign-up", json: #"{"name":"ada","password":"\#(TestServer.password)"}"#,
                token: "")
            statuses.append(answer.status)
        }
        #expect(statuses == Array(repeating: 409, count: 20) + Array(repeating: 429, count: 5))
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("localhost", true), ("0.0.0.0", false),
        ("192.168.1.2", false), ("::", false), ("127.evil.example", false), ("example.org", false),
    ])
    func publicAddressesNeedTLS(host: String, isAllowed: Bool) {
        var options = ServerOptions()
        options.host = host
        #expect(((try? ServerAddress.check(options)) != nil) == isAllowed)
        options.isBehindProxy = true
        #expect(throws: Never.self) { try ServerAddress.check(options) }
        options.isBehindProxy = false
        options.tls = ServerOptions.TLSFiles(certificate: "a", key: "b")
        #expect(throws: Never.self) { try ServerAddress.check(options) }
    }
}
