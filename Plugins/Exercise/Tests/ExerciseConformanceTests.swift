import AtriumFormats
import AtriumSDK
import AtriumTesting
import SeededRandom
import Testing

@testable import Exercise

@Suite struct ExerciseConformanceTests {
    @Test(arguments: ConformanceRule.allCases)
    func conforms(to rule: ConformanceRule) throws {
        try ModuleConformance(exerciseModule, formats: [CSVFileFormat()], samples: samples).check(rule)
    }

    @Test func theExerciseFitsItsTableAndComesBack() throws {
        var generator = SeededGenerator(seed: 23)
        let conformance = RecordConformance(exerciseKind, of: exerciseModule, formats: [CSVFileFormat()])
        let schema = try conformance.schemaFindings()
        #expect(schema == [])
        #expect(try conformance.roundTripFindings(rounds: 40, using: &generator) == [])
        let merges = try conformance.mergeFindings(rounds: 40, using: &generator)
        #expect(merges == [])
    }

    private let samples = ModuleSamples(
        commands: [
            SampleCommand(
                "exercise add",
                [
                    "name": .text("Bench press; \"flat\", with bar"), "category": .text("strength"),
                    "muscles": .list([.text("chest, triceps"), .text("shoulders")]),
                ]),
            SampleCommand("exercise add", ["name": .text("Running"), "category": .text("cardio")]),
            SampleCommand(
                "exercise add",
                [
                    "name": .text("Hamstring stretch"), "category": .text("flexibility"),
                    "notes": .text("Slowly.\nBreathe."),
                ]),
            SampleCommand(
                "exercise add",
                ["name": .text("Curl"), "category": .text("strength"), "archived": .bool(true)]),
            SampleCommand(
                "exercise log",
                [
                    "record": .text("Bench press; \"flat\", with bar"),
                    "sets": .list([.text("40x10 w"), .text("80x5"), .text("175 lb x 5 @8.5"), .text("45s")]),
                    "time": .text("18:30"), "workout": .text("Push, heavy"),
                ]),
            SampleCommand(
                "exercise log",
                [
                    "record": .text("Running"), "day": .text("yesterday"), "distance": .text("3.1 mi"),
                    "duration": .text("25:00.5"), "heartRate": .integer(150), "note": .text("two\nlines"),
                ]),
            SampleCommand(
                "exercise log",
                [
                    "record": .text("Hamstring stretch"), "duration": .text("10"),
                    "muscles": .list([.text("hamstrings")]),
                ]),
            SampleCommand(
                "exercise sets add",
                [
                    "exercise": .text("Curl"), "day": .text("2026-02-28"), "reps": .integer(12),
                    "weight": .text("12.5"), "kind": .text("failure"), "rpe": .decimal(10),
                ]),
            SampleCommand("exercise sets edit", ["record": .integer(2), "reps": .integer(6)]),
            SampleCommand("exercise edit", ["record": .text("Running"), "notes": .text("outside")]),
            SampleCommand(
                "exercise edit",
                [
                    "record": .text("Curl"),
                    "importedAs": .list([.text("Bicep Curl (Dumbbell), seated"), .text("Curls; Übung")]),
                ]),
            SampleCommand("exercise add", ["name": .text("Sled"), "category": .text("strength")]),
            SampleCommand(
                "exercise log",
                ["record": .text("Sled"), "weight": .text("60"), "distance": .text("20 m")]),
            SampleCommand("exercise sets remove", ["record": .integer(8)]),
            SampleCommand("exercise remove", ["record": .text("Sled")]),
            SampleCommand("exercise month", ["month": .text("2026-03")]),
            SampleCommand("exercise year", ["year": .integer(2026), "category": .text("strength")]),
            SampleCommand("exercise records", ["exercise": .text("Running")]),
        ],
        files: [
            TextFile(
                "sets.csv",
                """
                uid,exercise,category,day,time,zone,workout,position,kind,weight,reps,distance,duration,heartRate,rpe,muscles,note\r
                s-1,Deadlift,strength,2026-03-01,18:30,Europe/Vienna,Pull,1,warm-up,60 kg,5,,,,,,\r
                s-2,Deadlift,strength,2026-03-01,18:30,Europe/Vienna,Pull,2,,315 lb,5,,,,9,,"good, heavy"\r
                s-3,Cycling,cardio,2026-03-02,,,,1,,,,20 km,45:00,140,,,\r
                s-4,Yoga,flexibility,2026-03-02,,,,,,,,,1:00:00,,,"back, hips",\r

                """),
            TextFile(
                "mine.csv",
                """
                exercise;day;weight;reps;gym
                Row;2026-01-05;50 kg;8;at home
                Row;2026-01-05;50 kg;8;at home

                """),
        ])
}
