/// The days that an event can touch, for an index: cheap, and never too narrow.
///
/// Days are those of the event's own clock. A viewer elsewhere may see it up to ``slackDays`` earlier or later, so a
/// question for a window widens it by as many days on both sides.
public struct EventSpan: Sendable, Hashable {
    /// The first day.
    public var firstDay: CivilDate
    /// The last day; nil where there is none, or where finding it would cost too much.
    public var lastDay: CivilDate?

    /// How many days the calendars of two zones can differ; their clocks differ by up to 26 hours.
    public static let slackDays = 2
    /// How many candidates are looked at to find where a COUNT ends.
    private static let countLimit = 20_000

    /// The span of one event: a single one, a master without regard to its overrides, or an override by itself.
    ///
    /// An override of all later instances has no last day, since that is the master's to say. Nil where the event has
    /// no start.
    public init?(_ event: CalendarEvent) {
        guard let start = event.common.start else { return nil }
        var first = start.clock.date
        var last = start.clock.date
        let length = EventSpan.days(start, event.end)
        for addition in event.common.additions {
            let day = addition.start.clock.date
            first = min(first, day)
            // An added instance may be in another zone than the others, and have a length of its own.
            let own: Int
            switch addition.end {
            case .time(let end)?: own = max(0, end.clock.date.dayNumber - day.dayNumber)
            case .duration(let duration)?: own = max(0, duration.nominalSeconds / 86_400 + 1)
            case nil: own = length
            }
            last = max(last, day.adding(days: own - length + EventSpan.slackDays))
        }
        if !event.common.additions.isEmpty { first = first.adding(days: -EventSpan.slackDays) }
        firstDay = first

        let isRepeating = event.common.recurrenceID == nil && !event.common.rules.isEmpty
        if event.common.recurrenceID?.includesFuture == true { return }
        for rule in event.common.rules where isRepeating {
            guard let end = EventSpan.lastStart(of: rule, start) else { return }
            last = max(last, end)
        }
        lastDay = last.adding(days: length)
    }

    /// How many days after its first an event can reach.
    private static func days(_ start: CalendarTime, _ end: CalendarEvent.End?) -> Int {
        switch end {
        case .time(let end)?:
            let days = end.clock.date.dayNumber - start.clock.date.dayNumber
            return max(0, days) + (end.zoneID == start.zoneID && end.isDate == start.isDate ? 0 : slackDays)
                + 1
        case .duration(let duration)?: return max(0, duration.nominalSeconds / 86_400) + 2
        case nil: return 1
        }
    }

    private static func lastStart(of rule: RecurrenceRule, _ start: CalendarTime) -> CivilDate? {
        if let last = rule.lastWallTime(isDate: start.isDate, localTime: { $0.utc }) {
            // UNTIL in UTC may be the next day on the event's clock.
            return last.date.adding(days: slackDays)
        }
        guard rule.count != nil else { return nil }
        let expansion = RuleExpansion(rule: rule, start: start.clock, isDate: start.isDate, last: nil)
        var last: Int?
        var budget = countLimit
        let isComplete = expansion.forEach(
            from: start.clock.seconds, through: CivilDateTime.latest.seconds, budget: &budget
        ) {
            last = $0
            return true
        }
        return isComplete ? last.map { CivilDateTime(seconds: $0).date } : nil
    }
}
