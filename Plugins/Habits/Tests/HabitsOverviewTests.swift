import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import Habits

@Suite struct HabitsOverviewTests {
    private let hub: TemporaryHub
    private let today: LocalDate

    init() throws {
        hub = try TemporaryHub(modules: [habitsModule])
        today = LocalDate(hub.clock.now, in: .gmt)
        for (title, target) in [("Read", 20), ("Run", 1)] {
            try hub.run("habits add", ["title": .text(title), "target": .integer(Int64(target))])
        }
    }

    private func left(_ day: LocalDate) throws -> [DataValue?] {
        try hub.items("today", ["day": .text(day.description)]).map { $0["title"] }
    }

    @Test func todayNamesWhatIsLeft() throws {
        #expect(try left(today) == [.text("Read"), .text("Run")])
        try hub.run("habits toggle", ["record": .text("Read")])
        #expect(try left(today) == [.text("Run")])
        #expect(try left(today.adding(days: 1)) == [])
    }

    @Test func aTargetThatIsReachedLeavesNothing() throws {
        let other = today.day > 1 ? today.adding(days: -1) : today.adding(days: 1)
        try hub.run("habits toggle", ["record": .text("Run"), "day": .text(other.description)])
        #expect(try left(today) == (other < today ? [.text("Read")] : [.text("Read"), .text("Run")]))
    }

    @Test func figuresCountHabitsAndDays() throws {
        try hub.run("habits toggle", ["record": .text("Read")])
        let figures = try #require(try hub.run("dashboard")["figures"]?.listValue?.compactMap(\.objectValue))
        #expect(
            figures.map { $0["name"] } == [.text("habits"), .text("done-today"), .text("done-this-month")])
        #expect(figures.map { $0["value"] } == [.decimal(2), .decimal(1), .decimal(1)])
    }
}
