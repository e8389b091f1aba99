import AtriumSDK
import GRDB

/// The modules that an import of a whole vault switched on: they belong to it, though no change set holds them.
struct ImportedModules {
    private let session: Session
    private let modules: [Module]
    private let isInForce: Bool

    /// What the import at the beginning of a chain of undoes switched on; nil where that is no import that did.
    init?(of changeSet: Int64, _ session: Session) throws {
        self.session = session
        let found = try session.vault.read { db -> (ids: [String], isInForce: Bool) in
            let log = try ChangeLog(db)
            let root = log.root(of: changeSet)
            let ids = try String.fetchAll(
                db,
                sql: """
                    SELECT i.property FROM host_import_run r JOIN host_import_issue i ON i.run_id = r.id
                    WHERE r.change_set_id = ? AND i.code = 'module-enabled' AND i.property IS NOT NULL ORDER BY i.id
                    """, arguments: [root])
            return (ids, log.isInForce(root))
        }
        modules = found.ids.compactMap(session.hub.registry.module)
        isInForce = found.isInForce
        if modules.isEmpty { return nil }
    }

    /// Switches them off where the import was taken back, unless they hold records or are required, and on again where it
    /// stands again.
    func follow() throws -> (enabled: [String], disabled: [String]) {
        let modules = modules.filter { session.allowedModules.contains($0.id) }
        if isInForce { return (try ModuleSwitch(vault: session.vault).enable(modules), []) }
        var disabled: [String] = []
        for module in modules.reversed() {
            let enabled = Set(try session.enabledModules().map(\.id))
            let isRequired = session.hub.registry.dependents(of: module.id).contains {
                enabled.contains($0.id)
            }
            let isEmpty = try session.vault.read { try !ModuleSwitch.holdsRecords(module, $0) }
            guard isEmpty, enabled.contains(module.id), !isRequired else { continue }
            try ModuleSwitch(vault: session.vault).disable(module)
            disabled.append(module.id)
        }
        return ([], disabled)
    }
}
