import AtriumHost
import AtriumSDK

/// `atrium import FILE...`: files, folders and standard input into the vault, in one run.
enum ImportCommand {
    /// The node, with the options that the modules' importers declare.
    static func node(modules: [Module], formats: [any Format]) -> CommandNode {
        let own = [
            FieldDeclaration(
                "files", .list(.file), help: "Files, folders, or - for standard input.", isRequired: true,
                isPositional: true),
            FieldDeclaration(
                "module", .choice(modules.map(\.id)), help: "Give all items to this module."),
            BuiltInCommands.format(formats, help: "The files' format, where it is not recognised."),
            FieldDeclaration(
                "columns", .list(.text),
                help: "Put a CSV column into a field: COLUMN=FIELD; may be repeated.", option: "map"),
            FieldDeclaration(
                "dryRun", .boolean, help: "Say what would be done, and change nothing.",
                defaultValue: .bool(false)),
        ]
        let options = BuiltInCommands.options(
            modules.flatMap { $0.importers.flatMap(\.options) }, beside: own)
        return CommandNode(
            name: "import", summary: "Bring in what other programs wrote.",
            discussion: "Importing the same file again changes nothing. `imports undo` takes an import back.",
            command: ToolCommand(own + options, valueNames: ["columns": "column=field"]) {
                try run($0, options: options)
            })
    }

    private static func run(_ invocation: Invocation, options: [FieldDeclaration]) throws -> Int32 {
        var found = ImportPaths.expand(invocation.words("files"))
        var files: [(path: String, file: any ImportFile)] = []
        for path in found.paths {
            do {
                files.append(
                    (
                        path,
                        path == "-" ? try SpooledInput(invocation.streams.input) : try DiskFile(path: path)
                    ))
            } catch {
                found.problems.append(ImportPaths.Problem(path: path, error: error))
            }
        }
        if files.isEmpty, found.vaultFolders.isEmpty, let first = found.problems.first {
            let report = ErrorReport(invocation)
            for problem in found.problems.dropFirst() { try report.note(problem.named) }
            throw first.named
        }
        let request = ImportRequest(
            files: files, folders: found.vaultFolders, module: invocation.word("module"),
            format: invocation.word("format").map(FormatID.init(rawValue:)),
            columns: try invocation.words("columns").map(column),
            options: try invocation.values(options.map(\.name)), isDryRun: invocation.flag("dryRun"))
        let session = try invocation.context.session()
        try BuiltInCommands.check(request.options, declared: session.importers().flatMap(\.options))

        let progress = ProgressLine(invocation.streams.errors)
        let report: ImportReport
        do {
            defer { try? progress.clear() }
            report = try session.importFiles(request) { progress.show($0) }
        }
        return try ImportSummary(report: report, problems: found.problems).print(invocation)
    }

    /// `COLUMN=FIELD`; the column's name may hold `=`, a field's cannot.
    private static func column(_ text: String) throws -> (column: String, field: String) {
        guard let equals = text.lastIndex(of: "="), equals > text.startIndex,
            text.index(after: equals) < text.endIndex
        else {
            throw AtriumError(
                .usage, "--map: “\(text)” is not COLUMN=FIELD",
                remedy: "write, say, --map \"First name=givenName\"")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}

extension ErrorReport {
    /// Reports for a command that goes on.
    init(_ invocation: Invocation) {
        self.init(
            streams: invocation.streams, isJSON: invocation.context.globals.isJSON,
            isColorless: invocation.context.globals.isColorless)
        parameters = invocation.command.parameters
    }
}
