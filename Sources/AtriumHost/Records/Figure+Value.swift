import AtriumSDK
import Foundation
import GRDB

extension Figure {
    /// What the query gives: a number, or null.
    ///
    /// - Throws: ``AtriumError`` with code `internal` where it gives anything else.
    func value(_ db: Database, today: LocalDate, now: Date) throws -> DataValue {
        let parameters: [String: String] = [
            "today": today.description, "monthStart": today.adding(days: 1 - today.day).description,
            "now": Instant.text(now),
        ]
        // SQLite knows no parameter that the query does not name.
        let used = parameters.filter { sql.contains(":" + $0.key) }
        let stored = try DatabaseValue.fetchOne(db, sql: sql, arguments: StatementArguments(used)) ?? .null
        return switch stored.storage {
        case .null: .null
        case .int64(let number): .decimal(Double(number))
        case .double(let number): .decimal(number)
        case .string, .blob: throw AtriumError(.internal, "the figure “\(name)” is no number")
        }
    }
}
