import AtriumSDK
import AtriumTesting
import ContentLine
import Foundation
import GRDB
import ICalendarFormat

@testable import ICalendarExchange

/// A module's table of journal entries, as small as one can be, with the sources of its records.
final class NotesTable: ExportedComponents, SourceStore {
    static let schema = """
        CREATE TABLE notes_zone (
            id INTEGER PRIMARY KEY AUTOINCREMENT, tzid TEXT NOT NULL, definition BLOB, UNIQUE (tzid, definition)
        ) STRICT;
        CREATE TABLE notes_note (
            id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, shelf INTEGER NOT NULL, day INTEGER NOT NULL,
            zone_id INTEGER REFERENCES notes_zone (id)
        ) STRICT;
        """

    static let components = ComponentTable(
        "notes_note", of: CollectionID(module: "notes", name: "notes"), component: "VJOURNAL",
        plural: "notes",
        zones: "notes_zone", firstDaySQL: "r.day", zoneUses: [.init("r.zone_id")], ownProperty: "X-SHELF")

    /// A VCALENDAR that defines the zone Office as an offset.
    static func calendar(zone offset: String? = nil, _ properties: String = "") -> String {
        let zone = offset.map {
            """
            BEGIN:VTIMEZONE\r\nTZID:Office\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n\
            TZOFFSETFROM:\($0)\r\nTZOFFSETTO:\($0)\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n
            """
        }
        return
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\n\(properties)\(zone ?? "")END:VCALENDAR\r\n"
    }

    let queue: DatabaseQueue
    private var containers: [String] = []
    private var sources: [Int64: (container: Int, isEdited: Bool)] = [:]
    private(set) var warnings: [String] = []

    init() throws {
        queue = try DatabaseQueue()
        try queue.write { db in try db.execute(sql: Self.schema) }
    }

    /// Keeps a note, and where it came from.
    @discardableResult
    func add(
        _ text: String, shelf: Int64 = 1, from container: String? = nil, isEdited: Bool = false
    ) throws -> Int64 {
        try queue.write { db in
            let zones = ZoneTable("notes_zone", db)
            zones.begin(container.map { CalendarContainer(source: Array($0.utf8)) })
            try db.execute(
                sql: "INSERT INTO notes_note (text, shelf, day, zone_id) VALUES (?, ?, 20000, ?)",
                arguments: [text, shelf, zones.id(of: container == nil ? "Europe/Vienna" : "Office")])
            let id = db.lastInsertedRowID
            if let container {
                if !containers.contains(container) { containers.append(container) }
                sources[id] = (containers.firstIndex(of: container) ?? 0, isEdited)
            }
            return id
        }
    }

    /// Exports shelves and gives the file's lines.
    func export(_ exported: [ComponentGroup] = [.only], of groups: [ComponentGroup] = [.only]) throws
        -> [String]
    {
        var output: [UInt8] = []
        try queue.read { db in
            let context = ExportContext(
                db: db, now: Date(timeIntervalSince1970: 0), settings: UserSettings(timeZone: .gmt),
                arguments: Arguments(checked: [:]), tags: MemoryTags(), attachments: MemoryAttachments(),
                sources: self, links: NoLinks(), modules: NoModules(), warn: { self.warnings.append($0) },
                write: { output += $0 })
            try ComponentExport(Self.components, self, context).run(exported, of: groups)
        }
        return String(decoding: output, as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    /// A shelf as a group.
    static func shelf(_ id: Int64, _ name: String) -> ComponentGroup {
        ComponentGroup(
            id, name: name, isNamed: true, condition: "r.shelf = \(id)",
            properties: [ContentLine(name: "X-SHELF", parameters: [], value: name)])
    }

    // MARK: - What an export asks

    private static func component(_ text: String) -> Component {
        Component.parse(Array("BEGIN:VJOURNAL\r\nSUMMARY:\(text)\r\nEND:VJOURNAL\r\n".utf8)).component
    }

    private func text(_ id: Int64, _ db: Database) throws -> String? {
        try String.fetchOne(db, sql: "SELECT text FROM notes_note WHERE id = ?", arguments: [id])
    }

    func component(of id: Int64) throws -> Component? {
        try queue.unsafeReentrantRead { try text(id, $0) }.map(Self.component)
    }

    func patched(
        _ component: Component, version: CalendarVersion, localZone: String?, to id: Int64
    ) throws -> PatchedComponent? {
        nil
    }

    func forEachRecord(
        in collection: CollectionID, format: FormatID, where condition: String,
        body: (Int64, Source?) throws -> Void
    ) throws {
        try queue.unsafeReentrantRead { db in
            for row in try Row.fetchAll(
                db, sql: "SELECT r.id, r.text FROM notes_note r WHERE \(condition) ORDER BY r.id")
            {
                let id: Int64 = row[0]
                let text: String = row[1]
                let source = sources[id].map {
                    Source(
                        text: Array("BEGIN:VJOURNAL\r\nSUMMARY:\(text)\r\nEND:VJOURNAL\r\n".utf8),
                        container: Int64($0.container), isEdited: $0.isEdited)
                }
                try body(id, source)
            }
        }
    }

    func isAnyWithoutSource(
        in collection: CollectionID, format: FormatID, where condition: String
    ) -> Bool { false }
    func container(_ id: Int64) throws -> [UInt8] { Array(containers[Int(id)].utf8) }

    func layout(of container: Int64) throws -> String? { nil }

    func options(of container: Int64, in timeZone: TimeZone) throws -> ImportOptions {
        ImportOptions(timeZone: timeZone)
    }

    func containers(of collection: CollectionID, format: FormatID, where condition: String) throws
        -> [(id: Int64, sources: Int)]
    {
        try queue.unsafeReentrantRead { db in
            // What the host's table of sources says of edits stands beside this one.
            let shelf = condition.replacing(" AND NOT s.is_edited", with: "")
            let ids = try Int64.fetchAll(db, sql: "SELECT r.id FROM notes_note r WHERE \(shelf)")
            let found = ids.compactMap { sources[$0] }.filter { shelf == condition || !$0.isEdited }
            return Dictionary(grouping: found, by: \.container).map { (Int64($0.key), $0.value.count) }
                .sorted { $0.0 < $1.0 }
        }
    }
}
