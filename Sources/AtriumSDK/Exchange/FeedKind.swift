/// The kind of feed that a secret link serves.
///
/// If a module has several feeds, the module's first kind in this enumeration is the default.
public enum FeedKind: String, Sendable, Hashable, CaseIterable {
    /// vCards: `contacts.vcf`.
    case contacts
    /// Events as an iCalendar object: `calendar.ics`.
    case calendar
    /// To-dos as an iCalendar object: `todos.ics`.
    case todos

    /// The last path component of the link.
    public var fileName: String {
        switch self {
        case .calendar: "calendar.ics"
        case .todos: "todos.ics"
        case .contacts: "contacts.vcf"
        }
    }
}

/// A declaration that feeds of one kind serve an exporter's output.
///
/// ```swift
/// Exporter(.icalendar, of: .tasks, fileName: "tasks.ics", feeds: [FeedDeclaration(.todos, with: together)]) { … }
/// ```
public struct FeedDeclaration: Sendable {
    /// The feed's kind.
    public let kind: FeedKind
    /// The exporter's option values for these feeds.
    public let options: DataObject
    /// True if users can create new links of this kind; existing links work in any case.
    public let isOffered: Bool

    /// Declares that feeds serve an exporter's output.
    ///
    /// - Parameter flags: the exporter's Boolean options that these feeds set to true.
    public init(_ kind: FeedKind, with flags: Field<Bool>..., isOffered: Bool = true) {
        self.kind = kind
        self.isOffered = isOffered
        options = flags.reduce(into: [:]) { $0[$1.declaration.name] = .bool(true) }
    }
}
