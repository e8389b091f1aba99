import ContentLine

/// A reminder of an event or a to-do: VALARM.
///
/// See RFC 5545, section 3.6.6, and RFC 9074. An alarm whose trigger cannot be read is kept and does not ring.
public struct Alarm: Sendable, Hashable {
    /// When an alarm rings.
    public enum Trigger: Sendable, Hashable {
        /// Before or after the start, or the end if `toEnd`; before is negative.
        case relative(CalendarDuration, toEnd: Bool)
        /// At an instant.
        case absolute(Instant)
    }

    /// ACTION, in upper case: `DISPLAY`, `AUDIO`, `EMAIL`, Apple's `NONE`, or another.
    public var action: String
    /// TRIGGER; nil where it is missing or cannot be read.
    public var trigger: Trigger?
    /// DESCRIPTION: the text to show.
    public var description: String?
    /// SUMMARY: the subject of an e-mail.
    public var summary: String?
    /// ATTENDEE: to whom an e-mail goes.
    public var attendees: [CalendarUser] = []
    /// ATTACH: the sound to play, or what goes with an e-mail.
    public var attachments: [Attachment] = []
    /// REPEAT: how often it rings again.
    public var repeatCount: Int?
    /// DURATION: the span between rings.
    public var repeatInterval: CalendarDuration?
    /// ACKNOWLEDGED (RFC 9074): when it was last turned off.
    public var acknowledged: Instant?
    /// UID (RFC 9074).
    public var uid: String?
    /// RELATED-TO (RFC 9074): of type `SNOOZE` where this one repeats another that was put off.
    public var relations: [Relation] = []
    /// PROXIMITY (RFC 9074), in upper case: `ARRIVE`, `DEPART`, `CONNECT`, `DISCONNECT`.
    public var proximity: String?
    /// VLOCATION (RFC 9074): the places that ``proximity`` is about.
    public var locations: [LocationDescription] = []

    /// Makes an alarm.
    public init(action: String = "DISPLAY", trigger: Trigger?, description: String? = nil) {
        self.action = action
        self.trigger = trigger
        self.description = description
    }

    /// Whether there is anything to show: not Apple's `NONE`, and a trigger that can be read.
    public var isActive: Bool { action != "NONE" && trigger != nil }
}

extension Alarm: InnerComponent {
    static let componentName = "VALARM"

    init(_ component: Component, issues: inout [ContentIssue]) {
        action = "DISPLAY"
        for written in component.properties {
            let moved = written.withColonInParameter
            if let moved { issues.append(moved.colonIssue) }
            let line = moved ?? written
            switch line.canonicalName {
            case "ACTION": action = trimmed(line.text()).asciiUppercased()
            case "TRIGGER": trigger = Alarm.trigger(line, &issues)
            case "DESCRIPTION": description = line.text()
            case "SUMMARY": summary = line.text()
            case "ATTENDEE": attendees.append(CalendarUser(line))
            case "ATTACH": attachments.append(Attachment(line))
            case "REPEAT": repeatCount = PropertyReader.integer(line, 0...1_000_000, &issues)
            case "DURATION": repeatInterval = PropertyReader.duration(line, &issues)
            case "ACKNOWLEDGED": acknowledged = PropertyReader.instant(line, &issues)
            case "UID": uid = line.text()
            case "RELATED-TO": if let relation = Relation(line) { relations.append(relation) }
            case "PROXIMITY": proximity = trimmed(line.text()).asciiUppercased()
            default: break
            }
        }
        for inner in component.components where inner.isNamed(LocationDescription.componentName) {
            locations.append(LocationDescription(inner, issues: &issues))
        }
    }

    private static func trigger(_ line: ContentLine, _ issues: inout [ContentIssue]) -> Trigger? {
        let text = line.text()
        if let duration = PropertyReader.duration(text, line, &issues) {
            return .relative(duration, toEnd: line.parameter("RELATED")?.asciiUppercased() == "END")
        }
        switch DateTimeText(text) {
        case .utc(let instant): return .absolute(instant)
        case .local(let time):
            // RFC 5545 wants UTC; without a zone there is nothing better to take.
            issues.append(
                PropertyReader.issue(
                    .triggerNotUTC, line, "The trigger is not in UTC; it was read as UTC."))
            return .absolute(Instant(epochSeconds: time.seconds))
        case .date, nil:
            issues.append(
                PropertyReader.issue(
                    .badTrigger, line,
                    "The trigger is neither a duration nor a time; the alarm does not ring."))
            return nil
        }
    }

    func write(from old: Alarm?, _ editor: inout ComponentEditor) {
        editor.change(old?.action, action) { $0.setText("ACTION", $1) }
        editor.change(old?.trigger, trigger) { $0.setTrigger($1) }
        editor.change(old?.description, description) { $0.setText("DESCRIPTION", $1) }
        editor.change(old?.summary, summary) { $0.setText("SUMMARY", $1) }
        editor.changeAttendees(old?.attendees ?? [], attendees)
        editor.changeAttachments(old?.attachments ?? [], attachments)
        editor.change(old?.repeatCount, repeatCount) { $0.set("REPEAT", $1.map(String.init)) }
        editor.change(old?.repeatInterval, repeatInterval) { $0.set("DURATION", $1?.text) }
        editor.change(old?.acknowledged, acknowledged) {
            $0.setTime("ACKNOWLEDGED", $1.map { .utc($0) })
        }
        editor.change(old?.uid, uid) { $0.setText("UID", $1) }
        editor.changeLines("RELATED-TO", old?.relations ?? [], relations)
        editor.change(old?.proximity, proximity) { $0.setText("PROXIMITY", $1) }
        editor.changeComponents(old?.locations ?? [], locations)
    }
}

extension ComponentEditor {
    fileprivate mutating func setTrigger(_ trigger: Alarm.Trigger?) {
        switch trigger {
        case .relative(let duration, let toEnd)?:
            set("TRIGGER", duration.text)
            editLine("TRIGGER") {
                $0.setParameter("VALUE", to: [])
                $0.setParameter("RELATED", to: toEnd ? ["END"] : [])
            }
        case .absolute(let instant)?:
            set("TRIGGER", CalendarTime.utc(instant).text)
            editLine("TRIGGER") {
                $0.setParameter("VALUE", to: ["DATE-TIME"])
                $0.setParameter("RELATED", to: [])
            }
        case nil: set("TRIGGER", nil)
        }
    }
}
