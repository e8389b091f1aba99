import GRDB
import Testing

@testable import Connections

/// The score of keeping in touch, point by point.
@Suite struct HealthTests {
    /// What the SQL gives for some numbers.
    private func scores(_ inputs: [(cadence: Int?, days: Int?, recent: Int)]) throws -> [Int?] {
        try DatabaseQueue().read { db in
            let statement = try db.makeStatement(
                sql: "SELECT "
                    + Health.scoreSQL(cadence: ":cadence", daysSince: ":days", recent: ":recent"))
            return try inputs.map { input in
                try Int?.fetchOne(
                    statement,
                    arguments: ["cadence": input.cadence, "days": input.days, "recent": input.recent]) ?? nil
            }
        }
    }

    @Test(
        arguments: [
            // cadence, days since the last interaction, days with one in the last four cadences, score
            (30, 0, 4, 100), (30, 30, 4, 100), (30, 30, 9, 100), (30, 1, 1, 70), (30, 1, 2, 80),
            (30, 1, 0, 60),
            (30, 60, 4, 50), (30, 90, 4, 25), (30, 60, 1, 35), (30, 45, 1, 49), (30, 3000, 0, 0),
            (1, 1, 4, 100), (1, 2, 2, 40), (3660, 3660, 4, 100), (3660, 7320, 4, 50), (7, -1, 4, 100),
        ] as [(Int, Int, Int, Int)])
    func scores(cadence: Int, days: Int, recent: Int, score: Int) throws {
        #expect(Cadence(days: cadence) != nil)
        #expect(try scores([(cadence, days, recent)]) == [score])
    }

    @Test func whomOneNeverMetHasNone() throws {
        #expect(try scores([(30, nil, 0)]) == [0])
    }

    @Test func whoHasNoCadenceHasNoHealth() throws {
        #expect(try scores([(nil, 3, 4), (nil, nil, 0)]) == [nil, nil])
    }

    /// Later is never better, and more is never worse.
    @Test func isMonotonic() throws {
        for days in [1, 7, 30, 365] {
            for recent in 0...5 {
                let scores = try scores((0...2000).map { (days, $0, recent) }).map { try #require($0) }
                #expect(zip(scores, scores.dropFirst()).allSatisfy { $0 >= $1 })
                #expect(scores.allSatisfy { (0...100).contains($0) })
                let more = try #require(try self.scores([(days, 1, recent + 1)]).first)
                #expect(try #require(more) >= scores[1])
            }
        }
    }

    @Test(arguments: [0, -1, 3661]) func cadencesHaveBounds(days: Int) {
        #expect(Cadence(days: days) == nil)
        #expect(Cadence(String(days)) == nil)
    }
}
