public import Foundation

/// An agenda entry for one day: an event, a reminder, a birthday or an open habit.
///
/// Each module declares its entries as a ``DaySource``. The agenda and `atrium today` show all modules'
/// entries together.
public struct DayEntry: Sendable, Hashable {
    /// An entry's kind, which a module declares; no surface has a fixed list of kinds.
    ///
    /// If two modules use the same kind name, both modules declare the kind with equal properties.
    ///
    /// ```swift
    /// extension DayEntry.Kind {
    ///     static let habit = DayEntry.Kind("habit", .toBeDone, counted: ("habit to do", "habits to do"))
    /// }
    /// ```
    public struct Kind: Sendable, Hashable {
        /// The relation between an entry and its day.
        public enum Role: Sendable, Hashable, CaseIterable {
            /// The entry takes place on the day: an event, a block of time.
            case takesPlace
            /// The entry marks the day, even if the user does nothing: a birthday, which agendas show beside
            /// the events.
            case marksDay
            /// The entry is due on the day, or was completed on the day: a reminder, a habit.
            case toBeDone
        }

        /// The kind's name: lower-case words joined by hyphens, such as `habit`.
        public let name: String
        /// The relation between entries of this kind and their day.
        public let role: Role
        /// The title that people read: `Habit`.
        public let title: String
        /// The singular noun for counting a day's entries, such as `habit to do`, or nil to omit the kind
        /// from counts.
        public let one: String?
        /// The plural noun for counting a day's entries, such as `habits to do`, or nil to omit the kind from
        /// counts.
        public let several: String?
        /// The name of an icon from the Lucide set (lucide.dev), or nil to use the module's icon.
        public let icon: String?

        /// True if the kind's entries occur on most days, as habits do; previews of later days omit routine
        /// entries.
        public let isRoutine: Bool

        /// Declares a kind.
        ///
        /// - Parameters:
        ///   - title: the title that people read, or nil to derive the title from the name.
        ///   - counted: the singular and the plural noun for a sentence that counts the day's entries.
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

    /// The entry's kind.
    public let kind: Kind
    /// The entry's day in the user's time zone.
    ///
    /// Only an overdue entry (``isOverdue``) may have a day before the requested days.
    public let day: LocalDate
    /// The wall-clock time in the user's time zone as `HH:MM`, or nil if the entry lasts the whole day.
    public let time: String?
    /// The entry's end time as `HH:MM` up to `24:00`, or nil if the entry does not end on its day.
    public let until: String?
    /// The title.
    public let title: String
    /// The record that the entry shows.
    public let record: RecordReference
    /// True if the entry's time has passed and the entry is not done.
    public let isOverdue: Bool
    /// A value that indicates if the entry is free, tentative or busy.
    public let claim: Claim
    /// The entry's time range with an exclusive end, or nil if the end does not exist or is unknown.
    ///
    /// The range may begin before ``day`` and may end after ``day``.
    public let span: Range<Date>?
    /// True if the entry lasts whole days, regardless of the time zone.
    public let isAllDay: Bool
    /// The name of the user's list that contains the record, such as a calendar, or nil if no list contains
    /// the record.
    public let list: String?
    /// True if the entry is done; surfaces show done entries only on request.
    public let isDone: Bool
    /// The day or time that identifies one occurrence of a repeating record.
    ///
    /// The command that the record's checkbox runs receives this value in the field `occurrence`. If the collection's
    /// `show` has a field with ``SeriesRole/occurrence``, surfaces open the record with this value.
    ///
    /// The value is nil for the next occurrence and for records that do not repeat.
    public let occurrence: String?
    /// The entry's unusual state, such as `tentative`, or nil; see ``FieldDeclaration/asState``.
    public let state: String?
    /// The entry's color as the owner wrote the color, or nil to let surfaces choose a color.
    ///
    /// The color is a CSS name or `#RRGGBB`.
    public let color: String?

    /// True if the entry does not take place: surfaces show it struck through and do not count it.
    public var isCancelled: Bool { state == FieldDeclaration.cancelled }

    /// The degree to which an entry occupies its time (FBTYPE in RFC 5545, section 3.2.9).
    public enum Claim: String, Sendable, Hashable, CaseIterable {
        /// The entry leaves its time free: `FREE`.
        case free
        /// The entry is tentative, so that other entries take precedence: `BUSY-TENTATIVE`.
        case tentative
        /// The entry occupies its time: `BUSY`.
        ///
        /// Two busy entries at the same time conflict with each other.
        case busy
    }

    /// Creates an entry.
    ///
    /// - Parameter isAllDay: nil means that an entry without a time lasts all day.
    public init(
        _ kind: Kind, on day: LocalDate, at time: String? = nil, until: String? = nil, title: String,
        record: RecordReference, isOverdue: Bool = false, claim: Claim = .free, span: Range<Date>? = nil,
        isAllDay: Bool? = nil, list: String? = nil, isDone: Bool = false, occurrence: String? = nil,
        state: String? = nil, color: String? = nil
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
        self.state = state
        self.color = color
    }
}

/// The entries for several days, with warnings.
public struct DayEntries: Sendable, Hashable {
    /// The entries.
    public var entries: [DayEntry]
    /// Warnings for the user, one sentence each, if the entries are incomplete.
    public var warnings: [String]

    /// Creates a list of entries with warnings.
    public init(_ entries: [DayEntry], warnings: [String] = []) {
        self.entries = entries
        self.warnings = warnings
    }
}

/// A module's source of ``DayEntry`` values.
public struct DaySource: Sendable {
    /// The declared kinds of the entries that the source returns.
    public let kinds: [DayEntry.Kind]
    /// Returns the entries for a range of days in any order.
    ///
    /// If the range contains today, the result also contains all overdue entries.
    ///
    /// A source that cannot return all entries returns the first ones and a warning. The context's
    /// ``CommandContext/modules`` provides no day entries, because sources do not call each other.
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
