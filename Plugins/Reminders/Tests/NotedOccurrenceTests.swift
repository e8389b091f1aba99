import AtriumFormats
import AtriumSDK
import AtriumTesting
import Testing

@testable import Reminders

/// Occurrences that were made by marking them as done, through an export of the whole vault.
@Suite struct NotedOccurrenceTests {
    private let hub: TemporaryHub

    init() throws { hub = try TemporaryHub(modules: [remindersModule], formats: [ICalendarFileFormat()]) }

    /// Done, reopened, and the series moved: nothing stays where it was.
    private func moved(_ hub: TemporaryHub) throws -> [DataValue] {
        try hub.run("reminders reopen", ["record": "1"])
        try hub.run("reminders edit", ["record": "1", "due": "2026-12-01T18:00"])
        let record = try hub.run("reminders show", ["record": "1"])
        return [record["next"] ?? .null, record["done"] ?? .null]
    }

    @Test func oneThatWasMadeHereGoesAgain() throws {
        try hub.run(
            "reminders add", ["text": ["Water"], "due": "2026-03-16T09:00", "repeat": "FREQ=DAILY"])
        try hub.run("reminders complete", ["record": "1"])
        let (other, files) = try hub.restored()
        #expect(files["reminders-noted-occurrences.jsonl"]?.split(separator: "\n").count == 1)
        #expect(
            try other.restored().files["reminders-noted-occurrences.jsonl"]
                == files["reminders-noted-occurrences.jsonl"])
        let expected = try moved(hub)
        #expect(expected[0].textValue?.hasPrefix("2026-12-01T18:00") == true)
        #expect(try moved(other) == expected)
        #expect(try other.export("reminders").split(separator: "BEGIN:VTODO").count == 2)
    }

    @Test func oneThatAFileBroughtStays() throws {
        try hub.importFile(Fixtures.tasks)
        let (other, files) = try hub.restored()
        #expect(files["reminders-noted-occurrences.jsonl"] == "")
        try other.run("reminders reopen", ["record": "series"])
        #expect(try other.export("reminders").contains("RECURRENCE-ID;TZID=Office:20260105T080000"))
    }
}
