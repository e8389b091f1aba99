import AtriumHost
import AtriumSDK
import Foundation
import HTTPTypes
import Testing

@testable import AtriumHTTP
@testable import AtriumWeb

/// “Open on your phone”, “Help”, and what browsers ask for to put the hub on a home screen.
@Suite struct PagePhoneTests {
    private static func behindProxy() throws -> PageServer {
        var options = ServerOptions()
        options.isBehindProxy = true
        return try PageServer(options, host: "hub.example.org:8443")
    }

    @Test func theCodeIsTheAddressThatWasAskedFor() async throws {
        let server = try Self.behindProxy()
        let page = try await server.get("/settings/phone", server.logIn())
        #expect(page.status == 200)
        let address = "https://hub.example.org:8443"
        let code = try #require(QRCode(address)?.drawn(label: "QR code of the address \(address)"))
        #expect(page.text.contains(String(decoding: code.bytes, as: UTF8.self)))
        #expect(
            page.text.contains("value=\"\(address)\"") && page.text.contains("href=\"/settings/sessions\""))
    }

    @Test func onLoopbackThereIsNoCodeButWhatToDo() async throws {
        let server = try PageServer()
        let page = try await server.get("/settings/phone", server.logIn())
        #expect(page.status == 200)
        #expect(!page.text.contains("class=\"qr\""))
        #expect(page.text.contains("http://localhost") && page.text.contains("--certificate"))
    }

    @Test func helpSaysTheVersionAndIsLinked() async throws {
        let server = try PageServer()
        let cookie = try await server.logIn()
        let help = try await server.get("/help", cookie)
        #expect(help.status == 200)
        #expect(help.text.contains("Atrium \(PageServer.version)"))
        #expect(help.text.contains(/\d+ migrations/))
        for id in ["first-week", "keys", "privacy", "undo", "about"] {
            #expect(help.text.contains("id=\"\(id)\""), "\(id)")
        }
        for path in ["/", "/more", "/settings"] {
            #expect(try await server.get(path, cookie).text.contains("href=\"/help\""), "\(path)")
        }
        #expect(try await server.get("/settings", cookie).text.contains("href=\"/settings/phone\""))
        #expect(try await server.get("/help").location == "/login?next=%2Fhelp")
    }

    /// A step goes when it is done or left out; all come back at a wish.
    @Test func firstStepsAreShownUntilTheyAreDone() async throws {
        let server = try PageServer()
        let cookie = try await server.logIn()
        func shown() async throws -> [String] {
            let text = try await server.get("/", cookie).text
            return ["/settings/name", "/settings/zone", "/calendar/add", "/tasks/add", "/settings/phone"]
                .filter {
                    text.contains("href=\"\($0)\"")
                }
        }
        func post(_ path: String, _ fields: [(String, String)]) async throws {
            #expect(try await server.post(path, fields, cookie).status == 303, "\(path)")
        }
        #expect(try await shown().contains("/settings/phone"))
        try await post("/settings/name", [("value", "Ada")])
        #expect(try await !shown().contains("/settings/name"))
        try await post("/calendar/add", [("summary", "Maths every monday 10-12")])
        #expect(try await !shown().contains("/calendar/add"))
        try await post("/setup/skip", [("step", "device")])
        #expect(try await !shown().contains("/settings/phone"))
        try await post("/setup/again", [])
        #expect(try await shown().contains("/settings/phone"))
    }

    /// Without a log-in: browsers fetch it without cookies.
    @Test func theManifestIsJSONWithIconsThatAreThere() async throws {
        let server = try PageServer()
        let answer = try await server.get("/manifest.webmanifest")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "application/manifest+json")
        #expect(answer.headers[.cacheControl] == "no-cache")
        let manifest = try #require(try DataValue(json: Data(answer.text.utf8)).objectValue)
        #expect(manifest["start_url"] == .text("/") && manifest["scope"] == .text("/"))
        #expect(manifest["display"] == .text("standalone"))
        let icons = manifest["icons"]?.listValue?.compactMap(\.objectValue) ?? []
        #expect(icons.count == 4)
        for icon in icons {
            let asset = try await server.get(icon["src"]?.textValue ?? "", "", [.acceptEncoding: "gzip"])
            #expect(asset.status == 200)
            #expect(asset.headers[.contentType] == icon["type"]?.textValue)
            #expect(asset.headers[.cacheControl]?.contains("immutable") == true)
            // A picture is compressed by itself.
            #expect((asset.headers[.contentEncoding] == nil) == (icon["type"] == .text("image/png")))
        }
        #expect(try await server.get("/apple-touch-icon.png").location.hasPrefix("/assets/icon-180."))
        #expect(try await server.get("/favicon.ico").location.hasPrefix("/assets/icon."))
    }

    @Test func headsNameTheManifestAndTheColours() async throws {
        let server = try PageServer()
        let gate = try await server.get("/login").text
        #expect(gate.contains("<link rel=\"manifest\" href=\"/manifest.webmanifest\">"))
        #expect(gate.contains("rel=\"apple-touch-icon\""))
        #expect(gate.contains("content=\"#ffffff\" media=\"(prefers-color-scheme: light)\""))
        #expect(gate.contains("content=\"#151518\" media=\"(prefers-color-scheme: dark)\""))
        let cookie = try await server.logIn()
        _ = try await server.post("/settings/theme", [("value", "dark")], cookie)
        let page = try await server.get("/", cookie).text
        #expect(page.contains("content=\"#151518\">") && !page.contains("content=\"#ffffff\""))
    }
}
