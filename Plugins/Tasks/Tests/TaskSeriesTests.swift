import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Tasks

/// Repeating to-dos of other programs, and the times of them that are kept by themselves.
@Suite struct TaskSeriesTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try Self.vault()
    }

    private static func vault() throws -> TemporaryHub {
        let hub = try TemporaryHub(
            modules: [tasksModule], formats: [CSVFileFormat(), ICalendarFileFormat()],
            timeZone: try #require(TimeZone(identifier: "Europe/Vienna")))
        hub.clock.set(try #require(Timestamp.date("2026-03-02T06:30:00Z")))
        return hub
    }

    private static func file(_ components: String...) -> TextFile {
        TextFile(
            "tasks.ics",
            ("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//EN\n"
                + components.map { "BEGIN:VTODO\nUID:water\nDTSTAMP:20260301T000000Z\n\($0)\nEND:VTODO\n" }
                .joined() + "END:VCALENDAR\n").replacing("\n", with: "\r\n"))
    }

    private static let series =
        "SUMMARY:Water\nRRULE:FREQ=DAILY\nDTSTART;VALUE=DATE:20260301\nDUE;VALUE=DATE:20260301"
    private static func time(_ day: Int, _ more: String) -> String {
        "SUMMARY:Water\nRECURRENCE-ID;VALUE=DATE:202603\(day < 10 ? "0" : "")\(day)\n\(more)"
    }
    private static func done(_ day: Int) -> String {
        time(day, "STATUS:COMPLETED\nCOMPLETED:202603\(day < 10 ? "0" : "")\(day)T180000Z")
    }

    private func water() throws -> DataObject { try hub.run("tasks show", ["record": "Water"]) }

    /// Apple's Reminders moves the series on, and writes what was done beside it.
    @Test(arguments: [false, true]) func whatWasRolledOnIsOneTask(timesFirst: Bool) throws {
        let series = Self.series.replacing("20260301", with: "20260303")
        let parts = [series, Self.done(1), Self.done(2)]
        let file = Self.file(parts[timesFirst ? 1 : 0], parts[timesFirst ? 2 : 1], parts[timesFirst ? 0 : 2])
        #expect(try hub.importFile(file).added == 3)
        let task = try water()
        #expect(task["due"] == "2026-03-03")
        #expect(task["done"] == ["2026-03-01", "2026-03-02"])
        #expect(task["status"] == "open")
        #expect(try hub.items("tasks list", ["status": "all"]).count == 1)
        #expect(
            try hub.items("tasks completed").map { $0["completedAt"] }
                == ["2026-03-02T18:00:00Z", "2026-03-01T18:00:00Z"])
        #expect(try hub.importFile(file).unchanged == 3)
        // Nobody has edited it: the file comes back as it was.
        let text = try hub.export("tasks", collection: "tasks", format: .icalendar)
        for line in ["RECURRENCE-ID;VALUE=DATE:20260301", "DUE;VALUE=DATE:20260303"] {
            #expect(text.contains(line))
        }
        #expect(!text.contains("X-ATRIUM-DONE"))
    }

    /// Thunderbird leaves the series as it was made.
    @Test func whatWasNotRolledOnMovesBehindWhatIsDone() throws {
        let file = Self.file(Self.series, Self.done(1))
        try hub.importFile(file)
        #expect(try water()["due"] == "2026-03-02")
        #expect(try hub.importFile(file).unchanged == 2)
        let text = try hub.export("tasks", collection: "tasks", format: .icalendar)
        #expect(text.contains("DUE;VALUE=DATE:20260301"))
        // The next file has one more.
        #expect(try hub.importFile(Self.file(Self.series, Self.done(1), Self.done(2))).added == 1)
        #expect(try water()["due"] == "2026-03-03")
        try hub.run("tasks complete", ["record": "Water"])
        #expect(try water()["done"] == ["2026-03-01", "2026-03-02", "2026-03-03"])
        let other = try Self.vault()
        try other.importFile(
            TextFile("tasks.ics", hub.export("tasks", collection: "tasks", format: .icalendar)))
        let there = try other.run("tasks show", ["record": "Water"])
        #expect(there["done"] == ["2026-03-01", "2026-03-02", "2026-03-03"])
        #expect(there["due"] == "2026-03-04")
    }

    @Test func aTimeThatIsTakenBackIsToBeDoneAgain() throws {
        try hub.importFile(Self.file(Self.series, Self.done(1)))
        try hub.run("tasks reopen", ["record": "Water"])
        #expect(try water()["due"] == "2026-03-01")
        #expect(try water()["done"] == [])
        #expect(
            try !hub.export("tasks", collection: "tasks", format: .icalendar).contains("RECURRENCE-ID"))
        try hub.run("undo")
        #expect(try water()["done"] == ["2026-03-01"])
    }

    /// The open task that is due on a day.
    private func time(dueOn day: String) throws -> DataValue {
        try #require(hub.items("tasks list").first { $0["due"] == .text(day) }?["id"])
    }

    /// A time that is still to be done stands by itself, and the series leaves it out.
    @Test func aChangedTimeIsATaskOfItsOwn() throws {
        let moved = Self.time(1, "DUE;VALUE=DATE:20260305\nDESCRIPTION:With the long hose")
        try hub.importFile(Self.file(Self.series, moved, Self.time(2, "STATUS:CANCELLED")))
        #expect(
            try hub.items("tasks list").map { [$0["title"], $0["due"]] } == [
                ["Water", "2026-03-03"], ["Water", "2026-03-05"],
            ])
        // Both are called so.
        let error = #expect(throws: AtriumError.self) { try hub.run("tasks complete", ["record": "Water"]) }
        #expect(error?.code == .ambiguous)
        try hub.run("tasks complete", ["record": time(dueOn: "2026-03-05")])
        #expect(try hub.items("tasks list").count == 1)
        #expect(try water()["done"] == ["2026-03-01"])
        let text = try hub.export("tasks", collection: "tasks", format: .icalendar)
        #expect(text.contains("With the long hose") && text.contains("STATUS:COMPLETED"))
    }

    /// What is done before its turn is passed over when that comes; what stands before it is still to be done.
    @Test func whatIsDoneEarlyLeavesTheRest() throws {
        try hub.importFile(Self.file(Self.series, Self.time(4, "DUE;VALUE=DATE:20260304")))
        hub.clock.set(try #require(Timestamp.date("2026-03-01T06:30:00Z")))
        try hub.run("tasks complete", ["record": time(dueOn: "2026-03-04")])
        #expect(try water()["due"] == "2026-03-01")
        for day in ["2026-03-02", "2026-03-03", "2026-03-05"] {
            try hub.run("tasks complete", ["record": "Water"])
            #expect(try water()["due"] == .text(day))
        }
        let series = try #require(try water()["id"])
        try hub.run("tasks reopen", ["record": "Water (2026-03-04)"])
        let done = try hub.run("tasks show", ["record": series])["done"]
        #expect(done == ["2026-03-01", "2026-03-02", "2026-03-03"])
        #expect(try hub.items("tasks list").count == 2)
        // The series goes, and what is open stays.
        try hub.run("tasks remove", ["record": series])
        #expect(try hub.items("tasks list").map { $0["due"] } == ["2026-03-04"])
    }

    /// What the series says when it has moved on says nothing against its times.
    @Test func whatGoesOutIsNoConflict() throws {
        let moved = Self.time(3, "DUE;VALUE=DATE:20260308")
        try hub.importFile(Self.file(Self.series, Self.done(1), moved))
        let series = try #require(hub.items("tasks list").first { $0["due"] == "2026-03-02" }?["id"])
        try hub.run("tasks complete", ["record": series])
        let text = try hub.export("tasks", collection: "tasks", format: .icalendar)
        let result = try hub.importFile(TextFile("again.ics", text))
        #expect((result.unchanged, result.conflicts) == (3, 0))
    }

    /// DTSTART is read as the first day only if it is before DUE: else a property of our own says it.
    @Test(
        arguments: [
            ["due": "2026-03-05", "start": "2026-03-05"], ["due": "2026-03-05", "start": "2026-03-03"],
            ["planned": "2026-03-05", "start": "2026-03-05", "repeat": "FREQ=DAILY"],
            ["due": "2026-03-05", "start": "2026-03-05", "repeat": "FREQ=DAILY"],
            ["due": "2026-03-05T09:00", "start": "2026-03-05"],
        ] as [DataObject]) func theFirstDayIsKept(_ values: DataObject) throws
    {
        var input: DataObject = ["text": ["Rake"], "plain": true]
        for entry in values.entries { input[entry.name] = entry.value }
        try hub.run("tasks add", input)
        let file = TextFile(
            "tasks.ics", try hub.export("tasks", collection: "tasks", format: .icalendar))
        #expect(try hub.importFile(file).unchanged == 1)
        let other = try Self.vault()
        try other.importFile(file)
        #expect(try other.run("tasks show", ["record": "Rake"])["start"] == values["start"])
    }

    /// Our property only says of DTSTART that it is meant: what another program has moved since counts.
    @Test func aFirstDayThatWasMovedElsewhereIsNotTheOld() throws {
        let times = "DTSTART;VALUE=DATE:20260310\nDUE;VALUE=DATE:20260310\nX-ATRIUM-START:20260301"
        try hub.importFile(Self.file("SUMMARY:Water\nX-ATRIUM-TASK:flexible\n\(times)"), module: "tasks")
        #expect(try water()["start"] == .null)
        #expect(try water()["due"] == "2026-03-10")
    }

    /// What nobody edited has no mark, and the calendar around it says whose it is.
    @Test func aCalendarOfTasksIsKnownByWhatStandsAroundIt() throws {
        try hub.importFile(Self.file("SUMMARY:Water"))
        let text = try hub.export("tasks", collection: "tasks", format: .icalendar)
        #expect(!text.contains("X-ATRIUM-TASK"))
        let format = ICalendarFileFormat().detecting([TasksCalendar.mark])
        var marks: [ItemMark?] = []
        _ = try format.read(TextFile("tasks.ics", text)) { event in
            if case .item(let item) = event { marks.append(item.mark) }
        }
        #expect(marks == [TasksCalendar.mark])
    }

    @Test func aTableHoldsTimesToo() throws {
        try hub.importFile(Self.file(Self.series, Self.done(1)))
        let text = try hub.export("tasks", collection: "tasks", format: .csv)
        let other = try Self.vault()
        #expect(try other.importFile(TextFile("tasks.csv", text)).added == 2)
        #expect(try other.items("tasks list", ["status": "all"]).count == 1)
        #expect(try other.run("tasks show", ["record": "Water"])["done"] == ["2026-03-01"])
        #expect(try other.export("tasks", collection: "tasks", format: .csv) == text)
    }

    @Test func whatOtherProgramsCallItIsRead() throws {
        try hub.importFile(
            Self.file("SUMMARY:Water\nESTIMATED-DURATION:PT1H30M\nX-APPLE-SORT-ORDER:621354239"))
        #expect(try water()["estimate"] == 90)
        #expect(try water()["position"] == 621_354_239)
    }

    /// A calendar is a project, and says all that the project's row in a table does.
    @Test func aProjectComesBackWithItsCalendar() throws {
        try hub.run(
            "tasks projects add",
            [
                "title": "Thesis", "impact": "high", "due": "2026-06-30", "description": "All; of\nit",
                "tags": ["uni", "long, one"], "color": "teal", "priority": true, "tasks": ["Read"],
            ])
        let text = try hub.export("tasks", collection: "tasks", format: .icalendar)
        #expect(text.contains("X-ATRIUM-PROJECT-IMPACT:high"))
        let other = try Self.vault()
        try other.importFile(TextFile("tasks.ics", text))
        let (here, there) = (
            try hub.run("tasks projects show", ["record": "Thesis"]),
            try other.run("tasks projects show", ["record": "Thesis"])
        )
        for name in ["impact", "due", "description", "tags", "color", "priority", "progress"] {
            #expect(here[name] == there[name], "\(name)")
        }
        #expect(try other.export("tasks", collection: "tasks", format: .icalendar) == text)
        // A project that is there keeps what it says.
        try other.run("tasks projects edit", ["record": "Thesis", "impact": "low"])
        try other.importFile(TextFile("tasks.ics", text.replacing("SUMMARY:Read", with: "SUMMARY:Read it")))
        #expect(try other.run("tasks projects show", ["record": "Thesis"])["impact"] == "low")
    }

    @Test func aTimeWithoutItsSeriesIsATask() throws {
        try hub.importFile(Self.file(Self.time(1, "DUE;VALUE=DATE:20260305")))
        #expect(try hub.items("tasks list").count == 1)
    }
}
