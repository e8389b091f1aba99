import GRDB
import ICalendarExchange
import ICalendarFormat

/// Reads what an agenda needs of events: their times first, their names only where they occur.
///
/// Zones: two files may define one TZID differently, so times are given a key for their zone's row where it has a
/// definition, and the TZID itself where it has none; ``resolver`` knows both.
struct AgendaReader {
    /// The columns that are read, by position.
    enum Column {
        static let id = 0
        static let seriesID = 1
        static let starts = 2
        static let startZone = 3
        static let ends = 4
        static let endZone = 5
        static let duration = 6
        static let rules = 7
        static let exclusionRules = 8
        static let status = 9
        static let isTransparent = 10
        static let recurrenceID = 11
        static let recurrenceZone = 12
        static let isThisAndFuture = 13
        static let sequence = 14
        static let calendarID = 15
        static let uid = 16
        static let summary = 17
        static let location = 18
        static let color = 19
    }

    private static let names = [
        "id", "series_id", "starts", "start_zone_id", "ends", "end_zone_id", "duration", "rrule", "exrule",
        "status",
        "is_transparent", "recurrence_id", "recurrence_zone_id", "is_this_and_future", "sequence",
        "calendar_id",
        "uid", "summary", "location", "color",
    ]
    /// The columns in SQL.
    static let columns = names.joined(separator: ", ")

    /// An override, and what an agenda shows of it.
    struct Override {
        var times: EventTimes
        var source: Agenda.Source
    }

    let db: Database
    /// Finds the zones of the times that this reader gives.
    let resolver: ZoneResolver
    private let zoneKeys: [Int64: String]
    /// The TZIDs of zones with a definition, by their keys.
    let zoneNames: [String: String]
    /// The calendars whose events take no time.
    private let freeCalendars: Set<Int64>
    private var rules: [String: [RecurrenceRule]] = [:]
    private var dates: [Int64: [(isExclusion: Bool, date: RecurrenceDate)]] = [:]
    /// The overrides of each series that can touch the days.
    private(set) var overrides: [Int64: [Override]] = [:]
    private var overridesWithSeries: Set<Int64> = []
    /// How many rules are remembered by their text.
    private static let ruleLimit = 10_000

    init(_ db: Database) throws {
        self.db = db
        freeCalendars = Set(
            try Int64.fetchAll(db, sql: "SELECT id FROM calendar_calendar WHERE is_busy = 0"))
        var keys: [Int64: String] = [:]
        var definitions: [String: [ZoneObservance]] = [:]
        var names: [String: String] = [:]
        for zone in try StoredZone.all(in: EventTable.zones, db) {
            let observances = zone.definition?.observances ?? []
            guard !observances.isEmpty else {
                keys[zone.id] = zone.tzid
                continue
            }
            let key = "zone \(zone.id)"
            keys[zone.id] = key
            definitions[key] = observances
            names[key] = zone.tzid
        }
        zoneKeys = keys
        zoneNames = names
        resolver = ZoneResolver(definitions: definitions)
    }

    /// Whether an override is among those that ``overrides`` gives with their series.
    func isWithSeries(_ id: Int64) -> Bool { overridesWithSeries.contains(id) }

    /// Reads RDATE and EXDATE of the events that can touch the days.
    mutating func readDates(_ window: Agenda.Window) throws {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT d.event_id, d.kind, d.value, d.zone_id
                FROM calendar_event_date d CROSS JOIN calendar_event e ON e.id = d.event_id
                WHERE e.last_day >= ?1 AND e.first_day <= ?2 ORDER BY d.id
                """, arguments: window.bounds)
        while let row = try rows.next() {
            let zone = (row[3] as Int64?).flatMap { zoneKeys[$0] }
            guard let date = RecurrenceDate(stored: row[2], zone: zone) else { continue }
            dates[row[0], default: []].append((row[1] as String == "EXDATE", date))
        }
    }

    /// Reads one event's times, with its RDATE and EXDATE; nil if it is gone or has no start.
    mutating func times(of id: Int64) throws -> (times: EventTimes, series: Int64?)? {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: "SELECT kind, value, zone_id FROM calendar_event_date WHERE event_id = ? ORDER BY id"),
            arguments: [id])
        var dates: [(isExclusion: Bool, date: RecurrenceDate)] = []
        while let row = try rows.next() {
            let zone = (row[2] as Int64?).flatMap { zoneKeys[$0] }
            guard let date = RecurrenceDate(stored: row[1], zone: zone) else { continue }
            dates.append((row[0] as String == "EXDATE", date))
        }
        self.dates[id] = dates.isEmpty ? nil : dates
        let row = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(Self.columns) FROM calendar_event WHERE id = ?"),
            arguments: [id])
        guard let row, let times = times(row) else { return nil }
        return (times, row[Column.seriesID])
    }

    /// Reads the overrides of the series that can touch the days, wherever they have been moved.
    mutating func readOverrides(_ window: Agenda.Window) throws {
        let columns = Self.names.map { "o." + $0 }.joined(separator: ", ")
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(columns) FROM calendar_event o CROSS JOIN calendar_event s ON s.id = o.series_id
                WHERE o.series_id IS NOT NULL AND o.is_superseded = 0 AND s.last_day >= ?1 AND s.first_day <= ?2
                """, arguments: window.bounds)
        while let row = try rows.next() {
            guard let series: Int64 = row[Column.seriesID], let times = times(row) else { continue }
            overrides[series, default: []].append(Override(times: times, source: source(row, times)))
            overridesWithSeries.insert(row[Column.id])
        }
    }

    /// What a row tells of an event's times; nil where it has no start.
    mutating func times(_ row: Row) -> EventTimes? {
        guard let start = time(row, Column.starts, zone: Column.startZone) else { return nil }
        var times = EventTimes(start: start)
        if let end = time(row, Column.ends, zone: Column.endZone) {
            times.end = .time(end)
        } else if let text: String = row[Column.duration], let duration = CalendarDuration(text) {
            times.end = .duration(duration)
        }
        if let text: String = row[Column.rules] { times.rules = parsed(text) }
        if let text: String = row[Column.exclusionRules] { times.exclusionRules = parsed(text) }
        if let time = time(row, Column.recurrenceID, zone: Column.recurrenceZone) {
            times.recurrenceID = CalendarEvent.RecurrenceID(
                time, includesFuture: row[Column.isThisAndFuture])
            times.sequence = row[Column.sequence]
        }
        if !dates.isEmpty, let dates = dates[row[Column.id]] {
            for (isExclusion, date) in dates {
                if isExclusion {
                    times.exclusions.append(date.start)
                } else {
                    times.additions.append(date)
                }
            }
        }
        return times
    }

    /// What an agenda shows of an event.
    func source(_ row: Row, _ times: EventTimes) -> Agenda.Source {
        let status = (row[Column.status] as String?).flatMap(CalendarEvent.Status.init)
        let calendar: Int64 = row[Column.calendarID]
        let isTransparent: Bool? = row[Column.isTransparent]
        let takesTime = BusyTime.takesTime(isTransparent: isTransparent, status)
        return Agenda.Source(
            id: row[Column.id], uid: row[Column.uid], seriesID: row[Column.seriesID],
            calendarID: calendar, summary: row[Column.summary], location: row[Column.location],
            color: row[Column.color], status: status, isTransparent: isTransparent,
            isBusy: takesTime && !freeCalendars.contains(calendar),
            isRecurring: times.isRecurring || times.recurrenceID != nil)
    }

    private func time(_ row: Row, _ column: Int, zone: Int) -> CalendarTime? {
        guard let text: String = row[column] else { return nil }
        return CalendarTime(stored: text, zone: (row[zone] as Int64?).flatMap { zoneKeys[$0] })
    }

    private mutating func parsed(_ text: String) -> [RecurrenceRule] {
        if let rules = rules[text] { return rules }
        let parsed = text.split(separator: "\n").compactMap { try? RecurrenceRule(String($0)) }
        if rules.count < Self.ruleLimit { rules[text] = parsed }
        return parsed
    }
}
