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
                BuiltInCommands.format(formats, help: "The format to write, if the module has several."),
                FieldDeclaration("output", .file, help: "The file to write. Defaults to standard output."),
                FieldDeclaration(
                    "overwrite", .boolean, help: "Replace the --output file if it exists.",
                    defaultValue: .bool(false)),
            ] + selection + [
                FieldDeclaration(
                    "split", .boolean,
                    help: "Write each record to a file of its own, named after it, in the --output folder.",
                    defaultValue: .bool(false)),
                FieldDeclaration(
                    "all", .file, help: "Write all enabled modules and everything else to this new folder."),
                FieldDeclaration(
                    "includeDisabled", .boolean, help: "With --all: include the modules that are off.",
                    defaultValue: .bool(false)),
            ]
        let options = BuiltInCommands.options(
            modules.flatMap { $0.exporters.flatMap(\.options) }, beside: own)
        return CommandNode(
            name: "export", summary: "Export records to vCard, iCalendar, CSV and other open formats.",
            discussion: """
                Records that were imported as vCard or iCalendar and not edited are exported with their original lines, in \
                UTF-8 and with the line endings of the format. A record must match all given filters: --tag, --since, \
                --ids and --search. `atrium import` imports the folder of --all again.
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
            "tags", .list(.text),
            help: "Only records with this tag. If repeated, records with all these tags.", option: "tag"),
        FieldDeclaration(
            "since", .date, help: "Only records that were added or changed in Atrium on this day or later."),
        FieldDeclaration(
            "ids", .list(.text),
            help: "Only these records: ids, uids or names, separated by commas; may be repeated."),
        FieldDeclaration(
            "search", .text, help: "Only records that contain words with these beginnings."),
    ]

    private static func run(_ invocation: Invocation, options: [FieldDeclaration]) throws -> Int32 {
        if invocation.flag("overwrite"), invocation.word("output") == nil || invocation.flag("split") {
            throw AtriumError(
                .usage, "--overwrite requires --output FILE", remedy: "folders must be new or empty")
        }
        switch (invocation.word("module"), invocation.word("all")) {
        case (nil, let folder?):
            let excluded = ["collection", "format", "output"] + selection.map(\.name)
            if let name = excluded.first(where: { !invocation.words($0).isEmpty }) {
                let option = selection.first { $0.name == name }?.optionName ?? name
                throw AtriumError(
                    .usage, "--\(option) cannot be combined with --all", remedy: "leave out one of the two")
            }
            if invocation.flag("split") {
                throw AtriumError(
                    .usage, "--split cannot be combined with --all", remedy: "leave out one of the two")
            }
            let result = try invocation.context.session()
                .exportAll(to: folder, includesDisabled: invocation.flag("includeDisabled"))
            try print(result.objectValue ?? [:], invocation)
        case (let module?, nil):
            if invocation.flag("includeDisabled") {
                throw AtriumError(.usage, "--include-disabled requires --all", remedy: "leave it out")
            }
            try export(module, invocation, options: options)
        case (nil, nil):
            throw AtriumError(
                .usage, "there is nothing to export", remedy: "name a module, or use --all DIR")
        case (_?, _?):
            throw AtriumError(
                .usage, "a module cannot be combined with --all", remedy: "leave out one of the two")
        }
        return 0
    }

    private static func export(_ module: String, _ invocation: Invocation, options: [FieldDeclaration]) throws
    {
        let path = invocation.word("output").flatMap { $0 == "-" ? nil : $0 }
        let isSplit = invocation.flag("split")
        if path == nil, isSplit {
            throw AtriumError(
                .usage, "--split requires a folder", remedy: "name it with --output DIR")
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
                .usage, "exports of \(module) have no option --\(FieldDeclaration.kebabCase(other))",
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
            warnings.append("there are no records, so the file is empty")
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
