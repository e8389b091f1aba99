// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// The life-area modules: one line each.
///
/// Name of the folder under `Plugins/`, and the codecs it maps.
let modules: [(name: String, codecs: [String])] = [
    ("Calendar", ["ICalendarFormat", "ContentLine", "CSVFormat"]),
    ("Connections", ["VCardFormat", "ContentLine", "CSVFormat"]),
    ("Habits", ["CSVFormat"]),
]

/// Whether a module's tests have files that they read by themselves.
func hasFixtures(_ module: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Plugins/\(module)/Tests/Fixtures")
}

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// The libraries: name, and what each may import.
///
/// `docs/architecture.md` gives the reasons; ArchitectureTests
/// hold the import lines to it.
let libraries: [(name: String, dependencies: [Target.Dependency])] = [
    ("TextDecoding", []),
    ("ContentLine", ["TextDecoding"]),
    ("VCardFormat", ["ContentLine", "TextDecoding"]),
    ("ICalendarFormat", ["ContentLine", "TextDecoding"]),
    ("OPMLFormat", ["TextDecoding", "CLibxml2"]),
    ("CSVFormat", ["TextDecoding"]),
    ("AtriumSDK", [grdb]),
    (
        "AtriumFormats",
        [
            "AtriumSDK", "TextDecoding", "ContentLine", "VCardFormat", "ICalendarFormat", "OPMLFormat",
            "CSVFormat",
        ]
    ),
    ("AtriumHost", ["AtriumSDK", grdb, crypto, cryptoExtras, "CLibarchive"]),
    ("AtriumCLI", ["AtriumHost", "AtriumSDK", argumentParser]),
]

/// The libraries that read and write one file format each, and what they share.
let codecs = ["TextDecoding", "ContentLine", "VCardFormat", "ICalendarFormat", "OPMLFormat", "CSVFormat"]

/// What tests need beside the target they are named after and what that target imports.
let extraTestDependencies: [String: [Target.Dependency]] = [
    "TextDecoding": ["SeededRandom"],
    "ContentLine": ["SeededRandom"],
    "VCardFormat": ["SeededRandom"],
    "ICalendarFormat": ["CLibical", "SeededRandom"],
    "OPMLFormat": ["SeededRandom"],
    "CSVFormat": ["SeededRandom"],
    "AtriumSDK": ["SeededRandom"],
    "AtriumHost": ["AtriumTesting", "SeededRandom"],
    "AtriumCLI": [grdb],
    "AtriumFormats": ["AtriumTesting"],
]

var targets: [Target] = [
    .systemLibrary(name: "CLibical", pkgConfig: "libical", providers: [.apt(["libical-dev"])]),
    .systemLibrary(name: "CLibxml2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CLibarchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .target(name: "AtriumTesting", dependencies: ["AtriumSDK", "AtriumHost"]),
    .target(name: "SeededRandom", path: "Tests/SeededRandom"),
    .executableTarget(
        name: "atrium",
        dependencies: ["AtriumCLI", "AtriumSDK", "AtriumFormats"]
            + modules.map { .target(name: $0.name) }),
    .testTarget(name: "ArchitectureTests"),
    .executableTarget(
        name: "CorpusCheck",
        dependencies: [
            "AtriumSDK", "AtriumHost", "AtriumTesting", "AtriumFormats", "ContentLine", "VCardFormat",
            "ICalendarFormat",
            "OPMLFormat", "CSVFormat", "TextDecoding",
        ] + modules.map { .target(name: $0.name) }, path: "Tests/CorpusCheck"),
]

for library in libraries {
    targets.append(.target(name: library.name, dependencies: library.dependencies))
    targets.append(
        .testTarget(
            name: library.name + "Tests",
            dependencies: [.target(name: library.name)] + library.dependencies
                + extraTestDependencies[library.name, default: []]))
}

for module in modules {
    let dependencies: [Target.Dependency] = ["AtriumSDK", grdb] + module.codecs.map { .target(name: $0) }
    targets.append(
        .target(
            name: module.name, dependencies: dependencies, path: "Plugins/\(module.name)",
            exclude: ["README.md", "Tests"]))
    targets.append(
        .testTarget(
            name: module.name + "Tests",
            dependencies: [
                .target(name: module.name), "AtriumTesting", "AtriumHost", "AtriumFormats", "SeededRandom",
            ]
                + dependencies,
            path: "Plugins/\(module.name)/Tests",
            exclude: hasFixtures(module.name) ? ["Fixtures"] : []))
}

for target in targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}

let package = Package(
    name: "atrium",
    // The codecs are products for the packages of their own in Benchmarks and Fuzz.
    products: [.executable(name: "atrium", targets: ["atrium"])]
        + codecs.map { .library(name: $0, targets: [$0]) },
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: targets,
    swiftLanguageModes: [.v6]
)
