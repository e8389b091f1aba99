public import AtriumSDK

/// One command that a user has now: a module's, or the host's own.
public struct CatalogEntry: Sendable {
    /// The words of the command line: `["habits", "list"]`, `["journal", "entries", "list"]`, `["undo"]`.
    public let path: [String]
    /// The id of the module; nil for the host's own commands.
    public let module: String?
    /// The collection that the command belongs to; nil for the host's own.
    public let collection: CollectionID?
    /// What surfaces know of the command.
    public let declaration: CommandDeclaration

    /// Names a command.
    public init(path: [String], module: String?, collection: CollectionID?, declaration: CommandDeclaration) {
        self.path = path
        self.module = module
        self.collection = collection
        self.declaration = declaration
    }
}

extension CatalogEntry {
    /// Whether the command writes to the user's vault, and not to their account alone.
    public var writesVault: Bool {
        guard declaration.kind.writes else { return false }
        guard module == nil, let command = HostCommand.all.first(where: { $0.entry.path == path }) else {
            return true
        }
        return command.reach == .records || command.reach == .vault
    }
}

extension Module {
    /// The entries of all the module's commands.
    var catalog: [CatalogEntry] {
        collections.flatMap { collection in
            let path = collection.isMain ? [id] : [id, collection.id.name]
            return collection.commands.map {
                CatalogEntry(
                    path: path + [$0.declaration.name], module: id, collection: collection.id,
                    declaration: $0.declaration)
            }
        }
    }
}
