import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import StandInModules
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

    /// Those who are joined, the owner of a possessive, and whom nobody knows.
    @Test(
        arguments: [
            ("lunch with John and Mum tomorrow", ["John", "Mum"], []),
            ("call Mum, John & Ann Roe tomorrow", ["Mum", "John", "Ann Roe"], []),
            ("ask Ann Roe and Ann Müller tomorrow", ["Ann Roe", "Ann Müller"], []),
            ("call Ann Roe's mother tomorrow", ["Ann Roe"], []),
            ("call Bob tomorrow", [], ["Bob"]), ("lunch with John and Zed Roe", ["John"], ["Zed Roe"]),
            ("follow up with mum's sister", ["Mum"], []), ("buy a Bosch drill", [], []),
            // A name that is a month, too, and one that is nobody's.
            ("call May tomorrow", ["May Summer"], []), ("call May in May", ["May Summer"], []),
            ("call May Summer tomorrow", ["May Summer"], []), ("call April tomorrow", [], ["April"]),
        ] as [(String, [String], [String])])
    func allWhoAreNamedAreFound(_ text: String, _ people: [String], _ left: [String]) throws {
        try hub.run("connections add", ["name": "May Summer"])
        let added = try add(text)
        #expect(added["people"] == .list(people.map(DataValue.text)))
        #expect(added["leftInText"] == .list(left.map(DataValue.text)))
    }

    @Test func anyOfThoseWhoAreJoinedMayBeTwo() throws {
        let error = #expect(throws: AtriumError.self) { try add("lunch with John and Ann tomorrow") }
        #expect(error?.message == "“Ann” matches 2 people")
        // With whom is clear, so that giving one of each leaves nobody out.
        #expect(error?.choices.map(\.matchedText) == ["John", "Ann"])
        #expect(error?.choices.map { $0.candidates.map(\.id) } == [[4], [2, 3]])
    }

    /// The words that name those who were given are understood, whoever else they may name; others are not.
    @Test(
        arguments: [
            ("call Ann and John tomorrow", [3, 4], ["tomorrow", "Ann", "John"], []),
            ("call John tomorrow", [2], ["tomorrow"], []),
            ("call John and Zed tomorrow", [4], ["tomorrow", "John"], ["Zed"]),
            ("call tomorrow", [4], ["tomorrow"], []),
        ] as [(String, [Int64], [String], [String])])
    func whoIsGivenIsUnderstood(
        _ text: String, _ people: [Int64], _ understood: [String], _ left: [String]
    ) throws {
        let added = try add(text, ["people": .list(people.map(DataValue.integer))])
        #expect(added["people"]?.listValue?.count == people.count)
        #expect(added["understood"] == .list(understood.map(DataValue.text)))
        #expect(added["leftInText"] == .list(left.map(DataValue.text)))
    }

    @Test func twoPeopleAreAnErrorWithTheChoices() throws {
        let error = #expect(throws: AtriumError.self) { try add("call Ann tomorrow") }
        #expect(error?.code == .ambiguous)
        #expect(error?.message == "“Ann” matches 2 people")
        #expect(
            error?.remedy.description == "choose with --person: 2 (Ann Roe), 3 (Ann Müller); or give --plain")
        #expect(
            error?.choices == [
                RecordChoice(
                    field: "people", matchedText: "Ann",
                    among: [.init(id: 2, name: "Ann Roe"), .init(id: 3, name: "Ann Müller")])
            ])
        let chosen = try add("call Ann tomorrow", ["people": .list([.integer(2)])])
        #expect(chosen["people"] == .list([.text("Ann Roe")]))
        #expect(chosen["understood"] == .list(["tomorrow", "Ann"]))
        #expect(chosen["leftInText"] == .list([]))
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

    private static let forEve = TextFile(
        "eve.ics",
        """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        BEGIN:VTODO\r
        UID:t\r
        SUMMARY:Call\r
        RELATED-TO;RELTYPE=X-ATRIUM-FOR:eve-1\r
        END:VTODO\r
        END:VCALENDAR\r

        """)

    /// Whom a file names while their module is off, or who comes while this one is, is linked once both are on.
    @Test(arguments: [false, true]) func whoWasOutOfReachIsLinkedLater(_ comesLater: Bool) throws {
        let eve: DataObject = ["name": .text("Eve"), "uid": .text("eve-1")]
        let module = DataValue.text(comesLater ? "reminders" : "connections")
        if comesLater { try hub.importFile(Self.forEve) } else { try hub.run("connections add", eve) }
        try hub.run("modules disable", ["id": module])
        if comesLater { try hub.run("connections add", eve) } else { try hub.importFile(Self.forEve) }
        try hub.run("modules enable", ["id": module])
        #expect(try hub.run("reminders show", ["record": "t"])["people"] == .list([.text("Eve")]))
        #expect(try hub.importFile(Self.forEve).unchanged == 1)
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
