import AtriumSDK
import Testing

@testable import Exercise

@Suite struct ExerciseRuleTests {
    private static let day = LocalDate(daysSince1970: 20_500)

    /// Each value in each category: taken or refused.
    @Test(arguments: [
        (ExerciseSet.Value.weight, [Category.strength]), (.reps, [.strength]),
        (.distance, [.cardio, .strength]), (.duration, [.cardio, .strength, .flexibility]),
        (.heartRate, [.cardio]), (.muscles, [.flexibility]),
    ])
    func categories(value: ExerciseSet.Value, allowed: [Category]) {
        var set = ExerciseSet(exercise: 1, day: Self.day)
        switch value {
        case .weight: set.weight = 80
        case .reps: set.reps = 5
        case .distance: set.distance = 100
        case .duration: set.duration = 60
        case .heartRate: set.heartRate = 150
        case .muscles: set.muscles = ["back"]
        }
        for category in Category.allCases {
            #expect((set.surplus(in: category) == nil) == allowed.contains(category), "\(value), \(category)")
        }
        // A rest between two sets is of their exercise too.
        set.kind = .rest
        for category in Category.allCases {
            #expect((set.surplus(in: category) == nil) == allowed.contains(category), "\(value), \(category)")
        }
    }

    @Test(arguments: [
        (100.0, Int64(1), 100.0), (100, 10, 133.333_333), (80, 5, 93.333_333), (100, 12, 140),
    ])
    func epley(weight: Double, reps: Int64, estimate: Double) throws {
        let found = try #require(OneRepMax.estimate(weight: weight, reps: reps))
        #expect(abs(found - estimate) < 0.000_001)
    }

    @Test func epleyHasADomain() {
        #expect(OneRepMax.estimate(weight: 100, reps: 13) == nil)
        #expect(OneRepMax.estimate(weight: 100, reps: nil) == nil)
        #expect(OneRepMax.estimate(weight: nil, reps: 5) == nil)
    }

    @Test func warmUpsAndRestsSetNoRecord() {
        var records = PersonalRecords()
        records.take(
            PerformedSet(id: 1, day: "2026-03-01", kind: .warmUp, weight: 200, reps: 5), of: .strength)
        records.take(PerformedSet(id: 2, day: "2026-03-01", kind: .rest, duration: 90), of: .strength)
        #expect(records.best.isEmpty)
        records.take(PerformedSet(id: 3, day: "2026-03-01", weight: 80, reps: 5), of: .strength)
        records.take(PerformedSet(id: 4, day: "2026-03-02", weight: 80, reps: 5), of: .strength)
        #expect(records.best[.heaviest] == .init(value: 80, day: "2026-03-01", set: 3))
        #expect(records.best[.volume]?.value == 400)
        #expect(records.best[.fastest] == nil)
    }

    @Test func thePaceOfAShortRunIsNoRecord() {
        var records = PersonalRecords()
        records.take(PerformedSet(id: 1, day: "2026-03-01", distance: 400, duration: 60), of: .cardio)
        #expect(records.best[.fastest] == nil)
        records.take(PerformedSet(id: 2, day: "2026-03-02", distance: 5000, duration: 1500), of: .cardio)
        records.take(PerformedSet(id: 3, day: "2026-03-03", distance: 10_000, duration: 3300), of: .cardio)
        #expect(records.best[.fastest] == .init(value: 300, day: "2026-03-02", set: 2))
        #expect(records.best[.farthest]?.set == 3)
    }

    @Test func totalsLeaveWarmUpsOutOfTheVolume() {
        var totals = Totals()
        totals.take(PerformedSet(id: 1, day: "2026-03-01", kind: .warmUp, weight: 40, reps: 10))
        totals.take(PerformedSet(id: 2, day: "2026-03-01", weight: 80, reps: 5))
        totals.take(PerformedSet(id: 3, day: "2026-03-01", kind: .rest, duration: 90))
        totals.take(PerformedSet(id: 4, day: "2026-03-02", distance: 5000, duration: 1500))
        #expect(totals.days == 2)
        #expect(totals.sets == 3)
        #expect(totals.reps == 5)
        #expect(totals.volume == 400)
        #expect(totals.duration == 1500)
        #expect(totals.pace == 300)
    }

    @Test func aMonthIsDrawn() throws {
        let first = try #require(LocalDate(iso: "2026-03-01"))
        let day = try #require(LocalDate(iso: "2026-03-14"))
        let drawing = TrainingCalendar.month(first, sets: [first: 3, day: 12], firstWeekday: 1)
        #expect(
            drawing == """
                 Mon       Tue       Wed       Thu       Fri       Sat       Sun
                                                                            [ 1] 3
                  2         3         4         5         6         7         8
                  9        10        11        12        13       [14] 12    15
                 16        17        18        19        20        21        22
                 23        24        25        26        27        28        29
                 30        31
                """)
        #expect(drawing.split(separator: "\n").allSatisfy { $0.count <= 76 })
    }

    @Test(arguments: 1...7)
    func aYearIsDrawnInSevenRows(firstWeekday: Int) throws {
        let first = try #require(LocalDate(iso: "2024-01-01"))
        let last = try #require(LocalDate(iso: "2024-12-31"))
        let lines = TrainingCalendar.year(
            first...last, sets: [first: 4, last: 1], today: last, firstWeekday: firstWeekday
        ).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 8)
        #expect(lines.allSatisfy { $0.count <= 76 })
        #expect(lines.joined().count { TrainingCalendar.shades.contains($0) } == 366)
        #expect(lines.joined().count { $0 == "█" } == 1)
        #expect(lines.joined().count { $0 == "░" } == 1)
    }
}
