import AtriumSDK
import GRDB

/// The writing of one file: who takes its items, what becomes of each, and the report that grows.
final class FileImport {
    private var report: ImportReport.File
    private var items: [ImportReport.Item] = []
    /// How many items are not listed, since there are too many.
    private(set) var omittedItems = 0
    /// How many may be listed.
    private let room: Int
    private let file: any ImportFile
    private let format: any Format
    private let options: ImportOptions
    private let index: Int
    private let run: ImportWriter
    private let db: Database
    private let sources: SourceFile
    /// One writer for each importer, for the whole file.
    private var writers: [WriterKey: ItemWriter] = [:]
    /// Whether an error came out of an item, so that a savepoint can confine it.
    private var isInItem = false

    private struct WriterKey: Hashable {
        let module: String
        let importer: Int

        init(_ claim: ItemRouting.Claim) { (module, importer) = (claim.module, claim.number) }
    }

    init(
        path: String, file: any ImportFile, format: any Format, options: ImportOptions, index: Int,
        room: Int, in run: ImportWriter
    ) {
        report = ImportReport.File(path: path)
        report.format = format.id
        self.file = file
        self.format = format
        self.options = options
        self.index = index
        self.room = room
        self.run = run
        db = run.db
        sources = SourceFile(
            run: run.run, name: file.name, format: format.id, options: options, db: run.db)
    }

    /// Writes the file to its end and gives its report.
    ///
    /// - Throws: what the vault throws. A file in which something is wrong has changed nothing.
    func read(_ events: EventStream) throws -> (ImportReport.File, [ImportReport.Item]) {
        let empty = report
        let met = run.met.ids
        var hasEnded = false
        do {
            try db.inSavepoint {
                while !hasEnded, let event = try events.next() {
                    switch event {
                    case .container(let container, let routing): try begin(container, routing)
                    case .item(let item): try take(item)
                    case .issue(let issue): try note(issue)
                    case .end(let encoding):
                        hasEnded = true
                        report.encoding = encoding
                    case .failed(_, let error):
                        hasEnded = true
                        throw InputError(error: error)
                    case .file, .passedOver:
                        throw AtriumError(.internal, "a file began in the midst of another")
                    }
                }
                for (key, writer) in writers.sorted(by: { $0.key.module < $1.key.module }) {
                    let remarks = try writer.finish()
                    report.remarks += remarks
                    if !remarks.isEmpty { report.parts[key.module, default: .init()].remarks += remarks }
                }
                return .commit
            }
        } catch let input as InputError {
            try fail(input.error)
        } catch let error as AtriumError where error.isOfInput && !wantsSavepoints(error) {
            try fail(error)
        }
        return (report, items)

        /// Whether a run with a savepoint for each item would confine it.
        func wantsSavepoints(_ error: AtriumError) -> Bool {
            error.code == .badData && isInItem && !run.usesSavepoints
        }
        func fail(_ error: AtriumError) throws {
            run.tags.forget()
            run.met.ids = met
            if !hasEnded { try events.skipFile() }
            report = empty
            report.error = error
            items = []
            omittedItems = 0
        }
    }

    // MARK: - Routing

    private func begin(_ container: Container, _ routing: ItemRouting) throws {
        sources.begin(container)
        for claim in routing.claims.values { try writer(for: claim).begin(container) }
        if let profile = routing.profile {
            report.profile = profile
            report.unmappedColumns = routing.unmappedColumns
        }
    }

    private func writer(for claim: ItemRouting.Claim) throws -> ItemWriter {
        if let writer = writers[WriterKey(claim)] { return writer }
        let importer = claim.importer
        let registry = run.session.hub.registry
        guard let collection = registry.collection(importer.collection),
            let module = registry.module(importer.collection.module)
        else {
            throw AtriumError(.internal, "the collection \(importer.collection) is not installed")
        }
        let number = try run.scope.collections.number(importer.collection)
        let kept = KeptSources(format: format, importer: importer, options: options, db: db)
        let writer = try ItemWriter(
            writer: importer.makeWriter(run.importContext(options, for: module)),
            rows: SourceRows(collection: number, format: format, run: run.met, db: db),
            view: RecordView(collection, session: run.session, context: run.commandContext(for: module)),
            kept: kept,
            fingerprints: FingerprintMatching(
                of: file, format: format, claim: claim, options: options, kept: kept,
                collection: number, db: db), tags: run.tags, db: db)
        writers[WriterKey(claim)] = writer
        return writer
    }

    // MARK: - Items

    private func take(_ item: ReadItem) throws {
        report.items += 1
        switch item.route {
        case .unclaimed(let module):
            for issue in item.issues { try note(issue, of: module) }
            report.unclaimed[item.kind, default: .init(count: 0, module: module)].count += 1
            list(item, .unclaimed)
        case .claimed(let claim, let mapped):
            report.parts[claim.module, default: .init()].counts.items += 1
            for issue in item.issues { try note(issue, of: claim.module) }
            isInItem = true
            if run.usesSavepoints {
                try confining(item, claim) { try put(item, claim, mapped.get()) }
            } else {
                try put(item, claim, mapped.get())
            }
            isInItem = false
        }
    }

    /// Puts an item in a savepoint of its own; what breaks a rule is kept as text, and the others go on.
    private func confining(_ item: ReadItem, _ claim: ItemRouting.Claim, _ body: () throws -> Void) throws {
        var reason: String?
        let before = (report, items.count)
        try db.inSavepoint {
            do {
                try body()
                return .commit
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                reason = "its values break a rule of the vault"
            } catch let error as AtriumError where error.code == .badData {
                reason = error.message
            }
            return .rollback
        }
        guard let reason else { return }
        run.tags.forget()
        report = before.0
        items.removeSubrange(before.1...)
        try sources.keep(item.source, collection: writer(for: claim).rows.collection)
        report.count(\.unreadable, by: claim.module)
        try note(ImportIssue(line: item.line, code: "unusable-item", message: reason), of: claim.module)
        list(item, .unreadable)
    }

    private func put(
        _ item: ReadItem, _ claim: ItemRouting.Claim, _ mapped: MappedItem<any Sendable>
    ) throws {
        for issue in mapped.issues { try note(issue, of: claim.module) }
        let settlement = ItemWriter.Settlement(
            decision: { [run, index] record in
                if let decision = run.request.onConflict { return decision }
                guard !run.pass.decisions.isEmpty else { return nil }
                let record = RecordReference(claim.importer.collection, record)
                return run.pass.decisions[ConflictPlace(file: index, record: record, source: item.source)]
            },
            wantsChanges: run.request.isVerbose,
            wantsConflicts: run.request.isVerbose || run.pass.stopsAtConflicts)
        let writer = try writer(for: claim)
        let result = try writer.put(mapped, of: item, number: report.items, sources: sources, settlement)
        try count(result, item, by: claim.module)
        if !result.duplicates.isEmpty {
            report.count(\.possibleDuplicates, by: claim.module)
            try note(
                ImportIssue(
                    line: item.line, code: "possible-duplicate",
                    message: "it was added, and may be a record that is here already"
                        + (result.isOfAnotherFile
                            ? ": that is not certain, since the file has another name and is mostly new" : "")
                ), of: claim.module)
        }
        if result.outcome == .added, mapped.uid == nil, report.matchedBy.isEmpty {
            report.matchedBy = claim.importer.fingerprints.map(\.name)
        }
        let wanted = run.request.isVerbose || run.pass.stopsAtConflicts && result.outcome == .conflict
        if wanted {
            list(
                item, result.reported, hasNewText: result.hasNewText,
                record: RecordReference(claim.importer.collection, result.record),
                title: try writer.view.title(of: result.record), changes: result.changes,
                duplicates: result.duplicates.map { RecordReference(claim.importer.collection, $0) })
        }
    }

    private func count(_ result: ItemWriter.Result, _ item: ReadItem, by module: String) throws {
        func note(_ code: String, _ message: String, property: String? = nil, isKept: Bool = true) throws {
            try self.note(
                ImportIssue(
                    line: item.line, property: property, code: code, message: message, isKept: isKept),
                of: module)
        }
        report.count(result.outcome.counter, by: module)
        switch result.outcome {
        case .addedAgain:
            try note(
                "duplicate-uid",
                "another item has the same identifier; both are kept, this one under a new uid",
                property: "UID")
        case .kept where result.contested.isEmpty:
            try note(
                "kept",
                "the record was edited here and differs in the file; it stays as it is here, as you chose")
        case .conflict:
            try note(
                "conflict",
                "the record was edited here and differs in the file; it was kept as it is here", isKept: false
            )
        case .added, .updated, .unchanged, .kept, .keptBefore: break
        }
        if !result.contested.isEmpty {
            try note(
                "contested-fields",
                "changed here and in the file, and left as they are here: \(result.contested.joined(separator: ", "))"
            )
        }
        if result.isSecondInRun, result.outcome == .updated {
            try note(
                "second-version",
                "an earlier file of this import says something else of the same item; this was taken",
                property: "UID")
        }
    }

    private func list(
        _ item: ReadItem, _ outcome: ImportReport.Item.Outcome, hasNewText: Bool = false,
        record: RecordReference? = nil,
        title: String? = nil, changes: [ImportReport.FieldChange] = [], duplicates: [RecordReference] = []
    ) {
        // A conflict that the user is asked about is never left out.
        let isAsked = run.pass.stopsAtConflicts && outcome == .conflict
        guard run.request.isVerbose || isAsked else { return }
        guard isAsked || items.count < room else {
            omittedItems += 1
            return
        }
        var listed = ImportReport.Item(
            path: report.path, item: report.items, line: item.line, kind: item.kind, outcome: outcome,
            hasNewText: hasNewText, record: record, title: title, changes: changes, duplicates: duplicates)
        if outcome == .conflict, let record {
            listed.place = ConflictPlace(file: index, record: record, source: item.source)
        }
        items.append(listed)
    }

    /// - Parameter module: whose item it is about, or would be; nil: it is about the file.
    private func note(_ issue: ImportIssue, of module: String? = nil) throws {
        var issue = issue
        if issue.item == nil, report.items > 0, issue.line > 0 { issue.item = report.items }
        try ImportRuns.note(issue, of: module, file: index, run: run.run, db)
        if report.issues.count < ImportReport.shownIssues {
            report.issues.append(issue)
        } else {
            report.omittedIssues += 1
        }
    }
}

extension ItemWriter.Outcome {
    /// What counts it in a report.
    fileprivate var counter: WritableKeyPath<ImportReport.Counts, Int> {
        switch self {
        case .added, .addedAgain: \.added
        case .updated: \.updated
        case .unchanged: \.unchanged
        case .kept, .keptBefore: \.kept
        case .conflict: \.conflicts
        }
    }
}

extension ItemWriter.Result {
    /// The outcome as reports name it.
    fileprivate var reported: ImportReport.Item.Outcome {
        switch outcome {
        case .added, .addedAgain: .new
        case .updated: .changed
        case .unchanged: .unchanged
        case .kept, .keptBefore: .kept
        case .conflict: .conflict
        }
    }
}
