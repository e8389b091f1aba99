import AtriumSDK
import Glibc
import HTTPTypes
import NIOPosix
import Synchronization

/// Threads for work that blocks, of which each user has a share: nobody keeps the others waiting.
///
/// Work waits in a line of its user's, on no thread. The threads take from the lines in turn, and one that has finished
/// goes on with what waits, so that under load none of them sleeps and is woken in between. Of writes there is one at a
/// time of each user, since a vault has one writer: others would only hold threads while they wait for it.
final class SharedWorkers: Sendable {
    /// How much of a user's work runs at once.
    let share: Int
    /// How much of a user's work may wait.
    static let line = 100

    private struct Work {
        let writes: Bool
        /// Does it, or says that it will not be done.
        let run: @Sendable (_ isActive: Bool) -> Void
    }

    private struct Line {
        var running = 0
        var isWriting = false
        var waiting: [Work] = []

        func canStart(_ work: Work, share: Int) -> Bool {
            running < share && (!work.writes || !isWriting)
        }
    }

    private struct State {
        var lines: [Int64: Line] = [:]
        /// The users for whom work waits, in the order in which they come to their turn.
        var turns: [Int64] = []
        /// How many threads are at work, or look for more once again.
        var active = 0
        /// How many look once again before they go to sleep.
        var looking = 0
        /// How much new work was handed over to those that look, for which no other thread was woken.
        var handedOver = 0
    }

    private let state = Mutex(State())
    private let pool: NIOThreadPool

    /// Starts threads.
    ///
    /// - Parameter share: how many of them work for one user at once; less than there are.
    init(threads: Int, share: Int) {
        self.share = share
        pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
    }

    deinit { pool.shutdownGracefully { _ in } }

    /// How many threads are at work, or look for more.
    var activeCount: Int { state.withLock(\.active) }

    /// How much of a user's work waits.
    func waitingCount(of user: Int64) -> Int { state.withLock { $0.lines[user]?.waiting.count ?? 0 } }

    /// Does a user's work on one of the threads.
    ///
    /// - Throws: what the body throws; ``HTTPFailure`` with status 503 where too much of the user's work waits;
    ///   `CancellationError` as soon as the task is cancelled: what has begun goes on, and nobody waits for it.
    func run<Result: Sendable>(
        for user: Int64, writes: Bool = false, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        let waiter = Waiter<Result>()
        let work = Work(writes: writes) { isActive in
            waiter.end(isActive ? Swift.Result(catching: body) : .failure(CancellationError()))
        }
        return try await waiter.wait {
            if !add(work, of: user) { waiter.end(.failure(Self.busy)) }
        }
    }

    /// Puts work into its user's line, and has a thread begin where one is free; false where the line is full.
    private func add(_ work: Work, of user: Int64) -> Bool {
        let (isAdded, needsThread) = state.withLock { state -> (Bool, Bool) in
            var line = state.lines[user] ?? Line()
            guard line.waiting.count < Self.line else { return (false, false) }
            // What cannot start now is taken up by the thread whose end lets it.
            var needsThread = line.canStart(work, share: share)
            if needsThread, state.handedOver < state.looking {
                state.handedOver += 1
                needsThread = false
            }
            needsThread = needsThread && state.active < pool.numberOfThreads
            if line.waiting.isEmpty { state.turns.append(user) }
            line.waiting.append(work)
            state.lines[user] = line
            if needsThread { state.active += 1 }
            return (true, needsThread)
        }
        if needsThread { pool.submit { [self] in workOff(isActive: $0 == .active) } }
        return isAdded
    }

    /// Takes one work after the other, until there is none that can start.
    private func workOff(isActive: Bool) {
        var done: (user: Int64, writes: Bool)?
        var isLooking = false
        while true {
            guard let (user, work) = next(after: done, isLooking) else {
                if isLooking { return }
                // Under load the next work comes as soon as others have had this core: to go to sleep for it, and to be
                // woken, takes as long as short work itself, and 4 to 8% of the processor's time. Nothing rests on when the
                // call returns: where it does nothing, the thread looks again at once and goes to sleep; where it takes a
                // turn of the scheduler, that is how long work waits that was handed over.
                sched_yield()
                (isLooking, done) = (true, nil)
                continue
            }
            isLooking = false
            work.run(isActive)
            done = (user, work.writes)
        }
    }

    /// What a thread does next, after it has done something; nil for nothing.
    ///
    /// - Parameter isLooking: whether it looks once again, and is free where there is nothing; else it will look again.
    private func next(
        after done: (user: Int64, writes: Bool)?, _ isLooking: Bool
    ) -> (Int64, Work)? {
        state.withLock { state in
            if isLooking {
                state.looking -= 1
                state.handedOver = max(0, state.handedOver - 1)
            }
            if let done, var line = state.lines[done.user] {
                line.running -= 1
                if done.writes { line.isWriting = false }
                state.lines[done.user] = line.running == 0 && line.waiting.isEmpty ? nil : line
            }
            for (turn, user) in state.turns.enumerated() {
                guard var line = state.lines[user],
                    let place = line.waiting.firstIndex(where: { line.canStart($0, share: share) })
                else { continue }
                let work = line.waiting.remove(at: place)
                line.running += 1
                if work.writes { line.isWriting = true }
                state.turns.remove(at: turn)
                if !line.waiting.isEmpty { state.turns.append(user) }
                state.lines[user] = line
                return (user, work)
            }
            if isLooking {
                state.active -= 1
            } else {
                state.looking += 1
            }
            return nil
        }
    }

    private static let busy = HTTPFailure(
        .serviceUnavailable, "try-again", "too many of your requests are waiting; try again",
        headers: [.retryAfter: "1"])
}
