import AtriumSDK
import ICalendarExchange
import ICalendarFormat

/// When a reminder is to be told of: a pure function of its times.
///
/// That is at its alert, or where it has no alarm of its own when it is due, and on a day at nine; when it was put off, at the end of that. A
/// persistent one is told of again each quarter of an hour until it is done, as its VALARM says it to phones.
/// What was made or changed when its moment had passed, and was not over, is told of as soon as it stands so.
struct ReminderNotice: Hashable {
    /// The due time that it is about.
    let due: CalendarTime
    /// When it is to be told of.
    let moment: Instant
    /// Which occurrence it is about, where that is known; else what is to be done next.
    let occurrence: ReminderSeries.Occurrence?

    /// How far apart the notices of a persistent reminder are, in seconds.
    static let pause = 15 * 60
    /// No alert counts that is further away than this, in minutes: a hundred years.
    private static let furthest = 100 * 366 * 24 * 60

    /// How far before a due time it is told of, in minutes.
    static func lead(_ alert: Int?, before due: CalendarTime) -> Int {
        min(max(alert ?? Reminder.usualAlert(for: due), -furthest), furthest)
    }

    /// The moment for a due time.
    ///
    /// Before or after a day it is read on the clock, so that nine stays nine where the clocks are changed in the night.
    static func moment(
        of due: CalendarTime, alert: Int?, zones: ZoneResolver, viewer: Zone
    ) -> Instant {
        let seconds = -60 * lead(alert, before: due)
        guard case .date(let date) = due else {
            return due.instant(zones, for: viewer).adding(seconds: seconds)
        }
        let clock = CivilDateTime(date: date).adding(seconds: seconds)
        return viewer.instant(of: min(max(clock, .earliest), .latest))
    }

    /// The last notice of an open reminder that falls after one instant and not after another; nil where there is none.
    ///
    /// What came due several times in between is told of once.
    ///
    /// - Returns: the notice, and whether all times were looked at.
    static func last(
        of item: ReminderSchedule.Item, after since: Instant,
        until now: Instant
    ) -> (notice: ReminderNotice?, isComplete: Bool) {
        guard !item.isSnoozed, let next = item.next else { return (nil, true) }
        if item.times.isSilent, item.series?.changes.isEmpty ?? true { return (nil, true) }
        var notices = [notice(of: item, item.nextOccurrence, due: next)]
        var isComplete = true
        if let series = item.series {
            notices += series.openChanges.map { notice(of: item, $0, due: $0.due) }
            let ruled = lastByRule(of: item, series, after: since, until: now)
            isComplete = ruled.isComplete
            if let occurrence = ruled.occurrence {
                notices.append(notice(of: item, occurrence, due: occurrence.due))
            }
        }
        if let end = item.times.snoozedUntil.flatMap({ Instant(stored: $0) }) {
            // What it was put off from is told of no more.
            notices =
                notices.filter { $0.moment > end }
                + [ReminderNotice(due: next, moment: end, occurrence: item.nextOccurrence)]
        }
        let told = notices.filter { $0.moment <= now && !item.shown($0.occurrence).reminder.isSilent }
        guard let last = told.max(by: { $0.moment < $1.moment }) else { return (nil, isComplete) }
        guard item.shown(last.occurrence).reminder.isPersistent else {
            return (last.moment > since ? last : late(last, of: item, after: since, until: now), isComplete)
        }
        let passed = (now.epochSeconds - last.moment.epochSeconds) / pause * pause
        let again = last.moment.adding(seconds: passed)
        guard again > since else { return (nil, isComplete) }
        return (ReminderNotice(due: last.due, moment: again, occurrence: last.occurrence), isComplete)
    }

    /// A notice whose moment had passed when its reminder was made or changed, so that nobody was told of it then.
    ///
    /// It counts from the end of that second: instants are stored as whole ones, and who asked within it did not see it.
    /// - Returns: nil where it was made before the time that is asked for, or was over by then.
    private static func late(
        _ notice: ReminderNotice, of item: ReminderSchedule.Item, after since: Instant,
        until now: Instant
    ) -> ReminderNotice? {
        // One whose moment comes in the very second in which it was made is told of at its moment.
        guard let made = Instant(stored: item.notedAt), made > notice.moment else {
            return nil
        }
        let noted = made.adding(seconds: 1)
        guard noted > since, noted <= now else { return nil }
        // A time that is given to the minute lasts as long.
        let end = notice.due.end(item.zones, for: item.viewer).adding(seconds: notice.due.isDate ? 0 : 60)
        guard end > noted else { return nil }
        return ReminderNotice(due: notice.due, moment: noted, occurrence: notice.occurrence)
    }

    private static func notice(
        of item: ReminderSchedule.Item, _ occurrence: ReminderSeries.Occurrence?, due: CalendarTime
    ) -> ReminderNotice {
        ReminderNotice(
            due: due,
            moment: moment(
                of: due, alert: item.shown(occurrence).reminder.alert, zones: item.zones, viewer: item.viewer),
            occurrence: occurrence)
    }

    /// Of the occurrences by rule the last that is told of by now: after an instant, or if it is persistent, at any time.
    private static func lastByRule(
        of item: ReminderSchedule.Item, _ series: ReminderSeries, after since: Instant,
        until now: Instant
    ) -> (occurrence: ReminderSeries.Occurrence?, isComplete: Bool) {
        guard let next = item.next, let anchor = item.times.anchor, let due = item.times.due else {
            return (nil, true)
        }
        // How long after it begins an occurrence is told of; on clocks that are changed, and on days, not to the second.
        let begin = anchor.instant(item.zones, for: item.viewer)
        let offset =
            due.instant(item.zones, for: item.viewer).epochSeconds - begin.epochSeconds
            - 60 * lead(item.times.alert, before: due)
        let isExact =
            anchor == due && !due.isDate
            && series.changes.allSatisfy { $0.occurrence?.includesFuture != true }
        let slack = isExact ? 0 : 2 * 86_400
        let earliest =
            item.times.isPersistent
            ? min(since, moment(of: next, alert: item.times.alert, zones: item.zones, viewer: item.viewer))
            : since
        return series.last(
            from: earliest.adding(seconds: -offset - slack), through: now.adding(seconds: -offset + slack)
        ) { occurrence in
            notice(of: item, occurrence, due: occurrence.due).moment <= now
                && !item.shown(occurrence).reminder.isSilent
        }
    }
}
