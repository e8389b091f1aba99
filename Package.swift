// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// The life-area modules: one line each.
///
/// Name of the folder under `Plugins/`, and the codecs and other libraries it uses.
let modules: [(name: String, codecs: [String])] = [
    (
        "Activities",
        ["ICalendarFormat", "ICalendarExchange", "ContentLine", "RecordKit"]
    ),
    (
        "Calendar",
        [
            "DatePhrases", "ICalendarFormat", "ICalendarExchange", "ContentLine", "CSVFormat", "CSVExchange",
            "RecordKit",
        ]
    ),
    (
        "Connections",
        [
            "VCardFormat", "ContentLine", "CSVFormat", "CSVExchange", "ICalendarFormat", "ICalendarExchange",
            "RecordKit",
        ]
    ),
    ("Discover", []),
    ("Exercise", ["CSVFormat", "CSVExchange", "RecordKit"]),
    ("Habits", ["CSVFormat", "RecordKit"]),
    (
        "Journal",
        [
            "ICalendarFormat", "ICalendarExchange", "ContentLine", "CSVFormat", "CSVExchange", "VCardFormat",
            "MarkdownFormat", "JrnlFormat", "RecordKit",
        ]
    ),
    ("MentalModels", ["OPMLFormat", "OPMLExchange"]),
    ("Ideas", ["RecordKit"]),
    ("Values", ["RecordKit"]),
    ("Quotes", ["RecordKit"]),
    (
        "Tasks",
        [
            "DatePhrases", "ICalendarFormat", "ICalendarExchange", "ContentLine", "CSVFormat", "CSVExchange",
            "TodoTxtFormat", "TaskPaperFormat", "RecordKit",
        ]
    ),
    ("Reminders", ["DatePhrases", "ICalendarFormat", "ICalendarExchange", "ContentLine", "RecordKit"]),
]

/// The modules that ask no database themselves: they keep nothing of their own, or declare all that they keep.
let modulesWithoutSQL: Set = ["Discover", "Values"]

/// Whether a module's tests have files that they read by themselves.
func hasFixtures(_ module: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Plugins/\(module)/Tests/Fixtures")
}

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let nio = ["NIOCore", "NIOPosix", "NIOHTTP1"].map {
    Target.Dependency.product(name: $0, package: "swift-nio")
}
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

/// The targets in C that are compiled here; Swift's settings do not apply to them.
let targetsInC: Set = ["CCommonPasswords", "CWebAssets"]

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
    ("MarkdownFormat", ["TextDecoding"]),
    ("JrnlFormat", ["TextDecoding"]),
    ("TodoTxtFormat", ["TextDecoding"]),
    ("TaskPaperFormat", ["TextDecoding"]),
    ("AtriumSDK", [grdb]),
    ("DatePhrases", ["AtriumSDK"]),
    ("ICalendarExchange", ["AtriumSDK", "ContentLine", "DatePhrases", "ICalendarFormat", grdb]),
    ("CSVExchange", ["AtriumSDK", "CSVFormat", "TextDecoding"]),
    ("OPMLExchange", ["AtriumSDK", "OPMLFormat"]),
    (
        "RecordKit",
        [
            "AtriumSDK", "CSVExchange", "CSVFormat", "ContentLine", "ICalendarExchange", "ICalendarFormat",
            "OPMLExchange", "OPMLFormat", "VCardFormat", grdb,
        ]
    ),
    (
        "AtriumFormats",
        [
            "AtriumSDK", "TextDecoding", "ContentLine", "VCardFormat", "ICalendarFormat", "OPMLFormat",
            "CSVFormat", "MarkdownFormat", "JrnlFormat", "TodoTxtFormat", "TaskPaperFormat",
        ]
    ),
    (
        "AtriumHost",
        [
            "AtriumSDK", "DatePhrases", grdb, grdbSQLite, crypto, cryptoExtras, "CLibarchive",
            "CCommonPasswords",
        ]
    ),
    (
        "AtriumHTTP",
        [
            "AtriumHost", "AtriumSDK", hummingbird, hummingbirdCore, hummingbirdTLS, httpTypes, nioHTTPTypes,
            serviceLifecycle, unixSignals,
            logging, "CMalloc",
        ]
            + nio
    ),
    (
        "AtriumWeb",
        [
            "AtriumHTTP", "AtriumHost", "AtriumSDK", "CWebAssets", "CCMark", "CZlib", hummingbird, httpTypes,
            nio[0],
        ]
    ),
    ("AtriumCLI", ["AtriumHost", "AtriumSDK", argumentParser, "CMalloc", "CSQLite"]),
]

/// The libraries that read and write one file format each, and what they share.
let codecs = [
    "TextDecoding", "ContentLine", "VCardFormat", "ICalendarFormat", "OPMLFormat", "CSVFormat",
    "MarkdownFormat",
    "JrnlFormat", "TodoTxtFormat", "TaskPaperFormat",
]

/// The targets that a debug build optimizes, too: small ones in which tests and checks spend their time.
///
/// Each other target takes longer to optimize than the checks then save, the tests above all.
let optimizedInDebug = Set(codecs).union(["DatePhrases", "CSVExchange", "ICalendarExchange"])

/// What tests need beside the target they are named after and what that target imports.
let extraTestDependencies: [String: [Target.Dependency]] = [
    "TextDecoding": ["SeededRandom"],
    "ContentLine": ["SeededRandom"],
    "VCardFormat": ["SeededRandom", "SharedFiles"],
    "ICalendarFormat": ["CLibical", "SeededRandom", "SharedFiles"],
    "OPMLFormat": ["SeededRandom", "SharedFiles"],
    "CSVFormat": ["SeededRandom", "SharedFiles"],
    "MarkdownFormat": ["SeededRandom"],
    "JrnlFormat": ["SeededRandom"],
    "TodoTxtFormat": ["SeededRandom"],
    "TaskPaperFormat": ["SeededRandom"],
    "AtriumSDK": ["SeededRandom"],
    "DatePhrases": ["SeededRandom"],
    "AtriumHost": ["AtriumTesting", "SeededRandom"],
    "AtriumCLI": ["AtriumTesting", grdb],
    "AtriumHTTP": [
        "AtriumTesting", "SeededRandom", grdb, .product(name: "NIOEmbedded", package: "swift-nio"),
    ],
    "AtriumWeb": ["SeededRandom"],
    "AtriumFormats": ["AtriumTesting", "SharedFiles"],
    "ICalendarExchange": ["AtriumTesting"],
    "RecordKit": ["AtriumTesting", "AtriumHost"],
]

var targets: [Target] = [
    .systemLibrary(name: "CLibical", pkgConfig: "libical", providers: [.apt(["libical-dev"])]),
    .systemLibrary(name: "CLibxml2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CLibarchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    // The C file embeds the words, so that they are part of the program and no file beside it.
    .systemLibrary(name: "CCMark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "CWebAssets", exclude: ["assets"], cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "CCommonPasswords", exclude: ["words"], cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "AtriumTesting", dependencies: ["AtriumSDK", "AtriumHost", "RecordKit", grdb]),
    .target(name: "SeededRandom", path: "Tests/SeededRandom"),
    .target(name: "SharedFiles", path: "Tests/SharedFiles"),
    .target(
        name: "StandInModules", dependencies: ["AtriumSDK", "AtriumTesting", grdb],
        path: "Tests/StandInModules"),
    .executableTarget(
        name: "atrium",
        dependencies: ["AtriumCLI", "AtriumHTTP", "AtriumWeb", "AtriumSDK", "AtriumFormats"]
            + modules.map { .target(name: $0.name) }),
    .testTarget(name: "ArchitectureTests", dependencies: ["SharedFiles"]),
    .testTarget(
        name: "FirstWeekTests",
        dependencies: [
            "AtriumCLI", "AtriumHTTP", "AtriumWeb", "AtriumHost", "AtriumSDK", "AtriumFormats",
            "AtriumTesting",
            "SeededRandom", hummingbird, httpTypes, logging, nio[0],
            .product(name: "NIOEmbedded", package: "swift-nio"),
        ]
            + modules.map { .target(name: $0.name) }),
    .executableTarget(
        name: "CorpusCheck",
        dependencies: [
            "AtriumSDK", "AtriumHost", "AtriumTesting", "AtriumFormats", "ContentLine", "VCardFormat",
            "ICalendarFormat",
            "OPMLFormat", "CSVFormat", "TaskPaperFormat", "TodoTxtFormat", "TextDecoding",
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
    let database = modulesWithoutSQL.contains(module.name) ? [] : [grdb]
    let dependencies: [Target.Dependency] = ["AtriumSDK"] + database + module.codecs.map { .target(name: $0) }
    targets.append(
        .target(
            name: module.name, dependencies: dependencies, path: "Plugins/\(module.name)",
            exclude: ["README.md", "Tests"]))
    targets.append(
        .testTarget(
            name: module.name + "Tests",
            dependencies: [
                .target(name: module.name), "AtriumTesting", "AtriumHost", "AtriumFormats", "SeededRandom",
                "SharedFiles", "StandInModules",
            ]
                + dependencies,
            path: "Plugins/\(module.name)/Tests",
            exclude: hasFixtures(module.name) ? ["Fixtures"] : []))
}

/// The number of steps that the type checker may spend on one expression: about 300 ms on a slow machine, the same on all.
///
/// Beyond it, the compiler reports an error and asks for smaller expressions.
let typeCheckerLimit = 80_000

for target in targets where target.type != .system && !targetsInC.contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .treatAllWarnings(as: .error),
        .unsafeFlags(["-Xfrontend", "-solver-scope-threshold=\(typeCheckerLimit)"]),
    ]
    if optimizedInDebug.contains(target.name) {
        target.swiftSettings?.append(
            .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
    }
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
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: targets,
    swiftLanguageModes: [.v6]
)
