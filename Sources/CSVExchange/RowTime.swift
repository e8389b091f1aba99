public import AtriumSDK
public import CSVFormat
import Foundation

extension CSVDateTime {
    /// The text as ``FieldType/when`` gives it: `2026-03-01`, `2026-03-01T09:30:00` on a clock that the row may name in another
    /// cell, or `2026-03-01T07:30:00Z` where an offset says which moment it is; nil where no year is given, and where the
    /// offset leads out of the years 1 to 9999.
    public var whenText: String? {
        guard date.year != nil else { return nil }
        guard let time else { return date.description }
        let clock = "\(date)T\(time)"
        if zone.isEmpty { return clock }
        return Timestamp.date(clock + "Z")
            .flatMap { Timestamp.exactText($0.addingTimeInterval(-Double(offset))) }
    }

    /// The seconds by which the clock is ahead of UTC: of `Z`, `+02`, `-0330` or `+02:00`.
    private var offset: Int {
        let digits = zone.filter(\.isNumber)
        let seconds = (Int(digits.prefix(2)) ?? 0) * 3600 + (Int(digits.dropFirst(2)) ?? 0) * 60
        return zone.hasPrefix("-") ? -seconds : seconds
    }
}

/// What is said of a cell that names a zone that there is not.
public enum UnknownZone {
    /// The kind of issue.
    public static let code = "unknown-zone"

    /// Looks the zone of a cell up, and says where there is none of that name.
    ///
    /// - Parameters:
    ///   - name: what the cell says; nil: nothing.
    ///   - find: the zone of a name.
    ///   - fallback: the zone in whose place a time is taken then; nil: it floats.
    ///   - note: is told what was wrong: a code and a message.
    public static func read<Zone>(
        _ name: String?, by find: (String) -> Zone?, orTaking fallback: String?,
        _ note: (_ code: String, _ message: String) -> Void
    ) -> Zone? {
        guard let name else { return nil }
        let zone = find(name)
        if zone == nil { note(code, message(taking: fallback)) }
        return zone
    }

    /// Whether an issue is to be said: a zone that only a file of calendars defined is a name in the tables of a whole vault.
    public static func isToBeSaid(_ code: String, _ options: ImportOptions) -> Bool {
        code != self.code || !options.isRestoring
    }

    /// What was wrong.
    ///
    /// - Parameter zone: the zone in whose place a time is taken; nil: it floats.
    public static func message(taking zone: String?) -> String {
        "unknown time zone; its times are read in \(zone ?? "the viewer's time zone")"
    }
}
