import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import SharedFiles
import Testing

@testable import Calendar

/// A hub with a calendar file that was written after a public report.
///
/// The README of `shared/corpus/reported` has a row for each file, with what its reporter expected.
struct ReportedCalendar {
    static let folder = "corpus/reported"

    let hub: TemporaryHub
    let content: String
    let report: ImportReport.File

    /// Imports the file whose name begins with a row's name.
    init(_ row: String, timeZone: TimeZone = .gmt) throws {
        let folder = SharedFiles.folder.appending(path: Self.folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let name = try #require(names.first { $0.hasPrefix(row + "-") && $0.hasSuffix(".ics") })
        content = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        hub = try TemporaryHub(
            modules: [calendarModule], formats: [ICalendarFileFormat(), CSVFileFormat()], timeZone: timeZone)
        report = try hub.importFile(TextFile(name, content))
    }

    /// The codes of what the import reported, each with the property.
    var issues: [String] { report.issues.map { "\($0.property ?? "") \($0.code)" } }

    func show(_ record: String) throws -> DataObject {
        try hub.run("calendar show", ["record": .text(record)])
    }

    /// The occurrences in a range of days, each as start and end, with the summary in front if it is asked for.
    func agenda(
        _ from: String, _ to: String, zone: String = "UTC", of uid: String? = nil, withSummary: Bool = false
    ) throws -> [String] {
        let values: DataObject = ["from": .text(from), "to": .text(to), "zone": .text(zone)]
        return try hub.items("calendar agenda", values).filter {
            uid == nil || $0["uid"]?.textValue == uid
        }.map { item in
            let times = ["start", "end"].map { item[$0]?.textValue ?? "" }.joined(separator: "/")
            return withSummary ? "\(item["summary"]?.textValue ?? ""): \(times)" : times
        }
    }

    /// The events of the file and of the export, as lines; the export's own lines around the events are left out.
    func events() throws -> (file: String, export: String) {
        func events(_ text: String) -> String {
            let parts = text.replacing("\r\n", with: "\n").components(separatedBy: "BEGIN:VEVENT\n")
                .dropFirst()
            return parts.map { $0.components(separatedBy: "END:VEVENT\n")[0] }.joined(separator: "--\n")
        }
        return (events(content), events(try hub.export("calendar")))
    }
}

/// The files of `shared/corpus/reported` about reading, times and texts: each test names the row of the README.
@Suite(.needsShared(ReportedCalendar.folder))
struct ReportedCalendarTests {
    /// An event that nobody edited is exported byte for byte, and its file imports again without a change.
    @Test(arguments: [
        "i31", "i32", "i33", "i37", "i38", "i41", "i43", "i44", "i48", "i49", "i53", "i55", "i57", "i58",
    ]) func everyFileComesBack(_ row: String) throws {
        let reported = try ReportedCalendar(row)
        let (file, export) = try reported.events()
        #expect(export == file)
        let again = try reported.hub.importFile(TextFile("again.ics", reported.content))
        #expect(again.unchanged == reported.report.added && again.added == 0)
        let own = try reported.hub.importFile(TextFile("own.ics", reported.hub.export("calendar")))
        #expect(own.added == 0 && own.updated == 0)
    }

    @Test("i31: start and end have their own zones, also after the series moved")
    func i31() throws {
        let reported = try ReportedCalendar("i31")
        let days = ["2026-06-01", "2026-06-08", "2026-06-15", "2026-06-22"]
        #expect(
            try reported.agenda("2026-05-01", "2026-07-31", zone: "Europe/Berlin")
                == days.map { "\($0)T10:00:00/\($0)T19:00:00" })
        try reported.hub.run(
            "calendar edit",
            [
                "record": .text("i31"), "start": .text("2026-06-01T11:00:00"), "keepLength": .bool(true),
            ])
        let event = try reported.show("i31")
        #expect(event["startZone"] == .text("Europe/Berlin") && event["endZone"] == .text("America/New_York"))
        #expect(
            try reported.agenda("2026-05-01", "2026-07-31", zone: "Europe/Berlin")
                == days.map { "\($0)T11:00:00/\($0)T20:00:00" })
    }

    @Test("i32: the file's own VTIMEZONE decides")
    func i32() throws {
        let reported = try ReportedCalendar("i32")
        #expect(reported.report.issues.isEmpty)
        #expect(
            try reported.agenda("2022-01-30", "2022-02-03") == ["2022-01-31T23:00:00/2022-02-01T00:00:00"])
        #expect(try reported.hub.export("calendar").contains("TZID:own-zone-1"))
    }

    /// As python-dateutil 2.9 expands them.
    private static let bySetPosition: [(uid: String, starts: [String])] = [
        ("i33a", ["2016-01-01T17:00", "2016-01-02T17:00", "2016-01-03T17:00", "2016-01-04T17:00"]),
        ("i33b", ["2016-01-01T09:15", "2016-01-01T10:15", "2016-01-01T11:15", "2016-01-01T12:15"]),
        (
            "i33c",
            [
                "2016-01-04T09:00", "2016-01-08T09:00", "2016-01-11T09:00", "2016-01-15T09:00",
                "2016-01-18T09:00", "2016-01-22T09:00",
            ]
        ),
        ("i33d", ["2016-06-30T09:00", "2017-06-30T09:00", "2018-06-30T09:00", "2019-06-30T09:00"]),
        (
            "i33e",
            [
                "2025-11-30T10:00", "2026-11-29T10:00", "2027-11-28T10:00", "2028-12-03T10:00",
                "2029-12-02T10:00",
            ]
        ),
        (
            "i33f",
            [
                "2026-01-30T08:00", "2026-02-28T08:00", "2026-03-30T08:00", "2026-04-30T08:00",
                "2026-05-30T08:00", "2026-06-30T08:00",
            ]
        ),
        ("i33g", ["2026-01-12T09:00", "2026-02-09T09:00", "2026-03-09T09:00", "2026-04-08T09:00"]),
        (
            "i33h",
            [
                "2026-01-31T09:00", "2026-03-01T09:00", "2026-03-08T09:00", "2026-03-15T09:00",
                "2026-03-22T09:00", "2026-03-29T09:00",
            ]
        ),
        ("i33i", ["2026-12-31T09:00", "2027-01-07T09:00", "2028-01-06T09:00", "2029-01-04T09:00"]),
        ("i33j", ["2024-02-29T09:00", "2025-03-01T09:00", "2026-03-01T09:00", "2027-03-01T09:00"]),
        ("i33k", ["2026-03-30T09:00", "2026-04-27T09:00", "2026-05-25T09:00", "2026-06-29T09:00"]),
    ]

    @Test("i33: eleven BYSETPOS rules, as python-dateutil expands them")
    func i33() throws {
        let reported = try ReportedCalendar("i33")
        for (uid, starts) in Self.bySetPosition {
            let found =
                try reported.agenda("2016-01-01", "2022-12-31", of: uid)
                + reported.agenda("2023-01-01", "2032-12-31", of: uid)
            #expect(found.map { String($0.prefix(16)) } == starts, "\(uid)")
        }
    }

    @Test("i37: an end before the start is reported line by line")
    func i37() throws {
        let reported = try ReportedCalendar("i37")
        #expect(
            reported.report.issues.map { "\($0.line) \($0.property ?? "") \($0.code)" } == [
                "9 DTEND end-before-start", "16 DTEND end-before-start", "24 DURATION end-before-start",
            ])
        #expect(
            try reported.agenda("2026-02-01", "2026-02-28") == [
                "2026-02-10/2026-02-11", "2026-02-10T10:00:00/2026-02-10T10:00:00",
                "2026-02-11T10:00:00/2026-02-11T10:00:00", "2026-02-17/2026-02-18",
            ])
    }

    @Test("i41: periods of RDATE have their own lengths")
    func i41() throws {
        let reported = try ReportedCalendar("i41")
        #expect(
            try reported.agenda("2023-03-01", "2023-04-30", of: "i41") == [
                "2023-03-24T08:00:00/2023-03-24T09:00:00", "2023-03-25T08:00:00/2023-03-25T09:00:00",
                "2023-03-25T12:00:00/2023-03-25T15:00:00", "2023-03-26T08:00:00/2023-03-26T09:00:00",
                "2023-03-26T12:00:00/2023-03-26T13:30:00", "2023-03-27T08:00:00/2023-03-27T09:00:00",
                "2023-03-28T08:00:00/2023-03-28T09:00:00",
            ])
        let quiz = ["2023-03-01", "2023-03-10", "2023-03-24", "2023-04-07"]
        #expect(
            try reported.agenda("2023-03-01", "2023-04-30", of: "i41b")
                == quiz.map { "\($0)T19:45:00/\($0)T21:45:00" })
    }

    @Test("i44: the last occurrence equals UNTIL and is included")
    func i44() throws {
        let reported = try ReportedCalendar("i44")
        let found = try reported.agenda("2026-01-01", "2026-12-31", zone: "Europe/Berlin")
        #expect(found.count == 13)
        #expect(found.first == "2026-01-13T14:00:00/2026-01-13T15:00:00")
        #expect(found.last == "2026-06-30T14:00:00/2026-06-30T15:00:00")
    }

    @Test("i49: 02:30 in the gap is 03:30 on that day, as decision 0002 says")
    func i49() throws {
        let reported = try ReportedCalendar("i49")
        #expect(
            try reported.agenda("2024-03-01", "2024-03-31", zone: "America/New_York") == [
                "2024-03-09T02:30:00/2024-03-09T03:00:00", "2024-03-10T03:30:00/2024-03-10T04:00:00",
                "2024-03-11T02:30:00/2024-03-11T03:00:00",
            ])
    }

    @Test("i55: EXDATE of the first day removes the first day")
    func i55() throws {
        let reported = try ReportedCalendar("i55")
        #expect(
            try reported.agenda("2026-03-01", "2026-04-30", zone: "Europe/Paris") == [
                "2026-03-09T09:00:00/2026-03-09T10:00:00", "2026-03-23T09:00:00/2026-03-23T10:00:00",
            ])
    }

    @Test("i57: RANGE=THISANDFUTURE moves the later occurrences, as RFC 5545 defines it")
    func i57() throws {
        let reported = try ReportedCalendar("i57")
        let moved = "Standing, new time"
        #expect(
            try reported.agenda("2026-05-01", "2026-12-31", zone: "Europe/Prague", withSummary: true) == [
                "Standing: 2026-06-01T09:00:00/2026-06-01T10:00:00",
                "Standing: 2026-06-08T09:00:00/2026-06-08T10:00:00",
                "\(moved): 2026-06-16T11:00:00/2026-06-16T11:30:00",
                "\(moved): 2026-06-23T11:00:00/2026-06-23T11:30:00",
                "Standing, cancelled: 2026-06-30T11:00:00/2026-06-30T11:30:00",
                "\(moved): 2026-07-07T11:00:00/2026-07-07T11:30:00",
            ])
    }

    @Test("i58: backslashes do not grow over exports and imports")
    func i58() throws {
        var hub = try ReportedCalendar("i58").hub
        let description = try hub.run("calendar show", ["record": .text("i58")])["description"]
        #expect(description == .text("Minutes see S:\\one\\random\notes.one; old text.&nbsp\\\\\\; more"))
        for round in 1...3 {
            try hub.run(
                "calendar edit",
                ["record": .text("i58"), "description": .text("\(description?.textValue ?? "")\(round)")])
            try hub.run("calendar edit", ["record": .text("i58"), "description": description ?? .null])
            let text = try hub.export("calendar")
            #expect(text.contains("DESCRIPTION:Line 1\r\nDESCRIPTION:Line 3\r\nDESCRIPTION:Line 4\r\n"))
            hub = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
            try hub.importFile(TextFile("\(round).ics", text))
            let event = try hub.run("calendar show", ["record": .text("i58")])
            #expect(event["description"] == description, "round \(round)")
            #expect(event["location"] == .text("\\server\\share\\room"))
        }
    }
}
