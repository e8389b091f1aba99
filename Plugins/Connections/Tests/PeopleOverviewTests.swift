import AtriumFormats
import AtriumSDK
import AtriumTesting
import GRDB
import Testing

@testable import Connections

@Suite struct PeopleOverviewTests {
    @Test(
        arguments: [
            ("1985-04-12", "2026-04-12", 41), ("--04-12", "2026-04-12", nil),
            ("1984-02-29", "2026-02-28", 42),
            ("1984-02-29", "2028-02-29", 44), ("2026-04-12", "2026-04-12", 0),
        ] as [(String, String, Int?)])
    func comesBackEachYear(date: String, day: String, years: Int?) throws {
        let day = try #require(LocalDate(iso: day))
        let found = PeopleOverview.occurrences(of: date, within: day...day)
        #expect(found.map(\.day) == [day])
        #expect(found.map(\.years) == [years])
    }

    @Test(arguments: ["1985-04", "1985", "---12", "--04", "spring", "2027-04-12"])
    func doesNotComeBack(date: String) throws {
        let hub = try TemporaryHub(modules: [connectionsModule])
        try hub.run(
            "connections add", ["name": .text("Ada"), "birthday": .text(date == "spring" ? "1985" : date)])
        for day in ["2026-04-12", "1985-04-12", "2026-04-01"] {
            #expect(try hub.items("today", ["day": .text(day)]).isEmpty, "\(day)")
        }
    }

    @Test func nobodyCongratulatesTheDead() throws {
        let hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat()])
        for (name, line) in [("Ada", "NOTE:x"), ("Max", "DEATHDATE:19900101")] {
            let card =
                "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:\(name)\r\nBDAY:19000412\r\nANNIVERSARY:19200412\r\n\(line)\r\nEND:VCARD\r\n"
            try hub.importFile(TextFile(name + ".vcf", card))
        }
        let titles = try hub.items("today", ["day": "1980-04-12"]).compactMap { $0["title"]?.textValue }
        #expect(titles.sorted() == ["Ada (60)", "Ada (80)"])
    }

    @Test(arguments: ["birthday", "anniversary"])
    func thoseOfADayAreFoundByAnIndex(column: String) throws {
        let plan = try TestVault().queue.read { db in
            try String.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN " + PeopleOverview.yearlySQL(column, namedDays: 2),
                arguments: ["04-12", "04-13"], adapter: SuffixRowAdapter(fromIndex: 3))
        }
        #expect(
            plan.first == "SEARCH p USING INDEX connections_person_by_\(column) (<expr>=?)", "\(plan)")
    }

    @Test func whoWaitsLongestIsFoundByTheDay() throws {
        let plan = try TestVault().queue.read { db in
            try String.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN " + Touch.quietSQL,
                arguments: ["day": "2025-01-01", "today": "2026-01-01", "cadence": "", "limit": 10],
                adapter: SuffixRowAdapter(fromIndex: 3))
        }
        #expect(
            plan.first == "SEARCH i USING COVERING INDEX connections_interaction_by_day (happened_on<?)")
        #expect(!plan.contains { $0.hasPrefix("SCAN") })
        #expect(!plan.contains("USE TEMP B-TREE FOR ORDER BY"))
    }

    /// The query by names of days, and the one over all, give the same.
    @Test func shortAndLongSpansAgree() throws {
        let vault = try TestVault()
        for (name, date) in [
            ("Ada", "1984-02-29"), ("Ben", "--02-28"), ("Cleo", "1990-12-31"), ("Dan", "1912-04"),
        ] {
            try vault.run("add", ["name": .text(name), "birthday": .text(date)])
        }
        let year = try #require(LocalDate(iso: "2027-01-01"))
        let (single, long) = try vault.queue.read { db in
            (
                try (0..<365).flatMap { offset in
                    let day = year.adding(days: offset)
                    return try PeopleOverview.yearlyEntries(on: day...day, db)
                },
                try PeopleOverview.yearlyEntries(on: year...year.adding(days: 364), db)
            )
        }
        #expect(single.map(\.title).sorted() == ["Ada (43)", "Ben", "Cleo (37)"])
        #expect(Set(single) == Set(long))
        #expect(single.count == long.count)
    }
}
