import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import SeededRandom
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

    @Test(arguments: [1, 2, 3] as [UInt64])
    func randomWritesAreTakenBackExactly(seed: UInt64) throws {
        let hub = try TemporaryHub(modules: [habitsModule], formats: [CSVFileFormat()])
        // While it is held, the hub need not open the vault anew for each command.
        let session = try hub.session()
        defer { withExtendedLifetime(session) {} }
        var random = SeededGenerator(seed: seed)
        var done: Set<Int> = []
        var before: [(change: DataValue, view: [String])] = []
        var last = try newest(hub)
        for number in 0..<56 {
            let view = try view(hub)
            let kind = number % 8
            do {
                try play(kind, &random, hub)
                done.insert(kind)
            } catch let error as AtriumError where error.code != .internal {
                // A record that is not there, or a title that is taken.
            }
            let change = try newest(hub)
            if let change, change != last {
                before.append((change, view))
                last = change
            } else {
                #expect(try self.view(hub) == view)
            }
        }
        try #require(before.count > 15)
        #expect(done == Set(0...7))
        for (change, view) in before.reversed() {
            try hub.run("undo", ["change": change])
            #expect(try self.view(hub) == view)
        }
        #expect(try hub.items("habits list").isEmpty)
    }

    private func play(_ kind: Int, _ random: inout SeededGenerator, _ hub: TemporaryHub) throws {
        let title = DataValue.text(random.pick(Self.titles))
        let record = DataValue.integer(Int64(random.int(1...4)))
        let target = DataValue.integer(Int64(random.int(1...31)))
        hub.clock.advance(seconds: 60)
        switch kind {
        case 0: try hub.run("habits add", ["title": title, "target": target])
        case 1: try hub.run("habits edit", ["record": record, "title": title])
        case 2: try hub.run("habits edit", ["record": record, "target": target])
        case 3: try hub.run("habits remove", ["record": record])
        case 4:
            let row = "u\(random.int(0...2)),Walk,2026-03-0\(random.int(1...9))"
            try hub.importFile(TextFile("h.csv", "uid,title,days\r\n\(row)\r\n"))
        case 5:
            try hub.run(
                "habits log",
                [
                    "record": record, "day": .text("-\(random.int(0...4))d"),
                    "note": .text("note \(random.int(0...9))"),
                ])
        case 6:
            let times = DataValue.integer(Int64(random.int(1...7)))
            try hub.run("habits edit", ["record": record, "timesAWeek": times, "color": .text("teal")])
        default:
            try hub.run("habits toggle", ["record": record, "day": .text("-\(random.int(0...4))d")])
        }
    }
}
