import AtriumHost
import AtriumSDK

/// `atrium import FILE...`: files, folders, archives and standard input into the vault, in one run.
enum ImportCommand {
    /// The node, with the options that the modules' importers declare.
    static func node(modules: [Module], formats: [any Format]) -> CommandNode {
        let own = [
            FieldDeclaration(
                "files", .list(.file),
                help: "Files, folders and archives (zip, gz, tar.gz), or - for standard input.",
                isRequired: true, isPositional: true),
            FieldDeclaration(
                "module", .choice(modules.map(\.id)), help: "Import everything into this module."),
            BuiltInCommands.format(formats, help: "The format of the files, if it is not recognized."),
            FieldDeclaration(
                "columns", .list(.text),
                help: "Import a CSV column into a field: COLUMN=FIELD; may be repeated.", option: "map"),
            FieldDeclaration(
                "saveMap", .text, help: "Save the column mapping and --date-order under this name."),
            FieldDeclaration("useMap", .text, help: "Use a saved column mapping; see `atrium maps list`."),
            FieldDeclaration(
                "onConflict", .choice(["ask"] + ConflictDecision.allCases.map(\.rawValue)),
                help: """
                    What to do if a record was edited here and differs from the file: keep it, replace it, or merge it \
                    field by field. By default, Atrium asks at a terminal; elsewhere it keeps the record and reports \
                    the conflict.
                    """),
            ImportDecisions.field,
            FieldDeclaration(
                "dryRun", .boolean, help: "Show what the import would do, and change nothing.",
                defaultValue: .bool(false)),
            FieldDeclaration(
                "verbose", .boolean,
                help: "Show the result for each of the first 10,000 entries, field by field.",
                defaultValue: .bool(false)),
        ]
        let options = BuiltInCommands.options(
            modules.flatMap { $0.importers.flatMap(\.options) }, beside: own)
        return CommandNode(
            name: "import", summary: "Import contacts, calendars, tasks and more from files.",
            discussion: "Importing the same file again changes nothing. `imports undo` undoes an import.",
            command: ToolCommand(
                own + options, valueNames: ["columns": "column=field", "saveMap": "name", "useMap": "name"]
            ) {
                try run($0, options: options)
            })
    }

    private static func run(_ invocation: Invocation, options: [FieldDeclaration]) throws -> Int32 {
        try Interruption.watching(
            message: "atrium: interrupted; nothing was changed", of: invocation.streams
        ) {
            try run(invocation, options: options, $0)
        }
    }

    private static func run(
        _ invocation: Invocation, options: [FieldDeclaration], _ interruption: Interruption?
    ) throws -> Int32 {
        var found = ImportPaths.expand(invocation.words("files"))
        let inputs = try inputs(&found, invocation)
        if inputs.isEmpty, found.vaultFolders.isEmpty {
            let report = ErrorReport(invocation)
            for problem in found.problems.dropFirst() { try report.note(problem.named) }
            if let first = found.problems.first { throw first.named }
            throw AtriumError(
                .badData, "there is no file to import", remedy: "name a folder that contains files")
        }
        var request = try request(
            invocation, inputs: inputs, folders: found.vaultFolders, options: options)
        let session = try invocation.context.session()
        try BuiltInCommands.check(request.options, declared: session.importers().flatMap(\.options))
        let dialog = ImportDialog(invocation)
        if dialog.canAsk { try dialog.confirmColumns(of: &request, session) }

        let progress = ProgressLine(invocation.streams.errors)
        let ask = dialog.decision(invocation.word("onConflict"), clearing: progress)
        let observer = ImportObserver(
            progress: {
                if interruption?.isRequested == true { throw ImportCancelled() }
                progress.show($0)
            },
            decide: ask.map { ask in
                { conflicts in try interruption?.paused { try ask(conflicts) } ?? ask(conflicts) }
            })
        func perform(_ request: ImportRequest) throws -> ImportReport {
            defer { try? progress.clear() }
            do {
                return try interruption?.working(stop: { session.interrupt() }) {
                    try session.importFiles(request, observer: observer)
                } ?? session.importFiles(request, observer: observer)
            } catch  where interruption?.isRequested == true {
                throw ImportCancelled()
            }
        }
        var status: Int32 = 0
        var report = try perform(request)
        if dialog.canAsk, let (again, order) = try dialog.askForDateOrder(report, request) {
            // The others, where there are any, have been imported; this is a run of its own.
            report.files.removeAll { $0.error?.field == ImportDialog.dateOrder }
            if !report.files.isEmpty {
                status = try ImportSummary(report: report, found: found, hints: []).print(invocation)
                found.problems = []
                found.clearPassedOver()
            }
            request = again
            request.options[ImportDialog.dateOrder] = .text(order)
            report = try perform(request)
        }
        let hints = try ImportHints(report: report, request: request, session: session).lines
        return max(status, try ImportSummary(report: report, found: found, hints: hints).print(invocation))
    }

    private static func inputs(_ found: inout ImportPaths, _ invocation: Invocation) throws -> [ImportInput] {
        var inputs: [ImportInput] = []
        for (path, isFound) in found.paths {
            do {
                let file: any ImportFile =
                    path == "-" ? try SpoolFile(invocation.streams.input) : try DiskFile(path: path)
                inputs.append(ImportInput(path: path, file: file, isFound: isFound))
            } catch let failure as WholeImportError {
                throw failure.error
            } catch {
                found.problems.append(ImportPaths.Problem(path: path, error: error))
            }
        }
        return inputs
    }

    private static func request(
        _ invocation: Invocation, inputs: [ImportInput], folders: [VaultFolder], options: [FieldDeclaration]
    ) throws -> ImportRequest {
        var request = ImportRequest(
            inputs: inputs, folders: folders, module: invocation.word("module"),
            format: invocation.word("format").map(FormatID.init(rawValue:)),
            columns: try invocation.words("columns").map(column),
            options: try invocation.values(options.map(\.name)), isDryRun: invocation.flag("dryRun"))
        request.isVerbose = invocation.flag("verbose")
        request.maximumItems = ImportReport.shownItems
        request.onConflict = invocation.word("onConflict").flatMap(ConflictDecision.init(rawValue:))
        request.answers = try ImportDecisions.answers(invocation.values(["decisions"])["decisions"])
        request.mapToSave = invocation.word("saveMap")
        request.mapToUse = invocation.word("useMap")
        return request
    }

    /// `COLUMN=FIELD`; the column's name may hold `=`, a field's cannot.
    static func column(_ text: String) throws -> (column: String, field: String) {
        guard let equals = text.lastIndex(of: "="), equals > text.startIndex,
            text.index(after: equals) < text.endIndex
        else {
            throw AtriumError(
                .usage, "--map: “\(text)” is not COLUMN=FIELD",
                remedy: "for example: --map \"First name=givenName\"")
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
