import AtriumHost
import AtriumSDK
import Foundation
import HTTPTypes
import Synchronization

/// The jobs of all users: which are known, and which are at work.
///
/// Few work at once, and of each user only one: a vault has one writer. Who waits takes turns by age.
final class Jobs: Sendable {
    /// How many jobs work at once.
    static let workerCount = 2
    /// How many jobs of a user may wait or work.
    static let openLimit = 5
    /// How many finished jobs of a user are known; the oldest are forgotten.
    static let keptLimit = 20
    /// How long a finished job is known, in seconds.
    static let keptTime = 3600.0
    /// How many rehearsals of a user keep their files; those of the oldest are given up.
    static let keptFiles = 3
    /// How many bytes the reports of all finished jobs have; the oldest are forgotten.
    static let keptBytes = 64 << 20

    /// What a job does; it reports to the job as it goes on.
    typealias Work = @Sendable (Job) throws -> DataValue

    private struct State {
        var jobs: [Job] = []
        /// How many jobs of each user wait for their files.
        var reserved: [Int64: Int] = [:]
        var waiting: [(job: Job, work: Work)] = []
        var running: [Int64: Job] = [:]
        var isStopping = false
    }

    private let state = Mutex(State())
    private let workers = Workers(threads: workerCount)
    /// The clock.
    let now: @Sendable () -> Date
    private let report: @Sendable (any Error) -> HTTPFailure

    /// - Parameters:
    ///   - now: the clock.
    ///   - report: turns what a job ends with into what is told of it, and logs the rest.
    init(
        now: @escaping @Sendable () -> Date = { Date() },
        report: @escaping @Sendable (any Error) -> HTTPFailure
    ) {
        self.now = now
        self.report = report
    }

    /// Begins a job as soon as its turn comes.
    ///
    /// - Parameters:
    ///   - modules: the modules that it reaches; nil for all.
    ///   - course: what an import is about.
    ///   - reservation: the place that was kept for it.
    ///   - checkRights: throws where what it was asked for with no longer lets its user in; see ``stopUnwelcome()``.
    /// - Throws: ``HTTPFailure``: 429 where the user has too many, 503 where the server is stopping.
    func add(
        user: Int64, modules: Set<String>? = nil, course: ImportCourse? = nil,
        reservation: Reservation? = nil,
        checkRights: (@Sendable () throws -> Void)? = nil, _ work: @escaping Work
    ) throws -> Job {
        let job = Job(user: user, modules: modules, now: now(), course: course, checkRights: checkRights)
        try state.withLock { state in
            try Self.requireRoom(for: user, besides: reservation == nil ? 0 : 1, state)
            state.jobs.append(job)
            state.waiting.append((job, work))
        }
        forgetOld()
        beginNext()
        return job
    }

    /// A job by its id; nil where there is none, or none within reach.
    func job(_ id: String, for principal: Principal) -> Job? {
        state.withLock { $0.jobs.first { $0.id == id && $0.isVisible(to: principal) } }
    }

    /// A user's jobs that are within reach, the newest first.
    func jobs(for principal: Principal) -> [Job] {
        all(of: principal.user.id).filter { $0.isVisible(to: principal) }
    }

    /// A user's jobs, the newest first.
    func all(of user: Int64) -> [Job] {
        state.withLock { $0.jobs.filter { $0.user == user }.reversed() }
    }

    /// Stops a job; nothing is changed then.
    ///
    /// - Parameter reason: what is told of it, where it is not its user who wants it.
    func cancel(_ job: Job, because reason: HTTPFailure? = nil) {
        job.cancel(now: now(), because: reason)
        state.withLock { $0.waiting.removeAll { $0.job.status.state.isFinal } }
        // Again and again: between two statements there is nothing to interrupt.
        Task {
            while !job.status.state.isFinal {
                job.interruptLastStage()
                try? await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    /// Whether any job waits or is at work.
    var hasOpen: Bool { state.withLock { $0.jobs.contains { !$0.status.state.isFinal } } }

    /// Stops the jobs whose token was revoked or whose session has ended since they were asked for.
    ///
    /// What cannot be asked at this moment is asked again: nothing is committed without an answer.
    func stopUnwelcome() {
        let open = state.withLock { $0.jobs.filter { !$0.status.state.isFinal && !$0.isCancelled } }
        for job in open {
            do {
                try job.checkRights()
            } catch let error as AtriumError
                where error.code == .notAuthenticated || error.code == .notPermitted
            {
                cancel(job, because: report(error))
            } catch {}
        }
    }

    /// Stops a user's jobs, and forgets those that have ended.
    func forgetAll(of user: Int64) {
        let jobs = state.withLock { state in
            state.jobs.removeAll { $0.user == user && $0.status.state.isFinal }
            return state.jobs.filter { $0.user == user }
        }
        for job in jobs {
            cancel(job)
            job.dismissWatchers()
        }
    }

    /// Gives all who watch a sign of life.
    func beat() {
        for job in state.withLock(\.jobs) { job.beat() }
    }

    /// Takes no more jobs and stops those that there are; it returns at once.
    func stop() {
        let jobs = state.withLock { state in
            state.isStopping = true
            state.waiting = []
            return state.jobs
        }
        for job in jobs {
            cancel(job)
            job.dismissWatchers()
        }
    }

    /// Whether a job of a user is at work.
    ///
    /// One that has told its end is not, though its thread may not be free yet: who hears of the end may write at once.
    func isAtWork(for user: Int64) -> Bool {
        state.withLock { $0.running[user]?.status.state.isFinal == false }
    }

    /// Keeps the place of a job whose file is still to come.
    ///
    /// - Throws: ``HTTPFailure``: as ``add(user:modules:course:reservation:checkRights:_:)``.
    func reserve(for user: Int64) throws -> Reservation {
        try state.withLock { state in
            try Self.requireRoom(for: user, state)
            state.reserved[user, default: 0] += 1
        }
        return Reservation(jobs: self, user: user)
    }

    /// The place of a job that is to come; it is given back when this goes.
    final class Reservation: Sendable {
        private let jobs: Jobs
        private let user: Int64

        fileprivate init(jobs: Jobs, user: Int64) {
            self.jobs = jobs
            self.user = user
        }

        deinit { jobs.giveBack(user) }
    }

    private func giveBack(_ user: Int64) {
        state.withLock { state in
            let rest = state.reserved[user, default: 1] - 1
            state.reserved[user] = rest == 0 ? nil : rest
        }
    }

    /// - Parameter own: how many of the places that are kept are for the job itself.
    private static func requireRoom(
        for user: Int64, besides own: Int = 0, _ state: borrowing State
    ) throws {
        guard !state.isStopping else {
            throw HTTPFailure(.serviceUnavailable, "try-again", "the server is stopping; try again")
        }
        let open = state.jobs.count { $0.user == user && !$0.status.state.isFinal }
        guard open + (state.reserved[user] ?? 0) - own < Self.openLimit else {
            throw HTTPFailure(
                .tooManyRequests, "too-many-requests",
                "you already have \(Self.openLimit) imports in progress",
                remedy: "wait until one of them is done", headers: [.retryAfter: "10"])
        }
    }

    /// Forgets finished jobs: those of long ago, those beyond a number for each user, and the oldest where the reports of
    /// all are too long together.
    ///
    /// What an import did stays in the vault.
    func forgetOld() {
        let oldest = now().addingTimeInterval(-Self.keptTime)
        state.withLock { state in
            var counts: [Int64: Int] = [:]
            var bytes = 0
            Self.releaseFiles(of: state.jobs, now: now())
            // From the newest to the oldest.
            let kept = state.jobs.reversed().filter { job in
                let status = job.status
                guard status.state.isFinal else { return true }
                counts[job.user, default: 0] += 1
                bytes += status.report?.utf8.count ?? 0
                return counts[job.user, default: 0] <= Self.keptLimit && bytes <= Self.keptBytes
                    && (job.course?.keptUntil ?? status.finishedAt ?? .distantFuture) >= oldest
            }
            state.jobs = kept.reversed()
        }
    }

    /// Gives up the files that nobody has asked for any more.
    private static func releaseFiles(of jobs: [Job], now: Date) {
        var counts: [Int64: Int] = [:]
        for job in jobs.reversed() {
            guard let course = job.course, let until = course.keptUntil, job.status.state.isFinal else {
                continue
            }
            // Whoever goes on with them has them too.
            if course.successor != nil {
                course.release()
                continue
            }
            counts[job.user, default: 0] += 1
            // What has failed or was stopped has come to nothing that one could look at.
            let end = job.status.finishedAt.map { $0.addingTimeInterval(ImportCourse.keptTime) }
            let last = course.outcome == nil ? end ?? until : until
            if counts[job.user, default: 0] > keptFiles || last < now { course.release() }
        }
    }

    /// How many jobs are at work.
    var runningCount: Int { state.withLock(\.running.count) }

    // MARK: - Work

    private func beginNext() {
        let next = state.withLock { state -> (job: Job, work: Work)? in
            state.waiting.removeAll { $0.job.status.state.isFinal }
            guard state.running.count < Self.workerCount,
                let index = state.waiting.firstIndex(where: { state.running[$0.job.user] == nil })
            else { return nil }
            let next = state.waiting.remove(at: index)
            state.running[next.job.user] = next.job
            return next
        }
        guard let next else { return }
        Task {
            try? await workers.run { self.perform(next.job, next.work) }
            state.withLock { $0.running[next.job.user] = nil }
            beginNext()
        }
    }

    private func perform(_ job: Job, _ work: Work) {
        job.update { $0.state = .running }
        do {
            let report = try work(job).json
            job.update { status in
                status.state = .done
                // The report says it better.
                status.progress = nil
                status.report = report
                status.finishedAt = now()
            }
        } catch {
            job.fail(at: now()) { report(error) }
        }
    }
}
