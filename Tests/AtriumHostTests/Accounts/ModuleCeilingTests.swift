import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import AtriumHost

/// The admin says which modules a user may enable.
@Suite struct ModuleCeilingTests {
    private let hub: TemporaryHub

    init() throws {
        var garden = RegistryTests.standIn("garden")
        garden.manifest.requires = ["workshop"]
        hub = try TemporaryHub(
            modules: [WorkshopModule.module, garden, RegistryTests.standIn("money")], formats: [LineFormat()])
        try hub.run("users add", ["name": .text("bob")])
        try hub.run("modules enable", ["all": .bool(true)], user: "bob")
        try hub.run("workshop add", ["name": .text("Saw")], user: "bob")
    }

    private func allow(_ modules: [String]) throws {
        var input: DataObject = ["name": .text("bob")]
        input[modules.isEmpty ? "all" : "allow"] =
            modules.isEmpty ? .bool(true) : .list(modules.map(DataValue.text))
        try hub.run("users modules", input)
    }

    /// What bob has, in a session that knows the present ceiling.
    private func bob() throws -> Session { try hub.hub.open(user: "bob") }

    private func enabled() throws -> [String] { try bob().enabledModules().map(\.id) }

    @Test func aModuleOverTheCeilingIsOffEverywhere() throws {
        #expect(try enabled() == ["workshop", "garden", "money"])
        try allow(["money"])
        let session = try bob()
        #expect(try enabled() == ["money"])
        #expect(try session.catalog().allSatisfy { $0.module == nil || $0.module == "money" })
        #expect(try session.exporters().isEmpty && session.importers().isEmpty)
        #expect(try !session.openAPI().json.contains("/workshop"))
        let entry = try #require(hub.hub.registry.catalog.first { $0.path == ["workshop", "list"] })
        #expect(
            message { _ = try session.run(entry, values: [:]) }
                == "the module workshop is off: ask an admin to allow it")
        let search = try #require(try session.entry("search"))
        #expect(
            try session.run(search, values: ["text": .list([.text("saw")])]).objectValue?["items"]
                == .list([]))
        let status = try session.moduleStatus()
        #expect(status.map(\.isAllowed) == [false, false, true])
        #expect(status.map(\.isEnabled) == [false, false, true])
        // The data stays, and comes back.
        try allow([])
        #expect(try enabled() == ["workshop", "garden", "money"])
        #expect(try bob().enabledModules().count == 3)
        #expect(try hub.items("workshop list", user: "bob").count == 1)
        // Nobody else is touched.
        #expect(try hub.session().enabledModules().count == 3)
    }

    /// As the module's own commands: over HTTP neither is there.
    @Test func aChangeOfAModuleOverTheCeilingIsNotTakenBack() throws {
        try allow(["money"])
        let session = try bob()
        let undo = try #require(try session.entry("undo"))
        let error = #expect(throws: AtriumError.self) { try session.run(undo, values: [:]) }
        #expect(error?.code == .unavailable && error?.code.httpStatus == 404)
        #expect(
            error?.message.hasSuffix("belongs to the module workshop, which your admin has not allowed")
                == true)
        try allow([])
        #expect(try hub.items("workshop list", user: "bob").count == 1)
    }

    @Test func whatIsNotAllowedCannotBeEnabled() throws {
        for id in ["garden", "workshop", "money"] {
            try hub.run("modules disable", ["id": .text(id)], user: "bob")
        }
        try allow(["money"])
        let session = try bob()
        let enable = try #require(try session.entry("modules enable"))
        #expect(
            message { _ = try session.run(enable, values: ["id": .text("workshop")]) }
                == "your admin does not let you enable workshop: ask your admin to allow it: atrium users modules bob"
        )
        #expect(
            try session.run(enable, values: ["all": .bool(true)]).objectValue?["changed"]
                == .list([.text("money")]))
        #expect(try enabled() == ["money"])
    }

    @Test func whatAnAllowedModuleRequiresMustBeAllowedToo() throws {
        #expect(
            message { try allow(["garden"]) }
                == "garden requires workshop, which would not be allowed: allow it too: --allow workshop")
        // A ceiling from before the module required it.
        let accounts = try hub.hub.accounts()
        try accounts.setAllowedModules(["garden", "money"], of: hub.hub.user(named: "bob"))
        #expect(try enabled() == ["money"])
        try allow(["garden", "workshop"])
        #expect(try enabled() == ["workshop", "garden"])
    }

    @Test(arguments: [["nonsense"], ["workshop", "nonsense"]])
    func anUnknownModuleIsSaid(modules: [String]) throws {
        #expect(message { try allow(modules) }?.hasPrefix("there is no module “nonsense”") == true)
        #expect(
            message { try hub.run("users modules", ["name": .text("bob")]) }?.hasPrefix(
                "either a list of modules or all is required") == true)
        #expect(try hub.hub.user(named: "bob").allowedModules == nil)
    }
}
