import AtriumSDK
import GRDB

/// A module for tests that reaches others: its notes are linked to tools of the workshop, which it asks for their names,
/// stand on days, and tell what happened with a tool.
enum DiaryModule {
    static let notes = CollectionID(module: "diary", name: "notes")
    static let linkKind = "about"
    /// Something that is to be looked at again.
    static let review = DayEntry.Kind("review", .toBeDone)

    static let module = Module(
        manifest: Manifest(
            id: "diary", title: "Diary", summary: "Keeps notes.", version: "1.0.0", icon: "notebook",
            enhances: ["workshop"]),
        migrations: [
            Migration(
                "create notes",
                sql: """
                    CREATE TABLE diary_note (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        uid TEXT NOT NULL UNIQUE,
                        title TEXT NOT NULL,
                        day TEXT NOT NULL
                    ) STRICT;
                    """)
        ],
        collections: [
            Collection(
                notes, recordName: "note", isMain: true, table: "diary_note", titleSQL: "r.title",
                searchFields: [], recordFields: fields, commands: [add, about, tools, ask])
        ],
        figures: [
            Figure(
                "notes", title: "Notes", help: "How many notes there are until today.", table: "diary_note",
                sql: "SELECT count(*) FROM diary_note WHERE day <= :today")
        ],
        days: [
            DaySource([review]) { days, context in
                let rows = try Row.fetchAll(
                    context.db, sql: "SELECT * FROM diary_note WHERE day BETWEEN ? AND ?",
                    arguments: [days.lowerBound.description, days.upperBound.description])
                let entries = rows.map { row in
                    DayEntry(
                        review, on: LocalDate(iso: row["day"]) ?? days.lowerBound, title: row["title"],
                        record: RecordReference(notes, row["id"]))
                }
                return DayEntries(entries, warnings: entries.count > 1 ? ["there are many notes"] : [])
            }
        ],
        happenings: [
            HappeningSource { subject, context in
                try context.links.origins(of: subject.record, kind: linkKind).compactMap { note in
                    guard note.collection == notes,
                        let row = try Row.fetchOne(
                            context.db, sql: "SELECT * FROM diary_note WHERE id = ?", arguments: [note.id])
                    else { return nil }
                    return Happening("note", when: row["day"], title: row["title"], record: note)
                }
            }
        ])

    /// A module whose parts of what all are asked for fail.
    static let broken = Module(
        manifest: Manifest(
            id: "broken", title: "Broken", summary: "Falls down.", version: "1.0.0", icon: "warning"),
        migrations: [], collections: [],
        figures: [
            Figure(
                "none", title: "None", help: "Nothing.", table: "broken_none",
                sql: "SELECT count(*) FROM broken_none")
        ],
        days: [
            DaySource([DayEntry.Kind("event", .takesPlace)]) { _, _ in
                throw AtriumError(.internal, "it fell down")
            }
        ])

    private static let record = Collection.recordField(of: notes, named: "note")
    private static let title = Field<String>.text("title", help: "The title.").required
    private static let day = Field<LocalDate>.date("day", help: "The day.").required
    private static let toolList = Field<[Int64]>.records(
        "tools", of: WorkshopModule.tools, help: "The tools that it is about.")
    private static let question = Field<String>.text("question", help: "The command to ask.").required
    private static let asked = Field<String>.text("module", help: "The collection to ask.").required

    static let fields: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The uid.", isRequired: true),
    ]

    private static let add = Command(
        "add", .add, summary: "Add a note.", fields: [title.declaration, day.declaration],
        result: .object(fields)
    ) { input, context in
        let uid = context.newUID()
        try context.db.execute(
            sql: "INSERT INTO diary_note (uid, title, day) VALUES (?, ?, ?)",
            arguments: [uid, input.required(title), input.required(day).description])
        return .object(["id": .integer(context.db.lastInsertedRowID), "uid": .text(uid)])
    }

    private static let about = Command(
        "about", .recordAction, past: "said to be about tools", summary: "Say which tools a note is about.",
        fields: [record.declaration, toolList.declaration], result: .object(fields)
    ) { input, context in
        let id = try input.required(record)
        try context.links.setTargets(
            input[toolList] ?? [], in: WorkshopModule.tools, of: RecordReference(notes, id), kind: linkKind)
        return .object(["id": .integer(id), "uid": .text("")])
    }

    /// The titles of the tools that a note is about, and how many notes are about the first of them.
    private static let tools = Command(
        "tools", .recordQuery, summary: "Name the tools of a note.", fields: [record.declaration],
        result: .object([
            FieldDeclaration("titles", .list(.text), help: "Their titles.", isRequired: true),
            FieldDeclaration(
                "notes", .integer(), help: "How many notes are about the first.", isRequired: true),
        ])
    ) { input, context in
        let targets = try context.links.targets(
            of: RecordReference(notes, input.required(record)), kind: linkKind)
        let condition = context.links.condition(
            idColumn: "r.id", in: notes, linkedTo: WorkshopModule.tools, kind: linkKind)
        let count = try Int64.fetchOne(
            context.db, sql: "SELECT count(*) FROM diary_note r WHERE \(condition)",
            arguments: [targets.first?.id])
        return .object([
            "titles": .list(try targets.compactMap { try context.modules.title(of: $0).map(DataValue.text) }),
            "notes": .integer(count ?? 0),
        ])
    }

    private static let ask = Command(
        "ask", .query, summary: "Ask another module.", fields: [question.declaration, asked.declaration],
        result: .object([FieldDeclaration("answer", .longText, help: "The answer as JSON.")])
    ) { input, context in
        guard let collection = CollectionID(try input.required(asked)) else {
            return .object(["answer": .null])
        }
        let answer = try context.modules.answer(input.required(question), of: collection, [:])
        return .object(["answer": .text(orNull: answer?.json)])
    }
}
