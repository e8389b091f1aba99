public import AtriumSDK
public import ContentLine
public import ICalendarFormat

/// A module's records as components, by the table that finds them and the mapping that writes them.
public struct RecordComponents<Record>: ExportedComponents {
    /// Writes into a component the differences between what it says and a record; nil where there is none.
    ///
    /// The other arguments are the version that it is written in, and the TZID of its times without a zone.
    public typealias Patch = (Component, CalendarVersion, String?, Record) -> PatchedComponent?

    private let find: (Int64) throws -> Record?
    private let component: (Record) -> Component
    private let patch: Patch
    private let merge: (Source, Int64) throws -> Component?

    /// Describes the records.
    ///
    /// - Parameters:
    ///   - find: the record with an id; nil where there is none.
    ///   - component: its component, where no file of iCalendar brought one.
    ///   - patch: the component that a file brought, made to say what the record says.
    ///   - merge: the component of a merged record; nil if its own text is complete, as for modules that merge no records.
    public init(
        _ find: @escaping (Int64) throws -> Record?, component: @escaping (Record) -> Component,
        patch: @escaping Patch, merge: @escaping (Source, Int64) throws -> Component? = { _, _ in nil }
    ) {
        self.find = find
        self.component = component
        self.patch = patch
        self.merge = merge
    }

    /// The component of a record that no file of iCalendar brought; nil where there is no such record.
    public func component(of id: Int64) throws -> Component? { try find(id).map(component) }

    /// The component that a file brought, with just the differences between what it says and the record.
    public func patched(
        _ component: Component, version: CalendarVersion, localZone: String?, to id: Int64
    ) throws -> PatchedComponent? {
        try find(id).flatMap { patch(component, version, localZone, $0) }
    }

    /// Returns the component of a merged record, or nil if the record's own text is complete.
    public func merged(_ source: Source, of id: Int64) throws -> Component? { try merge(source, id) }
}

extension CalendarItem {
    /// The component of a record that no file of iCalendar brought.
    ///
    /// - Parameters:
    ///   - createdAt: when the record was made, as it is stored.
    ///   - updatedAt: when it was changed last, as it is stored; DTSTAMP too.
    public func component(createdAt: String, updatedAt: String) -> Component {
        var item = self
        item.created = Instant(stored: createdAt)
        item.lastModified = Instant(stored: updatedAt)
        return item.component(now: item.lastModified ?? Instant(epochSeconds: 0))
    }

    /// Changes in the component that a record came from exactly what differs between what it says and this item.
    ///
    /// - Parameters:
    ///   - uid: the UID that it gets where it has none: it was known by its text, which changes now.
    ///   - updatedAt: when the record was changed last, as it is stored.
    ///   - raisesSequence: false where the record counts its revisions itself.
    public func patch(
        _ component: Component, version: CalendarVersion, localZone: String?, uid: String?, updatedAt: String,
        raisesSequence: Bool = true
    ) -> PatchedComponent {
        var item = self
        if item.uid == nil { item.uid = uid }
        item.lastModified = Instant(stored: updatedAt)
        return item.patch(
            component, version: version, localZone: localZone,
            now: item.lastModified ?? Instant(epochSeconds: 0), raisesSequence: raisesSequence
        )
    }
}
