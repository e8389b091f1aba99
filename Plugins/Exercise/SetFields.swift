import AtriumSDK

/// The fields that commands take and give of a set.
enum SetFields {
    static let kinds = ExerciseSet.Kind.allCases.map(\.rawValue)

    static let set = Collection.recordField(of: .sets, named: "set")
    static let exercise = Field<Int64>.record(
        "exercise", of: .exercises, help: "The exercise: an id, a uid, or a name that fits just one.")
    static let day = Field<LocalDate>.date("day", help: "The day, in your time zone. Defaults to today.")
    static let time = Field<String>.text("time", help: "The time of day, in your time zone, such as 18:30.")
    static let workout = Field<String>.text(
        "workout", help: "The title of the workout.")
    static let position = Field<Int64>.integer(
        "position", in: 1...1_000_000, help: "The number of the set within the exercise on the day, from 1.")
    static let kind = Field<String>.choice(
        "kind", of: kinds,
        help: "The kind: normal, warm-up, drop or failure; or a rest or note between sets.")
    static let weight = Field<String>.text(
        "weight", help: "The weight, such as 80 kg or 175 lb; a plain number is in your unit."
    ).hinted("Such as 80 kg; a plain number is in your unit.")
    static let reps = Field<Int64>.integer(
        "reps", in: ExerciseSet.repetitions, help: "The number of repetitions, 1 or more.")
    static let distance = Field<String>.text(
        "distance", help: "The distance, such as 5 km, 400 m or 3.1 mi; a plain number is in your unit."
    ).hinted("Such as 5 km; a plain number is in your unit.")
    static let duration = Field<String>.text(
        "duration", help: "The duration, such as 25:00, 1:05:00, 45 s or 1h 5m; a plain number is in minutes."
    ).hinted("Such as 25:00 or 45 s; a plain number is in minutes.")
    static let heartRate = Field<Int64>.integer(
        "heartRate", in: ExerciseSet.heartRates, help: "The heart rate in beats per minute, from 20 to 300."
    ).hinted("Beats per minute.")
    static let rpe = Field<Double>.decimal(
        "rpe", in: 1...10, help: "The rating of perceived exertion (RPE), from 1 to 10."
    ).titled("How hard").hinted("From 1 to 10.")
    static let muscles = Field<[String]>.texts("muscles", help: "The stretched muscles.")
        .formatted(.words)
    static let note = Field<String>.longText("note", help: "A note about the set.")

    /// When and in which workout it was.
    static let occasion = [day.declaration, time.declaration, workout.declaration]
    /// What was done.
    static let values = [
        weight.declaration, reps.declaration, distance.declaration, duration.declaration,
        heartRate.declaration, rpe.declaration, muscles.declaration, kind.declaration, note.declaration,
    ]

    static let record: [FieldDeclaration] = [
        FieldDeclaration("id", .integer(), help: "The set's id.", isRequired: true),
        FieldDeclaration("uid", .text, help: "The set's uid.", isRequired: true),
        FieldDeclaration("exercise", .reference(.exercises), help: "The exercise.", isRequired: true),
        FieldDeclaration("name", .text, help: "The name of the exercise.", isRequired: true),
        FieldDeclaration(
            "category", .choice(Category.words), help: "The category of the exercise.",
            isRequired: true),
        FieldDeclaration("day", .date, help: "The day.", isRequired: true),
        FieldDeclaration("time", .text, help: "The time of day, as HH:MM or HH:MM:SS, in its time zone."),
        FieldDeclaration("zone", .text, help: "The time zone."),
        FieldDeclaration("workout", .text, help: "The title of the workout."),
        FieldDeclaration("position", .integer(), help: "The number within the exercise on the day."),
        FieldDeclaration("kind", .choice(kinds), help: "The kind of set.", isRequired: true),
        FieldDeclaration(
            "summary", .text, help: "The set in short form, in your units, to two places.", isRequired: true),
        FieldDeclaration(
            "weight", .text, help: "The weight with all digits, in your unit or as entered."),
        FieldDeclaration("weightKg", .decimal(), help: "The weight in kilograms."),
        FieldDeclaration("reps", .integer(), help: "The number of repetitions."),
        FieldDeclaration(
            "distance", .text, help: "The distance with all digits, in your unit or as entered."),
        FieldDeclaration("distanceM", .decimal(), help: "The distance in meters."),
        FieldDeclaration("duration", .text, help: "The duration, as minutes and seconds or h:mm:ss."),
        FieldDeclaration("durationS", .decimal(), help: "The duration in seconds."),
        FieldDeclaration("heartRate", .integer(), help: "The heart rate in beats per minute."),
        FieldDeclaration("rpe", .decimal(), help: "The rating of perceived exertion, from 1 to 10."),
        FieldDeclaration("muscles", .list(.text), help: "The stretched muscles.", isRequired: true),
        FieldDeclaration("note", .longText, help: "The note."),
        FieldDeclaration("createdAt", .instant, help: "The time when it was created.", isRequired: true),
        FieldDeclaration("updatedAt", .instant, help: "The time when it was last changed.", isRequired: true),
    ]

    /// A set in the shape of ``record``.
    static func value(_ stored: StoredSet, _ units: UserSettings.Units) -> DataValue {
        let set = stored.set
        var value = DataObject(capacity: record.count)
        value.append("id", .integer(stored.id))
        value.append("uid", .text(stored.uid))
        value.append("exercise", .integer(set.exercise))
        value.append("name", .text(stored.name))
        value.append("category", .text(stored.category.rawValue))
        value.append("day", .text(set.day.description))
        value.append("time", .text(orNull: set.time))
        value.append("zone", .text(orNull: set.zone))
        value.append("workout", .text(orNull: set.workout))
        value.append("position", .integer(orNull: set.position))
        value.append("kind", .text(set.kind.rawValue))
        value.append("summary", .text(set.summary(units)))
        value.append("weight", .text(orNull: set.weight.map { Quantities.weightText($0, in: units) }))
        value.append("weightKg", .decimal(orNull: set.weight))
        value.append("reps", .integer(orNull: set.reps))
        value.append("distance", .text(orNull: set.distance.map { Quantities.distanceText($0, in: units) }))
        value.append("distanceM", .decimal(orNull: set.distance))
        value.append("duration", .text(orNull: set.duration.map(Quantities.durationText)))
        value.append("durationS", .decimal(orNull: set.duration))
        value.append("heartRate", .integer(orNull: set.heartRate))
        value.append("rpe", .decimal(orNull: set.rpe))
        value.append("muscles", .list(set.muscles.map(DataValue.text)))
        value.append("note", .text(orNull: set.note))
        value.append("createdAt", .text(stored.createdAt))
        value.append("updatedAt", .text(stored.updatedAt))
        return .object(value)
    }
}

extension ExerciseSet {
    /// What was done in few words: `80 kg × 5 @8`, `5 km in 25:00 (5:00 min/km), 150 bpm`, `30:00 hamstrings`.
    func summary(_ units: UserSettings.Units) -> String {
        var words: [String] = []
        if let weight { words.append(Quantities.roundedWeight(weight, in: units)) }
        if let reps { words.append(weight == nil ? "\(reps) reps" : "× \(reps)") }
        if let distance {
            words.append(Quantities.roundedDistance(distance, in: units))
            if let duration { words.append("in \(Quantities.durationText(duration))") }
        } else if let duration {
            words.append(Quantities.durationText(duration))
        }
        if reps == nil, weight == nil,
            let pace = Quantities.paceText(distance: distance, duration: duration, in: units)
        {
            words.append("(\(pace))")
        }
        if let heartRate { words.append("\(heartRate) bpm") }
        if let rpe { words.append("@" + Quantities.decimal(rpe, places: 2)) }
        if !muscles.isEmpty { words.append(muscles.joined(separator: ", ")) }
        if kind != .normal { words.append(words.isEmpty ? kind.rawValue : "(\(kind.rawValue))") }
        return words.joined(separator: " ")
    }
}
