public import ContentLine

/// An event: the typed view of a VEVENT.
///
/// See RFC 5545, section 3.6.1. What it has in common with other components is in ``common``.
public struct CalendarEvent: CalendarItem {
    /// STATUS.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// Not certain yet.
        case tentative = "TENTATIVE"
        /// Certain.
        case confirmed = "CONFIRMED"
        /// Called off.
        case cancelled = "CANCELLED"
    }

    /// DTEND or DURATION.
    public typealias End = CalendarEnd

    /// RECURRENCE-ID.
    public typealias RecurrenceID = ICalendarFormat.RecurrenceID

    /// CLASS.
    public typealias Classification = ICalendarFormat.Classification

    /// `VEVENT`.
    public static let componentName = "VEVENT"

    /// What all components say alike.
    public var common = CommonProperties()
    /// DTEND or DURATION; DTEND where both stand.
    ///
    /// As a date it is the first day after the event.
    public var end: End?
    /// STATUS.
    public var status: Status?
    /// TRANSP: true for TRANSPARENT, an event that takes no time.
    public var isTransparent: Bool?

    /// Makes an event that says nothing yet.
    public init() {}

    /// Makes an event of which only id and start are known.
    public init(uid: String? = nil, start: CalendarTime? = nil) {
        common.uid = uid
        common.start = start
    }

    /// Reads the typed view of a VEVENT; see ``CalendarItem``.
    public init(
        _ component: Component, version: CalendarVersion = .iCalendar, localZone: String? = nil,
        issues: inout [ContentIssue]
    ) {
        read(component, version: version, localZone: localZone, issues: &issues)
    }

    /// Writes into a component what differs; see ``CalendarItem``.
    public func written(
        over component: Component, from old: CalendarEvent, version: CalendarVersion = .iCalendar,
        localZone: String? = nil
    ) -> PatchedComponent {
        edited(component, from: old, version: version, localZone: localZone)
    }
}

extension CalendarEvent: EditableItem {
    mutating func readOwn(_ line: ContentLine, _ reader: inout ItemReader) -> Bool {
        switch line.canonicalName {
        case "DTEND": reader.readEnd(line, &end)
        case "DURATION": reader.readDuration(line)
        case "STATUS": reader.once(line, &status, Self.status)
        case "TRANSP": reader.once(line, &isTransparent, Self.transparency)
        default: return false
        }
        return true
    }

    private static func status(_ line: ContentLine, _ issues: inout [ContentIssue]) -> Status? {
        let word = trimmed(line.text()).asciiUppercased()
        if word == "CANCELED" { return .cancelled }
        return Status(rawValue: word)
            ?? PropertyReader.unknown(
                line, "STATUS has a value that events do not allow; it was kept and ignored.", &issues)
    }

    private static func transparency(_ line: ContentLine, _ issues: inout [ContentIssue]) -> Bool? {
        let word = trimmed(line.text()).asciiUppercased()
        // vCalendar counts: 0 blocks time, 1 and more do not.
        if word == "TRANSPARENT" || (Int(word) ?? 0) > 0 { return true }
        if word == "OPAQUE" || word == "0" { return false }
        return PropertyReader.unknown(
            line, "TRANSP is neither OPAQUE nor TRANSPARENT; it was kept and ignored.", &issues)
    }

    mutating func finish(_ component: Component, _ reader: inout ItemReader) {
        reader.finish(&end, named: "DTEND", common, component)
        if common.start == nil, component.property("DTSTART") == nil {
            reader.report(.missingStart, "DTSTART", component, "The event has no start.")
        }
    }

    func writeOwn(from old: CalendarEvent, _ editor: inout ComponentEditor) {
        editor.change(old.end, end) { $0.setEnd("DTEND", $1) }
        editor.change(old.status, status) { $0.set("STATUS", $1?.rawValue) }
        editor.change(old.isTransparent, isTransparent) { editor, value in
            let isOld = editor.version == .vCalendar
            editor.set("TRANSP", value.map { $0 ? (isOld ? "1" : "TRANSPARENT") : (isOld ? "0" : "OPAQUE") })
        }
    }
}
