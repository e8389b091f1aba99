import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import AtriumHost

/// What becomes of items, on the disk.
@Suite struct ItemLogTests {
    private let hub: TemporaryHub

    init() throws { hub = try TemporaryHub(modules: [WorkshopModule.module], formats: [LineFormat()]) }

    private func item(
        _ number: Int, _ outcome: ImportReport.Item.Outcome = .new, title: String = "Saw"
    ) -> ImportReport.Item {
        ImportReport.Item(
            path: "a.lines", item: number, line: number, kind: ItemKind(rawValue: "tool"), outcome: outcome,
            title: title)
    }

    private func numbers(_ log: ItemLog) throws -> [Int64] {
        try log.numbers(limit: .max).compactMap { try log.item($0)["item"]?.integerValue }
    }

    /// Wherever the log is cut, in memory or on the disk, the rest stays and goes on.
    @Test(arguments: [0, 1, 5, 499, 500])
    func whatWasTakenBackIsForgotten(kept: Int) throws {
        let log = try hub.session().makeItemLog()
        let long = String(repeating: "x", count: 1000)
        for number in 0..<500 { try log.append(item(number, title: long)) }
        try log.truncate(to: kept)
        for number in 1000..<1003 { try log.append(item(number, .changed, title: long)) }
        #expect(try numbers(log) == (0..<kept).map(Int64.init) + [1000, 1001, 1002])
        #expect(log.counts == [.new: kept, .changed: 3].filter { $0.value > 0 })
        #expect(log.numbers(of: [.changed], offset: 1, limit: 1) == [kept + 1])
    }

    @Test func logsThatSayTheSameDoNotDiffer() throws {
        let session = try hub.session()
        let (one, other) = (session.makeItemLog(), session.makeItemLog())
        for log in [one, other] { for number in 0..<5 { try log.append(item(number)) } }
        #expect(one.differences(from: other, most: 10) == [])
        try one.truncate(to: 3)
        try one.append(item(3, .conflict))
        #expect(one.differences(from: other, most: 10) == [3, 4])
        #expect(one.differences(from: other, most: 1) == [3])
    }

    /// What is too long for a page is cut, and tells from another all the same.
    @Test func longEntriesAreCut() throws {
        let session = try hub.session()
        let (one, other) = (session.makeItemLog(), session.makeItemLog())
        let long = String(repeating: "x", count: 1 << 20)
        try one.append(item(1, title: long + "a"))
        try other.append(item(1, title: long + "b"))
        #expect(try one.item(0)["title"]?.textValue?.count == 1001)
        #expect(one.differences(from: other, most: 1) == [0])
    }

    private func rehearse(_ text: String, _ change: (inout ImportRequest) -> Void = { _ in }) throws -> (
        ImportReport, ItemLog
    ) {
        let session = try hub.session()
        var request = ImportRequest(files: [("a.lines", TextFile("a.lines", text))], isDryRun: true)
        let log = session.makeItemLog()
        request.log = log
        change(&request)
        return (try session.importFiles(request), log)
    }

    /// Where an item breaks a rule, the pass begins again: each item stands in the log once.
    @Test func aPassThatBeginsAgainIsLoggedOnce() throws {
        let (report, log) = try rehearse("tools:\nu1|Saw\nu2|\nu3|Axe\n")
        let counts = try #require(report.files.first?.counts)
        #expect(log.count == counts.items)
        #expect(log.counts[.new] == counts.added)
        #expect(report.items.isEmpty)
    }

    @Test func aFileThatFailsLeavesNothingInTheLog() throws {
        let session = try hub.session()
        var request = ImportRequest(
            files: [
                ("a.lines", TextFile("a.lines", "tools:\nu1|Saw\n")), ("b.lines", TextFile("b.lines", "")),
            ], isDryRun: true)
        let log = session.makeItemLog()
        request.log = log
        _ = try session.importFiles(request)
        #expect(try log.numbers(limit: 10).map { try log.item($0)["path"] } == [.text("a.lines")])
    }

    /// A new record has no number yet, and its fields are told.
    @Test func aRehearsalTellsWhatNewRecordsWillBe() throws {
        let (_, log) = try rehearse("tools:\nu1|Saw\n")
        let item = try log.item(0)
        #expect(item["id"] == .null)
        #expect(item["collection"] != .null)
        #expect(item["title"] == .text("Saw"))
    }

    // MARK: - The vault meanwhile

    @Test func anImportExpectsTheVaultOfItsRehearsal() throws {
        let text = "tools:\nu1|Saw\n"
        let (report, _) = try rehearse(text)
        let session = try hub.session()
        var request = ImportRequest(files: [("a.lines", TextFile("a.lines", text))])
        request.expectedState = report.state
        try hub.importFile(TextFile("b.lines", "tools:\nu2|Axe\n"))
        let before = try session.contents(.everything)
        #expect(throws: VaultHasChanged.self) { try session.importFiles(request) }
        #expect(try session.contents(.everything).difference(from: before) == [])
        request.expectedState = try rehearse(text).0.state
        #expect(try session.importFiles(request).files.map(\.added) == [1])
    }

    /// What makes no change set and changes what an import does: settings, and modules that are off.
    @Test func settingsAndModulesBelongToTheState() throws {
        let text = "tools:\nu1|Saw\n"
        var states = [try rehearse(text).0.state, try rehearse(text).0.state]
        #expect(states[0] == states[1])
        try hub.run("settings set", ["key": "zone", "value": "Asia/Tokyo"])
        states.append(try rehearse(text).0.state)
        #expect(Set(states).count == 2)
    }
}
