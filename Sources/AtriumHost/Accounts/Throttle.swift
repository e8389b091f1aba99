import Foundation

/// How wrong log-ins are slowed: a bucket that fills by one with each and leaks with time.
///
/// While the bucket holds less than ``freeAttempts``, nothing is slowed. From there each further attempt must wait, twice
/// as long as the one before, up to ``longestDelay``. A pure function of what is kept and the clock.
struct Throttle: Sendable, Hashable {
    /// How many attempts go unslowed.
    var freeAttempts: Int
    /// The seconds that the first slowed attempt waits.
    var firstDelay: Double
    /// The seconds that an attempt waits at most.
    var longestDelay: Double
    /// In how many seconds the bucket leaks by one.
    var recovery: Double

    /// What is kept of one account, address or device.
    struct State: Sendable, Hashable {
        /// How full the bucket was.
        var level: Double = 0
        /// When that was, in seconds since 1970.
        var updatedAt: Double = 0

        /// The state on a clock that may have been set back since: nobody waits for it to catch up.
        func clamped(to now: Double) -> State { State(level: level, updatedAt: min(updatedAt, now)) }
    }

    /// Guesses at one account: after five, 96 a day.
    static let account = Throttle(freeAttempts: 5, firstDelay: 1, longestDelay: 900, recovery: 900)
    /// Guesses from one address, behind which many people may sit: after twenty, one a minute.
    static let address = Throttle(freeAttempts: 20, firstDelay: 1, longestDelay: 60, recovery: 60)
    /// Guesses from a device on which the user has logged in before: nobody else's guesses slow it.
    static let device = Throttle(freeAttempts: 10, firstDelay: 1, longestDelay: 60, recovery: 60)

    /// The seconds to wait before the next attempt; 0 where none.
    func wait(_ state: State, now: Double) -> Double {
        max(0, state.clamped(to: now).updatedAt + delay(level: state.level) - now)
    }

    /// What to keep after one more attempt.
    func counting(_ state: State, now: Double) -> State {
        State(level: level(state, now: now) + 1, updatedAt: now)
    }

    /// What to keep after an attempt is no longer counted.
    func taking(back state: State, now: Double) -> State {
        State(level: max(0, level(state, now: now) - 1), updatedAt: now)
    }

    /// How full the bucket is now.
    func level(_ state: State, now: Double) -> Double {
        max(0, state.level - (now - state.clamped(to: now).updatedAt) / recovery)
    }

    private func delay(level: Double) -> Double {
        // Rounded: between attempts that follow each other at once the bucket has leaked a little.
        let excess = level.rounded() - Double(freeAttempts)
        guard excess >= 0 else { return 0 }
        return min(longestDelay, firstDelay * pow(2, min(excess, 62)))
    }
}
