import AtriumFormats
import AtriumSDK
import AtriumTesting
import Foundation
import SharedFiles
import Testing

@testable import Calendar

/// Cancelled, tentative and transparent events are marked in every list and take no time that they do not claim.
@Suite struct EventStateTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
        try hub.run("settings set", ["key": "zone", "value": "Europe/Prague"])
    }

    private func marked(_ command: String, _ values: DataObject, title: String) throws -> [String] {
        try hub.items(command, values).map {
            "\($0[title]?.textValue ?? "-"): \($0["state"]?.textValue ?? "-")"
        }
    }

    /// Row i59 of the reported files: cancelled occurrences are marked everywhere.
    @Test(.needsShared("corpus/reported")) func cancelledOccurrencesAreMarkedInEveryList() throws {
        let file = SharedFiles.corpus.appending(path: "reported/i59-cancelled.ics")
        try hub.importFile(TextFile("i59.ics", content: Array(Data(contentsOf: file))))
        #expect(
            try marked("calendar agenda", ["from": "2026-06-01", "to": "2026-06-30"], title: "summary") == [
                "Rehearsal: -", "Rehearsal: cancelled", "One-off, off: cancelled", "Rehearsal: -",
            ])
        #expect(
            try marked("calendar list", [:], title: "summary") == ["Rehearsal: -", "One-off, off: cancelled"])
        #expect(try marked("today", ["day": "2026-06-08"], title: "title") == ["Rehearsal: cancelled"])
        #expect(try marked("today", ["day": "2026-06-09"], title: "title") == ["One-off, off: cancelled"])
        #expect(try hub.items("today", ["day": "2026-06-09"])[0]["claim"] == "free")
        #expect(
            Set(try marked("search", ["text": ["rehearsal"]], title: "title")) == [
                "Rehearsal: -", "Rehearsal (2026-06-08): cancelled",
            ])
        let free = try hub.run("calendar free", ["from": "2026-06-08", "to": "2026-06-09"])
        #expect(free["busy"] == .list([]))
        let show = try hub.run("calendar show", ["record": "c1"])
        #expect(show["state"] == .null)
        #expect(show["overrides"]?.listValue?.first?.objectValue?["state"] == "cancelled")
    }

    /// The words of the results and those of the search are the same.
    @Test func everyStateHasItsWords() throws {
        for status in ["", "STATUS:CONFIRMED", "STATUS:TENTATIVE", "STATUS:CANCELLED"] {
            for transparency in ["", "TRANSP:OPAQUE", "TRANSP:TRANSPARENT"] {
                let lines = [status, transparency].filter { !$0.isEmpty }
                try hub.importFile(
                    TextFile(
                        "a.ics",
                        Fixtures.calendar(
                            ([
                                "BEGIN:VEVENT", "UID:u-\(status)-\(transparency)",
                                "DTSTART;VALUE=DATE:20260302", "SUMMARY:Thing",
                            ] + lines + ["END:VEVENT"]).joined(separator: "\n"))))
            }
        }
        let wanted = [
            "-", "-", "free", "-", "-", "free", "tentative", "tentative", "tentative, free", "cancelled",
            "cancelled", "cancelled",
        ]
        for (command, values) in [
            ("calendar list", [:]), ("today", ["day": "2026-03-02"]), ("search", ["text": ["thing"]]),
            ("calendar agenda", ["from": "2026-03-02", "to": "2026-03-02"]),
        ] as [(String, DataObject)] {
            let items = try hub.items(command, values).sorted {
                ($0["id"]?.integerValue ?? 0) < ($1["id"]?.integerValue ?? 0)
            }
            #expect(items.map { $0["state"]?.textValue ?? "-" } == wanted, "\(command)")
        }
        let claims = try hub.items("today", ["day": "2026-03-02"]).sorted {
            ($0["id"]?.integerValue ?? 0) < ($1["id"]?.integerValue ?? 0)
        }.map { $0["claim"]?.textValue ?? "" }
        #expect(
            claims == [
                "busy", "busy", "free", "busy", "busy", "free", "tentative", "tentative", "free", "free",
                "free", "free",
            ])
    }
}
