import AtriumSDK
import AtriumTesting
import Foundation
import GRDB

/// In the place of the module that keeps events: single events on the clock of the user.
enum StandInCalendar {
    private static let title = Field<String>.text("title", help: "What it is.").required
    private static let start = Field<String>.text("start", help: "When it begins.").required
    private static let end = Field<String>.text("end", help: "When it ends.").required

    static let module = Module(
        manifest: Manifest(
            id: "calendar", title: "Calendar", summary: "Events.", version: "1.0.0", icon: "calendar"),
        migrations: [
            Migration(
                "create events",
                sql: """
                    CREATE TABLE calendar_event (id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE,
                        title TEXT NOT NULL, start TEXT NOT NULL, finish TEXT NOT NULL) STRICT;
                    CREATE TABLE calendar_calendar (id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE) STRICT;
                    """)
        ],
        collections: [
            Collection(
                CollectionID(module: "calendar", name: "events"), recordName: "event", isMain: true,
                table: "calendar_event", titleSQL: "r.title", searchFields: [], recordFields: [],
                commands: [add]),
            Collection(
                CollectionID(module: "calendar", name: "calendars"), recordName: "calendar", isMain: false,
                table: "calendar_calendar", titleSQL: "r.uid", searchFields: [], recordFields: [],
                commands: [calendars]),
        ], days: [days])

    private static let add = Command(
        "add", .add, summary: "Add an event.",
        fields: [title.declaration, start.declaration, end.declaration],
        result: .object([FieldDeclaration("id", .integer(), help: "Its id.", isRequired: true)])
    ) { input, context in
        try context.db.execute(
            sql: "INSERT INTO calendar_event (uid, title, start, finish) VALUES (?, ?, ?, ?)",
            arguments: [
                context.newUID(), input.required(title), input.required(start), input.required(end),
            ])
        return .object(["id": .integer(context.db.lastInsertedRowID)])
    }

    private static let query = ListQuery(table: "calendar_calendar", sorts: [.init("id", sql: "r.id")])

    private static let calendars = Command(
        "list", .list, summary: "List calendars.", fields: query.fields,
        result: .page(
            [FieldDeclaration("id", .integer(), help: "Its id.", isRequired: true)], columns: ["id"])
    ) { input, context in
        try query.page(input, context.db, select: "r.id", where: []) { .object(["id": .integer($0["id"])]) }
    }

    private static let days = DaySource([DayEntry.Kind("event", .takesPlace)]) { days, context in
        func date(_ text: String) -> Date {
            Timestamp.date("\(text):00Z").map { Timestamp.date(showing: $0, in: context.settings.timeZone) }
                ?? .distantPast
        }
        let rows = try Row.fetchAll(
            context.db, sql: "SELECT id, title, start, finish FROM calendar_event ORDER BY start")
        return DayEntries(
            rows.compactMap { row in
                let (start, finish): (String, String) = (row[2], row[3])
                guard let day = LocalDate(iso: String(start.prefix(10))), days.contains(day) else {
                    return nil
                }
                return DayEntry(
                    DayEntry.Kind("event", .takesPlace), on: day, at: String(start.suffix(5)),
                    until: String(finish.suffix(5)), title: row[1],
                    record: RecordReference(CollectionID(module: "calendar", name: "events"), row[0]),
                    claim: .busy, span: date(start)..<date(finish))
            })
    }
}
