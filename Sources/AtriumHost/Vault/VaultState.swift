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

    init(_ db: Database, environment: HubEnvironment) throws {
        enabledModules = try ModuleSwitch.enabled(db)
        collections = try CollectionNumbers(db)
        let values = try Setting.values(db)
        settings = UserSettings(values, environment: environment)
        page = PageSettings(values)
    }
}
