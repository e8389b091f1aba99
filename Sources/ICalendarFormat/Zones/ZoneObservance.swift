/// One STANDARD or DAYLIGHT of a VTIMEZONE: an offset, and when it takes effect.
///
/// See RFC 5545, section 3.6.5.
public struct ZoneObservance: Sendable, Hashable {
    /// Whether it is DAYLIGHT.
    public var isDaylight: Bool
    /// TZOFFSETFROM: the offset before, in seconds ahead of UTC.
    public var offsetFrom: Int
    /// TZOFFSETTO: the offset from the onset on, in seconds ahead of UTC.
    public var offsetTo: Int
    /// DTSTART: the first onset, on the clock before it.
    public var start: CivilDateTime
    /// RRULE: further onsets.
    public var rules: [RecurrenceRule]
    /// RDATE: further onsets, on the clock before each.
    public var additions: [CivilDateTime]
    /// TZNAME: the abbreviation, or empty.
    public var name: String

    /// Makes an observance with a single onset, unless rules or additions are given.
    public init(
        isDaylight: Bool, offsetFrom: Int, offsetTo: Int, start: CivilDateTime, rules: [RecurrenceRule] = [],
        additions: [CivilDateTime] = [], name: String = ""
    ) {
        self.isDaylight = isDaylight
        self.offsetFrom = offsetFrom
        self.offsetTo = offsetTo
        self.start = start
        self.rules = rules
        self.additions = additions
        self.name = name
    }

    /// Reads an offset: `+0100`, `-0330`, `+005328`; nil where it is malformed or a day or more.
    ///
    /// A missing sign and colons are taken as well, since they are met.
    public static func offset(_ text: String) -> Int? {
        var digits = text.utf8.filter { $0 != 0x3A && $0 != 0x20 }[...]
        let isNegative = digits.first == 0x2D
        if isNegative || digits.first == 0x2B { digits = digits.dropFirst() }
        guard digits.count == 4 || digits.count == 6, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
        else { return nil }
        let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } * (digits.count == 4 ? 100 : 1)
        guard number / 10_000 < 24, number / 100 % 100 < 60, number % 100 < 60 else { return nil }
        let seconds = number / 10_000 * 3600 + number / 100 % 100 * 60 + number % 100
        return isNegative ? -seconds : seconds
    }

    /// An offset as RFC 5545 writes it: `+0100`, or `+005328` where it has seconds.
    public static func offsetText(_ seconds: Int) -> String {
        let size = abs(seconds)
        return (seconds < 0 ? "-" : "+") + padded(size / 3600, to: 2) + padded(size / 60 % 60, to: 2)
            + (size % 60 == 0 ? "" : padded(size % 60, to: 2))
    }
}

extension Zone {
    /// How many changes of one zone are evaluated; hostile rules name millions.
    static let changeLimit = 20_000
    /// The year up to which rules without end are evaluated singly; later years repeat after 400.
    private static let lastListedYear = 2450

    /// Makes the zone that a VTIMEZONE's observances define, or nil where there are none.
    ///
    /// At any instant, the observance with the latest onset holds, each onset being read on the clock before it;
    /// before the first onset its TZOFFSETFROM does. The order of the observances, how far back they begin, and
    /// whether there is any DAYLIGHT do not matter.
    public init?(id: String, observances: [ZoneObservance]) {
        var changes: [(instant: Int, period: TransitionTable.Period)] = []
        var repeats = false
        let end = CivilDateTime(
            date: CivilDate(dayNumber: CivilDate.dayNumber(year: Zone.lastListedYear, month: 12, day: 31)))
        for observance in observances {
            let period = TransitionTable.Period(
                offset: observance.offsetTo, isDaylight: observance.isDaylight, name: observance.name)
            let rules = observance.rules.map { rule in
                let last = rule.lastWallTime(isDate: false) {
                    $0.utc.adding(seconds: observance.offsetFrom)
                }
                if rule.count == nil, rule.until == nil { repeats = true }
                return RecurrenceSet.BoundedRule(rule, last: last)
            }
            let set = RecurrenceSet(start: observance.start, rules: rules, additions: observance.additions)
            let onsets = set.instances(
                from: .earliest, through: max(end, observance.start),
                maximum: max(0, Zone.changeLimit - changes.count))
            for onset in onsets.times { changes.append((onset.seconds - observance.offsetFrom, period)) }
        }
        guard let first = changes.min(by: { $0.instant < $1.instant }) else { return nil }
        let before = observances.filter { $0.start.seconds - $0.offsetFrom == first.instant }.first
        let initial = TransitionTable.Period(offset: before?.offsetFrom ?? first.period.offset)
        self.init(id: id, table: TransitionTable(initial: initial, changes: changes, repeats: repeats))
    }
}
