import AtriumSDK
import Foundation
import GRDB
import HTTPTypes
import Synchronization
import Testing

@testable import AtriumHTTP
@testable import AtriumHost

/// Files in and out: imports as jobs, exports, backups, feeds.
@Suite(.fewServers) struct TransferTests {
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
        #expect(job["progress"] == .null)
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

    @Test(arguments: [
        (FormatID.vcard, "text/vcard; charset=utf-8"), (.icalendar, "text/calendar; charset=utf-8"),
        (.csv, "text/csv; charset=utf-8"), (.opml, "text/x-opml; charset=utf-8"),
        (.markdown, "text/markdown; charset=utf-8"), (.jrnl, "text/plain; charset=utf-8"),
        (.todoTxt, "text/plain; charset=utf-8"), (.taskPaper, "text/plain; charset=utf-8"),
    ])
    func everyFormatHasItsType(format: FormatID, type: String) {
        #expect(ExportDownload.headers(format, "a")[.contentType] == type)
    }

    /// What is accepted is compared with what is given, which is not JSON.
    @Test func filesAreOfTheirType() async throws {
        func get(_ path: String, _ accept: String) async throws -> Int {
            try await server.send(.get, path, headers: [.accept: accept]).status
        }
        #expect(try await get("/api/v1/export/notes", "text/calendar") == 200)
        #expect(try await get("/api/v1/export/notes", "application/json") == 406)
        #expect(try await get("/api/v1/export/notes?format=csv", "text/csv, */*;q=0") == 200)
        #expect(try await get("/api/v1/export", "application/gzip") == 200)
        #expect(try await get("/api/v1/export", "text/html") == 406)
        let path = try #require(try await upload("notes:\nu1|first\n").headers[.location])
        // What browsers' EventSource sends.
        #expect(try await get(path + "/events", "text/event-stream") == 200)
        #expect(try await get(path + "/events", "application/json") == 406)
    }

    /// An option is its exporter's alone, with its default.
    @Test func exportersHaveTheirOptions() async throws {
        func get(_ query: String) async throws -> TestServer.Answer {
            try await server.send(.get, "/api/v1/export/notes\(query)")
        }
        #expect(try await get("?format=csv").text == "uid,title\n")
        #expect(try await get("?format=csv&separator=tab").text == "uid\ttitle\n")
        #expect(try await get("?format=icalendar").status == 200)
        #expect(try await get("?format=icalendar&separator=tab").status == 422)
    }

    /// A file in whatever charset: the import finds out.
    @Test func uploadsMaySayTheirCharset() async throws {
        let answer = try await server.send(
            .post, "/api/v1/import", body: Array("notes:\nu|x\n".utf8),
            headers: [.contentType: "text/vcard; charset=iso-8859-1"])
        #expect(answer.status == 202)
    }

    /// Whose token is revoked while their import waits has none.
    @Test func rightsAreAskedForWhenAJobBegins() async throws {
        let gate = DispatchSemaphore(value: 0)
        let ada = try server.hub.user(named: "ada")
        _ = try server.service.jobs.add(user: ada.id) { _ in
            gate.wait()
            return .null
        }
        let path = try #require(try await upload("notes:\nu1|first\n").headers[.location])
        let accounts = try server.hub.accounts()
        for token in try accounts.tokens(of: ada) { try accounts.revokeToken(token.id, of: ada) }
        let fresh = try accounts.addToken(of: ada, name: "n", scope: Scope(modules: nil, access: .write))
            .secret
        gate.signal()
        let (_, job) = try await end(of: path, token: fresh)
        #expect(job["state"] == .text("failed"))
        #expect(job["error"]?.objectValue?["code"] == .text("not-authenticated"))
        #expect(try await server.send(.get, "/api/v1/notes", token: fresh).json["total"] == .integer(0))
    }

    /// How rights end while an import is at work.
    enum Loss: CaseIterable {
        case token, session, ceiling, user
    }

    /// What was begun with rights that have ended since is not committed, and says so.
    @Test(arguments: Loss.allCases) func nothingIsCommittedWithoutRights(loss: Loss) async throws {
        let accounts = try server.hub.accounts()
        let hub = server.hub
        let ada = try hub.user(named: "ada")
        _ = try accounts.edit(hub.user(named: "bob"), UserChanges(isAdmin: true))
        let (secret, token) = try accounts.addToken(
            of: ada, name: "t", scope: Scope(modules: nil, access: .write))
        let logIn = try await accounts.logIn(
            LogInRequest(name: "ada", password: TestServer.password, address: "192.0.2.1", userAgent: ""))
        server.whileReading.set {
            do {
                switch loss {
                case .token: try accounts.revokeToken(token.id, of: ada)
                case .session: try accounts.endSession(logIn.session.id, of: ada)
                case .ceiling: try accounts.setAllowedModules(["quiet"], of: ada)
                case .user: try accounts.shutOut(ada)
                }
            } catch {
                Issue.record(error)
            }
        }
        let headers: HTTPFields =
            loss == .session
            ? [.cookie: "atrium=\(logIn.secret)", FieldNames.name("X-Atrium-Client"): "1"]
            : [.authorization: "Bearer \(secret)"]
        let answer = try await server.send(
            .post, "/api/v1/import", body: Array("notes:\nu1|first\n".utf8), token: "", headers: headers)
        #expect(answer.status == 202)
        let job = try #require(server.service.jobs.all(of: ada.id).first)
        for await _ in job.changes() {}
        #expect(job.status.state == .failed)
        #expect(job.status.failure?.code == (loss == .ceiling ? "unavailable" : "not-authenticated"))
        #expect(job.status.failure?.message.isEmpty == false)
        let notes = try hub.open(user: "ada").vault.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM notes_note")
        }
        #expect(notes == 0)
    }

    /// An import ends soon after the token that it was asked for with, and not only when it would be done.
    @Test(.timeLimit(.minutes(10))) func aJobAtWorkIsStoppedWithItsToken() async throws {
        let service = server.service
        let ada = try server.hub.user(named: "ada")
        let hold = DispatchSemaphore(value: 0)
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        server.whileReading.set {
            beginning.finish()
            hold.wait()
        }
        #expect(try await upload("notes:\nu1|first\n").status == 202)
        let job = try #require(service.jobs.all(of: ada.id).first)
        // One that has not begun fails as it begins, and is never stopped.
        for await _ in begun {}
        let housekeeping = Task {
            try await Housekeeping(service: service, pause: .milliseconds(1)).run()
        }
        defer { housekeeping.cancel() }
        let accounts = try server.hub.accounts()
        #expect(!job.isCancelled)
        for token in try accounts.tokens(of: ada) { try accounts.revokeToken(token.id, of: ada) }
        while !job.isCancelled { await Task.yield() }
        hold.signal()
        for await _ in job.changes() {}
        #expect(job.status.state == .failed)
        #expect(job.status.failure?.code == "not-authenticated")
    }

    /// What cannot be asked at a moment stops nobody; what is refused does.
    @Test func jobsOfWhoIsNoLongerWelcomeAreStopped() async throws {
        let gate = DispatchSemaphore(value: 0)
        let (begun, beginning) = AsyncStream<Void>.makeStream()
        let answer = Mutex<AtriumError?>(nil)
        let jobs = server.service.jobs
        let job = try jobs.add(
            user: 1, checkRights: { if let error = answer.withLock({ $0 }) { throw error } }
        ) { job in
            beginning.finish()
            gate.wait()
            if job.isCancelled { throw CancellationError() }
            return .null
        }
        let waiting = try jobs.add(
            user: 1, checkRights: { if let error = answer.withLock({ $0 }) { throw error } }
        ) { _ in .null }
        for await _ in begun {}
        for code in [nil, AtriumError.Code.tryAgain] {
            answer.withLock { $0 = code.map { AtriumError($0, "not now") } }
            jobs.stopUnwelcome()
            #expect(!job.isCancelled)
        }
        answer.withLock { $0 = AtriumError(.notPermitted, "only reads") }
        jobs.stopUnwelcome()
        #expect(job.isCancelled)
        #expect(waiting.status.state == .failed)
        #expect(waiting.status.failure?.code == "not-permitted")
        gate.signal()
        for await _ in job.changes() {}
        #expect(job.status.state == .failed)
        #expect(job.status.failure?.message == "only reads")
    }

    /// Nobody sends a file only to learn that what they asked with it makes no sense.
    @Test(arguments: [
        ("useMap=nope", 404), ("columns=A%3Dnope", 400), ("saveMap=%2F", 422),
        // What the module does not take, though there is such a format.
        ("format=csv&module=notes", 422),
    ])
    func choicesAreCheckedBeforeTheFile(query: String, status: Int) async throws {
        let answer = try await upload("notes:\nu1|first\n", "?" + query)
        #expect(answer.status == status)
        #expect(answer.error["field"] == .text(String(query.prefix { $0 != "=" })))
        #expect(try await server.send(.get, "/api/v1/jobs").text == #"{"items":[]}"#)
    }

    /// While an import has a user's vault, nobody else waits: neither for it nor behind the user's writes.
    @Test func anImportKeepsNobodyElseWaiting() async throws {
        let gate = DispatchSemaphore(value: 0)
        let ada = try server.hub.user(named: "ada")
        let session = try server.hub.open(user: "ada")
        let begun = AsyncStream<Void>.makeStream()
        let job = try server.service.jobs.add(user: ada.id) { _ in
            _ = try session.write("hold") { _, _ in
                begun.continuation.finish()
                gate.wait()
            }
            return .null
        }
        for await _ in begun.stream {}
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<20 {
                group.addTask { [server] in
                    try await server.send(.post, "/api/v1/notes", json: #"{"title":"\#(number)"}"#).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 503, count: 20))
        #expect(try await server.send(.get, "/api/v1/notes").status == 200)
        #expect(
            try await server.send(.post, "/api/v1/notes", json: #"{"title":"b"}"#, token: server.bob).status
                == 201)
        gate.signal()
        for await _ in job.changes() {}
        let last = try await server.send(.post, "/api/v1/notes", json: #"{"title":"a"}"#)
        #expect(last.status == 201, "\(last.text)")
    }

    /// Whoever is removed keeps nobody waiting by what they have begun.
    @Test func whatGoesOnEndsWithItsUser() async throws {
        let hold = DispatchSemaphore(value: 0)
        let bob = try server.hub.user(named: "bob")
        let job = try server.service.jobs.add(user: bob.id) { _ in
            hold.wait()
            return .null
        }
        try server.hub.removeUser("bob")
        #expect(job.isCancelled)
        #expect(try await server.send(.get, "/api/v1/notes", token: server.bob).status == 401)
        hold.signal()
        for await _ in job.changes() {}
    }

    /// The content of an attachment comes back as it is, to who reaches its record.
    ///
    /// A type that a browser would run is not said: SVG has scripts as HTML has.
    @Test(
        arguments: [
            ("image/png", "image/png"), ("text/html; x=y", "application/octet-stream"),
            ("image/svg+xml", "application/octet-stream"),
            ("IMAGE/SVG+XML; charset=utf-8", "application/octet-stream"),
        ])
    func attachmentsComeBack(type: String, given: String) async throws {
        let path = try await server.addNote("a")
        let id = try #require(Int64(path.split(separator: "/").last ?? ""))
        let session = try server.hub.open(user: "ada")
        let bytes: [UInt8] = Array("<script>\(type)".utf8)
        let sha256 = try session.write("attach") { db, scope in
            try RecordAttachments(
                db: db, collections: scope.collections, folder: session.vault.filesFolder,
                content: scope.content
            ).add(
                bytes, mediaType: type, name: "../a.html", role: "photo",
                to: RecordReference(NotesModule.notes, id)
            ).sha256
        }
        let mode =
            try FileManager.default.attributesOfItem(
                atPath: session.vault.filesFolder + "/" + sha256)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let route = "/api/v1/attachments/\(sha256)"
        let answer = try await server.send(.get, route)
        #expect(answer.status == 200)
        #expect(Array(answer.text.utf8) == bytes)
        #expect(answer.headers[.contentType] == given)
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        #expect(answer.headers[.contentDisposition] == #"attachment; filename="a.html""#)
        #expect(try await server.send(.get, route, headers: [.ifNoneMatch: "\"\(sha256)\""]).status == 304)
        #expect(try await server.send(.get, route, headers: [.accept: "text/css"]).status == 406)
        #expect(try await server.send(.get, route, token: server.bob).status == 404)
        for (condition, status) in [("\"\(sha256)\"", 200), ("\"x\"", 412)] {
            #expect(try await server.send(.get, route, headers: [.ifMatch: condition]).status == status)
        }
        #expect(try await server.send(.get, "/api/v1/attachments/..%2fvault.sqlite").status == 404)
        let narrow = try server.hub.accounts().addToken(
            of: session.user, name: "narrow", scope: Scope(modules: ["quiet"], access: .read))
        #expect(try await server.send(.get, route, token: narrow.secret).status == 404)
    }

    @Test func backupsAreWhole() async throws {
        _ = try await server.addNote("kept")
        let answer = try await server.send(.get, "/api/v1/export")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "application/gzip")
        #expect(answer.headers[.contentDisposition]?.hasPrefix(#"attachment; filename="atrium-ada-"#) == true)
        #expect(Int(answer.headers[.contentLength] ?? "") ?? 0 > 1000)
    }

    /// Everything in open formats goes into another vault as any file does.
    @Test func theWholeVaultComesInOpenFormats() async throws {
        _ = try await server.addNote("kept")
        let answer = try await server.send(.get, "/api/v1/export?form=folder")
        #expect(answer.status == 200)
        #expect(answer.headers[.contentType] == "application/zip")
        let disposition = answer.headers[.contentDisposition] ?? ""
        #expect(
            disposition.hasPrefix(#"attachment; filename="atrium-ada-"#) && disposition.hasSuffix(#".zip""#))
        #expect(answer.headers[.contentLength] == String(answer.bytes.count))
        let begun = try await server.send(
            .post, "/api/v1/import", body: answer.bytes, token: server.bob,
            headers: [.contentType: "application/octet-stream"])
        let (_, job) = try await end(
            of: try #require(begun.headers[.location]), token: server.bob)
        #expect(job["state"] == .text("done"))
        #expect(try await server.send(.get, "/api/v1/notes", token: server.bob).json["total"] == .integer(1))
    }

    @Test func theFormOfAVaultIsDeclared() async throws {
        func get(_ query: String, _ accept: String = "*/*") async throws -> TestServer.Answer {
            try await server.send(.get, "/api/v1/export" + query, headers: [.accept: accept])
        }
        #expect(try await get("?form=backup").headers[.contentType] == "application/gzip")
        let unknown = try await get("?form=paper")
        #expect(unknown.status == 422)
        #expect(unknown.error["field"] == .text("form"))
        #expect(try await get("?form=folder&form=backup").status == 400)
        #expect(try await get("?form=folder", "application/gzip").status == 406)
        let paths = try await server.send(.get, "/api/openapi.json").json["paths"]?.objectValue
        let operation = paths?["/export"]?.objectValue?["get"]?.objectValue
        let fields = operation?["parameters"]?.listValue?.compactMap { $0.objectValue?["name"] }
        #expect(fields == [.text("form")])
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
        // A weak tag is none that If-Match could want.
        for (condition, status) in [(tag, 412), ("\"x\"", 412), ("*", 200)] {
            #expect(
                try await server.send(.get, path, token: "", headers: [.ifMatch: condition]).status == status)
        }
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
