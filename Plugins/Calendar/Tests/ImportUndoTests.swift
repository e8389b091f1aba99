import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Calendar

/// Imports of events taken back, and calendars that are gone.
@Suite struct ImportUndoTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
    }

    private static func event(_ uid: String, _ lines: String...) -> String {
        ([
            "BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "DTSTART:20261201T100000Z",
            "SUMMARY:\(uid)",
        ] + lines + ["END:VEVENT"]).joined(separator: "\n")
    }
    private static let series = event("e1", "RRULE:FREQ=DAILY;COUNT=5", "X-PRIV:keepme")
    private static let override = event("e1", "RECURRENCE-ID:20261202T100000Z")

    private func put(_ events: String..., calendar: String? = nil) throws {
        let file = TextFile("a.ics", Fixtures.calendar(events.joined(separator: "\n")))
        try hub.importFile(file, options: calendar.map { ["calendar": .text($0)] } ?? [:])
    }

    private func undo(_ run: Int64, force: Bool = false) throws -> (kept: [String?], change: DataValue) {
        let result = try hub.run("imports undo", ["run": .integer(run), "force": .bool(force)])
        let kept = result["kept"]?.listValue ?? []
        return (kept.map { $0.objectValue?["title"]?.textValue }, result["change"] ?? .null)
    }

    /// A series of which another file brought a changed day stays as it came.
    @Test(arguments: [true, false], [true, false])
    func aSeriesWithALaterOverrideIsKeptWhole(force: Bool, isChanged: Bool) throws {
        let before = try hub.session().contents()
        try put(Self.series)
        let first = try hub.session().contents()
        if isChanged {
            try put(Self.series.replacing("SUMMARY:e1", with: "SUMMARY:e2"), Self.override)
        } else {
            try put(Self.override)
        }
        let both = try hub.session().contents()
        let undone = try undo(1, force: force)
        #expect(undone.kept == ["Personal", isChanged ? "e2" : "e1"])
        #expect(undone.change == .null)
        #expect(try hub.session().contents().difference(from: both) == [])
        #expect(try hub.export("calendar").contains("X-PRIV:keepme"))
        #expect(try undo(2).kept == [])
        #expect(try hub.session().contents().difference(from: first) == [])
        #expect(try undo(1).kept == [])
        #expect(try hub.session().contents().difference(from: before) == [])
    }

    /// The default calendar went to another one meanwhile: what goes by force need not be what it was.
    @Test func forceTakesACalendarThatWasTheDefault() throws {
        try put(Self.event("a"))
        try put(Self.event("b"), calendar: "Work")
        try hub.run("calendar calendars edit", ["record": "Work", "default": true])
        try hub.run("calendar calendars remove", ["record": "Personal", "withEvents": true])
        #expect(try undo(1, force: true).kept == [])
        let calendars = try hub.items("calendar calendars list")
        #expect(calendars.map { $0["name"] } == ["Work"])
        #expect(calendars.first?["default"] == true)
        #expect(try hub.session().contradictions() == [])
    }

    @Test func theSameFileMakesNoCalendarThatWasRemoved() throws {
        try put(Self.event("a"))
        try hub.run("calendar calendars add", ["name": "Work"])
        try hub.run("calendar edit", ["record": "a", "calendar": "Work"])
        try hub.run("calendar calendars remove", ["record": "Personal"])
        let before = try hub.session().contents()
        try put(Self.event("a"))
        #expect(try hub.session().contents().difference(from: before) == [])
    }
}
