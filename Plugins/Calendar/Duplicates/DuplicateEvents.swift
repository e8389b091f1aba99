import AtriumSDK
import GRDB
import ICalendarFormat
import RecordKit

/// Finds events with the same start, end and title, in any calendar.
///
/// A series counts by its first instance, and belongs to another series only if both repeat by the same rules. Changed
/// occurrences follow their series. Cancelled events are not duplicates of events that take place.
struct DuplicateEvents {
    private let db: Database
    private let viewer: Zone

    /// An event that may be a duplicate.
    struct Member {
        let id: Int64
        let uid: String
        let calendarID: Int64
        let summary: String?
        let start: String
        let firstDay: Int
    }

    /// Equal events: the first one, and the others that are not dismissed as its duplicates.
    struct Group {
        let first: Member
        let others: [Member]

        var members: [Member] { [first] + others }

        /// The group's position in the list: its first day, and the ids of its first two events.
        var position: [Int64] { [Int64(first.firstDay), first.id, others[0].id] }
    }

    /// The properties in which all events of a group are equal, except for the rules.
    private struct Key: Hashable {
        let span: EventClock.Span
        let isCancelled: Bool
    }

    init(_ db: Database, viewer: Zone) {
        (self.db, self.viewer) = (db, viewer)
    }

    /// Returns all groups by day and id.
    func groups() throws -> [Group] {
        let dismissed = try dismissed()
        return try equalEvents().compactMap { members in
            let members = members.sorted { $0.id < $1.id }
            for (index, first) in members.enumerated() {
                let others = members[(index + 1)...].filter { !dismissed.contains([first.id, $0.id]) }
                if !others.isEmpty { return Group(first: first, others: Array(others)) }
            }
            return nil
        }.sorted { $0.position.lexicographicallyPrecedes($1.position) }
    }

    /// Returns the ids of the events that are equal to an event and not dismissed, or nil if it has no duplicates.
    func duplicates(of id: Int64) throws -> [Int64]? {
        let dismissed = try dismissed()
        let members = try equalEvents().map { $0.map(\.id) }.first { $0.contains(id) } ?? []
        var group = [id]
        // Two events that are marked as different do not become one through a third.
        for member in members.sorted() where member != id {
            let isDifferent = group.contains { dismissed.contains([min(member, $0), max(member, $0)]) }
            if !isDifferent { group.append(member) }
        }
        return group.count > 1 ? Array(group.dropFirst()) : nil
    }

    private func dismissed() throws -> Set<[Int64]> {
        Set(try EventDuplicateCommands.dismissals.pairs(db).map { [$0.first, $0.second] })
    }

    /// Returns the dismissed pairs by day and id.
    func dismissedPairs() throws -> [Group] {
        let pairs = try EventDuplicateCommands.dismissals.pairs(db)
        return try pairs.compactMap { pair in
            guard let first = try member(pair.first), let second = try member(pair.second) else { return nil }
            return Group(first: first, others: [second])
        }.sorted { $0.position.lexicographicallyPrecedes($1.position) }
    }

    private static let columns = "id, uid, calendar_id, summary, ifnull(starts, ''), ifnull(first_day, 0)"

    private func member(_ id: Int64) throws -> Member? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT \(Self.columns) FROM calendar_event WHERE id = ?"),
            arguments: [id]
        ).map {
            Member(id: $0[0], uid: $0[1], calendarID: $0[2], summary: $0[3], start: $0[4], firstDay: $0[5])
        }
    }

    // MARK: Equal events

    private func equalEvents() throws -> [[Member]] {
        var reader = try AgendaReader(db)
        let clock = EventClock(reader.resolver, viewer: viewer)
        return try candidates().flatMap { ids in
            var byKey: [Key: [(id: Int64, rules: String)]] = [:]
            for id in ids {
                guard
                    let row = try Row.fetchOne(
                        db.cachedStatement(
                            sql: "SELECT \(AgendaReader.columns) FROM calendar_event WHERE id = ?"),
                        arguments: [id]), let times = reader.times(row), let span = clock.span(times)
                else { continue }
                let isCancelled =
                    (row[AgendaReader.Column.status] as String?) == CalendarEvent.Status.cancelled.rawValue
                byKey[Key(span: span, isCancelled: isCancelled), default: []].append(
                    (id, Self.rules(of: times)))
            }
            return try byKey.values.flatMap(Self.withSameRules).map { try $0.compactMap(member) }
        }
    }

    /// The rules of a series and the clock and local time of its first instance; empty for a single event.
    private static func rules(of times: EventTimes) -> String {
        guard !times.rules.isEmpty else { return "" }
        let rules = (times.rules + times.exclusionRules).map(\.text)
        let start = [times.start?.text ?? "", times.start?.zoneID ?? ""]
        return (start + rules).joined(separator: "\n")
    }

    /// Splits equal events by their rules: a single event belongs to a series unless there are several different series.
    private static func withSameRules(_ events: [(id: Int64, rules: String)]) -> [[Int64]] {
        let byRules = Dictionary(grouping: events, by: \.rules)
        let groups = byRules.keys.count { !$0.isEmpty } > 1 ? Array(byRules.values) : [events]
        return groups.filter { $0.count > 1 }.map { $0.map(\.id) }
    }

    /// Returns the ids of events with the same title whose days follow each other: only their times have to be compared.
    private func candidates() throws -> [[Int64]] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, lower(trim(ifnull(summary, ''))) AS title, first_day FROM calendar_event
                WHERE series_id IS NULL AND recurrence_id IS NULL AND first_day IS NOT NULL
                ORDER BY title, first_day, id
                """)
        var (found, run): ([[Int64]], [Int64]) = ([], [])
        var (title, day) = ("", 0)
        while let row = try rows.next() {
            let (next, nextDay): (String, Int) = (row[1], row[2])
            // The local days of one instant can differ by two.
            if next != title || nextDay - day > 2 {
                if run.count > 1 { found.append(run) }
                run = []
            }
            run.append(row[0])
            (title, day) = (next, nextDay)
        }
        return run.count > 1 ? found + [run] : found
    }
}
