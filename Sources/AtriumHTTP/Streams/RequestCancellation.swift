import NIOCore
import Synchronization

/// The cancellation of a long request, after its client has disconnected or while the server stops.
///
/// A thread cannot be stopped from outside, so long work calls ``check()`` from time to time.
final class RequestCancellation: Sendable {
    /// The error that ends the work on a cancelled request.
    struct Cancelled: Error {}

    private let isCancelled = Atomic(false)

    /// Returns if the request was not cancelled.
    ///
    /// - Throws: ``Cancelled``.
    func check() throws {
        guard !isCancelled.load(ordering: .relaxed) else { throw Cancelled() }
    }

    /// Cancels the request.
    func cancel() { isCancelled.store(true, ordering: .relaxed) }
}

extension Visit {
    /// Performs long work that is cancelled when the client disconnects or the server stops.
    func withCancellation<Result: Sendable>(
        _ body: @Sendable (RequestCancellation) async throws -> Result
    ) async throws -> Result {
        let cancellation = RequestCancellation()
        // The connection may outlive the response, so it has only a weak reference.
        let cancel: @Sendable () -> Void = { [weak cancellation] in cancellation?.cancel() }
        origin.channel.closeFuture.whenComplete { _ in cancel() }
        origin.channel.triggerUserOutboundEvent(ConnectionGuard.Watch(tell: cancel), promise: nil)
        return try await withTaskCancellationHandler {
            try await body(cancellation)
        } onCancel: {
            cancellation.cancel()
        }
    }
}
