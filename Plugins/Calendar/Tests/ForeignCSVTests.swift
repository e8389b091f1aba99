import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import CSVFormat
import Foundation
import ICalendarExchange
import ICalendarFormat
import Testing

@testable import Calendar

/// CSV of events that other programs wrote.
@Suite struct ForeignCSVTests {
    private func options(
        _ values: DataObject = [:], columns: [(column: String, field: String)] = []
    ) -> ImportOptions {
        ImportOptions(
            arguments: Arguments(checked: values), columns: columns, timeZone: CalendarVault.berlin)
    }

    private let google =
        "Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Private\n"

    @Test func googlesRowsAreRead() throws {
        let (recognition, items) = try CSVRows.foreign(
            google + "Exam,05/06/2026,10:00 AM,05/06/2026,1:00 PM,False,\"a, b\",Room,True\n"
                + "Camp,07/04/2026,,07/06/2026,,True,,,False\n", options: options())
        #expect(recognition?.profile == "google-calendar")
        #expect(recognition?.confidence == .certain)
        let exam = try #require(items.first).draft.details
        #expect(exam.start?.storedText == "2026-05-06T10:00:00")
        #expect(exam.start?.zoneID == "Europe/Berlin")
        #expect(exam.endTime?.storedText == "2026-05-06T13:00:00")
        #expect(exam.classification == .private)
        #expect(exam.description == "a, b")
        let camp = try #require(items.last).draft.details
        #expect(camp.start?.storedText == "2026-07-04")
        #expect(camp.endTime?.storedText == "2026-07-07")
        #expect(items.allSatisfy { $0.issues.isEmpty && $0.uid == nil })
    }

    @Test(
        "A zone is taken, and said where nobody knows it",
        arguments: [
            ("Asia/Tokyo", "Asia/Tokyo", []), ("Mars/Olympus", "Europe/Berlin", ["unknown-zone"]),
            ("", "Europe/Berlin", []),
        ])
    func zones(cell: String, zone: String, codes: [String]) throws {
        let (_, items) = try CSVRows.foreign(
            "Title,From,Where\nExam,2026-05-06 10:00,\(cell)\n",
            options: options(columns: [("Title", "summary"), ("From", "start"), ("Where", "zone")]))
        let item = try #require(items.first)
        #expect(item.draft.details.start?.zoneID == zone)
        #expect(item.issues.map(\.code) == codes)
    }

    @Test("Our own table keeps the name of a zone that nobody knows, and says so")
    func ownZones() throws {
        let hub = try TemporaryHub(
            modules: [calendarModule], formats: [ICalendarFileFormat(), CSVFileFormat()])
        let values = [
            "uid": "a", "summary": "Exam", "start": "2026-05-06T10:00:00", "start zone": "Mars/Olympus",
        ]
        let cells = EventCSV.header.map { values[$0] ?? "" }
        let table = [EventCSV.header, cells].map { $0.joined(separator: ",") + "\n" }.joined()
        let report = try hub.importFile(TextFile("own.csv", table))
        #expect(report.added == 1)
        #expect(
            report.issues.map(\.code) == ["unknown-zone"] && report.issues.map(\.property) == ["start zone"])
    }

    @Test(arguments: [FormatID.csv, .icalendar])
    func aTableIsKnownAgainAfterItsExportCameBack(format: FormatID) throws {
        func hub() throws -> TemporaryHub {
            try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat(), CSVFileFormat()])
        }
        let (first, second) = (try hub(), try hub())
        let table = TextFile(
            "events.csv",
            google + "Exam,05/06/2026,10:00 AM,05/06/2026,1:00 PM,False,x,Room,True\n"
                + "Camp,07/04/2026,,07/06/2026,,True,,,False\n")
        let order: DataObject = ["dateOrder": .text("mdy")]
        #expect(try first.importFile(table, options: order).added == 2)
        let export = TextFile("export", try first.export("calendar", format: format))
        #expect(try first.importFile(export).unchanged == 2)
        #expect(try second.importFile(export).added == 2)
        for hub in [first, second] {
            let again = try hub.importFile(table, options: order)
            #expect(again.unchanged == 2 && again.issues.isEmpty)
        }
    }

    private let outlook =
        "\"Subject\",\"Start Date\",\"Start Time\",\"End Date\",\"End Time\",\"All day event\",\"Reminder on/off\","
        + "\"Reminder Date\",\"Reminder Time\",\"Meeting Organizer\",\"Required Attendees\",\"Optional Attendees\","
        + "\"Categories\",\"Description\",\"Location\",\"Mileage\",\"Priority\",\"Private\",\"Sensitivity\",\"Show time as\"\n"

    @Test func outlooksRowsAreRead() throws {
        let (recognition, items) = try CSVRows.foreign(
            outlook
                + "\"Sync\",\"5/30/2026\",\"9:00:00 AM\",\"5/30/2026\",\"9:30:00 AM\",\"False\",\"True\",\"5/30/2026\","
                + "\"8:45:00 AM\",\"ann@example.org\",\"bob@example.org;Carl\",\"dora@example.org\",\"Work;Team\",\"x\","
                + "\"Room\",\"12\",\"High\",\"False\",\"Confidential\",\"3\"\n"
                + "\"Day\",\"5/30/2026\",\"12:00:00 AM\",\"5/31/2026\",\"12:00:00 AM\",\"True\",\"False\",,,,,,,,,,\"Normal\","
                + "\"False\",\"Normal\",\"1\"\n", options: options())
        #expect(recognition?.profile == "outlook-calendar")
        #expect(recognition?.unmappedColumns == ["Mileage"])
        let sync = try #require(items.first).draft.details
        #expect(sync.organizer?.address == "mailto:ann@example.org")
        #expect(sync.attendees.map(\.address) == ["mailto:bob@example.org", "mailto:dora@example.org"])
        #expect(sync.attendees.last?.role == "OPT-PARTICIPANT")
        #expect(sync.alarms.first?.trigger?.storedText == "-PT15M")
        #expect(sync.categories == ["Work", "Team"])
        #expect(sync.priority == 1)
        #expect(sync.classification == .confidential)
        #expect(sync.isTransparent == true)
        #expect(items.first?.issues.map(\.code) == ["no-address"])
        let day = try #require(items.last).draft.details
        #expect(day.start?.storedText == "2026-05-30")
        #expect(day.endTime?.storedText == "2026-05-31")
        #expect(day.status == .tentative)
    }

    @Test func aDateThatReadsTwoWaysIsAskedFor() throws {
        let row = outlook + "\"Sync\",\"5/6/2026\",\"9:00:00 AM\",\"5/6/2026\",\"9:30:00 AM\"\n"
        let error = #expect(throws: AtriumError.self) { try CSVRows.foreign(row, options: options()) }
        #expect(error?.field == "dateOrder")
        let (_, items) = try CSVRows.foreign(row, options: options(["dateOrder": .text("dmy")]))
        #expect(items.first?.draft.details.start?.storedText == "2026-06-05T09:00:00")
    }

    @Test func germanHeadersAreKnown() throws {
        let (recognition, items) = try CSVRows.foreign(
            "Betreff;Beginnt am;Beginnt um;Endet am;Endet um;Ganztägiges Ereignis;Privat;Zeitspanne zeigen als\n"
                + "Treffen;5.6.2026;09:00:00;5.6.2026;10:00:00;Aus;Ein;Frei\n", options: options())
        #expect(recognition?.profile == "outlook-calendar-de")
        let event = try #require(items.first).draft.details
        #expect(event.start?.storedText == "2026-06-05T09:00:00")
        #expect(event.classification == .private)
        #expect(event.isTransparent == true)
    }

    @Test func otherHeadersAreNamedByTheUser() throws {
        let text =
            "What,When,Until,Rule,Key\nWalk,2026-03-10T09:00:00Z,2026-03-10 11:00+01:00,FREQ=DAILY,k1\nx,soon,,,\n"
        #expect(try CSVRows.foreign(text, options: options()).profile == nil)
        let (recognition, items) = try CSVRows.foreign(
            text,
            options: options(columns: [
                ("What", "summary"), ("when", "start"), ("Until", "end"), ("Rule", "recurrenceRule"),
                ("Key", "uid"),
            ]))
        #expect(recognition?.profile == "mapped")
        let walk = try #require(items.first)
        #expect(walk.uid == "k1")
        #expect(walk.draft.details.start?.storedText == "2026-03-10T09:00:00Z")
        #expect(walk.draft.details.endTime?.storedText == "2026-03-10T10:00:00Z")
        #expect(walk.draft.details.rules.map(\.text) == ["FREQ=DAILY"])
        #expect(items.last?.issues.map(\.code) == ["bad-date"])
    }

    @Test(arguments: [
        ("Exam,13/40/2026,,,,,,,", "bad-date"), ("Exam,,,,,,,,", "missing-start"),
        ("Exam,05/06/2026,25:00,,,,,,", "bad-time"),
        ("Exam,05/06/2026,10:00 AM,05/06/2026,9:00 AM,,,,", "end-before-start"),
        ("Exam,05/06/2026,10:00 AM,05/07/2026,,,,,", "bad-date"),
    ])
    func whatCannotBeReadIsSaid(_ row: String, _ code: String) throws {
        let (_, items) = try CSVRows.foreign(google + row + "\n", options: options())
        #expect(items.first?.issues.first?.code == code)
        #expect(items.first?.draft.details.summary == "Exam")
    }

    @Test func columnsOfOtherNamesAreGuessed() throws {
        let (header, rows) = try CSVRows.read(
            Array("Title,From,Until,Where,Guests,Colour\nWalk,2026-03-10,2026-03-11,Park,a@x.org,red\n".utf8))
        let container = Container(format: .csv, source: [], value: header, columns: header.names)
        let items = rows.map {
            Item(kind: .csvRow, source: $0.bytes, line: $0.line, value: $0, issues: [])
        }
        let guesses = EventCSVImport.guess(container, items)
        #expect(guesses.map(\.field) == ["summary", "start", "end", "location", "attendees", nil])
        #expect(guesses.map(\.samples.first).first == "Walk")
    }

    @Test func eventsComeBackFromAFileForSpreadsheets() throws {
        func hub() throws -> TemporaryHub {
            try TemporaryHub(modules: [calendarModule], formats: [CSVFileFormat()])
        }
        let (first, second) = (try hub(), try hub())
        for summary in ["=1+1", "'=2", "a;=3", "Walk"] {
            try first.run(
                "calendar add", ["summary": .text(summary), "start": .text("2026-03-10T09:00:00Z")])
        }
        let plain = try first.export("calendar", format: .csv)
        let safe = try first.export(
            "calendar", format: .csv, options: ["forSpreadsheet": .bool(true), "bom": .bool(true)])
        #expect(safe.contains(",'=1+1,") && safe.contains(",''=2,") && safe.contains(",a;'=3,"))
        #expect(try second.importFile(TextFile("events.csv", safe)).added == 4)
        #expect(try second.export("calendar", format: .csv) == plain)
    }
}
