import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Testing

@testable import Calendar

/// Events that were edited here and differ in a file, merged: each edit counts SEQUENCE up, here and there.
@Suite struct MergeTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
    }

    private func event(_ summary: String, location: String = "Paris", sequence: Int) -> TextFile {
        TextFile(
            "a.ics",
            Fixtures.calendar(
                """
                BEGIN:VEVENT
                UID:1
                DTSTART:20260310T090000Z
                SUMMARY:\(summary)
                LOCATION:\(location)
                SEQUENCE:\(sequence)
                END:VEVENT
                """))
    }

    private func merge(_ file: TextFile) throws -> ImportReport.File? {
        var request = ImportRequest(files: [(file.name, file)])
        request.onConflict = .merge
        return try hub.session().importFiles(request).files.first
    }

    @Test(arguments: [1, 2], [0, 1, 2, 7])
    func whoeverCountedFurtherBothEditsStay(edits: Int, sequence: Int) throws {
        try hub.importFile(event("Tea", sequence: 0))
        for edit in 1...edits {
            try hub.run("calendar edit", ["record": "1", "location": .text("Room \(edit)")])
        }
        let file = try #require(try merge(event("Coffee", sequence: sequence)))
        #expect([file.updated, file.conflicts] == [1, 0])
        #expect(file.issues.isEmpty)
        let merged = try hub.run("calendar show", ["record": "1"])
        #expect(merged["summary"] == "Coffee")
        #expect(merged["location"] == .text("Room \(edits)"))
        let again = try #require(try merge(event("Coffee", sequence: sequence)))
        #expect([again.unchanged, again.newTexts] == [1, 0])
    }

    /// The same edit on both sides leaves nothing to edit again.
    @Test(arguments: [0, 1, 7]) func oneEditOnBothSidesIsNoConflict(sequence: Int) throws {
        try hub.importFile(event("Tea", sequence: 0))
        try hub.run("calendar edit", ["record": "1", "location": "Rome"])
        let file = try #require(try merge(event("Coffee", location: "Rome", sequence: sequence)))
        #expect([file.updated, file.conflicts] == [1, 0])
        #expect(try hub.run("calendar show", ["record": "1"])["summary"] == "Coffee")
    }

    @Test func aNewCountAloneChangesNothing() throws {
        try hub.importFile(event("Tea", sequence: 0))
        try hub.run("calendar edit", ["record": "1", "location": "Rome"])
        let file = try #require(try merge(event("Tea", sequence: 4)))
        #expect([file.updated, file.unchanged, file.conflicts] == [0, 1, 0])
        #expect(try hub.run("calendar show", ["record": "1"])["location"] == "Rome")
    }

    /// What has commands of its own, which the file does not know, is not lost by a merge.
    @Test func whatNoEditTakesIsStillGuarded() throws {
        try hub.importFile(event("Tea", sequence: 0))
        try hub.run("calendar edit", ["record": "1", "location": "Rome"])
        try hub.run(
            "calendar edit", ["record": "1"],
            files: ["file": UploadedFile(name: "m.txt", content: Array("minutes".utf8))])
        let file = try #require(try merge(event("Coffee", sequence: 1)))
        let merged = try hub.run("calendar show", ["record": "1"])
        #expect(merged["attachments"]?.listValue?.count == 1)
        #expect([file.updated, file.conflicts] == (merged["summary"] == "Coffee" ? [1, 0] : [0, 1]))
    }

    /// A calendar that a user named keeps its name before the file's; one that was made unasked gives way.
    @Test(arguments: [true, false]) func aNameThatWasGivenStays(isGiven: Bool) throws {
        if isGiven { try hub.run("calendar calendars add", ["name": "Personal"]) }
        let text = String(decoding: event("Tea", sequence: 0).content, as: UTF8.self).replacing(
            "BEGIN:VEVENT", with: "X-WR-CALNAME:Holidays\r\nBEGIN:VEVENT")
        try hub.importFile(TextFile("a.ics", text))
        let exported = try hub.export("calendar")
        #expect(exported.contains("X-WR-CALNAME:\(isGiven ? "Personal" : "Holidays")\r\n"))
    }
}
