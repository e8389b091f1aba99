import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import CSVFormat
import Foundation
import Testing

@testable import Exercise

/// The exports of other programs; the rows are our own, under the headers that those write.
@Suite struct SetProgramsTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [exerciseModule], formats: [CSVFileFormat()])
    }

    /// Header, a row, the profile, and what the set says in short.
    @Test(arguments: [
        (
            "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,RPE",
            "2025-09-15 18:05:09,\"Push\",1h 8m,\"Bench Press (Barbell)\",2,62.5,8.0,0,0.0,8",
            "strong", "Bench Press (Barbell) strength 2025-09-15 18:05:09 Push 2 62.5 kg × 8 @8"
        ),
        (
            "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE",
            "2025-09-15 18:05:00,Push,45m,Plank,1,0,0,0,90,straight,,",
            "strong", "Plank strength 2025-09-15 18:05 Push 1 1:30 straight"
        ),
        (
            "Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps;RPE;Distance;Distance Unit;Seconds;Notes;Workout Notes;Workout Duration",
            "2025-09-02 07:10:00;\"Out\";\"Cycling\";1;0,0;lbs;0;;10,5;mi.;1800;\"\";\"\";35m",
            "strong", "Cycling cardio 2025-09-02 07:10 Out 1 16.9 km in 30:00 (1:47 min/km)"
        ),
        (
            "Date;Workout Name;Exercise Name;Set Order;Weight;Weight Unit;Reps;RPE;Distance;Distance Unit;Seconds;Notes;Workout Notes;Workout Duration",
            "2025-09-02 07:10:00;Legs;Squat (Barbell);W;135;lbs;8;;;;0;;;35m",
            "strong", "Squat (Barbell) strength 2025-09-02 07:10 Legs 61.23 kg × 8 (warm-up)"
        ),
        (
            "Workout #;Date;Workout Name;Duration (sec);Exercise Name;Set Order;Weight (kg);Reps;RPE;Distance (meters);Seconds;Notes;Workout Notes",
            "12;2025-06-01 18:00:00;Upper;3720;Sled Push;1;80;;6;40;25;;",
            "strong", "Sled Push strength 2025-06-01 18:00 Upper 1 80 kg 40 m in 0:25 @6"
        ),
        (
            "Workout #;Date;Workout Name;Duration (sec);Exercise Name;Set Order;Weight (kg);Reps;RPE;Distance (meters);Seconds;Notes;Workout Notes",
            "12;2025-06-01 18:00:00;Upper;3720;Chin Up;Rest Timer;;;;;120;;",
            "strong", "Chin Up strength 2025-06-01 18:00 Upper 2:00 (rest)"
        ),
        (
            "\"title\",\"start_time\",\"end_time\",\"description\",\"exercise_title\",\"superset_id\",\"exercise_notes\",\"set_index\",\"set_type\",\"weight_kg\",\"reps\",\"distance_km\",\"duration_seconds\",\"rpe\"",
            "\"Pull\",\"15 Sep 2025, 07:48\",\"15 Sep 2025, 09:13\",\"\",\"Row (Cable)\",,\"slow\",0,\"dropset\",39,10,,0,9.5",
            "hevy", "Row (Cable) strength 2025-09-15 07:48 Pull 1 39 kg × 10 @9.5 (drop) slow"
        ),
        (
            "\"title\",\"start_time\",\"end_time\",\"description\",\"exercise_title\",\"superset_id\",\"exercise_notes\",\"set_index\",\"set_type\",\"weight_lbs\",\"reps\",\"distance_miles\",\"duration_seconds\",\"rpe\"",
            "\"Out\",\"5 Mar 2025, 18:00\",\"5 Mar 2025, 19:10\",\"\",\"Running\",,\"\",2,\"normal\",,,3.1,1500,",
            "hevy", "Running cardio 2025-03-05 18:00 Out 3 4.99 km in 25:00 (5:01 min/km)"
        ),
        (
            "Date,Exercise,Category,Weight (kgs),Reps,Distance,Distance Unit,Time,Comment",
            "2025-03-02,Deadlift,Back,150.0,3,,,,\"strong\"",
            "fitnotes", "Deadlift strength 2025-03-02 150 kg × 3 strong"
        ),
        (
            "Date,Exercise,Category,Weight (lbs),Reps,Distance,Distance Unit,Time",
            "2025-03-02,Bench Press,Chest,225.0,5,,,",
            "fitnotes", "Bench Press strength 2025-03-02 102.06 kg × 5"
        ),
        (
            "Date,Exercise,Category,Weight,Weight Unit,Reps,Distance,Distance Unit,Time,Comment",
            "2025-03-16,Treadmill,Cardio,,,,1.53,mi,0:32:06,\"\"",
            "fitnotes", "Treadmill cardio 2025-03-16 2.46 km in 32:06 (13:02 min/km)"
        ),
        (
            "Date,Exercise,Category,Weight (kg),Weight (lbs),Reps,Distance,Distance Unit,Time,Notes,Kind",
            "2025-01-13,Incline Press,Chest,,154.32,5,,,,,wr",
            "fitnotes", "Incline Press strength 2025-01-13 70 kg × 5"
        ),
    ])
    func everyLayoutIsKnown(header: String, row: String, profile: String, said: String) throws {
        let file = TextFile("export.csv", header + "\n" + row + "\n")
        let report = try hub.importFile(file)
        #expect(report.profile == profile)
        #expect(report.added == 1)
        #expect(report.issues.isEmpty)
        let set = try #require(try hub.items("exercise sets list").first)
        let found = ["name", "category", "day", "time", "workout", "position", "summary", "note"].compactMap {
            set[$0]?.textValue ?? set[$0]?.integerValue.map(String.init)
        }
        #expect(found.joined(separator: " ") == said)
        #expect(set["zone"] == (set["time"] == .null ? .null : "GMT"))
        #expect(try hub.importFile(file).unchanged == 1)

        // What goes out says the same in another vault, with the columns that mean nothing here.
        let other = try TemporaryHub(modules: [exerciseModule], formats: [CSVFileFormat()])
        let export = try hub.export("exercise")
        try other.importFile(TextFile("sets.csv", export))
        #expect(try other.export("exercise") == export)
        #expect(try other.items("exercise sets list").first?["summary"] == set["summary"])
    }

    @Test func columnsWithoutAFieldAreNamedKeptAndGivenBack() throws {
        let report = try hub.importFile(
            TextFile(
                "strong.csv",
                """
                Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE
                2025-09-15 18:05:00,Push,45m,Dip,1,0,8,0,0,,tired,
                """))
        #expect(report.unmappedColumns == ["Duration", "Workout Notes"])
        let export = try hub.export("exercise")
        #expect(export.contains(",note,strong Duration,strong Workout Notes\r\n"))
        #expect(export.hasSuffix(",45m,tired\r\n"))
        #expect(try hub.importFile(TextFile("sets.csv", export)).unchanged == 1)
        #expect(try hub.export("exercise") == export)
    }

    @Test func aWeightWithoutAUnitIsInTheUsersAndTheReportSaysSo() throws {
        let file = TextFile(
            "strong.csv",
            """
            Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,RPE
            2025-09-15 18:05:00,Push,45m,Dip,1,45,8,0,0,
            """)
        try hub.run("settings set", ["key": "units", "value": "imperial"])
        #expect(try hub.importFile(file).remarks.count == 1)
        #expect(try hub.items("exercise sets list").map { $0["weight"] } == ["45 lb"])
    }

    @Test func aLaterExportAddsWhatIsNew() throws {
        let first = """
            Date,Exercise,Category,Weight (kgs),Reps,Distance,Distance Unit,Time,Comment
            2025-03-02,Deadlift,Back,150.0,3,,,,
            2025-03-02,Deadlift,Back,150.0,3,,,,

            """
        #expect(try hub.importFile(TextFile("FitNotes.csv", first)).added == 2)
        let second = try hub.importFile(
            TextFile("FitNotes.csv", first + "2025-03-04,Deadlift,Back,155.0,3,,,,\n"))
        #expect(second.unchanged == 2)
        #expect(second.added == 1)
        #expect(try hub.run("exercise show", ["record": "Deadlift"])["muscles"] == ["Back"])
    }

    /// A first row may say little: jumping rope for two minutes, and fifty times the next day.
    @Test func whatOneImportMadeMayBecomeStrength() throws {
        let report = try hub.importFile(
            TextFile(
                "strong.csv",
                """
                Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,RPE
                2025-09-15 18:05:00,A,45m,Jump Rope,1,0,0,0,120,
                2025-09-16 18:05:00,A,45m,Jump Rope,1,0,50,0,0,
                """))
        #expect(report.added == 2)
        #expect(try hub.run("exercise show", ["record": "Jump Rope"])["category"] == "strength")
    }

    /// A guess holds until a later file says more, and no longer.
    @Test func aGuessedCategoryDoesNotBindALaterImport() throws {
        let header = "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,RPE\n"
        let first = header + "2025-09-15 18:05:00,A,45m,Jump Rope,1,0,0,0,120,\n"
        try hub.importFile(TextFile("strong.csv", first))
        #expect(try hub.run("exercise show", ["record": "Jump Rope"])["category"] == "cardio")
        try hub.run("exercise edit", ["record": "Jump Rope", "name": "Rope", "notes": "red"])
        let report = try hub.importFile(
            TextFile("strong.csv", first + "2025-09-16 18:05:00,A,45m,Jump Rope,1,0,50,0,0,\n"))
        #expect(report.added == 1)
        #expect(report.issues.isEmpty)
        #expect(try hub.run("exercise show", ["record": "Rope"])["category"] == "strength")
        // Whoever says what it is, is not overruled.
        try hub.run("exercise add", ["name": "Bike", "category": "cardio"])
        let bike = try hub.importFile(
            TextFile("other.csv", header + "2025-09-17 18:05:00,A,45m,Bike,1,20,0,3,0,\n"))
        #expect(bike.added == 1)
        #expect(
            bike.issues.map(\.message)
                .contains("a cardio exercise has no such value; it was kept and ignored"))
        #expect(try hub.run("exercise show", ["record": "Bike"])["category"] == "cardio")
        #expect(try hub.export("exercise").contains(",20,,"))
    }

    @Test func whoNamesTheCategoryDecides() throws {
        let header = "Date,Exercise,Category,Weight (kgs),Reps,Distance,Distance Unit,Time,Comment\n"
        try hub.importFile(TextFile("a.csv", header + "2025-03-02,Sledding,Legs,,,,,0:10:00,\n"))
        #expect(try hub.run("exercise show", ["record": "Sledding"])["category"] == "strength")
        let report = try hub.importFile(
            TextFile("b.csv", header + "2025-03-03,Sledding,Cardio,,,,,0:12:00,\n"))
        #expect(report.issues.isEmpty)
        #expect(try hub.run("exercise show", ["record": "Sledding"])["category"] == "cardio")
        let third = try hub.importFile(
            TextFile("c.csv", header + "2025-03-04,Sledding,Legs,20,5,,,,\n"))
        #expect(third.issues.map(\.message) == ["a cardio exercise has no weight"])
    }

    /// What was not taken of a row is there again once its exercise is what the row takes it for.
    @Test(arguments: [true, false])
    func whatWasNotTakenComesInOnceTheCategoryIsRight(isOwn: Bool) throws {
        try hub.run("exercise add", ["name": "Sledding", "category": "cardio"])
        let file =
            isOwn
            ? TextFile(
                "sets.csv", "uid,exercise,day,weight,reps,distance\na-1,Sledding,2025-09-15,20 kg,5,50 m\n")
            : TextFile(
                "strong.csv",
                Self.strong + "1;2025-09-15 18:05:00;Push;3600;Sledding;1;20;5;;50;;;\n")
        #expect(try hub.importFile(file).added == 1)
        #expect(try hub.importFile(file).unchanged == 1)
        #expect(try hub.export("exercise").contains(",20 kg,5,50 m"))
        try hub.run("exercise edit", ["record": "Sledding", "category": "strength"])
        #expect(try hub.export("exercise").contains(",20 kg,5,50 m"))
        let report = try hub.importFile(file)
        #expect(report.updated == 1 && report.issues.isEmpty)
        let set = try #require(try hub.items("exercise sets list").first)
        #expect(set["weightKg"] == .decimal(20) && set["reps"] == 5)
        #expect(try hub.importFile(file).unchanged == 1)
        // What somebody took out of the set stays out, of the set and of exports.
        try hub.run("exercise sets edit", ["record": 1, "weight": .null])
        #expect(try hub.importFile(file).unchanged == 1)
        #expect(try hub.export("exercise").contains(",,5,50 m"))
    }

    @Test func aDurationThatWasNotTakenIsExportedAsOne() throws {
        try hub.run("exercise add", ["name": "Stretch", "category": "flexibility"])
        let row = "1;2025-09-15 18:05:00;Push;3600;Stretch;1;20;5;;50;90;;\n"
        #expect(try hub.importFile(TextFile("strong.csv", Self.strong + row)).added == 1)
        #expect(try hub.export("exercise").contains(",20 kg,5,50 m,1:30,"))
    }

    private static let strong =
        "Workout #;Date;Workout Name;Duration (sec);Exercise Name;Set Order;Weight (kg);Reps;RPE;Distance (meters);Seconds;Notes;Workout Notes\n"

    /// Another name here leaves an exercise what it is: its next sets come to it, and none moves away.
    @Test func aRenamedExerciseGetsItsLaterSets() throws {
        func row(_ day: String, _ weight: String) -> String {
            "1;\(day) 18:00:00;Push;3600;Bench Press (Barbell);1;\(weight);5;;;0;;\n"
        }
        try hub.importFile(
            TextFile("strong.csv", Self.strong + row("2025-06-01", "80") + row("2025-06-03", "82.5")))
        try hub.run("exercise edit", ["record": "Bench Press (Barbell)", "name": "Bench press"])
        let report = try hub.importFile(
            TextFile(
                "strong.csv",
                Self.strong + row("2025-06-01", "80") + row("2025-06-03", "85") + row("2025-06-05", "87.5")))
        #expect(report.unchanged == 1)
        #expect(report.updated == 1)
        #expect(report.added == 1)
        #expect(report.remarks == ["1 exercise of the file has another name in Atrium; the sets are there"])
        let exercises = try hub.items("exercise list")
        #expect(exercises.map { $0["name"] } == ["Bench press"])
        #expect(exercises.map { $0["importedAs"] } == [["Bench Press (Barbell)"]])
        #expect(
            try hub.items("exercise sets list").map { $0["weightKg"] }
                == [.decimal(87.5), .decimal(85), .decimal(80)])
        // In another vault the name of the files comes along.
        let other = try TemporaryHub(modules: [exerciseModule], formats: [CSVFileFormat()])
        try other.importFile(TextFile("exercises.csv", try hub.export("exercise", collection: "exercises")))
        try other.importFile(TextFile("strong.csv", Self.strong + row("2025-06-07", "90")))
        #expect(try other.items("exercise sets list").map { $0["name"] } == ["Bench press"])
    }

    /// That sets came in under a name is not kept of a vault made before, as it is not of sets logged by hand.
    @Test func anExerciseWithSetsIsKnownByItsFormerName() throws {
        try hub.run("exercise add", ["name": "Kniebeuge (Ü)", "category": "strength"])
        try hub.run("exercise edit", ["record": "Kniebeuge (Ü)", "name": "Squat (Barbell)"])
        // Without sets, nothing can have come in under it.
        #expect(try hub.run("exercise show", ["record": "Squat (Barbell)"])["importedAs"] == [])
        try hub.run("exercise log", ["record": "Squat (Barbell)", "sets": ["80x5"]])
        try hub.run("exercise edit", ["record": "Squat (Barbell)", "name": "squat (barbell)"])
        #expect(try hub.run("exercise show", ["record": "squat (barbell)"])["importedAs"] == [])
        try hub.run("exercise edit", ["record": "squat (barbell)", "name": "Back squat"])
        #expect(
            try hub.run("exercise show", ["record": "Back squat"])["importedAs"] == ["squat (barbell)"])
        let report = try hub.importFile(
            TextFile(
                "strong.csv", Self.strong + "1;2026-03-20 18:00:00;Legs;3600;Squat (Barbell);1;85;5;;;0;;\n"))
        #expect(report.added == 1)
        #expect(report.remarks == ["1 exercise of the file has another name in Atrium; the sets are there"])
        #expect(try hub.items("exercise list").map { $0["name"] } == ["Back squat"])
        #expect(try hub.items("exercise sets list").count == 2)
    }

    /// That a name belongs to another exercise has been said, or has come in: a former name is a guess beside it.
    @Test func aFormerNameIsNotTakenFromAnother() throws {
        try hub.run(
            "exercise add",
            ["name": "Front squat", "category": "strength", "importedAs": ["Squat"]])
        try hub.run("exercise add", ["name": "Squat", "category": "strength"])
        try hub.run("exercise log", ["record": "Squat", "sets": ["80x5"]])
        try hub.run("exercise edit", ["record": "Squat", "name": "Back squat"])
        #expect(try hub.run("exercise show", ["record": "Front squat"])["importedAs"] == ["Squat"])
        #expect(try hub.run("exercise show", ["record": "Back squat"])["importedAs"] == [])
    }

    /// A name that some exercise really has leads there.
    @Test func aNameThatThereIsGoesBeforeAFormerOne() throws {
        func file(_ day: String) -> TextFile {
            TextFile("strong.csv", Self.strong + "1;\(day) 18:00:00;Push;3600;Squat;1;80;5;;;0;;\n")
        }
        try hub.importFile(file("2025-06-01"))
        try hub.run("exercise edit", ["record": "Squat", "name": "Front squat"])
        try hub.run("exercise add", ["name": "Squat", "category": "strength"])
        #expect(try hub.importFile(file("2025-06-03")).remarks.isEmpty)
        #expect(try hub.items("exercise sets list").map { $0["name"] } == ["Squat", "Front squat"])
    }

    /// A warm-up has no number; of two, the one that was corrected is known by the other, which was not.
    @Test func aCorrectedWarmUpIsNoSecondOne() throws {
        func row(_ kind: String, _ weight: String) -> String {
            "1;2025-06-01 18:00:00;Push;3600;Bench Press;\(kind);\(weight);5;;;0;;\n"
        }
        let rest = row("W", "40") + row("1", "80") + row("D", "60")
        try hub.importFile(TextFile("strong.csv", Self.strong + row("W", "50") + rest))
        let report = try hub.importFile(TextFile("strong.csv", Self.strong + row("W", "55") + rest))
        #expect(report.updated == 1)
        #expect(report.unchanged == 3)
        #expect(report.added == 0)
        #expect(try hub.items("exercise sets list").count == 4)
    }

    /// What cannot be taken of another program's row is exported all the same, in the unit of its column.
    @Test(arguments: [
        (
            "1;2025-06-01 18:00:00;Pull;3600;Pull Up (Assisted);1;-20;5;;;0;;", "-20 kg", "Weight (kg)",
            "bad-weight"
        ),
        ("1;2025-06-01 18:00:00;Pull;3600;Row;1;40;5;11;;0;;", "11", "RPE", "bad-rpe"),
        ("1;2025-06-01 18:00:00;Pull;3600;Row;1;40;5;;-5;0;;", "-5 m", "Distance (meters)", "bad-distance"),
        ("1;2025-06-01 18:00:00;Pull;3600;Row;1;40;5;;;-90;;", "-90 s", "Seconds", "bad-duration"),
        ("1;2025-06-01 18:00:00;Pull;3600;Row;1;40;5.5;;;60;;", "5.5", "Reps", "bad-reps"),
        ("1;2025-06-01 18:00:00;Pull;3600;Row;X;40;5;;;0;;", "X", "Set Order", "bad-position"),
    ])
    func whatWasNotTakenIsExported(row: String, cell: String, column: String, code: String) throws {
        let report = try hub.importFile(TextFile("strong.csv", Self.strong + row + "\n"))
        #expect(report.added == 1)
        #expect(report.issues.map(\.code) == [code])
        #expect(report.issues.map(\.property) == [column])
        let export = try hub.export("exercise")
        #expect(export.contains(",\(cell),"))
        let other = try TemporaryHub(modules: [exerciseModule], formats: [CSVFileFormat()])
        #expect(try other.importFile(TextFile("sets.csv", export)).issues.map(\.code) == [code])
        #expect(try other.export("exercise") == export)
    }

    /// FitNotes for iOS writes one of two columns, and 0 or nothing in the other.
    @Test(
        arguments: [
            ("0", "154.32", "70 kg", []), ("", "154.32", "70 kg", []), ("70", "154.32", "70 kg", []),
            ("0", "0", nil, []), ("0", "heavy", nil, ["bad-weight"]),
        ] as [(String, String, String?, [String])])
    func poundsStandInAColumnOfTheirOwn(kilograms: String, pounds: String, weight: String?, codes: [String])
        throws
    {
        let report = try hub.importFile(
            TextFile(
                "FitNotes.csv",
                """
                Date,Exercise,Category,Weight (kg),Weight (lbs),Reps,Distance,Distance Unit,Time,Notes,Kind
                2025-01-13,Incline Press,Chest,\(kilograms),\(pounds),5,,,,,wr

                """))
        #expect(report.issues.map(\.code) == codes)
        let summary = try hub.items("exercise sets list").first?["summary"]?.textValue
        #expect(summary == (weight.map { $0 + " × 5" } ?? "5 reps"))
        if codes.isEmpty { return }
        #expect(try hub.export("exercise").contains(",heavy,5,"))
    }

    /// The phone writes the day in its own order.
    @Test func anAmbiguousDayIsAskedFor() throws {
        let file = TextFile(
            "FitNotes.csv",
            """
            Date,Exercise,Category,Weight (kgs),Reps,Distance,Distance Unit,Time,Comment
            03/04/2025,Deadlift,Back,150.0,3,,,,
            """)
        let refused = #expect(throws: AtriumError.self) { try hub.importFile(file) }
        #expect(refused == .dateOrderNeeded(line: 2, column: "Date"))
        #expect(try hub.importFile(file, options: ["dateOrder": "mdy"]).added == 1)
    }

    @Test(arguments: [
        "Date,Exercise,Reps", "Workout Name,Exercise Name", "exercise,reps", "title,start_time", "",
    ])
    func otherTablesAreNotTaken(header: String) {
        let names = header.split(separator: ",").map(String.init)
        #expect(SetsCSV.recognise(CSVHeader(names: names), ImportOptions(timeZone: .gmt)) == nil)
    }
}
