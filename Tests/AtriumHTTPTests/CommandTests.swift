import AtriumSDK
import Dispatch
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import AtriumHTTP
@testable import AtriumHost

/// Declared commands as routes.
@Suite(.fewServers) struct CommandTests {
    let server: TestServer

    init() throws { server = try TestServer() }

    @Test func addShowEditRemove() async throws {
        let added = try await server.send(.post, "/api/v1/notes", json: #"{"title":"Zoë","stars":3}"#)
        #expect(added.status == 201)
        let path = try #require(added.headers[.location])
        #expect(path == "/api/v1/notes/1")
        let shown = try await server.send(.get, path)
        #expect(shown.status == 200)
        #expect(shown.text == added.text)
        #expect(shown.headers[.contentType] == "application/json")

        let edited = try await server.send(.patch, path, json: #"{"body":"long","stars":4}"#)
        #expect(edited.json["body"] == .text("long"))
        let cleared = try await server.send(
            .patch, path, json: #"{"body":null}"#, headers: [.contentType: "application/merge-patch+json"])
        #expect(cleared.status == 200)
        #expect(cleared.json["body"] == .null)
        #expect(cleared.json["stars"] == .integer(4))

        let removed = try await server.send(.delete, path)
        #expect(removed.status == 200)
        #expect(removed.json["removed"] == .bool(true))
        let gone = try await server.send(.get, path)
        #expect(gone.status == 404)
        #expect(gone.error["code"] == .text("not-found"))
    }

    /// RFC 7396: an object is patched, not replaced, however deep; lists and all else are replaced.
    @Test func patchesMergeObjects() async throws {
        let path = try await server.addNote("a")
        func patch(_ place: String) async throws -> String? {
            let answer = try await server.send(.patch, path, json: #"{"place":\#(place)}"#)
            return answer.status == 200 ? answer.json["place"]?.json : answer.error["field"]?.textValue
        }
        #expect(try await patch(#"{"town":"Wien"}"#) == #"{"town":"Wien"}"#)
        #expect(
            try await patch(#"{"country":"AT","position":{"x":1,"y":2}}"#)
                == #"{"town":"Wien","country":"AT","position":{"x":1,"y":2}}"#)
        #expect(
            try await patch(#"{"town":null,"position":{"y":3}}"#)
                == #"{"country":"AT","position":{"x":1,"y":3}}"#)
        #expect(try await patch(#"{"position":null}"#) == #"{"country":"AT"}"#)
        #expect(try await patch(#"{"town":1}"#) == "place.town")
        #expect(try await patch(#"{"river":null}"#) == "place.river")
        #expect(try await patch("{}") == #"{"country":"AT"}"#)
        #expect(try await patch("null") == "null")
    }

    @Test func queriesAndActions() async throws {
        let path = try await server.addNote("a")
        #expect(try await server.send(.post, path + "/star").json["stars"] == .integer(1))
        #expect(try await server.send(.get, path + "/length").json["length"] == .integer(0))
        let echo = try await server.send(
            .get, "/api/v1/notes/echo?labels=a%20b&labels=c+d&labels=%C3%A9&point=%7B%22x%22%3A1.5%7D")
        #expect(echo.text == #"{"labels":["a b","c d","é"],"point":{"x":1.5}}"#)
        #expect(try await server.send(.get, "/api/v1/modules/list").status == 200)
        #expect(try await server.send(.get, "/api/v1/notes/a").json["title"] == .text("a"))
    }

    @Test func listsComeInPages() async throws {
        for title in ["c", "a", "b"] { _ = try await server.addNote(title) }
        var titles: [String] = []
        var path: String? = "/api/v1/notes?limit=2&sort=title&descending=true"
        while let next = path {
            let page = try await server.send(.get, next)
            #expect(page.json["total"] == .integer(3))
            titles += (page.json["items"]?.listValue ?? []).compactMap { $0.objectValue?["title"]?.textValue }
            path = page.json["next"]?.textValue.map {
                "/api/v1/notes?limit=2&sort=title&descending=true&cursor=\($0)"
            }
        }
        #expect(titles == ["c", "b", "a"])
    }

    @Test func filesComeInForms() async throws {
        let body = [
            "--X\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nphoto\r\n",
            "--X\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"C:\\\\a/b.png\"\r\n",
            "Content-Type: image/png\r\n\r\n\u{0}\r\n--Y\r\n--X--\r\n",
        ].joined()
        let answer = try await server.send(
            .post, "/api/v1/notes", body: Array(body.utf8),
            headers: [.contentType: "multipart/form-data; boundary=X"])
        #expect(answer.status == 201)
        #expect(answer.json["body"] == .text("b.png: 6"))
    }

    /// Browsers send a part for an input of files in which none was chosen; a file that is empty has a name.
    @Test(arguments: [
        ("filename=\"\"", "", nil), ("filename=\"\"", "abc", "file: 3"), ("filename=\"a\"", "", "a: 0"),
    ])
    func whatWasNotChosenIsNotGiven(_ name: String, _ content: String, _ note: String?) async throws {
        let body = """
            --X\r
            Content-Disposition: form-data; name="title"\r
            \r
            photo\r
            --X\r
            Content-Disposition: form-data; name="picture"; \(name)\r
            Content-Type: application/octet-stream\r
            \r
            \(content)\r
            --X--\r

            """
        let answer = try await server.send(
            .post, "/api/v1/notes", body: Array(body.utf8),
            headers: [.contentType: "multipart/form-data; boundary=X"])
        #expect(answer.status == 201)
        #expect(answer.json["title"] == .text("photo"))
        #expect(answer.json["body"]?.textValue == note)
    }

    /// What is in memory keeps its place as long as it is there: also when nobody waits for its command any more.
    @Test func aFormKeepsItsPlaceAsLongAsItIsInMemory() async throws {
        let service = server.service
        let ada = try server.hub.user(named: "ada").id
        let isHeld = Mutex(false)
        let hold = DispatchSemaphore(value: 0)
        let holder = Task {
            try await service.commands.run(for: ada, writes: true) {
                isHeld.withLock { $0 = true }
                hold.wait()
            }
        }
        try await TestServer.wait("nothing is being written") { isHeld.withLock { $0 } }
        let head = "--X\r\nContent-Disposition: form-data; name="
        let form =
            "\(head)\"title\"\r\n\r\nlate\r\n\(head)\"picture\"; filename=a\r\n\r\n"
            + String(repeating: "x", count: 1 << 20) + "\r\n--X--\r\n"
        let asker = Task { [server] in
            try await server.send(
                .post, "/api/v1/notes", body: Array(form.utf8),
                headers: [
                    .contentType: "multipart/form-data; boundary=X", .contentLength: "\(form.utf8.count)",
                ])
        }
        // The form has been read, and its command waits until the other has written; the question whether it may be read
        // waited before, without a form.
        try await TestServer.wait("no command waits") {
            service.readingForms.count == 1 && service.commands.waitingCount(of: ada) == 1
        }
        asker.cancel()
        _ = await asker.result
        #expect(service.readingForms.count == 1)
        hold.signal()
        try await holder.value
        try await TestServer.wait("the form is still there") { service.readingForms.count == 0 }
        #expect(try await server.send(.get, "/api/v1/notes").json["total"] == .integer(1))
    }

    /// Whoever has the answer to one form may send the next.
    @Test func aFormLeavesItsPlaceBeforeItsAnswer() async throws {
        let form =
            "--X\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\na\r\n"
            + "--X\r\nContent-Disposition: form-data; name=\"picture\"; filename=a\r\n\r\n"
            + String(repeating: "x", count: 100_000) + "\r\n--X--\r\n"
        for _ in 0..<20 {
            let answer = try await server.send(
                .post, "/api/v1/notes", body: Array(form.utf8),
                headers: [
                    .contentType: "multipart/form-data; boundary=X", .contentLength: "\(form.utf8.count)",
                ])
            #expect(answer.status == 201, "\(answer.text)")
            #expect(server.service.readingForms.count == 0)
        }
    }

    // MARK: - Entity tags

    @Test func readsAreConditional() async throws {
        let path = try await server.addNote("a")
        let first = try await server.send(.get, path)
        let again = try await server.send(.get, path, headers: [.ifNoneMatch: "W/\"x\", \"\(first.tag)\""])
        #expect(again.status == 304)
        #expect(again.text.isEmpty)
        #expect(again.tag == first.tag)
        try await server.send(.post, path + "/star")
        // What is no tag stands for nothing.
        #expect(try await server.send(.get, path, headers: [.ifNoneMatch: first.tag]).status == 200)
        let changed = try await server.send(.get, path, headers: [.ifNoneMatch: "\"\(first.tag)\""])
        #expect(changed.status == 200)
        #expect(changed.tag != first.tag)
    }

    @Test(arguments: ["patch", "delete", "star"])
    func writesAreConditional(what: String) async throws {
        let path = try await server.addNote("a")
        let tag = try await server.send(.get, path).tag
        try await server.send(.patch, path, json: #"{"body":"meanwhile"}"#)
        let before = try await server.send(.get, path)
        func write(_ tag: String) async throws -> Int {
            let headers: HTTPFields = [.ifMatch: tag]
            switch what {
            case "patch":
                return try await server.send(.patch, path, json: #"{"stars":5}"#, headers: headers).status
            case "delete": return try await server.send(.delete, path, headers: headers).status
            default: return try await server.send(.post, path + "/star", headers: headers).status
            }
        }
        #expect(try await write("\"\(tag)\"") == 412)
        #expect(try await write("W/\"\(before.tag)\"") == 412)
        #expect(try await server.send(.get, path).tag == before.tag)
        #expect(try await write("nonsense") == 412)
        #expect(try await write("\"x\", \"\(before.tag)\"") == 200)
    }

    /// What a write leaves behind can be written on without being read first.
    @Test func writesGiveTheTagOfWhatTheyLeave() async throws {
        let added = try await server.send(.post, "/api/v1/notes", json: #"{"title":"a"}"#)
        let path = try #require(added.headers[.location])
        #expect(try await server.send(.get, path).tag == added.tag)
        let edited = try await server.send(
            .patch, path, json: #"{"stars":2}"#, headers: [.ifMatch: "\"\(added.tag)\""])
        #expect(edited.status == 200 && edited.tag != added.tag)
        #expect(try await server.send(.get, path).tag == edited.tag)
        let starred = try await server.send(
            .post, path + "/star", headers: [.ifMatch: "\"\(edited.tag)\""])
        #expect(starred.status == 200)
        #expect(try await server.send(.get, path).tag == starred.tag)
        let removed = try await server.send(.delete, path, headers: [.ifMatch: "\"\(starred.tag)\""])
        #expect(removed.status == 200 && removed.headers[.eTag] == nil)
    }

    /// No tag can be made of a record that is gone, nor of one that cannot be shown; what was written is good all the same.
    @Test func aWriteStandsWithoutItsTag() async throws {
        let path = try await server.addNote("a")
        // What the number of the first one could be taken for.
        let other = try await server.addNote("1")
        let taken = try await server.send(.post, path + "/take")
        #expect(taken.status == 200)
        #expect(taken.headers[.eTag] == nil)
        #expect(try await server.send(.get, "/api/v1/notes").json["total"] == .integer(1))
        let hidden = try await server.send(.patch, other, json: #"{"title":"not to be shown"}"#)
        #expect(hidden.status == 200)
        #expect(hidden.headers[.eTag] == nil)
    }

    private static let conditions: [HTTPField.Name] = [.ifMatch, .ifNoneMatch, .ifUnmodifiedSince]

    /// A condition that nothing is done about would be a promise that is not kept.
    @Test(arguments: conditions) func conditionsThatCannotBeHeededAreRefused(name: HTTPField.Name)
        async throws
    {
        let note = try await server.addNote("a")
        let tag = try await server.send(.get, note).tag
        var requests: [(HTTPRequest.Method, String)] = [
            (.post, "/api/v1/notes"), (.post, "/api/v1/tags/add"), (.post, "/api/v1/links/add"),
            (.post, "/api/v1/settings/set"), (.post, "/api/v1/import"), (.delete, "/api/v1/jobs/x"),
            (.post, "/api/v1/session"), (.post, "/api/v1/sign-up"),
        ]
        // On a record there is a tag to match.
        if name != .ifMatch { requests += [(.patch, note), (.delete, note), (.post, note + "/star")] }
        for (method, path) in requests {
            for condition in ["*", "\"\(tag)\""] {
                let answer = try await server.send(
                    method, path, json: method == .delete ? nil : #"{"title":"x"}"#,
                    headers: [name: condition])
                #expect(answer.status == 400, "\(path)")
                #expect(answer.error["message"] == .text("\(name.canonicalName) is not supported here"))
            }
        }
        #expect(try await server.send(.get, note).tag == tag)
        #expect(try await server.send(.get, "/api/v1/notes").json["total"] == .integer(1))
    }

    /// Not before it is known that the caller has it, and may do it at all.
    @Test(arguments: conditions) func whatOneMayNotDoIsRefusedBeforeItsConditions(name: HTTPField.Name)
        async throws
    {
        let condition: HTTPFields = [name: "*"]
        let add = #"{"name":"eve"}"#
        #expect(
            try await server.send(.post, "/api/v1/users/add", json: add, headers: condition).status == 403)
        let reader = try server.hub.accounts().addToken(
            of: server.hub.user(named: "ada"), name: "r", scope: Scope(modules: nil, access: .read)
        ).secret
        for path in ["/api/v1/import", "/api/v1/notes"] {
            let answer = try await server.send(.post, path, json: "{}", token: reader, headers: condition)
            #expect(answer.status == 403)
        }
        try await server.send(.post, "/api/v1/modules/disable", json: #"{"id":"notes"}"#)
        for path in ["/api/v1/notes", "/api/v1/notes/1/star"] {
            let answer = try await server.send(.post, path, json: "{}", headers: condition)
            #expect(answer.status == 404)
            #expect(answer.error["code"] == .text("unavailable"))
        }
    }

    /// Who reads may want one state and no other, too.
    @Test func readsOfAnotherStateAreRefused() async throws {
        let path = try await server.addNote("a")
        let tag = try await server.send(.get, path).tag
        for (condition, status) in [("\"\(tag)\"", 200), ("*", 200), ("\"x\"", 412), ("no", 412)] {
            #expect(try await server.send(.get, path, headers: [.ifMatch: condition]).status == status)
        }
    }

    /// A client that asks again after a lost answer takes nothing back twice, nor what another has done meanwhile.
    @Test func anUndoNamesItsChange() async throws {
        _ = try await server.addNote("a")
        let unnamed = try await server.send(.post, "/api/v1/undo", json: "{}")
        #expect(unnamed.status == 400)
        #expect(unnamed.error["field"] == .text("change"))
        try await server.send(.post, "/api/v1/modules/disable", json: #"{"id":"notes"}"#)
        let off = try await server.send(.post, "/api/v1/undo", json: #"{"change":1}"#)
        #expect(off.status == 404)
        #expect(off.error["remedy"]?.textValue?.contains("/api/v1/modules/enable") == true)
        try await server.send(.post, "/api/v1/modules/enable", json: #"{"id":"notes"}"#)
        #expect(try await server.send(.post, "/api/v1/undo", json: #"{"change":1}"#).status == 200)
        #expect(try await server.send(.post, "/api/v1/undo", json: #"{"change":1}"#).status == 409)
        #expect(try await server.send(.get, "/api/v1/notes").json["total"] == .integer(0))
    }

    @Test func ofTwoWritersOneWins() async throws {
        let path = try await server.addNote("a")
        let tag = try await server.send(.get, path).tag
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for stars in 1...5 {
                group.addTask { [server] in
                    try await server.send(
                        .patch, path, json: #"{"stars":\#(stars)}"#, headers: [.ifMatch: "\"\(tag)\""]
                    ).status
                }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(statuses.sorted() == [200, 412, 412, 412, 412])
    }

    // MARK: - Methods and types

    @Test func methodsThatAPathDoesNotTake() async throws {
        let wrong = try await server.send(.delete, "/api/v1/notes")
        #expect(wrong.status == 405)
        #expect(wrong.headers[.allow] == "GET, HEAD, POST, OPTIONS")
        #expect(try await server.send(.put, "/api/v1/notes/1").status == 405)
        let options = try await server.send(.options, "/api/v1/notes/1")
        #expect(options.status == 204)
        #expect(options.headers[.allow] == "GET, HEAD, PATCH, DELETE, OPTIONS")
        #expect(options.headers.contains(.accessControlAllowOrigin) == false)
    }

    @Test func headIsGetWithoutTheBody() async throws {
        let path = try await server.addNote("a")
        let get = try await server.send(.get, path)
        let head = try await server.send(.head, path)
        #expect(head.status == 200)
        #expect(head.text.isEmpty)
        #expect(head.tag == get.tag)
        #expect(head.headers[.contentLength] == String(get.text.utf8.count))
    }

    @Test func whatIsOffIsNotThere() async throws {
        #expect(try await server.send(.get, "/api/v1/quiet").status == 404)
        #expect(try await server.send(.post, "/api/v1/quiet").status == 404)
        #expect(try await server.send(.options, "/api/v1/quiet").status == 404)
        #expect(try await server.send(.get, "/api/v1/export/quiet").status == 404)
        let before = try await server.send(.get, "/api/openapi.json")
        #expect(!before.text.contains("/quiet"))
        try await server.send(.post, "/api/v1/modules/enable", json: #"{"id":"quiet"}"#)
        #expect(try await server.send(.get, "/api/v1/quiet").status == 200)
        #expect(try await server.send(.get, "/api/openapi.json").text.contains("/quiet"))
    }

    @Test func onlyJSONIsGiven() async throws {
        func status(_ accept: String) async throws -> Int {
            try await server.send(.get, "/api/v1/notes", headers: [.accept: accept]).status
        }
        #expect(try await status("text/html") == 406)
        #expect(try await status("application/json;q=0, */*") == 406)
        #expect(try await status("text/html, application/*;q=0.1") == 200)
        #expect(try await status("*/*") == 200)
    }

    @Test func everyAnswerIsGuarded() async throws {
        for path in ["/health", "/api/v1/notes", "/nowhere", "/api/v1/session"] {
            let headers = try await server.send(.get, path).headers
            #expect(headers[.xContentTypeOptions] == "nosniff")
            #expect(headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
            #expect(headers[.cacheControl]?.isEmpty == false)
            #expect(headers[SecurityHeaders.requestID]?.isEmpty == false)
            #expect(!headers.contains(.strictTransportSecurity))
        }
    }

    @Test func defectsTellNothing() async throws {
        let answer = try await server.send(.post, "/api/v1/notes/break")
        #expect(answer.status == 500)
        #expect(answer.error["code"] == .text("internal"))
        #expect(answer.error["id"]?.textValue == answer.headers[SecurityHeaders.requestID])
        #expect(!answer.text.contains("secret") && !answer.text.contains("/home"))
    }
}
