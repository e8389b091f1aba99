import GRDB
import ICalendarFormat

/// The occurrences of all events within a span of days.
///
/// It is made to be fast where a hundred thousand events are kept and thousands of them repeat: the index gives the
/// events that can touch the days, only what tells their times is read of them, and the rest only of those that occur.
struct Agenda {
    /// The viewer's zone, in which days begin and floating times are read.
    let zone: Zone
    /// The first and the last day.
    let days: ClosedRange<CivilDate>
    /// Only events of this calendar; nil for all.
    var calendar: Int64?

    /// What an agenda shows of an event.
    struct Source: Sendable {
        var id: Int64
        var uid: String
        var seriesID: Int64?
        var calendarID: Int64
        var summary: String?
        var location: String?
        /// The event's own colour, or nil if it has its calendar's colour.
        var color: String?
        var status: CalendarEvent.Status?
        /// TRANSP: true if the event itself is marked as transparent.
        var isTransparent: Bool?
        /// True if the event takes time.
        var isBusy: Bool
        /// True for a series and for an instance of a series.
        var isRecurring: Bool

        /// The state in words, or nil for a usual event.
        var state: String? { EventState.words(status, isTransparent: isTransparent) }
    }

    /// One occurrence.
    struct Entry: Sendable {
        /// The place of the event that it is an occurrence of: for a changed instance, the override.
        var source: Int
        var occurrence: Occurrence
        /// Whether all occurrences of its series within the days were found.
        var isComplete: Bool
    }

    /// What takes place on the days.
    struct Contents: Sendable {
        /// The events, in no order; entries name them by their places.
        var sources: [Source] = []
        /// The occurrences by start, then end, then event.
        var entries: [Entry] = []
        /// The ids of events, or of the masters of series, of which not all occurrences were found.
        var incomplete: [Int64] = []
        /// The incomplete events without any occurrence that was found, and so without an entry.
        var missing: [Int64] = []
        /// True if there are more entries than the request asked for.
        var isCut = false
        /// The TZIDs of zones that the entries' times name by a key; see ``AgendaReader``.
        var zoneNames: [String: String] = [:]

        /// Orders the entries, and leaves only so many of them.
        mutating func sort(limit: Int) {
            // By their places: entries are large.
            let (sources, found) = (sources, entries)
            let order = found.indices.sorted { left, right in
                let (start, other) = (found[left].occurrence.start, found[right].occurrence.start)
                if start != other { return start < other }
                return (found[left].occurrence.end, sources[found[left].source].id)
                    < (found[right].occurrence.end, sources[found[right].source].id)
            }
            entries = order.prefix(limit).map { found[$0] }
            isCut = isCut || found.count > limit
        }
    }

    /// The beginning of the first day.
    var start: Instant { zone.startOfDay(days.lowerBound) }
    /// The end of the last day, exclusive.
    var end: Instant { zone.startOfDay(days.upperBound.adding(days: 1)) }

    /// Finds what takes place.
    ///
    /// - Parameters:
    ///   - limit: how many entries are given at most, the first by their start; of no series are more expanded.
    ///   - mostOfOne: how many entries of one event are given at most, so that others have room; nil: as many as of all.
    func contents(_ db: Database, limit: Int, mostOfOne: Int? = nil) throws -> Contents {
        let most = min(limit, mostOfOne ?? limit)
        var reader = try AgendaReader(db)
        let window = Window(days)
        try reader.readDates(window)
        try reader.readOverrides(window)
        let from = start
        // Comes nearer as soon as there is enough before it.
        var to = end
        var contents = Contents()
        contents.zoneNames = reader.zoneNames
        let rows = try Row.fetchCursor(
            db, sql: Self.candidates(inCalendar: calendar != nil),
            arguments: window.arguments + (calendar.map { [$0] } ?? StatementArguments()))
        while let row = try rows.next() {
            let id: Int64 = row[AgendaReader.Column.id]
            let isOverride = row[AgendaReader.Column.seriesID] as Int64? != nil
            if isOverride, reader.isWithSeries(id) { continue }
            guard let times = reader.times(row) else { continue }
            let overrides = isOverride ? [] : reader.overrides[id] ?? []
            let expansion = EventOccurrences(
                master: isOverride ? nil : times, overrides: isOverride ? [times] : overrides.map(\.times),
                zones: reader.resolver, viewer: zone)
            var found = expansion.within(from: from, to: to, limit: most + 1)
            let isCut = found.items.count > most
            if isCut, most < limit { found.items.removeLast(found.items.count - most) }
            // What is cut off for the limit of all is behind all that is given.
            if isCut ? most < limit : !found.isComplete {
                contents.incomplete.append(id)
                if found.items.isEmpty { contents.missing.append(id) }
            }
            guard !found.items.isEmpty else { continue }
            let first = contents.sources.count
            contents.sources.append(reader.source(row, times))
            for override in overrides { contents.sources.append(override.source) }
            for occurrence in found.items {
                var place = first
                switch occurrence.source {
                case .override(let index), .future(let index): if !isOverride { place += index + 1 }
                case .master: break
                }
                contents.entries.append(
                    Entry(
                        source: place, occurrence: occurrence,
                        isComplete: isCut ? most == limit : found.isComplete))
            }
            if contents.entries.count > 4 * limit {
                contents.sort(limit: limit)
                if let last = contents.entries.last { to = min(to, last.occurrence.start.adding(seconds: 1)) }
            }
        }
        contents.sort(limit: limit)
        return contents
    }

    /// The events that can touch the days, in two parts: short ones by their start, long ones (series above all) by
    /// their last day.
    ///
    /// Each part has an index of its own; see ``CalendarMigrations``.
    static func candidates(inCalendar: Bool) -> String {
        // The plus sign keeps SQLite from the index on the calendar, which would look at all of its events.
        let filter = inCalendar ? "AND +calendar_id = ?6" : ""
        return """
            SELECT \(AgendaReader.columns) FROM calendar_event
            WHERE ifnull(starts, '') >= ?3 AND ifnull(starts, '') < ?4
                AND last_day - first_day <= ?5 AND first_day <= ?2 AND last_day >= ?1 \(filter)
                AND is_superseded = 0
            UNION ALL
            SELECT \(AgendaReader.columns) FROM calendar_event
            WHERE last_day - first_day > \(Window.shortSpan) AND last_day >= ?1 AND first_day <= ?2 \(filter)
                AND is_superseded = 0
            """
    }

    /// The days as SQL wants them, widened by what the clocks of two zones can differ.
    struct Window {
        /// Spans of more days than this are in the index of long spans.
        static let shortSpan = 7

        let arguments: StatementArguments
        let bounds: StatementArguments

        init(_ days: ClosedRange<CivilDate>) {
            let slack = EventSpan.slackDays
            let first = days.lowerBound.adding(days: -slack).dayNumber
            let last = days.upperBound.adding(days: slack).dayNumber
            func text(_ day: Int) -> String {
                CivilDate(dayNumber: min(max(day, CivilDate.earliest.dayNumber), CivilDate.latest.dayNumber))
                    .isoText
            }
            bounds = [first, last]
            arguments = [
                first, last, text(first - Self.shortSpan), text(last + Self.shortSpan + 1), Self.shortSpan,
            ]
        }
    }
}
