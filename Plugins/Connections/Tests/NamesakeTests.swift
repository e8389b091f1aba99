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
