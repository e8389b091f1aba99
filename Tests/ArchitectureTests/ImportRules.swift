/// "Who may import whom", as data.
///
/// `docs/architecture.md` shows the same table to people; a test holds the two to each other.
enum ImportRules {
    /// What any target may import: the standard library and, where it must, Foundation and the C library.
    static let platform: Set<String> = [
        "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl", "RegexBuilder", "Swift",
        "Synchronization",
    ]

    /// Targets that read or write one format, and the two that they stand on.
    static let codecs: Set<String> = [
        "CSVFormat", "ContentLine", "ICalendarFormat", "OPMLFormat", "TextDecoding", "VCardFormat",
    ]

    /// Each library and what it may import beside the platform.
    static let libraries: [String: Set<String>] = [
        "TextDecoding": [],
        "CSVFormat": ["TextDecoding"],
        "ContentLine": ["TextDecoding"],
        "VCardFormat": ["ContentLine", "TextDecoding"],
        "ICalendarFormat": ["ContentLine", "TextDecoding", "CLibical"],
        "OPMLFormat": ["TextDecoding", "CLibxml2"],
        "AtriumSDK": ["GRDB", "Logging"],
        "AtriumFormats": codecs.union(["AtriumSDK"]),
        "AtriumHost": ["AtriumSDK", "GRDB", "Logging", "Crypto", "CryptoExtras", "CLibarchive"],
        "AtriumHTTP": [
            "AtriumHost", "AtriumSDK", "Hummingbird", "HummingbirdCore", "HummingbirdTLS", "HTTPTypes",
            "NIOCore",
            "ServiceLifecycle", "Logging", "Metrics",
        ],
        "AtriumCLI": ["AtriumHost", "AtriumSDK", "ArgumentParser"],
        "AtriumTesting": ["AtriumSDK", "AtriumHost", "Testing"],
    ]

    /// What a module under `Plugins/` may import: never another module, the host or a surface.
    static let module: Set<String> = codecs.union(["AtriumSDK", "GRDB"])

    /// The one target that may import everything, and that nothing imports.
    static let program = "atrium"

    /// What the table allows `target` to import; nil where it does not know the target.
    static func allowed(for target: PackageTarget) -> Set<String>? {
        target.isModule ? module : libraries[target.name]
    }

    /// Reads the table from `docs/architecture.md`: rows of which the first cell holds targets in backquotes and the
    /// second what those may import, in backquotes too.
    ///
    /// The word `codecs` stands for ``codecs``, and `Plugins/X` for each module.
    static func table(inMarkdown text: String) -> [String: Set<String>] {
        var result: [String: Set<String>] = [:]
        for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix("|") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().prefix(2)
            guard cells.count == 2, let first = cells.first, let second = cells.last else { continue }
            var imports = Set(quoted(second))
            if imports.remove("codecs") != nil { imports.formUnion(codecs) }
            for target in quoted(first) { result[target] = imports }
        }
        return result
    }

    private static func quoted(_ cell: Substring) -> [String] {
        cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}
