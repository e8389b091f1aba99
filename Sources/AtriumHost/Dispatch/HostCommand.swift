import AtriumSDK

/// One of the host's own commands: declared like a module's, run with the session.
struct HostCommand: Sendable {
    let entry: CatalogEntry
    let scope: RequiredScope
    /// Whether all that it writes, of a request's own, is one transaction, of the vault or the accounts.
    var isOneTransaction = true
    let run: @Sendable (Arguments, Session) throws -> DataValue

    /// Declares a command.
    ///
    /// - Parameters:
    ///   - effort: what it costs whoever waits for it.
    ///   - confirms: whether whoever is logged in has to give their present password with it; see
    ///     ``Session/confirm(_:)``.
    ///   - requiredOverHTTP: fields that only a terminal may leave out.
    init(
        _ path: String..., scope: RequiredScope, kind: CommandDeclaration.Kind,
        effort: CatalogEntry.Effort = .brief, summary: String, discussion: Guidance = "",
        fields: [FieldDeclaration] = [], result: ResultShape, confirms: Bool = false,
        requiredOverHTTP: Set<String> = [],
        run: @escaping @Sendable (Arguments, Session) throws -> DataValue
    ) {
        let fields = fields + (confirms ? [UserFields.current.declaration] : [])
        entry = CatalogEntry(
            path: path, module: nil, collection: nil,
            declaration: CommandDeclaration(
                path.last ?? "", kind, summary: summary, discussion: discussion, fields: fields,
                result: result),
            effort: effort,
            requiredOverHTTP: requiredOverHTTP.union(confirms ? [UserFields.current.declaration.name] : []))
        self.scope = scope
        guard confirms else {
            self.run = run
            return
        }
        self.run = { input, session in
            try session.confirm(input[UserFields.current])
            return try run(input, session)
        }
    }

    /// The same command, which does more than one transaction: a request's key is kept before it begins.
    var inSteps: HostCommand {
        var copy = self
        copy.isOneTransaction = false
        return copy
    }

    /// All of them, in the order of help.
    static let all: [HostCommand] =
        moduleCommands + userCommands + userAdminCommands + invitationCommands + tokenCommands
        + sessionCommands + feedCommands
        + hubCommands + settingCommands + tagCommands + linkCommands + changeCommands
        + importRunCommands + mapCommands + searchCommands + overviewCommands + setupCommands

    /// The entries of those commands for which a condition holds, as a user of some modules has them.
    static func entries(
        for modules: [Module], of registry: ModuleRegistry,
        where isIncluded: (HostCommand) -> Bool = { _ in true }
    ) -> [CatalogEntry] {
        let claims = registry.claimSettings
        return all.filter(isIncluded).map {
            $0.entry.offeringSettings(of: modules, claims).offeringFeeds(of: modules)
        }
    }
}
