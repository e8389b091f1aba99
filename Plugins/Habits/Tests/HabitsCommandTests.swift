import AtriumSDK
import AtriumTesting
import Foundation
import RecordKit
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
        ("target", .integer(0), "target has a wrong value: it must be a whole number from 1 to 31"),
        ("target", .integer(32), "target has a wrong value: it must be a whole number from 1 to 31"),
        ("timesAWeek", .integer(8), "timesAWeek has a wrong value: it must be a whole number from 1 to 7"),
        (
            "weekdays", .list([.text("someday")]),
            "weekdays is not valid: give days of the week such as mon,wed,fri"
        ),
        ("goal", .decimal(0), "goal has a wrong value: it must be a number above 0, at most 1000000000.0"),
        (
            "color", .text("reddish"),
            "color has a wrong value: it must be a CSS name such as teal, or #RRGGBB"
        ),
        ("start", .text("1899-12-31"), "1899-12-31 is too long ago: give 1900-01-01 or a later day"),
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
        #expect(error?.description == "month is not valid: give a year and a month such as 2026-03")
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

    // MARK: - Schedules

    @Test func oneScheduleTakesThePlaceOfAnother() throws {
        let habit: DataObject = ["record": .text("Read")]
        func edit(_ name: String, _ value: DataValue) throws -> [DataValue?] {
            var input = habit
            input[name] = value
            let result = try hub.run("habits edit", input)
            return ["schedule", "target", "weekdays", "timesAWeek"].map { result[$0] }
        }
        try hub.run("habits add", ["title": .text("Read")])
        #expect(
            try edit("weekdays", .list([.text("fri,Monday")])) == [
                .text("weekdays"), .null, .list([.text("mon"), .text("fri")]), .null,
            ])
        #expect(try edit("timesAWeek", .integer(3)) == [.text("weekly"), .null, .list([]), .integer(3)])
        #expect(try edit("title", .text("Read")) == [.text("weekly"), .null, .list([]), .integer(3)])
        #expect(try edit("target", .integer(9)) == [.text("monthly"), .integer(9), .list([]), .null])
        let error = #expect(throws: AtriumError.self) { _ = try edit("target", .null) }
        #expect(
            error?.description
                == "target cannot be empty: give another schedule: --target, --weekdays or --times-a-week")
    }

    /// The option as the README and the messages name it.
    @Test func optionsAreNamedAsTheyAreSpoken() {
        let field = ScheduleCodec.declaration.fields.first { $0.name == "timesAWeek" }
        #expect(field?.optionName == "times-a-week")
    }

    @Test func twoSchedulesAreRefused() throws {
        let error = #expect(throws: AtriumError.self) {
            try hub.run(
                "habits add", ["title": .text("Read"), "target": .integer(9), "timesAWeek": .integer(3)])
        }
        #expect(
            error?.description
                == "a habit can have only one schedule: give only one of --target, --weekdays and --times-a-week"
        )
        #expect(error?.field == "timesAWeek")
    }

    @Test func archivedHabitsAreListedWhereTheyAreAskedFor() throws {
        try hub.run("habits add", ["title": .text("Read")])
        try hub.run("habits add", ["title": .text("Run"), "archived": .bool(true)])
        #expect(try hub.items("habits list").map { $0["title"] } == [.text("Read")])
        #expect(
            try hub.items("habits list", ["archived": .bool(true)]).map { $0["title"] }
                == [.text("Read"), .text("Run")])
        try hub.run("habits toggle", ["record": .text("Run")])
        #expect(try hub.run("habits show", ["record": .text("Run")])["currentStreak"] == .integer(1))
    }

    // MARK: - Amounts

    @Test func aLoggedDayIsDoneWhenItReachesTheGoal() throws {
        try hub.run(
            "habits add", ["title": .text("Read"), "unit": .text(" pages "), "goal": .decimal(10)])
        let little = try hub.run(
            "habits log", ["record": .text("Read"), "amount": .decimal(4), "note": .text("on the train")])
        #expect(little["done"] == .bool(false) && little["completed"] == .integer(0))
        #expect(little["total"] == .decimal(4) && little["note"] == .text("on the train"))
        let enough = try hub.run("habits log", ["record": .text("Read"), "amount": .decimal(12)])
        #expect(enough["done"] == .bool(true) && enough["amount"] == .decimal(12))
        #expect(enough["note"] == .text("on the train"))
        let habit = try hub.run("habits show", ["record": .text("Read")])
        #expect(habit["unit"] == .text("pages") && habit["doneToday"] == .bool(true))
        #expect(
            habit["entries"]
                == .list([
                    .object([
                        "day": .text("2026-03-15"), "amount": .decimal(12), "note": .text("on the train"),
                    ])
                ]))
    }

    @Test(arguments: ["toggle", "log"])
    func aDayBeforeTheHabitBeganIsRefused(command: String) throws {
        try hub.run(
            "habits add", ["title": .text("Read"), "start": .text("2026-03-10"), "unit": .text("pages")])
        var input: DataObject = ["record": .text("Read"), "day": .text("2026-03-09")]
        if command == "log" { input["amount"] = .decimal(1) }
        let error = #expect(throws: AtriumError.self) { try hub.run("habits \(command)", input) }
        #expect(error?.message == "2026-03-09 is before the habit began")
        #expect(error?.field == "day")
        input["day"] = .text("2026-03-10")
        #expect(try hub.run("habits \(command)", input)["done"] == .bool(true))
    }

    // MARK: - Calendars

    @Test func aMonthHasItsDaysAndADrawing() throws {
        try hub.run("habits add", ["title": .text("Read"), "weekdays": .list([.text("sun")])])
        try hub.run("habits toggle", ["record": .text("Read"), "day": .text("2026-02-01")])
        let month = try hub.run("habits month", ["record": .text("Read"), "month": .text("2026-02")])
        let days = month["days"]?.listValue?.compactMap(\.objectValue) ?? []
        #expect(days.count == 28)
        #expect(days.first?["state"] == .text("done") && days.first?["scheduled"] == .bool(true))
        #expect(days.last?["state"] == .text("open") && days.last?["scheduled"] == .bool(false))
        #expect(month["target"] == .integer(4) && month["completed"] == .integer(1))
        #expect(month["drawing"]?.textValue?.contains("[ 1]") == true)
        try hub.run("settings set", ["key": .text("first-weekday"), "value": .text("sunday")])
        let other = try hub.run("habits month", ["record": .text("Read"), "month": .text("2026-02")])
        #expect(other["drawing"]?.textValue?.hasPrefix(" Sun") == true)
    }

    @Test func aYearHasItsDaysAndADrawing() throws {
        try hub.run("habits add", ["title": .text("Read"), "goal": .decimal(10)])
        try hub.run("habits log", ["record": .text("Read"), "amount": .decimal(3)])
        let year = try hub.run("habits year", ["record": .text("Read")])
        #expect(year["year"] == .integer(2026) && year["completed"] == .integer(0))
        #expect(year["total"] == .decimal(3))
        #expect(year["days"]?.listValue?.count == 365)
        #expect(year["days"]?.listValue?[73].objectValue?["state"] == .text("partial"))
        #expect(year["drawing"]?.textValue?.contains("░") == true)
        let other = try hub.run("habits year", ["record": .text("Read"), "year": .integer(2024)])
        #expect(other["days"]?.listValue?.count == 366)
    }
}
