import AtriumSDK
import AtriumTesting
import SeededRandom
import Testing

@testable import AtriumHost

/// Random writes to a vault with the workshop.
enum RandomWrite {
    static let words = ["saw", "drill", "axe", "rasp", "blade", "handle", "Ångström", "loud"]

    /// How many kinds there are.
    static let kinds = 20

    /// A random write of a kind.
    static func play(_ kind: UInt64, _ random: inout SeededGenerator, _ hub: TemporaryHub) throws {
        let word = DataValue.text(words[Int(random.next(8))])
        let record = DataValue.integer(Int64(random.next(12) + 1))
        let tool: DataObject = ["record": record, "name": word]
        let tagged: DataObject = ["collection": .text("workshop"), "record": .text("\(random.next(12) + 1)")]
        func with(_ object: DataObject, _ name: String, _ value: DataValue) -> DataObject {
            var object = object
            object[name] = value
            return object
        }
        switch kind {
        case 0, 1, 2:
            try hub.run("workshop add", ["name": word, "weight": .decimal(Double(random.next(1000)) / 7)])
        case 3: try hub.run("workshop edit", with(tool, "weight", .decimal(Double(random.next(1000)) / 3)))
        case 4: try hub.run("workshop remove", ["record": record])
        case 5, 6: try hub.run("workshop fill", with(tool, "size", .integer(Int64(random.next(9)))))
        case 7: try hub.run("workshop replace-part", tool)
        case 8: try hub.run("workshop replace", tool)
        case 9: try hub.run("workshop move-all", ["name": word])
        case 10: try hub.run("workshop shelves remove", ["record": .integer(Int64(random.next(6) + 1))])
        case 11: try hub.run("workshop shelves replace", ["record": .integer(Int64(random.next(6) + 1))])
        case 12: try hub.run("tags add", with(tagged, "tags", .list([word])))
        case 13: try hub.run("tags remove", with(tagged, "tags", .list([word])))
        case 14:
            try hub.run("workshop merge", ["record": record, "other": .integer(Int64(random.next(12) + 1))])
        case 15, 16:
            try hub.run(
                "links add",
                [
                    "fromCollection": .text("workshop"), "fromRecord": .text("\(random.next(12) + 1)"),
                    "toCollection": .text("workshop"), "toRecord": .text("\(random.next(12) + 1)"),
                    "kind": word,
                ])
        case 17: try hub.run("links remove", ["id": .integer(Int64(random.next(8) + 1))])
        case 18:
            try hub.run(
                "settings set",
                [
                    "key": .text("first-weekday"),
                    "value": .text(["monday", "saturday", "sunday"][Int(random.next(3))]),
                ])
        default:
            let lines = (0..<3).map { _ in "u\(random.next(5))|\(words[Int(random.next(8))])\n" }
                .joined()
            try hub.importFile(TextFile("a.lines", "tools:\n" + lines))
        }
    }
}

extension SeededGenerator {
    /// A number from 0 to below a bound.
    mutating func next(_ bound: UInt64) -> UInt64 { next() % max(bound, 1) }
}
