import AtriumSDK
import Foundation

extension ModuleRegistry {
    /// Every command of every installed module, and the host's own: what a surface can read before it opens a vault.
    ///
    /// Whether a user may run one is for ``Session/run(_:values:files:)`` to say.
    public var catalog: [CatalogEntry] {
        modules.flatMap(\.catalog) + HostCommand.all.map(\.entry)
    }
}

extension Hub {
    /// Whether the hub has been used before; asking makes nothing.
    public var exists: Bool {
        FileManager.default.fileExists(atPath: home + "/hub.sqlite")
    }
}
