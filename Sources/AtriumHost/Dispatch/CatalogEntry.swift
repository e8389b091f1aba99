public import AtriumSDK

/// One command that a user has now: a module's, or the host's own.
public struct CatalogEntry: Sendable {
    /// The words of the command line: `["habits", "list"]`, `["journal", "entries", "list"]`, `["undo"]`.
    public let path: [String]
    /// The id of the module; nil for the host's own commands.
    public let module: String?
    /// The collection that the command belongs to; nil for the host's own, and for a module's queries.
    public let collection: CollectionID?
    /// What surfaces know of the command.
    public let declaration: CommandDeclaration
    /// Where the command stands in the HTTP interface.
    public let route: Route

    /// What the command costs whoever waits for it.
    public let effort: Effort
    /// The names of the fields that only a terminal may leave out.
    let requiredOverHTTP: Set<String>

    /// What a command costs, for a surface that shares threads out.
    public enum Effort: Sendable, Hashable {
        /// A few statements, or as many as the user's own records need.
        case brief
        /// It hashes a password: a quarter of a second, and 128 MiB.
        case hashing
        /// It waits for others, or for a disk: up to half a minute.
        case patient
    }

    /// Names a command.
    init(
        path: [String], module: String?, collection: CollectionID?, declaration: CommandDeclaration,
        effort: Effort = .brief, requiredOverHTTP: Set<String> = []
    ) {
        self.path = path
        self.module = module
        self.collection = collection
        self.declaration = declaration
        route = Route(path, declaration.kind)
        self.effort = effort
        self.requiredOverHTTP = requiredOverHTTP
    }

    /// The same command with one of its fields changed; as it is if it has no such field.
    func changingField(_ field: String, _ change: (inout FieldDeclaration) -> Void) -> CatalogEntry {
        guard let index = declaration.fields.firstIndex(where: { $0.name == field }) else { return self }
        var declaration = declaration
        change(&declaration.fields[index])
        return CatalogEntry(
            path: path, module: module, collection: collection, declaration: declaration, effort: effort,
            requiredOverHTTP: requiredOverHTTP)
    }
}

extension CatalogEntry {
    /// The command's fields as a client over HTTP has to give them.
    public var fieldsOverHTTP: [FieldDeclaration] {
        guard !requiredOverHTTP.isEmpty else { return declaration.fields }
        return declaration.fields.map { field in
            var field = field
            if requiredOverHTTP.contains(field.name) { field.isRequired = true }
            return field
        }
    }

    /// Whether whoever is logged in shows their present password with it, always or for some of what it does.
    public var mayConfirm: Bool { declaration.fields.contains { $0.name == Self.passwordField } }

    /// The name of the field in which that stands.
    public static var passwordField: String { UserFields.current.declaration.name }
}

extension CatalogEntry {
    /// Whether the command writes to the user's vault, and not to their account alone.
    public var writesVault: Bool {
        guard declaration.kind.writes else { return false }
        guard module == nil, let command = HostCommand.all.first(where: { $0.entry.path == path }) else {
            return true
        }
        return command.scope == .records || command.scope == .vault
    }
}

extension Module {
    /// The entries of all the module's commands.
    var catalog: [CatalogEntry] {
        let own = queries.map {
            CatalogEntry(
                path: [id, $0.declaration.name], module: id, collection: nil, declaration: $0.declaration)
        }
        return collections.flatMap { collection in
            let path = collection.isMain ? [id] : [id, collection.id.name]
            return collection.commands.map {
                CatalogEntry(
                    path: path + [$0.declaration.name], module: id, collection: collection.id,
                    declaration: $0.declaration)
            }
        } + own
    }
}
