import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import GRDB
import RecordKit
import Testing

@testable import Connections

/// The list of likely pairs, dismissals, and what an import says of new people.
@Suite struct DuplicateCommandTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(
            modules: [connectionsModule], formats: [VCardFileFormat(), CSVFileFormat()])
    }

    private static let cards = """
        BEGIN:VCARD\r
        VERSION:4.0\r
        UID:ada-1\r
        FN:Ada Lovelace\r
        EMAIL:ada@example.org\r
        BDAY:18151210\r
        END:VCARD\r
        BEGIN:VCARD\r
        VERSION:4.0\r
        UID:ada-2\r
        FN:Lovelace Ada\r
        EMAIL:ADA@EXAMPLE.ORG\r
        BDAY:18151210\r
        END:VCARD\r
        BEGIN:VCARD\r
        VERSION:4.0\r
        UID:jon-1\r
        FN:Jon Smith\r
        TEL:+43 664 1234567\r
        END:VCARD\r
        BEGIN:VCARD\r
        VERSION:4.0\r
        UID:jon-2\r
        FN:John Smith\r
        TEL:0664/1234567\r
        END:VCARD\r
        BEGIN:VCARD\r
        VERSION:4.0\r
        UID:peter\r
        FN:Peter Smith\r
        TEL:0664/1234567\r
        END:VCARD\r

        """

    @Test func pairsComeByScoreWithTheirReasons() throws {
        #expect(try hub.items("connections duplicates").isEmpty)
        try hub.importFile(TextFile("a.vcf", Self.cards))
        let page = try hub.run("connections duplicates")
        #expect(
            try hub.items("connections duplicates") == [
                [
                    "score": .decimal(0.972),
                    "reasons": ["same e-mail", "same name, given and family name swapped", "same birthday"],
                    "first": 1, "firstUid": "ada-1", "firstName": "Ada Lovelace", "second": 2,
                    "secondUid": "ada-2", "secondName": "Lovelace Ada",
                ],
                [
                    "score": .decimal(0.875), "reasons": ["same phone", "similar name"], "first": 3,
                    "firstUid": "jon-1", "firstName": "Jon Smith", "second": 4, "secondUid": "jon-2",
                    "secondName": "John Smith",
                ],
            ])
        #expect(page["total"] == 2 && page["next"] == .null)
        #expect(try hub.items("connections duplicates", ["minScore": .decimal(0.9)]).count == 1)
    }

    @Test func pagesJoinToTheWholeList() throws {
        for number in 0..<30 {
            try hub.run("connections add", ["name": .text("Ada Nr\(number / 4)")])
        }
        let whole = try hub.items("connections duplicates", ["limit": 1000])
        #expect(whole.count == 7 * 6 + 1)
        var pages: [DataObject] = []
        var input: DataObject = ["limit": 4]
        while true {
            let page = try hub.run("connections duplicates", input)
            #expect(page["total"] == 43)
            pages += page["items"]?.listValue?.compactMap(\.objectValue) ?? []
            guard let next = page["next"], !next.isNull else { break }
            input["cursor"] = next
        }
        #expect(pages == whole)
        for cursor in ["", "x", "1-2", "1001-1-2", "-1-1-2", "99999999999999999999-1-2"] {
            let error = #expect(throws: AtriumError.self) {
                try hub.run("connections duplicates", ["cursor": .text(cursor)])
            }
            #expect(error?.field == "cursor")
        }
    }

    @Test func aDismissedPairStaysAway() throws {
        let file = TextFile("a.vcf", Self.cards)
        try hub.importFile(file)
        let before = try hub.session().contents()
        let result = try hub.run("connections dismiss", ["record": "ada-2", "other": "ada-1"])
        #expect(result["dismissed"] == true)
        // Once more, and the other way round: nothing is written.
        let after = try hub.session().contents()
        try hub.run("connections dismiss", ["record": "ada-1", "other": "ada-2"])
        #expect(try hub.session().contents().difference(from: after) == [])
        #expect(try hub.items("connections duplicates").map { $0["firstUid"] } == ["jon-1"])
        #expect(
            try hub.items("connections duplicates", ["dismissed": true]).map { $0["firstUid"] } == ["ada-1"])
        // The people go and come back, with other ids.
        try hub.run("connections remove", ["record": "ada-1"])
        #expect(try hub.items("connections duplicates", ["dismissed": true]).isEmpty)
        #expect(try hub.importFile(file).added == 1)
        #expect(try hub.items("connections duplicates").map { $0["firstUid"] } == ["jon-1"])
        try hub.run("connections dismiss", ["record": "ada-1", "other": "ada-2", "undo": true])
        #expect(try hub.items("connections duplicates").count == 2)
        for _ in 0..<4 { try hub.run("undo") }
        #expect(try hub.session().contents().difference(from: before) == [])
    }

    @Test func aDismissalIsExportedWithTheWholeVault() throws {
        try hub.importFile(TextFile("a.vcf", Self.cards))
        try hub.run("connections dismiss", ["record": "ada-2", "other": "ada-1"])
        let folder = FileManager.default.temporaryDirectory.path + "/atrium-test-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try hub.session().exportAll(to: folder, includesDisabled: false)
        let path = folder + "/connections-dismissals.jsonl"
        #expect(
            FileManager.default.contents(atPath: path)
                == Data("{\"first\":\"ada-1\",\"second\":\"ada-2\"}\n".utf8))
        func bringBack(into hub: TemporaryHub) throws -> ImportReport {
            let opened = try #require(try VaultFolder.open(at: folder))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                !opened.ownNames.contains($0)
            }
            return try hub.session().importFiles(
                ImportRequest(
                    files: try names.map { ($0, try DiskFile(path: folder + "/" + $0)) }, folders: [opened]))
        }
        // Here, after the data was erased; and elsewhere, twice.
        try hub.run("modules disable", ["id": "connections"])
        try hub.run("modules erase", ["id": "connections", "yes": true])
        let other = try TemporaryHub(
            modules: [connectionsModule], formats: [VCardFileFormat(), CSVFileFormat()])
        for target in [hub, other, other] {
            _ = try bringBack(into: target)
            #expect(
                try target.items("connections duplicates", ["dismissed": true]).map { $0["firstUid"] }
                    == ["ada-1"])
            #expect(try target.items("connections duplicates").map { $0["firstUid"] } == ["jon-1"])
        }
        // A line that is none of these is named, and takes nothing with it.
        try Data("{\"first\":\"x\",\"second\":\"x\"}\n".utf8).write(to: URL(fileURLWithPath: path))
        let codes = try bringBack(into: other).files.flatMap(\.issues).map(\.code)
        #expect(Set(codes) == ["changed-file", "malformed-line"])
    }

    @Test func aDismissalGoesOverToWhoeverRemains() throws {
        for name in ["Ada One", "Ada One", "Ada One"] {
            try hub.run("connections add", ["name": .text(name)])
        }
        #expect(try hub.items("connections duplicates").count == 3)
        try hub.run("connections dismiss", ["record": 2, "other": 3])
        try hub.run("connections dismiss", ["record": 1, "other": 2])
        try hub.run("connections merge", ["record": 1, "other": 2])
        #expect(try hub.items("connections duplicates").isEmpty)
        #expect(try hub.items("connections duplicates", ["dismissed": true]).map { $0["second"] } == [3])
    }

    /// What the report of an import may say of an item without an identifier, once it is added.
    @Test func anImportNamesWhomANewPersonMayBe() throws {
        let vault = try TestVault()
        func add(_ name: String, _ uid: String, mail: String? = nil, phone: String? = nil) throws -> [Int64] {
            var person = Person(displayName: name)
            person.details = [mail.map { Detail(.email, $0) }, phone.map { Detail(.phone, $0) }].compactMap(
                \.self)
            var found: [Int64] = []
            try vault.withWriter { writer in
                let draft = PersonDraft(person: person)
                let id = try writer.insert(draft, uid: uid, part: "")
                found = try writer.possibleDuplicates(of: id, draft)
            }
            return found
        }
        #expect(try add("Ada Lovelace", "1", mail: "ada@example.org") == [])
        #expect(try add("Countess", "2", mail: "ADA@example.org", phone: "+43 664 1234567") == [1])
        #expect(try add("Lovelace", "3", phone: "0664 1234567") == [])
        #expect(try add("Ada Lovelace", "4", phone: "0664 1234567") == [3, 1])
        #expect(try add("Ada Lovelace", "5", mail: "ada@example.org") == [1, 4, 2])
        #expect(try add("Bo", "6") == [])
        // Within one file too, and never one that was dismissed.
        _ = try vault.queue.write { try DuplicateCommands.dismissals.add("7", "4", $0) }
        try vault.withWriter { writer in
            let drafts = (0..<3).map { _ in PersonDraft(person: Person(displayName: "Cleo Ng")) }
            var found: [[Int64]] = []
            for (number, draft) in drafts.enumerated() {
                let id = try writer.insert(draft, uid: "c\(number)", part: "")
                found.append(try writer.possibleDuplicates(of: id, draft))
            }
            #expect(found == [[], [7], [7, 8]])
        }
    }

    /// Each page looks at all people, so that one may hold many pairs.
    @Test func aPageMayHoldManyPairs() throws {
        try hub.importFile(TextFile("a.vcf", Self.cards))
        let all = try hub.run("connections duplicates", ["limit": 10_000])
        #expect(all["next"] == .null)
        #expect(all["items"]?.listValue?.count == Int(all["total"]?.integerValue ?? 0))
        let error = #expect(throws: AtriumError.self) {
            try hub.run("connections duplicates", ["limit": 10_001])
        }
        #expect(error?.field == "limit")
    }
}
