/// What repeats and when, on one wall clock: DTSTART, its rules, and the single times added and taken away.
///
/// All times are on DTSTART's clock; ``EventOccurrences`` brings times of other zones there before and turns instances
/// into instants after. So 09:00 stays 09:00 through changes of summer time. See RFC 5545, section 3.8.5.
public struct RecurrenceSet: Sendable {
    /// DTSTART: the first instance, also where no rule gives it.
    public var start: CivilDateTime
    /// Whether DTSTART is a date; all instances are then midnights.
    public var isDate: Bool
    /// Rules that add instances, each with the last time that its UNTIL allows.
    public var rules: [BoundedRule]
    /// Rules that take instances away: EXRULE, which RFC 5545 dropped and old files have.
    public var exclusionRules: [BoundedRule]
    /// Single times added: RDATE.
    public var additions: [CivilDateTime]
    /// Single times taken away: EXDATE.
    public var exclusions: Set<CivilDateTime>
    /// Days taken away whole: EXDATE with a date, on a series that has times.
    public var excludedDays: Set<CivilDate>

    /// A rule, and the last wall-clock time that its UNTIL allows.
    public struct BoundedRule: Sendable {
        /// The rule.
        public var rule: RecurrenceRule
        /// The last time that may be an instance; nil without an UNTIL.
        public var last: CivilDateTime?

        /// Joins a rule to its end; see ``RecurrenceRule/lastWallTime(isDate:localTime:)``.
        public init(_ rule: RecurrenceRule, last: CivilDateTime? = nil) {
            self.rule = rule
            self.last = last
        }
    }

    /// Instances within a window.
    public struct Instances: Sendable, Equatable {
        /// The instances, strictly ascending.
        public var times: [CivilDateTime]
        /// Whether these are all; false where a rule had more than the limit of candidates.
        public var isComplete: Bool
    }

    /// How many candidates one question may look at.
    public static let candidateLimit = 1_000_000

    /// Makes a set; without rules and additions it has one instance, `start`.
    public init(
        start: CivilDateTime, isDate: Bool = false, rules: [BoundedRule] = [],
        exclusionRules: [BoundedRule] = [], additions: [CivilDateTime] = [],
        exclusions: Set<CivilDateTime> = [], excludedDays: Set<CivilDate> = []
    ) {
        self.start = start
        self.isDate = isDate
        self.rules = rules
        self.exclusionRules = exclusionRules
        self.additions = additions
        self.exclusions = exclusions
        self.excludedDays = excludedDays
    }

    /// Makes a set of one rule whose UNTIL, if it is an instant, is read as a time on DTSTART's clock.
    public init(start: CivilDateTime, isDate: Bool = false, rule: RecurrenceRule) {
        let last = rule.lastWallTime(isDate: isDate) { $0.utc }
        self.init(start: start, isDate: isDate, rules: [BoundedRule(rule, last: last)])
    }

    /// The instances from `from` to `through`, both included, at most `maximum` of them.
    ///
    /// The cost is that of the window, not of the years before it, except that COUNT makes it count from DTSTART.
    public func instances(
        from: CivilDateTime = .earliest, through: CivilDateTime = .latest, maximum: Int = .max
    ) -> Instances {
        var budget = RecurrenceSet.candidateLimit
        var times: [CivilDateTime] = []
        var isComplete = true
        guard maximum > 0, from <= through else { return Instances(times: [], isComplete: true) }

        let isPlain = exclusionRules.isEmpty && exclusions.isEmpty && excludedDays.isEmpty
        let enough = mostOfOneRule(for: maximum)
        if rules.isEmpty, start >= from, start <= through { times.append(start) }
        for bounded in rules {
            let expansion = RuleExpansion(
                rule: bounded.rule, start: start, isDate: isDate, last: bounded.last)
            var left = enough
            let isDone = expansion.forEach(from: from.seconds, through: through.seconds, budget: &budget) {
                times.append(CivilDateTime(seconds: $0))
                left -= 1
                return left > 0
            }
            if !isDone { isComplete = false }
        }
        if rules.count <= 1, additions.isEmpty, isPlain {
            return Instances(times: times, isComplete: isComplete)
        }
        times += additions.filter { $0 >= from && $0 <= through }
        times.sort()
        let excluded = excludedTimes(from: from, through: through, budget: &budget, isComplete: &isComplete)
        var result: [CivilDateTime] = []
        for time in times where result.last != time {
            if excluded.contains(time) || exclusions.contains(time) { continue }
            if !excludedDays.isEmpty, excludedDays.contains(time.date) { continue }
            result.append(time)
            if result.count == maximum { break }
        }
        return Instances(times: result, isComplete: isComplete)
    }

    /// The number of instances of each rule that is enough for `maximum` instances of the set.
    private func mostOfOneRule(for maximum: Int) -> Int {
        guard exclusionRules.isEmpty, maximum < .max / 2 else { return .max }
        guard !excludedDays.isEmpty else { return maximum + exclusions.count }
        var mostOfADay = 1
        for rule in rules.map(\.rule) {
            guard rule.frequency >= .daily else { return .max }
            let times = [rule.byHour, rule.byMinute, rule.bySecond].reduce(1) { $0 * max(1, $1.count) }
            mostOfADay = max(mostOfADay, times)
        }
        return maximum + exclusions.count + excludedDays.count * mostOfADay
    }

    private func excludedTimes(
        from: CivilDateTime, through: CivilDateTime, budget: inout Int, isComplete: inout Bool
    ) -> Set<CivilDateTime> {
        var excluded: Set<CivilDateTime> = []
        for bounded in exclusionRules {
            // DTSTART is an instance of EXRULE only where the rule itself gives it.
            let expansion = RuleExpansion(
                rule: bounded.rule, start: start, isDate: isDate, last: bounded.last, countsStart: false)
            let isDone = expansion.forEach(from: from.seconds, through: through.seconds, budget: &budget) {
                excluded.insert(CivilDateTime(seconds: $0))
                return true
            }
            if !isDone { isComplete = false }
        }
        return excluded
    }
}
