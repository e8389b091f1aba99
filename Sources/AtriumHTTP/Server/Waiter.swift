import NIOCore
import NIOPosix
import Synchronization

/// A task that waits for what a thread does: until that is done, or until the task is cancelled.
///
/// A thread cannot be stopped. What it brings after that is dropped: a server that is to end does not wait for it.
final class Waiter<Value: Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Value, any Error>)
        case over
    }

    private let state = Mutex(State.new)
    // A connection's task goes on where it asked (``EventLoopExecutor``): on the thread that alone writes to that
    // connection. Any other one would have to send it the answer, and wake it.
    private let loop = MultiThreadedEventLoopGroup.currentEventLoop

    /// Waits, after it has begun what it waits for; only once.
    ///
    /// - Throws: what ``end(_:)`` was told; `CancellationError` as soon as the task is cancelled.
    func wait(_ begin: () -> Void) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isWanted = state.withLock { state in
                    guard case .new = state else { return false }
                    state = .waiting(continuation)
                    return true
                }
                if isWanted { begin() } else { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            end(.failure(CancellationError()))
        }
    }

    /// Ends the wait, if nobody has yet.
    func end(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            defer { state = .over }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        guard let waiting else { return }
        if let loop {
            loop.execute { waiting.resume(with: result) }
        } else {
            waiting.resume(with: result)
        }
    }
}
