import GRDB
import ICalendarExchange
import ICalendarFormat

/// The exceptions that a file has of series, and how many of them match no occurrence.
struct MetExceptions {
    /// The EXDATEs that match no occurrence of their series.
    var unmatched = 0
    /// The changed occurrences that the file brought.
    var overrides: [Int64] = []

    /// One line about the exceptions that match no occurrence; empty if all match.
    ///
    /// - Parameter viewer: the zone in which floating times and days are read.
    func remarks(_ table: EventTable, viewer: Zone) throws -> [String] {
        var count = unmatched
        var ids: [Int64: [CalendarTime]] = [:]
        for override in overrides {
            let row = try Row.fetchOne(
                table.db.cachedStatement(
                    sql: """
                        SELECT series_id, recurrence_id, recurrence_zone_id FROM calendar_event
                        WHERE id = ? AND series_id IS NOT NULL
                        """), arguments: [override])
            guard let row, let text: String = row[1],
                let id = CalendarTime(stored: text, zone: try table.zones.name(of: row[2]))
            else { continue }
            ids[row[0], default: []].append(id)
        }
        for (series, times) in ids {
            guard let master = try table.find(series, withContent: false) else { continue }
            count +=
                SeriesEdit.unmatched(
                    times, of: EventTimes(master.details), zones: try table.resolver(of: series),
                    viewer: viewer
                ).count
        }
        guard count > 0 else { return [] }
        return [
            count == 1
                ? "1 exception matches no occurrence of its series"
                : "\(count) exceptions match no occurrence of their series"
        ]
    }
}
