import AtriumSDK
public import ICalendarFormat

extension RecurrenceRule {
    /// The rule with a day as its UNTIL as RFC 5545, section 3.3.10, has it beside a time: the end of that day on the clock of
    /// the start.
    ///
    /// People say on which day a series ends. Other rules, and those of a series that begins on a day, stay as they are.
    ///
    /// - Parameters:
    ///   - start: what the series begins with.
    ///   - zones: finds the zone of the start.
    public func endingWithItsDay(startingAt start: CalendarTime, zones: ZoneResolver) -> RecurrenceRule {
        guard case .date(let day)? = until else { return self }
        let last = CivilDateTime(seconds: (day.dayNumber + 1) * 86_400 - 1)
        let end: String
        switch start {
        case .date: return self
        case .floating: end = last.description
        case .utc: end = last.description + "Z"
        case .zoned(_, let name):
            guard let zone = zones.zone(name) else { return self }
            let instant = zone.startOfDay(day.adding(days: 1)).epochSeconds - 1
            end = CivilDateTime(seconds: instant).description + "Z"
        }
        let old = "UNTIL=" + last.description.prefix(8)
        return (try? RecurrenceRule(text.replacing(old, with: "UNTIL=" + end))) ?? self
    }

    /// Refuses what RFC 5545, section 3.3.10, forbids: parts that it does not know, hours of a series that begins on a day,
    /// COUNT beside UNTIL, or an UNTIL that is written otherwise than what the series begins with.
    ///
    /// Files have all of these, and are read as they are meant; what a person gives is to be understood everywhere.
    ///
    /// - Parameters:
    ///   - start: what the series begins with.
    ///   - field: the field of the rule.
    /// - Throws: ``AtriumError`` with code `badData`.
    public func checkGiven(startingAt start: CalendarTime, field: String) throws {
        guard !deviations.contains(.unknownPart) else {
            throw AtriumError(
                .badData, "“\(text)” has a part that iCalendar does not define",
                remedy: "remove it, or check its spelling: FREQ=WEEKLY;INTERVAL=2;BYDAY=SU", field: field)
        }
        let saysHours =
            frequency < .daily || !byHour.isEmpty || !byMinute.isEmpty || !bySecond.isEmpty
        guard !start.isDate || !saysHours else {
            throw AtriumError(
                .badData, "“\(text)” specifies hours, but the start is a day",
                remedy: "start at a time, or repeat by days: FREQ=DAILY", field: field)
        }
        try checkEnd(startingAt: start, field: field)
    }

    private func checkEnd(startingAt start: CalendarTime, field: String) throws {
        if count != nil, until != nil {
            throw AtriumError(
                .badData, "“\(text)” has both COUNT and UNTIL, but a rule may have only one",
                remedy: "remove one of them",
                field: field)
        }
        guard let until else { return }
        let (isRight, kind, example): (Bool, String, String) =
            switch (start, until) {
            case (.date, let until): (until.isDate, "a day, like the start", "UNTIL=20260630")
            case (.floating, let until):
                (until.isLocal, "a time without a zone, like the start", "UNTIL=20260630T180000")
            case (.zoned, let until), (.utc, let until):
                (until.isInstant, "an instant in UTC, because the start is a time", "UNTIL=20260630T160000Z")
            }
        guard !isRight else { return }
        throw AtriumError(
            .badData, "the UNTIL of “\(text)” must be \(kind)", remedy: "write it as in \(example)",
            field: field)
    }
}

extension RecurrenceRule.Until {
    fileprivate var isDate: Bool { if case .date = self { true } else { false } }
    fileprivate var isLocal: Bool { if case .local = self { true } else { false } }
    fileprivate var isInstant: Bool { if case .utc = self { true } else { false } }
}
