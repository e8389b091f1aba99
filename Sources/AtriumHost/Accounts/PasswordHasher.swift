import AtriumSDK
import Dispatch
import Synchronization

/// Hashes passwords, at most two at once: each takes 128 MiB and a processor.
///
/// Who comes while two are under way waits in a line of bounded length; who comes while it is full is sent away.
final class PasswordHasher: Sendable {
    /// How many hashes are made at once.
    static let places = 2
    /// How many may wait for a place: about two seconds' worth.
    static let line = 16

    let cost: PasswordCost
    private let gate = Mutex(Gate())
    private let queue = DispatchQueue(label: "passwords", attributes: .concurrent)

    private struct Gate {
        var running = 0
        var most = 0
        var waiting: [@Sendable () -> Void] = []
        /// How many hashes of each cost were made by log-ins.
        var made: [PasswordCost: Int] = [:]
    }

    init(cost: PasswordCost) { self.cost = cost }

    /// How many hashes were ever made at once.
    var mostAtOnce: Int { gate.withLock(\.most) }

    /// How many hashes of each cost were ever made for log-ins.
    var made: [PasswordCost: Int] { gate.withLock(\.made) }

    /// Hashes a password for a log-in; within ``run(_:)``.
    func hash(_ password: String, cost: PasswordCost) throws -> PasswordHash {
        count(cost)
        return try PasswordHash(password, cost: cost)
    }

    /// Whether a hash is a password's, for a log-in; within ``run(_:)``.
    func matches(_ password: String, _ hash: PasswordHash) throws -> Bool {
        count(hash.cost)
        return try hash.matches(password)
    }

    private func count(_ cost: PasswordCost) { gate.withLock { $0.made[cost, default: 0] += 1 } }

    /// Does work that hashes, on a thread of its own.
    ///
    /// - Throws: ``AtriumError`` with code `tryAgain` where too many wait; what the work throws.
    func run<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let start: @Sendable () -> Void = { [self] in
                queue.async {
                    let result = Swift.Result { try work() }
                    self.leave()
                    continuation.resume(with: result)
                }
            }
            if !enter(start) { continuation.resume(throwing: Self.busy) }
        }
    }

    /// Does work that hashes, on this thread.
    ///
    /// - Throws: as ``run(_:)``.
    func runHere<Result>(_ work: () throws -> Result) throws -> Result {
        let turn = DispatchSemaphore(value: 0)
        guard enter({ turn.signal() }) else { throw Self.busy }
        turn.wait()
        defer { leave() }
        return try work()
    }

    /// Calls `start` as soon as there is a place; false where too many wait already.
    private func enter(_ start: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, startsNow) = gate.withLock { gate -> (Bool, Bool) in
            if gate.running < Self.places {
                gate.running += 1
                gate.most = max(gate.most, gate.running)
                return (true, true)
            }
            guard gate.waiting.count < Self.line else { return (false, false) }
            gate.waiting.append(start)
            return (true, false)
        }
        if startsNow { start() }
        return isTaken
    }

    /// Gives the place to who waits longest.
    private func leave() {
        let next = gate.withLock { gate -> (@Sendable () -> Void)? in
            guard !gate.waiting.isEmpty else {
                gate.running -= 1
                return nil
            }
            return gate.waiting.removeFirst()
        }
        next?()
    }

    private static let busy = AtriumError(
        .tryAgain, "too many users are logging in right now", remedy: "try again in a few seconds",
        retryAfter: 5)
}
