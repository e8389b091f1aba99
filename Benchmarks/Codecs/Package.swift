// swift-tools-version: 6.2
import PackageDescription

/// What `run_codecs.py` measures: a package of its own, so that the product's build does not carry it.
let package = Package(
    name: "codecs",
    dependencies: [.package(name: "atrium", path: "../..")],
    targets: [
        .executableTarget(
            name: "codecs",
            dependencies: [
                .product(name: "TextDecoding", package: "atrium"),
                .product(name: "ContentLine", package: "atrium"),
                .product(name: "VCardFormat", package: "atrium"),
                .product(name: "ICalendarFormat", package: "atrium"),
                .product(name: "OPMLFormat", package: "atrium"),
                .product(name: "CSVFormat", package: "atrium"),
                .product(name: "TodoTxtFormat", package: "atrium"),
                .product(name: "TaskPaperFormat", package: "atrium"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("InternalImportsByDefault"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
