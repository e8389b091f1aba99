import AtriumHost
import AtriumSDK
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import AtriumHTTP

/// Answers that clients leave lying: what they cost the server, and how many a user may have.
///
/// Answers are tried as the server hands them to a connection: how many of their bytes the system would take is left out.
@Suite(.fewServers) struct UnreadAnswerTests {
    /// Of which one is an answer in memory, and two are a large one.
    private static let noteSize = 800_000
    private static let note = "/api/v1/notes/1"
    private static let large = "/api/v1/notes"

    let server: TestServer

    init() throws { server = try TestServer() }

    private func addNote(size: Int = noteSize) async throws -> TestServer.Answer {
        let body = String(repeating: "x", count: size)
        return try await server.send(.post, "/api/v1/notes", json: #"{"title":"t","body":"\#(body)"}"#)
    }

    /// An answer of which nothing has been taken.
    private func answer(_ path: String, token: String? = nil) async throws -> Response {
        try await server.answer(
            to: Request(
                head: HTTPRequest(
                    method: .get, scheme: "http", authority: "localhost", path: path,
                    headerFields: [.authorization: "Bearer \(token ?? server.ada)"]),
                body: RequestBody(buffer: ByteBuffer())))
    }

    /// The files without a name that lie on the disk of ada's vault.
    private var spools: Int {
        let folder = server.hub.home + "/vaults/1/atrium-"
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return descriptors.count { name in
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
            return path?.hasPrefix(folder) ?? false
        }
    }

    private struct Gone: Error {}

    /// A client that takes a number of pieces and goes then.
    private struct Client: ResponseBodyWriter {
        let sizes = Sizes()
        let pieces: Int
        let whileTaking: @Sendable () -> Void

        final class Sizes: Sendable { let all = Mutex<[Int]>([]) }

        init(pieces: Int = .max, whileTaking: @escaping @Sendable () -> Void = {}) {
            self.pieces = pieces
            self.whileTaking = whileTaking
        }

        func write(_ buffer: ByteBuffer) async throws {
            let count = sizes.all.withLock { sizes in
                sizes.append(buffer.readableBytes)
                return sizes.count
            }
            whileTaking()
            if count >= pieces { throw Gone() }
        }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    /// However many clients ask and read nothing, what waits for them lies on the disk, in places of their user's.
    @Test func largeAnswersLieOnTheDisk() async throws {
        for _ in 0..<2 { #expect(try await addNote().status == 201) }
        let places = server.service.downloading
        var lying: [Response] = []
        for number in 1...10 {
            lying.append(try await answer(Self.large))
            #expect(lying.last?.status == .ok)
            #expect(places.count == number)
            #expect(spools == number)
        }
        #expect(server.service.answering.count == 0)

        let refused = try await answer(Self.large)
        #expect(refused.status == .tooManyRequests)
        #expect(refused.headers[.retryAfter] == "10")
        // What is smaller is given all the while; what was written is told, however large; and others have their own.
        #expect(try await server.send(.get, Self.note).status == 200)
        #expect(try await addNote(size: 1_900_000).json["body"]?.textValue?.utf8.count == 1_900_000)
        #expect(try await answer(Self.large, token: server.bob).status == .ok)
        try await TestServer.wait("a place is not left") { places.count == 10 }

        // An answer is let go by who was the last to hold it, which may be a task that is just ending.
        lying.removeFirst()
        try await TestServer.wait("a place is not left") { places.count == 9 }
        lying.append(try await answer(Self.large))
        #expect(lying.last?.status == .ok)
        lying = []
        try await TestServer.wait("places are not left") { places.count == 0 }
        try await TestServer.wait("files are not closed") { spools == 0 }
    }

    /// It is given a piece at a time, and its place is held until the last one is taken.
    @Test func largeAnswersAreGivenInPieces() async throws {
        for _ in 0..<2 { #expect(try await addNote().status == 201) }
        let places = server.service.downloading
        let held = Mutex<Set<Int>>([])
        let client = Client { held.withLock { _ = $0.insert(places.count) } }
        let lying = try await answer(Self.large)
        try await lying.body.write(client)
        let sizes = client.sizes.all.withLock { $0 }
        #expect(sizes.reduce(0, +) == lying.body.contentLength)
        #expect(sizes.count > 20 && sizes.allSatisfy { $0 <= Answer.pieceSize })
        #expect(held.withLock { $0 } == [1])
        #expect(places.count == 0)
    }

    /// Whoever goes, or is cut off, has no place any more.
    @Test(arguments: [large, note, "/api/v1/export"])
    func whoGoesHasNoPlace(path: String) async throws {
        for _ in 0..<2 { #expect(try await addNote().status == 201) }
        let service = server.service
        let held = Mutex(0)
        let client = Client(pieces: 1) {
            held.withLock { $0 = service.downloading.count + service.answering.count }
        }
        let lying = try await answer(path)
        await #expect(throws: Gone.self) { try await lying.body.write(client) }
        #expect(held.withLock { $0 } > 0)
        #expect(service.downloading.count == 0)
        #expect(service.answering.count == 0)
    }

    /// Answers up to a size wait in memory, of which each user has so much; what is more goes to the disk.
    @Test func answersInMemoryAreCounted() async throws {
        #expect(try await addNote().status == 201)
        let room = server.service.answering
        var lying: [Response] = []
        while server.service.downloading.count == 0 {
            try #require(lying.count < 50, "nothing goes to the disk")
            lying.append(try await answer(Self.note))
            #expect(lying.last?.status == .ok)
        }
        #expect(lying.count == (32 << 20) / (lying[0].body.contentLength ?? 1) + 1)
        #expect(room.count == (lying.count - 1) * (lying[0].body.contentLength ?? 0))
        #expect(spools == 1)
        try await lying.removeFirst().body.write(Client())
        let rest = (lying.count - 1) * (lying[0].body.contentLength ?? 0)
        try await TestServer.wait("room is not left") { room.count == rest }
        lying = []
        try await TestServer.wait("room is not left") { room.count == 0 }
    }
}
