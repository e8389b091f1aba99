import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import HTTPTypes
import Testing

@testable import AtriumHTTP
@testable import AtriumWeb

/// The pages' door: who comes in, from where, and what they are given.
@Suite struct PageDoorTests {
    private let server: PageServer

    init() throws { server = try PageServer() }

    private static let site = FieldNames.name("Sec-Fetch-Site")

    // MARK: - From where

    @Test(
        arguments: [
            [:], [.origin: "null"], [.origin: "http://example.org"], [.origin: "https://localhost"],
            [site: "cross-site"], [site: "none"], [site: "same-site", .origin: "http://localhost"],
        ] as [HTTPFields]) func formsOfOtherSitesAreRefused(from: HTTPFields) async throws
    {
        let cookie = try await server.logIn()
        let answer = try await server.post("/habits/add", [("title", "Read")], cookie, from: from)
        #expect(answer.status == 403)
        #expect(try await server.post("/logout", [], cookie, from: from).status == 403)
        #expect(
            try await server.post(
                "/login", [("username", "ada"), ("password", PageServer.password)], from: from
            ).status == 403)
        #expect(try server.hub.items("habits list").isEmpty)
    }

    @Test(arguments: [[site: "same-origin"], [.origin: "http://localhost"]] as [HTTPFields])
    func ownFormsAreTaken(from: HTTPFields) async throws {
        let cookie = try await server.logIn()
        #expect(try await server.post("/habits/add", [("title", "Read")], cookie, from: from).status == 303)
    }

    @Test func whatIsNoFormIsRefused() async throws {
        let cookie = try await server.logIn()
        #expect(
            try await server.post("/habits/add", [("title", "Read")], cookie, type: "text/plain").status
                == 415)
        #expect(try await server.get("/habits/1/toggle?day=2026-03-01", cookie).status != 303)
        #expect(try server.hub.items("habits list").isEmpty)
    }

    // MARK: - Who

    @Test func pagesAreGuarded() async throws {
        let cookie = try await server.logIn()
        for path in ["/", "/login", "/habits", "/nothing"] {
            let page = try await server.get(path, cookie)
            let policy = page.headers[.contentSecurityPolicy] ?? ""
            #expect(policy.contains("default-src 'none'") && policy.contains("form-action 'self'"))
            #expect(!policy.contains("unsafe"))
            #expect(page.headers[.cacheControl] == "private, no-store")
            #expect(page.headers[FieldNames.name("Referrer-Policy")] == "same-origin")
        }
    }

    @Test func whoIsNotKnownIsSentToTheLogInAndBack() async throws {
        #expect(try await server.get("/habits/3?a=b").location == "/login?next=%2Fhabits%2F3%3Fa%3Db")
        let fields = [("username", "ada"), ("password", PageServer.password)]
        #expect(try await server.post("/login", fields + [("next", "/habits")]).location == "/habits")
        #expect(try await server.post("/login", fields + [("next", "//example.org")]).location == "/")
        #expect(
            try await server.post("/login", [("username", "ada"), ("password", "wrong wrong wrong")]).status
                == 401)
    }

    @Test func onADeviceOfOthersNothingIsKept() async throws {
        let there = try await server.post(
            "/login", [("username", "ada"), ("password", PageServer.password), ("elsewhere", "true")])
        #expect(there.headers[values: .setCookie].count == 1)
        #expect(there.headers[.setCookie]?.contains("Max-Age") == false)
        #expect(try await server.get("/", there.cookie).text.contains("data-elsewhere"))
        let here = try await server.post("/login", [("username", "ada"), ("password", PageServer.password)])
        #expect(here.headers[values: .setCookie].allSatisfy { $0.contains("Max-Age") })
    }

    @Test func loggingOutForgetsAllAlsoTwice() async throws {
        let cookie = try await server.logIn()
        #expect(try await server.get("/logout", cookie).status == 405)
        for _ in 0..<2 {
            let out = try await server.post("/logout", [], cookie)
            #expect(out.location == "/login")
            #expect(out.headers[FieldNames.name("Clear-Site-Data")] == "\"cache\", \"storage\"")
            #expect(out.headers[.setCookie]?.contains("Max-Age=0") == true)
        }
        #expect(try await server.get("/", cookie).status == 303)
    }

    /// A form belongs to who opened it.
    @Test func aFormOfAnotherUserIsNotSent() async throws {
        let (ada, bob) = (try await server.logIn(), try await server.logIn("bob"))
        var form = try #require(UntouchedForm(try await server.get("/connections/add", ada).text))
        form.set("name", "Ada's friend")
        let answer = try await server.post("/connections/add", form.fields, bob)
        #expect(answer.status == 403)
        #expect(!answer.text.contains("friend"))
        #expect(try server.hub.items("connections list").isEmpty)
        #expect(try server.hub.items("connections list", user: "bob").isEmpty)
    }

    @Test func whatWasTypedOutlivesASession() async throws {
        let ada = try await server.logIn()
        var form = try #require(UntouchedForm(try await server.get("/connections/add", ada).text))
        form.set("name", "Grace")
        _ = try await server.post("/logout", [], ada)
        let page = try await server.post("/connections/add", form.fields, ada)
        #expect(page.status == 401)
        let kept = try #require(page.text.firstMatch(of: /name=":typed" value="([^"]*)"/)).1
        let typed = String(kept).replacing("&amp;", with: "&")
        let again: [(String, String)] = [
            (":form", "/connections/add"), (":typed", typed), ("password", PageServer.password),
        ]
        #expect(try await server.post("/login", again + [("username", "ada")]).text.contains("Grace"))
        // What somebody else typed is not for who logs in then.
        let other = try await server.post("/login", again + [("username", "bob")])
        #expect(other.status == 303 && !other.text.contains("Grace"))
    }

    @Test func theFirstUsersLinkIsGoodOnce() async throws {
        let key = server.service.firstUserLink.make()
        #expect(try await server.get("/setup/\(key)").status == 200)
        #expect(try await server.get("/setup/\(key.dropLast())\(key.last == "x" ? "y" : "x")").status == 403)
        server.service.firstUserLink.end()
        #expect(try await server.get("/setup/\(key)").status == 403)
    }

    // MARK: - What bad input gets

    @Test(arguments: [
        "/?told=9223372036854775807", "/?told=-1", "/history?before=9223372036854775807",
        "/connections/add?emails.9223372036854775807.value=x",
        "/connections/add?emails.99999999999999999999.value=x",
        "/connections/add?emails:more=2000000000", "/connections?cursor=x", "/connections?limit=x&tag=%00",
        "/calendar/agenda?from:date=9999-12-31&to:date=0000-00-00", "/search?q=%22%27%3C",
        "/history?collection=a&record=-5",
        "/settings/nothing", "/admin/nothing", "/habits/9223372036854775808", "/suggest?collection=x&q=y",
    ]) func noAddressBringsItDown(path: String) async throws {
        let cookie = try await server.logIn()
        let answer = try await server.get(path, cookie)
        #expect(answer.status < 500, "\(answer.text)")
        #expect(try await server.get("/more", cookie).status == 200)
    }

    @Test func nobodySendsMuch() async throws {
        let large = String(repeating: "a", count: 300 << 10)
        #expect(try await server.post("/login", [("username", large)]).status == 413)
        #expect(try await server.post("/connections/add", [("name", large)]).status == 413)
        let many = (0..<5000).map { ("a\($0)", "") }
        #expect(try await server.post("/login", many).status == 413)
    }
}
