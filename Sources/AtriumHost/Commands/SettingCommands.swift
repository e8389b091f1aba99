import AtriumSDK
import Foundation
import GRDB

extension HostCommand {
    private static let settingFields: [FieldDeclaration] = [
        FieldDeclaration("key", .text, help: "The setting's name.", isRequired: true),
        FieldDeclaration("value", .text, help: "Its value; empty where it is not set.", isRequired: true),
        FieldDeclaration("help", .text, help: "What it means.", isRequired: true),
    ]
    private static let key = Field<String>
        .choice("key", of: Setting.allCases.map(\.rawValue), help: "The setting's name.").required.positional
    private static let value = Field<String>.text("value", help: "Its value.").required.positional

    static let settingCommands: [HostCommand] = [
        HostCommand(
            "settings", "list", reach: .vault, kind: .query, summary: "List your settings.",
            result: .list(settingFields, columns: ["key", "value", "help"])
        ) { _, session in
            let values = try session.vault.read { db in
                try Setting.allCases.map { try current($0, session, db) }
            }
            return .object(["items": .list(values)])
        },
        HostCommand(
            "settings", "get", reach: .vault, kind: .query, summary: "Show one setting.",
            fields: [key.declaration],
            result: .object(settingFields)
        ) { input, session in
            let setting = try Setting.named(input.required(key))
            return try session.vault.read { db in try current(setting, session, db) }
        },
        HostCommand(
            "settings", "set", reach: .vault, kind: .action, summary: "Change a setting.",
            fields: [key.declaration, value.declaration], result: .object(settingFields)
        ) { input, session in
            let setting = try Setting.named(input.required(key))
            let value = try setting.checked(
                input.required(value), modules: session.hub.registry.modules.map(\.id))
            return try session.write("settings set \(setting.rawValue)") { db, _ in
                try db.execute(
                    sql: """
                        INSERT INTO host_setting (key, value) VALUES (?, ?)
                        ON CONFLICT (key) DO UPDATE SET value = excluded.value
                        """, arguments: [setting.rawValue, value])
                return try current(setting, session, db)
            }
        },
    ]

    private static func current(_ setting: Setting, _ session: Session, _ db: Database) throws -> DataValue {
        let values = try Setting.values(db)
        let settings = UserSettings(values, environment: session.vault.environment)
        let page = PageSettings(values)
        let value =
            switch setting {
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
            }
        return .object(["key": .text(setting.rawValue), "value": .text(value), "help": .text(setting.help)])
    }
}
