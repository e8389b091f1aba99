import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

/// What secret links give of modules as they are installed, to programs that subscribe.
@Suite struct FeedTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(
            modules: installedModules, formats: installedFormats,
            timeZone: try #require(TimeZone(identifier: "Europe/Vienna")))
        hub.clock.set(try #require(Timestamp.date("2026-03-02T06:30:00Z")))
        for module in ["tasks", "reminders", "calendar"] {
            try hub.run("modules enable", ["id": .text(module)])
        }
    }

    /// Makes a feed as its command does.
    ///
    /// - Returns: the last part of its link, and the lines of what it gives.
    private func feed(_ module: String, kind: FeedKind? = nil) throws -> (name: String, lines: [String]) {
        var values: DataObject = ["module": .text(module)]
        if let kind { values["kind"] = .text(kind.rawValue) }
        let path = try #require(try hub.run("feeds add", values)["path"]?.textValue)
        let session = try hub.session()
        let feed = try #require(try hub.hub.accounts().feeds(of: session.user).last)
        let request = try #require(try session.exportRequest(of: feed))
        var bytes: [UInt8] = []
        try session.export(request) { bytes += $0 }
        return (
            path.split(separator: "/").last.map(String.init) ?? "",
            String(decoding: bytes, as: UTF8.self).replacing("\r\n ", with: "").split(
                whereSeparator: \.isNewline
            )
            .map(String.init)
        )
    }

    private func add(_ title: String, _ values: DataObject) throws {
        var values = values
        values["text"] = [.text(title)]
        values["plain"] = true
        try hub.run("tasks add", values)
    }

    /// A calendar that has the blocks has also the times at which open tasks are due.
    @Test func dueTimesStandBesideTheBlocks() throws {
        try add("Essay", ["due": "2026-03-05T18:00", "zone": "Europe/Vienna"])
        try add("Tax", ["due": "2026-03-06T12:00", "zone": "floating"])
        try add("Gym", ["due": "2026-03-07"])
        try add("Sent", ["due": "2026-03-08T09:00"])
        try hub.run("tasks complete", ["record": "Sent"])
        try hub.run("tasks projects add", ["title": "Old", "tasks": ["Kept"]])
        try hub.run("tasks edit", ["record": "Kept", "due": "2026-03-09T09:00"])
        try hub.run("tasks projects archive", ["record": "Old"])
        try hub.run("tasks blocks add", ["task": "Essay", "start": "2026-03-03T10:00", "minutes": 60])
        let (name, lines) = try feed("tasks")
        #expect(name == "calendar.ics")
        #expect(
            lines.filter { $0.hasPrefix("SUMMARY") } == [
                "SUMMARY:Essay", "SUMMARY:Due: Essay", "SUMMARY:Due: Tax",
            ])
        #expect(lines.contains("DTSTART:20260305T170000Z") && lines.contains("DTSTART:20260306T120000"))
        #expect(lines.filter { $0 == "BEGIN:VCALENDAR" }.count == 1)
        #expect(lines.filter { $0 == "TRANSP:TRANSPARENT" }.count == 2)

        // An export of blocks has the blocks alone, and no import takes a copy.
        let plain = try hub.export("tasks", collection: "blocks", format: .icalendar)
        #expect(!plain.contains("Due:"))
        let report = try hub.importFile(TextFile("feed.ics", lines.joined(separator: "\r\n") + "\r\n"))
        #expect(report.added == 0)
        #expect(try hub.items("calendar list").isEmpty)
        let error = #expect(throws: AtriumError.self) {
            try hub.export(
                "tasks", collection: "blocks", format: .icalendar, options: ["due": true],
                selection: ExportSelection(ids: ["1"]))
        }
        #expect(error?.field == "due")
    }

    /// With no block there is a calendar all the same.
    @Test func dueTimesNeedNoBlock() throws {
        try add("Essay", ["due": "2026-03-05T18:00"])
        let lines = try feed("tasks").lines
        #expect(lines.first == "BEGIN:VCALENDAR" && lines.last == "END:VCALENDAR")
        #expect(lines.filter { $0.hasPrefix("SUMMARY") } == ["SUMMARY:Due: Essay"])
        #expect(lines.filter { $0 == "BEGIN:VCALENDAR" }.count == 1)
    }

    /// To-dos of all projects stand in one calendar, since programs that subscribe may read the first alone.
    @Test func toDosStandInOneCalendar() throws {
        try hub.run("tasks projects add", ["title": "Thesis", "tasks": ["Read", "Outline"]])
        try add("Shop", [:])
        let (name, lines) = try feed("tasks", kind: .todos)
        #expect(name == "todos.ics")
        #expect(lines.filter { $0 == "BEGIN:VCALENDAR" }.count == 1)
        #expect(
            Set(lines.filter { $0.hasPrefix("SUMMARY") }) == [
                "SUMMARY:Read", "SUMMARY:Outline", "SUMMARY:Shop",
            ])
        // The export says which stands in which project, and without a collection it is of tasks, not of blocks.
        let export = try hub.export("tasks", format: .icalendar)
        #expect(export.components(separatedBy: "BEGIN:VCALENDAR").count == 3)
    }

    /// Events of all calendars stand in one.
    @Test func eventsStandInOneCalendar() throws {
        try hub.run("calendar add", ["summary": "Lunch", "start": "2026-03-02T12:00"])
        try hub.run("calendar calendars add", ["name": "Work"])
        try hub.run("calendar add", ["summary": "Meeting", "start": "2026-03-02T14:00", "calendar": "Work"])
        let lines = try feed("calendar").lines
        #expect(lines.filter { $0 == "BEGIN:VCALENDAR" }.count == 1)
        #expect(Set(lines.filter { $0.hasPrefix("SUMMARY") }) == ["SUMMARY:Lunch", "SUMMARY:Meeting"])
    }

    /// What files called themselves is said of no feed that has others beside them.
    @Test func aFeedIsCalledAsNoneOfItsFiles() throws {
        for (name, uid) in [("Birthdays", "a"), ("Lectures", "b")] {
            let event = [
                "BEGIN:VEVENT", "UID:\(uid)", "DTSTART:20260302T120000Z", "SUMMARY:Of \(name)", "END:VEVENT",
            ]
            let head = [
                "BEGIN:VCALENDAR", "VERSION:2.0", "X-WR-CALNAME:\(name)", "SOURCE:https://example.org/\(uid)",
            ]
            let lines = head + event + ["END:VCALENDAR", ""]
            try hub.importFile(TextFile("\(name).ics", lines.joined(separator: "\r\n")))
        }
        let lines = try feed("calendar").lines
        #expect(lines.count { $0 == "BEGIN:VEVENT" } == 2)
        #expect(
            !lines.contains { $0.hasPrefix("X-WR-CALNAME") || $0.hasPrefix("NAME") || $0.hasPrefix("SOURCE") }
        )
    }

    /// A feed names the interval at which programs read it again (RFC 7986, section 5.7); an exported file does not.
    @Test func feedsNameTheirInterval() throws {
        try hub.run("modules enable", ["id": "connections"])
        let task = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "REFRESH-INTERVAL;VALUE=DURATION:P1W",
            "BEGIN:VTODO", "UID:a", "SUMMARY:Weekly", "END:VTODO", "END:VCALENDAR", "",
        ]
        try hub.importFile(TextFile("a.ics", task.joined(separator: "\r\n")), module: "reminders")
        let intervals = ["REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"]
        func found(_ lines: [String]) -> [String] {
            lines.filter { $0.hasPrefix("REFRESH-INTERVAL") || $0.hasPrefix("X-PUBLISHED-TTL") }
        }
        let feeds: [(module: String, kind: FeedKind)] = [
            ("calendar", .calendar), ("reminders", .todos), ("tasks", .calendar), ("tasks", .todos),
            ("connections", .calendar),
        ]
        for (module, kind) in feeds {
            #expect(try found(feed(module, kind: kind).lines) == intervals, "\(module) \(kind.rawValue)")
        }
        let exported = try hub.export("reminders", format: .icalendar).split(separator: "\r\n")
        #expect(found(exported.map(String.init)) == ["REFRESH-INTERVAL;VALUE=DURATION:P1W"])
    }

    /// Reminders are to-dos; links to them from before there was a kind for these go on, and new ones are none.
    @Test func remindersAreToDos() throws {
        try hub.run("reminders add", ["text": ["Call"], "plain": true, "due": "2026-03-05"])
        let (name, lines) = try feed("reminders")
        #expect(name == "todos.ics")
        #expect(lines.contains("BEGIN:VTODO"))
        let session = try hub.session()
        let former = try hub.hub.accounts().addFeed(
            of: session.user, name: "old", module: "reminders", kind: .calendar)
        #expect(try session.exportRequest(of: former.feed)?.collection == "reminders")
        for module in ["reminders", "calendar"] {
            let kind: FeedKind = module == "reminders" ? .calendar : .todos
            let error = #expect(throws: AtriumError.self) { try feed(module, kind: kind) }
            #expect(error?.message == "\(module) has no feed of \(kind.rawValue)")
        }
    }

    /// Each feed that is declared can be written, with options that its exporter has.
    @Test(
        arguments: Set(
            installedModules.flatMap { module in
                module.exporters.flatMap(\.feeds).map { [module.id, $0.kind.rawValue] }
            }))
    func eachFeedIsWritten(feed: [String]) throws {
        let kind = try #require(FeedKind(rawValue: feed[1]))
        try hub.run("modules enable", ["id": .text(feed[0])])
        let session = try hub.session()
        let made = try hub.hub.accounts().addFeed(of: session.user, name: "f", module: feed[0], kind: kind)
        let request = try #require(try session.exportRequest(of: made.feed))
        var count = 0
        try session.export(request) { count += $0.count }
        // Cards of nobody are no bytes.
        #expect(count > 0 || kind == .contacts)
    }
}
