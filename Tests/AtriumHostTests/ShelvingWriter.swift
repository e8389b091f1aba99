import AtriumSDK
import GRDB
import Synchronization

/// How often a writer was told to forget, and whether it does.
final class ForgetLog: Sendable {
    let count = Mutex(0)
    let isHeeded: Bool

    init(isHeeded: Bool = true) { self.isHeeded = isHeeded }
}

/// Puts tools on shelves, `shelf/name`, makes the shelves that there are not, and knows them.
///
/// Broken ones it takes only where there is a shelf called Repair.
final class ShelvingWriter: RecordWriter {
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
        if log.isHeeded { shelves = [:] }
        log.count.withLock { $0 += 1 }
    }

    private func shelved(_ draft: String) throws -> (shelf: Int64, name: String) {
        let (name, tool) = Self.parts(draft)
        let shelf = try shelf(name)
        if tool.hasPrefix("Broken"), try !isRepairing() { throw AtriumError(.badData, "the tool is broken") }
        return (shelf, tool)
    }

    private func isRepairing() throws -> Bool {
        try Bool.fetchOne(
            tools.db, sql: "SELECT EXISTS (SELECT 1 FROM workshop_shelf WHERE name = 'Repair')") ?? false
    }

    private func shelf(_ name: String) throws -> Int64 {
        if let known = shelves[name] { return known }
        let db = tools.db
        let found = try Int64.fetchOne(
            db, sql: "SELECT id FROM workshop_shelf WHERE name = ?", arguments: [name])
        if found == nil {
            try db.execute(
                sql: "INSERT INTO workshop_shelf (uid, name) VALUES (?, ?)",
                arguments: ["shelf-\(name)", name])
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
