import AtriumSDK
import Foundation
import GRDB

/// How the user is in touch with one of the people.
///
/// All that says so for the same person, in any command or figure, is the SQL of this type. Its queries name the index
/// `connections_interaction_day`, which holds all that is asked of an interaction in a fifth of the table's pages: SQLite by
/// itself would read the rows, since it finds them by their ids.
struct Touch: Sendable {
    /// The person's id.
    let id: Int64
    /// The person's uid.
    let uid: String
    /// The name to show.
    let name: String
    /// How often the user wants to be in touch, with this person or with all; nil: they have not said.
    let cadence: Cadence?
    /// The day of the last interaction; nil: there was none.
    let last: LocalDate?
    /// The ``Health``; nil without a cadence.
    let health: Int?
    /// The day by which the next interaction is wanted; nil without a cadence.
    ///
    /// For somebody whom the user never was in touch with, counted from the day on which the record was made.
    let due: LocalDate?

    /// How many cadences have passed since the day by which the next interaction was wanted; nil and 0 are alike.
    func waited(_ today: LocalDate) -> Double {
        guard let due, let cadence else { return 0 }
        return Double(today.daysSince1970 - due.daysSince1970) / Double(cadence.days)
    }
}

// MARK: - SQL over the alias `r` of `connections_person`

extension Touch {
    /// SQL for the cadence of a person in days: their own, else the user's for all individuals; null without either.
    static let cadenceSQL =
        "ifnull(r.cadence_days, iif(r.kind IS NULL, CAST(nullif(:cadence, '') AS INTEGER), NULL))"

    /// The interactions with the person up to the day of the argument `:today`.
    private static let interactionsSQL = """
        connections_interaction_companion c CROSS JOIN connections_interaction i INDEXED BY connections_interaction_day
            ON i.id = c.interaction_id AND i.happened_on <= :today
        WHERE c.person_id = r.id
        """

    /// The same, with the day since which the frequency counts.
    ///
    /// That day is worked out once for each person: a subquery without a table is not joined into the query around it.
    private static let countedSQL = """
        (SELECT date(:today, '-' || (\(Health.window) * \(cadenceSQL)) || ' days') AS since) s
            CROSS JOIN \(interactionsSQL)
        """

    private static let scoreSQL = Health.scoreSQL(
        cadence: cadenceSQL, daysSince: "julianday(:today) - julianday(max(i.happened_on))",
        recent: "count(DISTINCT iif(i.happened_on > s.since, i.happened_on, NULL))")

    /// SQL for the day of the last interaction; null if there was none.
    static let lastSQL = "(SELECT max(i.happened_on) FROM \(interactionsSQL))"

    /// SQL for the health; null without a cadence.
    static let healthSQL = "(SELECT \(scoreSQL) FROM \(countedSQL))"

    /// SQL that holds for who is alive and by whose cadence the next interaction was due before today.
    static let isLateSQL = """
        \(cadenceSQL) IS NOT NULL AND \(PeopleOverview.isAliveSQL("r")) AND ifnull(
            (SELECT date(max(i.happened_on), '+' || \(cadenceSQL) || ' days') < :today FROM \(interactionsSQL)),
            julianday(r.created_at, '+' || \(cadenceSQL) || ' days') < julianday(:todayStartsAt))
        """

    /// The columns of a ``Touch``; the last and the health stand in one text, so that the interactions are read once.
    private static let columns = """
        r.id, r.uid, r.display_name, r.created_at, \(cadenceSQL) AS cadence,
        (SELECT ifnull(max(i.happened_on), '          ') || ifnull(\(scoreSQL), '') FROM \(countedSQL)) AS contact
        """

    /// The arguments of this SQL: `:today`, `:todayStartsAt` and `:cadence`.
    static func arguments(_ context: CommandContext) -> [String: String] {
        let today = context.today
        return [
            "today": today.description,
            "todayStartsAt": Timestamp.text(today.start(in: context.settings.timeZone)),
        ].merging(arguments(context.settings)) { first, _ in first }
    }

    /// The arguments of this SQL that a figure does not have by itself.
    static func arguments(_ settings: UserSettings) -> [String: String] {
        ["cadence": settings.cadenceDays.map(String.init) ?? ""]
    }
}

// MARK: - Queries

extension Touch {
    /// The people for whom a condition holds, in the order of their ids.
    ///
    /// - Parameters:
    ///   - condition: SQL over the alias `r` of `connections_person`.
    ///   - ids: what the argument `:ids` of the condition stands for, for `json_each`.
    static func all(where condition: String, ids: [Int64] = [], _ context: CommandContext) throws -> [Touch] {
        try fetch("SELECT \(columns) FROM connections_person r WHERE \(condition) ORDER BY r.id", context) {
            $0["ids"] = ids.description
        }
    }

    /// Those with a cadence, the worst health first.
    static func worst(limit: Int, _ context: CommandContext) throws -> [Touch] {
        // Materialized, else SQLite would work out a contact for each time that it is named.
        try fetch(
            """
            WITH touch AS MATERIALIZED (
                SELECT \(columns) FROM connections_person r WHERE \(cadenceSQL) IS NOT NULL)
            SELECT * FROM touch
            ORDER BY CAST(substr(contact, 11) AS INTEGER), ifnull(nullif(substr(contact, 1, 10), '          '), '1970-01-01'), id
            LIMIT :limit
            """, context
        ) { $0["limit"] = String(limit) }
    }

    /// Those without a cadence with whom there were interactions, the last of them on a day or before it, the longest ago
    /// first.
    ///
    /// It walks through the interactions from the first day on until it has enough: whoever has a later one is passed over.
    static func quiet(
        since day: LocalDate, isAlive: Bool = true, limit: Int, _ context: CommandContext
    ) throws -> [Touch] {
        var arguments = arguments(context)
        arguments["day"] = day.description
        arguments["limit"] = String(limit)
        let ids = try Int64.fetchAll(
            context.db.cachedStatement(sql: isAlive ? quietSQL : quietSQLWithTheDead),
            arguments: StatementArguments(arguments))
        let people = try all(where: "r.id IN (SELECT value FROM json_each(:ids))", ids: ids, context)
        let byID = Dictionary(people.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return ids.compactMap { byID[$0] }
    }

    /// Those without a cadence with whom there are interactions only on days that are yet to come.
    static func onlyLater(_ context: CommandContext) throws -> [Touch] {
        try all(
            where: """
                \(cadenceSQL) IS NULL AND \(lastSQL) IS NULL
                AND r.id IN (SELECT person_id FROM connections_interaction_companion)
                """, context)
    }

    /// CROSS JOIN keeps SQLite to this order, in which the index on the day gives what comes first.
    static let quietSQL = quietSQL(where: PeopleOverview.isAliveSQL("r"))
    private static let quietSQLWithTheDead = quietSQL(where: "1")

    private static func quietSQL(where condition: String) -> String {
        """
        SELECT c.person_id FROM connections_interaction i
            CROSS JOIN connections_interaction_companion c ON c.interaction_id = i.id
            CROSS JOIN connections_person r ON r.id = c.person_id
        WHERE i.happened_on <= :day AND \(cadenceSQL) IS NULL AND \(condition) AND NOT EXISTS (
            SELECT 1 FROM connections_interaction_companion o
                JOIN connections_interaction later INDEXED BY connections_interaction_day
                    ON later.id = o.interaction_id
            WHERE o.person_id = c.person_id AND later.happened_on <= :today
                AND (later.happened_on, later.id) > (i.happened_on, i.id))
        ORDER BY i.happened_on, c.person_id LIMIT :limit
        """
    }

    private static func fetch(
        _ sql: String, _ context: CommandContext, adding: (inout [String: String]) -> Void
    ) throws -> [Touch] {
        var arguments = arguments(context)
        adding(&arguments)
        let rows = try Row.fetchCursor(
            context.db.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
        var result: [Touch] = []
        while let row = try rows.next() { result.append(Touch(row, context.settings.timeZone)) }
        return result
    }

    private init(_ row: Row, _ zone: TimeZone) {
        id = row[0]
        uid = row[1]
        name = row[2]
        let contact: String = row[5]
        let cadence = (row[4] as Int?).flatMap(Cadence.init(days:))
        let last = LocalDate(iso: String(contact.prefix(10)))
        // In days of 24 hours, as SQLite counts them.
        func wanted(_ cadence: Cadence) -> LocalDate? {
            if let last { return last.adding(days: cadence.days) }
            return Timestamp.date(row[3]).map {
                LocalDate($0.addingTimeInterval(Double(cadence.days) * 86_400), in: zone)
            }
        }
        self.cadence = cadence
        self.last = last
        health = Int(contact.dropFirst(10))
        due = cadence.flatMap(wanted)
    }
}

/// Reads how the user is in touch with one person after the other, for lists and for one record.
struct TouchReader {
    private let context: CommandContext
    private let arguments: StatementArguments
    private let statement: Statement
    private let lastStatement: Statement
    private let today: String

    /// Prepares the query.
    init(_ context: CommandContext) throws {
        self.context = context
        arguments = StatementArguments(Touch.arguments(context))
        statement = try context.db.cachedStatement(sql: Touch.oneSQL)
        lastStatement = try context.db.cachedStatement(sql: Touch.oneLastSQL)
        today = context.today.description
    }

    /// The last interaction with a person, the health, and when the next is due.
    ///
    /// Most people have no cadence: of them only the last is asked, since lists have many.
    func times(_ id: Int64, _ person: Person) throws -> (last: LocalDate?, health: Int?, due: LocalDate?) {
        let isForAll = context.settings.cadenceDays != nil && person.kind == nil
        if person.cadence != nil || isForAll {
            let touch = try touch(id)
            return (touch?.last, touch?.health, touch?.due)
        }
        let last = try String.fetchOne(lastStatement, arguments: ["today": today, "id": id])
        return (last.flatMap(LocalDate.init(iso:)), nil, nil)
    }

    /// How the user is in touch with the person of an id; nil if there is none.
    private func touch(_ id: Int64) throws -> Touch? {
        try Touch.one(statement, arguments + ["id": id], context.settings.timeZone)
    }
}

extension Touch {
    fileprivate static let oneLastSQL = "SELECT \(lastSQL) FROM connections_person r WHERE r.id = :id"
    fileprivate static let oneSQL = "SELECT \(columns) FROM connections_person r WHERE r.id = :id"

    fileprivate static func one(
        _ statement: Statement, _ arguments: StatementArguments, _ zone: TimeZone
    ) throws -> Touch? {
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        // The row is the statement's: it ends with the cursor.
        defer { withExtendedLifetime(rows) {} }
        return try rows.next().map { Touch($0, zone) }
    }
}
