public import Foundation
import Synchronization

/// A clock that stands still until it is moved.
///
/// ```swift
/// let clock = FixedClock("2026-03-15T09:30:00Z")
/// clock.advance(days: 1)
/// ```
public final class FixedClock: Sendable {
    private let instant: Mutex<Date>

    /// Makes a clock that shows an instant; without one, 2026-03-15T09:30:00Z, a Sunday.
    public init(_ instant: Date = Date(timeIntervalSince1970: 1_773_567_000)) {
        self.instant = Mutex(instant)
    }

    /// What it shows.
    public var now: Date { instant.withLock { $0 } }

    /// Sets it to an instant.
    public func set(_ instant: Date) {
        self.instant.withLock { $0 = instant }
    }

    /// Moves it by days of 24 hours and by seconds; back where they are negative.
    public func advance(days: Int = 0, seconds: Double = 0) {
        instant.withLock { $0 += Double(days) * 86_400 + seconds }
    }
}
