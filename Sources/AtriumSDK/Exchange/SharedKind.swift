/// An item kind that several modules may claim, such as iCalendar to-dos.
///
/// The host chooses the module separately for each item: see `docs/decisions/0025-claims-of-one-kind.md`. If
/// no other rule applies, a user setting determines the module.
public struct SharedKind: Sendable, Hashable {
    /// The item kind.
    public let kind: ItemKind
    /// The plural that people read, which is also the setting's name: lower-case words joined by hyphens,
    /// such as `to-dos`.
    public let name: String
    /// The singular that people read: `to-do`.
    public let one: String

    /// Creates a shared kind.
    public init(_ kind: ItemKind, name: String, one: String) {
        self.kind = kind
        self.name = name
        self.one = one
    }

    /// iCalendar to-dos (RFC 5545 3.6.2).
    public static let toDos = SharedKind(.vtodo, name: "to-dos", one: "to-do")
}

extension Importer {
    /// An importer's relation to other modules' importers that claim the same item kinds.
    ///
    /// ```swift
    /// Importer(.icalendar, kinds: [.vtodo], claim: .shared(.toDos, isDefault: true), into: .reminders, …)
    /// ```
    public enum Claim: Sendable, Hashable {
        /// The importer does not share its item kinds with other importers.
        ///
        /// If another importer claims an item with equal confidence, the user must name a module.
        case alone
        /// The importer shares an item kind with other importers.
        ///
        /// The default importer imports the items to which no other rule applies, unless the user sets
        /// another importer.
        case shared(SharedKind, isDefault: Bool = false)
        /// The importer shares an item kind, but imports only marked items and items that it imported
        /// earlier.
        ///
        /// A marked item has the ``ItemMark`` that the importer's module declares.
        case marked(SharedKind)

        /// The item kind that the importer shares with other importers, or nil if the importer shares no
        /// kind.
        public var sharedKind: SharedKind? {
            switch self {
            case .alone: nil
            case .shared(let kind, _), .marked(let kind): kind
            }
        }

        /// True if the importer imports items that have a shared kind and no mark.
        public var takesUnmarked: Bool {
            if case .shared = self { true } else { false }
        }

        /// True if the importer is the default importer for its shared kind.
        ///
        /// The default importer imports the items to which no other rule applies, unless the user sets
        /// another importer.
        public var isDefault: Bool {
            if case .shared(_, true) = self { true } else { false }
        }
    }
}
