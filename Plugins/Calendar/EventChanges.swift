import AtriumSDK
import ICalendarExchange
import ICalendarFormat

/// What the fields of `add` and `edit` make of an event.
///
/// Pure: it reads no clock and no table.
struct EventChanges {
    let input: Arguments
    /// The user's zone, for local times that name none.
    let userZone: String

    /// Applies all fields that were given.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where a value is wrong; ``EventRules`` checks how they fit.
    func apply(to event: inout CalendarEvent) throws {
        let wasDate = event.start?.isDate
        try applyTimes(to: &event)
        try applyDetails(to: &event, wasDate: wasDate == true)
    }

    /// Applies all fields but those of DTSTART, DTEND and DURATION.
    ///
    /// - Parameter wasDate: true if the event was on a day before its times changed.
    func applyDetails(to event: inout CalendarEvent, wasDate: Bool) throws {
        try applyTexts(to: &event)
        try applyLists(to: &event)
        // If the event was on a day before, a rule that is given again still ends with its day.
        if let start = event.start, wasDate, !start.isDate,
            input.values[EventInput.rules.declaration.name] != nil
        {
            event.rules = event.rules.map { $0.endingWithItsDay(startingAt: start, zones: ZoneResolver()) }
        }
    }

    /// True if the input gives rules that replace the event's own.
    var replacesRules: Bool { input.values[EventInput.rules.declaration.name] != nil }

    private func applyTexts(to event: inout CalendarEvent) throws {
        func apply(_ field: Field<String>, to property: inout String?) {
            input.apply(field, to: &property)
            property = Words.filled(property)
        }
        apply(EventInput.summary, to: &event.summary)
        apply(EventInput.description, to: &event.description)
        apply(EventInput.location, to: &event.location)
        apply(EventInput.url, to: &event.url)
        apply(EventInput.color, to: &event.color)
        var status = event.status?.rawValue
        input.apply(EventInput.status, to: &status)
        event.status = status.flatMap { CalendarEvent.Status(rawValue: $0.uppercased()) }
        var transparency = event.isTransparent.map { $0 ? "transparent" : "opaque" }
        input.apply(EventInput.transparency, to: &transparency)
        event.isTransparent = transparency.map { $0 == "transparent" }
        var classification = event.classification?.rawValue
        input.apply(EventInput.classification, to: &classification)
        event.classification = classification.flatMap {
            CalendarEvent.Classification(rawValue: $0.uppercased())
        }
        var priority = event.priority.map(Int64.init)
        input.apply(EventInput.priority, to: &priority)
        event.priority = priority.map { Int(clamping: $0) }
        try applyPosition(to: &event)
        try applyOrganizer(to: &event)
    }

    private func applyPosition(to event: inout CalendarEvent) throws {
        var latitude = event.position?.latitude
        var longitude = event.position?.longitude
        input.apply(EventInput.latitude, to: &latitude)
        input.apply(EventInput.longitude, to: &longitude)
        switch (latitude, longitude) {
        case (let latitude?, let longitude?):
            event.position = GeoPosition(latitude: latitude, longitude: longitude)
        case (nil, nil): event.position = nil
        default:
            throw AtriumError(
                .badData, "a position needs latitude and longitude", remedy: "give both, or clear both",
                field: latitude == nil ? "latitude" : "longitude")
        }
    }

    private func applyOrganizer(to event: inout CalendarEvent) throws {
        let fields = [EventInput.organizer.declaration.name, EventInput.organizerName.declaration.name]
        guard fields.contains(where: { input.values[$0] != nil }) else { return }
        let known = Words.filled(event.organizer?.address)
        var address = known
        input.apply(EventInput.organizer, to: &address)
        address = Words.filled(address).map(EventDetails.calendarAddress)
        // Whatever else is known of the one who called it is nothing that the next one is.
        let isSame = address?.lowercased() == known.map(EventDetails.calendarAddress)?.lowercased()
        // A file may leave the scheme out: an address that is the same stays as it is written.
        if isSame { address = known }
        var name = isSame ? event.organizer?.commonName : nil
        input.apply(EventInput.organizerName, to: &name)
        if let address {
            var organizer = CalendarUser(address: address)
            if isSame, let known = event.organizer { organizer = known }
            organizer.address = address
            organizer.commonName = Words.filled(name)
            event.organizer = organizer
        } else if let name = Words.filled(name), input[EventInput.organizerName] != nil {
            throw AtriumError(
                .badData, "\(name) needs a calendar address", remedy: "give organizer an e-mail address",
                field: "organizer")
        } else {
            event.organizer = nil
        }
    }

    // MARK: Times

    /// Applies the fields of DTSTART, DTEND and DURATION.
    func applyTimes(to event: inout CalendarEvent) throws {
        let old = event.start
        // A new zone alone keeps what the clock shows.
        if input[EventInput.start] == nil, let start = event.start {
            event.start = try showingSame(as: start, zone: EventInput.zone)
        }
        if input[EventInput.end] == nil, let end = event.endTime {
            event.end = .time(try showingSame(as: end, zone: EventInput.zone))
        }
        switch input.change(EventInput.start) {
        case .keep: break
        case .clear:
            throw AtriumError(.badData, "an event needs a start", remedy: "give a new one", field: "start")
        case .set(let text):
            event.start = try time(
                text, zone: input[EventInput.zone], like: isCleared(EventInput.zone) ? nil : old)
        }
        try applyEnd(to: &event, oldStart: old)
    }

    private func applyEnd(to event: inout CalendarEvent, oldStart: CalendarTime?) throws {
        if input[EventInput.end] != nil, input[EventInput.duration] != nil {
            throw AtriumError(
                .badData, "an event has an end or a duration, not both", remedy: "give only one of them",
                field: "duration")
        }
        switch input.change(EventInput.duration) {
        case .keep: break
        case .clear: if event.duration != nil { event.end = nil }
        case .set(let text):
            guard let duration = CalendarDuration(text) else {
                throw AtriumError(
                    .badData, "“\(text)” is not a valid duration", remedy: "write PT1H30M", field: "duration")
            }
            event.end = .duration(duration)
        }
        switch input.change(EventInput.end) {
        case .keep:
            guard let end = event.endTime else { return }
            if input[EventInput.endZone] != nil {
                event.end = .time(try showingSame(as: end, zone: EventInput.endZone))
            } else if isCleared(EventInput.endZone), end.zoneID != nil, let start = event.start, !start.isDate
            {
                event.end = .time(start.showing(end.clock))
            } else if input[EventInput.keepsLength] == true {
                event.end = .time(try moved(end, from: oldStart, to: event.start))
            }
        case .clear: if event.endTime != nil { event.end = nil }
        case .set(let text):
            let zone = input[EventInput.endZone] ?? input[EventInput.zone]
            let isOnClockOfStart = isCleared(EventInput.endZone) || isCleared(EventInput.zone)
            let present = isOnClockOfStart ? nil : event.endTime
            let names = (time: "end", zone: input[EventInput.endZone] == nil ? "zone" : "endZone")
            event.end = .time(try time(text, zone: zone, like: present ?? event.start, fields: names))
        }
    }

    /// Whether a field is to be emptied.
    private func isCleared(_ field: Field<String>) -> Bool {
        if case .clear = input.change(field) { true } else { false }
    }

    /// A time on the clock of a zone that is given, or of the user's where it is cleared; that clock shows the same.
    private func showingSame(as time: CalendarTime, zone field: Field<String>) throws -> CalendarTime {
        switch input.change(field) {
        case .keep: time
        case .clear: time.zoneID == nil ? time : .zoned(time.clock, zone: userZone)
        case .set(let zone):
            try self.time(
                time.isDate ? time.storedText : time.clock.isoText, zone: zone, like: nil,
                fields: (time: "start", zone: field.declaration.name))
        }
    }

    /// An end that is moved as far as its start was, on the clock.
    private func moved(
        _ end: CalendarTime, from old: CalendarTime?, to new: CalendarTime?
    ) throws -> CalendarTime {
        guard let old, let new, old != new else { return end }
        guard old.isDate == new.isDate, end.isDate == new.isDate else {
            throw AtriumError(
                .badData, "the end cannot move with the start", remedy: "give the end too",
                field: "end")
        }
        let clock = end.clock.adding(seconds: new.clock.seconds - old.clock.seconds)
        guard clock >= .earliest, clock <= .latest else { throw wrongTime("end") }
        return switch end {
        case .date: .date(clock.date)
        case .floating: .floating(clock)
        case .utc: .utc(Instant(epochSeconds: clock.seconds))
        case .zoned(_, let zone): .zoned(clock, zone: zone)
        }
    }

    /// Reads a time that was given.
    ///
    /// - Parameters:
    ///   - zone: the zone that was named, if any.
    ///   - other: the time whose clock a local time is read on if no zone was named.
    ///   - fields: what an error names: where the time was given, and the zone.
    func time(
        _ text: String, zone: String?, like other: CalendarTime?,
        fields: (time: String, zone: String) = ("start", "zone")
    ) throws -> CalendarTime {
        guard let value = DateTimeText(text) else { throw wrongTime(fields.time) }
        let clock = try zone.map { try self.clock($0, field: fields.zone) }
        switch (value, clock) {
        case (.date(let date), _): return .date(date)
        case (.local(let time), nil):
            switch other {
            case .zoned(_, let zone): return .zoned(time, zone: zone)
            case .floating: return .floating(time)
            case .date, .utc, nil: return .zoned(time, zone: userZone)
            }
        case (.local(let time), .floating): return .floating(time)
        case (.local(let time), .utc): return .utc(Instant(epochSeconds: time.seconds))
        case (.local(let time), .zone(let zone)): return .zoned(time, zone: zone.id)
        case (.utc(let instant), nil), (.utc(let instant), .utc): return .utc(instant)
        case (.utc(let instant), .zone(let zone)):
            let clock = zone.wallTime(at: instant)
            guard clock >= .earliest, clock <= .latest else { throw wrongTime(fields.time) }
            return .zoned(clock, zone: zone.id)
        case (.utc, .floating):
            throw AtriumError(
                .badData, "an instant cannot be floating", remedy: "give a local time without Z",
                field: fields.zone)
        }
    }

    private enum Clock {
        case floating
        case utc
        case zone(Zone)
    }

    private func clock(_ name: String, field: String) throws -> Clock {
        switch name.lowercased() {
        case "floating": return .floating
        case "utc", "z": return .utc
        default: return .zone(try ZoneNames.zone(name, field: field))
        }
    }

    func wrongTime(_ field: String) -> AtriumError {
        AtriumError(
            .badData, "\(field) is not a day, local time or instant",
            remedy: "write 2026-03-01, 2026-03-01T09:30:00 or 2026-03-01T09:30:00Z", field: field)
    }
}

/// Zones that users name.
enum ZoneNames {
    /// The zone with a name, in any form that files have too; its id is the IANA name.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where nothing is known by the name.
    static func zone(_ name: String, field: String = "zone") throws -> Zone {
        guard let zone = ZoneResolver().zone(name) else {
            throw AtriumError(
                .badData, "unknown time zone “\(name)”", remedy: "give an IANA name such as Europe/Berlin",
                field: field)
        }
        return zone
    }
}
