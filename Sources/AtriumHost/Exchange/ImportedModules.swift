import AtriumSDK
import GRDB

/// The modules that an import of a whole vault switched on: they belong to it, though no change set holds them.
struct ImportedModules {
    private let vault: Vault
    private let modules: [Module]
    private let isInForce: Bool

    /// What the import at the beginning of a chain of undoes switched on; nil where that is no import that did.
    init?(of changeSet: Int64, in vault: Vault, _ db: Database) throws {
        self.vault = vault
        let log = try ChangeLog(db)
        let root = log.root(of: changeSet)
        let ids = try String.fetchAll(
            db,
            sql: """
                SELECT i.property FROM host_import_run r JOIN host_import_issue i ON i.run_id = r.id
                WHERE r.change_set_id = ? AND i.code = 'module-enabled' AND i.property IS NOT NULL ORDER BY i.id
                """, arguments: [root])
        modules = ids.compactMap(vault.registry.module)
        isInForce = log.isInForce(root)
        if modules.isEmpty { return nil }
    }

    /// Switches them off where the import was taken back, unless they hold records or are required, and on again where
    /// they hold some again or it stands again; in the transaction of the undo.
    ///
    /// What the user has switched off in the meantime stays off.
    func follow(_ allowed: Set<String>, _ db: Database) throws -> (enabled: [String], disabled: [String]) {
        let modules = modules.filter { allowed.contains($0.id) }
        let change = ModuleSwitch(vault: vault)
        let wanted = try modules.filter { try isInForce || ModuleSwitch.holdsRecords($0, db) }
        let switchedOn = try change.enableAgain(wanted, db)
        guard !isInForce else { return (switchedOn, []) }
        var disabled: [String] = []
        for module in modules.reversed() {
            let enabled = try ModuleSwitch.enabled(db)
            let isRequired = vault.registry.dependents(of: module.id).contains {
                enabled.contains($0.id)
            }
            guard try !ModuleSwitch.holdsRecords(module, db), enabled.contains(module.id), !isRequired else {
                continue
            }
            try change.set([module.id], .offByImport, db)
            disabled.append(module.id)
        }
        return (switchedOn, disabled)
    }
}
