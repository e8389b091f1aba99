import AtriumFormats
import AtriumSDK
import AtriumTesting
import Testing

@testable import Calendar

@Suite struct CalendarConformanceTests {
    @Test(arguments: ConformanceRule.allCases)
    func conforms(to rule: ConformanceRule) throws {
        try ModuleConformance(
            calendarModule, formats: [ICalendarFileFormat(), CSVFileFormat()], samples: samples
        ).check(rule)
    }

    private let samples = ModuleSamples(
        commands: [
            SampleCommand(
                "calendar add",
                [
                    "summary": .text("Dentist; \"the good one\", really"),
                    "start": .text("2026-03-02T15:00:00"),
                    "zone": .text("Europe/Berlin"), "duration": .text("PT45M"),
                    "categories": .list([.text("Body"), .text("Teeth, all")]),
                    "alarms": .list([
                        .object(["trigger": .text("-PT1H")]),
                        .object([
                            "trigger": .text("2026-03-02T09:00:00Z"), "action": .text("email"),
                            "summary": .text("Go"), "description": .text("Now"), "repeatCount": .integer(2),
                            "pause": .text("PT5M"),
                        ]),
                    ]),
                    "organizer": .text("ann@example.org"), "organizerName": .text("Ann"),
                    "attendees": .list([
                        .object([
                            "address": .text("bob@example.org"), "name": .text("Bob \"B\" Jones"),
                            "status": .text("accepted"), "expectsReply": .bool(true),
                        ])
                    ]),
                    "attachments": .list([
                        .object([
                            "uri": .text("https://example.org/a.pdf"), "mediaType": .text("application/pdf"),
                        ])
                    ]),
                    "latitude": .decimal(52.5), "longitude": .decimal(13.4),
                    "url": .text("https://example.org/"),
                    "color": .text("teal"), "priority": .integer(1), "status": .text("confirmed"),
                    "class": .text("private"), "transparency": .text("transparent"),
                    "description": .text("One line\nand another, with ; and \\"),
                    "location": .text("Main Street 1"),
                ], files: ["file": UploadedFile(name: "note.txt", content: Array("Bring it.".utf8))]),
            SampleCommand(
                "calendar add",
                [
                    "summary": .text("Course"), "start": .text("2026-03-03T18:00:00"),
                    "end": .text("2026-03-03T19:30:00"), "zone": .text("America/New_York"),
                    "recurrenceRules": .list([.text("FREQ=WEEKLY;COUNT=10")]), "calendar": .text("Learning"),
                    "exceptionDates": .list([.object(["value": .text("2026-03-10T18:00:00")])]),
                    "recurrenceDates": .list([.object(["value": .text("2026-03-12T18:00:00")])]),
                ]),
            SampleCommand(
                "calendar add",
                [
                    "summary": .text("Flight"), "start": .text("2026-03-05T10:00:00"),
                    "end": .text("2026-03-05T12:30:00"), "zone": .text("Europe/Berlin"),
                    "endZone": .text("America/New_York"),
                ]),
            SampleCommand(
                "calendar add",
                [
                    "summary": .text("Holiday"), "start": .text("2026-08-01"),
                    "end": .text("2026-08-15"),
                ]),
            SampleCommand(
                "calendar add",
                [
                    "summary": .text("Lunch"), "start": .text("2026-03-04T12:00:00"),
                    "zone": .text("floating"), "calendar": .text("Learning"),
                ]),
            SampleCommand(
                "calendar add", ["summary": .text("Mistake"), "start": .text("2026-03-04T12:00:00Z")]),
            SampleCommand("calendar edit", ["record": .text("Lunch"), "summary": .text("Long lunch")]),
            SampleCommand("calendar remove", ["record": .text("Mistake")]),
            SampleCommand(
                "calendar add",
                ["summary": "Twin", "start": "2026-03-06T12:00:00Z", "location": "Room 1"]),
            SampleCommand(
                "calendar add",
                [
                    "summary": "Twin", "start": "2026-03-06T12:00:00Z", "location": "Room 2",
                    "status": "tentative",
                ]),
            SampleCommand("calendar add", ["summary": "Twin", "start": "2026-03-06T12:00:00Z"]),
            SampleCommand("calendar duplicates"),
            SampleCommand("calendar merge", ["record": "7", "other": "8", "take": ["location"]]),
            SampleCommand("calendar dismiss", ["record": "7", "other": "9"]),
            SampleCommand("calendar dismiss", ["record": "7", "other": "9", "undo": true]),
            SampleCommand("calendar cancel", ["record": .text("Flight")]),
            SampleCommand(
                "calendar cancel", ["record": .text("Course"), "occurrence": .text("2026-03-17")]),
            SampleCommand(
                "calendar edit",
                [
                    "record": .text("Course"), "from": .text("2026-03-24"), "location": .text("Room 2"),
                ]),
            SampleCommand("calendar agenda", ["from": .text("2026-03-02"), "to": .text("2026-03-31")]),
            SampleCommand("calendar free", ["from": .text("2026-03-02"), "to": .text("2026-03-03")]),
            SampleCommand("calendar calendars add", ["name": .text("Empty"), "color": .text("red")]),
            SampleCommand("calendar calendars edit", ["record": .text("Learning"), "color": .text("navy")]),
            SampleCommand("calendar calendars remove", ["record": .text("Empty")]),
        ],
        files: [
            TextFile("series.ics", Fixtures.series),
            TextFile(
                "google.csv",
                """
                Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Private\r
                Final exam,05/30/2026,10:00 AM,05/30/2026,1:00 PM,False,"50 questions, 2 essays",Room 614,True\r
                Camp,07/04/2026,,07/06/2026,,True,,,False\r

                """),
        ])
}
