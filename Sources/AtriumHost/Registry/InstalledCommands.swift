import AtriumSDK
import Foundation

extension ModuleRegistry {
    /// Every command of every installed module, and the host's own: what a surface can read before it opens a vault.
    ///
    /// Whether a user may run one is for ``Session/run(_:values:files:)`` to say.
    public var catalog: [CatalogEntry] {
        modules.flatMap(\.catalog) + HostCommand.all.map(\.entry)
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
