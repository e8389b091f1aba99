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
                    FieldDeclaration("column", .text, help: "The column's name.", isRequired: true),
                    FieldDeclaration(
                        "field", .text, help: "The field that the column is imported into.",
                        isRequired: true),
                ])), help: "The columns with their fields.", isRequired: true),
        FieldDeclaration("options", .text, help: "Other saved options, as JSON.", isRequired: true),
    ]

    static let mapCommands: [HostCommand] = [
        HostCommand(
            "maps", "list", scope: .vault, kind: .query,
            summary: "List your saved CSV column mappings.",
            discussion: """
                To save a mapping, use \(command: "import", .option("saveMap", "NAME")). To apply it, use \
                \(command: "import", .option("useMap", "NAME")).
                """,
            result: .list(mapFields, columns: ["name", "columns", "options"])
        ) { _, session in
            let maps = try session.vault.read { db in try SavedMaps.all(db) }
            return .object(["items": .list(maps.map(value))])
        },
        HostCommand(
            "maps", "remove", scope: .vault, kind: .action, summary: "Remove a saved CSV column mapping.",
            fields: [name.declaration],
            result: .object([
                FieldDeclaration("removed", .text, help: "The name of the removed mapping.", isRequired: true)
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
