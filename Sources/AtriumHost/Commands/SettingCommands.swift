import AtriumSDK
import Foundation
import GRDB

extension HostCommand {
    /// The field in which a setting is named; catalogs offer the settings of the modules that are on.
    static let settingKey = "key"

    private static let settingFields: [FieldDeclaration] = [
        FieldDeclaration("key", .text, help: "The setting's name.", isRequired: true),
        FieldDeclaration(
            "value", .text, help: "The current value, or empty if nothing is set and there is no default.",
            isRequired: true),
        FieldDeclaration(
            "default", .text, help: "The default value, which may be empty.",
            isRequired: true),
        FieldDeclaration("isSet", .boolean, help: "True if you have set the setting.", isRequired: true),
        FieldDeclaration(
            "module", .text,
            help: "The setting's module, or null if the setting belongs to no single module."),
        FieldDeclaration("help", .text, help: "The setting's meaning.", isRequired: true),
    ]
    private static let key = Field<String>
        .text(
            settingKey,
            help:
                "The setting's name. For a module's setting, it begins with the module's id and a full stop."
        )
        .required.positional
    private static let value = Field<String>.text("value", help: "The new value.").required.positional

    static let settingCommands: [HostCommand] = [
        HostCommand(
            "settings", "list", scope: .vault, kind: .query,
            summary: "List your settings and the settings of the enabled modules.",
            result: .list(settingFields, columns: ["key", "value", "help"])
        ) { _, session in
            try session.vault.read { db in
                let kept = try KeptSettings(db)
                let settings = try SettingKey.all(
                    session.enabledModules(db), session.hub.registry.claimSettings)
                var result: DataObject = [
                    "items": .list(settings.map { value(of: $0, kept, session) })
                ]
                let warnings = settings.compactMap { warning(of: $0, kept) }
                if !warnings.isEmpty { result["warnings"] = .list(warnings.map(DataValue.text)) }
                return .object(result)
            }
        },
        HostCommand(
            "settings", "get", scope: .vault, kind: .query, summary: "Show one setting.",
            fields: [key.declaration],
            result: .object(settingFields)
        ) { input, session in
            let setting = try session.setting(named: input.required(key))
            return try session.vault.read { db in value(of: setting, try KeptSettings(db), session) }
        },
        HostCommand(
            "settings", "set", scope: .vault, kind: .action, summary: "Change a setting.",
            fields: [key.declaration, value.declaration], result: .object(settingFields)
        ) { input, session in
            let setting = try session.setting(named: input.required(key))
            let kept = try setting.checked(input.required(value), installed: session.hub.registry.modules)
            return try session.write("settings set \(setting.name)") { db, _ in
                try require(setting, session, db)
                try KeptSettings.keep(kept, for: setting.name, db)
                return value(of: setting, try KeptSettings(db), session)
            }
        },
        HostCommand(
            "settings", "clear", scope: .vault, kind: .action,
            summary: "Reset a setting to its default.",
            fields: [key.declaration], result: .object(settingFields)
        ) { input, session in
            let setting = try session.setting(named: input.required(key))
            return try session.write("settings clear \(setting.name)") { db, _ in
                try require(setting, session, db)
                try KeptSettings.forget(setting.name, db)
                return value(of: setting, try KeptSettings(db), session)
            }
        },
    ]

    /// Refuses a setting whose module was switched off meanwhile.
    private static func require(_ setting: SettingKey, _ session: Session, _ db: Database) throws {
        if let module = setting.module { _ = try session.enabledModule(module.id, db) }
    }

    private static func value(
        of setting: SettingKey, _ kept: KeptSettings, _ session: Session
    ) -> DataValue {
        let (value, initial, isSet) =
            switch setting {
            case .own(let setting):
                (
                    setting.text(kept, session.vault.environment),
                    setting.text(KeptSettings(), session.vault.environment), kept.own[setting] != nil
                )
            case .ofKind(let setting):
                (
                    setting.current(kept), setting.initial, kept.ofKinds[setting.name] != nil
                )
            case .ofModule(_, let declaration):
                (
                    kept.ofModules[setting.name].flatMap { try? declaration.storedText(for: $0) }
                        ?? declaration.defaultText,
                    declaration.defaultText, kept.ofModules[setting.name] != nil
                )
            }
        return .object([
            "key": .text(setting.name), "value": .text(value), "default": .text(initial),
            "isSet": .bool(isSet), "module": .text(orNull: setting.module?.id), "help": .text(setting.help),
        ])
    }

    /// What is said of a kept value that its setting no longer takes.
    private static func warning(of setting: SettingKey, _ kept: KeptSettings) -> String? {
        guard case .ofModule(_, let declaration) = setting, let text = kept.ofModules[setting.name],
            declaration.value(of: text) == nil
        else { return nil }
        return "\(setting.name) is set to “\(text)”, which is no longer valid: the default is used"
    }
}

extension Setting {
    /// The value as people read it, set or not.
    fileprivate func text(_ kept: KeptSettings, _ environment: HubEnvironment) -> String {
        let settings = UserSettings(kept.own, environment: environment)
        let page = PageSettings(kept.own)
        return switch self {
        // Foundation calls UTC by another name.
        case .zone: settings.timeZone.identifier == "GMT" ? "UTC" : settings.timeZone.identifier
        case .firstWeekday: Setting.weekdays[settings.firstWeekday - 1]
        case .units: settings.units.rawValue
        case .name: settings.name
        case .interests: settings.interests.joined(separator: ", ")
        case .cadence: settings.cadenceDays.map(String.init) ?? ""
        case .theme: page.theme.rawValue
        case .contrast: page.contrast.rawValue
        case .tabs: page.tabs.joined(separator: ", ")
        case .skippedSteps: kept.own[self] ?? ""
        }
    }
}
