import AtriumSDK
import AtriumTesting
import Testing

@testable import Discover

@Suite struct DiscoverConformanceTests {
    @Test(arguments: ConformanceRule.allCases)
    func conforms(to rule: ConformanceRule) throws {
        try ModuleConformance(
            discoverModule,
            samples: ModuleSamples(commands: [
                SampleCommand("discover near", ["at": "48.2,16.4"]),
                SampleCommand("discover interests", ["interest": "tea"]),
            ]), enhanced: [StandIns.connections, StandIns.activities]
        ).check(rule)
    }
}

@Suite struct ReconnectingTests {
    private let model = Reconnecting(today: LocalDate(daysSince1970: 20_000), patience: 180)

    private func person(_ id: Int64, last: Int?, cadence: Int64? = nil, health: Int64? = nil) throws
        -> Reconnecting.Person
    {
        let due = last.flatMap { last in
            cadence.map { LocalDate(daysSince1970: 20_000 - last + Int($0)) }
        }
        return try #require(
            Reconnecting.Person([
                "id": .integer(id), "uid": "u", "name": "A",
                "lastInteraction": .text(
                    orNull: last.map { LocalDate(daysSince1970: 20_000 - $0).description }),
                "cadenceDays": .integer(orNull: cadence), "health": .integer(orNull: health),
                "due": .text(orNull: due?.description),
            ]))
    }

    @Test(
        arguments: [
            (30, 30, nil), (31, 30, 1 + 1.0 / 30), (60, 30, 2), (0, 1, nil), (180, nil, 1), (179, nil, nil),
            (360, nil, 2), (nil, 30, nil), (nil, nil, nil), (-5, nil, nil), (-5, 1, nil),
        ] as [(Int?, Int64?, Double?)])
    func latenessCountsCadences(_ last: Int?, _ cadence: Int64?, _ lateness: Double?) throws {
        #expect(model.lateness(of: try person(1, last: last, cadence: cadence)) == lateness)
    }

    @Test func whoWaitsForMoreCadencesComesFirst() throws {
        let people = [
            try person(1, last: 400, cadence: 365), try person(2, last: 21, cadence: 7),
            try person(3, last: 200), try person(4, last: 3, cadence: 7),
            try person(5, last: 21, cadence: 7, health: 3),
        ]
        #expect(model.late(people).map(\.id) == [5, 2, 3, 1])
    }

    /// What connections does not give is not known.
    @Test func whatIsGivenCounts() throws {
        let today = model.today
        let given = try #require(
            Reconnecting.Person([
                "id": 1, "uid": "u", "due": .text(today.adding(days: -10).description), "cadenceDays": 10,
                "interests": ["tea"],
            ]))
        #expect(model.lateness(of: given) == 2)
        #expect(model.reasons(given) == ["no interaction yet", "you want to be in touch every 10 days"])
        #expect(given.interests == ["tea"])
        let bare = try #require(Reconnecting.Person(["id": 1, "uid": "u"]))
        #expect(model.lateness(of: bare) == nil)
        #expect(Reconnecting.Person(["id": 1]) == nil)
        let undated = try #require(
            Reconnecting.Person([
                "id": 1, "uid": "u", "cadenceDays": 1,
                "lastInteraction": .text(today.adding(days: -9).description),
            ]))
        #expect(model.lateness(of: undated) == nil)
        let odd = try #require(
            Reconnecting.Person([
                "id": 1, "uid": "u", "cadenceDays": 0, "lastInteraction": "soon", "health": .null,
            ]))
        #expect(model.lateness(of: odd) == nil)
    }
}

/// It is 15 March 2026.
@Suite struct DiscoverTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [StandIns.connections, StandIns.activities, discoverModule])
    }

    @Test func peopleToReconnectWithAreNamedWithReasons() throws {
        let found = try hub.items("discover reconnect")
        #expect(found.map { $0["name"] } == ["Ben", "Ann"])
        #expect(
            found.map { $0["reasons"] } == [
                ["last in touch 104 days ago", "you want to be in touch every 30 days"],
                ["last in touch 439 days ago"],
            ])
        #expect(found.first?["health"] == 12)
        #expect(try hub.items("discover reconnect", ["limit": 1]).map { $0["name"] } == ["Ben"])
        #expect(try hub.items("discover reconnect", ["after": 1000]).map { $0["name"] } == ["Ben"])
    }

    @Test func anInterestHasPeopleAndActivities() throws {
        let found = try hub.items("discover interests", ["interest": "Tea"])
        #expect(
            found.map { [$0["kind"], $0["name"]] } == [
                ["person", "Ann"], ["activity", "Tea house"], ["activity", "Something with tea"],
            ])
        let own = try hub.items("discover interests")
        #expect(own.map { $0["interest"] } == ["chess", "tea", "tea", "tea"])
        // Records, whatever they are.
        #expect(try hub.items("discover interests", ["interest": "Tea", "limit": 2]).count == 2)
        #expect(try hub.items("discover interests", ["limit": 1]).map { $0["interest"] } == ["chess"])
    }

    @Test func whatIsNearIsAskedOfActivities() throws {
        let found = try hub.items("discover near", ["at": "48.2,16.4", "within": 3])
        #expect(found.map { [$0["name"], $0["distance"]] } == [["Tea house", .decimal(3)]])
        let error = #expect(throws: AtriumError.self) { try hub.run("discover near", ["at": "91,0"]) }
        #expect(error?.message == "“91,0” is off the globe")
        #expect(error?.field == "at")
    }

    @Test func whatIsOffIsSaid() throws {
        try hub.run("modules disable", ["id": "activities"])
        let near = try hub.run("discover near", ["at": "48.2,16.4"])
        #expect(near["items"] == [])
        let off: DataValue = [
            "the module activities is off or not accessible, so no activities can be listed"
        ]
        #expect(near["warnings"] == off)
        let interest = try hub.run("discover interests", ["interest": "tea"])
        #expect(interest["items"]?.listValue?.count == 1)
        #expect(interest["warnings"] == off)
        try hub.run("modules enable", ["id": "activities"])
        try hub.run("modules disable", ["id": "connections"])
        let people: DataValue = [
            "the module connections is off or not accessible, so no people can be listed"
        ]
        #expect(try hub.run("discover reconnect") == ["items": [], "warnings": people])
        let alone = try hub.run("discover interests", ["interest": "tea"])
        #expect(alone["items"]?.listValue?.count == 2)
        #expect(alone["warnings"] == people)
        #expect(try hub.run("discover interests") == ["items": [], "warnings": people])
    }
}

/// Stand-ins for the modules that are asked: the host knows modules by their names alone.
private enum StandIns {
    static let connections = module(
        "connections", Asked.people,
        [
            query("out-of-touch", [integer("days"), integer("limit")]) { input in
                guard let days = input["days"]?.integerValue, days <= 439 else { return [] }
                return [
                    [
                        "id": 1, "uid": "ann", "name": "Ann", "interests": ["tea"],
                        "lastInteraction": "2024-12-31",
                        "cadenceDays": .null, "due": .null, "health": .null,
                    ]
                ]
            },
            query("follow-up", [integer("limit"), text("sort")]) { _ in
                [
                    [
                        "id": 2, "uid": "ben", "name": "Ben", "interests": [],
                        "lastInteraction": "2025-12-01",
                        "cadenceDays": 30, "due": "2025-12-31", "health": 12,
                    ],
                    [
                        "id": 3, "uid": "cleo", "name": "Cleo", "interests": [],
                        "lastInteraction": "2026-03-14",
                        "cadenceDays": 30, "due": "2026-04-13", "health": 100,
                    ],
                ]
            },
            query("shared-interests", [integer("limit"), texts("interests")]) { input in
                let people: [(DataObject, [String])] = [
                    (["id": 2, "uid": "ben", "name": "Ben"], ["chess"]),
                    (["id": 1, "uid": "ann", "name": "Ann"], ["tea"]),
                ]
                let wanted = input["interests"]?.listValue?.compactMap { $0.textValue?.lowercased() }
                return people.compactMap { person, interests in
                    let shared = interests.filter { wanted?.contains($0) ?? true }
                    var item = person
                    item["shared"] = .list(shared.map(DataValue.text))
                    return shared.isEmpty ? nil : item
                }
            },
        ])

    static let activities = module(
        "activities", Asked.activities,
        [
            query(
                "near",
                [text("at"), FieldDeclaration("within", .decimal(), help: "How far."), integer("limit")]
            ) {
                input in
                if input["at"] == "91,0" {
                    throw AtriumError(.badData, "“91,0” is off the globe", field: "at")
                }
                return [["id": 1, "uid": "tea", "name": "Tea house", "distance": input["within"] ?? .null]]
            },
            query("about", [texts("interests"), integer("limit")]) { input in
                (input["interests"]?.listValue ?? []).flatMap { interest -> [DataObject] in
                    guard interest.textValue?.lowercased() == "tea" else { return [] }
                    return [
                        ["interest": interest, "id": 1, "uid": "tea", "name": "Tea house"],
                        ["interest": interest, "id": 2, "uid": "2", "name": "Something with tea"],
                    ]
                }
            },
        ])

    private static func text(_ name: String) -> FieldDeclaration {
        FieldDeclaration(name, .text, help: "A text.")
    }
    private static func texts(_ name: String) -> FieldDeclaration {
        FieldDeclaration(name, .list(.text), help: "Texts.")
    }
    private static func integer(_ name: String) -> FieldDeclaration {
        FieldDeclaration(name, .integer(), help: "A number.")
    }

    private static func query(
        _ name: String, _ fields: [FieldDeclaration],
        _ items: @escaping @Sendable (DataObject) throws -> [DataObject]
    ) -> Command {
        Command(
            name, .query, summary: "Answer.", fields: fields, result: .list([integer("id")], columns: ["id"])
        ) { input, _ in
            .object(["items": .list(try items(input.values).map(DataValue.object))])
        }
    }

    private static func module(_ id: String, _ collection: CollectionID, _ commands: [Command]) -> Module {
        Module(
            manifest: Manifest(id: id, title: id, summary: "Answers.", version: "1.0.0", icon: "circle"),
            migrations: [
                Migration(
                    "create",
                    sql: """
                        CREATE TABLE \(id)_thing (
                            id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE
                        ) STRICT;
                        """)
            ],
            collections: [
                Collection(
                    collection, recordName: "thing", isMain: true, table: "\(id)_thing", titleSQL: "r.uid",
                    searchFields: [], recordFields: [integer("id")], commands: commands)
            ])
    }
}
