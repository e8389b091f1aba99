import AtriumHost
import AtriumSDK
import AtriumTesting
import CSVFormat
import Foundation
import GRDB
import Testing

@testable import RecordKit

private let plots = CollectionID(module: "garden", name: "plots")

/// A kind with what is more than a column: an order, unique names, a choice that another module turns, a photo.
private let declaration = RecordDeclaration(
    plots, "plot", isMain: true, table: "garden_plot",
    values: [
        .line("name", "What it is called.").required.positional.always,
        .position("place", "Its place.").always,
        .choice("state", of: ["free", "let"], "Whether it is free.").defaulting(to: "free")
            .filtered(.usually("free"), "Only those."),
        .date("dugOn", "When it was dug.").filtered(.isThere, as: "dug", "Only those that were dug."),
        .boolean("archived", "Whether it is put away."),
        .tags("Its tags.").filtered(.hasAll, as: "tag", "Only those with all of these."),
        .integer("letters", in: 0...1000, "How long its name is.").derived,
        .line("color", "Its colour."), .line("icon", "Its icon."),
    ],
    linked: [
        LinkedDeclaration(
            "tenant", "tenant", from: CollectionID(module: "people", name: "tenants"), kind: "rents",
            isOne: true, replacing: .init("state", from: "free", to: "let"), "Who rents it.")
    ],
    photo: "A picture of it.", listColumns: ["id", "name"],
    sorts: [SortDeclaration("place", "r.place")],
    duplicates: DuplicateDeclaration(of: "name", column: "name_key", isUnique: true, exempting: "archived"),
    file: FileDeclaration(
        "plots.csv",
        signs: [
            SignDeclaration(["name", "place"]),
            SignDeclaration(["name"], isCertain: false, isOfChosenModule: true),
        ], fingerprints: []))

private struct PlotRules: RecordRules {
    func check(
        _ values: inout RecordValues, since old: StoredRecord?, from door: Door, _ context: RecordContext
    ) { values["letters"] = .integer(Int64(values.text("name")?.count ?? 0)) }
}

private let kind = RecordKind(declaration, rules: PlotRules())
    .words(.color, of: "color").words(.icon, of: "icon")

private let garden = Module(
    manifest: Manifest(
        id: "garden", title: "Garden", summary: "Keeps plots.", version: "1.0.0", icon: "sprout"),
    migrations: [
        Migration(
            "create plots",
            sql: """
                CREATE TABLE garden_plot (
                    id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
                    name_key TEXT NOT NULL, place INTEGER NOT NULL, state TEXT NOT NULL, dug_on TEXT,
                    is_archived INTEGER NOT NULL, letters INTEGER NOT NULL, color TEXT, icon TEXT,
                    created_at TEXT NOT NULL, updated_at TEXT NOT NULL
                ) STRICT;
                CREATE UNIQUE INDEX garden_plot_name ON garden_plot (name_key) WHERE is_archived = 0;
                """)
    ],
    collections: [kind.collection()])

@Suite struct DeclaredModuleTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [garden])
        for name in ["North", "East", "South"] { try hub.run("garden add", ["name": .text(name)]) }
    }

    private func names(_ values: DataObject = [:]) throws -> [String] {
        try hub.items("garden list", values).compactMap { $0["name"]?.textValue }
    }

    @Test func commandsAndFieldsFollow() {
        let collection = kind.collection()
        let commands = collection.commands.map(\.declaration)
        #expect(commands.map(\.name) == ["list", "show", "add", "edit", "remove", "reorder"])
        let fields = commands.map { $0.fields.map(\.name) }
        // What rules make, no command takes; a second one is refused, and nobody adds it anyway.
        #expect(!fields[2].contains("letters") && !fields[3].contains("letters"))
        #expect(!fields[2].contains("anyway") && fields[2].contains("photo"))
        #expect(fields[3].contains("photo") && fields[3].contains("removePhoto"))
        let results = commands[1].result.fields
        #expect(results.first { $0.name == "letters" }?.isDerived == true)
        #expect(results.first { $0.name == "tenant" }?.isDerived == true)
        #expect(results.first { $0.name == "place" }?.isRequired == true)
        #expect(kind.columns.map(\.name).contains("letters") && !kind.columns.map(\.name).contains("tenant"))
    }

    @Test func recordsHaveAnOrder() throws {
        #expect(try hub.items("garden list").map { $0["place"] } == [1, 2, 3])
        try hub.run("garden reorder", ["records": ["South"]])
        #expect(try names() == ["South", "North", "East"])
        // Those of one place stand in the order in which they were made.
        try hub.run("garden edit", ["record": "South", "place": 3])
        #expect(try names() == ["North", "East", "South"])
        let before = try hub.run("garden show", ["record": "North"])
        try hub.run("garden reorder", ["records": ["North", "South"]])
        #expect(try names() == ["North", "South", "East"])
        hub.clock.advance(days: 1)
        try hub.run("garden reorder", ["records": ["North"]])
        #expect(try hub.run("garden show", ["record": "North"])["place"] == 1 && before["place"] == 2)
        #expect(try hub.run("garden add", ["name": "West", "place": 1])["place"] == 1)
    }

    @Test func aNameIsThereOnceAmongThoseThatCount() throws {
        let error = #expect(throws: AtriumError.self) { try hub.run("garden add", ["name": "NORTH "]) }
        #expect(error?.description == "there is already a plot “NORTH”: choose another name")
        try hub.run("garden edit", ["record": "North", "archived": true])
        try hub.run("garden add", ["name": "north"])
        #expect(throws: AtriumError.self) { try hub.run("garden edit", ["record": 1, "archived": false]) }
        try hub.run("garden add", ["name": "East", "archived": true])
        #expect(try names().count == 5)
    }

    @Test func listsAreNarrowed() throws {
        try hub.run("garden edit", ["record": "North", "state": "let", "tags": ["wet", "sunny"]])
        try hub.run("garden edit", ["record": "East", "dugOn": "2026-02-01", "tags": ["Wet"]])
        #expect(try names() == ["East", "South"] && names(["state": "let"]) == ["North"])
        #expect(try names(["state": "all"]).count == 3)
        #expect(try names(["dug": true]) == ["East"] && names(["dug": false]) == ["South"])
        #expect(try names(["state": "all", "tag": ["wet"]]) == ["North", "East"])
        #expect(try names(["state": "all", "tag": ["sunny", "WET"]]) == ["North"])
        #expect(try names(["tag": []]) == ["East", "South"])
    }

    @Test func whatRulesMakeIsShown() throws {
        #expect(try hub.run("garden edit", ["record": "East", "name": "Eastern"])["letters"] == 7)
        #expect(throws: AtriumError.self) { try hub.run("garden edit", ["record": "Eastern", "letters": 3]) }
    }

    /// The condition asks for links from one collection to a record of another, of one kind.
    @Test func aLinkTurnsAValue() throws {
        let condition = kind.shownSQL(of: "state", NoLinks())
        #expect(condition == "CASE WHEN r.state = 'free' AND 0 THEN 'let' ELSE r.state END")
        #expect(kind.shownSQL(of: "name", NoLinks()) == "r.name")
        #expect(try hub.run("garden show", ["record": "East"])["tenant"] == .null)
    }

    @Test func aFileOfAnybodysColumnsTakesAChosenModule() throws {
        let importer = kind.importer()
        func confidence(isChosen: Bool) -> FormatConfidence? {
            let header = CSVHeader(names: ["name"])
            let container = Container(format: .csv, source: [], value: header)
            return importer.recognise(container, ImportOptions(timeZone: .gmt, isModuleChosen: isChosen))?
                .confidence
        }
        #expect(confidence(isChosen: false) == nil && confidence(isChosen: true) == .likely)
    }
}

@Suite struct WordRuleTests {
    @Test(
        arguments: [
            ("Teal", "teal"), ("#ff8f00", "#FF8F00"), ("#FF8F0", nil), ("#GG8F00", nil), ("tael", nil),
            ("", nil), ("FF8F00", nil), ("#ÿff8f0", nil),
        ] as [(String, String?)])
    func colorsAreNamesOfCSSOrHexadecimal(text: String, color: String?) {
        #expect(CSSColor.normalized(text) == color)
    }

    @Test(
        arguments: [
            ("Heart", "heart"), ("a-arrow-down", "a-arrow-down"), ("dice-5", "dice-5"), ("heart pulse", nil),
            ("-heart", nil), ("heart-", nil), ("<svg>", nil), ("hérisson", nil),
        ] as [(String, String?)])
    func iconsAreNamesOfWords(text: String, name: String?) throws {
        #expect(try WordRule.icon.parse(text) == name)
    }
}
