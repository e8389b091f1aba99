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
