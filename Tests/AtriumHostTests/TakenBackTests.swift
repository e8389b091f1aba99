import AtriumSDK
import AtriumTesting
import GRDB
import Synchronization
import Testing

@testable import AtriumHost

/// What becomes of the others where the host takes an item back that broke a rule.
@Suite struct TakenBackTests {
    private let hub: TemporaryHub
    private let log = ForgetLog()

    init() throws {
        var workshop = WorkshopModule.module
        workshop.importers = [ShelvingWriter.importer(log)]
        hub = try TemporaryHub(modules: [workshop], formats: [LineFormat()])
    }

    private func file(_ lines: String...) -> TextFile {
        TextFile("a.lines", "tools:\n" + lines.joined(separator: "\n") + "\n")
    }

    /// The names of the tools with the shelves that they are on.
    private func tools() throws -> [String] {
        try hub.session().vault.pool.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT s.name || '/' || t.name FROM workshop_tool t JOIN workshop_shelf s ON s.id = t.shelf_id
                    ORDER BY t.id
                    """)
        }
    }

    /// Its shelf went with it; where another took the number, the third would be on that.
    @Test(arguments: [["u2|Wall/Axe"], ["u2|Floor/Anvil", "u3|Wall/Axe"]])
    func whatARefusedItemMadeIsMadeAnew(others: [String]) throws {
        let text = "tools:\nu1|Wall/Broken saw\n" + others.joined(separator: "\n") + "\n"
        let report = try hub.importFile(TextFile("a.lines", text))
        #expect([report.added, report.unreadable] == [others.count, 1])
        #expect(report.issues.map(\.line) == [2])
        #expect(try tools() == others.map { String($0.dropFirst(3)) })
        #expect(try hub.session().contradictions() == [])
    }

    /// The rows of the file that were made for it go with it too.
    @Test func anItemMayBeRefusedWhenItsTextIsKept() throws {
        let report = try hub.importFile(file("u1|Wall/Late saw", "u2|Wall/Axe"))
        #expect([report.added, report.unreadable] == [1, 1])
        #expect(try tools() == ["Wall/Axe"])
        #expect(try hub.session().contradictions() == [])
    }

    /// An item that was refused has not met the record of its identifier.
    @Test func aRefusedItemTakesNoIdentifierFromTheNext() throws {
        let file = file("u1|Wall/Broken saw", "u1|Wall/Axe")
        let first = try hub.importFile(file)
        #expect([first.added, first.unreadable] == [1, 1])
        let again = try hub.importFile(file)
        #expect([again.added, again.unchanged, again.unreadable] == [0, 1, 1])
        #expect(try tools() == ["Wall/Axe"])
    }

    private func beginRepairs() throws {
        try hub.session().execute("INSERT INTO workshop_shelf (uid, name) VALUES ('r', 'Repair')")
    }

    /// Even where it could be taken by now: the item behind it was.
    @Test func aRefusedItemDoesNotChangeTheNextOfItsIdentifierLater() throws {
        let file = file("u1|Wall/Broken saw", "u1|Wall/Axe")
        try hub.importFile(file)
        try beginRepairs()
        for _ in 1...2 {
            let again = try hub.importFile(file)
            #expect([again.added, again.updated, again.unchanged, again.unreadable] == [0, 0, 1, 1])
            #expect(again.issues.map(\.line) == [2])
        }
        #expect(try tools() == ["Wall/Axe"])
    }

    /// Once it was taken it is a version of its record as others are.
    @Test func aRefusalIsForgottenWhenTheItemIsTaken() throws {
        let broken = file("u1|Wall/Broken saw")
        #expect(try hub.importFile(broken).unreadable == 1)
        try beginRepairs()
        #expect(try hub.importFile(broken).added == 1)
        #expect(try hub.importFile(file("u1|Wall/Saw")).updated == 1)
        #expect(try hub.importFile(broken).updated == 1)
        #expect(try tools() == ["Wall/Broken saw"])
    }

    /// Where nothing was written, nothing has to be looked up again.
    @Test func aWriterForgetsOnlyWhatWasTakenBack() throws {
        let report = try hub.importFile(file("u1|Wall/Saw", "|", "u2|Wall/Broken axe", "|", "u3|Wall/Axe"))
        #expect([report.added, report.unreadable] == [2, 3])
        #expect(log.count.withLock { $0 } == 1)
    }
}
