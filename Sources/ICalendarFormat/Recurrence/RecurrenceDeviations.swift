/// Where the text of a recurrence rule departs from RFC 5545 and was read nevertheless.
public struct RecurrenceDeviations: OptionSet, Sendable, Hashable {
    /// One bit for each deviation.
    public let rawValue: UInt16

    /// Makes a set from its bits.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// An empty part, such as the trailing semicolon of Google Calendar.
    public static let emptyPart = RecurrenceDeviations(rawValue: 1 << 0)
    /// White space within the rule.
    public static let whiteSpace = RecurrenceDeviations(rawValue: 1 << 1)
    /// A part given twice; the last one counts.
    public static let duplicatePart = RecurrenceDeviations(rawValue: 1 << 2)
    /// A part that RFC 5545 does not know; it has no effect and is kept.
    public static let unknownPart = RecurrenceDeviations(rawValue: 1 << 3)
    /// COUNT and UNTIL together; whichever comes first ends the rule.
    public static let countAndUntil = RecurrenceDeviations(rawValue: 1 << 4)
    /// A numbered weekday where RFC 5545 allows none; the number has no effect.
    public static let numberedWeekday = RecurrenceDeviations(rawValue: 1 << 5)
    /// BYWEEKNO, BYYEARDAY or BYMONTHDAY with a frequency that forbids it; it limits the instances.
    public static let partForbiddenByFrequency = RecurrenceDeviations(rawValue: 1 << 6)
    /// BYSETPOS without another BY-part.
    public static let lonelySetPosition = RecurrenceDeviations(rawValue: 1 << 7)
    /// A SKIP that RFC 7529 does not know; it has no effect, dates that do not exist are omitted.
    public static let skipNotApplied = RecurrenceDeviations(rawValue: 1 << 8)
    /// SKIP without RSCALE, which RFC 7529 wants beside it; it is applied.
    public static let skipWithoutScale = RecurrenceDeviations(rawValue: 1 << 9)

    /// A stable code and a sentence for each deviation that is set.
    public var explanations: [(code: String, message: String)] {
        RecurrenceDeviations.table.filter { contains($0.0) }.map { ($0.1, $0.2) }
    }

    private static let table: [(RecurrenceDeviations, String, String)] = [
        (.emptyPart, "rule-empty-part", "The rule has an empty part, such as a trailing semicolon."),
        (.whiteSpace, "rule-white-space", "The rule has white space in it."),
        (.duplicatePart, "rule-duplicate-part", "The rule has a part twice; the last one was used."),
        (
            .unknownPart, "rule-unknown-part",
            "The rule has a part that RFC 5545 does not define; it has no effect."
        ),
        (
            .countAndUntil, "rule-count-and-until",
            "The rule has both COUNT and UNTIL; the earlier end applies."
        ),
        (
            .numberedWeekday, "rule-numbered-weekday",
            "The rule numbers a weekday, which its frequency does not allow; the number has no effect."
        ),
        (
            .partForbiddenByFrequency, "rule-part-forbidden",
            "The rule has a part that its frequency forbids; the part still limits the instances."
        ),
        (.lonelySetPosition, "rule-lonely-setpos", "The rule has BYSETPOS without another BY-part."),
        (
            .skipNotApplied, "rule-skip-not-applied",
            "SKIP has no effect; dates that do not exist are omitted."
        ),
        (.skipWithoutScale, "rule-skip-without-rscale", "The rule has SKIP without RSCALE; SKIP is applied."),
    ]
}

/// Why the text of a recurrence rule could not be read.
///
/// An event whose rule cannot be read happens once, at its DTSTART; the text is kept.
public struct RecurrenceRuleError: Error, Sendable, Hashable {
    /// What was wrong.
    public enum Code: String, Sendable, Hashable {
        /// FREQ is missing or unknown.
        case badFrequency = "rule-bad-frequency"
        /// A part has no equals sign, or no value.
        case badPart = "rule-bad-part"
        /// A number is malformed or out of the range that RFC 5545 gives its part.
        case badNumber = "rule-bad-number"
        /// UNTIL is neither a date nor a time.
        case badUntil = "rule-bad-until"
        /// An entry of BYDAY, or WKST, names no weekday.
        case badWeekday = "rule-bad-weekday"
        /// RSCALE names a calendar other than Gregorian (RFC 7529).
        case unsupportedCalendar = "rule-unsupported-calendar"
    }

    /// What was wrong.
    public let code: Code
    /// The name of the part at fault, as RFC 5545 writes it; empty for the rule as a whole.
    public let part: String

    /// What was wrong, and what to do, in one sentence without any private value.
    public var message: String {
        let place = part.isEmpty ? "The recurrence rule" : "The recurrence rule's \(part)"
        switch code {
        case .badFrequency: return "\(place) must be one of SECONDLY to YEARLY."
        case .badPart: return "\(place) must have the form NAME=VALUE."
        case .badNumber: return "\(place) has a number that is malformed or out of range."
        case .badUntil: return "\(place) must be a date or a time."
        case .badWeekday: return "\(place) must name weekdays with two letters, MO to SU."
        case .unsupportedCalendar: return "\(place) names a calendar other than GREGORIAN."
        }
    }
}
