import AtriumSDK
import AtriumTesting
import Testing

@testable import AtriumHost

/// What an import takes for known, beyond what the modules' own tests show.
@Suite struct ImportMatchingTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module], formats: [LineFormat()])
    }

    @Test func itemsAlikeAreKnownOneByOne() throws {
        let file = TextFile("a.lines", "tools:\n" + String(repeating: "Nail\n", count: 300))
        #expect(try hub.importFile(file).added == 300)
        let again = try hub.importFile(file)
        #expect(again.added == 0)
        #expect(again.unchanged == 300)
        let more = try hub.importFile(
            TextFile("b.lines", "tools:\n" + String(repeating: "Nail\n", count: 302)))
        #expect(more.added == 2)
        #expect(more.unchanged == 300)
    }

    @Test func oneIdentifierOnManyItemsKeepsThemAll() throws {
        let file = TextFile("a.lines", "tools:\n" + (0..<50).map { "u1|Nail \($0)\n" }.joined())
        #expect(try hub.importFile(file).added == 50)
        #expect(try hub.importFile(file).unchanged == 50)
    }

    @Test func anUnusableItemIsKeptOnce() throws {
        let file = TextFile("a.lines", "tools:\nu1|Saw\n|\nu3|Axe\n")
        let first = try hub.importFile(file)
        #expect(first.added == 2)
        #expect(first.issues.map(\.code) == ["unusable-item"])
        #expect([first.items, first.unreadable] == [3, 1])
        let contents = try hub.session().contents()
        let again = try hub.importFile(file)
        #expect([again.unchanged, again.unreadable] == [2, 1])
        #expect(again.value { .text($0.description) }.objectValue?["unreadable"] == .integer(1))
        #expect(try hub.session().contents().difference(from: contents) == [])
    }

    /// The text of an item that became no record is in the vault all the same.
    @Test func aKeptTextIsAChange() throws {
        let request = ImportRequest(files: [("a.lines", TextFile("a.lines", "tools:\n|\n"))])
        #expect(try hub.session().importFiles(request).hasChanged)
        #expect(try !hub.session().importFiles(request).hasChanged)
    }
}
