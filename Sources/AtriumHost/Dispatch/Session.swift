public import AtriumSDK
import Foundation
import GRDB

/// One user at work: their vault, open, and what they have enabled.
///
/// Every surface goes through a session, and only here is it decided what a user may reach: a module that is off has
/// no command, no claim on imports, no export and no search hits.
public final class Session: Sendable {
    /// Who is at work, by what means, and how far that reaches.
    public let principal: Principal
    let vault: Vault
    let hub: Hub

    init(principal: Principal, vault: Vault, hub: Hub) {
        self.principal = principal
        self.vault = vault
        self.hub = hub
    }

    /// The user whose vault it is.
    public var user: User { principal.user }

    /// The same open vault for somebody who came another way: for the same user only.
    func acting(as principal: Principal) -> Session {
        precondition(principal.user.id == user.id, "a vault is its user's alone")
        return Session(principal: principal, vault: vault, hub: hub)
    }

    /// The same session, reaching less far.
    public func limited(to scope: Scope) -> Session {
        acting(as: Principal(user: user, means: principal.means, scope: principal.scope.intersection(scope)))
    }

    // MARK: - Modules

    /// What a user sees of an installed module.
    public struct ModuleStatus: Sendable {
        /// Who the module is.
        public let manifest: Manifest
        /// Whether it is enabled for this user.
        public let isEnabled: Bool
        /// Whether the user may enable it.
        public let isAllowed: Bool
    }

    /// The installed modules within the principal's scope, and whether they are enabled.
    public func moduleStatus() throws -> [ModuleStatus] {
        let enabled = try vault.read(enabledIDs)
        let allowed = allowedModules
        return hub.registry.modules.filter { principal.scope.includes($0.id) }.map {
            ModuleStatus(
                manifest: $0.manifest, isEnabled: enabled.contains($0.id), isAllowed: allowed.contains($0.id))
        }
    }

    /// The modules that are enabled and within the principal's scope, each after those that it requires.
    public func enabledModules() throws -> [Module] {
        let enabled = try vault.read(enabledIDs)
        return hub.registry.modules.filter { enabled.contains($0.id) }
    }

    /// The ids of the modules that are enabled here and now: by the user, under the admin's ceiling, within the
    /// principal's scope.
    ///
    /// Every decision on what a module may show comes from here.
    func enabledIDs(_ db: Database) throws -> Set<String> {
        let enabled = try ModuleSwitch.enabled(db)
        guard user.allowedModules != nil || principal.scope.modules != nil else { return enabled }
        return enabled.intersection(allowedModules).filter(principal.scope.includes)
    }

    /// The ids of the modules that the admin lets the user enable: a module counts only with all that it requires.
    var allowedModules: Set<String> {
        guard let listed = user.allowedModules else { return Set(hub.registry.modules.map(\.id)) }
        return hub.registry.modules.reduce(into: []) { allowed, module in
            if listed.contains(module.id), module.manifest.requires.allSatisfy(allowed.contains) {
                allowed.insert(module.id)
            }
        }
    }

    /// A module that must be enabled.
    ///
    /// - Throws: ``AtriumError``: `unavailable` where it is off, `notFound` where it is not installed.
    func enabledModule(_ id: String) throws -> Module {
        try vault.read { db in try enabledModule(id, db) }
    }

    /// The same within a transaction.
    func enabledModule(_ id: String, _ db: Database) throws -> Module {
        guard let module = hub.registry.module(id) else {
            throw AtriumError(
                .notFound, "there is no module “\(id)”", remedy: "atrium modules list shows which there are")
        }
        guard try enabledIDs(db).contains(id) else {
            let isWithinReach = principal.scope.includes(id)
            throw AtriumError(
                .unavailable,
                isWithinReach ? "the module \(id) is off" : "the module \(id) is out of this token's reach",
                remedy: !isWithinReach
                    ? "use a token that reaches it"
                    : allowedModules.contains(id)
                        ? "enable it with atrium modules enable \(id)" : "ask an admin to allow it")
        }
        return module
    }

    // MARK: - Commands

    /// Every command that the user has now: those of enabled modules, and the host's own.
    public func catalog() throws -> [CatalogEntry] {
        try enabledModules().flatMap(\.catalog).filter { refusal(of: $0.declaration) == nil }
            + HostCommand.all.filter { refusal(of: $0) == nil }.map(\.entry)
    }

    // MARK: - What the principal may do

    /// Why the principal may not run one of the host's commands; nil where they may.
    private func refusal(of command: HostCommand) -> AtriumError? {
        principal.refusal(of: command.reach, writes: command.entry.declaration.kind.writes)
    }

    /// Why the principal may not run a command of a module within their scope; nil where they may.
    private func refusal(of command: CommandDeclaration) -> AtriumError? {
        principal.refusal(of: .records, writes: command.kind.writes)
    }

    /// Refuses who may only read.
    func requireWriting() throws {
        if principal.scope.access == .read { throw Principal.onlyReads }
    }

    /// Refuses who does not reach all modules.
    func requireWholeVault() throws {
        if principal.scope.modules != nil { throw Principal.outOfReach }
    }

    // MARK: - Running

    /// Runs a command.
    ///
    /// - Parameters:
    ///   - entry: the command, from ``catalog()``.
    ///   - values: its input by declared name; it is checked here.
    ///   - files: the content of its fields of type file.
    ///   - precondition: the states of the record in which a write about one may go on; nil: any.
    /// - Returns: a value of the shape that the command declares.
    /// - Throws: ``AtriumError``; a write that throws has changed nothing.
    public func run(
        _ entry: CatalogEntry, values: DataObject, files: [String: UploadedFile] = [:],
        precondition: RecordVersion? = nil
    ) throws -> DataValue {
        guard let id = entry.module else {
            guard let command = HostCommand.all.first(where: { $0.entry.path == entry.path }) else {
                throw AtriumError(.notFound, "there is no command \(entry.path.joined(separator: " "))")
            }
            if let refusal = refusal(of: command) { throw refusal }
            let input = try vault.read { db in try decode(values, files, command.entry.declaration.fields, db)
            }
            return try command.run(input, self)
        }
        let module = try enabledModule(id)
        guard
            let collection = module.collections.first(where: { $0.id == entry.collection }),
            let command = collection.commands.first(where: { $0.declaration.name == entry.declaration.name })
        else { throw AtriumError(.notFound, "there is no command \(entry.path.joined(separator: " "))") }
        if let refusal = refusal(of: command.declaration) { throw refusal }
        if !command.declaration.kind.writes {
            return try vault.read { db in
                let input = try decode(values, files, command.declaration.fields, db)
                return try command.run(input, context(db, collections: CollectionNumbers(db), content: nil))
            }
        }
        return try write(entry.path.joined(separator: " ")) { db, scope in
            let input = try decode(values, files, command.declaration.fields, db)
            let context = try context(db, collections: scope.collections, content: scope.content)
            if let precondition { try check(precondition, before: command, of: collection, input, context) }
            return try command.run(input, context)
        }
    }

    /// Checks the state of the record that a command is about, inside the command's transaction.
    private func check(
        _ precondition: RecordVersion, before command: Command, of collection: Collection, _ input: Arguments,
        _ context: CommandContext
    ) throws {
        guard command.declaration.kind.takesRecord, let field = command.declaration.fields.first?.name,
            let show = collection.commands.first(where: { $0.declaration.kind == .show }),
            let record = input.values[field], let shown = show.declaration.fields.first?.name
        else { throw AtriumError(.internal, "\(collection.id) has no state to compare") }
        let wanted = try decode([shown: record], [:], show.declaration.fields, context.db)
        try precondition.check(show, wanted, context)
    }

    /// Runs a write as one change set that names its command.
    func write<Result>(_ command: String, _ body: (Database, WriteScope) throws -> Result) throws -> Result {
        try ChangeRecorder(vault: vault).write(cause(command), body).result
    }

    /// Who does something, and with what.
    func cause(_ command: String) -> ChangeRecorder.Cause {
        ChangeRecorder.Cause(actor: user.name, command: command)
    }

    /// Checks the input of a command.
    func decode(
        _ values: DataObject, _ files: [String: UploadedFile], _ fields: [FieldDeclaration], _ db: Database
    ) throws -> Arguments {
        let settings = try UserSettings(db, environment: vault.environment)
        let decoder = InputDecoder(
            fields: fields, today: LocalDate(vault.environment.now(), in: settings.timeZone)
        ) {
            text, id, field in
            guard let collection = self.hub.registry.collection(id) else {
                throw AtriumError(.internal, "the field \(field) refers to \(id), which is not installed")
            }
            guard self.principal.scope.includes(id.module) else { throw Principal.outOfReach }
            return try RecordResolver(db: db).resolve(text, in: collection, field: field)
        }
        return try decoder.decode(values, files: files)
    }

    /// What a command's run function is lent.
    func context(
        _ db: Database, collections: CollectionNumbers, content: AttachmentContent?
    ) throws -> CommandContext {
        CommandContext(
            db: db, now: vault.environment.now(),
            settings: try UserSettings(db, environment: vault.environment),
            tags: RecordTags(db, collections: collections),
            attachments: RecordAttachments(
                db: db, collections: collections, folder: vault.filesFolder, content: content),
            records: RecordMerger(db: db, collections: collections, registry: hub.registry))
    }
}
