import AtriumSDK
import ICalendarExchange
import ICalendarFormat

extension EventChanges {
    func applyLists(to event: inout CalendarEvent) throws {
        try changeRules(of: &event)
        try changeDates(
            &event.additions, of: event.start, set: EventInput.dates, add: EventInput.addDates,
            remove: EventInput.removeDates)
        var exclusions = event.exclusions.map { RecurrenceDate($0) }
        try changeDates(
            &exclusions, of: event.start, set: EventInput.exceptions, add: EventInput.addExceptions,
            remove: EventInput.removeExceptions, haveFormOfStart: true)
        event.exclusions = exclusions.map(\.start)
        try change(
            &event.categories, set: EventInput.categories, add: EventInput.addCategories,
            remove: EventInput.removeCategories)
        event.categories = Words.distinctTags(event.categories)
        try changeAttendees(of: &event)
        try changeAlarms(of: &event)
        try changeDocuments(of: &event)
    }

    private func changeRules(of event: inout CalendarEvent) throws {
        var texts = event.rules.map(\.text)
        let before = texts
        try change(
            &texts, set: EventInput.rules, add: EventInput.addRules, remove: EventInput.removeRules)
        guard texts != before else { return }
        event.rules = try texts.map { given in
            let text = EventInput.rule(inWords: given) ?? given
            if let known = event.rules.first(where: { $0.text == text }) { return known }
            do {
                let rule = try RecurrenceRule(text)
                return event.start.map { rule.endingWithItsDay(startingAt: $0, zones: ZoneResolver()) }
                    ?? rule
            } catch {
                throw AtriumError(
                    .badData, "“\(text)” is not a valid recurrence rule",
                    remedy: "write FREQ=WEEKLY;BYDAY=MO,TH (RFC 5545, section 3.3.10)",
                    field: "recurrenceRules")
            }
        }
    }

    /// A list of texts: set, added to (what is there already is not repeated), taken from (in any case).
    private func change(
        _ list: inout [String], set: Field<[String]>, add: Field<[String]>, remove: Field<[String]>
    ) throws {
        if input.values[set.declaration.name] != nil { list = input[set] ?? [] }
        for text in input[add] ?? [] where !list.contains(text) { list.append(text) }
        for text in input[remove] ?? [] {
            let rest = list.filter { $0.lowercased() != text.lowercased() }
            guard rest.count < list.count else { throw absent(text, remove.declaration.name) }
            list = rest
        }
    }

    private func absent(_ text: String, _ field: String) -> AtriumError {
        AtriumError(
            .badData, "the event has no “\(text)” to remove", remedy: "show the event to see its values",
            field: field)
    }

    private func wrongForm(_ time: CalendarTime, _ field: String) -> AtriumError {
        AtriumError(
            .badData,
            "\(time.storedText) is not in the same form as the event's start and matches no occurrence",
            remedy: "write it in the form of the start, or as a day", field: field)
    }

    /// Dates among the instances of a series.
    ///
    /// - Parameter haveFormOfStart: whether each is written as the start is, which EXDATE must be (RFC 5545, section
    ///   3.8.5.1) and RDATE need not.
    private func changeDates(
        _ list: inout [RecurrenceDate], of start: CalendarTime?, set: Field<[DataObject]>,
        add: Field<[DataObject]>, remove: Field<[DataObject]>, haveFormOfStart: Bool = false
    ) throws {
        let present = list
        func date(_ object: DataObject) throws -> RecurrenceDate {
            let zone = object["zone"]?.textValue
            var time = try self.time(object["value"]?.textValue ?? "", zone: zone, like: start)
            // What a file gave in another form is named, and set again, in that form.
            if let start, !present.contains(where: { $0.start == time }) {
                time = time.withTimeOfDay(of: start)
                if haveFormOfStart {
                    time = time.inForm(of: start)
                    guard time.hasForm(of: start) else { throw wrongForm(time, set.declaration.name) }
                }
            }
            guard let end = Words.filled(object["periodEnd"]?.textValue) else {
                return RecurrenceDate(time)
            }
            if let duration = CalendarDuration(end) { return RecurrenceDate(time, end: .duration(duration)) }
            return RecurrenceDate(time, end: .time(try self.time(end, zone: zone, like: start)))
        }
        func dates(_ field: Field<[DataObject]>) throws -> [RecurrenceDate] {
            try (input[field] ?? []).map(date)
        }
        if input.values[set.declaration.name] != nil { list = try dates(set) }
        for date in try dates(add) where !list.contains(date) { list.append(date) }
        for date in try dates(remove) {
            let rest = list.filter { known in
                known.start != date.start && start.map { known.start.inForm(of: $0) } != date.start
            }
            guard rest.count < list.count else {
                throw absent(date.start.storedText, remove.declaration.name)
            }
            list = rest
        }
    }

    private func changeAttendees(of event: inout CalendarEvent) throws {
        func attendees(_ field: Field<[DataObject]>) -> [CalendarUser] {
            (input[field] ?? []).map { object in
                let address = EventDetails.calendarAddress(object["address"]?.textValue ?? "")
                // What commands do not show of someone who is known already stays.
                var user =
                    event.attendees.first { $0.address.lowercased() == address.lowercased() }
                    ?? CalendarUser(address: address)
                user.address = address
                user.commonName = Words.filled(object["name"]?.textValue)
                user.role = Words.filled(object["role"]?.textValue)?.uppercased()
                user.participationStatus = Words.filled(object["status"]?.textValue)?.uppercased()
                user.userType = Words.filled(object["kind"]?.textValue)?.uppercased()
                user.expectsReply = object["expectsReply"]?.flag
                return user
            }
        }
        if input.values[EventInput.attendees.declaration.name] != nil {
            event.attendees = attendees(EventInput.attendees)
        }
        for attendee in attendees(EventInput.addAttendees) {
            let key = attendee.address.lowercased()
            if let index = event.attendees.firstIndex(where: { $0.address.lowercased() == key }) {
                event.attendees[index] = attendee
            } else {
                event.attendees.append(attendee)
            }
        }
        for text in input[EventInput.removeAttendees] ?? [] {
            let key = EventDetails.calendarAddress(text).lowercased()
            let rest = event.attendees.filter { $0.address.lowercased() != key }
            guard rest.count < event.attendees.count else { throw absent(text, "removeAttendees") }
            event.attendees = rest
        }
    }

    private func changeAlarms(of event: inout CalendarEvent) throws {
        func alarms(_ field: Field<[DataObject]>) throws -> [ICalendarFormat.Alarm] {
            try (input[field] ?? []).map { object in
                let text = object["trigger"]?.textValue ?? ""
                guard let trigger = Self.trigger(text, isFromEnd: object["fromEnd"]?.flag ?? false) else {
                    throw AtriumError(
                        .badData, "“\(text)” is not a valid reminder trigger",
                        remedy: "write a duration such as -PT15M, or an instant in UTC",
                        field: field.declaration.name)
                }
                var alarm = ICalendarFormat.Alarm(
                    action: Words.filled(object["action"]?.textValue)?.uppercased() ?? "DISPLAY",
                    trigger: trigger, description: Words.filled(object["description"]?.textValue))
                alarm.summary = Words.filled(object["summary"]?.textValue)
                alarm.repeatCount = (object["repeatCount"]?.integerValue).map { Int(clamping: $0) }
                if let pause = Words.filled(object["pause"]?.textValue) {
                    guard let interval = CalendarDuration(pause), interval.nominalSeconds > 0 else {
                        throw AtriumError(
                            .badData, "“\(pause)” is not a valid pause", remedy: "write PT5M",
                            field: field.declaration.name)
                    }
                    alarm.repeatInterval = interval
                }
                return alarm
            }
        }
        if input.values[EventInput.alarms.declaration.name] != nil {
            event.alarms = try alarms(EventInput.alarms).map { described($0, in: event) }
        }
        for alarm in try alarms(EventInput.addAlarms)
        where !event.alarms.contains(where: { $0.isSame(as: alarm) }) {
            event.alarms.append(described(alarm, in: event))
        }
        for text in input[EventInput.removeAlarms] ?? [] {
            let wanted = Self.trigger(text, isFromEnd: false)?.storedText ?? text
            let rest = event.alarms.filter { $0.trigger?.storedText != wanted }
            guard rest.count < event.alarms.count else { throw absent(text, "removeAlarms") }
            event.alarms = rest
        }
    }

    /// A reminder that is shown must have a text (RFC 5545, section 3.6.6); those that files brought stay as they are.
    private func described(_ alarm: ICalendarFormat.Alarm, in event: CalendarEvent) -> ICalendarFormat.Alarm {
        guard alarm.action == "DISPLAY", alarm.description == nil, !event.alarms.contains(alarm) else {
            return alarm
        }
        var alarm = alarm
        alarm.description = event.summary ?? "Reminder"
        return alarm
    }

    private static func trigger(_ text: String, isFromEnd: Bool) -> ICalendarFormat.Alarm.Trigger? {
        if let instant = Timestamp.date(text) {
            return .init(stored: Timestamp.text(instant), isFromEnd: false)
        }
        return .init(stored: text, isFromEnd: isFromEnd)
    }

    private func changeDocuments(of event: inout CalendarEvent) throws {
        func links(_ field: Field<[DataObject]>) -> [ICalendarFormat.Attachment] {
            (input[field] ?? []).compactMap { object in
                Words.filled(object["uri"]?.textValue).map {
                    ICalendarFormat.Attachment(
                        content: .uri($0), mediaType: Words.filled(object["mediaType"]?.textValue),
                        fileName: Words.filled(object["name"]?.textValue))
                }
            }
        }
        var (linked, held) = (event.attachments.filter(\.isLink), event.attachments.filter { !$0.isLink })
        if input.values[EventInput.links.declaration.name] != nil { linked = links(EventInput.links) }
        for link in links(EventInput.addLinks) where !linked.contains(link) { linked.append(link) }
        if let file = input[EventInput.file] {
            held.append(
                ICalendarFormat.Attachment(
                    data: file.content, mediaType: MediaTypes.ofFile(named: file.name), fileName: file.name))
        }
        for name in input[EventInput.removeDocuments] ?? [] {
            let count = linked.count + held.count
            linked.removeAll { $0.content == .uri(name) || $0.fileName == name }
            held.removeAll { $0.fileName == name }
            guard linked.count + held.count < count else { throw absent(name, "removeAttachments") }
        }
        event.attachments = linked + held
    }
}

extension ICalendarFormat.Alarm {
    /// Whether it is one that was asked for, which may have been given a text since.
    fileprivate func isSame(as wanted: ICalendarFormat.Alarm) -> Bool {
        var bare = self
        if wanted.description == nil { bare.description = nil }
        return bare == wanted
    }
}

extension DataValue {
    /// The boolean, or nil where the value is of another kind.
    fileprivate var flag: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }
}

extension CalendarTime {
    /// The time; a day among the instances of a series that has a time of day means the instance at that time.
    fileprivate func withTimeOfDay(of start: CalendarTime) -> CalendarTime {
        guard case .date(let date) = self else { return self }
        let clock = CivilDateTime(date: date, secondOfDay: start.clock.secondOfDay)
        return switch start {
        case .date: self
        case .floating: .floating(clock)
        case .utc: .utc(Instant(epochSeconds: clock.seconds))
        case .zoned(_, let zone): .zoned(clock, zone: zone)
        }
    }

    /// Whether it is on the same clock as another time, so that the two can name one instance.
    fileprivate func hasForm(of start: CalendarTime) -> Bool {
        switch (self, start) {
        case (.date, .date), (.floating, .floating), (.utc, .utc): true
        case (.zoned(_, let zone), .zoned(_, let other)): zone == other
        default: false
        }
    }

    /// The same instant on the clock of another time, where both clocks are known.
    fileprivate func inForm(of start: CalendarTime) -> CalendarTime {
        let resolver = ZoneResolver()
        let instant: Instant? =
            switch self {
            case .utc(let instant): instant
            case .zoned(let clock, let zone) where zone != start.zoneID:
                resolver.zone(zone)?.instant(of: clock)
            case .date, .floating, .zoned: nil
            }
        guard let instant else { return self }
        switch start {
        case .utc: return .utc(instant)
        case .zoned(_, let zone):
            return resolver.zone(zone).map { .zoned($0.wallTime(at: instant), zone: zone) } ?? self
        case .date, .floating: return self
        }
    }
}
