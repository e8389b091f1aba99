import AtriumSDK
import GRDB

/// The writing of one file: who takes its items, what becomes of each, and the report that grows.
final class FileImport {
    /// What is known of the file as a whole; what became of its items is counted by who takes them.
    var report: ImportReport.File
    var items: [ImportReport.Item] = []
    /// The number of the item that is being taken, from 1.
    var number = 0
    /// How many items are not listed, since there are too many.
    var omittedItems = 0
    /// How many may be listed.
    let room: Int
    /// How many issues the report may still name.
    let issueRoom: Int
    private let file: any ImportFile
    private let format: any Format
    private var options: ImportOptions
    let index: Int
    let run: ImportWriter
    let db: Database
    private let sources: SourceFile
    /// One for each importer, for the whole file.
    private var importers: [ImporterKey: ActiveImporter] = [:]
    /// Who took the item before: mostly the same one.
    private var latest: ActiveImporter?
    /// What tells which items modules have that are not asked; see ``ItemRouting/rivals``.
    private var rivals: [ImporterKey: ItemWriter] = [:]
    /// Who takes the items of the container at hand.
    private var routing: ItemRouting?
    private let choice = ItemChoice()
    /// The items whose newer version an earlier import used: the source of that version, and the item's line.
    var superseded: [(source: Int64, line: Int, importer: ActiveImporter)] = []
    /// The items of which the user has decided what becomes of them.
    private var answered: Set<Int> = []
    /// Of how many new records a log says what they will be.
    private static let shownNew = 50
    /// Whether an error came out of an item, so that a savepoint can confine it.
    private var isInItem = false

    /// One importer of one module.
    struct ImporterKey: Hashable {
        let module: String
        let number: Int

        init(_ claim: ItemRouting.Claim) { (module, number) = (claim.module, claim.number) }
    }

    /// An importer in use for the file, with its part of the report.
    final class ActiveImporter {
        let key: ImporterKey
        let writer: ItemWriter
        var part = ImportReport.Part()
        var module: String { key.module }

        init(_ key: ImporterKey, _ writer: ItemWriter) { (self.key, self.writer) = (key, writer) }
    }

    init(
        path: String, file: any ImportFile, format: any Format, options: ImportOptions, index: Int,
        room: Int, issueRoom: Int, in run: ImportWriter
    ) {
        report = ImportReport.File(path: path)
        report.format = format.id
        self.file = file
        self.format = format
        self.options = options
        self.index = index
        self.room = room
        self.issueRoom = min(issueRoom, ImportReport.shownIssues)
        self.run = run
        db = run.db
        sources = SourceFile(run: run.run, name: file.name, format: format.id, db: run.db)
    }

    /// Writes the file to its end and gives its report.
    ///
    /// - Throws: what the vault throws. A file in which something is wrong has changed nothing.
    func read(_ events: EventStream) throws -> (ImportReport.File, [ImportReport.Item]) {
        let empty = report
        let met = (run.met.ids, run.met.passed)
        let logged = run.request.log?.count ?? 0
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
                        throw AtriumError(.internal, "a file began before the previous file ended")
                    }
                }
                try finish()
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
            (run.met.ids, run.met.passed) = met
            if !hasEnded { try events.skipFile() }
            // Whose items stood in it is known all the same: it is forgotten with them.
            let taking = importers.values.filter { $0.part.counts.items > 0 }.map(\.module)
            let modules = taking + report.unclaimed.values.flatMap(\.parts).compactMap(\.module)
            report = empty
            report.error = error
            for module in modules { report.parts[module] = ImportReport.Part() }
            items = []
            omittedItems = 0
            run.pendingNames.removeAll { $0.file == index }
            try run.request.log?.truncate(to: logged)
        }
    }

    /// Ends the writers, in one order always, and joins what became of the items.
    private func finish() throws {
        let ordered = importers.values.sorted {
            ($0.key.module, $0.key.number) < ($1.key.module, $1.key.number)
        }
        report.items = number
        try noteSuperseded()
        for importer in ordered {
            importer.part.remarks += try importer.writer.finish().map { Guidance($0) }
            if importer.part.copies > 0 { importer.part.remarks.append(Self.remark(importer.part.copies)) }
        }
        for importer in ordered {
            // Several importers of a module would say it once each.
            let isFirst = ordered.first { $0.module == importer.module } === importer
            if isFirst { importer.part.remarks += choice.remarks(of: importer.module) }
            if importer.part != ImportReport.Part() { report.add(importer.part, of: importer.module) }
        }
        try noteUnneededAnswers()
        for (module, count) in report.unclaimed.values.flatMap(\.parts) {
            if let module { report.parts[module, default: .init()].counts.items += count }
        }
    }

    // MARK: - Routing

    private func begin(_ container: Container, _ routing: ItemRouting) throws {
        let claims = routing.claims.values.flatMap(\.self)
        let recalled = try options.recall(container, claims.map(\.importer), db)
        sources.begin(container, options, unsaid: recalled.unsaid)
        self.routing = routing
        for claim in claims { try importer(of: claim).writer.begin(container) }
        for claim in routing.rivals.values.joined() {
            let key = ImporterKey(claim)
            let rival = try rivals[key] ?? writer(for: claim)
            rivals[key] = rival
            try rival.begin(container)
        }
        if let profile = routing.profile {
            report.profile = profile
            report.unmappedColumns = routing.unmappedColumns
        }
        for (index, remark) in recalled.remarks {
            try importer(of: claims[index]).part.remarks.append(Guidance(remark))
        }
    }

    private func importer(of claim: ItemRouting.Claim) throws -> ActiveImporter {
        let key = ImporterKey(claim)
        if let latest, latest.key == key { return latest }
        let importer = try importers[key] ?? ActiveImporter(key, writer(for: claim))
        importers[key] = importer
        latest = importer
        return importer
    }

    private func writer(for claim: ItemRouting.Claim) throws -> ItemWriter {
        let importer = claim.importer
        let registry = run.session.hub.registry
        guard let collection = registry.collection(importer.collection),
            let module = registry.module(importer.collection.module)
        else {
            throw AtriumError(.internal, "the collection \(importer.collection) is not installed")
        }
        let collectionNumber = try run.scope.collections.number(importer.collection)
        let kept = KeptSources(format: format, importer: importer, options: options, db: db)
        let key = ImporterKey(claim)
        return try ItemWriter(
            writer: importer.makeWriter(run.importContext(options, for: module)),
            rows: SourceRows(collection: collectionNumber, format: format, run: run.met, db: db),
            view: RecordView(collection, session: run.session, context: run.commandContext(for: module)),
            kept: kept,
            fingerprints: FingerprintMatching(
                of: file, format: format, claim: claim, options: options, kept: kept,
                collection: collectionNumber, db: db
            ) { [routing] item in
                routing?.usual(of: item.kind, item.mark).claim.map { ImporterKey($0) == key } ?? false
            }, tags: run.tags, db: db)
    }

    // MARK: - Items

    /// Whether what becomes of each item is wanted.
    var listsAll: Bool { run.request.isVerbose || run.request.log != nil }

    private func take(_ item: ReadItem) throws {
        number += 1
        switch item.route {
        case .unclaimed(let module): try pass(over: item, for: module)
        case .claimed(let claim, let mapped): try take(item, claim, mapped)
        case .open(let candidates):
            guard let routing else { throw AtriumError(.internal, "a file's content was read out of order") }
            let choice = try choice.choose(item, among: candidates, routing) { claim, draft in
                let writer = try rivals[ImporterKey(claim)] ?? importer(of: claim).writer
                return try writer.holds(draft, item.source)
            }
            switch choice {
            case .taken(let claim, let mapped, let issue):
                if let issue { try note(issue, of: claim.module) }
                try take(item, claim, mapped)
            case .elsewhere(let claim, let issue):
                let importer = try importer(of: claim)
                importer.part.counts.items += 1
                importer.part.counts.elsewhere += 1
                try note(issue, of: claim.module)
                try list(item, .elsewhere)
            case .nowhere(let module): try pass(over: item, for: module)
            }
        }
    }

    private func pass(over item: ReadItem, for module: String?) throws {
        for issue in item.issues { try note(issue, of: module) }
        report.unclaimed[item.kind, default: .init()].counts[module, default: 0] += 1
        try list(item, .unclaimed)
    }

    private func take(_ item: ReadItem, _ claim: ItemRouting.Claim, _ mapped: ReadItem.Mapped) throws {
        let importer = try importer(of: claim)
        importer.part.counts.items += 1
        for issue in item.issues { try note(issue, of: claim.module) }
        isInItem = true
        if run.usesSavepoints {
            if let reason = try refusal(of: item, claim, importer, mapped) {
                try refuse(
                    item, importer, ImportIssue(line: item.line, code: "unusable-item", message: reason))
            }
        } else {
            try put(item, claim, importer, mapped.get())
        }
        isInItem = false
    }

    /// Puts an item in a savepoint of its own, and says why that was taken back; nil: it was not.
    private func refusal(
        of item: ReadItem, _ claim: ItemRouting.Claim, _ importer: ActiveImporter, _ mapped: ReadItem.Mapped
    ) throws -> String? {
        let draft: MappedItem<any Sendable>
        do {
            draft = try mapped.get()
        } catch let error as AtriumError where error.code == .badData {
            // Nothing was written, and nothing is to be forgotten.
            return error.message
        }
        if run.request.rollsBackEachItemFirst {
            _ = try withSavepoint(importer) {
                try put(item, claim, importer, draft)
                throw AtriumError(.badData, "the trial write is rolled back")
            }
        }
        return try withSavepoint(importer) { try put(item, claim, importer, draft) }
    }

    /// Runs what puts an item into the vault; where that breaks a rule, all is as if it had not been run, and the reason is given.
    private func withSavepoint(_ importer: ActiveImporter, _ body: () throws -> Void) throws -> String? {
        var reason: String?
        let before = (part: importer.part, issues: report.issues.count, omitted: report.omittedIssues)
        let listed = (items.count, omittedItems, run.request.log?.count ?? 0)
        let (made, pending) = (sources.made, run.pendingNames.count)
        try db.inSavepoint {
            do {
                try body()
                return .commit
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                reason = "its values break a rule of the database"
            } catch let error as AtriumError where error.code == .badData {
                reason = error.message
            }
            return .rollback
        }
        guard reason != nil else { return nil }
        run.tags.forget()
        importer.writer.forget()
        sources.made = made
        run.pendingNames.removeSubrange(pending...)
        importer.part = before.part
        report.issues.removeSubrange(before.issues...)
        report.omittedIssues = before.omitted
        items.removeSubrange(listed.0...)
        omittedItems = listed.1
        try run.request.log?.truncate(to: listed.2)
        return reason
    }

    /// Stores an item that breaks a rule as text, and reports it; the import of other items continues.
    ///
    /// - Parameter uid: of a message: the identifier of its record, which may come later.
    private func refuse(
        _ item: ReadItem, _ importer: ActiveImporter, _ issue: ImportIssue, uid: String? = nil
    ) throws {
        let collection = importer.writer.rows.collection
        if let uid {
            try sources.keep(message: item.source, uid: uid, collection: collection)
        } else {
            try sources.keep(item.source, collection: collection)
        }
        importer.part.counts.unreadable += 1
        try note(issue, line: item.line, of: importer.module)
        try list(item, .unreadable)
    }

    private func put(
        _ item: ReadItem, _ claim: ItemRouting.Claim, _ importer: ActiveImporter,
        _ mapped: MappedItem<any Sendable>
    ) throws {
        for issue in mapped.issues { try note(issue, of: claim.module) }
        let answer = answer
        let settlement = ItemWriter.Settlement(
            decision: { [self, run, index] record in
                if let answer {
                    answered.insert(number)
                    return answer
                }
                if let decision = run.request.onConflict { return ConflictAnswer(decision) }
                guard !run.pass.decisions.isEmpty else { return nil }
                let record = RecordReference(claim.importer.collection, record)
                return run.pass.decisions[ConflictPlace(file: index, record: record, source: item.source)]
            },
            isAnswered: answer != nil,
            wantsChanges: listsAll, wantsConflicts: listsAll || run.pass.stopsAtConflicts)
        var result = try importer.writer.put(mapped, of: item, number: number, sources: sources, settlement)
        if let issue = result.unusable { return try refuse(item, importer, issue, uid: mapped.uid) }
        if [.added, .addedAgain, .updated].contains(result.outcome) {
            try sources.forgetRefusal(of: item.source, in: importer.writer.rows.collection)
        }
        try count(result, item, importer)
        try noteIssues(of: mapped, result, importer.writer, importer.module, line: item.line)
        if !result.duplicates.isEmpty {
            importer.part.counts.possibleDuplicates += 1
            try note(
                ImportIssue(
                    line: item.line, code: "possible-duplicate",
                    message: "it was added, but may be a duplicate of an existing record"
                        + (result.isOfAnotherFile
                            ? "; this is uncertain, because the file has a new name and most records are new"
                            : "")
                ), of: claim.module)
        }
        if result.outcome == .added, mapped.uid == nil, importer.part.matchedBy.isEmpty {
            importer.part.matchedBy = claim.importer.fingerprints.map(\.name)
        }
        if result.outcome == .added, run.request.log != nil, run.shownNew < Self.shownNew {
            // A rehearsal shows of the first what they will be.
            run.shownNew += 1
            result.changes = RecordView.changes(
                from: [:], to: try importer.writer.view.fields(of: result.record)
            ).filter { !$0.to.isEmpty && $0.to != .bool(false) }
        }
        if listsAll || run.pass.stopsAtConflicts && result.outcome == .conflict {
            try list(
                item, result.reported, hasNewText: result.hasNewText,
                record: RecordReference(claim.importer.collection, result.record),
                title: try importer.writer.view.title(of: result.record), changes: result.changes,
                duplicates: result.duplicates.map { RecordReference(claim.importer.collection, $0) },
                reason: result.objection?.message)
        }
    }

    /// What the user has decided of the item that is being taken.
    private var answer: ConflictAnswer? {
        // Most imports have none.
        guard !run.request.answers.isEmpty else { return nil }
        return run.request.answers[ItemPlace(path: report.path, item: number)]
            ?? (index == 0 ? run.request.answers[ItemPlace(path: "", item: number)] : nil)
    }

    /// Says of which items a decision was not needed.
    private func noteUnneededAnswers() throws {
        guard !run.request.answers.isEmpty else { return }
        let places = run.request.answers.keys.filter { place in
            (place.path == report.path || place.path.isEmpty && index == 0)
                && !answered.contains(place.item)
        }
        for item in places.map(\.item).sorted() {
            try note(
                ImportIssue(
                    line: 0, item: item, code: "decision-not-needed",
                    message: "Item \(item) has no conflict, so your decision was not needed."))
        }
    }
}
