import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Connections

/// How the user is in touch with people: the same in all commands and figures.
@Suite struct TouchTests {
    private let hub: TemporaryHub

    init() throws { hub = try TemporaryHub(modules: [connectionsModule]) }

    private func add(_ name: String, _ values: DataObject = [:]) throws {
        var all: DataObject = ["name": .text(name)]
        for entry in values.entries { all[entry.name] = entry.value }
        try hub.run("connections add", all)
    }

    private func meet(_ name: String, _ days: String...) throws {
        for day in days {
            try hub.run("connections interactions add", ["people": [.text(name)], "when": .text(day)])
        }
    }

    /// Today is 2026-03-15.
    private func fill() throws {
        try add("Often", ["cadenceDays": 30])
        try meet("Often", "2026-03-01", "2026-02-01", "2026-01-20", "2025-12-24")
        try add("Late", ["cadenceDays": 7])
        try meet("Late", "2026-02-20")
        try add("Never", ["cadenceDays": 10])
        try add("Free")
        try meet("Free", "2025-01-01", "2026-01-01")
        try add("Stranger")
        try add("Later")
        // As if it had been noted where it is tomorrow already.
        hub.clock.advance(days: 400)
        try meet("Later", "2027-01-01")
        hub.clock.advance(days: -400)
        try add("Firm", ["kind": "org"])
        try meet("Firm", "2025-06-01")
        try add("Club", ["kind": "group", "cadenceDays": 300])
        try add("Old", ["metDate": "1990"])
        try meet("Old", "1960-05-01")
    }

    private func figure(_ name: String) throws -> DataValue? {
        try hub.run("dashboard")["figures"]?.listValue?.compactMap(\.objectValue)
            .first { $0["module"] == "connections" && $0["name"] == .text(name) }?["value"]
    }

    private func names(_ command: String, _ values: DataObject = [:]) throws -> [String?] {
        try hub.items("connections \(command)", values).map { $0["name"]?.textValue }
    }

    private func touch(_ item: DataObject) -> [DataValue?] {
        ["lastInteraction", "health", "due"].map { item[$0] }
    }

    private func setCadence(_ days: String) throws {
        try hub.run("settings set", ["key": "cadence", "value": .text(days)])
    }

    // MARK: - Agreement

    @Test(arguments: ["", "20", "400"], ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"])
    func allCommandsAgree(cadence: String, zone: String) throws {
        try hub.run("settings set", ["key": "zone", "value": .text(zone)])
        try setCadence(cadence)
        try fill()
        for _ in 0..<4 {
            let listed = try hub.items("connections list")
            for item in listed {
                let shown = try hub.run("connections show", ["record": item["id"] ?? .null])
                #expect(shown == item)
            }
            for name in ["health", "follow-up"] {
                for item in try hub.items("connections \(name)") {
                    let same = try #require(listed.first { $0["id"] == item["id"] })
                    #expect(touch(same) == touch(item), "\(item["name"]?.textValue ?? "")")
                }
            }
            let healthy = listed.filter { $0["health"] != .null }
            #expect(healthy.count == (cadence.isEmpty ? 4 : 8))
            #expect(healthy.allSatisfy { $0["due"] != .null })
            let today = LocalDate(hub.clock.now, in: try #require(TimeZone(identifier: zone))).description
            let late = listed.filter { ($0["due"]?.textValue).map { $0 < today } ?? false }
            #expect(try Set(names("follow-up")) == Set(late.map { $0["name"]?.textValue }))
            #expect(try figure("follow-up") == .decimal(Double(late.count)))
            hub.clock.advance(seconds: 7 * 86_400 + 5 * 3600)
        }
    }

    @Test func whatIsKnownIsShown() throws {
        try fill()
        func shown(_ name: String) throws -> [DataValue?] {
            touch(try hub.run("connections show", ["record": .text(name)]))
        }
        #expect(try shown("Often") == ["2026-03-01", 100, "2026-03-31"])
        #expect(try shown("Never") == [.null, 0, "2026-03-25"])
        #expect(try shown("Free") == ["2026-01-01", .null, .null])
        #expect(try shown("Stranger") == [.null, .null, .null])
        #expect(try shown("Later") == [.null, .null, .null])
        let edited = try hub.run("connections edit", ["record": "Stranger", "cadenceDays": 5])
        #expect(touch(edited) == [.null, 0, "2026-03-20"])
    }

    // MARK: - The cadence of all

    @Test func aCadenceForAllIsForIndividualsWithoutTheirOwn() throws {
        try fill()
        #expect(try names("health").suffix(4) == ["Old", "Firm", "Free", "Later"])
        #expect(try names("out-of-touch", ["days": 30]) == ["Old", "Firm", "Free"])
        try setCadence("20")
        let health = try hub.items("connections health")
        #expect(health.first { $0["name"] == "Often" }?["cadenceDays"] == 30)
        #expect(health.first { $0["name"] == "Free" }?["cadenceDays"] == 20)
        #expect(health.first { $0["name"] == "Stranger" }?["health"] == 0)
        #expect(health.last?["name"] == "Firm")
        #expect(health.last?["health"] == .null)
        #expect(try names("out-of-touch", ["days": 30]) == ["Firm"])
        // The record keeps what it had.
        #expect(try hub.run("connections show", ["record": "Free"])["cadenceDays"] == .null)
        try setCadence("")
        #expect(try names("out-of-touch", ["days": 30]) == ["Old", "Firm", "Free"])
    }

    // MARK: - Sorts and filters

    private func pages(_ values: DataObject, limit: Int64) throws -> [[String?]] {
        var pages: [[String?]] = []
        var back: [[String?]] = []
        var values = values
        values["limit"] = .integer(limit)
        var page = try hub.run("connections list", values)
        func names(_ page: DataObject) -> [String?] {
            (page["items"]?.listValue ?? []).map { $0.objectValue?["name"]?.textValue }
        }
        pages.append(names(page))
        while let next = page["next"]?.textValue {
            values["cursor"] = .text(next)
            page = try hub.run("connections list", values)
            pages.append(names(page))
        }
        back.append(names(page))
        while let previous = page["previous"]?.textValue {
            values["cursor"] = .text(previous)
            page = try hub.run("connections list", values)
            back.insert(names(page), at: 0)
        }
        #expect(back.flatMap(\.self) == pages.flatMap(\.self))
        return pages
    }

    @Test(arguments: [1, 2, 4, 100] as [Int64], ["", "20"])
    func sortsPutWhoHasNoValueLast(limit: Int64, cadence: String) throws {
        try setCadence(cadence)
        try fill()
        let up = try pages(["sort": "last-interaction"], limit: limit).flatMap(\.self)
        #expect(
            up == ["Old", "Firm", "Free", "Late", "Often", "Never", "Stranger", "Later", "Club"])
        let down = try pages(["sort": "last-interaction", "descending": true], limit: limit).flatMap(\.self)
        #expect(
            down == ["Often", "Late", "Free", "Firm", "Old", "Club", "Later", "Stranger", "Never"])
        for isDown in [false, true] {
            let sorted = try pages(["sort": "health", "descending": .bool(isDown)], limit: limit)
                .flatMap(\.self)
            let items = try hub.items("connections list")
            let health = sorted.map { name in
                items.first { $0["name"]?.textValue == name }?["health"]?.integerValue
            }
            let known = health.compactMap(\.self)
            #expect(known == known.sorted { isDown ? $0 > $1 : $0 < $1 })
            #expect(known.count == (cadence.isEmpty ? 4 : 8))
            #expect(health.prefix(known.count).allSatisfy { $0 != nil }, "\(sorted)")
            #expect(sorted.count == 9)
        }
    }

    @Test func peopleAreFoundByAnInterest() throws {
        try add("Ada", ["interests": ["Schöne Künste", "chess"]])
        try add("Ben", ["interests": ["CHESS", " chess "]])
        try add("Cleo", ["interests": ["chess boxing"]])
        #expect(try names("list", ["interest": "Chess"]) == ["Ada", "Ben"])
        #expect(try names("list", ["interest": " SCHÖNE künste"]) == ["Ada"])
        #expect(try names("list", ["interest": "boxing"]).isEmpty)
        #expect(try names("list", ["interest": " "]).isEmpty)
        #expect(try hub.run("connections list", ["interest": "chess", "limit": 1])["total"] == 2)
    }

    // MARK: - Figures

    @Test(arguments: ["", "20"]) func figuresCountTheirLists(cadence: String) throws {
        try setCadence(cadence)
        try fill()
        try add("Month", ["metDate": "2026-02"])
        try add("Day", ["metDate": "2026-03-10"])
        try add("New", ["interests": ["Sailing", "sailing"]])
        try meet("New", "2026-03-02", "2026-03-03")
        try add("Fan", ["interests": ["ÉTÉ"]])
        for interests in ["", "sailing, été", "maps"] {
            try hub.run("settings set", ["key": "interests", "value": .text(interests)])
            #expect(
                try figure("shared-interests") == .decimal(Double(try names("shared-interests").count)))
        }
        #expect(try names("recently-met") == ["Day", "New", "Late", "Month"])
        for _ in 0..<6 {
            for name in ["follow-up", "recently-met"] {
                #expect(try figure(name) == .decimal(Double(try names(name).count)), "\(name)")
            }
            hub.clock.advance(days: 13)
        }
    }
}
