import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Exercise

/// Tables of exercises, and what sets have made of them before.
@Suite struct ExercisesCSVTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [exerciseModule], formats: [CSVFileFormat()])
    }

    @Test func exercisesComeInAndGoOut() throws {
        let text =
            "uid,name,category,muscles,notes,archived,colour\r\n"
            + "e-1,Squat,Strength,\"legs, back\",deep,yes,red\r\ne-2,Yoga,flexibility,,,,\r\n"
        let report = try hub.importFile(TextFile("exercises.csv", text))
        #expect(report.profile == "exercises")
        #expect(report.added == 2)
        #expect(try hub.export("exercise", collection: "exercises") == text)
        try hub.run("exercise edit", ["record": "e-2", "notes": "slow"])
        #expect(
            try hub.export("exercise", collection: "exercises")
                == text.replacing("e-2,Yoga,flexibility,,,,", with: "e-2,Yoga,flexibility,,slow,,"))
        // The cell says the same in its own words.
        let words = TextFile(
            "words.csv",
            "uid,name,category,muscles,notes,archived\r\ne-3,Row,strength,,,no\r\ne-4,Dip,strength,,,TRUE\r\n"
        )
        #expect(try hub.importFile(words).added == 2)
        for record in ["e-3", "e-4"] {
            try hub.run("exercise edit", ["record": .text(record), "notes": "slow"])
        }
        #expect(try hub.export("exercise", collection: "exercises").contains("e-3,Row,strength,,slow,no"))
        #expect(try hub.export("exercise", collection: "exercises").contains("e-4,Dip,strength,,slow,TRUE"))
        let again = try hub.importFile(
            TextFile("more.csv", "uid,name,category,muscles\r\ne-9,SQUAT,strength,\r\n"))
        #expect(again.added == 0)
        #expect(again.issues.map(\.message) == ["another exercise already has this name"])
    }

    /// Sets come first: their exercise is but a name, which the table of exercises then tells more of.
    @Test(arguments: [true, false])
    func exercisesAreAdoptedInEitherOrder(setsFirst: Bool) throws {
        let sets = TextFile(
            "sets.csv", "uid,exercise,category,day,reps\r\na-1,Squat,strength,2026-03-01,5\r\n")
        let exercises = TextFile(
            "exercises.csv", "uid,name,category,muscles,notes\r\ne-1,Squat,strength,legs,deep\r\n")
        let first = try hub.importFile(setsFirst ? sets : exercises)
        #expect(first.added == 1)
        let second = try hub.importFile(setsFirst ? exercises : sets)
        // The exercise was there by then, the set was not.
        #expect(second.updated == (setsFirst ? 1 : 0))
        #expect(second.added == (setsFirst ? 0 : 1))
        #expect(first.issues.isEmpty && second.issues.isEmpty)
        let squat = try hub.run("exercise show", ["record": "e-1"])
        #expect(squat["notes"] == "deep")
        #expect(try hub.items("exercise sets list").map { $0["exercise"] } == [squat["id"]])
        #expect(try hub.importFile(exercises).unchanged == 1)
        #expect(try hub.importFile(sets).unchanged == 1)
    }

    /// What somebody has said of the exercise since is not overwritten.
    @Test(
        arguments: [("notes", "mine"), ("importedAs", ["Bankdrücken", "Bench 2"])] as [(String, DataValue)])
    func anExerciseThatSomebodyDescribedIsNotAdopted(field: String, value: DataValue) throws {
        try hub.importFile(TextFile("sets.csv", "exercise,day,reps\r\nBench,2026-03-01,5\r\n"))
        try hub.run("exercise edit", ["record": "Bench", field: value])
        let report = try hub.importFile(
            TextFile(
                "exercises.csv",
                "uid,name,category,muscles,notes,importedAs\r\ne-1,Bench,strength,,deep,Other\r\n"))
        #expect(report.added == 0 && report.updated == 0)
        #expect(report.issues.map(\.message) == ["another exercise already has this name"])
        let bench = try hub.run("exercise show", ["record": "Bench"])
        #expect(bench[field] == value)
        #expect(bench["uid"] != "e-1")
    }

    /// A row with all the names that the exercise has takes none away.
    @Test(arguments: ["", ",importedAs"])
    func anExerciseWithMoreNamesIsAdopted(column: String) throws {
        try hub.importFile(TextFile("sets.csv", "exercise,day,reps\r\nBench,2026-03-01,5\r\n"))
        try hub.run("exercise edit", ["record": "Bench", "importedAs": ["Bankdrücken"]])
        let cell = column.isEmpty ? "" : ",\"Other\nBANKDRÜCKEN\""
        let report = try hub.importFile(
            TextFile(
                "exercises.csv", "uid,name,category,muscles\(column)\r\ne-1,Bench,strength,chest\(cell)\r\n"))
        #expect(report.updated == 1 && report.issues.isEmpty)
        let bench = try hub.run("exercise show", ["record": "e-1"])
        #expect(bench["muscles"] == ["chest"])
        let names = Set((bench["importedAs"]?.listValue ?? []).compactMap(\.textValue).map(Words.key))
        #expect(names == (column.isEmpty ? ["bankdrücken"] : ["bankdrücken", "other"]))
    }

    @Test func namesInFilesComeInAndGoOut() throws {
        let text =
            "uid,name,category,muscles,notes,archived,importedAs\r\n"
            + "e-1,Squat,strength,,,,\"Squat (Barbell), high\nKniebeuge\"\r\n"
        try hub.importFile(TextFile("exercises.csv", text))
        #expect(
            try hub.run("exercise show", ["record": "Squat"])["importedAs"]
                == ["Squat (Barbell), high", "Kniebeuge"])
        #expect(try hub.export("exercise", collection: "exercises") == text)
        let report = try hub.importFile(
            TextFile("sets.csv", "exercise,day,reps\r\nkniebeuge,2026-03-01,5\r\n"))
        #expect(report.remarks == ["1 exercise of the file has another name in Atrium; the sets are there"])
        #expect(try hub.items("exercise sets list").map { $0["name"] } == ["Squat"])
        #expect(try hub.items("exercise list").count == 1)
    }

    /// The names are kept in the order and the letters in which they came first: others are no change.
    @Test func namesInFilesAreTheSameInAnyOrder() throws {
        func file(_ names: String, _ notes: String) -> String {
            "uid,name,category,muscles,notes,archived,importedAs\r\ne-1,Squat,strength,,\(notes),,\"\(names)\"\r\n"
        }
        try hub.importFile(TextFile("exercises.csv", file("Back squat\nKniebeuge", "")))
        let before = try hub.run("exercise show", ["record": "Squat"])
        hub.clock.advance(seconds: 60)
        try hub.run("exercise edit", ["record": "Squat", "importedAs": ["KNIEBEUGE", "Back squat"]])
        #expect(try hub.run("exercise show", ["record": "Squat"])["updatedAt"] == before["updatedAt"])
        // It is no edit either, that a later file would be in conflict with.
        for notes in ["deep", "deeper"] {
            let text = file("kniebeuge\nBack Squat", notes)
            let report = try hub.importFile(TextFile("exercises.csv", text))
            #expect(report.updated == 1)
            #expect(report.issues.isEmpty)
            #expect(try hub.export("exercise", collection: "exercises") == text)
        }
        #expect(
            try hub.run("exercise show", ["record": "Squat"])["importedAs"] == ["Back squat", "Kniebeuge"])
    }
}
