import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import AtriumHost

/// A file whose lines lean on those before them is rewritten, wherever it comes from, and named by its own lines.
@Suite struct RewrittenFileTests {
    /// Below a line `=Garden` each tool `Saw` is `Garden: Saw`.
    private static let rewrite = FileRewrite(
        "workshop", format: LineFormat().id,
        recognise: { $0.starts(with: Array("tools:\n=".utf8)) },
        rewrite: { file, append in
            var content: [UInt8] = []
            try file.forEachPiece { content += $0 }
            var outcome = FileRewrite.Outcome()
            var (place, line) = ("", 1)
            try append(Array("tools:\n".utf8))
            for (index, text) in String(decoding: content, as: UTF8.self).split(separator: "\n").enumerated()
            {
                guard index > 0 else { continue }
                switch text.first {
                case "=": place = String(text.dropFirst())
                case "#":
                    outcome.issues.append(
                        ImportIssue(line: index + 1, code: "remark", message: "a remark was left out"))
                default:
                    line += 1
                    outcome.note(line: line, of: index + 1)
                    try append(Array("\(place): \(text)\n".utf8))
                }
            }
            if place == "nowhere" {
                throw AtriumError(.badData, "there is no such place", remedy: "name another")
            }
            return outcome
        })

    private let hub: TemporaryHub
    private let text = "tools:\n=Garden\nSaw\nAxe\n#\n=Shed\nRope\n"

    init() throws {
        var module = WorkshopModule.module
        module.rewrites = [Self.rewrite]
        hub = try TemporaryHub(modules: [module], formats: [LineFormat()])
    }

    private func names() throws -> [DataValue?] { try hub.items("workshop list").map { $0["name"] } }

    @Test func itemsSayAllThatTheyAre() throws {
        let report = try hub.importFile(TextFile("tools.lines", text))
        #expect(report.added == 3)
        #expect(Set(try names()) == ["Garden: Saw", "Garden: Axe", "Shed: Rope"])
        #expect(report.issues.map { [$0.code, String($0.line)] } == [["remark", "5"]])
        let again = try hub.importFile(TextFile("tools.lines", text))
        #expect(again.unchanged == 3 && again.added == 0)
    }

    @Test func linesAreThoseOfTheFile() throws {
        let report = try hub.importFile(TextFile("tools.lines", "tools:\n=Shed\n=Garden\nSaw\n\u{0}|\n"))
        #expect(report.added + report.unreadable == 2)
        let shifted = FileRewrite.Outcome.shifting([(2, 4), (3, 5), (4, 9)])
        #expect([0, 1, 2, 3, 4, 5].map { shifted.original(of: $0) } == [0, 1, 4, 5, 9, 10])
    }

    @Test func filesOfArchivesAreRewrittenAndOthersAreNot() throws {
        let content = ArchiveMaker.zip([
            ("a.lines", Array(text.utf8)), ("b.lines", Array("tools:\nPlane\n".utf8)),
        ])
        let report = try hub.importFiles([TextFile("tools.zip", content: content)])
        #expect(report.files.map(\.path) == ["tools.zip/a.lines", "tools.zip/b.lines"])
        #expect(report.files.map(\.added) == [3, 1])
        #expect(try names().contains("Plane"))
    }

    @Test func aFileThatCannotBeRewrittenStopsNoOther() throws {
        let report = try hub.importFiles([
            TextFile("a.lines", "tools:\n=nowhere\nSaw\n"), TextFile("b.lines", "tools:\nPlane\n"),
        ])
        #expect(report.files.map { $0.error?.message } == ["there is no such place", nil])
        #expect(try names() == ["Plane"])
    }
}

extension FileRewrite.Outcome {
    fileprivate static func shifting(_ lines: [(Int, Int)]) -> FileRewrite.Outcome {
        lines.reduce(into: .init()) { $0.note(line: $1.0, of: $1.1) }
    }
}
