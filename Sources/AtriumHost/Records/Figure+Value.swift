import AtriumSDK
import Foundation
import GRDB

extension Figure {
    /// A number as it was read.
    struct Reading {
        /// The number, or null.
        let number: DataValue
        /// The number that is aimed at, or null.
        let goal: DataValue
        /// What was offered for parameters, by their names; see ``Figure/names(_:)``.
        let parameters: [String: String]
    }

    /// What the queries give: numbers, or null.
    ///
    /// - Throws: ``AtriumError`` with code `internal` where it gives anything else.
    func value(
        _ db: Database, now: Date, _ settings: UserSettings, links: any LinkStore,
        moduleSettings: ModuleSettings
    ) throws -> Reading {
        let zone = settings.timeZone
        let today = LocalDate(now, in: zone)
        let monthStart = today.adding(days: 1 - today.day)
        let tomorrow = today.adding(days: 1).start(in: zone)
        var arguments = [
            "today": today.description, "monthStart": monthStart.description,
            "todayStartsAt": Timestamp.text(today.start(in: zone)),
            "tomorrowStartsAt": Timestamp.text(tomorrow),
            "monthStartsAt": Timestamp.text(monthStart.start(in: zone)),
            "now": Timestamp.text(now),
        ]
        if let parameters {
            let further = try parameters(
                Moment(
                    db: db, now: now, tomorrowStartsAt: tomorrow, settings: settings, links: links,
                    moduleSettings: moduleSettings))
            arguments.merge(further) { _, further in further }
        }
        return Reading(
            number: try number(sql, arguments, db),
            goal: try goal.map { try number($0, arguments, db) } ?? .null,
            parameters: arguments)
    }

    private func number(_ sql: String, _ arguments: [String: String], _ db: Database) throws -> DataValue {
        let stored =
            try DatabaseValue.fetchOne(db, sql: sql, arguments: StatementArguments(arguments)) ?? .null
        switch stored.storage {
        case .null: return .null
        case .int64(let number): return .decimal(Double(number))
        case .double(let number): return .decimal(number)
        case .string, .blob: throw AtriumError(.internal, "the figure “\(name)” is not a number")
        }
    }

    /// Whether a query names a parameter, and not only one that begins so.
    func names(_ parameter: String) -> Bool {
        [sql, goal ?? ""].contains { sql in
            sql.ranges(of: ":" + parameter).contains { range in
                !(sql[range.upperBound...].first.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false)
            }
        }
    }
}
