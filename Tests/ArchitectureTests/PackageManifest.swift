import Foundation

/// What is wrong with reading the package's own description.
struct ManifestError: Error, CustomStringConvertible {
    var description: String
}

/// One target of `Package.swift`.
struct PackageTarget: Hashable, CustomStringConvertible {
    var name: String
    /// `regular`, `executable`, `test` or `system`: a C library of the machine, with no Swift files.
    var type: String
    /// The folder, relative to the root.
    var path: String
    /// The names of the targets and products that it depends on.
    var dependencies: Set<String>
    /// The features of coming language modes that it is compiled with.
    var upcomingFeatures: Set<String> = []

    var description: String { name }
    var isModule: Bool { type == "regular" && path.hasPrefix("Plugins/") }
    var isTest: Bool { type == "test" || path.hasPrefix("Tests/") }
    var isSystemLibrary: Bool { type == "system" }
    /// Whether it is written in C and compiled here; the package manager calls it `regular`, too.
    var isC: Bool { type == "regular" && SourceTree.hasFolder("\(path)/include") }
}

/// `Package.swift`, evaluated.
struct PackageManifest {
    var targets: [PackageTarget]

    var modules: [PackageTarget] { targets.filter(\.isModule) }

    /// Whose types stand in the codecs' public declarations: they come with a codec.
    private static let codecFoundations: Set<String> = ["TextDecoding", "ContentLine"]

    /// The libraries that read or write one format, by their names `XFormat`, what comes with them, and what is built on them for
    /// modules.
    var codecs: Set<String> {
        Self.codecFoundations.union(["CSVExchange", "ICalendarExchange", "OPMLExchange"]).union(
            targets.filter { $0.type == "regular" && $0.name.hasSuffix("Format") }.map(\.name))
    }

    /// What `target` depends on, and what comes with the codecs among that.
    func importable(by target: PackageTarget) -> Set<String> {
        let companions = targets.filter { target.dependencies.contains($0.name) && codecs.contains($0.name) }
            .reduce(into: Set<String>()) { $0.formUnion($1.dependencies.intersection(Self.codecFoundations)) }
        return target.dependencies.union(companions)
    }

    /// The target that `test` is named after; nil where it tests the package as a whole.
    func subject(of test: PackageTarget) -> PackageTarget? {
        targets.first { $0.name + "Tests" == test.name }
    }

    /// The package's manifest, read once for all tests.
    static let shared = Result { try load() }

    /// Asks the package manager, in a scratch folder of its own: the usual one is locked by the run of this test.
    private static func load() throws -> PackageManifest {
        let scratch = FileManager.default.temporaryDirectory.appending(
            path: "atrium-manifest-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "timeout", "--kill-after=5", "120", "swift", "package", "--package-path", SourceTree.root.path,
            "--scratch-path", scratch.path, "dump-package",
        ]
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        let message = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ManifestError(
                description: "swift package dump-package: status \(process.terminationStatus), "
                    + String(decoding: message, as: UTF8.self))
        }
        return PackageManifest(targets: try JSONDecoder().decode(Dump.self, from: data).targets.map(\.target))
    }

    /// The parts of the package manager's JSON that are needed.
    private struct Dump: Decodable {
        var targets: [Target]

        struct Target: Decodable {
            var name: String
            var type: String
            var path: String?
            /// Each is an object with one key, such as `byName`, and an array that begins with the name.
            var dependencies: [[String: [Lenient]]]
            var settings: [Setting]

            var target: PackageTarget {
                let folder = type == "test" ? "Tests" : "Sources"
                return PackageTarget(
                    name: name, type: type, path: path ?? "\(folder)/\(name)",
                    dependencies: Set(dependencies.flatMap(\.values).compactMap { $0.first?.text }),
                    upcomingFeatures: Set(
                        settings.compactMap { $0.kind["enableUpcomingFeature"]?["_0"]?.text }))
            }
        }

        /// Such as `{"kind": {"enableUpcomingFeature": {"_0": "ExistentialAny"}}}`.
        struct Setting: Decodable {
            var kind: [String: [String: Lenient]]
        }

        /// A string, or anything else as nil.
        struct Lenient: Decodable {
            var text: String?

            init(from decoder: any Decoder) throws {
                text = try? decoder.singleValueContainer().decode(String.self)
            }
        }
    }
}
