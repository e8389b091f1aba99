/// What a secret link gives to whoever knows it; of several that a module has, the first here if nothing else is said.
public enum FeedKind: String, Sendable, Hashable, CaseIterable {
    /// vCards: `contacts.vcf`.
    case contacts
    /// Events as an iCalendar object: `calendar.ics`.
    case calendar
    /// To-dos as an iCalendar object: `todos.ics`.
    case todos

    /// The last part of the link.
    public var fileName: String {
        switch self {
        case .calendar: "calendar.ics"
        case .todos: "todos.ics"
        case .contacts: "contacts.vcf"
        }
    }
}

/// That feeds of a kind give what an exporter writes.
///
/// ```swift
/// Exporter(.icalendar, of: .tasks, fileName: "tasks.ics", feeds: [FeedDeclaration(.todos, with: together)]) { … }
/// ```
public struct FeedDeclaration: Sendable {
    /// The kind.
    public let kind: FeedKind
    /// The values of the exporter's options with which feeds are written.
    public let options: DataObject
    /// Whether new links can be of the kind; false: those that were made before go on.
    public let isOffered: Bool

    /// Declares that feeds give what an exporter writes.
    ///
    /// - Parameter flags: the options of the exporter that are set.
    public init(_ kind: FeedKind, with flags: Field<Bool>..., isOffered: Bool = true) {
        self.kind = kind
        self.isOffered = isOffered
        options = flags.reduce(into: [:]) { $0[$1.declaration.name] = .bool(true) }
    }
}
