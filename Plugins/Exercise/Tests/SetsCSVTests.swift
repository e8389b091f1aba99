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
                "numbers without a unit were read as pounds and miles; the option units (metric or imperial) changes that"
            ])
        #expect(try hub.export("exercise").contains(",175 lb,5,"))
        let metric = try TemporaryHub(modules: [exerciseModule], formats: [CSVFileFormat()])
        try metric.importFile(file)
        #expect(try metric.export("exercise").contains(",175 kg,5,"))
    }

    /// What a number alone means is said once for files with the same columns; a later word counts.
    @Test func theUnitsOfAFileAreRemembered() throws {
        func file(_ rows: String...) -> TextFile {
            TextFile("sets.csv", "exercise,day,weight,reps\r\n" + rows.joined(separator: "\r\n") + "\r\n")
        }
        let first = "Squat,2026-03-01,175,5"
        let remembered: Guidance =
            "the option units was set to imperial, as for the last file with these columns"
        try hub.importFile(file(first), options: ["units": "imperial"])
        let again = try hub.importFile(file(first))
        #expect(again.unchanged == 1)
        #expect(again.remarks == [remembered])
        let report = try hub.importFile(file(first, "Squat,2026-03-02,180,5"))
        #expect(report.unchanged == 1 && report.added == 1)
        #expect(report.remarks.contains(remembered))
        #expect(
            try hub.items("exercise sets list").map { $0["summary"] } == [
                "81.65 kg × 5", "79.38 kg × 5",
            ])
        // Other columns are another file's.
        let other = try hub.importFile(
            TextFile("other.csv", "exercise,day,weight,reps,note\r\nRow,2026-03-02,60,5,\r\n"))
        #expect(!other.remarks.contains(remembered))
        let metric = try hub.importFile(file(first, "Squat,2026-03-02,180,5"), options: ["units": "metric"])
        #expect(metric.updated == 2)
        #expect(
            try hub.importFile(file("Squat,2026-03-03,90,5")).remarks.contains(
                "the option units was set to metric, as for the last file with these columns"))
    }

    /// Of two files with the same columns each keeps the units that it was read in.
    @Test func theUnitsOfOneFileAreNotThoseOfAnother() throws {
        let header = "exercise,day,weight,reps\r\n"
        let metric = TextFile("a.csv", header + "Squat,2026-03-01,100,5\r\n")
        let imperial = TextFile("b.csv", header + "Row,2026-03-02,100,5\r\n")
        try hub.importFile(metric)
        try hub.importFile(imperial, options: ["units": "imperial"])
        func weights() throws -> [DataValue?] { try hub.items("exercise sets list").map { $0["weightKg"] } }
        let before = try weights()
        for file in [metric, imperial, metric] {
            let report = try hub.importFile(file)
            #expect(report.unchanged == 1 && report.remarks.isEmpty)
        }
        #expect(try weights() == before)
        // Who says the units is heard.
        #expect(try hub.importFile(imperial, options: ["units": "metric"]).updated == 1)
        #expect(try weights() == [.decimal(100), .decimal(100)])
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

    /// Every message of what can be wrong in a row of ours.
    @Test(arguments: [
        ("weight", "heavy", "bad-weight", "the value is not a weight such as 80 kg"),
        ("weight", "80 stone", "bad-unit", "the unit of the weight is unknown"),
        ("distance", "-5 km", "bad-distance", "the value is not a distance such as 5 km"),
        ("reps", "5.5", "bad-reps", "the repetitions are not a whole number above 0"),
        ("duration", "long", "bad-duration", "the value is not a duration such as 25:00"),
        ("rpe", "11", "bad-rpe", "the RPE is not a number from 1 to 10"),
        ("heartRate", "400", "bad-heart-rate", "the heart rate is not a whole number from 20 to 300"),
        ("kind", "superset", "bad-kind", "the kind of the set is unknown"),
        ("position", "first", "bad-position", "the number of the set is not a whole number"),
        ("time", "25:00", "bad-time", "the value is not a time such as 18:30"),
        ("zone", "Europe/Vienna", "zone-without-time", "the row has a time zone but no time"),
        (
            "muscles", "chest", "other-category",
            "a strength exercise has no such value; it was kept and ignored"
        ),
        ("category", "legs", "bad-category", "the category is not cardio, strength or flexibility"),
        (
            "day", "2026-03-17", "yet-to-come",
            "the file dates it on 2026-03-17, which is in the future; the date was imported unchanged"
        ),
    ])
    func whatIsWrongIsSaidAndKept(column: String, cell: String, code: String, message: String) throws {
        var cells = ["uid": "a-1", "exercise": "Squat", "category": "strength", "day": "2026-03-01"]
        // Something was done beside it.
        cells[column == "reps" ? "duration" : "reps"] = column == "reps" ? "0:45" : "5"
        cells[column] = cell
        let names = Self.header.split(separator: ",").map(String.init)
        func file() -> String {
            Self.header + "\r\n" + names.map { cells[$0] ?? "" }.joined(separator: ",") + "\r\n"
        }
        let text = file()
        let report = try hub.importFile(TextFile("sets.csv", text))
        #expect(report.added == 1)
        #expect(report.issues.map(\.code) == [code])
        #expect(report.issues.map(\.message) == [message])
        #expect(report.issues.map(\.property) == [column])
        #expect(report.issues.map(\.line) == [2])
        #expect(try hub.export("exercise") == text)
        // An edit of another cell leaves it as it is.
        try hub.run("exercise sets edit", ["record": 1, "note": "deep"])
        cells["note"] = "deep"
        #expect(try hub.export("exercise") == file())
    }

    /// A number that may be two is asked for, never guessed, and leaves as the one that it is.
    @Test(arguments: [
        ("weight", "\"1,000 kg\"", "point", "1000 kg"), ("weight", "\"1,000 kg\"", "comma", "1 kg"),
        ("weight", "\"1,250\"", "comma", "1.25 kg"), ("distance", "\"1,500 m\"", "point", "1500 m"),
        ("distance", "1.500 m", "comma", "1500 m"), ("reps", "\"1,000\"", "point", "1000"),
        ("duration", "\"1,500 s\"", "point", "25:00"),
    ])
    func anAmbiguousNumberIsAskedFor(column: String, cell: String, mark: String, kept: String) throws {
        let file = TextFile("sets.csv", "uid,exercise,day,\(column)\r\na-1,Squat,2026-03-01,\(cell)\r\n")
        if cell.contains(",") {
            let refused = #expect(throws: AtriumError.self) { try hub.importFile(file) }
            #expect(
                refused?.description
                    == "line 2: a number in the column “\(column)” is ambiguous, because of its comma: give the decimal separator with --decimal-mark point or --decimal-mark comma"
            )
            #expect(refused?.field == "decimalMark")
            #expect(try hub.items("exercise sets list").isEmpty)
        }
        #expect(try hub.importFile(file, options: ["decimalMark": .text(mark)]).added == 1)
        let export = try hub.export("exercise")
        #expect(export.contains(",\(kept),"))
        let other = try TemporaryHub(modules: [exerciseModule], formats: [CSVFileFormat()])
        #expect(try other.importFile(TextFile("sets.csv", export)).added == 1)
        #expect(try other.export("exercise") == export)
    }

    /// What a number alone would mean does not matter where the set cannot have it.
    @Test func aValueThatWasNotTakenIsExportedAsItStands() throws {
        let text =
            "uid,exercise,category,day,weight,reps,heartRate\r\na-1,Run,cardio,2026-01-01,50,5,150\r\n"
        let report = try hub.importFile(TextFile("own.csv", text))
        #expect(report.issues.compactMap(\.property).sorted() == ["reps", "weight"])
        #expect(try hub.export("exercise").contains(",50,5,,,150,"))
    }

    @Test func aRowThatSaysNothingIsNamed() throws {
        let report = try hub.importFile(
            TextFile(
                "sets.csv",
                "exercise,category,day,reps,kind\r\nDip,strength,2026-03-01,,\r\nRun,cardio,2026-03-01,,\r\nDip,,2026-03-01,,rest\r\n"
            ))
        #expect(report.added == 3)
        #expect(report.issues.map(\.code) == ["nothing-done", "nothing-done"])
        #expect(report.issues.map(\.property) == ["reps", "distance"])
        #expect(
            report.issues.map(\.message)
                == Array(
                    repeating: "the row does not say how much was done; it was imported as it is", count: 2))
    }

    /// A time floats where its zone is none; a distance from UTC has a name where it is one of whole hours.
    @Test(
        arguments: [
            ("2026-03-01 18:30", "Europe/Vienna", "Europe/Vienna", false),
            ("2026-03-01 18:30", "Mars/Olympus", nil, true),
            ("2026-03-01 18:30", "+04:00", "Etc/GMT-4", false),
            ("2026-03-01T18:30:00-03:30", "", nil, true),
            ("2026-03-01T18:30:00+02:00", "", "Etc/GMT-2", false),
            ("2026-03-01T18:30:00Z", "", "UTC", false), ("2026-03-01 18:30", "", nil, false),
            ("2026-03-01T18:30:00-11", "", "Etc/GMT+11", false), ("2026-03-01 18:30", "+15:00", nil, true),
        ] as [(String, String, String?, Bool)])
    func aZoneIsOneThatThereIs(day: String, cell: String, zone: String?, isUnknown: Bool) throws {
        let text = "uid,exercise,day,zone,reps\r\na-1,Squat,\(day),\(cell),5\r\n"
        let report = try hub.importFile(TextFile("sets.csv", text))
        let set = try #require(try hub.items("exercise sets list").first)
        #expect(set["zone"]?.textValue == zone)
        #expect(set["time"] == "18:30")
        #expect(report.issues.map(\.code) == (isUnknown ? ["unknown-zone"] : []))
        #expect(
            report.issues.map(\.message)
                == (isUnknown
                    ? ["unknown time zone; its times are read in the viewer's time zone"] : []))
        #expect(report.issues.map(\.property) == (isUnknown ? [cell.isEmpty ? "day" : "zone"] : []))
        #expect(try hub.export("exercise").contains(",\(day),18:30,\(cell),"))
    }

    /// A day may have its time with it, which goes where the time does.
    @Test func aClearedTimeStaysAway() throws {
        try hub.importFile(
            TextFile("sets.csv", "uid,exercise,day,reps\r\na-1,Squat,2026-01-03 07:00:00,5\r\n"))
        #expect(try hub.export("exercise").contains(",2026-01-03 07:00:00,07:00,GMT,"))
        try hub.run("exercise sets edit", ["record": "a-1", "reps": 6])
        #expect(try hub.export("exercise").contains(",2026-01-03 07:00:00,07:00,GMT,"))
        try hub.run("exercise sets edit", ["record": "a-1", "time": .null])
        let export = try hub.export("exercise")
        #expect(export.contains(",2026-01-03,,,"))
        let other = try TemporaryHub(modules: [exerciseModule], formats: [CSVFileFormat()])
        try other.importFile(TextFile("sets.csv", export))
        #expect(try other.items("exercise sets list").map { $0["time"] } == [.null])
    }

    /// A day that was asked for leaves as the one that it is: nobody is asked again.
    @Test func anAmbiguousDayIsExportedAsTheOneThatItIs() throws {
        try hub.importFile(
            TextFile("sets.csv", "uid,exercise,day,reps\r\na-1,Squat,3/4/2026,5\r\n"),
            options: ["dateOrder": "mdy"])
        #expect(try hub.export("exercise").contains("a-1,Squat,strength,2026-03-04,"))
    }

    /// The category of an exercise that is there decides, whatever the row looks like: what it has not is named, and the rest taken.
    @Test(arguments: [
        ("Sled,,2026-03-02,60 kg,5,50 m", ["weight", "reps"]),
        ("Sled,cardio,2026-03-02,60 kg,5,50 m", ["weight", "reps"]),
        ("Sled,strength,2026-03-02,60 kg,5,50 m", ["category", "weight", "reps"]),
    ])
    func whatTheExerciseCannotHaveIsNotTakenOfARow(row: String, named: [String]) throws {
        try hub.run("exercise add", ["name": "Sled", "category": "cardio"])
        let text = "exercise,category,day,weight,reps,distance\r\n\(row)\r\n"
        let report = try hub.importFile(TextFile("sets.csv", text))
        #expect(report.added == 1)
        #expect(report.issues.map(\.property) == named)
        #expect(Set(report.issues.map(\.code)) == ["other-category"])
        #expect(report.issues.allSatisfy { $0.line == 2 && $0.isKept })
        #expect(report.issues.last?.message == "a cardio exercise has no such value; it was kept and ignored")
        #expect(try hub.items("exercise sets list").map { $0["distanceM"] } == [.decimal(50)])
        #expect(try hub.run("exercise show", ["record": "Sled"])["category"] == "cardio")
        #expect(try hub.importFile(TextFile("sets.csv", text)).unchanged == 1)
        // What was not taken is exported, also after an edit of what was.
        #expect(try hub.export("exercise").contains(",60 kg,5,50 m"))
        try hub.run("exercise sets edit", ["record": 1, "distance": "60 m"])
        #expect(try hub.export("exercise").contains(",60 kg,5,60 m"))
    }

    /// Of a row whose exercise can have nothing that it says no set is made that says nothing.
    @Test(arguments: [
        ("reps", "5", "reps"), ("weight,reps", "60 kg,5", "weight"), ("weight", "60 kg", "weight"),
    ])
    func aRowOfWhichNothingIsLeftIsRefused(columns: String, cells: String, named: String) throws {
        try hub.run("exercise add", ["name": "Running", "category": "cardio"])
        let report = try hub.importFile(
            TextFile("sets.csv", "exercise,day,\(columns)\r\nRunning,2026-03-01,\(cells)\r\n"))
        #expect(report.added == 0)
        #expect(report.issues.map(\.message) == ["a cardio exercise has no \(named)"])
        #expect(report.issues.map(\.line) == [2])
        #expect(try hub.items("exercise sets list").isEmpty)
    }

    /// What the set has, and not the row, is not given up: a row with another exercise of another category is refused.
    @Test func aSetKeepsWhatTheRowDoesNotSay() throws {
        try hub.run("exercise add", ["name": "Running", "category": "cardio"])
        try hub.importFile(
            TextFile("sets.csv", "uid,exercise,day,reps\r\na-1,Squat,2026-03-01,5\r\n"))
        let report = try hub.importFile(
            TextFile("sets.csv", "uid,exercise,day,duration\r\na-1,Running,2026-03-01,25:00\r\n"))
        #expect(report.issues.map(\.message) == ["a cardio exercise has no reps"])
        #expect(try hub.items("exercise sets list").map { $0["name"] } == ["Squat"])
    }

    /// The exercise that a refused row was the first to name goes with it: the next row makes it, and not the one that has
    /// its number by then is meant.
    @Test(arguments: [["Running"], ["Rowing", "Running"]])
    func aRefusedRowLeavesNoExercise(others: [String]) throws {
        try hub.importFile(
            TextFile("sets.csv", "uid,exercise,day,reps\r\na-1,Squat,2026-03-01,5\r\n"))
        let rows = (["Running"] + others).enumerated().map { index, name in
            "a-\(index + 1),\(name),cardio,2026-03-0\(index + 1),25:00\r\n"
        }
        let report = try hub.importFile(
            TextFile("sets.csv", "uid,exercise,category,day,duration\r\n" + rows.joined()))
        #expect(report.issues.map(\.message) == ["a cardio exercise has no reps"])
        #expect(report.added == others.count)
        #expect(
            try hub.items("exercise sets list").map { $0["name"]?.textValue }
                == others.reversed() + ["Squat"])
    }

    @Test func anotherCategoryThanThatOfTheExerciseIsNamed() throws {
        try hub.run("exercise add", ["name": "Running", "category": "cardio"])
        let report = try hub.importFile(
            TextFile("sets.csv", "exercise,category,day,duration\r\nRunning,strength,2026-03-01,25:00\r\n"))
        #expect(report.added == 1)
        #expect(report.issues.map(\.code) == ["other-category"])
        #expect(report.issues.map(\.message) == ["the exercise keeps the category cardio"])
        #expect(report.issues.map(\.line) == [2])
        #expect(try hub.run("exercise show", ["record": "Running"])["category"] == "cardio")
    }

    /// What the row has and its exercise can have is taken, whatever category the row names.
    @Test func theExerciseDecidesWhatASetHas() throws {
        try hub.run("exercise add", ["name": "Squat", "category": "strength"])
        let text = "uid,exercise,category,day,weight,reps\r\na-1,Squat,cardio,2026-03-01,80 kg,5\r\n"
        let report = try hub.importFile(TextFile("sets.csv", text))
        #expect(report.issues.map(\.property) == ["category"])
        #expect(try hub.items("exercise sets list").map { $0["summary"] } == ["80 kg × 5"])
        #expect(try hub.importFile(TextFile("sets.csv", text)).unchanged == 1)
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
}
