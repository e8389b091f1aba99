public import ContentLine

extension ContentIssue.Code {
    /// A date or time that cannot be read, or that the calendar does not have.
    public static let badDate: ContentIssue.Code = "bad-date"
    /// A span of time that cannot be read.
    public static let badDuration: ContentIssue.Code = "bad-duration"
    /// A duration whose T is missing or in the wrong place; it is read as intended.
    public static let misplacedT: ContentIssue.Code = "misplaced-t"
    /// A period that cannot be read.
    public static let badPeriod: ContentIssue.Code = "bad-period"
    /// A number that cannot be read or is out of range.
    public static let badNumber: ContentIssue.Code = "bad-number"
    /// A position that cannot be read or is out of range.
    public static let badPosition: ContentIssue.Code = "bad-position"
    /// A word that the property does not know.
    public static let badValue: ContentIssue.Code = "bad-value"
    /// A trigger that cannot be read.
    public static let badTrigger: ContentIssue.Code = "bad-trigger"
    /// A trigger with a time that is not in UTC.
    public static let triggerNotUTC: ContentIssue.Code = "trigger-not-utc"
    /// A time of day where VALUE=DATE promises a date.
    public static let dateWithTime: ContentIssue.Code = "date-with-time"
    /// TZID beside a date or a UTC time, where it means nothing.
    public static let needlessZone: ContentIssue.Code = "needless-zone"
    /// TZID as a property of a component; its times without a zone are read in that zone.
    public static let zoneAsProperty: ContentIssue.Code = "zone-as-property"
    /// A property that may stand once stands again; the first counts.
    public static let repeatedProperty: ContentIssue.Code = "repeated-property"
    /// DTSTART is missing.
    public static let missingStart: ContentIssue.Code = "missing-start"
    /// UID is missing.
    public static let missingUID: ContentIssue.Code = "missing-uid"
    /// DTEND is before DTSTART, or DURATION is negative.
    public static let endBeforeStart: ContentIssue.Code = "end-before-start"
    /// DTEND and DURATION together; DTEND counts.
    public static let endAndDuration: ContentIssue.Code = "end-and-duration"
    /// DTEND is of another type than DTSTART.
    public static let endTypeMismatch: ContentIssue.Code = "end-type-mismatch"
    /// UNTIL is of another type than DTSTART; it is read as it is meant.
    public static let untilTypeMismatch: ContentIssue.Code = "until-type-mismatch"
    /// An override that repeats; its rule has no effect.
    public static let ruleOnOverride: ContentIssue.Code = "rule-on-override"
    /// A rule in the grammar of vCalendar 1.0 that cannot be read.
    public static let untranslatedRule: ContentIssue.Code = "rule-untranslated"
}

/// Reads the values of single properties, and says what could not be read.
enum PropertyReader {
    static func issue(_ code: ContentIssue.Code, _ line: ContentLine, _ message: String) -> ContentIssue {
        ContentIssue(code, line: line.lineNumber, property: line.canonicalName, message: message)
    }

    /// A date or time with its kind: by its form first, then by VALUE and TZID.
    static func time(_ line: ContentLine, _ issues: inout [ContentIssue]) -> CalendarTime? {
        let text = line.value.withUnsafeBufferPointer { DateTimeText(bytes: $0) }
        guard let text else {
            // QUOTED-PRINTABLE and escapes are no part of a time, but a few programs write them.
            if line.encoding != .none, let text = DateTimeText(line.text()) {
                return time(text, line, &issues)
            }
            issues.append(issue(.badDate, line, "The value is not a date or time; it was kept and ignored."))
            return nil
        }
        return time(text, line, &issues)
    }

    static func time(
        _ text: DateTimeText, _ line: ContentLine, _ issues: inout [ContentIssue]
    ) -> CalendarTime {
        guard !line.parameters.isEmpty else {
            switch text {
            case .date(let date): return .date(date)
            case .local(let time): return .floating(time)
            case .utc(let instant): return .utc(instant)
            }
        }
        let zone = line.parameter("TZID").flatMap { $0.isEmpty ? nil : $0 }
        switch text {
        case .date(let date):
            if zone != nil {
                issues.append(issue(.needlessZone, line, "A date has no time zone; TZID has no effect."))
            }
            return .date(date)
        case .utc(let instant):
            if zone != nil {
                issues.append(issue(.needlessZone, line, "The time is in UTC; TZID has no effect."))
            }
            return .utc(instant)
        case .local(let time):
            if line.parameter("VALUE")?.asciiUppercased() == "DATE" {
                issues.append(
                    issue(
                        .dateWithTime, line,
                        "The value is declared as a date but has a time; the time was ignored."))
                return .date(time.date)
            }
            return zone.map { .zoned(time, zone: $0) } ?? .floating(time)
        }
    }

    /// The times of a list such as EXDATE; those that cannot be read are issues, the others count.
    static func times(
        _ line: ContentLine, separator: UInt8, _ issues: inout [ContentIssue]
    ) -> [CalendarTime] {
        var times: [CalendarTime] = []
        for part in line.value.split(separator: separator) {
            let text = part.withUnsafeBufferPointer { DateTimeText(bytes: $0) }
            if let text {
                times.append(time(text, line, &issues))
            } else {
                issues.append(
                    issue(
                        .badDate, line, "One of the values is not a date or time; it was kept and ignored."))
            }
        }
        return times
    }

    /// The values of RDATE.
    static func dates(
        _ line: ContentLine, separator: UInt8, _ issues: inout [ContentIssue]
    ) -> [RecurrenceDate] {
        guard line.value.contains(0x2F) else {
            return times(line, separator: separator, &issues).map { RecurrenceDate($0) }
        }
        var dates: [RecurrenceDate] = []
        for part in line.value.split(separator: separator) {
            if let date = period(part, line, &issues) {
                dates.append(date)
            } else {
                issues.append(
                    issue(.badPeriod, line, "One of the values is not a period; it was kept and ignored."))
            }
        }
        return dates
    }

    private static func period(
        _ text: ArraySlice<UInt8>, _ line: ContentLine, _ issues: inout [ContentIssue]
    ) -> RecurrenceDate? {
        let parts = text.split(separator: 0x2F, omittingEmptySubsequences: false)
        guard
            let first = parts.first.flatMap({ part in part.withUnsafeBufferPointer { DateTimeText(bytes: $0) }
            })
        else { return nil }
        let start = time(first, line, &issues)
        if parts.count == 1 { return RecurrenceDate(start) }
        guard parts.count == 2 else { return nil }
        if let end = parts[1].withUnsafeBufferPointer({ DateTimeText(bytes: $0) }) {
            return RecurrenceDate(start, end: .time(time(end, line, &issues)))
        }
        return duration(String(decoding: parts[1], as: UTF8.self), line, &issues).map {
            RecurrenceDate(start, end: .duration($0))
        }
    }

    /// An instant, for properties that are always in UTC; one without a zone is taken as UTC.
    static func instant(_ line: ContentLine, _ issues: inout [ContentIssue]) -> Instant? {
        switch line.value.withUnsafeBufferPointer({ DateTimeText(bytes: $0) }) {
        case .utc(let instant): return instant
        case .local(let time): return Instant(epochSeconds: time.seconds)
        case .date(let date): return Instant(epochSeconds: date.dayNumber * 86_400)
        case nil:
            issues.append(issue(.badDate, line, "The value is not a date or time; it was kept and ignored."))
            return nil
        }
    }

    static func duration(_ line: ContentLine, _ issues: inout [ContentIssue]) -> CalendarDuration? {
        if let duration = duration(line.text(), line, &issues) { return duration }
        issues.append(issue(.badDuration, line, "The value is not a duration; it was kept and ignored."))
        return nil
    }

    /// Reads a duration, and reports a misplaced T; nil if the text is not a duration.
    static func duration(
        _ text: String, _ line: ContentLine, _ issues: inout [ContentIssue]
    ) -> CalendarDuration? {
        if let duration = CalendarDuration(text) { return duration }
        guard let duration = CalendarDuration(withMisplacedT: text) else { return nil }
        issues.append(
            issue(
                .misplacedT, line,
                "The T of the duration is missing or in the wrong place; it was read as \(duration.text)."))
        return duration
    }

    /// Says that a word is not known, for reading that gives nil.
    static func unknown<Value>(
        _ line: ContentLine, _ message: String, _ issues: inout [ContentIssue]
    ) -> Value? {
        issues.append(issue(.badValue, line, message))
        return nil
    }

    static func integer(
        _ line: ContentLine, _ range: ClosedRange<Int>, _ issues: inout [ContentIssue]
    ) -> Int? {
        if let number = Int(trimmed(line.text())), range.contains(number) { return number }
        issues.append(
            issue(
                .badNumber, line, "The value is not a number in the allowed range; it was kept and ignored."))
        return nil
    }

    static func position(_ line: ContentLine, _ issues: inout [ContentIssue]) -> GeoPosition? {
        let parts = line.text().split(whereSeparator: { $0 == ";" || $0 == "," }).map { Double(trimmed($0)) }
        if parts.count == 2, let latitude = parts[0], let longitude = parts[1],
            (-90...90).contains(latitude), (-180...180).contains(longitude)
        {
            return GeoPosition(latitude: latitude, longitude: longitude)
        }
        issues.append(
            issue(
                .badPosition, line, "The value is not a latitude and a longitude; it was kept and ignored."))
        return nil
    }
}

/// Values on their way out.
enum PropertyValue {
    /// A URI without what could end a line; URIs have no escapes in iCalendar.
    static func uri(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
        return String(decoding: text.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
    }
}

/// A place on the globe, in degrees: GEO.
///
/// See RFC 5545, section 3.8.1.6.
public struct GeoPosition: Sendable, Hashable {
    /// Degrees north, -90 to 90.
    public var latitude: Double
    /// Degrees east, -180 to 180.
    public var longitude: Double

    /// Makes a position.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The position as RFC 5545 writes it.
    var text: String { DecimalText.text(latitude) + ";" + DecimalText.text(longitude) }
}
