import AtriumSDK
import GRDB

/// A format for tests: one tool a line, `uid|name` or just `name`, after the line `tools:`.
struct LineFormat: Format {
    var id: FormatID { FormatID(rawValue: "lines") }
    var fileExtensions: [String] { ["lines"] }

    func confidence(in prefix: [UInt8]) -> FormatConfidence {
        prefix.starts(with: Array("tools:\n".utf8)) ? .certain : .none
    }

    func read(_ file: any ImportFile, events: (ImportEvent) throws -> Void) throws -> String {
        var reader = try file.open()
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = try bytes.withUnsafeMutableBytes { try reader.read(into: $0) }
        let lines = bytes.prefix(count).split(separator: 10).dropFirst()
        try events(.container(Container(format: id, source: Array("tools:\n".utf8), value: ())))
        for (index, line) in lines.enumerated() {
            try events(
                .item(
                    Item(
                        kind: Self.kind, source: Array(line), line: index + 2,
                        value: String(decoding: line, as: UTF8.self), issues: [])))
        }
        return "utf-8"
    }

    /// What the names of tools begin with that come with an attachment.
    static let pictured = "Pictured "

    static let kind = ItemKind(rawValue: "tool-line")

    static let importer = Importer(
        LineFormat().id, kinds: [kind], into: WorkshopModule.tools,
        map: { item, _, _ in try map(item) }, writer: ToolWriter.init)

    /// What a line says of a tool, with its uid.
    static func map(_ item: Item) throws -> MappedItem<String> {
        let parts = (item.value as? String ?? "").split(separator: "|", maxSplits: 1)
        guard let name = parts.last else { throw AtriumError(.badData, "the line is empty") }
        return MappedItem(draft: String(name), uid: parts.count == 2 ? String(parts[0]) : nil)
    }

    static let exporter = Exporter(LineFormat().id, of: WorkshopModule.tools, fileName: "tools.lines") {
        context in
        try context.write(Array("tools:\n".utf8))
        let sql = "SELECT r.uid, r.name FROM workshop_tool r WHERE \(context.condition) ORDER BY r.id"
        for row in try Row.fetchAll(context.db, sql: sql) {
            let (uid, name): (String, String) = (row["uid"], row["name"])
            try context.write(Array("\(uid)|\(name)\n".utf8))
        }
    }

    final class ToolWriter: RecordWriter {
        let db: Database
        let attachments: any AttachmentStore

        init(_ context: ImportContext) { (db, attachments) = (context.db, context.attachments) }

        func record(uid: String, part: String) throws -> Int64? {
            try Int64.fetchOne(db, sql: "SELECT id FROM workshop_tool WHERE uid = ?", arguments: [uid])
        }
        func insert(_ draft: String, uid: String, part: String) throws -> Int64 {
            try db.execute(
                sql: "INSERT INTO workshop_tool (uid, name) VALUES (?, ?)", arguments: [uid, draft])
            let id = db.lastInsertedRowID
            if draft.hasPrefix(LineFormat.pictured) {
                try attachments.add(
                    Array(draft.utf8), mediaType: "image/png", name: "", role: "picture",
                    to: RecordReference(WorkshopModule.tools, id))
            }
            return id
        }
        func update(_ record: Int64, to draft: String) throws {
            try db.execute(sql: "UPDATE workshop_tool SET name = ? WHERE id = ?", arguments: [draft, record])
        }
        func matches(_ record: Int64, _ draft: String) throws -> Bool {
            try String.fetchOne(db, sql: "SELECT name FROM workshop_tool WHERE id = ?", arguments: [record])
                == draft
        }
    }
}
