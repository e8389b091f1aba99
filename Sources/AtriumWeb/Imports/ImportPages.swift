import AtriumHTTP
import AtriumHost
import AtriumSDK
import HTTPTypes

/// The pages on which files come in: where they are dropped, what they would do, how far it is, and what was done.
struct ImportPages {
    let pages: Pages
    let visit: Visit

    /// The address of the first.
    static let start = SafeLink.own(["import"])

    /// The address of an import under way.
    static func address(of job: Job, _ query: [(String, String)] = []) -> SafeLink {
        .own(["import", job.id], query)
    }

    private var service: HubService { pages.service }

    // MARK: - Looking

    /// Whether an address is that of one of these pages; others below `/imports` are those of commands.
    static func isAt(_ segments: [String]) -> Bool {
        switch (segments.first, segments.count) {
        case ("import", 1...2), ("imports", 1): true
        case ("imports", 2): Int64(segments[1]) != nil || segments[1] == "undo"
        default: false
        }
    }

    /// The page at an address below `/import` or `/imports`.
    func shown(_ query: [(name: String, value: String)]) async throws -> Drawn {
        let segments = visit.segments
        switch (segments[0], segments.count) {
        case ("import", 1): return try await pages.page(visit) { try ImportStart(site: $0).page() }
        case ("import", 2):
            let job = try await job(segments[1])
            // Back leads to what it has become.
            if let next = job.course?.successor { return .seeOther(.own(["import", next])) }
            return try await pages.page(visit) { try ImportJobPage(site: $0, job: job, query: query).page() }
        case ("imports", 1): return try await pages.page(visit) { try ImportRunPages(site: $0).all(query) }
        case ("imports", 2) where segments[1] == "undo":
            return try await pages.page(visit) { site in
                guard let run = query.last(named: "run").flatMap({ Int64($0) }) else {
                    return try ImportRunPages(site: site).all(query)
                }
                return try ImportUndoPage(site: site, run: run).page()
            }
        case ("imports", 2):
            guard let run = Int64(segments[1]) else { throw HTTPFailure.notFound }
            return try await pages.page(visit) { try ImportRunPages(site: $0).page(run, query) }
        default: throw HTTPFailure.notFound
        }
    }

    /// A job of whoever asks.
    private func job(_ id: String) async throws -> Job {
        let service = service
        let job = try await pages.read(visit) { site in
            service.importJob(id, for: site.session.principal)
        }
        guard let job, job.course != nil else {
            throw AtriumError(
                .notFound, "this import is no longer available",
                remedy:
                    "it ended more than an hour ago, or the hub was restarted; see earlier imports under \(command: "imports list")"
            )
        }
        return job
    }

    // MARK: - Doing

    /// What a form that is sent to `/import` or below does.
    func done() async throws -> Drawn {
        let segments = visit.segments
        guard let principal = try await service.visitor(visit) else {
            return .seeOther(SafeLink.own(["login"]).then(Self.start))
        }
        if segments.count == 1 { return try await upload(principal) }
        guard segments.count == 2 else { throw HTTPFailure.notFound }
        let job = try await job(segments[1])
        let form = try await service.form(visit, of: principal, for: nil)
        guard form[FormNames.user] == principal.user.mark, let course = job.course else {
            throw HTTPFailure.notFound
        }
        if form["do"] == "stop" {
            service.stop(job)
            return .seeOther(Self.address(of: job))
        }
        if form["do"] == "forget" {
            course.release()
            return .seeOther(Self.start)
        }
        if let outcome = course.outcome, let log = outcome.log {
            do {
                course.decide(try ConflictForm(log: log).answers(in: form.fields))
            } catch let error as AtriumError where error.code == .badData {
                return try await wrong(error, job)
            }
        }
        switch form["do"] {
        case "apply":
            do {
                return try await goOn(job, applying(course, form))
            } catch let error as AtriumError
                where [.badData, .usage, .notFound, .unavailable].contains(error.code)
            {
                return try await wrong(error, job)
            }
        case "rehearse": return try await rehearse(job, course, form)
        case let place?: return .seeOther(Self.address(of: job, Self.pairs(place)))
        case nil: return .seeOther(Self.address(of: job))
        }
    }

    /// Which part of a rehearsal is wanted next: `show=new&from=50`.
    private static func pairs(_ text: String) -> [(String, String)] {
        ((try? FormInput.pairs(text[...])) ?? []).filter { ["show", "from"].contains($0.name) }.map {
            ($0.name, $0.value)
        }
    }

    private func upload(_ principal: Principal) async throws -> Drawn {
        do {
            let owner = (FormNames.user, principal.user.mark)
            return .seeOther(Self.address(of: try await service.rehearseUpload(visit, owner: owner)))
        } catch let failure as HTTPFailure where [413, 422, 429].contains(failure.status.code) {
            return try await refused(failure)
        }
    }

    /// The first page again, with why nothing has begun.
    private func refused(_ failure: HTTPFailure) async throws -> Drawn {
        var drawn = try await pages.page(visit) { try ImportStart(site: $0).page(problem: failure) }
        // What is still on its way is not read.
        if failure.status.code == 413 { drawn.headers[.connection] = "close" }
        return drawn
    }

    /// What is asked where a rehearsal is to be done.
    private func applying(_ course: ImportCourse, _ form: FormInput) -> ImportCourse.Plan {
        var plan = course.plan
        plan.values["dryRun"] = nil
        plan.answers = course.answers
        plan.values["onConflict"] = nil
        if let all = form["all"], ConflictDecision(rawValue: all) != nil {
            plan.values["onConflict"] = .text(all)
        }
        return plan
    }

    private func goOn(
        _ job: Job, _ plan: ImportCourse.Plan, keeping answers: [ItemPlace: ConflictAnswer] = [:]
    ) async throws -> Drawn {
        do {
            let next = try await service.goOn(job, plan, visit)
            if !answers.isEmpty { next.course?.decide(answers.mapValues { .some($0) }) }
            return .seeOther(Self.address(of: next))
        } catch let failure as HTTPFailure where [409, 429].contains(failure.status.code) {
            return try await refused(failure)
        }
    }

    /// Rehearses anew: with other columns, another module, an option that was missing.
    private func rehearse(_ job: Job, _ course: ImportCourse, _ form: FormInput) async throws -> Drawn {
        let texts = FormTexts(form.fields)
        // The button after a stop says nothing of how to read: it stays as it was.
        let plan =
            form["as-before"] == nil
            ? try await pages.read(visit) { site in try Reading(site: site, course: course).plan(texts) }
            : course.plan.asRehearsal
        // As long as the files are read as before, what was decided is about the same items.
        let answers = plan.readsFiles(like: course.plan) ? course.answers : [:]
        do {
            return try await goOn(job, plan, keeping: answers)
        } catch let error as AtriumError where [.badData, .usage, .notFound].contains(error.code) {
            return try await wrong(error, job, typed: texts)
        }
    }

    /// The page of a rehearsal again, with what is wrong.
    private func wrong(_ error: AtriumError, _ job: Job, typed: FormTexts? = nil) async throws -> Drawn {
        try await pages.page(visit) { site in
            var page = ImportJobPage(site: site, job: job, query: [])
            (page.problem, page.typed) = (error, typed)
            return try page.page()
        }
    }
}
