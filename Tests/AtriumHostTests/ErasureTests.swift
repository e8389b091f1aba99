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
        let bytes = try hub.session().storedText()
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

    /// Of runs from before reports told whose items were whose, the change sets tell it: the others' stay as they are.
    @Test func formerRunsOfOthersKeepTheirDetails() throws {
        let books = TextFile("b.books", "books:\nb1|Walden\n|\n")
        try hub.importFile(books)
        try hub.importFiles([
            TextFile("a.mixed", "mixed:\nt u1|Whetstone\n"), TextFile("c.books", "books:\nb2|Emma\n|\n"),
        ])
        try hub.importFile(TextFile("whetstones.lines", "tools:\nu2|Oilstone\n"))
        try hub.run("imports undo", ["run": 3])
        // The last has written nothing: it is the module's where nobody else reads the format.
        for _ in 0..<2 { try hub.importFile(TextFile("whetstones.lines", "tools:\nu1|Whetstone\n")) }
        try hub.session().execute(
            """
            UPDATE host_import_issue SET module = NULL;
            UPDATE host_import_run SET report = json_remove(report, '$[0].parts', '$[1].parts');
            INSERT INTO host_import_issue (run_id, file, line, code, message, is_kept, property)
            VALUES (1, 0, 0, 'module-enabled', 'library', 1, 'library'),
                (1, 0, 0, 'module-enabled', 'workshop', 1, 'workshop'),
                (2, 0, 0, 'module-enabled', 'library', 1, 'library');
            """)
        #expect(try eraseWorkshop()["imports"] == 3)
        try expectNoTrace(of: ["Whetstone", "whetstones.lines", "Oilstone"])

        let runs = try hub.items("imports list")
        #expect(runs.map { $0["run"] } == [2, 1])
        #expect(runs.map { $0["added"] } == [2, 1])
        #expect(try issueCodes(ofRun: 1) == [["unusable-item", "module-enabled"]])
        #expect(try issueCodes(ofRun: 2) == [["module-enabled"], ["unusable-item"]])
    }

    private func issueCodes(ofRun run: Int64) throws -> [[String]] {
        let files = try hub.run("imports show", ["run": .integer(run)])["files"]?.listValue ?? []
        return files.map { file in
            (file.objectValue?["issues"]?.listValue ?? []).compactMap { $0.objectValue?["code"]?.textValue }
        }
    }

    @Test func whatWasNotedStaysWithItsFile() throws {
        try hub.importFiles([
            TextFile("1.lines", "tools:\nu1|Whetstone\n"), TextFile("2.books", "books:\nb1|Walden\n"),
            TextFile("3.lines", "tools:\nu2|Oilstone\n"), TextFile("4.books", "books:\n|\nb2|Emma\n|\n"),
            TextFile("5.mixed", "mixed:\nt u3|Axe\nb b3|Persuasion\n"),
        ])
        _ = try eraseWorkshop()
        #expect(
            try issueCodes(ofRun: 1) == [[], ["unusable-item", "unusable-item"], ["noted"]])
    }

    /// A file that failed had its items, and one that came while the module was off would have.
    @Test func whatCameToNothingGoesToo() throws {
        #expect(
            try hub.importFiles([
                TextFile("whetstones.mixed", "mixed:\nt u1|Whetstone\n!\n"),
                TextFile("b.books", "books:\nb1|Walden\n"),
            ]).failedFiles.count == 1)
        try hub.run("modules disable", ["id": "workshop"])
        try hub.importFiles([
            TextFile("oilstones.lines", "tools:\nu1|Oilstone\n"), TextFile("c.books", "books:\nb2|Emma\n"),
            TextFile("d.mixed", "mixed:\nt u1|Oilstone\nb b3|Persuasion\n"),
        ])
        _ = try eraseWorkshop()
        try expectNoTrace(of: ["hetstone", "ilstone"])
        let shown = try hub.run("imports show", ["run": 2])["files"]?.listValue?.compactMap(\.objectValue)
        #expect(shown?.map { $0["path"] } == ["c.books", "d.mixed"])
        #expect(shown?.map { $0["items"] } == [1, 1])
        #expect(shown?.map { $0["unclaimed"] } == [[], []])
        #expect(try hub.items("imports list").map { $0["files"] } == [2, 1])
    }

    /// What a later version of the module gave up is in the history yet.
    @Test func tablesAndCollectionsOfBeforeGoToo() throws {
        try hub.run("workshop add", ["name": "Saw"])
        try hub.run("workshop fill", ["record": "Saw", "name": "oldblade", "size": 1])
        try hub.run("workshop replace-part", ["record": "Saw", "name": "oldblade"])
        try hub.run("workshop shelves add", ["name": "Top"])
        try hub.run(
            "tags add", ["collection": "workshop/shelves", "record": "Top", "tags": ["oldtag"]])
        var workshop = WorkshopModule.module
        workshop.collections.removeAll { $0.id == WorkshopModule.shelves }
        workshop.collections[0].searchFields = []
        workshop.migrations.append(
            Migration("drop parts", sql: "DROP TABLE workshop_screw; DROP TABLE workshop_part;"))
        let newer = try hub.reopened(with: [BookFormat.library, workshop])
        #expect(try newer.session().storedText().contains("oldblade"))
        try newer.run("modules erase", ["id": "workshop", "yes": true])
        for word in ["oldblade", "oldtag", "workshop"] {
            #expect(try !newer.session().storedText().contains(word), "\(word)")
        }
        #expect(try newer.session().contradictions() == [])
        #expect(try newer.items("history") == [])
    }

    /// Undo stays closed for what another module's migration changed.
    @Test func barriersOfOthersStay() throws {
        try hub.run("workshop add", ["name": "Saw"])
        try hub.run("workshop fill", ["record": "Saw", "name": "blade", "size": 1])
        var workshop = WorkshopModule.module
        workshop.collections[0].searchFields = []
        workshop.migrations.append(
            Migration("drop parts", sql: "DROP TABLE workshop_screw; DROP TABLE workshop_part;"))
        let newer = try hub.reopened(with: [BookFormat.library, workshop])
        func refusal() -> String? { message { try newer.run("undo", ["change": 2]) } }
        let before = try #require(refusal())
        try newer.run("modules erase", ["id": "library", "yes": true])
        #expect(refusal() == before)
    }

    @Test func attachmentsOfASharedImportGoAlone() throws {
        try hub.importFiles([
            TextFile("a.lines", "tools:\nu1|\(LineFormat.pictured)Whetstone\n"),
            TextFile("b.books", "books:\nb1|Walden\n"),
        ])
        let session = try hub.session()
        #expect(FileSystem.names(in: session.vault.filesFolder).count == 1)
        _ = try eraseWorkshop()
        try expectNoTrace(of: ["Whetstone"])
        #expect(FileSystem.names(in: session.vault.filesFolder) == [])
        try hub.run("imports undo", ["run": 1])
        try hub.run("undo")
        #expect(try session.titles(of: LibraryModule.books) == ["Walden"])
        #expect(try session.contents().rows["host_attachment"] == nil)
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

extension Session {
    /// All that the vault's file holds, as text.
    func storedText() throws -> String {
        try String(decoding: storedBytes(), as: UTF8.self)
    }
}

/// A format of which several modules take items: `t uid|name` and `b uid|title`, after the line `mixed:`.
///
/// A line `!` makes the file unreadable. Of each item an issue is noted that quotes it, and each file has a remark that does.
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
            guard line != "!" else {
                throw AtriumError(.badData, "there is no sense in \(lines.first ?? "")")
            }
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
