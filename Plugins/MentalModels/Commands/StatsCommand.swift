import AtriumSDK
import GRDB

/// Numbers, each with where it comes from.
enum StatsCommand {
    private static let fields: [FieldDeclaration] = [
        FieldDeclaration("name", .text, help: "The key of the number.", isRequired: true),
        FieldDeclaration("title", .text, help: "The title of the number.", isRequired: true),
        FieldDeclaration("value", .integer(), help: "The number.", isRequired: true),
        FieldDeclaration("table", .text, help: "The table that the number counts.", isRequired: true),
        FieldDeclaration("query", .text, help: "The SQL query.", isRequired: true),
        FieldDeclaration("fetchedAt", .instant, help: "The time when the query ran.", isRequired: true),
    ]

    static let stats = Command(
        "stats", .query, summary: "Show counts of your records, each with its table, query and time.",
        discussion:
            "To verify a number, run its query on your vault's file. Today is the day in your time zone.",
        result: .list(fields, columns: ["title", "value", "table", "query", "fetchedAt"])
    ) { _, context in
        var numbers: [(name: String, title: String, table: String, query: String)] = [
            ("models", "Mental models", "mental_models_model", "SELECT count(*) FROM mental_models_model"),
            (
                "failure-modes", "Failure modes", "mental_models_failure_mode",
                "SELECT count(*) FROM mental_models_failure_mode"
            ),
            (
                "observations", "Observations", "mental_models_observation",
                "SELECT count(*) FROM mental_models_observation"
            ),
            (
                "analyses-today", "Analyses today", "mental_models_observation",
                "SELECT count(*) FROM mental_models_observation WHERE analyzed_at >= '\(startOfToday(context))'"
            ),
            (
                "lollapalooza", "Lollapalooza", "mental_models_finding",
                "SELECT count(*) FROM mental_models_observation r WHERE \(Lollapalooza.condition(observation: "r.id"))"
            ),
        ]
        numbers += Level.allCases.map { level in
            (
                level.rawValue, "Models: \(level.title)", "mental_models_model",
                """
                SELECT count(*) FROM mental_models_model WHERE category_id IN \
                (SELECT id FROM mental_models_category WHERE level = '\(level.rawValue)')
                """
            )
        }
        return .object([
            "items": .list(
                try numbers.map { number in
                    .object([
                        "name": .text(number.name), "title": .text(number.title),
                        "value": .integer(try Int64.fetchOne(context.db, sql: number.query) ?? 0),
                        "table": .text(number.table), "query": .text(number.query),
                        "fetchedAt": .text(context.nowText),
                    ])
                })
        ])
    }

    /// The instant at which today begins in the user's zone, as vaults store it.
    private static func startOfToday(_ context: CommandContext) -> String {
        UserClock.instant(of: context.today.description, in: context.settings.timeZone)
    }
}
