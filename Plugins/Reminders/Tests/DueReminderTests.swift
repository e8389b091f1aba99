import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Reminders

/// What came due, and when it is handed on to a program.
///
/// It is 15 March 2026, 09:30 UTC.
@Suite struct DueReminderTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [remindersModule])
    }

    private func add(_ title: String, _ due: String, _ values: DataObject = [:]) throws {
        var input = values
        input["text"] = .list([.text(title)])
        input["plain"] = true
        input["due"] = .text(due)
        try hub.run("reminders add", input)
    }

    /// Title and moment of what came due, by the hours back to which is asked.
    private func due(hours: Double = 24) throws -> [String] {
        let since = Timestamp.text(hub.clock.now.addingTimeInterval(-hours * 3600))
        return try hub.items("reminders due", ["since": .text(since)]).map {
            "\($0["title"]?.textValue ?? "") \($0["cameDue"]?.textValue ?? "")"
        }
    }

    private func set(_ instant: String) throws {
        hub.clock.set(try #require(Timestamp.date(instant)))
    }

    @Test func itComesAtItsAlert() throws {
        try add("at the time", "2026-03-15T09:00")
        try add("an hour before", "2026-03-15T10:00", ["alert": 60])
        try add("on the day", "2026-03-15")
        try add("the evening before", "2026-03-16", ["alert": 300])
        try add("later", "2026-03-15T09:31")
        try add("long ago", "2026-03-13T09:00")
        #expect(
            try due() == [
                "at the time 2026-03-15T09:00:00Z", "an hour before 2026-03-15T09:00:00Z",
                "on the day 2026-03-15T09:00:00Z",
            ])
        // After that instant, and until this one.
        #expect(try due(hours: 0.5).isEmpty)
        try set("2026-03-15T19:00:00Z")
        #expect(try due(hours: 1) == ["the evening before 2026-03-15T19:00:00Z"])
    }

    @Test func whatHasNoAlertComesWhenItIsDue() throws {
        try hub.run("reminders add", ["text": ["call today at 9:00"]])
        try hub.run("reminders edit", ["record": 1, "alert": .null])
        #expect(try due() == ["call 2026-03-15T09:00:00Z"])
    }

    @Test func silentRemindersAreNotListed() throws {
        try add("silent", "2026-03-15T09:00", ["notification": "none"])
        try add("quiet each day", "2026-03-10T09:00", ["notification": "none", "repeat": "FREQ=DAILY"])
        #expect(try due().isEmpty)
        let silent = try hub.run("reminders show", ["record": "silent"])
        #expect([silent["notification"], silent["alert"]] == ["none", .null])
        let edited = try hub.run("reminders edit", ["record": "silent", "notification": "standard"])
        #expect([edited["notification"], edited["alert"]] == ["standard", 0])
        #expect(try due() == ["silent 2026-03-15T09:00:00Z"])
        let again = try hub.run("reminders edit", ["record": "silent", "notification": "none"])
        #expect([again["notification"], again["alert"]] == ["none", .null])
        let alerted = try hub.run("reminders edit", ["record": "silent", "alert": 10])
        #expect([alerted["notification"], alerted["alert"]] == ["standard", 10])
    }

    @Test func whatIsDoneGivenUpOrPutOffDoesNotCome() throws {
        for title in ["done", "cancelled", "snoozed"] { try add(title, "2026-03-15T09:00") }
        try hub.run("reminders complete", ["record": "done"])
        try hub.run("reminders cancel", ["record": "cancelled"])
        try hub.run("reminders snooze", ["record": "snoozed", "until": "2026-03-15T12:00"])
        #expect(try due().isEmpty)
        try set("2026-03-15T12:00:00Z")
        #expect(try due() == ["snoozed 2026-03-15T12:00:00Z"])
    }

    /// An alert that had passed when its reminder was made or changed is made up for, unless the reminder was over by then.
    @Test func whatComesAfterItsAlertIsTold() throws {
        hub.clock.advance(seconds: 20)
        try add("just begun", "2026-03-15T09:30", ["alert": 0])
        try add("an hour before", "2026-03-15T10:00", ["alert": 60])
        try add("over", "2026-03-15T09:29")
        try add("yesterday", "2026-03-14")
        try add("today", "2026-03-15")
        try add("weekly", "2026-03-15T11:00", ["alert": 120, "repeat": "FREQ=WEEKLY"])
        // The last run was in this very second, before they were made.
        hub.clock.advance(seconds: 60)
        let made = "2026-03-15T09:30:21Z"
        #expect(
            try due(hours: 1.0 / 60).sorted() == [
                "an hour before \(made)", "just begun \(made)", "today \(made)", "weekly \(made)",
            ])
        hub.clock.advance(seconds: 60)
        #expect(try due(hours: 1.0 / 60).isEmpty)
        try hub.run("reminders edit", ["record": "an hour before", "due": "2026-03-15T10:15"])
        try hub.run("reminders edit", ["record": "over", "title": "still over"])
        try hub.run("reminders edit", ["record": "weekly", "title": "each week"])
        hub.clock.advance(seconds: 60)
        #expect(try due(hours: 1.0 / 60) == ["an hour before 2026-03-15T09:32:21Z"])
    }

    /// On a day as on one that something is due on: at nine.
    @Test func whatIsPutOffToADayComesAtNine() throws {
        try add("tea", "2026-03-15T09:00")
        let snoozed = try hub.run("reminders snooze", ["record": "tea", "until": "tomorrow"])
        #expect(snoozed["snoozedUntil"] == "2026-03-16T09:00:00Z")
        #expect(throws: AtriumError.self) {
            try hub.run("reminders snooze", ["record": "tea", "until": "today"])
        }
        try hub.run("settings set", ["key": "zone", "value": "Europe/Vienna"])
        let there = try hub.run("reminders snooze", ["record": "tea", "until": "2026-03-29"])
        #expect(there["snoozedUntil"] == "2026-03-29T07:00:00Z")
        let error = #expect(throws: AtriumError.self) {
            try hub.run("reminders snooze", ["record": "tea", "until": "2026-03-15"])
        }
        #expect(error?.message == "9:00 on 2026-03-15 is in the past")
    }

    /// Once for all that came due in between, as the last time.
    @Test func whatRepeatsComesEachTime() throws {
        try add("pills", "2026-03-10T08:00", ["repeat": "FREQ=DAILY"])
        #expect(try due() == ["pills 2026-03-15T08:00:00Z"])
        #expect(try due(hours: 24 * 30) == ["pills 2026-03-15T08:00:00Z"])
        #expect(try hub.items("reminders due").first?["due"] == "2026-03-15T08:00:00")
        try hub.run("reminders complete", ["record": 1])
        #expect(try due().isEmpty)
        try set("2026-03-16T08:00:00Z")
        #expect(try due(hours: 1) == ["pills 2026-03-16T08:00:00Z"])
    }

    @Test func aPersistentOneComesAgainUntilItIsDone() throws {
        try add("stove", "2026-03-15T08:00", ["notification": "persistent"])
        #expect(try due(hours: 0.1) == ["stove 2026-03-15T09:30:00Z"])
        hub.clock.advance(seconds: 60)
        #expect(try due(hours: 1.0 / 60).isEmpty)
        hub.clock.advance(seconds: 14 * 60)
        #expect(try due(hours: 1.0 / 60) == ["stove 2026-03-15T09:45:00Z"])
        try hub.run("reminders complete", ["record": 1])
        #expect(try due().isEmpty)
    }

    /// In the night to 29 March 2026 the clocks of Vienna go from 2 to 3, in that to 25 October from 3 to 2.
    @Test func nineStaysNineWhereClocksAreChanged() throws {
        try hub.run("settings set", ["key": "zone", "value": "Europe/Vienna"])
        try add("on the day", "2026-03-29")
        try add("in the gap", "2026-03-29T02:30")
        try add("twice on the clock", "2026-10-25T02:30")
        try add("in autumn", "2026-10-25")
        try set("2026-03-29T08:00:00Z")
        #expect(
            try due() == ["in the gap 2026-03-29T01:30:00Z", "on the day 2026-03-29T07:00:00Z"])
        // Hour by hour each comes once, also where the clock shows an hour twice.
        var seen: [String] = []
        for hour in 0..<12 {
            try set("2026-10-25T\(hour < 10 ? "0" : "")\(hour):00:00Z")
            seen += try due(hours: 1)
        }
        #expect(seen == ["twice on the clock 2026-10-25T00:30:00Z", "in autumn 2026-10-25T08:00:00Z"])
    }

    @Test func farAlertsAndManyTimesEndNothing() throws {
        try add("far", "2026-03-15T09:00", ["alert": 5_000_000])
        try add("farther", "2026-03-15T09:00", ["alert": -5_000_000])
        try add("each second", "2020-01-01T00:00", ["repeat": "FREQ=SECONDLY"])
        #expect(try due(hours: 24 * 365 * 3) == ["each second \(Self.now)"])
    }

    private static let now = "2026-03-15T09:30:00Z"

    /// However often it repeats, and however long ago it began and was asked for.
    @Test(arguments: [0.2, 10, 24, 24 * 60, 24 * 365 * 3] as [Double])
    func whatRepeatsOftenComesWithItsLastTime(hours: Double) throws {
        let last = [
            "FREQ=MINUTELY": Self.now, "FREQ=MINUTELY;INTERVAL=4": "2026-03-15T09:28:00Z",
            "FREQ=MINUTELY;INTERVAL=7": "2026-03-15T09:29:00Z", "FREQ=SECONDLY": Self.now,
            "FREQ=HOURLY": "2026-03-15T09:00:00Z", "FREQ=DAILY": "2026-03-15T00:00:00Z",
        ]
        for rule in last.keys.sorted() {
            try add(rule, "2026-01-10T00:00", ["repeat": .text(rule)])
        }
        var expected: [String] = []
        for (rule, moment) in last {
            let ago = try hub.clock.now.timeIntervalSince(#require(Timestamp.date(moment)))
            if ago < hours * 3600 { expected.append("\(rule) \(moment)") }
        }
        #expect(try due(hours: hours).sorted() == expected.sorted())
        #expect(try hub.run("reminders due")["warnings"] == nil)
    }

    @Test func aPersistentOneIsToldByItsLastTime() throws {
        try add("pills", "2026-03-10T08:00", ["repeat": "FREQ=DAILY", "notification": "persistent"])
        #expect(try due(hours: 0.1) == ["pills 2026-03-15T09:30:00Z"])
        #expect(try hub.items("reminders due").first?["due"] == "2026-03-15T08:00:00")
    }

    // MARK: - Handed on

    private func handOn(
        failing: Set<String> = [], _ hub: TemporaryHub? = nil
    ) throws -> [String] {
        let session = try (hub ?? self.hub).session()
        let entry = try #require(try session.catalog().first { $0.path == ["reminders", "due"] })
        var given: [String] = []
        _ = try session.handOnDue(entry) { item in
            let title = item["title"]?.textValue ?? ""
            given.append(title)
            return !failing.contains(title)
        }
        return given
    }

    @Test func eachIsHandedOnOnce() throws {
        try add("one", "2026-03-15T09:00")
        try add("two", "2026-03-15T09:30")
        try add("before yesterday", "2026-03-13T09:00")
        try add("soon", "2026-03-15T09:40")
        #expect(try handOn() == ["one", "two"])
        #expect(try handOn().isEmpty)
        hub.clock.advance(seconds: 3600)
        #expect(try handOn() == ["soon"])
        // Also what came due while nobody asked for weeks.
        try add("in a while", "2026-04-01T09:00")
        hub.clock.advance(days: 60)
        #expect(try handOn() == ["in a while"])
    }

    @Test func whatFailedComesAgainUntilItSucceeds() throws {
        for title in ["a", "b", "c"] { try add(title, "2026-03-15T09:00") }
        #expect(try handOn(failing: ["b"]) == ["a", "b", "c"])
        hub.clock.advance(days: 3)
        try add("d", "2026-03-18T09:00")
        #expect(try handOn(failing: ["b"]) == ["b", "d"])
        #expect(try handOn() == ["b"])
        #expect(try handOn().isEmpty)
    }

    @Test func whatFailedAndWasDoneSinceDoesNotCome() throws {
        try add("a", "2026-03-15T09:00")
        #expect(try handOn(failing: ["a"]) == ["a"])
        try hub.run("reminders complete", ["record": "a"])
        #expect(try handOn().isEmpty)
        try hub.run("reminders reopen", ["record": "a"])
        #expect(try handOn().isEmpty)
    }

    private struct Stop: Error {}

    /// What was under way comes again, and what was taken before does not.
    @Test func aRunThatEndsInItsMiddleGoesOn() throws {
        try add("a", "2026-03-15T08:00")
        try add("b", "2026-03-15T09:00")
        try add("c", "2026-03-15T09:15")
        let session = try hub.session()
        let entry = try #require(try session.catalog().first { $0.path == ["reminders", "due"] })
        #expect(throws: Stop.self) {
            try session.handOnDue(entry) { item in
                if item["title"] == "b" { throw Stop() }
                return true
            }
        }
        #expect(try handOn() == ["b", "c"])
    }

    @Test func whileOneRunsAnotherIsTurnedAway() throws {
        try add("a", "2026-03-15T09:00")
        let session = try hub.session()
        let entry = try #require(try session.catalog().first { $0.path == ["reminders", "due"] })
        var refusal: AtriumError?
        _ = try session.handOnDue(entry) { _ in
            refusal = #expect(throws: AtriumError.self) { try handOn() }
            return true
        }
        #expect(refusal?.code == .tryAgain)
        #expect(refusal?.message == "another run is reporting due records")
        #expect(try handOn().isEmpty)
    }

    /// A clock that was wrong for a while must not keep anything from coming.
    @Test func aClockThatIsSetBackBringsWhatItPassesAgain() throws {
        try add("today", "2026-03-15T10:00")
        #expect(try handOn().isEmpty)
        try set("2031-01-01T00:00:00Z")
        #expect(try handOn() == ["today"])
        try set("2026-03-15T09:30:00Z")
        try add("new", "2026-03-15T09:45")
        #expect(try handOn().isEmpty)
        try set("2026-03-15T10:00:00Z")
        #expect(try handOn() == ["new", "today"])
    }

    /// What is remembered is no change: an undo takes back what the user did last, and an export has none of it.
    @Test func itIsNoChange() throws {
        try add("a", "2026-03-15T09:00")
        let export = try hub.export("reminders", format: .icalendar)
        #expect(try handOn() == ["a"])
        #expect(try hub.export("reminders", format: .icalendar) == export)
        try hub.run("undo")
        #expect(try hub.items("reminders list").isEmpty)
    }

    @Test func nothingOfItIsLeftAfterAnErasure() throws {
        try add("a", "2026-03-15T09:00")
        #expect(try handOn(failing: ["a"]) == ["a"])
        try hub.run("modules erase", ["id": "reminders", "yes": true])
        try hub.run("modules enable", ["id": "reminders"])
        try add("a", "2026-03-15T09:00")
        #expect(try handOn() == ["a"])
    }
}
