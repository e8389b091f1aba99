import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import GRDB
import Testing

@testable import Reminders

/// Reminders beside a module that keeps people.
@Suite struct PeopleTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(
            modules: [PeopleModule.module, remindersModule], formats: [ICalendarFileFormat()])
        for name in ["Mum", "Ann Roe", "Ann Müller", "John"] {
            try hub.run("connections add", ["name": .text(name)])
        }
    }

    private func add(_ text: String, _ values: DataObject = [:]) throws -> DataObject {
        var input = values
        input["text"] = .list([.text(text)])
        return try hub.run("reminders add", input)
    }

    @Test(arguments: [
        ("call mum every second Sunday at 18:00", ["Mum"]), ("follow up with John next week", ["John"]),
        ("lunch with Ann Roe tomorrow", ["Ann Roe"]), ("buy john dory", []), ("pay the rent", []),
    ])
    func somebodyIsFoundInTheWords(_ text: String, _ people: [String]) throws {
        #expect(try add(text)["people"] == .list(people.map(DataValue.text)))
    }

    @Test func ofTwoPeopleTheUserIsAsked() throws {
        let error = #expect(throws: AtriumError.self) { try add("call Ann tomorrow") }
        #expect(error?.code == .ambiguous)
        #expect(error?.message == "“Ann” may be 2 people")
        #expect(
            error?.remedy.description == "say which with --person: 2 (Ann Roe), 3 (Ann Müller); or --plain")
        #expect(
            try add("call Ann tomorrow", ["people": .list([.integer(2)])])["people"]
                == .list([.text("Ann Roe")]))
        #expect(try add("call Ann tomorrow", ["plain": .bool(true)])["people"] == .list([]))
    }

    /// Whom it is for stands in the file, and finds them in another vault that has them; the others stay in it.
    @Test func theFileSaysForWhomItIs() throws {
        try hub.run("connections add", ["name": .text("Eve"), "uid": .text("eve-1")])
        _ = try add("call the bank", ["people": .list([.integer(5)])])
        let line = "RELATED-TO;RELTYPE=X-ATRIUM-FOR:"
        let text = try hub.export("reminders")
        #expect(text.contains(line + "eve-1"))
        let uid = try #require(try hub.items("reminders list").first?["uid"])
        let other = try TemporaryHub(
            modules: [PeopleModule.module, remindersModule], formats: [ICalendarFileFormat()])
        try other.run("connections add", ["name": .text("eve-1")])
        try other.importFile(TextFile("a.ics", text))
        // A name that reads like the UID is nobody's UID.
        #expect(try other.run("reminders show", ["record": uid])["people"] == .list([]))
        #expect(try other.export("reminders") == text)
        try other.run("connections add", ["name": .text("Eve"), "uid": .text("eve-1")])
        let more = text.replacing(line + "eve-1", with: line + "nobody\r\n" + line + "eve-1")
        try other.importFile(TextFile("a.ics", more))
        #expect(try other.run("reminders show", ["record": uid])["people"] == .list([.text("Eve")]))
        try other.run("reminders edit", ["record": uid, "people": .null])
        #expect(try !other.export("reminders").contains(line))
    }

    /// People who come in a later file of the same import, or in one of their own.
    @Test func thoseWhoComeLaterAreLinked() throws {
        let hub = try TemporaryHub(
            modules: [PeopleModule.module, remindersModule],
            formats: [ICalendarFileFormat(), VCardFileFormat()])
        let tasks = TextFile(
            "tasks.ics",
            """
            BEGIN:VCALENDAR\r
            VERSION:2.0\r
            BEGIN:VTODO\r
            UID:t\r
            SUMMARY:Call\r
            RELATED-TO;RELTYPE=X-ATRIUM-FOR:eve-1\r
            RELATED-TO;RELTYPE=X-ATRIUM-FOR:zoe-1\r
            END:VTODO\r
            END:VCALENDAR\r

            """)
        try hub.importFiles([tasks, PeopleModule.card("Eve", uid: "eve-1")])
        #expect(try hub.run("reminders show", ["record": "t"])["people"] == .list([.text("Eve")]))
        try hub.importFile(PeopleModule.card("Zoe", uid: "zoe-1"))
        #expect(
            try hub.run("reminders show", ["record": "t"])["people"] == .list([.text("Eve"), .text("Zoe")]))
        #expect(try hub.importFile(tasks).unchanged == 1)
        try hub.run("undo")
        #expect(try hub.run("reminders show", ["record": "t"])["people"] == .list([.text("Eve")]))
    }

    @Test func listsKnowForWhomItIs() throws {
        _ = try add("call mum every day")
        _ = try add("pay the rent")
        try hub.run("reminders complete", ["record": .integer(1)])
        let person: DataObject = ["person": .integer(1)]
        #expect(try hub.items("reminders list", person).compactMap { $0["title"]?.textValue } == ["call mum"])
        var done = person
        done["status"] = .text("completed")
        #expect(try hub.items("reminders list", done).map { $0["people"] } == [.list([.text("Mum")])])
        let edited = try hub.run(
            "reminders edit", ["record": .text("call mum"), "people": .list([.integer(4), .integer(1)])])
        #expect(edited["people"] == .list([.text("John"), .text("Mum")]))
    }
}

/// A stand-in for the module that keeps people: the host knows modules by their names alone.
enum PeopleModule {
    private static let record = Collection.recordField(of: .people, named: "person")
    private static let name = Field<String>.text("name", help: "The name.").required
    private static let names = Field<[String]>.texts("names", help: "The names.").required
    private static let uid = Field<String>.text("uid", help: "The uid.")
    private static let fields = [
        FieldDeclaration("id", .integer(), help: "The id.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The uid.", isRequired: true),
        FieldDeclaration("name", .text, help: "The name.", isRequired: true),
    ]

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
                .people, recordName: "person", isMain: true, table: "connections_person", titleSQL: "r.name",
                searchFields: [], recordFields: fields, commands: [add, show, named])
        ], importers: [importer])

    /// Cards of people, of which it reads the name and the uid.
    private static let importer = Importer(
        .vcard, kinds: [.vcard], into: .people,
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
                context.db,
                sql: "SELECT id, name FROM connections_person WHERE name LIKE ? OR name LIKE ? || ' %'",
                arguments: [name, name]
            ).map { row -> DataValue in
                .object(["id": .integer(row[0]), "name": .text(row[1]), "matched": .text(name)])
            }
        }
        return .object(["items": .list(found)])
    }

    private static func person(_ id: Int64, _ context: CommandContext) throws -> DataValue {
        let row = try Row.fetchOne(
            context.db, sql: "SELECT uid, name FROM connections_person WHERE id = ?", arguments: [id])
        return .object(["id": .integer(id), "uid": .text(row?[0] ?? ""), "name": .text(row?[1] ?? "")])
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
            sql: "INSERT INTO connections_person (uid, name) VALUES (?, ?)", arguments: [uid, name])
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
