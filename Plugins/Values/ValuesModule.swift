public import AtriumSDK
import RecordKit

/// Values and dreams: what matters to the user, and what is to come of it.
public let valuesModule = Module(
    manifest: Manifest(
        id: "values", title: "Values and dreams",
        summary: "Your values and dreams, to check projects against.",
        version: "1.0.0", icon: "heart", enhances: ["tasks"]),
    migrations: valuesMigrations,
    collections: [
        valueKind.collection(with: [valueKind.named]),
        dreamKind.collection(with: [DreamCommands.achieve, dreamKind.named]),
    ],
    importers: [valueKind.importer(), dreamKind.importer()],
    exporters: [
        valueKind.exporter(), valueKind.exporter(of: valueOutlines), dreamKind.exporter(),
        dreamKind.exporter(of: dreamOutlines),
    ],
    figures: [
        Figure(
            "values", title: "Values", help: "The number of values.", table: "values_value",
            sql: "SELECT count(*) FROM values_value"),
        Figure(
            "dreams", title: "Dreams", help: "The number of dreams.", table: "values_dream",
            sql: "SELECT count(*) FROM values_dream"),
        Figure(
            "dreams-achieved", title: "Dreams achieved", help: "The number of achieved dreams.",
            table: "values_dream", sql: "SELECT count(*) FROM values_dream WHERE achieved_on IS NOT NULL"),
    ],
    cards: [
        Card(
            "dreams", title: "Next dreams", command: ["values", "dreams", "list"],
            input: ["sort": .text("timeframe"), "achieved": .bool(false)], limit: 3)
    ])

extension CollectionID {
    /// The values.
    static let values = CollectionID(module: "values", name: "values")
    /// The dreams.
    static let dreams = CollectionID(module: "values", name: "dreams")
    /// The projects, of the module that keeps them.
    static let projects = CollectionID(module: "tasks", name: "projects")
}
