import Foundation
import Testing

/// Holds the code to the table "Who may import whom" and to the package's own rules.
@Suite struct ArchitectureTests {
    let manifest: PackageManifest
    let rules: ImportRules

    init() throws {
        manifest = try PackageManifest.shared.get()
        let page = try #require(SourceTree.text("docs/architecture.md"), "docs/architecture.md is missing")
        rules = ImportRules(markdown: page)
    }

    private func allowed(_ target: PackageTarget) -> Set<String>? {
        rules.imports(of: target, codecs: manifest.codecs)
    }

    // MARK: Who may import whom

    @Test func everyLibraryIsInTheTable() {
        let known = manifest.targets.filter { $0.type == "regular" }
        #expect(!known.isEmpty)
        for target in known {
            #expect(allowed(target) != nil, "\(target) has no row in docs/architecture.md")
        }
    }

    @Test func declaredDependenciesAreAllowed() {
        for target in manifest.targets where target.type == "regular" {
            let surplus = target.dependencies.subtracting(allowed(target) ?? [])
            #expect(surplus.isEmpty, "\(target) must not depend on \(surplus.sorted())")
        }
    }

    /// Also catches what the compiler lets pass: imports of a dependency's dependency.
    @Test func importLinesAreAllowedAndDeclared() throws {
        for target in manifest.targets where target.type == "regular" {
            let allowed = allowed(target) ?? []
            for file in try SourceTree.files(of: target) {
                for (module, line) in file.imports where !ImportRules.platform.contains(module) {
                    #expect(allowed.contains(module), "\(file):\(line) must not import \(module)")
                    let isDeclared = manifest.importable(by: target).contains(module) || module == "Testing"
                    #expect(
                        isDeclared, "\(file):\(line) imports \(module), which Package.swift does not give it")
                }
            }
        }
    }

    @Test func testsImportWhatTheyDeclare() throws {
        for target in manifest.targets where target.isTest {
            let allowed = ImportRules.platform.union(manifest.importable(by: target)).union(["Testing"])
            for file in try SourceTree.files(of: target) {
                for (module, line) in file.imports {
                    #expect(
                        allowed.contains(module), "\(file):\(line) imports \(module), which is not declared")
                }
            }
        }
    }

    @Test func onlyTheProgramNamesModules() throws {
        let modules = Set(manifest.modules.map(\.name))
        for target in manifest.targets where target.name != ImportRules.program {
            let others = modules.subtracting(target.isTest ? [target.name.withoutSuffix("Tests")] : [])
            let named = target.dependencies.intersection(others)
            #expect(named.isEmpty, "\(target) depends on the module \(named.sorted())")
        }
    }

    @Test func nothingImportsTheProgram() {
        for target in manifest.targets {
            #expect(!target.dependencies.contains(ImportRules.program), "\(target) depends on the program")
            let isHelper = !target.isTest && target.dependencies.contains("AtriumTesting")
            #expect(!isHelper, "\(target) depends on what is for tests only")
        }
    }

    @Test func theTableHasNoRowTooMany() {
        let known = Set(manifest.targets.map(\.name)).union([ImportRules.anyModule])
        #expect(
            Set(rules.allowed.keys).subtracting(known).isEmpty,
            "docs/architecture.md names a target that is none")
    }

    // MARK: Modules

    @Test func foldersTableAndListOfModulesAgree() throws {
        let folders = try SourceTree.folders(in: "Plugins")
        let targets = Set(manifest.modules.map(\.name))
        #expect(folders == targets, "folders under Plugins/ and the modules in Package.swift")
        for module in manifest.modules { #expect(module.path == "Plugins/\(module.name)") }
        let list = try SourceTree.swiftFiles(below: "Sources/atrium").first {
            $0.path.hasSuffix("InstalledModules.swift")
        }
        let file = try #require(list, "Sources/atrium/InstalledModules.swift is missing")
        #expect(Set(file.imports.map(\.module)).intersection(targets) == targets)
        let text = file.lines.joined(separator: "\n")
        for module in targets {
            #expect(
                text.contains("\(module.lowerCasedFirst)Module,"), "\(module) is imported but not installed")
        }
    }

    // MARK: Files

    @Test func filesAreShortEnoughToRead() throws {
        for folder in ["Sources", "Plugins", "Tests", "Benchmarks", "Fuzz"] {
            for file in try SourceTree.swiftFiles(below: folder) {
                #expect(
                    file.lines.count <= 501, "\(file) has \(file.lines.count - 1) lines; 500 are the limit")
            }
        }
    }

    /// Where the compiler's proof of thread safety is switched off, the line above says why.
    @Test func uncheckedConcurrencyIsReasoned() throws {
        for folder in ["Sources", "Plugins", "Tests"] {
            for file in try SourceTree.swiftFiles(below: folder)
            where !file.path.hasPrefix("Tests/Architecture") {
                for (index, line) in file.lines.enumerated() {
                    let code = line.prefix { $0 != "/" }
                    guard code.contains("@unchecked Sendable") || code.contains("nonisolated(unsafe)") else {
                        continue
                    }
                    let above = index > 0 ? file.lines[index - 1].drop(while: \.isWhitespace) : ""
                    #expect(above.hasPrefix("//"), "\(file):\(index + 1) says nothing of why it is safe")
                }
            }
        }
    }
}

/// The readers that these tests rest on.
@Suite struct ArchitectureReadingTests {
    @Test(
        arguments: [
            ("import Foundation", "Foundation"), ("public import GRDB", "GRDB"),
            ("@testable import Habits", "Habits"),
            ("@_exported public import X", "X"), ("    import struct Foundation.Date", "Foundation"),
            ("// import X", nil), ("let import = 1", nil), ("important()", nil), ("", nil),
        ] as [(Substring, String?)])
    func importLines(line: Substring, module: String?) {
        #expect(SourceTree.File.importedModule(line) == module)
    }

    @Test func importsInTextAreNone() {
        let text = "import A\nlet x = \"\"\"\n    import B\n    \"\"\"\nimport C"
        let file = SourceTree.File(
            path: "x.swift", lines: text.split(separator: "\n", omittingEmptySubsequences: false))
        #expect(file.imports.map(\.module) == ["A", "C"])
        #expect(file.imports.map(\.line) == [1, 5])
    }

    @Test func tablesInMarkdown() {
        let page = """
            | other | table |
            |---|---|
            | `X` | `Y` |

            | target | may import |
            |---|---|
            | A, B | `C`, D by name |
            | E | |
            | Plugins/* | Kit, and the codecs |

            | F | G |
            """
        let rules = ImportRules(markdown: page)
        #expect(rules.allowed == ["A": ["C", "D"], "B": ["C", "D"], "E": [], "Plugins/*": ["Kit"]])
        let module = PackageTarget(name: "M", type: "regular", path: "Plugins/M", dependencies: [])
        #expect(rules.imports(of: module, codecs: ["VFormat"]) == ["Kit", "VFormat"])
    }
}

extension String {
    fileprivate var lowerCasedFirst: String { prefix(1).lowercased() + dropFirst() }

    fileprivate func withoutSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
