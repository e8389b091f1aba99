public import AtriumSDK
import Foundation

/// Every command of every installed module, and the host's own, to be looked up: what a surface can read before it opens a
/// vault.
///
/// A surface that stays makes it once. Whether a user may run a command is for ``Session/run(_:values:files:)`` to say.
public struct InstalledCommands: Sendable {
    /// The commands, module by module, and the host's after them.
    public let entries: [CatalogEntry]
    private let byPath: [[String]: CatalogEntry]
    private let byCollection: [CollectionID: [CatalogEntry]]

    /// Takes all commands of a registry.
    public init(_ registry: ModuleRegistry) {
        entries = registry.catalog
        byPath = Dictionary(entries.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        byCollection = entries.reduce(into: [:]) { commands, entry in
            if let collection = entry.collection { commands[collection, default: []].append(entry) }
        }
    }

    /// A command by its words; nil if there is none.
    public func entry(_ path: [String]) -> CatalogEntry? { byPath[path] }

    /// A collection's commands of a kind.
    public func entries(_ kind: CommandDeclaration.Kind, of collection: CollectionID) -> [CatalogEntry] {
        (byCollection[collection] ?? []).filter { $0.declaration.kind == kind }
    }

    /// A collection's command of a kind: the first, if there are several.
    public func entry(_ kind: CommandDeclaration.Kind, of collection: CollectionID) -> CatalogEntry? {
        byCollection[collection]?.first { $0.declaration.kind == kind }
    }

    /// The commands of a kind that have a field for records of a collection, its own commands left out: its first such
    /// field with each.
    public func references(
        to collection: CollectionID, _ kind: CommandDeclaration.Kind
    ) -> [(entry: CatalogEntry, field: FieldDeclaration)] {
        entries.compactMap { entry in
            guard entry.declaration.kind == kind, entry.collection != collection,
                let field = entry.declaration.fields.first(where: { field in
                    field.type == .reference(collection) || field.type == .list(.reference(collection))
                })
            else { return nil }
            return (entry, field)
        }
    }
}

extension ModuleRegistry {
    /// Every command of every installed module, and the host's own, as ``InstalledCommands`` has them.
    public var catalog: [CatalogEntry] {
        modules.flatMap(\.catalog) + HostCommand.entries(for: modules, of: self)
    }

    /// The commands of ``catalog`` that are there while only some modules are on.
    public func catalog(ofModules ids: Set<String>) -> [CatalogEntry] {
        let modules = modules.filter { ids.contains($0.id) }
        return modules.flatMap(\.catalog) + HostCommand.entries(for: modules, of: self)
    }

    /// The commands of ``catalog`` whose first word is one of those given: most runs need one module's.
    public func catalog(beginningWith words: Set<String>) -> [CatalogEntry] {
        modules.filter { words.contains($0.id) }.flatMap(\.catalog)
            + HostCommand.all.map(\.entry).filter { $0.path.first.map(words.contains) ?? false }
    }
}

extension Hub {
    /// Whether the hub has been used before; asking makes nothing.
    public var exists: Bool {
        FileManager.default.fileExists(atPath: home + "/hub.sqlite")
    }
}
