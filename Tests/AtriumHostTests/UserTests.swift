import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import AtriumHost

@Suite struct UserTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module], formats: [LineFormat()])
    }

    @Test func theFirstUserIsMadeOnFirstUseAndManagesUsers() throws {
        let users = try hub.items("users list")
        #expect(users.map { $0["name"] } == [.text("ada")])
        #expect(users.map { $0["admin"] } == [.bool(true)])
        #expect(try hub.run("users add", ["name": .text("Bob")])["admin"] == .bool(false))
        #expect(
            message { try hub.run("users add", ["name": .text("eve")], user: "bob") }
                == "there is no command “users add”")
        #expect(
            message { try hub.run("users add", ["name": .text("BOB")]) }
                == "the user “bob” already exists: choose another name")
        #expect(
            message { _ = try hub.session(user: "eve") }
                == "there is no user “eve”: see atrium users list")
    }

    @Test(arguments: ["", ".hidden", "a b", "a/b", "../x", "ä", String(repeating: "a", count: 33)])
    func aNameThatCouldBeAPathIsRefused(name: String) {
        #expect(
            message { try hub.run("users add", ["name": .text(name)]) }?.hasPrefix(
                "this is not a valid user name") == true)
    }

    @Test(arguments: [("", "owner"), ("root", "root"), ("DOMAIN\\ada", "owner"), ("Ada", "ada")])
    func theFirstUserIsNamedAfterTheEnvironment(name: String, user: String) {
        #expect(Hub.nameForFirstUser(name) == user)
    }

    @Test func twoUsersShareNothing() throws {
        try hub.run("users add", ["name": .text("bob")])
        try hub.run("modules enable", ["all": .bool(true)], user: "bob")
        try hub.run("workshop add", ["name": .text("Saw")])
        try hub.run("settings set", ["key": .text("units"), "value": .text("imperial")])
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Drill\n"))
        let adas = try hub.session().contents(.everything)

        #expect(try hub.items("workshop list", user: "bob").isEmpty)
        #expect(try hub.items("search", ["text": .list([.text("saw")])], user: "bob").isEmpty)
        #expect(try hub.items("history", user: "bob").isEmpty)
        #expect(try hub.items("imports list", user: "bob").isEmpty)
        #expect(try hub.run("settings get", ["key": .text("units")], user: "bob")["value"] == .text("metric"))
        #expect(message { try hub.run("undo", user: "bob") } == "there is no change to undo")

        // What one does leaves the other's vault alone.
        try hub.run("workshop add", ["name": .text("Rasp")], user: "bob")
        try hub.run("modules erase", ["id": .text("workshop"), "yes": .bool(true)], user: "bob")
        #expect(try hub.session().contents(.everything) == adas)
        #expect(try hub.session().vault.folder != hub.session(user: "bob").vault.folder)
    }

    @Test func removingAUserNeedsAYesAndTakesTheVault() throws {
        try hub.run("users add", ["name": .text("bob")])
        let folder = try hub.session(user: "bob").vault.folder
        #expect(FileManager.default.fileExists(atPath: folder))
        #expect(
            message { try hub.run("users remove", ["name": .text("bob")]) }
                == "removing bob permanently removes their vault: to confirm, add --yes; a backup that bob makes "
                + "first keeps a copy")
        #expect(
            message { try hub.run("users remove", ["name": .text("ada"), "yes": .bool(true)]) }
                == "you cannot remove yourself: ask another admin to do it")
        do {
            let open = try hub.session(user: "bob")
            #expect(
                message { try hub.run("users remove", ["name": .text("bob"), "yes": .bool(true)]) } != nil)
            #expect(open.user.name == "bob")
        }
        try hub.run("users remove", ["name": .text("bob"), "yes": .bool(true)])
        #expect(!FileManager.default.fileExists(atPath: folder))
        #expect(try hub.items("users list").count == 1)
    }

    @Test func theHomeIsForItsOwnerOnly() throws {
        let session = try hub.session()
        for folder in [hub.hub.home, session.vault.folder, session.vault.filesFolder] {
            let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions] as? Int
            #expect(mode == 0o700, "\(folder)")
        }
    }
}
