import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import CSVFormat
import Testing

@testable import Exercise

@Suite struct SetsCSVTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [exerciseModule], formats: [CSVFileFormat()])
    }

    private static let header =
        "uid,exercise,category,day,time,zone,workout,position,kind,weight,reps,distance,duration,heartRate,rpe,muscles,note"

    /// Every value of every category, out, in, and out again.
    @Test func anExportIsAFixedPoint() throws {
        try hub.run("exercise add", ["name": "Squat", "category": "strength"])
        try hub.run("exercise add", ["name": "Running", "category": "cardio"])
        try hub.run("exercise add", ["name": "Yoga", "category": "flexibility"])
        try hub.run(
            "exercise log",
            [
                "record": "Squat", "sets": ["60x10 w", "225 lb x 5 @9.5", "45s"], "time": "18:30",
                "workout": "Legs, \"A\"",
            ])
        try hub.run(
            "exercise log",
            ["record": "Running", "distance": "3.1 mi", "duration": "25:00", "heartRate": 150])
        try hub.run(
            "exercise log",
            ["record": "Yoga", "duration": "1h", "muscles": ["back", "hips"], "note": "two\nlines"])
        let export = try hub.export("exercise")
        let rows = export.split(separator: "\r\n").map { $0.drop { $0 != "," } }
        #expect(
            rows.prefix(5).dropFirst() == [
                ",Squat,strength,2026-03-15,18:30,GMT,\"Legs, \"\"A\"\"\",1,warm-up,60 kg,10,,,,,,",
                ",Squat,strength,2026-03-15,18:30,GMT,\"Legs, \"\"A\"\"\",2,,225 lb,5,,,,9.5,,",
                ",Squat,strength,2026-03-15,18:30,GMT,\"Legs, \"\"A\"\"\",3,,,,,0:45,,,,",
                ",Running,cardio,2026-03-15,,,,1,,,,3.1 mi,25:00,150,,,",
            ])
        var text = export
        for _ in 0..<3 {
            let other = try TemporaryHub(modules: [exerciseModule], formats: [CSVFileFormat()])
            #expect(try other.importFile(TextFile("sets.csv", text)).added == 5)
            text = try other.export("exercise")
            #expect(text == export)
        }
        #expect(try hub.importFile(TextFile("sets.csv", export)).unchanged == 5)
    }

    @Test func whatWasNotTouchedComesBackAndAnEditChangesItsCells() throws {
        let text =
            Self.header + ",gym\r\na-1,Squat,strength,1 Mar 2026,,,,01,,\" 80,0 kg\",5.0,,,,,,,home\r\n"
            + "a-2,Squat,strength,2026-03-01,,,,2,,heavy,5,,,,,,,away\r\n"
        let report = try hub.importFile(TextFile("sets.csv", text))
        #expect(report.profile == "exercise-sets")
        #expect(report.added == 2)
        #expect(report.unmappedColumns == ["gym"])
        #expect(report.issues.map(\.code) == ["bad-weight"])
        #expect(report.issues.map(\.property) == ["weight"])
        #expect(try hub.export("exercise") == text)
        try hub.run("exercise sets edit", ["record": "a-1", "reps": 6])
        #expect(try hub.export("exercise") == text.replacing("5.0", with: "6"))
        #expect(try hub.importFile(TextFile("sets.csv", try hub.export("exercise"))).unchanged == 2)
    }

    /// The row says the exercise by its name, which may be another by now.
    @Test func aRenamedExerciseIsExportedByItsNewName() throws {
        try hub.importFile(
            TextFile("sets.csv", "uid,exercise,day,reps\r\na-1,Squat,2026-03-01,5\r\n"))
        try hub.run("exercise edit", ["record": "Squat", "name": "Back squat"])
        #expect(try hub.export("exercise").contains("a-1,Back squat,strength,2026-03-01,"))
    }

    /// What a number alone means is a matter of settings: it leaves with its unit.
    @Test func numbersWithoutAUnitAreInTheUsersOrInTheNamedOne() throws {
        let file = TextFile("sets.csv", "exercise,day,weight,reps\r\nSquat,2026-03-01,175,5\r\n")
        let report = try hub.importFile(file, options: ["units": "imperial"])
        #expect(report.added == 1)
        #expect(
            report.remarks == [
                "numbers without a unit were read as pounds and miles; the option units, metric or imperial, says otherwise"
            ])
        #expect(try hub.export("exercise").contains(",175 lb,5,"))
        let metric = try TemporaryHub(modules: [exerciseModule], formats: [CSVFileFormat()])
        try metric.importFile(file)
        #expect(try metric.export("exercise").contains(",175 kg,5,"))
    }

    /// A day that may be two is asked for, never guessed.
    @Test func anAmbiguousDayIsAskedFor() throws {
        let file = TextFile("sets.csv", "exercise;day;reps\r\nSquat;3/4/2026;5\r\n")
        let refused = #expect(throws: AtriumError.self) { try hub.importFile(file) }
        #expect(refused == .dateOrderNeeded(line: 2, column: "day"))
        #expect(try hub.items("exercise sets list").isEmpty)
        #expect(try hub.importFile(file, options: ["dateOrder": "dmy"]).added == 1)
        #expect(try hub.items("exercise sets list").map { $0["day"] } == ["2026-04-03"])
    }

    @Test(arguments: [
        ("Running,cardio,2026-03-01,,5,5 km,,", "other-category", "reps"),
        ("Running,cardio,2026-03-01,,,-5 km,,", "bad-distance", "distance"),
        ("Running,cardio,2026-03-01,,,5 km,,400", "bad-heart-rate", "heartRate"),
        ("Squat,strength,2026-03-01,80 stone,5,,,", "bad-unit", "weight"),
        ("Squat,strength,2026-03-01,,5.5,,,", "bad-reps", "reps"),
        ("Squat,legs,2026-03-01,,5,,,", "bad-category", "category"),
        ("Squat,strength,2026-03-01,,,,long,", "bad-duration", "duration"),
    ])
    func aWrongCellIsNamedAndKept(row: String, code: String, column: String) throws {
        let text = "exercise,category,day,weight,reps,distance,duration,heartRate\r\n\(row)\r\n"
        let report = try hub.importFile(TextFile("sets.csv", text))
        #expect(report.added == 1)
        #expect(report.issues.map(\.code) == [code])
        #expect(report.issues.map(\.property) == [column])
        #expect(report.issues.map(\.isKept) == [true])
        let kept = row.split(separator: ",", omittingEmptySubsequences: false)
        let names = ["exercise", "category", "day", "weight", "reps", "distance", "duration", "heartRate"]
        let place = try #require(names.firstIndex(of: column))
        #expect(try hub.export("exercise").contains(kept[place]))
    }

    /// The category of an exercise that is there decides, whatever the row looks like.
    @Test func aRowOfAnotherCategoryThanItsExerciseIsRefused() throws {
        try hub.run("exercise add", ["name": "Running", "category": "cardio"])
        let report = try hub.importFile(
            TextFile("sets.csv", "exercise,day,reps\r\nRunning,2026-03-01,5\r\nSquat,2026-03-01,5\r\n"))
        #expect(report.added == 1)
        #expect(report.issues.map(\.code) == ["unusable-item"])
        #expect(report.issues.map(\.message) == ["a cardio exercise has no reps"])
        #expect(report.issues.map(\.line) == [2])
    }

    @Test func aRowWithoutExerciseOrDayIsKeptAndNamed() throws {
        let report = try hub.importFile(
            TextFile(
                "sets.csv",
                "exercise,day,reps\r\n,2026-03-01,5\r\nSquat,,5\r\nSquat,soon,5\r\nSquat,2026-03-01,5\r\n"))
        #expect(report.added == 1)
        #expect(report.issues.map(\.code) == ["unusable-item", "unusable-item", "unusable-item"])
        #expect(report.issues.map(\.line) == [2, 3, 4])
    }

    @Test func aLaterFileChangesWhatItNames() throws {
        try hub.importFile(
            TextFile("sets.csv", "exercise,day,position,weight,reps\r\nSquat,2026-03-01,1,80 kg,5\r\n"))
        let report = try hub.importFile(
            TextFile(
                "sets.csv",
                "exercise,day,position,weight,reps\r\nSquat,2026-03-01,1,82.5 kg,5\r\nSquat,2026-03-01,2,80 kg,5\r\n"
            ))
        #expect(report.updated == 1)
        #expect(report.added == 1)
        #expect(
            try hub.items("exercise sets list").map { $0["weightKg"] } == [.decimal(82.5), .decimal(80)])
    }

    @Test func columnsOfOtherNamesAreMapped() throws {
        let report = try hub.importFile(
            TextFile("log.csv", "Lift,When,Load,N\r\nSquat,2026-03-01,80 kg,5\r\n"),
            columns: [("Lift", "exercise"), ("When", "day"), ("Load", "weight"), ("N", "reps")])
        #expect(report.added == 1)
        #expect(try hub.items("exercise sets list").map { $0["summary"] } == ["80 kg × 5"])
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
        let again = try hub.importFile(
            TextFile("more.csv", "uid,name,category,muscles\r\ne-9,SQUAT,strength,\r\n"))
        #expect(again.added == 0)
        #expect(again.issues.map(\.message) == ["there is an exercise of this name already"])
    }
}
