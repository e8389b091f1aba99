import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Journal

/// Of Markdown and of jrnl, on Sunday, 15 March 2026, half past nine in UTC.
@Suite struct EntryTextTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try Self.hub()
    }

    private static func hub() throws -> TemporaryHub {
        try TemporaryHub(
            modules: [journalModule],
            formats: [ICalendarFileFormat(), CSVFileFormat(), MarkdownFileFormat(), JrnlFileFormat()],
            timeZone: try #require(TimeZone(identifier: "Europe/Vienna")))
    }

    private func shown(_ record: DataValue = 1) throws -> DataObject {
        try hub.run("journal show", ["record": record])
    }

    private func markdown() throws -> String { try hub.export("journal", format: .markdown) }

    // MARK: - Markdown

    @Test func frontMatterBecomesAnEntry() throws {
        let file = TextFile(
            "walk.md",
            "---\ntitle: 'It''s spring'\ncreated: 2026-03-01 07:15\nlocation: Lake\nmood: rad\ntags: \"#out, fog\"\n---\n\n# Walk\n\nFog.\n"
        )
        #expect(try hub.importFile(file).added == 1)
        let entry = try shown()
        #expect(entry["title"] == "It's spring")
        #expect(entry["at"] == "2026-03-01T07:15:00")
        #expect(entry["zone"] == "Europe/Vienna")
        #expect(entry["place"] == "Lake")
        #expect(entry["mood"] == "great")
        #expect(entry["tags"] == ["out", "fog"])
        #expect(entry["text"] == "# Walk\n\nFog.")
    }

    @Test func anEditChangesItsLinesAlone() throws {
        let text =
            "---\n# mine\ntitle: Old\ndate: 2026-03-01\nlocation: Lake   # here\ncover:\n  a: 1\n---\nFog.\n"
        try hub.importFile(TextFile("walk.md", text))
        let own = try #require(try shown()["uid"]?.textValue)
        // What begins with a digit may be taken for a number.
        let uid = own.first?.isLetter == true ? own : "\"\(own)\""
        #expect(try markdown() == text.replacing("---\n#", with: "---\nuid: \(uid)\n#"))
        try hub.run("journal edit", ["record": 1, "place": "Sea: side", "mood": "good"])
        #expect(
            try markdown()
                == "---\nuid: \(uid)\n# mine\ntitle: Old\ndate: 2026-03-01\nlocation: \"Sea: side\"\ncover:\n  a: 1\nmood: good\n---\nFog.\n"
        )
        let known = try hub.importFile(TextFile("journal.md", try markdown()))
        #expect(known.unchanged == 1)
    }

    @Test func whatIsNotReadIsSaid() throws {
        let report = try hub.importFile(
            TextFile("a.md", "---\ntitle: >\n  folded\nother: {a: b}\ndate: soon\n---\nText\n"))
        #expect(report.issues.map(\.code) == ["bad-date", "bad-front-matter"])
        #expect(report.issues.map(\.line) == [5, 2])
        #expect(report.issues.map(\.property) == ["date", "title"])
    }

    @Test func aKeyThatStandsTwiceIsSaid() throws {
        let report = try hub.importFile(
            TextFile(
                "a.md", "---\ntitle: One\ndate: 2026-03-01\nTitle: Two\ncreated: 2020-01-01\n---\nText\n"))
        #expect(report.issues.map(\.code) == ["repeated-key"])
        #expect(report.issues.map(\.message) == ["the key occurs more than once; the first value was used"])
        #expect(report.issues.map(\.line) == [4])
        #expect(try shown()["title"] == "One")
    }

    /// What is cleared does not come back from another key.
    @Test func whatIsClearedStaysSo() throws {
        try hub.importFile(
            TextFile(
                "a.md",
                "---\ndate: 2026-03-01\ncreated: 2020-01-01\ntitle: One\nTitle: Two\nmood: good\n---\nText\n")
        )
        try hub.run("journal edit", ["record": 1, "at": .null, "title": .null, "mood": .null])
        let text = try markdown()
        #expect(text.contains("date: \"\"\ncreated: 2020-01-01\ntitle: \"\"\nTitle: Two\n---\n"))
        let other = try Self.hub()
        try other.importFile(TextFile("journal.md", text))
        let entry = try other.run("journal show", ["record": 1])
        for field in ["at", "title", "mood"] { #expect(entry[field] == .null, "\(field)") }
    }

    /// The mark that some programs write before a tag is no part of it; a tag that begins with one itself gets another.
    @Test(arguments: ["#hash", "#1 dad", "##", "plain"])
    func tagsComeBack(tag: String) throws {
        try hub.run("journal add", ["text": "a", "tags": [.text(tag), "b"]])
        let other = try Self.hub()
        try other.importFile(TextFile("journal.md", try markdown()))
        #expect(try other.run("journal show", ["record": 1])["tags"] == [.text(tag), "b"])
    }

    /// A calendar may tell of an entry no more than its tags, or its date; it comes back from its other exports, too.
    @Test(
        arguments: [FormatID.csv, .markdown],
        ["CATEGORIES:sea", "X-ATRIUM-MOOD:good", "LOCATION:Lake", "CLASS:PRIVATE"])
    func entriesWithoutTextComeBack(_ format: FormatID, _ line: String) throws {
        let calendar = """
            BEGIN:VCALENDAR\r
            VERSION:2.0\r
            BEGIN:VJOURNAL\r
            UID:j1\r
            DTSTART;VALUE=DATE:20260301\r
            \(line)\r
            END:VJOURNAL\r
            END:VCALENDAR\r

            """
        try hub.importFile(TextFile("a.ics", calendar))
        let text = try hub.export("journal", collection: "entries", format: format)
        let other = try Self.hub()
        let report = try other.importFile(TextFile(format == .csv ? "a.csv" : "journal.md", text))
        #expect(report.added == 1 && report.issues.isEmpty)
        let (entry, here) = (try other.run("journal show", ["record": 1]), try shown())
        for field in ["uid", "at", "heading", "title", "text", "mood", "place", "tags"] {
            #expect(entry[field] == here[field], "\(field)")
        }
    }

    /// Of other programs a row with nothing but a date is no entry; a mood or tags make it one.
    @Test func aRowNeedsMoreThanADate() throws {
        let text = "date,title,text,mood,tags\n2026-03-01,,,good,sea\n2026-03-02,,,,sea\n2026-03-03,,,,\n"
        let report = try hub.importFile(TextFile("a.csv", text))
        #expect(report.added == 2)
        #expect(report.issues.map(\.line) == [4])
        #expect(
            report.issues.map(\.message) == [
                "the row contains nothing but a date"
            ])
    }

    @Test func aZoneThatThereIsNotIsSaid() throws {
        let report = try hub.importFile(
            TextFile("a.md", "---\ndate: 2026-03-01T08:00\ntimezone: Mars/Olympus\n---\nText\n"))
        #expect(report.issues.map(\.code) == ["unknown-zone"])
        #expect(report.issues.map(\.line) == [3])
        #expect(report.issues.map(\.property) == ["timezone"])
        #expect(
            report.issues.map(\.message)
                == ["unknown time zone; its times are read in the viewer's time zone"])
        #expect(try markdown().contains("timezone: Mars/Olympus\n"))
    }

    /// A text without front matter is one of these only where somebody says so.
    @Test func plainTextIsTakenWhenAskedFor() throws {
        let file = TextFile("2026-01-02 By the sea.md", "We walked.\n\n---\n\nFar.\n")
        #expect(throws: AtriumError.self) { try hub.importFile(file) }
        var request = ImportRequest(files: [(file.name, file)])
        request.format = .markdown
        let report = try hub.session().importFiles(request)
        #expect(report.files.first?.added == 1)
        let entry = try shown()
        #expect(entry["at"] == "2026-01-02")
        #expect(entry["title"] == "By the sea")
        #expect(entry["text"] == "We walked.\n\n---\n\nFar.")
        // The name is known when the kept text is read again, too.
        try hub.run("journal edit", ["record": 1, "mood": "good"])
        let text = try markdown()
        #expect(text.contains("mood: good\n"))
        // From now on the text says what its name said.
        #expect(text.contains("date: 2026-01-02\n"))
        #expect(text.contains("title: By the sea\n"))
    }

    /// As a folder, a file each, and as one file.
    @Test func entriesComeBackAsMarkdown() throws {
        let texts = ["a\n---\nuid: b\n---\nc", "---", "\n\nedges\n\n", "# Heading\n\n- [ ] list", "x"]
        for (number, text) in texts.enumerated() {
            try hub.run(
                "journal add",
                [
                    "text": .text(text), "title": .text("No: \(number) #x"),
                    "at": .text("2026-01-0\(number + 1)T08:00"),
                    "zone": .text(["Asia/Tokyo", "floating", "UTC", "Europe/Vienna", "floating"][number]),
                    "tags": ["a, b", .text("\(number)")],
                ])
        }
        try hub.run("journal add", ["title": "true", "at": "2026-02-01"])
        func contents(_ hub: TemporaryHub) throws -> [DataObject] {
            try hub.items("journal list", ["sort": "oldest"]).map { entry in
                var entry = entry
                for field in ["id", "createdAt", "updatedAt"] { entry[field] = nil }
                return entry
            }
        }
        let one = try Self.hub()
        #expect(try one.importFile(TextFile("journal.md", try markdown())).added == 6)
        #expect(try contents(one) == contents(hub))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "atrium-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let written = try hub.session().exportFiles(
            ExportRequest(module: "journal", format: .markdown), to: folder.path)
        #expect(written.count == 6)
        let each = try Self.hub()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let data = try Data(contentsOf: folder.appendingPathComponent(name))
            try each.importFile(TextFile(name, String(decoding: data, as: UTF8.self)))
        }
        #expect(try contents(each) == contents(hub))
    }

    // MARK: - jrnl

    @Test func jrnlComesIn() throws {
        let file = TextFile(
            "journal.txt",
            """
            [2026-01-02 09:30] By the @sea. *
            We walked.

            [2026-01-03 10:00:00 PM] Home

            """)
        let report = try hub.importFile(file)
        #expect(report.format == .jrnl)
        #expect(report.added == 2)
        let entry = try shown()
        #expect(entry["at"] == "2026-01-02T09:30:00")
        #expect(entry["zone"] == "Europe/Vienna")
        #expect(entry["title"] == "By the @sea.")
        #expect(entry["text"] == "We walked.")
        #expect(entry["tags"] == ["sea", "starred"])
        #expect(try shown(2)["at"] == "2026-01-03T22:00:00")
        #expect(try hub.importFile(file).unchanged == 2)
        // An entry that jrnl has edited is known again.
        let edited = String(decoding: file.content, as: UTF8.self).replacing("walked", with: "ran")
        #expect(try hub.importFile(TextFile("journal.txt", edited)).updated == 1)
        #expect(try shown()["text"] == "We ran.")
    }

    @Test func anOrderThatNobodyKnowsIsAskedFor() throws {
        let file = TextFile("journal.txt", "[03/04/2026 09:30] Which?\n")
        let error = try #require(throws: AtriumError.self) { try hub.importFile(file) }
        #expect(error.field == "dateOrder")
        try hub.importFile(file, options: ["dateOrder": "mdy"])
        #expect(try shown()["at"] == "2026-03-04T09:30:00")
    }
}
