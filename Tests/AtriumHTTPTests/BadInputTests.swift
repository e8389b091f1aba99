import AtriumHost
import AtriumSDK
import Foundation
import HTTPTypes
import Testing

@testable import AtriumHTTP

/// What bad input gets: an answer below 500 that helps, and nothing changed.
@Suite(.fewServers) struct BadInputTests {
    let server: TestServer

    init() throws { server = try TestServer() }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let method: HTTPRequest.Method
        let path: String
        var body: [UInt8]?
        var type: String? = "application/json"
        var headers = HTTPFields()
        let status: Int
        var code = "usage"
        var field: String?
        var testDescription: String { name }

        init(
            _ name: String, _ method: HTTPRequest.Method, _ path: String, json: String? = nil,
            bytes: [UInt8]? = nil,
            type: String? = "application/json", headers: HTTPFields = [:], _ status: Int,
            _ code: String = "usage",
            field: String? = nil
        ) {
            self.name = name
            self.method = method
            self.path = path
            body = bytes ?? json.map { Array($0.utf8) }
            self.type = body == nil ? nil : type
            self.headers = headers
            self.status = status
            self.code = code
            self.field = field
        }
    }

    private static let notes = "/api/v1/notes"
    private static let manyParts =
        String(
            repeating: "--X\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\na\r\n",
            count: ListLengths.formParts + 1) + "--X--\r\n"
    private static let longText =
        "--X\r\nContent-Disposition: form-data; name=\"body\"\r\n\r\n"
        + String(repeating: "x", count: CommandRequest.jsonLimit + 1) + "\r\n--X--\r\n"
    private static let manyLabels =
        "\(notes)/echo?" + String(repeating: "labels=a&", count: ListLengths.inQuery) + "labels=a"
    private static let deep = String(repeating: "[", count: 100_000)

    static let cases = [
        Case("half a body", .post, notes, json: #"{"title":"#, 400),
        Case("no object", .post, notes, json: "[1]", 400),
        Case("two values", .post, notes, json: "{} {}", 400),
        Case("a name twice", .post, notes, json: #"{"title":"a","title":"b"}"#, 400),
        Case(
            "invalid UTF-8", .post, notes, bytes: Array(#"{"title":""#.utf8) + [0xFF] + Array(#""}"#.utf8),
            400),
        Case("deep JSON", .post, notes, json: #"{"title":"# + deep, 400),
        Case("a huge number", .post, notes, json: #"{"title":"a","stars":1e999}"#, 400),
        Case(
            "a number beyond 64 bits", .post, notes, json: #"{"title":"a","stars":99999999999999999999}"#,
            422, "bad-data", field: "stars"),
        Case(
            "a number out of bounds", .post, notes, json: #"{"title":"a","stars":6}"#, 422, "bad-data",
            field: "stars"),
        Case(
            "a fraction", .post, notes, json: #"{"title":"a","stars":1.5}"#, 422, "bad-data", field: "stars"),
        Case("a number for a text", .post, notes, json: #"{"title":1}"#, 422, "bad-data", field: "title"),
        Case(
            "a text for a number", .post, notes, json: #"{"title":"a","stars":"3"}"#, 422, "bad-data",
            field: "stars"),
        Case("a list for a text", .post, notes, json: #"{"title":["a"]}"#, 422, "bad-data", field: "title"),
        Case(
            "a line break in a line", .post, notes, json: #"{"title":"a\r\nb"}"#, 422, "bad-data",
            field: "title"),
        Case(
            "NUL in a text", .post, notes, json: #"{"title":"a","body":"\u0000"}"#, 422, "bad-data",
            field: "body"),
        Case("an unknown field", .post, notes, json: #"{"title":"a","colour":"red"}"#, 400, field: "colour"),
        Case("a field of the host's", .post, notes, json: #"{"title":"a","id":7}"#, 400, field: "id"),
        Case("nothing", .post, notes, json: "{}", 400, field: "title"),
        Case(
            "a file in JSON", .post, notes, json: #"{"title":"a","picture":"/etc/passwd"}"#, 422, "bad-data",
            field: "picture"),
        Case("no body", .post, notes, 400, field: "title"),
        Case("another type", .post, notes, json: "title: a", type: "text/yaml", 415, "unsupported-type"),
        Case("no type", .post, notes, json: #"{"title":"a"}"#, type: nil, 415, "unsupported-type"),
        Case(
            "another charset", .post, notes, json: #"{"title":"a"}"#,
            type: "application/json; charset=utf-16", 415, "unsupported-type"),
        Case(
            "compressed", .post, notes, json: #"{"title":"a"}"#, headers: [.contentEncoding: "gzip"], 415,
            "unsupported-type"),
        Case("a form without a boundary", .post, notes, json: "x", type: "multipart/form-data", 400),
        Case(
            "a form that ends early", .post, notes,
            json: "--X\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\na",
            type: "multipart/form-data; boundary=X", 400),
        Case(
            "a form of too many parts", .post, notes,
            json: manyParts, type: "multipart/form-data; boundary=X", 413, "too-large"),
        Case(
            "a form of too much text", .post, notes, json: longText, type: "multipart/form-data; boundary=X",
            413,
            "too-large"),
        Case(
            "a long list in a query", .get, manyLabels, 422, "bad-data", field: "labels"),
        // Nobody is told what a module that they do not have would answer with.
        Case(
            "another type of a module that is off", .get, "/api/v1/quiet",
            headers: [.accept: "text/html"], 404, "unavailable"),
        Case("a query with a body", .post, notes + "?title=a", json: "{}", 400, field: "title"),
        Case("an unknown parameter", .get, notes + "?colour=red", 400, field: "colour"),
        Case("a parameter twice", .get, notes + "?limit=1&limit=2", 400, field: "limit"),
        Case("no number", .get, notes + "?limit=x", 422, "bad-data", field: "limit"),
        Case("limit 0", .get, notes + "?limit=0", 422, "bad-data", field: "limit"),
        Case("a false cursor", .get, notes + "?cursor=%3Cscript%3E", 422, "bad-data", field: "cursor"),
        Case("broken encoding", .get, notes + "?limit=%zz", 400),
        Case("encoded NUL", .get, notes + "/%00", 400),
        Case("encoded invalid UTF-8", .get, notes + "/%ff", 400),
        Case("an object that is none", .get, notes + "/echo?point=%7B", 400, field: "point"),
        Case("the record in the body", .patch, notes + "/1", json: #"{"record":2}"#, 400, field: "record"),
        Case("path tricks", .get, notes + "/..%2f..%2fetc%2fpasswd", 404, "not-found", field: "id"),
        Case("dots", .get, "/api/v1/../v1/notes", 404, "not-found"),
        Case("a backslash", .get, notes + "/..%5C..", 404, "not-found", field: "id"),
        Case("two slashes", .get, "/api/v1//notes", 404, "not-found"),
        Case("a slash at the end", .get, notes + "/", 404, "not-found"),
        Case("nowhere", .get, "/etc/passwd", 404, "not-found"),
        Case("SQL", .get, notes + "/1%20OR%201=1", 404, "not-found", field: "id"),
        Case("an unknown format", .get, "/api/v1/export/notes?format=doc", 422, "bad-data", field: "format"),
        Case(
            "a line break in a file's name", .post, "/api/v1/import?fileName=a%0D%0Ab.ics", json: "notes:\n",
            422, "bad-data", field: "fileName"),
        Case(
            "a file's name of spaces", .post, "/api/v1/import?fileName=%20", json: "notes:\n", 400,
            field: "fileName"),
        Case("an unknown job", .get, "/api/v1/jobs/1", 404, "not-found"),
        Case("an import of nothing", .post, "/api/v1/import", 422, "bad-data"),
        Case(
            "an option that is none", .post, "/api/v1/import?colour=red", json: "notes:\n", 400,
            field: "colour"),
    ]

    @Test(arguments: cases) func isRefused(test: Case) async throws {
        _ = try await server.addNote("here")
        let before = try await server.send(.get, Self.notes).text
        var headers = test.headers
        if let type = test.type { headers[.contentType] = type }
        let answer = try await server.send(test.method, test.path, body: test.body, headers: headers)
        #expect(answer.status == test.status, "\(answer.text)")
        #expect(answer.error["code"] == .text(test.code))
        #expect(answer.error["field"] == .text(orNull: test.field))
        #expect(answer.error["message"]?.textValue?.isEmpty == false)
        #expect(try await server.send(.get, Self.notes).text == before)
    }

    @Test func tooMuchIsRefusedBeforeItIsRead() async throws {
        let answer = try await server.send(
            .post, Self.notes, headers: [.contentType: "application/json", .contentLength: "10000000000"])
        #expect(answer.status == 413)
        let negative = try await server.send(
            .post, Self.notes, headers: [.contentType: "application/json", .contentLength: "-1"])
        #expect(negative.status == 400)
    }

    /// Characters that mean something to SQL, LIKE and full-text search mean nothing to whoever searches.
    @Test(arguments: [
        "%", "_", "'", "\"", "\\", "*", "100%_", "a*", "^a", "NEAR(a b)", "a AND", "-a", "(", ";", "--",
        "a:b",
    ])
    func charactersInSearches(text: String) async throws {
        _ = try await server.addNote("plain")
        _ = try await server.addNote("100% of_it")
        let query = PercentEncoding.encoded(text)
        let search = try await server.send(.get, "/api/v1/search?text=\(query)")
        #expect(search.status == 200)
        #expect(!search.text.contains("plain"))
        #expect(try await server.send(.get, Self.notes + "/\(query)").status == 404)
        #expect(try await server.send(.get, "/api/v1/export/notes?search=\(query)").status < 500)
        #expect(try await server.send(.get, "/api/v1/export/notes?ids=\(query)").status == 404)
        #expect(try await server.send(.get, "/api/v1/export/notes?tags=\(query)").status < 500)
        #expect(try await server.send(.get, Self.notes).json["total"] == .integer(2))
    }

    /// Who may not do it is told so, and nothing of their input is read, however large or broken it is.
    @Test func whatIsNotToBeHadComesFirst() async throws {
        let accounts = try server.hub.accounts()
        let ada = try server.hub.user(named: "ada")
        let reader = try accounts.addToken(of: ada, name: "r", scope: Scope(modules: nil, access: .read))
            .secret
        for body in ["{", #"{"title":"\#(String(repeating: "x", count: 100_000))"}"#] {
            #expect(try await server.send(.post, Self.notes, json: body, token: reader).status == 403)
            #expect(try await server.send(.post, "/api/v1/quiet", json: body).status != 400)
        }
        #expect(try await server.send(.get, "/api/v1/quiet?limit=1&limit=1").status == 404)
        let large = #"{"title":"\#(String(repeating: "x", count: 3_000_000))"}"#
        #expect(try await server.send(.post, Self.notes, json: large).status == 413)
    }

    /// The hub's own operations, too, refuse what they would not heed.
    @Test(arguments: ["session", "jobs", "export", "attachments/\(String(repeating: "0", count: 64))"])
    func parametersThatNobodyDeclaredAreRefused(path: String) async throws {
        let answer = try await server.send(.get, "/api/v1/\(path)?depth=1")
        #expect(answer.status == 400)
        #expect(answer.error["field"] == .text("depth"))
    }

    @Test(arguments: [
        "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "a b", "local\u{7F}host",
    ])
    func hostsThatAreNotOurs(name: String) {
        let check = HostCheck(isLoopback: true, address: "127.0.0.1")
        #expect(throws: HTTPFailure.self) { try check.check(name) }
    }

    @Test(arguments: ["localhost", "LOCALHOST:8420", "127.0.0.1:8420", "[::1]", "[::1]:1"])
    func hostsThatAreOurs(name: String) throws {
        _ = try HostCheck(isLoopback: true, address: "127.0.0.1").check(name)
    }
}
