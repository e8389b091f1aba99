import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import CSVFormat
import Foundation
import RecordKit
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

    @Test("A short table with a control character looks like no text, but comes back with the whole vault")
    func controlCharacters() throws {
        try hub.run("habits add", ["title": "a\u{2}b"])
        #expect(try hub.restored().hub.items("habits list").map { $0["title"] } == ["a\u{2}b"])
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
        let importer = habitKind.importer()
        let recognition = importer.recognise(Self.container(names), ImportOptions(timeZone: .gmt))
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

    @Test func columnsOfOtherNamesAreGuessed() throws {
        let importer = habitKind.importer()
        let guesses = importer.guess(Self.container(["Gewohnheit", "Ziel", "Done", "Colour", "Mood"]), [])
        #expect(guesses.map(\.field) == ["title", "target", "days", "color", nil])
    }

    private static func container(_ names: [String]) -> Container {
        Container(format: .csv, source: [], value: CSVHeader(names: names))
    }

    // MARK: - Schedules, amounts, notes

    private static let wide = """
        uid,title,target,days,weekdays,timesAWeek,unit,goal,start,color,archived,notes\r
        a-1,Read,,2026-03-01=12 2026-03-02=2.5 2026-03-03,mon tue,,pages,10,2026-01-01,teal,,"2026-03-01: at sea: calm\r
        2026-03-03: tired"\r
        a-2,Run,,,,3,,,,,yes,\r
        a-3,Walk,12,2026-03-01,,,,,,,,\r

        """

    @Test func whatIsNewComesInAndGoesOut() throws {
        let report = try hub.importFile(TextFile("habits.csv", Self.wide))
        #expect(report.added == 3 && report.issues.isEmpty && report.unmappedColumns.isEmpty)
        let read = try hub.run("habits show", ["record": .text("Read")])
        #expect(read["weekdays"] == .list([.text("mon"), .text("tue")]))
        #expect(read["unit"] == .text("pages") && read["goal"] == .decimal(10))
        #expect(read["start"] == .text("2026-01-01") && read["color"] == .text("teal"))
        #expect(read["days"] == .list([.text("2026-03-01"), .text("2026-03-03")]))
        #expect(
            read["entries"]?.listValue?.map { $0.objectValue?["note"] }
                == [.text("at sea: calm"), .null, .text("tired")])
        #expect(try hub.items("habits list").map { $0["title"] } == [.text("Read"), .text("Walk")])
        #expect(try hub.export("habits") == Self.wide)
        #expect(try hub.importFile(TextFile("again.csv", Self.wide)).unchanged == 3)
    }

    struct Edit: Sendable {
        let command: String
        let values: DataObject
        let changes: [(old: String, new: String)]
    }

    static let edits = [
        Edit(command: "edit", values: ["timesAWeek": .integer(2)], changes: [(",mon tue,,", ",,2,")]),
        Edit(command: "edit", values: ["goal": .null], changes: [(",pages,10,", ",pages,,")]),
        Edit(
            command: "edit", values: ["archived": .bool(true), "color": .text("#aabbcc")],
            changes: [(",teal,,", ",#AABBCC,yes,")]),
        Edit(
            command: "log", values: ["day": .text("2026-03-02"), "amount": .decimal(4)],
            changes: [("=2.5", "=4")]),
        Edit(
            command: "log", values: ["day": .text("2026-03-03"), "note": .text("")],
            changes: [("\r\n2026-03-03: tired", "")]),
        Edit(
            command: "toggle", values: ["day": .text("2026-03-01")],
            changes: [("2026-03-01=12 ", ""), ("2026-03-01: at sea: calm\r\n", "")]),
    ]

    /// What an edit does not touch stays to the byte; the others are written in the same form.
    @Test(arguments: edits)
    func anEditOfWhatIsNewChangesItsCells(_ edit: Edit) throws {
        try hub.importFile(TextFile("habits.csv", Self.wide))
        var input = edit.values
        input["record"] = .text("Read")
        try hub.run("habits \(edit.command)", input)
        var wanted = Self.wide
        for (old, new) in edit.changes {
            try #require(wanted.contains(old))
            wanted = wanted.replacing(old, with: new, maxReplacements: 1)
        }
        // A cell of several lines is written anew with a line feed, and a cell of one without quotes.
        let found = try hub.export("habits")
        #expect(
            found.replacing("\r\n", with: "\n").replacing("\"", with: "")
                == wanted.replacing("\r\n", with: "\n").replacing("\"", with: ""))
    }

    @Test func habitsWithoutWhatIsNewHaveTheColumnsOfBefore() throws {
        try hub.run("habits add", ["title": .text("Read")])
        #expect(try hub.export("habits").hasPrefix("uid,title,target,days,createdAt\r\n"))
        try hub.run("habits add", ["title": .text("Run"), "timesAWeek": .integer(3)])
        #expect(try hub.export("habits").hasPrefix("uid,title,target,days,timesAWeek,createdAt\r\n"))
        try hub.run("habits log", ["record": .text("Read"), "note": .text("a note")])
        #expect(try hub.export("habits").hasPrefix("uid,title,target,days,timesAWeek,notes,createdAt\r\n"))
    }

    /// Columns keep their place and spelling.
    @Test func columnsOfAFileStandInItsOrder() throws {
        let text = "uid,title,target,days,Notes,Mood,Color\r\na-1,Read,12,,,good,red\r\n"
        let report = try hub.importFile(TextFile("habits.csv", text))
        #expect(report.unmappedColumns == ["Mood"])
        #expect(try hub.export("habits") == text)
    }

    @Test(arguments: [
        ("weekdays", "someday", "bad-weekdays"), ("timesAWeek", "8", "bad-times"), ("goal", "0", "bad-goal"),
        ("goal", "much", "bad-goal"), ("color", "reddish", "bad-color"), ("start", "soon", "bad-date"),
        ("start", "2026-03-02", "bad-start"), ("archived", "perhaps", "bad-archived"),
        ("notes", "no day", "bad-note"), ("notes", "2026-03-09: x", "note-without-day"),
        ("timesAWeek", "3", "several-schedules"),
    ])
    func whatCannotBeReadIsNamedAndComesBack(column: String, cell: String, code: String) throws {
        let text = "uid,title,target,days,\(column)\r\na-1,Read,12,2026-03-01,\(cell)\r\n"
        let report = try hub.importFile(TextFile("habits.csv", text))
        #expect(report.added == 1)
        #expect(report.issues.map(\.code) == [code])
        #expect(try hub.export("habits") == text)
        let habit = try hub.run("habits show", ["record": .text("Read")])
        #expect(habit["target"] == .integer(12) && habit["days"] == .list([.text("2026-03-01")]))
        try hub.run("habits edit", ["record": .text("Read"), "title": .text("Read more")])
        #expect(try hub.export("habits") == text.replacing("Read", with: "Read more"))
    }

    /// Days and notes are one value in two cells: if one is changed, what could not be read of the other comes back.
    @Test func notesThatWereNotTakenComeBackBesideAnotherDay() throws {
        let text = "uid,title,target,days,notes\r\na-1,Read,12,2026-03-01,\"2026-03-05: x\nno day\"\r\n"
        try hub.importFile(TextFile("habits.csv", text))
        try hub.run("habits toggle", ["record": "Read", "day": "2026-03-02"])
        #expect(
            try hub.export("habits") == text.replacing("2026-03-01,", with: "2026-03-01 2026-03-02,"))
    }

    /// A value that a later file says in a way that cannot be read is kept, and goes out again.
    @Test func whatALaterFileCannotSayStaysInTheExport() throws {
        func file(_ target: String, _ goal: String) -> TextFile {
            TextFile("habits.csv", "uid,title,target,days,goal\r\na-1,Read,\(target),,\(goal)\r\n")
        }
        try hub.importFile(file("12", "3"))
        try hub.importFile(file("x", "much"))
        #expect(try hub.export("habits") == String(decoding: file("12", "3").content, as: UTF8.self))
    }

    @Test func aDayWithAnAmountThatIsNoneIsNotTaken() throws {
        let text = "uid,title,target,days\r\na-1,Read,12,2026-03-01=x 2026-03-02=0 2026-03-03=3\r\n"
        let report = try hub.importFile(TextFile("habits.csv", text))
        #expect(report.issues.map(\.code) == ["bad-amount"])
        #expect(
            try hub.run("habits show", ["record": .text("Read")])["days"]
                == .list([.text("2026-03-03")]))
        #expect(try hub.export("habits") == text)
    }

    /// An empty cell empties, a column that is not there says nothing.
    @Test func anEmptyCellClearsAndAMissingColumnDoesNot() throws {
        try importText(Self.wide)
        try importText("uid,title,target,days,unit,color\r\na-1,Read,,2026-03-01,,\r\n")
        let habit = try hub.run("habits show", ["record": .text("Read")])
        #expect(habit["unit"] == .null && habit["color"] == .null)
        #expect(habit["goal"] == .decimal(10) && habit["schedule"] == .text("weekdays"))
        #expect(
            habit["entries"]?.listValue?.map { $0.objectValue?["note"] } == [.text("at sea: calm")])
    }
}

extension TextFile {
    /// The content as text.
    fileprivate var text: String { String(decoding: content, as: UTF8.self) }
}
