public import ICalendarFormat

extension CalendarTime {
    /// The text as it is stored and shown: the time as its author wrote it, never converted.
    ///
    /// | stored text | zone beside it | meaning |
    /// |---|---|---|
    /// | `2026-03-01` | null | a day |
    /// | `2026-03-01T09:30:00` | a TZID | the time that clocks of that zone show |
    /// | `2026-03-01T09:30:00` | null | floating: the time that the viewer's clock shows |
    /// | `2026-03-01T09:30:00Z` | null | UTC |
    public var storedText: String {
        switch self {
        case .date(let date): date.isoText
        case .floating(let time), .zoned(let time, _): time.isoText
        case .utc(let instant): instant.description
        }
    }

    /// Reads stored text; nil where it is no day or time.
    public init?(stored text: String, zone: String? = nil) {
        switch DateTimeText(text) {
        case .date(let date): self = .date(date)
        case .utc(let instant): self = .utc(instant)
        case .local(let time): self = zone.map { .zoned(time, zone: $0) } ?? .floating(time)
        case nil: return nil
        }
    }
}

extension DateTimeText {
    /// The text as ``CalendarTime/storedText`` has it; the zone is beside it.
    public var storedText: String {
        switch self {
        case .date(let date): date.isoText
        case .local(let time): time.isoText
        case .utc(let instant): instant.description
        }
    }
}

extension RecurrenceDate {
    /// The text as it is stored and shown: a time, and for a period a slash and its end or duration.
    public var storedText: String {
        switch end {
        case .time(let time): "\(start.storedText)/\(time.storedText)"
        case .duration(let duration): "\(start.storedText)/\(duration.text)"
        case nil: start.storedText
        }
    }

    /// Reads stored text; nil where it is no time or period.
    public init?(stored text: String, zone: String?) {
        let parts = text.split(separator: "/", maxSplits: 1).map(String.init)
        guard let start = parts.first.flatMap({ CalendarTime(stored: $0, zone: zone) }) else { return nil }
        guard parts.count > 1 else {
            self.init(start)
            return
        }
        if let time = CalendarTime(stored: parts[1], zone: zone) {
            self.init(start, end: .time(time))
        } else if let duration = CalendarDuration(parts[1]) {
            self.init(start, end: .duration(duration))
        } else {
            return nil
        }
    }
}
