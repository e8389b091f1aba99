import AtriumHost
import AtriumSDK
import Glibc

/// `atrium export MODULE` and `atrium export --all DIR`: records out of the vault, in open formats.
enum ExportCommand {
    /// The node, with the options that the modules' exporters declare.
    static func node(modules: [Module], formats: [any Format]) -> CommandNode {
        let own = [
            FieldDeclaration(
                "module", .choice(modules.map(\.id)), help: "The module to export.", isPositional: true),
            BuiltInCommands.format(formats, help: "The format to write, where the module has several."),
            FieldDeclaration("output", .file, help: "The file to write; without it, standard output."),
            FieldDeclaration("all", .file, help: "Write every enabled module into this folder, a file each."),
            FieldDeclaration(
                "includeDisabled", .boolean, help: "With --all: the modules that are off, too.",
                defaultValue: .bool(false)),
        ]
        let options = BuiltInCommands.options(
            modules.flatMap { $0.exporters.flatMap(\.options) }, beside: own)
        return CommandNode(
            name: "export", summary: "Give records out in open formats.",
            discussion: "What was imported and not edited comes out as it came in, to the byte.",
            command: ToolCommand(own + options, valueNames: ["all": "folder"]) {
                try run($0, options: options)
            })
    }

    private static func run(_ invocation: Invocation, options: [FieldDeclaration]) throws -> Int32 {
        switch (invocation.word("module"), invocation.word("all")) {
        case (nil, let folder?):
            if let name = ["format", "output"].first(where: { invocation.word($0) != nil }) {
                throw AtriumError(
                    .usage, "--\(name) does not go with --all", remedy: "leave out one of the two")
            }
            var result =
                try invocation.context.session()
                .exportAll(to: folder, includesDisabled: invocation.flag("includeDisabled")).objectValue
                ?? [:]
            let warnings = result["warnings"]?.listValue?.compactMap(\.textValue) ?? []
            if !invocation.context.globals.isJSON { result["warnings"] = nil }
            try invocation.printer.print(.object(result), shape: .object([]))
            try ErrorReport(invocation).warn(warnings)
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
        let isJSON = invocation.context.globals.isJSON
        if path == nil, isJSON {
            throw AtriumError(
                .usage, "--json and the export itself cannot both go to standard output",
                remedy: "give --output FILE")
        }
        let request = ExportRequest(
            module: module, format: invocation.word("format").map(FormatID.init(rawValue:)),
            options: try invocation.values(options.map(\.name)))
        let session = try invocation.context.session()
        try BuiltInCommands.check(request.options, declared: session.exporters().flatMap(\.options))
        guard let path else {
            let warnings = try session.export(request) { try invocation.streams.output.write($0) }
            return try ErrorReport(invocation).warn(warnings)
        }
        var warnings: [String] = []
        let byteCount = try write(to: path) { warnings = try session.export(request, write: $0) }
        var result: DataObject = [
            "module": .text(module), "file": .text(path), "bytes": .integer(byteCount),
        ]
        if isJSON { result["warnings"] = .list(warnings.map(DataValue.text)) }
        try invocation.printer.print(.object(result), shape: .object([]))
        try ErrorReport(invocation).warn(warnings)
    }

    /// Writes a file that appears when it is whole; a device or a named pipe is written to as it is.
    private static func write(to path: String, _ body: (([UInt8]) throws -> Void) throws -> Void) throws
        -> Int64
    {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else {
            let file = try OutputFile(path: path)
            try body { try file.write($0) }
            return try file.finish()
        }
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw SystemError.error(.cannotCreate, "cannot write to \(path)", errno)
        }
        defer { close(descriptor) }
        let output = FileOutput(descriptor: descriptor, name: path)
        var byteCount: Int64 = 0
        try body { bytes in
            byteCount += Int64(bytes.count)
            try output.write(bytes)
        }
        try output.flush()
        return byteCount
    }
}
