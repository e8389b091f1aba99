import AtriumSDK
import Foundation
import GRDB

/// How the user is in touch with one of the people.
///
/// Its queries name the index `connections_interaction_day`, which holds all that is asked of an interaction in a fifth of the
/// table's pages: SQLite by itself would read the rows, since it finds them by their ids.
struct Touch: Sendable {
    /// The person's id.
    let id: Int64
    /// The person's uid.
    let uid: String
    /// The name to show.
    let name: String
    /// How often the user wants to be in touch; nil: they have not said.
    let cadence: Cadence?
    /// The day of the last interaction; nil: there was none.
    let last: LocalDate?
    /// The ``Health``; nil without a cadence.
    let health: Int?
    /// The day by which the next interaction is wanted; nil without a cadence.
    ///
    /// For somebody whom the user never was in touch with, counted from the day on which the record was made.
    let due: LocalDate?

    /// SQL for the day of the first interaction with the person `r` up to the day of the argument `:today`; null where there
    /// was none.
    static let firstSQL = """
        (SELECT min(i.happened_on) FROM connections_interaction_companion c
            JOIN connections_interaction i INDEXED BY connections_interaction_day ON i.id = c.interaction_id
            WHERE c.person_id = r.id AND i.happened_on <= :today)
        """

    /// The people for whom a condition holds, in the order of their ids.
    ///
    /// The interactions of each are walked through once, for all that is asked of them.
    ///
    /// - Parameters:
    ///   - condition: SQL over the alias `r` of `connections_person`.
    ///   - ids: what the argument `:ids` of the condition stands for, for `json_each`.
    static func all(where condition: String, ids: [Int64] = [], _ context: CommandContext) throws -> [Touch] {
        let rows = try Row.fetchCursor(
            context.db.cachedStatement(
                sql: """
                    SELECT r.id, r.uid, r.display_name, r.cadence_days, r.created_at, max(i.happened_on) AS last,
                        count(DISTINCT iif(i.happened_on >
                            date(:today, '-' || (\(Health.window) * r.cadence_days) || ' days'), i.happened_on, NULL))
                            AS recent
                    FROM connections_person r
                        LEFT JOIN connections_interaction_companion c ON c.person_id = r.id
                        LEFT JOIN connections_interaction i INDEXED BY connections_interaction_day
                            ON i.id = c.interaction_id AND i.happened_on <= :today
                    WHERE \(condition) GROUP BY r.id ORDER BY r.id
                    """), arguments: ["today": context.today.description, "ids": ids.description])
        var result: [Touch] = []
        while let row = try rows.next() { result.append(Touch(row, context)) }
        return result
    }

    /// Those for whom no cadence was given and with whom the last interaction was on a day or before it, the longest ago first.
    ///
    /// It walks through the interactions from the first day on until it has enough: whoever has a later one is passed over.
    static func quiet(since day: LocalDate, limit: Int, _ context: CommandContext) throws -> [Touch] {
        let ids = try Int64.fetchAll(
            context.db, sql: quietSQL,
            arguments: ["day": day.description, "today": context.today.description, "limit": limit])
        let people = try all(where: "r.id IN (SELECT value FROM json_each(:ids))", ids: ids, context)
        let byID = Dictionary(people.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return ids.compactMap { byID[$0] }
    }

    /// CROSS JOIN keeps SQLite to this order, in which the index on the day gives what comes first.
    static let quietSQL = """
        SELECT c.person_id FROM connections_interaction i
            CROSS JOIN connections_interaction_companion c ON c.interaction_id = i.id
            CROSS JOIN connections_person r ON r.id = c.person_id
        WHERE i.happened_on <= :day AND r.cadence_days IS NULL AND \(PeopleOverview.isAliveSQL("r")) AND NOT EXISTS (
            SELECT 1 FROM connections_interaction_companion o
                JOIN connections_interaction later INDEXED BY connections_interaction_day
                    ON later.id = o.interaction_id
            WHERE o.person_id = c.person_id AND later.happened_on <= :today
                AND (later.happened_on, later.id) > (i.happened_on, i.id))
        ORDER BY i.happened_on, c.person_id LIMIT :limit
        """

    /// How many cadences have passed since the day by which the next interaction was wanted; nil and 0 are alike.
    func waited(_ today: LocalDate) -> Double {
        guard let due, let cadence else { return 0 }
        return Double(today.daysSince1970 - due.daysSince1970) / Double(cadence.days)
    }

    private init(_ row: Row, _ context: CommandContext) {
        id = row["id"]
        uid = row["uid"]
        name = row["display_name"]
        let cadence = (row["cadence_days"] as Int?).flatMap(Cadence.init(days:))
        let last = (row["last"] as String?).flatMap(LocalDate.init(iso:))
        let since = last.map { context.today.daysSince1970 - $0.daysSince1970 }
        // In days of 24 hours, as the figure counts them.
        let wanted = Instant.date(row["created_at"]).flatMap { created in
            cadence.map {
                LocalDate(
                    created.addingTimeInterval(Double($0.days) * 86_400), in: context.settings.timeZone)
            }
        }
        self.cadence = cadence
        self.last = last
        health = cadence.map { Health.score(cadence: $0, daysSince: since, recent: row["recent"] ?? 0) }
        due = cadence.flatMap { last?.adding(days: $0.days) } ?? wanted
    }
}
