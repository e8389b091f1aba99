import AtriumHost
import AtriumSDK
import GRDB

/// A format of one plant a line, `PLANT title`; a line without the word is an issue.
struct PlantFormat: Format {
    static let format = FormatID(rawValue: "plants")
    static let kind = ItemKind(rawValue: "plant")

    var id: FormatID { Self.format }
    var fileExtensions: [String] { ["plants"] }

    func confidence(in prefix: [UInt8]) -> FormatConfidence {
        prefix.starts(with: Array("PLANT ".utf8)) ? .certain : .none
    }

    func read(_ file: any ImportFile, events: (ImportEvent) throws -> Void) throws -> String {
        var reader = try file.open()
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = try buffer.withUnsafeMutableBytes { try reader.read(into: $0) }
            if count == 0 { break }
            bytes += buffer.prefix(count)
        }
        let lines = bytes.split(separator: 10)
        let first = lines.first.map { String(decoding: $0, as: UTF8.self) }
        try events(.container(Container(format: id, source: [], value: first ?? "")))
        for (index, line) in lines.enumerated() {
            let text = String(decoding: line, as: UTF8.self)
            if text.hasPrefix("PLANT ") {
                let item = Item(
                    kind: Self.kind, source: Array(line), line: index + 1, value: String(text.dropFirst(6)),
                    issues: [])
                try events(.item(item))
            } else {
                let issue = ImportIssue(
                    line: index + 1, property: "LINE", code: "no-plant", message: "the line names no plant",
                    isKept: false)
                try events(.issue(issue))
            }
        }
        return "utf-8"
    }
}

private let plantID = CollectionID(module: "garden", name: "plants")
private let prefix = FieldDeclaration("namePrefix", .text, help: "What to put before each title.")

let plantImporter = Importer(
    PlantFormat.format, kinds: [PlantFormat.kind], into: plantID, options: [prefix],
    map: { item, _, options in
        let title = (item.value as? String) ?? ""
        let start = options.arguments.values["namePrefix"]?.textValue ?? ""
        return MappedItem(draft: start + title, uid: "plant-" + title)
    },
    writer: { PlantWriter(db: $0.db) })

let plantExporter = Exporter(PlantFormat.format, of: plantID, fileName: "garden.plants") { context in
    let sql = "SELECT r.title FROM garden_plant r WHERE \(context.condition) ORDER BY r.id"
    for title in try String.fetchAll(context.db, sql: sql) {
        if title == "Dodo" { context.warn("a plant of that name is an animal") }
        try context.write(Array("PLANT \(title)\n".utf8))
    }
}

final class PlantWriter: RecordWriter {
    private let db: Database

    init(db: Database) { self.db = db }

    func record(uid: String, part: String) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT id FROM garden_plant WHERE uid = ?", arguments: [uid])
    }

    func insert(_ draft: String, uid: String, part: String) throws -> Int64 {
        try db.execute(sql: "INSERT INTO garden_plant (uid, title) VALUES (?, ?)", arguments: [uid, draft])
        return db.lastInsertedRowID
    }

    func update(_ record: Int64, to draft: String) throws {
        try db.execute(sql: "UPDATE garden_plant SET title = ? WHERE id = ?", arguments: [draft, record])
    }

    func matches(_ record: Int64, _ draft: String) throws -> Bool {
        try String.fetchOne(db, sql: "SELECT title FROM garden_plant WHERE id = ?", arguments: [record])
            == draft
    }
}
