import AtriumSDK

/// The issues about names in an item, which are settled when all records of the import have arrived.
struct PendingNames {
    /// An issue in the report and in the vault.
    struct Issue {
        /// The id of its row.
        let id: Int64
        let issue: ImportIssue
    }

    /// The file's position in the report.
    let file: Int
    /// The module of the item.
    let module: String
    /// The issues that were noted when the item was written.
    let issues: [Issue]
    let names: UnresolvedNames
}

extension FileImport {
    /// Notes the issues of a written item; those about names are settled at the end of the import.
    func noteIssues(
        of item: MappedItem<any Sendable>, _ result: ItemWriter.Result, _ writer: ItemWriter,
        _ module: String, line: Int
    ) throws {
        if let names = try writer.unresolvedNames(in: item, result) {
            let noted = try names.issues.map { try note($0, line: line, of: module) }
            run.pendingNames.append(PendingNames(file: index, module: module, issues: noted, names: names))
        }
        for issue in try writer.issues(of: item, result) { try note(issue, line: line, of: module) }
    }
}

extension ImportWriter {
    /// Removes the issues about names whose records arrived after the items that name them.
    ///
    /// Called after the last file, when the followers have linked the records.
    func settleNames(in report: inout ImportReport) throws {
        var changes: [Int: [ImportIssue: ImportIssue?]] = [:]
        for pending in pendingNames {
            var remaining = try pending.names.remaining()
            for noted in pending.issues {
                let place = remaining.firstIndex {
                    $0.code == noted.issue.code && $0.property == noted.issue.property
                }
                var issue: ImportIssue?
                if let place {
                    issue = noted.issue
                    issue?.message = remaining.remove(at: place).message
                }
                guard issue != noted.issue else { continue }
                try ImportRuns.change(noted.id, to: issue?.message, db)
                changes[pending.file, default: [:]].updateValue(issue, forKey: noted.issue)
            }
            // Several records that arrived later can have a name in common.
            for var issue in remaining {
                issue.line = pending.issues.first?.issue.line ?? 0
                issue.item = pending.issues.first?.issue.item
                try ImportRuns.note(issue, of: pending.module, file: pending.file, run: run, db)
                report.files[pending.file].add(issue)
            }
        }
        for (file, changes) in changes { report.files[file].change(changes) }
    }
}

extension ImportReport.File {
    /// Adds an issue that was found after the end of the file.
    fileprivate mutating func add(_ issue: ImportIssue) {
        if issues.count < ImportReport.shownIssues { issues.append(issue) } else { omittedIssues += 1 }
    }

    /// Replaces issues, and removes those whose replacement is nil.
    fileprivate mutating func change(_ changes: [ImportIssue: ImportIssue?]) {
        let count = issues.count
        issues = issues.compactMap { issue -> ImportIssue? in
            guard let change = changes[issue] else { return issue }
            return change
        }
        let removed = changes.values.count { $0 == nil }
        omittedIssues = max(0, omittedIssues - max(0, removed - (count - issues.count)))
    }
}
