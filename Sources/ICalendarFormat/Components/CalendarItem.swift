public import ContentLine

/// The typed view of a component: ``CalendarEvent``, ``CalendarToDo``, ``CalendarJournal``, ``FreeBusy``.
///
/// What all of them say alike is in ``common`` and can be named without it: `event.summary` is
/// `event.common.summary`.
@dynamicMemberLookup
public protocol CalendarItem: Sendable, Hashable {
    /// The component's name: `VEVENT`.
    static var componentName: String { get }

    /// What all components say alike.
    var common: CommonProperties { get set }

    /// Makes an item that says nothing yet.
    init()

    /// Reads the typed view of a component, and says what in it could not be read.
    ///
    /// Properties that may stand once count where they stand first. Nothing makes this fail; the component keeps what
    /// is not understood.
    ///
    /// - Parameters:
    ///   - version: the version of the format that the component is written in.
    ///   - localZone: the TZID of times without a zone; nil where they float. See ``CalendarContainer/localZone``.
    init(
        _ component: Component, version: CalendarVersion, localZone: String?, issues: inout [ContentIssue])

    /// Writes into a component what differs between what it says, `old`, and this item; other lines stay.
    func written(
        over component: Component, from old: Self, version: CalendarVersion, localZone: String?
    ) -> PatchedComponent
}

/// A component after a change to its item, and what had to go with it.
public struct PatchedComponent: Sendable {
    /// The component: every line that the change did not touch is as it was.
    public var component: Component
    /// The names of properties and parameters that said in another form what was changed, and were dropped: the HTML
    /// twin of a description, say.
    public var dropped: [String]
    /// The names of properties that vCalendar 1.0 has no words for, and that were written as iCalendar writes them.
    public var unsaid: [String] = []
}

extension CalendarItem {
    /// What all components say alike, by its own name.
    @inlinable
    public subscript<Value>(dynamicMember member: WritableKeyPath<CommonProperties, Value>) -> Value {
        get { common[keyPath: member] }
        _modify { yield &common[keyPath: member] }
    }

    /// What follows from the properties that all components have.
    @inlinable
    public subscript<Value>(dynamicMember member: KeyPath<CommonProperties, Value>) -> Value {
        common[keyPath: member]
    }

    /// Makes the component of a new item.
    ///
    /// DTSTAMP is set to `now`; CREATED and LAST-MODIFIED are what the item says.
    public func component(now: Instant) -> Component {
        var empty = Self()
        empty.common.stamp = now
        var item = self
        item.common.stamp = now
        let component = Component(
            name: Self.componentName,
            properties: [ContentLine(name: "DTSTAMP", value: CalendarTime.utc(now).text)])
        return item.written(over: component, from: empty, version: .iCalendar, localZone: nil).component
    }

    /// Changes in a component exactly what differs between what it says and this item.
    ///
    /// The component is read first; properties whose typed values are equal keep their lines, byte for byte, and
    /// values that could not be read stay. Lists (categories, attendees, dates, attachments, alarms) change only at
    /// the entries that differ. Where anything differs, DTSTAMP and LAST-MODIFIED are set to `now`, and SEQUENCE goes
    /// up by one, unless this item says another; else the component comes back as it was.
    ///
    /// - Parameter raisesSequence: false where the caller counts the revisions itself: this item says the SEQUENCE then.
    public func patch(
        _ component: Component, version: CalendarVersion = .iCalendar, localZone: String? = nil, now: Instant,
        raisesSequence: Bool = true
    ) -> PatchedComponent {
        var issues: [ContentIssue] = []
        let old = Self(component, version: version, localZone: localZone, issues: &issues)
        var new = self
        // These follow from the change itself.
        new.common.stamp = old.common.stamp
        if new == old { return PatchedComponent(component: component, dropped: []) }
        new.common.stamp = now
        if new.common.lastModified == old.common.lastModified { new.common.lastModified = now }
        if raisesSequence, new.common.sequence == old.common.sequence {
            new.common.sequence = min(old.common.sequence ?? 0, Int(Int32.max) - 1) + 1
        }
        return new.written(over: component, from: old, version: version, localZone: localZone)
    }
}

/// What the module knows of each kind of item beyond ``CommonProperties``.
protocol EditableItem: CalendarItem {
    /// Reads a line that is not among the common ones, or means something else here; false where it is neither.
    mutating func readOwn(_ line: ContentLine, _ reader: inout ItemReader) -> Bool
    /// Looks at what only all properties together show.
    mutating func finish(_ component: Component, _ reader: inout ItemReader)
    /// Writes what differs from `old` beyond what is common.
    func writeOwn(from old: Self, _ editor: inout ComponentEditor)
}

extension EditableItem {
    mutating func read(
        _ component: Component, version: CalendarVersion, localZone: String?, issues: inout [ContentIssue]
    ) {
        var reader = ItemReader(version: version, localZone: localZone, issues: issues)
        // By index, which copies no line.
        for index in component.properties.indices {
            if let line = component.properties[index].withColonInParameter {
                reader.issues.append(line.colonIssue)
                readLine(line, &reader)
            } else {
                readLine(component.properties[index], &reader)
            }
        }
        common.readComponents(component, &reader)
        if !reader.oldAlarms.isEmpty {
            common.alarms.insert(
                contentsOf: reader.oldAlarms.map {
                    VCalendarAlarm.read($0, start: common.start, &reader.issues)
                }, at: 0)
        }
        if let zone = reader.localZone { common.placeFloatingTimes(in: zone) }
        finish(component, &reader)
        reader.finish(common, component)
        issues = reader.issues
    }

    @inline(__always)
    private mutating func readLine(_ line: ContentLine, _ reader: inout ItemReader) {
        if !readOwn(line, &reader) { common.read(line, &reader) }
    }

    func edited(
        _ component: Component, from old: Self, version: CalendarVersion, localZone: String?
    ) -> PatchedComponent {
        var editor = ComponentEditor(
            component: component.withColonsInParameters(), version: version,
            localZone: localZone ?? ItemReader.zone(of: component))
        editor.applyIdentity(from: old.common, to: common)
        writeOwn(from: old, &editor)
        editor.apply(from: old.common, to: common)
        return PatchedComponent(
            component: editor.component, dropped: editor.dropped, unsaid: editor.unsaid)
    }
}
