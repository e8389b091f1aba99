import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import CSVFormat
import Foundation
import StandInModules
import Testing

@testable import Tasks

/// A vault into which files of other programs come, on 2 March 2026 in Vienna.
struct ProgramVault {
    let hub: TemporaryHub

    init(modules: [Module] = [tasksModule]) throws {
        hub = try TemporaryHub(
            modules: modules, formats: [CSVFileFormat()],
            timeZone: try #require(TimeZone(identifier: "Europe/Vienna")))
        hub.clock.set(try #require(Timestamp.date("2026-03-02T06:30:00Z")))
    }

    /// A file of the fixtures, under its name.
    static func fixture(_ path: String) throws -> TextFile {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        let url = folder.appending(path: path)
        return TextFile(url.lastPathComponent, content: Array(try Data(contentsOf: url)))
    }

    @discardableResult
    func take(_ file: TextFile) throws -> ImportReport.File { try hub.importFile(file) }

    /// The tasks in the order in which they came, each with some of its fields.
    func tasks(_ fields: String...) throws -> [[DataValue?]] {
        try all().map { task in fields.map { task[$0] } }
    }

    /// The tasks by their titles.
    func byTitle() throws -> [String: DataObject] {
        Dictionary(
            try all().map { ($0["title"]?.textValue ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func all() throws -> [DataObject] {
        try hub.items("tasks list", ["status": "all", "limit": 1000]).sorted {
            ($0["id"]?.integerValue ?? 0) < ($1["id"]?.integerValue ?? 0)
        }.map { try hub.run("tasks show", ["record": $0["id"] ?? .null]) }
    }

    /// An export, as a table.
    func table() throws -> (text: String, table: CSVTable) {
        let text = try hub.export("tasks", collection: "tasks", format: .csv)
        return (text, try CSVTable(Array(text.utf8), hasHeader: true))
    }

    /// Takes the vault's own export here again and in an empty vault, where it is then exported again.
    func expectOwnExportToComeBack() throws {
        let text = try table().text
        let again = try take(TextFile("tasks.csv", text))
        #expect(
            again.added == 0 && again.updated == 0 && again.conflicts == 0, "here: \(again.issues)")
        let other = try ProgramVault()
        let first = try other.take(TextFile("tasks.csv", text))
        #expect(first.added == again.unchanged && first.unreadable == 0)
        #expect(try other.table().text == text, "a second round differs")
    }
}
