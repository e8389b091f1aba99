import AtriumSDK
import AtriumTesting
import Testing

@testable import AtriumHost

/// A request with a key is done once, however often it comes.
@Suite struct RequestKeyTests {
    private let hub: TemporaryHub
    private let session: Session

    init() throws {
        hub = try TemporaryHub(modules: [WorkshopModule.module])
        session = try hub.session()
    }

    private func ask(_ command: String, _ values: DataObject, key: String?) throws -> CommandOutcome {
        let entry = try #require(try session.entry(command))
        return try session.run(entry) {
            var input = CommandInput(values)
            input.requestKey = key
            return input
        }
    }

    private func tools() throws -> Int { try hub.items("workshop list").count }

    @Test func anAdditionIsMadeOnce() throws {
        let first = try ask("workshop add", ["name": .text("Saw")], key: "k")
        let second = try ask("workshop add", ["name": .text("Saw")], key: "k")
        #expect(!first.isRepeat && second.isRepeat)
        #expect(first.change != nil && second.change == first.change)
        #expect(first.record == first.value.objectValue?["id"]?.integerValue)
        #expect(second.record == first.record)
        #expect(second.value.isNull)
        #expect(try tools() == 1)
        #expect(try hub.items("history").filter { $0["command"] == .text("workshop add") }.count == 1)
    }

    @Test func anotherKeyIsAnotherRequest() throws {
        for key in ["a", "b", nil, nil] { _ = try ask("workshop add", ["name": .text("Saw")], key: key) }
        #expect(try tools() == 4)
    }

    @Test func aRequestThatFailedCanBeMadeAgain() throws {
        #expect(throws: AtriumError.self) { try ask("workshop add", ["name": .text("")], key: "k") }
        #expect(try !ask("workshop add", ["name": .text("Saw")], key: "k").isRepeat)
        #expect(try tools() == 1)
    }

    /// What was removed is not there any more, and the repeat is no error.
    @Test func aRemovalIsDoneOnce() throws {
        _ = try ask("workshop add", ["name": .text("Saw")], key: nil)
        let first = try ask("workshop remove", ["record": .text("Saw")], key: "k")
        let second = try ask("workshop remove", ["record": .text("Saw")], key: "k")
        #expect(second.isRepeat && second.change == first.change)
    }

    /// Undo takes back what was done, not that it was asked for.
    @Test func aRequestIsDoneOnceAlsoWhereItWasTakenBack() throws {
        let added = try ask("workshop add", ["name": .text("Saw")], key: "k")
        let change = try #require(added.change)
        let undone = try ask("undo", ["change": .integer(change)], key: "u")
        #expect(undone.change != nil)
        #expect(try ask("workshop add", ["name": .text("Saw")], key: "k").isRepeat)
        #expect(try ask("undo", ["change": .integer(change)], key: "u").isRepeat)
        #expect(try tools() == 0)
    }

    @Test func settingsHaveChanges() throws {
        let set = try ask("settings set", ["key": .text("theme"), "value": .text("dark")], key: "k")
        #expect(set.change != nil)
        #expect(try ask("settings set", ["key": .text("theme"), "value": .text("dark")], key: "k").isRepeat)
    }

    /// A secret is given once; the repeat says only that it was made.
    @Test func aTokenIsMadeOnce() throws {
        let first = try ask("tokens add", ["name": .text("phone")], key: "k")
        #expect(first.value.objectValue?["token"]?.textValue?.hasPrefix("atr_") == true)
        #expect(first.change == nil)
        let second = try ask("tokens add", ["name": .text("phone")], key: "k")
        #expect(second.isRepeat && second.value.isNull)
        #expect(try hub.items("tokens list").count == 1)
    }

    @Test(arguments: ["enable", "disable"]) func aModuleIsSwitchedOnce(way: String) throws {
        #expect(try !ask("modules \(way)", ["id": .text("workshop")], key: "k").isRepeat)
        #expect(try ask("modules \(way)", ["id": .text("workshop")], key: "k").isRepeat)
    }

    /// What is no transaction of its own keeps its key before it begins, and forgets it where it fails.
    @Test func aSwitchThatFailsCanBeTriedAgain() throws {
        for _ in 0..<2 {
            #expect { try ask("modules enable", ["id": .text("nothing")], key: "k") } throws: {
                ($0 as? AtriumError)?.code == .notFound
            }
        }
    }

    @Test func oldKeysAreForgotten() throws {
        _ = try ask("workshop add", ["name": .text("Saw")], key: "k")
        hub.clock.advance(days: 31)
        _ = try ask("workshop add", ["name": .text("Axe")], key: "other")
        #expect(try !ask("workshop add", ["name": .text("Saw")], key: "k").isRepeat)
        #expect(try tools() == 3)
    }
}
