import AtriumFormats
import AtriumHost
import AtriumSDK
import AtriumTesting
import Foundation
import SharedFiles
import Testing

@testable import Calendar

/// Invitations, cancellations and replies (RFC 5546).
@Suite struct InvitationTests {
    let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
    }

    /// A file after a public report; see the README in `../shared/corpus/reported`.
    private func reported(_ name: String) throws -> TextFile {
        let url = SharedFiles.corpus.appending(path: "reported/\(name).ics")
        return TextFile("\(name).ics", try String(contentsOf: url, encoding: .utf8))
    }

    private func file(
        _ method: String?, _ lines: [String], uid: String = "u", stamp: String = "20260101T000000Z",
        name: String = "a.ics"
    ) -> TextFile {
        let event = ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:\(stamp)"] + lines + ["END:VEVENT"]
        let body = method.map { ["METHOD:\($0)"] } ?? []
        return TextFile(name, Fixtures.calendar((body + event).joined(separator: "\n")))
    }

    private func request(_ files: [TextFile], _ decision: ConflictDecision? = nil) throws -> ImportReport {
        var request = ImportRequest(files: files.map { ($0.name, $0) })
        request.onConflict = decision
        return try hub.session().importFiles(request)
    }

    private func event(_ id: Int64 = 1) throws -> DataObject {
        try hub.run("calendar show", ["record": .integer(id)])
    }

    private func agenda(_ from: String, _ to: String) throws -> [DataObject] {
        try hub.items("calendar agenda", ["from": .text(from), "to": .text(to)])
    }

    private func starts(_ from: String, _ to: String) throws -> [String] {
        try agenda(from, to).map { $0["start"]?.textValue ?? "" }
    }

    /// The second import of the same files changes nothing.
    private func expectNoChange(_ files: [TextFile]) throws {
        let before = try hub.session().contents()
        let report = try request(files)
        #expect(!report.hasChanged)
        #expect(report.files.allSatisfy { $0.added == 0 && $0.updated == 0 })
        #expect(try hub.session().contents().difference(from: before) == [])
    }

    // MARK: - Versions

    /// i60: CANCEL cancels with and without STATUS; an older SEQUENCE does not replace a newer one.
    @Test(.needsShared(), arguments: ["i60b-cancel", "i60d-cancel-status"])
    func i60CancelledEventsStayCancelled(cancel: String) throws {
        try hub.importFile(reported("i60a-invite"))
        #expect(try hub.importFile(reported(cancel)).updated == 1)
        #expect(try event()["status"] == "cancelled")
        #expect(try event()["summary"] == "Visit")
        let older = try hub.importFile(reported("i60c-older"))
        #expect((older.updated, older.conflicts) == (0, 1))
        #expect(older.issues.map(\.message) == ["older than the event you have; it was not imported"])
        #expect(try event()["status"] == "cancelled")
        #expect(try event()["start"] == "2026-08-15T10:00:00Z")
        for name in ["i60a-invite", cancel, "i60b-cancel", "i60d-cancel-status"] {
            #expect(try hub.importFile(reported(name)).conflicts == 0)
        }
        #expect(try hub.items("calendar list").count == 1)
        let text = try hub.export("calendar")
        #expect(text.contains("STATUS:CANCELLED\r\n") && text.contains("SEQUENCE:3\r\n"))
        #expect(!text.contains("METHOD"))
        let other = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
        try other.importFile(TextFile("b.ics", text))
        #expect(try other.run("calendar show", ["record": "1"])["status"] == "cancelled")
        #expect(try hub.importFile(TextFile("b.ics", text)).unchanged == 1)
    }

    /// i60: the same in one import, in any order.
    @Test(
        .needsShared(),
        arguments: [
            ["i60a-invite", "i60b-cancel", "i60c-older"], ["i60c-older", "i60b-cancel", "i60a-invite"],
            ["i60b-cancel", "i60c-older", "i60a-invite"], ["i60d-cancel-status", "i60a-invite"],
        ])
    func i60FilesOfOneImport(names: [String]) throws {
        let files = try names.map(reported)
        _ = try request(files)
        #expect(try hub.items("calendar list").map { $0["status"] } == ["cancelled"])
        try expectNoChange(files)
    }

    /// An older message is imported if the user wants that; until then it is asked about.
    @Test(arguments: [ConflictDecision.keep, .merge, .replace, nil])
    func olderMessages(decision: ConflictDecision?) throws {
        try hub.importFile(file("REQUEST", ["DTSTART:20260310T090000Z", "SUMMARY:New", "SEQUENCE:2"]))
        let older = file("REQUEST", ["DTSTART:20260311T090000Z", "SUMMARY:Old", "SEQUENCE:1"])
        let report = try request([older], decision)
        #expect(try event()["summary"] == (decision == .replace ? "Old" : "New"))
        #expect(report.files[0].updated == (decision == .replace ? 1 : 0))
        #expect(report.files[0].kept == (decision == .keep ? 1 : 0))
        let again = try request([older])
        #expect(!again.hasChanged)
        #expect(again.files[0].conflicts == (decision == .merge || decision == nil ? 1 : 0))
    }

    /// A dry run lists an older message as a conflict, with the reason: this is what the page shows.
    @Test func anOlderMessageIsListedWithItsReason() throws {
        try hub.importFile(file("REQUEST", ["DTSTART:20260310T090000Z", "SUMMARY:New", "SEQUENCE:2"]))
        let older = file("REQUEST", ["DTSTART:20260311T090000Z", "SUMMARY:Old", "SEQUENCE:1"])
        var request = ImportRequest(files: [("a.ics", older)], isDryRun: true)
        request.isVerbose = true
        let item = try #require(try hub.session().importFiles(request).items.first)
        #expect(item.outcome == .conflict)
        #expect(item.reason == "older than the event you have")
    }

    /// DTSTAMP decides between messages of one SEQUENCE.
    @Test func theStampDecidesAfterTheSequence() throws {
        func invite(_ summary: String, _ stamp: String) -> TextFile {
            file("REQUEST", ["DTSTART:20260310T090000Z", "SUMMARY:\(summary)"], stamp: stamp)
        }
        try hub.importFile(invite("Second", "20260102T000000Z"))
        #expect(try hub.importFile(invite("First", "20260101T000000Z")).conflicts == 1)
        #expect(try hub.importFile(invite("Third", "20260103T000000Z")).updated == 1)
        #expect(try event()["summary"] == "Third")
    }

    /// Edits here count SEQUENCE up; the organizer's next version still merges.
    @Test func editsHereDoNotMakeAMessageOld() throws {
        try hub.importFile(file("REQUEST", ["DTSTART:20260310T090000Z", "SUMMARY:Tea", "SEQUENCE:1"]))
        for room in 1...4 {
            try hub.run("calendar edit", ["record": "1", "location": .text("Room \(room)")])
        }
        let next = file(
            "REQUEST", ["DTSTART:20260310T090000Z", "SUMMARY:Coffee", "SEQUENCE:2"], stamp: "20260102T000000Z"
        )
        #expect(try request([next], .merge).files[0].updated == 1)
        #expect(try event()["summary"] == "Coffee")
        #expect(try event()["location"] == "Room 4")
    }

    /// i30: an override alone changes one day, before and after its series.
    @Test(.needsShared(), arguments: [false, true])
    func i30AnOverrideAloneChangesOneDay(isFirst: Bool) throws {
        let names = ["i30a-series", "i30b-only-override"]
        for name in isFirst ? names.reversed() : names {
            #expect(try hub.importFile(reported(name)).added == 1)
        }
        #expect(
            try starts("2026-04-30", "2026-05-02") == [
                "2026-04-30T13:00:00", "2026-05-01T14:00:00", "2026-05-02T13:00:00",
            ])
        try expectNoChange(names.map(reported))
    }

    /// i36: one UID at two SEQUENCEs in one file is one series, and the day that the later one excludes is off.
    @Test(.needsShared()) func i36TwoMastersAreOneSeries() throws {
        let file = try reported("i36-two-masters")
        let first = try hub.importFile(file)
        #expect((first.added, first.updated) == (2, 1))
        #expect(first.issues.map(\.code).contains("second-version"))
        #expect(try hub.items("calendar list").count == 1)
        #expect(
            try starts("2024-07-25", "2024-12-01") == [
                "2024-07-29", "2024-09-09", "2024-09-30", "2024-10-21",
            ])
        try expectNoChange([file])
        // The other order of the components.
        let parts = file.text.components(separatedBy: "BEGIN:VEVENT")
        let end = "END:VCALENDAR"
        let turned =
            [parts[0], parts[3].components(separatedBy: end)[0], parts[2], parts[1]].joined(
                separator: "BEGIN:VEVENT") + end + "\r\n"
        let again = try InvitationTests()
        #expect(try again.hub.importFile(TextFile("b.ics", turned)).added == 2)
        #expect(
            try again.starts("2024-07-25", "2024-12-01") == [
                "2024-07-29", "2024-09-09", "2024-09-30", "2024-10-21",
            ])
        try again.expectNoChange([TextFile("b.ics", turned)])
        let exported = try hub.export("calendar")
        #expect(try hub.importFile(TextFile("c.ics", exported)).unchanged == 2)
    }

    // MARK: - Backups

    private func backups() -> (old: TextFile, new: TextFile) {
        (
            file(nil, ["DTSTART:20260310T090000Z", "SUMMARY:Old", "SEQUENCE:1"]),
            file(nil, ["DTSTART:20260311T090000Z", "SUMMARY:New", "SEQUENCE:2"], stamp: "20260102T000000Z")
        )
    }

    /// A file without METHOD is imported also if it is older, and the report says how to go back.
    @Test func anOldBackupIsRestoredByImport() throws {
        let (old, new) = backups()
        try hub.importFile(old)
        #expect(try hub.importFile(new).issues.isEmpty)
        let report = try hub.importFile(old)
        #expect(report.updated == 1)
        #expect(report.issues.map(\.code) == ["older-version"])
        #expect(report.issues.first?.message.contains("undo this import") == true)
        #expect(try event()["summary"] == "Old")
        try hub.run("imports undo", ["run": 3])
        #expect(try event()["summary"] == "New")
    }

    /// The export of a message is no message.
    @Test(arguments: ["REQUEST", nil]) func anOldExportOfTheWholeVaultIsRestored(method: String?) throws {
        let old = file(method, ["DTSTART:20260310T090000Z", "SUMMARY:Old", "SEQUENCE:1"])
        let new = file(
            method, ["DTSTART:20260311T090000Z", "SUMMARY:New", "SEQUENCE:2"], stamp: "20260102T000000Z")
        try hub.importFile(old)
        let path = FileManager.default.temporaryDirectory.path + "/atrium-test-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try hub.session().exportAll(to: path, includesDisabled: false)
        try hub.importFile(new)
        try hub.importFile(
            file("CANCEL", ["DTSTART:20260311T090000Z", "SEQUENCE:3"], stamp: "20260103T000000Z"))
        let report = try hub.importWholeVault(path)
        #expect(report.files.flatMap(\.issues).map(\.code) == ["older-version"])
        #expect(try event()["summary"] == "Old")
        #expect(try event()["status"] == .null)
    }

    @Test func anOldBackupIsRestoredByRestore() throws {
        let (old, new) = backups()
        try hub.importFile(old)
        let path = FileManager.default.temporaryDirectory.path + "/atrium-test-\(UUID().uuidString).tar.gz"
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try hub.session().backup(to: path, keep: nil)
        let other = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
        _ = try other.hub.restore(path, user: nil, replace: true)
        #expect(try other.run("calendar show", ["record": "1"])["summary"] == "Old")
        #expect(try other.importFile(new).updated == 1)
        #expect(try other.importFile(old).updated == 1)
    }

    // MARK: - Cancellations

    private static let series = [
        "DTSTART;TZID=Europe/Berlin:20260302T090000", "DTEND;TZID=Europe/Berlin:20260302T100000",
        "RRULE:FREQ=DAILY;COUNT=4", "SUMMARY:Class", "LOCATION:Hall", "CONFERENCE:https://example.org/x",
    ]

    /// A message names an occurrence by RECURRENCE-ID, in the spelling of the series or another; it may have no other
    /// values.
    @Test(arguments: ["RECURRENCE-ID;TZID=Europe/Berlin:20260303T090000", "RECURRENCE-ID:20260303T080000Z"])
    func oneOccurrenceIsCancelled(id: String) throws {
        try hub.importFile(file("REQUEST", Self.series))
        let cancel = file("CANCEL", [id, "SEQUENCE:1"], stamp: "20260102T000000Z")
        #expect(try hub.importFile(cancel).added == 1)
        let days = try agenda("2026-03-02", "2026-03-06")
        #expect(days.map { $0["status"] } == [.null, "cancelled", .null, .null])
        #expect(days.allSatisfy { $0["summary"] == "Class" && $0["location"] == "Hall" })
        try expectNoChange([cancel])
        let text = try hub.export("calendar")
        #expect(text.contains("RECURRENCE-ID;TZID=Europe/Berlin:20260303T090000\r\n"))
        #expect(text.components(separatedBy: "CONFERENCE:").count == 3)
        #expect(text.components(separatedBy: "RRULE:FREQ=DAILY").count == 2)
        #expect(try hub.importFile(TextFile("b.ics", text)).unchanged == 2)
        try hub.run("imports undo", ["run": 2])
        #expect(try agenda("2026-03-02", "2026-03-06").allSatisfy { $0["status"] == .null })
        #expect(try hub.importFile(cancel).added == 1)
    }

    /// Two spellings of one time are one occurrence: the message does not add a second override.
    @Test func twoIdsOfOneOccurrenceAreOne() throws {
        try hub.importFile(file("REQUEST", Self.series))
        try hub.importFile(
            file("REQUEST", ["RECURRENCE-ID:20260303T080000Z", "DTSTART:20260303T100000Z", "SUMMARY:Moved"]))
        let cancel = file(
            "CANCEL", ["RECURRENCE-ID;TZID=Europe/Berlin:20260303T090000"], stamp: "20260102T000000Z")
        #expect(try hub.importFile(cancel).updated == 1)
        #expect(try agenda("2026-03-03", "2026-03-03").map { $0["status"] } == ["cancelled"])
        #expect(try event()["overrides"]?.listValue?.count == 1)
    }

    /// A cancelled series is cancelled with its changed occurrences, and keeps its rule.
    @Test func aSeriesIsCancelledWhole() throws {
        try hub.importFile(file("REQUEST", Self.series))
        try hub.importFile(
            file(
                "REQUEST",
                [
                    "RECURRENCE-ID;TZID=Europe/Berlin:20260303T090000",
                    "DTSTART;TZID=Europe/Berlin:20260303T110000", "SUMMARY:Late",
                ]))
        try hub.importFile(file("CANCEL", ["SEQUENCE:1"], stamp: "20260102T000000Z"))
        let days = try agenda("2026-03-02", "2026-03-06")
        #expect(days.count == 4 && days.allSatisfy { $0["status"] == "cancelled" })
        // The organizer may hold it after all.
        let again = file("REQUEST", Self.series + ["SEQUENCE:2"], stamp: "20260103T000000Z")
        #expect(try hub.importFile(again).updated == 1)
        #expect(try event()["status"] == .null)
    }

    /// An event that was edited here is cancelled too, and keeps the edit.
    @Test func anEditedEventIsCancelled() throws {
        try hub.importFile(file("REQUEST", ["DTSTART:20260310T090000Z", "SUMMARY:Tea", "SEQUENCE:1"]))
        try hub.run("calendar edit", ["record": "1", "location": "Rome"])
        let cancel = file(
            "CANCEL", ["DTSTART:20260310T090000Z", "SUMMARY:Tea", "SEQUENCE:2"], stamp: "20260102T000000Z")
        #expect(try hub.importFile(cancel).updated == 1)
        #expect(try event()["status"] == "cancelled")
        #expect(try event()["location"] == "Rome")
        let text = try hub.export("calendar")
        #expect(text.contains("STATUS:CANCELLED\r\n") && text.contains("LOCATION:Rome\r\n"))
        try expectNoChange([cancel])
        // The same message does not cancel what the user takes back.
        try hub.run("calendar edit", ["record": "1", "status": "confirmed"])
        try expectNoChange([cancel])
    }

    /// A cancellation of an unknown event makes no event; it applies if the event comes later.
    @Test func aCancellationOfAnUnknownEventIsKeptAsText() throws {
        let cancel = file("CANCEL", ["DTSTART:20260310T090000Z", "SEQUENCE:2"], stamp: "20260102T000000Z")
        let report = try hub.importFile(cancel)
        #expect((report.added, report.unreadable) == (0, 1))
        #expect(report.issues.map(\.code) == ["unknown-uid"])
        #expect(try hub.items("calendar list").isEmpty)
        #expect(try hub.session().contents().rows["host_source_item"]?.count == 1)
        try expectNoChange([cancel])
        let invite = file("REQUEST", ["DTSTART:20260310T090000Z", "SUMMARY:Tea", "SEQUENCE:1"])
        #expect(try hub.importFile(invite).issues.map(\.code) == ["earlier-message"])
        #expect(try event()["status"] == "cancelled")
        try expectNoChange([cancel, invite])
    }

    @Test func aCancellationAtAnotherTimeChangesNothing() throws {
        try hub.importFile(file("REQUEST", Self.series))
        let cancel = file("CANCEL", ["RECURRENCE-ID;TZID=Europe/Berlin:20260303T093000"])
        let report = try hub.importFile(cancel)
        #expect((report.added, report.updated, report.unreadable) == (0, 0, 1))
        #expect(report.issues.map(\.code) == ["no-occurrence"])
        #expect(try agenda("2026-03-02", "2026-03-06").count == 4)
    }

    @Test func anOlderCancellationCancelsNothing() throws {
        try hub.importFile(file("REQUEST", ["DTSTART:20260310T090000Z", "SUMMARY:Tea", "SEQUENCE:3"]))
        let cancel = file("CANCEL", ["DTSTART:20260310T090000Z", "SEQUENCE:2"], stamp: "20260102T000000Z")
        #expect(try hub.importFile(cancel).conflicts == 1)
        #expect(try event()["status"] == .null)
        #expect(try request([cancel], .replace).files[0].updated == 1)
        #expect(try event()["status"] == "cancelled")
    }

    // MARK: - Replies

    private static let invited = [
        "DTSTART:20260310T090000Z", "SUMMARY:Tea", "SEQUENCE:1", "ORGANIZER:mailto:me@example.org",
        "ATTENDEE;CN=Ada;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:ada@example.org",
        "ATTENDEE;CN=Bob;PARTSTAT=NEEDS-ACTION;X-SEAT=7:mailto:bob@example.org",
    ]

    private func reply(
        _ status: String, of name: String = "Ada@Example.org", _ stamp: String, sequence: Int = 1
    ) -> TextFile {
        file(
            "REPLY",
            [
                "SUMMARY:Accepted: Tea", "SEQUENCE:\(sequence)", "COMMENT:Gladly",
                "ATTENDEE;PARTSTAT=\(status):mailto:\(name)",
            ],
            stamp: stamp)
    }

    private func states() throws -> [DataValue?] {
        (try event()["attendees"]?.listValue ?? []).map { $0.objectValue?["status"] }
    }

    /// A reply changes the guest's PARTSTAT and nothing else.
    @Test func aReplyChangesOneGuest() throws {
        try hub.importFile(file(nil, Self.invited))
        let before = try hub.export("calendar")
        let accepted = reply("ACCEPTED", "20260102T000000Z")
        #expect(try hub.importFile(accepted).updated == 1)
        #expect(try states() == ["accepted", "needs-action"])
        let after = try hub.export("calendar").replacing("\r\n ", with: "")
        let (asked, answered) = ("PARTSTAT=NEEDS-ACTION;RSVP", "PARTSTAT=ACCEPTED;RSVP")
        #expect(after == before.replacing(asked, with: answered))
        try expectNoChange([accepted])
        // Replies are in the order of their stamps.
        let declined = reply("DECLINED", "20260104T000000Z")
        #expect(try hub.importFile(declined).updated == 1)
        #expect(try hub.importFile(reply("TENTATIVE", "20260103T000000Z")).conflicts == 1)
        #expect(try states() == ["declined", "needs-action"])
        try expectNoChange([accepted, declined])
        #expect(try hub.importFile(reply("ACCEPTED", "20260105T000000Z", sequence: 0)).conflicts == 1)
    }

    /// The event was made or edited here.
    @Test func aReplyToAnEventOfOnesOwn() throws {
        try hub.run(
            "calendar add",
            [
                "summary": "Tea", "start": "2026-03-10T09:00:00Z",
                "attendees": .list([.object(["address": "ada@example.org", "name": "Ada"])]),
            ])
        let uid = try #require(try event()["icalUid"]?.textValue)
        let accepted = file(
            "REPLY", ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@example.org"], uid: uid)
        #expect(try hub.importFile(accepted).updated == 1)
        #expect(try states() == ["accepted"])
        try expectNoChange([accepted])
        try hub.run("calendar edit", ["record": "1", "summary": "Coffee"])
        let declined = file(
            "REPLY", ["ATTENDEE;PARTSTAT=DECLINED:mailto:ada@example.org"], uid: uid,
            stamp: "20260102T000000Z")
        #expect(try hub.importFile(declined).updated == 1)
        #expect(try event()["summary"] == "Coffee")
    }

    /// A reply from a person who was not invited needs a decision.
    @Test func aReplyOfAnUninvitedGuest() throws {
        try hub.importFile(file(nil, Self.invited))
        let stranger = reply("ACCEPTED", of: "eve@example.org", "20260102T000000Z")
        let report = try hub.importFile(stranger)
        #expect((report.updated, report.conflicts) == (0, 1))
        #expect(
            report.issues.map(\.message) == ["a reply from a person who was not invited; it was not imported"]
        )
        #expect(try states().count == 2)
        #expect(try request([stranger], .replace).files[0].updated == 1)
        #expect(try states() == ["needs-action", "needs-action", "accepted"])
        try expectNoChange([stranger])
    }

    /// A reply may be about one occurrence.
    @Test func aReplyAboutOneOccurrence() throws {
        try hub.importFile(
            file("REQUEST", Self.series + ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@example.org"]))
        let declined = file(
            "REPLY",
            [
                "RECURRENCE-ID;TZID=Europe/Berlin:20260303T090000",
                "ATTENDEE;PARTSTAT=DECLINED:mailto:ada@example.org",
            ], stamp: "20260102T000000Z")
        #expect(try hub.importFile(declined).added == 1)
        #expect(try states() == ["accepted"])
        let override = try #require(try event()["overrides"]?.listValue?.first?.objectValue)
        #expect(override["attendees"]?.listValue?.first?.objectValue?["status"] == "declined")
        #expect(override["start"] == "2026-03-03T09:00:00")
        #expect(try agenda("2026-03-02", "2026-03-06").count == 4)
        try expectNoChange([declined])
    }

    /// COUNTER and REFRESH change nothing and are reported.
    @Test(arguments: ["COUNTER", "REFRESH", "DECLINECOUNTER"])
    func messagesThatChangeNothing(method: String) throws {
        let message = file(
            method, ["DTSTART:20260311T090000Z", "SUMMARY:Lunch", "SEQUENCE:5"], stamp: "20260102T000000Z")
        #expect(try hub.importFile(message).unreadable == 1)
        #expect(try hub.items("calendar list").isEmpty)
        try hub.importFile(file("REQUEST", Self.invited))
        let before = try event()
        let report = try hub.importFile(message)
        #expect((report.updated, report.unchanged, report.conflicts) == (0, 1, 0))
        #expect(report.issues.map(\.property) == ["METHOD"])
        #expect(try event() == before)
    }

    /// ADD adds a date to a series; it does not replace the series.
    @Test func aFurtherDate() throws {
        try hub.importFile(file("REQUEST", Self.series))
        let add = file(
            "ADD",
            [
                "DTSTART;TZID=Europe/Berlin:20260310T090000", "DTEND;TZID=Europe/Berlin:20260310T100000",
                "SUMMARY:Class", "SEQUENCE:1",
            ], stamp: "20260102T000000Z")
        #expect(try hub.importFile(add).updated == 1)
        #expect(try agenda("2026-03-02", "2026-03-11").count == 5)
        try expectNoChange([add])
    }
}
