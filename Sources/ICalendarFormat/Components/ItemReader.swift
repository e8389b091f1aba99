import ContentLine

/// The two versions of the format, which differ in lists, rules and alarms.
public enum CalendarVersion: Sendable, Hashable {
    /// iCalendar: VERSION 2.0, and where nothing is said.
    case iCalendar
    /// vCalendar: VERSION 1.0, of versit, 1996.
    case vCalendar

    /// The version that the first VERSION of a VCALENDAR says.
    init(_ line: ContentLine?) {
        self = line.map { trimmed($0.text()) } == "1.0" ? .vCalendar : .iCalendar
    }
}

/// The state while the lines of one component are read.
struct ItemReader {
    let version: CalendarVersion
    /// The TZID of times without a zone, from the calendar or from the component itself, or nil if these times float.
    private(set) var localZone: String?
    var issues: [ContentIssue]
    /// DURATION, which yields to DTEND or DUE wherever it stands.
    private var duration: CalendarDuration?
    private var hasEnd = false
    /// AALARM and its like, which need DTSTART to be read.
    var oldAlarms: [ContentLine] = []

    init(version: CalendarVersion, localZone: String?, issues: [ContentIssue]) {
        self.version = version
        self.localZone = localZone
        self.issues = issues
    }

    /// What stands between the values of a list.
    var separator: UInt8 { version == .vCalendar ? 0x3B : 0x2C }

    /// Reads a property that may stand once; where it stands again it is an issue.
    @inline(__always)
    mutating func once<Value>(
        _ line: ContentLine, _ value: inout Value?, _ read: (ContentLine, inout [ContentIssue]) -> Value?
    ) {
        guard value == nil else {
            issues.append(
                PropertyReader.issue(
                    .repeatedProperty, line, "The property occurs more than once; the first one was used."))
            return
        }
        value = read(line, &issues)
    }

    @inline(__always)
    mutating func onceText(_ line: ContentLine, _ value: inout String?) {
        once(line, &value) { line, _ in line.text() }
    }

    /// Reads TZID as a property of the component, which some programs write instead of the parameter.
    mutating func readZone(_ line: ContentLine) {
        guard localZone == nil, let zone = Self.zone(line) else { return }
        localZone = zone
        issues.append(
            PropertyReader.issue(
                .zoneAsProperty, line,
                "TZID is a property here and not a parameter; times without a zone were read in this zone."))
    }

    private static func zone(_ line: ContentLine) -> String? {
        let text = trimmed(line.text())
        return text.isEmpty ? nil : text
    }

    /// The zone that TZID as a property of a component names, or nil.
    static func zone(of component: Component) -> String? {
        component.properties.lazy.filter { $0.canonicalName == "TZID" }.compactMap { zone($0) }.first
    }

    mutating func readEnd(_ line: ContentLine, _ end: inout CalendarEnd?) {
        var time: CalendarTime?
        if hasEnd, case .time(let known)? = end { time = known }
        once(line, &time, PropertyReader.time)
        hasEnd = true
        end = time.map { .time($0) }
    }

    mutating func readDuration(_ line: ContentLine) {
        duration = duration ?? PropertyReader.duration(line, &issues)
    }

    mutating func readRule(_ line: ContentLine, _ rules: inout [RecurrenceRule]) {
        var text = String(decoding: line.value, as: UTF8.self)
        if version == .vCalendar, !text.utf8.contains(0x3D) {
            guard let translated = VCalendarRule.translated(text) else {
                issues.append(
                    PropertyReader.issue(
                        .untranslatedRule, line,
                        "The vCalendar 1.0 rule cannot be read; the event happens once."))
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
                    error.message + " The event happens as if it had no rule."))
        }
    }

    mutating func report(
        _ code: ContentIssue.Code, _ property: String, _ component: Component, _ message: String
    ) {
        let line = component.property(property)?.lineNumber ?? component.lineNumber
        issues.append(ContentIssue(code, line: line, property: property, message: message))
    }

    /// Joins an end and DURATION, and compares them with DTSTART.
    ///
    /// - Parameter name: the property of the end: DTEND or DUE.
    mutating func finish(
        _ end: inout CalendarEnd?, named name: String, _ common: CommonProperties, _ component: Component
    ) {
        if let duration {
            if end != nil {
                report(
                    .endAndDuration, "DURATION", component,
                    "The component has both \(name) and DURATION; \(name) was used.")
            } else {
                end = .duration(duration)
            }
        }
        if let localZone { end = end?.placed(in: localZone) }
        guard let start = common.start else { return }
        switch end {
        case .time(let end)?:
            if end.isDate != start.isDate {
                report(
                    .endTypeMismatch, name, component,
                    "\(name) has a different type than DTSTART; it was read as a date.")
            } else if end.zoneID == start.zoneID,
                end.clock < start.clock || (name == "DTEND" && start.isDate && end == start)
            {
                report(
                    .endBeforeStart, name, component,
                    "\(name) is not after DTSTART; the default length was used.")
            }
        case .duration(let duration)? where duration.isNegative:
            report(
                .endBeforeStart, "DURATION", component, "DURATION is negative; the default length was used.")
        default: break
        }
    }

    /// Says what only all of the common properties together show.
    mutating func finish(_ common: CommonProperties, _ component: Component) {
        if common.uid == nil {
            report(.missingUID, "UID", component, "There is no UID; one was derived from the text.")
        }
        guard let start = common.start else { return }
        if let id = common.recurrenceID, !id.includesFuture, !common.rules.isEmpty {
            report(
                .ruleOnOverride, "RRULE", component,
                "A single changed instance has a rule of its own; it has no effect.")
        }
        for rule in common.rules where rule.until != nil && !Self.matches(rule.until, start) {
            report(
                .untilTypeMismatch, "RRULE", component,
                "UNTIL has a different type than DTSTART; it was read as intended.")
        }
    }

    private static func matches(_ until: RecurrenceRule.Until?, _ start: CalendarTime) -> Bool {
        switch (until, start) {
        case (.date, .date), (.local, .floating), (.utc, .utc), (.utc, .zoned), (nil, _): return true
        default: return false
        }
    }
}
