import AtriumSDK
import ICalendarFormat
import Testing

@testable import Activities

@Suite struct CostTests {
    @Test(arguments: [
        ("12.50 EUR", "12.50 EUR"), ("EUR 12.50", "12.50 EUR"), ("12,50 €", "12.50 EUR"), ("€9", "9 EUR"),
        ("£ 3.5", "3.5 GBP"), ("007 usd", "7 USD"), (".5 EUR", "0.5 EUR"), ("0", "0"), ("free", "0"),
        ("0.00 EUR", "0.00 EUR"), ("1500 JPY", "1500 JPY"), ("1.2345 CLF", "1.2345 CLF"),
        ("0.1 EUR", "0.1 EUR"), ("999999999999999.9999 EUR", "999999999999999.9999 EUR"),
    ])
    func isReadExactly(_ text: String, _ kept: String) throws {
        let cost = try Cost(text)
        #expect(cost.description == kept)
        #expect(try Cost(kept) == cost)
    }

    @Test(arguments: [
        ("-1 EUR", Cost.Problem.negative), ("EUR -1", .negative), ("−3 EUR", .negative),
        ("12.50", .noCurrency),
        ("12 $", .notAnAmount), ("12 euro", .noCurrency), ("12 E1R", .notAnAmount),
        ("12 EUR 50", .notAnAmount), ("10k EUR", .notAnAmount), ("1e3 EUR", .notAnAmount),
        ("12a50 EUR", .notAnAmount), ("EUR 10k", .notAnAmount), ("10k", .noCurrency), ("€ 1e3", .notAnAmount),
        ("EUR 12 USD", .notAnAmount), ("1,234 EUR", .notAnAmount), ("1.23456 EUR", .notAnAmount),
        ("1000000000000000 EUR", .notAnAmount), ("", .notAnAmount), ("EUR", .notAnAmount),
        (". EUR", .notAnAmount),
        ("5. EUR", .notAnAmount), ("1.2.3 EUR", .notAnAmount), ("٣ EUR", .notAnAmount),
    ])
    func isRefused(_ text: String, _ problem: Cost.Problem) {
        #expect(throws: problem) { try Cost(text) }
    }
}

@Suite struct CoordinatesTests {
    @Test(arguments: [
        ("48.2082,16.3738", "48.2082,16.3738"), (" -33.9 ; 18.4 ", "-33.9,18.4"), ("1 2", "1.0,2.0"),
        ("geo:48.2,16.4;u=35", "48.2,16.4"), ("GEO:48.2,16.4", "48.2,16.4"), ("90,-180", "90.0,-180.0"),
        ("-0,0", "0.0,0.0"), ("1e-3,0.00001", "0.001,0.00001"),
    ])
    func areRead(_ text: String, _ kept: String) throws {
        let point = try Coordinates(text)
        #expect(try Coordinates(point.description) == point)
        #expect(point.description == kept)
    }

    @Test(arguments: [
        ("90.0001,0", Coordinates.Problem.offGlobe), ("-91,0", .offGlobe), ("0,180.5", .offGlobe),
        ("1e300,0", .offGlobe), ("48.2", .notCoordinates), ("a,b", .notCoordinates),
        ("1,2,3", .notCoordinates),
        ("nan,0", .notCoordinates), ("inf,0", .notCoordinates), ("0x10,0", .notCoordinates),
        ("", .notCoordinates),
        ("1e999,0", .notCoordinates),
    ])
    func areRefused(_ text: String, _ problem: Coordinates.Problem) {
        #expect(throws: problem) { try Coordinates(text) }
    }

    private func distance(_ one: String, _ other: String) throws -> Double {
        try GreatCircle.distance(Coordinates(one), Coordinates(other))
    }

    @Test(arguments: [
        ("48.2082,16.3738", "48.8566,2.3522", 1033.494), ("48.2082,16.3738", "48.2082,16.3738", 0),
        ("0,0", "0,180", 20_015.114), ("90,0", "-90,0", 20_015.114), ("0,179.5", "0,-179.5", 111.195),
    ])
    func distancesAreThoseOfTheSphere(_ one: String, _ other: String, _ kilometres: Double) throws {
        #expect(abs(try distance(one, other) - kilometres) < 0.01)
        #expect(try distance(one, other) == distance(other, one))
    }

    /// A degree of WGS 84 in kilometres: of the meridian at the equator and at the pole, where the sphere is worst, and of
    /// the equator.
    @Test(arguments: [("0,0", "1,0", 110.574), ("89,0", "90,0", 111.694), ("0,0", "0,1", 111.320)])
    func theSphereIsAsExactAsIsSaid(_ one: String, _ other: String, _ kilometres: Double) throws {
        #expect(abs(try distance(one, other) / kilometres - 1) < 0.0057)
    }

    /// No point within a distance lies outside of its band of latitudes, also beside the poles.
    @Test func bandsOfLatitudesHoldAllThatIsNear() throws {
        for latitude in [-90.0, -89.9, -45, 0, 30.5, 89.99, 90] {
            let centre = try #require(Coordinates(latitude: latitude, longitude: 179))
            for reach in [0.0, 0.001, 10, 5000, 20_038] {
                let band = GreatCircle.latitudes(within: reach, of: centre)
                for other in stride(from: -90.0, through: 90, by: 0.75) {
                    for longitude in [-180.0, -1, 179] {
                        let point = try #require(Coordinates(latitude: other, longitude: longitude))
                        let isNear = GreatCircle.distance(centre, point) <= reach
                        #expect(!isNear || band.contains(other))
                    }
                }
            }
        }
    }
}

@Suite struct SuggestionTests {
    private let today = LocalDate(daysSince1970: 20_000)  // 2024-10-04

    private func guest(_ id: Int64, _ name: String, _ interests: [String]) -> ActivitySuggestions.Guest {
        .init(id: id, name: name, interests: interests)
    }

    private func activity(_ name: String, _ change: (inout Activity) -> Void = { _ in }) -> Activity {
        var activity = Activity(name: name)
        change(&activity)
        return activity
    }

    private func reasons(
        _ activity: Activity, _ guests: [ActivitySuggestions.Guest], goodFor: Set<Int64> = []
    ) -> [String]? {
        ActivitySuggestions(guests: guests, today: today, rest: 30).suggestion(activity, goodFor: goodFor)?
            .reasons
    }

    @Test func whatFitsIsSaidWithItsReasons() {
        let ann = guest(1, "Ann", ["Hiking", "chess"])
        let ben = guest(2, "Ben", ["hiking"])
        let cleo = guest(3, "Cleo", ["hiking"])
        let hike = activity("Schneeberg") {
            $0.tags = ["hiking"]
            $0.rating = 5
        }
        #expect(reasons(hike, [ann]) == ["Ann likes Hiking", "rated 5 of 5", "never done"])
        #expect(reasons(hike, [ann, ben])?.first == "Ann and Ben both like Hiking")
        #expect(reasons(hike, [ann, ben, cleo])?.first == "Ann, Ben and Cleo all like Hiking")
        #expect(reasons(activity("Chess in the park"), [ann]) == ["Ann likes chess", "never done"])
        #expect(reasons(activity("Chessboard fair"), [ann]) == nil)
        #expect(reasons(activity("X") { $0.category = "hikes" }, [ann]) == nil)
        #expect(reasons(activity("X"), [ann, ben], goodFor: [2, 9]) == ["good for Ben", "never done"])
        #expect(reasons(activity("X"), [ann]) == nil)
    }

    @Test(arguments: [
        ("restaurants", "restaurant"), ("restaurant", "restaurants"), ("Kino", "kino"), ("glass", "glass"),
    ])
    func pluralsAndCaseMakeNoDifference(_ category: String, _ interest: String) {
        #expect(reasons(activity("X") { $0.category = category }, [guest(1, "Ann", [interest])]) != nil)
    }

    @Test(arguments: [
        (0, false), (29, false), (30, true), (364, true), (365, true),
    ])
    func whatWasDoneLatelyRests(_ days: Int, _ isSuggested: Bool) {
        let last = today.adding(days: -days)
        let one = activity("X") { $0.occasions[last] = Occasion() }
        let found = reasons(one, [guest(1, "Ann", ["x"])])
        #expect((found != nil) == isSuggested)
        #expect(found?.last == (isSuggested ? "last done \(days) days ago" : nil))
    }

    @Test func whatIsPlannedIsNotSuggested() {
        let ann = guest(1, "Ann", ["x"])
        let plans = [-1, 0, 1].map { offset in
            reasons(activity("X") { $0.planned = .date(CivilDate(dayNumber: 20_000 + offset)) }, [ann]) != nil
        }
        #expect(plans == [true, false, false])
    }

    @Test func forNobodyWhatIsRatedWellIsSuggested() {
        #expect(reasons(activity("X"), []) == nil)
        #expect(reasons(activity("X") { $0.rating = 3 }, []) == nil)
        #expect(reasons(activity("X") { $0.rating = 4 }, []) == ["rated 4 of 5", "never done"])
    }
}
