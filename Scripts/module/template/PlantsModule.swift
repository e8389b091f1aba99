public import AtriumSDK
import RecordKit

/// The plants module. Replace this comment with one sentence about its records.
public let plantsModule = Module(
    manifest: Manifest(
        id: "plants", title: "Plants", summary: "Your plants.", version: "0.1.0", icon: "box"),
    migrations: plantsMigrations,
    collections: [plantKind.collection()],
    importers: [plantKind.importer()],
    exporters: [plantKind.exporter()],
    figures: [
        Figure(
            "plants", title: "Plants", help: "The number of plants.", table: "plants_plant",
            sql: "SELECT count(*) FROM plants_plant")
    ])

extension CollectionID {
    /// The collection of plants.
    static let plants = CollectionID(module: "plants", name: "plants")
}
