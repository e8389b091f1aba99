public import ContentLine

/// A zone that a calendar brings along: a VTIMEZONE.
///
/// See RFC 5545, section 3.6.5. The component is kept as it was read, so that export can give it back.
public struct TimeZoneDefinition: Sendable {
    /// TZID; empty where it is missing.
    public let id: String
    /// Every STANDARD and DAYLIGHT that can be read, in order; may be empty.
    public let observances: [ZoneObservance]
    /// The component with all its lines.
    public let component: Component

    /// Reads a VTIMEZONE, and says what in it could not be read.
    public init(_ component: Component, issues: inout [ContentIssue]) {
        self.component = component
        id = component.property("TZID").map { $0.text() } ?? ""
        var observances: [ZoneObservance] = []
        for inner in component.components {
            let isDaylight = inner.isNamed("DAYLIGHT")
            guard isDaylight || inner.isNamed("STANDARD") else { continue }
            if let observance = ZoneObservance(inner, isDaylight: isDaylight, issues: &issues) {
                observances.append(observance)
            }
        }
        self.observances = observances
        if id.isEmpty {
            issues.append(
                ContentIssue(
                    .badZone, line: component.lineNumber, property: "TZID",
                    message: "The time zone has no TZID."))
        } else if observances.isEmpty {
            issues.append(
                ContentIssue(
                    .badZone, line: component.lineNumber, property: "TZID",
                    message: "The time zone has no readable rules; it is looked up by its name."))
        }
    }

    /// Makes the definition of a zone that is right for every time within some years, under the id that is given.
    ///
    /// The id is the TZID that the events of the file use; it need not be the zone's own name.
    public init(id: String, zone: Zone, years: ClosedRange<Int>) {
        self.init(id: id, observances: zone.observances(years: years))
    }

    /// Makes a definition of observances.
    public init(id: String, observances: [ZoneObservance]) {
        self.id = id
        self.observances = observances
        component = Component(
            name: "VTIMEZONE",
            properties: [ContentLine(name: "TZID", value: TextValue.escape(id))],
            components: observances.map(\.component))
    }
}

extension ContentIssue.Code {
    /// A VTIMEZONE, or an observance of it, that cannot be read.
    public static let badZone: ContentIssue.Code = "bad-zone"
}

extension ZoneObservance {
    init?(_ component: Component, isDaylight: Bool, issues: inout [ContentIssue]) {
        func offset(_ name: String) -> Int? {
            component.property(name).flatMap { ZoneObservance.offset($0.text()) }
        }
        guard let to = offset("TZOFFSETTO"), let line = component.property("DTSTART"),
            let start = PropertyReader.time(line, &issues)
        else {
            issues.append(
                ContentIssue(
                    .badZone, line: component.lineNumber, property: "TZOFFSETTO",
                    message:
                        "A \(isDaylight ? "DAYLIGHT" : "STANDARD") part of the time zone has no start or no offset."
                ))
            return nil
        }
        self.init(
            isDaylight: isDaylight, offsetFrom: offset("TZOFFSETFROM") ?? to, offsetTo: to,
            start: start.clock,
            name: component.property("TZNAME")?.text() ?? "")
        for line in component.properties {
            switch line.canonicalName {
            case "RRULE":
                do { rules.append(try RecurrenceRule(String(decoding: line.value, as: UTF8.self))) } catch {
                    issues.append(
                        PropertyReader.issue(
                            ContentIssue.Code(rawValue: error.code.rawValue), line, error.message))
                }
            case "RDATE":
                additions += PropertyReader.dates(line, separator: 0x2C, &issues).map { date in
                    // A time in UTC is brought to the clock before the change.
                    if case .utc(let instant) = date.start { return instant.utc.adding(seconds: offsetFrom) }
                    return date.start.clock
                }
            default: break
            }
        }
    }

    /// The observance as a STANDARD or DAYLIGHT.
    var component: Component {
        var lines = [
            ContentLine(name: "TZOFFSETFROM", value: ZoneObservance.offsetText(offsetFrom)),
            ContentLine(name: "TZOFFSETTO", value: ZoneObservance.offsetText(offsetTo)),
            ContentLine(name: "DTSTART", value: start.description),
        ]
        if !name.isEmpty { lines.insert(ContentLine(name: "TZNAME", value: TextValue.escape(name)), at: 2) }
        lines += rules.map { ContentLine(name: "RRULE", value: $0.text) }
        if !additions.isEmpty {
            lines.append(
                ContentLine(name: "RDATE", value: additions.map(\.description).joined(separator: ",")))
        }
        return Component(name: isDaylight ? "DAYLIGHT" : "STANDARD", properties: lines)
    }
}
