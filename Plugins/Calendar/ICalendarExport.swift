import AtriumSDK
import ContentLine
import GRDB
import ICalendarFormat

/// Writes events as iCalendar.
///
/// One calendar becomes one VCALENDAR, with the properties that its files had around their events and just the zones
/// that its events use. There are more only where one cannot hold all: for each of several calendars; for events of
/// vCalendar 1.0, whose grammar is another; and where two files define one TZID in two ways that matter.
struct ICalendarExport {
    private let context: ExportContext
    private let table: EventTable

    init(_ context: ExportContext) {
        self.context = context
        table = EventTable(
            db: context.db, zones: ZoneTable(context.db), tags: context.tags, attachments: context.attachments
        )
    }

    func run() throws {
        let exported = try ExportedCalendars(context)
        var containers = try ExportContainers(context)
        let isSingle = exported.calendars.count == 1
        var hasWritten = false
        for calendar in exported.calendars {
            // Which container an event came from is asked of each only where it matters.
            let isUniform = isSingle && !exported.isOne && !containers.hasOldVersion
            let plan =
                try isUniform
                ? ExportPlan(calendar, containers: containers.all, context)
                : ExportPlan(calendar, scanning: &containers, context)
            for part in plan.parts {
                try write(
                    part, of: calendar, isNamed: !exported.isOne && !OfferedCalendar(calendar).isPlain,
                    containers)
                hasWritten = true
            }
        }
        if !hasWritten { try writeEmpty() }
    }

    /// A file without events is a calendar all the same.
    private func writeEmpty() throws {
        var writer = ICalendarWriter()
        writer.begin()
        writer.end()
        try context.write(writer.takeOutput())
    }

    private func write(
        _ part: ExportPlan.Part, of calendar: NamedCalendar, isNamed: Bool, _ containers: ExportContainers
    ) throws {
        var writer = ICalendarWriter()
        var properties = try containers.properties(of: part.containers, in: calendar.id)
        if isNamed { properties.append(OfferedCalendar(calendar).line) }
        writer.begin(properties: properties, version: part.version)
        for zone in part.zones { writer.write(zone) }
        try context.write(writer.takeOutput())
        try context.sources.forEachRecord(
            in: .events, format: .icalendar, where: context.condition(of: calendar)
        ) { id, source in
            guard part.holds(id) else { return }
            try write(id, source, in: part, to: &writer)
            try context.write(writer.takeOutput())
        }
        writer.end()
        try context.write(writer.takeOutput())
    }

    private func write(
        _ id: Int64, _ source: Source?, in part: ExportPlan.Part, to writer: inout ICalendarWriter
    ) throws {
        guard let source else {
            if let event = try table.find(id) { writer.write(EventICalendar.component(of: event)) }
            return
        }
        if source.isEdited, let event = try table.find(id),
            let patched = EventICalendar.patched(
                Component.parse(source.text).component, version: part.version, localZone: part.localZone,
                to: event)
        {
            writer.write(patched.component)
            warn(of: patched)
        } else {
            writer.write(source: RawItem(name: "VEVENT", bytes: source.text))
        }
    }
}

extension ICalendarExport {
    /// Says what an edit cost: words that the old text stood in a second time, and what vCalendar 1.0 cannot say.
    private func warn(of patched: PatchedComponent) {
        for name in patched.dropped {
            context.warn("edited events are written without \(name), which still said what they said before")
        }
        for name in patched.unsaid {
            context.warn(
                "vCalendar 1.0 has no words for the \(name) of edited events: it is written as iCalendar has it"
            )
        }
    }
}

extension ExportContext {
    /// SQL that holds for those of a calendar's events that are to be written, over the alias `r`.
    func condition(of calendar: NamedCalendar) -> String {
        "\(condition) AND r.calendar_id = \(calendar.id)"
    }
}
