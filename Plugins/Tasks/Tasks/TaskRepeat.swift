import AtriumSDK
import ICalendarExchange
import ICalendarFormat
import RecordKit

/// How a task comes again: its times as they are now, and those that come next.
///
/// A task that repeats has one row. Its rule (RFC 5545, section 3.3.10) runs over its deadline; without one over the day for
/// which it is planned, or from which on it is shown. When a time of it is done, these move on to the next one, from
/// which the rule goes on: COUNT is counted down.
///
/// A time that was moved, or comes beside the rule, is no place to go on from: while it is the present one, the days that are left out
/// say of the time of the rule before it that it was moved there.
struct TaskRepeat {
    /// The rule.
    let rule: RecurrenceRule
    /// The present time.
    let anchor: CalendarTime
    /// The time from which the rule goes on: the present one, unless that was moved.
    let base: CalendarTime
    /// Whether the next time counts from the day on which it is done.
    let isFromCompletion: Bool
    /// The days that are left out, or moved.
    private let exceptions: [LocalDate: CalendarTime?]
    /// The days of times that were done, some perhaps before their turn.
    private let done: Set<LocalDate>

    /// How a task repeats; nil: it does not.
    init?(_ values: RecordValues) {
        guard let rule = values.text("repeat").flatMap({ try? RecurrenceRule($0) }),
            let anchor = Self.anchor(of: values)
        else { return nil }
        self.rule = rule
        self.anchor = anchor
        isFromCompletion = values.text("repeatFrom") == "completion"
        let exceptions = Days.parts(of: values["exceptions"]).mapValues { parts in
            parts.first?.textValue.flatMap { CalendarTime(stored: $0, zone: anchor.zoneID) }
        }
        self.exceptions = exceptions
        done = Set(
            Days.parts(of: values["done"]).map { day, parts in
                parts.first?.textValue.flatMap { CalendarTime(stored: $0, zone: anchor.zoneID) }?.day ?? day
            })
        let day = exceptions.first { day, moved in moved == anchor && day < anchor.day }?.key
        base =
            day.map { day in
                let done = Days.parts(of: values["done"])[day]?.first?.textValue
                    .flatMap { CalendarTime(stored: $0, zone: anchor.zoneID) }
                return done ?? anchor.showing(anchor.clock.onDay(day))
            } ?? anchor
    }

    /// What a rule of a task runs over; nil: it has no time at all.
    static func anchor(of values: RecordValues) -> CalendarTime? {
        if let due = values.due { return due }
        return (values.day("planned") ?? values.day("start")).map { .date(CivilDate($0)) }
    }

    /// A time that comes, and how many times of the rule it is after the one from which the rule goes on.
    struct Next: Hashable {
        let time: CalendarTime
        let steps: Int
        /// Whether it was moved there, or comes beside the rule.
        var isMoved = false
    }

    /// How many times are looked through that are left out.
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
        let ruled = first(from: max(begin, anchor.clock.adding(seconds: 1)))
        // A time that was moved comes where it was moved to.
        let moved = exceptions.compactMap { _, time in time ?? nil }.filter {
            $0.clock > anchor.clock && $0.clock >= begin
        }.min { $0.clock < $1.clock }
        guard let moved, ruled.map({ moved.clock < $0.time.clock }) ?? true else { return ruled }
        return Next(time: moved, steps: 0, isMoved: true)
    }

    /// The first time of the rule that is to be done; nil: there is none.
    var following: Next? { first(from: anchor.clock.adding(seconds: 1)) }

    /// Whether the present time is left out or done: by a file that says it apart.
    var isOver: Bool { exceptions[anchor.day] != nil || done.contains(anchor.day) }

    private func set(from start: CalendarTime, _ rule: RecurrenceRule) -> RecurrenceSet {
        RecurrenceSet(start: start.clock, isDate: start.isDate, rule: rule)
    }

    /// The first time of the rule from a moment on that is neither left out nor done.
    private func first(from begin: CivilDateTime) -> Next? {
        let set = set(from: base, rule)
        let start = max(begin, base.clock.adding(seconds: 1))
        let times = set.instances(from: start, maximum: Self.most).times
        guard
            let clock = times.first(where: { time in
                let day = LocalDate(time.date)
                return exceptions[day] == nil && !done.contains(day)
            })
        else { return nil }
        // Only COUNT asks how many were passed over.
        let steps =
            rule.count == nil
            ? 1
            : set.instances(from: base.clock.adding(seconds: 1), through: clock, maximum: rule.count ?? 1)
                .times.count
        return Next(time: anchor.showing(clock), steps: steps)
    }

    private func nextAfterCompletion(_ today: LocalDate) -> Next? {
        let clock = anchor.clock.onDay(today)
        let set = RecurrenceSet(start: clock, isDate: anchor.isDate, rule: rule)
        return set.instances(from: clock.adding(seconds: 1), maximum: 1).times.first.map {
            Next(time: anchor.showing($0), steps: 1)
        }
    }

    /// How many times of the rule lie between two.
    func steps(from former: CalendarTime) -> Int {
        guard let endless = rule.counting(nil) else { return 1 }
        return max(
            1,
            set(from: former, endless).instances(
                from: former.clock, through: base.clock, maximum: Self.most
            ).times.count - 1)
    }

    /// The days that are left out, when the present time gives way to another one.
    func exceptions(movingTo next: CalendarTime, isMoved: Bool, _ old: DataValue) -> DataValue {
        var days = Days.parts(of: old)
        if base != anchor { days[base.day] = nil }
        if isMoved { days[base.day] = [.text(next.storedText)] }
        return Days.value(days)
    }
}

extension CivilDateTime {
    /// The same time on another day.
    func onDay(_ day: LocalDate) -> CivilDateTime {
        CivilDateTime(date: CivilDate(day), secondOfDay: (seconds % 86_400 + 86_400) % 86_400)
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

    /// Notes that the present time was done.
    mutating func noteDone(at instant: String) {
        let anchor = TaskRepeat.anchor(of: self)
        let day =
            day("planned") ?? anchor?.day
            ?? LocalDate(iso: String(instant.prefix(10)))
        guard let day else { return }
        var days = Days.parts(of: self["done"])
        days[day] = [.text(orNull: anchor?.storedText), .text(instant)]
        self["done"] = Days.value(days)
    }

    /// Says that the task as a whole is done: of one that repeats, or did, its last time is among those that were done.
    mutating func finish(at instant: String) {
        if !isEmpty("repeat") || self["done"] != .list([]) { noteDone(at: instant) }
        complete(at: instant)
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

    /// Whether it may come more than once a day, which is for reminders.
    var isOfTimes: Bool {
        [.hourly, .minutely, .secondly].contains(frequency) || byHour.count > 1 || byMinute.count > 1
            || bySecond.count > 1
    }
}

/// What may be said of how a task repeats.
enum RepeatWords {
    static let rule = WordRule(
        "the repetition is not an iCalendar rule",
        remedy: "write it like FREQ=WEEKLY;BYDAY=SU, or in words"
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
        guard !rule.isOfTimes else {
            throw AtriumError(
                .badData, "a task can repeat at most once a day",
                remedy: "repeat it daily or less often, or add a reminder instead",
                field: "repeat")
        }
        guard let anchor else {
            throw AtriumError(
                .badData, "a repeating task needs a first day",
                remedy: "give \(field: "due") or \(field: "planned") as well", field: "repeat")
        }
        try rule.checkGiven(startingAt: anchor, field: "repeat")
        guard rule.count == 1 || TaskRepeat(values)?.hasFurther == true else {
            throw AtriumError(
                .badData, "the repetition has no occurrence after \(anchor.storedText)",
                remedy: "check its days and its end, or leave out the repetition", field: "repeat")
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
