import AtriumSDK
import GRDB

extension HostCommand {
    /// What a dashboard is made of.
    private enum Part: String, CaseIterable {
        case figures, due, upcoming, cards
    }

    private static let limit = Field<Int64>
        .integer(
            "limit", in: 1...100_000,
            help: "The maximum number of due and of upcoming entries: the ones nearest to today."
        )
        .defaulting(to: .integer(100))
    private static let days = Field<Int64>
        .integer("days", in: 0...31, help: "The number of days to look ahead, after today.")
        .defaulting(to: .integer(0))
    private static let parts = Field<[String]>
        .choices(
            "parts", of: Part.allCases.map(\.rawValue),
            help: "Only these parts; the others are empty. Defaults to all parts."
        )
        .option("part")

    static let dashboard = HostCommand(
        "dashboard", scope: .records, kind: .query,
        summary: "Show an overview: key figures, due and upcoming entries, and short lists.",
        discussion: """
            If more entries are overdue than the limit allows, only the latest are listed; `today` lists all. \
            Upcoming entries have a fixed day: events, reminders, birthdays and reviews. Habits are left out, \
            because they repeat every day.
            """,
        fields: [days.declaration, source.declaration, limit.declaration, parts.declaration],
        result: .object([
            FieldDeclaration(
                "figures", .list(.object(figureFields)), help: "The figures, module by module.",
                isRequired: true
            ).inColumns("module", "title", "value", "goal", "unit", "query"),
            FieldDeclaration(
                "due", .list(.object(entryFields)), help: "The entries of today, and overdue entries.",
                isRequired: true
            ).inColumns("day", "time", "kind", "title", "state", "overdue"),
            FieldDeclaration(
                "omittedDue", .integer(from: 1), help: "The number of further due entries, on earlier days."),
            FieldDeclaration(
                "upcoming", .list(.object(entryFields)),
                help: "The entries of the requested days after today.", isRequired: true
            ).inColumns("day", "time", "kind", "title", "state"),
            FieldDeclaration(
                "omittedUpcoming", .integer(from: 1),
                help: "The number of further upcoming entries, on later days."),
            FieldDeclaration(
                "cards", .list(.object(DashboardCards.fields)),
                help: "Short lists of the modules, and the quote of the day.", isRequired: true),
            FieldDeclaration(
                "warnings", .list(.text), help: "Warnings about parts that could not be read.",
                isRequired: true),
        ])
    ) { input, session in
        let asked = (input[parts] ?? []).compactMap(Part.init)
        let wanted = Set(asked.isEmpty ? Part.allCases : asked)
        let limit = Int(input[limit] ?? 100)
        return try session.vault.read { db in
            let answers = try session.answers(db)
            let today = try session.today(db)
            let figures: (values: [DataValue], warnings: [String]) =
                wanted.contains(.figures)
                ? try session.figures(
                    of: answers.enabled, named: nil, withSource: input[source] ?? false, answers, db)
                : ([], [])
            let due = wanted.contains(.due) ? try answers.entries(on: today...today) : DayEntries([])
            let open = due.entries.filter { !$0.isDone }
            let upcoming =
                wanted.contains(.upcoming) ? try ahead(input[days] ?? 0, today, answers) : DayEntries([])
            let cards: (values: [DataValue], warnings: [String]) =
                wanted.contains(.cards)
                ? try DashboardCards(
                    answers: answers, today: today, timeZone: answers.state.settings.timeZone
                )
                .all() : ([], [])
            return .object([
                "figures": .list(figures.values),
                "due": .list(open.suffix(limit).map(value(of:))),
                "omittedDue": omitted(open.count, limit),
                "upcoming": .list(upcoming.entries.prefix(limit).map(value(of:))),
                "omittedUpcoming": omitted(upcoming.entries.count, limit),
                "cards": .list(cards.values),
                "warnings": .list(
                    (figures.warnings + due.warnings + upcoming.warnings + cards.warnings).map(DataValue.text)
                ),
            ])
        }
    }

    private static func omitted(_ count: Int, _ limit: Int) -> DataValue {
        count > limit ? .integer(Int64(count - limit)) : .null
    }

    /// What stands on the days after today and is not done: what has its day, and no routine.
    private static func ahead(_ days: Int64, _ today: LocalDate, _ answers: ModuleAnswers) throws
        -> DayEntries
    {
        guard days > 0 else { return DayEntries([]) }
        var found = try answers.entries(on: today.adding(days: 1)...today.adding(days: Int(days)))
        found.entries.removeAll { $0.isDone || $0.kind.isRoutine }
        return found
    }
}
