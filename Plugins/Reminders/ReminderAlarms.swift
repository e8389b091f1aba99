import AtriumSDK
import ICalendarExchange
import ICalendarFormat

/// The mapping between VALARM and when, and how often, a reminder is shown.
///
/// Pure. Alarms that say neither stay as they are in the source.
enum ReminderAlarms {
    /// How often a persistent reminder is shown again by programs that know no other way, and how far apart.
    private static let repeatCount = 4
    private static let repeatInterval = CalendarDuration(seconds: 15 * 60)
    /// The trigger that Apple's programs write in an alarm that does not ring: 1 April 1976, 00:55:45 UTC.
    private static let silentTrigger = Instant(epochSeconds: 197_168_145)
    /// RELTYPE of an alarm that stands for another one that was put off (RFC 9074, section 8.1).
    private static let snoozeType = "SNOOZE"

    // MARK: - In

    /// How many minutes before the due time the first alarm is shown that counts from it or from the start.
    static func alert(of toDo: CalendarToDo) -> Int? {
        guard let index = shown(toDo.alarms),
            case .relative(let span, let isFromDue)? = toDo.alarms[index].trigger
        else { return nil }
        var seconds = -span.nominalSeconds
        if !isFromDue, let start = toDo.start, case .time(let due)? = toDo.due {
            seconds += due.clock.seconds - start.clock.seconds
        } else if !isFromDue, toDo.start != nil, case .duration(let length)? = toDo.due {
            seconds += length.nominalSeconds
        }
        return Int((Double(seconds) / 60).rounded(.down))
    }

    /// Whether an alarm that rings does so more than once.
    static func isPersistent(_ alarms: [Alarm]) -> Bool {
        alarms.contains { $0.isActive && !$0.isSnooze && ($0.repeatCount ?? 0) > 0 }
    }

    /// True if an alarm says that none rings: Apple's ACTION:NONE, beside no alarm that rings.
    static func isSilent(_ alarms: [Alarm]) -> Bool {
        alarms.contains { $0.action == Alarm.silent } && !alarms.contains { $0.isActive && !$0.isSnooze }
    }

    /// Until when it is put off: the latest alarm that says so.
    static func snooze(_ alarms: [Alarm]) -> String? {
        alarms.compactMap { alarm -> Instant? in
            guard alarm.isSnooze, case .absolute(let instant)? = alarm.trigger else { return nil }
            return instant
        }.max()?.description
    }

    /// The alarm that ``Reminder/alert`` speaks of.
    private static func shown(_ alarms: [Alarm]) -> Int? {
        alarms.firstIndex { alarm in
            guard alarm.action == "DISPLAY", !alarm.isSnooze, case .relative? = alarm.trigger else {
                return false
            }
            return true
        }
    }

    // MARK: - Out

    /// Writes into a VTODO what differs.
    ///
    /// - Parameter imported: what an import makes of the VTODO.
    static func merge(_ stored: StoredReminder, since imported: Reminder, into toDo: inout CalendarToDo) {
        let reminder = stored.reminder
        // One that counts from the start says another time once the start has moved.
        if alert(of: toDo) != reminder.alert { setAlert(of: reminder, in: &toDo.alarms) }
        if isPersistent(toDo.alarms) != reminder.isPersistent {
            setPersistence(of: reminder, in: &toDo.alarms)
        }
        if isSilent(toDo.alarms) != reminder.isSilent { setSilence(of: reminder, in: &toDo.alarms) }
        if imported.snoozedUntil != reminder.snoozedUntil { setSnooze(of: stored, in: &toDo.alarms) }
    }

    private static func setAlert(of reminder: Reminder, in alarms: inout [Alarm]) {
        let index = shown(alarms)
        guard let alert = reminder.alert else {
            if let index { alarms.remove(at: index) }
            return
        }
        let trigger = Alarm.Trigger.relative(CalendarDuration(seconds: -alert * 60), toEnd: true)
        if let index {
            alarms[index].trigger = trigger
        } else {
            alarms.insert(Alarm(trigger: trigger, description: reminder.shownTitle), at: 0)
        }
    }

    private static func setPersistence(of reminder: Reminder, in alarms: inout [Alarm]) {
        if reminder.isPersistent {
            guard let index = alarms.firstIndex(where: { $0.isActive && !$0.isSnooze }) else { return }
            alarms[index].repeatCount = repeatCount
            alarms[index].repeatInterval = repeatInterval
        } else {
            for index in alarms.indices where !alarms[index].isSnooze && alarms[index].repeatCount != nil {
                alarms[index].repeatCount = nil
                alarms[index].repeatInterval = nil
            }
        }
    }

    private static func setSilence(of reminder: Reminder, in alarms: inout [Alarm]) {
        guard reminder.isSilent else { return alarms.removeAll { $0.action == Alarm.silent } }
        alarms.removeAll { $0.isActive && !$0.isSnooze }
        guard !alarms.contains(where: { $0.action == Alarm.silent }) else { return }
        alarms.append(Alarm(action: Alarm.silent, trigger: .absolute(silentTrigger)))
    }

    private static func setSnooze(of stored: StoredReminder, in alarms: inout [Alarm]) {
        alarms.removeAll(where: \.isSnooze)
        guard let until = stored.reminder.snoozedUntil.flatMap({ Instant(stored: $0) }) else {
            return
        }
        var alarm = Alarm(trigger: .absolute(until), description: stored.reminder.shownTitle)
        // RFC 9074 wants the UID of the alarm that was put off; without one, that of the task says as much.
        let origin = alarms.lazy.compactMap(\.uid).first ?? stored.itemUID
        alarm.relations = [Relation(uid: origin, type: snoozeType)]
        alarms.append(alarm)
    }
}

extension Alarm {
    /// The ACTION of an alarm that does not ring.
    static let silent = "NONE"

    /// Whether it stands for another one that was put off.
    fileprivate var isSnooze: Bool { relations.contains { $0.type == "SNOOZE" } }
}
