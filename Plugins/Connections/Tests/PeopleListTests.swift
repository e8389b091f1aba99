import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Connections

/// The lists that make themselves.
@Suite struct PeopleListTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [connectionsModule])
    }

    private func names(_ command: String, _ values: DataObject = [:]) throws -> [String?] {
        try hub.items("connections \(command)", values).map { $0["name"]?.textValue }
    }

    private func add(_ name: String, _ values: DataObject = [:]) throws {
        var all: DataObject = ["name": .text(name)]
        for entry in values.entries { all[entry.name] = entry.value }
        try hub.run("connections add", all)
    }

    private func meet(_ name: String, _ day: String) throws {
        try hub.run("connections interactions add", ["people": [.text(name)], "when": .text(day)])
    }

    @Test func whoIsLateIsToFollowUp() throws {
        try add("Late", ["cadenceDays": 10])
        try add("Later", ["cadenceDays": 10])
        try add("Just", ["cadenceDays": 14])
        try add("Never", ["cadenceDays": 7])
        try add("Free")
        try meet("Late", "2026-03-04")
        try meet("Later", "2026-02-04")
        try meet("Just", "2026-03-01")
        try meet("Free", "2020-01-01")
        // Never met, but only just added.
        #expect(try names("follow-up") == ["Later", "Late"])
        let figure = try hub.run("dashboard")["figures"]?.listValue?.compactMap(\.objectValue)
            .first { $0["name"] == "follow-up" }
        #expect(figure?["value"] == .decimal(2) || figure?["value"] == .integer(2))
        hub.clock.advance(days: 8)
        #expect(try names("follow-up") == ["Later", "Late", "Just", "Never"])
        let health = try hub.items("connections health")
        #expect(health.map { $0["name"] } == ["Never", "Later", "Late", "Just", "Free"])
        #expect(health.last?["health"] == .null)
        #expect(health.first?["health"] == 0)
        #expect(health.first?["due"] == "2026-03-22")
    }

    /// The figure counts whom the list has, wherever the user is: also who was made on another day in UTC.
    @Test(arguments: ["Pacific/Kiritimati", "Pacific/Auckland", "America/Los_Angeles", "UTC"])
    func theFigureCountsTheList(zone: String) throws {
        try hub.run("settings set", ["key": "zone", "value": .text(zone)])
        try add("Never", ["cadenceDays": 1])
        try add("Met", ["cadenceDays": 2])
        try hub.run("connections interactions add", ["people": ["Met"]])
        for _ in 0..<100 {
            let figure = try hub.run("dashboard")["figures"]?.listValue?.compactMap(\.objectValue)
                .first { $0["name"] == "follow-up" }
            #expect(figure?["value"] == .decimal(Double(try names("follow-up").count)), "\(hub.clock.now)")
            hub.clock.advance(seconds: 3600)
        }
        #expect(try names("follow-up") == ["Never", "Met"])
        #expect(try names("follow-up", ["sort": "cadences"]) == ["Never", "Met"])
    }

    @Test func whoWaitsForMoreCadencesComesFirst() throws {
        try add("Year", ["cadenceDays": 365])
        try add("Week", ["cadenceDays": 7])
        try meet("Year", "2025-02-01")
        try meet("Week", "2026-02-20")
        #expect(try names("follow-up") == ["Year", "Week"])
        #expect(try names("follow-up", ["sort": "cadences"]) == ["Week", "Year"])
        #expect(try names("follow-up", ["sort": "cadences", "limit": 1]) == ["Week"])
    }

    /// Only the last interaction counts, and only of those for whom nothing was said of how often.
    @Test func whoWasNotSeenForLongIsOutOfTouch() throws {
        for name in ["Old", "Older", "Again", "Never", "Same"] { try add(name) }
        try add("Wanted", ["cadenceDays": 10])
        try hub.run(
            "connections interactions add",
            ["people": ["Old", "Older", "Again", "Wanted"], "when": "2024-05-01"])
        try meet("Old", "2025-01-01")
        try meet("Old", "2025-01-01")
        try meet("Same", "2025-01-01")
        try meet("Again", "2026-03-14")
        #expect(try names("out-of-touch") == ["Older", "Old", "Same"])
        #expect(try names("out-of-touch", ["limit": 2]) == ["Older", "Old"])
        #expect(try names("out-of-touch", ["days": 438]) == ["Older", "Old", "Same"])
        #expect(try names("out-of-touch", ["days": 439]) == ["Older"])
        #expect(try names("out-of-touch", ["days": 1]) == ["Older", "Old", "Same", "Again"])
        #expect(try hub.items("connections out-of-touch").first?["lastInteraction"] == "2024-05-01")
    }

    /// The interactions of one day count once, and those after the last four cadences not at all.
    @Test func healthCountsDays() throws {
        try add("Ada", ["cadenceDays": 7])
        for _ in 0..<5 { try meet("Ada", "2026-03-15") }
        try meet("Ada", "2026-02-15")
        #expect(try hub.items("connections health").first?["health"] == 70)
        try meet("Ada", "2026-02-16")
        #expect(try hub.items("connections health").first?["health"] == 80)
    }

    @Test func whomOneMetStandsByTheDayOrTheMonth() throws {
        try add("Day", ["metDate": "2026-03-01", "metPlace": "Court"])
        try add("Month", ["metDate": "2026-02"])
        try add("Old", ["metDate": "2026-01"])
        try add("Year", ["metDate": "2026"])
        try add("Unknown", ["metDate": "--03-10"])
        try add("First")
        try meet("First", "2026-03-10")
        try add("Known")
        try meet("Known", "2025-03-10")
        try meet("Known", "2026-03-10")
        #expect(try names("recently-met") == ["First", "Day", "Month", "Year"])
        #expect(try names("recently-met", ["days": 5]) == ["Year"])
        #expect(try names("recently-met", ["limit": 2]) == ["First", "Day"])
        #expect(try hub.items("connections recently-met")[1]["metPlace"] == "Court")
    }

    @Test func interestsAreSharedInAnyCase() throws {
        try add("Ada", ["interests": ["Chess", "engines"]])
        try add("Ben", ["interests": ["sailing", "CHESS"]])
        try add("Cleo", ["interests": ["snakes"]])
        let none = try hub.run("connections shared-interests")
        #expect(none["items"] == [])
        #expect(none["warnings"] == ["you have no interests in the settings and gave none"])
        let set = try hub.run("settings set", ["key": "interests", "value": " Sailing,chess , chess,"])
        #expect(set["value"] == "Sailing, chess")
        #expect(try names("shared-interests") == ["Ben", "Ada"])
        #expect(try hub.items("connections shared-interests").first?["shared"] == ["sailing", "CHESS"])
        #expect(try names("shared-interests", ["interests": ["Snakes"]]) == ["Cleo"])
        #expect(try names("shared-interests", ["with": "Ada"]) == ["Ben"])
    }

    @Test func birthdaysComeInTheirOrder() throws {
        try add("Ada", ["birthday": "1985-04-01"])
        try add("Ben", ["birthday": "--03-20", "anniversary": "2010-03-15"])
        try add("Cleo", ["birthday": "1990-06-01"])
        let items = try hub.items("connections birthdays")
        #expect(items.map { $0["title"] } == ["Ben (16)", "Ben", "Ada (41)"])
        #expect(items.map { $0["kind"] } == ["anniversary", "birthday", "birthday"])
    }

    @Test func remindersThatAreOffAreSaidToBe() throws {
        let found = try hub.run("connections upcoming-reminders")
        #expect(found["items"] == [])
        #expect(found["warnings"] == ["the module reminders is off"])
    }
}
