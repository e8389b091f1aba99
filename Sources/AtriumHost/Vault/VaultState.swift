import AtriumSDK
import GRDB

/// What every command has to know of a vault before it begins.
struct VaultState: Sendable {
    /// The ids of the modules that the user has enabled.
    var enabledModules: Set<String>
    /// By which numbers the host's tables name collections.
    let collections: CollectionNumbers
    /// What the user has set.
    let settings: UserSettings
    /// How the user wants the page.
    let page: PageSettings
    /// What the user has set for modules, by names such as `tasks.snap`.
    let moduleSettings: [String: String]

    init(_ db: Database, environment: HubEnvironment) throws {
        enabledModules = try ModuleSwitch.enabled(db)
        collections = try CollectionNumbers(db)
        let kept = try KeptSettings(db)
        settings = UserSettings(kept.own, environment: environment)
        page = PageSettings(kept.own)
        moduleSettings = kept.ofModules
    }
}
