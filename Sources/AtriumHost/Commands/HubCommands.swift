import AtriumSDK

extension HostCommand {
    private static let hubSettingFields: [FieldDeclaration] = [
        FieldDeclaration("key", .text, help: "The setting's name.", isRequired: true),
        FieldDeclaration("value", .text, help: "The setting's value.", isRequired: true),
        FieldDeclaration("help", .text, help: "The setting's meaning.", isRequired: true),
    ]
    private static let key = Field<String>
        .choice("key", of: HubSetting.allCases.map(\.rawValue), help: "The setting's name.").required
        .positional
    private static let value = Field<String>.text("value", help: "The new value.").required.positional

    /// The settings of the whole hub.
    static let hubCommands: [HostCommand] = [
        HostCommand(
            "hub", "list", scope: .admin, kind: .query, summary: "List the settings of the hub.",
            result: .list(hubSettingFields, columns: ["key", "value", "help"])
        ) { _, session in
            let accounts = try session.hub.accounts()
            return .object(["items": .list(try HubSetting.allCases.map { try current($0, accounts) })])
        },
        HostCommand(
            "hub", "set", scope: .admin, kind: .action, summary: "Change a setting of the hub.",
            fields: [key.declaration, value.declaration], result: .object(hubSettingFields), confirms: true
        ) { input, session in
            let accounts = try session.hub.accounts()
            guard let setting = HubSetting(rawValue: try input.required(key)) else {
                throw AtriumError(.internal, "a checked choice is not a setting of the hub")
            }
            try accounts.set(setting, to: input.required(value))
            return try current(setting, accounts)
        },
    ]

    private static func current(_ setting: HubSetting, _ accounts: Accounts) throws -> DataValue {
        .object([
            "key": .text(setting.rawValue), "value": .text(try accounts.value(of: setting)),
            "help": .text(setting.help),
        ])
    }
}
