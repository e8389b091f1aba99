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
import Testing

@testable import AtriumHTTP

/// A server over a temporary hub with two users, who have notes and nothing else.
final class TestServer: Sendable {
    static let password = "correct horse battery"

    let hub: Hub
    private let temporary: TemporaryHub
    /// The hub's clock.
    var clock: FixedClock { temporary.clock }
    let service: HubService
    /// What happens while the file of an import is read.
    let whileReading: Hook
    let app: Application<HubResponder>
    /// A token of each user that may do everything but touch the account.
    let ada: String
    let bob: String

    init(
        options: ServerOptions = ServerOptions(), limits: ConnectionGuard.Limits = .init(),
        patience: Double = 0
    ) throws {
        var options = options
        options.port = 0
        let whileReading = Hook()
        self.whileReading = whileReading
        temporary = try TemporaryHub(
            modules: [NotesModule.module, NotesModule.quiet],
            formats: [
                NotesModule.NoteFormat(whileReading: { whileReading.body.withLock { $0 }() }),
                NotesModule.TableFormat(),
            ],
            isEnabled: false, patience: patience)
        hub = temporary.hub
        let accounts = try hub.accounts()
        let users = [try hub.firstUser(), try hub.addUser("bob")]
        for user in users { try accounts.setPassword(Self.password, of: user) }
        let scope = Scope(modules: nil, access: .write)
        ada = try accounts.addToken(of: users[0], name: "test", scope: scope).secret
        bob = try accounts.addToken(of: users[1], name: "test", scope: scope).secret
        var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        logger.logLevel = .critical
        service = HubService(hub: hub, options: options, logger: logger)
        app = try HubServer.application(service, options, limits: limits)
    }

    /// Something that a test has happen.
    final class Hook: Sendable {
        let body = Mutex<@Sendable () -> Void>({})

        func set(_ new: @escaping @Sendable () -> Void) { body.withLock { $0 = new } }
    }

    /// An answer, read.
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPFields
        let bytes: [UInt8]

        /// The body as text; what is no UTF-8 in it is replaced.
        var text: String { String(decoding: bytes, as: UTF8.self) }
        /// The body as a JSON object; empty where it is none.
        var json: DataObject { (try? DataValue(json: Data(text.utf8)).objectValue) ?? [:] }
        /// What stands under `error`.
        var error: DataObject { json["error"]?.objectValue ?? [:] }
        /// The tag without its quotes.
        var tag: String { headers[.eTag]?.replacing("\"", with: "") ?? "" }
    }

    /// Sends a request as it would come from a connection.
    ///
    /// - Parameter token: whose token it bears; nil: ada's; empty: none.
    @discardableResult
    func send(
        _ method: HTTPRequest.Method, _ path: String, json: String? = nil, body: [UInt8]? = nil,
        token: String? = nil, headers: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        let token = token ?? ada
        if !token.isEmpty, !headers.contains(.authorization) { headers[.authorization] = "Bearer \(token)" }
        if json != nil, !headers.contains(.contentType) { headers[.contentType] = "application/json" }
        var rest = json.map { ByteBuffer(string: $0) } ?? body.map { ByteBuffer(bytes: $0) } ?? ByteBuffer()
        if json != nil || body != nil { headers[.contentLength] = String(rest.readableBytes) }
        // The body comes in pieces, as from a connection.
        let (pieces, source) = AsyncStream.makeStream(of: ByteBuffer.self)
        while rest.readableBytes > 0, let piece = rest.readSlice(length: min(rest.readableBytes, 32 << 10)) {
            source.yield(piece)
        }
        source.finish()
        let head = HTTPRequest(
            method: method, scheme: "http", authority: "localhost", path: path, headerFields: headers)
        return try await read(answer(to: Request(head: head, body: RequestBody(asyncSequence: pieces))))
    }

    /// Answers a request, as the server hands the answer to a connection.
    func answer(to request: Request) async throws -> Response {
        let source = ApplicationRequestContextSource(
            channel: NIOAsyncTestingChannel(), logger: service.logger)
        return try await app.responder.respond(to: request, context: RequestOrigin(source: source))
    }

    private func read(_ response: Response) async throws -> Answer {
        let body = WholeBody()
        try await response.body.write(body)
        return Answer(
            status: response.status.code, headers: response.headers, bytes: body.bytes.withLock { $0 })
    }

    /// Keeps the whole body of an answer.
    private final class WholeBody: ResponseBodyWriter {
        let bytes = Mutex<[UInt8]>([])

        func write(_ buffer: ByteBuffer) async throws { bytes.withLock { $0 += buffer.readableBytesView } }

        func finish(_ trailers: HTTPFields?) async throws {}
    }

    /// Adds a note and gives its path.
    func addNote(_ title: String, token: String? = nil) async throws -> String {
        let answer = try await send(.post, "/api/v1/notes", json: #"{"title":"\#(title)"}"#, token: token)
        #expect(answer.status == 201)
        return try #require(answer.headers[.location])
    }

    /// Waits until something is so, and not for ever.
    static func wait(_ what: Comment, _ isSo: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while !isSo() {
            try #require(ContinuousClock.now < end, what)
            await Task.yield()
        }
    }
}
