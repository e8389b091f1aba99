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
    /// REPEAT: how often it rings again.
    public var repeatCount: Int?
    /// DURATION: the span between rings.
    public var repeatInterval: CalendarDuration?
    /// ACKNOWLEDGED: when it was last turned off.
    public var acknowledged: Instant?
    /// UID.
    public var uid: String?

    /// Makes an alarm.
    public init(action: String = "DISPLAY", trigger: Trigger?, description: String? = nil) {
        self.action = action
        self.trigger = trigger
        self.description = description
    }

    /// Whether there is anything to show: not Apple's `NONE`, and a trigger that can be read.
    public var isActive: Bool { action != "NONE" && trigger != nil }

    init(_ component: Component, issues: inout [ContentIssue]) {
        action = "DISPLAY"
        for line in component.properties {
            switch line.canonicalName {
            case "ACTION": action = trimmed(line.text()).asciiUppercased()
            case "TRIGGER": trigger = Alarm.trigger(line, &issues)
            case "DESCRIPTION": description = line.text()
            case "SUMMARY": summary = line.text()
            case "REPEAT": repeatCount = PropertyReader.integer(line, 0...1_000_000, &issues)
            case "DURATION": repeatInterval = PropertyReader.duration(line, &issues)
            case "ACKNOWLEDGED": acknowledged = PropertyReader.instant(line, &issues)
            case "UID": uid = line.text()
            default: break
            }
        }
    }

    private static func trigger(_ line: ContentLine, _ issues: inout [ContentIssue]) -> Trigger? {
        let text = line.text()
        if let duration = CalendarDuration(text) {
            return .relative(duration, toEnd: line.parameter("RELATED")?.asciiUppercased() == "END")
        }
        switch DateTimeText(text) {
        case .utc(let instant): return .absolute(instant)
        case .local(let time):
            // RFC 5545 wants UTC; without a zone there is nothing better to take.
            issues.append(
                PropertyReader.issue(
                    .triggerNotUTC, line, "The trigger is not in UTC; it is read as if it were."))
            return .absolute(Instant(epochSeconds: time.seconds))
        case .date, nil:
            issues.append(
                PropertyReader.issue(
                    .badTrigger, line, "The trigger is neither a span nor a time; it does not ring."))
            return nil
        }
    }
}
