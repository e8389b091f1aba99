import AtriumSDK

/// Whom the user met not long ago: by the day that they said, else by the first interaction.
enum RecentlyMet {
    /// How many days are looked back if nobody says it.
    static let usualDays = 30

    /// SQL for the people `r` with the day, month or year `m.met` since a day: `FROM … WHERE …`.
    ///
    /// A month or a year counts as long as any of its days does; words say no day. It reads only the interactions since that
    /// day, and of those whom they name whether there was an earlier one.
    /// - Parameter first: SQL for the first of the days; the last is the argument `:today`.
    static func sql(since first: String) -> String {
        """
        FROM (
            SELECT p.id, p.met_date AS met, 1 AS is_said FROM connections_person p
            WHERE p.met_date >= substr(\(first), 1, 4) AND p.met_date <= :today
                AND p.met_date >= substr(\(first), 1, length(p.met_date)) AND \(isDate("p.met_date"))
            UNION ALL
            SELECT c.person_id, min(i.happened_on), 0 FROM connections_interaction i
                CROSS JOIN connections_interaction_companion c ON c.interaction_id = i.id
            WHERE i.happened_on >= \(first) AND i.happened_on <= :today AND c.person_id IS NOT NULL
            GROUP BY c.person_id HAVING NOT EXISTS (
                SELECT 1 FROM connections_interaction_companion o
                    JOIN connections_interaction former INDEXED BY connections_interaction_day
                        ON former.id = o.interaction_id
                WHERE o.person_id = c.person_id AND former.happened_on < \(first))
        ) m JOIN connections_person r ON r.id = m.id
        WHERE m.is_said OR NOT ifnull(\(isDate("r.met_date")), 0)
        """
    }

    private static func isDate(_ column: String) -> String { "\(column) GLOB '[0-9][0-9][0-9][0-9]*'" }

    /// How many there are in the usual days.
    static let figure = Figure(
        "recently-met", title: "Recently met",
        help: "The number of people you met or were first in touch with in the last 30 days.",
        table: "connections_person",
        sql: "SELECT count(*) \(sql(since: "date(:today, '-\(usualDays - 1) days')"))",
        opens: ["connections", "recently-met"])
}
