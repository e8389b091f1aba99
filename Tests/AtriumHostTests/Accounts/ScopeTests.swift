import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Testing

@testable import AtriumHost

/// How far each kind of principal reaches: the catalog, and all ways past it.
@Suite struct ScopeTests {
    private let hub: TemporaryHub
    private let session: Session
    private static let marker = "Zugvogel"

    init() throws {
        hub = try TemporaryHub(
            modules: [WorkshopModule.module, LibraryModule.module], formats: [LineFormat()])
        session = try hub.session()
        try hub.run("workshop add", ["name": .text("Saw")])
        try session.write("test") { db, _ in
            try db.execute(
                sql: "INSERT INTO library_book (uid, title, author) VALUES ('b1', ?, 'someone')",
                arguments: [Self.marker])
        }
        try hub.run(
            "tags add",
            ["collection": .text("library"), "record": .text("b1"), "tags": .list([.text(Self.marker)])])
        try hub.run(
            "links add",
            [
                "fromCollection": .text("workshop"), "fromRecord": .text("Saw"),
                "toCollection": .text("library"),
                "toRecord": .text("b1"), "kind": .text(Self.marker),
            ])
        try hub.importFile(TextFile("a.lines", "tools:\nu1|\(Self.marker)\n"))
        try hub.run("settings set", ["key": .text("name"), "value": .text(Self.marker)])
        try hub.run("users add", ["name": .text("bob")])
    }

    /// The principals of the table below, by their letters.
    private func principal(_ letter: Character) throws -> Session {
        switch letter {
        case "a": session
        case "u": try hub.session(user: "bob")
        case "W": session.limited(to: Scope(modules: nil, access: .write))
        case "R": session.limited(to: Scope(modules: nil, access: .read))
        case "w": session.limited(to: Scope(modules: ["workshop"], access: .write))
        case "r": session.limited(to: Scope(modules: ["workshop"], access: .read))
        default: throw AtriumError(.internal, "no principal \(letter)")
        }
    }

    /// Every command that there is, and who may run it: an admin and a user who have logged in (a, u; the workshop is off
    /// for the user); tokens for all modules, to write and to read (W, R); tokens for the workshop alone (w, r).
    private static let table: [String: String] = [
        "workshop list": "aWRwr", "workshop add": "aWw", "workshop edit": "aWw", "workshop remove": "aWw",
        "workshop fill": "aWw", "workshop replace": "aWw", "workshop replace-part": "aWw",
        "workshop move-all": "aWw", "workshop come-and-go": "aWw", "workshop fail": "aWw",
        "workshop merge": "aWw", "workshop shelves add": "aWw", "workshop shelves replace": "aWw",
        "workshop shelves remove": "aWw",

        "modules list": "auWRwr", "modules enable": "auW", "modules disable": "auW", "modules erase": "auW",
        "setup list": "auWR", "setup skip": "auW", "setup again": "auW",
        "settings list": "auWR", "settings get": "auWR", "settings set": "auW", "settings clear": "auW",
        "tags list": "auWRwr", "tags show": "auWRwr", "tags add": "auWw", "tags remove": "auWw",
        "links list": "auWRwr", "links add": "auWw", "links remove": "auWw",
        "undo": "auW", "history": "auWR",
        "imports list": "auWR", "imports show": "auWR", "imports undo": "auW",
        "maps list": "auWR", "maps remove": "auW",
        "search": "auWRwr", "today": "auWRwr", "dashboard": "auWRwr", "figures": "auWRwr",

        "users show": "au", "users edit": "au", "users password": "au", "logins list": "au",
        "tokens list": "au", "tokens add": "au", "tokens revoke": "au",
        "sessions list": "au", "sessions revoke": "au",
        "feeds list": "au", "feeds add": "au", "feeds revoke": "au",
        "users list": "a", "users add": "a", "users remove": "a", "users invite": "a", "users modules": "a",
        "invitations list": "a", "invitations revoke": "a",
        "hub list": "a", "hub set": "a",
    ]

    @Test func everyCommandIsInTheTable() {
        let all = Set(hub.hub.registry.catalog.map { $0.path.joined(separator: " ") })
        #expect(all == Set(Self.table.keys))
    }

    @Test(arguments: ["a", "u", "W", "R", "w", "r"] as [Character])
    func theCatalogIsWhatThePrincipalMayRun(letter: Character) throws {
        let session = try principal(letter)
        let visible = Set(try session.catalog().map { $0.path.joined(separator: " ") })
        let expected = Self.table.filter { $0.value.contains(letter) }
        #expect(visible == Set(expected.keys))
    }

    /// A command that is not in the catalog cannot be run by naming it either, whatever its input.
    @Test(arguments: ["u", "W", "R", "w", "r"] as [Character])
    func whatIsNotInTheCatalogCannotBeRun(letter: Character) throws {
        let session = try principal(letter)
        let before = try self.session.contents(.everything)
        let users = try hub.hub.users()
        for entry in hub.hub.registry.catalog {
            let name = entry.path.joined(separator: " ")
            guard Self.table[name]?.contains(letter) == false else { continue }
            do {
                _ = try session.run(entry, values: Self.input(entry))
                Issue.record("\(name) ran")
            } catch {
                let code = (error as? AtriumError)?.code
                #expect(code == .notPermitted || code == .unavailable, "\(name): \(error)")
            }
        }
        #expect(try self.session.contents(.everything) == before)
        #expect(try hub.hub.users() == users)
    }

    /// Input that would be good.
    private static func input(_ entry: CatalogEntry) -> DataObject {
        entry.declaration.fields.reduce(into: DataObject()) { values, field in
            guard field.isRequired else { return }
            values[field.name] =
                switch field.name {
                case "collection", "fromCollection", "toCollection": .text("workshop")
                case "text", "tags": .list([.text(marker)])
                case "key": entry.path.first == "hub" ? .text("sign-up") : .text("zone")
                case "value": .text("UTC")
                default: .text("1")
                }
        }
    }

    /// Whatever a token for one module reads, nothing of another module is in it.
    @Test(arguments: ["w", "r"] as [Character])
    func nothingOfAnotherModuleIsRead(letter: Character) throws {
        // What is in the workshop has another name.
        try hub.run("workshop edit", ["record": .text("u1"), "name": .text("Drill")])
        let session = try principal(letter)
        for entry in try session.catalog() where !entry.declaration.kind.writes {
            let value = try session.run(entry, values: Self.input(entry))
            #expect(!value.json.contains(Self.marker), "\(entry.path)")
            #expect(!value.json.contains("library"), "\(entry.path)")
        }
        for (collection, record) in [("library", "b1"), ("library/books", "1")] {
            let entry = try #require(try session.entry("tags show"))
            let text = message {
                _ = try session.run(
                    entry, values: ["collection": .text(collection), "record": .text(record)])
            }
            #expect(
                text == "this token cannot access the module library: use a token that can access it")
        }
        let search = try #require(try session.entry("search"))
        let module: DataObject = ["text": .list([.text("z")]), "module": .text("library")]
        #expect(message { _ = try session.run(search, values: module) } != nil)
        #expect(try !session.openAPI().json.contains("library"))
        #expect(try session.exporters().map(\.collection) == [WorkshopModule.tools])
    }

    @Test func whatMovesFilesAsksTheSameDoor() throws {
        let read = try principal("R")
        let one = try principal("w")
        let folder = hub.hub.home + "/out"
        let file = ImportRequest(files: [("a.lines", TextFile("a.lines", "tools:\nu7|Axe\n"))])
        #expect(
            message { _ = try read.importFiles(file) }
                == "this token is read-only: use a token with write access")
        #expect(try one.importFiles(file).files.first?.added == 1)
        var kept = file
        kept.mapToUse = "bank"
        let refusal =
            "this token is limited to some modules: use a token for all modules, or log in with your password"
        #expect(message { _ = try one.importFiles(kept) } == refusal)
        #expect(message { _ = try one.exportAll(to: folder, includesDisabled: false) } == refusal)
        #expect(message { _ = try one.makeVaultFile(.folder) } == refusal)
        #expect(message { _ = try one.makeVaultFile(.backup) } == refusal)
        #expect(message { _ = try one.backup(to: folder + ".tar.gz", keep: nil) } == refusal)
        #expect(message { _ = try one.doctor() } == refusal)
        #expect(message { try one.rebuildIndexes() } == refusal)
        #expect(
            message { try read.rebuildIndexes() } == "this token is read-only: use a token with write access")
        var bytes: [UInt8] = []
        try read.export(ExportRequest(module: "workshop")) { bytes += $0 }
        #expect(!bytes.isEmpty)
        let limited = session.limited(to: Scope(modules: ["library"], access: .read))
        #expect(
            message { _ = try limited.export(ExportRequest(module: "workshop")) { _ in } }
                == "this token cannot access the module workshop: use a token that can access it")
    }

    /// A session that is limited twice reaches what lies within both.
    @Test func limitsOnlyNarrow() {
        let all = Scope.everything
        let one = Scope(modules: ["a", "b"], access: .read)
        let other = Scope(modules: ["b", "c"], access: .write, reachesAccount: true)
        #expect(all.intersection(one) == one)
        #expect(one.intersection(all) == one)
        #expect(one.intersection(other) == Scope(modules: ["b"], access: .read))
        #expect(all.intersection(other) == other)
        #expect(all.intersection(all) == all)
    }
}
