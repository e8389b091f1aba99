import NIOCore
import Synchronization

/// Whether an answer that takes long to make is wanted still: until its client has gone, or the server stops.
///
/// A thread cannot be stopped from outside: what it does asks from time to time.
final class Wish: Sendable {
    /// Nobody wants the answer any more.
    struct Over: Error {}

    private let isStanding = Atomic(true)

    /// Goes on where the answer is wanted.
    ///
    /// - Throws: ``Over``.
    func check() throws {
        guard isStanding.load(ordering: .relaxed) else { throw Over() }
    }

    /// Says that nobody wants it any more.
    func end() { isStanding.store(false, ordering: .relaxed) }
}

extension Visit {
    /// Does what takes long, and tells it when the client has gone or the server stops.
    func whileWanted<Result: Sendable>(
        _ body: @Sendable (Wish) async throws -> Result
    ) async throws -> Result {
        let wish = Wish()
        // The connection may outlive the answer, and remembers whom to tell.
        let end: @Sendable () -> Void = { [weak wish] in wish?.end() }
        origin.channel.closeFuture.whenComplete { _ in end() }
        origin.channel.triggerUserOutboundEvent(ConnectionGuard.Watch(tell: end), promise: nil)
        return try await withTaskCancellationHandler {
            try await body(wish)
        } onCancel: {
            wish.end()
        }
    }
}
