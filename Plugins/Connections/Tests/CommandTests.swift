import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Testing

@testable import Connections

@Suite struct CommandTests {
    let vault: TestVault
    init() throws { vault = try TestVault() }

    @Test func everyResultHasItsDeclaredFields() throws {
        let added = try vault.run("add", ["name": "Ada Lovelace", "emails": [["value": "ada@example.org"]]])
        #expect(added.names == PersonValue.fields.map(\.name))
        let shown = try vault.run("show", ["record": 1])
        #expect(shown == added)
        let page = try vault.run("list")
        #expect(page.names == ["items", "total", "next"])
        #expect(page["items"] == [.object(added)])
    }

    @Test func everyFieldHasHelp() throws {
        for command in connectionsModule.collections[0].commands {
            #expect(command.declaration.summary.hasSuffix("."))
            let fields = command.declaration.fields
            #expect(Set(fields.map(\.name)).count == fields.count, "\(command.declaration.name)")
            #expect(Set(fields.map(\.optionName)).count == fields.count, "\(command.declaration.name)")
            for field in fields { #expect(!field.help.isEmpty, "\(field.name)") }
        }
    }

    @Test func addKeepsEverything() throws {
        let added = try vault.run("add", Self.everything)
        for entry in Self.everything.entries {
            #expect(added[entry.name] == entry.value, "\(entry.name)")
        }
        #expect(added["name"] == "Dr. Ada King Byron Lovelace FRS")
        #expect(added["email"] == "work@example.org")
        #expect(added["organization"] == "Analytical Engines")
        #expect(added["createdAt"] == "2026-03-01T09:30:00Z")
    }

    @Test(
        arguments: [
            ([:], "a person needs a name: give a name, an organization or an e-mail address"),
            (
                ["name": "A", "birthday": "1985-13-01"],
                "1985-13-01 is not a date: write 1985-04-12, --04-12, 1985-04 or 1985"
            ),
            (
                ["name": "A", "birthday": "1985", "birthdayText": "then"],
                "birthday and birthdayText are two forms of one value: give only one of them"
            ),
            (["name": "A", "emails": [["value": " "]]], "the e-mail address is empty: give it a value"),
            (["name": "A", "customFields": [["value": "42"]]], "a custom field has no name: give it a name"),
            (
                ["name": "A", "addresses": [["types": ["home"]]]],
                "an address is empty: give a street or a town"
            ),
            (
                ["name": "A", "positions": [["value": "north"]]],
                "north is not a position: write latitude and longitude in degrees: 37.386,-122.083"
            ),
            (
                [
                    "name": "A",
                    "emails": [["value": "a", "preferred": true], ["value": "b", "preferred": true]],
                ],
                "only one e-mail address can be the preferred one: mark only one"
            ),
        ] as [(DataObject, String)])
    func addRefuses(_ values: DataObject, _ message: String) throws {
        let error = #expect(throws: AtriumError.self) { try vault.run("add", values) }
        #expect(error?.description == message)
        #expect(try vault.count("connections_person") == 0)
    }

    @Test(arguments: [
        ("ann", [1, 3]), ("ANN", [1, 3]), ("Müller", [1]), ("muller", [1]), ("Ann Müller", [1]),
        ("müller ann", []),
        ("Nan", [2]), ("nán", [2]), ("Roe", [2, 3]), ("Jane Roe", [2]), ("An", []), ("", []),
        ("Nan@Example.org", [2]), ("nan@example", []),
    ])
    func peopleAreFoundByWhatTheyAreCalled(_ name: String, _ ids: [Int64]) throws {
        _ = try vault.run("add", ["given": "Ann", "family": "Müller"])
        _ = try vault.run(
            "add",
            ["name": "Jane Roe", "nicknames": [["value": "Nan"]], "emails": [["value": "nan@example.org"]]])
        _ = try vault.run("add", ["given": "Ann", "family": "Roe"])
        let found = try vault.run("named", ["names": .list([.text(name), .text(name)])])
        let items = found["items"]?.listValue?.compactMap(\.objectValue) ?? []
        #expect(items.map { $0["id"] } == ids.map(DataValue.integer))
        #expect(items.allSatisfy { $0["matched"] == .text(name) })
    }

    @Test func derivedNameFollows() throws {
        _ = try vault.run("add", ["given": "Ada", "family": "Byron"])
        #expect(try vault.run("edit", ["record": 1, "family": "Lovelace"])["name"] == "Ada Lovelace")
        _ = try vault.run("edit", ["record": 1, "name": "Countess"])
        #expect(try vault.run("edit", ["record": 1, "family": "King"])["name"] == "Countess")
        #expect(try vault.run("edit", ["record": 1, "name": .null])["name"] == "Ada King")
    }

    @Test func listsAreSetAddedToAndTakenFrom() throws {
        _ = try vault.run(
            "add", ["name": "Ada", "emails": [["value": "a@x"], ["value": "b@x"]], "tags": ["friends"]])
        var person = try vault.run(
            "edit",
            [
                "record": 1, "addEmails": [["value": "c@x", "types": ["work"], "preferred": true]],
                "removeEmails": ["A@X"], "addTags": ["Friends", "maths"], "notes": ["one", "two"],
            ])
        #expect(
            person["emails"] == [
                ["value": "b@x", "types": [], "label": .null, "preferred": false],
                ["value": "c@x", "types": ["work"], "label": .null, "preferred": true],
            ])
        #expect(person["tags"] == ["friends", "maths"])
        person = try vault.run("edit", ["record": 1, "addEmails": [["value": "b@x", "preferred": true]]])
        #expect(person["email"] == "b@x")
        #expect(try vault.person(1).details(.email).map(\.preference) == [1, nil])
        person = try vault.run(
            "edit", ["record": 1, "emails": .null, "removeNotes": ["one"], "removeTags": ["FRIENDS"]])
        #expect(person["emails"] == [])
        #expect(person["notes"] == ["two"])
        #expect(person["tags"] == ["maths"])
    }

    @Test func settingWhatIsShownChangesNothing() throws {
        _ = try vault.run("add", Self.everything)
        try vault.queue.write { db in
            try db.execute(
                sql: "UPDATE connections_detail SET preference = 7 WHERE value = 'work@example.org'")
        }
        let before = try vault.person(1)
        let shown = try vault.run("show", ["record": 1])
        vault.now += 60
        let after = try vault.run("edit", ["record": 1, "emails": try #require(shown["emails"])])
        #expect(try vault.person(1) == before)
        #expect(after["updatedAt"] == shown["updatedAt"])
    }

    @Test(
        arguments: [
            (
                ["removeEmails": ["x@y"]],
                "there is no e-mail address x@y to remove: atrium connections show lists the current values"
            ),
            (
                ["removeTags": ["none"]],
                "there is no tag none to remove: atrium connections show lists the tags"
            ),
            (
                ["removeAddresses": ["Nowhere 1"]],
                "there is no address Nowhere 1 to remove: atrium connections show lists the current values"
            ),
            (["record": 99], "the person does not exist: see atrium connections list"),
        ] as [(DataObject, String)])
    func editRefuses(_ values: DataObject, _ message: String) throws {
        _ = try vault.run("add", ["name": "Ada", "notes": ["kept"]])
        var input: DataObject = ["record": 1]
        for entry in values.entries { input[entry.name] = entry.value }
        let error = #expect(throws: AtriumError.self) { try vault.run("edit", input) }
        #expect(error?.description == message)
        #expect(try vault.run("show", ["record": 1])["notes"] == ["kept"])
    }

    @Test func photosAreCheckedKeptAndTakenAway() throws {
        let png = UploadedFile(
            name: "a.png", content: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2])
        let added = try vault.run("add", ["name": "Ada"], files: ["photo": png])
        #expect(added["photo"]?.objectValue?["mediaType"] == "image/png")
        let script = UploadedFile(name: "a.svg", content: Array("<svg onload='x'/>".utf8))
        let error = #expect(throws: AtriumError.self) {
            try vault.run("edit", ["record": 1], files: ["photo": script])
        }
        #expect(error?.message == "a.svg is not a photo")
        #expect(try vault.run("show", ["record": 1])["photo"] == added["photo"])
        #expect(try vault.run("edit", ["record": 1, "removePhoto": true])["photo"] == .null)
    }

    @Test func removeLeavesNothing() throws {
        _ = try vault.run("add", Self.everything)
        let removed = try vault.run("remove", ["record": 1])
        #expect(removed["removed"] == true)
        for table in ["connections_person", "connections_detail", "connections_address"] {
            #expect(try vault.count(table) == 0)
        }
        let error = #expect(throws: AtriumError.self) { try vault.run("remove", ["record": 1]) }
        #expect(error?.code == .notFound)
    }

    @Test(
        arguments: [
            (["sort": "name"], ["Ada", "Élodie", "eva", "Zoë"]),
            (["sort": "name", "descending": true, "limit": 2], ["Zoë", "eva"]),
            (["sort": "family"], ["eva", "Zoë", "Ada", "Élodie"]),
            (["sort": "birthday"], ["Zoë", "Ada", "eva", "Élodie"]),
            (["sort": "created"], ["eva", "Zoë", "Ada", "Élodie"]),
            (["text": "ELO"], ["Élodie"]),
            (["text": "50%"], ["Zoë"]),
            (["text": "5_%"], []),
            (["text": "londo"], ["Ada"]),
            (["organization": "engine"], ["Ada"]),
            (["tag": "friends"], ["eva", "Zoë"]),
        ] as [(DataObject, [DataValue])])
    func listFiltersAndSorts(_ query: DataObject, _ names: [DataValue]) throws {
        for values in [
            ["name": "eva", "family": "Alba", "tags": ["friends"], "birthday": "2001"],
            [
                "name": "Zoë", "family": "Álvarez", "birthday": "1990-01-02", "notes": ["50% off"],
                "tags": ["friends"],
            ],
            [
                "name": "Ada", "family": "Lovelace", "birthday": "--12-10",
                "organizations": [["value": "Engines Ltd"]],
                "addresses": [["locality": "London"]],
            ],
            ["name": "Élodie", "family": "Zola"],
        ] as [DataObject] {
            _ = try vault.run("add", values)
            vault.now += 1
        }
        let page = try vault.run("list", query)
        #expect(page["items"]?.listValue?.map { $0.objectValue?["name"] ?? .null } == names)
    }

    @Test func pagesFollowEachOther() throws {
        for name in ["B", "a", "É", "c", "é", "D"] { _ = try vault.run("add", ["name": .text(name)]) }
        var names: [DataValue] = []
        var query: DataObject = ["limit": 2, "sort": "name"]
        repeat {
            let page = try vault.run("list", query)
            names += page["items"]?.listValue?.map { $0.objectValue?["name"] ?? .null } ?? []
            query["cursor"] = page["next"]
        } while query["cursor"]?.isNull == false
        #expect(names == ["a", "B", "c", "D", "É", "é"])
    }

    @Test func listByNameUsesItsIndex() throws {
        let plan = try vault.queue.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    EXPLAIN QUERY PLAN SELECT r.id, \(SortKey.nameSQL), r.display_name FROM connections_person r
                    WHERE \(SortKey.nameSQL) >= 'm' AND (\(SortKey.nameSQL), r.id) > ('m', 7) ORDER BY \(SortKey.nameSQL) ASC, r.id ASC LIMIT 20
                    """
            ).map { $0["detail"] as String }
        }
        #expect(plan == ["SEARCH r USING INDEX connections_person_by_name (<expr>>?)"])
    }

    static let everything: DataObject = [
        "prefix": "Dr.", "given": "Ada", "additional": "King Byron", "family": "Lovelace", "suffix": "FRS",
        "phoneticGiven": "Ey-da", "phoneticAdditional": "King", "phoneticFamily": "Luv-lace",
        "genderText": "she",
        "metPlace": "Royal Society", "kind": "org", "birthday": "1815-12-10", "anniversaryText": "in summer",
        "gender": "female", "metDate": "2024-05", "nicknames": ["Countess"],
        "emails": [
            ["value": "home@example.org", "types": ["home"], "label": .null, "preferred": false],
            [
                "value": "work@example.org", "types": ["WORK", "INTERNET"], "label": "Office",
                "preferred": true,
            ],
        ],
        "phones": [["value": "+44 20 7946 0000", "types": ["cell"], "label": .null, "preferred": false]],
        "urls": [["value": "https://example.org", "types": [], "label": .null, "preferred": false]],
        "messaging": [
            ["value": "ada@example.org", "service": "XMPP", "types": [], "label": .null, "preferred": false]
        ],
        "organizations": [
            [
                "value": "Analytical Engines", "units": ["R&D", "Programs"], "types": [], "label": .null,
                "preferred": false,
            ]
        ],
        "titles": ["Programmer"], "roles": ["First"], "interests": ["engines", "Opera, too"],
        "cadenceDays": 30,
        "relations": [["value": "Charles", "types": ["friend"], "label": .null, "preferred": false]],
        "dates": [["value": "1843-09", "types": [], "label": "First program", "preferred": false]],
        "languages": [["value": "en", "types": [], "label": .null, "preferred": false]],
        "positions": [["value": "51.5,-0.1", "types": [], "label": .null, "preferred": false]],
        "timeZones": ["Europe/London"], "members": [], "notes": ["Line one\nline two"],
        "customFields": [
            ["name": "Shoe size", "value": "38", "types": [], "label": .null, "preferred": false]
        ],
        "addresses": [
            [
                "street": "12 St James's Square", "extended": .null, "poBox": .null, "locality": "London",
                "region": .null, "postalCode": "SW1Y", "country": "England",
                "formatted": .null,
                "types": ["home"], "label": .null, "preferred": false,
            ]
        ],
        "tags": ["maths", "poets"],
    ]
}
