import AtriumSDK

/// The report of a file: counts, issues and listed items.
extension FileImport {
    func count(_ result: ItemWriter.Result, _ item: ReadItem, _ importer: ActiveImporter) throws {
        func note(_ code: String, _ message: String, property: String? = nil, isKept: Bool = true) throws {
            try self.note(
                ImportIssue(
                    line: item.line, property: property, code: code, message: message, isKept: isKept),
                of: importer.module)
        }
        importer.part.counts.count(result)
        if result.isCopy { importer.part.copies += 1 }
        if let source = result.supersededBy { superseded.append((source, item.line, importer)) }
        if let objection = result.objection, [.conflict, .kept].contains(result.outcome) {
            let isOpen = result.outcome == .conflict
            let effect = isOpen ? "it was not imported" : "it was not imported, as you chose"
            return try note(
                isOpen ? "conflict" : "kept", objection.message + "; " + effect,
                property: objection.property, isKept: !isOpen)
        }
        try noteVersion(result, item, importer)
        switch result.outcome {
        case .addedAgain:
            try note(
                "duplicate-uid",
                "a different record has the same UID; both were kept, this one with a new UID",
                property: "UID")
        case .kept where result.contested.isEmpty:
            try note(
                "kept",
                "the record was edited here and differs from the file; your version was kept, as you chose")
        case .conflict where result.refusal != nil:
            try note(
                "choice-refused",
                "your decision could not be applied: \(result.refusal ?? ""); your version was kept",
                isKept: false)
        case .conflict:
            try note(
                "conflict",
                "the record was edited here and differs from the file; your version was kept", isKept: false)
        case .added, .updated, .unchanged, .kept, .keptBefore: break
        }
        let undecided = result.contested.filter { !result.chosen.contains($0) }
        if !undecided.isEmpty {
            try note(
                "contested-fields",
                "changed both here and in the file; your values were kept: \(undecided.joined(separator: ", "))"
            )
        }
    }

    /// Notes an item that is one of several versions of its record.
    private func noteVersion(
        _ result: ItemWriter.Result, _ item: ReadItem, _ importer: ActiveImporter
    ) throws {
        func note(_ code: String, _ message: String) throws {
            try self.note(
                ImportIssue(line: item.line, property: "UID", code: code, message: message),
                of: importer.module)
        }
        if result.isOlder, [.updated, .conflict].contains(result.outcome) {
            let effect =
                result.outcome == .updated
                ? "it was imported; to get the newer version back, undo this import" : "it was not imported"
            let name = importer.writer.view.recordName
            try note("older-version", "older than the \(name) you have; \(effect)")
        }
        if result.earlierMessages > 0 {
            try note("earlier-message", "a message that came before it was applied to it")
        }
        // Also where only the text differs: what the earlier one said beside the record's fields is gone.
        if result.isSecondInRun && result.hasTakenText || result.isOlderInRun {
            let used = result.isOlderInRun ? "the newer version" : "this version"
            try note(
                "second-version", "this import has another version of this record; \(used) was used")
        }
    }

    func list(
        _ item: ReadItem, _ outcome: ImportReport.Item.Outcome, hasNewText: Bool = false,
        record: RecordReference? = nil,
        title: String? = nil, changes: [ImportReport.FieldChange] = [],
        duplicates: [RecordReference] = [], reason: String? = nil
    ) throws {
        // A conflict that the user is asked about is never left out.
        let isAsked = run.pass.stopsAtConflicts && outcome == .conflict
        guard listsAll || isAsked else { return }
        var listed = ImportReport.Item(
            path: report.path, item: number, line: item.line, kind: item.kind, outcome: outcome,
            hasNewText: hasNewText, collection: record?.collection, record: record, title: title,
            changes: changes, duplicates: duplicates, reason: reason)
        if let log = run.request.log {
            if run.request.isDryRun, outcome == .new, let record {
                listed.record = nil
                // Nor has another that the rehearsal made.
                let first = run.firstNew[record.collection] ?? record.id
                run.firstNew[record.collection] = first
                listed.duplicates.removeAll { $0.id >= first }
            }
            try log.append(listed)
            if !isAsked, !run.request.isVerbose { return }
        }
        guard isAsked || items.count < room else {
            omittedItems += 1
            return
        }
        if outcome == .conflict, let record {
            listed.place = ConflictPlace(file: index, record: record, source: item.source)
        }
        items.append(listed)
    }

    /// - Parameter module: the module whose item the issue is about, or nil if the issue is about the file.
    @discardableResult
    func note(
        _ issue: ImportIssue, line: Int? = nil, of module: String? = nil
    ) throws -> PendingNames.Issue {
        var issue = issue
        if let line { issue.line = line }
        if issue.item == nil, number > 0, issue.line > 0 { issue.item = number }
        let id = try ImportRuns.note(issue, of: module, file: index, run: run.run, db)
        if report.issues.count < issueRoom {
            report.issues.append(issue)
        } else {
            report.omittedIssues += 1
        }
        return PendingNames.Issue(id: id, issue: issue)
    }

    static func remark(_ copies: Int) -> Guidance {
        copies == 1
            ? "1 entry repeats another entry with the same UID and was imported only once"
            : "\(copies) entries repeat other entries with the same UID and were imported only once"
    }

    /// Says of which versions the file lacks the newer one that an earlier import used.
    func noteSuperseded() throws {
        for (source, line, importer) in superseded where !run.met.ids.contains(source) {
            importer.part.counts.unchanged -= 1
            importer.part.counts.kept += 1
            try note(
                ImportIssue(
                    line: line, property: "UID", code: "older-version",
                    message: """
                        an earlier import had this version together with a newer one, which you have; to import this one, \
                        choose “replace”
                        """), of: importer.module)
        }
    }
}
