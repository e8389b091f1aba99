package import AtriumHost
import AtriumSDK
package import Foundation
import NIOCore
import Synchronization

/// Work that goes on after its request was answered: an import.
///
/// It is kept in memory: what an import did is in the vault, under `imports`.
package final class Job: Sendable {
    /// How far it has come.
    package enum State: String, Sendable, Hashable, CaseIterable {
        /// It waits for others.
        case waiting
        /// It is at work.
        case running
        /// It has done what it was to do.
        case done
        /// It has failed, or was ended by the server: the failure says why. Nothing was changed.
        case failed
        /// It was stopped by its user, or as the server stops; nothing was changed.
        case cancelled

        /// Whether nothing more will come of it.
        package var isFinal: Bool { self != .waiting && self != .running }
    }

    /// What is told of it.
    package struct Status: Sendable {
        package var state = State.waiting
        package var progress: ImportProgress?
        /// What it did, as JSON: printed once, since it may be long.
        var report: String?
        package var failure: HTTPFailure?
        package var finishedAt: Date?

        fileprivate mutating func end(_ end: End, at now: Date) {
            switch end {
            case .stopped(nil): state = .cancelled
            case .stopped(let reason?), .failed(let reason):
                state = .failed
                failure = reason
            }
            finishedAt = now
        }
    }

    /// How it ends without having done what it was to do.
    fileprivate enum End {
        /// It was stopped: for a reason, or as its user wanted.
        case stopped(HTTPFailure?)
        /// Something went wrong.
        case failed(HTTPFailure)
    }

    /// 128 random bits in hexadecimal figures.
    package let id: String
    /// Whose it is.
    let user: Int64
    /// The modules that it reaches; nil for all.
    let modules: Set<String>?
    /// When it was asked for (RFC 3339, UTC).
    let createdAt: String
    /// What an import is about; nil: it is none.
    package let course: ImportCourse?
    private let shared = Mutex(Shared())

    fileprivate struct Shared {
        var status = Status()
        /// How often the status has changed.
        var version = 0
        var snapshot: Snapshot?
        var isCancelled = false
        /// Why it is to stop; nil: since its user wants it, or the server stops.
        var reason: HTTPFailure?
        /// Throws where what it was asked for with no longer lets its user in; nil from its end on.
        var checkRights: (@Sendable () throws -> Void)?
        var interruption: (@Sendable () -> Void)?
        var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextWatcher = 0
    }

    /// - Parameter checkRights: throws where what it was asked for with no longer lets its user in.
    init(
        user: Int64, modules: Set<String>?, now: Date, course: ImportCourse? = nil,
        checkRights: (@Sendable () throws -> Void)? = nil
    ) {
        var generator = SystemRandomNumberGenerator()
        id = (0..<2).map { _ in
            let figures = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
            return String(repeating: "0", count: 16 - figures.count) + figures
        }.joined()
        self.user = user
        self.modules = modules
        self.course = course
        createdAt = Timestamp.text(now)
        shared.withLock { $0.checkRights = checkRights }
    }

    /// Whether it tells a principal nothing that they do not reach anyway.
    func isVisible(to principal: Principal) -> Bool {
        guard principal.user.id == user else { return false }
        guard let reached = principal.scope.modules else { return true }
        return modules?.isSubset(of: reached) ?? false
    }

    /// What is told of it now.
    package var status: Status { shared.withLock(\.status) }
    /// The state of the job at one time, as it is sent.
    struct Snapshot: Sendable {
        /// How often it had changed before.
        let version: Int
        /// How often what it is about had.
        let courseVersion: Int
        let state: State
        let json: ByteBuffer
    }

    /// Its state, printed once for each change: the bytes are shared by all who ask.
    var snapshot: Snapshot {
        let (status, version, snapshot) = shared.withLock { ($0.status, $0.version, $0.snapshot) }
        let courseVersion = course?.version ?? 0
        if let snapshot, snapshot.version == version, snapshot.courseVersion == courseVersion {
            return snapshot
        }
        let new = Snapshot(
            version: version, courseVersion: courseVersion, state: status.state,
            json: ByteBuffer(string: json(status)))
        shared.withLock { if $0.version == version { $0.snapshot = new } }
        return new
    }

    /// Whether it is to stop.
    var isCancelled: Bool { shared.withLock(\.isCancelled) }

    /// Changes what is told, and tells those who watch; what is final stays.
    func update(_ change: (inout Status) -> Void) {
        tell(
            shared.withLock { shared in
                guard !shared.status.state.isFinal else { return [] }
                change(&shared.status)
                return shared.noteChange()
            })
    }

    /// Says that it is to stop; a job that waits has stopped then.
    ///
    /// - Parameter reason: what is told of it, where it is not its user who wants it.
    func cancel(now: Date, because reason: HTTPFailure? = nil) {
        tell(
            shared.withLock { shared in
                guard !shared.isCancelled else { return [] }
                shared.isCancelled = true
                shared.reason = reason
                guard shared.status.state == .waiting else { return [] }
                shared.status.end(.stopped(reason), at: now)
                return shared.noteChange()
            })
    }

    /// Asks whether what it was asked for with still lets its user in, as long as it has not ended.
    ///
    /// - Throws: what says why not.
    func checkRights() throws { try shared.withLock(\.checkRights)?() }

    /// Ends it, where it was asked to stop, with the reason for that; else with a failure.
    func fail(at now: Date, with failure: () -> HTTPFailure) {
        let (isCancelled, reason) = shared.withLock { ($0.isCancelled, $0.reason) }
        let end = isCancelled ? End.stopped(reason) : .failed(failure())
        update { $0.end(end, at: now) }
    }

    /// Says how the database can be made to give up what it is at; nil where it is no longer the job's.
    func setInterruption(_ interruption: (@Sendable () -> Void)?) {
        shared.withLock { $0.interruption = interruption }
    }

    /// Has the database give up, where the job is to stop and is in its last stage, in which it asks nobody.
    ///
    /// Whatever else the user reads at that moment is interrupted too, and told to try again.
    func interruptLastStage() {
        let interruption = shared.withLock { shared in
            shared.isCancelled && shared.status.progress?.isFinishing == true ? shared.interruption : nil
        }
        interruption?()
    }

    // MARK: - Watching

    /// An element whenever something has changed, and now and then as a sign of life; it ends after the last change.
    ///
    /// Elements that come faster than they are taken are one.
    func changes() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let (watcher, isFinal) = shared.withLock { shared in
                shared.nextWatcher += 1
                let isFinal = shared.status.state.isFinal
                if !isFinal { shared.watchers[shared.nextWatcher] = continuation }
                return (shared.nextWatcher, isFinal)
            }
            continuation.onTermination = { [weak self] _ in
                self?.shared.withLock { $0.watchers[watcher] = nil }
            }
            continuation.yield()
            if isFinal { continuation.finish() }
        }
    }

    /// Gives those who watch a sign of life.
    func beat() {
        for continuation in shared.withLock({ Array($0.watchers.values) }) { continuation.yield() }
    }

    /// Sends those who watch away, as the server stops.
    func dismissWatchers() {
        for continuation in shared.withLock({ Array($0.watchers.values) }) { continuation.finish() }
    }

    /// Outside the lock: who is told that it has ended takes the lock to leave.
    private func tell(_ watchers: [AsyncStream<Void>.Continuation]) {
        let isFinal = status.state.isFinal
        for watcher in watchers {
            watcher.yield()
            if isFinal { watcher.finish() }
        }
    }
}

extension Job.Shared {
    /// Counts a change of the status, and gives those who are to be told.
    ///
    /// With the last change goes what is needed to ask for rights: it is somebody's.
    fileprivate mutating func noteChange() -> [AsyncStream<Void>.Continuation] {
        version += 1
        if status.state.isFinal { checkRights = nil }
        return Array(watchers.values)
    }
}
