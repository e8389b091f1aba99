import AtriumSDK
import AtriumTesting
import GRDB

/// A module for tests that has settings, and says in every place where it can read them what they are.
enum PlannerModule {
    static let slots = CollectionID(module: "planner", name: "slots")
    static let snap = ModuleSetting.integer("snap", in: 5...60, default: 15, help: "The grid, in minutes.")
    static let kind = ModuleSetting.choice(
        "default-kind", of: ["must-do", "flexible"], default: "flexible", help: "The kind at first.")
    static let isLoud = ModuleSetting.boolean("loud", default: false, help: "Whether it is loud.")
    static let hours = ModuleSetting.text("hours", help: "The hours of a day.") { text in
        guard text.isEmpty || text.contains("-") else {
            throw AtriumError(.badData, "“\(text)” are no hours", remedy: "use 9-17", field: "value")
        }
        return text
    }

    static let module = Module(
        manifest: Manifest(
            id: "planner", title: "Planner", summary: "Keeps slots.", version: "1.0.0", icon: "clock"),
        migrations: [
            Migration(
                "create slots",
                sql: """
                    CREATE TABLE planner_slot (
                        id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE, title TEXT NOT NULL
                    ) STRICT;
                    """)
        ],
        collections: [
            Collection(
                slots, recordName: "slot", isMain: true, table: "planner_slot", titleSQL: "r.title",
                searchFields: [], recordFields: fields, commands: [list, add])
        ],
        queries: [seen, word],
        figures: [
            Figure(
                "grid", title: "Grid", help: "The grid.", table: "planner_slot",
                sql: "SELECT :snap + 0 * count(*) FROM planner_slot",
                parameters: { ["snap": String($0.moduleSettings[snap])] }),
            Figure(
                "mean", title: "Mean", help: "The mean number.", table: "planner_slot",
                sql: "SELECT avg(id) FROM planner_slot",
                goal: "SELECT count(*) + :snap FROM planner_slot", icon: "star", tint: .accent,
                parameters: { ["snap": String($0.moduleSettings[snap])] }),
        ],
        days: [
            DaySource([DiaryModule.review]) { days, context in
                DayEntries([], warnings: ["the day is \(context.moduleSettings[kind])"])
            }
        ],
        views: [
            View(
                "word", title: "Word of the day", command: ["planner", "word"],
                form: .quote(text: "text", by: ["author"]))
        ],
        settings: [snap.declaration, kind.declaration, isLoud.declaration, hours.declaration],
        cards: [
            Card("slots", title: "Slots", command: ["planner", "list"], limit: 2),
            Card("none", title: "None", command: ["planner", "word"], input: ["day": "2026-01-01"]),
        ])

    private static let fields = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The uid.", isRequired: true),
        FieldDeclaration("title", .text, help: "The title.", isRequired: true),
    ]
    private static let title = Field<String>.text("title", help: "The title.").required.positional

    private static let list = Command(
        "list", .list, summary: "List slots.", result: .page(fields, columns: ["id", "title"])
    ) { _, context in
        let rows = try Row.fetchAll(context.db, sql: "SELECT * FROM planner_slot ORDER BY id")
        return .object([
            "items": .list(
                rows.map {
                    .object(["id": .integer($0["id"]), "uid": .text($0["uid"]), "title": .text($0["title"])])
                }), "total": .integer(Int64(rows.count)), "next": .null,
        ])
    }

    /// Adds a slot that is called by what is set.
    private static let add = Command(
        "add", .add, summary: "Add a slot.", fields: [title.declaration], result: .object(fields)
    ) { input, context in
        let title = try "\(input.required(title)), \(context.moduleSettings[kind])"
        let uid = context.newUID()
        try context.db.execute(
            sql: "INSERT INTO planner_slot (uid, title) VALUES (?, ?)", arguments: [uid, title])
        return .object([
            "id": .integer(context.db.lastInsertedRowID), "uid": .text(uid), "title": .text(title),
        ])
    }

    private static let day = Field<LocalDate>.date("day", help: "The day.").required

    /// Has something to say on days of March alone.
    private static let word = Command(
        "word", .query, summary: "Give the word of a day.", fields: [day.declaration],
        result: .list(
            [
                FieldDeclaration("text", .longText, help: "The word.", isRequired: true),
                FieldDeclaration("author", .text, help: "Who said it."),
            ], columns: ["text"])
    ) { input, _ in
        let day = try input.required(day)
        guard day.month == 3 else { return .object(["items": .list([])]) }
        return .object([
            "items": .list([.object(["text": .text("\n  It is \(day).\nReally."), "author": "Ada"])])
        ])
    }

    private static let seen = Command(
        "seen", .query, summary: "Show what is set.",
        result: .object([
            FieldDeclaration("seen", .text, help: "What is set.", isRequired: true)
        ])
    ) { _, context in
        let settings = context.moduleSettings
        return .object([
            "seen": .text(
                "\(settings[snap]) \(settings[kind]) \(settings[isLoud] ? "loud" : "quiet") [\(settings[hours])]"
            )
        ])
    }
}
