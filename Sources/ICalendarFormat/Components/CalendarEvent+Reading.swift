public import ContentLine

extension CalendarEvent {
    /// Reads the typed view of a VEVENT, and says what in it could not be read.
    ///
    /// Properties that may stand once count where they stand first. Nothing makes this fail; the component keeps what
    /// is not understood.
    public init(_ component: Component, version: CalendarVersion = .iCalendar, issues: inout [ContentIssue]) {
        self.init()
        var reader = EventReader(version: version)
        // By index, which copies no line.
        for index in component.properties.indices {
            reader.read(component.properties[index], into: &self, &issues)
        }
        for inner in component.components where inner.isNamed("VALARM") {
            alarms.append(Alarm(inner, issues: &issues))
        }
        reader.finish(&self, component, &issues)
    }
}

/// The two versions of the format, which differ in lists, rules and alarms.
public enum CalendarVersion: Sendable, Hashable {
    /// iCalendar: VERSION 2.0, and where nothing is said.
    case iCalendar
    /// vCalendar: VERSION 1.0, of versit, 1996.
    case vCalendar
}

/// Reads the lines of one event.
private struct EventReader {
    let version: CalendarVersion
    private var duration: CalendarDuration?
    private var hasEnd = false

    init(version: CalendarVersion) {
        self.version = version
    }

    /// What stands between the values of a list.
    private var separator: UInt8 { version == .vCalendar ? 0x3B : 0x2C }

    mutating func read(_ line: ContentLine, into event: inout CalendarEvent, _ issues: inout [ContentIssue]) {
        switch line.canonicalName {
        case "SUMMARY": once(line, &event.summary, &issues) { line, _ in line.text() }
        case "DTSTART": once(line, &event.start, &issues, PropertyReader.time)
        case "DTEND": readEnd(line, &event, &issues)
        case "UID": once(line, &event.uid, &issues) { line, _ in Self.identifier(line) }
        case "DTSTAMP": once(line, &event.stamp, &issues, PropertyReader.instant)
        case "DESCRIPTION": once(line, &event.description, &issues) { line, _ in line.text() }
        case "LOCATION": once(line, &event.location, &issues) { line, _ in line.text() }
        case "CREATED", "DCREATED": once(line, &event.created, &issues, PropertyReader.instant)
        case "LAST-MODIFIED": once(line, &event.lastModified, &issues, PropertyReader.instant)
        case "SEQUENCE":
            once(line, &event.sequence, &issues) { PropertyReader.integer($0, 0...Int(Int32.max), &$1) }
        case "STATUS": once(line, &event.status, &issues, Self.status)
        case "TRANSP": once(line, &event.isTransparent, &issues, Self.transparency)
        case "CATEGORIES":
            for category in line.list(separator: separator) {
                let name = trimmed(category)
                if !name.isEmpty { event.categories.append(name) }
            }
        case "RRULE": readRule(line, &event.rules, &issues)
        case "EXRULE": readRule(line, &event.exclusionRules, &issues)
        case "RDATE": event.additions += PropertyReader.dates(line, separator: separator, &issues)
        case "EXDATE": event.exclusions += PropertyReader.times(line, separator: separator, &issues)
        case "RECURRENCE-ID":
            once(line, &event.recurrenceID, &issues) { line, issues in
                PropertyReader.time(line, &issues).map {
                    CalendarEvent.RecurrenceID(
                        $0, includesFuture: line.parameter("RANGE")?.asciiUppercased() == "THISANDFUTURE")
                }
            }
        case "ATTENDEE": event.attendees.append(CalendarUser(line))
        case "ORGANIZER": once(line, &event.organizer, &issues) { line, _ in CalendarUser(line) }
        case "DURATION": duration = duration ?? PropertyReader.duration(line, &issues)
        case "CLASS": once(line, &event.classification, &issues, Self.classification)
        case "PRIORITY": once(line, &event.priority, &issues) { PropertyReader.integer($0, 0...9, &$1) }
        case "URL": once(line, &event.url, &issues) { line, _ in line.uri() }
        case "COLOR": once(line, &event.color, &issues) { line, _ in trimmed(line.text()) }
        case "GEO": once(line, &event.position, &issues, PropertyReader.position)
        case "ATTACH": event.attachments.append(Attachment(line))
        case "AALARM" where version == .vCalendar, "DALARM" where version == .vCalendar,
            "PALARM" where version == .vCalendar, "MALARM" where version == .vCalendar:
            event.alarms.append(VCalendar.alarm(line, &issues))
        default: break
        }
    }

    /// Reads a property that may stand once; where it stands again it is an issue.
    @inline(__always)
    private func once<Value>(
        _ line: ContentLine, _ value: inout Value?, _ issues: inout [ContentIssue],
        _ read: (ContentLine, inout [ContentIssue]) -> Value?
    ) {
        guard value == nil else {
            issues.append(
                PropertyReader.issue(
                    .repeatedProperty, line, "The property stands more than once; the first counts."))
            return
        }
        value = read(line, &issues)
    }

    private mutating func readEnd(
        _ line: ContentLine, _ event: inout CalendarEvent, _ issues: inout [ContentIssue]
    ) {
        var time: CalendarTime?
        if hasEnd, case .time(let known)? = event.end { time = known }
        once(line, &time, &issues, PropertyReader.time)
        hasEnd = true
        event.end = time.map { .time($0) }
    }

    private func readRule(
        _ line: ContentLine, _ rules: inout [RecurrenceRule], _ issues: inout [ContentIssue]
    ) {
        var text = String(decoding: line.value, as: UTF8.self)
        if version == .vCalendar, !text.utf8.contains(0x3D) {
            guard let translated = VCalendar.rule(text) else {
                issues.append(
                    PropertyReader.issue(
                        "rule-untranslated", line,
                        "The rule of vCalendar 1.0 cannot be read; the event happens once."))
                return
            }
            text = translated
        }
        do {
            let rule = try RecurrenceRule(text)
            for deviation in rule.deviations.explanations {
                issues.append(
                    PropertyReader.issue(
                        ContentIssue.Code(rawValue: deviation.code), line, deviation.message))
            }
            rules.append(rule)
        } catch {
            issues.append(
                PropertyReader.issue(
                    ContentIssue.Code(rawValue: error.code.rawValue), line,
                    error.message + " The event happens as if the rule were not there."))
        }
    }

    private static func status(_ line: ContentLine, _ issues: inout [ContentIssue]) -> CalendarEvent.Status? {
        let word = trimmed(line.text()).asciiUppercased()
        switch word {
        case "TENTATIVE": return .tentative
        case "CONFIRMED": return .confirmed
        case "CANCELLED", "CANCELED": return .cancelled
        default:
            issues.append(
                PropertyReader.issue(.badValue, line, "The status is none of an event; it is kept unread."))
            return nil
        }
    }

    private static func identifier(_ line: ContentLine) -> String? {
        let text = trimmed(line.text())
        return text.isEmpty ? nil : text
    }

    private static func transparency(_ line: ContentLine, _ issues: inout [ContentIssue]) -> Bool? {
        let word = trimmed(line.text()).asciiUppercased()
        // vCalendar counts: 0 blocks time, 1 and more do not.
        if word == "TRANSPARENT" || (Int(word) ?? 0) > 0 { return true }
        if word == "OPAQUE" || word == "0" { return false }
        issues.append(
            PropertyReader.issue(.badValue, line, "TRANSP is neither OPAQUE nor TRANSPARENT; it is kept."))
        return nil
    }

    private static func classification(
        _ line: ContentLine, _ issues: inout [ContentIssue]
    ) -> CalendarEvent.Classification? {
        let word = trimmed(line.text()).asciiUppercased()
        // RFC 5545: a word that is not known is to be treated as PRIVATE.
        return CalendarEvent.Classification(rawValue: word) ?? .private
    }

    /// Looks at what only all properties together show.
    func finish(_ event: inout CalendarEvent, _ component: Component, _ issues: inout [ContentIssue]) {
        func report(_ code: ContentIssue.Code, _ property: String, _ message: String) {
            let line = component.property(property)?.lineNumber ?? component.lineNumber
            issues.append(ContentIssue(code, line: line, property: property, message: message))
        }
        if let duration {
            if event.end != nil {
                report(.endAndDuration, "DURATION", "DTEND and DURATION stand together; DTEND counts.")
            } else {
                event.end = .duration(duration)
            }
        }
        if event.uid == nil {
            report(.missingUID, "UID", "The event has no UID; one is derived from its text.")
        }
        guard let start = event.start else {
            if component.property("DTSTART") == nil {
                report(.missingStart, "DTSTART", "The event has no start.")
            }
            return
        }
        switch event.end {
        case .time(let end)?:
            if end.isDate != start.isDate {
                report(
                    .endTypeMismatch, "DTEND", "DTEND is of another type than DTSTART; it is read as a date.")
            } else if end.zoneID == start.zoneID, end.clock < start.clock || (start.isDate && end == start) {
                report(.endBeforeStart, "DTEND", "DTEND is not after DTSTART; the usual length is taken.")
            }
        case .duration(let duration)? where duration.isNegative:
            report(.endBeforeStart, "DURATION", "DURATION is negative; the usual length is taken.")
        default: break
        }
        if event.recurrenceID.map({ !$0.includesFuture }) ?? false, !event.rules.isEmpty {
            report(
                .ruleOnOverride, "RRULE", "A single changed instance has a rule of its own; it has no effect."
            )
        }
        for rule in event.rules where rule.until != nil && !Self.matches(rule.until, start) {
            report(
                .untilTypeMismatch, "RRULE",
                "UNTIL is of another type than DTSTART; it is read as it is meant.")
        }
    }

    private static func matches(_ until: RecurrenceRule.Until?, _ start: CalendarTime) -> Bool {
        switch (until, start) {
        case (.date, .date), (.local, .floating), (.utc, .utc), (.utc, .zoned), (nil, _): return true
        default: return false
        }
    }
}
