import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Calendar

/// Events whose uid is not their UID, through an export of the whole vault: each stays who it is.
@Suite struct WholeVaultTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
    }

    private func put(_ uid: String, _ summary: String, _ lines: String..., calendar: String) throws {
        let event =
            ["BEGIN:VEVENT", "UID:\(uid)", "DTSTART:20261201T100000Z", "SUMMARY:\(summary)"] + lines
            + ["END:VEVENT"]
        let file = TextFile("a.ics", Fixtures.calendar(event.joined(separator: "\n")))
        try hub.importFile(file, options: ["calendar": .text(calendar)])
    }

    private func tag(_ uid: String) throws {
        try hub.run(
            "tags add", ["collection": "calendar/events", "record": .text(uid), "tags": .list([.text(uid)])])
    }

    /// Exports and imports three times: each time the same files, and the same records under the same uids.
    private func expectFixedPoint(_ uids: [String]) throws {
        func state(_ hub: TemporaryHub) throws -> [DataObject] {
            let listed = try hub.items("calendar list").filter { event in
                uids.contains { .text($0) == event["uid"] }
            }
            #expect(!listed.isEmpty)
            return try listed.map { event in
                var record = try hub.run("calendar show", ["record": event["id"] ?? .null])
                record["id"] = nil
                record["overrides"] = .list(
                    (record["overrides"]?.listValue ?? []).map { override in
                        var override = override.objectValue ?? [:]
                        (override["id"], override["seriesId"]) = (nil, nil)
                        return .object(override)
                    })
                return record
            }.sorted { ($0["uid"]?.textValue ?? "") < ($1["uid"]?.textValue ?? "") }
        }
        let wanted = try state(hub)
        var (other, files) = try hub.restored()
        for _ in 0..<3 {
            #expect(try state(other) == wanted)
            let next = try other.restored()
            for (name, text) in files where name != "manifest.json" { #expect(next.files[name] == text) }
            (other, files) = next
        }
        #expect(try other.session().contradictions() == [])
        #expect(files["calendar.ics"]?.contains("X-ATRIUM-UID:") == true)
        #expect(try !other.export("calendar").contains("X-ATRIUM-UID"))
        #expect(try !hub.export("calendar").contains("X-ATRIUM-UID"))
    }

    /// One UID in two calendars, of which the later one is the default and so comes first.
    @Test func eventsOfTwoCalendarsStayApart() throws {
        try put("e1", "One", calendar: "Zz")
        try put("e1", "Two", calendar: "Bb")
        try hub.run("calendar calendars edit", ["record": "Bb", "default": true])
        try expectFixedPoint(["e1", "e1~2"])
        let other = try hub.restored().hub
        // Their files are known there as here.
        let before = try other.session().contents()
        for (summary, calendar) in [("One", "Zz"), ("Two", "Bb")] {
            let text = Fixtures.calendar(
                "BEGIN:VEVENT\nUID:e1\nDTSTART:20261201T100000Z\nSUMMARY:\(summary)\nEND:VEVENT")
            let file = try other.importFile(
                TextFile("a.ics", text), options: ["calendar": .text(calendar)])
            #expect(file.unchanged == 1)
        }
        #expect(try other.session().contents().difference(from: before) == [])
        for uid in ["e1", "e1~2"] { try tag(uid) }
        try expectFixedPoint(["e1", "e1~2"])
        for (uid, summary) in [("e1", "One"), ("e1~2", "Two")] {
            let event = try hub.restored().hub.items("calendar list").first { $0["uid"] == .text(uid) }
            #expect(event?["summary"] == .text(summary))
            #expect(event?["categories"] == [.text(uid)])
        }
    }

    /// The one that had the UID itself is gone.
    @Test func theSecondStaysTheSecond() throws {
        try put("e1", "One", "RRULE:FREQ=DAILY;COUNT=5", calendar: "Zz")
        try put("e1", "Two", "RRULE:FREQ=DAILY;COUNT=5", calendar: "Bb")
        try put("e1", "Later", "RECURRENCE-ID:20261202T100000Z", calendar: "Zz")
        try put("e1", "Later", "RECURRENCE-ID:20261202T100000Z", calendar: "Bb")
        try hub.run("calendar remove", ["record": "e1"])
        let uids = ["e1~2", "e1#20261202T100000Z~2"]
        for uid in uids { try tag(uid) }
        try expectFixedPoint(uids)
        // Also where an edit writes it anew.
        try hub.run("calendar edit", ["record": "e1~2", "summary": "Three"])
        try expectFixedPoint(uids)
        let shown = try hub.restored().hub.run("calendar show", ["record": "e1~2"])
        #expect(shown["overrides"]?.listValue?.count == 1)
    }

    /// Two events of one UID in one file.
    @Test func theSecondOfOneFileKeepsItsUID() throws {
        func event(_ summary: String) -> String {
            "BEGIN:VEVENT\nUID:e1\nDTSTART:20261201T100000Z\nSUMMARY:\(summary)\nEND:VEVENT"
        }
        let file = TextFile("a.ics", Fixtures.calendar(event("One") + "\n" + event("Two")))
        #expect(try hub.importFile(file).added == 2)
        let uid = try #require(
            try hub.items("calendar list").first { $0["summary"] == "Two" }?["uid"]?.textValue)
        try hub.run("calendar edit", ["record": .text(uid), "location": "Rome"])
        try tag(uid)
        try expectFixedPoint(["e1", uid])
        let again = try hub.restored().hub.importFile(file)
        #expect(again.added == 0)
        try hub.run("calendar remove", ["record": 1])
        try expectFixedPoint([uid])
    }
}
