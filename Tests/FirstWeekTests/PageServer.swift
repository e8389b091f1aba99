import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Synchronization

@testable import AtriumHTTP
@testable import AtriumWeb

/// The pages of a temporary hub with all modules, as a browser asks for them.
final class PageServer: Sendable {
    static let password = "paper boats drift slowly"
    static let version = "1.2.3-test"

    let hub: TemporaryHub
    let service: HubService
    private let responder: HubResponder
    /// The name under which it is called.
    private let host: String

    /// A page, or where it leads.
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPFields
        let text: String

        /// Where it leads on.
        var location: String { headers[.location] ?? "" }
        /// The cookie of a session that it begins.
        var cookie: String {
            headers[values: .setCookie].first { $0.hasPrefix("atrium=") || $0.hasPrefix("__Host-atrium=") }?
                .split(separator: ";").first.map(
                    String.init) ?? ""
        }
    }

    init(
        _ options: ServerOptions = ServerOptions(), host: String = "localhost",
        modules: [Module] = installedModules
    ) throws {
        self.host = host
        hub = try TemporaryHub(modules: modules, formats: installedFormats)
        let accounts = try hub.hub.accounts()
        try accounts.setPassword(Self.password, of: hub.hub.firstUser())
        try accounts.setPassword(Self.password, of: hub.hub.addUser("bob"))
        var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        service = HubService(
            hub: hub.hub, options: options, surfaces: [WebSurface(version: Self.version)], logger: logger)
        responder = HubResponder(service: service)
    }

    /// Logs in, and gives the session's cookie.
    func logIn(_ name: String = "ada", _ fields: [(String, String)] = []) async throws -> String {
        try await post("/login", [("username", name), ("password", Self.password)] + fields).cookie
    }

    func get(_ path: String, _ cookie: String = "", _ headers: HTTPFields = [:]) async throws -> Answer {
        try await send(.get, path, cookie, headers, ByteBuffer())
    }

    /// Sends a form, from a page of this hub if nothing else is said.
    func post(
        _ path: String, _ fields: [(String, String)], _ cookie: String = "",
        from headers: HTTPFields = [FieldNames.name("Sec-Fetch-Site"): "same-origin"],
        type: String = "application/x-www-form-urlencoded"
    ) async throws -> Answer {
        var headers = headers
        headers[.contentType] = type
        let pairs = fields.map { PercentEncoding.encoded($0.0) + "=" + PercentEncoding.encoded($0.1) }
        let body = ByteBuffer(string: pairs.joined(separator: "&"))
        headers[.contentLength] = String(body.readableBytes)
        return try await send(.post, path, cookie, headers, body)
    }

    /// Sends a request of the API.
    func ask(
        _ method: HTTPRequest.Method, _ path: String, _ cookie: String, json: String? = nil
    ) async throws -> Answer {
        var headers: HTTPFields = [FieldNames.name("X-Atrium-Client"): "test"]
        let body = ByteBuffer(string: json ?? "")
        if json != nil { headers[.contentType] = "application/json" }
        headers[.contentLength] = String(body.readableBytes)
        return try await send(method, path, cookie, headers, body)
    }

    private func send(
        _ method: HTTPRequest.Method, _ path: String, _ cookie: String, _ headers: HTTPFields,
        _ body: ByteBuffer
    ) async throws -> Answer {
        var headers = headers
        if !cookie.isEmpty { headers[.cookie] = cookie }
        let head = HTTPRequest(
            method: method, scheme: "http", authority: host, path: path, headerFields: headers)
        let source = ApplicationRequestContextSource(
            channel: NIOAsyncTestingChannel(), logger: service.logger)
        let response = try await responder.respond(
            to: Request(head: head, body: RequestBody(buffer: body)), context: RequestOrigin(source: source))
        let whole = WholeBody()
        try await response.body.write(whole)
        return Answer(
            status: response.status.code, headers: response.headers,
            text: String(decoding: whole.bytes.withLock { $0 }, as: UTF8.self))
    }

    private final class WholeBody: ResponseBodyWriter {
        let bytes = Mutex<[UInt8]>([])
        func write(_ buffer: ByteBuffer) async throws { bytes.withLock { $0 += buffer.readableBytesView } }
        func finish(_ trailers: HTTPFields?) async throws {}
    }
}

/// A form of a page as a browser sends it back if nobody touches it (HTML, sections 4.10.5.1, 4.10.11 and 4.10.21).
struct UntouchedForm {
    private(set) var fields: [(String, String)] = []

    /// Reads the form of a command; nil if the page has none.
    init?(_ page: String) {
        guard let start = page.range(of: "data-form=\""),
            let end = page.range(of: "</form>", range: start.upperBound..<page.endIndex)
        else { return nil }
        var rest = page[start.upperBound..<end.lowerBound]
        var menu: (name: String, value: String?)?
        while let open = rest.range(of: "<") {
            rest = rest[open.upperBound...]
            guard let close = rest.range(of: ">") else { break }
            let tag = String(rest[..<close.lowerBound])
            rest = rest[close.upperBound...]
            let attributes = Self.attributes(tag)
            let name = attributes["name"] ?? ""
            switch tag.prefix(while: { $0 != " " }) {
            case "input": input(name, attributes)
            case "textarea":
                let content = rest.prefix(while: { $0 != "<" })
                var text = Self.plain(String(content))
                if text.hasPrefix("\n") { text.removeFirst() }
                fields.append((name, text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")))
            case "select": menu = (name, nil)
            case "option":
                if menu?.value == nil || attributes["selected"] != nil { menu?.value = attributes["value"] }
            case "/select":
                if let menu { fields.append((menu.name, menu.value ?? "")) }
                menu = nil
            default: break
            }
        }
    }

    private mutating func input(_ name: String, _ attributes: [String: String]) {
        var value = attributes["value"] ?? ""
        switch attributes["type"] {
        case "checkbox", "radio":
            guard attributes["checked"] != nil else { return }
        case "file": return
        case "date": if value.wholeMatch(of: /\d{4}-\d\d-\d\d/) == nil { value = "" }
        case "time":
            if value.wholeMatch(of: /\d\d:\d\d(:\d\d)?/) == nil { value = "" }
            if value.hasSuffix(":00"), value.count == 8 { value.removeLast(3) }
        case "hidden": break
        default: value = value.filter { !$0.isNewline }
        }
        fields.append((name, value))
    }

    /// Another text in a control; one that is not there yet is added.
    mutating func set(_ name: String, _ value: String) {
        fields.removeAll { $0.0 == name }
        fields.append((name, value))
    }

    private static func attributes(_ tag: String) -> [String: String] {
        tag.matches(of: /([a-z-]+)(?:="([^"]*)")?/).reduce(into: [:]) {
            $0[String($1.1)] = plain(String($1.2 ?? ""))
        }
    }

    private static func plain(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&#13;", with: "\r").replacing("&amp;", with: "&")
    }
}
