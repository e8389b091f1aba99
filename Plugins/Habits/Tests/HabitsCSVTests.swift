import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import CSVFormat
import Foundation
import Testing

@testable import Habits

@Suite struct HabitsCSVTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [habitsModule], formats: [CSVFileFormat()])
    }

    private func importText(_ text: String, columns: [(column: String, field: String)] = []) throws {
        let report = try hub.importFile(TextFile("habits.csv", text), columns: columns)
        try #require(report.added + report.updated + report.unchanged == report.items)
        #expect(report.profile == "habits")
    }

    @Test func aFileWithoutUidsComesInAndGoesOut() throws {
        try importText("title,target,days\r\nRead,12,2026-03-01 2026-03-02\r\nWalk,,\r\n")

        let habits = try hub.items("habits list")
        let uids = habits.compactMap { $0["uid"]?.textValue }

        #expect(habits.map { $0["title"] } == [.text("Read"), .text("Walk")])
        #expect(habits.map { $0["target"] } == [.integer(12), .integer(20)])
        try #require(uids.count == 2)
        #expect(
            try hub.export("habits")
                == "uid,title,target,days\r\n\(uids[0]),Read,12,2026-03-01 2026-03-02\r\n\(uids[1]),Walk,,\r\n"
        )
    }

    @Test func aTableIsKnownAgainAfterItsExportCameBack() throws {
        let table = TextFile("h.csv", "title,days\r\nRead,2026-03-01\r\nWalk,\r\n")
        try hub.importFile(table)
        let export = TextFile("x.csv", try hub.export("habits"))
        let other = try TemporaryHub(modules: [habitsModule], formats: [CSVFileFormat()])
        #expect(try other.importFile(export).added == 2)
        #expect(try hub.importFile(export).unchanged == 2)
        for hub in [hub, other] {
            let again = try hub.importFile(table)
            #expect(again.unchanged == 2 && again.issues.isEmpty)
            let changed = try hub.importFile(
                TextFile("h.csv", table.text.replacing("Walk,", with: "Walk,2026-03-02")))
            #expect(changed.updated == 1 && changed.unchanged == 1)
        }
    }

    @Test func otherColumnsAndUnreadableCellsComeBack() throws {
        let text =
            "uid,title,target,days,Colour\r\na-1,Read,12,2026-02-30 2026-03-01,red\r\na-2,Walk,lots,,\r\n"
        let report = try hub.importFile(TextFile("habits.csv", text))

        #expect(report.unmappedColumns == ["Colour"])
        #expect(report.issues.map(\.code) == ["bad-date", "bad-target"])
        #expect(report.issues.map(\.line) == [2, 3])
        #expect(report.issues.map(\.property) == ["days", "target"])
        #expect(try hub.export("habits") == text)
    }

    @Test func anEditChangesItsCellAndNoOther() throws {
        try importText("uid,title,target,days,Colour\r\na-1, Read,012,2026-03-01;2026-03-02,red\r\n")
        try hub.run("habits edit", ["record": .text("Read"), "target": .integer(5)])
        #expect(
            try hub.export("habits")
                == "uid,title,target,days,Colour\r\na-1,\" Read\",5,2026-03-01;2026-03-02,red\r\n")
        try hub.run("habits toggle", ["record": .text("Read"), "day": .text("2026-03-02")])
        #expect(
            try hub.export("habits") == "uid,title,target,days,Colour\r\na-1,\" Read\",5,2026-03-01,red\r\n")
    }

    /// A file says nothing of columns that it does not have.
    @Test func aFileWithoutDaysKeepsThem() throws {
        try importText("uid,title,target,days\r\na-1,Read,12,2026-03-01\r\n")
        try importText("uid,title,target\r\na-1,Read more,13\r\n")
        let habit = try hub.run("habits show", ["record": .text("a-1")])
        #expect(habit["title"] == .text("Read more"))
        #expect(habit["target"] == .integer(13))
        #expect(habit["days"] == .list([.text("2026-03-01")]))
    }

    @Test func aHabitThatWasEditedHereIsNotOverwritten() throws {
        try importText("uid,title,target,days\r\na-1,Read,12,\r\n")
        try hub.run("habits edit", ["record": .text("Read"), "target": .integer(5)])
        let report = try hub.importFile(TextFile("habits.csv", "uid,title,target,days\r\na-1,Read,14,\r\n"))
        #expect(report.conflicts == 1)
        #expect(try hub.run("habits show", ["record": .text("Read")])["target"] == .integer(5))
    }

    @Test func aRowWithoutATitleIsKeptAndNamed() throws {
        let report = try hub.importFile(
            TextFile("habits.csv", "title,target,days\r\nRead,12,\r\n,3,2026-03-01\r\n"))
        #expect(report.added == 1)
        #expect(report.issues.map(\.code) == ["unusable-item"])
        #expect(report.issues.map(\.line) == [3])
    }

    @Test func columnsOfOtherNamesAreMapped() throws {
        try importText(
            "Habit,Goal,Done\r\nRead,12,2026-03-01\r\n",
            columns: [("Habit", "title"), ("Goal", "target"), ("Done", "days")])
        #expect(try hub.items("habits list").map { $0["days"] } == [.list([.text("2026-03-01")])])
    }

    @Test(arguments: [
        ("title,days", FormatConfidence.certain), ("Title, Target ,x", .likely), ("title", nil),
        ("days,target", nil),
        ("", nil),
    ])
    func recognition(header: String, confidence: FormatConfidence?) throws {
        let names = header.split(separator: ",").map(String.init)
        let recognition = HabitsCSV.recognise(CSVHeader(names: names), ImportOptions(timeZone: .gmt))
        #expect(recognition?.confidence == confidence)
    }

    /// A day that may be two is asked for, never guessed.
    @Test func daysOfOtherProgramsAreReadInTheOrderThatTheUserNames() throws {
        let file = TextFile("habits.csv", "title;days\r\nRead;3/4/2026 13/4/2026\r\n")
        let refused = #expect(throws: AtriumError.self) { try hub.importFile(file) }
        #expect(refused == .dateOrderNeeded(line: 2, column: "days"))
        #expect(try hub.items("habits list").isEmpty)
        #expect(try hub.importFile(file, options: ["dateOrder": .text("dmy")]).added == 1)
        #expect(
            try hub.items("habits list").first?["days"]
                == .list([.text("2026-04-03"), .text("2026-04-13")]))
    }

    @Test func habitsComeBackFromAFileForSpreadsheets() throws {
        for title in ["=1+1", "'=2", "-1+1", "Read"] { try hub.run("habits add", ["title": .text(title)]) }
        let plain = try hub.export("habits")
        let safe = try hub.export(
            "habits", options: ["forSpreadsheet": .bool(true), "delimiter": .text("tab")])
        #expect(safe.hasPrefix("uid [' before formulas]\ttitle\t"))
        #expect(safe.contains("\t'=1+1\t") && safe.contains("\t''=2\t"))
        let copy = try TemporaryHub(modules: [habitsModule], formats: [CSVFileFormat()])
        #expect(try copy.importFile(TextFile("habits.csv", safe)).added == 4)
        #expect(try copy.export("habits") == plain)
    }

    @Test func columnsOfOtherNamesAreGuessed() {
        let header = CSVHeader(names: ["Gewohnheit", "Ziel", "Done", "Colour"])
        #expect(HabitsCSV.guesses(for: header, rows: []).map(\.field) == ["title", "target", "days", nil])
    }
}

extension TextFile {
    /// The content as text.
    fileprivate var text: String { String(decoding: content, as: UTF8.self) }
}
