import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Tasks

/// A day as hours: blocks, free time, plans.
///
/// It is Monday, 2 March 2026, half past seven in Vienna.
///
/// The lecture is from 9:00 to 10:30, the seminar from 13:30 to 15:00.
@Suite struct DayTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(
            modules: [tasksModule, StandInCalendar.module], formats: [CSVFileFormat()],
            timeZone: try #require(TimeZone(identifier: "Europe/Vienna")))
        hub.clock.set(try #require(Timestamp.date("2026-03-02T06:30:00Z")))
        try event("Lecture", "2026-03-02T09:00", "2026-03-02T10:30")
        try event("Seminar", "2026-03-02T13:30", "2026-03-02T15:00")
    }

    private func event(_ title: String, _ start: String, _ end: String) throws {
        try hub.run("calendar add", ["title": .text(title), "start": .text(start), "end": .text(end)])
    }

    private func task(_ title: String, _ values: DataObject = [:]) throws {
        var values = values
        values["text"] = [.text(title)]
        try hub.run("tasks add", values)
    }

    private func fails(
        _ command: String, _ values: DataObject, _ code: AtriumError.Code, _ field: String?, _ words: String
    ) -> AtriumError? {
        let error = #expect(throws: AtriumError.self) { try hub.run(command, values) }
        #expect(error?.code == code)
        #expect(error?.field == field)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        return error
    }

    /// The blocks of all days: `Essay 10:30 90`.
    private func blocks() throws -> [String] {
        try hub.items("tasks blocks list").map { block in
            let start = block["start"]?.textValue ?? ""
            let day = start.hasPrefix("2026-03-02") ? "" : "\(start.prefix(10)) "
            return
                "\(block["title"]?.textValue ?? "") \(day)\(start.dropFirst(11).prefix(5)) \(block["minutes"]?.integerValue ?? 0)"
        }
    }

    private func planned() throws {
        try task("Essay", ["kind": "must-do", "estimate": 90, "today": true])
        try task("Tax", ["kind": "must-do", "estimate": 60, "due": "2026-03-02T12:00"])
        try hub.run("tasks plan")
    }

    @Test func theDayOfTheSpecification() throws {
        try task("Essay", ["kind": "must-do", "estimate": 90, "today": true])
        try task("Tax", ["kind": "must-do", "estimate": 60, "due": "2026-03-02T12:00"])
        let dry = try hub.run("tasks plan", ["dryRun": true])
        #expect(try blocks() == [])
        let plan = try hub.run("tasks plan")
        for name in ["placed", "unplaced", "removed", "drawing", "summary"] {
            #expect(dry[name] == plan[name])
        }
        #expect(try blocks() == ["Tax 08:00 60", "Essay 10:30 90"])
        #expect(plan["unplaced"] == [])

        let met = fails(
            "tasks blocks move", ["record": "Essay", "to": "2026-03-02T14:00"], .conflict, "to",
            "Seminar (13:30 to 15:00)")
        #expect(
            met?.slots == [
                FreeSlot(start: "2026-03-02T15:00:00", end: "2026-03-02T16:30:00"),
                FreeSlot(start: "2026-03-02T12:00:00", end: "2026-03-02T13:30:00"),
                FreeSlot(start: "2026-03-03T08:00:00", end: "2026-03-03T09:30:00"),
            ])
        let moved = try hub.run("tasks blocks move", ["record": "Essay", "to": "2026-03-02T15:07"])
        #expect(moved["start"] == "2026-03-02T15:00:00")
        #expect(moved["origin"] == "hand")
        _ = fails(
            "tasks blocks resize", ["record": "Essay", "minutes": 10], .badData, "minutes", "at least 15")

        hub.clock.set(try #require(Timestamp.date("2026-03-02T08:05:00Z")))
        try hub.run("tasks blocks done", ["record": "Tax", "task": true])
        #expect(try hub.run("tasks show", ["record": "Tax"])["spent"] == 60)
        #expect(try hub.run("tasks show", ["record": "Tax"])["status"] == "done")
        try hub.run("undo")
        #expect(try hub.run("tasks show", ["record": "Tax"])["status"] == "open")
        #expect(try hub.run("tasks show", ["record": "Tax"])["spent"] == 0)
        try hub.run("tasks blocks done", ["record": "Tax", "task": true])

        let walk: DataObject = ["title": "Walk", "start": "2026-03-02T15:30", "minutes": 30]
        _ = fails("tasks blocks add", walk, .conflict, "start", "Essay (15:00 to 16:30)")
        var pushing = walk
        pushing["push"] = true
        #expect(try hub.run("tasks blocks add", pushing)["warnings"] == ["Essay moved to 16:00"])
        #expect(try blocks() == ["Tax 08:00 60", "Walk 15:30 30", "Essay 16:00 90"])
        let free = try hub.items("tasks free", ["atLeast": 60]).map { $0["start"] }
        #expect(free == ["2026-03-02T10:30:00", "2026-03-02T17:30:00"])

        try event("Late", "2026-03-02T16:15", "2026-03-02T16:45")
        let conflict = try #require(try hub.items("tasks conflicts").first)
        #expect(conflict["title"] == "Essay")
        #expect(conflict["slots"]?.listValue?.isEmpty == false)
        try hub.run("tasks complete", ["record": "Essay"])
        #expect(try blocks() == ["Tax 08:00 60", "Walk 15:30 30"])
        try hub.run("undo")
        #expect(try blocks() == ["Tax 08:00 60", "Walk 15:30 30", "Essay 16:00 90"])
    }

    @Test func aDayOf23Hours() throws {
        try hub.run("settings set", ["key": "tasks.day-start", "value": "00:00"])
        try hub.run("settings set", ["key": "tasks.day-end", "value": "24:00"])
        let day = try hub.run("tasks day", ["day": "2026-03-29"])
        #expect(day["freeMinutes"] == .integer(23 * 60))
        let lines = day["drawing"]?.textValue?.split(separator: "\n") ?? []
        #expect(lines.count == 23)
        #expect(!lines.contains { $0.hasPrefix("02:00") })
        let error = fails(
            "tasks blocks add", ["title": "Night", "start": "2026-03-29T02:30"], .badData, "start", "02:30")
        #expect(error?.remedy.description == "give 03:30")
    }

    @Test func whatIsRefused() throws {
        try planned()
        _ = fails(
            "tasks blocks add",
            ["title": "A", "start": "2026-03-02T14:00", "end": "2026-03-02T13:00"], .badData, "end",
            "the end (13:00) is not after the start (14:00)")
        _ = fails(
            "tasks blocks add", ["title": "A", "task": "Tax", "start": "2026-03-02T18:00"], .badData, "title",
            "has the title of the task")
        _ = fails(
            "tasks blocks add", ["start": "2026-03-02T18:00"], .badData, "title", "neither a title")
        _ = fails(
            "tasks blocks add", ["title": "A", "start": "2026-03-02"], .badData, "start", "no time of day")
        _ = fails("tasks plan", ["day": "2026-03-01"], .badData, "day", "2026-03-01 is in the past")
        _ = fails("tasks blocks done", ["record": "Essay"], .conflict, "until", "it begins at 10:30")
        _ = fails(
            "tasks blocks resize", ["record": "Essay", "minutes": 2000], .badData, "minutes", "24 hours")
        for (key, value) in [
            ("tasks.hours", "mon 18:00-09:00"), ("tasks.hours", "mon 9:00-12:00 11:00-13:00"),
            ("tasks.snap", "7"),
            ("tasks.day-start", "25:00"), ("tasks.hours", "someday 9:00-10:00"),
        ] {
            let error = #expect(throws: AtriumError.self) {
                try hub.run("settings set", ["key": .text(key), "value": .text(value)])
            }
            #expect(error?.code == .badData)
        }
    }

    @Test func aPlanKeepsOffWhatIsPutSomewhereByHand() throws {
        try planned()
        try hub.run("tasks blocks move", ["record": "Tax", "to": "2026-03-02T12:00"])
        try task("Gym", ["kind": "must-do", "estimate": 30, "today": true])
        let plan = try hub.run("tasks plan")
        #expect(plan["summary"] == "both tasks are scheduled")
        #expect(
            try blocks()
                == ["Essay 10:30 90", "Gym 08:00 30", "Tax 12:00 60"].sorted { $0.suffix(8) < $1.suffix(8) })
        try hub.run("tasks unplan")
        #expect(try blocks() == ["Tax 12:00 60"])
    }

    @Test func whatIsLongIsSplit() throws {
        try event("Trip", "2026-03-02T15:00", "2026-03-02T22:00")
        try task("Thesis", ["kind": "must-do", "estimate": 300, "today": true])
        let plan = try hub.run("tasks plan")
        // 60, 120 and 60, 30 minutes are free before the trip.
        #expect(try blocks() == ["Thesis 08:00 60", "Thesis 10:30 120", "Thesis 12:30 60"])
        #expect(plan["unplaced"]?.listValue?.first?.objectValue?["reason"] == "only 240 of 300 minutes fit")
    }

    @Test func completingOneThatIsUnderWayEndsItNow() throws {
        try hub.run("tasks add", ["text": ["Read"]])
        try hub.run("tasks blocks add", ["task": "Read", "start": "2026-03-02T07:20", "minutes": 60])
        try hub.run("tasks complete", ["record": "Read"])
        #expect(try hub.run("tasks show", ["record": "Read"])["spent"] == 10)
        #expect(try hub.run("tasks blocks show", ["record": "Read"])["state"] == "done")
    }

    @Test func whatWasSpentOnOneTimeIsNotSpentOnTheNext() throws {
        try task("Stretch", ["kind": "must-do", "estimate": 30, "today": true, "repeat": "FREQ=DAILY"])
        try hub.run("tasks blocks add", ["task": "Stretch", "start": "2026-03-02T07:00"])
        try hub.run("tasks blocks done", ["record": 1, "task": true])
        let shown = try hub.run("tasks show", ["record": "Stretch"])
        #expect(shown["spent"] == 30)
        #expect(shown["remaining"] == 30)
        let plan = try hub.run("tasks plan", ["day": "tomorrow"])
        #expect(plan["placed"]?.listValue?.count == 1)
    }

    /// In Vienna it is two o’clock twice on 25 October 2026.
    @Test func theHourThatComesTwice() throws {
        try hub.run("settings set", ["key": "tasks.day-start", "value": "00:00"])
        try event("Deploy", "2026-10-25T00:00", "2026-10-25T01:00")
        for title in ["P1", "P2", "P3"] {
            try task(title, ["kind": "must-do", "estimate": 60, "planned": "2026-10-25"])
        }
        let plan = try hub.run("tasks plan", ["day": "2026-10-25"])
        #expect(try hub.run("tasks plan", ["day": "2026-10-25"])["removed"] == [])
        let starts = try hub.items("tasks blocks list").compactMap { $0["startsAt"]?.textValue }
        #expect(starts == ["2026-10-24T23:00:00Z", "2026-10-25T00:00:00Z", "2026-10-25T01:00:00Z"])
        #expect(plan["placed"]?.listValue?.count == 3)
        let night = try hub.run(
            "tasks blocks add", ["title": "Night", "start": "2027-03-28T01:30", "minutes": 60])
        #expect(night["end"] == "2027-03-28T03:30:00")
    }

    @Test func aPlanNeverMakesABlockOfMoreThanADay() throws {
        for (key, value) in [("tasks.day-start", "00:00"), ("tasks.day-end", "24:00")] {
            try hub.run("settings set", ["key": .text(key), "value": .text(value)])
        }
        try task("Huge", ["kind": "must-do", "estimate": 1500, "planned": "2026-10-25"])
        let plan = try hub.run("tasks plan", ["day": "2026-10-25"])
        #expect(plan["unplaced"] == [])
        #expect(try blocks().count > 1)
    }

    @Test func blocksThatMeetEachOtherAreConflicts() throws {
        try hub.run("tasks blocks add", ["title": "A", "start": "2026-03-03T10:00", "minutes": 60])
        try hub.run("tasks blocks move", ["record": "A", "to": "2026-03-03T14:00"])
        let moved = try #require(
            try hub.run("history", ["limit": 1])["items"]?.listValue?.first?.objectValue?["id"])
        try hub.run("tasks blocks add", ["title": "B", "start": "2026-03-03T10:00", "minutes": 60])
        try hub.run("undo", ["change": moved])
        #expect(try hub.items("tasks conflicts").compactMap { $0["title"]?.textValue } == ["A", "B"])
        #expect(try hub.run("tasks day", ["day": "2026-03-03"])["drawing"]?.textValue?.contains("!") == true)
    }

    @Test func takingBackThatABlockIsDoneNeedsItsTime() throws {
        try hub.run("tasks blocks add", ["title": "A", "start": "2026-03-02T06:00", "minutes": 60])
        try hub.run("tasks blocks done", ["record": "A", "until": "2026-03-02T06:05"])
        try hub.run("tasks blocks add", ["title": "B", "start": "2026-03-02T06:05", "minutes": 55])
        _ = fails("tasks blocks undone", ["record": "A"], .conflict, "record", "B (06:05 to 07:00)")
    }

    @Test func whatIsOfferedIsOnTheGridAndTaken() throws {
        try event("Long", "2026-03-03T08:00", "2026-03-03T22:00")
        try event("Odd", "2026-03-04T08:00", "2026-03-04T09:37")
        try hub.run("tasks blocks add", ["title": "X", "start": "2026-03-05T10:00", "minutes": 60])
        let met = fails(
            "tasks blocks move", ["record": "X", "to": "2026-03-03T10:00"], .conflict, "to",
            "Long (08:00 to 22:00)")
        let slot = try #require(met?.slots.first)
        #expect(slot.start == "2026-03-04T09:45:00")
        #expect(
            try hub.run("tasks blocks move", ["record": "X", "to": .text(slot.start)])["start"]
                == .text(slot.start))
    }

    @Test func pushingKeepsWhatStandsOnTheNextDay() throws {
        try hub.run("tasks blocks add", ["title": "Night", "start": "2026-03-05T00:15", "minutes": 45])
        let pushed = try hub.run(
            "tasks blocks add", ["title": "N", "start": "2026-03-04T23:30", "minutes": 60, "push": true])
        #expect(pushed["warnings"] == ["Night moved to 2026-03-05 00:30"])
    }

    @Test func aPlanMovesABlockWithAllThatIsKnownOfIt() throws {
        try task("Essay", ["kind": "must-do", "estimate": 60, "today": true])
        try hub.run("tasks plan")
        let block = try hub.run("tasks blocks edit", ["record": "Essay", "note": "room 12"])
        try task("Tax", ["kind": "must-do", "estimate": 60, "due": "2026-03-02T09:00"])
        try hub.run("tasks plan")
        let moved = try hub.run("tasks blocks show", ["record": "Essay"])
        #expect(moved["uid"] == block["uid"])
        #expect(moved["note"] == "room 12")
        #expect(moved["start"] == "2026-03-02T10:30:00")
    }

    @Test func aBlockThatWasMissedDoesNotHideItsTask() throws {
        try task("Essay", ["kind": "must-do", "estimate": 60, "today": true])
        try hub.run("tasks blocks add", ["task": "Essay", "start": "2026-03-02T06:00", "minutes": 30])
        #expect(try hub.run("tasks day")["unscheduled"]?.listValue?.count == 1)
        #expect(try hub.items("today").contains { $0["kind"] == "task" })
        try hub.run("tasks blocks add", ["task": "Essay", "start": "2026-03-02T18:00", "minutes": 60])
        #expect(try hub.run("tasks day")["unscheduled"] == [])
        #expect(try !hub.items("today").contains { $0["kind"] == "task" })
    }

    @Test func aTimeThatIsSkippedIsRefusedEverywhere() throws {
        try hub.run("tasks blocks add", ["title": "A", "start": "2026-03-28T10:00", "minutes": 60])
        let time: DataValue = "2026-03-29T02:30"
        _ = fails("tasks blocks move", ["record": "A", "to": time], .badData, "to", "02:30")
        _ = fails("tasks blocks resize", ["record": "A", "end": time], .badData, "end", "02:30")
        try task("Read")
        _ = fails("tasks take", ["record": "Read", "at": time], .badData, "at", "02:30")
    }

    /// What was done yesterday was not done in today’s block.
    @Test func aBlockCountsUntilItsTaskWasDone() throws {
        try task("Read")
        try hub.run("tasks blocks add", ["task": "Read", "start": "2026-03-02T06:00", "minutes": 60])
        try hub.run("tasks complete", ["record": "Read", "at": "2026-03-01T12:00"])
        #expect(try hub.run("tasks show", ["record": "Read"])["spent"] == 0)
    }

    @Test func lengthsStayWithinBoundsOnTheGrid() throws {
        try hub.run("tasks blocks add", ["title": "A", "start": "2026-03-05T10:08", "minutes": 60])
        let day = try hub.run("tasks blocks resize", ["record": "A", "minutes": 1440])
        #expect(day["minutes"] == 1440)
        hub.clock.set(try #require(Timestamp.date("2026-03-05T10:00:00Z")))
        _ = fails(
            "tasks blocks done", ["record": "A", "until": "2026-03-05T09:00"], .badData, "until", "not after")
    }

    /// A log of the day counts for the time that was done on it, wherever the user is.
    @Test(arguments: ["Pacific/Auckland", "America/Los_Angeles"])
    func minutesOfARepetitionAreOfTheUsersDays(zone: String) throws {
        try hub.run("settings set", ["key": "zone", "value": .text(zone)])
        let clock = try #require(TimeZone(identifier: zone))
        let day = try #require(LocalDate(iso: "2026-03-03"))
        hub.clock.set(day.start(in: clock).addingTimeInterval(zone.hasPrefix("P") ? 8 * 3600 : 20 * 3600))
        try task("Scales", ["estimate": 30, "planned": "2026-03-03", "repeat": "FREQ=DAILY"])
        try hub.run("tasks log", ["record": "Scales", "minutes": 30])
        try hub.run("tasks complete", ["record": "Scales"])
        #expect(try hub.run("tasks show", ["record": "Scales"])["remaining"] == 30)
        hub.clock.advance(days: 1)
        try hub.run("tasks log", ["record": "Scales", "minutes": 10])
        #expect(try hub.run("tasks show", ["record": "Scales"])["remaining"] == 20)
    }

    /// Blocks before their tasks, or behind them, and with a task that is called otherwise now: the same in the end.
    @Test func blocksAndTasksComeInAnyOrder() throws {
        let blocks = "uid,title,task,start,minutes,origin\r\nb-1,Old name,t-1,2026-04-01T10:00:00,60,hand\r\n"
        let tasks = "uid,title,planned\r\nt-1,New name,2026-04-01\r\n"
        for files in [
            [("blocks.csv", blocks), ("tasks.csv", tasks)], [("tasks.csv", tasks), ("blocks.csv", blocks)],
        ] {
            let hub = try TemporaryHub(modules: [tasksModule], formats: [CSVFileFormat()])
            for (name, text) in files { try hub.importFile(TextFile(name, text), module: "tasks") }
            let block = try hub.run("tasks blocks show", ["record": 1])
            #expect(block["title"] == "New name")
            #expect(block["taskId"] == 1)
        }
    }

    @Test func aCalendarThatThereIsNotIsNamed() throws {
        try hub.run("settings set", ["key": "tasks.calendars", "value": "Wrok"])
        let warnings = try hub.run("tasks day")["warnings"]?.listValue?.compactMap(\.textValue) ?? []
        #expect(warnings.contains { $0.contains("Wrok") })
    }

    // MARK: - Suggestions

    @Test func suggestionsOfTheSpecification() throws {
        try event("Meeting", "2026-03-02T11:15", "2026-03-02T13:30")
        try task("Read", ["estimate": 30, "energy": "low"])
        try task("Code", ["estimate": 60, "energy": "high"])
        try task("Mail", ["estimate": 15])
        func titles(_ values: DataObject) throws -> [DataValue?] {
            var values = values
            values["at"] = "2026-03-02T10:30"
            return try hub.run("tasks suggest", values)["items"]?.listValue?.map { $0.objectValue?["title"] }
                ?? []
        }
        #expect(try titles(["energy": "low"]) == ["Read"])
        #expect(try titles(["energy": "high"]) == ["Code", "Mail", "Read"])
        #expect(try titles(["energy": "medium", "minutes": 15]) == ["Mail"])
        #expect(try titles(["energy": "great"]) == ["Code", "Mail", "Read"])
        let code = try hub.run("tasks suggest", ["at": "2026-03-02T10:30", "energy": "high"])
        #expect(code["items"]?.listValue?.first?.objectValue?["fits"] == 45)
        #expect(code["items"]?.listValue?.map { $0.objectValue?["score"] } == [4, 2, 2])

        let taken = try hub.run("tasks take", ["record": "Read", "at": "2026-03-02T10:30", "energy": "low"])
        #expect(taken["start"] == "2026-03-02T10:30:00")
        #expect(taken["minutes"] == 30)
        #expect(taken["origin"] == "suggestion")
        #expect(try hub.items("tasks check-ins list").count == 1)
        try hub.run("undo")
        #expect(try blocks() == [])
        #expect(try hub.items("tasks check-ins list").isEmpty)

        try hub.run("tasks complete", ["record": "Mail"])
        let short = try hub.run(
            "tasks suggest", ["at": "2026-03-02T10:30", "energy": "medium", "minutes": 15])
        #expect(short["none"] == "too-short")
        #expect(short["others"]?.listValue?.map { $0.objectValue?["title"] } == ["Read"])
        let busy = try hub.run("tasks suggest", ["at": "2026-03-02T14:00", "energy": "low"])
        #expect(busy["none"] == "not-free")
        #expect(busy["sentence"] == "Seminar (13:30 to 15:00) is in the way: the next free time is 15:00")
        try hub.run("tasks dismiss", ["records": ["Read"]])
        #expect(
            try hub.run("tasks suggest", ["at": "2026-03-02T10:30", "energy": "low"])["none"] == "no-match")
        _ = fails("tasks suggest", [:], .usage, "energy", "energy")
        _ = fails("tasks take", ["record": "Mail"], .conflict, "record", "Mail is done")
        _ = fails(
            "tasks take", ["record": "Read", "at": "2026-03-02T14:00"], .conflict, "at", "Seminar")
    }

    @Test func whatIsPutAwayForAnotherDay() throws {
        try task("Read", ["estimate": 30, "energy": "low"])
        let tomorrow: DataObject = ["at": "2026-03-03T10:30", "energy": "low"]
        try hub.run("tasks dismiss", ["records": ["Read"], "at": "2026-03-03T10:30"])
        #expect(try hub.run("tasks suggest", ["at": "2026-03-02T10:30", "energy": "low"])["none"] == .null)
        #expect(try hub.run("tasks suggest", tomorrow)["items"] == [])
        try hub.run("undo")
        #expect(try hub.run("tasks suggest", tomorrow)["none"] == .null)
    }

    @Test func listsOfBlocks() throws {
        func titles(_ values: DataObject) throws -> [String] {
            try hub.items("tasks blocks list", values).compactMap { $0["title"]?.textValue }
        }
        for (title, start) in [("Run", "07:00"), ("Read", "11:00"), ("Tea", "12:00")] {
            try hub.run(
                "tasks blocks add",
                ["title": .text(title), "start": .text("2026-03-02T\(start)"), "minutes": 45])
        }
        // Two in the morning of the next day in Vienna.
        try hub.run(
            "tasks blocks add",
            ["title": "Call", "start": "2026-03-02T20:00", "zone": "America/New_York", "minutes": 30])
        try hub.run("tasks blocks done", ["record": "Run"])
        hub.clock.set(try #require(Timestamp.date("2026-03-02T10:50:00Z")))
        #expect(try titles(["state": "done"]) == ["Run"])
        #expect(try titles(["state": "over"]) == ["Read"])
        #expect(try titles(["state": "under-way"]) == [])
        #expect(try titles(["state": "planned"]) == ["Tea", "Call"])
        hub.clock.set(try #require(Timestamp.date("2026-03-02T11:00:00Z")))
        #expect(try titles(["state": "under-way"]) == ["Tea"])
        #expect(try titles(["from": "2026-03-03"]) == ["Call"])
        #expect(try titles(["to": "2026-03-02"]) == ["Run", "Read", "Tea"])
    }

    @Test func nothingFlexible() throws {
        #expect(try hub.run("tasks suggest", ["energy": "low"])["none"] == "no-flexible")
    }
}
