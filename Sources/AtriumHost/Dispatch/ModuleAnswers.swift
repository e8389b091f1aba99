import AtriumSDK
import GRDB

/// What other modules can answer, to a command that runs in a session; see ``ModuleDirectory``.
struct ModuleAnswers: ModuleDirectory {
    let session: Session
    let db: Database
    /// What the session knows of the vault.
    let state: VaultState
    let collections: CollectionNumbers
    /// The module that asks; nil: the host itself, which may ask all.
    let asking: Module?
    /// Whether the answers of all modules may be asked for; not within such an answer.
    var isWithinAnswer = false

    func answer(_ command: String, of collection: CollectionID, _ values: DataObject) throws -> DataValue? {
        if let asking, collection.module != asking.id {
            let manifest = asking.manifest
            guard (manifest.requires + manifest.enhances).contains(collection.module) else {
                throw AtriumError(
                    .internal,
                    "the module \(asking.id) asks \(collection.module), which its manifest does not name")
            }
        }
        guard enabled.contains(collection.module), let declared = session.hub.registry.collection(collection),
            let module = session.hub.registry.module(collection.module)
        else { return nil }
        guard let found = declared.commands.first(where: { $0.declaration.name == command }),
            !found.declaration.kind.writes
        else {
            throw AtriumError(.internal, "\(collection) has no command “\(command)” that reads")
        }
        let input = try session.decode(values, [:], found.declaration.fields, db, state)
        return try found.run(input, context(for: module))
    }

    func entries(on days: ClosedRange<LocalDate>) throws -> DayEntries {
        var joined = DayEntries([])
        for module in try others() {
            let context = context(for: module, isWithinAnswer: true)
            for source in module.days {
                let found = try source.entries(days, context)
                joined.entries += found.entries
                joined.warnings += found.warnings
            }
        }
        joined.entries.sort { left, right in
            // What lasts the day comes first; "" sorts before every time.
            (left.day, left.time ?? "", left.title) < (right.day, right.time ?? "", right.title)
        }
        return joined
    }

    func happenings(about subject: Subject) throws -> [Happening] {
        try others().flatMap { module in
            let context = context(for: module, isWithinAnswer: true)
            return try module.happenings.flatMap { try $0.happenings(subject, context) }
        }.sorted { ($0.when, $0.title) > ($1.when, $1.title) }
    }

    func title(of record: RecordReference) throws -> String? {
        enabled.contains(record.collection.module) ? try session.title(of: record, db) : nil
    }

    /// The modules that are on, without the one that asks.
    private func others() throws -> [Module] {
        guard !isWithinAnswer else {
            throw AtriumError(.internal, "a module's answer asks all modules for theirs")
        }
        return session.hub.registry.modules.filter { enabled.contains($0.id) && $0.id != asking?.id }
    }

    /// The ids of the modules that are enabled here.
    var enabled: Set<String> { state.enabledModules }

    private func context(for module: Module, isWithinAnswer: Bool = false) -> CommandContext {
        session.context(
            db, for: module, state, collections: collections, content: nil,
            isWithinAnswer: isWithinAnswer || self.isWithinAnswer)
    }
}
