import AtriumSDK
import CSVExchange
import CSVFormat

/// The columns of a table of sets: ours, or those of another program whose export is known by its header.
///
/// | program | known by | units |
/// |---|---|---|
/// | own | `exercise`, `day` | in the cells: `80 kg`, `3.1 mi` |
/// | Strong | `Workout Name`, `Exercise Name`, `Set Order` | in the header, in columns of their own, or none |
/// | Hevy | `exercise_title`, `set_index`, `set_type` | in the header |
/// | FitNotes | `Date`, `Exercise`, `Category`, `Reps`, `Time` | in the header, or in columns of their own |
struct SetLayout: Sendable {
    /// Whose layout it is.
    enum Program: String, CaseIterable, Sendable {
        case own = "exercise-sets"
        case strong, hevy
        case fitNotes = "fitnotes"

        /// The program, for people who look for theirs; nil for our own layout.
        var source: SourceProgram? {
            switch self {
            case .own: nil
            case .strong:
                SourceProgram(
                    "Strong", profile: rawValue,
                    steps: "Strong: Settings > Export Strong Data; on Android, Export Data", isTried: true)
            case .hevy:
                SourceProgram(
                    "Hevy", profile: rawValue,
                    steps: "Hevy: Profile > Settings > Export & Import Data > Export Workouts", isTried: true)
            case .fitNotes:
                SourceProgram(
                    "FitNotes", profile: rawValue,
                    steps: "FitNotes on Android: Settings > Spreadsheet Export > Workout Data",
                    isTried: false)
            }
        }
    }

    /// What a column means; the raw value is its place among our own.
    enum Column: Int, RowColumn, CaseIterable, Sendable {
        case uid, exercise, category, day, time, zone, workout, position, kind, weight, reps, distance
        case duration, heartRate, rpe, muscles, note

        /// The name of our own column, and for `--map`.
        var name: String {
            switch self {
            case .uid: "uid"
            case .exercise: "exercise"
            case .category: "category"
            case .day: "day"
            case .time: "time"
            case .zone: "zone"
            case .workout: "workout"
            case .position: "position"
            case .kind: "kind"
            case .weight: "weight"
            case .reps: "reps"
            case .distance: "distance"
            case .duration: "duration"
            case .heartRate: "heartRate"
            case .rpe: "rpe"
            case .muscles: "muscles"
            case .note: "note"
            }
        }

        /// What stands in the column, for help.
        var help: String {
            switch self {
            case .uid: "The set's uid."
            case .exercise: "The name of the exercise."
            case .category: "The exercise's category: cardio, strength or flexibility."
            case .day: "The day, possibly with a time: 2026-03-01."
            case .time: "The time of day: 18:30."
            case .zone: "The time zone, such as Europe/Vienna."
            case .workout: "The title of the workout."
            case .position: "The set's number within the exercise, from 1."
            case .kind: "The kind: warm-up, drop or failure; rest or note; empty for a normal set."
            case .weight: "The weight, such as 80 kg or 175 lb; a plain number is in your unit."
            case .reps: "The number of repetitions."
            case .distance: "The distance, such as 5 km or 3.1 mi; a plain number is in your unit."
            case .duration: "The duration, such as 25:00 or 1:05:00; a plain number is in minutes."
            case .heartRate: "The heart rate in beats per minute."
            case .rpe: "The rating of perceived exertion, from 1 to 10."
            case .muscles: "The stretched muscles, separated by commas."
            case .note: "The note."
            }
        }
    }

    /// Some of the columns.
    struct Columns: Sendable, Hashable {
        private var bits: UInt32 = 0

        init(_ columns: some Sequence<Column>) { for column in columns { insert(column) } }

        func contains(_ column: Column) -> Bool { bits & 1 << UInt32(column.rawValue) != 0 }
        mutating func insert(_ column: Column) { bits |= 1 << UInt32(column.rawValue) }
        mutating func subtract(_ other: Columns) { bits &= ~other.bits }
    }

    /// Whose layout it is.
    let program: Program
    /// The place of each column, in the order of ``Column``; -1 where there is none.
    private var places: [Int]
    /// The unit that the header gives for weights, in kilograms.
    private(set) var weightUnit: Double?
    /// A second column of weights, in pounds, where the first is in kilograms.
    private(set) var poundsPlace = -1
    /// The place of the column with the unit of weights.
    private(set) var weightUnitPlace = -1
    /// The unit that the header gives for distances, in metres.
    private(set) var distanceUnit: Double?
    /// The place of the column with the unit of distances.
    private(set) var distanceUnitPlace = -1
    /// The names of the columns without a meaning.
    private(set) var unmapped: [String] = []

    /// Where a column stands; nil where it does not.
    func place(of column: Column) -> Int? {
        let place = places[column.rawValue]
        return place < 0 ? nil : place
    }

    /// Finds the columns of a header; nil where it is none of sets.
    init?(_ header: CSVHeader, mapped: [(column: String, field: String)]) {
        let named = mapped.compactMap { map -> (Column, Int)? in
            guard let column = Column.allCases.first(where: { $0.name == map.field }),
                let place = header.firstIndex(of: map.column)
            else { return nil }
            return (column, place)
        }
        func has(_ names: String...) -> Bool { names.allSatisfy { header.firstIndex(of: $0) != nil } }
        func hasOwn(_ column: Column) -> Bool { named.contains { $0.0 == column } || has(column.name) }
        if hasOwn(.exercise), hasOwn(.day) {
            program = .own
        } else if has("Workout Name", "Exercise Name", "Set Order") {
            program = .strong
        } else if has("exercise_title", "set_index", "set_type") {
            program = .hevy
        } else if has("Date", "Exercise", "Category", "Reps", "Time") {
            program = .fitNotes
        } else {
            return nil
        }
        places = Column.allCases.map { _ in -1 }
        switch program {
        case .own:
            for column in Column.allCases { take(column, from: header, [column.name]) }
        case .strong:
            takeStrong(header)
        case .hevy:
            takeHevy(header)
        case .fitNotes:
            takeFitNotes(header)
        }
        for (column, place) in named {
            for other in places.indices where places[other] == place { places[other] = -1 }
            places[column.rawValue] = place
        }
        let used = Set(places + [poundsPlace, weightUnitPlace, distanceUnitPlace])
        unmapped = header.names.indices.filter { !used.contains($0) && !header.names[$0].isEmpty }
            .map { header.names[$0] }
    }

    /// Finds a column by the first of its names that the header has; gives that name.
    @discardableResult
    private mutating func take(_ column: Column, from header: CSVHeader, _ names: [String]) -> String? {
        guard let name = names.first(where: { header.firstIndex(of: $0) != nil }),
            let place = header.firstIndex(of: name)
        else { return nil }
        places[column.rawValue] = place
        return name
    }

    /// Finds a column whose name may have the unit in parentheses or behind an underscore; gives the unit.
    private mutating func take(
        _ column: Column, from header: CSVHeader, _ name: String, units: [String], unit: (String) -> Double?
    ) -> Double? {
        guard take(column, from: header, [name]) == nil else { return nil }
        for text in units where take(column, from: header, ["\(name) (\(text))", "\(name)_\(text)"]) != nil {
            return unit(text)
        }
        return nil
    }

    private static let weightUnits = ["kg", "kgs", "lb", "lbs"]
    private static let distanceUnits = ["km", "m", "meters", "mi", "miles"]

    private mutating func takeStrong(_ header: CSVHeader) {
        take(.day, from: header, ["Date"])
        take(.workout, from: header, ["Workout Name"])
        take(.exercise, from: header, ["Exercise Name"])
        take(.position, from: header, ["Set Order"])
        take(.reps, from: header, ["Reps"])
        take(.duration, from: header, ["Seconds"])
        take(.note, from: header, ["Notes"])
        take(.rpe, from: header, ["RPE"])
        takeQuantities(header, weight: "Weight", distance: "Distance")
    }

    private mutating func takeHevy(_ header: CSVHeader) {
        take(.day, from: header, ["start_time"])
        take(.workout, from: header, ["title"])
        take(.exercise, from: header, ["exercise_title"])
        take(.position, from: header, ["set_index"])
        take(.kind, from: header, ["set_type"])
        take(.reps, from: header, ["reps"])
        take(.duration, from: header, ["duration_seconds"])
        take(.note, from: header, ["exercise_notes"])
        take(.rpe, from: header, ["rpe"])
        takeQuantities(header, weight: "weight", distance: "distance")
    }

    private mutating func takeFitNotes(_ header: CSVHeader) {
        take(.day, from: header, ["Date"])
        take(.exercise, from: header, ["Exercise"])
        take(.category, from: header, ["Category"])
        take(.reps, from: header, ["Reps"])
        take(.duration, from: header, ["Time"])
        take(.note, from: header, ["Comment", "Notes"])
        takeQuantities(header, weight: "Weight", distance: "Distance")
    }

    private mutating func takeQuantities(_ header: CSVHeader, weight: String, distance: String) {
        weightUnit = take(
            .weight, from: header, weight, units: Self.weightUnits, unit: Quantities.kilograms(ofUnit:))
        distanceUnit = take(
            .distance, from: header, distance, units: Self.distanceUnits, unit: Quantities.metres(ofUnit:))
        weightUnitPlace = header.firstIndex(of: "Weight Unit") ?? -1
        distanceUnitPlace = header.firstIndex(of: "Distance Unit") ?? -1
        if weightUnit == 1 { poundsPlace = header.firstIndex(of: "\(weight) (lbs)") ?? -1 }
    }
}
