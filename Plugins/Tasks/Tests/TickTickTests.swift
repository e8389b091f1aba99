import AtriumHost
import AtriumSDK
import AtriumTesting
import CSVFormat
import Testing

@testable import Tasks

/// TickTick's backups of all lists.
@Suite struct TickTickTests {
    private let vault: ProgramVault

    init() throws { vault = try ProgramVault() }

    private static let header =
        "Folder Name,List Name,Title,Content,Is Check list,Due Date,Repeat,Priority,Status,Created Time,taskId,parentId\n"

    private func file(_ rows: String) -> TextFile { TextFile("TickTick.csv", Self.header + rows) }

    private func backup() throws -> TextFile { try ProgramVault.fixture("ticktick/backup.csv") }

    @Test func aBackupComesIn() throws {
        let report = try vault.take(try backup())
        #expect(report.profile == "ticktick")
        #expect(report.added == 7 && report.unreadable == 0)
        #expect(
            report.issues.map { [$0.code, $0.property, String($0.line)] } == [
                ["bad-priority", "Priority", "13"], ["no-offset", "Due Date", "13"],
            ])
        #expect(report.remarks == [])
        #expect(
            try vault.tasks("title", "project", "section", "parent", "status", "priority") == [
                ["Buy food", "Errands", "Soon", .null, "open", 1],
                ["Milk", "Errands", .null, "Buy food", "open", .null],
                ["Bread", "Errands", .null, "Buy food", "done", .null],
                ["Post the parcel", "Errands", .null, "Go out", "open", 5],
                ["Go out", "Errands", .null, .null, "open", .null],
                ["Old idea", .null, .null, .null, "cancelled", 9],
                ["Done one", .null, .null, .null, "done", .null],
            ])
        let tasks = try vault.byTitle()
        #expect(
            tasks["Buy food"]?["notes"] == "For Sunday" && tasks["Buy food"]?["tags"] == ["shop", "week"])
        #expect(
            tasks["Buy food"]?["due"] == "2026-03-08"
                && tasks["Buy food"]?["createdAt"] == "2026-02-01T08:00:00Z")
        let parcel = tasks["Post the parcel"]
        #expect(parcel?["due"] == "2026-03-04T17:30:00" && parcel?["zone"] == "Europe/Vienna")
        #expect(parcel?["start"] == "2026-03-03" && parcel?["repeat"] == "FREQ=WEEKLY;BYDAY=WE")
        #expect(
            tasks["Go out"]?["due"] == "2026-02-27T14:59:52" && tasks["Go out"]?["zone"] == "Europe/Vienna")
        #expect(tasks["Old idea"]?["cancelledAt"] == "2026-02-11T10:00:00Z")
        #expect(tasks["Done one"]?["completedAt"] == "2026-02-12T10:00:00Z")
        let projects = try vault.hub.items("tasks projects list")
        #expect(projects.map { $0["title"] } == ["Errands"])
        #expect(projects.first?["tags"] == ["Home"])
    }

    @Test func theSameFileAgainChangesNothing() throws {
        try vault.take(try backup())
        let before = try vault.tasks("title", "parent", "updatedAt")
        vault.hub.clock.advance(days: 1)
        let again = try vault.take(try backup())
        #expect(again.unchanged == 7 && again.updated == 0 && again.added == 0)
        #expect(try vault.tasks("title", "parent", "updatedAt") == before)
    }

    /// TickTick numbers the tasks of each backup anew.
    @Test func aLaterBackupUpdates() throws {
        try vault.take(
            file(
                "F,L,One,,N,,,0,0,2026-01-01T00:00:01+0000,1,\nF,L,Two,,N,,,0,0,2026-01-01T00:00:02+0000,2,1\nF,M,Two,,N,,,0,0,2026-01-01T00:00:03+0000,3,\n"
            ))
        let uids = try vault.tasks("title", "uid")
        let report = try vault.take(
            file(
                "F,L,New,,N,,,0,0,2026-01-02T00:00:01+0000,1,\nF,N,One,,N,,,5,2,2026-01-01T00:00:01+0000,2,\nF,N,Two,,N,,,0,0,2026-01-01T00:00:02+0000,3,2\nF,M,Two,,N,,,1,0,2026-01-01T00:00:03+0000,4,\n"
            ))
        // The part went into the other project with its parent, so its own row changes nothing.
        #expect(report.added == 1 && report.updated == 2 && report.unchanged == 1)
        let tasks = try vault.tasks("title", "uid", "project", "parent", "priority")
        #expect(tasks.prefix(3).map { Array($0.prefix(2)) } == uids)
        #expect(
            tasks.map { Array($0.dropFirst(2)) } == [
                ["N", .null, 1], ["N", "One", .null], ["M", .null, 9], ["L", .null, .null],
            ])
    }

    @Test func oneTaskBelowThreeNotesIsRead() throws {
        let text =
            "\"Date: 2026-03-01+0000\"\n\"Version: 7.2\"\n\"Status: \n0 Normal\n2 Completed\"\n" + Self.header
            + "F,L,One,,N,,,0,0,2026-01-01T00:00:01+0000,1,\n"
        let report = try vault.take(TextFile("TickTick.csv", text))
        #expect(report.profile == "ticktick" && report.added == 1 && report.issues.isEmpty)
        #expect(try vault.table().text.contains("Version: 7.2"))
    }

    @Test func circlesAndLostParentsAreTakenWithoutAParent() throws {
        let report = try vault.take(
            file(
                "F,L,A,,N,,,0,0,,1,2\nF,L,B,,N,,,0,0,,2,1\nF,L,C,,N,,,0,0,,3,3\nF,L,D,,N,,,0,0,,4,99\n"))
        #expect(report.added == 4)
        #expect(report.issues.map { [$0.code, String($0.line)] } == [["parent-circle", "4"]])
        #expect(
            report.remarks == [
                "1 task was imported without a parent: the file does not contain the parent: “D”",
                "1 task was imported without a parent: a task cannot be a part of itself, and subtasks go 5 levels deep: “A”",
            ])
        #expect(
            try vault.tasks("title", "parent") == [["A", .null], ["B", "A"], ["C", .null], ["D", .null]])
    }

    @Test(arguments: [false, true])
    func aLongLineOfDescentIsTaken(isReversed: Bool) throws {
        let rows = (1...10_000).map { "F,L,Task \($0),,N,,,0,0,,\($0),\($0 == 1 ? "" : String($0 - 1))\n" }
        let file = file((isReversed ? rows.reversed() : rows).joined())
        #expect(try vault.take(file).added == 10_000)
        #expect(try vault.take(file).unchanged == 10_000)
    }

    @Test func badRowsStopNoOther() throws {
        let report = try vault.take(
            file(
                "F,L,,,N,,,0,0,,1,\nF,L,One,,N,soon,ERULE:NAME=X,9,7,,2,\nF,L\nF,L,Two,,N,,,0,0,,3,,,more\n"))
        #expect(report.added == 2 && report.unreadable == 2)
        let codes = Set(report.issues.filter { $0.line == 3 }.map(\.code))
        #expect(codes == ["bad-date", "bad-repeat", "bad-priority", "bad-status"])
    }

    @Test func whatNoFieldHoldsComesBack() throws {
        try vault.take(try backup())
        let table = try vault.table().table
        #expect(!table.header.names.contains { $0.hasPrefix("(") })
        let row = try #require(table.rows.first { $0.value("title", in: table.header) == "Go out" })
        #expect(row.value("TickTick Priority", in: table.header) == "p1")
        #expect(row.value("TickTick Kind", in: table.header) == "TEXT")
        #expect(row.value("priority", in: table.header) == "")
        #expect(row.value("Due Date", in: table.header) == "2026-02-27 14:59:52")
        let food = try #require(table.rows.first)
        #expect(food.value("Content", in: table.header) == "For Sunday\n▫Milk\n▪Bread")
        #expect(food.value("Order", in: table.header) == "-10995116")
        try vault.expectOwnExportToComeBack()
    }

    @Test(arguments: [
        ("▫Milk\n▪Bread", ["▫Milk", "▪Bread"], nil), ("a\r▫b▪c", ["▫b", "▪c"], "a"), ("", [], nil),
        ("▫\n▪ \nx\ny", [], "x\ny"),
    ])
    func linesOfCheckLists(_ content: String, _ lines: [String], _ text: String?) {
        let list = CheckList(content)
        #expect(list.lines == lines && list.text == text)
    }
}
