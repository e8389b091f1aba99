import AtriumSDK
import ICalendarExchange
import ICalendarFormat

/// The fields that `add` and `edit` take, and what they make of a reminder.
///
/// Times: `due` and `start` are days, local times or instants. A local time is read on the clock of `zone`; without one on
/// that of the time that it replaces, else on the user's.
enum ReminderInput {
    static let record = Collection.recordField(of: .reminders, named: "reminder")
    static let title = Field<String>.text("title", help: "What to do.")
    static let note = Field<String>.longText("note", help: "A longer note.")
    static let due = Field<String>.when(
        "due",
        help: "When it is due: a day, a time in the zone, or an instant; if it repeats, the first time.")
    static let start = Field<String>.when(
        "start", help: "The earliest time to start, if it is before the due time."
    ).titled("Not before")
    static let zone = Field<String>.text(
        "zone", help: "The zone of due and start (Europe/Vienna), UTC or floating. Defaults to your zone."
    ).hinted("Such as Europe/Vienna. Defaults to your zone.")
    static let rule = Field<String>.longText(
        "repeat", help: "The recurrence rules: RRULE, such as FREQ=WEEKLY;BYDAY=SU, one per line."
    ).formatted(.recurrence, zone: "zone").titled("Repeats")
    static let priority = Field<Int64>.integer(
        "priority", in: 1...9, help: "The priority, 1 (highest) to 9 (lowest)."
    ).hinted("From 1 (highest) to 9 (lowest).")
    static let alert = Field<Int64>.integer(
        "alert", in: -5_000_000...5_000_000,
        help:
            "How many minutes before the due time to notify; a day counts from its midnight. Defaults to 0, or to -540 (9:00) for a day. If cleared, phones stay silent, but due still lists it."
    ).titled("Minutes before").hinted("Minutes before the due time.")
    static let notification = Field<String>.choice(
        "notification", of: ReminderFields.notifications, help: ReminderFields.notificationHelp)
    static let people = Field<[Int64]>.records("people", of: .people, help: "The people it is for.").option(
        "person")
    static let tags = Field<[String]>.texts("tags", help: "The tags.").option("tag").formatted(.words)

    /// What add and edit have in common.
    static let fields: [FieldDeclaration] = [
        due.declaration, rule.declaration, people.declaration, note.declaration, tags.declaration,
        start.declaration, zone.declaration, priority.declaration, alert.declaration,
        notification.declaration,
    ].grouped(["Details": ["start", "zone", "priority", "alert", "notification"]])

    /// The fields of add, in which a reminder notifies once by default.
    static let newFields = fields.map { field -> FieldDeclaration in
        guard field.name == notification.declaration.name else { return field }
        var field = field
        field.defaultValue = .text(Reminder.Notification.standard.rawValue)
        return field
    }

    /// Applies all fields that were given.
    ///
    /// - Parameter zones: knows the zones of the reminder.
    /// - Throws: ``AtriumError`` with code `badData` where a value is wrong.
    static func apply(
        _ input: Arguments, to reminder: inout Reminder, zones: ZoneResolver, _ context: CommandContext
    ) throws {
        let old = reminder
        try applyTimes(input, to: &reminder, zones: zones, userZone: Zones.id(of: context.settings.timeZone))
        switch input.change(rule) {
        case .keep: break
        case .clear: reminder.rules = []
        case .set(let text):
            let anchor = reminder.anchor
            reminder.rules = try rules(text).map { rule in
                anchor.map { rule.endingWithItsDay(startingAt: $0, zones: zones) } ?? rule
            }
        }
        input.apply(note, to: &reminder.note)
        reminder.note = Words.filled(reminder.note)
        var level = reminder.priority.map(Int64.init)
        input.apply(priority, to: &level)
        reminder.priority = level.map(Int.init)
        if let words = input[tags] { reminder.tags = Words.distinctTags(words) }
        if case .clear = input.change(tags) { reminder.tags = [] }
        try applyNotification(input, to: &reminder, since: old)
    }

    private static func applyTimes(
        _ input: Arguments, to reminder: inout Reminder, zones: ZoneResolver, userZone: String
    ) throws {
        let zone = input.change(zone)
        func given(like other: CalendarTime?) -> GivenTime {
            GivenTime(zone: zone, other: other, userZone: userZone, zones: zones)
        }
        func read(_ text: String, like other: CalendarTime?, _ field: String) throws -> CalendarTime {
            try given(like: other).time(text, field: field)
        }
        switch input.change(due) {
        case .keep:
            if let due = reminder.due, !due.isDate {
                reminder.move(to: try given(like: due).showingSame(as: due))
            } else {
                // A day is the same in every zone: one that is named must be one all the same.
                _ = try read("2026-01-01T00:00:00", like: nil, "zone")
            }
        case .clear:
            reminder.due = nil
            reminder.start = nil
        case .set(let text): reminder.move(to: try read(text, like: reminder.due, "due"))
        }
        switch input.change(start) {
        case .keep: break
        case .clear: reminder.start = nil
        case .set(let text):
            let begin = try read(text, like: reminder.start ?? reminder.due, "start")
            // What can be begun at a time and has no other is due then.
            if reminder.due == nil { reminder.due = begin }
            reminder.start = begin == reminder.due ? nil : begin
        }
    }

    private static func applyNotification(
        _ input: Arguments, to reminder: inout Reminder, since old: Reminder
    ) throws {
        // A file may have an alarm and no time that is due: it stays as long as that is so.
        if old.due != nil, reminder.due == nil {
            (reminder.alert, reminder.isPersistent) = (nil, false)
        } else if old.due == nil, !reminder.isSilent, let due = reminder.due {
            reminder.alert = reminder.alert ?? Reminder.usualAlert(for: due)
        }
        switch input.change(alert) {
        case .keep: break
        case .clear: (reminder.alert, reminder.isPersistent) = (nil, false)
        case .set(let minutes):
            guard reminder.due != nil else {
                throw AtriumError(
                    .badData, "an alert needs a due time",
                    remedy: "give \(field: "due") too",
                    field: "alert")
            }
            (reminder.alert, reminder.isSilent) = (Int(minutes), false)
        }
        let kind: Reminder.Notification
        switch input.change(notification) {
        case .keep: return
        case .clear: kind = .standard
        case .set(let given): kind = Reminder.Notification(rawValue: given) ?? .standard
        }
        guard kind != .persistent || reminder.due != nil else {
            throw AtriumError(
                .badData, "a persistent reminder needs a due time", remedy: "give \(field: "due") too",
                field: "notification")
        }
        (reminder.isPersistent, reminder.isSilent) = (kind == .persistent, kind == .silent)
        let isLouder = old.isSilent || kind == .persistent && !old.isPersistent
        if reminder.isSilent {
            // The page sends the alert that the reminder has with every edit.
            if case .set(let minutes) = input.change(alert), Int(minutes) != old.alert {
                throw AtriumError(
                    .badData, "a reminder without a notification has no alert",
                    remedy: "leave out \(field: "alert"), or choose another \(field: "notification")",
                    field: "alert")
            }
            reminder.alert = nil
        } else if isLouder, reminder.alert == nil, let due = reminder.due {
            reminder.alert = Reminder.usualAlert(for: due)
        }
    }

    private static func rules(_ text: String) throws -> [RecurrenceRule] {
        try text.split(whereSeparator: \.isNewline).map { line in
            guard let rule = try? RecurrenceRule(String(line)) else {
                throw AtriumError(
                    .badData, "“\(line)” is not a valid recurrence rule",
                    remedy: "write it as FREQ=WEEKLY;BYDAY=SU, or say it in words", field: "repeat")
            }
            return rule
        }
    }

    // MARK: - Rules

    /// Checks how it repeats; what was wrong in a file stays as it is.
    private static func checkRules(
        of reminder: Reminder, startingAt start: CalendarTime, since old: Reminder?
    ) throws {
        for rule in reminder.rules {
            do {
                try rule.checkGiven(startingAt: start, field: "repeat")
            } catch let error as AtriumError {
                if let old, let start = old.anchor, old.rules.contains(rule),
                    (try? rule.checkGiven(startingAt: start, field: "repeat")) == nil
                {
                    continue
                }
                guard old?.rules.contains(rule) == true else { throw error }
                throw AtriumError(
                    .badData, error.message, remedy: "give \(field: "repeat") too, for the new time",
                    field: "due")
            }
        }
    }

    /// Checks what a person gave.
    ///
    /// - Parameter old: the reminder before an edit: what was so already, as in files it may be, is not looked at.
    /// - Throws: ``AtriumError`` with code `badData` that names the field.
    static func check(_ reminder: Reminder, since old: Reminder?, zones: ZoneResolver, viewer: Zone) throws {
        if let start = reminder.start, start != old?.start || reminder.due != old?.due, let due = reminder.due
        {
            guard start.isDate == due.isDate else {
                throw AtriumError(
                    .badData, "one of start and due is a day, but the other is a time",
                    remedy: "give both as days or both as times", field: "start")
            }
            guard start.instant(zones, for: viewer) < due.instant(zones, for: viewer) else {
                throw AtriumError(
                    .badData, "the due time is not after the start",
                    remedy: "give a later due time or an earlier start",
                    field: "start")
            }
        }
        let repeats = !reminder.rules.isEmpty
        guard repeats, reminder.rules != old?.rules || reminder.anchor != old?.anchor else { return }
        guard reminder.occurrence == nil else {
            throw AtriumError(
                .badData, "a single occurrence cannot repeat", remedy: "edit the repeating reminder",
                field: "repeat")
        }
        guard let due = reminder.due else {
            throw AtriumError(
                .badData, "a repeating reminder needs a first time", remedy: "give \(field: "due") too",
                field: old?.due == nil ? "repeat" : "due")
        }
        try checkRules(of: reminder, startingAt: reminder.anchor ?? due, since: old)
        guard
            reminder.rules.contains(where: { $0.count == 1 })
                || ReminderSeries(reminder, zones: zones, viewer: viewer).hasFurther
        else {
            throw AtriumError(
                .badData, "the repetition never happens after \(due.storedText)",
                remedy: "check its days and its end, or leave it out", field: "repeat")
        }
    }
}
