/// An event: the typed view of a VEVENT.
///
/// It holds what the properties say, each in its own type, and nothing derived; what cannot be read is nil here and
/// stays in the component. See RFC 5545, section 3.6.1, and RFC 7986.
public struct CalendarEvent: Sendable, Hashable {
    /// STATUS.
    public enum Status: String, Sendable, Hashable, CaseIterable {
        /// Not certain yet.
        case tentative = "TENTATIVE"
        /// Certain.
        case confirmed = "CONFIRMED"
        /// Called off.
        case cancelled = "CANCELLED"
    }

    /// CLASS: who may see the event; other words stay in the component.
    public enum Classification: String, Sendable, Hashable, CaseIterable {
        /// Anyone; what holds where nothing is said.
        case `public` = "PUBLIC"
        /// The owner.
        case `private` = "PRIVATE"
        /// Those who are told.
        case confidential = "CONFIDENTIAL"
    }

    /// How an event says when it ends.
    public enum End: Sendable, Hashable {
        /// DTEND: the first day, or the instant, that is no longer part of it.
        case time(CalendarTime)
        /// DURATION.
        case duration(CalendarDuration)
    }

    /// RECURRENCE-ID: which instance of a series this event stands in for.
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

    /// UID; nil where it is missing, see ``CalendarComponent/derivedUID``.
    public var uid: String?
    /// RECURRENCE-ID; nil for a single event and for the master of a series.
    public var recurrenceID: RecurrenceID?
    /// SEQUENCE: how often the event was changed.
    public var sequence: Int?
    /// DTSTAMP.
    public var stamp: Instant?
    /// CREATED.
    public var created: Instant?
    /// LAST-MODIFIED.
    public var lastModified: Instant?

    /// DTSTART.
    public var start: CalendarTime?
    /// DTEND or DURATION; DTEND where both stand.
    public var end: End?
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
    /// DESCRIPTION.
    public var description: String?
    /// LOCATION.
    public var location: String?
    /// GEO.
    public var position: GeoPosition?
    /// STATUS.
    public var status: Status?
    /// TRANSP: true for TRANSPARENT, an event that takes no time.
    public var isTransparent: Bool?
    /// CLASS.
    public var classification: Classification?
    /// PRIORITY: 1 is the highest, 9 the lowest, 0 none.
    public var priority: Int?
    /// CATEGORIES, of all lines together.
    public var categories: [String] = []
    /// URL.
    public var url: String?
    /// COLOR: a name of CSS3, or whatever was written.
    public var color: String?
    /// ORGANIZER.
    public var organizer: CalendarUser?
    /// ATTENDEE.
    public var attendees: [CalendarUser] = []
    /// ATTACH.
    public var attachments: [Attachment] = []
    /// VALARM, in order.
    public var alarms: [Alarm] = []

    /// Makes an event of which only id and start are known.
    public init(uid: String? = nil, start: CalendarTime? = nil) {
        self.uid = uid
        self.start = start
    }

    /// Whether the event has more than one instance of its own.
    public var isRecurring: Bool { !rules.isEmpty || !additions.isEmpty }
}
