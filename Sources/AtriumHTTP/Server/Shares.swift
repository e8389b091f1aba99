import AtriumSDK
import HTTPTypes
import Synchronization

/// How many threads each user has at once for their commands: nobody keeps the others waiting.
///
/// Who has all of theirs waits in a line of their own, without a thread. Of writes there is one at a time, since a vault
/// has one writer: others would only hold threads while they wait for it.
final class Shares: Sendable {
    /// How many commands of a user run at once; a vault has as many readers.
    static let limit = 4
    /// How many of a user's requests may wait.
    static let line = 100

    private struct Share {
        var running = 0
        var isWriting = false
        var waiting: [CheckedContinuation<Void, any Error>] = []
    }

    private let state = Mutex<[Int64: Share]>([:])

    /// Takes a thread's worth of a user's share; false where they have none left.
    func take(_ user: Int64, writes: Bool) -> Bool {
        state.withLock { state in
            let share = state[user, default: Share()]
            guard share.running < Self.limit, !writes || !share.isWriting else { return false }
            state[user, default: share].running += 1
            if writes { state[user]?.isWriting = true }
            return true
        }
    }

    /// Gives it back; whoever waits tries again.
    func giveBack(_ user: Int64, writes: Bool) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, any Error>] in
            guard var share = state[user] else { return [] }
            share.running -= 1
            if writes { share.isWriting = false }
            let waiting = share.waiting
            share.waiting = []
            state[user] = share.running > 0 ? share : nil
            return waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until something of the user's has ended.
    ///
    /// - Throws: ``HTTPFailure`` with status 503 where too many of theirs wait.
    func turn(of user: Int64) async throws {
        try await withCheckedThrowingContinuation { continuation in
            let answer = state.withLock { state -> Result<Void, any Error>? in
                // What runs will end, and say so.
                guard var share = state[user], share.running > 0 else { return .success(()) }
                guard share.waiting.count < Self.line else { return .failure(Self.busy) }
                share.waiting.append(continuation)
                state[user] = share
                return nil
            }
            if let answer { continuation.resume(with: answer) }
        }
    }

    private static let busy = HTTPFailure(
        .serviceUnavailable, "try-again", "too many of your requests wait; try again",
        headers: [.retryAfter: "1"])
}
