public import Foundation

/// Something that stands on a day: an event, a reminder, a birthday, a habit that is left to do.
///
/// Modules declare where theirs come from as ``DaySource``; the agenda and `atrium today` show them together.
public struct DayEntry: Sendable, Hashable {
    /// What kind of thing it is, as its module declares it: surfaces have no list of them.
    ///
    /// Two modules that use one name declare it alike.
    ///
    /// ```swift
    /// extension DayEntry.Kind {
    ///     static let habit = DayEntry.Kind("habit", .toBeDone, counted: ("habit to do", "habits to do"))
    /// }
    /// ```
    public struct Kind: Sendable, Hashable {
        /// What entries of a kind are to a day.
        public enum Role: Sendable, Hashable, CaseIterable {
            /// It takes place: an event, a block of time.
            case takesPlace
            /// The day is its day, whatever is done: a birthday. Agendas show it beside the events.
            case marksDay
            /// It is to be done on the day, or was: a reminder, a habit.
            case toBeDone
        }

        /// Lower-case words joined by hyphens: `habit`.
        public let name: String
        /// What entries of the kind are to a day.
        public let role: Role
        /// What people read: `Habit`.
        public let title: String
        /// One of them as a sentence about the day counts it, such as `habit to do`; nil: it does not count them.
        public let one: String?
        /// Several of them in that sentence, such as `habits to do`; nil: it does not count them.
        public let several: String?
        /// The name of an icon from the Lucide set (lucide.dev); nil: that of the entry's module.
        public let icon: String?

        /// Whether entries of the kind stand on most days anyway, so that a look ahead passes over them: habits.
        public let isRoutine: Bool

        /// Declares a kind.
        ///
        /// - Parameters:
        ///   - title: what people read; nil: made of the name.
        ///   - counted: one of them and several, as a sentence about the day counts them.
        public init(
            _ name: String, _ role: Role, title: String? = nil,
            counted: (one: String, several: String)? = nil,
            icon: String? = nil, isRoutine: Bool = false
        ) {
            self.isRoutine = isRoutine
            self.name = name
            self.role = role
            self.title = title ?? name.titleOfWords
            one = counted?.one
            several = counted?.several
            self.icon = icon
        }
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
    /// Whether it takes the time that it lasts.
    public let claim: Claim
    /// From when to when it lasts, also before and after ``day``, the end exclusive; nil: it has no end, or none is known.
    public let span: Range<Date>?
    /// Whether it lasts whole days, on any clock.
    public let isAllDay: Bool
    /// The name of the user's list that it is in, such as a calendar; nil: it is in none.
    public let list: String?
    /// Whether it is done: surfaces show such entries only if they are asked for.
    public let isDone: Bool
    /// Which time of a record that repeats it is, as a day or a time: what the command of the record's box takes as
    /// `occurrence`; nil where it is not the next, and for what does not repeat.
    public let occurrence: String?
    /// Its colour as its owner wrote it, a name of CSS or `#RRGGBB`; nil: surfaces choose one.
    public let color: String?

    /// What an entry asks of the time that it lasts (FBTYPE of RFC 5545, section 3.2.9).
    public enum Claim: Sendable, Hashable {
        /// Nothing: `FREE`.
        case free
        /// It is meant to take place then, and gives way: `BUSY-TENTATIVE`.
        case tentative
        /// All of it: `BUSY`. Two of these at once are a clash.
        case busy
    }

    /// Makes an entry.
    ///
    /// - Parameter isAllDay: nil: it is if it has no time.
    public init(
        _ kind: Kind, on day: LocalDate, at time: String? = nil, until: String? = nil, title: String,
        record: RecordReference, isOverdue: Bool = false, claim: Claim = .free, span: Range<Date>? = nil,
        isAllDay: Bool? = nil, list: String? = nil, isDone: Bool = false, occurrence: String? = nil,
        color: String? = nil
    ) {
        self.kind = kind
        self.day = day
        self.time = time
        self.until = until
        self.title = title
        self.record = record
        self.isOverdue = isOverdue
        self.claim = claim
        self.span = span
        self.isAllDay = isAllDay ?? (time == nil)
        self.list = list
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
    /// The kinds of entries that it gives: their declaration.
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
