import AtriumSDK
import AtriumTesting
import SeededRandom
import Testing

@testable import AtriumHost

/// Plays random writes, from a seed, and takes all of them back: to the exact rows and the same search answers.
@Suite struct RandomUndoTests {
    /// What can be asked of a vault at one moment.
    private struct State: Equatable {
        let contents: VaultContents
        let answers: [DataValue]
    }

    private func state(_ session: Session) throws -> State {
        let search = try #require(try session.catalog().first { $0.path == ["search"] })
        return try State(
            contents: session.contents(),
            answers: RandomWrite.words.map { try session.run(search, values: ["text": .list([.text($0)])]) })
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func allWritesAreTakenBackOneByOne(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let hub = try TemporaryHub(modules: [WorkshopModule.module], formats: [LineFormat()])
        let session = try hub.session()
        var states: [(change: Int64, before: State)] = []
        var last = try newest(session)
        for _ in 0..<50 {
            let before = try state(session)
            try playOrBeRefused(&random, hub)
            let change = try newest(session)
            if change == last {
                #expect(try state(session) == before, "a write without a change set changed something")
            } else {
                states.append((try #require(change), before))
                last = change
            }
        }
        #expect(try session.contradictions() == [])
        try #require(states.count > 20)
        for (change, before) in states.reversed() {
            try hub.run("undo", ["change": .integer(change)])
            let found = try state(session)
            #expect(found.contents.difference(from: before.contents) == [], "change \(change)")
            #expect(found.answers == before.answers, "change \(change)")
        }
        #expect(try session.contents().rows["workshop_tool"] == nil)
        #expect(try session.contradictions() == [])
    }

    /// Undoes random changes that nothing stands on, and undoes undoes; the books must agree with the rows.
    @Test(arguments: [11, 12, 13] as [UInt64])
    func changesAndUndoesInAnyOrderLeaveNoContradiction(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let hub = try TemporaryHub(modules: [WorkshopModule.module], formats: [LineFormat()])
        let session = try hub.session()
        var undone = 0
        for _ in 0..<60 {
            let before = try session.contents()
            let last = try newest(session)
            do {
                if let last, random.next(3) == 0 {
                    try hub.run("undo", ["change": .integer(Int64(random.next(UInt64(last)) + 1))])
                    undone += 1
                } else {
                    try RandomWrite.play(random.next(UInt64(RandomWrite.kinds)), &random, hub)
                }
            } catch let error as AtriumError {
                #expect(error.code != .internal, "\(error)")
                #expect(try session.contents().difference(from: before) == [], "\(error)")
            }
        }
        #expect(try session.contradictions() == [])
        #expect(undone > 3)
    }

    private func newest(_ session: Session) throws -> Int64? {
        let history = try #require(try session.catalog().first { $0.path == ["history"] })
        let result = try session.run(history, values: ["limit": .integer(1)])
        return result.objectValue?["items"]?.listValue?.first?.objectValue?["id"]?.integerValue
    }

    /// Else the tests above could pass with a kind of write that is always refused.
    @Test func everyKindOfWriteIsDone() throws {
        var random = SeededGenerator(seed: 5)
        let hub = try TemporaryHub(modules: [WorkshopModule.module], formats: [LineFormat()])
        let session = try hub.session()
        defer { withExtendedLifetime(session) {} }
        var done: Set<UInt64> = []
        for _ in 0..<600 where done.count < RandomWrite.kinds {
            let kind = random.next(UInt64(RandomWrite.kinds))
            do {
                try RandomWrite.play(kind, &random, hub)
                done.insert(kind)
            } catch let error as AtriumError where error.code != .internal {}
        }
        #expect(done == Set(0..<UInt64(RandomWrite.kinds)))
    }

    /// One random write, which may be one that is refused: of a record that is not there, say.
    private func playOrBeRefused(_ random: inout SeededGenerator, _ hub: TemporaryHub) throws {
        do {
            try RandomWrite.play(random.next(UInt64(RandomWrite.kinds)), &random, hub)
        } catch let error as AtriumError where error.code != .internal {}
    }
}
