import AtriumSDK
import Foundation
import GRDB
import ICalendarExchange
import ICalendarFormat

/// A series as the tables have it: its master, its overrides, and how its times are read.
struct StoredSeries {
    let master: Event
    /// The overrides, without guests, alarms, attachments and tags; see ``EventTable/overridesForTimes(of:)``.
    let overrides: [Event]
    let edit: SeriesEdit

    /// The part of a series that a command is about.
    enum Part {
        /// One occurrence.
        case occurrence(SeriesInstance)
        /// An occurrence and all later ones.
        case following(SeriesInstance)
    }

    /// Reads a series; nil if the event has no start.
    ///
    /// - Parameter master: the master with other details than the stored ones, if they are being changed.
    init?(_ master: Event, _ table: EventTable, viewer: Zone) throws {
        let overrides = try table.overridesForTimes(of: master.id)
        guard
            let edit = SeriesEdit(
                master: master.details, overrides: overrides.map(\.details),
                zones: try table.resolver(of: master.id), viewer: viewer)
        else { return nil }
        (self.master, self.overrides, self.edit) = (master, overrides, edit)
    }

    /// Finds the series and the part that the fields `occurrence` and `from` name; nil if neither is given.
    ///
    /// - Parameter id: the series, or one of its changed occurrences.
    /// - Throws: ``AtriumError`` if the event does not repeat or no single occurrence is meant.
    static func part(
        of id: Int64, _ input: Arguments, _ table: EventTable, _ context: CommandContext
    ) throws -> (series: StoredSeries, part: Part)? {
        let names = EventInput.partFields.map(\.name).filter { input.values[$0] != nil }
        guard let field = names.first else { return nil }
        guard names.count == 1 else {
            throw AtriumError(
                .badData, "occurrence and from name two parts of the series",
                remedy:
                    "give \(field: "occurrence") for one day, or \(field: "from") for it and all later ones",
                field: field)
        }
        guard let event = try table.find(id) else { throw EventCommands.noEvent(id) }
        guard event.details.recurrenceID == nil || event.seriesID != nil else {
            throw AtriumError(
                .badData, "the series of this changed occurrence is not in the vault",
                remedy: "change the occurrence without \(field: field), or import the file with its series",
                field: field)
        }
        let viewer = Zones.viewer(context.settings)
        guard let master = try event.seriesID.map({ try table.find($0) }) ?? event,
            master.details.isRecurring,
            let series = try StoredSeries(master, table, viewer: viewer)
        else {
            throw AtriumError(
                .badData, "this event does not repeat", remedy: "leave out \(field: field)", field: field)
        }
        let text = (field == "from" ? input[EventInput.following] : input[EventInput.occurrence]) ?? ""
        let instance = try series.instance(text, field: field)
        return (series, field == "from" ? .following(instance) : .occurrence(instance))
    }

    private func instance(_ text: String, field: String) throws -> SeriesInstance {
        guard let time = DateTimeText(text) else {
            throw AtriumError(
                .badData, "\(field) is not a day, local time or instant",
                remedy: "write 2026-03-01, 2026-03-01T09:30:00 or 2026-03-01T09:30:00Z", field: field)
        }
        switch edit.instances(at: time) {
        case .one(let instance): return instance
        case .several(let instances):
            // If occurrences were moved to one start, only the RECURRENCE-ID tells them apart.
            if Set(instances.map(\.start)).count == 1,
                let named = instances.first(where: { $0.recurrenceID.storedText == text })
            {
                return named
            }
            let found = instances.map(words).joined(separator: " and ")
            throw AtriumError(
                .badData, "\(instances.count) occurrences match \(text): \(found)",
                remedy: "give the start of one of them", field: field)
        case .excluded(let instance):
            // Later occurrences begin with the next one that takes place.
            if field == "from", let next = edit.instance(from: instance.original) { return next }
            throw AtriumError(
                .badData, "the occurrence on \(words(instance)) is not taking place",
                remedy:
                    "to bring it back, remove it from the exception dates with \(field: "removeExceptionDates", as: "remove-exdate")",
                field: field)
        case .none(let nearest):
            let verb = nearest.count == 1 ? "is" : "are"
            let names = nearest.map(words).joined(separator: " and ")
            let found = nearest.isEmpty ? "" : "; the nearest \(verb) \(names)"
            throw AtriumError(
                .badData, "the series has no occurrence at \(text)\(found)",
                remedy: "give the day or the start of an occurrence", field: field)
        }
    }

    /// An instance as a person names it: its start on the user's clock.
    func words(_ instance: SeriesInstance) -> String {
        master.details.start?.isDate == true
            ? instance.start.date.isoText : "\(instance.start.date.isoText) \(instance.start.clockText)"
    }
}

extension EventTable {
    /// Finds the zones of a series' times, with the definitions that its files gave.
    func resolver(of id: Int64) throws -> ZoneResolver {
        try StoredZones(in: EventTable.zones, db).resolver(for: Set(knownZones(of: id).values))
    }

    /// The table for a change of an event that keeps to the zones that it has.
    func keepingZones(of id: Int64) throws -> EventTable {
        EventTable(
            db: db, zones: ZoneTable(EventTable.zones, db, known: try knownZones(of: id)), tags: tags,
            attachments: attachments)
    }
}

extension SeriesEditError {
    /// The error for a person.
    var atriumError: AtriumError {
        switch self {
        case .needsRule(let part):
            AtriumError(
                .badData, "the repetition cannot move by itself, because its rule has \(part)",
                remedy: "give the rule too: \(field: "recurrenceRules", as: "rrule")",
                field: "recurrenceRules")
        case .cannotSplit:
            AtriumError(
                .badData, "the series cannot be divided here, because the rest would have other occurrences",
                remedy: "choose another occurrence", field: "from")
        case .sameInstance(let time):
            AtriumError(
                .badData, "two exceptions would become one occurrence: \(time.storedText)",
                remedy: "choose another start, or remove one of the exceptions first", field: "start")
        case .outOfRange:
            AtriumError(
                .badData, "an occurrence would be outside the years 0 to 9999",
                remedy: "choose another start",
                field: "start")
        case .splitsAtFirst:
            AtriumError(.internal, "a series cannot be split at its first occurrence")
        }
    }
}
