import AtriumHost
import AtriumSDK
import Foundation
import HTTPTypes
import Testing

@testable import AtriumHTTP

/// Files in and out: imports as jobs, exports, backups, feeds.
@Suite struct TransferTests {
    let server: TestServer

    init() throws { server = try TestServer() }

    /// Waits until a job has ended: its stream of events ends then.
    private func end(of path: String, token: String? = nil) async throws -> (
        events: [String], job: DataObject
    ) {
        let stream = try await server.send(.get, path + "/events", token: token)
        #expect(stream.headers[.contentType] == "text/event-stream")
        let events = stream.text.split(separator: "\n").filter { $0.hasPrefix("event: ") }.map {
            String($0.dropFirst(7))
        }
        return (events, try await server.send(.get, path, token: token).json)
    }

    private func upload(_ text: String, _ query: String = "", token: String? = nil) async throws
        -> TestServer.Answer
    {
        try await server.send(
            .post, "/api/v1/import" + query, body: Array(text.utf8), token: token,
            headers: [.contentType: "application/octet-stream"])
    }

    @Test func anImportIsAJob() async throws {
        let begun = try await upload("notes:\nu1|first\nu2|second\n", "?fileName=a%2Fb.ics&verbose=true")
        #expect(begun.status == 202)
        let path = try #require(begun.headers[.location])
        let (events, job) = try await end(of: path)
        #expect(events.last == "done")
        #expect(job["state"] == .text("done"))
        let report = try #require(job["report"]?.objectValue)
        #expect(report["run"] == .integer(1))
        let file = try #require(report["files"]?.listValue?.first?.objectValue)
        #expect(file["path"] == .text("b.ics"))
        #expect(file["added"] == .integer(2))
        #expect(report["items"]?.listValue?.count == 2)
        #expect(try await server.send(.get, "/api/v1/notes").json["total"] == .integer(2))

        #expect(try await server.send(.get, "/api/v1/imports/show?run=1").status == 200)
        #expect(try await server.send(.post, "/api/v1/imports/undo", json: #"{"run":1}"#).status == 200)
        #expect(try await server.send(.get, "/api/v1/notes").json["total"] == .integer(0))
        #expect(try await server.send(.delete, path).status == 409)
    }

    @Test func aDryRunChangesNothing() async throws {
        let begun = try await upload("notes:\nu1|first\n", "?dryRun=true")
        let (_, job) = try await end(of: try #require(begun.headers[.location]))
        #expect(job["report"]?.objectValue?["dryRun"] == .bool(true))
        #expect(try await server.send(.get, "/api/v1/notes").json["total"] == .integer(0))
    }

    @Test func jobsAreTheirUsersAlone() async throws {
        let path = try #require(try await upload("notes:\nu1|first\n").headers[.location])
        _ = try await end(of: path)
        for (method, path) in [(.get, path), (.get, path + "/events"), (.delete, path)]
            as [(HTTPRequest.Method, String)]
        {
            #expect(try await server.send(method, path, token: server.bob).status == 404)
        }
        #expect(try await server.send(.get, "/api/v1/jobs", token: server.bob).text == #"{"items":[]}"#)
        #expect(try await server.send(.get, "/api/v1/jobs").json["items"]?.listValue?.count == 1)
    }

    @Test func theLimitOfUploadsIsASetting() async throws {
        try server.hub.accounts().set(.uploadMegabytes, to: "1")
        let announced = try await server.send(
            .post, "/api/v1/import", headers: [.contentLength: "1000001"])
        #expect(announced.status == 413)
        let sent = try await upload("notes:\n" + String(repeating: "x", count: 1_000_000))
        #expect(sent.status == 413)
        #expect(try await server.send(.get, "/api/v1/jobs").text == #"{"items":[]}"#)
    }

    @Test func whoOnlyReadsImportsNothing() async throws {
        let accounts = try server.hub.accounts()
        let ada = try server.hub.user(named: "ada")
        let reader = try accounts.addToken(of: ada, name: "r", scope: Scope(modules: nil, access: .read))
            .secret
        #expect(try await upload("notes:\n", token: reader).status == 403)
        #expect(try await server.send(.get, "/api/v1/export/notes", token: reader).status == 200)
    }

    @Test func exportsAreStreamed() async throws {
        // More than what is under way at once, so that the thread has to wait for the client.
        let lines = (0..<20_000).map { "u\($0)|\(String(repeating: "n", count: 40))\n" }.joined()
        let begun = try await upload("notes:\n" + lines)
        _ = try await end(of: try #require(begun.headers[.location]))
        let answer = try await server.send(.get, "/api/v1/export/notes")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "text/calendar; charset=utf-8")
        #expect(answer.headers[.contentDisposition] == #"attachment; filename="notes.ics""#)
        #expect(answer.text == "notes:\n" + lines)
        let head = try await server.send(.head, "/api/v1/export/notes")
        #expect(head.status == 200)
        #expect(head.text.isEmpty)
    }

    @Test func backupsAreWhole() async throws {
        _ = try await server.addNote("kept")
        let answer = try await server.send(.get, "/api/v1/export")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "application/gzip")
        #expect(answer.headers[.contentDisposition]?.hasPrefix(#"attachment; filename="atrium-ada-"#) == true)
        #expect(Int(answer.headers[.contentLength] ?? "") ?? 0 > 1000)
    }

    @Test func feedsAreForWhoKnowsThem() async throws {
        _ = try await server.addNote("kept")
        let accounts = try server.hub.accounts()
        let ada = try server.hub.user(named: "ada")
        let (secret, feed) = try accounts.addFeed(of: ada, name: "phone", module: "notes", kind: .calendar)
        let path = feed.path(secret: secret)
        let answer = try await server.send(.get, path, token: "")
        #expect(answer.status == 200)
        #expect(answer.text.contains("|kept\n"))
        let tag = try #require(answer.headers[.eTag])
        #expect(try await server.send(.get, path, token: "", headers: [.ifNoneMatch: tag]).status == 304)
        _ = try await server.addNote("more")
        #expect(try await server.send(.get, path, token: "", headers: [.ifNoneMatch: tag]).status == 200)

        for other in [
            "/feeds/x/calendar.ics", "/feeds/\(secret)/contacts.vcf", "/feeds/\(secret)/x",
            "/feeds/\(secret)",
        ] {
            #expect(try await server.send(.get, other, token: "").status == 404)
        }
        #expect(try await server.send(.get, "/api/v1/notes", token: secret).status == 401)
        #expect(try await server.send(.post, path, json: "{}", token: "").status == 405)
        try await server.send(.post, "/api/v1/modules/disable", json: #"{"id":"notes"}"#)
        #expect(try await server.send(.get, path, token: "").status == 404)
        try await server.send(.post, "/api/v1/modules/enable", json: #"{"id":"notes"}"#)
        #expect(try await server.send(.get, path, token: "").status == 200)
        try accounts.revokeFeed(feed.id, of: ada)
        #expect(try await server.send(.get, path, token: "").status == 404)
    }

    @Test func jobsWaitTheirTurnAndAreStopped() throws {
        let jobs = Jobs { _ in .internalError }
        let gate = DispatchSemaphore(value: 0)
        let first = try jobs.add(user: 1) { _ in
            gate.wait()
            return .null
        }
        let second = try jobs.add(user: 1) { _ in .null }
        jobs.cancel(second)
        #expect(second.status.state == .cancelled)
        for _ in 0..<4 { _ = try jobs.add(user: 1) { _ in .null } }
        #expect(throws: HTTPFailure.self) { try jobs.add(user: 1) { _ in .null } }
        #expect(throws: Never.self) { try jobs.add(user: 2) { _ in .null } }
        jobs.stop()
        #expect(throws: HTTPFailure.self) { try jobs.add(user: 3) { _ in .null } }
        gate.signal()
        #expect(first.isCancelled)
    }
}
