/// Something that stands on a day: an event, a reminder, a birthday, a habit that is left to do.
///
/// Modules declare where theirs come from as ``DaySource``; the agenda and `atrium today` show them together.
public struct DayEntry: Sendable, Hashable {
    /// What kind of thing it is, as surfaces group them.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Something that takes place.
        case event
        /// Something to be done.
        case reminder
        /// Somebody's birthday.
        case birthday
        /// The day of another event that comes back each year.
        case anniversary
        /// A habit that is to be done on the day, or was.
        case habit
        /// Something that is to be looked at again.
        case review
    }

    /// The kind.
    public let kind: Kind
    /// The day in the user's zone.
    ///
    /// Before the days that were asked for only where ``isOverdue``.
    public let day: LocalDate
    /// The wall-clock time in the user's zone as `HH:MM`; nil for what lasts the day.
    public let time: String?
    /// When it ends on that day, as `HH:MM` up to `24:00`; nil for what has no end then.
    public let until: String?
    /// What it is called.
    public let title: String
    /// The record that it comes from.
    public let record: RecordReference
    /// Whether its time is over and it is not done.
    public let isOverdue: Bool
    /// Whether it takes the time from ``time`` to ``until``: two of these at once are a clash.
    public let isBusy: Bool
    /// Whether it is done: surfaces show such entries only if they are asked for.
    public let isDone: Bool
    /// Which time of a record that repeats it is, as a day or a time: what the command of the record's box takes as
    /// `occurrence`; nil where it is not the next, and for what does not repeat.
    public let occurrence: String?
    /// Its colour as its owner wrote it, a name of CSS or `#RRGGBB`; nil: surfaces choose one.
    public let color: String?

    /// Makes an entry.
    public init(
        _ kind: Kind, on day: LocalDate, at time: String? = nil, until: String? = nil, title: String,
        record: RecordReference, isOverdue: Bool = false, isBusy: Bool = false, isDone: Bool = false,
        occurrence: String? = nil, color: String? = nil
    ) {
        self.kind = kind
        self.day = day
        self.time = time
        self.until = until
        self.title = title
        self.record = record
        self.isOverdue = isOverdue
        self.isBusy = isBusy
        self.isDone = isDone
        self.occurrence = occurrence
        self.color = color
    }
}

/// What stands on some days, and what else there is to know of it.
public struct DayEntries: Sendable, Hashable {
    /// The entries.
    public var entries: [DayEntry]
    /// Sentences for the user, where there is more than is given.
    public var warnings: [String]

    /// Joins entries and warnings.
    public init(_ entries: [DayEntry], warnings: [String] = []) {
        self.entries = entries
        self.warnings = warnings
    }
}

/// Where a module's ``DayEntry`` values come from.
public struct DaySource: Sendable {
    /// The kinds of entries that it gives.
    public let kinds: [DayEntry.Kind]
    /// The entries on some days, in any order, and, where today is one of them, all that is overdue.
    ///
    /// A source that cannot give all says so in a warning, and gives the first. The context's ``CommandContext/modules`` gives
    /// no days: sources do not ask each other.
    public let entries: @Sendable (ClosedRange<LocalDate>, CommandContext) throws -> DayEntries

    /// Declares a source.
    public init(
        _ kinds: [DayEntry.Kind],
        entries: @escaping @Sendable (ClosedRange<LocalDate>, CommandContext) throws -> DayEntries
    ) {
        self.kinds = kinds
        self.entries = entries
    }
}
