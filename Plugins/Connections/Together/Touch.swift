import AtriumSDK
import GRDB

/// How the user is in touch with one of the people.
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

    /// SQL for something about the interactions with the person `r` up to the day of the argument `:today`.
    private static func interactions(_ what: String, where condition: String = "TRUE") -> String {
        """
        (SELECT \(what) FROM connections_interaction_companion c
            JOIN connections_interaction i ON i.id = c.interaction_id
            WHERE c.person_id = r.id AND i.happened_on <= :today AND \(condition))
        """
    }

    /// SQL for the day of the last interaction with the person `r`; null where there was none.
    static let lastSQL = interactions("max(i.happened_on)")
    /// SQL for the day of the first interaction with the person `r`; null where there was none.
    static let firstSQL = interactions("min(i.happened_on)")

    /// The people for whom a condition holds, in the order of their ids.
    ///
    /// - Parameter condition: SQL over the alias `r` of `connections_person`.
    static func all(where condition: String, _ context: CommandContext) throws -> [Touch] {
        let recent = interactions(
            "count(DISTINCT i.happened_on)",
            where: "i.happened_on > date(:today, '-' || (\(Health.window) * r.cadence_days) || ' days')")
        let rows = try Row.fetchCursor(
            context.db.cachedStatement(
                sql: """
                    SELECT r.id, r.uid, r.display_name, r.cadence_days, r.created_at, \(lastSQL) AS last,
                        iif(r.cadence_days IS NULL, 0, \(recent)) AS recent
                    FROM connections_person r WHERE \(condition) ORDER BY r.id
                    """), arguments: ["today": context.today.description])
        var result: [Touch] = []
        while let row = try rows.next() { result.append(Touch(row, context)) }
        return result
    }

    private init(_ row: Row, _ context: CommandContext) {
        id = row["id"]
        uid = row["uid"]
        name = row["display_name"]
        let cadence = (row["cadence_days"] as Int?).flatMap(Cadence.init(days:))
        let last = (row["last"] as String?).flatMap(LocalDate.init(iso:))
        let since = last.map { context.today.daysSince1970 - $0.daysSince1970 }
        let created = Instant.date(row["created_at"]).map { LocalDate($0, in: context.settings.timeZone) }
        self.cadence = cadence
        self.last = last
        health = cadence.map { Health.score(cadence: $0, daysSince: since, recent: row["recent"] ?? 0) }
        due = cadence.flatMap { cadence in (last ?? created)?.adding(days: cadence.days) }
    }
}
