import AtriumSDK
import GRDB
import ICalendarExchange
import ICalendarFormat

/// What a reminder looks like in results.
enum ReminderFields {
    /// The fields of a reminder in lists.
    static let listed: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration(
            "uid", .text, help: "The uid, which exports and imports keep.", isRequired: true),
        FieldDeclaration("title", .text, help: "What to do.", isRequired: true),
        FieldDeclaration("note", .longText, help: "A longer note."),
        FieldDeclaration(
            "start", .when, help: "The earliest time to start, if it is not the due time."),
        FieldDeclaration(
            "due", .when, help: "When it is due, in its zone; if it repeats, the first time."),
        FieldDeclaration(
            "zone", .text, help: "The zone of a due time, or null for a day, UTC or floating time."),
        FieldDeclaration(
            "repeat", .longText, help: "The recurrence rules: RRULE of RFC 5545, one per line."
        ).formatted(.recurrence, zone: "zone"),
        FieldDeclaration(
            "next", .when, help: "When it is due next, in its zone."),
        FieldDeclaration(
            "status", .choice(Reminder.Status.allCases.map(\.rawValue)), help: "The status.",
            isRequired: true),
        FieldDeclaration(
            "overdue", .boolean, help: "True if its time is over and it is not done.", isRequired: true),
        FieldDeclaration("snoozedUntil", .instant, help: "The end of the snooze."),
        FieldDeclaration("priority", .integer(1...9), help: "The priority, 1 (highest) to 9 (lowest)."),
        FieldDeclaration(
            "alert", .integer(),
            help:
                "How many minutes before the due time to notify; a day counts from its midnight. Null means no alarm: phones stay silent, and due lists it when it is due (a day: at 9:00)."
        ),
        FieldDeclaration(
            "notification", .choice(notifications), help: notificationHelp, isRequired: true),
        FieldDeclaration(
            "people", .list(.text), help: "The names of the people it is for.", isRequired: true),
        FieldDeclaration("tags", .list(.text), help: "The tags.", isRequired: true),
        FieldDeclaration("completedAt", .instant, help: "When it was completed."),
        FieldDeclaration("createdAt", .instant, help: "When it was created.", isRequired: true),
        FieldDeclaration("updatedAt", .instant, help: "When it was last changed.", isRequired: true),
    ]

    /// The fields of one reminder.
    static let record =
        listed + [
            FieldDeclaration(
                "series", .reference(.reminders), help: "The repeating reminder of an occurrence."),
            FieldDeclaration("occurrence", .when, help: "The original time of an occurrence."),
            FieldDeclaration(
                "done", .list(.text), help: "The completed occurrences of a repeating reminder.",
                isRequired: true),
            FieldDeclaration(
                "additionalDates", .list(.text), help: "Dates added to the rule (RDATE).",
                isRequired: true),
            FieldDeclaration(
                "exceptionDates", .list(.text), help: "Dates left out (EXDATE).", isRequired: true),
            FieldDeclaration("parent", .text, help: "The UID of the parent task."),
        ]

    /// The words for how a reminder notifies.
    static let notifications = Reminder.Notification.allCases.map(\.rawValue)
    /// What the words mean.
    static let notificationHelp =
        "Notify once (standard), until it is done (persistent), or not at all (none)."

    /// The kind of link from a reminder to those whom it is for.
    static let forPerson = "for"

    /// A reminder in the shape of ``listed``.
    static func item(_ stored: StoredReminder, _ context: CommandContext) throws -> DataObject {
        let reminder = stored.reminder
        let people = try context.links.targets(
            of: RecordReference(.reminders, stored.seriesID ?? stored.id), kind: forPerson)
        return [
            "id": .integer(stored.id), "uid": .text(stored.uid), "title": .text(reminder.shownTitle),
            "note": .text(orNull: reminder.note), "start": .text(orNull: reminder.start?.storedText),
            "due": .text(orNull: reminder.due?.storedText), "zone": .text(orNull: reminder.due?.zoneID),
            "repeat": .text(orNull: reminder.ruleText), "next": .text(orNull: stored.next?.storedText),
            "status": .text(reminder.status(at: context.nowText).rawValue),
            "overdue": .bool(stored.isOverdue(context)),
            "snoozedUntil": .text(orNull: reminder.snoozedUntil),
            "priority": .integer(orNull: reminder.priority.map(Int64.init)),
            "alert": .integer(orNull: reminder.alert.map(Int64.init)),
            "notification": .text(reminder.notification.rawValue),
            "people": .list(try people.compactMap { try context.modules.title(of: $0).map(DataValue.text) }),
            "tags": .list(reminder.tags.map(DataValue.text)),
            "completedAt": .text(orNull: reminder.completedAt), "createdAt": .text(stored.createdAt),
            "updatedAt": .text(stored.updatedAt),
        ]
    }

    /// A reminder in the shape of ``listed``, called and told of as an occurrence is that may have been changed.
    static func item(
        _ stored: StoredReminder, showing shown: Reminder, _ context: CommandContext
    ) throws -> DataObject {
        var item = try item(stored, context)
        item["title"] = .text(shown.shownTitle)
        item["alert"] = .integer(orNull: shown.alert.map(Int64.init))
        item["notification"] = .text(shown.notification.rawValue)
        return item
    }

    /// A reminder in the shape of ``record``.
    static func value(_ id: Int64, _ table: ReminderTable, _ context: CommandContext) throws -> DataObject {
        let stored = try table.reminder(id)
        let reminder = stored.reminder
        var object = try item(stored, context)
        object["series"] = .integer(orNull: stored.seriesID)
        object["occurrence"] = .text(orNull: reminder.occurrence?.time.storedText)
        let done = try table.changes(of: id).filter { $0.reminder.completedAt != nil }
        object["done"] = .list(
            done.compactMap { $0.reminder.occurrence.map { .text($0.time.storedText) } })
        object["additionalDates"] = .list(reminder.additions.map { .text($0.storedText) })
        object["exceptionDates"] = .list(reminder.exclusions.map { .text($0.storedText) })
        object["parent"] = .text(orNull: reminder.parent)
        return object
    }
}

extension StoredReminder {
    /// Whether its time is over and it is neither done nor put off.
    func isOverdue(_ context: CommandContext) -> Bool {
        guard reminder.status(at: context.nowText) == .pending, let next else { return false }
        return next.end(zones, for: Zones.viewer(context.settings)) <= Instant(context.now)
    }
}
