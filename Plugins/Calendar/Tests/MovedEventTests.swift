import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Calendar

/// Events that were moved to another calendar here, and files that have them where they were.
@Suite struct MovedEventTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
    }

    /// The same file, and one's own export of before, mean the event that was moved since.
    @Test(arguments: [true, false], [nil, "Work"] as [String?])
    func aMovedEventIsNotDoubled(isSeries: Bool, calendar: String?) throws {
        let lines = isSeries ? ["RRULE:FREQ=DAILY;COUNT=5"] : []
        func text(_ summary: String) -> String {
            ([
                "BEGIN:VEVENT", "UID:a", "DTSTART:20261201T100000Z", "SUMMARY:\(summary)",
            ] + lines + ["END:VEVENT"]).joined(separator: "\n")
        }
        let options: DataObject = calendar.map { ["calendar": .text($0)] } ?? [:]
        func put(_ body: String, in hub: TemporaryHub) throws -> ImportReport.File {
            try hub.importFile(TextFile("a.ics", Fixtures.calendar(body)), options: options)
        }
        #expect(try put(text("A"), in: hub).added == 1)
        let exported = TextFile("calendar.ics", try hub.export("calendar"))
        for name in ["Home", "Third"] {
            try hub.run("calendar edit", ["record": "a", "calendar": .text(name)])
            for other in [hub, try hub.restored().hub] {
                let before = try other.session().contents()
                #expect(try put(text("A"), in: other).added == 0)
                #expect(try other.importFile(exported).added == 0)
                #expect(try other.items("calendar list").count == 1)
                #expect(try other.session().contradictions() == [])
                if other !== hub { continue }
                #expect(try other.items("calendar list").map { $0["calendar"] } == [.text(name)])
                #expect(try other.session().contents().difference(from: before) == [])
            }
        }
        // What changed in the file is a conflict with the move, and the event stays where it is.
        #expect(try put(text("B"), in: hub).conflicts == 1)
        if isSeries {
            let override =
                "BEGIN:VEVENT\nUID:a\nRECURRENCE-ID:20261202T100000Z\nDTSTART:20261202T120000Z\nEND:VEVENT"
            #expect(try put(override, in: hub).added == 1)
            let shown = try hub.run("calendar show", ["record": "a"])
            #expect(shown["overrides"]?.listValue?.count == 1)
            #expect(try put(override, in: hub).unchanged == 1)
        }
        let moved = try hub.run("calendar show", ["record": "a"])
        #expect([moved["summary"], moved["calendar"]] == ["A", "Third"])
    }

    /// A calendar that never had the event gets one of its own.
    @Test func anotherCalendarHasItsOwn() throws {
        let file = TextFile(
            "a.ics", Fixtures.calendar("BEGIN:VEVENT\nUID:a\nDTSTART:20261201T100000Z\nEND:VEVENT"))
        try hub.importFile(file, options: ["calendar": "Work"])
        try hub.run("calendar edit", ["record": "a", "calendar": "Home"])
        let third = try hub.importFile(file, options: ["calendar": "Third"])
        #expect(third.remarks == ["1 of its events was in another calendar already and is now in both"])
        #expect(try hub.items("calendar list").count == 2)
        #expect(try hub.importFile(file, options: ["calendar": "Third"]).remarks == [])
        #expect(try hub.importFile(file, options: ["calendar": "Work"]).unchanged == 1)
    }

    /// An import removes nothing, and says so where a changed day stays that its file does not have.
    @Test func aChangedDayThatTheFileDoesNotHaveIsNamed() throws {
        func file(_ summary: String, _ others: String...) -> TextFile {
            let series =
                "BEGIN:VEVENT\nUID:a\nDTSTART:20261201T100000Z\nRRULE:FREQ=DAILY\nSUMMARY:\(summary)\nEND:VEVENT"
            return TextFile("a.ics", Fixtures.calendar(([series] + others).joined(separator: "\n")))
        }
        let override =
            "BEGIN:VEVENT\nUID:a\nRECURRENCE-ID:20261202T100000Z\nDTSTART:20261202T120000Z\nEND:VEVENT"
        try hub.importFile(file("One"))
        let both = try hub.importFile(file("Two", override))
        #expect([both.added, both.updated] == [1, 1] && both.remarks == [])
        let again = try hub.importFile(file("One"))
        #expect(again.remarks == ["1 changed occurrence of its series is not in the file and was kept"])
        #expect(try hub.run("calendar show", ["record": "a"])["overrides"]?.listValue?.count == 1)
        #expect(try hub.importFile(file("Three", override)).remarks == [])
        // A file that changes nothing says nothing.
        #expect(try hub.importFile(file("Three")).remarks == [])
    }
}
