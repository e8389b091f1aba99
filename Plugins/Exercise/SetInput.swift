import AtriumSDK
import CSVFormat
import Foundation

/// What commands make of what somebody typed of a set.
extension ExerciseSet {
    /// Takes what an input says of when and in which workout the set was; checked.
    ///
    /// A time is one of the user's zone.
    /// - Throws: ``AtriumError`` with code `badData`, naming the field.
    mutating func applyOccasion(_ input: Arguments, _ context: CommandContext) throws {
        if let day = input[SetFields.day], day != self.day {
            try Self.check(day, today: context.today)
            self.day = day
        }
        switch input.change(SetFields.time) {
        case .keep: break
        case .clear: (time, zone) = (nil, nil)
        case .set(let text):
            guard let time = Self.time(text) else {
                throw AtriumError(
                    .badData, "time has a wrong value", remedy: "it must be a time such as 18:30",
                    field: "time")
            }
            if time != self.time { (self.time, zone) = (time, context.settings.timeZone.identifier) }
        }
        input.apply(SetFields.workout, to: &workout)
        workout = workout.flatMap(Words.line)
    }

    /// Takes what an input says of what was done; checked but for the category.
    ///
    /// - Throws: ``AtriumError`` with code `badData`, naming the field.
    mutating func applyValues(_ input: Arguments, _ units: UserSettings.Units) throws {
        try apply(input, SetFields.weight, to: &weight, "80 kg or 175 lb") {
            Quantities.weight($0, in: units)
        }
        input.apply(SetFields.reps, to: &reps)
        try apply(input, SetFields.distance, to: &distance, "5 km, 400 m or 3.1 mi") {
            Quantities.distance($0, in: units)
        }
        try apply(input, SetFields.duration, to: &duration, "25:00, 1:05:00, 45 s or 1h 5m") {
            Quantities.duration($0)
        }
        input.apply(SetFields.heartRate, to: &heartRate)
        input.apply(SetFields.rpe, to: &rpe)
        switch input.change(SetFields.muscles) {
        case .keep: break
        case .clear: muscles = []
        case .set(let names): muscles = Words.names(names.joined(separator: ","))
        }
        switch input.change(SetFields.kind) {
        case .keep: break
        case .clear: kind = .normal
        case .set(let name): kind = Kind(rawValue: name) ?? kind
        }
        input.apply(SetFields.note, to: &note)
        note = note.flatMap(Words.text)
    }

    private func apply(
        _ input: Arguments, _ field: Field<String>, to property: inout Double?, _ examples: String,
        _ read: (String) -> Double?
    ) throws {
        switch input.change(field) {
        case .keep: break
        case .clear: property = nil
        case .set(let text): property = try Self.quantity(text, field.declaration.name, examples, read)
        }
    }

    /// Reads a quantity that somebody typed.
    ///
    /// - Throws: ``AtriumError`` with code `badData`, naming the field.
    static func quantity(
        _ text: String, _ field: String, _ examples: String, _ read: (String) -> Double?
    ) throws -> Double {
        if let value = read(text) { return value }
        if Quantities.hasAmbiguousNumber(text) { throw AtriumError.ambiguousNumber(in: field) }
        let number = text.drop(while: \.isWhitespace)
        let isNegative = number.hasPrefix("-") || number.hasPrefix("\u{2212}")
        let isNothing = number.contains { "123456789".contains($0) } == false && number.contains("0")
        throw AtriumError(
            .badData,
            isNegative || isNothing ? "\(field) must be more than 0" : "\(field) has a wrong value",
            remedy: "give a value such as \(examples)", field: field)
    }

    /// A time of day as it is kept: `HH:MM`, or with the seconds that are not 0; nil where the text is none.
    static func time(_ text: String) -> String? {
        guard let time = CSVTime.parse(text) else { return nil }
        return Self.text(time)
    }

    /// A time of day as it is kept.
    static func text(_ time: CSVTime) -> String {
        let text = time.description
        return time.second == 0 ? String(text.dropLast(3)) : text
    }
}

extension AtriumError {
    /// A number that somebody typed, and that is a thousand times as much to others: `1,000`.
    static func ambiguousNumber(in field: String) -> AtriumError {
        AtriumError(
            .badData,
            "\(field) has a comma that may separate thousands or decimals",
            remedy: "write thousands as 1000, and decimals with a point, such as 1.5", field: field)
    }
}

/// Sets of a lift as people type them: `80x5`, `175 lb x 5 @8`, `x12`, `40x10 w`.
enum SetText {
    /// What a set of a lift says.
    struct Lift: Hashable {
        var weight: Double?
        var reps: Int64?
        var duration: Double?
        var rpe: Double?
        var kind = ExerciseSet.Kind.normal
    }

    /// How it is written, for messages and help.
    static let examples = "80x5, 175 lb x 5 @8, x12, 40x10 w (a warm-up) or 45s"

    /// Reads a set; nil where the text is none.
    ///
    /// `WEIGHT x REPS`, `x REPS`, or a duration that is held; behind it `@` and the RPE, and `w`, `d` or `f` for a warm-up, a
    /// drop set, or one to failure.
    static func parse(_ text: String, in units: UserSettings.Units) -> Lift? {
        var lift = Lift()
        var rest = text.lowercased().replacing("×", with: "x")
        for (words, kind) in [
            (["warm-up", "warmup", "w"], ExerciseSet.Kind.warmUp), (["drop", "d"], .drop),
            (["failure", "f"], .failure),
        ] {
            guard let word = words.first(where: { rest.hasSuffix(" " + $0) }) else { continue }
            rest.removeLast(word.count + 1)
            lift.kind = kind
            break
        }
        if let at = rest.lastIndex(of: "@") {
            guard let text = Words.text(String(rest[rest.index(after: at)...])),
                let rpe = Quantities.number(text), (1...10).contains(rpe)
            else { return nil }
            lift.rpe = rpe
            rest = String(rest[..<at])
        }
        let parts = rest.split(separator: "x", omittingEmptySubsequences: false).map {
            Words.text(String($0))
        }
        switch parts.count {
        case 1:
            // A number alone may be anything.
            guard let text = parts[0], Quantities.number(text) == nil, !isMinutesOrMetres(text),
                let duration = Quantities.duration(text)
            else { return nil }
            lift.duration = duration
        case 2:
            guard let reps = parts[1].flatMap({ Int64($0) }), ExerciseSet.repetitions.contains(reps) else {
                return nil
            }
            lift.reps = reps
            if let text = parts[0] {
                guard let weight = Quantities.weight(text, in: units) else { return nil }
                lift.weight = weight
            }
        default: return nil
        }
        return lift
    }

    /// Whether a text may be minutes that something was held, or metres over which something was pushed: `40m`.
    static func isMinutesOrMetres(_ text: String) -> Bool { Quantities.parts(text)?.1.lowercased() == "m" }
}
