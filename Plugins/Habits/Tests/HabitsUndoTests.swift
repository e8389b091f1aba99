import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Habits

/// Plays random commands and imports, from a seed, and takes all of them back one by one.
@Suite struct HabitsUndoTests {
    private static let titles = ["Read", "Read aloud", "Walk", "Écrire"]

    /// All that a person can see: lists, single habits, search, and the file that an export gives.
    private func view(_ hub: TemporaryHub) throws -> [String] {
        let habits = try hub.items("habits list")
        let shown = try habits.map { try hub.run("habits show", ["record": #require($0["id"])]) }
        let found = try Self.titles.map { try hub.items("search", ["text": .list([.text($0)])]) }
        return try (habits + shown + found.flatMap { $0 }).map { DataValue.object($0).json } + [
            hub.export("habits")
        ]
    }

    private func newest(_ hub: TemporaryHub) throws -> DataValue? {
        try hub.items("history", ["limit": .integer(1)]).first?["id"]
    }

    @Test(arguments: [1, 2, 3])
    func randomWritesAreTakenBackExactly(seed: Int) throws {
        let hub = try TemporaryHub(modules: [habitsModule], formats: [CSVFileFormat()])
        // While it is held, the hub need not open the vault anew for each command.
        let session = try hub.session()
        defer { withExtendedLifetime(session) {} }
        // A linear congruential generator (Knuth, MMIX); its upper bits are random enough for a game.
        var state = UInt64(seed)
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var before: [(change: DataValue, view: [String])] = []
        var last = try newest(hub)
        for _ in 0..<40 {
            let view = try view(hub)
            try? play(random, hub)
            let change = try newest(hub)
            if let change, change != last {
                before.append((change, view))
                last = change
            } else {
                #expect(try self.view(hub) == view)
            }
        }
        try #require(before.count > 15)
        for (change, view) in before.reversed() {
            try hub.run("undo", ["change": change])
            #expect(try self.view(hub) == view)
        }
        #expect(try hub.items("habits list").isEmpty)
    }

    private func play(_ random: (Int) -> Int, _ hub: TemporaryHub) throws {
        let title = DataValue.text(Self.titles[random(Self.titles.count)])
        let record = DataValue.integer(Int64(random(8) + 1))
        let target = DataValue.integer(Int64(random(31) + 1))
        hub.clock.advance(seconds: 60)
        switch random(8) {
        case 0: try hub.run("habits add", ["title": title, "target": target])
        case 1: try hub.run("habits edit", ["record": record, "title": title])
        case 2: try hub.run("habits edit", ["record": record, "target": target])
        case 3: try hub.run("habits remove", ["record": record])
        case 4:
            try hub.importFile(
                TextFile("h.csv", "uid,title,days\r\nu\(random(3)),Walk,2026-03-0\(random(9) + 1)\r\n"))
        default: try hub.run("habits toggle", ["record": record, "day": .text("-\(random(5))d")])
        }
    }
}
