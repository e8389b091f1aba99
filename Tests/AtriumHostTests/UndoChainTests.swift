import AtriumSDK
import AtriumTesting
import SeededRandom
import Testing

@testable import AtriumHost

/// One `undo` after the other, over whatever else was taken back before: it never gets stuck, and ends where all began.
@Suite struct UndoChainTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module], formats: [LineFormat()])
    }

    /// Takes back one change after the other, and gives their numbers.
    private func undoAll() throws -> [Int64] {
        var undone: [Int64] = []
        while undone.count < 200 {
            do {
                undone.append(try #require(try hub.run("undo")["undone"]?.integerValue))
            } catch let error as AtriumError where error.code == .notFound {
                #expect(error.message == "there is no change to undo")
                return undone
            }
        }
        return undone
    }

    /// Two tools come in, one of which is edited: changes 1 and 2; the rest goes by itself.
    struct Course: Sendable {
        let steps: [(command: String, values: DataObject)]
        let undone: [Int64]
    }

    private static func take(_ force: Bool) -> (command: String, values: DataObject) {
        ("imports undo", ["run": 1, "force": .bool(force)])
    }
    private static func undo(_ change: Int64) -> (command: String, values: DataObject) {
        ("undo", ["change": .integer(change)])
    }
    private static let courses = [
        Course(steps: [take(false)], undone: [3, 2, 1]),
        Course(steps: [take(true)], undone: [3, 2, 1]),
        Course(steps: [take(true), undo(3)], undone: [2, 1]),
        Course(steps: [take(true), undo(3), undo(4)], undone: [3, 2, 1]),
        Course(steps: [take(true), undo(3), undo(4), undo(5)], undone: [2, 1]),
        Course(steps: [take(false), take(true)], undone: [4, 3, 2, 1]),
        Course(steps: [take(false), take(true), undo(4)], undone: [3, 2, 1]),
        Course(steps: [take(false), take(true), undo(4), take(true)], undone: [6, 3, 2, 1]),
        Course(steps: [take(false), undo(2)], undone: [3, 1]),
    ]

    @Test(arguments: courses) func afterAnImportWasTakenBack(course: Course) throws {
        let before = try hub.session().contents()
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\nu2|Axe\n"))
        try hub.run("workshop edit", ["record": "Saw", "weight": 2])
        let edited = try hub.session().contents()
        for (command, values) in course.steps { try hub.run(command, values) }
        #expect(try hub.session().contradictions() == [])
        #expect(try undoAll() == course.undone)
        #expect(try hub.session().contents().difference(from: before) == [])
        #expect(try hub.session().contradictions() == [])
        #expect(edited != before)
    }

    @Test func whatIsTakenBackWholeIsNotTakenBackAgain() throws {
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\n"))
        try hub.run("imports undo", ["run": 1, "force": true])
        #expect(
            message { try hub.run("imports undo", ["run": 1, "force": true]) }
                == "change 1 (import) is already undone: see atrium history; to redo it, undo the change that undid it"
        )
        #expect(try hub.items("history").count == 2)
    }

    /// An undo that another undo of the same import stands on is not taken back under it.
    @Test func anUndoUnderAnotherIsRefused() throws {
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\n"))
        try hub.run("undo")
        try hub.run("undo", ["change": 2])
        try hub.run("undo")
        #expect(
            message { try hub.run("undo", ["change": 3]) }
                == "change 3 (undo) cannot be undone yet, because change 4 (undo) builds on it: undo change 4 first: atrium undo 4"
        )
        #expect(try hub.items("workshop list").isEmpty)
    }

    /// An import was taken back, and then by its number the one before: what stands on it goes first.
    @Test func afterChangesWereTakenBackOutOfOrder() throws {
        let before = try hub.session().contents()
        for name in ["Saw", "Big saw", "Rusty saw"] {
            try hub.importFile(TextFile("a.lines", "tools:\nu1|\(name)\n"))
        }
        try hub.run("imports undo", ["run": 3])
        try hub.run("undo", ["change": 2])
        #expect(try undoAll() == [5, 4, 3, 2, 1])
        #expect(try hub.session().contents().difference(from: before) == [])
    }

    /// Random writes of all kinds, undoes of any change, imports taken back with force and without; then everything.
    @Test(arguments: 21...28 as ClosedRange<UInt64>)
    func afterAnyUndoes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let session = try hub.session()
        let before = try session.contents()
        for _ in 0..<60 {
            let last = UInt64(try hub.items("history", ["limit": 1]).first?["id"]?.integerValue ?? 0)
            let kind = random.next(UInt64(RandomWrite.kinds) + 10)
            do {
                switch kind {
                case 20...22: try hub.run("undo", ["change": .integer(Int64(random.next(last) + 1))])
                case 23...26:
                    try hub.run(
                        "imports undo",
                        ["run": .integer(Int64(random.next(6) + 1)), "force": .bool(random.next(2) == 0)])
                case 27...:
                    let lines = (0..<3).map { _ in "u\(random.next(5))|Saw \(random.next(9))\n" }.joined()
                    try hub.importFile(TextFile("a.lines", "tools:\n|\(random.next(3))|\n|\n" + lines))
                default: try RandomWrite.play(kind, &random, hub)
                }
            } catch let error as AtriumError {
                #expect(error.code != .internal, "\(error)")
                if kind >= 20 { #expect([.conflict, .notFound].contains(error.code), "\(error)") }
            }
        }
        #expect(try session.contradictions() == [])
        #expect(try undoAll().count > 3)
        #expect(try session.contents().difference(from: before) == [])
        #expect(try session.contradictions() == [])
    }

    // MARK: - What others refer to

    /// The first to have a tag brings it; who had it too, if only for a while, comes back with it.
    @Test(arguments: [true, false]) func aTagGoesWithTheLastWhoHadIt(isTakenAway: Bool) throws {
        let before = try hub.session().contents()
        for name in ["Saw", "Axe"] { try hub.run("workshop add", ["name": .text(name)]) }
        func tag(_ command: String, _ tool: DataValue) throws {
            try hub.run("tags \(command)", ["collection": "workshop", "record": tool, "tags": ["red"]])
        }
        try tag("add", "Saw")
        try tag("add", "Axe")
        if isTakenAway { try tag("remove", "Axe") }
        let last = isTakenAway ? "5 (tags remove)" : "4 (tags add)"
        #expect(
            message { try hub.run("undo", ["change": 3]) }
                == "change 3 (tags add) cannot be undone yet, because change \(last) builds on it: "
                + "undo change \(last.prefix(1)) first: atrium undo \(last.prefix(1))")
        #expect(try undoAll() == (isTakenAway ? [5, 4, 3, 2, 1] : [4, 3, 2, 1]))
        #expect(try hub.session().contents().difference(from: before) == [])
    }

    /// A value that nobody else may have stands in the way of an undo, until what brought it back is undone.
    @Test func aUniqueValueComesBackToItsFirstOwner() throws {
        let before = try hub.session().contents()
        try hub.run("workshop shelves add", ["name": "Top"])
        try hub.session().execute("UPDATE workshop_shelf SET name = 'Low' WHERE id = 1")
        try hub.run("workshop shelves add", ["name": "Top"])
        #expect(
            message { try hub.run("undo", ["change": 2]) }
                == "change 2 (test) cannot be undone yet, because change 3 (workshop shelves add) builds on it: undo change 3 first: atrium undo 3"
        )
        try hub.session().execute("UPDATE workshop_shelf SET name = 'High' WHERE id = 2")
        try hub.run("undo", ["change": 2])
        #expect(try undoAll() == [5, 4, 3, 2, 1])
        #expect(try hub.session().contents().difference(from: before) == [])
    }

    /// Imports of one record, taken back from the first on: the first has brought nothing that the others do not stand on.
    @Test func importsAreTakenBackInTheOrderInWhichTheyCame() throws {
        let before = try hub.session().contents()
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\n"))
        let first = try hub.session().contents()
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Big saw\n"))
        let undone = try hub.run("imports undo", ["run": 1])
        #expect(undone["change"] == .null && undone["kept"]?.listValue?.count == 1)
        #expect(try hub.items("imports list").map { $0["inForce"] } == [true, true])
        try hub.run("imports undo", ["run": 2])
        #expect(try hub.session().contents().difference(from: first) == [])
        // The number of the one that changed nothing is not given again.
        #expect(try undoAll() == [4, 2, 1])
        #expect(try hub.session().contents().difference(from: before) == [])
    }

    /// What was removed cannot come back beside what came in its place.
    @Test func whatCameInThePlaceOfARemovedRecordStandsOnItsRemoval() throws {
        let before = try hub.session().contents()
        let file = TextFile("a.lines", "tools:\nu1|Saw\n")
        try hub.importFile(file)
        try hub.run("workshop remove", ["record": 1])
        try hub.importFile(file)
        #expect(throws: AtriumError.self) { try hub.run("imports undo", ["run": 1]) }
        #expect(
            message { try hub.run("undo", ["change": 2]) }
                == "change 2 (workshop remove) cannot be undone yet, because change 3 (import) builds on it: undo change 3 first: atrium undo 3"
        )
        #expect(try undoAll() == [3, 2, 1])
        #expect(try hub.session().contents().difference(from: before) == [])
    }

    // MARK: - By force

    /// What an undo has put back is edited afterwards: force is for what that undo had left.
    @Test func forceAfterAnUndoLeavesWhatThatHasPutBack() throws {
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\n"))
        try hub.importFile(TextFile("b.lines", "tools:\nu1|Big saw\nu2|Axe\n"))
        try hub.run("workshop edit", ["record": "Axe", "weight": 2])
        try hub.run("imports undo", ["run": 2])
        try hub.run("workshop edit", ["record": "Saw", "weight": 5])
        try hub.run("workshop fill", ["record": "Saw", "name": "blade", "size": 1])
        let rows = try hub.session().contents().rows
        #expect(try hub.run("imports undo", ["run": 2, "force": true])["kept"] == .list([]))
        let left = try hub.session().contents().rows
        #expect(left["workshop_tool"] == rows["workshop_tool"]?.filter { $0.contains("Saw") })
        for table in ["workshop_part", "workshop_screw"] { #expect(left[table] == rows[table]) }
        #expect(try undoAll().count == 7)
    }

    /// What later commands have taken from a record comes back, what they have added goes.
    @Test func forceLeavesTheRecordsAsTheyWereBefore() throws {
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\nu2|Axe\n"))
        for tool in ["Saw", "Axe"] as [DataValue] {
            try hub.run("workshop fill", ["record": tool, "name": "blade", "size": 1])
        }
        let before = try hub.session().contents()
        var request = ImportRequest(files: [("b.lines", TextFile("b.lines", "tools:\nu1|Big saw\n"))])
        request.onConflict = .replace
        #expect(try hub.session().importFiles(request).files.map(\.updated) == [1])
        let imported = try hub.session().contents()
        try hub.run("workshop replace-part", ["record": "Big saw", "name": "blade"])
        try hub.run("workshop fill", ["record": "Big saw", "name": "handle", "size": 3])
        try hub.run("imports undo", ["run": 2, "force": true])
        #expect(try hub.session().contents().difference(from: before) == [])
        try hub.run("undo")
        try hub.run("undo")
        try hub.run("undo")
        #expect(try hub.session().contents().difference(from: imported) == [])
    }

    /// Texts that became no record belong to their import alone.
    @Test(
        arguments: [
            ("undo", ["change": 1]), ("imports undo", ["run": 1]),
            ("imports undo", ["run": 1, "force": true]),
        ]
            as [(String, DataObject)])
    func importsDoNotShareTextsOfNoRecord(command: String, values: DataObject) throws {
        try hub.importFile(TextFile("a.lines", "tools:\nu1|Saw\n|\n"))
        let rows = try hub.session().contents().rows
        try hub.importFile(TextFile("b.lines", "tools:\nu2|Axe\n||\n"))
        let all = try hub.session().contents().rows
        #expect(all["host_source_item"]?.count == 4)
        let undone = try hub.run(command, values)
        #expect(undone["kept"] ?? .list([]) == .list([]))
        let left = try hub.session().contents().rows
        for table in ["host_source_item", "host_source_container", "host_source_file", "workshop_tool"] {
            #expect(left[table] == all[table]?.filter { rows[table]?.contains($0) == false }, "\(table)")
        }
    }
}
