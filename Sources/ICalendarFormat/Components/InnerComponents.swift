import ContentLine

/// A value that is a component within another, such as an alarm.
protocol InnerComponent: Hashable, Sendable {
    /// The component's name: `VALARM`.
    static var componentName: String { get }
    init(_ component: Component, issues: inout [ContentIssue])
    /// Writes what differs from `old`, or all where that is nil.
    func write(from old: Self?, _ editor: inout ComponentEditor)
}

/// Someone who takes part in whatever way, a speaker or a sponsor as well as a guest: PARTICIPANT.
///
/// See RFC 9073, section 7.1.
public struct Participant: Sendable, Hashable {
    /// UID.
    public var uid: String?
    /// PARTICIPANT-TYPE, in upper case: `SPEAKER`, `SPONSOR`, `ATTENDEE` and others.
    public var type: String?
    /// CALENDAR-ADDRESS: the address that an ATTENDEE or ORGANIZER of the same component has.
    public var address: String?
    /// SUMMARY.
    public var summary: String?
    /// DESCRIPTION.
    public var description: String?
    /// URL.
    public var url: String?

    /// Makes a participant.
    public init(uid: String?, type: String? = nil, address: String? = nil, summary: String? = nil) {
        self.uid = uid
        self.type = type
        self.address = address
        self.summary = summary
    }
}

extension Participant: InnerComponent {
    static let componentName = "PARTICIPANT"

    init(_ component: Component, issues: inout [ContentIssue]) {
        uid = component.property("UID")?.text()
        type = component.property("PARTICIPANT-TYPE").map { trimmed($0.text()).asciiUppercased() }
        address = component.property("CALENDAR-ADDRESS")?.uri()
        summary = component.property("SUMMARY")?.text()
        description = component.property("DESCRIPTION")?.text()
        url = component.property("URL")?.uri()
    }

    func write(from old: Participant?, _ editor: inout ComponentEditor) {
        editor.change(old?.uid, uid) { $0.setText("UID", $1) }
        editor.change(old?.type, type) { $0.setText("PARTICIPANT-TYPE", $1) }
        editor.change(old?.address, address) { $0.set("CALENDAR-ADDRESS", $1.map(PropertyValue.uri)) }
        editor.change(old?.summary, summary) { $0.setText("SUMMARY", $1) }
        editor.change(old?.description, description) { $0.setText("DESCRIPTION", $1) }
        editor.change(old?.url, url) { $0.set("URL", $1.map(PropertyValue.uri)) }
    }
}

/// A place, described: VLOCATION.
///
/// See RFC 9073, section 7.2.
public struct LocationDescription: Sendable, Hashable {
    /// UID.
    public var uid: String?
    /// NAME.
    public var name: String?
    /// DESCRIPTION.
    public var description: String?
    /// LOCATION-TYPE, as of RFC 4589: `parking`, `restaurant` and others.
    public var types: [String]
    /// GEO.
    public var position: GeoPosition?
    /// URL.
    public var url: String?

    /// Makes a place.
    public init(uid: String?, name: String? = nil, types: [String] = [], position: GeoPosition? = nil) {
        self.uid = uid
        self.name = name
        self.types = types
        self.position = position
    }
}

extension LocationDescription: InnerComponent {
    static let componentName = "VLOCATION"

    init(_ component: Component, issues: inout [ContentIssue]) {
        uid = component.property("UID")?.text()
        name = component.property("NAME")?.text()
        description = component.property("DESCRIPTION")?.text()
        types = component.property("LOCATION-TYPE")?.list().map(trimmed) ?? []
        position = component.property("GEO").flatMap { PropertyReader.position($0, &issues) }
        url = component.property("URL")?.uri()
    }

    func write(from old: LocationDescription?, _ editor: inout ComponentEditor) {
        editor.change(old?.uid, uid) { $0.setText("UID", $1) }
        editor.change(old?.name, name) { $0.setText("NAME", $1) }
        editor.change(old?.description, description) { $0.setText("DESCRIPTION", $1) }
        editor.change(old?.types ?? [], types) {
            $0.set("LOCATION-TYPE", $1.isEmpty ? nil : TextValue.list($1))
        }
        editor.change(old?.position, position) { $0.set("GEO", $1?.text) }
        editor.change(old?.url, url) { $0.set("URL", $1.map(PropertyValue.uri)) }
    }
}

/// A thing that is needed, described: VRESOURCE.
///
/// See RFC 9073, section 7.3.
public struct ResourceDescription: Sendable, Hashable {
    /// UID.
    public var uid: String?
    /// NAME.
    public var name: String?
    /// DESCRIPTION.
    public var description: String?
    /// RESOURCE-TYPE, in upper case: `ROOM`, `PROJECTOR`, `REMOTE-CONFERENCE-AUDIO` and others.
    public var type: String?
    /// GEO.
    public var position: GeoPosition?

    /// Makes a thing.
    public init(uid: String?, name: String? = nil, type: String? = nil) {
        self.uid = uid
        self.name = name
        self.type = type
    }
}

extension ResourceDescription: InnerComponent {
    static let componentName = "VRESOURCE"

    init(_ component: Component, issues: inout [ContentIssue]) {
        uid = component.property("UID")?.text()
        name = component.property("NAME")?.text()
        description = component.property("DESCRIPTION")?.text()
        type = component.property("RESOURCE-TYPE").map { trimmed($0.text()).asciiUppercased() }
        position = component.property("GEO").flatMap { PropertyReader.position($0, &issues) }
    }

    func write(from old: ResourceDescription?, _ editor: inout ComponentEditor) {
        editor.change(old?.uid, uid) { $0.setText("UID", $1) }
        editor.change(old?.name, name) { $0.setText("NAME", $1) }
        editor.change(old?.description, description) { $0.setText("DESCRIPTION", $1) }
        editor.change(old?.type, type) { $0.setText("RESOURCE-TYPE", $1) }
        editor.change(old?.position, position) { $0.set("GEO", $1?.text) }
    }
}
