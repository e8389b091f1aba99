/// What events, to-dos, journal entries and free-busy times say alike.
///
/// It holds what the properties say, each in its own type, and nothing derived; what cannot be read is nil or missing
/// here and stays in the component. See RFC 5545, section 3.6, and RFCs 7986 and 9073. Not every component may have
/// every property by its RFC; where a program writes one all the same, it is read.
public struct CommonProperties: Sendable, Hashable {
    /// UID; nil where it is missing, see ``CalendarComponent/derivedUID``.
    public var uid: String?
    /// RECURRENCE-ID; nil for a single component and for the master of a series.
    public var recurrenceID: RecurrenceID?
    /// SEQUENCE: how often the component was changed.
    public var sequence: Int?
    /// DTSTAMP.
    public var stamp: Instant?
    /// CREATED.
    public var created: Instant?
    /// LAST-MODIFIED.
    public var lastModified: Instant?

    /// DTSTART.
    public var start: CalendarTime?
    /// RRULE.
    public var rules: [RecurrenceRule] = []
    /// EXRULE, which RFC 5545 dropped and old files have.
    public var exclusionRules: [RecurrenceRule] = []
    /// RDATE.
    public var additions: [RecurrenceDate] = []
    /// EXDATE.
    public var exclusions: [CalendarTime] = []

    /// SUMMARY.
    public var summary: String?
    /// DESCRIPTION; for journal entries the first of several, see ``CalendarJournal/furtherDescriptions``.
    public var description: String?
    /// LOCATION.
    public var location: String?
    /// GEO.
    public var position: GeoPosition?
    /// CLASS.
    public var classification: Classification?
    /// PRIORITY: 1 is the highest, 9 the lowest, 0 none.
    public var priority: Int?
    /// CATEGORIES, of all lines together.
    public var categories: [String] = []
    /// RESOURCES, of all lines together: what is needed, such as a projector.
    public var resources: [String] = []
    /// COMMENT.
    public var comments: [String] = []
    /// CONTACT: whom to ask, in words.
    public var contacts: [String] = []
    /// URL.
    public var url: String?
    /// COLOR (RFC 7986): a name of CSS3, or whatever was written.
    public var color: String?
    /// ORGANIZER.
    public var organizer: CalendarUser?
    /// ATTENDEE.
    public var attendees: [CalendarUser] = []
    /// RELATED-TO.
    public var relations: [Relation] = []
    /// ATTACH.
    public var attachments: [Attachment] = []
    /// IMAGE (RFC 7986).
    public var images: [CalendarImage] = []
    /// CONFERENCE (RFC 7986).
    public var conferences: [Conference] = []
    /// STRUCTURED-DATA (RFC 9073).
    public var structuredData: [StructuredData] = []
    /// STYLED-DESCRIPTION (RFC 9073).
    public var styledDescriptions: [StyledDescription] = []

    /// VALARM, in order; those of vCalendar 1.0, which are lines, come first.
    public var alarms: [Alarm] = []
    /// PARTICIPANT (RFC 9073).
    public var participants: [Participant] = []
    /// VLOCATION (RFC 9073).
    public var locations: [LocationDescription] = []
    /// VRESOURCE (RFC 9073).
    public var resourceDescriptions: [ResourceDescription] = []

    /// Makes the properties of a component that says nothing yet.
    public init() {}

    /// Whether there is more than one instance by rules and dates.
    public var isRecurring: Bool { !rules.isEmpty || !additions.isEmpty }
}

/// CLASS: who may see a component; other words stay in the component and count as private.
public enum Classification: String, Sendable, Hashable, CaseIterable {
    /// Anyone; what holds where nothing is said.
    case `public` = "PUBLIC"
    /// The owner.
    case `private` = "PRIVATE"
    /// Those who are told.
    case confidential = "CONFIDENTIAL"
}

/// RECURRENCE-ID: which instance of a series a component stands in for.
public struct RecurrenceID: Sendable, Hashable {
    /// The instance's original start.
    public var time: CalendarTime
    /// RANGE=THISANDFUTURE: whether all later instances change with it.
    public var includesFuture: Bool

    /// Makes an id.
    public init(_ time: CalendarTime, includesFuture: Bool = false) {
        self.time = time
        self.includesFuture = includesFuture
    }
}

/// How a component, or a date of RDATE, says when it ends.
public enum CalendarEnd: Sendable, Hashable {
    /// At a time (DTEND, DUE, or the second half of a period), which is no longer part of it.
    case time(CalendarTime)
    /// After a span (DURATION).
    case duration(CalendarDuration)
}
