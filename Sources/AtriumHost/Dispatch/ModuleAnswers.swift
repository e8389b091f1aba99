import AtriumSDK
import Foundation
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
    /// The modules that wait for an answer of ``asking``, the first one first.
    var waiting: [String] = []
    /// Whether it is asked for an answer that is joined with those of all modules, and may not ask for such itself.
    var isAmongAll = false

    func answer(_ command: String, of collection: CollectionID, _ values: DataObject) throws -> DataValue? {
        try checkManifest(for: collection.module)
        guard enabled.contains(collection.module), let module = session.hub.registry.module(collection.module)
        else { return nil }
        let path = waiting + (asking.map { [$0.id] } ?? [])
        guard !path.contains(module.id) else {
            throw AtriumError(
                .internal,
                "modules query each other in a cycle: \((path + [module.id]).joined(separator: ", "))")
        }
        let declared = try declared(collection)
        guard let found = declared.commands.first(where: { $0.declaration.name == command }),
            !found.declaration.kind.writes
        else {
            throw AtriumError(.internal, "\(collection) has no read-only command “\(command)”")
        }
        let input = try session.decode(values, [:], found.declaration.fields, db, state)
        return try found.run(input, context(for: module))
    }

    func entries(on days: ClosedRange<LocalDate>, of roles: Set<DayEntry.Kind.Role>) throws -> DayEntries {
        var joined = DayEntries([])
        for module in try others() {
            let context = context(for: module, amongAll: true)
            for (index, source) in module.days.enumerated()
            where source.kinds.contains(where: { roles.contains($0.role) }) {
                do {
                    let ask = { try source.entries(days, context) }
                    let asked = SharedAnswers.Asked(module: module.id, source: index, days: days)
                    let found = try session.shared?.entries(asked, first: ask) ?? ask()
                    joined.entries += found.entries.filter { roles.contains($0.kind.role) }
                    joined.warnings += found.warnings
                } catch {
                    joined.warnings.append(try Self.warning(of: error, from: module))
                }
            }
        }
        // By their places: entries are large, and of what is overdue there may be thousands.
        let entries = joined.entries
        let order = entries.indices.sorted { left, right in
            if entries[left].day != entries[right].day { return entries[left].day < entries[right].day }
            // What lasts the day comes first; "" sorts before every time.
            return (entries[left].time ?? "", entries[left].title)
                < (entries[right].time ?? "", entries[right].title)
        }
        joined.entries = order.map { entries[$0] }
        return joined
    }

    func happenings(about subject: Subject) throws -> Happenings {
        var joined = Happenings([])
        for module in try others() {
            let context = context(for: module, amongAll: true)
            for source in module.happenings {
                do {
                    joined.happenings += try source.happenings(subject, context)
                } catch {
                    joined.warnings.append(try Self.warning(of: error, from: module))
                }
            }
        }
        return joined
    }

    /// What is said where a module's part of what all are asked for cannot be had: the others' parts stand without it.
    ///
    /// - Throws: the error, where it is not the module's but the vault's.
    static func warning(of error: any Error, from module: Module) throws -> String {
        switch error {
        case let error as AtriumError: return "\(module.manifest.title) is left out: \(error.message)"
        case let error as DatabaseError where error.resultCode == .SQLITE_ERROR:
            return "\(module.manifest.title) is left out: \(error.message ?? "its query failed")"
        default: throw error
        }
    }

    func record(of uid: String, in collection: CollectionID) throws -> Int64? {
        try checkManifest(for: collection.module)
        guard enabled.contains(collection.module) else { return nil }
        return try RecordResolver(db: db).record(of: uid, in: declared(collection))
    }

    private func declared(_ collection: CollectionID) throws -> Collection {
        guard let declared = session.hub.registry.collection(collection) else {
            throw AtriumError(.internal, "there is no collection \(collection)")
        }
        return declared
    }

    /// Refuses a question to a module that the asking one's manifest does not name.
    private func checkManifest(for module: String) throws {
        guard let asking, module != asking.id else { return }
        guard (asking.manifest.requires + asking.manifest.enhances).contains(module) else {
            throw AtriumError(
                .internal, "the module \(asking.id) queries \(module), which its manifest does not name")
        }
    }

    func isOn(_ module: String) throws -> Bool {
        try checkManifest(for: module)
        return enabled.contains(module) && session.hub.registry.module(module) != nil
    }

    func title(of record: RecordReference) throws -> String? {
        enabled.contains(record.collection.module) ? try session.title(of: record, db) : nil
    }

    /// The modules that are on, without the one that asks.
    private func others() throws -> [Module] {
        guard !isAmongAll else {
            throw AtriumError(
                .internal, "a module that answers for all modules must not query all modules itself")
        }
        return session.hub.registry.modules.filter { enabled.contains($0.id) && $0.id != asking?.id }
    }

    /// The ids of the modules that are enabled here.
    var enabled: Set<String> { state.enabledModules }

    /// What a module is lent to answer with.
    func context(for module: Module, amongAll: Bool = false) -> CommandContext {
        var answers = ModuleAnswers(
            session: session, db: db, state: state, collections: collections, asking: module)
        answers.waiting = waiting + (asking.map { [$0.id] } ?? [])
        answers.isAmongAll = isAmongAll || amongAll
        return session.context(db, state, answers, collections: collections, content: nil)
    }
}
