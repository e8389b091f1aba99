public import ContentLine
public import TextDecoding

/// Reads iCalendar and vCalendar files as a stream, in constant memory whatever their size.
///
/// Every component of the file comes out, with its source, or an issue names what is wrong with it; several
/// VCALENDARs in one file are read one after the other. Text in UTF-16 is read by its byte order mark or form.
public struct ICalendarReader {
    /// What is found, in the order of the file.
    public enum Element: Sendable {
        /// A VCALENDAR begins, on this line.
        case calendarBegin(line: Int)
        /// A property of the VCALENDAR itself.
        case calendarProperty(ContentLine)
        /// A VTIMEZONE.
        case timeZone(TimeZoneDefinition, source: RawItem, issues: [ContentIssue])
        /// Any other component.
        case component(CalendarComponent)
        /// The VCALENDAR ends, on this line.
        case calendarEnd(line: Int)
        /// Something around the components is not as it should be.
        case issue(ContentIssue)
    }

    private var splitter: ComponentSplitter
    private var definitions: [String: [ZoneObservance]] = [:]
    private var cachedResolver: ZoneResolver?
    private var usedZones: Set<String> = []
    private var hasVersion = false
    /// TZ and DAYLIGHT of vCalendar 1.0, until the first component needs them.
    private var zoneProperties: [ContentLine] = []
    /// What was found and not given yet: a line of the VCALENDAR after what is wrong with it.
    private var waiting: [Element] = []
    private let database: ZoneDatabase
    /// How many zones of one calendar are remembered.
    private static let zoneLimit = 10_000

    /// The version of the calendar that is being read, by its VERSION.
    public private(set) var version = CalendarVersion.iCalendar

    /// The TZID of times without a zone in the calendar that is being read; see ``CalendarContainer/localZone``.
    public private(set) var localZone: String?

    /// Reads from a source of bytes.
    ///
    /// - Parameter maximumItemSize: how many bytes one component may have; see ``next()``.
    public init(
        _ source: some ByteSource, maximumItemSize: Int = ComponentSplitter.defaultMaximumItemSize,
        database: ZoneDatabase = .system
    ) {
        splitter = ComponentSplitter(
            DecodingByteSource(source, eightBitText: .keep), grammar: .iCalendar,
            maximumItemSize: maximumItemSize)
        self.database = database
    }

    /// Finds the zones of the calendar that is being read, by the definitions that have come so far.
    ///
    /// RFC 5545 does not say where a VTIMEZONE stands; where it comes after an event that uses it, the reader reports
    /// `late-time-zone`, and who needs it must ask again at the calendar's end.
    public mutating func zones() -> ZoneResolver {
        if let cachedResolver { return cachedResolver }
        let resolver = ZoneResolver(definitions: definitions, database: database)
        cachedResolver = resolver
        return resolver
    }

    /// What comes next, or nil at the end of the source.
    ///
    /// - Throws: `ContentLineError` where a component is larger than the limit, and what the source throws.
    public mutating func next() throws -> Element? {
        while waiting.isEmpty, let event = try splitter.next() {
            if let element = read(event) { return element }
        }
        return waiting.isEmpty ? nil : waiting.removeFirst()
    }

    /// What an event of the splitter stands for; nil for a blank line, and where it is ``waiting``.
    private mutating func read(_ event: ComponentSplitter.Event) -> Element? {
        switch event {
        case .containerBegin(let item):
            version = .iCalendar
            hasVersion = false
            definitions = [:]
            usedZones = []
            cachedResolver = nil
            localZone = nil
            zoneProperties = []
            return .calendarBegin(line: item.line)
        case .containerProperty(let item):
            var issues: [ContentIssue] = []
            guard let line = ContentLine(reading: item.bytes, line: item.line, issues: &issues) else {
                return nil
            }
            if line.canonicalName == "VERSION" {
                if !hasVersion { version = CalendarVersion(line) }
                hasVersion = true
            } else if ["TZ", "DAYLIGHT"].contains(line.canonicalName), zoneProperties.count < Self.zoneLimit {
                zoneProperties.append(line)
            }
            guard !issues.isEmpty else { return .calendarProperty(line) }
            waiting = issues.map { .issue($0) } + [.calendarProperty(line)]
            return nil
        case .containerEnd(let line):
            return .calendarEnd(line: line)
        case .issue(let issue):
            return .issue(issue)
        case .item(let item) where item.name == "VTIMEZONE":
            return timeZone(item)
        case .item(let item):
            if !zoneProperties.isEmpty { readZoneProperties() }
            let component = CalendarComponent(item, version: version, localZone: localZone)
            note(component)
            return .component(component)
        }
    }

    private mutating func timeZone(_ item: RawItem) -> Element {
        let parsed = Component.parse(item.bytes, line: item.line)
        var issues = parsed.issues
        let definition = TimeZoneDefinition(parsed.component, issues: &issues)
        if definitions.count < Self.zoneLimit, !definition.observances.isEmpty,
            definitions[definition.id] == nil
        {
            definitions[definition.id] = definition.observances
            cachedResolver = nil
        }
        if usedZones.contains(definition.id) {
            issues.append(
                ContentIssue(
                    .lateTimeZone, line: item.line, property: "TZID",
                    message: "The time zone is defined after a component that uses it."))
        }
        return .timeZone(definition, source: item, issues: issues)
    }

    private mutating func readZoneProperties() {
        if version == .vCalendar, let zone = VCalendarZone.read(zoneProperties) {
            localZone = zone.id
            definitions[zone.id] = zone.definition?.observances
            cachedResolver = nil
        }
        zoneProperties = []
    }

    private mutating func note(_ component: CalendarComponent) {
        guard usedZones.count < Self.zoneLimit, let id = component.startZone, definitions[id] == nil else {
            return
        }
        usedZones.insert(id)
    }
}

extension ContentIssue.Code {
    /// A VTIMEZONE that comes after a component that uses it.
    public static let lateTimeZone: ContentIssue.Code = "late-time-zone"
}
