import ICalendarFormat

/// An item of a file, mapped: the event, and what its file says of its names and times.
struct EventDraft: Sendable, Hashable {
    /// What the item says, normalised by ``EventDetails``.
    var details: CalendarEvent
    /// The UID of iCalendar as the file has it; nil where it has none, or it is of an override that cannot be read as one.
    var itemUID: String?
    /// The calendar that the file names for this event; nil where it names none.
    var calendar: String?
    /// CREATED: RFC 3339 in UTC, or nil if the item does not have it.
    var createdAt: String?
    /// LAST-MODIFIED: RFC 3339 in UTC, or nil if the item does not have it.
    var updatedAt: String?

    /// METHOD, if the item is a message that changes an event or asks for something.
    var method: EventMethod?
    /// DTSTAMP of such a message.
    var stamp: Instant?

    /// Makes a draft.
    init(
        _ details: CalendarEvent, itemUID: String? = nil, calendar: String? = nil, createdAt: String? = nil,
        updatedAt: String? = nil
    ) {
        self.details = details
        self.itemUID = itemUID
        self.calendar = calendar
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }
}
