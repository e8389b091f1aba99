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
    /// Whether the present password was shown for what is being done.
    let isConfirmed: Bool
    /// What its commands share; nil: each asks for itself.
    let shared: SharedAnswers?

    init(
        principal: Principal, vault: Vault, hub: Hub, isConfirmed: Bool = false, shared: SharedAnswers? = nil
    ) {
        self.principal = principal
        self.vault = vault
        self.hub = hub
        self.isConfirmed = isConfirmed
        self.shared = shared
    }

    /// The user whose vault it is.
    public var user: User { principal.user }

    /// The same open vault for somebody who came another way: for the same user only.
    func acting(as principal: Principal) -> Session {
        precondition(principal.user.id == user.id, "only its user can open a vault")
        return Session(principal: principal, vault: vault, hub: hub)
    }

    /// The same session, reaching less far.
    public func limited(to scope: Scope) -> Session {
        acting(as: Principal(user: user, means: principal.means, scope: principal.scope.intersection(scope)))
    }

    /// The same session for several commands that make one answer, such as a page: all see one time of day, and share what modules
    /// say of the same days.
    ///
    /// For that answer alone, and for reading: what is written meanwhile may be missing in it.
    public func sharingAnswers() -> Session {
        Session(
            principal: principal, vault: vault, hub: hub, isConfirmed: isConfirmed,
            shared: SharedAnswers(now: now))
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
        try vault.read(enabledModules)
    }

    /// The same within a transaction.
    func enabledModules(_ db: Database) throws -> [Module] {
        let enabled = try enabledIDs(db)
        return hub.registry.modules.filter { enabled.contains($0.id) }
    }

    /// The ids of the modules that are enabled here and now: by the user, under the admin's ceiling, within the
    /// principal's scope.
    ///
    /// Every decision on what a module may show comes from here.
    func enabledIDs(_ db: Database) throws -> Set<String> { try state(db).enabledModules }

    /// What every command has to know of the vault, as the transaction sees it, with the modules that are enabled for this
    /// principal.
    func state(_ db: Database) throws -> VaultState {
        var state = try vault.state(db)
        guard user.allowedModules != nil || principal.scope.modules != nil else { return state }
        state.enabledModules = state.enabledModules.intersection(allowedModules).filter(
            principal.scope.includes)
        return state
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
        try enabledModule(id, among: enabledIDs(db))
    }

    /// Refuses a module that is not among those that are enabled for this principal.
    ///
    /// - Throws: as ``enabledModule(_:)``.
    func requireEnabled(_ id: String, among enabled: Set<String>) throws {
        _ = try enabledModule(id, among: enabled)
    }

    private func enabledModule(_ id: String, among enabled: Set<String>) throws -> Module {
        guard let module = hub.registry.module(id) else {
            throw AtriumError(
                .notFound, "there is no module “\(id)”",
                remedy: "see \(command: "modules list")")
        }
        guard enabled.contains(id) else {
            let isInScope = principal.scope.includes(id)
            throw AtriumError(
                .unavailable,
                isInScope ? "the module \(id) is off" : "this token cannot access the module \(id)",
                remedy: !isInScope
                    ? "use a token that can access it"
                    : allowedModules.contains(id)
                        ? "enable it with \(command: "modules enable", .argument("id", id))"
                        : "ask an admin to allow it")
        }
        return module
    }

    // MARK: - Commands

    /// Every command that the user has now: those of enabled modules, and the host's own.
    public func catalog() throws -> [CatalogEntry] {
        let modules = try enabledModules()
        return modules.flatMap(\.catalog).filter { refusal(of: $0.declaration) == nil }
            + HostCommand.entries(for: modules, of: hub.registry, where: { refusal(of: $0) == nil })
    }

    // MARK: - What the principal may do

    /// Whether the principal may run a command, if its module is on.
    public func mayRun(_ entry: CatalogEntry) -> Bool {
        guard entry.module == nil else { return refusal(of: entry.declaration) == nil }
        return (try? hostCommand(entry)) != nil
    }

    /// Why the principal may not run one of the host's commands; nil where they may.
    private func refusal(of command: HostCommand) -> AtriumError? {
        principal.refusal(of: command.scope, writes: command.entry.declaration.kind.writes)
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
        if principal.scope.modules != nil { throw Principal.insufficientScope }
    }

    // MARK: - Running

    /// Runs a command.
    ///
    /// - Parameters:
    ///   - entry: the command, from ``catalog()``.
    ///   - values: its input by declared name; it is checked here. The field that names the record may hold a list, if the command
    ///     takes several.
    ///   - files: the content of its fields of type file.
    /// - Returns: a value of the shape that the command declares; of ``AtriumSDK/CommandDeclaration/resultOfSeveral(in:)``
    ///   if several records are named.
    /// - Throws: ``AtriumError``; a write that throws has changed nothing.
    public func run(
        _ entry: CatalogEntry, values: DataObject, files: [String: UploadedFile] = [:]
    ) throws -> DataValue {
        try run(entry) { CommandInput(values, files: files) }.value
    }

    /// The same with input that is read only where the user has the command and may run it.
    ///
    /// - Throws: ``AtriumError``, and what `input` throws.
    public func run(_ entry: CatalogEntry, input: () throws -> CommandInput) throws -> CommandOutcome {
        guard entry.module != nil else {
            let command = try hostCommand(entry)
            return try run(command, input())
        }
        let (module, collection, command) = try moduleCommand(entry)
        guard let collection, command.declaration.kind.writes else {
            // One look at the vault for all of it: most requests are reads.
            return try vault.read { db in
                let state = try state(db)
                try requireEnabled(entry, state.enabledModules)
                let given = try input()
                let context = context(
                    db, for: module, state, collections: state.collections, content: nil)
                let checked = try decode(given.values, given.files, command.declaration.fields, db, state)
                return CommandOutcome(try command.run(checked, context))
            }
        }
        try vault.read { db in try requireEnabled(entry, enabledIDs(db)) }
        let given = try input()
        let asked = AskedWrite(key: given.requestKey)
        do {
            return try AskedWrite.$current.withValue(asked) {
                try write(entry, module, collection, command, given, asked)
            }
        } catch let earlier as RepeatedRequest {
            return CommandOutcome(earlier)
        }
    }

    /// Runs one of the host's own commands.
    private func run(_ command: HostCommand, _ given: CommandInput) throws -> CommandOutcome {
        let writes = command.entry.declaration.kind.writes
        let asked = AskedWrite(key: given.requestKey)
        do {
            // Before the input is looked at: who was removed is not there any more.
            if writes, let earlier = try earlier(given.requestKey) { return CommandOutcome(earlier) }
            // Who sits at a terminal is asked for less: the last change, and no password.
            let fields =
                principal.means == .terminal
                ? command.entry.declaration.fields : command.entry.fieldsOverHTTP
            let checked = try vault.read { db in try decode(given.values, given.files, fields, db) }
            let session = confirmed(by: given.confirmation)
            guard writes else { return CommandOutcome(try command.run(checked, session)) }
            let key = command.isOneTransaction ? nil : given.requestKey
            return try AskedWrite.$current.withValue(command.isOneTransaction ? asked : nil) {
                CommandOutcome(
                    try keepingFirst(key) { try command.run(checked, session) }, of: asked)
            }
        } catch let earlier as RepeatedRequest {
            return CommandOutcome(earlier)
        }
    }

    /// Runs a module's command that writes.
    private func write(
        _ entry: CatalogEntry, _ module: Module, _ collection: Collection, _ command: Command,
        _ given: CommandInput, _ asked: AskedWrite
    ) throws -> CommandOutcome {
        var version: String?
        var tag: (() -> String?)?
        let value = try ChangeRecorder(vault: vault).write(
            cause(entry.path.joined(separator: " ")),
            // Last of all, so that it is what comes next to whoever reads.
            beforeCommit: { _ in version = tag?() }
        ) { db, scope in
            // Again: it may have been switched off meanwhile.
            let state = try state(db)
            try requireEnabled(entry, state.enabledModules)
            let context = context(
                db, for: module, state, collections: scope.collections, content: scope.content)
            if let inputs = command.declaration.eachInput(of: given.values) {
                guard given.precondition == nil, !given.wantsVersion else {
                    throw AtriumError(.internal, "several records have no common version")
                }
                return try run(command, of: collection, inputs, given.files, context, state)
            }
            let values = try withWholeObjects(given.values, for: command, of: collection, context)
            let checked = try decode(values, given.files, command.declaration.fields, db, state)
            if let precondition = given.precondition {
                try check(precondition, before: command, of: collection, checked, context)
            }
            let value = try command.run(checked, context)
            if command.declaration.kind == .add {
                asked.note(record: value.objectValue?["id"]?.integerValue)
            }
            if given.wantsVersion {
                tag = { self.version(after: command, of: collection, checked, value, context) }
            }
            return value
        }.result
        return CommandOutcome(value, version: version, of: asked)
    }

    /// Refuses a command that the user does not have, or that the principal may not run.
    ///
    /// - Throws: ``AtriumError``: `notFound`, `unavailable` or `notPermitted`.
    public func require(_ entry: CatalogEntry) throws {
        if entry.module == nil {
            _ = try hostCommand(entry)
        } else {
            try vault.read { db in try requireEnabled(entry, enabledIDs(db)) }
        }
    }

    /// Refuses a module's command where the module is off, or the principal may not run it.
    private func requireEnabled(_ entry: CatalogEntry, _ enabled: Set<String>) throws {
        if let module = entry.module { _ = try enabledModule(module, among: enabled) }
        if let refusal = refusal(of: entry.declaration) { throw refusal }
    }

    private func hostCommand(_ entry: CatalogEntry) throws -> HostCommand {
        guard let command = HostCommand.all.first(where: { $0.entry.path == entry.path }) else {
            throw Self.unknown(entry)
        }
        if let refusal = refusal(of: command) { throw refusal }
        return command
    }

    private func moduleCommand(_ entry: CatalogEntry) throws -> (Module, Collection?, Command) {
        if entry.collection == nil {
            guard let module = entry.module.flatMap(hub.registry.module),
                let query = module.queries.first(where: { $0.declaration.name == entry.declaration.name })
            else { throw Self.unknown(entry) }
            return (module, nil, query)
        }
        guard let collection = entry.collection.flatMap(hub.registry.collection),
            let module = hub.registry.module(collection.id.module),
            let command = collection.commands.first(where: { $0.declaration.name == entry.declaration.name })
        else { throw Self.unknown(entry) }
        return (module, collection, command)
    }

    private static func unknown(_ entry: CatalogEntry) -> AtriumError {
        AtriumError(.notFound, "there is no command \(entry.path.joined(separator: " "))")
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
    ///
    /// - Parameters:
    ///   - state: what is known of the vault; nil: it is read.
    ///   - wholeNames: the field in which the first words of a record's name are not enough.
    func decode(
        _ values: DataObject, _ files: [String: UploadedFile], _ fields: [FieldDeclaration], _ db: Database,
        _ state: VaultState? = nil, wholeNames: String? = nil
    ) throws -> Arguments {
        let state = try state ?? self.state(db)
        let requireAccess = { (id: CollectionID) in
            guard self.principal.scope.includes(id.module) else { throw Principal.insufficientScope }
            _ = try self.enabledModule(id.module, among: state.enabledModules)
        }
        let now = DayText.Now(instant: now, zone: state.settings.timeZone)
        let decoder = InputDecoder(
            fields: fields, today: LocalDate(now.instant, in: now.zone),
            firstWeekday: state.settings.firstWeekday, now: now,
            resolve: { text, id, field in
                guard let collection = self.hub.registry.collection(id) else {
                    throw AtriumError(
                        .internal, "the field \(field) refers to \(id), which is not installed")
                }
                try requireAccess(id)
                return try RecordResolver(db: db, takesFirstWords: field != wholeNames)
                    .resolve(text, in: collection, field: field)
            },
            requireAccess: requireAccess)
        return try decoder.decode(values, files: files)
    }

    /// What a command's run function is lent.
    func context(
        _ db: Database, for module: Module, _ state: VaultState, collections: CollectionNumbers,
        content: AttachmentContent?
    ) -> CommandContext {
        let answers = ModuleAnswers(
            session: self, db: db, state: state, collections: collections, asking: module)
        return context(db, state, answers, collections: collections, content: content)
    }

    /// The same with the answers of other modules as they may be asked for here.
    func context(
        _ db: Database, _ state: VaultState, _ answers: ModuleAnswers, collections: CollectionNumbers,
        content: AttachmentContent?
    ) -> CommandContext {
        let now = self.now
        return CommandContext(
            db: db, now: now, settings: state.settings,
            tags: RecordTags(db, collections: collections),
            attachments: RecordAttachments(
                db: db, collections: collections, folder: vault.filesFolder, content: content),
            records: RecordMerger(db: db, collections: collections, registry: hub.registry),
            links: RecordLinks(
                db: db, collections: collections, enabled: state.enabledModules, now: now),
            modules: answers,
            moduleSettings: ModuleSettings(of: answers.asking?.id ?? "", stored: state.moduleSettings))
    }
}
