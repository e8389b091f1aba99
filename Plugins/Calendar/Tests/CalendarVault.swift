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
