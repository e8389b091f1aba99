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

    /// Refuses options that only modules understand which are off.
    ///
    /// - Throws: ``AtriumError`` with code `unavailable`.
    static func check(_ options: DataObject, declared: [FieldDeclaration]) throws {
        let known = Set(declared.map(\.name))
        for name in options.names where !known.contains(name) {
            throw AtriumError(
                .unavailable, "--\(FieldDeclaration.kebabCase(name)) belongs to a module that is off",
                remedy: "see `atrium modules list`")
        }
    }

    /// The option that chooses a format.
    static func format(_ formats: [any Format], help: String) -> FieldDeclaration {
        FieldDeclaration("format", .choice(formats.map(\.id.rawValue)), help: help)
    }
}
