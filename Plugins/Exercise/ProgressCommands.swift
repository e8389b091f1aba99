import AtriumSDK
import GRDB
import RecordKit

/// The commands that look back: what was done of an exercise, how far it has come, and the best of all.
enum ProgressCommands {
    static let all = [history, progress, records]

    static let from = Field<LocalDate>.date("from", help: "The first day.")
    static let to = Field<LocalDate>.date("to", help: "The last day.")

    // MARK: - History

    private static let day: [FieldDeclaration] =
        [
            FieldDeclaration("day", .date, help: "The day.", isRequired: true),
            FieldDeclaration(
                "done", .list(.text), help: "The sets in short form, in order.", isRequired: true),
        ] + totals

    /// The fields that ``put(_:into:_:)`` gives.
    static let totals: [FieldDeclaration] = [
        FieldDeclaration("sets", .integer(), help: "The number of sets, with warm-ups.", isRequired: true),
        FieldDeclaration(
            "reps", .integer(), help: "The number of repetitions, without warm-ups.", isRequired: true),
        FieldDeclaration(
            "volume", .text, help: "Weight times repetitions in your unit, without warm-ups."),
        FieldDeclaration("volumeKg", .decimal(), help: "The volume in kilograms.", isRequired: true),
        FieldDeclaration(
            "oneRepMax", .text,
            help: "The highest estimated one-rep maximum in your unit, from sets of 1 to 12 repetitions."),
        FieldDeclaration("oneRepMaxKg", .decimal(), help: "The one-rep maximum in kilograms."),
        FieldDeclaration("distance", .text, help: "The total distance in your unit."),
        FieldDeclaration("distanceM", .decimal(), help: "The total distance in meters.", isRequired: true),
        FieldDeclaration("duration", .text, help: "The total duration."),
        FieldDeclaration("durationS", .decimal(), help: "The total duration in seconds.", isRequired: true),
        FieldDeclaration("pace", .text, help: "The average pace of sets with a distance and a duration."),
    ]

    static func put(_ totals: Totals, into value: inout DataObject, _ units: UserSettings.Units) {
        func text(_ value: Double, _ text: (Double) -> String) -> DataValue {
            value > 0 ? .text(text(value)) : .null
        }
        value["sets"] = .integer(Int64(totals.sets))
        value["reps"] = .integer(totals.reps)
        value["volume"] = text(totals.volume) { Quantities.roundedWeight($0, in: units) }
        value["volumeKg"] = .decimal(Quantities.thousandths(totals.volume))
        value["oneRepMax"] = text(totals.oneRepMax ?? 0) {
            Quantities.roundedWeight($0, in: units)
        }
        value["oneRepMaxKg"] = .decimal(orNull: totals.oneRepMax.map(Quantities.thousandths))
        value["distance"] = text(totals.distance) { Quantities.roundedDistance($0, in: units) }
        value["distanceM"] = .decimal(Quantities.thousandths(totals.distance))
        value["duration"] = text(totals.duration) { Quantities.durationText($0) }
        value["durationS"] = .decimal(Quantities.thousandths(totals.duration))
        value["pace"] = .text(
            orNull: Quantities.paceText(
                distance: totals.pace == nil ? nil : 1000, duration: totals.pace, in: units))
    }

    private static let history = Command(
        "history", .recordQuery, summary: "List the days on which an exercise was done, latest first.",
        discussion: "The limit counts days; use \(field: "to") to show earlier ones.",
        fields: [
            ExerciseFields.exercise.declaration, from.declaration, to.declaration,
            ListQuery.limit.declaration,
        ],
        result: .list(
            day, columns: ["day", "sets", "done", "volume", "oneRepMax", "distance", "duration", "pace"])
    ) { input, context in
        let exercise = try exerciseKind.table(context).record(input.required(ExerciseFields.exercise))
        let limit = Int(input[ListQuery.limit] ?? 100)
        let units = context.settings.units
        let rows = try Row.fetchCursor(
            context.db.cachedStatement(
                sql: """
                    SELECT \(SetStore.columns) FROM exercise_set r
                    WHERE r.exercise_id = ? AND r.day BETWEEN ? AND ? ORDER BY r.day DESC, r.id DESC
                    """),
            arguments: [exercise.id] + span(input))
        var items: [DataValue] = []
        var sets: [StoredSet] = []
        func endDay() {
            guard let day = sets.first?.set.day else { return }
            sets = asDone(sets)
            var totals = Totals()
            for set in sets { totals.take(set.performed) }
            var value: DataObject = [
                "day": .text(day.description),
                "done": .list(sets.map { .text($0.set.summary(units)) }),
            ]
            put(totals, into: &value, units)
            items.append(.object(value))
            sets = []
        }
        while let row = try rows.next() {
            let set = try SetStore.stored(row, from: 0)
            if let day = sets.first?.set.day, day != set.set.day {
                endDay()
                if items.count == limit { break }
            }
            sets.append(set)
        }
        endDay()
        return .object(["items": .list(items)])
    }

    /// The sets of a day as they were done: workout after workout, each in the order of its sets' numbers.
    ///
    /// Where some have no number, as warm-ups of other programs, each workout is in the order in which it was written down.
    private static func asDone(_ sets: [StoredSet]) -> [StoredSet] {
        let unnumbered = Set(sets.filter { $0.set.position == nil }.map(\.set.time))
        func key(_ stored: StoredSet) -> (String, Int64, Int64) {
            let set = stored.set
            // What has no time was logged by the way, and is last.
            return (set.time ?? "~", unnumbered.contains(set.time) ? 0 : set.position ?? 0, stored.id)
        }
        return sets.sorted { key($0) < key($1) }
    }

    /// The days that an input asks for, as SQL's BETWEEN takes them.
    static func span(_ input: Arguments) -> StatementArguments {
        [input[from]?.description ?? "0001-01-01", input[to]?.description ?? "9999-12-31"]
    }

    // MARK: - Progress

    private static let progress = Command(
        "progress", .recordQuery, summary: "Show the progress of an exercise, month by month.",
        discussion: """
            The one-rep maximum is estimated with the Epley formula, weight × (1 + reps / 30), from sets of 1 to 12 \
            repetitions. Warm-ups count as sets and toward distance and time, but not toward volume or records. The chart \
            shows the last 24 months: the estimate for strength, the distance for cardio, otherwise the time or the \
            repetitions.
            """,
        fields: [ExerciseFields.exercise.declaration, from.declaration, to.declaration],
        result: .object(
            ExerciseFields.identity + [
                FieldDeclaration(
                    "formula", .text, help: "The formula of the one-rep maximum.", isRequired: true),
                FieldDeclaration("days", .integer(), help: "The number of training days.", isRequired: true),
            ] + totals + [
                FieldDeclaration("first", .date, help: "The first of these days."),
                FieldDeclaration("last", .date, help: "The last of these days."),
                FieldDeclaration(
                    "records", .list(.object(record)), help: "The records of these days.", isRequired: true),
                FieldDeclaration(
                    "months",
                    .list(
                        .object(
                            [
                                FieldDeclaration(
                                    "month", .text, help: "The month, as YYYY-MM.", isRequired: true),
                                FieldDeclaration(
                                    "days", .integer(), help: "The number of training days.",
                                    isRequired: true),
                            ] + totals)), help: "The months in which it was done, in order.",
                    isRequired: true),
                FieldDeclaration(
                    "drawing", .longText, help: "The months and records as text, at most 76 columns wide.",
                    isRequired: true),
            ])
    ) { input, context in
        let exercise = try exerciseKind.table(context).record(input.required(ExerciseFields.exercise))
        let units = context.settings.units
        var (all, best) = (Totals(), PersonalRecords())
        var months: [(month: String, totals: Totals)] = []
        var (first, last): (String?, String?)
        try forEachSet("r.exercise_id = ? AND r.day BETWEEN ? AND ?", [exercise.id] + span(input), context) {
            _, set in
            all.take(set)
            best.take(set, of: exercise.values.category)
            let month = String(set.day.prefix(7))
            if months.last?.month != month { months.append((month, Totals())) }
            months[months.count - 1].totals.take(set)
            first = first ?? set.day
            last = set.day
        }
        var value = ExerciseFields.identity(exercise)
        value["formula"] = .text(OneRepMax.formula)
        value["days"] = .integer(Int64(all.days))
        put(all, into: &value, units)
        value["first"] = .text(orNull: first)
        value["last"] = .text(orNull: last)
        value["records"] = .list(recordValues(best, units).map(DataValue.object))
        value["months"] = .list(
            months.map { month, totals in
                var value: DataObject = [
                    "month": .text(month), "days": .integer(Int64(totals.days)),
                ]
                put(totals, into: &value, units)
                return .object(value)
            })
        value["drawing"] = .text(
            ProgressDrawing.text(exercise.values.category, all, months, best, units))
        return .object(value)
    }

    // MARK: - Records

    private static let record: [FieldDeclaration] = [
        FieldDeclaration(
            "record", .choice(PersonalRecords.Kind.allCases.map(\.rawValue)), help: "The kind of record.",
            isRequired: true),
        FieldDeclaration("value", .text, help: "The value, in your units.", isRequired: true),
        FieldDeclaration("number", .decimal(), help: "The value, in the given unit.", isRequired: true),
        FieldDeclaration(
            "unit", .text, help: "The unit of the number: kg, reps, m, s or s/km.", isRequired: true),
        FieldDeclaration("day", .date, help: "The day.", isRequired: true),
        FieldDeclaration("set", .reference(.sets), help: "The set.", isRequired: true),
    ]

    private static func recordValues(_ records: PersonalRecords, _ units: UserSettings.Units) -> [DataObject]
    {
        PersonalRecords.Kind.allCases.compactMap { kind in
            records.best[kind].map { best in
                [
                    "record": .text(kind.rawValue), "value": .text(kind.text(best.value, in: units)),
                    "number": .decimal(Quantities.thousandths(best.value)), "unit": .text(kind.unit),
                    "day": .text(best.day),
                    "set": .integer(best.set),
                ]
            }
        }
    }

    private static let records = Command(
        "records", .query, summary: "List the personal records of each exercise.",
        discussion: """
            Records are the heaviest weight, the estimated one-rep maximum (Epley, sets of 1 to 12 repetitions), the most \
            repetitions and the largest volume of a set, the longest distance and duration, and the fastest pace of cardio \
            over at least 1 km. Warm-ups do not count. Of equal sets, the first is the record.
            """,
        fields: [SetFields.exercise.declaration],
        result: .list(
            [
                FieldDeclaration("exercise", .reference(.exercises), help: "The exercise.", isRequired: true),
                FieldDeclaration("name", .text, help: "The name of the exercise.", isRequired: true),
            ] + record, columns: ["name", "record", "value", "day"])
    ) { input, context in
        let exercises = try exerciseKind.table(context).records(orderedBy: "lower(r.name), r.id")
        let categories = Dictionary(uniqueKeysWithValues: exercises.map { ($0.id, $0.values.category) })
        var records: [Int64: PersonalRecords] = [:]
        let only = input[SetFields.exercise]
        try forEachSet(
            only == nil ? "TRUE" : "r.exercise_id = ?", only.map { [$0] } ?? StatementArguments(), context
        ) { exercise, set in
            guard let category = categories[exercise] else { return }
            records[exercise, default: PersonalRecords()].take(set, of: category)
        }
        let items = exercises.flatMap { stored in
            recordValues(records[stored.id] ?? PersonalRecords(), context.settings.units).map { record in
                var value: DataObject = [
                    "exercise": .integer(stored.id), "name": .text(stored.values.name),
                ]
                for entry in record.entries { value.append(entry.name, entry.value) }
                return DataValue.object(value)
            }
        }
        return .object(["items": .list(items)])
    }

    /// Hands on what counts of sets, exercise by exercise, in the order of their days.
    private static func forEachSet(
        _ condition: String, _ arguments: StatementArguments, _ context: CommandContext,
        body: (_ exercise: Int64, _ set: PerformedSet) -> Void
    ) throws {
        let rows = try Row.fetchCursor(
            context.db.cachedStatement(
                sql: """
                    SELECT r.exercise_id, r.id, r.day, r.kind, r.weight_kg, r.reps, r.distance_m, r.duration_s
                    FROM exercise_set r WHERE \(condition) ORDER BY r.exercise_id, r.day, r.id
                    """), arguments: arguments)
        while let row = try rows.next() {
            let kind = (row[3] as String?).flatMap(ExerciseSet.Kind.init(rawValue:)) ?? .normal
            body(
                row[0],
                PerformedSet(
                    id: row[1], day: row[2], kind: kind, weight: row[4], reps: row[5], distance: row[6],
                    duration: row[7]))
        }
    }
}

extension StoredSet {
    /// What counts of it for records and progress.
    var performed: PerformedSet {
        PerformedSet(
            id: id, day: set.day.description, kind: set.kind, weight: set.weight, reps: set.reps,
            distance: set.distance, duration: set.duration)
    }
}
