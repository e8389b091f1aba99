import Testing

@testable import Connections

/// The score of keeping in touch, point by point.
@Suite struct HealthTests {
    @Test(
        arguments: [
            // cadence, days since the last interaction, days with one in the last four cadences, score
            (30, 0, 4, 100), (30, 30, 4, 100), (30, 30, 9, 100), (30, 1, 1, 70), (30, 1, 2, 80),
            (30, 1, 0, 60),
            (30, 60, 4, 50), (30, 90, 4, 25), (30, 60, 1, 35), (30, 45, 1, 49), (30, 3000, 0, 0),
            (1, 1, 4, 100), (1, 2, 2, 40), (3660, 3660, 4, 100), (3660, 7320, 4, 50), (7, -1, 4, 100),
        ] as [(Int, Int, Int, Int)])
    func scores(cadence: Int, days: Int, recent: Int, score: Int) throws {
        let cadence = try #require(Cadence(days: cadence))
        #expect(Health.score(cadence: cadence, daysSince: days, recent: recent) == score)
    }

    @Test func whomOneNeverMetHasNone() throws {
        let cadence = try #require(Cadence(days: 30))
        #expect(Health.score(cadence: cadence, daysSince: nil, recent: 0) == 0)
    }

    /// Later is never better, and more is never worse.
    @Test func isMonotonic() throws {
        for days in [1, 7, 30, 365] {
            let cadence = try #require(Cadence(days: days))
            for recent in 0...5 {
                let scores = (0...2000).map { Health.score(cadence: cadence, daysSince: $0, recent: recent) }
                #expect(zip(scores, scores.dropFirst()).allSatisfy { $0 >= $1 })
                #expect(scores.allSatisfy { (0...100).contains($0) })
                #expect(Health.score(cadence: cadence, daysSince: 1, recent: recent + 1) >= scores[1])
            }
        }
    }

    @Test(arguments: [0, -1, 3661]) func cadencesHaveBounds(days: Int) {
        #expect(Cadence(days: days) == nil)
        #expect(Cadence(String(days)) == nil)
    }
}
