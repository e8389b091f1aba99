import AtriumSDK
import Foundation
import GRDB

/// Runs an import: recognise, read, route, plan, apply, report; see "An import" in
/// docs/architecture.md.
///
/// Planning and applying are one pass inside one transaction: each item is decided against the vault as the items before
/// it have left it. A dry run is the same pass, rolled back, so that it cannot differ from the real one.
struct ImportEngine {
    let session: Session
    let request: ImportRequest
    let observer: ImportObserver
    /// Modules that were enabled for the import, to be named in the report.
    let enabled: [String]

    /// Ends a pass whose changes are not wanted, with its report.
    private struct RolledBack: Error {
        let report: ImportReport
    }

    /// An item broke a rule of the vault's schema; the run begins again with a savepoint for each item.
    private struct NeedsSavepoints: Error {}

    func run() throws -> ImportReport {
        let choices = ImportChoices(session: session, request: request)
        let modules = try choices.modules()
        let (options, saved) = try choices.options(for: modules)
        if request.mapToSave != nil, saved.isEmpty {
            throw AtriumError(
                .usage, "there is no column mapping to save",
                remedy: "map the columns with \(field: "columns", "COLUMN=FIELD", as: "map")",
                field: "saveMap")
        }
        var pass = ImportPass(
            modules: modules, routing: try choices.routing(for: modules), options: options,
            mapToSave: request.mapToSave == nil ? nil : saved)
        let isAsking = request.onConflict == nil && observer.decide != nil && !request.isDryRun
        pass.stopsAtConflicts = isAsking
        let report = try run(pass)
        guard isAsking, report.run == nil else { return report }
        let conflicts = report.items.filter { $0.outcome == .conflict }
        let decisions = try observer.decide?(conflicts) ?? []
        for (conflict, decision) in zip(conflicts, decisions) {
            if let place = conflict.place { pass.decisions[place] = decision }
        }
        pass.stopsAtConflicts = false
        return try run(pass)
    }

    private func run(_ pass: ImportPass) throws -> ImportReport {
        // The pages that an import has kept at hand are of no use to what comes next in a server.
        defer { session.vault.pool.releaseMemory() }
        do {
            // A savepoint for each item would make an import several times slower; hardly any import needs one.
            return try run(pass, usesSavepoints: request.rollsBackEachItemFirst)
        } catch is NeedsSavepoints {
            return try run(pass, usesSavepoints: true)
        }
    }

    private func run(_ pass: ImportPass, usesSavepoints: Bool) throws -> ImportReport {
        let recorder = ChangeRecorder(vault: session.vault)
        let rights = ImportRights(session, modules: pass.modules, principal: observer.principal)
        do {
            var (report, changeSet) = try recorder.write(
                session.cause("import"), origin: .importRun, beforeCommit: rights.check
            ) { db, scope in
                try db.execute(sql: "PRAGMA cache_size = -32000")
                let state = try stateOfVault(before: scope.changeSet, db)
                if let expected = request.expectedState, expected != state { throw VaultHasChanged() }
                try request.log?.truncate(to: 0)
                let run = try ImportRuns.begin(scope.changeSet, now: session.vault.environment.now(), db)
                let newestLink = try RecordLinks.newest(db)
                let indexes =
                    usesSavepoints
                    ? nil
                    : try DeferredIndexes(
                        of: pass.modules, for: request.inputs.map(\.file), collections: scope.collections, db
                    )
                let writer = try ImportWriter(
                    session: session, request: request, pass: pass, db: db, scope: scope, run: run,
                    usesSavepoints: usesSavepoints)
                let arrivals = try ImportedArrivals(session, db)
                var report = try read(pass, writer, rights, db)
                for folder in request.folders {
                    let restorer = VaultFolderRestorer(
                        folder: folder, session: session, db: db, scope: scope, run: run,
                        newestLink: newestLink)
                    report.files += try restorer.restore(firstFile: report.files.count, enabled: enabled)
                }
                try observer.progress(
                    ImportProgress(path: "", bytes: 0, byteCount: nil, items: 0, isFinishing: true))
                try indexes?.make()
                if try arrivals.follow(writer, db) { try writer.settleNames(in: &report) }
                // One that no file could be read with is a mistake.
                if let map = pass.mapToSave, report.files.contains(where: { $0.error == nil }) {
                    try SavedMaps.save(map, db)
                }
                try ImportRuns.finish(run, report, db)
                let hasConflicts = report.files.contains { $0.conflicts > 0 }
                if request.isDryRun || pass.stopsAtConflicts && hasConflicts {
                    report.run = nil
                    report.state = state
                    throw RolledBack(report: report)
                }
                return report
            }
            report.hasChanged = changeSet != nil
            return report
        } catch let taken as RolledBack {
            return taken.report
        } catch let error as AtriumError where error.code == .badData && !usesSavepoints {
            // A broken constraint too: the recorder has put it into words.
            throw NeedsSavepoints()
        }
    }

    /// All on which the outcome of an import rests beside its files and what is asked: the records, by the change before
    /// this one, the modules that are on, the settings, and the day.
    private func stateOfVault(before changeSet: Int64, _ db: Database) throws -> String {
        let settings = try Row.fetchAll(db, sql: "SELECT key, value FROM host_setting ORDER BY key")
        let zone = try UserSettings(db, environment: session.vault.environment).timeZone
        let parts =
            try [
                ChangeLog.latest(before: changeSet, db),
                LocalDate(session.vault.environment.now(), in: zone).description,
            ] + session.enabledIDs(db).sorted()
            + settings.flatMap { [$0["key"] as String, $0["value"] as String] }
        return RecordVersion.tag(of: Array(parts.joined(separator: "\u{0}").utf8))
    }

    /// Reads the files beside the transaction, and writes within it what they hold.
    private func read(
        _ pass: ImportPass, _ writer: ImportWriter, _ rights: ImportRights, _ db: Database
    ) throws -> ImportReport {
        try ImportReader.reading(
            request, formats: session.hub.formats, modules: pass.routing, options: pass.options
        ) { queue in
            let progress = { (progress: ImportProgress) in
                try observer.progress(progress)
                try rights.checkNowAndThen(db)
            }
            return try writer.write(EventStream(queue, progress: progress))
        }
    }
}

/// A conflict over the passes of one import: what a file says of a record.
///
/// Between the passes the file or the vault may become another. An answer is only for what the user was shown.
struct ConflictPlace: Sendable, Hashable {
    private let file: Int
    private let record: RecordReference
    private let text: String

    /// - Parameter file: the file's place in the report.
    init(file: Int, record: RecordReference, source: [UInt8]) {
        self.file = file
        self.record = record
        text = SourceKeys.key(ofText: source)
    }
}

/// What one pass over the files is to do.
struct ImportPass {
    let modules: [Module]
    /// Who are asked whose items are.
    let routing: ItemRouting.Modules
    let options: ImportOptions
    let mapToSave: SavedMap?
    /// Whether a conflict means that the pass is taken back, and the user asked.
    var stopsAtConflicts = false
    /// The user's answers.
    var decisions: [ConflictPlace: ConflictAnswer] = [:]
}
