import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import CSVFormat
import Testing

@testable import Connections

/// Interactions and memories: commands, refusals, files.
@Suite struct TogetherTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat(), CSVFileFormat()])
        for name in ["Ada", "Ben", "Cleo"] { try hub.run("connections add", ["name": .text(name)]) }
    }

    private func message(_ command: String, _ values: DataObject) -> String? {
        do {
            try hub.run(command, values)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func anInteractionIsTodayUnlessAnotherDayIsSaid() throws {
        let added = try hub.run("connections interactions add", ["people": ["Ada", "Ben"]])
        #expect(added["when"] == "2026-03-15")
        #expect(added["kind"] == "meeting")
        #expect(added["people"] == ["Ada", "Ben"])
        #expect(added["zone"] == .null)
        let timed = try hub.run(
            "connections interactions add",
            [
                "people": ["Ada"], "kind": " Video  Call ", "when": "2026-03-14T18:30",
                "note": "About the engine",
            ])
        #expect(timed["when"] == "2026-03-14T18:30:00")
        #expect(timed["kind"] == "video call")
        #expect(timed["zone"]?.textValue != nil)
        let listed = try hub.items("connections interactions list", ["person": "Ada"])
        #expect(listed.map { $0["when"] } == ["2026-03-15", "2026-03-14T18:30:00"])
        #expect(try hub.items("connections interactions list", ["text": "ENGINE"]).count == 1)
        #expect(try hub.items("connections interactions list", ["kind": "Video call"]).count == 1)
        #expect(try hub.items("connections interactions list", ["until": "2026-03-14"]).count == 1)
        #expect(try hub.items("connections interactions list", ["from": "2026-03-15"]).count == 1)
    }

    @Test(arguments: [("interactions.csv", "when,kind,people\n"), ("memories.csv", "day,note,people\n")])
    func namesOfNobodyAndOfTwoAreSaid(file: String, header: String) throws {
        try hub.run("connections add", ["name": "Ben"])
        let row = "2026-03-01,call,Ada;Ben;Max\n"
        let report = try hub.importFile(TextFile(file, header + row))
        #expect(report.added == 1)
        #expect(report.issues.map(\.code) == ["unknown-person", "ambiguous-person"])
        #expect(report.issues.allSatisfy { $0.line == 2 && $0.isKept && $0.property == "people" })
        let collection = file.dropLast(4)
        #expect(
            try hub.items("connections \(collection) list").map { $0["people"] } == [["Ada", "Ben", "Max"]])
        #expect(try hub.items("connections \(collection) list", ["person": "Ada"]).count == 1)
    }

    @Test func aZoneIsThatOfTheUser() throws {
        try hub.run("settings set", ["key": "zone", "value": "Europe/Vienna"])
        let added = try hub.run(
            "connections interactions add", ["people": ["Ada"], "when": "2026-03-14T18:30:00Z"])
        #expect(added["when"] == "2026-03-14T19:30:00")
        #expect(added["zone"] == "Europe/Vienna")
    }

    @Test func whatIsWrongIsRefused() throws {
        #expect(
            message("connections interactions add", ["people": ["Ada"], "when": "2026-03-16"])
                == "2026-03-16 is in the future: record it afterwards; until then, use an event or a reminder"
        )
        // It is half past nine.
        for when in ["2026-03-15T23:00", "2026-03-15T23:00:00Z", "2026-03-15T09:30:01"] as [DataValue] {
            let refused = message("connections interactions add", ["people": ["Ada"], "when": when])
            #expect(refused?.hasPrefix("2026-03-15T") == true)
            #expect(refused?.contains("is in the future") == true)
        }
        #expect(
            message("connections interactions add", ["people": []])
                == "people cannot be empty: name at least one person")
        #expect(
            message("connections interactions add", ["people": ["Ada"], "kind": " "])
                == "kind cannot be empty: give it a value")
        #expect(
            message("connections memories add", ["people": ["Ada"]])
                == "a memory needs a note or a photo: give --note or --photo")
        #expect(
            message("connections memories add", ["people": ["Ada"], "note": "x", "day": "2027-01-01"])
                == "2027-01-01 is in the future: record it afterwards; until then, use an event or a reminder"
        )
        #expect(
            message("connections edit", ["record": "Ada", "cadenceDays": 0])
                == "cadenceDays has a wrong value: it must be a whole number from 1 to 3660")
        #expect(try hub.items("connections interactions list").isEmpty)
        #expect(try hub.items("connections memories list").isEmpty)
    }

    @Test func editsChangeWhatTheyName() throws {
        try hub.run(
            "connections interactions add",
            ["people": ["Ada"], "kind": "call", "when": "2026-03-01", "note": "first"])
        let edited = try hub.run(
            "connections interactions edit", ["record": "1", "people": ["Ben", "Cleo"], "note": .null])
        #expect(edited["people"] == ["Ben", "Cleo"])
        #expect(edited["note"] == .null)
        #expect(edited["kind"] == "call")
        #expect(edited["when"] == "2026-03-01")
        #expect(try hub.items("connections interactions list", ["person": "Ada"]).isEmpty)
        try hub.run("undo")
        #expect(try hub.run("connections interactions show", ["record": "1"])["people"] == ["Ada"])
        try hub.run("connections interactions remove", ["record": "1"])
        #expect(try hub.items("connections interactions list").isEmpty)
    }

    @Test func editsAreAskedForWhatTheySay() throws {
        let nobody = "people cannot be empty: name at least one person"
        try hub.run("connections interactions add", ["people": ["Ada"]])
        try hub.run("connections memories add", ["people": ["Ada"], "note": "x"])
        for collection in ["interactions", "memories"] {
            for people in [DataValue.null, []] {
                #expect(
                    message("connections \(collection) edit", ["record": "1", "people": people]) == nobody)
            }
            #expect(try hub.run("connections \(collection) show", ["record": "1"])["people"] == ["Ada"])
        }
        // What says what happened and when is not emptied, nor made what an addition would take it for.
        for (collection, field) in [("interactions", "when"), ("interactions", "kind"), ("memories", "day")] {
            #expect(
                message("connections \(collection) edit", ["record": "1", field: .null])?
                    .hasPrefix("\(field) cannot be empty") == true)
        }
        #expect(
            message("connections interactions edit", ["record": "1", "when": "2026-03-17"])?
                .hasPrefix("2026-03-17 is in the future") == true)
        #expect(
            message("connections memories edit", ["record": "1", "day": "2026-03-17"])?
                .hasPrefix("2026-03-17 is in the future") == true)
    }

    /// What a file says stays as it says it, and can be edited.
    @Test func rowsThatCannotBeAreSaid() throws {
        let report = try hub.importFile(
            TextFile(
                "log.csv",
                "when,kind,people\r\n2027-03-14,call,Ada\r\n2026-03-01,call,\r\n2026-03-16,call,Ben\r\n"))
        #expect([report.added, report.issues.count] == [3, 2])
        #expect(report.issues.map(\.code) == ["yet-to-come", "nobody"])
        #expect(report.issues.map(\.line) == [2, 3])
        let memories = try hub.importFile(
            TextFile("m.csv", "day,note,people\r\n2027-03-14,a,Ada\r\n2026-03-01,b,\r\n"))
        #expect(memories.issues.map(\.code) == ["yet-to-come", "nobody"])
        for collection in ["interactions", "memories"] {
            for record: DataValue in ["1", "2"] {
                let edited = try hub.run(
                    "connections \(collection) edit", ["record": record, "note": "n"])
                #expect(edited["note"] == "n")
            }
        }
    }

    /// Who is gone stays named, with the uid by which a file can bring them back.
    @Test func whoIsRemovedStaysNamed() throws {
        func told() throws -> [DataValue] {
            try ["interactions", "memories"].flatMap { collection in
                try hub.items("connections \(collection) list").map(DataValue.object)
            }
        }
        try hub.run("connections interactions add", ["people": ["Ben", "Ada"], "note": "dinner"])
        try hub.run("connections interactions add", ["people": ["Ben"]])
        try hub.run("connections memories add", ["people": ["Ada", "Ben"], "note": "x"])
        let uid = try #require(try hub.run("connections show", ["record": "Ben"])["uid"]?.textValue)
        let before = try told()
        let files = try ["interactions", "memories"].map {
            try hub.export("connections", collection: $0, format: .csv)
        }
        try hub.run("connections remove", ["record": "Ben"])
        #expect(try told() == before)
        for (collection, text) in zip(["interactions", "memories"], files) {
            #expect(text.contains(uid))
            #expect(try hub.export("connections", collection: collection, format: .csv) == text)
        }
        try hub.run("undo")
        #expect(try told() == before)
        #expect(try hub.items("connections interactions list", ["person": "Ben"]).count == 2)
        #expect(try hub.items("connections memories list", ["person": "Ben"]).count == 1)
    }

    @Test func anotherPhotoIsAChange() throws {
        func photo(_ last: UInt8) -> UploadedFile {
            UploadedFile(name: "a.png", content: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, last])
        }
        func updated() throws -> DataValue? {
            try hub.run("connections memories show", ["record": "1"])["updatedAt"]
        }
        try hub.run(
            "connections memories add", ["people": ["Ada"], "note": "n"], files: ["photo": photo(1)])
        let first = try updated()
        hub.clock.advance(days: 1)
        try hub.run("connections memories edit", ["record": "1"], files: ["photo": photo(1)])
        #expect(try updated() == first)
        try hub.run("connections memories edit", ["record": "1"], files: ["photo": photo(2)])
        let second = try updated()
        #expect(second != first)
        hub.clock.advance(days: 1)
        try hub.run("connections memories edit", ["record": "1", "removePhoto": true])
        #expect(try updated() != second)
    }

    @Test func wordsOfNotesAreFoundInAnyCase() throws {
        try hub.run("connections interactions add", ["people": ["Ada"], "note": "Über ÄRZTE"])
        try hub.run("connections memories add", ["people": ["Ada"], "note": "Über ÄRZTE"])
        for collection in ["interactions", "memories"] {
            #expect(try hub.items("connections \(collection) list", ["text": "üBER ärzte"]).count == 1)
        }
    }

    @Test func memoriesHavePhotosAndTags() throws {
        let png = UploadedFile(name: "a.png", content: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1])
        try hub.run(
            "connections memories add",
            ["people": ["Ada"], "tags": ["summer", "Lake"], "day": "2026-03-01"],
            files: ["photo": png])
        let shown = try hub.run("connections memories show", ["record": "1"])
        #expect(shown["photo"]?.objectValue?["mediaType"] == "image/png")
        #expect(shown["tags"] == ["summer", "Lake"])
        #expect(try hub.items("connections memories list", ["tag": "lake"]).count == 1)
        #expect(
            message("connections memories edit", ["record": "1", "removePhoto": true])
                == "a memory needs a note or a photo: give --note or --photo")
        let edited = try hub.run(
            "connections memories edit", ["record": "1", "removePhoto": true, "note": "The lake"])
        #expect(edited["photo"] == .null)
        #expect(edited["note"] == "The lake")
        #expect(try hub.items("search", ["text": ["lake"]]).map { $0["title"] } == ["The lake"])
    }

    @Test func mergedPeopleKeepWhatTheyDid() throws {
        try hub.run("connections interactions add", ["people": ["Ada", "Ben"]])
        try hub.run("connections interactions add", ["people": ["Ben"]])
        try hub.run("connections memories add", ["people": ["Ben"], "note": "x"])
        try hub.run("connections merge", ["record": "Ada", "other": "Ben"])
        #expect(try hub.items("connections interactions list", ["person": "Ada"]).count == 2)
        #expect(try hub.items("connections memories list", ["person": "Ada"]).count == 1)
        #expect(try hub.run("connections interactions show", ["record": "1"])["people"] == ["Ada"])
        try hub.run("undo")
        #expect(try hub.run("connections interactions show", ["record": "1"])["people"] == ["Ada", "Ben"])
        #expect(try hub.items("connections interactions list", ["person": "Ben"]).count == 2)
    }

    // MARK: - Files

    @Test func rowsFindPeopleByUidAndByName() throws {
        let uid = try #require(try hub.run("connections show", ["record": "Ben"])["uid"]?.textValue)
        let text = """
            uid,when,kind,people,personUids,note\r
            i1,2026-03-01,call,"Ada\nSomebody","\n\(uid)",hello\r
            i2,2026-03-02T10:00:00,Lunch,"Zed\nCleo",,\r

            """
        let file = TextFile("log.csv", text)
        let report = try hub.importFile(file)
        #expect(report.added == 2)
        #expect(report.issues.map { [$0.code, "\($0.line)"] } == [["unknown-person", "5"]])
        let shown = try hub.run("connections interactions show", ["record": "i1"])
        #expect(shown["people"] == ["Ada", "Ben"])
        #expect(try hub.run("connections interactions show", ["record": "i2"])["people"] == ["Zed", "Cleo"])
        #expect(try hub.importFile(file).unchanged == 2)
        // Who is none of the people yet is kept by name, and becomes one of them with the next import that brings people.
        #expect(try hub.items("connections interactions list", ["person": "Cleo"]).count == 1)
        try hub.run("connections add", ["name": "Zed"])
        #expect(try hub.items("connections interactions list", ["person": "Zed"]).isEmpty)
        try hub.importFile(
            TextFile("ida.vcf", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ida\r\nUID:ida\r\nEND:VCARD\r\n"))
        #expect(try hub.items("connections interactions list", ["person": "Zed"]).count == 1)
        #expect(try hub.run("connections interactions show", ["record": "i2"])["people"] == ["Zed", "Cleo"])
        #expect(try hub.importFile(file).unchanged == 2)
        #expect(
            try hub.importFile(TextFile("log2.csv", text.replacing("hello", with: "hullo"))).updated >= 1
        )
        #expect(try hub.run("connections interactions show", ["record": "i1"])["note"] == "hullo")
    }

    @Test("Who was removed, and comes back in a file, has what was noted with them again")
    func peopleWhoComeBack() throws {
        let card = TextFile(
            "max.vcf", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Max\r\nUID:max\r\nEND:VCARD\r\n")
        let log = TextFile(
            "log.csv", "uid,when,kind,people,personUids\r\ni1,2026-03-01,call,\"max\nMAX\",\"\nmax\"\r\n")
        let before = try hub.importFile(log)
        #expect(before.issues.map(\.code) == ["unknown-person"])
        #expect(before.issues.first?.message.hasPrefix("2 names or uids") == true)
        try hub.importFile(card)
        #expect(try hub.run("connections interactions show", ["record": "i1"])["people"] == ["Max"])
        try hub.run("connections remove", ["record": "Max"])
        #expect(try hub.run("connections interactions show", ["record": "i1"])["people"] == ["Max"])
        try hub.importFile(card)
        #expect(try hub.items("connections interactions list", ["person": "Max"]).count == 1)
    }

    @Test func tablesOfOthersAreMapped() throws {
        let file = TextFile("visits.csv", "Date,What,Who\r\n2026-01-31,Visit,Ada; Ben\r\n")
        let report = try hub.importFile(
            file, columns: [("Date", "when"), ("What", "kind"), ("Who", "people")])
        #expect(report.added == 1)
        let shown = try hub.items("connections interactions list")
        #expect(shown.first?["people"] == ["Ada", "Ben"])
        #expect(shown.first?["kind"] == "visit")
    }

    /// In its own columns as well: with the same mapping the file says what the vault does, and without it too.
    @Test func aMappedTableComesBackAsItIsNow() throws {
        let columns = [("Date", "when"), ("What", "kind"), ("Who", "people")]
        let file = TextFile(
            "visits.csv",
            "Date,What,Room,Who\r\n31/1/2026,Visit,red,Ada; Ben\r\n3/2/2026,Call,,Max; Ada\r\n4/2/2026,Tea,blue,Ben\r\n"
        )
        try hub.importFile(file, columns: columns, options: ["dateOrder": "dmy"])
        func id(_ kind: DataValue) throws -> DataValue {
            try #require(try hub.items("connections interactions list", ["kind": kind]).first?["id"])
        }
        try hub.run(
            "connections interactions edit",
            ["record": id("visit"), "when": "2026-02-02", "people": ["Ada", "Cleo"]])
        try hub.run("connections interactions edit", ["record": id("tea"), "note": "with milk"])
        try hub.run(
            "connections interactions add", ["people": ["Ada"], "kind": "letter", "when": "2026-02-09"])
        let text = try hub.export("connections", collection: "interactions", format: .csv)
        #expect(text.hasPrefix("uid,when,zone,kind,people,personUids,note,Date,What,Room,Who,createdAt\r\n"))
        #expect(text.contains(",2026-02-02,Visit,red,\"Ada\nCleo\",\r\n"))
        #expect(text.contains(",3/2/2026,Call,,\"Max\nAda\",\r\n"))
        #expect(text.contains(",with milk,4/2/2026,Tea,blue,Ben,\r\n"))
        #expect(text.contains(",2026-02-09,letter,,Ada,2026-03-15T09:30:00Z\r\n"))
        let again = try hub.importFile(
            TextFile("again.csv", text), columns: columns, options: ["dateOrder": "dmy"])
        #expect([again.unchanged, again.issues.count { $0.code != "unknown-person" }] == [4, 0])
        let before = try hub.items("connections interactions list").map { [$0["when"], $0["people"]] }
        let other = try TemporaryHub(modules: [connectionsModule], formats: [CSVFileFormat()])
        #expect(try other.importFile(TextFile("all.csv", text)).added == 4)
        #expect(
            try other.items("connections interactions list").map { [$0["when"], $0["people"]] } == before)
    }

    /// As spreadsheets and programs write them; the user is in Vienna.
    @Test(arguments: [
        ("2026-03-01 18:00", "", "2026-03-01T18:00:00", "Europe/Vienna"),
        ("2026-03-02T18:00", "", "2026-03-02T18:00:00", "Europe/Vienna"),
        ("2026-03-02T18:00:30", "America/New_York", "2026-03-02T18:00:30", "America/New_York"),
        ("2026-03-02T18:00:00Z", "", "2026-03-02T19:00:00", "Europe/Vienna"),
        ("2026-03-02T18:00:00Z", "America/New_York", "2026-03-02T13:00:00", "America/New_York"),
        ("2026-03-02T18:00:00+04:00", "", "2026-03-02T15:00:00", "Europe/Vienna"),
        ("2026-03-01T01:30:00+0545", "UTC", "2026-02-28T19:45:00", "UTC"),
        ("2 Mar 2026, 7:30 PM", "", "2026-03-02T19:30:00", "Europe/Vienna"),
        ("02.03.2026 07:05", "", "2026-03-02T07:05:00", "Europe/Vienna"),
        ("2.3.2026", "Europe/Vienna", "2026-03-02", nil), ("20260302", "", "2026-03-02", nil),
    ])
    func timesOfTablesAreRead(_ when: String, _ zone: String, _ time: String, _ shown: String?) throws {
        try hub.run("settings set", ["key": "zone", "value": "Europe/Vienna"])
        let report = try hub.importFile(
            TextFile("log.csv", "when,zone,kind,people\r\n\"\(when)\",\(zone),call,Ada\r\n"))
        #expect([report.added, report.issues.count] == [1, 0])
        let call = try hub.run("connections interactions show", ["record": "1"])
        #expect(call["when"] == .text(time))
        #expect(call["zone"] == .text(orNull: shown))
    }

    @Test func aZoneThatIsNoneIsSaid() throws {
        let report = try hub.importFile(
            TextFile("log.csv", "when,zone,kind,people\r\n2026-03-01 18:00,Mars/Olympus,call,Ada\r\n"))
        #expect(report.issues.map(\.code) == ["unknown-zone"])
        #expect(report.issues.map(\.property) == ["zone"])
        let call = try hub.run("connections interactions show", ["record": "1"])
        #expect([call["when"], call["zone"]] == ["2026-03-01T18:00:00", "UTC"])
    }

    @Test func aTimeThatMayBeOnTwoDaysIsAsked() throws {
        let file = TextFile("log.csv", "when,kind,people\r\n3/4/2026 18:00,call,Ada\r\n")
        let error = #expect(throws: AtriumError.self) { try hub.importFile(file) }
        #expect(error?.field == "dateOrder")
        try hub.importFile(file, options: ["dateOrder": "mdy"])
        #expect(
            try hub.run("connections interactions show", ["record": "1"])["when"] == "2026-03-04T18:00:00")
    }

    /// UTC is called so, in records and in files.
    @Test func theZoneOfNowhereIsUTC() throws {
        try hub.run("connections interactions add", ["people": ["Ada"], "when": "2026-03-14T18:30"])
        try hub.run("connections interactions add", ["people": ["Ada"], "when": "2026-03-14T18:30:00Z"])
        try hub.importFile(TextFile("log.csv", "when,kind,people\r\n2026-03-01T18:00:00,call,Ada\r\n"))
        #expect(
            try hub.items("connections interactions list").map { $0["zone"] } == ["UTC", "UTC", "UTC"])
    }

    @Test func aRowWithoutADayIsNamed() throws {
        let report = try hub.importFile(
            TextFile("log.csv", "when,kind,people\r\nsoon,call,Ada\r\n2026-03-01,call,Ada\r\n"))
        #expect([report.added, report.issues.count] == [1, 1])
        #expect(report.issues.first?.line == 2)
    }

    // MARK: - Files that come back

    private static let visits = """
        when,Kind,people,place,note\r
        03/14/2026,Call,Cleo,Cafe,\r
        2 Mar 2026 7:30 PM,Lunch,Ada; Ben,"Ox, ""2"" m",\u{20}long \r

        """

    private func exported(_ collection: String = "interactions") throws -> [[String]] {
        let table = try CSVTable(
            Array(hub.export("connections", collection: collection, format: .csv).utf8), hasHeader: true)
        return [table.header.names] + table.rows.map(\.fields)
    }

    /// What the table says beyond the columns of interactions is given back, and no cell is written otherwise.
    @Test func rowsComeBackAsTheyWere() throws {
        let uids = try ["Ada", "Ben", "Cleo"].map {
            try #require(try hub.run("connections show", ["record": .text($0)])["uid"]?.textValue)
        }
        try hub.importFile(TextFile("visits.csv", Self.visits))
        let rows = try exported()
        #expect(rows[0] == ["uid", "when", "zone", "kind", "people", "personUids", "note", "place"])
        #expect(rows[1].dropFirst() == ["03/14/2026", "", "Call", "Cleo", uids[2], "", "Cafe"])
        // Names between semicolons are read only where there is no column of uids.
        #expect(
            rows[2].dropFirst() == [
                "2 Mar 2026 7:30 PM", "UTC", "Lunch", "Ada\nBen", "\(uids[0])\n\(uids[1])", " long ",
                "Ox, \"2\" m",
            ])
        try hub.run("connections interactions edit", ["record": "1", "kind": "visit"])
        try hub.run("connections interactions edit", ["record": "2", "when": "2026-03-03"])
        let edited = try exported()
        #expect(edited[1].dropFirst() == ["03/14/2026", "", "visit", "Cleo", uids[2], "", "Cafe"])
        #expect(
            edited[2].dropFirst() == [
                "2026-03-03", "", "Lunch", "Ada\nBen", "\(uids[0])\n\(uids[1])", " long ", "Ox, \"2\" m",
            ])
        // N rounds are a fixed point, also where the people are not.
        let text = try hub.export("connections", collection: "interactions", format: .csv)
        let other = try TemporaryHub(modules: [connectionsModule], formats: [CSVFileFormat()])
        #expect(try other.importFile(TextFile("a.csv", text)).added == 2)
        #expect(try other.export("connections", collection: "interactions", format: .csv) == text)
        #expect(try hub.importFile(TextFile("a.csv", text)).updated == 0)
    }

    @Test func rowsOfMemoriesComeBackAsTheyWere() throws {
        let text =
            "uid,day,note,people,personUids,tags,weather\r\nm1,1 Mar 2026,\" a \",Ada,,\"B\n a \",sun\r\n"
        try hub.importFile(TextFile("m.csv", text))
        #expect(try hub.export("connections", collection: "memories", format: .csv) == text)
        try hub.run("connections memories edit", ["record": "1", "note": "b", "people": ["Ben"]])
        let row = try exported("memories")[1]
        #expect(row[0...2] == ["m1", "1 Mar 2026", "b"])
        #expect(row[3] == "Ben")
        #expect(row[5...] == ["B\n a ", "sun"])
    }

    /// A day that reads as two is written so that it is one: no file says which was meant.
    @Test func daysThatMayBeTwoAreWrittenAnew() throws {
        try hub.importFile(
            TextFile("log.csv", "when,kind,people,place\r\n3/4/2026,call,Ada,Cafe\r\n"),
            options: ["dateOrder": "mdy"])
        let row = try exported()[1]
        #expect([row[1], row[7]] == ["2026-03-04", "Cafe"])
    }

    /// In an empty vault the people are not there: they are named, and come out as they went in.
    @Test func anExportKeepsWhomItNames() throws {
        try hub.run(
            "connections interactions add",
            ["people": ["Ada", "Ben"], "when": "2026-03-01T09:00", "note": "a, \"b\"\nc"])
        try hub.run("connections memories add", ["people": ["Cleo"], "note": "m", "tags": ["t"]])
        let other = try TemporaryHub(modules: [connectionsModule], formats: [CSVFileFormat()])
        for name in ["interactions", "memories"] {
            let text = try hub.export("connections", collection: name, format: .csv)
            #expect(try other.importFile(TextFile("\(name).csv", text)).added == 1)
            #expect(try other.export("connections", collection: name, format: .csv) == text)
        }
        #expect(try other.items("connections interactions list").first?["people"] == ["Ada", "Ben"])
    }
}
