import AtriumSDK
import AtriumTesting
import Testing

@testable import AtriumHost

/// The dashboard: numbers with what is aimed at.
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
}
