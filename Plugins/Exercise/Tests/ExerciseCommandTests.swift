import AtriumSDK
import AtriumTesting
import Testing

@testable import Exercise

@Suite struct ExerciseCommandTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [exerciseModule])
        try hub.run("exercise add", ["name": "Bench press", "category": "strength"])
        try hub.run("exercise add", ["name": "Running", "category": "cardio"])
        try hub.run("exercise add", ["name": "Hamstrings", "category": "flexibility"])
    }

    private func imperial() throws {
        try hub.run("settings set", ["key": "units", "value": "imperial"])
    }

    @Test func setsAreLoggedInOrder() throws {
        let first = try hub.run(
            "exercise log", ["record": "bench PRESS", "sets": ["40x10 w", "80x5", "80 x 5 @8"]])
        let second = try hub.run("exercise log", ["record": "Bench press", "sets": ["x12"]])

        #expect(first["day"] == "2026-03-15")
        #expect(first["logged"] == ["40 kg × 10 (warm-up)", "80 kg × 5", "80 kg × 5 @8"])
        #expect(second["logged"] == ["12 reps"])
        let sets = try hub.items("exercise sets list")
        #expect(sets.map { $0["position"] } == [1, 2, 3, 4])
        #expect(sets.map { $0["weightKg"] } == [.decimal(40), .decimal(80), .decimal(80), .null])
        #expect(sets.map { $0["time"] } == [.null, .null, .null, .null])
    }

    @Test func aRunHasAPace() throws {
        let run = try hub.run(
            "exercise log",
            [
                "record": "Running", "distance": "5 km", "duration": "25:00", "heartRate": 150,
                "time": "7:05 am", "day": "yesterday",
            ])
        #expect(run["logged"] == ["5 km in 25:00 (5:00 min/km) 150 bpm"])
        let set = try hub.run("exercise sets show", ["record": 1])
        #expect(set["day"] == "2026-03-14")
        #expect(set["time"] == "07:05")
        #expect(set["zone"] == "GMT")
        #expect(set["distanceM"] == .decimal(5000))
        #expect(set["durationS"] == .decimal(1500))
    }

    /// A workout is what has one title on one day; what has none stands together too.
    @Test func workoutsAreListedAsTheyWere() throws {
        try hub.run(
            "exercise log",
            [
                "record": "Bench press", "sets": ["40x10 w", "80x5", "80x5"], "workout": "Push",
                "day": "2026-03-13",
                "time": "18:30",
            ])
        try hub.run("exercise log", ["record": "Hamstrings", "duration": "10", "day": "2026-03-13"])
        try hub.run(
            "exercise log",
            [
                "record": "Running", "distance": "5 km", "duration": "25:00", "workout": "Push",
                "day": "2026-03-13",
                "time": "18:05",
            ])
        try hub.run("exercise log", ["record": "Bench press", "sets": ["80x5"], "workout": "Push"])
        try hub.run(
            "exercise sets add",
            ["exercise": "Bench press", "duration": "2", "kind": "rest", "workout": "Push"])

        let all = try hub.items("exercise workouts")
        #expect(all.map { $0["day"] } == ["2026-03-15", "2026-03-13", "2026-03-13"])
        #expect(all.map { $0["workout"] } == ["Push", .null, "Push"])
        #expect(all.map { $0["time"] } == [.null, .null, "18:05"])
        #expect(
            all.map { $0["exercises"] } == [
                ["1 × Bench press"], ["1 × Hamstrings"], ["3 × Bench press", "1 × Running"],
            ])
        #expect(all.map { $0["sets"] } == [1, 1, 4])
        #expect(all.map { $0["volume"] } == ["400 kg", .null, "800 kg"])
        #expect(all[2]["distance"] == "5 km")
        #expect(try hub.items("exercise workouts", ["limit": 2]).map { $0["workout"] } == ["Push", .null])
        #expect(try hub.items("exercise workouts", ["limit": 1]).map { $0["day"] } == ["2026-03-15"])
        #expect(
            try hub.items("exercise workouts", ["workout": "Push", "to": "2026-03-14"]).map { $0["sets"] }
                == [4])
        #expect(try hub.items("exercise workouts", ["from": "2026-03-16"]).isEmpty)
    }

    /// The same number of pounds, whatever the settings were in between.
    @Test func poundsComeBackAsPounds() throws {
        try hub.run("exercise log", ["record": "Bench press", "sets": ["175 lb x 5"]])
        #expect(try hub.run("exercise sets show", ["record": 1])["weight"] == "175 lb")
        try imperial()
        let set = try hub.run("exercise sets show", ["record": 1])
        #expect(set["weight"] == "175 lb")
        #expect(set["summary"] == "175 lb × 5")
        let edited = try hub.run("exercise sets edit", ["record": 1, "weight": "182.5"])
        #expect(edited["weight"] == "182.5 lb")
        try hub.run("exercise log", ["record": "Running", "distance": "3.1"])
        #expect(try hub.run("exercise sets show", ["record": 2])["distance"] == "3.1 mi")
        #expect(try hub.run("exercise sets show", ["record": 2])["distanceM"] == .decimal(4988.9664))
    }

    /// What `exercise log` refuses of an exercise, and with which message.
    struct Refusal: Sendable {
        let exercise: String
        let input: DataObject
        let field: String
        let message: String

        init(_ exercise: String, _ input: DataObject, _ field: String, _ message: String) {
            (self.exercise, self.input, self.field, self.message) = (exercise, input, field, message)
        }
    }

    private static let refusals: [Refusal] = [
        Refusal(
            "Running", ["distance": "5 km", "reps": 5], "reps",
            "a cardio exercise has no reps: leave it out, or choose an exercise of the category strength"
        ),
        Refusal(
            "Running", ["weight": "5 kg", "duration": "5"], "weight",
            "a cardio exercise has no weight: leave it out, or choose an exercise of the category strength"
        ),
        Refusal(
            "Running", ["sets": ["80x5"]], "weight",
            "a cardio exercise has no weight: leave it out, or choose an exercise of the category strength"
        ),
        Refusal(
            "Bench press", ["reps": 5, "heartRate": 120], "heartRate",
            "a strength exercise has no heart rate: leave it out, or choose an exercise of the category cardio"
        ),
        Refusal(
            "Hamstrings", ["duration": "10", "distance": "5 km"], "distance",
            "a flexibility exercise has no distance: leave it out, or choose an exercise of the category cardio or strength"
        ),
        Refusal(
            "Bench press", ["reps": 5, "muscles": ["chest"]], "muscles",
            "a strength exercise has no muscles: leave it out, or choose an exercise of the category flexibility"
        ),
        Refusal(
            "Running", ["distance": "-5 km"], "distance",
            "distance must be more than 0: give a value such as 5 km, 400 m or 3.1 mi"
        ),
        Refusal(
            "Running", ["distance": "0"], "distance",
            "distance must be more than 0: give a value such as 5 km, 400 m or 3.1 mi"
        ),
        Refusal(
            "Running", ["distance": "far"], "distance",
            "distance has a wrong value: give a value such as 5 km, 400 m or 3.1 mi"
        ),
        Refusal(
            "Running", ["duration": "1:75"], "duration",
            "duration has a wrong value: give a value such as 25:00, 1:05:00, 45 s or 1h 5m"
        ),
        Refusal(
            "Running", ["duration": "5", "heartRate": 400], "heartRate",
            "heartRate has a wrong value: it must be a whole number from 20 to 300"
        ),
        Refusal(
            "Bench press", ["reps": 0], "reps",
            "reps has a wrong value: it must be a whole number from 1 to 100000"
        ),
        Refusal(
            "Bench press", ["reps": 5, "weight": "-80"], "weight",
            "weight must be more than 0: give a value such as 80 kg or 175 lb"
        ),
        Refusal(
            "Bench press", ["reps": 5, "weight": "80 stone"], "weight",
            "weight has a wrong value: give a value such as 80 kg or 175 lb"
        ),
        Refusal(
            "Bench press", ["reps": 5, "rpe": 11], "rpe",
            "rpe has a wrong value: it must be a number from 1.0 to 10.0"),
        Refusal(
            "Bench press", ["sets": ["80x5", "heavy"]], "sets",
            "sets has a wrong value: write a set as 80x5, 175 lb x 5 @8, x12, 40x10 w (a warm-up) or 45s"
        ),
        Refusal(
            "Bench press", ["sets": ["80x5"], "reps": 5], "reps",
            "reps cannot be combined with sets: put it into --set, such as 80x5, 175 lb x 5 @8, x12, 40x10 w (a warm-up) or 45s"
        ),
        Refusal(
            "Bench press", ["sets": ["1,000x5"]], "sets",
            "sets has a comma that may separate thousands or decimals: write thousands as 1000, and decimals with a point, such as 1.5"
        ),
        Refusal(
            "Running", ["distance": "1,234"], "distance",
            "distance has a comma that may separate thousands or decimals: write thousands as 1000, and decimals with a point, such as 1.5"
        ),
        Refusal(
            "Running", ["duration": "1,500 s"], "duration",
            "duration has a comma that may separate thousands or decimals: write thousands as 1000, and decimals with a point, such as 1.5"
        ),
        Refusal(
            "Bench press", ["sets": ["40m"]], "sets",
            "sets has a value in m, which may mean minutes or meters: write a time as 40:00 or 40 min, and a distance as --distance 40m"
        ),
        Refusal("Bench press", ["weight": "80"], "reps", "reps is missing: say how much you did"),
        Refusal("Running", [:], "distance", "distance or duration is missing: say how much you did"),
        Refusal(
            "Hamstrings", ["muscles": ["back"]], "duration", "duration is missing: say how much you did"),
        Refusal(
            "Running", ["duration": "5", "day": "2026-03-17"], "day",
            "2026-03-17 is in the future: log only completed sets; today is 2026-03-15"
        ),
        Refusal(
            "Running", ["duration": "5", "day": "1899-12-31"], "day",
            "1899-12-31 is too long ago: give a day from 1900-01-01 on"
        ),
        Refusal(
            "Running", ["duration": "5", "time": "25:00"], "time",
            "time has a wrong value: it must be a time such as 18:30"),
    ]

    @Test(arguments: refusals)
    func wrongValuesAreRefused(refusal: Refusal) throws {
        var input = refusal.input
        input["record"] = .text(refusal.exercise)
        let error = #expect(throws: AtriumError.self) { try hub.run("exercise log", input) }
        #expect(error?.description == refusal.message)
        #expect(error?.field == refusal.field)
        #expect(try hub.items("exercise sets list").isEmpty)
    }

    @Test func namesAreUniqueInAnyCase() throws {
        let error = #expect(throws: AtriumError.self) {
            try hub.run("exercise add", ["name": " running ", "category": "cardio"])
        }
        #expect(
            error?.description == "another exercise already has this name: choose another name")
        try hub.run("exercise add", ["name": "Übung", "category": "strength"])
        for name in ["übung", "U\u{308}BUNG"] {
            #expect(throws: AtriumError.self) {
                try hub.run("exercise add", ["name": .text(name), "category": "strength"])
            }
        }
        try hub.run("exercise edit", ["record": "Running", "name": "running"])
        #expect(throws: AtriumError.self) {
            try hub.run("exercise edit", ["record": "running", "name": "HAMSTRINGS"])
        }
        let empty = #expect(throws: AtriumError.self) {
            try hub.run("exercise edit", ["record": "running", "name": " "])
        }
        #expect(empty?.description == "name cannot be empty: say what the exercise is")
    }

    @Test func aCategoryIsKeptWhileSetsNeedIt() throws {
        try hub.run("exercise log", ["record": "Running", "distance": "5 km", "heartRate": 140])
        let error = #expect(throws: AtriumError.self) {
            try hub.run("exercise edit", ["record": "Running", "category": "strength"])
        }
        #expect(
            error?.description
                == "a strength exercise has no heart rate, but 1 of its sets has it: keep the category, or change the sets first"
        )
        try hub.run("exercise sets edit", ["record": 1, "heartRate": .null])
        let edited = try hub.run("exercise edit", ["record": "Running", "category": "strength"])
        #expect(edited["category"] == "strength")
    }

    /// What stands with a rest is a value too: with it the set could not be edited any more, and its export would lose it.
    @Test func aRestKeepsACategoryAsWell() throws {
        try hub.run(
            "exercise sets add", ["exercise": "Bench press", "kind": "rest", "weight": "80", "reps": 5])
        let error = #expect(throws: AtriumError.self) {
            try hub.run("exercise edit", ["record": "Bench press", "category": "cardio"])
        }
        #expect(
            error?.description
                == "a cardio exercise has no weight, but 1 of its sets has it: keep the category, or change the sets first"
        )
    }

    @Test func namesInFilesBelongToOneExercise() throws {
        let edited = try hub.run(
            "exercise edit",
            [
                "record": "Bench press",
                "importedAs": ["Bench Press (Barbell)", "BENCH press", "bench press (barbell)"],
            ])
        #expect(edited["importedAs"] == ["Bench Press (Barbell)"])
        try hub.run("exercise add", ["name": "Press", "category": "strength"])
        let error = #expect(throws: AtriumError.self) {
            try hub.run("exercise edit", ["record": "Press", "importedAs": ["bench press (BARBELL)"]])
        }
        #expect(
            error?.description
                == "another exercise already has one of these names in files: remove it there first, or leave it out"
        )
        try hub.run("exercise edit", ["record": "Bench press", "importedAs": .null])
        let taken = try hub.run(
            "exercise edit", ["record": "Press", "importedAs": ["Bench Press (Barbell)"]])
        #expect(taken["importedAs"] == ["Bench Press (Barbell)"])
        #expect(try hub.run("exercise show", ["record": "Bench press"])["importedAs"] == [])
    }

    @Test func aSetMovesToAnotherExerciseOfItsKindOnly() throws {
        try hub.run("exercise log", ["record": "Bench press", "sets": ["80x5"]])
        let error = #expect(throws: AtriumError.self) {
            try hub.run("exercise sets edit", ["record": 1, "exercise": "Running"])
        }
        #expect(error?.field == "weight")
        try hub.run("exercise add", ["name": "Press", "category": "strength"])
        #expect(
            try hub.run("exercise sets edit", ["record": 1, "exercise": "Press"])["name"] == "Press")
    }

    @Test func removingAnExerciseTakesItsSetsAndUndoBringsThemBack() throws {
        try hub.run("exercise log", ["record": "Bench press", "sets": ["80x5", "80x5"]])
        try hub.run("exercise remove", ["record": "Bench press"])
        #expect(try hub.items("exercise sets list").isEmpty)
        try hub.run("undo", [:])
        #expect(try hub.items("exercise sets list").count == 2)
    }

    // MARK: - Looking back

    private func train() throws {
        for (day, sets) in [
            ("2026-01-10", ["40x10 w", "80x5", "80x5"]), ("2026-02-10", ["100x1", "60x15"]),
            ("2026-03-10", ["85x5"]),
        ] {
            try hub.run(
                "exercise log",
                ["record": "Bench press", "day": .text(day), "sets": .list(sets.map(DataValue.text))])
        }
        try hub.run(
            "exercise log",
            ["record": "Running", "day": "2026-03-10", "distance": "10 km", "duration": "50:00"])
    }

    @Test func historyHasTheLastDayFirst() throws {
        try train()
        let days = try hub.items("exercise history", ["record": "Bench press"])
        #expect(days.map { $0["day"] } == ["2026-03-10", "2026-02-10", "2026-01-10"])
        #expect(days[2]["done"] == ["40 kg × 10 (warm-up)", "80 kg × 5", "80 kg × 5"])
        #expect(days[2]["volumeKg"] == .decimal(800))
        #expect(days[2]["oneRepMax"] == "93.33 kg")
        #expect(days[1]["oneRepMaxKg"] == .decimal(100))
        let last = try hub.items("exercise history", ["record": "Bench press", "limit": 1])
        #expect(last.count == 1)
        let early = try hub.items("exercise history", ["record": "Bench press", "to": "2026-01-31"])
        #expect(early.map { $0["day"] } == ["2026-01-10"])
    }

    /// Two workouts of a day, each with its own numbers, and one logged by the way.
    @Test func historyHasOneWorkoutAfterTheOther() throws {
        for (time, sets) in [("18:00", ["60x5", "65x5"]), ("07:00", ["40x5", "45x5"])] {
            for (index, set) in sets.enumerated() {
                let parts = set.split(separator: "x").map(String.init)
                try hub.run(
                    "exercise sets add",
                    [
                        "exercise": "Bench press", "time": .text(time), "weight": .text(parts[0]),
                        "reps": 5, "position": .integer(Int64(index + 1)),
                    ])
            }
        }
        try hub.run("exercise log", ["record": "Bench press", "sets": ["80x1"]])
        #expect(
            try hub.items("exercise history", ["record": "Bench press"]).map { $0["done"] } == [
                ["40 kg × 5", "45 kg × 5", "60 kg × 5", "65 kg × 5", "80 kg × 1"]
            ])
    }

    @Test func progressSumsUpAndDraws() throws {
        try train()
        let lift = try hub.run("exercise progress", ["record": "Bench press"])
        #expect(lift["formula"] == "Epley")
        #expect(lift["days"] == 3)
        #expect(lift["sets"] == 6)
        #expect(lift["reps"] == 31)
        #expect(lift["months"]?.listValue?.count == 3)
        #expect(lift["first"] == "2026-01-10")
        let drawing = try #require(lift["drawing"]?.textValue)
        #expect(drawing.hasPrefix("one-rep maximum, estimated by Epley\n2026-01  ████"))
        #expect(drawing.hasSuffix("volume        2026-02-10  900 kg"))
        #expect(drawing.split(separator: "\n").allSatisfy { $0.count <= 76 })
        let run = try hub.run("exercise progress", ["record": "Running"])
        #expect(run["pace"] == "5:00 min/km")
        #expect(run["distance"] == "10 km")
        #expect(
            try hub.run("exercise progress", ["record": "Hamstrings"])["drawing"] == "nothing was logged")
    }

    @Test func recordsNameTheBestOfEach() throws {
        try train()
        let records = try hub.items("exercise records")
        let found = records.map { record in
            ["name", "record", "value", "day"].map { record[$0]?.textValue ?? "" }.joined(separator: " ")
        }
        #expect(
            found == [
                "Bench press heaviest 100 kg 2026-02-10", "Bench press one-rep-max 100 kg 2026-02-10",
                "Bench press most-reps 15 reps 2026-02-10", "Bench press volume 900 kg 2026-02-10",
                "Running farthest 10 km 2026-03-10", "Running longest 50:00 2026-03-10",
                "Running fastest 5:00 min/km 2026-03-10",
            ])
        #expect(try hub.items("exercise records", ["exercise": "Running"]).count == 3)
    }

    @Test func calendarsCountDays() throws {
        try train()
        let month = try hub.run("exercise month", [:])
        #expect(month["month"] == "2026-03")
        #expect(month["completed"] == 1)
        #expect(month["sets"] == 2)
        #expect(month["days"] == [["day": "2026-03-10", "sets": 2, "exercises": 2]])
        #expect(try hub.run("exercise month", ["exercise": "Running"])["sets"] == 1)
        let year = try hub.run("exercise year", ["category": "strength"])
        #expect(year["completed"] == 3)
        #expect(year["sets"] == 6)
        let error = #expect(throws: AtriumError.self) {
            try hub.run("exercise month", ["month": "2026-13"])
        }
        #expect(
            error?.description == "month has a wrong value: it must be a year and a month such as 2026-03")
    }

    /// In the user's units, and by the query that stands beside it.
    @Test(arguments: [("metric", 13.1, "km"), ("imperial", 8.1, "mi")])
    func theDashboardHasTheDistanceInYourUnits(units: String, distance: Double, unit: String) throws {
        try hub.run("settings set", ["key": "units", "value": .text(units)])
        try hub.run("exercise log", ["record": "Running", "distance": "13.05 km", "duration": "70"])
        let figure = try #require(
            try hub.run("dashboard", ["source": true])["figures"]?.listValue?.compactMap(\.objectValue)
                .first { $0["name"] == "distance-this-month" })
        #expect(figure["value"] == .decimal(distance))
        #expect(figure["unit"] == .text(unit))
        #expect(figure["query"]?.textValue?.contains("/ :metres") == true)
    }

    @Test func searchFindsExercisesAndNotes() throws {
        try hub.run(
            "exercise log", ["record": "Running", "duration": "30", "note": "along the Danube"])
        let found = try hub.items("search", ["text": ["danube"]])
        #expect(found.count == 1)
        #expect(try hub.items("search", ["text": ["hamstr"]]).count == 1)
    }
}
