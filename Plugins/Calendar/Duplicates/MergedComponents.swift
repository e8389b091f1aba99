import AtriumSDK
import ContentLine
import GRDB
import ICalendarExchange

/// The components of merged events: the texts of all files in one component, with the UID of the remaining event.
///
/// An event does not store everything that a component says: properties of other programs, contacts, conferences. Therefore
/// the lines of the texts are joined first. Then ``EventICalendar`` patches the component to the event's values.
struct MergedComponents {
    private let db: Database
    /// The UIDs of changed occurrences whose series was merged into one with another UID.
    private let uids: [Int64: String]

    init(_ db: Database) throws {
        self.db = db
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT o.id, ifnull(s.ical_uid, s.uid) FROM calendar_event o
                JOIN calendar_event s ON s.id = o.series_id
                WHERE o.series_id IS NOT NULL AND o.ical_uid IS NOT ifnull(s.ical_uid, s.uid)
                """)
        uids = Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    /// Properties that the event stores, or that describe the component itself: the patch writes them.
    private static let stored: Set<String> = [
        "UID", "DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE", "RECURRENCE-ID", "DTSTART", "DTEND",
        "DURATION", "RRULE", "EXRULE", "RDATE", "EXDATE", "SUMMARY", "DESCRIPTION", "X-ALT-DESC", "LOCATION",
        "GEO", "STATUS", "TRANSP", "CLASS", "PRIORITY", "URL", "COLOR", "CATEGORIES", "ORGANIZER",
    ]
    /// Properties that need only one line for each value, even if the parameters differ.
    private static let valued: Set<String> = ["ATTENDEE", "ATTACH"]

    /// Returns the component of a merged event, or nil if the event's own text is complete.
    func component(_ source: Source, of id: Int64) throws -> Component? {
        guard !source.merged.isEmpty || !source.isOwn || uids[id] != nil else { return nil }
        var component = Component.parse(source.text).component
        for text in source.merged { Self.join(Component.parse(text).component, into: &component) }
        let own = try source.isOwn ? nil : itemUID(of: id)
        if let uid = uids[id] ?? own {
            component.replace("UID", by: [ContentLine(name: "UID", value: TextValue.escape(uid))])
        }
        return component
    }

    private func itemUID(of id: Int64) throws -> String? {
        try String.fetchOne(
            db, sql: "SELECT ifnull(ical_uid, uid) FROM calendar_event WHERE id = ?", arguments: [id])
    }

    /// Appends the lines and inner components that only the other component has.
    static func join(_ other: Component, into component: inout Component) {
        let lines = Set(component.properties.map { $0.written() })
        let values = Set(component.properties.map(key))
        let end = component.properties.count
        for line in other.properties where !stored.contains(line.canonicalName) {
            let isThere =
                valued.contains(line.canonicalName)
                ? values.contains(key(line)) : lines.contains(line.written())
            if !isThere { component.properties.append(line) }
        }
        // Inner components follow the properties (RFC 5545, section 3.6.1).
        for index in component.components.indices where component.components[index].precedingProperties == end
        {
            component.components[index].precedingProperties = component.properties.count
        }
        for var inner in other.components where !component.components.contains(inner) {
            inner.precedingProperties = component.properties.count
            component.components.append(inner)
        }
    }

    /// The name and the value of a line.
    private static func key(_ line: ContentLine) -> String {
        line.canonicalName + ":" + line.text().lowercased()
    }
}
