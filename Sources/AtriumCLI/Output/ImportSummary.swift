import AtriumHost
import AtriumSDK

/// What an import prints at its end, and the exit status.
///
/// For programs it is the host's report as JSON, with an entry in `files` for each path that gave no file. For people it
/// is a line a file with the issues below it, what was passed over and what to do next, and on standard error each file
/// that could not be read.
struct ImportSummary {
    let report: ImportReport
    let found: ImportPaths
    /// What to do next.
    let hints: [String]
    /// More issues of one file than this are counted instead of listed; `imports show` lists all.
    private static let issueLimit = 20

    /// Prints the summary and gives 0, or 65 where a file could not be read or nothing of it was taken.
    func print(_ invocation: Invocation) throws -> Int32 {
        let printer = invocation.printer
        if printer.isJSON {
            try printJSON(to: invocation.streams.output)
        } else {
            let read = report.files.filter { $0.error == nil }
            func say(_ lines: some Sequence<String>) throws {
                for line in lines { try invocation.streams.output.write(TerminalText.visible(line) + "\n") }
            }
            // They come in the order of the files, one of which may be named twice.
            var items = report.items[...]
            for file in read {
                try say(lines(of: file))
                let count = items.prefix(file.items).prefix { $0.path == file.path }.count
                for item in items.prefix(count) { try say(ItemLines.lines(of: item).map { "  " + $0 }) }
                items = items.dropFirst(count)
            }
            let omitted = report.omittedItems
            if omitted > 0 { try say(["… and \(omitted) more entries, included in the counts above"]) }
            try say(passedOverLines + hints + (read.isEmpty ? [] : [ending]))
        }
        try invocation.streams.output.flush()
        let failed = report.failedFiles.compactMap { file -> ImportPaths.Problem? in
            guard var error = file.error else { return nil }
            // The remedy names the option; the message is about the file.
            error.field = nil
            return ImportPaths.Problem(path: file.path, error: error)
        }
        let errors = ErrorReport(invocation)
        let problems = found.problems + failed + untaken
        for problem in problems { try errors.note(problem.named) }
        guard problems.isEmpty, report.files.isEmpty else {
            return problems.isEmpty ? 0 : AtriumError.Code.badData.exitStatus
        }
        try errors.note(
            AtriumError(
                .badData, "nothing was changed: no file was recognized",
                remedy: "name a single file to see why, or give its --format"))
        return AtriumError.Code.badData.exitStatus
    }

    /// The files of which nothing was taken, though something stands in them.
    ///
    /// What was found in folders and archives may be for modules that are off on purpose: there it counts only where all of
    /// it is.
    private var untaken: [ImportPaths.Problem] {
        let files = report.files.filter { $0.error == nil && $0.isUntaken }
        let isAll = files.count == report.files.count
        let named = Set(found.paths.filter { !$0.isFound }.map(\.path))
        return files.filter { file in
            isAll || named.contains(file.path) || file.isOfNoModule || file.unreadable > 0
        }.map { file in
            let module = file.unclaimed.values.compactMap(\.module).min()
            let hint = hints.first { hint in
                hint.hasPrefix(file.path + " ")
                    || module.map { hint.hasPrefix("to import into \($0):") } ?? false
            }
            let remedy =
                hint ?? module.map { "the module \($0) can import it: leave out --module" }
                ?? "see its issues, or describe the file with --format, --module or --map"
            return ImportPaths.Problem(
                path: file.path,
                error: AtriumError(.badData, "nothing in the file was imported", remedy: Guidance(remedy)))
        }
    }

    /// Prints the document, the items last and one by one: with --verbose they are many.
    private func printJSON(to output: any ByteOutput) throws {
        let document = value.json
        guard report.isVerbose else { return try output.write(document + "\n") }
        try output.write(document.dropLast() + ",\"items\":[")
        for (index, item) in report.items.enumerated() {
            try output.write((index == 0 ? "" : ",") + item.value.json)
        }
        try output.write("]}\n")
    }

    /// The report but for its items.
    private var value: DataValue {
        var report = report
        report.isVerbose = false
        report.passedOver = found.passedOver + report.passedOver
        let value = report.value(spelling: \.description)
        guard var object = value.objectValue else { return value }
        object["files"] = .list((object["files"]?.listValue ?? []) + found.problems.map(\.value))
        object["next"] = .list(hints.map(DataValue.text))
        if self.report.isVerbose { object["omittedItems"] = .integer(Int64(self.report.omittedItems)) }
        return .object(object)
    }

    private var ending: String {
        if report.isDryRun { return "nothing was changed: this was a dry run" }
        guard let run = report.run, report.hasChanged else { return "nothing was changed" }
        let hasRecords = report.files.contains { $0.added + $0.updated > 0 }
        let what =
            hasRecords ? "import \(run)" : "no record was changed; import \(run) keeps the original texts"
        return "\(what); to undo it: atrium imports undo \(run)"
    }

    /// The files that were passed over, by reason, a few of them by name.
    private var passedOverLines: [String] {
        let all = found.passedOver + report.passedOver
        guard !all.isEmpty else { return [] }
        let count = all.count + report.omittedPassedOver
        let lines = all.prefix(Self.issueLimit).map { "  \($0.path): \($0.reason)" }
        let more = count - lines.count
        return ["skipped, not recognized: \(count)"] + lines + (more > 0 ? ["  … and \(more) more"] : [])
    }

    private func lines(of file: ImportReport.File) -> [String] {
        let kinds = [file.profile ?? file.format?.rawValue, file.encoding].compactMap { $0 }.joined(
            separator: ", ")
        let entries = "\(file.items) \(file.items == 1 ? "entry" : "entries")"
        var counts = [entries, "\(file.added) added", "\(file.updated) updated"]
        let newTexts = file.newTexts > 0 ? " (\(file.newTexts) with a new original text, kept)" : ""
        counts.append("\(file.unchanged) unchanged\(newTexts)")
        if file.kept > 0 { counts.append("\(file.kept) in conflict, kept as you decided") }
        if file.unreadable > 0 { counts.append("\(file.unreadable) could not be imported, kept as text") }
        if file.conflicts > 0 { counts.append("\(file.conflicts) in conflict, your version kept") }
        if file.elsewhere > 0 { counts.append("\(file.elsewhere) skipped, already in another module") }
        var lines = ["\(file.path)\(kinds.isEmpty ? "" : " (\(kinds))"): \(counts.joined(separator: ", "))"]
        for (kind, group) in file.unclaimed.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            for (module, count) in group.parts {
                let taker = module.map { ", which the module \($0) can import" } ?? ""
                lines.append("  left out: \(count) \(kind)\(taker)")
            }
        }
        if !file.unmappedColumns.isEmpty {
            lines.append("  columns without a field: \(file.unmappedColumns.joined(separator: ", "))")
        }
        if !file.matchedBy.isEmpty {
            lines.append(
                "  without a UID: matched by identical text, otherwise by \(file.matchedBy.joined(separator: ", then "))"
            )
        }
        lines += file.remarks.map { "  \($0)" }
        lines += file.issues.prefix(Self.issueLimit).map(Self.line)
        let more = max(0, file.issues.count - Self.issueLimit) + file.omittedIssues
        if more > 0 { lines.append("  … and \(more) more") }
        return lines
    }

    private static func line(_ issue: ImportIssue) -> String {
        let place = [issue.line > 0 ? "line \(issue.line)" : nil, issue.property].compactMap { $0 }
        // A text that waits in its file is not lost: of a conflict, or of what another module has.
        let isLost = !issue.isKept && !["conflict", "held-elsewhere"].contains(issue.code)
        return "  \((place + [issue.message]).joined(separator: ": "))\(isLost ? " (lost)" : "")"
    }
}

extension ImportPaths.Problem {
    /// The path as an entry of a report's `files`: no format, no items, and why.
    fileprivate var value: DataValue {
        let counts = [
            "items", "added", "updated", "unchanged", "newTexts", "conflicts", "kept", "unreadable",
            "possibleDuplicates", "elsewhere", "omittedIssues",
        ]
        var object: DataObject = ["path": .text(path), "format": .null, "profile": .null, "encoding": .null]
        for name in counts { object[name] = .integer(0) }
        for name in ["unclaimed", "matchedBy", "unmappedColumns", "remarks", "issues"] {
            object[name] = .list([])
        }
        object["error"] = ErrorReport.json(named).objectValue?["error"]
        return .object(object)
    }
}

extension ImportReport.File {
    /// Whether something stands in the file, and none of it was taken.
    ///
    /// A message about an unknown record was read as it should be: it waits for its record.
    fileprivate var isUntaken: Bool {
        counts.taken == 0 && (counts.items > 0 || !issues.isEmpty)
            && !issues.contains { ["unknown-uid", "no-occurrence"].contains($0.code) }
    }
}
