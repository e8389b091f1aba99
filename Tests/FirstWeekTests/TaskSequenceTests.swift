import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import Ideas
import SeededRandom
import Tasks
import Testing
import Values

/// Sequences of the commands of tasks, ideas and values by lot, each from a seed of its own: what has to hold after every command.
///
/// `ATRIUM_RANDOM_CALLS` says how many calls are made, fifty in each sequence.
@Suite struct TaskSequenceTests {
    private static let calls = Int(ProcessInfo.processInfo.environment["ATRIUM_RANDOM_CALLS"] ?? "") ?? 1000
    private static let days = ["2026-03-02", "2026-03-03", "2026-03-04"]

    /// After each command: at most three of a day, one project that comes first, progress equal to the tasks.
    ///
    /// At the end all is undone, and the vault is empty.
    @Test(arguments: 0..<calls / 50) func whatHoldsAfterEveryCommand(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let hub = try TemporaryHub(
            modules: [tasksModule, ideasModule, valuesModule], formats: installedFormats)
        hub.clock.set(try #require(Timestamp.date("2026-03-02T08:00:00Z")))
        let session = try hub.session()
        var changes = 0
        for _ in 0..<50 {
            let (command, values) = Self.call(using: &generator)
            do {
                try hub.run(command, values)
                changes += 1
            } catch let error as AtriumError {
                #expect(error.code != .internal, "\(command): \(error)")
                // What no rule has refused, the tables must not have to.
                #expect(!error.message.contains("CHECK") && !error.message.contains("UNIQUE"), "\(command)")
            }
            try check(hub, after: command)
        }
        #expect(changes > 0)
        var undone = 0
        while (try? hub.run("undo")) != nil, undone < 200 { undone += 1 }
        for (list, values) in Self.lists { #expect(try hub.items(list, values).isEmpty, "\(list)") }
        withExtendedLifetime(session) {}
    }

    /// The lists that hold all that there is.
    private static let lists: [(String, DataObject)] = [
        ("tasks list", ["status": "all", "archived": true]), ("tasks projects list", ["archived": true]),
        ("ideas list", ["status": "all"]), ("values list", [:]), ("values dreams list", [:]),
    ]

    /// A command with an input, which may be refused.
    private static func call(using generator: inout SeededGenerator) -> (String, DataObject) {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        func task() -> DataValue { .integer(Int64(number(1...12))) }
        func few() -> DataValue { .integer(Int64(number(1...4))) }
        func day() -> DataValue { .text(days[number(0...2)]) }
        func coin() -> DataValue { .bool(number(0...1) == 0) }
        func name(_ word: String) -> DataValue { .text("\(word) \(number(1...9))") }
        switch number(0...35) {
        case 0...4:
            var values: DataObject = ["text": [name("Task")], "plain": true]
            if number(0...1) == 0 { values["planned"] = day() }
            if number(0...2) == 0 { values["top"] = true }
            if number(0...2) == 0 { values["project"] = few() }
            if number(0...3) == 0 { values["parent"] = task() }
            if number(0...3) == 0, values["planned"] != nil { values["repeat"] = "FREQ=DAILY;COUNT=3" }
            return ("tasks add", values)
        case 5: return ("tasks add", ["text": ["Call Ann tomorrow at 9, 2h, must-do #phone !! top"]])
        case 6:
            var values: DataObject = ["title": name("Project"), "tasks": ["One", "Two"], "priority": coin()]
            if number(0...1) == 0 { values["values"] = [few()] }
            if number(0...1) == 0 { values["idea"] = few() }
            return ("tasks projects add", values)
        case 7, 8: return ("tasks complete", ["record": task(), "keepSubtasks": coin()])
        case 9: return ("tasks reopen", ["record": task()])
        case 10: return ("tasks toggle", ["record": task()])
        case 11: return ("tasks cancel", ["record": task()])
        case 12: return ("tasks top", ["record": task(), "rank": .integer(Int64(number(1...3)))])
        case 13: return ("tasks top", ["record": task(), "off": true])
        case 14: return ("tasks plan-for", ["record": task(), "day": day()])
        case 15: return ("tasks reorder", ["day": day(), "records": [task(), task()]])
        case 16: return ("tasks move", ["record": task(), "before": task()])
        case 17: return ("tasks move", ["record": task(), "toProject": few()])
        case 18: return ("tasks move", ["record": task(), "parent": task()])
        case 19: return ("tasks log", ["record": task(), "minutes": .integer(Int64(number(1...90)))])
        case 20: return ("tasks edit", ["record": task(), "planned": day(), "tags": [name("tag")]])
        case 21: return ("tasks edit", ["record": task(), "clear": ["planned", "project"]])
        case 22: return ("tasks remove", ["record": task()])
        case 23: return ("tasks carry-over", [:])
        case 24: return ("tasks projects prioritize", ["record": few(), "off": coin()])
        case 25: return ("tasks projects archive", ["record": few(), "off": coin()])
        case 26: return ("tasks projects finish", ["record": few(), "leave": coin()])
        case 27: return ("tasks projects reorder", ["records": [few(), few()]])
        case 28: return ("tasks projects remove", ["record": few()])
        case 29: return ("ideas add", ["title": name("Idea"), "tags": [name("tag")]])
        case 30:
            return ("ideas vote", ["record": few(), "down": coin(), "by": .integer(Int64(number(1...9)))])
        case 31:
            return (number(0...1) == 0 ? "ideas remove" : "values remove", ["record": few()])
        case 32: return ("values add", ["title": name("Value")])
        case 33: return ("values dreams add", ["title": name("Dream"), "timeframe": "in 5 years"])
        case 34: return ("values dreams achieve", ["record": few(), "on": "2026-03-01"])
        default: return ("undo", [:])
        }
    }

    private func check(_ hub: TemporaryHub, after command: String) throws {
        for day in Self.days {
            let top = try hub.items("tasks today", ["day": .text(day), "group": "top"])
            #expect(top.count <= 3, "\(command)")
            #expect(Set(top.compactMap { $0["topRank"]?.integerValue }).count == top.count, "\(command)")
        }
        let all = try hub.items("tasks list", ["status": "all", "archived": true])
        let projects = try hub.items("tasks projects list", ["archived": true])
        for task in all {
            guard let title = task["parent"]?.textValue else { continue }
            let parents = all.filter { $0["title"] == .text(title) }
            #expect(parents.contains { $0["projectId"] == task["projectId"] }, "\(command)")
        }
        #expect(projects.count { $0["priority"] == true } <= 1, "\(command)")
        for project in projects {
            let tasks = try hub.items(
                "tasks list", ["project": project["id"] ?? .null, "status": "all", "archived": true]
            ).filter { $0["status"] != "cancelled" }
            let done = tasks.count { $0["status"] == "done" }
            let progress = tasks.isEmpty ? 0 : 100 * done / tasks.count
            #expect(project["progress"] == .integer(Int64(progress)), "\(command)")
            #expect(project["tasksTotal"] == .integer(Int64(tasks.count)), "\(command)")
        }
    }
}
