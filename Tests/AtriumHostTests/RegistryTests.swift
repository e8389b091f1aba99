import AtriumHost
import AtriumSDK
import Testing

@Suite struct RegistryTests {
    private func module(
        _ id: String, requires: [String] = [], collections: [Collection] = []
    ) -> Module {
        Module(
            manifest: Manifest(
                id: id, title: id, summary: "Is for tests.", version: "1.0.0", icon: "box", requires: requires
            ),
            migrations: [], collections: collections)
    }

    private func collection(
        _ module: String, _ name: String, table: String, commands: [String] = [], isMain: Bool = false
    ) -> Collection {
        Collection(
            CollectionID(module: module, name: name), recordName: "thing", isMain: isMain, table: table,
            titleSQL: "r.uid", searchFields: [], recordFields: [],
            commands: commands.map { Command($0, .query, summary: "", result: .object([])) { _, _ in .null } }
        )
    }

    private func message(_ modules: [Module]) -> String? {
        AtriumHostTests.message { _ = try ModuleRegistry(modules) }
    }

    @Test func modulesComeAfterThoseThatTheyRequire() throws {
        let registry = try ModuleRegistry([
            module("plan", requires: ["goal", "diary"]), module("diary"), module("goal", requires: ["diary"]),
        ])
        #expect(registry.modules.map(\.id) == ["diary", "goal", "plan"])
        #expect(registry.dependents(of: "diary").map(\.id) == ["goal", "plan"])
    }

    @Test func aCycleIsNamed() {
        #expect(
            message([
                module("x"), module("a", requires: ["b"]), module("b", requires: ["c"]),
                module("c", requires: ["a"]),
            ]) == "modules require each other in a cycle: a → b → c → a: make one of them optional")
        #expect(
            message([module("a", requires: ["a"])])
                == "modules require each other in a cycle: a → a: make one of them optional")
    }

    @Test func aMissingModuleIsNamed() {
        #expect(
            message([module("a", requires: ["b"])])
                == "module “a” requires “b”, which is not installed: install it too")
    }

    @Test(arguments: ["import", "doctor", "habits"])
    func anIDThatIsTakenIsRefused(id: String) {
        #expect(
            message([module("habits"), module(id)])
                == "the module id “\(id)” is already in use: use another id for the module")
    }

    @Test(arguments: [
        "", "Habits", "1st", "a--b", "-a", "a-", "a_b", "a b", "ä", String(repeating: "a", count: 41),
    ])
    func aMalformedIDIsRefused(id: String) {
        #expect(
            message([module(id)])
                == "the module id “\(id)” is malformed: use lower-case words joined by hyphens")
    }

    @Test func queriesStandDirectlyUnderTheirModule() throws {
        func query(_ name: String, _ kind: CommandDeclaration.Kind = .query) -> Command {
            Command(name, kind, summary: "", result: .object([])) { _, _ in .null }
        }
        func module(_ queries: [Command], _ collections: [Collection] = []) -> Module {
            var module = self.module("find", collections: collections)
            module.queries = queries
            return module
        }
        let entry = try #require(try ModuleRegistry([module([query("near")])]).catalog.first)
        #expect(entry.path == ["find", "near"])
        #expect(entry.module == "find")
        #expect(entry.collection == nil)
        #expect(entry.route.path == "/find/near")
        let wrong = "module “find” has a query with a malformed name or of another kind"
        for other in [query("near", .action), query("near", .list), query("Near")] {
            #expect(message([module([other])]) == wrong)
        }
        let twice = "two commands of module “find” have the same name"
        #expect(message([module([query("near"), query("near")])]) == twice)
        let main = collection("find", "things", table: "find_thing", commands: ["near"], isMain: true)
        #expect(message([module([query("near")], [main])]) == twice)
        let named = collection("find", "near", table: "find_near")
        #expect(
            message([module([query("near")], [named])])
                == "“near” is both a command and a collection of module “find”: rename one of them")
    }

    @Test func aPrefixThatBeginsAnotherIsRefused() {
        let expected =
            "the tables of module “mental-models” have the prefix of module “mental”: use another id for one of them"
        #expect(message([module("mental"), module("mental-models")]) == expected)
        #expect(message([module("mental-models"), module("mental")]) == expected)
        // A word that only begins like another is another.
        #expect(message([module("mental"), module("mentality")]) == nil)
    }

    @Test(arguments: ["host", "host-things", "sqlite", "search-more"])
    func thePrefixesOfTheHostAreRefused(id: String) {
        #expect(
            message([module("a"), module(id)])
                == "the tables of module “\(id)” have a prefix that is reserved for the host: use another id for the module"
        )
    }

    @Test func collectionsStayWithTheirModule() {
        let wrong = [
            collection("b", "things", table: "a_thing"), collection("a", "things", table: "b_thing"),
            collection("a", "Things", table: "a_thing"),
        ]
        for collection in wrong {
            #expect(
                message([module("a", collections: [collection])])
                    == "collection “\(collection.id)” of module “a” has a wrong name or table: use the module's id and "
                    + "table prefix, and each name only once")
        }
    }

    @Test func collectionsAndCommandsStandOnce() {
        let things = collection("a", "things", table: "a_thing", isMain: true)
        #expect(
            message([module("a", collections: [things, things])])
                == "module “a” has more than one main collection")
        let other = collection("a", "others", table: "a_thing")
        #expect(
            message([module("a", collections: [things, other])])
                == "the table a_thing belongs to two collections of module “a”: use a separate table for each"
        )
        #expect(
            message([
                module(
                    "a", collections: [collection("a", "things", table: "a_thing", commands: ["go", "go"])])
            ])
                == "collection “a/things” has a malformed or repeated command")
    }

    /// A collection stands where the commands of the main one do.
    @Test func aCollectionCannotBeNamedLikeACommand() {
        let things = collection("a", "things", table: "a_thing", commands: ["parts"], isMain: true)
        let parts = collection("a", "parts", table: "a_part", commands: ["list"])
        #expect(
            message([module("a", collections: [things, parts])])
                == "“parts” is both a command and a collection of module “a”: rename one of them")
    }

    // MARK: - Words that modules declare

    private func marking(_ id: String, _ marks: ItemMark...) -> Module {
        var module = module(id)
        module.itemMarks = marks
        return module
    }

    private func taking(_ id: String, _ kinds: [ItemKind], _ claim: Importer.Claim = .alone) -> Module {
        var module = module(id)
        module.importers = [
            Importer(
                LineFormat().id, kinds: kinds, claim: claim, into: WorkshopModule.tools,
                map: { item, _, _ in try LineFormat.map(item) }, writer: LineFormat.ToolWriter.init)
        ]
        return module
    }

    @Test func marksOfAllModulesAreKnown() throws {
        let (walk, bell) = (
            ItemMark(on: .vevent, property: "X-WALK", kind: ItemKind(rawValue: "walk")),
            ItemMark(on: .vtodo, property: "X-BELL")
        )
        #expect(try ModuleRegistry([marking("a", walk), marking("b", bell)]).itemMarks == [walk, bell])
        #expect(bell.kind == .vtodo && bell.isOfSharedKind && !walk.isOfSharedKind)
    }

    @Test func aPropertyMarksForOneModule() {
        let mark = ItemMark(on: .vtodo, property: "X-BELL")
        #expect(
            message([marking("a", mark), marking("b", mark)])
                == "module “b” declares the mark X-BELL, which is already declared: use a different property for each module"
        )
        // Of another component it is another mark.
        #expect(
            message([marking("a", mark), marking("b", ItemMark(on: .vevent, property: "X-BELL"))]) == nil)
    }

    @Test func noOtherModuleClaimsAMarkedKind() {
        let walk = ItemKind(rawValue: "walk")
        #expect(
            message([
                marking("a", ItemMark(on: .vevent, property: "X-WALK", kind: walk)), taking("b", [walk]),
            ])
                == "module “b” accepts the kind “walk”, which “a” marks as its own: use another name for the kind"
        )
    }

    private func showing(_ id: String, _ kinds: DayEntry.Kind...) -> Module {
        var module = module(id)
        module.days = [DaySource(kinds) { _, _ in DayEntries([]) }]
        return module
    }

    @Test func kindsOfDayEntriesAreThoseOfTheModules() throws {
        let (task, block) = (
            DayEntry.Kind("task", .toBeDone, counted: ("task", "tasks")), DayEntry.Kind("block", .takesPlace)
        )
        let registry = try ModuleRegistry([showing("a", task), showing("b", block, task)])
        #expect(registry.dayKinds == [task, block])
        #expect(registry.dayKind("block") == block && registry.dayKind("event") == nil)
        #expect(block.title == "Block" && block.one == nil && task.several == "tasks")
    }

    @Test func aKindOfDayEntriesMeansOneThing() {
        #expect(
            message([
                showing("a", DayEntry.Kind("task", .toBeDone)),
                showing("b", DayEntry.Kind("task", .takesPlace)),
            ])
                == "module “b” declares the kind “task” differently from another module: use the same declaration, or another name"
        )
        #expect(
            message([showing("a", DayEntry.Kind("Task", .toBeDone))])
                == "the kind “Task” of module “a” is malformed: use lower-case words joined by hyphens")
    }

    @Test func aSharedKindHasOneDefault() {
        let claim = Importer.Claim.shared(.toDos, isDefault: true)
        #expect(
            message([taking("a", [.vtodo], claim), taking("b", [.vtodo], claim)])
                == "the modules “a” and “b” are both the default for to-dos: make only one of them the default"
        )
        #expect(message([taking("a", [.vtodo], claim), taking("b", [.vtodo], .shared(.toDos))]) == nil)
    }

    @Test(arguments: [
        SharedKind(.vtodo, name: "zone", one: "to-do"), SharedKind(.vtodo, name: "duties", one: "duty"),
        SharedKind(.vtodo, name: "To-dos", one: "to-do"),
        SharedKind(.vjournal, name: "notes", one: "note"), SharedKind(.vtodo, name: "to-dos", one: "thing"),
    ])
    func aSharedKindHasANameOfItsOwn(kind: SharedKind) {
        let modules = [taking("a", [.vtodo], .shared(.toDos)), taking("b", [.vtodo], .shared(kind))]
        #expect(
            message(modules)
                == "module “b” shares “\(kind.name)”, which is malformed or has another meaning in another module: "
                + "share a kind that the importer accepts, always under the same name")
    }
}
