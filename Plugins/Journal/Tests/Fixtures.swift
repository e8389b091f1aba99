import AtriumSDK
import AtriumTesting
import GRDB
import ICalendarExchange

/// Texts of iCalendar for tests.
enum Fixtures {
    /// A calendar of some components.
    static func calendar(_ components: String) -> String {
        ("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//Diary//EN\n" + components + "\nEND:VCALENDAR\n")
            .replacing("\n", with: "\r\n")
    }

    /// A file with a journal entry.
    static func file(_ lines: String) -> TextFile {
        TextFile(
            "a.ics", calendar("BEGIN:VJOURNAL\nUID:1\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:VJOURNAL"))
    }

    /// The smallest GIF.
    static let gif: [UInt8] =
        Array("GIF89a".utf8) + [
            1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1,
            0, 0x3B,
        ]

    /// Entries and decisions that other programs have had in hand: in a zone of the file's own, with several descriptions,
    /// with properties that mean nothing here.
    static let journal = TextFile(
        "diary.ics",
        calendar(
            """
            BEGIN:VTIMEZONE
            TZID:Office
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:+0530
            TZOFFSETTO:+0530
            END:STANDARD
            END:VTIMEZONE
            BEGIN:VJOURNAL
            UID:minutes
            DTSTAMP:20260101T000000Z
            DTSTART;TZID=Office:20260405T080000
            SUMMARY:Minutes\\, second version
            DESCRIPTION:First\\, the roof.
            DESCRIPTION:Then the garden\\nand the fence.
            LOCATION:The hall
            CATEGORIES:Meeting,House
            STATUS:FINAL
            X-ATRIUM-MOOD:okay
            RELATED-TO;RELTYPE=X-ATRIUM-FOR:ann-1
            X-OWN;X-A=1:kept
            END:VJOURNAL
            BEGIN:VJOURNAL
            UID:day
            DTSTAMP:20260101T000000Z
            DTSTART;VALUE=DATE:20260406
            DESCRIPTION:A quiet day
            ATTACH:https://example.org/a.txt
            END:VJOURNAL
            BEGIN:VJOURNAL
            UID:when
            DTSTAMP:20260101T000000Z
            SUMMARY:Of no day
            END:VJOURNAL
            BEGIN:VJOURNAL
            UID:offer
            DTSTAMP:20260101T000000Z
            DTSTART;VALUE=DATE:20251101
            SUMMARY:Take the offer
            DESCRIPTION:They want an answer\\nby Friday.
            STATUS:FINAL
            X-ATRIUM-DECISION:
            X-ATRIUM-OPTION:Take it
            X-ATRIUM-OPTION:Leave it\\, politely
            X-ATRIUM-CHOSEN:Take it
            X-ATRIUM-MODEL:Opportunity cost
            X-ATRIUM-EXPECTED:More time
            X-ATRIUM-CONFIDENCE:60
            X-ATRIUM-REVIEW-ON:2026-11-01
            X-ATRIUM-SEALED:2025-11-02T10:00:00Z
            X-ATRIUM-ADDENDUM;X-ADDED="2025-11-03T10:00:00Z":And less noise\\; perhaps
            X-OWN:kept
            END:VJOURNAL
            """))
}

/// A stand-in for the module that keeps people: the host knows modules by their names alone.
enum PeopleModule {
    private static let record = Collection.recordField(of: LinkedPeople.collection, named: "person")
    private static let name = Field<String>.text("name", help: "The name.").required
    private static let names = Field<[String]>.texts("names", help: "The names.").required
    private static let uid = Field<String>.text("uid", help: "The uid.")
    private static let fields = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The uid.", isRequired: true),
        FieldDeclaration("name", .text, help: "The name.", isRequired: true),
    ]
    private static let happening = FieldDeclaration(
        "happenings", .list(.text), help: "All.", isRequired: true)

    static let module = Module(
        manifest: Manifest(
            id: "connections", title: "People", summary: "Keeps people.", version: "1.0.0", icon: "person"),
        migrations: [
            Migration(
                "create people",
                sql: """
                    CREATE TABLE connections_person (
                        id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE, name TEXT NOT NULL
                    ) STRICT;
                    """)
        ],
        collections: [
            Collection(
                LinkedPeople.collection, recordName: "person", isMain: true, table: "connections_person",
                titleSQL: "r.name", searchFields: [], recordFields: fields,
                commands: [add, show, named, timeline])
        ])

    private static let add = Command(
        "add", .add, summary: "Add one.", fields: [name.declaration, uid.declaration], result: .object(fields)
    ) { input, context in
        try context.db.execute(
            sql: "INSERT INTO connections_person (uid, name) VALUES (?, ?)",
            arguments: [input[uid] ?? context.newUID(), input.required(name)])
        return try person(context.db.lastInsertedRowID, context)
    }

    private static let show = Command(
        "show", .show, summary: "Show one.", fields: [record.declaration], result: .object(fields)
    ) { input, context in try person(input.required(record), context) }

    private static let named = Command(
        "named", .query, summary: "Find some.", fields: [names.declaration],
        result: .list(
            [fields[0], fields[2], FieldDeclaration("matched", .text, help: "The name.", isRequired: true)],
            columns: ["id"])
    ) { input, context in
        let found = try input.required(names).flatMap { name in
            try Row.fetchAll(
                context.db, sql: "SELECT id, name FROM connections_person WHERE name = ?", arguments: [name]
            ).map { row -> DataValue in
                .object(["id": .integer(row[0]), "name": .text(row[1]), "matched": .text(name)])
            }
        }
        return .object(["items": .list(found)])
    }

    /// What happened with a person, as `day kind title`.
    private static let timeline = Command(
        "timeline", .recordQuery, summary: "Show what happened.", fields: [record.declaration],
        result: .object([happening])
    ) { input, context in
        let subject = try Subject(RecordReference(LinkedPeople.collection, input.required(record)))
        let happenings = try context.modules.happenings(about: subject)
        return .object(["happenings": .list(happenings.map { .text("\($0.when) \($0.kind) \($0.title)") })])
    }

    private static func person(_ id: Int64, _ context: CommandContext) throws -> DataValue {
        let row = try Row.fetchOne(
            context.db, sql: "SELECT uid, name FROM connections_person WHERE id = ?", arguments: [id])
        return .object(["id": .integer(id), "uid": .text(row?[0] ?? ""), "name": .text(row?[1] ?? "")])
    }
}
