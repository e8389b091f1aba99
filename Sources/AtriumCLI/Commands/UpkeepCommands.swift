import AtriumHost
import AtriumSDK

/// `backup`, `restore`, `doctor` and `openapi`.
enum UpkeepCommands {
    /// `atrium backup FILE [--keep N]`.
    static let backup = CommandNode(
        name: "backup", summary: "Write all of a user's data to one file.",
        discussion:
            "You can use Atrium during the backup. The file contains everything, including attachments.",
        command: ToolCommand([
            FieldDeclaration(
                "file", .file,
                help: "The file to write, or a folder; the file in it is named after the user and the time.",
                isRequired: true, isPositional: true),
            FieldDeclaration(
                "keep", .integer(from: 1),
                help: """
                    Write to a folder, and keep only this many of the user's newest backups in it. If the new backup \
                    lacks an attachment, keep all.
                    """),
        ]) { invocation in
            let keep = try invocation.word("keep").map { text in
                guard let count = Int(text), count > 0 else {
                    throw AtriumError(
                        .usage, "“\(text)” is not a valid number of backups",
                        remedy: "give a whole number from 1", field: "keep")
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
        name: "restore", summary: "Restore all of a user's data from a backup.",
        discussion:
            "The backup is verified first. Then it replaces the vault in one step, or changes nothing.",
        command: ToolCommand([
            FieldDeclaration("file", .file, help: "The backup.", isRequired: true, isPositional: true),
            FieldDeclaration(
                "replace", .boolean, help: "Replace the existing data.", defaultValue: .bool(false)),
        ]) { invocation in
            let result = try invocation.context.hub().restore(
                invocation.word("file") ?? "", user: invocation.context.globals.user,
                replace: invocation.flag("replace"))
            try invocation.printer.print(result, shape: .object([]))
            return 0
        })

    /// `atrium doctor [--rebuild-index]`.
    static let doctor = CommandNode(
        name: "doctor", summary: "Check a user's data for damage.",
        discussion: "Exits with 0 only if every check passes.",
        command: ToolCommand([
            FieldDeclaration(
                "rebuildIndex", .boolean,
                help:
                    "First create missing indexes, and rebuild the search index from the records.",
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
        discussion: "The document covers the enabled modules.",
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
