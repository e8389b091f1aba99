import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Connections

/// Birthdays and anniversaries as a calendar.
@Suite struct BirthdaysICalendarTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(
            modules: [connectionsModule], formats: [VCardFileFormat(), ICalendarFileFormat()])
    }

    private func add(_ name: String, _ values: DataObject) throws -> String {
        var all: DataObject = ["name": .text(name)]
        for entry in values.entries { all[entry.name] = entry.value }
        return try #require(try hub.run("connections add", all)["uid"]?.textValue)
    }

    private func export(_ selection: ExportSelection = ExportSelection()) throws -> String {
        try hub.export("connections", format: .icalendar, selection: selection)
    }

    /// The lines of the events, without those that are alike in all.
    private func lines() throws -> [String] {
        try export().split(separator: "\r\n").map(String.init).filter { line in
            ["DTSTART", "RRULE", "SUMMARY", "DESCRIPTION"].contains { line.hasPrefix($0) }
        }
    }

    @Test func anEventIsAsProgramsReadIt() throws {
        let uid = try add("Ada", ["birthday": "1985-04-12", "anniversary": "2010-05-01"])
        let calendar = """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//Atrium//Personal data hub//EN
            X-WR-CALNAME:Birthdays
            BEGIN:VEVENT
            DTSTAMP:20260315T093000Z
            UID:\(uid)-birthday
            DTSTART;VALUE=DATE:19850412
            RRULE:FREQ=YEARLY
            SUMMARY:Birthday: Ada
            DESCRIPTION:Born 1985
            CATEGORIES:Birthday
            TRANSP:TRANSPARENT
            X-ATRIUM-BIRTHDAY:birthday
            END:VEVENT
            BEGIN:VEVENT
            """
        let text = try export().replacing("\r\n", with: "\n")
        let lines = { (text: String) in text.split(separator: "\n").prefix(16).sorted() }
        #expect(lines(text) == lines(calendar))
        #expect(text.contains("UID:\(uid)-anniversary\n"))
        #expect(text.contains("DTSTART;VALUE=DATE:20100501\n"))
        // The same again, later.
        hub.clock.advance(days: 100)
        #expect(try export().replacing("\r\n", with: "\n") == text)
    }

    /// The 29th of February is the last of it each year, and a date without a year begins in one that has all days.
    @Test(
        arguments: [
            (
                "1984-02-29",
                [
                    "DTSTART;VALUE=DATE:19840229", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1",
                    "SUMMARY:Birthday: Ada", "DESCRIPTION:Born 1984",
                ]
            ),
            (
                "--02-29",
                [
                    "DTSTART;VALUE=DATE:19720229", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1",
                    "SUMMARY:Birthday: Ada",
                ]
            ),
            ("--04-12", ["DTSTART;VALUE=DATE:19720412", "RRULE:FREQ=YEARLY", "SUMMARY:Birthday: Ada"]),
            ("1985-04", []), ("1985", []), ("---12", []),
        ])
    func datesInParts(date: String, wanted: [String]) throws {
        _ = try add("Ada", ["birthday": .text(date)])
        #expect(try lines().sorted() == wanted.sorted())
    }

    @Test func whoIsDeadHasNone() throws {
        let card =
            "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Max\r\nBDAY:19000412\r\nDEATHDATE:19900101\r\nEND:VCARD\r\n"
        try hub.importFile(TextFile("max.vcf", card))
        #expect(try lines().isEmpty)
    }

    @Test func aSelectionHasItsOwn() throws {
        _ = try add("Ada", ["birthday": "1985-04-12"])
        _ = try add("Ben", ["birthday": "1990-01-01"])
        let text = try export(ExportSelection(ids: ["Ben"]))
        #expect(text.contains("Birthday: Ben"))
        #expect(!text.contains("Ada"))
    }

    /// A file of our own makes neither people nor anything else, and says so once.
    @Test func theFileBringsNothingBack() throws {
        _ = try add("Ada", ["birthday": "1985-04-12"])
        _ = try add("Ben", ["birthday": "1990-01-01"])
        let report = try hub.importFile(TextFile("birthdays.ics", try export()))
        #expect(report.items == 2)
        #expect(report.added == 0)
        #expect(report.unclaimed.mapValues(\.count) == [BirthdaysICalendar.itemMark.kind: 2])
        #expect(report.issues.map(\.code) == ["birthday"])
        #expect(try hub.items("connections list").count == 2)
    }
}
