/// A property that marks a file's component as belonging to one module, such as an event that is an activity.
///
/// Modules declare their marks in ``Module/itemMarks``. The host passes all installed modules' marks,
/// including disabled modules' marks, to formats whose items have properties, such as iCalendar. An ``Item``
/// contains its mark.
///
/// ```swift
/// // An event with this property is not an event: only this module imports it.
/// ItemMark(on: .vevent, property: "X-ATRIUM-ACTIVITY", kind: ItemKind(rawValue: "activity"))
/// // A to-do with this property is still a to-do: of the modules that share to-dos, this one imports it.
/// ItemMark(on: .vtodo, property: "X-ATRIUM-REMINDER")
/// ```
public struct ItemMark: Sendable, Hashable {
    /// The kind of an item without the mark: ``ItemKind/vevent``.
    public let component: ItemKind
    /// The property, in capitals; its value does not matter.
    public let property: String
    /// The container property that marks all items in a VCALENDAR, or nil if there is no such property.
    ///
    /// This property also marks items without ``property``: an export writes an unedited item's original
    /// text, which does not contain ``property``.
    public let containerProperty: String?
    /// The kind of an item with the mark.
    ///
    /// The kind is a kind that only the declaring module claims. If several modules share a kind and the mark
    /// only identifies the module that exported the item, the kind is ``component``.
    public let kind: ItemKind
    /// The message for marked items that are copies of other data in the import, or nil if marked items are
    /// not copies.
    ///
    /// No module imports such copies, because the data is imported in another way. The message appears once
    /// per file.
    ///
    /// The message is one sentence. The code is ``kind``.
    public let copyNotice: String?

    /// Declares a mark.
    ///
    /// - Parameter kind: nil means the kind of the component.
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

    /// True if marked items keep their component's kind, which several modules may claim.
    public var isOfSharedKind: Bool { kind == component }
}
