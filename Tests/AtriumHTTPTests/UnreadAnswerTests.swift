import AtriumSDK
import HTTPTypes
import NIOCore
import Testing

@testable import AtriumHTTP

/// Answers that clients leave lying.
extension LiveTests {
    /// How many bytes a note has of which two make a large answer.
    private static let noteSize = 1_900_000

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

    /// However many clients ask and read nothing, what waits for them is bounded: on the disk, in places of their user's.
    @Test func largeAnswersThatNobodyReads() async throws {
        try await withServer { server, port in
            try await Self.addNotes(2, Self.noteSize, server)
            let places = server.service.downloading
            var idle = try (0..<10).map { _ in try RawConnection(port, receiveBuffer: 4096) }
            for connection in idle { try connection.send(Self.gets("/api/v1/notes", 4, server)) }
            try await Self.wait("not all were let in") { places.count == 10 }
            let refused = try await server.send(.get, "/api/v1/notes")
            #expect(refused.status == 429)
            #expect(refused.headers[.retryAfter] == "10")
            // What is small is given all the while, and what was written is told.
            #expect(try await server.send(.get, "/api/v1/notes?stars=1").status == 200)
            try await Self.addNotes(1, Self.noteSize, server)
            idle = []
            try await Self.wait("places are kept for those who have gone") { places.count == 0 }
            #expect(try await server.send(.get, "/api/v1/notes").json["items"]?.listValue?.count == 3)
            #expect(places.count == 0)
        }
    }

    /// Smaller ones wait in memory, of which each user has so much.
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

    /// Whoever reads slowly, but reads, is not cut off: the time begins anew with each piece.
    @Test func aClientThatReadsNothingIsCut() async throws {
        try await withServer(ConnectionGuard.Limits(unread: .milliseconds(200))) { server, port in
            try await Self.addNotes(4, Self.noteSize, server)
            let places = server.service.downloading
            let connection = try RawConnection(port, receiveBuffer: 4096)
            try connection.send(Self.gets("/api/v1/export/notes", 1, server))
            try await Self.wait("it was not let in") { places.count == 1 }
            try await Self.wait("it is not cut") { places.count == 0 }
            #expect(try await connection.readAll().utf8.count < Self.noteSize * 4)
        }
    }
}
