import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Testing

@testable import AtriumHost

/// Settings that modules declare: listed, set, read by them, and gone with them.
@Suite struct ModuleSettingsTests {
    private let hub: TemporaryHub

    init() throws { hub = try TemporaryHub(modules: [PlannerModule.module, DiaryModule.module]) }

    @discardableResult
    private func set(_ key: String, _ value: String) throws -> DataObject {
        try hub.run("settings set", ["key": .text(key), "value": .text(value)])
    }

    private func get(_ key: String, of hub: TemporaryHub? = nil) throws -> String? {
        try (hub ?? self.hub).run("settings get", ["key": .text(key)])["value"]?.textValue
    }

    private func seen() throws -> String? { try hub.run("planner seen")["seen"]?.textValue }

    private func kept(in hub: TemporaryHub? = nil) throws -> [String] {
        try (hub ?? self.hub).session().vault.read { db in
            try String.fetchAll(db, sql: "SELECT key || '=' || value FROM host_setting ORDER BY key")
        }
    }

    // MARK: - Listed and set

    @Test func theyAreListedAfterTheHostsOwn() throws {
        let items = try hub.items("settings list")
        let own = items.filter { $0["module"] == .null }
        #expect(own.count == Setting.allCases.count)
        #expect(
            items.dropFirst(own.count).map { $0["key"] } == [
                "planner.snap", "planner.default-kind", "planner.loud", "planner.hours",
            ])
        let snap = try #require(items.first { $0["key"] == "planner.snap" })
        #expect(
            [snap["value"], snap["default"], snap["module"], snap["isSet"]] == ["15", "15", "planner", false])
        #expect(snap["help"] == "The grid, in minutes.")
    }

    @Test func whatIsSetIsReadByTheModule() throws {
        #expect(try seen() == "15 flexible quiet []")
        try set("planner.snap", "30")
        try set("planner.default-kind", "MUST-DO")
        try set("planner.loud", "true")
        try set("planner.hours", "9-17")
        #expect(try seen() == "30 must-do loud [9-17]")
        #expect(try hub.run("planner add", ["title": "Write"])["title"] == "Write, must-do")
        let figure = try hub.items("figures", ["module": "planner"]).first
        #expect(figure?["value"] == .decimal(30))
        #expect(try hub.run("today")["warnings"] == .list(["the day is must-do"]))
        #expect(try get("planner.loud") == "yes")
    }

    @Test(arguments: [
        (
            "planner.snap", "90",
            "“90” is not a valid value for planner.snap: use a whole number from 5 to 60"
        ),
        (
            "planner.default-kind", "",
            "“” is not a valid value for planner.default-kind: use one of: must-do, flexible"
        ),
        ("planner.hours", "nine", "“nine” are no hours: use 9-17"),
    ])
    func aWrongValueIsRefused(key: String, value: String, error: String) throws {
        #expect(message { try set(key, value) } == error)
        #expect(try kept() == [])
    }

    @Test func theDefaultComesBack() throws {
        try set("planner.snap", "30")
        let cleared = try hub.run("settings clear", ["key": "planner.snap"])
        #expect([cleared["value"], cleared["isSet"]] == ["15", false])
        #expect(try kept() == [])
        try hub.run("undo")
        #expect(try get("planner.snap") == "30")
        try set("theme", "dark")
        #expect(try hub.run("settings clear", ["key": "theme"])["value"] == "system")
        // Nothing is set: nothing is changed.
        let before = try hub.session().contents(.everything)
        try hub.run("settings clear", ["key": "theme"])
        #expect(try hub.session().contents(.everything) == before)
    }

    /// As after an update that takes less.
    @Test func aValueThatIsNoneAnyMoreIsNamed() throws {
        try set("planner.snap", "30")
        _ = try hub.session().write("test") { db, _ in
            try db.execute(sql: "UPDATE host_setting SET value = '7000'")
        }
        #expect(try seen() == "15 flexible quiet []")
        let list = try hub.run("settings list")
        #expect(
            list["warnings"]
                == .list(["planner.snap is set to “7000”, which is no longer valid: the default is used"]))
        #expect(try get("planner.snap") == "15")
    }

    @Test func anUnknownOneIsNotFound() throws {
        for key in ["planner.snaps", "planner", "diary.snap", "nobody.snap", "planner."] {
            let error = error { try set(key, "5") }
            #expect([error?.code == .notFound, error?.field == "key"] == [true, true], "\(key)")
        }
        #expect(message { try set("planner.snaps", "5") }?.hasSuffix("did you mean “planner.snap”?") == true)
    }

    // MARK: - The module's life

    @Test func theyHideWhileTheModuleIsOff() throws {
        try set("planner.snap", "30")
        try hub.run("modules disable", ["id": "planner"])
        #expect(try !hub.items("settings list").contains { $0["module"] == "planner" })
        for command in ["get", "set", "clear"] {
            let error = error {
                try hub.run(
                    "settings \(command)",
                    command == "set" ? ["key": "planner.snap", "value": "5"] : ["key": "planner.snap"])
            }
            #expect(error?.code == .notFound)
            #expect(error?.message == "there is no setting “planner.snap”: the module planner is off")
            #expect(error?.remedy.description.contains("modules enable") == true)
        }
        #expect(try hub.session().settingFields().map(\.name) == Setting.allCases.map(\.rawValue))
        #expect(try keys() == Setting.allCases.map(\.rawValue))
        try hub.run("modules enable", ["id": "planner"])
        #expect(try get("planner.snap") == "30")
    }

    /// The settings that `settings set` offers.
    private func keys() throws -> [String] {
        let field = try #require(try hub.session().entry("settings set")?.declaration.fields.first)
        guard case .choice(let words) = field.type else { return [] }
        return words
    }

    @Test func surfacesOfferThem() throws {
        #expect(try keys().suffix(4).first == "planner.snap")
        let fields = try hub.session().settingFields().filter { $0.group != nil }
        #expect(fields.map(\.group) == Array(repeating: "Planner", count: 4))
        #expect(fields.map(\.title) == ["Snap", "Default kind", "Loud", "Hours"])
        #expect(fields.map(\.type)[2] == .choice(["yes", "no"]))
        let openAPI = try hub.session().openAPI().json
        #expect(openAPI.contains("planner.default-kind"))
    }

    @Test func theirChangeIsTakenBackOnlyWhileTheModuleIsOn() throws {
        try set("planner.snap", "30")
        try set("planner.snap", "45")
        try hub.run("undo")
        #expect(try get("planner.snap") == "30")
        try hub.run("modules disable", ["id": "planner"])
        let error = error { try hub.run("undo") }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("belongs to the module planner, which is off") == true)
        try hub.run("modules enable", ["id": "planner"])
        try hub.run("undo")
        #expect(try kept() == [])
    }

    @Test func theyGoWithTheModule() throws {
        try set("name", "Ada")
        try set("planner.hours", "Whetstone-Emery")
        try set("planner.hours", "Emery-Whetstone")
        try hub.run("settings clear", ["key": "planner.hours"])
        try hub.run("undo")
        let erased = try hub.run("modules erase", ["id": "planner", "yes": true])
        #expect(erased["changes"] == 4)
        #expect(try kept() == ["name=Ada"])
        let bytes = String(decoding: try hub.session().storedBytes(), as: UTF8.self)
        for word in ["Whetstone", "planner.hours"] { #expect(!bytes.contains(word), "\(word)") }
        #expect(try hub.session().contradictions() == [])
        try hub.run("modules enable", ["id": "planner"])
        #expect(try seen() == "15 flexible quiet []")
        try hub.run("undo")
        #expect(try kept() == [])
    }

    // MARK: - Export, backup

    @Test func anExportOfEverythingHasThem() throws {
        let folder = NSTemporaryDirectory() + "settings-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try set("planner.snap", "30")
        try set("name", "Ada")
        func export(_ name: String, _ includesDisabled: Bool) throws -> String {
            _ = try hub.session().exportAll(to: folder + "/" + name, includesDisabled: includesDisabled)
            return try String(contentsOfFile: folder + "/\(name)/manifest.json", encoding: .utf8)
        }
        #expect(try export("on", false).contains("\"planner.snap\":\"30\""))
        try hub.run("modules disable", ["id": "planner"])
        #expect(try !export("off", false).contains("planner.snap"))
        #expect(try export("all", true).contains("\"planner.snap\":\"30\""))

        let other = try TemporaryHub(modules: [PlannerModule.module, DiaryModule.module], isEnabled: false)
        _ = try other.importWholeVault(folder + "/on")
        #expect(try get("planner.snap", of: other) == "30")
        #expect(try kept(in: other) == ["name=Ada", "planner.snap=30"])

        // A program without the module keeps the rest, and says what it leaves.
        let without = try TemporaryHub(modules: [DiaryModule.module])
        let report = try without.importWholeVault(folder + "/on")
        #expect(report.files.flatMap(\.issues).map(\.code).contains("bad-setting"))
        #expect(try kept(in: without) == ["name=Ada"])
    }
}
