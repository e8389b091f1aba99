import AtriumSDK
import Dispatch
import Synchronization

/// Hashes passwords, at most two at once: each takes 128 MiB and a processor.
///
/// Further requests wait in a ``HashQueue``. A request that finds no room there is rejected.
final class PasswordHasher: Sendable {
    /// The number of hashes that are made at once.
    static let places = 2

    let cost: PasswordCost
    private let gate = Mutex(Gate())
    private let queue = DispatchQueue(label: "passwords", attributes: .concurrent)

    private struct Gate {
        var running = 0
        var most = 0
        var queue = HashQueue()
        /// How many hashes of each cost were made by log-ins.
        var made: [PasswordCost: Int] = [:]
    }

    init(cost: PasswordCost) { self.cost = cost }

    /// How many hashes were ever made at once.
    var mostAtOnce: Int { gate.withLock(\.most) }

    /// The number of requests that wait for a place.
    var waiting: Int { gate.withLock(\.queue.count) }

    /// How many hashes of each cost were ever made for log-ins.
    var made: [PasswordCost: Int] { gate.withLock(\.made) }

    /// Hashes a password for a log-in; within ``run(for:_:)``.
    func hash(_ password: String, cost: PasswordCost) throws -> PasswordHash {
        count(cost)
        return try PasswordHash(password, cost: cost)
    }

    /// Returns true if a hash is the password's, for a log-in; within ``run(for:_:)``.
    func matches(_ password: String, _ hash: PasswordHash) throws -> Bool {
        count(hash.cost)
        return try hash.matches(password)
    }

    private func count(_ cost: PasswordCost) { gate.withLock { $0.made[cost, default: 0] += 1 } }

    /// Rejects a request early that would find its queue full, before anything is written for it.
    ///
    /// - Parameter user: the user whose known client asks, or nil for a stranger.
    /// - Throws: ``AtriumError`` with code `tryAgain`.
    func requireRoom(for user: Int64?) throws {
        let hasRoom = gate.withLock { $0.running < Self.places || $0.queue.hasRoom(for: user) }
        guard hasRoom else { throw Self.busy }
    }

    /// Does work that hashes, on a thread of its own.
    ///
    /// - Parameter user: the user whose known client asks, or nil for a stranger.
    /// - Throws: ``AtriumError`` with code `tryAgain` if the queue is full; what the work throws.
    func run<Result: Sendable>(
        for user: Int64?, _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let start: @Sendable () -> Void = { [self] in
                queue.async {
                    let result = Swift.Result { try work() }
                    self.leave()
                    continuation.resume(with: result)
                }
            }
            if !enter(for: user, start) { continuation.resume(throwing: Self.busy) }
        }
    }

    /// Does work that hashes, on this thread, for a user who is logged in.
    ///
    /// - Throws: as ``run(for:_:)``.
    func runHere<Result>(for user: Int64, _ work: () throws -> Result) throws -> Result {
        let turn = DispatchSemaphore(value: 0)
        guard enter(for: user, { turn.signal() }) else { throw Self.busy }
        turn.wait()
        defer { leave() }
        return try work()
    }

    /// Calls `start` as soon as there is a place; returns false if the queue is full.
    private func enter(for user: Int64?, _ start: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, startsNow) = gate.withLock { gate -> (Bool, Bool) in
            if gate.running < Self.places {
                gate.running += 1
                gate.most = max(gate.most, gate.running)
                return (true, true)
            }
            return (gate.queue.add(for: user, start), false)
        }
        if startsNow { start() }
        return isTaken
    }

    /// Gives the place to the next request.
    private func leave() {
        let next = gate.withLock { gate -> (@Sendable () -> Void)? in
            let next = gate.queue.next()
            if next == nil { gate.running -= 1 }
            return next
        }
        next?()
    }

    private static let busy = AtriumError(
        .tryAgain, "too many users are logging in right now", remedy: "try again in a few seconds",
        retryAfter: 5)
}

/// The requests that wait for a hash, in two queues: one for known clients, which are known devices and users who are logged
/// in, and one for strangers.
///
/// If both have entries, they take turns, so that no number of strangers keeps a known client from logging in.
struct HashQueue {
    /// The length of each queue: about two seconds' worth.
    static let length = 16
    /// The largest number of entries of one user in the queue of known clients, so that no user can fill it.
    static let userShare = 4

    private var known: [(user: Int64, start: @Sendable () -> Void)] = []
    private var strangers: [@Sendable () -> Void] = []
    /// True if a known client had the last turn.
    private var isStrangersTurn = false

    /// The number of requests in both queues.
    var count: Int { known.count + strangers.count }

    /// Returns true if a request finds room in its queue.
    ///
    /// - Parameter user: the user whose known client asks, or nil for a stranger.
    func hasRoom(for user: Int64?) -> Bool {
        guard let user else { return strangers.count < Self.length }
        return known.count < Self.length && known.count { $0.user == user } < Self.userShare
    }

    /// Adds a request to its queue, and returns false if it has no room.
    mutating func add(for user: Int64?, _ start: @escaping @Sendable () -> Void) -> Bool {
        guard hasRoom(for: user) else { return false }
        if let user { known.append((user, start)) } else { strangers.append(start) }
        return true
    }

    /// Removes and returns the next request, or returns nil if both queues are empty.
    mutating func next() -> (@Sendable () -> Void)? {
        if known.isEmpty || isStrangersTurn && !strangers.isEmpty {
            isStrangersTurn = false
            return strangers.isEmpty ? nil : strangers.removeFirst()
        }
        isStrangersTurn = true
        return known.removeFirst().start
    }
}
