public import ContentLine
public import TextDecoding

/// What a VCALENDAR holds around its components: its own properties and its zones.
///
/// RFC 5545 does not say where in a VCALENDAR its VTIMEZONEs stand, so that whoever reads components as a stream needs
/// the containers first: see ``containers(in:maximumItemSize:)``.
public struct CalendarContainer: Sendable {
    /// The properties and VTIMEZONEs as they stood in the file, in their order, between BEGIN and END of a VCALENDAR.
    public let source: [UInt8]
    /// By its VERSION.
    public let version: CalendarVersion
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
        let version = component.property("VERSION")?.text().split(separator: " ").first
        self.version = version == "1.0" ? .vCalendar : .iCalendar
        let zone = version == "1.0" ? VCalendarZone.read(component.properties) : nil
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

    /// Finds all containers of a file in a fast pass that does not read the components.
    ///
    /// Components that stand outside of any VCALENDAR are taken to stand in one that lasts to the next BEGIN or the end,
    /// so that a zone which is handed out without a calendar serves the events after it.
    ///
    /// - Returns: one container for each VCALENDAR, and for each run of components outside of any, in order. Equal ones
    ///   share their memory.
    /// - Throws: `ContentLineError` where a component is larger than the limit, and what the source throws.
    public static func containers(
        in source: some ByteSource, maximumItemSize: Int = ComponentSplitter.defaultMaximumItemSize
    ) throws -> [CalendarContainer] {
        var splitter = ComponentSplitter(
            DecodingByteSource(source, eightBitText: .keep), grammar: .iCalendar,
            maximumItemSize: maximumItemSize)
        var result: [CalendarContainer] = []
        var known: [[UInt8]: CalendarContainer] = [:]
        var open: [UInt8]?
        func close() {
            guard let bytes = open else { return }
            let source = begin + bytes + end
            let container = known[source] ?? CalendarContainer(source: source)
            if known.count < 1000 { known[source] = container }
            result.append(container)
            open = nil
        }
        while let event = try splitter.next() {
            switch event {
            case .containerBegin:
                close()
                open = []
            case .containerProperty(let item):
                // A single line: ``RawItem/normalized(fallback:)`` would put BEGIN and END around it.
                if let line = ContentLine(reading: item.bytes, line: item.line) {
                    open?.append(contentsOf: line.written())
                }
            case .item(let item):
                if open == nil { open = [] }
                if item.name == "VTIMEZONE" { open?.append(contentsOf: item.normalized()) }
            case .containerEnd: close()
            case .issue: break
            }
        }
        close()
        return result
    }

    private static let begin = Array("BEGIN:VCALENDAR\r\n".utf8)
    private static let end = Array("END:VCALENDAR\r\n".utf8)
}
