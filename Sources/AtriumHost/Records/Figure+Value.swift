import AtriumSDK
import Foundation
import GRDB

extension Figure {
    /// A number as it was read.
    struct Reading {
        /// The number, or null.
        let number: DataValue
        /// What stood for the parameters that the query names.
        let parameters: [String: String]
    }

    /// What the query gives: a number, or null.
    ///
    /// - Throws: ``AtriumError`` with code `internal` where it gives anything else.
    func value(_ db: Database, now: Date, _ settings: UserSettings) throws -> Reading {
        let zone = settings.timeZone
        let today = LocalDate(now, in: zone)
        let monthStart = today.adding(days: 1 - today.day)
        let tomorrow = Self.start(of: today.adding(days: 1), in: zone)
        var arguments = [
            "today": today.description, "monthStart": monthStart.description,
            "todayStartsAt": Instant.text(Self.start(of: today, in: zone)),
            "tomorrowStartsAt": Instant.text(tomorrow),
            "monthStartsAt": Instant.text(Self.start(of: monthStart, in: zone)),
            "now": Instant.text(now),
        ]
        if let parameters {
            let further = try parameters(
                Moment(db: db, tomorrowStartsAt: tomorrow, timeZone: zone, units: settings.units))
            arguments.merge(further) { _, further in further }
        }
        let stored =
            try DatabaseValue.fetchOne(db, sql: sql, arguments: StatementArguments(arguments)) ?? .null
        let number: DataValue =
            switch stored.storage {
            case .null: .null
            case .int64(let number): .decimal(Double(number))
            case .double(let number): .decimal(number)
            case .string, .blob: throw AtriumError(.internal, "the figure “\(name)” is no number")
            }
        return Reading(number: number, parameters: arguments.filter { sql.contains(":" + $0.key) })
    }

    /// The instant at which a day begins on the clock of a zone.
    private static func start(of day: LocalDate, in zone: TimeZone) -> Date {
        let midnight = Date(timeIntervalSince1970: Double(day.daysSince1970) * 86_400)
        return Instant.date(showing: midnight, in: zone)
    }
}
