import AtriumSDK

/// Months and records of an exercise, drawn as text of at most 76 columns, without codes of colour.
enum ProgressDrawing {
    /// How many months are drawn, the last ones.
    static let monthCount = 24
    private static let barWidth = 40

    static func text(
        _ category: Category, _ all: Totals, _ months: [(month: String, totals: Totals)],
        _ records: PersonalRecords, _ units: UserSettings.Units
    ) -> String {
        guard all.sets > 0 else { return "nothing was logged" }
        let measure = Measure(category, all)
        var lines = [measure.title]
        let shown = months.suffix(monthCount).map { ($0.month, measure.value($0.totals)) }
        let most = shown.map(\.1).max() ?? 0
        for (month, value) in shown {
            let width = most > 0 ? Int((value / most * Double(barWidth)).rounded()) : 0
            lines.append(
                month + "  " + String(repeating: "█", count: width)
                    + String(repeating: " ", count: barWidth - width) + "  "
                    + measure.text(value, in: units))
        }
        let best = PersonalRecords.Kind.allCases.compactMap { kind in
            records.best[kind].map {
                "\(padded(kind.rawValue))  \($0.day)  \(kind.text($0.value, in: units))"
            }
        }
        if !best.isEmpty { lines += [""] + best }
        return lines.joined(separator: "\n")
    }

    private static func padded(_ name: String) -> String {
        name + String(repeating: " ", count: max(0, 12 - name.count))
    }

    /// What the bars are of.
    private enum Measure {
        case oneRepMax, distance, duration, reps

        /// What says most of a category's progress, of what there is.
        init(_ category: Category, _ all: Totals) {
            self =
                switch category {
                case .strength where all.oneRepMax != nil: .oneRepMax
                case .strength where all.reps > 0: .reps
                case .cardio where all.distance > 0: .distance
                default: .duration
                }
        }

        var title: String {
            switch self {
            case .oneRepMax: "one-rep maximum, estimated by \(OneRepMax.formula)"
            case .distance: "distance"
            case .duration: "time"
            case .reps: "repetitions"
            }
        }

        func value(_ totals: Totals) -> Double {
            switch self {
            case .oneRepMax: totals.oneRepMax ?? 0
            case .distance: totals.distance
            case .duration: totals.duration
            case .reps: Double(totals.reps)
            }
        }

        func text(_ value: Double, in units: UserSettings.Units) -> String {
            guard value > 0 else { return "" }
            return switch self {
            case .oneRepMax: Quantities.roundedWeight(value, in: units)
            case .distance: Quantities.roundedDistance(value, in: units)
            case .duration: Quantities.durationText(value)
            case .reps: "\(Int64(value))"
            }
        }
    }
}
