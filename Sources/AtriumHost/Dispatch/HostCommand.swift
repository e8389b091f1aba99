import AtriumSDK

/// One of the host's own commands: declared like a module's, run with the session.
struct HostCommand: Sendable {
    /// How much of the vault and the account a command reaches, and so who may run it.
    enum Reach: Sendable, Hashable {
        /// Records of the modules that are within a principal's scope, and no others.
        case records
        /// What the vault holds of all modules, or of none: only who reaches all modules may.
        case vault
        /// The user's own account: no token and no feed may.
        case account
        /// The accounts of others and the hub: only an admin may.
        case admin
    }

    let entry: CatalogEntry
    let reach: Reach
    let run: @Sendable (Arguments, Session) throws -> DataValue

    init(
        _ path: String..., reach: Reach, kind: CommandDeclaration.Kind, summary: String,
        discussion: String = "",
        fields: [FieldDeclaration] = [], result: ResultShape,
        run: @escaping @Sendable (Arguments, Session) throws -> DataValue
    ) {
        entry = CatalogEntry(
            path: path, module: nil, collection: nil,
            declaration: CommandDeclaration(
                path.last ?? "", kind, summary: summary, discussion: discussion, fields: fields,
                result: result))
        self.reach = reach
        self.run = run
    }

    /// All of them, in the order of help.
    static let all: [HostCommand] =
        moduleCommands + userCommands + userAdminCommands + tokenCommands + sessionCommands + feedCommands
        + hubCommands + settingCommands + tagCommands + linkCommands + changeCommands
        + importRunCommands + mapCommands + searchCommands
}
