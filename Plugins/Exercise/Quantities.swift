import AtriumSDK

/// Weights, distances and durations as text, without losing a digit.
///
/// Kept are kilograms rounded to a tenth of a microgram and metres rounded to a ten-millionth. A pound is 0.45359237 kg and a
/// mile is 1609.344 m, exactly, and both grids are so much finer than the eight places that texts have of them, that what is
/// entered in pounds or miles comes back as the same number.
enum Quantities {
    /// The user's choice of units.
    typealias System = UserSettings.Units

    /// The kilograms of a pound (avoirdupois; exact since 1959).
    static let pound = 0.45359237
    /// The metres of a mile (international; exact since 1959).
    static let mile = 1609.344
    /// The greatest weight, in kilograms.
    static let greatestWeight = 10_000.0
    /// The greatest distance, in metres.
    static let greatestDistance = 10_000_000.0
    /// The greatest duration, in seconds: 30 days.
    static let greatestDuration = 2_592_000.0

    // MARK: - Weight

    /// The kilograms of a unit of weight; nil where there is no such unit.
    static func kilograms(ofUnit unit: String) -> Double? {
        switch unit.lowercased() {
        case "kg", "kgs", "kilogram", "kilograms": 1
        case "lb", "lbs", "pound", "pounds": pound
        default: nil
        }
    }

    /// The kilograms of one unit of weight of a system.
    static func kilograms(of system: System) -> Double { system == .metric ? 1 : pound }

    /// A weight of so many units, in kilograms as they are kept; nil where it is not more than 0, or too much.
    static func weight(_ number: Double, unit: Double) -> Double? {
        let kilograms = rounded(number * unit, to: 1e10)
        return kilograms > 0 && kilograms <= greatestWeight ? kilograms : nil
    }

    /// Reads `80 kg`, `175lb`, or `80` in the system's unit; nil where it is no weight above 0, or may be two.
    static func weight(_ text: String, in system: System) -> Double? {
        guard let (number, unit) = parts(text) else { return nil }
        guard let factor = unit.isEmpty ? kilograms(of: system) : kilograms(ofUnit: unit) else { return nil }
        return weight(number, unit: factor)
    }

    /// A weight in the system's unit, rounded to two places: `80 kg`, `175 lb`.
    static func roundedWeight(_ kilograms: Double, in system: System) -> String {
        switch system {
        case .metric: decimal(kilograms, places: 2) + " kg"
        case .imperial: decimal(kilograms / pound, places: 2) + " lb"
        }
    }

    /// A weight with all its digits: in the system's unit, or in another where only that has a round number for it.
    static func weightText(_ kilograms: Double, in system: System) -> String {
        let (metric, pounds) = (metric(kilograms), pounds(kilograms))
        guard let pounds else { return metric }
        return system == .metric ? rounder(metric, pounds) : rounder(pounds, metric)
    }

    /// The first of two texts of a quantity, unless only the second has a round number: of at most three places.
    private static func rounder(_ text: String, _ other: String) -> String {
        func isRound(_ text: String) -> Bool {
            text.utf8.drop { $0 != DecimalMark.point.byte }.prefix { $0 != 0x20 }.count <= 4
        }
        return !isRound(text) && isRound(other) ? other : text
    }

    /// A weight with all its digits in the unit in which it is shortest: as it was most likely entered.
    static func shortestWeight(_ kilograms: Double) -> String {
        let metric = metric(kilograms)
        guard let pounds = pounds(kilograms), pounds.utf8.count < metric.utf8.count else { return metric }
        return pounds
    }

    private static func metric(_ kilograms: Double) -> String { decimal(kilograms, places: 10) + " kg" }

    private static func pounds(_ kilograms: Double) -> String? {
        let text = decimal(kilograms / pound, places: 8)
        return weight(text, in: .imperial) == kilograms ? text + " lb" : nil
    }

    // MARK: - Distance

    /// The metres of a unit of length; nil where there is no such unit.
    static func metres(ofUnit unit: String) -> Double? {
        switch unit.lowercased() {
        case "km", "kms", "kilometer", "kilometers", "kilometre", "kilometres": 1000
        case "m", "meter", "meters", "metre", "metres": 1
        case "mi", "mi.", "mile", "miles": mile
        case "yd", "yard", "yards": 0.9144
        case "ft", "foot", "feet": 0.3048
        default: nil
        }
    }

    /// The metres of one unit of distance of a system.
    static func metres(of system: System) -> Double { system == .metric ? 1000 : mile }

    /// A distance of so many units, in metres as they are kept; nil where it is not more than 0, or too much.
    static func distance(_ number: Double, unit: Double) -> Double? {
        let metres = rounded(number * unit, to: 1e7)
        return metres > 0 && metres <= greatestDistance ? metres : nil
    }

    /// Reads `5 km`, `3.1 mi`, `400m`, or `5` in the system's unit; nil where it is no distance above 0, or may be two.
    static func distance(_ text: String, in system: System) -> Double? {
        guard let (number, unit) = parts(text) else { return nil }
        guard let factor = unit.isEmpty ? metres(of: system) : metres(ofUnit: unit) else { return nil }
        return distance(number, unit: factor)
    }

    /// A distance in the system's unit, rounded to two places: `5 km`, `400 m`, `3.1 mi`.
    static func roundedDistance(_ metres: Double, in system: System) -> String {
        switch system {
        case .metric where metres < 1000: decimal(metres, places: 2) + " m"
        case .metric: decimal(metres / 1000, places: 2) + " km"
        case .imperial: decimal(metres / mile, places: 2) + " mi"
        }
    }

    /// A distance with all its digits: in the system's unit, or in another where only that has a round number for it.
    static func distanceText(_ metres: Double, in system: System) -> String {
        let metric =
            metres < 1000 ? decimal(metres, places: 7) + " m" : decimal(metres / 1000, places: 10) + " km"
        guard let miles = miles(metres) else { return metric }
        return system == .metric ? rounder(metric, miles) : rounder(miles, metric)
    }

    /// A distance with all its digits in the unit in which it is shortest: as it was most likely entered.
    static func shortestDistance(_ metres: Double) -> String {
        let metric = [decimal(metres, places: 7) + " m", decimal(metres / 1000, places: 10) + " km"]
        return (metric + [miles(metres)].compactMap(\.self)).min { $0.utf8.count < $1.utf8.count }
            ?? metric[0]
    }

    private static func miles(_ metres: Double) -> String? {
        let text = decimal(metres / mile, places: 8)
        return distance(text, in: .imperial) == metres ? text + " mi" : nil
    }

    // MARK: - Duration

    /// A duration in seconds as it is kept; nil where it is not more than 0, or too long.
    static func duration(_ seconds: Double) -> Double? {
        let seconds = rounded(seconds, to: 1000)
        return seconds > 0 && seconds <= greatestDuration ? seconds : nil
    }

    /// Reads `25:00` (minutes and seconds), `1:05:00`, `1h 5m`, `45 s`, `30 min`, or `30` as minutes; nil where it is no
    /// duration above 0, or may be two.
    static func duration(_ text: String, _ mark: DecimalMark? = nil) -> Double? {
        guard let text = Words.text(text), text.utf8.count <= 30 else { return nil }
        if text.contains(":") {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard (2...3).contains(parts.count) else { return nil }
            var seconds = 0.0
            for (index, part) in parts.enumerated() {
                // Only seconds have a fraction, and only the first part may be beyond 59.
                let isLast = index == parts.count - 1
                guard let number = number(part, mark), isLast || number == number.rounded(),
                    index == 0 || number < 60
                else { return nil }
                seconds = seconds * 60 + number
            }
            return duration(seconds)
        }
        if let minutes = number(text, mark) { return duration(minutes * 60) }
        var seconds = 0.0
        var rest = text.lowercased()[...]
        while let next = rest.firstIndex(where: { $0 != " " }) {
            rest = rest[next...]
            let digits = rest.prefix { $0.isNumber || $0 == "." || $0 == "," }
            rest = rest[digits.endIndex...].drop { $0 == " " }
            let unit = rest.prefix(while: \.isLetter)
            rest = rest[unit.endIndex...]
            guard let number = number(digits, mark), let factor = Self.seconds(ofUnit: unit) else {
                return nil
            }
            seconds += number * factor
        }
        return duration(seconds)
    }

    private static func seconds(ofUnit unit: Substring) -> Double? {
        switch unit {
        case "h", "hr", "hrs", "hour", "hours": 3600
        case "m", "min", "mins", "minute", "minutes": 60
        case "s", "sec", "secs", "second", "seconds": 1
        default: nil
        }
    }

    /// A duration as `25:00` or `1:05:00`, with the fraction of a second that it has, to a thousandth.
    static func durationText(_ seconds: Double) -> String {
        // Sums come a little below what they are: 0.7 + 0.2 + 0.1.
        let seconds = thousandths(seconds)
        let whole = Int64(seconds)
        let fraction = decimal(seconds - Double(whole), places: 3).dropFirst()
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let hours = whole >= 3600 ? "\(whole / 3600):" + two(whole / 60 % 60) : "\(whole / 60)"
        return hours + ":" + two(whole % 60) + fraction
    }

    /// The time for a kilometre or a mile, to the second: `5:00 min/km`; nil without a distance or a duration.
    static func paceText(distance: Double?, duration: Double?, in system: System) -> String? {
        guard let distance, let duration else { return nil }
        let unit = metres(of: system)
        return durationText((duration / distance * unit).rounded())
            + (system == .metric ? " min/km" : " min/mi")
    }
}
