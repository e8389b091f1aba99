import AtriumSDK
import GRDB

/// What a vault keeps among its settings: the user's own, and what they have set for modules.
struct KeptSettings: Sendable {
    /// The host's own.
    var own: [Setting: String] = [:]
    /// Those of modules, by names such as `tasks.snap`.
    var ofModules: [String: String] = [:]
    /// Those of kinds of items that several modules claim, by names such as `to-dos`.
    var ofKinds: [String: String] = [:]

    /// No settings.
    init() {}

    /// Reads a vault's settings.
    init(_ db: Database) throws {
        let rows = try Row.fetchCursor(db.cachedStatement(sql: "SELECT key, value FROM host_setting"))
        while let row = try rows.next() {
            let key: String = row["key"]
            if let setting = Setting(rawValue: key) {
                own[setting] = row["value"]
            } else if SettingKey.module(of: key) != nil {
                ofModules[key] = row["value"]
            } else if HostNames.isName(key) {
                ofKinds[key] = row["value"]
            }
        }
    }

    /// Keeps a value, and writes nothing if it is kept already.
    static func keep(_ value: String, for key: String, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO host_setting (key, value) VALUES (?, ?)
                ON CONFLICT (key) DO UPDATE SET value = excluded.value WHERE value <> excluded.value
                """, arguments: [key, value])
    }

    /// Forgets the value of a key, if there is one.
    static func forget(_ key: String, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM host_setting WHERE key = ?", arguments: [key])
    }
}

/// A setting that there is: the host's own, one of a kind of items, or a module's.
enum SettingKey {
    case own(Setting)
    case ofKind(ClaimSetting)
    case ofModule(Module, SettingDeclaration)

    /// All of them, the host's own before those of some modules.
    ///
    /// - Parameter claims: those of kinds of items, of the modules that are installed.
    static func all(_ modules: [Module], _ claims: [ClaimSetting]) -> [SettingKey] {
        Setting.allCases.map(SettingKey.own) + claims.map(SettingKey.ofKind)
            + modules.flatMap { module in module.settings.map { .ofModule(module, $0) } }
    }

    /// The id of the module that a name such as `tasks.snap` begins with; nil for other names.
    static func module(of key: String) -> String? {
        guard let dot = key.firstIndex(of: "."), HostNames.isName(String(key[..<dot])) else { return nil }
        return String(key[..<dot])
    }

    /// SQL for whether a text is the name of a setting of a module.
    static func condition(_ text: String, of module: String) -> String {
        let prefix = module + "."
        return "substr(\(text), 1, \(prefix.count)) = \(ChangeTriggers.quotedText(prefix))"
    }

    /// The name, as people write it.
    var name: String {
        switch self {
        case .own(let setting): setting.rawValue
        case .ofKind(let setting): setting.name
        case .ofModule(let module, let setting): "\(module.id).\(setting.name)"
        }
    }

    /// What it means.
    var help: String {
        switch self {
        case .own(let setting): setting.help
        case .ofKind(let setting): setting.help
        case .ofModule(_, let setting): setting.field.help
        }
    }

    /// The module that it is for; nil for the host's own.
    var module: Module? {
        if case .ofModule(let module, _) = self { module } else { nil }
    }

    /// The form in which a value is kept.
    ///
    /// - Throws: ``AtriumError`` with code `badData` that says which values are possible.
    func checked(_ value: String, installed modules: [Module]) throws -> String {
        switch self {
        case .own(let setting): try setting.checked(value, modules: modules.map(\.id))
        case .ofKind(let setting): try setting.checked(value)
        case .ofModule(_, let setting): try setting.storedText(for: value, as: name)
        }
    }

    /// The setting as a form shows it: what values it takes.
    func field(modules: [Module]) -> FieldDeclaration {
        switch self {
        case .own(let setting): return setting.field(modules: modules)
        case .ofKind(let setting): return setting.field
        case .ofModule(let module, let setting):
            var field = setting.field
            field.name = name
            field.ownTitle = setting.field.title
            field.group = module.manifest.title
            field.isRequired = field.type != .text
            // As it is kept, and as everybody reads it.
            if field.type == .boolean { (field.type, field.defaultValue) = (.choice(["yes", "no"]), nil) }
            return field
        }
    }
}

extension Session {
    /// The setting with a name, of the host or of a module that is on.
    ///
    /// - Throws: ``AtriumError`` with code `notFound`, also where its module is off: then it says how to enable it.
    func setting(named name: String) throws -> SettingKey {
        let claims = hub.registry.claimSettings
        let settings = try SettingKey.all(enabledModules(), claims)
        if let setting = settings.first(where: { $0.name == name }) { return setting }
        if let id = SettingKey.module(of: name),
            SettingKey.all(hub.registry.modules, claims).contains(where: { $0.name == name })
        {
            do {
                _ = try enabledModule(id)
            } catch let error as AtriumError {
                throw AtriumError(
                    .notFound, "there is no setting “\(name)”: \(error.message)", remedy: error.remedy,
                    field: "key")
            }
        }
        throw AtriumError(
            .notFound, "there is no setting “\(name)”",
            remedy: NearNames.remedy(
                for: name, in: settings.map(\.name),
                otherwise: "use one of: \(settings.map(\.name).joined(separator: ", "))"), field: "key")
    }
}

extension CatalogEntry {
    /// The same command for a user of some modules: where a setting is named, theirs are offered beside the host's own.
    func offeringSettings(of modules: [Module], _ claims: [ClaimSetting]) -> CatalogEntry {
        guard module == nil, path.first == "settings" else { return self }
        return changingField(HostCommand.settingKey) {
            $0.type = .choice(SettingKey.all(modules, claims).map(\.name))
        }
    }
}
