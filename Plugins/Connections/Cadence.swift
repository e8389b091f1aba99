/// How often the user wants to be in touch with somebody: at least every so many days.
struct Cadence: Hashable, Comparable, Sendable {
    /// What a number of days may be: one day to ten years.
    static let days: ClosedRange<Int64> = 1...3660

    /// The number of days.
    let days: Int

    /// Makes a cadence of a number of days, or nil where it is out of bounds.
    init?(days: Int) {
        guard Self.days.contains(Int64(days)) else { return nil }
        self.days = days
    }

    /// Reads a number of days, or nil where the text is none within bounds.
    init?(_ text: String) {
        guard let days = Int(text) else { return nil }
        self.init(days: days)
    }

    /// Whether one is shorter than the other.
    static func < (left: Cadence, right: Cadence) -> Bool { left.days < right.days }
}

extension Cadence: CustomStringConvertible {
    /// The number of days.
    var description: String { String(days) }
}
