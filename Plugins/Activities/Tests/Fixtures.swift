import AtriumSDK
import AtriumTesting
import GRDB
import ICalendarExchange

/// Texts of iCalendar for tests.
enum Fixtures {
    /// A calendar of some components.
    static func calendar(_ components: String) -> String {
        ("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//Plans//EN\n" + components + "\nEND:VCALENDAR\n")
            .replacing("\n", with: "\r\n")
    }

    /// A file with an activity.
    static func file(_ lines: String) -> TextFile {
        TextFile(
            "a.ics",
            calendar(
                "BEGIN:VEVENT\nUID:1\nDTSTAMP:20260101T000000Z\nX-ATRIUM-ACTIVITY:\n\(lines)\nEND:VEVENT"))
    }

    /// Activities that other programs have had in hand: in a zone of the file's own, with an alarm, an end, an override.
    static let events = TextFile(
        "plans.ics",
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
            BEGIN:VEVENT
            UID:museum
            DTSTAMP:20260101T000000Z
            SUMMARY:Museum\\, with the tour
            DTSTART;TZID=Office:20260405T080000
            DTEND;TZID=Office:20260405T093000
            GEO:48.203600;16.361700
            LOCATION:Maria-Theresien-Platz
            CATEGORIES:Art,Wien
            X-ATRIUM-ACTIVITY:places
            X-ATRIUM-RATING:4
            X-ATRIUM-COST:21.00 EUR
            X-ATRIUM-DONE;X-DAY=2025-11-02;X-WITH=ann-1,"b:en":with rain\\, and tea
            X-ATRIUM-DONE;X-DAY=2025-12-02:
            X-OWN;X-A=1:kept
            BEGIN:VALARM
            ACTION:DISPLAY
            DESCRIPTION:Museum
            TRIGGER:-PT15M
            END:VALARM
            END:VEVENT
            BEGIN:VEVENT
            UID:run
            DTSTAMP:20260101T000000Z
            SUMMARY:Run
            DTSTART;VALUE=DATE:20260501
            RRULE:FREQ=WEEKLY;COUNT=3
            RELATED-TO;RELTYPE=X-ATRIUM-FOR:ann-1
            X-ATRIUM-ACTIVITY:
            END:VEVENT
            BEGIN:VEVENT
            UID:run
            RECURRENCE-ID;VALUE=DATE:20260508
            DTSTAMP:20260101T000000Z
            SUMMARY:Run\\, longer
            DTSTART;VALUE=DATE:20260509
            X-ATRIUM-ACTIVITY:
            END:VEVENT
            """))
}

/// A stand-in for the module that keeps people, with interests: the host knows modules by their names alone.
enum PeopleModule {
    private static let record = Collection.recordField(of: LinkedPeople.collection, named: "person")
    private static let name = Field<String>.text("name", help: "The name.").required
    private static let names = Field<[String]>.texts("names", help: "The names.").required
    private static let uid = Field<String>.text("uid", help: "The uid.")
    private static let interests = Field<[String]>.texts("interests", help: "What they like.")
    private static let fields = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The uid.", isRequired: true),
        FieldDeclaration("name", .text, help: "The name.", isRequired: true),
        FieldDeclaration("interests", .list(.text), help: "What they like.", isRequired: true),
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
                        id INTEGER PRIMARY KEY AUTOINCREMENT, uid TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
                        interests TEXT NOT NULL
                    ) STRICT;
                    """)
        ],
        collections: [
            Collection(
                LinkedPeople.collection, recordName: "person", isMain: true, table: "connections_person",
                titleSQL: "r.name", searchFields: [], recordFields: fields,
                commands: [add, show, named, timeline])
        ], importers: [importer])

    /// Cards of people, of which it reads the name and the uid.
    private static let importer = Importer(
        .vcard, kinds: [.vcard], into: LinkedPeople.collection,
        map: { item, _, _ in
            let lines = String(decoding: item.source, as: UTF8.self).split(whereSeparator: \.isNewline)
            func value(_ name: String) -> String? {
                lines.first { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1)) }
            }
            return MappedItem(draft: value("FN") ?? "", uid: value("UID"))
        }, writer: PeopleWriter.init)

    /// The card of somebody.
    static func card(_ name: String, uid: String) -> TextFile {
        TextFile(
            "\(uid).vcf",
            "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:\(uid)\r\nFN:\(name)\r\nEND:VCARD\r\n")
    }

    private static let add = Command(
        "add", .add, summary: "Add one.", fields: [name.declaration, uid.declaration, interests.declaration],
        result: .object(fields)
    ) { input, context in
        try context.db.execute(
            sql: "INSERT INTO connections_person (uid, name, interests) VALUES (?, ?, ?)",
            arguments: [
                input[uid] ?? context.newUID(), input.required(name),
                (input[interests] ?? []).joined(separator: ","),
            ])
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
            context.db, sql: "SELECT uid, name, interests FROM connections_person WHERE id = ?",
            arguments: [id])
        let interests: String = row?[2] ?? ""
        return .object([
            "id": .integer(id), "uid": .text(row?[0] ?? ""), "name": .text(row?[1] ?? ""),
            "interests": .list(interests.split(separator: ",").map { .text(String($0)) }),
        ])
    }
}

/// Keeps people of whom a file gives the name.
private final class PeopleWriter: RecordWriter {
    private let db: Database

    init(_ context: ImportContext) { db = context.db }

    func record(uid: String, part: String) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT id FROM connections_person WHERE uid = ?", arguments: [uid])
    }

    func insert(_ name: String, uid: String, part: String) throws -> Int64 {
        try db.execute(
            sql: "INSERT INTO connections_person (uid, name, interests) VALUES (?, ?, '')",
            arguments: [uid, name])
        return db.lastInsertedRowID
    }

    func update(_ record: Int64, to name: String) throws {
        try db.execute(
            sql: "UPDATE connections_person SET name = ? WHERE id = ?", arguments: [name, record])
    }

    func matches(_ record: Int64, _ name: String) throws -> Bool {
        try String.fetchOne(
            db, sql: "SELECT name FROM connections_person WHERE id = ?", arguments: [record]) == name
    }
}
