import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import SeededRandom
import Testing

@testable import AtriumHost

/// How wrong log-ins are slowed: a pure function of what is kept and the clock.
@Suite struct ThrottleTests {
    private static let all = [Throttle.account, .address, .device]

    /// What attempts that come as soon as they may wait for, one after another.
    private func waits(_ throttle: Throttle, count: Int) -> [Double] {
        var state = Throttle.State()
        var now = 1_000_000.0
        return (0..<count).map { _ in
            let wait = throttle.wait(state, now: now)
            now += wait
            state = throttle.counting(state, now: now)
            return wait.rounded()
        }
    }

    @Test func eachAttemptWaitsTwiceAsLongAsTheOneBefore() {
        #expect(
            waits(.account, count: 18)
                == [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 512, 900, 900])
        #expect(waits(.address, count: 22) == Array(repeating: 0, count: 20) + [1, 2])
        #expect(waits(.address, count: 400).max() == 60)
    }

    /// Whoever guesses for a year, as fast as is let through, gets through this often.
    @Test func aYearOfGuessingIsFewGuesses() {
        var state = Throttle.State()
        var now = 0.0
        var count = 0
        while now < 365 * 86_400 {
            now += Throttle.account.wait(state, now: now)
            state = Throttle.account.counting(state, now: now)
            count += 1
        }
        #expect(count < 366 * 97)
    }

    @Test func whatWasWrongIsForgottenWithTime() {
        let throttle = Throttle.account
        var state = Throttle.State()
        for _ in 0..<5 { state = throttle.counting(state, now: 0) }
        #expect(throttle.wait(state, now: 0) == 1)
        #expect(throttle.wait(state, now: 1) == 0)
        state = throttle.counting(state, now: 5 * throttle.recovery)
        #expect(state.level == 1)
    }

    /// Random attempts at random times, with a clock that also goes back.
    @Test(arguments: all)
    func nobodyWaitsLongerThanTheLongestDelay(throttle: Throttle) {
        var random = SeededGenerator(seed: 5)
        var state = Throttle.State()
        var now = 1_700_000_000.0
        for _ in 0..<20_000 {
            now += Double.random(in: -100...200, using: &random)
            state = state.clamped(to: now)
            let wait = throttle.wait(state, now: now)
            #expect(wait >= 0 && wait <= throttle.longestDelay)
            #expect(throttle.wait(state, now: now + wait) < 1e-6)
            if wait == 0 {
                let next = throttle.counting(state, now: now)
                #expect(next.level <= state.level + 1)
                #expect(throttle.wait(next, now: now) >= throttle.wait(state, now: now))
                state = next
            } else if Bool.random(using: &random) {
                now += wait
            }
            #expect(state.level >= 0)
        }
        let back = throttle.taking(back: throttle.counting(state, now: now), now: now)
        #expect(abs(back.level - throttle.level(state, now: now)) < 1e-9)
    }

    /// Where too many are known, those go that nobody has tried for longest, and not those that were first tried long ago.
    @Test func whatIsGuessedAtStaysKnown() throws {
        let hub = try TemporaryHub(modules: [], isEnabled: false)
        try hub.hub.accounts().write { db in
            let table = ThrottleTable(db: db, now: 0)
            _ = try table.begin([.name("first")])
            // As if as many names as are kept had been tried, but for one.
            try db.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                    INSERT INTO hub_throttle (key, level, updated_at)
                    SELECT CAST(printf('%032d', i) AS BLOB), 1, 0 FROM n
                    """, arguments: [ThrottleTable.maximumRows - 1])
            _ = try table.begin([.name("first")])
            _ = try table.begin([.name("last")])
            func isKnown(_ name: String) throws -> Bool {
                try Bool.fetchOne(
                    db, sql: "SELECT EXISTS (SELECT 1 FROM hub_throttle WHERE key = ?)",
                    arguments: [ThrottleTable.Subject.name(name).key]) ?? false
            }
            #expect(try isKnown("first"))
            #expect(try isKnown("last"))
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM hub_throttle") ?? 0
            #expect(count <= ThrottleTable.maximumRows)
        }
    }

    @Test(
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2::1", "20010db800010002/64"), ("2001:db8:1:2:ffff::9", "20010db800010002/64"),
            ("2001:db8:1:3::1", "20010db800010003/64"), ("no address", "no address"),
            (String(repeating: "x", count: 100), String(repeating: "x", count: 64)),
            ("a\u{1B}[31m\r\nb", "a[31mb"),
        ])
    func oneHouseholdIsOneAddress(text: String, network: String) {
        #expect(ClientAddress.network(text) == network)
    }
}
