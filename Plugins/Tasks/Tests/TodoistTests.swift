import AtriumHost
import AtriumSDK
import AtriumTesting
import CSVFormat
import Testing

@testable import Tasks

/// Todoist's tables of a project each, from templates and backups.
@Suite struct TodoistTests {
    private let vault: ProgramVault

    init() throws { vault = try ProgramVault() }

    private static let header =
        "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE\n"

    private func home() throws -> TextFile { try ProgramVault.fixture("todoist/Home [2203306141].csv") }

    private func file(_ rows: String, named name: String = "Home [1].csv") -> TextFile {
        TextFile(name, Self.header + rows)
    }

    @Test func aProjectComesInWithSectionsPartsAndNotes() throws {
        let report = try vault.take(try home())
        #expect(report.profile == "todoist")
        #expect(report.added == 6 && report.unreadable == 0)
        #expect(report.unmappedColumns == ["AUTHOR", "DATE_LANG", "DEADLINE_LANG", "IS_COLLAPSED"])
        #expect(report.issues.isEmpty)
        #expect(
            try vault.tasks("title", "project", "section", "parent") == [
                ["Water plants", "Home", .null, .null],
                ["Tax return", "Home", "Paper work", .null],
                ["Find receipts", "Home", "Paper work", "Tax return"],
                ["Scan them", "Home", "Paper work", "Find receipts"],
                ["Send it", "Home", "Paper work", "Tax return"],
                ["Paint", "Home", "Cellar", .null],
            ])
        #expect(
            try vault.tasks("planned", "due", "zone", "estimate", "priority") == [
                ["2026-03-05", .null, .null, .null, .null],
                ["2026-04-30", "2026-04-30T18:00:00", "Europe/Vienna", 90, 1],
                ["2026-03-02", "2026-04-20", .null, .null, 5],
                [.null, .null, .null, .null, 9],
                [.null, .null, .null, 1440, .null],
                [.null, .null, .null, .null, .null],
            ])
        let tasks = try vault.byTitle()
        #expect(tasks["Find receipts"]?["repeat"] == "FREQ=WEEKLY;BYDAY=MO")
        #expect(tasks["Water plants"]?["tags"] == ["home", "5min"])
        #expect(tasks["Water plants"]?["notes"] == "Only the ones on the balcony\n\nAnd the fig,\ntwice")
        #expect(tasks["Tax return"]?["notes"] == "Forms L1, L1i")
    }

    @Test func theInboxIsNoProject() throws {
        let report = try vault.take(try ProgramVault.fixture("todoist/Inbox [2203306140].csv"))
        #expect(report.added == 1 && report.issues.isEmpty)
        #expect(
            try vault.tasks("title", "project", "planned", "due", "zone", "priority") == [
                ["Call the bank", .null, "2026-03-03", "2026-03-03T09:30:00", "Europe/Vienna", 1]
            ])
    }

    @Test(arguments: [
        ("Home [2203306141].csv", "Home"), ("Home [2203306141] (1).csv", "Home"),
        ("Plan (2).csv", "Plan (2)"),
        ("Plan B.2.csv", "Plan B.2"), ("Home", "Home"), ("[12].csv", "[12]"), ("Inbox [1].csv", nil),
        ("inbox.csv", nil), ("-", nil), (" .csv", nil), ("A  [x] [7].csv", "A [x]"),
    ])
    func theNameOfAFileIsItsProject(_ file: String, _ project: String?) {
        #expect(TodoistPass.projectName(ofFile: file) == project)
    }

    @Test(arguments: [
        ("Call Ann @home", "Call Ann", ["home"]), ("@a @b-c", "@a @b-c", ["a", "b-c"]),
        ("mail a@b.org @ 5", "mail a@b.org @ 5", []), ("Go @out, now", "Go now", ["out"]),
        ("Two  blanks", "Two  blanks", []), ("@büro Post", "Post", ["büro"]), ("@@ x", "@@ x", []),
    ])
    func labelsAreTags(_ content: String, _ title: String, _ labels: [String]) {
        let read = TodoistProfile.title(of: content)
        #expect(read?.title == title && read?.labels == labels)
    }

    @Test(arguments: [
        ("2026-03-05", "2026-03-05", nil), ("2026-03-05T18:00", "2026-03-05", "2026-03-05T18:00:00"),
        ("2026-03-05 18:00", "2026-03-05", "2026-03-05T18:00:00"),
        ("2026-03-05T18:00:00Z", "2026-03-05", "2026-03-05T18:00:00Z"), ("5 Mar 2026", "2026-03-05", nil),
    ])
    func datesWithNumbersAreRead(_ text: String, _ day: String, _ time: String?) {
        let date = FileTime(text)
        #expect(date?.day.description == day && date?.time == time)
    }

    @Test(
        arguments: [
            ("every monday", "2026-03-02", .null, "FREQ=WEEKLY;BYDAY=MO", "schedule"),
            ("every day at 9", "2026-03-02", "2026-03-02T09:00:00", "FREQ=DAILY", "schedule"),
            ("every! 3 days", "2026-03-02", .null, "FREQ=DAILY;INTERVAL=3", "completion"),
            ("every other friday", "2026-03-06", .null, "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "schedule"),
            ("tomorrow", "2026-03-03", .null, .null, "schedule"),
            ("tomorrow at 18:00", "2026-03-03", "2026-03-03T18:00:00", .null, "schedule"),
            ("27 Jan", "2027-01-27", .null, .null, "schedule"),
        ] as [(String, DataValue, DataValue, DataValue, DataValue)])
    func englishWordsCountFromTheImport(
        _ text: String, _ planned: DataValue, _ due: DataValue, _ rule: DataValue, _ from: DataValue
    ) throws {
        let rows = file("task,Read,,4,1,,,\(text),en,Europe/Vienna\n")
        let report = try vault.take(rows)
        #expect(report.added == 1 && report.issues.isEmpty)
        #expect(
            try vault.tasks("planned", "due", "repeat", "repeatFrom") == [[planned, due, rule, from]])
        // The same file says the same a week later.
        vault.hub.clock.set(try #require(Timestamp.date("2026-03-09T06:30:00Z")))
        #expect(try vault.take(rows).unchanged == 1)
        #expect(try vault.tasks("planned") == [[planned]])
        let table = try vault.table().table
        #expect(table.rows.first?.value("DATE", in: table.header) == text)
    }

    @Test(arguments: ["2026-02-30", "3/4/2026", "", "jeden Tag", "some day", "every monday or so"])
    func otherDatesStayInTheRow(_ text: String) throws {
        #expect(FileTime(text) == nil)
        guard !text.isEmpty else { return }
        let report = try vault.take(file("task,Read,,4,1,,,\"\(text)\",en,\n"))
        #expect(report.added == 1)
        #expect(report.issues.map { [$0.code, $0.property] } == [["unread-date", "DATE"]])
        let table = try vault.table().table
        #expect(table.rows.first?.value("DATE", in: table.header) == text)
    }

    // MARK: - Bad rows

    @Test func aBadRowStopsNoOther() throws {
        let rows = """
            note,Of the project,,,,,,,,
            task,First,,7,x,,,,,
            milestone,Unknown,,4,1,,,,,
            task,,,4,1,,,,,
            task,Below nothing,,4,2,,,,,
            task,Much too deep,,4,9,,,,,
            ,Without a type,,4,1,,,,,
            task
            task,Last,,4,1,,,,,,surplus
            section,,,,,,,,,
            task,\(String(repeating: "x", count: 600)),,4,1,,,,,

            """
        let report = try vault.take(file(rows))
        #expect(report.added == 6 && report.unreadable == 3)
        let codes = Dictionary(grouping: report.issues, by: \.line).mapValues { $0.map(\.code).sorted() }
        #expect(codes[3] == ["bad-indent", "bad-priority"])
        #expect(codes[4] == ["unusable-item"])
        #expect(codes[5] == ["unusable-item"])
        #expect(codes[6]?.contains("bad-indent") == true)
        #expect(codes[7] == ["bad-indent"])
        #expect(codes[9]?.contains("unusable-item") == true)
        #expect(codes[10]?.contains("many-fields") == true)
        #expect(codes[12] == ["too-long"])
        #expect(
            try vault.tasks("title", "parent").dropLast() == [
                ["First", .null], ["Below nothing", .null], ["Much too deep", "Below nothing"],
                ["Without a type", .null], ["Last", .null],
            ])
        #expect(try vault.table().text.contains("\"note,Of the project"))
    }

    @Test(arguments: [
        "", "section,Only,,,,,,,,\nmeta,x,,,,,,,,\n", "note,Only,,,,,,,,\n",
    ])
    func aFileWithoutTasksIsRead(_ rows: String) throws {
        let report = try vault.take(file(rows))
        #expect(report.error == nil && report.added == 0)
        #expect(report.unreadable == (rows.isEmpty ? 0 : 1))
    }

    @Test func rowsInAnotherDialectAndCharsetAreRead() throws {
        let text = (Self.header + "section,Büro,,,,,,,,\ntask,Größe,,4,1,,,,,\n").replacing(",", with: ";")
        let bytes = text.unicodeScalars.map { UInt8($0.value) }
        let report = try vault.take(TextFile("Home.csv", content: bytes))
        #expect(report.added == 1 && report.encoding == "windows-1252")
        #expect(try vault.tasks("title", "section") == [["Größe", "Büro"]])
    }

    // MARK: - Again

    @Test func theSameFileAgainChangesNothing() throws {
        let file = try home()
        #expect(try vault.take(file).added == 6)
        let before = try vault.tasks("title", "project", "section", "parent", "updatedAt")
        vault.hub.clock.advance(days: 1)
        let again = try vault.take(file)
        #expect(again.unchanged == 6 && again.added == 0 && again.updated == 0)
        #expect(try vault.tasks("title", "project", "section", "parent", "updatedAt") == before)
    }

    @Test func aChangedFileUpdates() throws {
        try vault.take(
            file(
                "section,A,,,,,,,,\ntask,Pack,,4,1,,,,,\ntask,Bag,,4,2,,,,,\ntask,Move,,4,1,,,,,\ntask,Bag,,4,2,,,,,\n"
            ))
        let uids = try vault.tasks("title", "uid")
        // A section is renamed, a priority is another, a task is new and one moves into another.
        let report = try vault.take(
            file(
                "section,B,,,,,,,,\ntask,New,,4,1,,,,,\ntask,Pack,,1,1,,,,,\ntask,Bag,,4,2,,,,,\ntask,Move,,4,2,,,,,\ntask,Bag,,4,3,,,,,\n"
            ))
        #expect(report.added == 1 && report.updated == 4)
        let tasks = try vault.tasks("title", "uid", "section", "parent", "priority")
        #expect(tasks.dropLast().map { Array($0.prefix(2)) } == uids)
        #expect(
            tasks.map { Array($0.dropFirst(2)) } == [
                ["B", .null, 1], ["B", "Pack", .null], ["B", "Pack", .null], ["B", "Move", .null],
                ["B", .null, .null],
            ])
    }

    @Test func aNewPartFindsItsUnchangedParent() throws {
        try vault.take(file("task,Pack,,4,1,,,,,\ntask,Bag,,4,2,,,,,\n"))
        let report = try vault.take(file("task,Pack,,4,1,,,,,\ntask,Bag,,4,2,,,,,\ntask,Shoes,,4,2,,,,,\n"))
        #expect(report.added == 1 && report.unchanged == 2)
        #expect(try vault.byTitle()["Shoes"]?["parent"] == "Pack")
    }

    @Test func oneTitleOfTwoProjectsIsOneProject() throws {
        try vault.take(file("task,One,,4,1,,,,,\n", named: "Home [1].csv"))
        try vault.take(file("task,Two,,4,1,,,,,\n", named: "home [2].csv"))
        let projects = try vault.hub.items("tasks projects list")
        #expect(projects.map { $0["title"] } == ["Home"])
        #expect(try vault.tasks("title", "project") == [["One", "Home"], ["Two", "Home"]])
    }

    // MARK: - Out

    @Test func everyCellThatNoFieldHoldsComesBack() throws {
        let file = try home()
        try vault.take(file)
        let (_, table) = try vault.table()
        let source = try CSVTable(file.content, hasHeader: true)
        let tasks = source.rows.filter { $0.value("TYPE", in: source.header) == "task" }
        #expect(tasks.count == table.rows.count)
        for (row, original) in zip(table.rows, tasks) {
            for name in source.header.names {
                let written = name == "PRIORITY" ? "Todoist PRIORITY" : name
                #expect(
                    row.value(written, in: table.header) == original.value(name, in: source.header), "\(name)"
                )
            }
        }
        let rows = table.rows.compactMap { $0.value("Todoist rows", in: table.header) }.joined(
            separator: "\n")
        for kept in [
            "meta,view_style=list", "section,Paper work", "note,Only the ones", "twice", "meta,last=1",
        ] {
            #expect(rows.contains(kept), "\(kept) is gone")
        }
        #expect(!table.header.names.contains { $0.hasPrefix("(") })
        try vault.expectOwnExportToComeBack()
    }

    @Test func anEditIsWrittenAndTheRestStays() throws {
        try vault.take(try home())
        _ = try vault.hub.run("tasks edit", ["record": "Paint", "title": "Paint it", "priority": 3])
        let (_, table) = try vault.table()
        let row = try #require(table.rows.last)
        #expect(row.value("title", in: table.header) == "Paint it")
        #expect(row.value("priority", in: table.header) == "3")
        #expect(row.value("CONTENT", in: table.header) == "Paint")
        #expect(row.value("Todoist PRIORITY", in: table.header) == "4")
        let again = try vault.take(try home())
        #expect(again.unchanged == 6 && again.conflicts == 0)
    }

    // MARK: - Size

    @Test func aLongLineOfDescentIsTaken() throws {
        let rows = (1...10_000).map { "task,Task \($0),,4,\($0),,,,,\n" }.joined()
        let report = try vault.take(file(rows))
        #expect(report.added == 10_000)
        let deep = report.issues.count { $0.code == "too-deep" } + (report.omittedIssues)
        #expect(deep > 1000)
        #expect(try vault.take(file(rows)).unchanged == 10_000)
    }
}
