import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Connections

/// Records that were edited here and differ in a file, and what the user decides.
@Suite struct ConflictTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [connectionsModule], formats: [VCardFileFormat(), CSVFileFormat()])
    }

    private func conflict(_ decision: ConflictDecision?) throws -> (ImportReport, DataObject) {
        try hub.importFile(SampleFiles.ada(note: "old", phone: "555 1111"))
        try hub.run(
            "connections edit",
            ["record": .text("Ada"), "notes": .list([.text("mine")]), "titles": .list([.text("Lady")])])
        var request = ImportRequest(files: [
            ("ada.vcf", SampleFiles.ada(note: "old", phone: "555 2222", title: "Baroness"))
        ])
        request.onConflict = decision
        request.isVerbose = true
        let report = try hub.session().importFiles(request)
        return (report, try hub.run("connections show", ["record": .text("Ada")]))
    }

    /// A table without identifiers, of which a row was changed here and there.
    private func tableConflict() throws {
        try hub.importFile(SampleFiles.before, columns: SampleFiles.nameAndPhone)
        try hub.run(
            "connections edit", ["record": "Bob", "phones": [["value": "777"]]])
    }

    private func importAfter(_ decision: ConflictDecision?) throws -> ImportReport {
        var request = ImportRequest(
            files: [(SampleFiles.after.name, SampleFiles.after)], columns: SampleFiles.nameAndPhone)
        request.onConflict = decision
        return try hub.session().importFiles(request)
    }

    @Test(arguments: [ConflictDecision.replace, .merge])
    func aConflictOverARowWithoutIdentifierStaysOpen(decision: ConflictDecision) throws {
        try tableConflict()
        let contents = try hub.session().contents()
        for _ in 0..<2 {
            let report = try importAfter(nil)
            #expect(report.files.map(\.conflicts) == [1])
            #expect(!report.hasChanged)
            #expect(try hub.session().contents().difference(from: contents) == [])
        }
        // The phone is the one field: a merge changes nothing.
        let decided = try #require(try importAfter(decision).files.first)
        #expect([decided.updated, decided.kept] == (decision == .replace ? [1, 0] : [0, 1]))
        let phone = try hub.run("connections show", ["record": "Bob"])["phone"]
        #expect(phone == .text(decision == .replace ? "+49 30 999" : "777"))
        let again = try importAfter(nil)
        #expect(!again.hasChanged && again.files.map(\.unchanged) == [decision == .replace ? 2 : 1])
    }

    @Test func keepingSettlesAConflictOverARowWithoutIdentifier() throws {
        try tableConflict()
        #expect(try importAfter(.keep).files.map(\.kept) == [1])
        let again = try importAfter(nil)
        #expect(!again.hasChanged && again.files.map(\.kept) == [1])
        #expect(try importAfter(.replace).files.map(\.updated) == [1])
    }

    @Test func aConflictStaysOpenUntilSomeoneDecides() throws {
        let (report, person) = try conflict(nil)
        #expect(report.files.map(\.conflicts) == [1])
        #expect(report.items.first?.changes.map(\.field).contains("phones") == true)
        #expect(person["phone"] == .text("555 1111"))
        let again = try hub.importFile(SampleFiles.ada(note: "old", phone: "555 2222", title: "Baroness"))
        #expect(again.conflicts == 1)
    }

    @Test func keepingSettlesAConflict() throws {
        let (_, person) = try conflict(.keep)
        #expect(person["phone"] == .text("555 1111"))
        let again = try hub.importFile(SampleFiles.ada(note: "old", phone: "555 2222", title: "Baroness"))
        #expect([again.conflicts, again.kept, again.unchanged] == [0, 1, 0])
        // What was kept is exported.
        #expect(try hub.export("connections").contains("NOTE:mine"))
    }

    @Test func whatWasKeptIsSaidAndCanBeTakenBack() throws {
        let (report, _) = try conflict(.keep)
        #expect(report.hasChanged)
        #expect(report.files.map(\.kept) == [1])
        #expect(report.items.map(\.outcome) == [.kept])
        #expect(report.files.first?.issues.map(\.code) == ["kept"])
        #expect(
            report.value(spelling: \.description).objectValue?["files"]?.listValue?.first?.objectValue?[
                "kept"] == .integer(1))
        let file = SampleFiles.ada(note: "old", phone: "555 2222", title: "Baroness")
        let again = try hub.importFiles([file])
        #expect(!again.hasChanged)
        #expect(again.files.first?.issues.map(\.code) == [])
        try hub.run("imports undo", ["run": .integer(2)])
        #expect(try hub.importFile(file).conflicts == 1)
    }

    @Test(arguments: [ConflictDecision.replace, .merge])
    func aLaterDecisionStandsAgainstAnEarlierOne(decision: ConflictDecision) throws {
        _ = try conflict(.keep)
        let file = SampleFiles.ada(note: "old", phone: "555 2222", title: "Baroness")
        var request = ImportRequest(files: [(file.name, file)])
        request.onConflict = decision
        #expect(try hub.session().importFiles(request).files.map(\.updated) == [1])
        let person = try hub.run("connections show", ["record": .text("Ada")])
        #expect(person["phone"] == .text("555 2222"))
        #expect(person["notes"] == .list([.text(decision == .merge ? "mine" : "old")]))
        // Of a merge both titles stay apart.
        let again = try hub.importFile(file)
        #expect([again.unchanged, again.kept] == (decision == .merge ? [0, 1] : [1, 0]))
    }

    /// A merge leaves what both sides changed as it is here; the file's side can still be taken.
    @Test(arguments: ["555 1111", "555 2222"]) func whatAMergeLeftCanBeReplaced(phone: String) throws {
        try hub.importFile(SampleFiles.ada(note: "old", phone: "555 1111"))
        try hub.run("connections edit", ["record": "Ada", "titles": ["Lady"]])
        let file = SampleFiles.ada(note: "old", phone: phone, title: "Baroness")
        func put(_ decision: ConflictDecision?) throws -> ImportReport {
            var request = ImportRequest(files: [(file.name, file)])
            request.onConflict = decision
            return try hub.session().importFiles(request)
        }
        func titles() throws -> DataValue? { try hub.run("connections show", ["record": "Ada"])["titles"] }

        let merged = try #require(try put(.merge).files.first)
        #expect([merged.updated, merged.kept] == (phone == "555 1111" ? [0, 1] : [1, 0]))
        #expect(merged.issues.map(\.code) == ["contested-fields"])
        for decision in [nil, .keep, .merge] as [ConflictDecision?] {
            let again = try put(decision)
            #expect(!again.hasChanged && again.files.map(\.kept) == [1])
        }
        #expect(try titles() == ["Lady"])
        #expect(try put(.replace).files.map(\.updated) == [1])
        #expect(try titles() == ["Baroness"])
        #expect(try !put(nil).hasChanged)
        #expect(try put(nil).files.map(\.unchanged) == [1])

        // Who edits the record to what the file says has settled it, too.
        try hub.run("undo")
        #expect(try put(nil).files.map(\.kept) == [1])
        try hub.run("connections edit", ["record": "Ada", "titles": ["Baroness"]])
        #expect(try put(nil).files.map(\.unchanged) == [1])
    }

    /// What was edited here and is gone from the file, or the other way round, was changed on both sides.
    @Test(arguments: [true, false]) func whatOneSideHasTakenAwayIsContested(isGoneHere: Bool) throws {
        func card(_ note: String?) -> TextFile {
            TextFile(
                "c.vcf",
                "BEGIN:VCARD\r\nVERSION:4.0\r\nUID:c\r\nFN:C\r\n\(note.map { "NOTE:\($0)\r\n" } ?? "")END:VCARD\r\n"
            )
        }
        try hub.importFile(card("old"))
        try hub.run("connections edit", ["record": "C", "notes": isGoneHere ? [] : ["mine"]])
        let file = card(isGoneHere ? "new" : nil)
        var request = ImportRequest(files: [(file.name, file)])
        func notes() throws -> DataValue? { try hub.run("connections show", ["record": "C"])["notes"] }
        request.onConflict = .merge
        let merged = try #require(try hub.session().importFiles(request).files.first)
        #expect(merged.kept == 1)
        #expect(merged.issues.map(\.code) == ["contested-fields"])
        #expect(try notes() == (isGoneHere ? [] : ["mine"]))
        request.onConflict = .replace
        #expect(try hub.session().importFiles(request).files.map(\.updated) == [1])
        #expect(try notes() == (isGoneHere ? ["new"] : []))
    }

    /// Who has settled by hand what a merge left, and has edited something else, is asked no more, and loses nothing.
    @Test func whatWasSettledByHandIsNoQuestion() throws {
        _ = try conflict(.merge)
        try hub.run(
            "connections edit", ["record": "Ada", "titles": ["Baroness"], "notes": ["my own"]])
        let file = SampleFiles.ada(note: "old", phone: "555 2222", title: "Baroness")
        for decision in [nil, .replace] as [ConflictDecision?] {
            var request = ImportRequest(files: [(file.name, file)])
            request.onConflict = decision
            let report = try hub.session().importFiles(request)
            #expect(!report.hasChanged && report.files.map(\.unchanged) == [1])
        }
        #expect(try hub.run("connections show", ["record": "Ada"])["notes"] == ["my own"])
        // What the merge had left is a question again where it differs again.
        try hub.run("connections edit", ["record": "Ada", "titles": ["Lady"]])
        #expect(try hub.importFile(file).kept == 1)
        // The whole decision can be taken back.
        for _ in 0..<3 { try hub.run("undo") }
        #expect(try hub.importFile(file).conflicts == 1)
    }

    /// A merge that changes nothing of the record leaves its texts in other formats as true as they were.
    @Test func aMergeWithoutEffectMarksNoOtherText() throws {
        try hub.importFile(SampleFiles.ada(note: "old", phone: "555 1111"))
        try hub.run("connections edit", ["record": "Ada", "titles": ["Lady"]])
        try hub.importFile(SampleFiles.before, columns: SampleFiles.nameAndPhone)
        // As if one of the table's rows were hers.
        try hub.session().execute("UPDATE host_source_item SET record_id = 1 WHERE format = 'csv'")
        func tableRows() throws -> [String] {
            try hub.session().contents().rows["host_source_item"]?.filter { $0.contains("'csv'") } ?? []
        }
        let before = try tableRows()
        #expect(!before.isEmpty)
        let file = SampleFiles.ada(note: "old", phone: "555 1111", title: "Baroness")
        var request = ImportRequest(files: [(file.name, file)])
        request.onConflict = .merge
        #expect(try hub.session().importFiles(request).files.map(\.kept) == [1])
        #expect(try tableRows() == before)
        request.onConflict = .replace
        #expect(try hub.session().importFiles(request).files.map(\.updated) == [1])
        #expect(try tableRows() != before)
    }

    /// Neither of two versions was taken, and the report says of none that it was.
    @Test(arguments: [ConflictDecision.keep, nil])
    func ofTwoVersionsThatAreNotTakenNoneIs(decision: ConflictDecision?) throws {
        try hub.importFile(SampleFiles.ada(note: "old", phone: "1"))
        try hub.run("connections edit", ["record": "Ada", "titles": ["Lady"]])
        var request = ImportRequest(
            files: ["2", "3"].map { ("\($0).vcf", SampleFiles.ada(note: "old", phone: $0)) })
        request.onConflict = decision
        let files = try hub.session().importFiles(request).files
        let code = decision == nil ? "conflict" : "kept"
        #expect(files.map { $0.issues.map(\.code) } == [[code], [code]])
    }

    @Test func replacingTakesTheFile() throws {
        let (_, person) = try conflict(.replace)
        #expect(person["phone"] == .text("555 2222"))
        #expect(try hub.export("connections").contains("NOTE:old"))
    }

    @Test func mergingTakesWhatOnlyOneSideChanged() throws {
        let (report, person) = try conflict(.merge)
        #expect(report.files.map(\.updated) == [1])
        #expect(person["phone"] == .text("555 2222"))
        let text = try hub.export("connections")
        #expect(text.contains("NOTE:mine"))
        // Both changed the title: ours stays, and the report says so.
        #expect(text.contains("TITLE:Lady"))
        #expect(report.files.first?.issues.map(\.code) == ["contested-fields"])
        try hub.run("imports undo", ["run": .integer(2)])
        #expect(try hub.run("connections show", ["record": .text("Ada")])["phone"] == .text("555 1111"))
    }

    @Test func theObserverIsAskedBetweenTwoPasses() throws {
        try hub.importFile(SampleFiles.ada(note: "old", phone: "555 1111"))
        try hub.run("connections edit", ["record": .text("Ada"), "notes": .list([.text("mine")])])
        let request = ImportRequest(files: [("ada.vcf", SampleFiles.ada(note: "new", phone: "555 2222"))])
        let report = try hub.session().importFiles(
            request,
            observer: ImportObserver(decide: { conflicts in
                #expect(conflicts.map(\.title) == ["Ada"])
                #expect(conflicts.first?.changes.map(\.field).contains("phones") == true)
                return [.replace]
            }))
        #expect(report.files.map(\.updated) == [1])
        #expect(try hub.run("connections show", ["record": .text("Ada")])["phone"] == .text("555 2222"))
    }

    // MARK: - Field by field

    /// Imports the card of ``conflict(_:)`` again, with an answer for its one item.
    private func answer(_ answer: ConflictAnswer) throws -> (ImportReport.File, DataObject) {
        _ = try conflict(nil)
        var request = ImportRequest(files: [
            ("ada.vcf", SampleFiles.ada(note: "old", phone: "555 2222", title: "Baroness"))
        ])
        request.answers = [ItemPlace(path: "ada.vcf", item: 1): answer]
        let file = try #require(try hub.session().importFiles(request).files.first)
        return (file, try hub.run("connections show", ["record": .text("Ada")]))
    }

    @Test func aMergeTakesWhatWasChosen() throws {
        let (file, ada) = try answer(ConflictAnswer(.merge, fields: ["titles": .file, "notes": .here]))
        #expect(file.updated == 1)
        #expect(ada["titles"] == .list([.text("Baroness")]))
        #expect(ada["notes"] == .list([.text("mine")]))
        // Of what nothing was said, the merge decides.
        #expect(ada["phone"] == .text("555 2222"))
        // Nothing is left to ask.
        #expect(!file.issues.contains { $0.code == "contested-fields" })
    }

    @Test func aMergeLeavesWhatWasChosen() throws {
        let (file, ada) = try answer(ConflictAnswer(.merge, fields: ["phones": .here, "titles": .here]))
        #expect(file.counts.taken == 1)
        #expect(ada["phone"] == .text("555 1111"))
        #expect(ada["titles"] == .list([.text("Lady")]))
        let again = try hub.importFile(
            SampleFiles.ada(note: "old", phone: "555 2222", title: "Baroness"))
        #expect(again.conflicts == 0, "what was chosen is asked again")
    }

    /// What a field does not take stays a conflict, and the record as it is.
    @Test func aChoiceThatCannotBeMadeChangesNothing() throws {
        let (file, ada) = try answer(ConflictAnswer(.merge, fields: ["uid": .file, "phone": .file]))
        #expect(file.conflicts + file.updated == 1)
        #expect(ada["notes"] == .list([.text("mine")]))
    }

    @Test func aDecisionThatIsNotNeededIsSaid() throws {
        var request = ImportRequest(files: [("ada.vcf", SampleFiles.ada(note: "old", phone: "555 1111"))])
        request.answers = [ItemPlace(path: "ada.vcf", item: 1): .replace]
        let file = try #require(try hub.session().importFiles(request).files.first)
        #expect(file.added == 1)
        #expect(file.issues.map(\.code) == ["decision-not-needed"])
    }

    @Test func aDecisionOfAFileThatIsNotThereIsRefused() throws {
        var request = ImportRequest(files: [("ada.vcf", SampleFiles.ada(note: "old", phone: "555 1111"))])
        request.answers = [ItemPlace(path: "other.vcf", item: 1): .keep]
        let error = #expect(throws: AtriumError.self) { try hub.session().importFiles(request) }
        #expect(error?.field == "decisions")
    }

    /// What was decided of each of two files holds for each, in their order.
    @Test func decisionsOfTwoFilesHoldEach() throws {
        _ = try conflict(nil)
        var request = ImportRequest(files: [
            ("x.vcf", SampleFiles.ada(note: "old", phone: "555 3333")),
            ("x.vcf", SampleFiles.ada(note: "old", phone: "555 4444")),
        ])
        request.answers = [
            ItemPlace(path: "x.vcf", item: 1): .replace, ItemPlace(path: "x.vcf (2)", item: 1): .keep,
        ]
        _ = try hub.session().importFiles(request)
        #expect(try hub.run("connections show", ["record": .text("Ada")])["phone"] == .text("555 3333"))
    }
}
