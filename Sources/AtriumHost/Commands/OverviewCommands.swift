import AtriumSDK
import Foundation
import GRDB

extension HostCommand {
    static let source = Field<Bool>
        .boolean("source", help: "Include the query and the table of each number.")
        .defaulting(to: .bool(false))
    private static let day = Field<LocalDate>
        .date("day", help: "The day. Defaults to today.").positional
    private static let done = Field<Bool>
        .boolean("done", help: "Include entries that are done.").defaulting(to: .bool(false))
    private static let ofModule = Field<String>
        .text("module", help: "The module whose figures to show. Defaults to all modules.").positional
    private static let named = Field<String>
        .text("name", help: "Only the figure with this name.").positional

    static let entryFields: [FieldDeclaration] = [
        FieldDeclaration("day", .date, help: "The day, in your time zone.", isRequired: true),
        FieldDeclaration(
            "time", .text, help: "The time as HH:MM in your time zone, or null for the whole day."),
        FieldDeclaration(
            "until", .text,
            help: "The end on that day, as HH:MM up to 24:00, or null if the entry has no end on that day."),
        FieldDeclaration(
            "kind", .text, help: "The kind of entry as its module names it, such as event.",
            isRequired: true),
        FieldDeclaration("title", .text, help: "The entry's title.", isRequired: true),
        FieldDeclaration(
            "overdue", .boolean, help: "True if the time has passed and the entry is not done.",
            isRequired: true),
        FieldDeclaration(
            "busy", .boolean, help: "True if the entry blocks the time until its end.",
            isRequired: true),
        FieldDeclaration(
            "claim", .choice(DayEntry.Claim.allCases.map(\.rawValue)),
            help: "The use of the time: free, tentative (other entries take precedence) or busy.",
            isRequired: true),
        FieldDeclaration("done", .boolean, help: "True if the entry is done.", isRequired: true),
        FieldDeclaration(
            "occurrence", .when, help: "The occurrence, if the record repeats: its recurrenceId."
        ).role(.occurrence),
        FieldDeclaration(
            "state", .text, help: "The entry's state, such as cancelled or tentative, if it is unusual."
        ).asState,
        FieldDeclaration("color", .text, help: "The entry's color, as it was written."),
        FieldDeclaration("collection", .text, help: "The record's collection.", isRequired: true),
        FieldDeclaration("id", .integer(), help: "The record's id.", isRequired: true),
    ]
    static let figureFields: [FieldDeclaration] = [
        FieldDeclaration("module", .text, help: "The figure's module.", isRequired: true),
        FieldDeclaration("name", .text, help: "The figure's name within its module.", isRequired: true),
        FieldDeclaration("title", .text, help: "The figure's title.", isRequired: true),
        FieldDeclaration("value", .decimal(), help: "The number, or null if there is nothing to count.")
            .absent(as: "NA"),
        FieldDeclaration("goal", .decimal(), help: "The target, if there is one."),
        FieldDeclaration("unit", .text, help: "The unit, if there is one."),
        FieldDeclaration("icon", .text, help: "The icon's name in the Lucide set, if there is one."),
        FieldDeclaration(
            "tint", .choice(Figure.Tint.allCases.map(\.rawValue)),
            help: "The meaning of the figure's color, if it has one."),
        FieldDeclaration("help", .text, help: "A sentence that explains the number."),
        FieldDeclaration("opens", .text, help: "The words of the command that lists the counted records."),
        FieldDeclaration("table", .text, help: "With source: the table behind the number."),
        FieldDeclaration("query", .text, help: "With source: the query that computes the number."),
        FieldDeclaration("goalQuery", .text, help: "With source: the query that computes the target."),
        FieldDeclaration(
            "parameters",
            .list(
                .object([
                    FieldDeclaration("name", .text, help: "The parameter's name.", isRequired: true),
                    FieldDeclaration("value", .text, help: "The bound value.", isRequired: true),
                ])), help: "With source: the parameters of the query."),
        FieldDeclaration("fetchedAt", .instant, help: "With source: the time when the number was read."),
    ]

    static let overviewCommands: [HostCommand] = [
        dashboard,
        HostCommand(
            "today", scope: .records, kind: .query,
            summary: "Show one day: events, reminders, tasks, habits still to do, birthdays.",
            discussion: "Overdue entries are listed under today.",
            fields: [day.declaration, done.declaration],
            result: .list(entryFields, columns: ["time", "kind", "title", "state", "overdue", "done"])
        ) { input, session in
            try session.vault.read { db in
                let answers = try session.answers(db)
                let day = try input[day] ?? session.today(db)
                let found = try answers.entries(on: day...day)
                let wanted = found.entries.filter { !$0.isDone || input[done] == true }
                var result: DataObject = ["items": .list(wanted.map(value(of:)))]
                if !found.warnings.isEmpty { result["warnings"] = .list(found.warnings.map(DataValue.text)) }
                return .object(result)
            }
        },
        HostCommand(
            "figures", scope: .records, kind: .query,
            summary: "Show key figures, such as open tasks, of one module or of all.",
            discussion:
                "With source, each figure includes its table, its query and the time when it was read.",
            fields: [ofModule.declaration, named.declaration, source.declaration],
            result: .list(figureFields, columns: ["module", "title", "value", "goal", "unit"])
        ) { input, session in
            let wanted = try input[ofModule].map { Set([try session.enabledModule($0).id]) }
            return try session.vault.read { db in
                let answers = try session.answers(db)
                let figures = try session.figures(
                    of: wanted ?? answers.enabled, named: input[named], withSource: input[source] ?? false,
                    answers, db)
                var result: DataObject = ["items": .list(figures.values)]
                if !figures.warnings.isEmpty {
                    result["warnings"] = .list(figures.warnings.map(DataValue.text))
                }
                return .object(result)
            }
        },
    ]

    static func value(of entry: DayEntry) -> DataValue {
        .object([
            "day": .text(entry.day.description), "time": .text(orNull: entry.time),
            "until": .text(orNull: entry.until),
            "kind": .text(entry.kind.name), "title": .text(entry.title),
            "overdue": .bool(entry.isOverdue), "busy": .bool(entry.claim == .busy),
            "claim": .text(entry.claim.rawValue),
            "done": .bool(entry.isDone), "occurrence": .text(orNull: entry.occurrence),
            "state": .text(orNull: entry.state), "color": .text(orNull: entry.color),
            "collection": .text(entry.record.collection.description), "id": .integer(entry.record.id),
        ])
    }
}

extension Session {
    /// What the modules that are on can answer, to the host.
    func answers(_ db: Database) throws -> ModuleAnswers {
        let state = try state(db)
        return ModuleAnswers(
            session: self, db: db, state: state, collections: state.collections, asking: nil)
    }

    /// The day that it is for the user.
    func today(_ db: Database) throws -> LocalDate {
        LocalDate(now, in: try state(db).settings.timeZone)
    }

    /// The figures of some modules, and what is to be said of those that could not be read.
    func figures(
        of ids: Set<String>, named name: String?, withSource: Bool, _ answers: ModuleAnswers, _ db: Database
    ) throws -> (values: [DataValue], warnings: [String]) {
        let now = self.now
        let settings = answers.state.settings
        let links = RecordLinks(
            db: db, collections: answers.collections, enabled: answers.enabled, now: now)
        var (values, warnings): ([DataValue], [String]) = ([], [])
        for module in hub.registry.modules where ids.contains(module.id) {
            for figure in module.figures where name == nil || figure.name == name {
                var reading: Figure.Reading?
                do {
                    reading = try figure.value(
                        db, now: now, settings, links: links,
                        moduleSettings: ModuleSettings(of: module.id, stored: answers.state.moduleSettings))
                } catch {
                    warnings.append(try ModuleAnswers.warning(of: error, from: module))
                }
                values.append(
                    figure.value(
                        reading, of: module, settings.units, readAt: withSource ? now : nil))
            }
        }
        return (values, warnings)
    }
}

extension Figure {
    /// A figure as a surface gets it, with its source if the time is said at which it was read.
    fileprivate func value(
        _ reading: Reading?, of module: Module, _ units: UserSettings.Units, readAt time: Date?
    ) -> DataValue {
        var value: DataObject = [
            "module": .text(module.id), "name": .text(name), "title": .text(title),
            "value": reading?.number ?? .null, "goal": reading?.goal ?? .null,
            "icon": .text(orNull: icon), "tint": .text(orNull: tint?.rawValue),
            "unit": .text(orNull: units == .imperial ? imperialUnit ?? unit : unit),
            "help": .text(help), "opens": .text(orNull: opens?.joined(separator: " ")),
            "table": .text(orNull: time == nil ? nil : table),
            "query": .text(orNull: time == nil ? nil : sql),
            "goalQuery": .text(orNull: time == nil ? nil : goal),
            "parameters": .null, "fetchedAt": .text(orNull: time.map(Timestamp.text)),
        ]
        if time != nil, let reading {
            value["parameters"] = .list(
                reading.parameters.filter { names($0.key) }.sorted { $0.key < $1.key }.map {
                    .object(["name": .text($0.key), "value": .text($0.value)])
                })
        }
        return .object(value)
    }
}
