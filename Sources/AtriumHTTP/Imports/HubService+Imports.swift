package import AtriumHost
import AtriumSDK
import HTTPTypes

extension HubService {
    /// Takes the files of a page's form in, and begins to rehearse their import.
    ///
    /// - Parameter owner: a field that says whose page the form is, and what it has to say if the form has it.
    /// - Throws: ``HTTPFailure``: 413 if the files are larger than the hub takes, 422 if no file was chosen, 429 if too many
    ///   imports are under way; `AtriumError` if the disk is full.
    package func rehearseUpload(_ visit: Visit, owner: (field: String, value: String)) async throws -> Job {
        try await ImportUpload(service: self, visit: visit, owner: owner).begin { _ in
            ImportCourse.Plan(["dryRun": .bool(true)])
        }
    }

    /// Goes on with the files of a job: rehearses them anew, or imports them as they were shown.
    ///
    /// Whoever asks twice gets the job that was begun at first.
    ///
    /// - Throws: ``HTTPFailure``: 409 if the files are no longer kept, or if an import was not rehearsed as it is wanted.
    package func goOn(_ job: Job, _ plan: ImportCourse.Plan, _ visit: Visit) async throws -> Job {
        guard let course = job.course else { throw HTTPFailure.notFound }
        // An invalid plan is rejected, even if the job has ended.
        _ = try await perform(visit) { session in try ImportWork.request(plan, course.files, session) }
        while true {
            if let next = course.successor.flatMap({ id in jobs.all(of: job.user).first { $0.id == id } }) {
                return next
            }
            if course.claim() { break }
            // Another request is about to begin it.
            try await Task.sleep(for: .milliseconds(20))
        }
        defer { course.endClaim() }
        let files = course.files
        guard !files.isEmpty else {
            throw HTTPFailure(
                .conflict, "conflict", "the uploaded files are no longer available",
                remedy: "upload them again; the hub keeps the files of a dry run for 15 minutes")
        }
        if !plan.isRehearsal { try Self.requireShown(job, plan) }
        let reservation = try jobs.reserve(for: job.user)
        return try await begin(
            ImportCourse(plan, files: files), for: visit, reservation: reservation, after: course)
    }

    /// Refuses to import what nobody was shown: another reading of the files, or what has not been rehearsed to its end.
    private static func requireShown(_ job: Job, _ plan: ImportCourse.Plan) throws {
        guard plan.readsFiles(like: try job.rehearsal.course.plan) else {
            throw HTTPFailure(
                .conflict, "conflict", "the options differ from those of the dry run",
                remedy: "make a dry run with these options first")
        }
    }

    /// Begins the job of an import.
    ///
    /// - Parameter former: the one whose files it goes on with.
    func begin(
        _ course: ImportCourse, for visit: Visit, reservation: Jobs.Reservation,
        after former: ImportCourse? = nil
    ) async throws -> Job {
        let gate = gate
        let credential = try gate.requireCredential(visit)
        // The session may have ended, or the token been revoked, while the file came; and once more while the job waited.
        let (user, scope) = try await perform(visit) { session in
            try session.principal.requireScope(of: .importFile)
            return (session.user.id, session.principal.scope)
        }
        let principal: @Sendable () throws -> Principal = {
            let principal = try gate.principal(behind: credential)
            try principal.requireScope(of: .importFile)
            return principal
        }
        let work = ImportWork(
            gate: gate, course: course, former: former, now: jobs.now, principal: principal)
        let job = try jobs.add(
            user: user, modules: scope.modules, course: course, reservation: reservation,
            checkRights: { _ = try principal() }
        ) { job in try work.run(job) }
        former?.follow(by: job.id)
        return job
    }

    /// The import with this job id; nil if there is none, or if the principal does not reach it.
    package func importJob(_ id: String, for principal: Principal) -> Job? {
        let job = jobs.job(id, for: principal)
        job?.course?.touch(now: jobs.now())
        return job
    }

    /// The imports of whoever asks that are under way or were done lately, the newest first.
    package func importJobs(for principal: Principal) -> [Job] {
        jobs.jobs(for: principal).filter { $0.course != nil }
    }

    /// Stops an import; the vault is then as it was.
    package func stop(_ job: Job) { jobs.cancel(job) }

    /// The largest number of files of one import, including those in archives.
    package static let fileLimit = ImportWork.fileLimit

    /// How many bytes are taken for an import at once.
    package func uploadLimit() throws -> Int { try hub.accounts().number(of: .uploadMegabytes) * 1_000_000 }
}
