import AtriumSDK

/// One of the host's own commands: declared like a module's, run with the session.
struct HostCommand: Sendable {
    let entry: CatalogEntry
    let reach: Reach
    let run: @Sendable (Arguments, Session) throws -> DataValue

    init(
        _ path: String..., reach: Reach, kind: CommandDeclaration.Kind, summary: String,
        discussion: Guidance = "",
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
        moduleCommands + userCommands + userAdminCommands + invitationCommands + tokenCommands
        + sessionCommands + feedCommands
        + hubCommands + settingCommands + tagCommands + linkCommands + changeCommands
        + importRunCommands + mapCommands + searchCommands + overviewCommands
}
