import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Habits

@Suite struct HabitsCommandTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [habitsModule])
    }

    @Test func addedHabitsAreListedByTitle() throws {
        try hub.run("habits add", ["title": .text("  walk  ")])
        try hub.run("habits add", ["title": .text("Read"), "target": .integer(12)])

        let habits = try hub.items("habits list")

        #expect(habits.map { $0["title"] } == [.text("Read"), .text("walk")])
        #expect(habits.map { $0["target"] } == [.integer(12), .integer(20)])
        #expect(
            habits.map { $0["createdAt"] } == [.text("2026-03-15T09:30:00Z"), .text("2026-03-15T09:30:00Z")])
    }

    @Test(arguments: [
        ("title", DataValue.text(" "), "title cannot be empty: say what the habit is"),
        ("target", .integer(0), "target has a wrong value: it is a whole number from 1 to 31"),
        ("target", .integer(32), "target has a wrong value: it is a whole number from 1 to 31"),
    ])
    func wrongValuesAreRefused(field: String, value: DataValue, message: String) throws {
        var input: DataObject = ["title": .text("Read")]
        input[field] = value
        let error = #expect(throws: AtriumError.self) { try hub.run("habits add", input) }
        #expect(error?.description == message)
        #expect(error?.field == field)
        #expect(try hub.items("habits list").isEmpty)
    }

    @Test func toggleMarksTodayInTheUsersZone() throws {
        try hub.run("habits add", ["title": .text("Read")])
        // 09:30 in UTC is 23:30 of the same day on Kiritimati, and an hour later the next one.
        try hub.run("settings set", ["key": .text("zone"), "value": .text("Pacific/Kiritimati")])
        hub.clock.advance(seconds: 3600)

        let result = try hub.run("habits toggle", ["record": .text("read")])

        #expect(result["day"] == .text("2026-03-16"))
        #expect(result["done"] == .bool(true))
        #expect(result["completed"] == .integer(1))
        #expect(try hub.run("habits show", ["record": .text("Read")])["doneToday"] == .bool(true))
        #expect(try hub.run("habits toggle", ["record": .text("Read")])["done"] == .bool(false))
    }

    @Test func progressCountsTheMonthThatIsAskedFor() throws {
        try hub.run("habits add", ["title": .text("Read"), "target": .integer(2)])
        for day in ["2026-02-28", "2026-03-01", "yesterday", "-5d"] {
            try hub.run("habits toggle", ["record": .text("Read"), "day": .text(day)])
        }

        let march = try hub.run("habits progress", ["record": .text("Read")])
        let february = try hub.run("habits progress", ["record": .text("Read"), "month": .text("2026-02")])

        #expect(march["month"] == .text("2026-03"))
        #expect(march["days"] == .list([.text("2026-03-01"), .text("2026-03-10"), .text("2026-03-14")]))
        #expect(march["percent"] == .integer(150))
        #expect(february["completed"] == .integer(1))
        #expect(february["percent"] == .integer(50))
    }

    @Test func aMonthThatIsNoneIsRefused() throws {
        try hub.run("habits add", ["title": .text("Read")])
        let error = #expect(throws: AtriumError.self) {
            try hub.run("habits progress", ["record": .text("Read"), "month": .text("March")])
        }
        #expect(error?.description == "month has a wrong value: it is a year and a month such as 2026-03")
    }

    @Test func editChangesOnlyWhatIsNamed() throws {
        let added = try hub.run("habits add", ["title": .text("Read"), "target": .integer(12)])
        try hub.run("habits toggle", ["record": .text("Read")])
        hub.clock.advance(days: 1)

        let edited = try hub.run("habits edit", ["record": .text("Read"), "title": .text("Read aloud")])

        #expect(edited["title"] == .text("Read aloud"))
        #expect(edited["target"] == .integer(12))
        #expect(edited["days"] == .list([.text("2026-03-15")]))
        #expect(edited["uid"] == added["uid"])
        #expect(edited["updatedAt"] == .text("2026-03-16T09:30:00Z"))
    }

    @Test func anEditThatSaysTheSameWritesNothing() throws {
        try hub.run("habits add", ["title": .text("Read")])
        try hub.run("habits edit", ["record": .text("Read"), "target": .integer(20)])
        #expect(try hub.items("history").count == 1)
    }

    @Test func removeTakesTheDaysAndUndoBringsThemBack() throws {
        try hub.run("habits add", ["title": .text("Read")])
        try hub.run("habits toggle", ["record": .text("Read")])
        let before = try hub.items("habits list")

        let result = try hub.run("habits remove", ["record": .text("Read")])
        #expect(result["removed"] == .bool(true))
        #expect(try hub.items("habits list").isEmpty)

        try hub.run("undo")
        #expect(try hub.items("habits list") == before)
    }

    @Test func searchFindsAHabitByItsTitle() throws {
        try hub.run("habits add", ["title": .text("Café without sugar")])
        let found = try hub.items("search", ["text": .list([.text("CAFE")])])
        #expect(found.map { $0["title"] } == [.text("Café without sugar")])
    }
}
