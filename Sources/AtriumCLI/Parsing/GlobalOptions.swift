import ArgumentParser

/// The options that every command takes, as the parsing library and help know them.
///
/// Their values come from ``ArgumentScan``: they must be known before the rest can be parsed.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: "The hub's folder. (default: $ATRIUM_HOME, or ~/.local/share/atrium)", completion: .directory)
    var home: String?

    @Option(help: "Act as this user. (default: the hub's first user)")
    var user: String?

    @Flag(help: "Print the result as one JSON document.")
    var json = false

    @Flag(help: "Print without colors.")
    var noColor = false

    /// Names that no command's option may have.
    static let reservedNames: Set<String> = [
        "home", "user", "json", "no-color", "help", "version", "help-hidden", "generate-completion-script",
        "experimental-dump-help",
    ]
}

/// What the global options were given.
struct GlobalValues: Sendable, Hashable {
    /// `--home`.
    var home: String?
    /// `--user`.
    var user: String?
    /// `--json`.
    var isJSON = false
    /// `--no-color`.
    var isColorless = false
}
