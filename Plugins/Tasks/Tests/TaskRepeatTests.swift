import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Tasks

/// Tasks that come again: which time is next, what was done, and what files say of it.
@Suite struct TaskRepeatTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try Self.vault()
    }

    private static func vault() throws -> TemporaryHub {
        let hub = try TemporaryHub(
            modules: [tasksModule],
            formats: [
                TodoTxtFileFormat(), TaskPaperFileFormat(), CSVFileFormat(), ICalendarFileFormat(),
            ], timeZone: try #require(TimeZone(identifier: "Europe/Vienna")))
        hub.clock.set(try #require(Timestamp.date("2026-03-02T06:30:00Z")))
        return hub
    }

    private func toDo(_ lines: String, properties: String = "") -> TextFile {
        TextFile(
            "tasks.ics",
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//EN\n\(properties)BEGIN:VTODO\nUID:water\n"
                .appending("DTSTAMP:20260301T000000Z\nSUMMARY:Water\n\(lines)\nEND:VTODO\nEND:VCALENDAR\n")
                .replacing("\n", with: "\r\n"))
    }

    private func water(in other: TemporaryHub? = nil) throws -> DataObject {
        try (other ?? hub).run("tasks show", ["record": "Water"])
    }

    private func complete(_ times: Int = 1) throws {
        for _ in 0..<times { try hub.run("tasks complete", ["record": "Water"]) }
    }

    // MARK: - The next time

    /// What comes beside the rule, or was moved, does not move the rule.
    @Test(arguments: [
        ("RRULE:FREQ=WEEKLY", ["2026-03-05", "2026-03-09", "2026-03-16"]),
        ("RRULE:FREQ=WEEKLY;COUNT=3", ["2026-03-05", "2026-03-09", "2026-03-16"]),
        ("RRULE:FREQ=MONTHLY", ["2026-03-05", "2026-04-02", "2026-05-02"]),
    ])
    func aTimeBesideTheRuleLeavesItAlone(rule: String, times: [String]) throws {
        try hub.importFile(
            toDo("\(rule)\nDTSTART;VALUE=DATE:20260302\nDUE;VALUE=DATE:20260302\nRDATE;VALUE=DATE:20260305"))
        for time in times {
            try complete()
            #expect(try water()["due"] == .text(time))
        }
        // The other vault goes on in the same way.
        try hub.run("undo")
        try hub.run("undo")
        let other = try Self.vault()
        try other.importFile(
            TextFile("tasks.ics", hub.export("tasks", collection: "tasks", format: .icalendar)))
        try other.run("tasks complete", ["record": "Water"])
        #expect(try water(in: other)["due"] == .text(times[1]))
    }

    @Test func reopeningGoesBackOverATimeBesideTheRule() throws {
        try hub.importFile(
            toDo(
                "RRULE:FREQ=WEEKLY\nDTSTART;VALUE=DATE:20260302\nDUE;VALUE=DATE:20260302\nRDATE;VALUE=DATE:20260305"
            ))
        try complete(2)
        for time in ["2026-03-05", "2026-03-02"] {
            try hub.run("tasks reopen", ["record": "Water"])
            #expect(try water()["due"] == .text(time))
        }
        try complete(2)
        #expect(try water()["due"] == "2026-03-09")
    }

    @Test(arguments: ["1990-01-01", "1998-06-01"]) func whatWasMissedForLongGoesOn(first: String) throws {
        try hub.run(
            "tasks add", ["text": ["Water"], "due": .text(first), "repeat": "FREQ=DAILY", "plain": true])
        try complete()
        #expect(try water()["due"] == "2026-03-02")
        #expect(try water()["status"] == "open")
    }

    @Test func countCountsWhatIsPassedOver() throws {
        try hub.run(
            "tasks add",
            ["text": ["Water"], "due": "2026-02-27", "repeat": "FREQ=DAILY;COUNT=6", "plain": true])
        try complete()
        #expect(try water()["due"] == "2026-03-02")
        #expect(try water()["repeat"] == "FREQ=DAILY;COUNT=3")
    }

    @Test(arguments: ["FREQ=HOURLY", "FREQ=DAILY;BYHOUR=8,20"])
    func whatComesMoreThanOnceADayIsNoTask(rule: String) throws {
        #expect(throws: AtriumError.self) {
            try hub.run("tasks add", ["text": ["X"], "due": "2026-03-02T08:00", "repeat": .text(rule)])
        }
        let file = toDo("RRULE:\(rule)\nDUE:20260302T080000")
        #expect(try hub.importFile(file).issues.map(\.code) == ["too-often"])
        #expect(try water()["repeat"] == .null)
        try hub.run("tasks edit", ["record": "Water", "notes": "More"])
        #expect(
            try hub.export("tasks", collection: "tasks", format: .icalendar).contains("RRULE:\(rule)"))
    }

    // MARK: - What was done

    /// By its parent, by its project, or after its rule is gone.
    @Test(arguments: ["parent", "project", "rule"]) func theLastTimeIsOneOfThoseThatWereDone(how: String)
        throws
    {
        try hub.run("tasks projects add", ["title": "House"])
        try hub.run("tasks add", ["text": ["Keep"], "project": "House"])
        try hub.run(
            "tasks add",
            [
                "text": ["Water"], "planned": "2026-03-01", "repeat": "FREQ=DAILY", "parent": "Keep",
                "plain": true,
            ])
        try complete()
        hub.clock.set(try #require(Timestamp.date("2026-03-02T07:30:00Z")))
        switch how {
        case "parent": try hub.run("tasks complete", ["record": "Keep"])
        case "project": try hub.run("tasks projects finish", ["record": "House"])
        default:
            try hub.run("tasks edit", ["record": "Water", "repeat": .null])
            try complete()
        }
        #expect(try water()["done"] == ["2026-03-01", "2026-03-02"])
        #expect(
            try hub.items("tasks completed").filter { $0["title"] == "Water" }.map { $0["completedAt"] }
                == ["2026-03-02T07:30:00Z", "2026-03-02T06:30:00Z"])
        try hub.run("tasks reopen", ["record": "Water"])
        #expect(try water()["done"] == ["2026-03-01"])
    }

    @Test func aTapOnAnOldPageDoesNothing() throws {
        try hub.run(
            "tasks add", ["text": ["Water"], "planned": "2026-03-01", "repeat": "FREQ=DAILY", "plain": true])
        #expect(try water()["next"] == "2026-03-01")
        try hub.run("tasks complete", ["record": "Water", "occurrence": "2026-03-01"])
        #expect(throws: AtriumError.self) {
            try hub.run("tasks complete", ["record": "Water", "occurrence": "2026-03-01"])
        }
        #expect(try water()["next"] == "2026-03-02")
    }

    // MARK: - Files

    @Test func whatIsOnlyPlannedComesBackFromACalendar() throws {
        try hub.run(
            "tasks add", ["text": ["Water"], "planned": "2026-03-01", "repeat": "FREQ=DAILY", "plain": true])
        let other = try Self.vault()
        try other.importFile(
            TextFile("tasks.ics", hub.export("tasks", collection: "tasks", format: .icalendar)))
        try other.run("tasks complete", ["record": "Water"])
        let third = try Self.vault()
        try third.importFile(
            TextFile("tasks.ics", other.export("tasks", collection: "tasks", format: .icalendar)))
        for name in ["planned", "start", "due", "done"] {
            #expect(try water(in: third)[name] == water(in: other)[name], "\(name)")
        }
    }

    @Test func numbersOfAFileThatNoTaskCanHaveAreLeftThere() throws {
        let far = "X-ATRIUM-PLANNED;X-POSITION=9223372036854775807:20260302"
        let report = try hub.importFile(
            toDo("\(far)\nX-ATRIUM-LOG;X-DAY=2026-03-01;X-MINUTES=1e300:\nX-ATRIUM-TASK:must-do"))
        #expect(report.added == 1 && report.issues.map(\.property) == ["X-ATRIUM-LOG"])
        #expect(try water()["spent"] == 0)
        try hub.run("tasks add", ["text": ["Next"], "today": true])
        #expect(try hub.items("tasks today").count == 2)
    }

    /// At 00:20 in Vienna it is still the day before in UTC.
    @Test func daysInLinesAreTheUsers() throws {
        hub.clock.set(try #require(Timestamp.date("2026-03-02T23:20:00Z")))
        try hub.run("tasks add", ["text": ["Water"]])
        try complete()
        #expect(
            try hub.export("tasks", collection: "tasks", format: .todoTxt)
                == "x 2026-03-03 2026-03-03 Water\n")
        #expect(
            try hub.export("tasks", collection: "tasks", format: .taskPaper).contains("@done(2026-03-03)"))
    }

    /// The rows stand in any order, and each names only the one above it.
    @Test func partsOfAFileAreInTheProjectOfTheTopmost() throws {
        let table = """
            uid,title,kind,parent,project,status
            c,Choose,flexible,b,,open
            b,Buy,flexible,a,,open
            a,Paint,flexible,,House,open

            """
        try hub.importFile(TextFile("tasks.csv", table))
        for title in ["Paint", "Buy", "Choose"] {
            #expect(try hub.run("tasks show", ["record": .text(title)])["project"] == "House")
        }
    }

    /// An archived project may have the title of another one: their tasks stay apart.
    @Test(arguments: [FormatID.csv, .icalendar]) func projectsOfOneTitleStayTwo(format: FormatID) throws {
        try hub.run("tasks projects add", ["title": "Thesis", "tasks": ["Old"]])
        try hub.run("tasks projects archive", ["record": "Thesis"])
        try hub.run("tasks projects add", ["title": "Thesis", "tasks": ["New"]])
        let other = try Self.vault()
        let projects = try hub.export("tasks", collection: "projects", format: .csv)
        let tasks = try hub.export("tasks", collection: "tasks", format: format)
        let files = [
            TextFile("projects.csv", projects), TextFile(format == .csv ? "tasks.csv" : "tasks.ics", tasks),
        ]
        for order in [files, files.reversed()] {
            let other = try Self.vault()
            for file in order { try other.importFile(file) }
            let found = try other.items("tasks projects list", ["archived": true])
            #expect(found.map { $0["tasksTotal"] } == [1, 1])
            #expect(try other.items("tasks list").map { $0["title"] } == ["New"])
        }
        withExtendedLifetime(other) {}
    }

    // MARK: - Orders and ranges

    @Test func aListOfADayIsPutInOrderWithWhatIsDoneOnIt() throws {
        try hub.run(
            "tasks add", ["text": ["Water"], "planned": "2026-03-02", "repeat": "FREQ=DAILY", "plain": true])
        for title in ["One", "Two"] { try hub.run("tasks add", ["text": [.text(title)], "today": true]) }
        try complete()
        try hub.run("tasks reorder", ["day": "2026-03-02", "records": ["Two", "One", "Water"]])
        #expect(try hub.items("tasks today").map { $0["title"] } == ["Two", "One", "Water"])
    }

    @Test func aRangeOfDaysMeansPlansAndDeadlines() throws {
        try hub.run("tasks add", ["text": ["Water"], "planned": "2026-03-10", "due": "2026-03-20"])
        func count(_ values: DataObject) throws -> Int { try hub.items("tasks list", values).count }
        #expect(try count(["from": "2026-03-15"]) == 1)
        #expect(try count(["to": "2026-03-15"]) == 1)
        #expect(try count(["from": "2026-03-21"]) == 0)
        #expect(try count(["to": "2026-03-09"]) == 0)
    }

    // MARK: - What comes back

    /// Neither format has a place for a uid: what this vault has written is known by all that it says.
    @Test(arguments: [FormatID.todoTxt, .taskPaper]) func ownLinesAreKnownAgain(format: FormatID) throws {
        try hub.run("tasks projects add", ["title": "House", "tasks": ["Paint", "Buy paint"]])
        try hub.run(
            "tasks add",
            ["text": ["Call"], "due": "2026-03-04T18:00", "tags": ["phone"], "estimate": 20, "plain": true])
        for _ in 0..<2 { try hub.run("tasks add", ["text": ["Milk"], "notes": "Two"]) }
        try hub.run("tasks complete", ["record": "Paint"])
        let before = try hub.items("tasks list", ["status": "all"])
        let text = try hub.export("tasks", collection: "tasks", format: format)
        let file = TextFile(format == .todoTxt ? "todo.txt" : "tasks.taskpaper", text)
        for _ in 0..<2 {
            let report = try hub.importFile(file)
            #expect(report.unchanged == 5 && report.added == 0 && report.updated == 0)
        }
        #expect(try hub.items("tasks list", ["status": "all"]) == before)
        #expect(try hub.export("tasks", collection: "tasks", format: format) == text)
        // An edit, and a task that is new there.
        try hub.run("tasks edit", ["record": "Call", "tags": ["home"]])
        #expect(try hub.importFile(file).added == 0)
    }

    /// Lines that say the same in other letters are as many tasks.
    @Test func linesThatSayTheSameAreNotJoined() throws {
        let text = "Milk @shop\nMilk  @shop\nx Bread\nx  Bread\nMilk @shop\n"
        #expect(try hub.importFile(TextFile("todo.txt", text)).added == 5)
        #expect(try hub.export("tasks", collection: "tasks", format: .todoTxt) == text)
    }

    /// What a file says nothing of, an export of it after an edit does not take away.
    @Test func anEditedCalendarComesBackUnchanged() throws {
        try hub.importFile(toDo("PRIORITY:5"))
        try hub.run("tasks edit", ["record": "Water", "title": "Water well"])
        let text = try hub.export("tasks", collection: "tasks", format: .icalendar)
        let report = try hub.importFile(TextFile("tasks.ics", text))
        #expect(report.unchanged == 1 && report.conflicts == 0)
    }

    @Test func projectsOfOneTitleInAFileAreNotJoined() throws {
        let table = """
            uid,title,description,impact,archived
            p1,One,First,high,no
            p4,ONE,Second,medium,no

            """
        let report = try hub.importFile(TextFile("projects.csv", table))
        #expect(report.added == 1 && report.updated == 0)
        #expect(try hub.run("tasks projects show", ["record": "One"])["description"] == "First")
    }

    @Test func anArchivedProjectThatTasksGoToIsSaid() throws {
        try hub.run("tasks projects add", ["title": "House"])
        try hub.run("tasks projects archive", ["record": "House"])
        let report = try hub.importFile(TextFile("todo.txt", "Call +House\n"))
        #expect(report.remarks.contains { "\($0)".contains("archived") })
    }

    // MARK: - What goes, and what is meant

    @Test func whatGoesWithATaskIsCounted() throws {
        try hub.run("tasks projects add", ["title": "House", "tasks": ["Paint"]])
        try hub.run("tasks add", ["text": ["Buy"], "parent": "Paint"])
        #expect(try hub.run("tasks remove", ["record": "Paint"])["subtasks"] == 1)
        try hub.run("undo")
        #expect(try hub.run("tasks projects remove", ["record": "House"])["tasks"] == 2)
    }

    @Test func aNameMeansWhatIsToBeDone() throws {
        try hub.run("tasks add", ["text": ["Milk"]])
        try hub.run("tasks complete", ["record": "Milk"])
        try hub.run("tasks add", ["text": ["Milk"]])
        try hub.run("tasks complete", ["record": "Milk"])
        #expect(try hub.items("tasks list").isEmpty)
    }

    @Test func firstWordsOfAProjectAreReadInWords() throws {
        try hub.run("tasks projects add", ["title": "Café & Küche"])
        let task = try hub.run("tasks add", ["text": ["Scrub the floor +Café"]])
        #expect(task["project"] == "Café & Küche" && task["title"] == "Scrub the floor")
    }

    @Test func marksOfTheWordsThemselvesStay() throws {
        #expect(try hub.run("tasks add", ["text": ["-5 degrees tomorrow"]])["title"] == "-5 degrees")
        #expect(try hub.run("tasks add", ["text": ["tomorrow, - call"]])["title"] == "call")
    }

    /// A task stands before its parts, and these before the next task.
    @Test func aListGoesAlongTheTree() throws {
        try hub.run("tasks projects add", ["title": "House", "tasks": ["Paint", "Clean"]])
        for (title, parent) in [("Buy", "Paint"), ("Choose", "Buy"), ("Sweep", "Clean"), ("Dry", "Paint")] {
            try hub.run("tasks add", ["text": [.text(title)], "parent": .text(parent)])
        }
        #expect(
            try hub.items("tasks list").map { $0["title"] } == [
                "Paint", "Buy", "Choose", "Dry", "Clean", "Sweep",
            ])
    }
}
