/// The times of day that a rule names: every combination of its hours, minutes and seconds.
///
/// Three words of bits; counting, and finding the nth, is arithmetic, so that BYSETPOS and COUNT never list the
/// 86,400 times that a hostile rule can ask of each day.
struct ClockSet {
    var hours: UInt64
    var minutes: UInt64
    var seconds: UInt64

    init(hours: UInt64, minutes: UInt64, seconds: UInt64) {
        self.hours = hours
        self.minutes = minutes
        self.seconds = seconds
    }

    var count: Int { hours.nonzeroBitCount * minutes.nonzeroBitCount * seconds.nonzeroBitCount }

    /// How many of the times come before `secondOfDay`, which is 0 to 86,400.
    func count(before secondOfDay: Int) -> Int {
        guard secondOfDay < 86_400 else { return count }
        let hour = secondOfDay / 3600
        let minute = secondOfDay / 60 % 60
        let second = secondOfDay % 60
        var total =
            (hours & Bits.below(hour)).nonzeroBitCount * minutes.nonzeroBitCount * seconds.nonzeroBitCount
        guard hours >> UInt64(hour) & 1 == 1 else { return total }
        total += (minutes & Bits.below(minute)).nonzeroBitCount * seconds.nonzeroBitCount
        guard minutes >> UInt64(minute) & 1 == 1 else { return total }
        return total + (seconds & Bits.below(second)).nonzeroBitCount
    }

    /// The time with this index, in ascending order, as the second of the day.
    @inline(__always)
    func member(_ index: Int) -> Int {
        let perMinute = seconds.nonzeroBitCount
        let perHour = minutes.nonzeroBitCount * perMinute
        let hour = Bits.position(of: index / perHour, in: hours)
        let minute = Bits.position(of: index % perHour / perMinute, in: minutes)
        return hour * 3600 + minute * 60 + Bits.position(of: index % perMinute, in: seconds)
    }
}
