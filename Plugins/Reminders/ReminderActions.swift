import AtriumSDK
import ICalendarExchange
import ICalendarFormat

/// The commands that say where a reminder stands: done, to be done after all, put off, given up.
enum ReminderActions {
    static let all = [complete.forSeveral, reopen, snooze.forSeveral, cancel.forSeveral]

    private static let until = Field<String>.when(
        "until",
        help: "The end of the snooze: a day (9:00), a time in your zone, or an instant. Defaults to tomorrow."
    ).positional

    private static let occurrence = Field<String>.when(
        "occurrence",
        help:
            "The value of `next` that you expect. If the next time is a different one, the command fails."
    )

    private static let complete = action(
        "complete", past: "done", fields: [occurrence.declaration],
        summary: "Mark a reminder as done, or the next occurrence of a repeating one.",
        discussion: """
            The next occurrence of a repeating reminder is then the first that is not over; missed ones are skipped. \
            After the last occurrence the whole reminder is done.
            """
    ) { old, input, table, context in
        try refuseUnlessOpen(old.reminder)
        var reminder = old.reminder
        reminder.snoozedUntil = nil
        guard reminder.isRepeating, let occurrence = try table.series(of: old).next() else {
            try check(input, old.next)
            reminder.completedAt = context.nowText
            try table.update(old, to: reminder, updatedAt: context.nowText)
            return
        }
        try check(input, occurrence.due)
        try complete(occurrence, of: old, table, context)
        // Only the rows say whether there is another one.
        if try table.series(of: old).next() == nil { reminder.completedAt = context.nowText }
        if reminder != old.reminder { try table.update(old, to: reminder, updatedAt: context.nowText) }
    }

    /// Refuses a time that is no longer the next: whoever means it has not seen what was done since.
    private static func check(_ input: Arguments, _ next: CalendarTime?) throws {
        guard let meant = input[occurrence], meant != next?.storedText else { return }
        throw AtriumError(
            .conflict,
            "\(meant) is no longer the next time" + (next.map { ", which is \($0.storedText)" } ?? ""),
            remedy: "show the reminder again", field: "occurrence")
    }

    /// Notes that an occurrence was done, beside its series, whose rule stays as it is.
    private static func complete(
        _ occurrence: ReminderSeries.Occurrence, of series: StoredReminder, _ table: ReminderTable,
        _ context: CommandContext
    ) throws {
        let known = try table.changes(of: series.id).first { $0.reminder.occurrence?.time == occurrence.id }
        if let known {
            var reminder = known.reminder
            reminder.completedAt = context.nowText
            reminder.snoozedUntil = nil
            try table.update(known, to: reminder, updatedAt: context.nowText)
            return
        }
        var reminder = series.reminder
        (reminder.rules, reminder.exclusionRules, reminder.additions, reminder.exclusions) = ([], [], [], [])
        reminder.start = reminder.start == nil || occurrence.id == occurrence.due ? nil : occurrence.id
        reminder.due = occurrence.due
        reminder.occurrence = RecurrenceID(occurrence.id)
        reminder.completedAt = context.nowText
        // What is done is not shown again; the tags and the people are those of the series.
        (reminder.snoozedUntil, reminder.alert) = (nil, nil)
        (reminder.isPersistent, reminder.isSilent) = (false, false)
        (reminder.tags, reminder.people) = ([], [])
        let part = occurrence.id.text
        _ = try table.insert(
            reminder, uid: ComponentTable.ownUID(series.itemUID, part), icalUID: series.itemUID,
            seriesID: series.id,
            isOwn: true, createdAt: context.nowText, updatedAt: context.nowText)
    }

    private static let reopen = action(
        "reopen", past: "reopened",
        summary: "Reopen a done or cancelled reminder, or the last done occurrence of a repeating one."
    ) { old, _, table, context in
        var reminder = old.reminder
        let latest = try table.changes(of: old.id).filter { $0.reminder.completedAt != nil }.max {
            ($0.reminder.completedAt ?? "", $0.id) < ($1.reminder.completedAt ?? "", $1.id)
        }
        guard !reminder.isOpen || latest != nil else {
            throw AtriumError(
                .conflict, "it is not done yet", remedy: "\(command: "reminders complete") marks it as done",
                field: "record")
        }
        if let latest, !reminder.isCancelled {
            // What was made to note it goes; what a file brought stays, as one that is still to be done.
            if latest.isOwn {
                try table.remove(latest.id)
            } else {
                var again = latest.reminder
                again.completedAt = nil
                try table.update(latest, to: again, updatedAt: context.nowText)
            }
        }
        (reminder.completedAt, reminder.isCancelled) = (nil, false)
        if reminder != old.reminder { try table.update(old, to: reminder, updatedAt: context.nowText) }
    }

    private static let cancel = action(
        "cancel", past: "cancelled", summary: "Cancel a reminder: it is kept but never due."
    ) { old, _, table, context in
        try refuseUnlessOpen(old.reminder)
        var reminder = old.reminder
        (reminder.isCancelled, reminder.snoozedUntil) = (true, nil)
        try table.update(old, to: reminder, updatedAt: context.nowText)
    }

    private static let snooze = Command(
        "snooze", .recordAction, past: "snoozed", summary: "Snooze a reminder until later.",
        discussion:
            "The due time stays, but the reminder is not due until the given time; on a day, until 9:00.",
        fields: [ReminderInput.record.declaration, until.declaration], result: .object(ReminderFields.record)
    ) { input, context in
        let table = ReminderTable(context)
        let old = try table.reminder(input.required(ReminderInput.record))
        try refuseUnlessOpen(old.reminder)
        let time = try GivenTime(
            zone: .keep, other: nil, userZone: Zones.id(of: context.settings.timeZone), zones: Zones.system
        ).time(input[until] ?? context.today.adding(days: 1).description, field: "until")
        // A day as what is due on one: who puts something off until tomorrow means no midnight.
        let moment = ReminderNotice.moment(
            of: time, alert: nil, zones: Zones.system, viewer: table.viewer)
        guard moment > Instant(context.now) else {
            throw AtriumError(
                .badData, "\(time.isDate ? "9:00 on " : "")\(time.storedText) is in the past",
                remedy: "give a time in the future",
                field: "until")
        }
        var reminder = old.reminder
        reminder.snoozedUntil = moment.description
        if reminder != old.reminder {
            try table.update(old, to: reminder, updatedAt: context.nowText)
            try table.refreshNext(old.id)
        }
        return .object(try ReminderFields.value(old.id, table, context))
    }

    // MARK: - What they have in common

    private static func action(
        _ name: String, past: String, fields: [FieldDeclaration] = [], summary: String,
        discussion: Guidance = "",
        run: @escaping @Sendable (StoredReminder, Arguments, ReminderTable, CommandContext) throws -> Void
    ) -> Command {
        Command(
            name, .recordAction, past: past, summary: summary, discussion: discussion,
            fields: [ReminderInput.record.declaration] + fields, result: .object(ReminderFields.record)
        ) { input, context in
            let id = try input.required(ReminderInput.record)
            let zones = try ZoneTable(
                ReminderTable.zones, context.db, known: ReminderTable(context).knownZones(of: id))
            let table = ReminderTable(context, zones: zones)
            let old = try table.reminder(id)
            try run(old, input, table, context)
            try table.refreshNext(old.seriesID ?? id)
            return .object(try ReminderFields.value(id, ReminderTable(context), context))
        }
    }

    private static func refuseUnlessOpen(_ reminder: Reminder) throws {
        guard !reminder.isOpen else { return }
        throw AtriumError(
            .conflict, reminder.isCancelled ? "it was cancelled" : "it is already done",
            remedy: "\(command: "reminders reopen") reopens it", field: "record")
    }
}
