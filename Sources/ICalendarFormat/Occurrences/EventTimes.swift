/// What of an event says when it takes place: all that its occurrences follow from.
///
/// Whoever keeps events elsewhere makes it of what is kept; an event itself is many times as large.
public struct EventTimes: Sendable, Hashable {
    /// DTSTART.
    public var start: CalendarTime?
    /// DTEND or DURATION.
    public var end: CalendarEvent.End?
    /// RRULE.
    public var rules: [RecurrenceRule] = []
    /// EXRULE.
    public var exclusionRules: [RecurrenceRule] = []
    /// RDATE.
    public var additions: [RecurrenceDate] = []
    /// EXDATE.
    public var exclusions: [CalendarTime] = []
    /// RECURRENCE-ID: of an override, which instance it stands in for.
    public var recurrenceID: RecurrenceID?
    /// SEQUENCE: of several overrides of one instance the highest counts.
    public var sequence: Int?

    /// Makes the times of something that begins once, and has no end.
    public init(start: CalendarTime?) { self.start = start }

    /// Takes the times of an event.
    public init(_ event: CalendarEvent) {
        let common = event.common
        (start, end, recurrenceID, sequence) = (common.start, event.end, common.recurrenceID, common.sequence)
        (rules, exclusionRules) = (common.rules, common.exclusionRules)
        (additions, exclusions) = (common.additions, common.exclusions)
    }

    /// Whether it has instances besides its start.
    public var isRecurring: Bool { !rules.isEmpty || !additions.isEmpty }
}
