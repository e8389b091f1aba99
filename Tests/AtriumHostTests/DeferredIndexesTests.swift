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
        let byteCount: Int64? = 1 << 30

        init(_ text: String) { self.text = TextFile("large.lines", text) }

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

    private func importFile(_ file: any ImportFile, isDryRun: Bool = false) throws -> ImportReport {
        try session.importFiles(ImportRequest(files: [(file.name, file)], isDryRun: isDryRun))
    }

    private func namesInOrder() throws -> [String] {
        try session.vault.read { db in
            try String.fetchAll(
                db, sql: "SELECT name FROM workshop_tool INDEXED BY workshop_tool_name ORDER BY lower(name)")
        }
    }

    @Test func aLargeImportMakesTheIndexAtItsEnd() throws {
        let (schema, before) = (try session.schema(of: Self.workshop), try place())
        _ = try importFile(LargeFile("tools:\nu1|Saw\nu2|Axe\n"))
        #expect(try place() != before)
        #expect(try session.schema(of: Self.workshop) == schema)
        #expect(try namesInOrder() == ["Axe", "Saw"])
        #expect(try session.contradictions() == [])
    }

    @Test func aSmallImportLeavesTheIndex() throws {
        let before = try place()
        _ = try importFile(TextFile("small.lines", "tools:\nu1|Saw\n"))
        #expect(try place() == before)
        #expect(try namesInOrder() == ["Saw"])
    }

    @Test func whatIsWrittenAfterwardsIsRecordedAndTakenBack() throws {
        _ = try importFile(LargeFile("tools:\nu1|Saw\nu2|Axe\n"))
        let before = try session.contents(.data)
        try hub.run("workshop add", ["name": "Drill"])
        #expect(try namesInOrder() == ["Axe", "Drill", "Saw"])
        try hub.run("undo")
        #expect(try session.contents(.data).difference(from: before) == [])
    }

    @Test func anImportThatIsTakenBackTakesItsIndexBack() throws {
        let before = try place()
        _ = try importFile(LargeFile("tools:\nu1|Saw\n"), isDryRun: true)
        #expect(try place() == before)
        #expect(try namesInOrder() == [])
    }

    /// Such an import begins again with a savepoint for each row.
    @Test func aRowThatTheSchemaRefusesLeavesTheIndexWhole() throws {
        let report = try importFile(LargeFile("tools:\nu1|Saw\nu2|Saw\nu3|Axe\n"))
        #expect(report.files.map(\.added) == [2])
        #expect(try namesInOrder() == ["Axe", "Saw"])
        #expect(try session.contradictions() == [])
    }

    @Test func anIndexThatIsNotThereIsAnError() throws {
        var module = Self.workshop
        module.indexesUnusedByImports = ["workshop_tool_weight"]
        let session = try hub.reopened(with: [module]).session()
        let error = #expect(throws: AtriumError.self) {
            try session.importFiles(
                ImportRequest(files: [("large.lines", LargeFile("tools:\nu1|Saw\n"))]))
        }
        #expect(error?.message == "workshop has no index workshop_tool_weight")
    }
}
