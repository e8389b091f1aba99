import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

/// Which records an export of some writes.
@Suite struct ExportSelectionTests {
    private let clock = FixedClock()
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module], formats: [LineFormat()], clock: clock)
        try hub.importFile(
            TextFile("a.lines", "tools:\none|Hammer drill\ntwo|Splitting axe\nthree|Hand saw, small\n"))
        for (tool, tags) in [("one", ["Heavy", "Loan"]), ("two", ["heavy"])] {
            try hub.run(
                "tags add",
                [
                    "collection": .text("workshop"), "record": .text(tool),
                    "tags": .list(tags.map(DataValue.text)),
                ])
        }
    }

    private func exported(_ selection: ExportSelection) throws -> [String] {
        try hub.export("workshop", selection: selection).split(separator: "\n").dropFirst()
            .map { String($0.prefix { $0 != "|" }) }
    }

    @Test(
        arguments: [
            (ExportSelection(), ["one", "two", "three"]),
            (ExportSelection(tags: ["HEAVY"]), ["one", "two"]),
            (ExportSelection(tags: ["heavy", "loan"]), ["one"]),
            (ExportSelection(tags: ["none"]), []),
            (ExportSelection(ids: ["1", "three"]), ["one", "three"]),
            (ExportSelection(ids: ["one, two"]), ["one", "two"]),
            (ExportSelection(ids: ["Hand saw, small"]), ["three"]),
            (ExportSelection(text: "ha"), ["one", "three"]),
            (ExportSelection(text: "AXE split"), ["two"]),
            (ExportSelection(text: "%"), nil),
            (ExportSelection(tags: ["heavy"], ids: ["2", "3"], text: "axe"), ["two"]),
            (ExportSelection(tags: ["loan"], text: "axe"), []),
        ] as [(ExportSelection, [String]?)])
    func recordsMeetAllThatIsAsked(selection: ExportSelection, uids: [String]?) throws {
        guard let uids else {
            let error = #expect(throws: AtriumError.self) { try exported(selection) }
            #expect(error?.code == .badData)
            return
        }
        #expect(try exported(selection) == uids)
    }

    @Test func aNameThatIsNotThereIsAnError() throws {
        let error = #expect(throws: AtriumError.self) { try exported(ExportSelection(ids: ["1,nobody"])) }
        #expect(error?.code == .notFound)
    }

    @Test func anEmptySelectionIsWarnedOf() throws {
        let warnings = try hub.session().export(
            ExportRequest(module: "workshop", selection: ExportSelection(tags: ["none"]))
        ) { _ in }
        #expect(warnings.count == 1)
        #expect(try hub.session().export(ExportRequest(module: "workshop")) { _ in } == [])
    }

    @Test func sinceADayMeansWhatChangedHereThen() throws {
        let today = LocalDate(clock.now, in: .gmt)
        #expect(try exported(ExportSelection(since: today)) == ["one", "two", "three"])
        clock.advance(days: 2)
        let later = ExportSelection(since: today.adding(days: 1))
        #expect(try exported(later).isEmpty)
        try hub.run("workshop edit", ["record": .text("two"), "weight": .decimal(2)])
        try hub.run(
            "workshop fill", ["record": .text("three"), "name": .text("blade"), "size": .integer(1)])
        #expect(try exported(later) == ["two", "three"])
        try hub.run("undo")
        #expect(try exported(later) == ["two"])
        try hub.run(
            "tags add",
            ["collection": .text("workshop"), "record": .text("one"), "tags": .list([.text("New")])])
        #expect(try exported(later) == ["one", "two"])
    }

    @Test func eachItemGetsAFile() throws {
        let folder = TemporaryFolder.path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let result = try hub.session().exportFiles(
            ExportRequest(module: "workshop", selection: ExportSelection(tags: ["heavy"])), to: folder)
        #expect(result.count == 2)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names == ["Hammer drill.lines", "Splitting axe.lines"])
        #expect(
            try String(contentsOfFile: folder + "/Splitting axe.lines", encoding: .utf8)
                == "tools:\ntwo|Splitting axe\n")
        let error = #expect(throws: AtriumError.self) {
            try hub.session().exportFiles(ExportRequest(module: "workshop"), to: folder)
        }
        #expect(error?.code == .cannotCreate)
    }
}
