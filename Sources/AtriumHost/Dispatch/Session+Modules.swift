import AtriumSDK
import GRDB

extension Session {
    /// Switches modules on, with those that they require, and lets those that are on follow the records that came while one
    /// of the two was off; see ``LinkFollower``.
    ///
    /// - Returns: the ids that were off before, in the order of dependency.
    func enable(_ modules: [Module]) throws -> [String] {
        let change = ModuleSwitch(vault: vault)
        let new = Set(try change.makeReady(modules))
        guard !new.isEmpty else { return [] }
        let followers = hub.registry.modules.flatMap { module in
            module.followers.map { (module: module, follower: $0) }
        }.filter { new.contains($0.module.id) || new.contains($0.follower.collection.module) }
        // Most have nothing to be followed, and so make no change.
        let mayFollow = try vault.read { db in
            try followers.contains { pair in
                guard let followed = hub.registry.module(pair.follower.collection.module) else {
                    return false
                }
                return try ModuleSwitch.holdsRecords(pair.module, db)
                    && ModuleSwitch.holdsRecords(followed, db)
            }
        }
        guard mayFollow else {
            return try vault.explainingErrors {
                try vault.pool.write { db in try change.switchOn(modules, db) }
            }
        }
        // Like an import's, what is written makes no record one that was edited.
        return try ChangeRecorder(vault: vault).write(cause("modules enable"), origin: .importRun) {
            db, scope in
            let switchedOn = try change.switchOn(modules, db)
            let state = try state(db)
            for (module, follower) in followers
            where state.enabledModules.isSuperset(of: [module.id, follower.collection.module]) {
                guard let collection = hub.registry.collection(follower.collection) else { continue }
                try follower.follow(
                    collection, after: 0,
                    context(
                        db, for: module, state, collections: scope.collections, content: scope.content))
            }
            return switchedOn
        }.result
    }
}
