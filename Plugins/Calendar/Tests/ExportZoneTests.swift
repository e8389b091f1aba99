import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Calendar

/// Which VTIMEZONEs an export has.
@Suite struct ExportZoneTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
    }

    private func add(_ start: String, _ zone: String, _ values: DataObject = [:]) throws {
        var values = values
        values["summary"] = .text("a")
        values["start"] = .text(start)
        values["zone"] = .text(zone)
        try hub.run("calendar add", values)
    }

    /// The lines of the export that begin with a word.
    private func lines(_ word: String, _ selection: ExportSelection = ExportSelection()) throws -> [String] {
        try hub.export("calendar", selection: selection).split(separator: "\r\n").map(String.init)
            .filter { $0.hasPrefix(word) }
    }

    @Test func exactlyTheZonesInUseAreWrittenOnce() throws {
        try hub.importFile(TextFile("series.ics", Fixtures.series))
        try add("2026-03-10T09:00:00", "Asia/Tokyo")
        try add(
            "2026-03-11T09:00:00", "Asia/Tokyo",
            ["endZone": .text("Asia/Seoul"), "end": .text("2026-03-11T10:00:00")])
        try add("2026-03-12T09:00:00", "UTC")
        try add("2026-03-13T09:00:00", "floating")
        try hub.run(
            "calendar add",
            [
                "summary": .text("b"), "start": .text("2026-03-14T09:00:00"), "zone": .text("floating"),
                "recurrenceDates": .list([
                    .object(["value": .text("2026-03-15T09:00:00"), "zone": .text("Europe/Paris")])
                ]), "recurrenceRules": .list([.text("FREQ=DAILY")]),
            ])
        #expect(
            try lines("TZID:") == [
                "TZID:Asia/Seoul", "TZID:Asia/Tokyo", "TZID:Europe/Paris", "TZID:Our Berlin",
            ])
        let events = try hub.items("calendar list").filter { $0["start"] == .text("2026-03-10T09:00:00") }
        let id = try #require(events.first?["id"]?.integerValue)
        #expect(try lines("TZID:", ExportSelection(ids: ["\(id)"])) == ["TZID:Asia/Tokyo"])
        try hub.run("calendar remove", ["record": .text("weekly@example.org")])
        #expect(try !lines("TZID:").contains("TZID:Our Berlin"))
    }

    @Test func zonesBeginWithTheFirstEventThatNeedsThem() throws {
        try add("2026-07-01T09:00:00", "Europe/Berlin")
        try add("2026-07-01T09:00:00", "Asia/Kolkata")
        #expect(try lines("BEGIN:DAYLIGHT").count == 1)
        #expect(try lines("BEGIN:STANDARD").count == 2)
        #expect(
            try lines("DTSTART:") == [
                "DTSTART:19700101T000000", "DTSTART:20241027T030000", "DTSTART:20240331T020000",
            ])
        // A birthday of long ago needs the changes of its time.
        try add("1985-07-01T09:00:00", "Europe/Berlin")
        #expect(try lines("BEGIN:DAYLIGHT").count > 5)
        let other = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
        try other.importFile(TextFile("a.ics", try hub.export("calendar")))
        #expect(try other.export("calendar") == hub.export("calendar"))
    }

    @Test func aDefinitionWithNothingInItIsMadeAnew() throws {
        try hub.importFile(
            TextFile(
                "kde.ics",
                Fixtures.calendar(
                    """
                    BEGIN:VTIMEZONE
                    TZID:Europe/Berlin
                    END:VTIMEZONE
                    BEGIN:VTIMEZONE
                    TZID:Nowhere
                    X-KEEP:this
                    END:VTIMEZONE
                    BEGIN:VEVENT
                    UID:1
                    DTSTART;TZID=Europe/Berlin:20260301T090000
                    DTEND;TZID=Nowhere:20260301T100000
                    END:VEVENT
                    """)))
        #expect(try lines("BEGIN:STANDARD").count == 1)
        #expect(try lines("X-KEEP") == ["X-KEEP:this"])
    }

    /// Times of vCalendar 1.0 are on one clock for all of a VCALENDAR, so that two clocks need two.
    @Test func calendarsOfVersion1KeepTheirClocks() throws {
        func calendar(_ uid: String, _ zone: String) -> TextFile {
            TextFile(
                "\(uid).vcs",
                Fixtures.calendar(
                    "\(zone)\nBEGIN:VEVENT\nUID:\(uid)\nSUMMARY:s\nDTSTART:20260601T090000\n"
                        + "DALARM:20260601T085000\nRRULE:D1 #3\nEND:VEVENT", version: "1.0"))
        }
        try hub.importFile(calendar("east", "TZ:-05:00"))
        try hub.importFile(calendar("west", "TZ:-08:00"))
        try hub.importFile(calendar("none", "X-A:1"))
        #expect(try lines("TZ:") == ["TZ:-05:00", "TZ:-08:00"])
        #expect(try lines("BEGIN:VCALENDAR").count == 3)
        #expect(try lines("BEGIN:VTIMEZONE").isEmpty)
        let shown = try hub.run("calendar show", ["record": .text("east")])
        #expect(shown["startZone"] == .text("UTC-05:00"))

        try hub.run(
            "calendar edit",
            [
                "record": .text("east"), "start": .text("2026-06-01T10:00:00"),
                "recurrenceRules": .list([.text("FREQ=WEEKLY;BYDAY=MO;COUNT=4")]),
            ])
        let text = try hub.export("calendar")
        for line in ["DTSTART:20260601T100000", "DALARM:20260601T095000", "RRULE:W1 MO #4"] {
            #expect(text.contains(line + "\r\n"), "\(line)")
        }
        #expect(try hub.importFile(TextFile("again.ics", text)).unchanged == 3)
        #expect(try hub.export("calendar") == text)
    }
}
