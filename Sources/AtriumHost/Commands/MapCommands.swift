import AtriumSDK
import GRDB

extension HostCommand {
    private static let name = Field<String>.text("name", help: "The mapping's name.").required.positional
    private static let mapFields: [FieldDeclaration] = [
        FieldDeclaration("name", .text, help: "The mapping's name.", isRequired: true),
        FieldDeclaration(
            "columns",
            .list(
                .object([
                    FieldDeclaration("column", .text, help: "The column.", isRequired: true),
                    FieldDeclaration("field", .text, help: "The field that it becomes.", isRequired: true),
                ])), help: "Which column becomes which field.", isRequired: true),
        FieldDeclaration("options", .text, help: "Other options that were kept, as JSON.", isRequired: true),
    ]

    static let mapCommands: [HostCommand] = [
        HostCommand(
            "maps", "list", reach: .vault, kind: .query,
            summary: "List the mappings of CSV columns that you have kept.",
            discussion: """
                \(command: "import", .option("saveMap", "NAME")) keeps one, \
                \(command: "import", .option("useMap", "NAME")) uses it.
                """,
            result: .list(mapFields, columns: ["name", "columns", "options"])
        ) { _, session in
            let maps = try session.vault.read { db in try SavedMaps.all(db) }
            return .object(["items": .list(maps.map(value))])
        },
        HostCommand(
            "maps", "remove", reach: .vault, kind: .action, summary: "Remove a mapping of CSV columns.",
            fields: [name.declaration],
            result: .object([
                FieldDeclaration("removed", .text, help: "The name of the mapping.", isRequired: true)
            ])
        ) { input, session in
            let name = try input.required(name)
            return try session.write("maps remove") { db, _ in
                _ = try SavedMaps.map(named: name, db)
                try SavedMaps.remove(name, db)
                return .object(["removed": .text(name)])
            }
        },
    ]

    private static func value(_ map: SavedMap) -> DataValue {
        .object([
            "name": .text(map.name),
            "columns": .list(
                map.columns.map { .object(["column": .text($0.column), "field": .text($0.field)]) }),
            "options": .text(DataValue.object(map.options).json),
        ])
    }
}
