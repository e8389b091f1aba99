public import ContentLine

/// What a VCALENDAR holds around its components: its own properties and its zones.
///
/// RFC 5545 does not say where in a VCALENDAR its VTIMEZONEs stand, so that whoever reads components as a stream needs
/// the container before: see ``CalendarContainerReader``.
public struct CalendarContainer: Sendable {
    /// The properties and VTIMEZONEs as they stood in the file, in their order, between BEGIN and END of a VCALENDAR.
    public let source: [UInt8]
    /// By its VERSION.
    public let version: CalendarVersion
    /// METHOD in upper case, such as `REQUEST`, or nil if the calendar is no message (RFC 5546, section 1.4).
    public let method: String?
    /// The VCALENDAR's own properties in order.
    public let properties: [ContentLine]
    /// The VTIMEZONEs in order; in vCalendar 1.0 the zone that its properties TZ and DAYLIGHT say.
    public let timeZones: [TimeZoneDefinition]
    /// The TZID of times without a zone in vCalendar 1.0 with a TZ; nil where such times float.
    ///
    /// It is a name that TZ gives, or one made of the offset, such as `UTC-05:00 (EST, EDT)`.
    public let localZone: String?

    /// Reads a container from its ``source``.
    public init(source: [UInt8]) {
        let component = Component.parse(source, line: 1).component
        var issues: [ContentIssue] = []
        self.source = source
        properties = component.properties
        version = CalendarVersion(component.property("VERSION"))
        let method = component.property("METHOD").map { trimmed($0.text()).asciiUppercased() }
        self.method = method?.isEmpty ?? true ? nil : method
        let zone = version == .vCalendar ? VCalendarZone.read(component.properties) : nil
        localZone = zone?.id
        timeZones =
            component.components("VTIMEZONE").map { TimeZoneDefinition($0, issues: &issues) }
            + [zone?.definition].compactMap { $0 }
    }

    /// Finds the zones that components of this calendar name.
    public func zones(database: ZoneDatabase = .system) -> ZoneResolver {
        var definitions: [String: [ZoneObservance]] = [:]
        for zone in timeZones where !zone.observances.isEmpty && definitions[zone.id] == nil {
            definitions[zone.id] = zone.observances
        }
        return ZoneResolver(definitions: definitions, database: database)
    }
}
