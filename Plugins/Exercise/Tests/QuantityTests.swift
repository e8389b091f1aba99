import AtriumSDK
import Testing

@testable import Exercise

@Suite struct QuantityTests {
    @Test(arguments: [
        ("80", UserSettings.Units.metric, 80.0), ("80 kg", .imperial, 80), ("80kg", .metric, 80),
        ("80,5", .metric, 80.5), ("175 lb", .metric, 79.378_664_75), ("175", .imperial, 79.378_664_75),
        ("175lbs", .metric, 79.378_664_75), ("20.411656650000003 KG", .metric, 20.411_656_65),
        ("10000", .metric, 10_000),
    ])
    func weights(text: String, units: UserSettings.Units, kilograms: Double) {
        #expect(Quantities.weight(text, in: units) == kilograms)
    }

    @Test(arguments: [
        "1,000", "1,000 lb", "12,345 kg", "1,000,000", "", "kg", "0", "0 kg", "-5", "80 stone", "80 km",
        "1e3", "1.2.3", "10001", "inf", "80 kg 5", "٣",
    ])
    func noWeights(text: String) {
        #expect(Quantities.weight(text, in: .metric) == nil)
    }

    @Test(arguments: [
        ("5", UserSettings.Units.metric, 5000.0), ("5 km", .imperial, 5000), ("400m", .metric, 400),
        ("3.1 mi", .metric, 4988.9664), ("3.1", .imperial, 4988.9664), ("100 yd", .metric, 91.44),
        ("42.195 km", .metric, 42_195), ("1 mi.", .metric, 1609.344),
    ])
    func distances(text: String, units: UserSettings.Units, metres: Double) {
        #expect(Quantities.distance(text, in: units) == metres)
    }

    @Test(arguments: [
        ("25:00", 1500.0), ("1:05:00", 3900), ("0:45", 45), ("45s", 45), ("45 sec", 45), ("30", 1800),
        ("1h 5m", 3900), ("1h5m30s", 3930), ("90 min", 5400), ("25:00.5", 1500.5), ("90:00", 5400),
        ("1.5 h", 5400), ("0:01:48", 108),
    ])
    func durations(text: String, seconds: Double) {
        #expect(Quantities.duration(text) == seconds)
    }

    @Test(arguments: [
        "1,500", "1,500 s", "", "0", "0:00", "1:60", "1:00:60", "-5", "1:", ":30", "1:2:3:4", "5 parsecs",
        "1.5:00", "800 h", "h",
    ])
    func noDurations(text: String) {
        #expect(Quantities.duration(text) == nil)
    }

    @Test(arguments: [
        (1500.0, "25:00"), (45, "0:45"), (3900, "1:05:00"), (1500.5, "25:00.5"), (0.25, "0:00.25"),
        (1000.999, "16:40.999"),
    ])
    func durationTexts(seconds: Double, text: String) {
        #expect(Quantities.durationText(seconds) == text)
        #expect(Quantities.duration(text) == seconds)
    }

    @Test func aSumOfTenthsIsWhole() {
        #expect(Quantities.durationText(0.7 + 0.2 + 0.1) == "0:01")
        #expect(Quantities.durationText(59.999_999) == "1:00")
    }

    /// What a number is where its mark is named, and where it is not.
    @Test(
        arguments: [
            ("1,000", 1000.0, 1.0, nil), ("1.000", 1, 1000, 1.0), ("12,345.5", 12_345.5, nil, 12_345.5),
            ("12.345,5", nil, 12_345.5, 12_345.5), ("1,000,000", 1_000_000, nil, 1_000_000),
            ("1,000.5", 1000.5, nil, 1000.5),
            ("1,00.5", nil, nil, nil), ("62,5", nil, 62.5, 62.5),
            ("62.5", 62.5, nil, 62.5), ("0,125", nil, 0.125, 0.125), ("1234,567", nil, 1234.567, 1234.567),
            ("1000", 1000, 1000, 1000), (",500", nil, 0.5, 0.5), ("1,00", nil, 1, 1), ("", nil, nil, nil),
            (",", nil, nil, nil), ("1,,000", nil, nil, nil),
        ] as [(String, Double?, Double?, Double?)])
    func numbers(text: String, point: Double?, comma: Double?, unsaid: Double?) {
        #expect(Quantities.number(text, .point) == point)
        #expect(Quantities.number(text, .comma) == comma)
        #expect(Quantities.number(text) == unsaid)
    }

    /// What was entered comes back as the same number, in either unit and however it is shown.
    @Test func noDigitIsLost() throws {
        for tenths in 1...4000 {
            let number = Quantities.decimal(Double(tenths) / 8, places: 3)
            let pounds = try #require(Quantities.weight(number, in: .imperial))
            #expect(Quantities.weightText(pounds, in: .imperial) == number + " lb")
            #expect(Quantities.weight(Quantities.weightText(pounds, in: .metric), in: .metric) == pounds)
            #expect(Quantities.weight(Quantities.shortestWeight(pounds), in: .metric) == pounds)
            let kilograms = try #require(Quantities.weight(number, in: .metric))
            #expect(Quantities.shortestWeight(kilograms) == number + " kg")
            #expect(
                Quantities.weight(Quantities.weightText(kilograms, in: .imperial), in: .metric) == kilograms)
            let miles = try #require(Quantities.distance(number, in: .imperial))
            #expect(Quantities.distanceText(miles, in: .imperial) == number + " mi")
            for system in UserSettings.Units.allCases {
                #expect(
                    Quantities.distance(Quantities.distanceText(miles, in: system), in: system) == miles)
            }
            #expect(Quantities.distance(Quantities.shortestDistance(miles), in: .metric) == miles)
        }
    }

    @Test func shortestIsAsItWasEntered() throws {
        let pounds = try #require(Quantities.weight("175 lb", in: .metric))
        #expect(Quantities.shortestWeight(pounds) == "175 lb")
        #expect(Quantities.shortestWeight(80) == "80 kg")
        #expect(Quantities.shortestDistance(5000) == "5 km")
        #expect(Quantities.shortestDistance(400) == "400 m")
        #expect(Quantities.shortestDistance(4988.9664) == "3.1 mi")
    }

    /// What one's own unit has no round number for is shown as it was entered in the other.
    @Test(arguments: [
        ("92 lb", "92 lb", "92 lb"), ("834.83 lb", "834.83 lb", "834.83 lb"), ("80 kg", "80 kg", "80 kg"),
        ("62.125 kg", "62.125 kg", "62.125 kg"), ("0.45359237 kg", "1 lb", "1 lb"),
    ])
    func aWeightIsShownInRoundNumbers(entered: String, metric: String, imperial: String) throws {
        let kilograms = try #require(Quantities.weight(entered, in: .metric))
        #expect(Quantities.weightText(kilograms, in: .metric) == metric)
        #expect(Quantities.weightText(kilograms, in: .imperial) == imperial)
    }

    @Test(arguments: [
        ("5 km", "5 km", "5 km"), ("3.1 mi", "3.1 mi", "3.1 mi"), ("400 m", "400 m", "400 m"),
        ("1.609344 km", "1 mi", "1 mi"),
    ])
    func aDistanceIsShownInRoundNumbers(entered: String, metric: String, imperial: String) throws {
        let metres = try #require(Quantities.distance(entered, in: .metric))
        #expect(Quantities.distanceText(metres, in: .metric) == metric)
        #expect(Quantities.distanceText(metres, in: .imperial) == imperial)
    }

    @Test func paces() {
        #expect(Quantities.paceText(distance: 5000, duration: 1500, in: .metric) == "5:00 min/km")
        #expect(Quantities.paceText(distance: 5000, duration: 1500, in: .imperial) == "8:03 min/mi")
        #expect(Quantities.paceText(distance: nil, duration: 1500, in: .metric) == nil)
    }

    @Test(arguments: [
        ("80x5", SetText.Lift(weight: 80, reps: 5)), ("80 x 5", SetText.Lift(weight: 80, reps: 5)),
        ("80×5", SetText.Lift(weight: 80, reps: 5)), ("x12", SetText.Lift(reps: 12)),
        ("175 lb x 5 @8.5", SetText.Lift(weight: 79.378_664_75, reps: 5, rpe: 8.5)),
        ("40x10 w", SetText.Lift(weight: 40, reps: 10, kind: .warmUp)),
        ("60x8 @9 drop", SetText.Lift(weight: 60, reps: 8, rpe: 9, kind: .drop)),
        ("45s", SetText.Lift(duration: 45)), ("1:30", SetText.Lift(duration: 90)),
    ])
    func sets(text: String, lift: SetText.Lift) {
        #expect(SetText.parse(text, in: .metric) == lift)
    }

    @Test(arguments: [
        "", "80", "x", "80x", "80x0", "-80x5", "80x5x3", "80x5@11", "80x5 z", "0x5", "heavyx5", "80x5.5",
        "1,000x5", "40m", "40 M", "2.5 m @8",
    ])
    func noSets(text: String) {
        #expect(SetText.parse(text, in: .metric) == nil)
    }
}
