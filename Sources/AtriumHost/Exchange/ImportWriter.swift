import AtriumSDK
import GRDB

/// The writing side of an import, over all its files: takes the reading thread's events and makes the report.
final class ImportWriter {
    let session: Session
    let request: ImportRequest
    let pass: ImportPass
    let db: Database
    let scope: WriteScope
    let run: Int64
    let usesSavepoints: Bool
    let tags: RecordTags
    /// What the session knows of the vault; nobody else changes it while the import goes on.
    private let state: VaultState
    /// What commands are lent, by module.
    private var contexts: [String: CommandContext] = [:]
    /// What the files have brought so far.
    let met: MetSources
    /// Of how many new records a log has said what they will be.
    var shownNew = 0
    /// The first record that was made of each collection: those that follow have greater numbers.
    var firstNew: [CollectionID: Int64] = [:]
    /// The names for which records may still arrive; see ``settleNames(in:)``.
    var pendingNames: [PendingNames] = []
    private var report: ImportReport
    /// What files are called in the report: decisions name them.
    private var labels = UniqueLabels()

    init(
        session: Session, request: ImportRequest, pass: ImportPass, db: Database, scope: WriteScope,
        run: Int64, usesSavepoints: Bool
    ) throws {
        self.session = session
        self.request = request
        self.pass = pass
        self.db = db
        self.scope = scope
        self.run = run
        self.usesSavepoints = usesSavepoints
        met = MetSources(looksAlways: usesSavepoints)
        tags = RecordTags(db, collections: scope.collections)
        state = try session.state(db)
        report = ImportReport(run: run, isDryRun: request.isDryRun, files: [])
        report.isVerbose = request.isVerbose
    }

    /// Writes what the files hold and gives the report.
    ///
    /// - Throws: what the vault throws. What a file itself gives rise to stands in the report.
    func write(_ events: EventStream) throws -> ImportReport {
        var namedIssues = 0
        while let event = try events.next() {
            switch event {
            case .file(let path, let file, let format, let options):
                let pass = FileImport(
                    path: labels.next(path), file: file, format: format, options: options,
                    index: report.files.count,
                    room: max(0, (request.maximumItems ?? .max) - report.items.count),
                    issueRoom: max(0, (request.maximumIssues ?? .max) - namedIssues), in: self)
                let (file, items) = try pass.read(events)
                namedIssues += file.issues.count
                report.files.append(file)
                report.items += items
                report.omittedItems += pass.omittedItems
            case .failed(let path, let error):
                report.files.append(ImportReport.File(path: path, error: error))
            case .passedOver(let file):
                if report.passedOver.count < ImportReport.shownPassedOver {
                    report.passedOver.append(file)
                } else {
                    report.omittedPassedOver += 1
                }
            case .container, .item, .issue, .end:
                throw AtriumError(.internal, "content was read outside a file")
            }
        }
        if let place = request.answers.keys.first(where: {
            !$0.path.isEmpty && !labels.given.contains($0.path)
        }) {
            throw AtriumError(
                .badData, "there is no file “\(place.path)” in the import",
                remedy:
                    "use a path from the report: \(labels.given.sorted().prefix(5).joined(separator: ", "))",
                field: ImportDecisions.field.name)
        }
        return report
    }

    /// What a record writer is lent for a file.
    func importContext(_ options: ImportOptions, for module: Module) -> ImportContext {
        let context = commandContext(for: module)
        return ImportContext(
            db: db, now: context.now, settings: context.settings, options: options, tags: tags,
            attachments: context.attachments, links: context.links, modules: context.modules,
            moduleSettings: context.moduleSettings)
    }

    /// What commands are lent in the midst of the import.
    func commandContext(for module: Module) -> CommandContext {
        if let known = contexts[module.id] { return known }
        let lent = session.context(
            db, for: module, state, collections: scope.collections, content: scope.content)
        // One store of tags knows those that this import has made.
        let context = CommandContext(
            db: db, now: lent.now, settings: lent.settings, tags: tags, attachments: lent.attachments,
            records: lent.records, links: lent.links, modules: lent.modules,
            moduleSettings: lent.moduleSettings)
        contexts[module.id] = context
        return context
    }
}
