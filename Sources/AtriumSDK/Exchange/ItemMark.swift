/// A property by which a component of a file is known as one module's, such as an event that is an activity.
///
/// Modules declare theirs in ``Module/itemMarks``. The host hands the marks of all installed modules, also of those that are
/// off, to the formats whose items have properties, which is iCalendar; an ``Item`` says which mark it has.
///
/// ```swift
/// // An event with this property is no event: nobody but this module takes it.
/// ItemMark(on: .vevent, property: "X-ATRIUM-ACTIVITY", kind: ItemKind(rawValue: "activity"))
/// // A to-do with this property is a to-do still: among the modules that share to-dos it is this one's.
/// ItemMark(on: .vtodo, property: "X-ATRIUM-REMINDER")
/// ```
public struct ItemMark: Sendable, Hashable {
    /// The kind of the items that can have it, as they are without it: ``ItemKind/vevent``.
    public let component: ItemKind
    /// The property, in capitals; whatever its value is.
    public let property: String
    /// A property of what stands around the items, a VCALENDAR, by which those in it are known too that do not have
    /// ``property``: what nobody edited is given back as it came; nil: there is none.
    public let containerProperty: String?
    /// The kind of the items that have it: one that only the declaring module claims, or ``component``, if it says no more
    /// than which of the modules that share the kind made the item.
    public let kind: ItemKind
    /// What is said once a file if the items are copies of what comes in another way, so that no module takes them; nil:
    /// they are no copies.
    ///
    /// One sentence; the issue has the kind as its code.
    public let copyNotice: String?

    /// Declares a mark.
    ///
    /// - Parameter kind: nil: that of the component.
    public init(
        on component: ItemKind, property: String, containerProperty: String? = nil, kind: ItemKind? = nil,
        copyNotice: String? = nil
    ) {
        self.component = component
        self.property = property
        self.containerProperty = containerProperty
        self.kind = kind ?? component
        self.copyNotice = copyNotice
    }

    /// Whether items that have it keep their component's kind, which several modules may claim.
    public var isOfSharedKind: Bool { kind == component }
}
