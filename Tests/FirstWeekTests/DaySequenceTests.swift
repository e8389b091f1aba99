import AtriumHost
import AtriumSDK
import AtriumTesting
import Calendar
import Foundation
import SeededRandom
import Tasks
import Testing

/// Sequences of the commands about blocks, plans and events by lot, each from a seed of its own: what has to hold after every command.
///
/// The days are those on which the clocks of three zones are put forward or back. `ATRIUM_RANDOM_CALLS` says how many calls are made,
/// fifty in each sequence.
@Suite struct DaySequenceTests {
    private static let calls = Int(ProcessInfo.processInfo.environment["ATRIUM_RANDOM_CALLS"] ?? "") ?? 1000
    private static let places: [(zone: String, day: String)] = [
        ("Europe/Vienna", "2026-03-29"), ("Europe/Vienna", "2026-10-25"), ("America/New_York", "2026-03-08"),
        ("Australia/Lord_Howe", "2026-04-05"), ("America/New_York", "2026-11-01"),
        ("Asia/Kathmandu", "2026-05-01"),
    ]

    /// After each command: no two blocks meet, none is put on an event that is known, and all are of a length that can be.
    ///
    /// At the end all is undone, and the vault is empty.
    @Test(arguments: 0..<calls / 50) func whatHoldsAfterEveryCommand(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let place = Self.places[seed % Self.places.count]
        let zone = try #require(TimeZone(identifier: place.zone))
        let hub = try TemporaryHub(
            modules: [tasksModule, calendarModule], formats: installedFormats, timeZone: zone)
        let first = try #require(LocalDate(iso: place.day))
        hub.clock.set(first.start(in: zone).addingTimeInterval(5 * 3600))
        let session = try hub.session()
        try hub.run("settings set", ["key": "tasks.day-start", "value": "00:00"])
        try hub.run("settings set", ["key": "tasks.day-end", "value": "24:00"])
        var met = try Self.meetings(hub, first)
        for _ in 0..<50 {
            let (command, values) = Self.call(first, using: &generator)
            let isOfCalendar = command.hasPrefix("calendar")
            var isDone = false
            do {
                try hub.run(command, values)
                isDone = true
                if command == "tasks plan" {
                    let again = try hub.run(command, values)
                    #expect(again["removed"] == [], "the same plan moves blocks")
                }
            } catch let error as AtriumError {
                #expect(error.code != .internal, "\(command): \(error)")
                #expect(
                    !error.message.contains("CHECK") && !error.message.contains("UNIQUE"),
                    "\(command): \(error)")
            }
            try check(hub, after: command, first)
            // An event may come into the way of a block; nothing else makes the two meet.
            let now = try Self.meetings(hub, first)
            if !isOfCalendar, command != "undo", isDone {
                #expect(
                    now.isSubset(of: met),
                    "\(command) \(values.entries.map { "\($0.name)=\($0.value.json)" })")
            }
            met = now
        }
        var undone = 0
        while (try? hub.run("undo")) != nil, undone < 400 { undone += 1 }
        for list in ["tasks list", "tasks blocks list", "calendar list"] {
            #expect(try hub.items(list).isEmpty, "\(list)")
        }
        withExtendedLifetime(session) {}
    }

    /// A command with an input, which may be refused.
    private static func call(
        _ first: LocalDate, using generator: inout SeededGenerator
    ) -> (String, DataObject) {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        func few() -> DataValue { .integer(Int64(number(1...6))) }
        func day() -> DataValue { .text(first.adding(days: number(0...1)).description) }
        func time() -> DataValue {
            let day = first.adding(days: number(0...1)).description
            return .text("\(day)T\(two(number(0...23))):\(two(number(0...11) * 5))")
        }
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        func coin() -> DataValue { .bool(number(0...1) == 0) }
        switch number(0...16) {
        case 0, 1:
            return (
                "tasks add",
                [
                    "text": [.text("Task \(number(1...99))")], "plain": true, "planned": day(),
                    "kind": number(0...2) == 0 ? "flexible" : "must-do",
                    "estimate": .integer(Int64(number(1...400))),
                    "due": number(0...2) == 0 ? time() : .null,
                ]
            )
        case 2, 3:
            return (
                "tasks blocks add",
                [
                    "title": .text("Block \(number(1...99))"), "start": time(),
                    "minutes": .integer(Int64(number(15...240))), "push": coin(),
                ]
            )
        case 4: return ("tasks blocks add", ["task": few(), "start": time(), "push": coin()])
        case 5, 6:
            return ("tasks blocks move", ["record": few(), "to": time(), "push": coin(), "exact": coin()])
        case 7:
            return (
                "tasks blocks resize",
                ["record": few(), "minutes": .integer(Int64(number(10...300))), "push": coin()]
            )
        case 8: return ("tasks blocks resize", ["record": few(), "start": time()])
        case 9: return ("tasks blocks swap", ["record": few(), "other": few()])
        case 10:
            return (
                "tasks blocks \(["lock", "unlock", "undone", "remove"][number(0...3)])", ["record": few()]
            )
        case 11:
            return ("tasks blocks done", ["record": few(), "until": number(0...1) == 0 ? time() : .null])
        case 12, 13: return ("tasks plan", ["day": day(), "flexible": coin(), "keep": coin()])
        case 14:
            return (
                "calendar add",
                ["summary": "Event", "start": time(), "duration": .text("PT\(number(15...180))M")]
            )
        case 15: return ("tasks complete", ["record": few()])
        default: return ("undo", [:])
        }
    }

    private struct Taken {
        let id: Int64
        let start: Date
        let end: Date
        func meets(_ other: Taken) -> Bool { start < other.end && other.start < end }
    }

    private static func taken(_ item: DataObject) throws -> Taken {
        Taken(
            id: try #require(item["id"]?.integerValue),
            start: try #require(item["startsAt"]?.textValue.flatMap(Timestamp.date)),
            end: try #require(item["endsAt"]?.textValue.flatMap(Timestamp.date)))
    }

    /// Which blocks that are not done meet which events.
    private static func meetings(_ hub: TemporaryHub, _ first: LocalDate) throws -> Set<[Int64]> {
        let events = try hub.items(
            "calendar agenda",
            [
                "from": .text(first.adding(days: -1).description),
                "to": .text(first.adding(days: 3).description),
            ]
        ).map(taken)
        let blocks = try hub.items("tasks blocks list", ["limit": 500]).filter { $0["state"] != "done" }.map(
            taken)
        return Set(blocks.flatMap { block in events.filter(block.meets).map { [block.id, $0.id] } })
    }

    private func check(_ hub: TemporaryHub, after command: String, _ first: LocalDate) throws {
        let blocks = try hub.items("tasks blocks list", ["limit": 500])
        for block in blocks {
            #expect((15...1440).contains(block["minutes"]?.integerValue ?? 0), "\(command): \(block)")
        }
        let spans = try blocks.map(Self.taken).sorted { $0.start < $1.start }
        for (one, next) in zip(spans, spans.dropFirst()) {
            #expect(!one.meets(next), "after \(command) blocks \(one.id) and \(next.id) meet")
        }
        let day = try hub.run("tasks day", ["day": .text(first.description)])
        #expect(day["drawing"]?.textValue?.split(separator: "\n").allSatisfy { $0.count <= 76 } == true)
    }
}
