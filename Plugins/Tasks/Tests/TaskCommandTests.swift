import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Tasks

/// It is Monday, 2 March 2026, half past seven in Vienna.
@Suite struct TaskCommandTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(
            modules: [tasksModule], formats: [CSVFileFormat(), ICalendarFileFormat()],
            timeZone: try #require(TimeZone(identifier: "Europe/Vienna")))
        hub.clock.set(try #require(Timestamp.date("2026-03-02T06:30:00Z")))
    }

    private func titles(_ command: String, _ values: DataObject = [:]) throws -> [String] {
        try hub.items(command, values).compactMap { $0["title"]?.textValue }
    }

    private func fails(
        _ command: String, _ values: DataObject, _ code: AtriumError.Code, _ field: String?, _ words: String
    ) {
        let error = #expect(throws: AtriumError.self) { try hub.run(command, values) }
        #expect(error?.code == code)
        #expect(error?.field == field)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    // MARK: - Several

    @Test func severalAreOneChange() throws {
        for title in ["Essay", "Tax", "Gym"] { try hub.run("tasks add", ["text": [.text(title)]]) }
        try hub.run("tasks add", ["text": ["Outline"], "parent": "Essay"])
        try hub.run("tasks plan-for", ["record": ["Gym", "Essay"], "day": "tomorrow"])
        #expect(try titles("tasks today", ["day": "tomorrow"]) == ["Gym", "Essay"])
        try hub.run("tasks complete", ["record": ["Tax", "Gym", "tax"]])
        #expect(try hub.run("tasks show", ["record": "Gym"])["status"] == "done")
        try hub.run("undo")
        #expect(try hub.run("tasks show", ["record": "Tax"])["status"] == "open")
        try hub.run("tasks cancel", ["record": "Tax"])
        fails(
            "tasks complete", ["record": ["Gym", "Tax"]], .conflict, "record", "“Tax”: the task is cancelled")
        #expect(try hub.run("tasks show", ["record": "Gym"])["status"] == "open")
        // A subtask goes with its parent, and is named as well.
        try hub.run("tasks remove", ["record": ["Essay", "Outline", "Gym"]])
        #expect(try titles("tasks list", ["status": "all"]) == ["Tax"])
    }

    // MARK: - The day

    @Test func theDaysThree() throws {
        let essay = try hub.run(
            "tasks add", ["text": ["Essay"], "kind": "must-do", "estimate": 90, "today": true, "top": true])
        #expect(essay["planned"] == "2026-03-02")
        #expect(essay["topThree"] == true)
        #expect(essay["topRank"] == 1)
        try hub.run("tasks add", ["text": ["Tax"], "today": true, "top": true])
        #expect(throws: AtriumError.self) {
            try hub.run("tasks add", ["text": ["Tea"], "today": true, "planned": "2031-01-02"])
        }
        try hub.run("tasks add", ["text": ["Call Ann"], "top": true])
        fails(
            "tasks add", ["text": ["Gym"], "today": true, "top": true], .conflict, "top",
            "Essay, Tax, Call Ann")
        #expect(try titles("tasks list") == ["Essay", "Tax", "Call Ann"])
        let gym = try hub.run("tasks add", ["text": ["Gym"], "today": true])
        #expect(gym["topThree"] == false)
        #expect(try titles("tasks today", ["group": "top"]) == ["Essay", "Tax", "Call Ann"])
        #expect(try titles("tasks today", ["group": "rest"]) == ["Gym"])
        try hub.run("tasks reorder", ["day": "today", "records": ["Call Ann", "Essay", "Tax"]])
        let ranks = try hub.items("tasks today", ["group": "top"]).map { $0["topRank"] }
        #expect(ranks == [1, 2, 3])
        #expect(try titles("tasks today") == ["Call Ann", "Essay", "Tax", "Gym"])
        try hub.run("tasks toggle", ["record": "Essay"])
        #expect(try titles("tasks today") == ["Call Ann", "Tax", "Essay", "Gym"])
        try hub.run("undo")
        #expect(try hub.run("tasks show", ["record": "Essay"])["status"] == "open")

        hub.clock.advance(days: 1)
        #expect(try titles("tasks today") == [])
        #expect(try titles("tasks leftover").count == 4)
        try hub.run("tasks carry-over")
        #expect(try titles("tasks today", ["group": "rest"]).count == 4)
        #expect(try hub.items("tasks today").allSatisfy { $0["topThree"] == false })
    }

    @Test func aPlaceAmongTheThreeMovesOnlyWhereThereIsRoom() throws {
        for title in ["A", "B", "C"] { try hub.run("tasks add", ["text": [.text(title)], "top": true]) }
        let moved = try hub.run("tasks plan-for", ["record": "A", "day": "tomorrow"])
        #expect(moved["topRank"] == 1)
        for title in ["D", "E", "F"] {
            try hub.run("tasks add", ["text": [.text(title)], "planned": "2026-03-05", "top": true])
        }
        let full = try hub.run("tasks plan-for", ["record": "B", "day": "2026-03-05"])
        #expect(full["topThree"] == false)
        let swapped = try hub.run("tasks top", ["record": "F", "rank": 1])
        #expect(swapped["topRank"] == 1)
        #expect(try titles("tasks today", ["day": "2026-03-05", "group": "top"]) == ["F", "E", "D"])
        try hub.run("tasks top", ["record": "F", "off": true])
        try hub.run("tasks cancel", ["record": "E"])
        #expect(try titles("tasks today", ["day": "2026-03-05"]) == ["D", "F", "B"])
    }

    // MARK: - Projects

    @Test func progressIsCounted() throws {
        let made = try hub.run(
            "tasks projects add",
            ["title": "Thesis", "impact": "high", "tasks": ["Read", "Outline", "Write"]])
        #expect(made["progress"] == 0)
        #expect(made["tasksTotal"] == 3)
        try hub.run("tasks complete", ["record": "Read"])
        #expect(try hub.run("tasks projects show", ["record": "Thesis"])["progress"] == 33)
        try hub.run("tasks projects prioritize", ["record": "Thesis"])
        let garden = try hub.run(
            "tasks projects add", ["title": "Garden", "priority": true, "tasks": ["Dig"]])
        #expect(garden["priority"] == true)
        #expect(try hub.run("tasks projects show", ["record": "Thesis"])["priority"] == false)
        let taken = try hub.run("tasks projects prioritize", ["record": "Thesis"])
        #expect(taken["takenFrom"] == "Garden")
        try hub.run("undo")
        #expect(try hub.run("tasks projects show", ["record": "Garden"])["priority"] == true)
        try hub.run("tasks projects archive", ["record": "Thesis"])
        #expect(try titles("tasks list") == ["Dig"])
        #expect(try titles("tasks list", ["archived": true]) == ["Outline", "Write", "Dig"])
        #expect(try titles("tasks projects list") == ["Garden"])
        fails("tasks projects prioritize", ["record": "Thesis"], .conflict, "record", "archived")
        fails("tasks add", ["text": ["More"], "project": "Thesis"], .conflict, "project", "archived")
        fails("tasks projects add", ["title": "GARDEN"], .badData, "title", "there is already a project")
        try hub.run("tasks projects add", ["title": "Thesis"])
        let before = try hub.items("tasks list", ["archived": true, "status": "all"])
        try hub.run("tasks projects remove", ["record": "Garden"])
        #expect(try titles("tasks list") == [])
        try hub.run("undo")
        #expect(try hub.items("tasks list", ["archived": true, "status": "all"]) == before)
    }

    @Test func finishing() throws {
        try hub.run("tasks projects add", ["title": "Move", "tasks": ["Pack", "Call"]])
        let left = try hub.run("tasks projects finish", ["record": "Move", "leave": true])
        #expect(left["completedAt"] != .null)
        #expect(try titles("tasks inbox").sorted() == ["Call", "Pack"])
    }

    // MARK: - Subtasks

    @Test func partsFollowTheirParent() throws {
        try hub.run("tasks projects add", ["title": "House"])
        try hub.run("tasks add", ["text": ["Paint"]])
        try hub.run("tasks add", ["text": ["Buy"], "parent": "Paint"])
        try hub.run("tasks add", ["text": ["Choose"], "parent": "Buy"])
        let moved = try hub.run("tasks move", ["record": "Paint", "toProject": "House"])
        #expect(moved["project"] == "House")
        #expect(try hub.run("tasks show", ["record": "Choose"])["project"] == "House")
        fails("tasks move", ["record": "Paint", "parent": "Choose"], .badData, "parent", "a part of itself")
        let done = try hub.run("tasks complete", ["record": "Paint"])
        #expect(done["completedSubtasks"] == ["Buy", "Choose"])
        #expect(done["progress"] == 100)
        try hub.run("tasks reopen", ["record": "Choose"])
        #expect(try hub.run("tasks show", ["record": "Paint"])["status"] == "open")
        var parent = "Choose"
        for title in ["Four", "Five"] {
            try hub.run("tasks add", ["text": [.text(title)], "parent": .text(parent)])
            parent = title
        }
        fails(
            "tasks add", ["text": ["Six"], "parent": "Five"], .badData, "parent",
            "5 levels deep")
        try hub.run("tasks remove", ["record": "Paint"])
        #expect(try titles("tasks list", ["status": "all"]) == [])
    }

    // MARK: - Repetition

    @Test func whatRepeatsMovesOn() throws {
        try hub.run(
            "tasks add", ["text": ["Water"], "planned": "2026-03-01", "repeat": "FREQ=DAILY", "top": true])
        var task = try hub.run("tasks complete", ["record": "Water"])
        #expect(task["planned"] == "2026-03-02")
        #expect(task["done"] == ["2026-03-01"])
        #expect(try hub.items("tasks today", ["day": "2026-03-01"]).map { $0["topRank"] } == [1])
        task = try hub.run("tasks complete", ["record": "Water"])
        #expect(task["planned"] == "2026-03-03")
        #expect(try hub.items("tasks today").map { $0["doneOnDay"] } == [true])
        task = try hub.run("tasks reopen", ["record": "Water"])
        #expect(task["planned"] == "2026-03-02")
        try hub.run("tasks reopen", ["record": "Water"])
        #expect(
            try hub.items("tasks today", ["day": "2026-03-01", "group": "top"]).map { $0["doneOnDay"] } == [
                false
            ])
        try hub.run(
            "tasks add",
            ["text": ["Filter"], "due": "2026-01-31", "repeat": "FREQ=MONTHLY", "repeatFrom": "completion"])
        #expect(try hub.run("tasks complete", ["record": "Filter"])["due"] == "2026-04-02")
    }

    @Test func countRunsOut() throws {
        try hub.run("tasks add", ["text": ["Pill"], "planned": "2026-03-02", "repeat": "FREQ=DAILY;COUNT=2"])
        let first = try hub.run("tasks complete", ["record": "Pill"])
        #expect(first["status"] == "open")
        #expect(first["repeat"] == "FREQ=DAILY;COUNT=1")
        let last = try hub.run("tasks complete", ["record": "Pill"])
        #expect(last["status"] == "done")
        let again = try hub.run("tasks reopen", ["record": "Pill"])
        #expect(again["status"] == "open")
        #expect(again["planned"] == "2026-03-03")
        let both = try hub.run("tasks reopen", ["record": "Pill"])
        #expect(both["planned"] == "2026-03-02")
        #expect(both["repeat"] == "FREQ=DAILY;COUNT=2")
    }

    // MARK: - Projects

    @Test func aProjectOfANearNameIsNamed() throws {
        try hub.run("tasks projects add", ["title": "Nopes"])
        try hub.run("tasks projects add", ["title": "Garden"])
        let said = try hub.run("tasks understand", ["text": ["Water", "+Nope"]])
        #expect(said["title"] == "Water +Nope")
        #expect(said["leftInText"] == ["+Nope"])
        #expect(said["near"] == ["Nopes"])
        #expect(try hub.run("tasks add", ["text": ["Dig", "+Gardn"]])["near"] == ["Garden"])
        #expect(try hub.run("tasks add", ["text": ["Dig", "+Garden"]])["near"] == [])
        #expect(try hub.run("tasks add", ["text": ["Dig", "+Elsewhere"]])["near"] == [])
    }

    @Test func archivedProjectsAlone() throws {
        for title in ["Attic", "Barn", "Cellar"] {
            try hub.run("tasks projects add", ["title": .text(title)])
        }
        try hub.run("tasks projects archive", ["record": "Barn"])
        #expect(try titles("tasks projects list") == ["Attic", "Cellar"])
        #expect(try titles("tasks projects list", ["archived": true]) == ["Attic", "Barn", "Cellar"])
        #expect(try titles("tasks projects list", ["onlyArchived": true]) == ["Barn"])
        #expect(try titles("tasks projects list", ["onlyArchived": true, "archived": true]) == ["Barn"])
    }

    @Test(arguments: [
        ("Barn [ab-1]", "Barn", "ab-1"), ("Barn", "Barn", nil), ("Barn []", "Barn []", nil),
        ("Barn[ab]", "Barn[ab]", nil), ("[ab]", "[ab]", nil), ("A [b] [c]", "A [b]", "c"),
        ("A [b]]", "A [b]]", nil), ("A  [b]", "A  [b]", nil), ("A [b] ", "A [b] ", nil),
    ])
    func aTitleWithAUID(text: String, title: String, uid: String?) {
        let parts = Projects.parts(of: text)
        #expect(parts.title == title)
        #expect(parts.uid == uid)
    }

    // MARK: - Bad input

    @Test func whatIsRefused() throws {
        try hub.run("tasks add", ["text": ["Essay"], "top": true])
        try hub.run("tasks add", ["text": ["Gym"], "today": true])
        fails("tasks add", ["text": ["  "]], .badData, "text", "empty")
        fails("tasks add", ["text": ["A"], "estimate": 0], .badData, "estimate", "wrong value")
        fails("tasks add", ["text": ["A"], "estimate": 7000], .badData, "estimate", "wrong value")
        fails("tasks add", ["text": ["A"], "kind": "maybe"], .badData, "kind", "wrong value")
        fails(
            "tasks add", ["text": ["A"], "start": "2026-03-05", "due": "2026-03-02"], .badData, "start",
            "the start (2026-03-05) is after the deadline (2026-03-02)")
        fails("tasks plan-for", ["record": "Gym", "day": "2026-02-30"], .badData, "day", "28 days, not 30")
        fails(
            "tasks reorder", ["day": "today", "records": ["Gym", "Essay"]], .badData, "records",
            "“Essay” is in the top three")
        fails("tasks reorder", ["records": ["Gym"]], .badData, "day", "the list to reorder is missing")
        fails("tasks add", ["text": ["A"], "repeat": "FREQ=DAILY"], .badData, "repeat", "needs a first day")
        fails(
            "tasks add",
            ["text": ["A"], "planned": "today", "repeat": "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"],
            .badData, "repeat", "has no occurrence after")
        fails(
            "tasks log", ["record": "Gym", "minutes": 5, "day": "tomorrow"], .badData, "day", "in the future")
        try hub.run("tasks cancel", ["record": "Gym"])
        fails("tasks complete", ["record": "Gym"], .conflict, "record", "cancelled")
        fails("tasks reopen", ["record": "Essay"], .conflict, "record", "not done yet")
    }
}
