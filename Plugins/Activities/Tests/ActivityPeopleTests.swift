import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import StandInModules
import Testing

@testable import Activities

/// Activities beside a module that keeps people.
@Suite struct ActivityPeopleTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try Self.hub()
        try hub.run("connections add", ["name": "Ann", "uid": "ann-1", "interests": ["hiking", "tea"]])
        try hub.run("connections add", ["name": "Ben", "uid": "ben, 1", "interests": ["hiking"]])
        try hub.run("connections add", ["name": "Cleo", "uid": "cleo-1"])
    }

    private static func hub() throws -> TemporaryHub {
        try TemporaryHub(
            modules: [PeopleModule.module, activitiesModule],
            formats: [ICalendarFileFormat(), CSVFileFormat(), VCardFileFormat()])
    }

    private func suggested(_ people: DataValue) throws -> [DataValue?] {
        try hub.items("activities suggest", people == [] ? [:] : ["for": people]).map { $0["name"] }
    }

    @Test func peopleAreLinked() throws {
        let made = try hub.run("activities add", ["name": "Hike", "goodFor": ["Ann", "ben, 1"]])
        #expect(made["goodFor"] == ["Ann", "Ben"])
        let more = try hub.run(
            "activities edit", ["record": "Hike", "addGoodFor": ["Cleo", "Ann"], "removeGoodFor": ["Ben"]])
        #expect(more["goodFor"] == ["Ann", "Cleo"])
        try hub.run("activities add", ["name": "Swim"])
        #expect(try hub.items("activities list", ["goodFor": "Cleo"]).map { $0["name"] } == ["Hike"])
        #expect(try hub.run("activities edit", ["record": "Hike", "goodFor": .null])["goodFor"] == [])
        #expect(try hub.items("activities list", ["goodFor": "Cleo"]).isEmpty)
    }

    /// Both replaced what both began from by something else: the file's is not passed over without a word.
    @Test func peopleWhomBothSidesReplacedAreContested() throws {
        func put(_ goodFor: String, _ decision: ConflictDecision? = nil) throws -> ImportReport.File {
            let text = "uid,name,category,goodFor\r\na1,Chess,x,\(goodFor)\r\n"
            var request = ImportRequest(files: [("a.csv", TextFile("a.csv", text))])
            request.onConflict = decision
            return try #require(try hub.session().importFiles(request).files.first)
        }
        _ = try put("Ann")
        try hub.run("activities edit", ["record": "a1", "goodFor": ["Cleo"]])
        let merged = try put("Nobody", .merge)
        #expect(merged.issues.map(\.code) == ["contested-fields"])
    }

    /// The activity keeps the uid that its file has; who has it now is meant.
    @Test func whoWasMergedIsTheOneWhoIsLeft() throws {
        func goodFor() throws -> DataValue? { try hub.run("activities show", ["record": "Hike"])["goodFor"] }
        try hub.run("activities add", ["name": "Hike", "goodFor": ["Ben", "Cleo"]])
        try hub.run("connections merge", ["record": "Ann", "other": "Ben"])
        #expect(try goodFor() == ["Ann", "Cleo"])
        #expect(try hub.items("activities list", ["goodFor": "Ann"]).count == 1)
        let removed = try hub.run("activities edit", ["record": "Hike", "removeGoodFor": ["Ann"]])
        #expect(removed["goodFor"] == ["Cleo"])
        let text = try hub.export("activities")
        #expect(!text.contains("ben") && !text.contains("ann-1"))
        // Nothing brings them back.
        try hub.run("modules disable", ["id": "connections"])
        try hub.run("modules enable", ["id": "connections"])
        #expect(try goodFor() == ["Cleo"])
        try hub.run("undo")
        #expect(try goodFor() == ["Ann", "Cleo"])
        let added = try hub.run("activities edit", ["record": "Hike", "addGoodFor": ["Ann"]])
        #expect(added["goodFor"]?.listValue?.count == 2)
        #expect(
            try hub.run("activities edit", ["record": "Hike", "goodFor": ["ben, 1"]])["goodFor"] == ["Ann"])
        #expect(try !hub.export("activities").contains("ben"))
    }

    @Test func namesOfNobodyAndOfTwoAreSaid() throws {
        try hub.run("connections add", ["name": "Cleo"])
        let report = try hub.importFile(
            TextFile(
                "a.csv",
                "uid,name,goodFor,done,doneWith\na1,Hike,\"Ann,Cleo,Max\",2026-01-02,\"2026-01-02: cleo-1,Cleo\"\n"
            ))
        #expect(report.added == 1)
        #expect(report.issues.map(\.code) == ["unknown-person", "ambiguous-person", "ambiguous-person"])
        #expect(report.issues.map(\.property) == ["goodFor", "goodFor", "doneWith"])
        #expect(report.issues.allSatisfy { $0.line == 2 && $0.isKept })
        #expect(try hub.run("activities show", ["record": "a1"])["goodFor"] == ["Ann", "Cleo", "Max"])
        #expect(try hub.export("activities", format: .csv).contains("Ann,Cleo,Max"))
    }

    @Test func whatWasDoneWithSomebodyHappened() throws {
        try hub.run("activities add", ["name": "Hike", "goodFor": ["Cleo"]])
        try hub.run("activities done", ["record": "Hike", "with": ["Ann", "Ben"]])
        try hub.run("activities done", ["record": "Hike", "on": "2026-01-02", "with": ["Ann"]])
        func timeline(_ person: DataValue) throws -> DataValue? {
            try hub.run("connections timeline", ["record": person])["happenings"]
        }
        #expect(try timeline("Ann") == ["2026-03-15 activity Hike", "2026-01-02 activity Hike"])
        #expect(try timeline("Ben") == ["2026-03-15 activity Hike"])
        // To be good for somebody is not to have been there.
        #expect(try timeline("Cleo") == [])
        #expect(
            try hub.items("activities occasions list", ["with": "Ben"]).map { $0["day"] } == ["2026-03-15"])
        let shown = try hub.run("activities show", ["record": "Hike"])["done"]
        #expect(
            shown == [
                ["day": "2026-01-02", "note": .null, "with": ["Ann"]],
                ["day": "2026-03-15", "note": .null, "with": ["Ann", "Ben"]],
            ])
        try hub.run("activities occasions edit", ["record": 1, "with": .null])
        #expect(try timeline("Ben") == [])
        try hub.run("activities undone", ["record": "Hike", "on": "2026-01-02"])
        #expect(try timeline("Ann") == [])
        try hub.run("undo")
        #expect(try timeline("Ann") == ["2026-01-02 activity Hike"])
    }

    @Test func suggestionsSayWhy() throws {
        try hub.run("activities add", ["name": "Schneeberg", "tags": ["Hiking"]])
        try hub.run("activities add", ["name": "Tea house", "rating": 5])
        try hub.run("activities add", ["name": "Chess", "goodFor": ["Cleo"]])
        try hub.run("activities add", ["name": "Nothing of theirs"])
        let both = try hub.items("activities suggest", ["for": ["Ann", "Ben"]])
        #expect(both.map { $0["name"] } == ["Schneeberg", "Tea house"])
        #expect(both.first?["reasons"] == ["Ann and Ben both like hiking", "never done"])
        #expect(both.first?["score"] == 5)
        #expect(both.last?["reasons"] == ["Ann likes tea", "rated 5 of 5", "never done"])
        try hub.run("activities done", ["record": "Schneeberg", "on": "2026-03-01"])
        #expect(try suggested(["Ann", "Ben"]) == ["Tea house"])
        #expect(
            try hub.items("activities suggest", ["for": ["Ben"], "notWithin": 14]).first?["reasons"]
                == ["Ben likes hiking", "last done 14 days ago"])
    }

    @Test func withoutInterestsTheAnswerSaysSo() throws {
        try hub.run("activities add", ["name": "Chess", "goodFor": ["Cleo"]])
        let answer = try hub.run("activities suggest", ["for": ["Cleo"]])
        #expect(answer["items"]?.listValue?.count == 1)
        #expect(
            answer["warnings"] == [
                "these people have no interests: only activities that suit them were considered"
            ])
    }

    @Test func whileConnectionsIsOffItWorksWithoutPeople() throws {
        try hub.run("activities add", ["name": "Chess", "goodFor": ["Cleo"], "rating": 5])
        try hub.run("activities done", ["record": "Chess", "on": "2025-01-01", "with": ["Ann"]])
        try hub.run("modules disable", ["id": "connections"])
        let shown = try hub.run("activities show", ["record": "Chess"])
        // Nobody can tell by then whether the word is the uid of somebody or a stranger's name.
        #expect(shown["goodFor"] == ["cleo-1"])
        #expect(try suggested([]) == ["Chess"])
        let error = #expect(throws: AtriumError.self) {
            try hub.run("activities suggest", ["for": ["Cleo"]])
        }
        #expect(error?.code == .unavailable)
        #expect(error?.remedy.description == "enable it with atrium modules enable connections")
        // That nobody is meant is said of people too: it would be forgotten without a word.
        for value in [[], .null] as [DataValue] {
            let error = #expect(throws: AtriumError.self) {
                try hub.run("activities edit", ["record": "Chess", "goodFor": value])
            }
            #expect(error?.code == .unavailable)
        }
        // What is noted meanwhile takes nothing away.
        try hub.run("activities edit", ["record": "Chess", "rating": 4])
        #expect(try hub.export("activities").contains("cleo-1"))
        try hub.run("modules enable", ["id": "connections"])
        let again = try hub.run("activities show", ["record": "Chess"])
        #expect(again["goodFor"] == ["Cleo"])
        #expect(again["done"] == [["day": "2025-01-01", "note": .null, "with": ["Ann"]]])
    }

    /// A name in a file may be that of somebody known: nobody is forgotten for it, and who is new is found afterwards.
    @Test func whatAFileSaysWhileConnectionsIsOffIsFollowedLater() throws {
        func file(_ goodFor: String, done: String = "") -> TextFile {
            TextFile(
                "a.csv",
                """
                uid,name,category,goodFor,done,doneWith\r
                a1,Hike,hobbies,"\(goodFor)",2026-01-02,\(done)\r
                a2,Swim,hobbies,,,\r

                """)
        }
        func people(_ uid: DataValue) throws -> [DataValue?] {
            let shown = try hub.run("activities show", ["record": uid])
            return [shown["goodFor"], shown["done"]?.listValue?.first?.objectValue?["with"]]
        }
        try hub.importFile(file("Ann", done: "2026-01-02: Ann"))
        try hub.run("modules disable", ["id": "connections"])
        let changed = file("Ann,Ben", done: "\"2026-01-02: Ann,Cleo\"")
        #expect(try hub.importFile(changed).updated == 1)
        #expect(try hub.importFile(changed).unchanged == 2)
        try hub.importFile(TextFile("b.csv", "uid,name,category,goodFor\r\na3,Chess,hobbies,Cleo\r\n"))
        try hub.run("modules enable", ["id": "connections"])
        #expect(try people("a1") == [["Ann", "Ben"], ["Ann", "Cleo"]])
        #expect(try people("a3") == [["Cleo"], nil])
        #expect(try hub.importFile(changed).unchanged == 2)
        // What was linked is a change as any other; nothing of it makes a record one that was edited.
        try hub.run("undo")
        #expect(try people("a3") == [["Cleo"], nil])
        #expect(try hub.items("activities list", ["goodFor": "Cleo"]).isEmpty)
        let report = try hub.importFile(file("Ann"))
        #expect([report.updated, report.conflicts] == [1, 0])
        #expect(try people("a1")[0] == ["Ann"])
    }

    /// Uids stand in both formats, and find their people in another vault; those whom it does not have stay.
    @Test(arguments: [FormatID.csv, .icalendar])
    func filesNamePeopleByTheirUIDs(_ format: FormatID) throws {
        try hub.run(
            "activities add", ["name": "Hike", "goodFor": ["Ann", "Ben"], "planned": "2026-04-01"])
        try hub.run("activities done", ["record": "Hike", "on": "2026-01-02", "with": ["Ben", "Cleo"]])
        let text = try hub.export("activities", format: format)
        let other = try Self.hub()
        try other.run("connections add", ["name": "B.", "uid": "ben, 1"])
        let file = TextFile(format == .csv ? "a.csv" : "a.ics", text)
        try other.importFile(file)
        let shown = try other.run("activities show", ["record": "Hike"])
        #expect(shown["goodFor"] == ["B.", "ann-1"])
        #expect(shown["done"] == [["day": "2026-01-02", "note": .null, "with": ["B.", "cleo-1"]]])
        #expect(try other.export("activities", format: format) == text)
        #expect(try other.importFile(file).unchanged == 1)
        // An edit of one keeps those who are not there.
        try other.run("connections add", ["name": "Dan", "uid": "dan-1"])
        try other.run("activities edit", ["record": "Hike", "addGoodFor": ["Dan"]])
        let edited = try other.export("activities", format: format)
        for uid in ["ann-1", "ben", "dan-1", "cleo-1"] { #expect(edited.contains(uid)) }
    }

    /// In a later file of the same import or in one of its own, by uid and by name; what stands in files stays.
    @Test func thoseWhoComeLaterAreLinked() throws {
        let text = """
            name,category,goodFor,done,doneWith\r
            Hike,hobbies,"eve-1,Zoe,gone-1",2026-01-02,2026-01-02: eve-1\r

            """
        func goodFor() throws -> DataValue? {
            try hub.run("activities show", ["record": "Hike"])["goodFor"]
        }
        try hub.importFiles([TextFile("a.csv", text), PeopleModule.card("Eve", uid: "eve-1")])
        #expect(try goodFor() == ["Eve", "Zoe", "gone-1"])
        #expect(try hub.items("activities list", ["goodFor": "Eve"]).count == 1)
        #expect(
            try hub.run("activities show", ["record": "Hike"])["done"]
                == [["day": "2026-01-02", "note": .null, "with": ["Eve"]]])
        try hub.importFile(PeopleModule.card("Zoe", uid: "zoe-1"))
        #expect(try goodFor() == ["Eve", "Zoe", "gone-1"])
        #expect(try hub.items("activities list", ["goodFor": "Zoe"]).count == 1)
        #expect(try hub.export("activities").contains("\"eve-1,Zoe,gone-1\""))
        #expect(try hub.importFile(TextFile("a.csv", text)).unchanged == 1)
        // It belongs to the import that brought them, and is no edit of the activity.
        try hub.run("undo")
        #expect(try goodFor() == ["Eve", "Zoe", "gone-1"])
        try hub.importFile(PeopleModule.card("Zoe", uid: "zoe-1"))
        let report = try hub.importFile(
            TextFile("a.csv", text.replacing("gone-1", with: "gone-1,Ben")))
        #expect([report.updated, report.conflicts] == [1, 0])
        #expect(try goodFor() == ["Eve", "Zoe", "Ben", "gone-1"])
    }

    @Test func aNameInAFileFindsTheOneWhoHasIt() throws {
        try hub.run("connections add", ["name": "Ann", "uid": "ann-2"])
        try hub.importFile(
            TextFile("a.csv", "name,category,goodFor\r\nHike,hobbies,\"Ben, Ann, Zoe\"\r\n"))
        #expect(try hub.run("activities show", ["record": "Hike"])["goodFor"] == ["Ben", "Ann", "Zoe"])
        #expect(try hub.items("activities list", ["goodFor": "ann-1"]).isEmpty)
        // What the file said is what comes back, until somebody changes it.
        #expect(try hub.export("activities").contains("\"Ben, Ann, Zoe\""))
    }
}
