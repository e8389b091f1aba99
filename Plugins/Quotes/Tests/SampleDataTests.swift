import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Quotes

/// The quotes of `SampleData`, imported and exported.
@Suite struct SampleDataTests {
    private let hub: TemporaryHub
    private let content: [UInt8]

    init() throws {
        hub = try TemporaryHub(modules: [quotesModule], formats: [CSVFileFormat()])
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        content = try Array(Data(contentsOf: root.appending(path: "SampleData/quotes.csv")))
    }

    @Test func everyQuoteIsImportedOnce() throws {
        let file = TextFile("quotes.csv", content: content)
        let first = try hub.importFile(file)
        #expect(first.added == 5)
        #expect(first.issues.isEmpty)
        #expect(try hub.importFile(file).unchanged == 5)
        let quotes = try hub.items("quotes list", ["sort": "author"])
        #expect(
            quotes.map { $0["author"] } == [
                "Jane Austen", "Johann Wolfgang von Goethe", "Lewis Carroll", "Marcus Aurelius", "Seneca",
            ])
        #expect(quotes.map { $0["favorite"] } == [false, false, true, false, true])
        #expect(quotes.map { $0["tags"]?.texts.count } == [2, 1, 0, 2, 2])
    }

    /// The file of the export differs only in the UID of the quote that had none.
    @Test func theExportHasTheSameQuotes() throws {
        try hub.importFile(TextFile("quotes.csv", content: content))
        let exported = try hub.export("quotes").replacing("\r\n", with: "\n").split(separator: "\n")
        let lines = String(decoding: content, as: UTF8.self).split(separator: "\n")
        #expect(exported.count == lines.count)
        #expect(exported.dropLast() == lines.dropLast())
        let last = try #require(lines.last)
        #expect(last.hasPrefix(","))
        #expect(exported.last?.hasSuffix(last) == true)
    }
}
