import HTTPTypes
import Synchronization

/// A bounded number of places for what goes on for long or takes much memory, such as streams of events.
///
/// Each user has fewer than there are, so that nobody takes them all. What is larger than all places of a user is let in
/// where the user has none else.
final class Places: Sendable {
    private let limit: Int
    private let userLimit: Int
    private let taken = Mutex<[Int64: Int]>([:])

    init(limit: Int, ofEachUser userLimit: Int) {
        self.limit = limit
        self.userLimit = userLimit
    }

    /// How many places are taken.
    var count: Int { taken.withLock { $0.values.reduce(0, +) } }

    /// Takes places, until they are left.
    ///
    /// - Throws: ``HTTPFailure``: 429 where the user has all of theirs, 503 where all are taken.
    func enter(_ user: Int64, _ count: Int = 1) throws -> Place {
        try taken.withLock { taken in
            func hasRoom(_ taken: Int, _ limit: Int) -> Bool { taken == 0 || taken + count <= limit }
            guard hasRoom(taken[user, default: 0], userLimit) else {
                throw HTTPFailure(
                    .tooManyRequests, "too-many-requests",
                    "you are already doing this \(userLimit) times at once",
                    remedy: "wait until one of them is done", headers: [.retryAfter: "10"])
            }
            guard hasRoom(taken.values.reduce(0, +), limit) else {
                throw HTTPFailure(
                    .serviceUnavailable, "try-again", "too many users are doing the same; try again",
                    headers: [.retryAfter: "10"])
            }
            taken[user, default: 0] += count
        }
        return Place(places: self, user: user, count: count)
    }

    private func leave(_ user: Int64, _ count: Int) {
        taken.withLock { taken in
            taken[user, default: count] -= count
            if taken[user] == 0 { taken[user] = nil }
        }
    }

    /// What was taken; it is left when this goes, if not before.
    final class Place: Sendable {
        private let places: Places
        private let user: Int64
        private let count: Int
        private let isHeld = Mutex(true)

        fileprivate init(places: Places, user: Int64, count: Int) {
            self.places = places
            self.user = user
            self.count = count
        }

        deinit { leave() }

        func leave() {
            let wasHeld = isHeld.withLock { held in
                defer { held = false }
                return held
            }
            if wasHeld { places.leave(user, count) }
        }
    }
}
