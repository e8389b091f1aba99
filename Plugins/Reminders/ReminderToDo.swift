import AtriumSDK
import ContentLine
import ICalendarExchange
import ICalendarFormat

/// An item of a file, mapped: the reminder, and what its file says of its names and times.
struct ReminderDraft: Sendable, Hashable {
    /// What the item says.
    var reminder: Reminder
    /// The UID of iCalendar; nil where it has none, or it is of an occurrence that cannot be read as one.
    var itemUID: String?
    /// CREATED: RFC 3339 in UTC; nil where it is not said.
    var createdAt: String?
    /// LAST-MODIFIED: RFC 3339 in UTC; nil where it is not said.
    var updatedAt: String?
}

/// The mapping between VTODO and reminders, both ways.
///
/// Pure.
enum ReminderToDo {
    /// The property of the to-dos that reminders make, by which an import tells them from those of other modules.
    static let mark = "X-ATRIUM-REMINDER"

    // MARK: - In

    /// The draft of a VTODO, and by what it is known again.
    static func map(_ component: CalendarComponent) throws -> MappedItem<ReminderDraft> {
        guard let toDo = component.toDo else {
            throw AtriumError(.internal, "the reminders received a component that is not a to-do")
        }
        let reminder = normalized(toDo)
        // One that cannot be read makes no occurrence.
        let isUnreadable = !component.part.isEmpty && reminder.occurrence == nil
        let draft = ReminderDraft(
            reminder: reminder, itemUID: isUnreadable ? nil : component.uid,
            createdAt: toDo.created?.description, updatedAt: toDo.lastModified?.description)
        return MappedItem(draft: draft, uid: component.uid, part: component.part)
    }

    /// What a VTODO says, as far as the tables hold it; the source keeps the rest.
    static func normalized(_ toDo: CalendarToDo) -> Reminder {
        var reminder = Reminder(
            title: Words.filled(toDo.summary), note: Words.filled(toDo.description))
        reminder.due = due(of: toDo)
        reminder.start = toDo.start == reminder.due ? nil : toDo.start
        reminder.rules = toDo.rules
        reminder.exclusionRules = toDo.exclusionRules
        reminder.additions = toDo.additions
        reminder.exclusions = toDo.exclusions
        reminder.occurrence = toDo.recurrenceID
        reminder.priority = toDo.priority.flatMap { $0 == 0 ? nil : $0 }
        reminder.alert = ReminderAlarms.alert(of: toDo)
        reminder.isPersistent = ReminderAlarms.isPersistent(toDo.alarms)
        reminder.isSilent = ReminderAlarms.isSilent(toDo.alarms)
        reminder.isCancelled = toDo.status == .cancelled
        reminder.completedAt = completion(of: toDo)
        if reminder.isOpen { reminder.snoozedUntil = ReminderAlarms.snooze(toDo.alarms) }
        reminder.parent = toDo.parentUID
        reminder.people = toDo.peopleUIDs
        reminder.tags = Words.distinctTags(toDo.categories)
        return reminder
    }

    /// DUE, else DTSTART and DURATION, else DTSTART.
    private static func due(of toDo: CalendarToDo) -> CalendarTime? { toDo.dueTime ?? toDo.start }

    /// When it was done: COMPLETED, else LAST-MODIFIED, else DTSTAMP, else when it was due, as its own clock reads.
    private static func completion(of toDo: CalendarToDo) -> String? {
        guard toDo.isCompleted else { return nil }
        let time = toDo.completed ?? toDo.lastModified ?? toDo.stamp
        let seconds = due(of: toDo)?.clock.seconds ?? 0
        return (time ?? Instant(epochSeconds: seconds)).description
    }

    // MARK: - Out

    /// The component of a reminder that no file of iCalendar brought, with the mark.
    static func component(of stored: StoredReminder) -> Component {
        var toDo = merged(CalendarToDo(), with: stored)
        toDo.uid = stored.itemUID
        var component = toDo.component(createdAt: stored.createdAt, updatedAt: stored.updatedAt)
        component.properties.append(ContentLine(name: mark, value: ""))
        return component
    }

    /// The component that a file brought, with just the differences between what it says and the reminder.
    ///
    /// - Parameter localZone: the TZID of its times without a zone; see `CalendarContainer`.
    /// - Returns: the component with what the change cost; nil where there is no difference, so that the source can be
    ///   given back byte for byte.
    static func patched(
        _ component: Component, version: CalendarVersion, localZone: String? = nil, to stored: StoredReminder
    ) -> PatchedComponent? {
        var issues: [ContentIssue] = []
        let old = CalendarToDo(component, version: version, localZone: localZone, issues: &issues)
        var new = merged(old, with: stored)
        // vCalendar 1.0 has no alarm that does not ring.
        if version == .vCalendar { new.alarms.removeAll { $0.action == Alarm.silent } }
        guard new != old else { return nil }
        return new.patch(
            component, version: version, localZone: localZone, uid: stored.itemUID,
            updatedAt: stored.updatedAt)
    }

    /// What a component says, with the reminder's values where these differ from what an import makes of the component.
    private static func merged(_ component: CalendarToDo, with stored: StoredReminder) -> CalendarToDo {
        let reminder = stored.reminder
        let imported = normalized(component)
        var result = component
        if imported.title != reminder.title { result.summary = reminder.title }
        if imported.note != reminder.note { result.description = reminder.note }
        if imported.start != reminder.start || imported.due != reminder.due {
            setTimes(of: reminder, in: &result)
        }
        // What repeats and was not read from a file runs over its start, as RFC 5545 wants it.
        if reminder.isRepeating, !imported.isRepeating, result.start == nil { result.start = reminder.anchor }
        if imported.rules != reminder.rules { result.rules = reminder.rules }
        if imported.exclusionRules != reminder.exclusionRules {
            result.exclusionRules = reminder.exclusionRules
        }
        if imported.additions != reminder.additions { result.additions = reminder.additions }
        if imported.exclusions != reminder.exclusions { result.exclusions = reminder.exclusions }
        if imported.occurrence != reminder.occurrence { result.recurrenceID = reminder.occurrence }
        if imported.priority != reminder.priority { result.priority = reminder.priority }
        if imported.tags != reminder.tags {
            result.categories = Words.categories(
                component.categories, imported: imported.tags, tags: reminder.tags)
        }
        if imported.completedAt != reminder.completedAt || imported.isCancelled != reminder.isCancelled {
            result.setState(
                isCancelled: reminder.isCancelled,
                completedAt: reminder.completedAt.flatMap { Instant(stored: $0) })
        }
        if imported.parent != reminder.parent { result.parentUID = reminder.parent }
        if imported.people != reminder.people { result.peopleUIDs = reminder.people }
        ReminderAlarms.merge(stored, since: imported, into: &result)
        return result
    }

    private static func setTimes(of reminder: Reminder, in toDo: inout CalendarToDo) {
        let hadStart = toDo.start != nil
        toDo.start = reminder.start ?? (hadStart || reminder.isRepeating ? reminder.due : nil)
        // A duration from the start on, or a start alone, may still say the same.
        if due(of: toDo) != reminder.due || (toDo.due == nil && !hadStart) {
            toDo.due = reminder.due.map { .time($0) }
        }
    }
}
