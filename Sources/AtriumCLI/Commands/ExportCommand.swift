import AtriumHost
import AtriumSDK

/// `atrium export MODULE` and `atrium export --all DIR`: records out of the vault, in open formats.
enum ExportCommand {
    /// The node, with the options that the modules' exporters declare.
    static func node(modules: [Module], formats: [any Format]) -> CommandNode {
        let own =
            [
                FieldDeclaration(
                    "module", .choice(modules.map(\.id)), help: "The module to export.", isPositional: true)
            ] + collections(modules) + [
                BuiltInCommands.format(formats, help: "The format to write, where the module has several."),
                FieldDeclaration("output", .file, help: "The file to write; without it, standard output."),
                FieldDeclaration(
                    "overwrite", .boolean, help: "Replace the file that --output names, if it is there.",
                    defaultValue: .bool(false)),
            ] + selection + [
                FieldDeclaration(
                    "split", .boolean,
                    help: "Write a file for each item, named after it, into the folder that --output names.",
                    defaultValue: .bool(false)),
                FieldDeclaration(
                    "all", .file, help: "Write every enabled module, and all else, into this new folder."),
                FieldDeclaration(
                    "includeDisabled", .boolean, help: "With --all: the modules that are off, too.",
                    defaultValue: .bool(false)),
            ]
        let options = BuiltInCommands.options(
            modules.flatMap { $0.exporters.flatMap(\.options) }, beside: own)
        return CommandNode(
            name: "export", summary: "Give records out in open formats.",
            discussion: """
                What was imported as vCard or iCalendar and not edited comes out line for line as it came in, in UTF-8 and \
                with the line ends of the format. A record must meet all of --tag, --since, --ids and --search that are \
                given. `atrium import` takes the folder of --all back.
                """,
            command: ToolCommand(own + options, valueNames: ["all": "folder", "search": "text"]) {
                try run($0, options: options)
            })
    }

    /// The option that chooses a collection, where a module exports several.
    private static func collections(_ modules: [Module]) -> [FieldDeclaration] {
        let several = modules.filter { HubOperation.exportedCollection($0.exporters) != nil }
        return [HubOperation.exportedCollection(several.flatMap(\.exporters))].compactMap(\.self)
    }

    /// The options that choose records.
    private static let selection = [
        FieldDeclaration(
            "tags", .list(.text), help: "Only records with this tag; repeated: with all of them.",
            option: "tag"),
        FieldDeclaration(
            "since", .date, help: "Only records that were added or changed here on this day or later."),
        FieldDeclaration(
            "ids", .list(.text),
            help: "Only these records: ids, uids or names, with commas between; may be repeated."),
        FieldDeclaration(
            "search", .text, help: "Only records in which these words stand, each from its beginning."),
    ]

    private static func run(_ invocation: Invocation, options: [FieldDeclaration]) throws -> Int32 {
        if invocation.flag("overwrite"), invocation.word("output") == nil || invocation.flag("split") {
            throw AtriumError(
                .usage, "--overwrite goes with --output FILE only", remedy: "folders must be new or empty")
        }
        switch (invocation.word("module"), invocation.word("all")) {
        case (nil, let folder?):
            let excluded = ["collection", "format", "output"] + selection.map(\.name)
            if let name = excluded.first(where: { !invocation.words($0).isEmpty }) {
                let option = selection.first { $0.name == name }?.optionName ?? name
                throw AtriumError(
                    .usage, "--\(option) does not go with --all", remedy: "leave out one of the two")
            }
            if invocation.flag("split") {
                throw AtriumError(
                    .usage, "--split does not go with --all", remedy: "leave out one of the two")
            }
            let result = try invocation.context.session()
                .exportAll(to: folder, includesDisabled: invocation.flag("includeDisabled"))
            try print(result.objectValue ?? [:], invocation)
        case (let module?, nil):
            if invocation.flag("includeDisabled") {
                throw AtriumError(.usage, "--include-disabled goes with --all only", remedy: "leave it out")
            }
            try export(module, invocation, options: options)
        case (nil, nil):
            throw AtriumError(
                .usage, "nothing to export was named", remedy: "name a module, or give --all DIR")
        case (_?, _?):
            throw AtriumError(
                .usage, "a module and --all exclude each other", remedy: "leave out one of the two")
        }
        return 0
    }

    private static func export(_ module: String, _ invocation: Invocation, options: [FieldDeclaration]) throws
    {
        let path = invocation.word("output").flatMap { $0 == "-" ? nil : $0 }
        let isSplit = invocation.flag("split")
        if path == nil, isSplit {
            throw AtriumError(
                .usage, "--split writes many files", remedy: "name a folder for them with --output DIR")
        }
        if path == nil, invocation.context.globals.isJSON {
            throw AtriumError(
                .usage, "--json and the export itself cannot both go to standard output",
                remedy: "give --output FILE")
        }
        let session = try invocation.context.session()
        let given = try invocation.values(options.map(\.name))
        try BuiltInCommands.check(given, declared: session.exporters().flatMap(\.options))
        if let own = try session.enabledModules().first(where: { $0.id == module })?.exporters,
            let other = given.names.first(where: { name in
                !own.contains { $0.options.contains { $0.name == name } }
            })
        {
            throw AtriumError(
                .usage, "--\(FieldDeclaration.kebabCase(other)) is no option of exports of \(module)",
                remedy: "leave it out")
        }
        let names = ["collection", "format"] + (selection + options).map(\.name)
        let request = try session.exportRequest(invocation.values(names), module: module)
        guard let path else {
            let warnings = try session.export(request) { try invocation.streams.output.write($0) }
            return try ErrorReport(invocation).warn(warnings)
        }
        if isSplit {
            let files = try session.exportFiles(request, to: path)
            return try print(
                [
                    "module": .text(module), "folder": .text(path), "files": .integer(Int64(files.count)),
                    "bytes": .integer(files.bytes), "warnings": .list(files.warnings.map(DataValue.text)),
                ], invocation)
        }
        let file = try OutputFile(path: path, replaces: invocation.flag("overwrite"))
        var warnings = try session.export(request, write: file.write)
        let byteCount = try file.finish()
        if byteCount == 0, warnings.isEmpty {
            warnings.append("there is no record, so that the file is empty")
        }
        try print(
            [
                "module": .text(module), "file": .text(path), "bytes": .integer(byteCount),
                "warnings": .list(warnings.map(DataValue.text)),
            ], invocation)
    }

    /// Prints what was done; for people, the warnings go to standard error.
    private static func print(_ result: DataObject, _ invocation: Invocation) throws {
        var result = result
        let warnings = result["warnings"]?.listValue?.compactMap(\.textValue) ?? []
        if !invocation.context.globals.isJSON { result["warnings"] = nil }
        try invocation.printer.print(.object(result), shape: .object([]))
        try ErrorReport(invocation).warn(warnings)
    }
}
