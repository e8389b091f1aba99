import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import HTTPTypes
import Testing

@testable import AtriumHTTP

/// Imports that are rehearsed first, and whose files are kept meanwhile.
@Suite(.fewServers) struct RehearsalTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    /// Begins what a path is for, and gives the job's path once it has ended.
    private func begin(_ path: String, _ body: String, type: String? = nil) async throws -> String {
        var headers = HTTPFields()
        if let type { headers[.contentType] = type }
        let answer = try await server.send(.post, path, body: Array(body.utf8), headers: headers)
        #expect(answer.status == 202, "\(answer.text)")
        let job = try #require(answer.headers[.location])
        _ = try await server.send(.get, job + "/events")
        return job
    }

    private func rehearse(_ text: String) async throws -> String {
        try await begin("/api/v1/import?dryRun=true", text)
    }

    private func report(_ job: String) async throws -> DataObject? {
        try await server.send(.get, job).json["report"]?.objectValue
    }

    private func added(_ job: String) async throws -> DataValue? {
        try await report(job)?["files"]?.listValue?.first?.objectValue?["added"]
    }

    @Test func whatWasRehearsedIsAppliedWithoutBeingSentAgain() async throws {
        let rehearsal = try await rehearse("notes:\nu1|one\nu2|two\n")
        #expect(try await report(rehearsal)?["run"] == .null)
        #expect(try await server.send(.get, rehearsal).json["keptUntil"] != .null)
        let items = try await server.send(.get, rehearsal + "/items?outcome=new&limit=1").json
        #expect(items["total"] == .integer(2))
        #expect(items["next"] == .integer(1))
        #expect(items["items"]?.listValue?.count == 1)
        let job = try await begin(rehearsal + "/apply", "{}", type: "application/json")
        #expect(try await added(job) == .integer(2))
        #expect(try await report(job)?["run"] != .null)
        // The files are given up with the import.
        #expect(try await server.send(.get, job).json["keptUntil"] == .null)
        // Whoever asks twice gets the same.
        let again = try await server.send(
            .post, rehearsal + "/apply", body: Array("{}".utf8), headers: [.contentType: "application/json"])
        #expect(again.headers[.location] == job)
    }

    @Test func filesAreGivenUpAfterATime() async throws {
        let rehearsal = try await rehearse("notes:\nu1|one\n")
        let id = String(rehearsal.split(separator: "/").last ?? "")
        let job = try #require(server.service.jobs.all(of: 1).first { $0.id == id })
        #expect(job.course?.keptUntil != nil)
        job.course?.touch(now: Date(timeIntervalSinceNow: -2 * ImportCourse.keptTime))
        server.service.jobs.forgetOld()
        let answer = try await server.send(
            .post, rehearsal + "/apply", body: Array("{}".utf8), headers: [.contentType: "application/json"])
        #expect(answer.status == 409)
        #expect(answer.text.contains("no longer available"))
    }

    /// The files of only so many rehearsals are kept.
    @Test func onlySomeFilesAreKept() async throws {
        for number in 0...Jobs.keptFiles { _ = try await rehearse("notes:\nu\(number)|one\n") }
        server.service.jobs.forgetOld()
        let kept = server.service.jobs.all(of: 1).map { $0.course?.keptUntil != nil }
        #expect(kept == Array(repeating: true, count: Jobs.keptFiles) + [false])
    }

    @Test func aVaultThatChangedIsNotWrittenTo() async throws {
        let rehearsal = try await rehearse("notes:\nu1|one\nu2|two\n")
        _ = try await begin("/api/v1/import", "notes:\nu2|two\n")
        let job = try await begin(rehearsal + "/apply", "{}", type: "application/json")
        let told = try await server.send(.get, job).json
        #expect(told["changed"] == .list([.integer(1)]))
        #expect(told["report"]?.objectValue?["run"] == .null)
        // Shown again, it is applied.
        let second = try await begin(job + "/apply", "{}", type: "application/json")
        #expect(try await added(second) == .integer(1))
    }

    /// A change that makes nothing else of the files holds nothing up.
    @Test func aVaultThatChangedElsewhereIsWrittenTo() async throws {
        let rehearsal = try await rehearse("notes:\nu1|one\n")
        _ = try await begin("/api/v1/import", "notes:\nu9|nine\n")
        let job = try await begin(rehearsal + "/apply", "{}", type: "application/json")
        #expect(try await added(job) == .integer(1))
    }

    @Test func aFormBringsItsFiles() async throws {
        func part(_ name: String, _ text: String) -> String {
            "--x\r\nContent-Disposition: form-data; name=\"files\"; filename=\"\(name)\"\r\n\r\n\(text)\r\n"
        }
        let form = [
            part("a.notes", "notes:\nu1|one\n"), part("C:\\old\\a.notes", "notes:\nu2|two\n"),
            part("a.notes", "notes:\nu3|three\n"), part("", ""), "--x--\r\n",
        ].joined()
        let job = try await begin("/api/v1/import", form, type: "multipart/form-data; boundary=x")
        let paths = try await report(job)?["files"]?.listValue?.map { $0.objectValue?["path"]?.textValue }
        #expect(paths == ["a.notes", "C:/old/a.notes", "a.notes (2)"])
    }

    /// All or nothing: an archive with one file too many is not imported in part, and the limit is named.
    @Test func anArchiveWithTooManyFilesLeavesNothing() async throws {
        let notes = (0..<ImportWork.fileLimit + 50).map {
            (name: "\($0).notes", text: "notes:\nu\($0)|one\n")
        }
        let answer = try await server.send(
            .post, "/api/v1/import", body: Self.tar(notes),
            headers: [.contentType: "application/x-tar"])
        #expect(answer.status == 202, "\(answer.text)")
        let path = try #require(answer.headers[.location])
        _ = try await server.send(.get, path + "/events")
        let job = try await server.send(.get, path).json
        #expect(job["state"] == "failed")
        #expect(job["report"] == .null)
        let message = job["error"]?.objectValue?["message"]?.textValue
        #expect(message == "the import contains more than 20000 files, so nothing was imported")
        #expect(try await server.send(.get, "/api/v1/notes").json["items"] == [])
        #expect(try await server.send(.get, "/api/v1/imports/list").json["items"] == [])
    }

    @Test func aFormWithTooManyFilesIsRejected() async throws {
        let part = "--x\r\nContent-Disposition: form-data; name=f; filename=a\r\n\r\nx\r\n"
        let form = String(repeating: part, count: ImportWork.fileLimit + 1) + "--x--\r\n"
        let answer = try await server.send(
            .post, "/api/v1/import", body: Array(form.utf8),
            headers: [.contentType: "multipart/form-data; boundary=x"])
        #expect(answer.status == 413)
        #expect(answer.error["message"] == "the form has more than 20000 files")
    }

    /// A tar archive (POSIX.1-1988, ustar).
    private static func tar(_ files: [(name: String, text: String)]) -> [UInt8] {
        var archive: [UInt8] = []
        func octal(_ number: Int, _ width: Int) -> String {
            let digits = String(number, radix: 8)
            return String(repeating: "0", count: width - digits.count) + digits
        }
        for (name, text) in files {
            var header = [UInt8](repeating: 0, count: 512)
            func put(_ field: String, at place: Int) {
                header.replaceSubrange(place..<place + field.utf8.count, with: field.utf8)
            }
            for (field, place) in [
                (name, 0), (octal(0o644, 7), 100), (octal(0, 7), 108), (octal(0, 7), 116),
                (octal(text.utf8.count, 11), 124), (octal(0, 11), 136), ("        ", 148), ("0", 156),
                ("ustar\u{0}00", 257),
            ] { put(field, at: place) }
            put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\u{0}", at: 148)
            archive += header + text.utf8
            archive += [UInt8](repeating: 0, count: (512 - text.utf8.count % 512) % 512)
        }
        return archive + [UInt8](repeating: 0, count: 1024)
    }

    @Test(arguments: [
        ("--x--\r\n", 422), ("--x\r\nContent-Disposition: form-data; name=files; filename=a\r\n\r\nabc", 400),
        ("--x\r\nno head\r\n\r\n--x--\r\n", 400),
    ])
    func aFormThatIsNoneIsRefused(form: String, status: Int) async throws {
        let answer = try await server.send(
            .post, "/api/v1/import", body: Array(form.utf8),
            headers: [.contentType: "multipart/form-data; boundary=x"])
        #expect(answer.status == status)
        #expect(server.service.jobs.all(of: 1).isEmpty)
    }

    /// What is no rehearsal has no items, and nobody has another user's.
    @Test func onlyOnesOwnRehearsalsHaveItems() async throws {
        let imported = try await begin("/api/v1/import", "notes:\nu1|one\n")
        #expect(try await server.send(.get, imported + "/items").status == 409)
        #expect(try await server.send(.get, imported + "/columns").status == 409)
        let rehearsal = try await rehearse("notes:\nu1|one\n")
        #expect(try await server.send(.get, rehearsal + "/columns").json["items"] == .list([]))
        for path in ["/items", "/columns"] {
            #expect(try await server.send(.get, rehearsal + path, token: server.bob).status == 404)
        }
        let answer = try await server.send(
            .post, rehearsal + "/apply", body: Array("{}".utf8), token: server.bob,
            headers: [.contentType: "application/json"])
        #expect(answer.status == 404)
        #expect(try await server.send(.get, rehearsal + "/items?limit=0").status == 422)
        #expect(try await server.send(.get, rehearsal + "/items?outcome=good").status == 422)
    }
}
