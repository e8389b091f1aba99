import AtriumSDK
import AtriumTesting
import GRDB
import Testing

@testable import AtriumHost

/// A large import makes the indexes that it does not use at its end, and leaves the schema as it found it.
@Suite struct DeferredIndexesTests {
    private static let workshop: Module = {
        var module = WorkshopModule.module
        module.migrations.append(
            Migration(
                "find tools by name",
                sql: """
                    CREATE INDEX workshop_tool_name ON workshop_tool (lower(name));
                    CREATE UNIQUE INDEX workshop_tool_one ON workshop_tool (name);
                    """))
        module.indexesUnusedByImports = ["workshop_tool_name"]
        return module
    }()

    /// A file that says that it is large.
    private struct LargeFile: ImportFile {
        let text: TextFile
        var name: String { text.name }
        let byteCount: Int64?

        init(_ text: String, byteCount: Int64 = DeferredIndexes.leastBytes) {
            self.text = TextFile("large.lines", text)
            self.byteCount = byteCount
        }

        func open() -> any ImportFileReader { text.open() }
    }

    private let hub: TemporaryHub
    private let session: Session

    init() throws {
        hub = try TemporaryHub(modules: [Self.workshop], formats: [LineFormat()])
        try hub.run("modules enable", ["id": "workshop"])
        session = try hub.session()
    }

    /// The place of the index in the list of all that the schema has: one that is made anew stands elsewhere.
    private func place() throws -> Int64 {
        let place = try session.vault.read { db in
            try Int64.fetchOne(db, sql: "SELECT rowid FROM sqlite_master WHERE name = 'workshop_tool_name'")
        }
        return try #require(place)
    }

    private func importFiles(_ files: any ImportFile..., isDryRun: Bool = false) throws -> ImportReport {
        try session.importFiles(ImportRequest(files: files.map { ($0.name, $0) }, isDryRun: isDryRun))
    }

    private func namesInOrder() throws -> [String] {
        try session.vault.read { db in
            try String.fetchAll(
                db, sql: "SELECT name FROM workshop_tool INDEXED BY workshop_tool_name ORDER BY lower(name)")
        }
    }

    @Test func aLargeImportMakesTheIndexAtItsEnd() throws {
        let (schema, before) = (try session.schema(of: Self.workshop), try place())
        _ = try importFiles(LargeFile("tools:\nu1|Saw\nu2|Axe\n"))
        #expect(try place() != before)
        #expect(try session.schema(of: Self.workshop) == schema)
        #expect(try namesInOrder() == ["Axe", "Saw"])
        #expect(try session.contradictions() == [])
    }

    @Test func aSmallImportLeavesTheIndex() throws {
        let before = try place()
        _ = try importFiles(LargeFile("tools:\nu1|Saw\n", byteCount: DeferredIndexes.leastBytes - 1))
        #expect(try place() == before)
        #expect(try namesInOrder() == ["Saw"])
    }

    @Test func filesCountTogether() throws {
        let before = try place()
        let half = DeferredIndexes.leastBytes / 2
        _ = try importFiles(
            LargeFile("tools:\nu1|Saw\n", byteCount: half), LargeFile("tools:\nu2|Axe\n", byteCount: half))
        #expect(try place() != before)
        #expect(try namesInOrder() == ["Axe", "Saw"])
    }

    /// What was imported before may be edited here: its conflicts return to savepoints.
    @Test func theNextImportOfTheModuleLeavesTheIndex() throws {
        _ = try importFiles(TextFile("first.lines", "tools:\nu1|Saw\n"))
        let before = try place()
        _ = try importFiles(LargeFile("tools:\nu1|Saw\nu2|Axe\n"))
        #expect(try place() == before)
        #expect(try namesInOrder() == ["Axe", "Saw"])
    }

    @Test func whatIsWrittenAfterwardsIsRecordedAndTakenBack() throws {
        _ = try importFiles(LargeFile("tools:\nu1|Saw\nu2|Axe\n"))
        let before = try session.contents(.data)
        try hub.run("workshop add", ["name": "Drill"])
        #expect(try namesInOrder() == ["Axe", "Drill", "Saw"])
        try hub.run("undo")
        #expect(try session.contents(.data).difference(from: before) == [])
    }

    @Test func anImportThatIsTakenBackTakesItsIndexBack() throws {
        let before = try place()
        _ = try importFiles(LargeFile("tools:\nu1|Saw\n"), isDryRun: true)
        #expect(try place() == before)
        #expect(try namesInOrder() == [])
    }

    /// Such an import begins again with a savepoint for each row.
    @Test func aRowThatTheSchemaRefusesLeavesTheIndexWhole() throws {
        let report = try importFiles(LargeFile("tools:\nu1|Saw\nu2|Saw\nu3|Axe\n"))
        #expect(report.files.map(\.added) == [2])
        #expect(try namesInOrder() == ["Axe", "Saw"])
        #expect(try session.contradictions() == [])
    }

    @Test func anIndexThatIsNotThereIsNotMissed() throws {
        try session.execute("DROP INDEX workshop_tool_name")
        let report = try importFiles(LargeFile("tools:\nu1|Saw\n"))
        #expect(report.files.map(\.added) == [1])
    }
}
