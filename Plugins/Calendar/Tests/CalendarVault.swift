import AtriumSDK
import AtriumTesting
import Foundation
import GRDB

@testable import Calendar

/// A vault in memory with the calendar module's tables, and small stand-ins for the host's stores.
///
/// It does to a command's input what the host does: refuses unknown fields, fills in defaults, looks up references.
final class CalendarVault {
    let queue: DatabaseQueue
    let tags = MemoryTags()
    let attachments = MemoryAttachments()
    /// 2026-03-02T08:00:00Z, a Monday.
    var now = Date(timeIntervalSince1970: 1_772_438_400)
    var settings = UserSettings(timeZone: CalendarVault.berlin)
    static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    init() throws {
        queue = try DatabaseQueue()
        try queue.write { db in
            for migration in calendarModule.migrations { try db.execute(sql: migration.sql) }
        }
    }

    func context(_ db: Database) -> CommandContext {
        CommandContext(
            db: db, now: now, settings: settings, tags: tags, attachments: attachments, records: NoRecords(),
            links: NoLinks(), modules: NoModules())
    }

    func importContext(_ db: Database, options: DataObject = [:]) -> ImportContext {
        ImportContext(
            db: db, now: now, settings: settings,
            options: ImportOptions(arguments: Arguments(checked: options), timeZone: settings.timeZone),
            tags: tags, attachments: attachments, links: NoLinks(), modules: NoModules())
    }

    /// Runs `collection command` as the host does.
    @discardableResult
    func run(
        _ name: String, in collection: String = "events", _ values: DataObject = [:],
        files: [String: UploadedFile] = [:]
    ) throws -> DataObject {
        guard let collection = calendarModule.collections.first(where: { $0.id.name == collection }),
            let command = collection.commands.first(where: { $0.declaration.name == name })
        else { throw AtriumError(.usage, "no command \(name)") }
        let fields = command.declaration.fields
        for name in values.names where !fields.contains(where: { $0.name == name }) {
            throw AtriumError(.usage, "unknown field \(name)", field: name)
        }
        var checked = values
        for field in fields where checked[field.name] == nil {
            checked[field.name] = field.defaultValue
            if checked[field.name] == nil, field.isRequired {
                throw AtriumError(.usage, "\(field.name) is missing", field: field.name)
            }
        }
        let result = try queue.write { db in
            try command.run(Arguments(checked: checked, files: files), context(db))
        }
        let object = result.objectValue ?? [:]
        switch command.declaration.result {
        case .object(let declared):
            guard object.names == declared.map(\.name) else { throw ShapeMismatch(names: object.names) }
        case .page(let declared, _), .list(let declared, _):
            for item in object["items"]?.listValue ?? [] {
                let names = item.objectValue?.names ?? []
                guard Set(names) == Set(declared.map(\.name)), names.count == declared.count else {
                    throw ShapeMismatch(names: names)
                }
            }
        }
        return object
    }

    struct ShapeMismatch: Error {
        let names: [String]
    }

    /// The error that a command is refused with.
    func refusal(
        of name: String, in collection: String = "events", _ values: DataObject = [:]
    ) -> AtriumError? {
        do {
            try run(name, in: collection, values)
            return nil
        } catch {
            return error as? AtriumError
        }
    }

    /// The id of the only record whose summary is the text.
    func id(_ summary: String) throws -> DataValue {
        try queue.read { db in
            .integer(
                orNull: try Int64.fetchOne(
                    db, sql: "SELECT id FROM calendar_event WHERE summary = ? AND series_id IS NULL",
                    arguments: [summary]))
        }
    }

    func count(_ table: String) throws -> Int {
        try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }
}

/// Tags in memory, by the host's rules.
final class MemoryTags: TagStore {
    private var tags: [RecordReference: [String]] = [:]

    private func fold(_ tag: String) -> String {
        tag.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }

    func tags(of record: RecordReference) throws -> [String] { tags[record] ?? [] }

    func setTags(_ tags: [String], of record: RecordReference) throws {
        var seen: Set<String> = []
        self.tags[record] = tags.filter { !fold($0).isEmpty && seen.insert(fold($0)).inserted }
    }

    func condition(idColumn: String, in collection: CollectionID) -> String {
        // SQL cannot ask this store: a list of all records with their tags stands in the condition.
        let pairs = tags.flatMap { record, tags in tags.map { (record.id, fold($0)) } }
        let rows = pairs.map { "(\($0.0), '\($0.1)')" }.joined(separator: ", ")
        return rows.isEmpty
            ? "? IS NULL" : "\(idColumn) IN (SELECT column1 FROM (VALUES \(rows)) WHERE column2 = lower(?))"
    }
}

/// Attachments in memory.
final class MemoryAttachments: AttachmentStore {
    private var stored: [(record: RecordReference, attachment: Attachment, content: [UInt8])] = []
    private var next: Int64 = 1

    func attachments(of record: RecordReference, role: String?) throws -> [Attachment] {
        stored.filter { $0.record == record && (role == nil || $0.attachment.role == role) }.map(\.attachment)
    }

    func add(
        _ content: [UInt8], mediaType: String, name: String, role: String, to record: RecordReference
    ) throws -> Attachment {
        let attachment = Attachment(
            id: next, role: role, sha256: String(repeating: "0", count: 63) + String(next % 10),
            mediaType: mediaType, byteCount: Int64(content.count), name: name)
        next += 1
        stored.append((record, attachment, content))
        return attachment
    }

    func setRole(_ role: String, of id: Int64) throws {
        for place in stored.indices where stored[place].attachment.id == id {
            let old = stored[place].attachment
            stored[place].attachment = Attachment(
                id: id, role: role, sha256: old.sha256, mediaType: old.mediaType, byteCount: old.byteCount,
                name: old.name)
        }
    }

    func remove(_ id: Int64) throws { stored.removeAll { $0.attachment.id == id } }

    func content(of attachment: Attachment) throws -> [UInt8] {
        stored.first { $0.attachment.id == attachment.id }?.content ?? []
    }

    func holds(_ content: [UInt8], as attachment: Attachment) throws -> Bool {
        try self.content(of: attachment) == content
    }
}

/// The host's side of a merge, which takes a host: `TemporaryHub` has it.
struct NoRecords: RecordStore {
    func merge(_ other: RecordReference, into record: RecordReference) throws -> RecordMerge {
        throw AtriumError(.internal, "a test without a host tried to merge records")
    }
}
