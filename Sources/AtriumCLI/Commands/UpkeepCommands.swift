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
                "file", .file,
                help: "The file to write, or a folder, in which the file is named after user and time.",
                isRequired: true, isPositional: true),
            FieldDeclaration(
                "keep", .integer(from: 1),
                help: """
                    Write into a folder, and keep only the newest so many of the user's backups in it; all, where an \
                    attachment is missing in the new one.
                    """),
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

    /// `atrium doctor [--rebuild-index]`.
    static let doctor = CommandNode(
        name: "doctor", summary: "Check that a user's data are whole.",
        discussion: "Exits with 0 only if all is well.",
        command: ToolCommand([
            FieldDeclaration(
                "rebuildIndex", .boolean,
                help:
                    "First make indexes that are missing, and build the search index anew from the records.",
                defaultValue: .bool(false))
        ]) { invocation in
            if invocation.flag("rebuildIndex") { try invocation.context.session().rebuildIndexes() }
            // Not through a session: what cannot be opened is what a doctor is for.
            let report = try invocation.context.hub().doctor(user: invocation.context.globals.user)
            if invocation.printer.isJSON {
                try invocation.printer.printJSON(report.value)
            } else {
                try invocation.streams.output.write(text(of: report))
            }
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

    /// A line a check, with what was found and what to do about it below.
    private static func text(of report: DoctorReport) -> String {
        var lines: [String] = []
        for check in report.checks {
            lines.append("\(check.isOK ? "ok   " : "wrong")  \(check.title)")
            let remedies = check.remedy.isEmpty ? [] : ["→ \(check.remedy)"]
            for line in check.findings + check.notes + remedies { lines.append("       \(line)") }
        }
        return lines.map { TerminalText.visible($0) + "\n" }.joined()
    }
}
