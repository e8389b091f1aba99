import AtriumSDK
import Foundation
import ICalendarExchange
import ICalendarFormat

/// Something to be done: what a VTODO says, as far as the tables hold it.
///
/// A series and each of its occurrences that was done or changed is a reminder of its own. Times are kept as their author
/// wrote them; see `CalendarTime.storedText`.
struct Reminder: Sendable, Hashable {
    /// What: one line; nil where a file gives none, and ``shownTitle`` stands for it.
    var title: String?
    /// More about it; nil where there is none.
    var note: String?
    /// From when on it can be done; nil where only ``due`` says when.
    var start: CalendarTime?
    /// When it is due, the first time, where it repeats; nil: whenever.
    var due: CalendarTime?
    /// RRULE: how it repeats, from ``anchor`` on.
    var rules: [RecurrenceRule] = []
    /// EXRULE, which RFC 5545 dropped and old files have.
    var exclusionRules: [RecurrenceRule] = []
    /// RDATE.
    var additions: [RecurrenceDate] = []
    /// EXDATE.
    var exclusions: [CalendarTime] = []
    /// RECURRENCE-ID: which occurrence of a series this is; nil for a series and for what does not repeat.
    var occurrence: RecurrenceID?
    /// PRIORITY (RFC 5545, section 3.8.1.9): 1 is the highest, 9 the lowest; nil: none.
    var priority: Int?
    /// How many minutes before ``due`` it is shown; nil: it has no alarm.
    ///
    /// A day is due at its midnight, so that -540 is at nine. Without an alarm phones keep silent; what came due is told of
    /// all the same, see ``ReminderNotice``.
    var alert: Int?
    /// Whether it is shown again and again until it is done.
    var isPersistent = false
    /// True if nobody is notified: the reminder has no alarm, and `reminders due` leaves it out.
    var isSilent = false
    /// Until when it is put off, as stored text of `Timestamp`; nil: not at all.
    var snoozedUntil: String?
    /// When it was done, as stored text of `Timestamp`; nil: not yet.
    var completedAt: String?
    /// Whether it was given up.
    var isCancelled = false
    /// The UID of the task that this one is a part of.
    var parent: String?
    /// The UIDs of those whom it is for, also of people whom the vault does not have; links lead to the others.
    var people: [String] = []
    /// Its tags.
    var tags: [String] = []
}

/// A reminder as the vault keeps it.
struct StoredReminder: Sendable {
    /// The row's id, unique in the vault.
    let id: Int64
    /// The identifier that stays the same over export and import; of an occurrence the UID, `#` and the RECURRENCE-ID.
    let uid: String
    /// The UID of iCalendar where it is not ``uid``.
    let icalUID: String?
    /// For an occurrence: its series; nil where the vault does not have it.
    let seriesID: Int64?
    /// Whether it is an occurrence that was made here by marking it as done, and says nothing else.
    let isOwn: Bool
    /// What is kept of it.
    let reminder: Reminder
    /// When it is to be done next; nil where it is not, or nobody knows when.
    let next: CalendarTime?
    /// When it was made: `Timestamp`.
    let createdAt: String
    /// When it was last changed: `Timestamp`.
    let updatedAt: String
    /// Finds the zones of its times.
    let zones: ZoneResolver

    /// The UID of iCalendar.
    var itemUID: String { icalUID ?? uid }
}

extension Reminder {
    /// How a reminder notifies.
    enum Notification: String, CaseIterable {
        /// Once.
        case standard
        /// Again and again until it is done.
        case persistent
        /// Not at all.
        case silent = "none"
    }

    /// Where a reminder stands.
    enum Status: String, CaseIterable {
        /// To be done.
        case pending
        /// To be done, and put off until later.
        case snoozed
        /// Done.
        case completed
        /// Given up: never due.
        case cancelled
    }

    /// Where it stands at a moment, as stored text of `Timestamp`.
    func status(at now: String) -> Status {
        if isCancelled { return .cancelled }
        if completedAt != nil { return .completed }
        return snoozedUntil.map { $0 > now } == true ? .snoozed : .pending
    }

    /// The word for how it notifies.
    var notification: Notification { isSilent ? .silent : isPersistent ? .persistent : .standard }

    /// Whether it is still to be done.
    var isOpen: Bool { completedAt == nil && !isCancelled }

    /// Whether it is to be done more than once.
    var isRepeating: Bool { anchor != nil && (!rules.isEmpty || !additions.isEmpty) }

    /// The time that its rules run over: the start, else the due time.
    var anchor: CalendarTime? { start ?? due }

    /// What it is called: its title, else the first line of its note.
    ///
    /// The module's `titleSQL` says the same.
    var shownTitle: String {
        if let title { return title }
        let line = note?.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        let trimmed = line.trimmingCharacters(in: .whitespaces)
        return trimmed.isEmpty ? "(untitled)" : trimmed
    }

    /// The rules, one a line; nil for none.
    var ruleText: String? { rules.isEmpty ? nil : rules.map(\.text).joined(separator: "\n") }

    /// How many minutes before a due time what is new is shown: at the time itself, on a day at nine.
    static func usualAlert(for due: CalendarTime) -> Int { due.isDate ? -540 : 0 }

    /// Another due time: the start moves as far.
    mutating func move(to new: CalendarTime) {
        if let start, let due, start.isDate == due.isDate, due.isDate == new.isDate {
            let moved = start.shifted(by: new.clock.seconds - due.clock.seconds)
            self.start = moved.hasClock(of: due) ? new.showing(moved.clock) : moved
        }
        if alert == due.map(Self.usualAlert) { alert = Self.usualAlert(for: new) }
        due = new
    }
}
