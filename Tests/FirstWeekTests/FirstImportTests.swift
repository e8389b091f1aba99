import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

/// A first import asks the vault for less than others: what becomes of its files is what becomes of them in one that asks for
/// each item, and takes each back once before it stays.
@Suite struct FirstImportTests {
    /// Files that come together, by what is odd about them.
    static let cases: [(what: String, files: [TextFile])] = [
        ("equal rows of a file", [todoist(["Shop,,4,1", "Shop,,4,1", "Call @home,,1,1", "Shop,,4,1"])]),
        (
            "equal rows of two files",
            [todoist(["Shop,,4,1", "Call,,4,1"]), todoist(["Shop,,4,1", "Shop,,4,1"], name: "Work.csv")]
        ),
        (
            "cards without identifiers",
            [
                cards([card("Ada"), card("Bob"), card("Ada")]),
                cards([card("Bob"), card("Cleo")], name: "b.vcf"),
            ]
        ),
        (
            "an identifier beside a text",
            [cards([card("Ada"), card("Ada", uid: "a1"), card("Bob", uid: "a1"), card("Ada")])]
        ),
        ("rows that are no tasks", [own(["u1,Shop,,,", "u2,,,,", "u3,Call,,,u2", "u1,Bake,,,"])]),
        (
            "a file that cannot be read between others",
            [cards([card("Ada")]), broken, cards([card("Ada")], name: "c.vcf")]
        ),
        (
            "more parents than are remembered",
            [
                own(
                    (1...9).map { "p\($0),Parent \($0),,Home," }
                        + (1...2).flatMap { round in
                            (1...9).map { "c\(round)\($0),Part \(round) of \($0),,,p\($0)" }
                        })
            ]
        ),
        (
            "places that are said, and such that are not",
            [
                own([
                    "p,Parent,7,Home,", "a,First,5,,p", "b,Second,,,p", "c,Third,,Home,", "d,Fourth,0,,p",
                    "e,Fifth,,,p",
                ])
            ]
        ),
        (
            "parts before what they are parts of",
            [
                own([
                    "a,Part,,,p", "b,Other part,,,a", "p,Parent,,Home,", "c,Late part,,,p",
                    "p,Parent again,,Work,",
                ])
            ]
        ),
        (
            "one that is a part of itself, with four levels below it",
            [
                own(
                    ["s,Itself,,Home,s"]
                        + (1...4).map { "l\($0),Level \($0),,,\($0 == 1 ? "s" : "l\($0 - 1)")" })
            ]
        ),
        ("six levels", [own((1...6).map { "l\($0),Level \($0),,,\($0 == 1 ? "" : "l\($0 - 1)")" })]),
    ]

    /// A project of Todoist, of rows with content, description, priority and indent.
    private static func todoist(_ rows: [String], name: String = "Home.csv") -> TextFile {
        TextFile(
            name, "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT\n" + rows.map { "task,\($0)\n" }.joined())
    }

    /// A table of our own, of rows with uid, title, position, project and parent.
    private static func own(_ rows: [String]) -> TextFile {
        TextFile("tasks.csv", "uid,title,position,project,parent\n" + rows.map { $0 + "\n" }.joined())
    }

    private static func card(_ name: String, uid: String? = nil) -> String {
        "BEGIN:VCARD\nVERSION:4.0\nFN:\(name)\nCATEGORIES:friends\n" + (uid.map { "UID:\($0)\n" } ?? "")
            + "END:VCARD\n"
    }

    private static func cards(_ cards: [String], name: String = "a.vcf") -> TextFile {
        TextFile(name, cards.joined())
    }

    private static let broken = TextFile("b.vcf", content: [0x50, 0x4B, 0x03, 0x04, 0, 0, 0, 0])

    private func hub() throws -> TemporaryHub {
        let hub = try TemporaryHub(modules: installedModules, formats: installedFormats)
        try hub.run("modules enable", ["id": "tasks"])
        return hub
    }

    /// What an import made of files: its counts, and all tasks and people.
    private func outcome(of files: [TextFile], takingBack: Bool) throws -> [String] {
        let hub = try hub()
        var request = ImportRequest(inputs: files.map { ImportInput(path: $0.name, file: $0) })
        request.rollsBackEachItemFirst = takingBack
        let session = try hub.session()
        let report = try session.importFiles(request)
        let counts = report.files.map { file in
            "\(file.path): \(file.added) \(file.updated) \(file.unchanged) \(file.unreadable) \(file.issues.map(\.code))"
        }
        #expect(try session.contradictions() == [])
        let again = try session.importFiles(ImportRequest(inputs: request.inputs))
        #expect(again.files.allSatisfy { $0.added + $0.updated == 0 })
        return counts + [
            try hub.export("tasks", collection: "tasks", format: .csv),
            try hub.export("connections", format: .vcard),
        ]
    }

    @Test(arguments: cases.indices) func aFirstImportIsAsAny(number: Int) throws {
        let files = Self.cases[number].files
        let (first, other) = (
            try outcome(of: files, takingBack: false), try outcome(of: files, takingBack: true)
        )
        #expect(first == other, "\(Self.cases[number].what)")
    }

    /// A file and its own export, in either order, are the same tasks once.
    @Test func aFileBesideItsExportIsTheSame() throws {
        let original = Self.todoist(["Shop,,4,1", "Shop,,4,1", "Call @home,,1,1", "Ring,,4,2"])
        let source = try hub()
        try source.importFile(original)
        let export = TextFile("tasks.csv", try source.export("tasks", collection: "tasks", format: .csv))
        for files in [[original, export], [export, original]] {
            let hub = try hub()
            let report = try hub.importFiles(files)
            #expect(report.files.map(\.error?.message) == [nil, nil])
            let titles = try hub.items("tasks list", ["status": "all", "archived": true]).map {
                $0["title"]?.textValue
            }
            #expect(titles.count == 4)
        }
    }

    /// Blocks get the task that comes behind them, in their file or in a later one.
    @Test(arguments: [true, false]) func blocksGetTheTaskThatComesLater(inOneFile: Bool) throws {
        let source = try hub()
        try source.run("tasks add", ["text": ["Essay"], "plain": true])
        try source.run("tasks blocks add", ["task": "Essay", "start": "2026-03-03T10:00", "minutes": 60])
        let blocks = try source.export("tasks", collection: "blocks", format: .icalendar)
        let tasks = try source.export("tasks", collection: "tasks", format: .icalendar)
        let files =
            inOneFile
            ? [TextFile("all.ics", blocks + tasks)]
            : [TextFile("blocks.ics", blocks), TextFile("tasks.ics", tasks)]
        let hub = try hub()
        _ = try hub.importFiles(files)
        let block = try #require(try hub.items("tasks blocks list").first)
        #expect(block["title"] == "Essay")
        #expect(block["task"]?.textValue != nil || block["task"]?.integerValue != nil)
    }
}
