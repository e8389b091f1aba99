import AtriumSDK
import Foundation
import GRDB
import HTTPTypes
import Testing

@testable import AtriumHTTP
@testable import AtriumHost

/// What the server says of itself, and the server as it is.
@Suite(.fewServers) struct DescriptionTests {
    @Test func whatIsDescribedIsThere() async throws {
        let server = try TestServer()
        let document = try await server.send(.get, "/api/openapi.json").json
        let paths = try #require(document["paths"]?.objectValue)
        #expect(document["openapi"] == .text("3.1.0"))
        for operation in HubOperation.allCases {
            // Each module's formats and options stand under its own path.
            let path = operation.route.path.replacing("{module}", with: "notes")
            let item = paths[path]?.objectValue
            #expect(item?[operation.route.method.rawValue] != nil, "\(operation)")
        }
        for path in paths.entries {
            for method in path.value.objectValue?.names ?? [] {
                let name = try #require(HTTPRequest.Method(method.uppercased()))
                let place = path.name.replacing("{id}", with: "1")
                let answer = try await server.send(name, "/api/v1" + place)
                #expect(answer.status != 405, "\(method) \(place)")
                #expect(answer.status != 501, "\(method) \(place)")
                let responses = path.value.objectValue?[method]?.objectValue?["responses"]?.objectValue
                #expect(
                    responses?.names.contains(String(answer.status)) == true,
                    "\(method) \(place): \(answer.status)")
            }
        }
    }

    /// What any request can be answered with stands at each; what has no place in OpenAPI is said.
    @Test func whatEveryRequestCanMeetIsDescribed() async throws {
        let document = try await TestServer().send(.get, "/api/openapi.json").json
        for path in try #require(document["paths"]?.objectValue).entries {
            for method in path.value.objectValue?.entries ?? [] {
                let responses = method.value.objectValue?["responses"]?.objectValue
                for status in ["417", "421", "431", "501"] {
                    #expect(responses?[status] != nil, "\(method.name) \(path.name): \(status)")
                }
                #expect(responses?["405"] == nil)
            }
        }
        let text = document["info"]?.objectValue?["description"]?.textValue ?? ""
        #expect(text.contains("405") && text.contains("components/responses/Error405"))
        let described = document["components"]?.objectValue?["responses"]?.objectValue
        for (status, code) in [
            ("405", "method-not-allowed"), ("417", "expectation-failed"), ("501", "not-implemented"),
        ] {
            let answer = described?["Error" + status]?.objectValue
            #expect(answer?["description"]?.textValue?.contains(code) == true, "\(status)")
        }
    }

    @Test(arguments: [(0, "Thu, 01 Jan 1970 00:00:00 GMT"), (1_772_357_400, "Sun, 01 Mar 2026 09:30:00 GMT")])
    func datesAreWrittenAsInHTTP(instant: Int, text: String) {
        #expect(HTTPDate.text(instant) == text)
    }

    @Test func figuresNameRoutesOnly() async throws {
        let server = try TestServer()
        _ = try await server.addNote("private")
        _ = try await server.send(.get, "/api/v1/notes/private")
        _ = try await server.send(.get, "/feeds/secret/calendar.ics", token: "")
        let text = MetricsServer(service: server.service).text
        #expect(text.contains(#"atrium_http_requests_total{route="GET /notes/{id}",status="200"} 1"#))
        #expect(text.contains(#"atrium_http_request_seconds_count{route="POST /notes"} 1"#))
        #expect(text.contains("atrium_open_vaults 1"))
        #expect(!text.contains("private") && !text.contains("secret"))
        // What fails is counted where it was asked for.
        _ = try await server.send(.get, "/api/v1/notes/none")
        _ = try await server.send(.post, "/api/v1/notes/break")
        let more = MetricsServer(service: server.service).text
        #expect(more.contains(#"atrium_http_requests_total{route="GET /notes/{id}",status="404"} 1"#))
        #expect(more.contains(#"atrium_http_requests_total{route="POST /notes/break",status="500"} 1"#))
    }

    /// What a disk does: writes are refused in plain words, reads go on, and when there is room again so do writes.
    @Test(arguments: [
        ("PRAGMA max_page_count = 1", 507, "disk-full"), ("PRAGMA query_only = ON", 503, "read-only"),
    ])
    func aDiskThatTakesNothing(pragma: String, status: Int, code: String) async throws {
        let server = try TestServer()
        let path = try await server.addNote("kept")
        let principal = try #require(try server.hub.accounts().principal(token: server.ada))
        // Held open, so that the connection stays the same.
        let lease = try server.hub.lease(principal)
        defer { lease.release() }
        let pool = lease.session.vault.pool
        try await pool.writeWithoutTransaction { try $0.execute(sql: pragma) }
        let text = String(repeating: "x", count: 100_000)
        let answer = try await server.send(.post, "/api/v1/notes", json: #"{"title":"a","body":"\#(text)"}"#)
        #expect(answer.status == status, "\(answer.text)")
        #expect(answer.error["code"] == .text(code))
        #expect(!answer.text.contains(server.hub.home))
        #expect(try await server.send(.get, path).json["title"] == .text("kept"))
        try await pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA query_only = OFF")
            try db.execute(sql: "PRAGMA max_page_count = 1073741823")
        }
        #expect(try await server.send(.post, "/api/v1/notes", json: #"{"title":"b"}"#).status == 201)
        #expect(try await server.send(.get, "/api/v1/notes").json["total"] == .integer(2))
    }
}
