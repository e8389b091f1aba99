import NIOPosix

/// Threads for work that blocks: SQLite, files, password hashes.
///
/// Neither the event loops nor Swift's own threads ever wait for a disk. Each kind of work has threads of its own, so
/// that slow kinds cannot take those of quick ones; how much runs at once is thereby bounded.
final class Workers: Sendable {
    private let pool: NIOThreadPool

    /// Starts threads.
    init(threads: Int) {
        pool = NIOThreadPool(numberOfThreads: threads)
        pool.start()
    }

    deinit { pool.shutdownGracefully { _ in } }

    /// Runs a body on one of the threads, in the order in which they were asked for.
    ///
    /// - Throws: what the body throws; `CancellationError` as soon as the task is cancelled: a body that has begun goes on,
    ///   and nobody waits for it.
    func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        let waiter = Waiter<Result>()
        return try await waiter.wait {
            pool.submit { state in
                waiter.end(
                    state == .active ? Swift.Result(catching: body) : .failure(CancellationError()))
            }
        }
    }
}

extension Workers {
    /// Runs an asynchronous body whose parts block: each of them on one of the threads.
    func runAsync<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws
        -> Result
    {
        try await withTaskExecutorPreference(Executor(pool: pool)) { try await body() }
    }

    /// Has the threads run parts of tasks.
    private final class Executor: TaskExecutor {
        private let pool: NIOThreadPool

        init(pool: NIOThreadPool) { self.pool = pool }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            pool.submit { [unowned self] _ in job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }
}
