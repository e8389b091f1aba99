import ICalendarFormat

/// An event as it stands in the tables: what its component says, and the names by which it is known.
///
/// A series and each of its overrides is an event of its own. The details are the codec's typed view of a VEVENT, so that
/// an import stores what it read and an export compares like with like; see ``EventDetails`` for how they are kept.
struct Event: Sendable, Hashable {
    /// The row id.
    var id: Int64
    /// The record's own name, unique in the vault.
    var uid: String
    /// The UID of iCalendar where it is not ``uid``: for overrides, and for an event that two calendars hold.
    var icalUID: String?
    /// The calendar that it is in.
    var calendarID: Int64
    /// For an override: the series that it belongs to, or nil if the vault does not have the series.
    var seriesID: Int64?
    /// True if an edit here changed the UID or RECURRENCE-ID of an override; its own uid has the old ones.
    var hasNewID = false
    /// The UIDs of the series that were split from this one, or that this one was split from.
    var siblings: [String] = []
    /// When it was made: CREATED, else the moment at which it came into the vault; RFC 3339 in UTC.
    var createdAt: String
    /// When it was last changed: LAST-MODIFIED, else the moment of the change in the vault; RFC 3339 in UTC.
    var updatedAt: String
    /// What the component says, normalised by ``EventDetails``.
    var details: CalendarEvent

    /// The UID of iCalendar.
    var itemUID: String { icalUID ?? uid }
}
