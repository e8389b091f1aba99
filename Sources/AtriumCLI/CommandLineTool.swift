public import AtriumHost
public import AtriumSDK

/// The command line as a function: arguments and streams in, an exit status out.
///
/// It is made from declarations: the modules' commands, the host's, and the few of ``BuiltInCommands`` that move files.
/// Nothing of the process is touched, so that tests can call it side by side. The hub is opened only by a command that
/// has been parsed, by help and by completion scripts.
public struct CommandLineTool: Sendable {
    /// The version of Atrium (semver.org).
    public static let version = "0.1.0"

    /// Serves a hub until the process is told to stop.
    public typealias Server = @Sendable (Hub, ServerOptions) throws -> Void

    let modules: [Module]
    let formats: [any Format]
    private let hubEnvironment: HubEnvironment?
    private let server: Server?

    /// Makes the tool for the modules and formats that are installed.
    ///
    /// - Parameters:
    ///   - modules: the modules.
    ///   - formats: the formats.
    ///   - hubEnvironment: fixes clock, zone and user, for tests; nil means those of the machine.
    ///   - server: what `atrium serve` does; nil: there is no such command.
    public init(
        modules: [Module], formats: [any Format], hubEnvironment: HubEnvironment? = nil, server: Server? = nil
    ) {
        self.modules = modules
        self.formats = formats
        self.hubEnvironment = hubEnvironment
        self.server = server
    }

    /// The tree of all commands that are installed.
    private func root(_ registry: ModuleRegistry) throws -> CommandNode {
        try CommandNode.root(entries: registry.catalog, modules: modules, builtIns: builtIns(modules))
    }

    /// The part of the tree that the arguments can lead to: a command's first word is one of them, whatever else they are.
    ///
    /// The nodes of all modules would be a part of what a short command costs that shows.
    private func root(_ registry: ModuleRegistry, for arguments: [String]) throws -> CommandNode {
        try CommandNode.root(
            entries: registry.catalog(beginningWith: Set(arguments)), modules: modules,
            builtIns: builtIns(modules))
    }

    /// The commands that are written by hand, for some of the modules.
    private func builtIns(_ modules: [Module]) -> [CommandNode] {
        BuiltInCommands.nodes(modules: modules, formats: formats)
            + (server.map { [ServeCommand.node($0)] } ?? [])
    }

    /// Does what the arguments say.
    ///
    /// - Parameters:
    ///   - arguments: the words after the program's name.
    ///   - environment: the environment variables that count: `ATRIUM_HOME`, `XDG_DATA_HOME`, `HOME`, `NO_COLOR`, `TERM`.
    ///   - input: standard input, read where a file is named `-`.
    ///   - output: standard output, for results.
    ///   - errors: standard error, for errors, remarks and progress.
    /// - Returns: the exit status, as in sysexits.h; ``ReaderGone/exitStatus`` where the reader of a pipe has gone.
    public func run(
        _ arguments: [String], environment: [String: String], input: any ByteInput, output: any ByteOutput,
        errors: any ByteOutput
    ) -> Int32 {
        let streams = Streams(input: input, output: output, errors: errors, environment: environment)
        var report = ErrorReport(streams: streams, isJSON: arguments.contains("--json"), isColorless: false)
        do {
            let status = try perform(arguments, streams, &report)
            try output.flush()
            try errors.flush()
            return status
        } catch {
            return report.end(error)
        }
    }

    private func perform(_ arguments: [String], _ streams: Streams, _ report: inout ErrorReport) throws
        -> Int32
    {
        if arguments == ["--version"] { return try printVersion(streams) }
        let registry = try ModuleRegistry(modules)
        var root = try root(registry, for: arguments)
        var scan = ArgumentScan(arguments, root: root)
        if scan.path.isEmpty {
            // Nothing was found: what is said then is about all commands.
            root = try self.root(registry)
            scan = ArgumentScan(arguments, root: root)
        }
        if scan.isListOfCollection { scan = ArgumentScan(arguments + ["list"], root: root) }
        report = ErrorReport(
            streams: streams, isJSON: scan.globals.isJSON, isColorless: scan.globals.isColorless)
        report.parameters = scan.node.command?.parameters ?? []
        if scan.wantsVersion { return try printVersion(streams) }
        let context = ToolContext(
            registry: registry, formats: formats,
            hubEnvironment: hubEnvironment ?? .system(streams.environment), globals: scan.globals,
            streams: streams)
        if scan.completionShell != nil || scan.wantsDescription {
            let enabled = try enabledRoot(context, warning: report)
            try enabled.checkNames()
            let text = try scan.completionShell.map {
                try CommandParsing.completionScript(shell: $0, root: enabled)
            }
            try streams.output.write((text ?? CommandParsing.description(root: enabled)) + "\n")
            return 0
        }
        try scan.node.checkNames(below: scan.path.map(\.name))
        if let word = scan.unknownWord { throw unknown(word, in: scan) }
        if let error = scan.repetition { throw error }
        if scan.wantsHelp || scan.node.command == nil && scan.isComplete {
            return try help(scan, context, report)
        }
        let given = try CommandParsing.given(scan, root: root)
        guard let command = scan.node.command else { return 0 }
        let invocation = Invocation(context: context, command: command, given: given)
        switch command.work {
        case .declared(let entry): return try DeclaredCommand.run(entry, invocation)
        case .builtIn(let run):
            try invocation.checkWords()
            return try run(invocation)
        }
    }

    private func printVersion(_ streams: Streams) throws -> Int32 {
        try streams.output.write("atrium \(Self.version)\n")
        return 0
    }

    /// The commands that the user has now; for a hub that does not exist yet, those that its first user will have.
    private func enabledRoot(_ context: ToolContext) throws -> CommandNode {
        let enabled = try context.enabledModules()
        let entries = context.registry.catalog(ofModules: enabled)
        let present = modules.filter { enabled.contains($0.id) }
        return try CommandNode.root(
            entries: entries, modules: present, builtIns: builtIns(present))
    }

    /// The commands that the user has now; all that are installed where the vault cannot be opened, which is reported: then
    /// help is needed most.
    private func enabledRoot(
        _ context: ToolContext, warning report: ErrorReport
    ) throws -> CommandNode {
        do {
            return try enabledRoot(context)
        } catch {
            let reason = (error as? AtriumError)?.message ?? "\(error)"
            try report.warn([
                "disabled modules are listed too, because the vault cannot be opened: \(reason)"
            ])
            return try root(context.registry)
        }
    }

    private func help(
        _ scan: ArgumentScan, _ context: ToolContext, _ report: ErrorReport
    ) throws -> Int32 {
        guard scan.wantsHelp || !scan.globals.isJSON else {
            let words = (["atrium"] + scan.path.map(\.name)).joined(separator: " ")
            throw AtriumError(.usage, "“\(words)” needs a subcommand", remedy: "see “\(words) --help”")
        }
        let output = context.streams.output
        let columns = min(output.terminalColumns ?? 80, 120)
        let enabled = try enabledRoot(context, warning: report)
        guard let path = enabled.nodes(along: scan.path.map(\.name)) else {
            throw AtriumError.moduleIsOff(scan.path.first?.module ?? "")
        }
        try output.write(CommandParsing.help(path, root: enabled, columns: columns))
        return 0
    }

    private func unknown(_ word: String, in scan: ArgumentScan) -> AtriumError {
        let words = (["atrium"] + scan.path.map(\.name)).joined(separator: " ")
        let remedy = NearNames.remedy(
            for: word, in: scan.node.children.map(\.name), otherwise: "see “\(words) --help”")
        return AtriumError(.usage, "“\(words)” has no command “\(word)”", remedy: remedy)
    }
}

extension AtriumError {
    /// The error for whatever belongs to a module that the user has not switched on.
    static func moduleIsOff(_ id: String) -> AtriumError {
        AtriumError(
            .unavailable, "the module “\(id)” is off", remedy: "enable it with `atrium modules enable \(id)`")
    }
}
