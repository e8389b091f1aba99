import AtriumSDK
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// How a task comes again: its times as they are now, and those that come next.
///
/// A task that repeats has one row. Its rule (RFC 5545, section 3.3.10) runs over its deadline; without one over the day for
/// which it is planned, or from which on it is shown. When a time of it is done, these move on to the next one, from
/// which the rule goes on: COUNT is counted down.
struct TaskRepeat {
    /// The rule.
    let rule: RecurrenceRule
    /// What it runs over.
    let anchor: CalendarTime
    /// Whether the next time counts from the day on which it is done.
    let isFromCompletion: Bool
    /// The days that are left out, or moved.
    private let exceptions: [LocalDate: CalendarTime?]

    /// How a task repeats; nil: it does not.
    init?(_ values: RecordValues) {
        guard let rule = values.text("repeat").flatMap({ try? RecurrenceRule($0) }),
            let anchor = Self.anchor(of: values)
        else { return nil }
        self.rule = rule
        self.anchor = anchor
        isFromCompletion = values.text("repeatFrom") == "completion"
        exceptions = Days.parts(of: values["exceptions"]).mapValues { parts in
            parts.first?.textValue.flatMap { CalendarTime(stored: $0, zone: anchor.zoneID) }
        }
    }

    /// What a rule of a task runs over; nil: it has no time at all.
    static func anchor(of values: RecordValues) -> CalendarTime? {
        if let due = values.due { return due }
        return (values.day("planned") ?? values.day("start")).map {
            .date(CivilDate(dayNumber: $0.daysSince1970))
        }
    }

    /// A time that comes, and how many times of the rule it is after the present one.
    struct Next: Hashable {
        let time: CalendarTime
        let steps: Int
    }

    /// How many times are looked through that are left out or over.
    private static let most = 10_000

    /// The next time: the first that is not over, or so long after today; nil: there is no further one.
    ///
    /// - Parameters:
    ///   - now: what the clock of the anchor shows.
    ///   - today: the day of the user.
    func next(at now: CivilDateTime, today: LocalDate) -> Next? {
        if isFromCompletion { return nextAfterCompletion(today) }
        // Of days today is not over.
        let begin = anchor.isDate ? CivilDateTime(date: now.date) : now
        let ruled = first { $0 >= begin }
        // A time that was moved comes where it was moved to.
        let moved = exceptions.compactMap { _, time in time ?? nil }.filter {
            $0.clock > anchor.clock && $0.clock >= begin
        }.min { $0.clock < $1.clock }
        guard let moved, ruled.map({ moved.clock < $0.time.clock }) ?? true else { return ruled }
        return Next(time: moved, steps: 1)
    }

    /// The first time of the rule after a moment; nil: there is none.
    func next(after moment: CivilDateTime) -> Next? { first { $0 > moment } }

    /// Whether a time is left out, or moved.
    func leavesOut(_ time: CalendarTime) -> Bool { exceptions[Self.day(time.clock)] != nil }

    /// The first time of the rule behind the present one that is wanted and not left out.
    private func first(where isWanted: (CivilDateTime) -> Bool) -> Next? {
        let set = RecurrenceSet(start: anchor.clock, isDate: anchor.isDate, rule: rule)
        let times = set.instances(from: anchor.clock.adding(seconds: 1), maximum: Self.most).times
        return times.enumerated().first { isWanted($1) && exceptions[Self.day($1)] == nil }.map {
            Next(time: anchor.showing($1), steps: $0 + 1)
        }
    }

    private func nextAfterCompletion(_ today: LocalDate) -> Next? {
        let clock = CivilDateTime(
            seconds: today.daysSince1970 * 86_400 + (anchor.clock.seconds % 86_400 + 86_400) % 86_400)
        let set = RecurrenceSet(start: clock, isDate: anchor.isDate, rule: rule)
        return set.instances(from: clock.adding(seconds: 1), maximum: 1).times.first.map {
            Next(time: anchor.showing($0), steps: 1)
        }
    }

    /// How many times of the rule lie between two.
    func steps(from former: CalendarTime) -> Int {
        guard let endless = rule.counting(nil) else { return 1 }
        let set = RecurrenceSet(start: former.clock, isDate: former.isDate, rule: endless)
        return max(
            1, set.instances(from: former.clock, through: anchor.clock, maximum: Self.most).times.count - 1)
    }

    private static func day(_ clock: CivilDateTime) -> LocalDate {
        LocalDate(daysSince1970: clock.date.dayNumber)
    }
}

extension RecordValues {
    /// Moves the times of a task to another time of its rule.
    ///
    /// - Parameter steps: how many times are passed: COUNT goes down by them.
    mutating func move(to time: CalendarTime, from anchor: CalendarTime, steps: Int) {
        let days = time.clock.date.dayNumber - anchor.clock.date.dayNumber
        if due != nil { self["due"] = time.value }
        for name in ["planned", "start"] {
            if let day = day(name) { self[name] = .text(day.adding(days: days).description) }
        }
        guard let rule = text("repeat").flatMap({ try? RecurrenceRule($0) }), let count = rule.count,
            let left = rule.counting(count - steps)
        else { return }
        self["repeat"] = .text(left.text)
    }
}

extension RecurrenceRule {
    /// The rule with another COUNT, or with none; nil where it has none.
    func counting(_ count: Int?) -> RecurrenceRule? {
        guard self.count != nil else { return self }
        let parts = text.split(separator: ";").filter { !$0.uppercased().hasPrefix("COUNT=") }
        let text = parts.joined(separator: ";") + (count.map { ";COUNT=\($0)" } ?? "")
        return try? RecurrenceRule(text)
    }
}

/// What may be said of how a task repeats.
enum RepeatWords {
    static let rule = WordRule(
        "the repetition is no rule of iCalendar",
        remedy: "write it as FREQ=WEEKLY;BYDAY=SU, or say it in words"
    ) { text in
        let text = text.uppercased().hasPrefix("RRULE:") ? String(text.dropFirst(6)) : text
        return (try? RecurrenceRule(text)) == nil ? nil : text
    }

    /// Checks how a task repeats that a person made so.
    ///
    /// - Throws: ``AtriumError`` with code `badData`, naming the field.
    static func check(_ values: RecordValues, since old: StoredRecord?) throws {
        guard let text = values.text("repeat"), let rule = try? RecurrenceRule(text) else { return }
        let anchor = TaskRepeat.anchor(of: values)
        guard
            values["repeat"] != old?.values["repeat"]
                || anchor != old.flatMap({ TaskRepeat.anchor(of: $0.values) })
        else { return }
        guard let anchor else {
            throw AtriumError(
                .badData, "what repeats needs a first time",
                remedy: "give \(field: "due") or \(field: "planned") too", field: "repeat")
        }
        try rule.checkGiven(startingAt: anchor, field: "repeat")
        guard rule.count == 1 || TaskRepeat(values)?.hasFurther == true else {
            throw AtriumError(
                .badData, "the repetition never happens after \(anchor.storedText)",
                remedy: "check its days and its end, or leave it out", field: "repeat")
        }
    }
}

extension TaskRepeat {
    /// Whether the rule gives anything after the present time.
    var hasFurther: Bool {
        !RecurrenceSet(start: anchor.clock, isDate: anchor.isDate, rule: rule)
            .instances(from: anchor.clock.adding(seconds: 1), maximum: 1).times.isEmpty
    }
}
