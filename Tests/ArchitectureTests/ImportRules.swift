/// "Who may import whom", as `docs/architecture.md` has it: the table that people read is the one that holds.
struct ImportRules {
    /// What any target may import: the standard library and, where it must, Foundation and the C library.
    static let platform: Set<String> = [
        "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl", "RegexBuilder", "Swift",
        "Synchronization",
    ]

    /// The one target that may import everything, and that nothing imports.
    static let program = "atrium"

    /// What stands among the tests and shares the program's list of modules: the program that tries the corpus, and the
    /// tests of the README's sessions and of all modules together.
    static let sharersOfModules = ["CorpusCheck", "FirstWeekTests"]

    /// The row that stands for each module.
    static let anyModule = "Plugins/*"

    /// What each target may import beside the platform.
    let allowed: [String: Set<String>]

    /// Reads the table that begins with `| target | may import |` from a page in Markdown.
    ///
    /// The first cell of a row holds target names with commas between, the second the names of what those may import;
    /// words in lower case around them are for people.
    init(markdown: String) {
        var allowed: [String: Set<String>] = [:]
        let lines = markdown.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let table = lines.drop { !$0.hasPrefix("| target | may import") }.dropFirst(2).prefix {
            $0.hasPrefix("|")
        }
        for line in table {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst()
            guard let targets = cells.first, let imports = cells.dropFirst().first else { continue }
            for target in targets.split(separator: ",") {
                let name = target.filter { !$0.isWhitespace && $0 != "`" }
                allowed[name] = Set(
                    imports.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
                        .filter { $0.first?.isUppercase ?? false })
            }
        }
        self.allowed = allowed
    }

    /// What `target` may import; nil where the table has no row for it.
    ///
    /// A module may import any codec, if Package.swift gives it that.
    func imports(of target: PackageTarget, codecs: Set<String>) -> Set<String>? {
        target.isModule ? allowed[Self.anyModule]?.union(codecs) : allowed[target.name]
    }
}
