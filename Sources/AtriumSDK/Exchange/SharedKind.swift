/// A kind of item that several modules may claim, such as the to-dos of iCalendar.
///
/// Which of them takes an item is decided item by item: see `docs/decisions/0025-claims-of-one-kind.md`. What nothing else
/// decides, a setting of the user does.
public struct SharedKind: Sendable, Hashable {
    /// The kind.
    public let kind: ItemKind
    /// What people call several of its items, in lower-case words joined by hyphens: `to-dos`; the name of the setting too.
    public let name: String
    /// What people call one of its items: `to-do`.
    public let one: String

    /// Describes a kind.
    public init(_ kind: ItemKind, name: String, one: String) {
        self.kind = kind
        self.name = name
        self.one = one
    }

    /// The to-dos of iCalendar (RFC 5545 3.6.2).
    public static let toDos = SharedKind(.vtodo, name: "to-dos", one: "to-do")
}

extension Importer {
    /// How an importer stands to those of other modules that claim the same kinds of items.
    ///
    /// ```swift
    /// Importer(.icalendar, kinds: [.vtodo], claim: .shared(.toDos, isDefault: true), into: .reminders, …)
    /// ```
    public enum Claim: Sendable, Hashable {
        /// It shares with nobody: if another claims the same items as surely, the user has to name a module.
        case alone
        /// It is one of several that may take items of a kind; the default one takes those that nothing else decides, until
        /// the user sets another.
        case shared(SharedKind, isDefault: Bool = false)
        /// It is one of several, and takes only items that have its module's ``ItemMark`` or that it has already.
        case marked(SharedKind)

        /// The kind that it shares with others; nil if it shares none.
        public var sharedKind: SharedKind? {
            switch self {
            case .alone: nil
            case .shared(let kind, _), .marked(let kind): kind
            }
        }

        /// Whether it takes items of a shared kind that nothing says are its own.
        public var takesUnmarked: Bool {
            if case .shared = self { true } else { false }
        }

        /// Whether it takes items of its shared kind that nothing else decides, until the user sets another.
        public var isDefault: Bool {
            if case .shared(_, true) = self { true } else { false }
        }
    }
}
