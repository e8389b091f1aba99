import AtriumSDK
import GRDB

extension HostCommand {
    private static let source = Field<Bool>
        .boolean("source", help: "Whether to give the query and the table of each number.")
        .defaulting(to: .bool(false))
    private static let limit = Field<Int64>
        .integer("limit", in: 1...100_000, help: "How much of what is due to give at most: the latest.")
        .defaulting(to: .integer(100))
    private static let day = Field<LocalDate>
        .date("day", help: "The day: today if none is given.").positional

    private static let entryFields: [FieldDeclaration] = [
        FieldDeclaration("day", .date, help: "The day, in your zone.", isRequired: true),
        FieldDeclaration("time", .text, help: "The time as HH:MM, in your zone; none for the whole day."),
        FieldDeclaration(
            "kind", .choice(DayEntry.Kind.allCases.map(\.rawValue)), help: "What it is.", isRequired: true),
        FieldDeclaration("title", .text, help: "What it is called.", isRequired: true),
        FieldDeclaration(
            "overdue", .boolean, help: "Whether its time is over and it is not done.", isRequired: true),
        FieldDeclaration("collection", .text, help: "The collection of its record.", isRequired: true),
        FieldDeclaration("id", .integer(), help: "The id of its record.", isRequired: true),
    ]
    private static let figureFields: [FieldDeclaration] = [
        FieldDeclaration("module", .text, help: "The module that counts.", isRequired: true),
        FieldDeclaration("name", .text, help: "The figure's name within its module.", isRequired: true),
        FieldDeclaration("title", .text, help: "What the number is.", isRequired: true),
        FieldDeclaration("value", .decimal(), help: "The number; none where there is nothing to count."),
        FieldDeclaration("unit", .text, help: "Its unit, where it has one."),
        FieldDeclaration("table", .text, help: "With source: the table that it is about."),
        FieldDeclaration("query", .text, help: "With source: the query that gives it."),
    ]

    static let overviewCommands: [HostCommand] = [
        HostCommand(
            "today", reach: .records, kind: .query,
            summary: "Show what stands on a day: reminders, events, habits left, birthdays.",
            discussion: "What is overdue stands under today.",
            fields: [day.declaration],
            result: .list(entryFields, columns: ["time", "kind", "title", "overdue"])
        ) { input, session in
            try session.vault.read { db in
                let answers = try session.answers(db)
                let day = try input[day] ?? session.today(db)
                let found = try answers.entries(on: day...day)
                var result: DataObject = ["items": .list(found.entries.map(value(of:)))]
                if !found.warnings.isEmpty { result["warnings"] = .list(found.warnings.map(DataValue.text)) }
                return .object(result)
            }
        },
        HostCommand(
            "dashboard", reach: .records, kind: .query,
            summary: "Show the figures of each module that is on, and what is due.",
            discussion: "Of what is long overdue only as much as the limit leaves; `today` has all of it.",
            fields: [source.declaration, limit.declaration],
            result: .object([
                FieldDeclaration(
                    "figures", .list(.object(figureFields)), help: "The numbers, module by module.",
                    isRequired: true),
                FieldDeclaration(
                    "due", .list(.object(entryFields)), help: "What stands on today, and what is overdue.",
                    isRequired: true),
                FieldDeclaration(
                    "omittedDue", .integer(from: 1), help: "How much more is due, of earlier days."),
                FieldDeclaration(
                    "warnings", .list(.text), help: "What could not be given.", isRequired: true),
            ])
        ) { input, session in
            try session.vault.read { db in
                let answers = try session.answers(db)
                let today = try session.today(db)
                var warnings: [String] = []
                let modules = session.hub.registry.modules.filter { answers.enabled.contains($0.id) }
                let now = session.vault.environment.now()
                let links = RecordLinks(
                    db: db, collections: answers.collections, enabled: answers.enabled, now: now)
                let figures = try modules.flatMap { module in
                    try module.figures.map { figure in
                        var number = DataValue.null
                        do {
                            number = try figure.value(
                                db, now: now, answers.state.settings, links: links)
                        } catch {
                            warnings.append(try ModuleAnswers.warning(of: error, from: module))
                        }
                        return value(
                            of: figure, number, in: module, answers.state.settings.units,
                            withSource: input[source] ?? false)
                    }
                }
                let due = try answers.entries(on: today...today)
                let shown = due.entries.suffix(Int(input[limit] ?? 100))
                let omitted = due.entries.count - shown.count
                return .object([
                    "figures": .list(figures), "due": .list(shown.map(value(of:))),
                    "omittedDue": omitted == 0 ? .null : .integer(Int64(omitted)),
                    "warnings": .list((warnings + due.warnings).map(DataValue.text)),
                ])
            }
        },
    ]

    private static func value(of entry: DayEntry) -> DataValue {
        .object([
            "day": .text(entry.day.description), "time": .text(orNull: entry.time),
            "kind": .text(entry.kind.rawValue), "title": .text(entry.title),
            "overdue": .bool(entry.isOverdue),
            "collection": .text(entry.record.collection.description), "id": .integer(entry.record.id),
        ])
    }

    private static func value(
        of figure: Figure, _ number: DataValue, in module: Module, _ units: UserSettings.Units,
        withSource: Bool
    ) -> DataValue {
        let unit = units == .imperial ? figure.imperialUnit ?? figure.unit : figure.unit
        return .object([
            "module": .text(module.id), "name": .text(figure.name), "title": .text(figure.title),
            "value": number,
            "unit": .text(orNull: unit), "table": .text(orNull: withSource ? figure.table : nil),
            "query": .text(orNull: withSource ? figure.sql : nil),
        ])
    }
}

extension Session {
    /// What the modules that are on can answer, to the host.
    fileprivate func answers(_ db: Database) throws -> ModuleAnswers {
        let state = try state(db)
        return ModuleAnswers(
            session: self, db: db, state: state, collections: state.collections, asking: nil)
    }

    /// The day that it is for the user.
    fileprivate func today(_ db: Database) throws -> LocalDate {
        LocalDate(vault.environment.now(), in: try state(db).settings.timeZone)
    }
}
