import AtriumSDK
import AtriumTesting
import Foundation
import Testing

@testable import AtriumHost

/// Fields of days, times and lengths take words.
///
/// It is Wednesday, 18 March 2026, 10:20:45 in Vienna.
@Suite struct FieldWordsTests {
    private static let fields = [
        FieldDeclaration("day", .date, help: "A day."), FieldDeclaration("at", .when, help: "A time."),
        FieldDeclaration("length", .duration, help: "A length."),
        FieldDeclaration(
            "more", .list(.object([FieldDeclaration("value", .when, help: "A time.")])), help: "Times."),
    ]

    private func decode(_ values: DataObject, hasNow: Bool = true) throws -> DataObject {
        let zone = try #require(TimeZone(identifier: "Europe/Vienna"))
        let instant = try #require(Timestamp.date("2026-03-18T09:20:45Z"))
        let decoder = InputDecoder(
            fields: Self.fields, today: LocalDate(instant, in: zone),
            now: hasNow ? DayText.Now(instant: instant, zone: zone) : nil, resolve: { _, _, _ in 0 })
        return try decoder.decode(values, files: [:]).values
    }

    @Test(arguments: [
        ("next week", "2026-03-23"), ("in 1 week", "2026-03-25"), ("tomorrow 9am", "2026-03-19T09:00:00"),
        ("friday at 18", "2026-03-20T18:00:00"), ("in 2 hours", "2026-03-18T11:20:00Z"),
        ("tomorrow 15:00 UTC", "2026-03-19T15:00:00Z"), ("tonight", "2026-03-18T21:00:00"),
        // What the short forms say, they say as before.
        ("wednesday", "2026-03-18"), ("wednesday 9:00", "2026-03-18T09:00:00"),
        ("wednesday 9am", "2026-03-18T09:00:00"),
        ("2026-03-01T09:30:00+01:00", "2026-03-01T08:30:00Z"),
    ])
    func timesAreReadInWords(_ text: String, _ stored: String) throws {
        #expect(try decode(["at": .text(text)])["at"] == .text(stored))
        let list = try decode(["more": .list([.object(["value": .text(text)])])])["more"]
        #expect(list == .list([.object(["value": .text(stored)])]))
    }

    @Test(arguments: [("next week", "2026-03-23"), ("5 June", "2026-06-05"), ("in 3 days", "2026-03-21")])
    func daysAreReadInWords(_ text: String, _ stored: String) throws {
        #expect(try decode(["day": .text(text)])["day"] == .text(stored))
    }

    @Test(arguments: [
        ("2 hours", "PT2H"), ("1h30", "PT1H30M"), ("45 min", "PT45M"), ("P1D", "P1D"), ("1 week", "P1W"),
    ])
    func lengthsAreReadInWords(_ text: String, _ stored: String) throws {
        #expect(try decode(["length": .text(text)])["length"] == .text(stored))
    }

    @Test(arguments: [
        ("at", "9am", "at has a wrong value"), ("at", "every friday", "at has a wrong value"),
        ("day", "tomorrow 9am", "day has a wrong value"), ("day", "in 2 hours", "day has a wrong value"),
        ("at", "tomorrow 5 June", "the text names two days: tomorrow, and 5 June"),
        ("at", "June 31", "June has 30 days, not 31"), ("at", "3/4/2026", "3/4/2026 is ambiguous"),
        ("length", "2 days of rest", "length has a wrong value"),
        ("length", "1 month", "length has a wrong value"),
    ])
    func otherWordsAreRefused(_ field: String, _ text: String, _ message: String) {
        let error = #expect(throws: AtriumError.self) { try decode([field: .text(text)]) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
        #expect(error?.field == field)
        #expect(error?.code == .badData)
        #expect(error?.remedy.isEmpty == false)
    }

    @Test func withoutAPresentNothingIsCountedFromIt() throws {
        #expect(throws: AtriumError.self) { try decode(["at": "in 2 hours"], hasNow: false) }
        #expect(try decode(["at": "tomorrow 9am"], hasNow: false)["at"] == "2026-03-19T09:00:00")
    }
}
