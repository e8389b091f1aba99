import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Synchronization
import Testing

@testable import AtriumHost

@Suite struct ModuleSwitchTests {
    private func module(_ id: String, requires: [String] = [], isEnabledAtFirst: Bool = false) -> Module {
        var module = RegistryTests.standIn(id)
        module.manifest.requires = requires
        module.manifest.isEnabledAtFirst = isEnabledAtFirst
        return module
    }

    private func enabled(_ hub: TemporaryHub) throws -> [String] {
        try hub.session().enabledModules().map(\.id)
    }

    @Test func aNewUserStartsWithWhatIsMeantForThem() throws {
        let hub = try TemporaryHub(
            modules: [module("a"), module("b", isEnabledAtFirst: true)], isEnabled: false)
        #expect(try enabled(hub) == ["b"])
        // What they switch off stays off.
        try hub.run("modules disable", ["id": .text("b")])
        #expect(try enabled(hub) == [])
    }

    /// To switch a module is no change: `undo` passes over it, and says what it takes back.
    @Test func anUndoAfterASwitchSaysWhatItTakesBack() throws {
        let hub = try TemporaryHub(modules: [DiaryModule.module, WorkshopModule.module])
        try hub.run("workshop add", ["name": "Axe"])
        try hub.run("modules disable", ["id": "diary"])
        let undone = try hub.run("undo")
        #expect(undone["command"] == "workshop add")
        #expect(undone["touched"] == "workshop/tools: Axe")
        // What was removed has its name from after.
        #expect(
            try hub.run("undo", ["change": undone["change"] ?? .null])["touched"] == "workshop/tools: Axe")
        #expect(try enabled(hub) == ["workshop"])
        try hub.run("settings set", ["key": "name", "value": "Ada"])
        #expect(try hub.run("undo")["touched"] == "")
    }

    @Test func whatAUserErasedStaysErased() throws {
        let modules = [module("a"), module("b", isEnabledAtFirst: true)]
        let hub = try TemporaryHub(modules: modules, isEnabled: false)
        try hub.run("modules erase", ["id": .text("b"), "yes": .bool(true)])
        #expect(try enabled(hub.reopened(with: modules)) == [])
    }

    /// Several processes may come to a new hub at once: each finds the modules on.
    @Test(arguments: 0..<4)
    func firstModulesAreOnForWhoeverComesFirst(round: Int) throws {
        let folder = FileManager.default.temporaryDirectory.path + "/atrium-first-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let modules = ["a", "b", "c"].map { module($0, isEnabledAtFirst: true) }
        let outcomes = Mutex<[Result<[String], any Error>]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            let outcome = Result {
                let environment = HubEnvironment(now: { .now }, userName: "ada", timeZone: .gmt)
                // SQLite's waiting is not fair: on a busy machine one may wait longer than the time limit, and tries again.
                for attempt in 1...10 {
                    do {
                        let hub = try Hub(
                            home: folder, registry: ModuleRegistry(modules), formats: [],
                            environment: environment)
                        return try hub.open().enabledModules().map(\.id)
                    } catch let error as AtriumError where error.code == .tryAgain && attempt < 10 {
                        continue
                    }
                }
                return []
            }
            outcomes.withLock { $0.append(outcome) }
        }
        for outcome in outcomes.withLock({ $0 }) { #expect(try outcome.get() == ["a", "b", "c"]) }
    }

    /// Another process has made the modules known, and has not come to switching them on yet.
    @Test func whatAnotherProcessIsAboutToSwitchOnIsOn() throws {
        let hub = try TemporaryHub(modules: [module("a"), module("b")], isEnabled: false)
        let vault = try hub.session().vault
        let change = ModuleSwitch(vault: vault)
        try change.makeKnown(["a", "b"])
        #expect(try change.enable([module("a")]) == ["a"])
        #expect(try enabled(hub) == ["a"])
        // And the other goes on: what is on stays on.
        try change.makeKnown(["a", "b"])
        #expect(try enabled(hub) == ["a"])
    }

    /// Whatever two clients ask for at once: a module is never on without what it requires.
    @Test func nothingIsOnWithoutWhatItRequires() throws {
        let hub = try TemporaryHub(modules: [module("a"), module("b", requires: ["a"])])
        let session = try hub.session()
        let (a, b) = (module("a"), module("b", requires: ["a"]))
        for _ in 0..<30 {
            DispatchQueue.concurrentPerform(iterations: 2) { number in
                let change = ModuleSwitch(vault: session.vault)
                if number == 0 { _ = try? change.disable(a) } else { _ = try? change.enable([b]) }
            }
            let enabled = Set(try session.enabledModules().map(\.id))
            #expect(!enabled.contains("b") || enabled.contains("a"))
            try? ModuleSwitch(vault: session.vault).disable(b)
        }
    }

    /// What another switches off while a module is made ready is switched on with it.
    @Test func whatIsRequiredIsLookedAtWhenItCounts() throws {
        let hub = try TemporaryHub(modules: [module("a"), module("b", requires: ["a"])], isEnabled: false)
        let session = try hub.session()
        let change = ModuleSwitch(vault: session.vault)
        #expect(try change.enable([module("a")]) == ["a"])
        // What `enable` does, with another's act in its midst.
        try change.makeKnown(["b"])
        try session.vault.migrate()
        try hub.run("modules disable", ["id": .text("a")])
        let new = try session.vault.pool.write { db in
            try change.switchOn([module("b", requires: ["a"])], db)
        }
        #expect(new == ["a", "b"])
        #expect(throws: AtriumError.self) { try change.disable(module("a")) }
        #expect(try enabled(hub) == ["a", "b"])
    }

    /// What ends between making modules known and switching them on has made no choice of the user's.
    @Test func whatWasOnlyMadeKnownIsNotSwitchedOffByTheUser() throws {
        let hub = try TemporaryHub(modules: [module("a")], isEnabled: false)
        let vault = try hub.session().vault
        try ModuleSwitch(vault: vault).makeKnown(["a"])
        #expect(try vault.read(ModuleSwitch.offByImport) == ["a"])
    }

    /// Nothing is left that says of a change that it stands, or that it was taken back, without the other.
    @Test func erasingLeavesNoHistoryOfWhatWasErased() throws {
        let hub = try TemporaryHub(modules: [WorkshopModule.module, module("a")], formats: [LineFormat()])
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\nu2|Axe\n"))
        let tagging: DataObject = [
            "collection": .text("workshop"), "record": .text("u1"), "tags": .list([.text("loud")]),
        ]
        try hub.run("tags add", tagging)
        try hub.run("undo")
        try hub.run(
            "links add",
            [
                "fromCollection": .text("workshop"), "fromRecord": .text("u1"),
                "toCollection": .text("workshop"), "toRecord": .text("u2"),
            ])
        try hub.run("undo")
        try hub.run("undo", ["change": .integer(5)])
        try hub.run("tags add", tagging)
        #expect(try hub.items("history").count == 7)
        try hub.run("modules erase", ["id": .text("workshop"), "yes": .bool(true)])
        #expect(try hub.items("history").map { $0["command"] } == [])
        #expect(throws: AtriumError.self) { try hub.run("undo") }
    }

    @Test func erasingOneModuleLeavesTheUndoOfAnother() throws {
        let hub = try TemporaryHub(modules: [WorkshopModule.module, module("a")], formats: [LineFormat()])
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\n"))
        try hub.run(
            "tags add",
            ["collection": .text("workshop"), "record": .text("u1"), "tags": .list([.text("loud")])])
        let before = try hub.session().contents()
        try hub.run("workshop remove", ["record": .text("u1")])
        try hub.run("modules erase", ["id": .text("a"), "yes": .bool(true)])
        try hub.run("undo")
        let after = try hub.session().contents()
        for table in [
            "workshop_tool", "host_source_item", "host_source_container", "host_tag", "host_record_tag",
        ] {
            #expect(after.rows[table] == before.rows[table], "\(table)")
        }
    }

    @Test func enablingBringsWhatIsRequired() throws {
        let hub = try TemporaryHub(
            modules: [module("c", requires: ["b"]), module("b", requires: ["a"]), module("a"), module("d")],
            isEnabled: false)
        let changed = try hub.run("modules enable", ["id": .text("c")])["changed"]
        #expect(changed == .list([.text("a"), .text("b"), .text("c")]))
        #expect(try enabled(hub) == ["a", "b", "c"])
        #expect(try hub.run("modules enable", ["id": .text("c")])["changed"] == .list([]))
    }

    @Test(arguments: ["modules disable", "modules erase"])
    func whatOthersRequireStays(command: String) throws {
        let hub = try TemporaryHub(
            modules: [module("a"), module("b", requires: ["a"]), module("c", requires: ["a"])])
        var input: DataObject = ["id": .text("a")]
        if command.hasSuffix("erase") { input["yes"] = .bool(true) }
        #expect(message { try hub.run(command, input) } == "a is required by b, c: disable them first")
        try hub.run("modules disable", ["id": .text("b")])
        #expect(message { try hub.run(command, input) } == "a is required by c: disable it first")
        try hub.run("modules disable", ["id": .text("c")])
        try hub.run(command, input)
        #expect(try enabled(hub) == [])
    }

    @Test func aModuleThatIsOffSaysSo() throws {
        let hub = try TemporaryHub(modules: [WorkshopModule.module])
        let session = try hub.session()
        let entry = try #require(try session.catalog().first { $0.path == ["workshop", "list"] })
        try hub.run("modules disable", ["id": .text("workshop")])
        // Also in a session that was open before.
        #expect(
            message { _ = try session.run(entry, values: [:]) }
                == "the module workshop is off: enable it with atrium modules enable workshop")
        #expect(
            message { _ = try hub.export("workshop") }
                == "the module workshop is off: enable it with atrium modules enable workshop")
        #expect(
            message { try hub.run("modules enable", ["id": .text("nothing")]) }
                == "there is no module “nothing”: see atrium modules list")
    }

    @Test func whatADisabledModuleWouldTakeIsSaid() throws {
        let hub = try TemporaryHub(modules: [WorkshopModule.module], formats: [LineFormat()])
        try hub.run("modules disable", ["id": .text("workshop")])
        let report = try hub.importFile(TextFile("a.lines", "tools:\nSaw\nAxe\n"))
        #expect(report.unclaimed[LineFormat.kind]?.count == 2)
        #expect(report.unclaimed[LineFormat.kind]?.module == "workshop")
    }

    @Test func migrationsOfADisabledModuleKeepRunning() throws {
        var older = WorkshopModule.module
        older.migrations = [WorkshopModule.migrations[0]]
        older.collections = []
        let hub = try TemporaryHub(modules: [older])
        try hub.run("modules disable", ["id": .text("workshop")])
        #expect(
            try hub.reopened(with: [WorkshopModule.module]).session().tableNames().contains("workshop_screw"))
    }

    @Test func erasingNeedsAYes() throws {
        let hub = try TemporaryHub(modules: [WorkshopModule.module])
        #expect(
            message { try hub.run("modules erase", ["id": .text("workshop")]) }
                == "erasing workshop permanently removes its data, also from the history and the imports: "
                + "to confirm, add --yes; to keep a copy, use atrium export workshop first")
    }

    /// What belongs to others stays, also their history.
    @Test func erasingTakesOneModuleOnly() throws {
        var other = WorkshopModule.module
        other.manifest.id = "yard"
        other.migrations = [
            Migration(
                "create things",
                sql:
                    "CREATE TABLE yard_thing (id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE) STRICT;"
            )
        ]
        other.collections = [
            Collection(
                CollectionID(module: "yard", name: "things"), recordName: "thing", isMain: true,
                table: "yard_thing",
                titleSQL: "r.uid", searchFields: [], recordFields: [], commands: [])
        ]
        other.importers = []
        other.exporters = []
        let hub = try TemporaryHub(modules: [WorkshopModule.module, other], formats: [LineFormat()])
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Whetstone\n"))
        try hub.session().execute("INSERT INTO yard_thing (uid) VALUES ('fountain')")
        for (collection, record) in [("workshop", "u1"), ("yard", "fountain")] {
            try hub.run(
                "tags add",
                [
                    "collection": .text(collection), "record": .text(record),
                    "tags": .list([.text("tag-\(collection)")]),
                ])
        }

        let result = try hub.run("modules erase", ["id": .text("workshop"), "yes": .bool(true)])

        #expect(result["records"] == .integer(1))
        #expect(
            result["tables"]
                == .list(["part", "screw", "shelf", "tool"].map { .text("workshop_\($0)") }))
        let session = try hub.session()
        let rows = try session.contents(.everything).rows
        #expect(rows["yard_thing"]?.count == 1)
        #expect(rows["host_tag"]?.count == 1)
        #expect(rows["host_source_item"] == nil)
        #expect(rows["host_import_run"] == nil)
        #expect(try hub.items("history").map { $0["command"] } == [.text("tags add"), .text("test")])
        #expect(try !String(decoding: session.storedBytes(), as: UTF8.self).contains("Whetstone"))
        #expect(try session.contradictions() == [])
        // The others' changes can still be undone, and the module can begin anew.
        try hub.run("undo")
        try hub.run("undo")
        #expect(try hub.session().contents().rows["yard_thing"] == nil)
        try hub.run("modules enable", ["id": .text("workshop")])
        #expect(try hub.items("workshop list").isEmpty)
    }

    @Test func erasingNamesTheCopiesThatAreLeft() throws {
        var older = WorkshopModule.module
        older.migrations = [WorkshopModule.migrations[0]]
        older.collections = []
        let hub = try TemporaryHub(modules: [older]).reopened(with: [WorkshopModule.module])
        let result = try hub.run("modules erase", ["id": .text("workshop"), "yes": .bool(true)])
        #expect(result["copies"]?.listValue?.count == 1)
    }

    /// Whose a backup is, it says itself, whatever it is called.
    @Test func erasingNamesBackupsOfAnyName() throws {
        let hub = try TemporaryHub(modules: [WorkshopModule.module])
        try hub.run("users add", ["name": .text("bob")])
        let folder = hub.hub.home + "/backups"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try hub.session().backup(to: folder + "/before-erase.tar.gz", keep: nil)
        _ = try hub.session(user: "bob").backup(to: folder + "/of-bob.tar.gz", keep: nil)
        try Data("no archive".utf8).write(to: URL(fileURLWithPath: folder + "/notes.txt"))
        let damaged = folder + "/atrium-ada-20260101T000000Z.tar.gz"
        try Data("damaged".utf8).write(to: URL(fileURLWithPath: damaged))
        let result = try hub.run("modules erase", ["id": .text("workshop"), "yes": .bool(true)])
        #expect(
            result["copies"]?.listValue?.compactMap(\.textValue).sorted()
                == [damaged, folder + "/before-erase.tar.gz"])
    }
}

extension RegistryTests {
    /// A module without anything.
    static func standIn(_ id: String) -> Module {
        Module(
            manifest: Manifest(id: id, title: id, summary: "Stands in.", version: "1.0.0", icon: "box"),
            migrations: [], collections: [])
    }
}
