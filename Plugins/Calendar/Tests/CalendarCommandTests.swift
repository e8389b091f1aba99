import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Testing

@testable import Calendar

/// The commands of calendars.
@Suite struct CalendarCommandTests {
    let vault: CalendarVault

    init() throws { vault = try CalendarVault() }

    @Test func theDefaultCalendarIsMadeWithItsFirstEvent() throws {
        #expect(try vault.run("list", in: "calendars")["items"] == .list([]))
        try vault.run("add", ["summary": .text("x"), "start": .text("2026-03-02")])
        let calendar = try vault.run("list", in: "calendars")["items"]?.listValue?.first?.objectValue
        #expect(calendar?["name"] == .text("Personal"))
        #expect(calendar?["default"] == .bool(true))
        #expect(calendar?["events"] == .integer(1))
    }

    @Test func eventsGoToTheDefaultCalendarWhateverItIsCalled() throws {
        try vault.run("add", ["summary": .text("x"), "start": .text("2026-03-02")])
        let work = try vault.run("add", in: "calendars", ["name": .text("Work"), "color": .text("navy")])
        #expect(work["color"] == .text("navy"))
        #expect(work["default"] == .bool(false))
        try vault.run("edit", in: "calendars", ["record": work["id"] ?? .null, "default": .bool(true)])
        let event = try vault.run("add", ["summary": .text("y"), "start": .text("2026-03-02")])
        #expect(event["calendar"] == .text("Work"))
        #expect(
            vault.refusal(
                of: "edit", in: "calendars", ["record": work["id"] ?? .null, "default": .bool(false)])?.field
                == "default")
    }

    @Test func namesAreUniqueInAnyCase() throws {
        let work = try vault.run("add", in: "calendars", ["name": .text("Work")])
        let home = try vault.run("add", in: "calendars", ["name": .text("Home")])
        #expect(vault.refusal(of: "add", in: "calendars", ["name": .text("WORK")])?.code == .conflict)
        #expect(
            vault.refusal(
                of: "edit", in: "calendars", ["record": home["id"] ?? .null, "name": .text("work")])?.code
                == .conflict)
        let renamed = try vault.run(
            "edit", in: "calendars",
            ["record": work["id"] ?? .null, "name": .text("WORK"), "color": .text("red")])
        #expect(renamed["name"] == .text("WORK"))
        let plain = try vault.run("edit", in: "calendars", ["record": work["id"] ?? .null, "color": .null])
        #expect(plain["color"] == .null)
        #expect(
            vault.refusal(of: "edit", in: "calendars", ["record": work["id"] ?? .null, "name": .text(" ")])?
                .code
                == .badData)
        let event = try vault.run(
            "add", ["summary": .text("x"), "start": .text("2026-03-02"), "calendar": .text("work")])
        #expect(event["calendar"] == .text("WORK"))
    }

    @Test func aCalendarWithEventsIsRemovedOnlyWithThem() throws {
        let event = try vault.run(
            "add", ["summary": .text("x"), "start": .text("2026-03-02"), "calendar": .text("Old")])
        let calendar = try vault.run("list", in: "calendars")["items"]?.listValue?.first?.objectValue?["id"]
        let error = vault.refusal(of: "remove", in: "calendars", ["record": calendar ?? .null])
        #expect(error?.code == .conflict)
        #expect(error?.field == "withEvents")
        try vault.run("edit", ["record": event["id"] ?? .null, "calendar": .text("New")])
        let removal = try vault.run("remove", in: "calendars", ["record": calendar ?? .null])
        #expect(removal["removed"] == .bool(true))
        let new = try vault.run("list", in: "calendars")["items"]?.listValue?.first?.objectValue?["id"]
        try vault.run("remove", in: "calendars", ["record": new ?? .null, "withEvents": .bool(true)])
        #expect(try vault.count("calendar_event") == 0)
        #expect(
            vault.refusal(of: "show", in: "calendars", ["record": new ?? .null])?.code == .notFound)
    }

    @Test func withoutTheDefaultTheOneOfItsNameIs() throws {
        let personal = try vault.run("add", in: "calendars", ["name": "Personal"])
        let work = try vault.run("add", in: "calendars", ["name": "Work", "default": true])
        try vault.run("remove", in: "calendars", ["record": work["id"] ?? .null])
        let shown = try vault.run("show", in: "calendars", ["record": personal["id"] ?? .null])
        #expect(shown["default"] == true)
        // As an older version may have left it.
        try vault.queue.write { try $0.execute(sql: "UPDATE calendar_calendar SET is_default = 0") }
        let event = try vault.run("add", ["summary": "x", "start": "2026-03-02"])
        #expect(event["calendar"] == "Personal")
    }

    /// Who becomes the default one without being asked changes all the same, and cannot be refused it in one breath.
    @Test func toBecomeTheDefaultIsAChange() throws {
        let work = try vault.run("add", in: "calendars", ["name": "Work"])
        let record = work["id"] ?? .null
        let error = #expect(throws: AtriumError.self) {
            try vault.run("edit", in: "calendars", ["record": record, "name": "Personal", "default": false])
        }
        #expect(error?.message == "one calendar must be the default")
        #expect(try vault.run("show", in: "calendars", ["record": record])["name"] == "Work")

        let personal = try vault.run("add", in: "calendars", ["name": "Personal"])
        try vault.run("edit", in: "calendars", ["record": record, "default": true])
        vault.now = vault.now.addingTimeInterval(60)
        try vault.run("remove", in: "calendars", ["record": record])
        let shown = try vault.run("show", in: "calendars", ["record": personal["id"] ?? .null])
        #expect(shown["default"] == true)
        #expect(shown["updatedAt"] == .text(Timestamp.text(vault.now)))
    }

    /// The calendar to which events go where none is named is shown as such, however it came to its name.
    @Test(arguments: [true, false]) func theCalendarOfTheDefaultsNameIsTheDefault(isRenamed: Bool) throws {
        let work = try vault.run("add", in: "calendars", ["name": .text(isRenamed ? "Work" : "personal")])
        #expect(work["default"] == .bool(!isRenamed))
        if isRenamed {
            let renamed = try vault.run(
                "edit", in: "calendars", ["record": work["id"] ?? .null, "name": .text("Personal")])
            #expect(renamed["default"] == .bool(true))
        }
        let event = try vault.run("add", ["summary": .text("x"), "start": .text("2026-03-02")])
        #expect(event["calendar"] == .text(isRenamed ? "Personal" : "personal"))
        #expect(try vault.run("list", in: "calendars")["items"]?.listValue?.count == 1)
    }
}
