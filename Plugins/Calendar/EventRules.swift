import AtriumSDK
import ICalendarExchange
import ICalendarFormat

/// What must hold of an event that a user makes or edits.
///
/// Pure: values in, an error or nothing out.
///
/// Imported events are kept whatever they say; the rules hold for what a command is about to write.
enum EventRules {
    /// Checks all rules.
    ///
    /// - Parameter old: the event before an edit. What was wrong in it already, as in files it may be, does not stand in
    ///   the way of an edit of something else.
    /// - Throws: ``AtriumError`` with code `badData` that names the field.
    static func check(_ event: CalendarEvent, since old: CalendarEvent? = nil) throws {
        for rule in [checkNeeds, checkLength, checkRecurrence, checkRules, checkPeople, checkDetails] {
            do {
                try rule(event)
            } catch let error as AtriumError {
                if let old, self.error(of: rule, in: old) == error { continue }
                throw error
            }
        }
    }

    private static func error(of rule: (CalendarEvent) throws -> Void, in event: CalendarEvent)
        -> AtriumError?
    {
        do {
            try rule(event)
            return nil
        } catch {
            return error as? AtriumError
        }
    }

    private static func checkNeeds(_ event: CalendarEvent) throws {
        guard event.summary != nil || event.recurrenceID != nil else {
            throw wrong("summary", "an event needs a summary", "give it one")
        }
        guard event.start != nil else { throw wrong("start", "an event needs a start", "give it one") }
    }

    private static func checkPeople(_ event: CalendarEvent) throws {
        for attendee in event.attendees { try checkAddress(attendee.address, field: "attendees") }
        if let organizer = event.organizer { try checkAddress(organizer.address, field: "organizer") }
    }

    private static func checkDetails(_ event: CalendarEvent) throws {
        for alarm in event.alarms where (alarm.repeatCount == nil) != (alarm.repeatInterval == nil) {
            throw wrong("alarms", "a repeating reminder needs a count and a pause", "give both")
        }
        for (field, text) in [("url", event.url), ("color", event.color)] {
            if let text, text.contains(where: \.isWhitespace) {
                throw wrong(field, "\(field) contains white space", "remove the white space")
            }
        }
        for attachment in event.attachments {
            if case .uri(let uri) = attachment.content,
                uri.contains(where: \.isWhitespace) || !uri.contains(":")
            {
                throw wrong(
                    "attachments", "a document's address is not a URI", "write https://… or another URI")
            }
        }
    }

    private static func wrong(_ field: String, _ message: String, _ remedy: Guidance) -> AtriumError {
        AtriumError(.badData, message, remedy: remedy, field: field)
    }

    private static func checkLength(_ event: CalendarEvent) throws {
        guard let start = event.start else { return }
        switch event.end {
        case .time(let end):
            guard end.isDate == start.isDate else {
                throw wrong(
                    "end",
                    start.isDate
                        ? "the start is a day, but the end is a time"
                        : "the start is a time, but the end is a day",
                    "give both as days or both as times")
            }
            guard end.isFloating == start.isFloating else {
                throw wrong(
                    "end", "only one of start and end is floating", "give both a zone, or neither")
            }
            guard isAfter(end, start) else {
                throw wrong(
                    "end", "the end is not after the start",
                    start.isDate ? "give the day after the event's last day" : "give a later end")
            }
        case .duration(let duration):
            guard duration.nominalSeconds > 0 else {
                throw wrong("duration", "the duration is not longer than zero", "write PT1H30M or P1D")
            }
            guard !start.isDate || duration.seconds == 0 else {
                throw wrong("duration", "an all-day event must last whole days", "write P1D or P1W")
            }
        case nil: break
        }
    }

    /// Whether one time is after another: by instants where both are known, else by what the clocks show.
    static func isAfter(_ end: CalendarTime, _ start: CalendarTime) -> Bool {
        let resolver = ZoneResolver()
        func instant(_ time: CalendarTime) -> Instant? {
            switch time {
            case .utc(let instant): instant
            case .zoned(let clock, let zone): resolver.zone(zone)?.instant(of: clock)
            case .date, .floating: nil
            }
        }
        if start.zoneID != end.zoneID, let first = instant(start), let last = instant(end) {
            return last > first
        }
        return end.clock > start.clock
    }

    private static func checkRecurrence(_ event: CalendarEvent) throws {
        guard let start = event.start else { return }
        if event.recurrenceID != nil, !event.rules.isEmpty {
            throw wrong("recurrenceRules", "an occurrence of a series cannot repeat", "edit the series")
        }
        for (field, times) in [
            ("recurrenceDates", event.additions.map(\.start)), ("exceptionDates", event.exclusions),
        ] where start.isDate && times.contains(where: { !$0.isDate }) {
            throw wrong(field, "the dates of an all-day event cannot have a time", "leave out the time")
        }
        for date in event.additions {
            switch date.end {
            case .time(let end)? where !isAfter(end, date.start):
                throw wrong("recurrenceDates", "a period's end is not after its start", "give a later end")
            case .duration(let duration)? where duration.nominalSeconds <= 0:
                throw wrong("recurrenceDates", "a period is not longer than zero", "write PT1H")
            default: break
            }
        }
    }

    private static func checkRules(_ event: CalendarEvent) throws {
        guard let start = event.start else { return }
        for rule in event.rules {
            try rule.checkGiven(startingAt: start, field: "recurrenceRules")
            let last: Int? =
                switch rule.until {
                case .date(let day): day.dayNumber
                // A zone is at most 14 hours away.
                case .utc(let instant): (instant.epochSeconds + 14 * 3600) / 86_400
                case .local(let clock): clock.date.dayNumber
                case nil: nil
                }
            guard last.map({ $0 >= start.clock.date.dayNumber }) ?? true else {
                throw wrong(
                    "recurrenceRules", "the repetition ends before it begins",
                    "give a last day on or after the start")
            }
        }
    }

    private static func checkAddress(_ address: String, field: String) throws {
        let scheme = address.prefix { $0 != ":" }
        guard scheme.count < address.count - 1, !scheme.isEmpty, !address.contains(where: \.isWhitespace)
        else {
            throw wrong(field, "“\(address)” is not a calendar address", "give an e-mail address")
        }
    }
}
