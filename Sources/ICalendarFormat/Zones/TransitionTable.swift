/// When a zone's clock changes, and to what: sorted arrays that a conversion searches by halving.
///
/// Zones that go on changing by a rule have their changes listed for 400 years beyond the last that is known singly.
/// After 400 years the Gregorian calendar repeats, weekdays included, so any later time is taken back by as many
/// such spans as it needs; no conversion ever evaluates a rule.
final class TransitionTable: Sendable {
    /// What a clock shows between two changes.
    struct Period: Sendable, Hashable {
        /// Seconds to add to UTC.
        var offset: Int
        /// Whether it is summer time.
        var isDaylight = false
        /// The abbreviation, such as `CEST`; may be empty.
        var name = ""
    }

    /// The seconds in 400 Gregorian years.
    static let cycle = 146_097 * 86_400

    /// The instants of the changes, ascending.
    let instants: [Int]
    /// The wall-clock time from which the offset after each change holds: the later of both clocks at the change.
    let wallSwitches: [Int]
    /// The offset before the first change, then after each.
    let offsets: [Int]
    /// The smallest and the greatest offset that there ever is.
    let offsetRange: ClosedRange<Int>
    /// What the clock shows before the first change, then after each; same indices as `offsets`.
    let periods: [Period]
    /// Whether the last 400 years of changes repeat for ever.
    let repeats: Bool
    /// The rule behind the repeating changes, where there is one.
    let rule: PosixZoneRule?

    /// Makes a table; `changes` need not be sorted, and those that change nothing are dropped.
    init(
        initial: Period, changes: [(instant: Int, period: Period)], repeats: Bool = false,
        rule: PosixZoneRule? = nil
    ) {
        var instants: [Int] = []
        var wallSwitches: [Int] = []
        var periods = [initial]
        var latest = Int.min
        for change in changes.sorted(by: { $0.instant < $1.instant }) {
            let before = periods[periods.count - 1]
            if instants.last == change.instant {
                // Two changes at once: the later one in the list wins.
                instants.removeLast()
                wallSwitches.removeLast()
                periods.removeLast()
            } else if before == change.period {
                continue
            }
            let previous = periods[periods.count - 1]
            instants.append(change.instant)
            latest = max(latest, change.instant + max(previous.offset, change.period.offset))
            wallSwitches.append(latest)
            periods.append(change.period)
        }
        self.instants = instants
        self.wallSwitches = wallSwitches
        self.periods = periods
        offsets = periods.map(\.offset)
        offsetRange = (offsets.min() ?? 0)...(offsets.max() ?? 0)
        self.repeats = repeats && !instants.isEmpty
        self.rule = rule
    }

    /// The index into `offsets` and `periods` for an instant.
    @inline(__always)
    func index(at instant: Int) -> Int {
        TransitionTable.search(instants, reduced(instant))
    }

    /// The index into `offsets` and `periods` for a wall-clock time.
    ///
    /// A time that happens twice means the first; one that is skipped is read with the offset before the change.
    @inline(__always)
    func index(atWall time: Int) -> Int {
        TransitionTable.search(wallSwitches, reduced(time))
    }

    @inline(__always)
    private func reduced(_ time: Int) -> Int {
        guard repeats, let last = instants.last, time >= last else { return time }
        return time - ((time - last) / TransitionTable.cycle + 1) * TransitionTable.cycle
    }

    /// How many of the ascending `values` are not above `value`.
    @inline(__always)
    private static func search(_ values: [Int], _ value: Int) -> Int {
        values.withUnsafeBufferPointer { values in
            var low = 0
            var high = values.count
            while low < high {
                let middle = (low + high) >> 1
                if values[middle] <= value { low = middle + 1 } else { high = middle }
            }
            return low
        }
    }
}
