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
        let known = manifest.targets.filter { $0.type == "regular" && !$0.isC }
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
        let programs = [ImportRules.program] + ImportRules.sharersOfModules
        for target in manifest.targets where !programs.contains(target.name) {
            let others = modules.subtracting(target.isTest ? [target.name.withoutSuffix("Tests")] : [])
            let named = target.dependencies.intersection(others)
            #expect(named.isEmpty, "\(target) depends on the module \(named.sorted())")
        }
    }

    /// A library that modules share knows no module by its id either: who links to another's records says whose they are.
    @Test func noLibraryNamesACollectionOfAModule() throws {
        for file in try SourceTree.swiftFiles(below: "Sources")
        where !file.path.hasPrefix("Sources/\(ImportRules.program)/") {
            for (number, line) in file.lines.enumerated() where line.contains("CollectionID(module: \"") {
                Issue.record("\(file):\(number + 1) names a module's collection")
            }
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

    /// A target in C gives Swift what Swift lacks, and no more.
    @Test func targetsInCDependOnNothingAndHaveNoSwift() throws {
        let inC = manifest.targets.filter(\.isC)
        #expect(inC.contains { $0.name == "CCommonPasswords" })
        for target in inC {
            #expect(target.dependencies.isEmpty, "\(target) depends on \(target.dependencies.sorted())")
            #expect(try SourceTree.files(of: target).isEmpty, "\(target) has Swift files")
        }
    }

    // MARK: Package.swift

    @Test(arguments: ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"])
    func everyTargetIsCompiledWith(feature: String) {
        let compiled = manifest.targets.filter { !$0.isSystemLibrary && !$0.isC }
        #expect(!compiled.isEmpty)
        for target in compiled {
            #expect(target.upcomingFeatures.contains(feature), "\(target) is compiled without \(feature)")
        }
    }

    /// Tests are given what their subject depends on, whether or not they need all of it; and the tests of all modules
    /// the same, so that some module's must use it.
    @Test func whatIsDeclaredIsUsed() throws {
        var imports: [String: Set<String>] = [:]
        for target in manifest.targets where !target.isSystemLibrary {
            imports[target.name] = try Set(SourceTree.files(of: target).flatMap { $0.imports.map(\.module) })
        }
        let ofModuleTests = manifest.modules.reduce(into: Set<String>()) {
            $0.formUnion(imports[$1.name + "Tests", default: []])
        }
        for target in manifest.targets where !target.isSystemLibrary {
            var used = imports[target.name, default: []]
            if target.isTest, let subject = manifest.subject(of: target) {
                used.formUnion(subject.dependencies)
                if subject.isModule { used.formUnion(ofModuleTests) }
            }
            let unused = target.dependencies.subtracting(used).sorted()
            #expect(unused.isEmpty, "\(target) depends on \(unused), but imports none of it")
        }
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

    /// The program serves and asks nobody: what a file or a request names is never fetched, by itself or by a program
    /// that it runs.
    @Test func nothingOpensConnections() throws {
        var needed: Set<String> = []
        for folder in ["Sources", "Plugins"] {
            for file in try SourceTree.swiftFiles(below: folder) where !file.path.contains("/Tests/") {
                for (number, line) in file.lines.enumerated() {
                    for word in Connecting.words(in: line) {
                        if Connecting.reasons[file.path]?[word] == nil {
                            Issue.record("\(file):\(number + 1) may open a connection: \(word)")
                        }
                        needed.insert("\(file.path) \(word)")
                    }
                }
            }
        }
        for (path, words) in Connecting.reasons {
            for word in words.keys {
                #expect(needed.contains("\(path) \(word)"), "\(path) has no “\(word)” that is excepted")
            }
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

    /// What a test rests on must not depend on the day on which it runs.
    @Test func testsHaveAClockOfTheirOwn() throws {
        let words = [" Date()", "(Date()", "[Date()", "Date.now"]
        for folder in ["Tests", "Plugins"] {
            for file in try SourceTree.swiftFiles(below: folder)
            where file.path.contains("Tests/") && !file.path.hasPrefix("Tests/Architecture") {
                for (number, line) in file.lines.enumerated() where words.contains(where: line.contains) {
                    Issue.record("\(file):\(number + 1) reads the machine's clock: see FixedClock")
                }
            }
        }
    }

    /// Where the compiler's proof of thread safety is switched off, a plain comment on the line above or below says why.
    @Test func uncheckedConcurrencyIsReasoned() throws {
        for folder in ["Sources", "Plugins", "Tests", "Benchmarks", "Fuzz"] {
            for file in try SourceTree.swiftFiles(below: folder)
            where !file.path.hasPrefix("Tests/Architecture") {
                for line in file.unreasonedConcurrency {
                    Issue.record("\(file):\(line) says nothing of why it is safe")
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

    @Test(
        arguments: [
            ("let session = URLSession.shared", ["URLSession"]),
            ("let s = socket(AF_INET, 1, 0)", ["socket("]),
            ("Glibc.connect(s, address, 16)", ["connect("]),
            ("try Data(contentsOf: url)", ["Data(contentsOf:"]),
            ("ClientBootstrap(group: g).connect(to: a)", ["Bootstrap", "connect("]),
            ("DatagramBootstrap(group: g)", ["Bootstrap"]), ("NIOClientTCPBootstrap(x)", ["Bootstrap"]),
            ("let p = Process()", ["Process("]), ("posix_spawnp(&child, path", ["posix_spawnp("]),
            ("    disconnect()", []), ("addSocket(socket)", []), ("runAsProcess()", []), ("Date(", []),
        ] as [(Substring, [String])])
    func wordsOfConnections(line: Substring, words: [String]) {
        #expect(Connecting.words(in: line).sorted() == words)
    }

    @Test func importsInTextAreNone() {
        let text = "import A\nlet x = \"\"\"\n    import B\n    \"\"\"\nimport C"
        let file = SourceTree.File(path: "x.swift", text: text)
        #expect(file.imports.map(\.module) == ["A", "C"])
        #expect(file.imports.map(\.line) == [1, 5])
    }

    @Test(
        arguments: [
            ("// Guarded by a lock.\nclass A: @unchecked Sendable {", []),
            ("class A: @unchecked Sendable {\n    // Guarded by a lock.", []),
            ("/// Guarded by a lock.\nclass A: @unchecked Sendable {\n}", [2]),
            ("// MARK: - A\nclass A: @unchecked Sendable {\n//", [2]),
            ("// Guarded by a lock.\n\nnonisolated(unsafe) var a = 1", [3]),
            ("nonisolated(unsafe) var a = 1", [1]), ("/// Not @unchecked Sendable.\nclass A {", []),
        ] as [(String, [Int])])
    func reasonsOfUncheckedConcurrency(text: String, unreasoned: [Int]) {
        let file = SourceTree.File(path: "x.swift", text: text)
        #expect(file.unreasonedConcurrency == unreasoned)
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
