import AtriumHost
import AtriumSDK
import CMalloc
import Foundation

/// What the job of an import does.
struct ImportWork: Sendable {
    let gate: Gate
    let course: ImportCourse
    /// The rehearsal that was shown to whoever asks for the import; nil: none was.
    let former: ImportCourse?
    /// The clock.
    let now: @Sendable () -> Date
    /// Looks up for whom the import is; throws once they may not make it any more.
    let principal: @Sendable () throws -> Principal

    /// How many items a report names where it is asked to name them, and how many issues: it is kept in memory.
    static let itemLimit = 10_000
    /// The largest number of files of one import, including those in archives: the report lists each of them.
    static let fileLimit = 20_000
    /// How many items are named that became others since a rehearsal.
    private static let changedLimit = 1000
    /// How often a vault that changes again and again is looked at anew.
    private static let mostTries = 3

    /// Rehearses or imports, and gives the report.
    func run(_ job: Job) throws -> DataValue {
        // A server that has done a large import is not to keep its memory: what was freed goes back to the system.
        defer { malloc_trim(0) }
        return try gate.withSession(of: principal()) { session in
            job.setInterruption { session.interrupt() }
            defer { job.setInterruption(nil) }
            let request = try Self.request(course.plan, course.files, session)
            let observer = ImportObserver(progress: Self.tell(job), principal: principal)
            let outcome =
                request.isDryRun
                ? try rehearse(request, observer, session) : try apply(request, observer, session)
            course.finish(outcome, now: now())
            return outcome.report.value(spelling: gate.hub.registry.textOverHTTP)
        }
    }

    private func rehearse(
        _ request: ImportRequest, _ observer: ImportObserver, _ session: Session
    ) throws -> ImportCourse.Outcome {
        var request = request
        let log = session.makeItemLog()
        request.log = log
        let report = try session.importFiles(request, observer: observer)
        var outcome = ImportCourse.Outcome(report: report, log: log)
        // A table that was answered for is not asked about again, not even if all of its columns were left out.
        let unknown = Set(report.files.filter { !$0.unclaimed.isEmpty && $0.error == nil }.map(\.path))
            .subtracting(course.plan.columns.keys)
        if !unknown.isEmpty {
            outcome.tables = try session.columnTables(for: request, of: unknown, givesUnguessed: true)
        }
        let known = report.files.filter { !$0.unmappedColumns.isEmpty }.map(\.path)
        if !known.isEmpty { outcome.knownTables = try session.knownTables(for: request, of: Set(known)) }
        for table in outcome.tables {
            outcome.previews[table.path] = try session.preview(of: table, for: request)
        }
        return outcome
    }

    /// Imports what was rehearsed; where the vault is another meanwhile, and more than nothing becomes otherwise, says what.
    private func apply(
        _ request: ImportRequest, _ observer: ImportObserver, _ session: Session
    ) throws -> ImportCourse.Outcome {
        guard let former, let shown = former.outcome, let shownLog = shown.log else {
            return ImportCourse.Outcome(
                report: try session.importFiles(request, observer: observer), log: nil)
        }
        var request = request
        request.expectedState = shown.report.state
        for _ in 0..<Self.mostTries {
            do {
                return ImportCourse.Outcome(
                    report: try session.importFiles(request, observer: observer), log: nil)
            } catch is VaultHasChanged {
                var again = request
                // As it was shown, with what had been decided then.
                let before = try Self.request(former.plan, course.files, session)
                (again.isDryRun, again.expectedState, again.mapToSave) = (true, nil, nil)
                (again.answers, again.onConflict) = (before.answers, before.onConflict)
                var outcome = try rehearse(again, observer, session)
                outcome.changed = outcome.log?.differences(from: shownLog, most: Self.changedLimit) ?? []
                guard outcome.changed.isEmpty else { return outcome }
                request.expectedState = outcome.report.state
            }
        }
        throw AtriumError(
            .conflict, "the vault keeps changing, so the import no longer matches its preview",
            remedy: "try again when nothing else is writing to it")
    }

    /// What is asked of the host.
    static func request(
        _ plan: ImportCourse.Plan, _ files: [(path: String, file: any ImportFile)], _ session: Session
    ) throws -> ImportRequest {
        var request = try session.importRequest(plan.values, files: files, columns: plan.columns)
        for (place, answer) in plan.answers { request.answers[place] = answer }
        request.maximumItems = itemLimit
        request.maximumIssues = itemLimit
        request.maximumFiles = fileLimit
        return request
    }

    /// Tells of an import's progress, and ends one that is to stop.
    private static func tell(_ job: Job) -> (ImportProgress) throws -> Void {
        { progress in
            if job.isCancelled { throw ImportCancelled() }
            job.update { status in
                // What was read of the last file stays told while the vault settles the rest.
                guard progress.isFinishing, status.progress != nil else {
                    status.progress = progress
                    return
                }
                status.progress?.isFinishing = true
            }
        }
    }
}
