import NIOCore
import NIOPosix

/// Runs tasks on the threads that wait for the network.
///
/// What a connection's task does between two waits is short, and all that blocks is done on threads of its own
/// (``Workers``, ``SharedWorkers``). On Swift's own threads each request would change threads twice more, which costs as
/// much as all the rest of a short one.
final class EventLoopExecutor: TaskExecutor {
    private let group = MultiThreadedEventLoopGroup.singleton

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // On one of the group's threads, any() is that very thread.
        group.any().execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
