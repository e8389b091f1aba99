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
            "uid", .text, help: "The uid, which stays the same over export and import.", isRequired: true),
        FieldDeclaration("title", .text, help: "What is to be done.", isRequired: true),
        FieldDeclaration("note", .longText, help: "More about it."),
        FieldDeclaration(
            "start", .when, help: "From when on it can be done, where that is not when it is due."),
        FieldDeclaration(
            "due", .when, help: "When it is due, on the clock of its zone; the first time, where it repeats."),
        FieldDeclaration("zone", .text, help: "The zone of a due time; empty: a day, UTC or floating."),
        FieldDeclaration(
            "repeat", .longText, help: "How it repeats: RRULE of RFC 5545; of several, one a line."
        ).formatted(.recurrence, zone: "zone"),
        FieldDeclaration(
            "next", .when, help: "When it is to be done next, on the clock of its zone."),
        FieldDeclaration(
            "status", .choice(Reminder.Status.allCases.map(\.rawValue)), help: "Where it stands.",
            isRequired: true),
        FieldDeclaration(
            "overdue", .boolean, help: "Whether its time is over and it is not done.", isRequired: true),
        FieldDeclaration("snoozedUntil", .instant, help: "Until when it is put off."),
        FieldDeclaration("priority", .integer(1...9), help: "From 1, the highest, to 9, the lowest."),
        FieldDeclaration(
            "alert", .integer(),
            help:
                "How many minutes before it is due it is shown; a day is due at its midnight. Empty: it has no alarm, so that phones keep silent and due tells it when it is due, a day at nine."
        ),
        FieldDeclaration(
            "notification", .choice(["standard", "persistent"]),
            help: "Whether it is shown once, or until it is done.", isRequired: true),
        FieldDeclaration(
            "people", .list(.text), help: "The names of those whom it is for.", isRequired: true),
        FieldDeclaration("tags", .list(.text), help: "Its tags.", isRequired: true),
        FieldDeclaration("completedAt", .instant, help: "When it was done."),
        FieldDeclaration("createdAt", .instant, help: "When it was made.", isRequired: true),
        FieldDeclaration("updatedAt", .instant, help: "When it was last changed.", isRequired: true),
    ]

    /// The fields of one reminder.
    static let record =
        listed + [
            FieldDeclaration(
                "series", .reference(.reminders), help: "For an occurrence: the reminder that repeats."),
            FieldDeclaration("occurrence", .when, help: "For an occurrence: which one it is."),
            FieldDeclaration(
                "done", .list(.text), help: "The occurrences that were done, where it repeats.",
                isRequired: true),
            FieldDeclaration(
                "additionalDates", .list(.text), help: "When it takes place beside its rule: RDATE.",
                isRequired: true),
            FieldDeclaration(
                "exceptionDates", .list(.text), help: "When it does not: EXDATE.", isRequired: true),
            FieldDeclaration("parent", .text, help: "The UID of the task that it is a part of."),
        ]

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
            "notification": .text(reminder.isPersistent ? "persistent" : "standard"),
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
        item["notification"] = .text(shown.isPersistent ? "persistent" : "standard")
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
        return next.end(zones, for: Zones.viewer(context.settings)) <= ICalendarFormat.Instant(context.now)
    }
}
