import HTTPTypes
import Synchronization

/// A bounded number of places for what goes on for long, such as streams of events.
final class Places: Sendable {
    private let limit: Int
    private let taken = Mutex(0)

    init(limit: Int) { self.limit = limit }

    /// How many places are taken.
    var count: Int { taken.withLock { $0 } }

    /// Takes a place, until it is left.
    ///
    /// - Throws: ``HTTPFailure`` with status 503 where all are taken.
    func enter() throws -> Place {
        try taken.withLock { taken in
            guard taken < limit else {
                throw HTTPFailure(
                    .serviceUnavailable, "try-again", "too many others are doing the same; try again",
                    headers: [.retryAfter: "10"])
            }
            taken += 1
        }
        return Place(places: self)
    }

    /// A place that was taken; it is left when this goes, if not before.
    final class Place: Sendable {
        private let places: Places
        private let isHeld = Mutex(true)

        fileprivate init(places: Places) { self.places = places }

        deinit { leave() }

        func leave() {
            let wasHeld = isHeld.withLock { held in
                defer { held = false }
                return held
            }
            if wasHeld { places.taken.withLock { $0 -= 1 } }
        }
    }
}
