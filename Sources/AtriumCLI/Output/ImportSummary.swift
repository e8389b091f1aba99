import AtriumHost
import AtriumSDK

/// What an import prints at its end, and the exit status.
///
/// For programs it is the host's report as JSON, with an entry in `files` for each path that gave no file. For people it
/// is a line a file with the issues below it, and on standard error each file that could not be read.
struct ImportSummary {
    let report: ImportReport
    let problems: [ImportPaths.Problem]
    /// More issues of one file than this are counted instead of listed; `imports show` lists all.
    private static let issueLimit = 20

    /// Prints the summary and gives 0, or 65 where a file could not be read.
    func print(_ invocation: Invocation) throws -> Int32 {
        let printer = invocation.printer
        if printer.isJSON {
            try printer.printJSON(value)
        } else {
            let read = report.files.filter { $0.error == nil }
            let lines = read.flatMap(Self.lines) + (read.isEmpty ? [] : [ending])
            try invocation.streams.output.write(lines.map { TerminalText.visible($0) + "\n" }.joined())
        }
        try invocation.streams.output.flush()
        let failed = report.failedFiles.compactMap { file in
            file.error.map { ImportPaths.Problem(path: file.path, error: $0) }
        }
        let errors = ErrorReport(invocation)
        for problem in problems + failed { try errors.note(problem.named) }
        return problems.isEmpty && failed.isEmpty ? 0 : AtriumError.Code.badData.exitStatus
    }

    private var value: DataValue {
        guard var object = report.value.objectValue, !problems.isEmpty else { return report.value }
        object["files"] = .list((object["files"]?.listValue ?? []) + problems.map(\.value))
        return .object(object)
    }

    private var ending: String {
        if report.isDryRun { return "nothing was changed: this was a dry run" }
        guard let run = report.run, report.files.contains(where: { $0.added + $0.updated > 0 }) else {
            return "nothing was changed"
        }
        return "import \(run); `atrium imports undo \(run)` takes it back"
    }

    private static func lines(of file: ImportReport.File) -> [String] {
        let kinds = [file.profile ?? file.format?.rawValue, file.encoding].compactMap { $0 }.joined(
            separator: ", ")
        var counts = ["\(file.items) items", "\(file.added) added", "\(file.updated) updated"]
        counts.append("\(file.unchanged) unchanged")
        if file.conflicts > 0 { counts.append("\(file.conflicts) in conflict with edits, kept as they are") }
        var lines = ["\(file.path)\(kinds.isEmpty ? "" : " (\(kinds))"): \(counts.joined(separator: ", "))"]
        for (kind, group) in file.unclaimed.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let taker = group.module.map { "; the module \($0) would take them" } ?? ""
            lines.append("  \(group.count) \(kind) not taken\(taker)")
        }
        if !file.unmappedColumns.isEmpty {
            lines.append("  columns without a field: \(file.unmappedColumns.joined(separator: ", "))")
        }
        lines += file.issues.prefix(issueLimit).map(line)
        let more = max(0, file.issues.count - issueLimit) + file.omittedIssues
        if more > 0 { lines.append("  … and \(more) more") }
        return lines
    }

    private static func line(_ issue: ImportIssue) -> String {
        let place = [issue.line > 0 ? "line \(issue.line)" : nil, issue.property].compactMap { $0 }
        return "  \((place + [issue.message]).joined(separator: ": "))\(issue.isKept ? "" : " (lost)")"
    }
}

extension ImportPaths.Problem {
    /// The path as an entry of a report's `files`: no format, no items, and why.
    fileprivate var value: DataValue {
        let counts = ["items", "added", "updated", "unchanged", "conflicts", "omittedIssues"]
        var object: DataObject = ["path": .text(path), "format": .null, "profile": .null, "encoding": .null]
        for name in counts { object[name] = .integer(0) }
        for name in ["unclaimed", "unmappedColumns", "issues"] { object[name] = .list([]) }
        object["error"] = ErrorReport.json(named).objectValue?["error"]
        return .object(object)
    }
}
