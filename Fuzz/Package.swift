// swift-tools-version: 6.2
import PackageDescription

/// The fuzzers: name, and the codecs that each of them feeds.
let fuzzers: [(name: String, codecs: [String])] = [
    ("vcard", ["VCardFormat", "ContentLine", "TextDecoding"]),
    ("icalendar", ["ICalendarFormat", "ContentLine", "TextDecoding"]),
    ("recurrence", ["ICalendarFormat"]),
    ("csv", ["CSVFormat", "TextDecoding"]),
    ("opml", ["OPMLFormat", "TextDecoding"]),
    ("markdown", ["MarkdownFormat", "TextDecoding"]),
    ("jrnl", ["JrnlFormat", "TextDecoding"]),
    ("todotxt", ["TodoTxtFormat", "TextDecoding"]),
    ("taskpaper", ["TaskPaperFormat", "TextDecoding"]),
    ("text", ["TextDecoding"]),
]

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A package of its own, since it links only with `--sanitize fuzzer`: libFuzzer brings the `main` function.
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "atrium", path: "..")],
    targets: [
        .target(
            name: "FuzzSupport", dependencies: [.product(name: "TextDecoding", package: "atrium")],
            swiftSettings: settings)
    ]
        + fuzzers.map { fuzzer in
            .executableTarget(
                name: fuzzer.name,
                dependencies: ["FuzzSupport"]
                    + fuzzer.codecs.map { .product(name: $0, package: "atrium") },
                swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
        },
    swiftLanguageModes: [.v6]
)
