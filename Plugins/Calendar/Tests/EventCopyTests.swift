import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import SharedFiles
import Testing

@testable import Calendar

/// Events that share a UID: copies are one event, different events stay different.
@Suite struct EventCopyTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
    }

    private func event(_ uid: String, _ lines: String...) -> String {
        (["BEGIN:VEVENT", "UID:\(uid)"] + lines + ["END:VEVENT"]).joined(separator: "\n")
    }

    private func file(_ events: [String], name: String = "a.ics") -> TextFile {
        TextFile(name, Fixtures.calendar(events.joined(separator: "\n")))
    }

    private func expectNoChange(_ files: [TextFile]) throws {
        let report = try hub.importFiles(files)
        #expect(!report.hasChanged)
        #expect(report.files.allSatisfy { $0.added == 0 && $0.updated == 0 })
    }

    /// i52: identical copies are one event, counted in one line.
    @Test(.needsShared()) func i52CopiesAreOneEvent() throws {
        let url = SharedFiles.corpus.appending(path: "reported/i52-duplicates.ics")
        let file = TextFile("i52.ics", try String(contentsOf: url, encoding: .utf8))
        let report = try hub.importFile(file)
        #expect((report.items, report.added, report.unchanged) == (700, 1, 699))
        #expect(report.issues.isEmpty)
        #expect(
            report.remarks.map(\.description) == [
                "699 entries repeat other entries with the same UID and were imported only once"
            ])
        #expect(try hub.items("calendar list").count == 1)
        try expectNoChange([file])
    }

    /// Copies may differ in DTSTAMP and line ends, and stand in several files.
    @Test func copiesDifferInTheirStamps() throws {
        func copy(_ stamp: String) -> String {
            event("u", "DTSTAMP:\(stamp)", "DTSTART:20260310T090000Z", "SUMMARY:Tea")
        }
        let first = file([copy("20260101T000000Z"), copy("20260103T000000Z"), copy("20260102T000000Z")])
        let second = TextFile(
            "b.ics", file([copy("20260104T000000Z")]).text.replacing("\r\n", with: "\n"))
        let report = try hub.importFiles([first, second])
        #expect(report.files.map(\.added) == [1, 0])
        #expect(try hub.items("calendar list").count == 1)
        try expectNoChange([first, second])
        // Any other property makes it another version.
        let other = event("u", "DTSTAMP:20260105T000000Z", "DTSTART:20260310T090000Z", "SUMMARY:Coffee")
        #expect(try hub.importFile(file([other], name: "c.ics")).updated == 1)
    }

    /// An exporter that gives all events one UID: they stay different events, and copies among them are one.
    @Test func differentEventsWithOneUIDStayDifferent() throws {
        func lesson(_ day: Int, sequence: Int = 0) -> String {
            event(
                "1", "DTSTAMP:202601\(10 + day)T000000Z",
                "DTSTART:202603\(10 + day)T090000Z", "SUMMARY:Lesson", "SEQUENCE:\(sequence)")
        }
        let different = file((0..<10).map { lesson($0) } + [lesson(3), lesson(0), lesson(9)])
        let report = try hub.importFile(different)
        #expect((report.added, report.unchanged) == (10, 3))
        #expect(try hub.items("calendar list", ["limit": 50]).count == 10)
        try expectNoChange([different])
        // Their revisions do not make them versions of one event.
        let revised = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
        let mixed = file((0..<10).map { lesson($0, sequence: $0 / 5) })
        #expect(try revised.importFile(mixed).added == 10)
        #expect(try !revised.importFiles([mixed]).hasChanged)
    }

    /// Two events that share nothing but the UID, at two SEQUENCEs.
    @Test func eventsWithNothingInCommonStayDifferent() throws {
        let both = file([
            event("u", "DTSTART:20260310T090000Z", "SUMMARY:Tea", "SEQUENCE:1"),
            event("u", "DTSTART:20260311T100000Z", "SUMMARY:Dentist", "SEQUENCE:2"),
        ])
        let report = try hub.importFile(both)
        #expect(report.added == 2)
        #expect(report.issues.map(\.code) == ["duplicate-uid"])
        try expectNoChange([both])
    }

    /// The newest of several versions is used, in any order of files and components.
    @Test(arguments: [[1, 2, 3], [3, 2, 1], [2, 3, 1]], [true, false])
    func theNewestVersionIsUsed(order: [Int], isOneFile: Bool) throws {
        func version(_ number: Int) -> String {
            event(
                "u", "DTSTAMP:2026010\(number)T000000Z", "DTSTART:20260310T090000Z", "SUMMARY:Tea",
                "LOCATION:Room \(number)", "SEQUENCE:\(number)")
        }
        let files =
            isOneFile
            ? [file(order.map(version))] : order.map { file([version($0)], name: "\($0).ics") }
        _ = try hub.importFiles(files)
        let events = try hub.items("calendar list")
        #expect(events.map { $0["location"] } == ["Room 3"])
        try expectNoChange(files)
    }

    /// A broken exporter that gives all events one UID: no event is lost, and the same file again changes nothing.
    @Test func oneUIDForAllEvents() throws {
        let events = (0..<1000).map { number -> String in
            let day = String(20_000_101 + number / 336 * 10_000 + number / 28 % 12 * 100 + number % 28)
            return event("1", "DTSTART:\(day)T090000Z", "SUMMARY:Event \(number)")
        }
        let text = file(events)
        #expect(try hub.importFile(text).added == 1000)
        try expectNoChange([text])
    }

    /// Thousands of overrides in one file, and a message that cancels each.
    @Test func thousandsOfOverrides() throws {
        let (count, start) = (2000, Date(timeIntervalSince1970: 1_772_438_400))
        let format = DateFormatter()
        format.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
        format.timeZone = .gmt
        format.locale = Locale(identifier: "en_US_POSIX")
        let series = event(
            "u", "DTSTART:\(format.string(from: start))", "RRULE:FREQ=HOURLY;COUNT=\(count)", "SUMMARY:Watch")
        func overrides(_ lines: String...) -> [String] {
            (0..<count).map { hour in
                let time = format.string(from: start.addingTimeInterval(Double(hour) * 3600))
                return (["BEGIN:VEVENT", "UID:u", "RECURRENCE-ID:\(time)"] + lines + ["END:VEVENT"]).joined(
                    separator: "\n")
            }
        }
        let all = file([series] + overrides("DTSTART:20260601T000000Z", "SUMMARY:Moved"))
        #expect(try hub.importFile(all).added == count + 1)
        try expectNoChange([all])
        #expect(try hub.run("calendar show", ["record": "1"])["overrides"]?.listValue?.count == count)
        // Each of them is cancelled by a message of its own.
        let cancel = TextFile(
            "c.ics",
            Fixtures.calendar((["METHOD:CANCEL"] + overrides("SEQUENCE:1")).joined(separator: "\n")))
        #expect(try hub.importFile(cancel).updated == count)
    }
}
