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
    }

    /// Days to come show what is to be done then, days that are over what was left: 15 March 2026 is a Sunday.
    @Test func otherDaysNameTheirs() throws {
        try hub.run("habits add", ["title": "Mondays", "weekdays": ["mon"], "start": "2026-03-01"])
        try hub.run("habits add", ["title": "Once", "timesAWeek": 1, "start": "2026-03-01"])
        let monday = today.adding(days: 1)
        #expect(try left(monday) == ["Mondays", "Once", "Read", "Run"])
        #expect(try left(today.adding(days: 2)) == ["Once", "Read", "Run"])
        // Those two were made today.
        #expect(try left(LocalDate(year: 2026, month: 3, day: 9)!) == ["Mondays", "Once"])
        #expect(try left(LocalDate(year: 2026, month: 2, day: 23)!) == [])
        try hub.run("habits toggle", ["record": "Mondays", "day": "2026-03-09"])
        try hub.run("habits toggle", ["record": "Once", "day": "2026-03-10"])
        #expect(try left(LocalDate(year: 2026, month: 3, day: 9)!) == ["Once"])
        #expect(try left(LocalDate(year: 2026, month: 3, day: 11)!) == [])
        // A mark before it was made: it had begun by then.
        try hub.run("habits toggle", ["record": "Read", "day": "2026-03-10"])
        #expect(try left(LocalDate(year: 2026, month: 3, day: 9)!) == ["Once"])
        #expect(try left(LocalDate(year: 2026, month: 3, day: 11)!) == ["Read"])
    }

    @Test func archivedHabitsCountNowhere() throws {
        try hub.run("habits toggle", ["record": "Read"])
        try hub.run("habits edit", ["record": "Read", "archived": true])
        let figures = try #require(try hub.run("dashboard")["figures"]?.listValue?.compactMap(\.objectValue))
        #expect(figures.map { $0["value"] } == [.decimal(1), .decimal(0), .decimal(0)])
    }

    /// Of those that are wanted today so many are done: 15 March 2026 is a Sunday.
    @Test func doneTodayIsOfSoMany() throws {
        func rate() throws -> [DataValue?] {
            let figure = try hub.items("figures", ["module": "habits", "name": "done-today"]).first
            return [figure?["value"], figure?["goal"]]
        }
        #expect(try rate() == [.decimal(0), .decimal(2)])
        try hub.run("habits add", ["title": "Mondays", "weekdays": ["mon"]])
        try hub.run("habits add", ["title": "Later", "start": "2026-04-01"])
        #expect(try rate() == [.decimal(0), .decimal(2)])
        try hub.run("habits add", ["title": "Sundays", "weekdays": ["sun"]])
        try hub.run("habits toggle", ["record": "Read"])
        #expect(try rate() == [.decimal(1), .decimal(3)])
        // What is done counts, wanted or not; a target that was reached before today wants nothing more.
        try hub.run("habits toggle", ["record": "Mondays"])
        try hub.run("habits toggle", ["record": "Run", "day": "2026-03-02"])
        #expect(try rate() == [.decimal(2), .decimal(3)])
        try hub.run("habits edit", ["record": "Read", "archived": true])
        #expect(try rate() == [.decimal(1), .decimal(2)])
        #expect(try left(today).count == 1)
    }

    @Test func theDashboardShowsHabitsInShort() throws {
        for title in ["Cook", "Draw", "Play", "Sing"] { try hub.run("habits add", ["title": .text(title)]) }
        try hub.run("habits toggle", ["record": "Cook"])
        let cards = try hub.run("dashboard", ["parts": ["cards"]])["cards"]?.listValue
        let card = try #require(cards?.first?.objectValue)
        let items = card["items"]?.listValue?.compactMap(\.objectValue) ?? []
        #expect(items.map { $0["title"] } == ["Cook", "Draw", "Play", "Read", "Run"])
        #expect(items.map { $0["done"] } == [true, false, false, false, false])
        #expect(items.first?["facts"] == .list(["Days a month 20", "Current streak 1"]))
        #expect(card["omitted"] == 1)
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

    /// Today, 15 March 2026, is a Sunday.
    @Test func onlyWhatTheScheduleWantsIsLeft() throws {
        func add(_ title: String, _ values: DataObject) throws {
            var values = values
            values["title"] = .text(title)
            try hub.run("habits add", values)
        }
        try add("Archived", ["archived": .bool(true)])
        try add("Later", ["start": .text("tomorrow")])
        try add("Mondays", ["weekdays": .list([.text("mon")])])
        try add("Sundays", ["weekdays": .list([.text("sun")])])
        try add("Twice a week", ["timesAWeek": .integer(2)])
        let both: [DataValue?] = [.text("Read"), .text("Run")]
        #expect(try left(today) == both + [.text("Sundays"), .text("Twice a week")])

        try hub.run("habits toggle", ["record": .text("Twice a week"), "day": .text("2026-03-09")])
        try hub.run("habits toggle", ["record": .text("Twice a week"), "day": .text("2026-03-08")])
        #expect(try left(today).contains(.text("Twice a week")))
        try hub.run("habits toggle", ["record": .text("Twice a week"), "day": .text("2026-03-10")])
        #expect(try left(today) == both + [.text("Sundays")])
        // The week that begins on Sunday has none of them.
        try hub.run("settings set", ["key": .text("first-weekday"), "value": .text("sunday")])
        #expect(try left(today).contains(.text("Twice a week")))
    }

    @Test func aDayBelowTheGoalIsLeftAndCountsNowhere() throws {
        try hub.run("habits edit", ["record": .text("Read"), "goal": .decimal(10)])
        func log(_ amount: Double) throws {
            try hub.run("habits log", ["record": .text("Read"), "amount": .decimal(amount)])
        }
        func figures() throws -> [DataValue?] {
            let figures = try #require(
                try hub.run("dashboard")["figures"]?.listValue?.compactMap(\.objectValue))
            return figures.map { $0["value"] }
        }
        try log(9)
        #expect(try left(today) == [.text("Read"), .text("Run")])
        #expect(try figures() == [.decimal(2), .decimal(0), .decimal(0)])
        try log(10)
        #expect(try left(today) == [.text("Run")])
        #expect(try figures() == [.decimal(2), .decimal(1), .decimal(1)])
        try hub.run("habits edit", ["record": .text("Read"), "archived": .bool(true)])
        #expect(try figures() == [.decimal(1), .decimal(0), .decimal(0)])
    }
}
