import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Tasks

/// Files of todo.txt and TaskPaper: what becomes of their lines here, and what an edit here makes of them there.
@Suite struct TaskLineTests {
    private let hub: TemporaryHub

    init() throws { hub = try Self.hub(in: "Etc/UTC") }

    private static func hub(in zone: String) throws -> TemporaryHub {
        try TemporaryHub(
            modules: [tasksModule],
            formats: [TodoTxtFileFormat(), TaskPaperFileFormat(), CSVFileFormat(), ICalendarFileFormat()],
            timeZone: try #require(TimeZone(identifier: zone)))
    }

    private static let todo = """
        (A) 2026-03-01 Call Mum +Family @phone due:2026-03-05 pri:x
        x 2026-03-02 2026-03-01 Pay the rent +Flat @home

        (D) Water the fern rec:+1w due:2026-03-10 t:2026-03-08 color:red
        Buy milk @shop @home\u{20}\u{20}and bread

        """

    private static let paper = """
        Thesis: @due(2026-06-30)
        \tA note of the project
        \t- Read Larsen @due(2026-03-05 14:00) @estimate(90m) @uni
        \t\tAbout kilns
        \t\t- Find the book @done(2026-03-01)
        \tWriting:
        \t\t- Outline @flagged @custom(value)

        Home:
        - Paint @defer(2026.04.01)
        Searches:
        \tToday @search(@today)

        """

    @Test func aLineOfTodoTxtIsATask() throws {
        let report = try hub.importFile(TextFile("todo.txt", Self.todo))
        #expect(report.items == 4 && report.added == 4)
        let call = try hub.run("tasks show", ["record": "Call Mum"])
        #expect(call["project"] == "Family")
        #expect(call["tags"] == ["phone"])
        #expect(call["priority"] == 1)
        #expect(call["due"] == "2026-03-05")
        let rent = try hub.run("tasks show", ["record": "Pay the rent"])
        #expect(rent["status"] == "done")
        #expect(rent["completedAt"] == "2026-03-02T12:00:00Z")
        let fern = try hub.run("tasks show", ["record": "Water the fern"])
        #expect(fern["priority"] == 9)
        #expect(fern["repeat"] == "FREQ=WEEKLY")
        #expect(fern["repeatFrom"] == "schedule")
        #expect(fern["start"] == "2026-03-08")
        #expect(try hub.importFile(TextFile("todo.txt", Self.todo)).unchanged == 4)
    }

    /// What the export said is agreed, whatever else was edited that no line can say.
    @Test func aLineThatCameBackCanBeChangedThere() throws {
        try hub.importFile(TextFile("todo.txt", Self.todo))
        try hub.run("tasks edit", ["record": "Call Mum", "due": "2026-03-06", "estimate": 40])
        let text = try hub.export("tasks", format: .todoTxt)
        #expect(try hub.importFile(TextFile("again.txt", text)).unchanged == 4)
        let changed = TextFile("again.txt", text.replacing("due:2026-03-06", with: "due:2026-03-09"))
        let report = try hub.importFile(changed)
        #expect((report.updated, report.conflicts) == (1, 0))
        let call = try hub.run("tasks show", ["record": "Call Mum"])
        #expect(call["due"] == "2026-03-09")
        #expect(call["estimate"] == 40)
    }

    /// Our own CSV says when a task was made, if that is known from elsewhere than from such a file.
    @Test func whenATaskWasMadeIsKept() throws {
        try hub.importFile(TextFile("todo.txt", Self.todo))
        let text = try hub.export("tasks", collection: "tasks", format: .csv)
        let other = try Self.hub(in: "Etc/UTC")
        try other.importFile(TextFile("tasks.csv", text))
        #expect(try other.run("tasks show", ["record": "Call Mum"])["createdAt"] == "2026-03-01T12:00:00Z")
        #expect(try other.export("tasks", collection: "tasks", format: .csv) == text)
        let plain = "uid,title,status\nu1,Rake,open\n"
        let third = try Self.hub(in: "Etc/UTC")
        try third.importFile(TextFile("tasks.csv", plain))
        let back = try third.export("tasks", collection: "tasks", format: .csv)
        #expect(!back.contains("createdAt"))
    }

    @Test func anEditChangesItsOwnLineOfTodoTxt() throws {
        try hub.importFile(TextFile("todo.txt", Self.todo))
        #expect(try hub.export("tasks", format: .todoTxt) == Self.todo)
        try hub.run(
            "tasks edit", ["record": "Water the fern", "title": "Water the tall fern", "due": "2026-03-11"])
        let expected = Self.todo.replacing("Water the fern", with: "Water the tall fern").replacing(
            "due:2026-03-10", with: "due:2026-03-11")
        #expect(try hub.export("tasks", format: .todoTxt) == expected)
        try hub.run(
            "tasks add", ["text": ["x marks the spot"], "plain": true, "priority": 5, "tags": ["sea"]])
        let lines = try hub.export("tasks", format: .todoTxt).split(separator: "\n")
        #expect(lines.last == "(B) 2026-03-15 x marks the spot @sea")
    }

    @Test func aTaskOfTaskPaperIsATask() throws {
        let report = try hub.importFile(TextFile("a.taskpaper", Self.paper))
        #expect(report.items == 4 && report.added == 4)
        let read = try hub.run("tasks show", ["record": "Read Larsen"])
        #expect(read["project"] == "Thesis")
        #expect(read["due"] == "2026-03-05T14:00:00")
        #expect(read["estimate"] == 90)
        #expect(read["tags"] == ["uni"])
        #expect(read["notes"] == "About kilns")
        #expect(try hub.run("tasks show", ["record": "Find the book"])["status"] == "done")
        let outline = try hub.run("tasks show", ["record": "Outline"])
        #expect(outline["section"] == "Writing")
        #expect(outline["priority"] == 1)
        #expect(try hub.run("tasks show", ["record": "Paint"])["start"] == "2026-04-01")
    }

    @Test func anEditChangesItsOwnLineOfTaskPaper() throws {
        try hub.importFile(TextFile("a.taskpaper", Self.paper))
        #expect(try hub.export("tasks", format: .taskPaper) == Self.paper)
        try hub.run("tasks complete", ["record": "Outline"])
        try hub.run("tasks edit", ["record": "Read Larsen", "estimate": 60])
        let expected = Self.paper.replacing("@estimate(90m)", with: "@estimate(60m)").replacing(
            "@custom(value)", with: "@custom(value) @done(2026-03-15)")
        #expect(try hub.export("tasks", format: .taskPaper) == expected)
    }

    /// What this program has written, it knows again: after each edit a file that goes out and comes back changes nothing.
    @Test(
        arguments: [
            (FormatID.todoTxt, "(B) Call Ann\n(B) Call Ann\nBuy milk\n"),
            (.todoTxt, "x Call Ann\nx Other\n"), (.todoTxt, "Call Ann\n"),
            (.todoTxt, "x 2026-03-01 Call Ann +Home\nx 2026-03-01 Call Ann +Home\n"),
            (.taskPaper, "Home:\n\t- Call Ann\n\t- Call Ann\n\t- Buy milk\n"),
            (.taskPaper, "Home:\n\t- Call Ann @done\n\t- Other @done\n"),
            (.taskPaper, "Home:\n\t- Dig @done(2026-03-01 14:00)\n\t- Dig @done(2026-03-01)\n"),
        ], ["Etc/UTC", "Pacific/Auckland", "Pacific/Honolulu"])
    func whatGoesOutComesBackAsItself(file: (format: FormatID, text: String), zone: String) throws {
        let hub = try Self.hub(in: zone)
        let name = file.format == .todoTxt ? "a.todo.txt" : "a.taskpaper"
        func all() throws -> DataValue {
            try hub.run("tasks list", ["status": "all"])["items"] ?? .null
        }
        try hub.importFile(TextFile(name, file.text))
        let edits: [(String, DataObject)] = [
            ("tasks edit", ["priority": 1]), ("tasks edit", ["due": "2026-04-05"]),
            ("tasks edit", ["title": "Call Bob"]), ("tasks edit", ["tags": ["sea"]]),
            ("tasks complete", [:]), ("tasks reopen", [:]),
        ]
        for (command, fields) in edits {
            var input = fields
            input["record"] = 1
            try hub.run(command, input)
            let before = try all()
            let report = try hub.importFile(TextFile(name, try hub.export("tasks", format: file.format)))
            #expect(report.items == report.unchanged, "\(command) \(fields)")
            #expect(try all() == before, "\(command) \(fields)")
        }
    }
}
