import AtriumSDK
import HTTPTypes
import Testing

@testable import AtriumHTTP

/// Answers that clients leave lying.
extension LiveTests {
    /// Adds notes that are as large as requests can be.
    private static func addNotes(_ count: Int, _ size: Int, _ server: TestServer) async throws {
        let body = String(repeating: "x", count: size)
        for number in 0..<count {
            let json = #"{"title":"\#(number)","body":"\#(body)"}"#
            let answer = try await server.send(.post, "/api/v1/notes", json: json)
            #expect(answer.status == 201)
            // What was written is told, whatever else is under way.
            #expect(answer.json["body"]?.textValue?.utf8.count == size)
        }
    }

    /// Requests that are sent one after the other without waiting: their answers together are more than the system takes
    /// for a connection, so that some wait in the server.
    private static func gets(_ path: String, _ count: Int, _ server: TestServer) -> String {
        (1...count).map { number in
            let last = number == count ? "Connection: close\r\n" : ""
            return
                "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(server.ada)\r\n\(last)\r\n"
        }.joined()
    }

    /// Waits until something is so, and not for ever.
    private static func wait(_ what: Comment, _ isSo: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while !isSo() {
            try #require(ContinuousClock.now < end, what)
            await Task.yield()
        }
    }

    /// Answers up to a size wait in memory, of which each user has so much.
    @Test func answersInMemoryAreCounted() async throws {
        try await withServer { server, port in
            try await Self.addNotes(1, 800_000, server)
            let room = server.service.answering
            let connection = try RawConnection(port, receiveBuffer: 4096)
            try connection.send(Self.gets("/api/v1/notes/1", 20, server))
            try await Self.wait("it does not wait in memory") { room.count > 800_000 }
            #expect(server.service.downloading.count == 0)
            let answers = try await connection.readAll()
            #expect(answers.utf8.count > 20 * 800_000)
            try await Self.wait("what was taken is counted still") { room.count == 0 }
        }
    }
}
