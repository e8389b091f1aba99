import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import Testing

@testable import Connections

/// A database in memory with the module's tables, and stand-ins for what the host lends.
final class TestVault {
    let queue: DatabaseQueue
    let tags = MemoryTags()
    let attachments = MemoryAttachments()
    var now = Date(timeIntervalSince1970: 1_772_357_400)  // 2026-03-01T09:30:00Z

    init() throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        queue = try DatabaseQueue(configuration: configuration)
        try queue.write { db in
            for migration in connectionsModule.migrations { try db.execute(sql: migration.sql) }
        }
    }

    /// Runs a command as the host does, without its checks of types.
    func run(_ name: String, _ values: DataObject = [:], files: [String: UploadedFile] = [:]) throws
        -> DataObject
    {
        let command = try #require(self.command(name))
        var checked = values
        for field in command.declaration.fields where checked[field.name] == nil {
            if let value = field.defaultValue { checked[field.name] = value }
        }
        return try queue.write { db in
            let context = CommandContext(
                db: db, now: now, settings: UserSettings(timeZone: .gmt), tags: tags,
                attachments: attachments, records: NoRecords(), links: NoLinks(), modules: NoModules()
            )
            let value = try command.run(Arguments(checked: checked, files: files), context)
            return try #require(value.objectValue)
        }
    }

    func command(_ name: String) -> Command? {
        connectionsModule.collections.first?.commands.first { $0.declaration.name == name }
    }

    /// The person of an id, as the tables hold it.
    func person(_ id: Int64) throws -> Person {
        try queue.read { db in try #require(try PersonStore(db: db, tags: tags).person(id)) }
    }

    /// How many rows a table has.
    func count(_ table: String) throws -> Int {
        try queue.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }
}

/// Tags in memory, with the rules of the SDK.
final class MemoryTags: TagStore {
    private var stored: [RecordReference: [String]] = [:]

    func tags(of record: RecordReference) throws -> [String] { stored[record] ?? [] }

    func setTags(_ tags: [String], of record: RecordReference) throws {
        var seen: Set<String> = []
        stored[record] = tags.filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }
    }

    func condition(idColumn: String, in collection: CollectionID) -> String {
        let ids = stored.filter { $0.key.collection == collection && $0.value.contains("friends") }.map(
            \.key.id)
        return "\(idColumn) IN (\(ids.map(String.init).joined(separator: ","))) AND ? = 'friends'"
    }
}

/// Attachments in memory.
final class MemoryAttachments: AttachmentStore {
    private var stored: [(record: RecordReference, attachment: AtriumSDK.Attachment, content: [UInt8])] = []
    private var lastID: Int64 = 0
    /// Whether the files are gone, as after a disk was damaged.
    var isMissingFiles = false

    func attachments(of record: RecordReference, role: String?) throws -> [AtriumSDK.Attachment] {
        stored.filter { $0.record == record && (role == nil || $0.attachment.role == role) }.map(\.attachment)
    }

    func add(
        _ content: [UInt8], mediaType: String, name: String, role: String, to record: RecordReference
    ) throws -> AtriumSDK.Attachment {
        lastID += 1
        let attachment = AtriumSDK.Attachment(
            id: lastID, role: role, sha256: String(repeating: "0", count: 64), mediaType: mediaType,
            byteCount: Int64(content.count), name: name)
        stored.append((record, attachment, content))
        return attachment
    }

    func setRole(_ role: String, of id: Int64) throws {
        for place in stored.indices where stored[place].attachment.id == id {
            let old = stored[place].attachment
            stored[place].attachment = AtriumSDK.Attachment(
                id: id, role: role, sha256: old.sha256, mediaType: old.mediaType, byteCount: old.byteCount,
                name: old.name)
        }
    }

    func remove(_ id: Int64) throws { stored.removeAll { $0.attachment.id == id } }

    func content(of attachment: AtriumSDK.Attachment) throws -> [UInt8] {
        if isMissingFiles { throw AtriumError(.inputOutput, "the file of an attachment is missing") }
        return stored.first { $0.attachment.id == attachment.id }?.content ?? []
    }

    func holds(_ content: [UInt8], as attachment: AtriumSDK.Attachment) throws -> Bool {
        try !isMissingFiles && self.content(of: attachment) == content
    }
}

/// The host's side of a merge, which takes a host: `TemporaryHub` has it.
struct NoRecords: RecordStore {
    func merge(_ other: RecordReference, into record: RecordReference) throws -> RecordMerge {
        throw AtriumError(.internal, "a test without a host tried to merge records")
    }
}
