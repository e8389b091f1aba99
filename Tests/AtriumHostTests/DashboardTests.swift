import AtriumSDK
import AtriumTesting
import Testing

@testable import AtriumHost

/// The dashboard: numbers with what is aimed at, and the days to come.
@Suite struct DashboardTests {
    private let hub: TemporaryHub

    init() throws { hub = try TemporaryHub(modules: [PlannerModule.module, DiaryModule.module]) }

    // MARK: - Figures

    private func mean(_ values: DataObject = [:]) throws -> DataObject {
        let figures = try hub.run("dashboard", values)["figures"]?.listValue?.compactMap(\.objectValue) ?? []
        return try #require(figures.first { $0["name"] == "mean" })
    }

    @Test func aFigureHasItsGoalAndLooks() throws {
        try hub.run("settings set", ["key": "planner.snap", "value": "5"])
        #expect(try [mean()["value"], mean()["goal"]] == [.null, .decimal(5)])
        try hub.run("planner add", ["title": "Write"])
        let figure = try mean()
        #expect([figure["value"], figure["goal"]] == [.decimal(1), .decimal(6)])
        #expect([figure["icon"], figure["tint"], figure["goalQuery"]] == ["star", "accent", .null])
        let plain = try hub.items("figures", ["module": "diary"]).first
        #expect([plain?["icon"], plain?["tint"], plain?["goal"]] == [.null, .null, .null])
    }

    /// The query of the goal can be run by who doubts it, too.
    @Test func theSourceOfAGoalIsGiven() throws {
        let figure = try mean(["source": true])
        #expect(figure["goalQuery"] == "SELECT count(*) + :snap FROM planner_slot")
        #expect(figure["parameters"] == .list([.object(["name": "snap", "value": "15"])]))
    }

    // MARK: - Days to come

    /// The clock of tests stands on Sunday, 2026-03-15.
    private func upcoming(_ values: DataObject) throws -> [String] {
        let upcoming =
            try hub.run("dashboard", values)["upcoming"]?.listValue?.compactMap(\.objectValue) ?? []
        return upcoming.compactMap { $0["title"]?.textValue }
    }

    @Test func theDaysToComeAreLookedAt() throws {
        for (title, day) in [
            ("Yesterday", "2026-03-14"), ("Today", "2026-03-15"), ("Third", "2026-03-18"),
            ("First", "2026-03-16"), ("Last", "2026-04-15"), ("Late", "2026-04-16"),
        ] {
            try hub.run("diary add", ["title": .text(title), "day": .text(day)])
        }
        #expect(try upcoming([:]) == [])
        #expect(try upcoming(["days": 1]) == ["First"])
        #expect(try upcoming(["days": 7]) == ["First", "Third"])
        #expect(try upcoming(["days": 31]) == ["First", "Third", "Last"])
        let short = try hub.run("dashboard", ["days": 31, "limit": 2])
        #expect(short["upcoming"]?.listValue?.count == 2)
        #expect(short["omittedUpcoming"] == 1)
        #expect(short["due"]?.listValue?.count == 1)
        let error = error { try hub.run("dashboard", ["days": 32]) }
        #expect([error?.code == .badData, error?.field == "days"] == [true, true])
    }

    @Test func onlyTheWantedPartsAreGiven() throws {
        try hub.run("diary add", ["title": "Today", "day": "2026-03-15"])
        try hub.run("diary add", ["title": "First", "day": "2026-03-16"])
        func counts(_ parts: [DataValue]) throws -> [Int?] {
            let found = try hub.run("dashboard", ["days": 3, "parts": .list(parts)])
            return ["figures", "due", "upcoming"].map { found[$0]?.listValue?.count }
        }
        #expect(try counts([]) == [3, 1, 1])
        #expect(try counts(["due"]) == [0, 1, 0])
        #expect(try counts(["upcoming", "figures"]) == [3, 0, 1])
    }
}
