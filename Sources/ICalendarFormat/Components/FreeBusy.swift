public import ContentLine

/// When someone is busy, as one answers another who asks: the typed view of a VFREEBUSY.
///
/// See RFC 5545, section 3.6.4. Of ``common`` it has UID, DTSTAMP, DTSTART, ORGANIZER, ATTENDEE, CONTACT, COMMENT and
/// URL.
public struct FreeBusy: CalendarItem {
    /// FBTYPE: how a time is taken.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Not at all.
        case free = "FREE"
        /// By something; what holds where nothing, or an unknown word, is said.
        case busy = "BUSY"
        /// Not to be had.
        case unavailable = "BUSY-UNAVAILABLE"
        /// By something that is not certain.
        case tentative = "BUSY-TENTATIVE"
    }

    /// One span of FREEBUSY.
    public struct Period: Sendable, Hashable {
        /// When it begins, and its end or its length.
        public var span: RecurrenceDate
        /// How the time is taken.
        public var kind: Kind

        /// Makes a span.
        public init(_ span: RecurrenceDate, kind: Kind = .busy) {
            self.span = span
            self.kind = kind
        }
    }

    /// `VFREEBUSY`.
    public static let componentName = "VFREEBUSY"

    /// What all components say alike.
    public var common = CommonProperties()
    /// DTEND: the end of the time that this is about; vCalendar's and old files' DURATION too.
    public var end: CalendarEnd?
    /// FREEBUSY, of all lines together.
    public var periods: [Period] = []

    /// Makes a free-busy time that says nothing yet.
    public init() {}

    /// Reads the typed view of a VFREEBUSY; see ``CalendarItem``.
    public init(
        _ component: Component, version: CalendarVersion = .iCalendar, localZone: String? = nil,
        issues: inout [ContentIssue]
    ) {
        read(component, version: version, localZone: localZone, issues: &issues)
    }

    /// Writes into a component what differs; see ``CalendarItem``.
    public func written(
        over component: Component, from old: FreeBusy, version: CalendarVersion = .iCalendar,
        localZone: String? = nil
    ) -> PatchedComponent {
        edited(component, from: old, version: version, localZone: localZone)
    }
}

extension FreeBusy: EditableItem {
    mutating func readOwn(_ line: ContentLine, _ reader: inout ItemReader) -> Bool {
        switch line.canonicalName {
        case "DTEND": reader.readEnd(line, &end)
        case "DURATION": reader.readDuration(line)
        case "FREEBUSY":
            let word = line.parameter("FBTYPE").map { trimmed($0).asciiUppercased() }
            let kind = word.flatMap(Kind.init(rawValue:)) ?? .busy
            periods += PropertyReader.dates(line, separator: 0x2C, &reader.issues)
                .map { Period($0, kind: kind) }
        default: return false
        }
        return true
    }

    mutating func finish(_ component: Component, _ reader: inout ItemReader) {
        reader.finish(&end, named: "DTEND", common, component)
    }

    func writeOwn(from old: FreeBusy, _ editor: inout ComponentEditor) {
        editor.change(old.end, end) { $0.setEnd("DTEND", $1) }
        guard old.periods != periods else { return }
        for kind in Kind.allCases {
            editor.changeDates(
                "FREEBUSY", old.periods.filter { $0.kind == kind }.map(\.span),
                periods.filter { $0.kind == kind }.map(\.span),
                parameter: Parameter("FBTYPE", kind.rawValue)
            ) { line in
                let word = line.parameter("FBTYPE").map { trimmed($0).asciiUppercased() }
                return (word.flatMap(Kind.init(rawValue:)) ?? .busy) == kind
            }
        }
    }
}
