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
    @discardableResult
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
