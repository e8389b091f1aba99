import AtriumSDK
import AtriumTesting
import Testing

@testable import AtriumHost

/// Import runs: shown again, and taken back.
@Suite struct ImportRunTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module], formats: [LineFormat()])
        try hub.importFile(TextFile("a.lines", "tools:\nu0|Drill\n"))
        try hub.importFile(TextFile("a.lines", "tools:\nu0|Big drill\nu1|Saw\nu2|Axe\n"))
    }

    @Test func aRunNamesItsRecords() throws {
        let shown = try hub.run("imports show", ["run": .integer(2), "verbose": .bool(true)])
        let records = shown["records"]?.listValue?.compactMap(\.objectValue) ?? []
        #expect(records.map { $0["title"]?.textValue } == ["Saw", "Axe", "Big drill"])
        #expect(records.map { $0["what"]?.textValue } == ["new", "new", "changed"])
        #expect(try hub.run("imports show", ["run": .integer(2)])["records"] == nil)
    }

    @Test func whatWasEditedSinceIsKeptUnlessForced() throws {
        let session = try hub.session()
        try hub.run("workshop edit", ["record": .text("Saw"), "weight": .decimal(2)])
        try hub.run("workshop fill", ["record": .text("Saw"), "name": .text("blade"), "size": .integer(1)])
        try hub.run("workshop edit", ["record": .text("Big drill"), "weight": .decimal(3)])
        try hub.run(
            "tags add",
            ["collection": .text("workshop"), "record": .text("Axe"), "tags": .list([.text("sharp")])])
        let kept = try hub.run("imports undo", ["run": .integer(2)])
        #expect(
            kept["kept"]?.listValue?.compactMap { $0.objectValue?["title"]?.textValue }.sorted() == [
                "Axe", "Big drill", "Saw",
            ])
        #expect(try session.titles(of: WorkshopModule.tools) == ["Big drill", "Saw", "Axe"])

        // What was kept goes too where that is asked for afterwards.
        let forced = try hub.run("imports undo", ["run": .integer(2), "force": .bool(true)])
        #expect(forced["kept"] == .list([]))
        #expect(try session.titles(of: WorkshopModule.tools) == ["Drill"])
        #expect(try session.contradictions() == [])
        // The undo is a change as any other.
        try hub.run("undo", ["change": forced["change"] ?? .null])
        #expect(try session.titles(of: WorkshopModule.tools) == ["Big drill", "Saw", "Axe"])
        #expect(try session.contradictions() == [])
    }

    /// What to do about a file is said at a terminal as a terminal says it, also later.
    @Test func aRunIsShownAsItWasTold() throws {
        let report = try hub.importFiles([
            TextFile("a.txt", "nothing that anyone reads"), TextFile("a.lines", "tools:\nu9|File\n"),
        ])
        let told = try #require(report.value(spelling: \.description).objectValue)
        let shown = try hub.run("imports show", ["run": .integer(orNull: report.run)])
        for name in ["run", "dryRun", "changed", "files"] { #expect(shown[name] == told[name], "\(name)") }
        #expect(shown["files"]?.json.contains("--format") == true)
    }

    @Test func aRunWithoutEffectIsNotInForce() throws {
        let report = try hub.importFiles([TextFile("a.lines", "tools:\nu1|Saw\n")])
        #expect(report.value(spelling: \.description).objectValue?["changed"] == .bool(false))
        #expect(try hub.items("imports list").map { $0["inForce"] } == [.null, .bool(true), .bool(true)])
        #expect(try hub.run("imports show", ["run": 3])["changed"] == .bool(false))
        #expect(try hub.run("imports show", ["run": 2])["changed"] == .bool(true))
    }

    @Test func anImportThatIsStoppedLeavesNothing() throws {
        struct Stopped: Error {}
        let before = try hub.session().contents(.everything)
        let lines = "tools:\n" + (0..<5000).map { "v\($0)|Nail \($0)\n" }.joined()
        #expect(throws: Stopped.self) {
            try hub.session().importFiles(
                ImportRequest(files: [("b.lines", TextFile("b.lines", lines))]),
                observer: ImportObserver(progress: { if $0.isFinishing { throw Stopped() } }))
        }
        #expect(try hub.session().contents(.everything).difference(from: before) == [])
    }
}
