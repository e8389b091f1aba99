import AtriumSDK
import AtriumTesting
import Foundation
import HTTPTypes
import Testing

@testable import AtriumHTTP
@testable import AtriumHost

/// What clients are told to do: never to go to a terminal, where a request would do.
@Suite(.fewServers) struct RemedyTests {
    let server: TestServer

    init() throws { server = try TestServer() }

    @Test(arguments: AtriumError.Code.allCases) func everyErrorSpeaksHTTP(code: AtriumError.Code) async throws
    {
        let answer = try await server.send(
            .post, "/api/v1/notes/fail", json: #"{"code":"\#(code.rawValue)"}"#)
        #expect(answer.status == code.httpStatus)
        #expect(answer.error["code"] == .text(code.rawValue))
        guard answer.status < 500 else {
            // The remedy may name files of the server's.
            #expect(answer.error.names == ["code", "message", "id"])
            return
        }
        #expect(
            answer.error["remedy"]
                == .text(
                    """
                    GET /api/v1/notes or GET /api/v1/notes/7 shows it, \
                    POST /api/v1/modules/enable with {"id":"quiet"} helps, or say yes=true and format=csv
                    """))
    }

    /// What a client needs to ask its user, or to choose.
    @Test func aNameOfTwoRecordsComesWithBoth() async throws {
        let path = try await server.addNote("Ann")
        _ = try await server.addNote("Ann")
        let answer = try await server.send(.get, "/api/v1/notes/ann")
        #expect(answer.status == 409)
        #expect(
            answer.error["choices"]?.json
                == #"[{"field":"id","words":"ann","records":[{"id":1,"name":"Ann"},{"id":2,"name":"Ann"}],"more":false}]"#
        )
        #expect(answer.error["field"] == .text("id"))
        #expect(try await server.send(.get, path).error["choices"] == nil)
        #expect(try await server.send(.get, "/api/v1/notes/none").error["choices"] == nil)
    }

    /// Every command of the hub and of the modules, and what the terminal calls otherwise.
    @Test func everyCommandIsARequestThatIsThere() throws {
        let registry = server.hub.registry
        let words = registry.catalog.map { $0.path.joined(separator: " ") } + ["import", "export", "backup"]
        for command in words {
            let text = registry.textOverHTTP("\(command: command)")
            let parts = text.split(separator: " ").map(String.init)
            try #require(parts.count == 2, "\(text)")
            let path = parts[1].dropFirst(Route.base.count + 1).split(separator: "/").map(String.init)
            let place = try #require(server.service.tree.place(path), "\(text)")
            #expect(place.endpoints.keys.contains { $0.rawValue.uppercased() == parts[0] }, "\(text)")
        }
    }

    /// What is a number to the interface is written as one.
    @Test func numbersAreNumbers() {
        let guidance: Guidance = "\(command: "undo", .argument("change", "93"))"
        #expect(server.hub.registry.textOverHTTP(guidance) == #"POST /api/v1/undo with {"change":93}"#)
    }

    @Test func whatOnlyATerminalDoesIsSaid() {
        #expect(
            server.hub.registry.textOverHTTP("try \(command: "doctor").")
                == "try “atrium doctor” in a terminal on the hub's machine.")
    }

    @Test func reportsOfImportsSpeakHTTP() async throws {
        let answer = try await server.send(
            .post, "/api/v1/import?fileName=a.pdf", body: Array("nothing that anyone reads".utf8))
        let path = try #require(answer.headers[.location])
        _ = try await server.send(.get, path + "/events")
        let report = try await server.send(.get, path).json["report"]?.objectValue
        let error = report?["files"]?.listValue?.first?.objectValue?["error"]?.objectValue
        #expect(
            error?["remedy"]?.textValue?.hasPrefix("if it is one of these, name it with format: ") == true)
        // So does the report when it is shown again.
        let run = try #require(report?["run"]?.integerValue)
        let shown = try await server.send(.get, "/api/v1/imports/show?run=\(run)").json
        #expect(shown["files"]?.listValue?.first?.objectValue?["error"]?.objectValue == error)
    }

    @Test func theDescriptionSpeaksHTTP() async throws {
        let text = try await server.send(.get, "/api/openapi.json").text
        #expect(text.contains("See also GET /api/v1/notes."))
        #expect(!text.contains("atrium undo") && !text.contains("atrium hub"))
    }

    /// No text of the parts that all surfaces share spells a command as a terminal does.
    @Test func sharedPartsNameNoTerminal() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folders = [
            "Sources/AtriumSDK", "Sources/AtriumHost", "Sources/AtriumFormats", "Sources/AtriumHTTP",
            "Plugins",
        ]
        var found: [String] = []
        for folder in folders {
            let files = FileManager.default.enumerator(atPath: root.path + "/" + folder)
            while let name = files?.nextObject() as? String {
                guard name.hasSuffix(".swift"), !name.contains("Tests/") else { continue }
                let text = try String(contentsOfFile: root.path + "/" + folder + "/" + name, encoding: .utf8)
                for line in text.split(separator: "\n") where !line.trimmed.hasPrefix("//") {
                    let spelled = line.contains(/"[^"]*(\batrium [a-z]+|--[a-z][a-z-]+)/)
                    if spelled, !Self.forTerminals.contains(where: line.contains) {
                        found.append("\(folder)/\(name): \(line.trimmed)")
                    }
                }
            }
        }
        #expect(found.isEmpty)
    }

    /// What only terminals show, or what only starts there.
    private static let forTerminals = [
        // The spelling itself, and what an export at a terminal warns of.
        "“atrium \\(words)” in a terminal", #"return "--" + option"#, #"return "--map ""#,
        "; atrium doctor names it", "run atrium doctor\"]", "--for-spreadsheet makes them harmless",
        // Examples in help that say that they are for a terminal.
        "In a terminal, ", "Example: calendar add", "An all-day event: calendar add",
        // How a server is started.
        "with --port", "--insecure-behind-proxy",
    ]

    /// A remedy can be followed to the letter, and the field at fault is named.
    @Test func remediesNameWhatIsThere() async throws {
        let server = try TestServer()
        let note = try await server.addNote("a")
        let unknown = try await server.send(.patch, note, json: #"{"zz":1}"#)
        #expect(unknown.error["remedy"] == "use: title, body, stars, place")
        let account = try await server.send(.get, "/api/v1/tokens/list")
        #expect(account.status == 403)
        #expect(account.error["remedy"] == "log in with your password")
        let tags = try await server.send(
            .post, "/api/v1/tags/add", json: #"{"collection":"nope","record":"1","tags":["x"]}"#)
        #expect(tags.error["field"] == "collection")
        let link = try await server.send(
            .post, "/api/v1/links/add",
            json: #"{"fromCollection":"notes","fromRecord":"a","toCollection":"notes","toRecord":"a"}"#)
        #expect(link.status == 422)
        #expect(link.error["remedy"] == "choose another record")
        let admin = #expect(throws: AtriumError.self) {
            try server.hub.accounts().edit(server.hub.firstUser(), UserChanges(isAdmin: false))
        }
        #expect(
            admin.map { server.hub.registry.textOverHTTP($0.remedy) }?.contains(#""name":"NAME""#) == true)
    }
}
