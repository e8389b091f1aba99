import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Connections

/// Merges that take values of the other person: the rule, and the command through a host.
@Suite struct MergeTakeTests {
    /// A value that a person has once: the field, two people's values, and the name of the custom field.
    struct Single: Sendable, CustomTestStringConvertible {
        let field: String
        let values: [DataValue]
        let noun: String
        var testDescription: String { field }

        init(_ field: String, _ first: DataValue, _ second: DataValue, _ noun: String) {
            (self.field, values, self.noun) = (field, [first, second], noun)
        }
    }

    private static let singles = [
        Single("name", "First", "Second", "name"), Single("kind", "org", "group", "kind"),
        Single("prefix", "Dr.", "Lady", "name prefix"), Single("given", "Ada", "Augusta", "given name"),
        Single("additional", "Byron", "Anne", "additional name"),
        Single("family", "Lovelace", "King", "family name"), Single("suffix", "FRS", "Jr.", "name suffix"),
        Single("phoneticGiven", "Ayda", "Owgusta", "phonetic given name"),
        Single("phoneticAdditional", "Byren", "Ann", "phonetic additional name"),
        Single("phoneticFamily", "Luvlace", "Keng", "phonetic family name"),
        Single("genderText", "she", "they", "gender text"), Single("metPlace", "London", "Bath", "met place"),
        Single("gender", "female", "other", "gender"),
        Single("birthday", "1815-12-10", "--12-10", "birthday"),
        Single("anniversary", "1835-07-08", "1835", "anniversary"),
        Single("metDate", "2024-05", "2025-06-07", "met date"),
        Single("cadenceDays", 7, 30, "cadence in days"),
    ]

    private let hub: TemporaryHub
    private let session: Session

    init() throws {
        hub = try TemporaryHub(
            modules: [connectionsModule], formats: [VCardFileFormat(), CSVFileFormat()])
        session = try hub.session()
    }

    // MARK: The fields

    @Test func theChoicesAreTheFieldsOfShowThatAPersonHasOnce() throws {
        let command = try #require(MergeCommand.merge.declaration.fields.first { $0.name == "take" })
        let expected = Self.singles.map(\.field) + ["birthdayText", "anniversaryText", "photo"]
        guard case .list(.choice(let words)) = command.type else {
            Issue.record("take is no list of choices")
            return
        }
        #expect(Set(words) == Set(expected) && words.count == expected.count)
        // In the order of `show`.
        #expect(words == PersonValue.fields.map(\.name).filter(words.contains))
        #expect(command.title(ofChoice: "phoneticGiven") == "Phonetic given")
    }

    @Test func anUnknownFieldIsRefused() throws {
        for name in ["First", "Second"] { try hub.run("connections add", ["name": .text(name)]) }
        let error = #expect(throws: AtriumError.self) {
            try hub.run("connections merge", ["record": 1, "other": 2, "take": ["emails"]])
        }
        #expect(error?.field == "take")
        #expect(try hub.items("connections list").count == 2)
    }

    private func addBoth() throws {
        for index in 0..<2 {
            var person = DataObject()
            for single in Self.singles { person[single.field] = single.values[index] }
            try hub.run("connections add", person)
        }
    }

    private func customFields(_ person: DataObject) -> [String: DataValue] {
        let fields = (person["customFields"]?.listValue ?? []).compactMap(\.objectValue)
        return Dictionary(
            uniqueKeysWithValues: fields.map { ($0["name"]?.textValue ?? "", $0["value"] ?? .null) })
    }

    private func text(_ value: DataValue) -> DataValue {
        value.integerValue.map { .text(String($0)) } ?? value
    }

    @Test(arguments: singles, [0, 1]) func aFieldIsTakenAndItsOwnValueKept(single: Single, own: Int) throws {
        try addBoth()
        let before = try session.contents()
        let (record, other) = (Int64(own + 1), Int64(2 - own))
        let result = try hub.run(
            "connections merge",
            ["record": .integer(record), "other": .integer(other), "take": [.text(single.field)]])
        let person = try hub.run("connections show", ["record": .integer(record)])
        let custom = customFields(person)
        for each in Self.singles {
            let isTaken = each.field == single.field
            let (stays, givesWay) = isTaken ? (1 - own, own) : (own, 1 - own)
            #expect(person[each.field] == each.values[stays], "\(each.field)")
            #expect(custom["Merged \(each.noun)"] == text(each.values[givesWay]), "\(each.field)")
        }
        let kept = (result["kept"]?.listValue ?? []).compactMap(\.objectValue)
        #expect(kept.count == Self.singles.count)
        let entry = kept.first { $0["field"]?.textValue == single.noun }
        #expect(entry?["value"] == text(single.values[own]))
        #expect(entry?["keptAs"] == .text("custom field “Merged \(single.noun)”"))
        #expect(try session.contradictions() == [])
        try hub.run("undo")
        #expect(try session.contents().difference(from: before) == [])
        #expect(try session.contradictions() == [])
    }

    @Test func allFieldsTogetherMakeTheFirstPersonTheSecond() throws {
        try addBoth()
        let second = try hub.run("connections show", ["record": 2])
        let take = PersonMerge.takeable.map { DataValue.text($0.name) }
        let result = try hub.run("connections merge", ["record": 1, "other": 2, "take": .list(take)])
        let person = try hub.run("connections show", ["record": 1])
        for field in PersonMerge.takeable {
            #expect(person[field.name] == second[field.name], "\(field.name)")
        }
        for single in Self.singles {
            #expect(
                customFields(person)["Merged \(single.noun)"] == text(single.values[0]), "\(single.field)")
        }
        #expect(result["name"] == "Second")
    }

    // MARK: The rule

    @Test func whatTheOtherPersonLacksStays() {
        var remaining = Person(kind: "org", displayName: "Ada")
        remaining.birthday = "1815-12-10"
        remaining.cadence = Cadence(days: 7)
        let merge = PersonMerge(
            Person(displayName: Person.unnamed, isNameDerived: true), into: remaining,
            taking: Set(PersonMerge.takeable.map(\.name)))
        #expect(merge.person == remaining)
        #expect(merge.kept.isEmpty)
    }

    @Test(arguments: ["birthday", "birthdayText"]) func aDayAndItsWordsAreOneValue(field: String) {
        var remaining = Person(displayName: "Ada")
        remaining.birthday = "1815-12-10"
        var merged = Person(displayName: "Ada")
        merged.birthday = "about 1815"
        let merge = PersonMerge(merged, into: remaining, taking: [field])
        #expect(merge.person.birthday == "about 1815")
        #expect(
            merge.person.details(.custom) == [
                Detail(.custom, "1815-12-10", qualifier: "Merged birthday")
            ])
    }

    @Test func aNameThatIsTakenIsGiven() {
        var remaining = Person(displayName: "Ada Lovelace", isNameDerived: true)
        remaining.name = PersonName(given: "Ada", family: "Lovelace")
        var merged = Person(displayName: "Augusta King", isNameDerived: true)
        merged.name = PersonName(given: "Augusta", family: "King")
        let derived = PersonMerge(merged, into: remaining, taking: ["name"])
        #expect(derived.person.displayName == "Augusta King" && !derived.person.isNameDerived)
        #expect(derived.person.name == remaining.name)
        #expect(Set(derived.kept.map(\.field)) == ["given name", "family name"])
        // A given name that gives way is kept.
        remaining.isNameDerived = false
        let given = PersonMerge(merged, into: remaining, taking: ["name"])
        #expect(given.person.displayName == "Augusta King" && !given.person.isNameDerived)
        #expect(given.kept.first?.detail == Detail(.custom, "Ada Lovelace", qualifier: "Merged name"))
    }

    @Test func aDerivedNameFollowsThePartsThatAreTaken() {
        var remaining = Person(displayName: "Ada Lovelace", isNameDerived: true)
        remaining.name = PersonName(given: "Ada", family: "Lovelace")
        var merged = Person(displayName: "Augusta King", isNameDerived: true)
        merged.name = PersonName(given: "Augusta", family: "King")
        let merge = PersonMerge(merged, into: remaining, taking: ["family"])
        #expect(merge.person.displayName == "Ada King" && merge.person.isNameDerived)
        #expect(Set(merge.kept.map(\.value)) == ["Lovelace", "Augusta"])
    }

    @Test func aLongValueThatGivesWayIsANote() {
        var remaining = Person(displayName: "Ada")
        remaining.metPlace = String(repeating: "far ", count: 2000)
        var merged = Person(displayName: "Ada")
        merged.metPlace = "London"
        let merge = PersonMerge(merged, into: remaining, taking: ["metPlace"])
        #expect(merge.person.metPlace == "London")
        #expect(
            merge.person.details(.note).map(\.value) == ["Merged met place: " + (remaining.metPlace ?? "")])
    }

    // MARK: Photos and files

    private static let black = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    private static let red = "R0lGODlhAQABAIAAAAAAAP8AACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=="

    private func file(_ uid: String, _ name: String, _ birthday: String, _ photo: String) -> TextFile {
        TextFile(
            "\(uid).vcf",
            """
            BEGIN:VCARD\r
            VERSION:3.0\r
            UID:\(uid)\r
            N:\(name);Ada;;;\r
            FN:Ada \(name)\r
            BDAY:\(birthday)\r
            PHOTO;ENCODING=b;TYPE=GIF:\(photo)\r
            END:VCARD\r

            """)
    }

    private var files: [TextFile] {
        [file("a", "Lovelace", "1815-12-10", Self.black), file("b", "King", "1815-12-11", Self.red)]
    }

    private func merge(_ remaining: String, take: DataValue) throws -> DataObject {
        try hub.run(
            "connections merge",
            ["record": .text(remaining), "other": remaining == "a" ? "b" : "a", "take": take])
    }

    private func photoHash(_ uid: String) throws -> DataValue? {
        try hub.run("connections show", ["record": .text(uid)])["photo"]?.objectValue?["sha256"]
    }

    @Test(arguments: ["a", "b"]) func thePhotoThatIsTakenStandsInFront(remaining: String) throws {
        for file in files { try hub.importFile(file) }
        let other = remaining == "a" ? "b" : "a"
        let (own, taken) = (try photoHash(remaining), try photoHash(other))
        let before = try session.contents()
        let result = try merge(remaining, take: ["photo"])
        let kept = (result["kept"]?.listValue ?? []).compactMap(\.objectValue)
        #expect(
            kept.filter { $0["field"] == "photo" } == [
                ["field": "photo", "value": .null, "keptAs": "an additional photo"]
            ])
        #expect(try photoHash(remaining) == taken)
        // The export has both, the photo that was taken first.
        let card = try hub.export("connections", format: .vcard).replacing("\r\n ", with: "")
        let photos = card.split(separator: "\r\n").filter { $0.hasPrefix("PHOTO") }
        let expected = remaining == "a" ? [Self.red, Self.black] : [Self.black, Self.red]
        #expect(photos.map { $0.split(separator: ":").last.map(String.init) } == expected)
        let back = try hub.importFile(TextFile("back.vcf", card))
        #expect((back.unchanged, back.added, back.conflicts) == (1, 0, 0))
        #expect(try photoHash(remaining) == taken)
        if try hub.items("history", ["limit": 1]).first?["command"] == "import" { try hub.run("undo") }
        try hub.run("undo")
        #expect(try session.contents().difference(from: before) == [])
        #expect(try photoHash(remaining) == own)
        #expect(try photoHash(other) == taken)
    }

    /// The next merge puts a photo in front of those that are further ones already.
    @Test func photosOfThreePeopleAreAllKept() throws {
        for file in files { try hub.importFile(file) }
        let white = "R0lGODdhAQABAA=="
        try hub.importFile(file("c", "Byron", "1815-12-12", white))
        _ = try merge("a", take: ["photo"])
        try hub.run("connections merge", ["record": "a", "other": "c", "take": ["photo"]])
        let card = try hub.export("connections", format: .vcard).replacing("\r\n ", with: "")
        let photos = card.split(separator: "\r\n").filter { $0.hasPrefix("PHOTO") }
        let contents = photos.compactMap { $0.split(separator: ":").last.map(String.init) }
        #expect(contents.first == white)
        #expect(contents.sorted() == [white, Self.black, Self.red].sorted())
    }

    @Test(arguments: ["a", "b"]) func filesOfBothChangeNothingAfterwards(remaining: String) throws {
        for file in files { try hub.importFile(file) }
        _ = try merge(remaining, take: ["name", "family", "birthday", "photo"])
        let before = try session.contents()
        for file in files {
            let report = try hub.importFile(file)
            #expect((report.unchanged, report.added, report.conflicts) == (1, 0, 0), "\(file.name)")
        }
        #expect(try session.contents().difference(from: before) == [])
        let person = try hub.run("connections show", ["record": .text(remaining)])
        #expect(person["name"] == (remaining == "a" ? "Ada King" : "Ada Lovelace"))
        #expect(person["birthday"] == (remaining == "a" ? "1815-12-11" : "1815-12-10"))
        // The same card as a new file, and both old files, find the person in another vault too.
        let restored = try hub.restored().hub
        let contents = try restored.session().contents()
        for file in files {
            let report = try restored.importFile(file)
            #expect((report.unchanged, report.added, report.conflicts) == (1, 0, 0), "\(file.name)")
        }
        #expect(try restored.session().contents().difference(from: contents) == [])
    }
}
