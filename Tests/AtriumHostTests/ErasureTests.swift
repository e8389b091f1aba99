import AtriumSDK
import AtriumTesting
import Testing

@testable import AtriumHost

/// What is left of imports and of the history when one of several modules is erased.
@Suite struct ErasureTests {
    private let hub: TemporaryHub

    init() throws {
        var (library, workshop) = (BookFormat.library, WorkshopModule.module)
        library.importers.append(MixedFormat.books)
        workshop.importers.append(MixedFormat.tools)
        hub = try TemporaryHub(
            modules: [library, workshop], formats: [LineFormat(), BookFormat(), MixedFormat()])
    }

    private func eraseWorkshop() throws -> DataObject {
        try hub.run("modules erase", ["id": "workshop", "yes": true])
    }

    private func expectNoTrace(of words: [String]) throws {
        let bytes = try String(decoding: hub.session().storedBytes(), as: UTF8.self)
        for word in words { #expect(!bytes.contains(word), "the vault's file still holds “\(word)”") }
        #expect(try hub.session().contradictions() == [])
    }

    @Test func theOthersPartOfAnImportCanBeTakenBack() throws {
        try hub.importFiles([
            TextFile("whetstones.lines", "tools:\nu1|Whetstone\n"),
            TextFile("b.books", "books:\nb1|Walden\n|\n"),
        ])
        let result = try eraseWorkshop()
        #expect([result["changes"], result["imports"]] == [0, 0])
        try expectNoTrace(of: ["Whetstone", "whetstones.lines"])

        let run = try #require(try hub.items("imports list").first)
        #expect([run["files"], run["added"], run["issues"], run["inForce"]] == [1, 1, 1, true])
        let shown = try hub.run("imports show", ["run": 1, "verbose": true])
        let files = shown["files"]?.listValue?.compactMap(\.objectValue) ?? []
        #expect(files.map { $0["path"] } == ["b.books"])
        #expect(files.first?["issues"]?.listValue?.count == 1)
        #expect(shown["records"]?.listValue?.compactMap { $0.objectValue?["title"] } == ["Walden"])

        try hub.run("imports undo", ["run": 1])
        #expect(try hub.session().titles(of: LibraryModule.books) == [])
        try hub.run("undo")
        #expect(try hub.session().titles(of: LibraryModule.books) == ["Walden"])
        #expect(try hub.session().contradictions() == [])
    }

    @Test func aFileThatSeveralTookIsTheOthersAlone() throws {
        try hub.importFile(TextFile("a.mixed", "mixed:\nt u1|Whetstone\nb b1|Walden\nt u2|Axe\nb b2|Emma\n"))
        let before = try #require(
            try hub.run("imports show", ["run": 1])["files"]?.listValue?.first?.objectValue)
        #expect([before["items"], before["added"]] == [4, 4])
        #expect(before["issues"]?.listValue?.count == 5)
        #expect(before["remarks"] == ["1 shelf for Walden", "1 shelf for Whetstone"])

        _ = try eraseWorkshop()
        try expectNoTrace(of: ["Whetstone"])
        let after = try #require(
            try hub.run("imports show", ["run": 1])["files"]?.listValue?.first?.objectValue)
        #expect([after["items"], after["added"]] == [2, 2])
        #expect(
            after["issues"]?.listValue?.compactMap { $0.objectValue?["message"] } == [
                "Walden is noted", "Emma is noted",
            ])
        #expect(after["remarks"] == ["1 shelf for Walden"])
        try hub.run("imports undo", ["run": 1])
        #expect(try hub.session().contents().rows["library_book"] == nil)
    }

    /// An import that changed nothing has a report, too.
    @Test func aRunOfNothingElseGoes() throws {
        for _ in 0..<2 { try hub.importFile(TextFile("a.mixed", "mixed:\nt u1|Whetstone\n")) }
        try hub.importFile(TextFile("b.books", "books:\nb1|Walden\n"))
        let result = try eraseWorkshop()
        #expect([result["changes"], result["imports"]] == [1, 2])
        try expectNoTrace(of: ["Whetstone"])
        #expect(try hub.items("imports list").map { $0["run"] } == [3])
        #expect(try hub.items("history").map { $0["id"] } == [3])
    }

    /// A report of before it told whose items were whose: nothing in it that may be the module's stays.
    @Test func aReportThatDoesNotTellLosesItsDetails() throws {
        try hub.importFiles([
            TextFile("a.mixed", "mixed:\nt u1|Whetstone\n"), TextFile("b.books", "books:\nb1|Walden\n"),
        ])
        try hub.session().execute(
            """
            UPDATE host_import_issue SET module = NULL;
            UPDATE host_import_run SET report = json_remove(report, '$[0].parts', '$[1].parts');
            """)
        _ = try eraseWorkshop()
        try expectNoTrace(of: ["Whetstone"])
        let run = try #require(try hub.items("imports list").first)
        #expect([run["files"], run["added"], run["issues"]] == [2, 2, 0])
    }

    /// What was taken back, and what brought it back, stay together.
    @Test func undoesOfTheOthersStayInTheHistory() throws {
        try hub.importFiles([
            TextFile("a.lines", "tools:\nu1|Whetstone\n"), TextFile("b.books", "books:\nb1|Walden\n"),
        ])
        try hub.run("workshop edit", ["record": "Whetstone", "weight": .decimal(2)])
        #expect(try hub.run("imports undo", ["run": 1])["kept"]?.listValue?.count == 1)
        #expect(try eraseWorkshop()["changes"] == 1)
        try expectNoTrace(of: ["Whetstone"])
        #expect(try hub.items("history").map { [$0["id"], $0["inForce"]] } == [[3, true], [1, false]])
        try hub.run("undo")
        #expect(try hub.session().titles(of: LibraryModule.books) == ["Walden"])
        try hub.run("undo")
        #expect(try hub.session().contents().rows["library_book"] == nil)
        #expect(throws: AtriumError.self) { try hub.run("undo") }
    }

    /// A change of several modules' records, and of rows that no record owns, is taken back without the erased part.
    @Test func aSharedTagStaysWithTheOthers() throws {
        try hub.importFiles([
            TextFile("a.lines", "tools:\nu1|Whetstone\n"), TextFile("b.books", "books:\nb1|Walden\n"),
        ])
        for (collection, record, tags) in [
            ("workshop", "u1", ["shared", "sharpened"]), ("library", "b1", ["shared"]),
        ] {
            try hub.run(
                "tags add",
                [
                    "collection": .text(collection), "record": .text(record),
                    "tags": .list(tags.map(DataValue.text)),
                ])
        }
        try hub.run(
            "links add",
            [
                "fromCollection": "workshop", "fromRecord": "u1", "toCollection": "library", "toRecord": "b1",
            ])
        _ = try eraseWorkshop()
        try expectNoTrace(of: ["Whetstone", "sharpened"])
        let rows = try hub.session().contents(.everything).rows
        #expect(rows["host_tag"]?.count == 1)
        #expect(rows["host_link"] == nil)
        // The change that made the tag still holds it; the one that made the link held nothing else.
        #expect(try hub.items("history").map { $0["id"] } == [3, 2, 1])
        for _ in 0..<3 { try hub.run("undo") }
        let left = try hub.session().contents().rows
        for table in ["host_tag", "host_record_tag", "library_book", "host_source_item"] {
            #expect(left[table] == nil, "\(table)")
        }
    }
}

/// A format of which several modules take items: `t uid|name` and `b uid|title`, after the line `mixed:`.
///
/// Of each item an issue is noted that quotes it, and each file has a remark that does.
private struct MixedFormat: Format {
    var id: FormatID { FormatID(rawValue: "mixed") }
    var fileExtensions: [String] { ["mixed"] }

    func confidence(in prefix: [UInt8]) -> FormatConfidence {
        prefix.starts(with: Array("mixed:\n".utf8)) ? .certain : .none
    }

    func read(_ file: any ImportFile, events: (ImportEvent) throws -> Void) throws -> String {
        var reader = try file.open()
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = try bytes.withUnsafeMutableBytes { try reader.read(into: $0) }
        let lines = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n").dropFirst()
        try events(.container(Container(format: id, source: Array("mixed:\n".utf8), value: ())))
        for (index, line) in lines.enumerated() {
            let kind = line.hasPrefix("t") ? LineFormat.kind : BookFormat.kind
            try events(
                .item(
                    Item(
                        kind: kind, source: Array(line.utf8), line: index + 2,
                        value: String(line.dropFirst(2)),
                        issues: [])))
        }
        try events(
            .issue(ImportIssue(line: 0, code: "first", message: "it begins with \(lines.first ?? "")")))
        return "utf-8"
    }

    static let tools = Importer(
        MixedFormat().id, kinds: [LineFormat.kind], into: WorkshopModule.tools, map: map
    ) { RemarkingWriter(LineFormat.ToolWriter($0)) }
    static let books = Importer(
        MixedFormat().id, kinds: [BookFormat.kind], into: LibraryModule.books, map: map
    ) { RemarkingWriter(BookFormat.BookWriter($0)) }

    @Sendable private static func map(
        _ item: Item, _: Container, _: ImportOptions
    ) throws -> MappedItem<String> {
        let parts = (item.value as? String ?? "").split(separator: "|", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw AtriumError(.badData, "the line is nothing") }
        return MappedItem(
            draft: parts[1], uid: parts[0],
            issues: [ImportIssue(line: item.line, code: "noted", message: "\(parts[1]) is noted")])
    }
}

/// A writer that remarks on the first record that it makes.
private final class RemarkingWriter<Base: RecordWriter>: RecordWriter where Base.Draft == String {
    private let base: Base
    private(set) var remarks: [String] = []

    init(_ base: Base) { self.base = base }

    func record(uid: String, part: String) throws -> Int64? { try base.record(uid: uid, part: part) }
    func insert(_ draft: String, uid: String, part: String) throws -> Int64 {
        if remarks.isEmpty { remarks = ["1 shelf for \(draft)"] }
        return try base.insert(draft, uid: uid, part: part)
    }
    func update(_ record: Int64, to draft: String) throws { try base.update(record, to: draft) }
    func matches(_ record: Int64, _ draft: String) throws -> Bool { try base.matches(record, draft) }
}
