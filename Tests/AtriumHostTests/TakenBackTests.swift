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

    /// Where nothing was written, nothing has to be looked up again.
    @Test func aWriterForgetsOnlyWhatWasTakenBack() throws {
        let report = try hub.importFile(file("u1|Wall/Saw", "|", "u2|Wall/Broken axe", "|", "u3|Wall/Axe"))
        #expect([report.added, report.unreadable] == [2, 3])
        #expect(log.count.withLock { $0 } == 1)
    }
}

/// How often a writer was told to forget.
private final class ForgetLog: Sendable {
    let count = Mutex(0)
}

/// Puts tools on shelves, `shelf/name`, makes the shelves that there are not, and knows them.
private final class ShelvingWriter: RecordWriter {
    private let tools: LineFormat.ToolWriter
    private let log: ForgetLog
    private var shelves: [String: Int64] = [:]

    static func importer(_ log: ForgetLog) -> Importer {
        Importer(
            LineFormat().id, kinds: [LineFormat.kind], into: WorkshopModule.tools,
            map: { item, _, _ in try LineFormat.map(item) }, writer: { ShelvingWriter($0, log) })
    }

    init(_ context: ImportContext, _ log: ForgetLog) {
        tools = LineFormat.ToolWriter(context)
        self.log = log
    }

    func record(uid: String, part: String) throws -> Int64? { try tools.record(uid: uid, part: part) }

    func insert(_ draft: String, uid: String, part: String) throws -> Int64 {
        let (shelf, name) = try shelved(draft)
        let id = try tools.insert(name, uid: uid, part: part)
        try tools.db.execute(
            sql: "UPDATE workshop_tool SET shelf_id = ? WHERE id = ?", arguments: [shelf, id])
        return id
    }

    func update(_ record: Int64, to draft: String) throws {
        try tools.update(record, to: shelved(draft).name)
    }

    func matches(_ record: Int64, _ draft: String) throws -> Bool {
        try tools.matches(record, Self.parts(draft).name)
    }

    func issues(of draft: String) throws -> [ImportIssue] {
        if draft.contains("/Late") { throw AtriumError(.badData, "the tool came too late") }
        return []
    }

    func forget() {
        shelves = [:]
        log.count.withLock { $0 += 1 }
    }

    private func shelved(_ draft: String) throws -> (shelf: Int64, name: String) {
        let (name, tool) = Self.parts(draft)
        let shelf = try shelf(name)
        if tool.hasPrefix("Broken") { throw AtriumError(.badData, "the tool is broken") }
        return (shelf, tool)
    }

    private func shelf(_ name: String) throws -> Int64 {
        if let known = shelves[name] { return known }
        let db = tools.db
        let found = try Int64.fetchOne(
            db, sql: "SELECT id FROM workshop_shelf WHERE name = ?", arguments: [name])
        if found == nil {
            try db.execute(
                sql: "INSERT INTO workshop_shelf (uid, name) VALUES (?, ?)", arguments: ["shelf-\(name)", name])
        }
        let id = found ?? db.lastInsertedRowID
        shelves[name] = id
        return id
    }

    private static func parts(_ draft: String) -> (shelf: String, name: String) {
        let parts = draft.split(separator: "/", maxSplits: 1)
        return (parts.first.map(String.init) ?? "", parts.last.map(String.init) ?? "")
    }
}
