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
    func remarks(_ db: Database, viewer: Zone) throws -> [String] {
        var count = unmatched
        if !overrides.isEmpty {
            var reader = try AgendaReader(db)
            var ids: [Int64: [CalendarTime]] = [:]
            for override in overrides {
                guard let (times, series) = try reader.times(of: override), let series,
                    let id = times.recurrenceID
                else { continue }
                ids[series, default: []].append(id.time)
            }
            for (series, times) in ids {
                guard let master = try reader.times(of: series)?.times else { continue }
                count += SeriesEdit.unmatched(times, of: master, zones: reader.resolver, viewer: viewer).count
            }
        }
        guard count > 0 else { return [] }
        return [
            count == 1
                ? "1 exception matches no occurrence of its series"
                : "\(count) exceptions match no occurrence of their series"
        ]
    }
}
