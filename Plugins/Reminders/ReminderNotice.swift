import AtriumSDK
import ICalendarExchange
import ICalendarFormat

/// When a reminder is to be told of: a pure function of its times.
///
/// That is at its alert, or where it has none when it is due, and on a day at nine; when it was put off, at the end of that. A
/// persistent one is told of again each quarter of an hour until it is done, as its VALARM says it to phones.
struct ReminderNotice: Hashable {
    /// The due time that it is about.
    let due: CalendarTime
    /// When it is to be told of.
    let moment: ICalendarFormat.Instant

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
    ) -> ICalendarFormat.Instant {
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
    static func last(
        of item: ReminderSchedule.Item, after since: ICalendarFormat.Instant,
        until now: ICalendarFormat.Instant
    ) -> ReminderNotice? {
        guard !item.isSnoozed, let next = item.next else { return nil }
        func notice(_ due: CalendarTime) -> ReminderNotice {
            ReminderNotice(
                due: due,
                moment: moment(of: due, alert: item.times.alert, zones: item.zones, viewer: item.viewer))
        }
        var notices = [notice(next)]
        if let series = item.series {
            let lead = lead(item.times.alert, before: next)
            func day(_ instant: ICalendarFormat.Instant, _ slack: Int) -> CivilDate {
                item.viewer.wallTime(at: instant.adding(seconds: 60 * lead)).date.adding(days: slack)
            }
            let (first, last) = (day(since, -1), day(now, 1))
            if first <= last {
                notices += series.open(on: first...last, limit: mostOccurrences).occurrences.map {
                    notice($0.due)
                }
            }
        }
        if let end = item.times.snoozedUntil.flatMap({ ICalendarFormat.Instant(stored: $0) }) {
            // What it was put off from is told of no more.
            notices = notices.filter { $0.moment > end } + [ReminderNotice(due: next, moment: end)]
        }
        guard let last = notices.filter({ $0.moment <= now }).max(by: { $0.moment < $1.moment }) else {
            return nil
        }
        guard item.times.isPersistent else { return last.moment > since ? last : nil }
        let passed = (now.epochSeconds - last.moment.epochSeconds) / pause * pause
        let again = last.moment.adding(seconds: passed)
        return again > since ? ReminderNotice(due: last.due, moment: again) : nil
    }

    private static let mostOccurrences = 1000
}
