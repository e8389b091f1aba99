import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Connections

/// Several cards with one identifier: what a program writes that gives all its cards the same, say.
@Suite struct NamesakeTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat()])
    }

    private func card(_ uid: String, _ name: String, _ phone: String) -> TextFile {
        TextFile(
            "\(name).vcf",
            "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:\(uid)\r\nFN:\(name)\r\nTEL:\(phone)\r\nEND:VCARD\r\n")
    }

    @Test func peopleOfOneIdentifierInSeveralFilesAreKept() throws {
        let files = [
            card("dup", "Ada", "555 1111"), card("dup", "Bob", "555 2222"), card("dup", "Ada", "555 3333"),
        ]
        let report = try hub.importFiles(files)
        #expect(report.files.map(\.added).elementsEqual([1, 1, 0]))
        #expect(report.files[1].issues.first?.code == "duplicate-uid")
        // The same person once more is another version, and is named.
        #expect(report.files[2].updated == 1)
        #expect(report.files[2].issues.first?.code == "second-version")
        #expect(try hub.items("connections list").count == 2)
        #expect(try hub.importFiles([files[1], files[2]]).files.map(\.unchanged).elementsEqual([1, 1]))
        #expect(try hub.importFiles([files[2], files[2]]).files.map(\.unchanged).elementsEqual([1, 1]))
        let error = #expect(throws: AtriumError.self) {
            try hub.run("connections show", ["record": .text("dup")])
        }
        #expect(error?.code == .ambiguous)
        #expect(error?.remedy == "give one of the ids: 1, 2")
    }

    /// A folder of old exports says nothing new when it comes again: of each item the last version counts.
    @Test func versionsOfOneImportChangeNothingAgain() throws {
        let files = [card("u", "Ada", "1"), card("u", "Ada", "2")]
        #expect(try hub.importFiles(files).files.map(\.updated) == [0, 1])
        func again(_ decision: ConflictDecision? = nil) throws -> ImportReport {
            var request = ImportRequest(files: files.map { ($0.name, $0) })
            request.onConflict = decision
            return try hub.session().importFiles(request)
        }
        for decision in [nil, .keep, .merge] as [ConflictDecision?] {
            let report = try again(decision)
            #expect(!report.hasChanged)
            #expect(report.files.map(\.kept) == [1, 0] && report.files.map(\.unchanged) == [0, 1])
        }
        try hub.run("connections edit", ["record": "Ada", "addNotes": ["mine"]])
        #expect(try !again().hasChanged)
        #expect(try again().files.map(\.conflicts) == [0, 0])
        // What comes a third time in one import is the latest all the same.
        let other = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat()])
        for isFirst in [true, false] {
            let report = try other.importFiles(files + [files[0]])
            #expect(report.hasChanged == isFirst)
            #expect(try other.run("connections show", ["record": "Ada"])["phone"] == "1")
        }
        // The first is had by itself, if anybody wants it.
        var request = ImportRequest(files: [(files[0].name, files[0])])
        request.onConflict = .replace
        #expect(try hub.session().importFiles(request).files.map(\.updated) == [1])
        #expect(try hub.run("connections show", ["record": "Ada"])["phone"] == "1")
        #expect(try hub.importFile(files[1]).updated == 1)
    }

    /// What the first text says beside the fields is gone with it, and that is said.
    @Test func aSecondTextOfOneImportIsNamed() throws {
        func card(_ number: Int) -> TextFile {
            TextFile(
                "\(number).vcf",
                "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:u\r\nFN:Ada\r\nTEL;PID=\(number).1:1\r\nEND:VCARD\r\n")
        }
        let files = try hub.importFiles([card(1), card(2)]).files
        #expect(files.map(\.unchanged) == [0, 1])
        #expect(files.map(\.newTexts) == [0, 1])
        #expect(files.map { $0.issues.map(\.code) } == [[], ["second-version"]])
        #expect(try !hub.importFiles([card(1), card(2)]).hasChanged)
        let text = try hub.export("connections")
        #expect(text.contains("PID=2.1") && !text.contains("PID=1.1"))
        // In an import of its own it is an ordinary new text.
        let later = try hub.importFile(card(3))
        #expect(later.newTexts == 1 && later.issues.isEmpty)
        #expect(try hub.importFile(card(3)).newTexts == 0)
    }

    @Test func peopleOfOneIdentifierStayTogetherInFilesOfTheirOwn() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/atrium-split-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let both = TextFile("a.vcf", card("dup", "Ada", "1").text + card("dup", "Ada", "2").text)
        #expect(try hub.importFile(both).added == 2)
        try hub.importFile(card("2", "Eve", "3"))
        let written = try hub.session().exportFiles(ExportRequest(module: "connections"), to: folder)
        #expect(written.count == 2)
        let other = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat()])
        let files = try ["Ada.vcf", "Eve.vcf"].map {
            TextFile($0, try String(contentsOfFile: folder + "/" + $0, encoding: .utf8))
        }
        #expect(try other.importFiles(files).files.map(\.added).elementsEqual([2, 1]))
        #expect(try hub.importFiles(files).files.map(\.unchanged).elementsEqual([2, 1]))
    }
}

extension TextFile {
    /// The content as text.
    fileprivate var text: String { String(decoding: content, as: UTF8.self) }
}
