import AtriumHost
import AtriumSDK

/// `backup`, `restore`, `doctor` and `openapi`.
enum UpkeepCommands {
    /// `atrium backup FILE [--keep N]`.
    static let backup = CommandNode(
        name: "backup", summary: "Write all of a user's data into one file.",
        discussion: "The vault may be in use meanwhile. The file holds everything, attachments included.",
        command: ToolCommand([
            FieldDeclaration(
                "file", .file, help: "The file to write; with --keep, a folder.", isRequired: true,
                isPositional: true),
            FieldDeclaration(
                "keep", .integer(from: 1),
                help:
                    "Write into the folder under a name with the time, and keep only the newest so many backups."
            ),
        ]) { invocation in
            let keep = try invocation.word("keep").map { text in
                guard let count = Int(text), count > 0 else {
                    throw AtriumError(
                        .usage, "“\(text)” is no number of backups", remedy: "give a whole number from 1",
                        field: "keep")
                }
                return count
            }
            let session = try invocation.context.session()
            let result = try session.backup(to: invocation.word("file") ?? "", keep: keep)
            try invocation.printer.print(result, shape: .object([]))
            return 0
        })

    /// `atrium restore FILE [--replace]`.
    static let restore = CommandNode(
        name: "restore", summary: "Bring back all of a user's data from a backup.",
        discussion:
            "The backup is verified first; then the vault is exchanged in one step, or left as it was.",
        command: ToolCommand([
            FieldDeclaration("file", .file, help: "The backup.", isRequired: true, isPositional: true),
            FieldDeclaration(
                "replace", .boolean, help: "Replace the data that are there now.", defaultValue: .bool(false)),
        ]) { invocation in
            let result = try invocation.context.hub().restore(
                invocation.word("file") ?? "", user: invocation.context.globals.user,
                replace: invocation.flag("replace"))
            try invocation.printer.print(result, shape: .object([]))
            return 0
        })

    /// `atrium doctor`.
    static let doctor = CommandNode(
        name: "doctor", summary: "Check that a user's data are whole.",
        discussion: "Exits with 0 only if all is well.",
        command: ToolCommand([]) { invocation in
            let report = try invocation.context.session().doctor()
            try invocation.printer.print(report.value, shape: .object([]))
            return report.isHealthy ? 0 : AtriumError.Code.badData.exitStatus
        })

    /// `atrium openapi`.
    static let openAPI = CommandNode(
        name: "openapi", summary: "Print the HTTP interface as an OpenAPI 3.1 document.",
        discussion: "It covers the modules that are enabled.",
        command: ToolCommand([]) { invocation in
            try invocation.printer.printJSON(try invocation.context.session().openAPI())
            return 0
        })
}
