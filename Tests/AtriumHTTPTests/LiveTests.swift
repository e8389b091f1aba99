import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import AtriumHTTP

/// What only a connection shows: requests that are no HTTP, too long, too slow or cut off.
@Suite(.fewServers) struct LiveTests {
    /// Runs a body against a server on a loopback port.
    func withServer<Result: Sendable>(
        _ limits: ConnectionGuard.Limits = .init(),
        _ body: @Sendable @escaping (TestServer, Int) async throws -> Result
    ) async throws -> Result {
        let server = try TestServer(limits: limits)
        return try await server.app.listening { port in try await body(server, port) }
    }

    /// Waits until an upload has been let in.
    private static func isUploading(_ server: TestServer) async throws {
        try await TestServer.wait("no upload has begun") { server.service.uploading.count > 0 }
    }

    @Test func aHeaderOfAMegabyte() async throws {
        let answer = try await withServer { _, port in
            try await RawConnection.exchange(
                port,
                "GET /health HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 1 << 20))\r\n\r\n"
            )
        }
        #expect(answer.hasPrefix("HTTP/1.1 431 "))
        #expect(answer.contains(#""code":"header-too-large""#))
    }

    @Test func twentyThousandHeaders() async throws {
        let answer = try await withServer { _, port in
            try await RawConnection.exchange(
                port,
                "GET /health HTTP/1.1\r\nHost: localhost\r\n"
                    + (0..<20_000).map { "X\($0): y\r\n" }.joined() + "\r\n")
        }
        #expect(answer.hasPrefix("HTTP/1.1 431 "))
    }

    private static let post = "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\n"

    @Test(arguments: [
        ("nonsense\r\n\r\n", 501), ("GET / HTTP/9.9\r\n\r\n", 400),
        ("GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400),
        (post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (post + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef", 400),
        ("GET /health HTTP/1.1\r\n\r\n", 400),
        ("GET /health HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421), ("\u{16}\u{3}\u{1}\u{2}\u{0}", 501),
        // RFC 9112 section 3.2: one Host field, also where the target names a host; section 3.2.2: the target's host counts.
        ("GET http://localhost/health HTTP/1.1\r\n\r\n", 400),
        ("GET http://localhost/health HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
        ("GET /health HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400),
        ("GET http://evil.example/health HTTP/1.1\r\nHost: localhost\r\n\r\n", 421),
        ("GET ftp://localhost/health HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        // RFC 9112 section 6.1.
        (post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
        (post + "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501),
        ("POST / HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        ("FOO /health HTTP/1.1\r\nHost: localhost\r\n\r\n", 501),
        // RFC 9110 section 10.1.1.
        ("GET /health HTTP/1.1\r\nHost: localhost\r\nExpect: nonsense\r\n\r\n", 417),
        // Bodies that are broken, or end early.
        (post + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        (post + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{", 400),
    ])
    func whatIsNoRequest(text: String, status: Int) async throws {
        let (answer, next) = try await withServer { server, port in
            let answer = try await RawConnection.exchange(port, text)
            let next = try await RawConnection.exchange(
                port, "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            return (answer, next)
        }
        #expect(answer.dropFirst("HTTP/1.".count + 2).hasPrefix("\(status) "), "\(answer)")
        #expect(answer.contains(#"{"error":{"code":""#), "\(answer)")
        for field in ["x-request-id", "x-content-type-options", "date"] {
            #expect(answer.lowercased().contains("\r\n\(field): "), "\(answer)")
        }
        #expect(next.hasPrefix("HTTP/1.1 200 "))
    }

    @Test func anUploadThatIsCutOffLeavesNothing() async throws {
        try await withServer { server, port in
            let head =
                "POST /api/v1/import HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(server.ada)\r\n"
            _ = try await RawConnection.exchange(
                port, head + "Content-Length: 1000000\r\n\r\nnotes:\nu1|cut\n")
            #expect(try await server.send(.get, "/api/v1/jobs").text == #"{"items":[]}"#)
            #expect(try await server.send(.get, "/api/v1/notes").json["total"] == .integer(0))
            let folder = server.hub.home + "/vaults/1"
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(!names.contains { $0.hasPrefix("atrium-") })
        }
    }

    /// Who was let in when the upload began may be let in no more when it ends.
    @Test func aTokenThatIsRevokedDuringAnUpload() async throws {
        let answer = try await withServer { server, port in
            let head =
                "POST /api/v1/import HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(server.ada)\r\n"
            let connection = try RawConnection(port)
            try connection.send(head + "Connection: close\r\nContent-Length: 300014\r\n\r\nnotes:\nu1|cut\n")
            // Until the server has let the request in.
            try await Self.isUploading(server)
            let accounts = try server.hub.accounts()
            let ada = try server.hub.user(named: "ada")
            for token in try accounts.tokens(of: ada) { try accounts.revokeToken(token.id, of: ada) }
            try connection.send(String(repeating: "x", count: 300_000))
            let answer = try await connection.readAll()
            #expect(
                try await server.send(.get, "/api/v1/notes", token: server.bob).json["total"] == .integer(0))
            return answer
        }
        #expect(answer.hasPrefix("HTTP/1.1 401 "))
    }

    /// The same of a session that comes to its end meanwhile.
    @Test func aSessionThatEndsDuringAnUpload() async throws {
        let answer = try await withServer { server, port in
            let logIn = try await server.send(
                .post, "/api/v1/session", json: #"{"name":"ada","password":"\#(TestServer.password)"}"#,
                token: "")
            let cookies = logIn.headers[values: .setCookie].compactMap { $0.split(separator: ";").first }
            let connection = try RawConnection(port)
            try connection.send(
                "POST /api/v1/import HTTP/1.1\r\nHost: localhost\r\nCookie: \(cookies.joined(separator: "; "))\r\n"
                    + "X-Atrium-Client: test\r\nConnection: close\r\nContent-Length: 300014\r\n\r\nnotes:\nu1|cut\n"
            )
            try await Self.isUploading(server)
            server.clock.advance(days: 15)
            try connection.send(String(repeating: "x", count: 300_000))
            let answer = try await connection.readAll()
            #expect(try await server.send(.get, "/api/v1/notes").json["total"] == .integer(0))
            return answer
        }
        #expect(answer.hasPrefix("HTTP/1.1 401 "))
        #expect(answer.contains("POST /api/v1/session"))
    }

    /// When they are is for ConnectionGuardTests, which have a clock; that they are at all shows only here.
    @Test func clientsThatSayNothingAreSentAway() async throws {
        var limits = ConnectionGuard.Limits()
        limits.silence = .milliseconds(1)
        let answer = try await withServer(limits) { _, port in try await RawConnection(port).readAll() }
        // It ends without an answer, and the test would wait for ever if it did not.
        #expect(answer.isEmpty)
    }

    /// Connections that never finish what they began keep nobody else from an answer.
    @Test func twoHundredSlowConnections() async throws {
        let answers = try await withServer { server, port in
            let slow = try (0..<200).map { number in
                let connection = try RawConnection(port)
                try connection.send(
                    number % 2 == 0
                        ? "GET /api/v1/notes HT"
                        : "POST /api/v1/notes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(server.ada)\r\n"
                            + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
                return connection
            }
            var answers: [String] = []
            for _ in 0..<3 {
                answers.append(
                    try await RawConnection.exchange(
                        port,
                        "GET /api/v1/notes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(server.bob)\r\n"
                            + "Connection: close\r\n\r\n"))
            }
            withExtendedLifetime(slow) {}
            return answers
        }
        #expect(answers.allSatisfy { $0.hasPrefix("HTTP/1.1 200 ") })
    }

    /// RFC 9110 section 10.1.1.
    @Test(arguments: [("/api/v1/notes", #"{"title":"a"}"#, 201), ("/api/v1/import", "notes:\nu1|ab\n", 202)])
    func whoWaitsToSendIsTold(path: String, body: String, status: Int) async throws {
        let answer = try await withServer { server, port in
            let connection = try RawConnection(port)
            try connection.send(
                "POST \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(server.ada)\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n"
                    + "Expect: 100-continue\r\nConnection: close\r\n\r\n")
            let first = try await connection.read()
            try connection.send(body)
            return first + (try await connection.readAll())
        }
        #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 \(status) "), "\(answer)")
    }

    /// Who waits for a word gets the answer instead where there is one already, and the connection ends.
    @Test(arguments: [
        ("/api/v1/notes", "wrong", "application/json", 401), ("/api/v1/import", "wrong", "text/vcard", 401),
        ("/api/v1/modules/enable", "habits", "application/json", 403),
    ])
    func whoIsRefusedIsToldBeforeTheySend(path: String, token: String, type: String, status: Int) async throws
    {
        let answer = try await withServer { server, port in
            let scope = Scope(modules: ["notes"], access: .write)
            let narrow = try server.hub.accounts().addToken(
                of: server.hub.user(named: "ada"), name: "narrow", scope: scope)
            let connection = try RawConnection(port)
            try connection.send(
                "POST \(path) HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(token == "wrong" ? token : narrow.secret)\r\n"
                    + "Content-Type: \(type)\r\nContent-Length: 13\r\nExpect: 100-continue\r\n\r\n")
            return try await connection.readAll()
        }
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
    }

    /// RFC 9112 section 9.3: HTTP/1.0 ends with its answer, which has no chunks.
    @Test(arguments: ["/health", "/api/v1/export/notes"])
    func oldClientsAreAnsweredToTheEnd(path: String) async throws {
        let answer = try await withServer { server, port in
            let connection = try RawConnection(port)
            try connection.send(
                "GET \(path) HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer \(server.ada)\r\n\r\n")
            return try await connection.readAll()
        }
        #expect(answer.contains(" 200 "), "\(answer)")
        #expect(answer.lowercased().contains("connection: close"))
        #expect(!answer.lowercased().contains("chunked"))
    }

    /// What is asked of the server, and of a path with the host in it.
    @Test(arguments: ["OPTIONS * HTTP/1.1", "GET http://localhost/health HTTP/1.1"])
    func targetsThatAreNoPath(line: String) async throws {
        let answer = try await withServer { _, port in
            try await RawConnection.exchange(
                port, "\(line)\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        }
        #expect(answer.hasPrefix("HTTP/1.1 20"), "\(answer)")
    }

    /// Of two ports, the message names both with what they are for.
    @Test func aPortThatIsTakenIsNamed() async throws {
        let other = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let taken = try #require(other.localAddress?.port)
        let hub = try TestServer().hub
        for isMetrics in [true, false] {
            var options = ServerOptions()
            options.port = isMetrics ? 0 : taken
            options.metricsPort = isMetrics ? taken : nil
            let asked = options
            let message = await withCheckedContinuation { continuation in
                // The call waits for the server's end.
                DispatchQueue.global().async {
                    do {
                        try HubServer.serve(hub, asked)
                        continuation.resume(returning: "served")
                    } catch {
                        continuation.resume(returning: "\(error)")
                    }
                }
            }
            #expect(message.contains(isMetrics ? "port \(taken) (metrics)" : "port \(taken)"))
        }
        try await other.close()
    }

    /// Where there are as many connections as there may be, the one that says nothing for longest makes room.
    @Test func silentConnectionsMakeRoom() async throws {
        var limits = ConnectionGuard.Limits()
        limits.connections = 3
        let answers = try await withServer(limits) { server, port in
            let request = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let silent = try RawConnection(port)
            try silent.send(request)
            var answers = [try await silent.read()]
            let others = try (0..<3).map { _ in try RawConnection(port) }
            for other in others {
                try other.send(request)
                answers.append(try await other.read())
            }
            // It was ended; the test would wait for ever if it were not.
            answers.append(try await silent.readAll())
            try others[2].send(request)
            answers.append(try await others[2].read())
            return answers
        }
        #expect(answers.map { $0.hasPrefix("HTTP/1.1 200 ") } == [true, true, true, true, false, true])
    }

    /// A page that was given another name for this machine reads no figures.
    @Test(arguments: [("localhost", 200), ("evil.example", 421)])
    func figuresAreForThisMachineOnly(host: String, status: Int) async throws {
        let figures = MetricsServer(service: try TestServer().service).application(port: 0)
        let answer = try await figures.listening { port in
            try await RawConnection.exchange(
                port,
                "GET /metrics HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        }
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
    }

    /// An export whose client has gone ends soon: it would take a thread and the vault's log to its end.
    @Test func anExportEndsWithItsClient() async throws {
        try await withServer { server, port in
            _ = try await server.addNote(NotesModule.longTitle)
            let places = server.service.downloading
            var connection: RawConnection? = try RawConnection(port)
            try connection?.send(
                "GET /api/v1/export/notes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(server.ada)\r\n\r\n"
            )
            try await TestServer.wait("the export has not begun") { places.count == 1 }
            connection = nil
            try await TestServer.wait("the export goes on") { places.count == 0 }
            // What became of it is counted behind the end of the export.
            try await TestServer.wait("the export is not counted as broken off") {
                server.service.figures.lines.contains {
                    $0.contains("/export/{module}") && $0.contains(#"status="400""#) && $0.hasSuffix(" 1")
                }
            }
        }
    }

    @Test func whatIsRefusedIsNotReadToItsEnd() async throws {
        let answer = try await withServer { server, port in
            let connection = try RawConnection(port)
            try connection.send(
                "POST /api/v1/notes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(server.ada)\r\n"
                    + "Content-Type: application/json\r\nContent-Length: 10000000000\r\n\r\n")
            return try await connection.readAll()
        }
        #expect(answer.hasPrefix("HTTP/1.1 413 "))
    }
}

/// A connection that sends what it likes.
final class RawConnection: Sendable {
    private let descriptor: Int32

    /// Connects to a port of this machine.
    init(_ port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // The bytes of a sockaddr_in: which of several modules of C owns its fields is decided anew by each build.
        let family = withUnsafeBytes(of: sa_family_t(AF_INET)) { Array($0) }
        let address =
            family + [UInt8(port >> 8), UInt8(port & 0xFF), 127, 0, 0, 1] + [UInt8](repeating: 0, count: 8)
        let result = address.withUnsafeBytes {
            connect(descriptor, $0.bindMemory(to: sockaddr.self).baseAddress, socklen_t($0.count))
        }
        guard result == 0 else { throw CocoaError(.fileReadUnknown) }
    }

    deinit { close(descriptor) }

    /// Sends a text and gives all that comes back until the server ends the connection; it sends no more itself.
    static func exchange(_ port: Int, _ text: String) async throws -> String {
        let connection = try RawConnection(port)
        try? connection.send(text)
        shutdown(connection.descriptor, Int32(SHUT_WR))
        return try await connection.readAll()
    }

    func send(_ text: String) throws {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw CocoaError(.fileWriteUnknown) }
            rest = rest.dropFirst(count)
        }
    }

    /// What comes first.
    func read() async throws -> String {
        try await Workers.tests.run { [self] in
            var buffer = [UInt8](repeating: 0, count: 1 << 12)
            let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { throw CocoaError(.fileReadUnknown) }
            return String(decoding: buffer.prefix(count), as: UTF8.self)
        }
    }

    /// All that comes until the other end is closed.
    func readAll() async throws -> String {
        try await Workers.tests.run { [self] in
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
                guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
                bytes += buffer.prefix(count)
            }
        }
    }
}

extension Workers {
    /// Threads on which tests wait for servers.
    static let tests = Workers(threads: 8)
}
