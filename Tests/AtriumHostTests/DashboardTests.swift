import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import AtriumHost

/// The dashboard: numbers with what is aimed at, the days to come, and lists in short.
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
            return ["figures", "due", "upcoming", "cards"].map { found[$0]?.listValue?.count }
        }
        #expect(try counts([]) == [3, 1, 1, 1])
        #expect(try counts(["due"]) == [0, 1, 0, 0])
        #expect(try counts(["upcoming", "figures"]) == [3, 0, 1, 0])
        #expect(try counts(["cards"]) == [0, 0, 0, 1])
    }

    // MARK: - Cards

    private func cards() throws -> [DataObject] {
        try hub.run("dashboard")["cards"]?.listValue?.compactMap(\.objectValue) ?? []
    }

    @Test func aCardHasTheFirstRecordsOfAList() throws {
        for title in ["One", "Two", "Three", "Four"] {
            try hub.run("planner add", ["title": .text(title)])
        }
        let card = try #require(try cards().first)
        #expect([card["module"], card["name"], card["title"]] == ["planner", "slots", "Slots"])
        #expect([card["command"], card["omitted"]] == ["planner list", 2])
        #expect(
            card["items"]?.listValue == [
                .object([
                    "title": "One, flexible", "facts": .list([]), "done": .null,
                    "collection": "planner/slots", "id": 1,
                ]),
                .object([
                    "title": "Two, flexible", "facts": .list([]), "done": .null,
                    "collection": "planner/slots", "id": 2,
                ]),
            ])
        try hub.run("modules disable", ["id": "planner"])
        #expect(try cards() == [])
    }

    /// A list without items has no card; the words of the day are one.
    @Test func theQuoteOfTheDayIsACard() throws {
        let card = try #require(try cards().first)
        #expect(try cards().count == 1)
        #expect([card["name"], card["title"], card["omitted"]] == ["word", "Word of the day", .null])
        #expect(
            card["items"]?.listValue == [
                .object([
                    "title": "It is 2026-03-15.", "facts": .list(["Ada"]), "done": .null, "collection": .null,
                    "id": .null,
                ])
            ])
    }

    @Test func aCardThatFailsIsNamed() throws {
        var broken = PlannerModule.module
        broken.cards = [Card("wrong", title: "Wrong", command: ["planner", "nothing"])]
        let dashboard = try TemporaryHub(modules: [broken]).run("dashboard", ["parts": ["cards"]])
        #expect(
            dashboard["warnings"]
                == DataValue.list([
                    "Planner is left out: the card wrong needs the command “planner nothing”, which does not exist"
                ]))
    }

    @Test func factsAreWordsByTheLookOfTheRecord() throws {
        let fields: [FieldDeclaration] = [
            FieldDeclaration("name", .text, help: "A name."),
            FieldDeclaration("begins", .when, help: "A time."),
            FieldDeclaration("state", .choice(["must-do"]), help: "A state."),
            FieldDeclaration("loud", .boolean, help: "Loud."),
            FieldDeclaration("streak", .integer(), help: "A streak."),
            FieldDeclaration("weight", .decimal(), help: "A weight."),
            FieldDeclaration("due", .date, help: "A day."),
            FieldDeclaration("people", .list(.object([])), help: "People."),
            FieldDeclaration("text", .longText, help: "A text."),
            FieldDeclaration("isDone", .boolean, help: "Done."),
        ]
        let item: DataObject = [
            "name": "Write\nmuch", "begins": "2026-03-15T23:30:00Z", "state": "must-do", "loud": true,
            "streak": 3, "weight": .decimal(2.5), "due": "2026-03-20",
            "people": .list([.object(["name": "Ada"]), .object(["name": "Ben"])]), "text": "\n\nLine\nmore",
            "isDone": false,
        ]
        func words(_ look: RecordLook) throws -> CardWords {
            CardWords(
                item: item, fields: fields, look: look,
                timeZone: try #require(TimeZone(identifier: "Europe/Vienna")))
        }
        #expect(
            try words(RecordLook(lead: .day("begins"), facts: ["state", "loud"], key: "streak")).facts
                == ["2026-03-16 00:30", "Must do", "Loud", "Streak 3"])
        #expect(
            try words(RecordLook(facts: ["weight", "due", "people", "text", "loud"])).facts
                == ["Weight 2.5", "Due 2026-03-20", "Ada, Ben", "Line"])
        #expect(try words(RecordLook(facts: ["nothing", "isDone"])).facts == [])
        #expect(try words(RecordLook()).title == "Write")
        #expect(try words(RecordLook(title: "text")).title == "Line")
        #expect(try words(RecordLook()).isDone == nil)
        #expect(try words(RecordLook(lead: .tick(command: "tick", done: "isDone"))).isDone == false)
        #expect(try words(RecordLook(lead: .tick(command: "tick", done: "due"))).isDone == true)
        #expect(CardWords.line(String(repeating: "a", count: 30), limit: 10) == "aaaaaaaaa…")
    }
}
