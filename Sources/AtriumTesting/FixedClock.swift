public import Foundation
import Synchronization

/// A test clock that moves only when the test sets or advances the clock.
///
/// ```swift
/// let clock = FixedClock("2026-03-15T09:30:00Z")
/// clock.advance(days: 1)
/// ```
public final class FixedClock: Sendable {
    private let instant: Mutex<Date>

    /// Creates a clock that shows the given instant.
    ///
    /// The default is Sunday, 2026-03-15T09:30:00Z.
    public init(_ instant: Date = Date(timeIntervalSince1970: 1_773_567_000)) {
        self.instant = Mutex(instant)
    }

    /// The instant that the clock currently shows.
    public var now: Date { instant.withLock { $0 } }

    /// Sets the clock to the given instant.
    public func set(_ instant: Date) {
        self.instant.withLock { $0 = instant }
    }

    /// Advances the clock by 24-hour days and by seconds.
    ///
    /// Negative values move the clock backward.
    public func advance(days: Int = 0, seconds: Double = 0) {
        instant.withLock { $0 += Double(days) * 86_400 + seconds }
    }
}
