public import ContentLine

/// One component of a calendar, as it was read: its source, what stands in it, and its typed view if it has one.
public struct CalendarComponent: Sendable {
    /// What a component is.
    public enum Kind: Sendable, Hashable {
        /// VEVENT.
        case event
        /// VTODO.
        case toDo
        /// VJOURNAL.
        case journal
        /// VFREEBUSY.
        case freeBusy
        /// Anything else, by its name in upper case.
        case other(String)

        init(_ name: String) {
            switch name {
            case "VEVENT": self = .event
            case "VTODO": self = .toDo
            case "VJOURNAL": self = .journal
            case "VFREEBUSY": self = .freeBusy
            default: self = .other(name)
            }
        }

        /// The component's name: `VEVENT`.
        public var name: String {
            switch self {
            case .event: return "VEVENT"
            case .toDo: return "VTODO"
            case .journal: return "VJOURNAL"
            case .freeBusy: return "VFREEBUSY"
            case .other(let name): return name
            }
        }
    }

    /// The typed view of a component.
    public enum Item: Sendable, Hashable {
        /// Of a VEVENT.
        case event(CalendarEvent)
        /// Of a VTODO.
        case toDo(CalendarToDo)
        /// Of a VJOURNAL.
        case journal(CalendarJournal)
        /// Of a VFREEBUSY.
        case freeBusy(FreeBusy)
        /// Other components have none.
        case untyped
    }

    /// What it is.
    public let kind: Kind
    /// The version of the format that it is written in.
    public let version: CalendarVersion
    /// The TZID of its times without a zone; nil where they float.
    ///
    /// See ``CalendarContainer/localZone``.
    public let localZone: String?
    /// Its text as it stands in the file, from BEGIN to END.
    public let source: RawItem
    /// All its lines and inner components.
    public let component: Component
    /// Its typed view.
    public let item: Item
    /// What could not be read, or was not as it should be; nothing of it is lost.
    public let issues: [ContentIssue]

    /// Reads one component from its source.
    ///
    /// Never fails: what is not understood is an issue, and stays in ``component`` and ``source``.
    public init(_ source: RawItem, version: CalendarVersion = .iCalendar, localZone: String? = nil) {
        let parsed = Component.parse(source.bytes, line: source.line)
        kind = Kind(source.name)
        self.version = version
        self.localZone = localZone
        self.source = source
        component = parsed.component
        var issues = parsed.issues
        switch kind {
        case .event:
            item = .event(CalendarEvent(component, version: version, localZone: localZone, issues: &issues))
        case .toDo:
            item = .toDo(CalendarToDo(component, version: version, localZone: localZone, issues: &issues))
        case .journal:
            item = .journal(
                CalendarJournal(component, version: version, localZone: localZone, issues: &issues))
        case .freeBusy:
            item = .freeBusy(FreeBusy(component, version: version, localZone: localZone, issues: &issues))
        case .other: item = .untyped
        }
        self.issues = issues
    }

    /// The typed view of a VEVENT; nil for others.
    public var event: CalendarEvent? { if case .event(let event) = item { event } else { nil } }
    /// The typed view of a VTODO; nil for others.
    public var toDo: CalendarToDo? { if case .toDo(let toDo) = item { toDo } else { nil } }
    /// The typed view of a VJOURNAL; nil for others.
    public var journal: CalendarJournal? { if case .journal(let journal) = item { journal } else { nil } }
    /// The typed view of a VFREEBUSY; nil for others.
    public var freeBusy: FreeBusy? { if case .freeBusy(let freeBusy) = item { freeBusy } else { nil } }

    /// What all typed components say alike; nil for a component without a typed view.
    public var common: CommonProperties? {
        switch item {
        case .event(let event): event.common
        case .toDo(let toDo): toDo.common
        case .journal(let journal): journal.common
        case .freeBusy(let freeBusy): freeBusy.common
        case .untyped: nil
        }
    }

    /// The TZID of DTSTART.
    var startZone: String? {
        switch item {
        case .event(let event): event.common.start?.zoneID
        case .toDo(let toDo): toDo.common.start?.zoneID
        case .journal(let journal): journal.common.start?.zoneID
        case .freeBusy(let freeBusy): freeBusy.common.start?.zoneID
        case .untyped: nil
        }
    }

    /// Changes what differs between the typed view and another of the same kind; see
    /// ``CalendarItem/patch(_:version:localZone:now:raisesSequence:)``.
    public func patched(with item: some CalendarItem, now: Instant) -> PatchedComponent {
        item.patch(component, version: version, localZone: localZone, now: now)
    }

    /// UID, or nil where it is missing or empty.
    public var uid: String? {
        if let common { return common.uid }
        guard let text = component.property("UID")?.text() else { return nil }
        let uid = trimmed(text)
        return uid.isEmpty ? nil : uid
    }

    /// A UID made from the component's text, the same for the same text, for components that have none.
    ///
    /// DTSTAMP is left out, since programs that give no UID write the time of the export there.
    public var derivedUID: String {
        // FNV-1a, 128 bits; a hash for telling items apart, not for security.
        var high: UInt64 = 0x6C62_272E_07BB_0142
        var low: UInt64 = 0x62B8_2175_6295_C58D
        func add(_ byte: UInt8) {
            low ^= UInt64(byte)
            let product = low.multipliedFullWidth(by: 0x13B)
            high = high &* 0x13B &+ product.high &+ low << 24
            low = product.low
        }
        func add(_ component: Component) {
            for byte in component.name.asciiUppercased().utf8 { add(byte) }
            for line in component.properties where line.canonicalName != "DTSTAMP" {
                for byte in line.canonicalName.utf8 { add(byte) }
                for parameter in line.parameters {
                    for byte in parameter.name.asciiUppercased().utf8 { add(byte) }
                    for value in parameter.values { for byte in value.utf8 { add(byte) } }
                }
                add(0x3A)
                for byte in line.value { add(byte) }
                add(0x0A)
            }
            for inner in component.components { add(inner) }
        }
        add(component)
        func hexadecimal(_ word: UInt64) -> String {
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        return "derived-" + hexadecimal(high) + hexadecimal(low)
    }
}
