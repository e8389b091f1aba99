import AtriumSDK

/// The commands that are written by hand, because they move files; all others come from declarations.
enum BuiltInCommands {
    /// Their nodes, in the order of help, with the options that the modules' importers and exporters add.
    static func nodes(modules: [Module], formats: [any Format]) -> [CommandNode] {
        [
            ImportCommand.node(modules: modules, formats: formats),
            ExportCommand.node(modules: modules, formats: formats),
            UpkeepCommands.backup, UpkeepCommands.restore, UpkeepCommands.doctor, UpkeepCommands.openAPI,
        ]
    }

    /// The options that importers or exporters declare, each name once, none of them required: each is for some files.
    static func options(_ declared: [FieldDeclaration], beside fields: [FieldDeclaration])
        -> [FieldDeclaration]
    {
        var names = Set(fields.map(\.name))
        var taken = GlobalOptions.reservedNames.union(fields.map(\.optionName))
        return declared.compactMap { field in
            guard names.insert(field.name).inserted, taken.insert(field.optionName).inserted else {
                return nil
            }
            var field = field
            field.isRequired = false
            field.isPositional = false
            return field
        }
    }

    /// The option that chooses a format.
    static func format(_ formats: [any Format], help: String) -> FieldDeclaration {
        FieldDeclaration("format", .choice(formats.map(\.id.rawValue)), help: help)
    }
}
