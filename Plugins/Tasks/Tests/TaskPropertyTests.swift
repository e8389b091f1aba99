import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import SeededRandom
import Testing

@testable import Tasks

/// Sequences of commands by lot, each from a seed of its own: what has to hold after every one of them.
@Suite struct TaskPropertyTests {
    private static let days = ["2026-03-02", "2026-03-03", "2026-03-04"]

    /// After each command: at most three of a day, one project that comes first, progress equal to the tasks.
    ///
    /// At the end all is undone, and the vault is empty.
    @Test(arguments: 0..<20) func whatHoldsAfterEveryCommand(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let hub = try TemporaryHub(modules: [tasksModule], formats: [CSVFileFormat()])
        var changes = 0
        for _ in 0..<50 {
            let (command, values) = Self.call(using: &generator)
            do {
                try hub.run(command, values)
                changes += 1
            } catch let error as AtriumError {
                #expect(error.code != .internal, "\(command): \(error)")
            }
            try check(hub, after: command)
        }
        #expect(changes > 4)
        while try !hub.items("tasks list", ["status": "all", "archived": true]).isEmpty
            || !hub.items("tasks projects list", ["archived": true]).isEmpty
        {
            try hub.run("undo")
        }
    }

    /// A command with an input, which may be refused.
    private static func call(using generator: inout SeededGenerator) -> (String, DataObject) {
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
        func task() -> DataValue { .integer(Int64(number(1...12))) }
        func project() -> DataValue { .integer(Int64(number(1...4))) }
        func day() -> DataValue { .text(days[number(0...2)]) }
        switch number(0...19) {
        case 0...3:
            var values: DataObject = ["text": [.text("Task \(number(1...99))")], "plain": true]
            if number(0...1) == 0 { values["planned"] = day() }
            if number(0...2) == 0 { values["top"] = true }
            if number(0...2) == 0 { values["project"] = project() }
            if number(0...3) == 0 { values["parent"] = task() }
            if number(0...3) == 0, values["planned"] != nil { values["repeat"] = "FREQ=DAILY;COUNT=3" }
            return ("tasks add", values)
        case 4:
            return (
                "tasks projects add", ["title": .text("Project \(number(1...9))"), "tasks": ["One", "Two"]]
            )
        case 5, 6: return ("tasks complete", ["record": task()])
        case 7: return ("tasks reopen", ["record": task()])
        case 8: return ("tasks cancel", ["record": task()])
        case 9: return ("tasks top", ["record": task(), "rank": .integer(Int64(number(1...3)))])
        case 10: return ("tasks top", ["record": task(), "off": true])
        case 11: return ("tasks plan-for", ["record": task(), "day": day()])
        case 12: return ("tasks reorder", ["day": day(), "records": [task(), task()]])
        case 13: return ("tasks move", ["record": task(), "before": task()])
        case 14: return ("tasks move", ["record": task(), "toProject": project()])
        case 15: return ("tasks projects prioritize", ["record": project()])
        case 16: return ("tasks projects archive", ["record": project(), "off": .bool(number(0...1) == 0)])
        case 17: return ("tasks projects finish", ["record": project(), "leave": .bool(number(0...1) == 0)])
        case 18: return (number(0...1) == 0 ? "tasks remove" : "tasks projects remove", ["record": project()])
        default: return (number(0...1) == 0 ? "tasks carry-over" : "undo", [:])
        }
    }

    private func check(_ hub: TemporaryHub, after command: String) throws {
        for day in Self.days {
            let top = try hub.items("tasks today", ["day": .text(day), "group": "top"])
            #expect(top.count <= 3, "\(command)")
            #expect(Set(top.compactMap { $0["topRank"]?.integerValue }).count == top.count, "\(command)")
        }
        let projects = try hub.items("tasks projects list", ["archived": true])
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
