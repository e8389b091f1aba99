public import AtriumSDK
import RecordKit

/// Plants: say in one sentence what the module keeps.
public let plantsModule = Module(
    manifest: Manifest(
        id: "plants", title: "Plants", summary: "Keeps plants.", version: "0.1.0", icon: "box"),
    migrations: plantsMigrations,
    collections: [plantKind.collection()],
    importers: [plantKind.importer()].compactMap { $0 },
    exporters: [plantKind.exporter()].compactMap { $0 },
    figures: [
        Figure(
            "plants", title: "Plants", help: "How many plants are kept.", table: "plants_plant",
            sql: "SELECT count(*) FROM plants_plant")
    ])

extension CollectionID {
    /// The plants.
    static let plants = CollectionID(module: "plants", name: "plants")
}
