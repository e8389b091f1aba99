public import AtriumSDK
import RecordKit

/// Values and dreams: what matters to the user, and what is to come of it.
public let valuesModule = Module(
    manifest: Manifest(
        id: "values", title: "Values and dreams",
        summary: "Keeps what matters to you and what you dream of, to hold projects against.",
        version: "1.0.0", icon: "heart", enhances: ["tasks"]),
    migrations: valuesMigrations,
    collections: [
        valueKind.collection(with: [valueKind.named]),
        dreamKind.collection(with: [DreamCommands.achieve, dreamKind.named]),
    ],
    importers: [valueKind.importer(), dreamKind.importer()].compactMap(\.self),
    exporters: [
        valueKind.exporter(), valueKind.exporter(of: valueOutlines), dreamKind.exporter(),
        dreamKind.exporter(of: dreamOutlines),
    ].compactMap(\.self),
    figures: [
        Figure(
            "values", title: "Values", help: "How many values are kept.", table: "values_value",
            sql: "SELECT count(*) FROM values_value"),
        Figure(
            "dreams", title: "Dreams", help: "How many dreams are kept.", table: "values_dream",
            sql: "SELECT count(*) FROM values_dream"),
        Figure(
            "dreams-achieved", title: "Dreams achieved", help: "How many dreams were achieved.",
            table: "values_dream", sql: "SELECT count(*) FROM values_dream WHERE achieved_on IS NOT NULL"),
    ],
    cards: [
        Card(
            "dreams", title: "Dreams that come next", command: ["values", "dreams", "list"],
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
