import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import SeededRandom
import Testing

@testable import Connections

/// Joining two people: the rule, and the command through a host.
@Suite struct MergeTests {
    // MARK: The rule

    @Test func listsAreUnitedWithoutRepeats() {
        var remaining = Person(displayName: "Ada")
        remaining.details = [
            Detail(.email, "ada@example.org", types: ["home"], preference: 1),
            Detail(.phone, "+43 664 1234567", label: "Mine"), Detail(.note, "One"),
        ]
        remaining.addresses = [PostalAddress(street: "Main Road 1", locality: "Dunmere")]
        var merged = Person(displayName: "Ada")
        merged.details = [
            Detail(.email, "ADA@example.org", label: "Post", types: ["HOME", "work"]),
            Detail(.email, "lab@example.org", preference: 1), Detail(.phone, "0664/1234567", label: "Hers"),
            Detail(.phone, "0664/1234567,12"), Detail(.note, "Two"),
        ]
        merged.addresses = [
            PostalAddress(street: "MAIN ROAD 1", locality: "Dunmere", types: ["home"]),
            PostalAddress(locality: "Brigg"),
        ]
        let merge = PersonMerge(merged, into: remaining)
        #expect(
            merge.person.details(.email) == [
                Detail(.email, "ada@example.org", label: "Post", types: ["home", "work"], preference: 1),
                Detail(.email, "lab@example.org"),
            ])
        #expect(
            merge.person.details(.phone) == [
                Detail(.phone, "+43 664 1234567", label: "Mine"), Detail(.phone, "0664/1234567,12"),
            ])
        #expect(merge.person.details(.note).map(\.value) == ["One", "Two"])
        #expect(
            merge.person.addresses == [
                PostalAddress(street: "Main Road 1", locality: "Dunmere", types: ["home"]),
                PostalAddress(locality: "Brigg"),
            ])
        // A label that differs is a value that differs.
        #expect(
            merge.person.details(.custom) == [
                Detail(.custom, "Hers", qualifier: "Merged label of 0664/1234567")
            ])
        #expect(merge.kept.map(\.field) == ["label of 0664/1234567"])
    }

    @Test func whatAPersonHasOnceIsFilledOrKeptAside() {
        var remaining = Person(displayName: "Ada Lovelace")
        remaining.name = PersonName(given: "Ada", family: "Lovelace")
        remaining.birthday = "--12-10"
        remaining.gender = .female
        var merged = Person(kind: "org", displayName: "Augusta King")
        merged.name = PersonName(prefix: "Lady", given: "Augusta", family: "Lovelace")
        merged.birthday = "1815-12-10"
        merged.gender = .other
        merged.metPlace = String(repeating: "far ", count: 2000)
        let merge = PersonMerge(merged, into: remaining)
        #expect(merge.person.displayName == "Ada Lovelace")
        #expect(merge.person.name == PersonName(prefix: "Lady", given: "Ada", family: "Lovelace"))
        #expect(merge.person.birthday == "--12-10")
        #expect(merge.person.kind == "org")
        #expect(merge.person.metPlace == merged.metPlace)
        #expect(
            merge.person.details(.custom) == [
                Detail(.custom, "1815-12-10", qualifier: "Merged birthday"),
                Detail(.custom, "other", qualifier: "Merged gender"),
                Detail(.custom, "Augusta", qualifier: "Merged given name"),
                Detail(.custom, "Augusta King", qualifier: "Merged name"),
            ])
        #expect(Set(merge.kept.map(\.field)) == ["name", "given name", "birthday", "gender"])
        // Once more: what is kept already is not kept again.
        var again = merged
        again.metPlace = String(repeating: "near ", count: 2000)
        let second = PersonMerge(again, into: merge.person)
        #expect(second.kept.map(\.field) == ["met place"])
        #expect(second.person.details(.note).map(\.value) == ["Merged met place: " + (again.metPlace ?? "")])
    }

    @Test func aGivenNameStandsBeforeADerivedOne() {
        var remaining = Person(displayName: "ada@example.org", isNameDerived: true)
        remaining.details = [Detail(.email, "ada@example.org")]
        let named = PersonMerge(Person(displayName: "Ada"), into: remaining).person
        #expect(named.displayName == "Ada" && !named.isNameDerived)
        var other = Person(displayName: "Ada Lovelace", isNameDerived: true)
        other.name = PersonName(given: "Ada", family: "Lovelace")
        let derived = PersonMerge(other, into: remaining)
        #expect(derived.person.displayName == "Ada Lovelace" && derived.person.isNameDerived)
        #expect(derived.kept.isEmpty)
    }

    // MARK: Through a host

    private let hub: TemporaryHub
    private let session: Session

    init() throws {
        hub = try TemporaryHub(
            modules: [connectionsModule], formats: [VCardFileFormat(), CSVFileFormat()])
        session = try hub.session()
    }

    private static let other = """
        BEGIN:VCARD\r
        VERSION:3.0\r
        UID:ada-2\r
        N:Lovelace;Augusta Ada;;;\r
        FN:Augusta Ada Lovelace\r
        EMAIL;TYPE=INTERNET;X-SLOT=7:ADA@example.org\r
        EMAIL;TYPE=INTERNET;X-SLOT=8:countess@example.com\r
        TEL;TYPE=WORK:020 7946 0000\r
        item1.TEL;X-SLOT=9:+44 20 7946 0111\r
        item1.X-ABLabel:Club\r
        BDAY:1815-12-10\r
        CATEGORIES:maths,History\r
        KEY;ENCODING=b:AQIDBA==\r
        X-APPLE-SECRET:kept in the source\r
        X-SHOE-SIZE:39\r
        PHOTO;ENCODING=b;TYPE=GIF:R0lGODlhAQABAIAAAAAAAP8AACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==\r
        END:VCARD\r

        """

    private func importBoth() throws {
        try hub.importFile(TextFile("apple.vcf", content: try Fixture.bytes("apple.vcf")))
        try hub.importFile(TextFile("other.vcf", Self.other))
    }

    @Test func theExportOfMergedCardsHasTheValuesOfBoth() throws {
        try importBoth()
        let result = try hub.run("connections merge", ["record": "ada-1", "other": "ada-2"])
        #expect(result["mergedUid"] == "ada-2")
        #expect(result["sources"] == 1)
        #expect(result["attachments"] == 1)
        let kept = result["kept"]?.listValue?.compactMap { $0.objectValue?["field"]?.textValue } ?? []
        #expect(Set(kept) == ["name", "given name", "birthday", "photo"])
        let card = try hub.export("connections", format: .vcard)
        #expect(card.matches(of: /BEGIN:VCARD/).count == 1)
        for text in [
            "UID:ada-1", "FN:Dr. Ada King Lovelace FRS", "ada@example.org", "lab@example.org",
            "X-SLOT=8:countess@example.com", "+44 20 7946 0000", "X-SLOT=9:+44 20 7946 0111", "Club",
            "KEY;ENCODING=b:AQIDBA==", "X-APPLE-SECRET:kept in the source", "X-SHOE-SIZE:38",
            "X-SHOE-SIZE:39",
            "R0lGODlhAQABAIAAAAAAAP///", "R0lGODlhAQABAIAAAAAAAP8AA", "1815-12-10", "Augusta Ada Lovelace",
            "History", "X-ABUID", "item2.X-ABADR:gb", "Merged birthday",
        ] {
            #expect(unfolded(card).contains(text), "\(text)")
        }
        for text in ["UID:ada-2", "ADA@example.org", "020 7946 0000", ",maths"] {
            #expect(!unfolded(card).contains(text), "\(text)")
        }
        // What was exported is what the record says: it comes back unchanged, and goes out as it came.
        let back = try hub.importFile(TextFile("back.vcf", card))
        #expect((back.unchanged, back.added, back.conflicts) == (1, 0, 0))
        #expect(try hub.export("connections", format: .vcard) == card)
        #expect(try session.contradictions() == [])
    }

    private func unfolded(_ text: String) -> String { text.replacing("\r\n ", with: "") }

    /// Cards of several versions, merged: the values go over into the words of the version that remains.
    @Test(arguments: ["ada-1", "ada-2"])
    func cardsOfTwoVersionsAreJoined(remaining: String) throws {
        let old = """
            BEGIN:VCARD\r
            VERSION:2.1\r
            UID:ada-2\r
            N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:L=C3=B6velace;Ada\r
            TEL;CELL:+43 664 1234567\r
            KEY;ENCODING=BASE64:AQIDBA==\r
            \r
            X-CUSTOM;ENCODING=QUOTED-PRINTABLE:one=0D=0Atwo\r
            END:VCARD\r

            """
        let new = """
            BEGIN:VCARD\r
            VERSION:4.0\r
            UID:ada-1\r
            FN:Ada Lovelace\r
            LOGO:data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP8AACH5\r
            X-APPLE-SECRET:for programs\r
            END:VCARD\r

            """
        try hub.importFile(TextFile("a.vcf", new))
        try hub.importFile(TextFile("b.vcf", old))
        let merged = remaining == "ada-1" ? "ada-2" : "ada-1"
        try hub.run("connections merge", ["record": .text(remaining), "other": .text(merged)])
        let card = unfolded(try hub.export("connections", format: .vcard))
        for text in [
            "UID:\(remaining)", "+43 664 1234567", "AQIDBA==", "R0lGODlhAQABAIAAAAAAAP8AACH5", "for programs",
        ] {
            #expect(card.contains(text), "\(text)")
        }
        #expect(!card.contains("UID:\(merged)"))
        let back = try hub.importFile(TextFile("back.vcf", card))
        #expect((back.unchanged, back.added, back.conflicts) == (1, 0, 0))
        for file in [TextFile("a.vcf", new), TextFile("b.vcf", old)] {
            #expect(try hub.importFile(file).added == 0)
        }
    }

    @Test func filesOfBothChangeNothingAfterwards() throws {
        try importBoth()
        try hub.importFile(TextFile("google.csv", content: try Fixture.bytes("google-2024.csv")))
        let google = try #require(
            try hub.items("connections list").first { $0["birthday"] == "1815-12-10" && $0["uid"] != "ada-2" }
        )
        try hub.run("connections merge", ["record": "ada-1", "other": "ada-2"])
        try hub.run("connections merge", ["record": "ada-1", "other": google["id"] ?? .null])
        let before = try session.contents()
        for file in [
            TextFile("apple.vcf", content: try Fixture.bytes("apple.vcf")), TextFile("other.vcf", Self.other),
            TextFile("google.csv", content: try Fixture.bytes("google-2024.csv")),
        ] {
            let report = try hub.importFile(file)
            #expect((report.added, report.updated, report.conflicts) == (0, 0, 0), "\(file.name)")
            #expect(report.unchanged == report.items, "\(file.name)")
        }
        #expect(try session.contents().difference(from: before) == [])
        // A newer card of the merged person finds the one who remains, and is for the user to decide.
        let newer = Self.other.replacing("countess@example.com", with: "lady@example.com")
        let report = try hub.importFile(TextFile("other.vcf", newer))
        #expect((report.added, report.conflicts) == (0, 1))
        #expect(try hub.run("connections show", ["record": "ada-2"])["uid"] == "ada-1")
    }

    /// People without sources: made here, exported, merged.
    @Test func anExportOfBeforeTheMergeDoublesNobody() throws {
        try hub.run("connections add", ["name": "Ada", "emails": [["value": "ada@example.org"]]])
        try hub.run("connections add", ["name": "Ada L.", "emails": [["value": "lab@example.org"]]])
        let cards = try hub.export("connections", format: .vcard)
        let rows = try hub.export("connections", format: .csv)
        try hub.run("connections merge", ["record": 1, "other": 2])
        for file in [TextFile("a.vcf", cards), TextFile("a.csv", rows)] {
            let report = try hub.importFile(file)
            #expect((report.added, report.updated, report.conflicts) == (0, 0, 2), "\(file.name)")
        }
        #expect(try hub.items("connections list").count == 1)
    }

    @Test func linksTagsAndPhotosMove() throws {
        for name in ["Ada", "Ada L.", "Charles"] {
            try hub.run("connections add", ["name": .text(name), "tags": [.text(name), "all"]])
        }
        func link(_ from: Int64, _ to: Int64, _ kind: String = "knows") throws {
            try hub.run(
                "links add",
                [
                    "fromCollection": "connections", "fromRecord": .text("\(from)"),
                    "toCollection": "connections",
                    "toRecord": .text("\(to)"), "kind": .text(kind),
                ])
        }
        for (from, to) in [(1, 3), (2, 3), (3, 2), (1, 2), (2, 1)] as [(Int64, Int64)] { try link(from, to) }
        try link(2, 3, "wrote to")
        let gif: [UInt8] = Array("GIF89a".utf8)
        try hub.run(
            "connections edit", ["record": 2], files: ["photo": UploadedFile(name: "a.gif", content: gif)])
        let before = try session.contents()
        let result = try hub.run("connections merge", ["record": 1, "other": 2])
        #expect(result["links"] == 2)
        let links = try hub.items("links list", ["collection": "connections", "record": "1"])
        #expect(
            Set(links.map { [$0["fromID"], $0["kind"], $0["toID"]] }) == [
                [1, "knows", 3], [3, "knows", 1], [1, "wrote to", 3],
            ])
        let person = try hub.run("connections show", ["record": 1])
        #expect(person["tags"] == ["Ada", "all", "Ada L."])
        #expect(person["photo"]?.objectValue?["byteCount"] == 6)
        #expect(try session.contradictions() == [])
        try hub.run("undo")
        #expect(try session.contents().difference(from: before) == [])
        #expect(try session.contradictions() == [])
    }

    /// The merged person's card is the record's now: an undo of its import must not take the lines that no field has.
    @Test func anImportWhosePeopleWereMergedIsTakenBackWithoutLoss() throws {
        try importBoth()
        let before = try session.contents()
        let result = try hub.run("connections merge", ["record": "ada-1", "other": "ada-2"])
        let merged = try session.contents()
        let card = try hub.export("connections", format: .vcard)
        let undone = try hub.run("imports undo", ["run": 2])
        let kept = undone["kept"]?.listValue?.compactMap { $0.objectValue?["id"] } ?? []
        #expect(kept.contains(result["id"] ?? .null))
        // All that it brought belongs to the one who remains.
        #expect(undone["change"] == .null)
        #expect(try session.contents().difference(from: merged) == [])
        #expect(try hub.export("connections", format: .vcard) == card)
        #expect(unfolded(card).contains("X-SHOE-SIZE:39"))
        // By force it would take lines from a person that it did not bring.
        let error = #expect(throws: AtriumError.self) {
            try hub.run("imports undo", ["run": 2, "force": true])
        }
        #expect(error?.code == .conflict)
        #expect(
            error?.message
                == "change 2 (import) cannot be undone yet, because change 3 (connections merge) builds on it"
        )
        #expect(try session.contents().difference(from: merged) == [])
        // The merge first, then the import: as if neither had been.
        try hub.run("undo", ["change": 3])
        #expect(try session.contents().difference(from: before) == [])
        try hub.run("imports undo", ["run": 2])
        #expect(try hub.items("connections list").map { $0["uid"] } == ["ada-1"])
        #expect(try session.contradictions() == [])
    }

    /// What an undo had kept is merged since: by force nothing comes back on the way to the refusal.
    @Test func aRefusedUndoByForceAfterAnUndoChangesNothing() throws {
        try hub.importFile(TextFile("bob.vcf", card("bob", "Bob")))
        try hub.importFile(TextFile("two.vcf", card("ada", "Ada") + card("cy", "Cy")))
        try hub.run("connections edit", ["record": "ada", "addNotes": ["mine"]])
        try hub.run("imports undo", ["run": 2])
        #expect(try hub.items("connections list").count == 2)
        try hub.run("connections merge", ["record": "bob", "other": "ada"])
        let before = try session.contents(.everything)
        let error = #expect(throws: AtriumError.self) {
            try hub.run("imports undo", ["run": 2, "force": true])
        }
        #expect(error?.code == .conflict)
        #expect(try session.contents(.everything).difference(from: before) == [])
    }

    @Test func aPhotoWhoseFileIsLostStopsNoMerge() throws {
        try importBoth()
        let folder = session.attachmentFolder
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            try FileManager.default.removeItem(atPath: folder + "/" + name)
        }
        let result = try hub.run("connections merge", ["record": "ada-1", "other": "ada-2"])
        #expect(result["attachments"] == 1)
        var card: [UInt8] = []
        let warnings = try session.export(ExportRequest(module: "connections", format: .vcard)) { card += $0 }
        #expect(warnings.contains { $0.contains("2 photos are missing") })
        #expect(String(decoding: card, as: UTF8.self).contains("FN:Dr. Ada King Lovelace FRS"))
    }

    /// Newer cards of both, after the merge: what is new in them comes, what was joined stays.
    @Test func newerCardsOfMergedPeopleCanBeMergedIn() throws {
        func file(_ uid: String, _ address: String) -> TextFile {
            TextFile(
                "\(uid).vcf",
                "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:\(uid)\r\nFN:Ada\r\nEMAIL:\(address)\r\nEND:VCARD\r\n")
        }
        try hub.importFile(file("a", "one@example.org"))
        try hub.importFile(file("b", "two@example.org"))
        try hub.run("connections merge", ["record": "a", "other": "b"])
        var request = ImportRequest(files: [("b.vcf", file("b", "three@example.org"))])
        #expect(try session.importFiles(request).files.map(\.conflicts) == [1])
        request.onConflict = .merge
        #expect(try session.importFiles(request).files.map(\.updated) == [1])
        let person = try hub.run("connections show", ["record": "a"])
        let addresses = person["emails"]?.listValue?.compactMap { $0.objectValue?["value"]?.textValue } ?? []
        #expect(addresses == ["one@example.org", "three@example.org"])
        // The address that the file no longer has came from the other card, and nobody has changed it.
        #expect(try session.importFiles(request).files.map(\.unchanged) == [1])
        #expect(try session.contradictions() == [])
    }

    @Test func aMergeOfMergedPeopleKeepsAllTheirUids() throws {
        for uid in ["a", "b", "c"] {
            try hub.importFile(TextFile("\(uid).vcf", card(uid, "Ada \(uid.uppercased())")))
        }
        try hub.run("connections merge", ["record": "b", "other": "c"])
        try hub.run("connections merge", ["record": "a", "other": "b"])
        for uid in ["a", "b", "c"] {
            #expect(try hub.run("connections show", ["record": .text(uid)])["uid"] == "a")
            let report = try hub.importFile(TextFile("\(uid).vcf", card(uid, "Ada \(uid.uppercased())")))
            #expect((report.unchanged, report.added) == (1, 0))
        }
        // The one who remains goes, and with it what was known of the others.
        try hub.run("connections remove", ["record": "a"])
        #expect(try hub.importFile(TextFile("c.vcf", card("c", "Ada C"))).added == 1)
    }

    private func card(_ uid: String, _ name: String) -> String {
        "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:\(uid)\r\nFN:\(name)\r\nEND:VCARD\r\n"
    }

    @Test func aPersonIsNotMergedWithItself() throws {
        try hub.run("connections add", ["name": "Ada"])
        for command in ["connections merge", "connections dismiss"] {
            let error = #expect(throws: AtriumError.self) {
                try hub.run(command, ["record": 1, "other": "Ada"])
            }
            #expect(error?.code == .badData && error?.field == "other")
        }
    }

    /// Random people, merged at random, and every merge taken back: to equal rows and answers.
    @Test(arguments: [1, 2, 3] as [UInt64])
    func mergesAreTakenBackExactly(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let words = ["Ada", "Bo", "Cleo", "Đorđe"]
        for number in 0..<12 {
            let word = words[random.next(4)]
            let lines = [
                "EMAIL:\(word)\(random.next(4))@example.org", "TEL:+43 664 123456\(random.next(3))",
                "NOTE:\(word) \(random.next(3))", "BDAY:198\(random.next(3))0101",
                "CATEGORIES:t\(random.next(3))",
                "X-THING:\(random.next(5))", "ADR:;;Road \(random.next(2));\(word);;;",
            ].filter { _ in random.next(3) > 0 }
            let text =
                "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:u\(number)\r\nFN:\(word) \(words[random.next(4)])\r\n"
                + lines.joined(separator: "\r\n") + "\r\nEND:VCARD\r\n"
            try hub.importFile(TextFile("\(number).vcf", text))
        }
        func answers() throws -> [[DataObject]] {
            try words.map { try hub.items("search", ["text": [.text($0)]]) }
        }
        var states: [(VaultContents, [[DataObject]])] = []
        for _ in 0..<8 {
            let ids = try hub.items("connections list").compactMap { $0["id"] }
            let first = random.next(ids.count)
            let second = (first + 1 + random.next(ids.count - 1)) % ids.count
            states.append((try session.contents(), try answers()))
            try hub.run("connections merge", ["record": ids[first], "other": ids[second]])
            #expect(try session.contradictions() == [])
        }
        let exported = try hub.export("connections", format: .vcard)
        let back = try hub.importFile(TextFile("back.vcf", exported))
        #expect((back.unchanged, back.items) == (4, 4))
        if try hub.items("history", ["limit": 1]).first?["command"] == "import" { try hub.run("undo") }
        for (contents, found) in states.reversed() {
            try hub.run("undo")
            #expect(try session.contents().difference(from: contents) == [])
            #expect(try answers() == found)
            #expect(try session.contradictions() == [])
        }
    }
}
