import AtriumHost
import AtriumSDK
import Foundation
import Synchronization

/// A cache of hub files for tests.
///
/// The first test with a set of modules creates a hub. Each later test with the same modules starts with a
/// copy of that hub's files.
///
/// Without the cache, running all migrations for each test took a third of the total test time and a third of
/// the corpus time.
enum HubTemplates {
    /// The cache key, which contains the inputs that determine a new hub's files.
    struct Key: Hashable {
        private let modules: [[String]]
        private let now: Date

        init(_ modules: [Module], now: Date) {
            self.modules = modules.map { module in
                [module.id] + module.collections.map(\.id.name)
                    + module.migrations.flatMap { [$0.name, $0.sql] }
            }
            self.now = now
        }
    }

    /// A file or folder in a hub's home folder.
    ///
    /// The content of a folder is nil.
    private struct Item {
        let path: String
        let content: Data?
        let permissions: Int
    }

    private static let templates = Mutex<[Key: [Item]]>([:])

    /// Copies a hub's files to a new folder.
    ///
    /// - Parameter make: creates and closes a hub. This closure is called once for each key.
    /// - Throws: an error that `make` throws, or a file system error.
    static func copy(_ key: Key, to home: String, making make: () throws -> TemporaryHub) throws {
        let items = try templates.withLock { templates in
            if let items = templates[key] { return items }
            let template = try make()
            let items = try withExtendedLifetime(template) { try read(template.hub.home) }
            templates[key] = items
            return items
        }
        for item in items {
            let path = home + item.path
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: item.permissions]
            guard let content = item.content else {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: true, attributes: attributes)
                continue
            }
            guard FileManager.default.createFile(atPath: path, contents: content, attributes: attributes)
            else {
                throw AtriumError(.cannotCreate, "cannot write \(path)")
            }
        }
    }

    /// Returns all files and folders in a hub's home folder.
    ///
    /// Each folder precedes the folder's files.
    private static func read(_ home: String) throws -> [Item] {
        // SQLite creates the index of a log again.
        let names = try FileManager.default.subpathsOfDirectory(atPath: home).filter { !$0.hasSuffix("-shm") }
        return try ([""] + names.sorted().map { "/" + $0 }).map { path in
            let attributes = try FileManager.default.attributesOfItem(atPath: home + path)
            let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
            return Item(
                path: path,
                content: isFolder ? nil : try content(home + path),
                permissions: attributes[.posixPermissions] as? Int ?? 0o700)
        }
    }

    private static func content(_ path: String) throws -> Data {
        guard let content = FileManager.default.contents(atPath: path) else {
            throw AtriumError(.inputOutput, "cannot read \(path)")
        }
        return content
    }
}
