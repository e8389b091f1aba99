import AtriumHost
import AtriumSDK
import Foundation
import Synchronization

/// The files of hubs that were made for tests: the next test with the same modules begins with a copy of them.
///
/// To run all migrations for each test anew took a third of the time of all tests, and of the corpus.
enum HubTemplates {
    /// What a new hub's files depend on.
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

    /// A file or folder below a home; a folder has no content.
    private struct Item {
        let path: String
        let content: Data?
        let permissions: Int
    }

    private static let templates = Mutex<[Key: [Item]]>([:])

    /// Puts the files of a hub into a folder that is not there yet.
    ///
    /// - Parameter make: makes such a hub, and closes it; called once for a key.
    /// - Throws: what `make` throws, and errors of the file system.
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
                throw AtriumError(.cannotCreate, "\(path) could not be written")
            }
        }
    }

    /// A home and what is in it, each folder before its files.
    private static func read(_ home: String) throws -> [Item] {
        // SQLite makes the index of a log anew.
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
            throw AtriumError(.inputOutput, "\(path) could not be read")
        }
        return content
    }
}
