public import AtriumSDK
public import ContentLine
import GRDB
public import ICalendarFormat

/// A module's records as components, for ``ComponentExport``.
public protocol ExportedComponents {
    /// The component of a record that no file of iCalendar brought; nil where there is no such record.
    func component(of id: Int64) throws -> Component?
    /// The component that a file brought, with just the differences between what it says and the record.
    ///
    /// - Parameter localZone: the TZID of its times without a zone; see `CalendarContainer`.
    /// - Returns: the component with what the change cost; nil where there is no difference, so that the source can be
    ///   given back byte for byte.
    func patched(
        _ component: Component, version: CalendarVersion, localZone: String?, to id: Int64
    ) throws -> PatchedComponent?
    /// Returns the component of a merged record, made of the texts of all files, or nil if the record's own text is complete.
    func merged(_ source: Source, of id: Int64) throws -> Component?
}

extension ExportedComponents {
    /// Returns nil, for modules that merge no records.
    public func merged(_ source: Source, of id: Int64) throws -> Component? { nil }
}

/// Writes records that are components as iCalendar.
///
/// One group becomes one VCALENDAR, with the properties that its files had around their components and just the zones
/// that its records use. There are more only where one cannot hold all: for each of several groups; for records of
/// vCalendar 1.0, whose grammar is another; and where two files define one TZID in two ways that matter.
public struct ComponentExport {
    private let context: ExportContext
    private let table: ComponentTable
    private let records: any ExportedComponents

    /// Prepares an export.
    public init(_ table: ComponentTable, _ records: any ExportedComponents, _ context: ExportContext) {
        self.context = context
        self.table = table
        self.records = records
    }

    /// The option of exports of several groups to write one VCALENDAR, which is called as none of them; see ``runTogether()``.
    ///
    /// Files of several say what stands in which; programs that subscribe to a file often read its first alone.
    public static let together = Field<Bool>.boolean(
        "together", help: "Write a single VCALENDAR instead of one per calendar or project.")

    /// Components that are no records, handed one after the other to what writes them.
    public typealias Additions = (_ write: (Component) throws -> Void) throws -> Void

    /// Writes some groups.
    ///
    /// - Parameters:
    ///   - exported: the groups to write, in order.
    ///   - groups: all groups of the module.
    ///   - additions: what stands behind the records of the first VCALENDAR of iCalendar; it may use no zone.
    public func run(
        _ exported: [ComponentGroup] = [.only], of groups: [ComponentGroup] = [.only],
        adding additions: Additions? = nil
    ) throws {
        let containers = try ExportContainers(table, groups: groups, context)
        // Which container a record came from is asked of each only where it matters.
        let isUniform = groups.count == 1 && exported.count == 1 && !containers.hasOldVersion
        var additions = additions
        var hasWritten = false
        for group in exported {
            let plan =
                try isUniform
                ? ExportPlan(group, of: table, containers: containers.all, context)
                : ExportPlan(group, of: table, scanning: containers, context)
            for part in plan.parts {
                let isCurrent = part.version == .iCalendar
                try write(part, of: group, containers, adding: isCurrent ? additions : nil)
                if isCurrent { additions = nil }
                hasWritten = true
            }
        }
        // A file without components is a calendar all the same.
        if !hasWritten || additions != nil {
            var writer = ICalendarWriter()
            writer.begin(properties: context.feedProperties)
            try end(&writer, adding: additions)
        }
    }

    /// Writes all records of a module that has several groups in one VCALENDAR, as far as one can hold them.
    public func runTogether() throws { try run([.all], of: [.all]) }

    /// Ends a VCALENDAR, with what stands behind its records.
    private func end(_ writer: inout ICalendarWriter, adding additions: Additions?) throws {
        try additions? { component in
            writer.write(component)
            try context.write(writer.takeOutput())
        }
        writer.end()
        try context.write(writer.takeOutput())
    }

    private func write(
        _ part: ExportPlan.Part, of group: ComponentGroup, _ containers: ExportContainers,
        adding additions: Additions?
    ) throws {
        var writer = ICalendarWriter()
        let properties = try containers.properties(of: part.containers, in: group) + group.properties
        writer.begin(
            properties: part.version == .iCalendar ? context.withFeedProperties(properties) : properties,
            version: part.version)
        for zone in part.zones { writer.write(zone) }
        try context.write(writer.takeOutput())
        try context.sources.forEachRecord(
            in: table.collection, format: .icalendar, where: context.condition(of: group)
        ) { id, source in
            guard part.holds(id) else { return }
            try write(id, source, in: part, to: &writer)
            try context.write(writer.takeOutput())
        }
        try end(&writer, adding: additions)
    }

    private func write(
        _ id: Int64, _ source: Source?, in part: ExportPlan.Part, to writer: inout ICalendarWriter
    ) throws {
        guard let source else {
            if let component = try records.component(of: id) { try write(component, of: id, to: &writer) }
            return
        }
        let merged = try records.merged(source, of: id)
        if source.isEdited || merged != nil,
            let patched = try records.patched(
                merged ?? Component.parse(source.text).component, version: part.version,
                localZone: part.localZone, to: id)
        {
            try write(patched.component, of: id, to: &writer)
            warn(of: patched)
        } else if let merged {
            try write(merged, of: id, to: &writer)
        } else {
            try write(source: source.text, of: id, to: &writer)
        }
    }

    private func write(_ component: Component, of id: Int64, to writer: inout ICalendarWriter) throws {
        guard context.isOfWholeVault else { return writer.write(component) }
        try write(source: component.written(), of: id, to: &writer)
    }

    private func write(source: [UInt8], of id: Int64, to writer: inout ICalendarWriter) throws {
        var item = RawItem(name: table.component, bytes: source)
        if let line = try recordUID(of: id, item) { item.bytes = item.normalized(adding: line) }
        writer.write(source: item)
    }

    /// The line that says a record's uid, where its item's identifier leads to another; nil: none is needed.
    private func recordUID(of id: Int64, _ item: RawItem) throws -> ContentLine? {
        guard context.isOfWholeVault else { return nil }
        var (uid, part) = (item.property("UID")?.text(), item.property("RECURRENCE-ID")?.text())
        if uid == nil {
            let component = Component.parse(item.bytes).component
            (uid, part) = (component.property("UID")?.text(), component.property("RECURRENCE-ID")?.text())
        }
        // What has no identifier is known by its text.
        guard let uid = Words.filled(uid),
            let own = try String.fetchOne(
                context.db.cachedStatement(sql: "SELECT uid FROM \(table.name) WHERE id = ?"),
                arguments: [id]),
            own != ComponentTable.ownUID(uid, part ?? "")
        else { return nil }
        return ContentLine(name: "\(Item.recordUIDProperty)", value: TextValue.escape(own))
    }

    /// Says what an edit cost: words that the old text stood in a second time, and what vCalendar 1.0 cannot say.
    private func warn(of patched: PatchedComponent) {
        for name in patched.dropped {
            context.warn(
                "edited \(table.plural) are exported without \(name), which still has the unedited text")
        }
        for name in patched.unsaid {
            context.warn(
                "vCalendar 1.0 cannot represent \(name) of edited \(table.plural): written as in iCalendar")
        }
    }
}
