import ContentLine
import Testing

@testable import ICalendarFormat

/// The addresses and answers of attendees, in the ways that are met.
@Suite struct CalendarUserTests {
    @Test(arguments: [
        ("ATTENDEE;CN=Ada:mailto:ada@example.org", "mailto:ada@example.org", "Ada"),
        ("ATTENDEE:ada@example.org", "mailto:ada@example.org", nil),
        ("ATTENDEE:Ada Lovelace <ada@example.org>", "mailto:ada@example.org", "Ada Lovelace"),
        ("ATTENDEE;CN=Countess:Ada <MAILTO:ada@example.org>", "MAILTO:ada@example.org", "Countess"),
        ("ATTENDEE:urn:uuid:1", "urn:uuid:1", nil), ("ATTENDEE:nobody", "nobody", nil),
        ("ATTENDEE:", "", nil),
        ("ATTENDEE:<", "<", nil), ("ATTENDEE:>", ">", nil),
    ])
    func addressesAreRead(line: String, address: String, name: String?) throws {
        let user = try #require(EventReadingTests.event("UID:1\n" + line).attendees.first)
        #expect(user.address == address && user.commonName == name)
    }

    @Test func answersOfVCalendarAreReadAndWritten() throws {
        let item = EventReadingTests.read(
            "UID:1\nATTENDEE;ROLE=OWNER;STATUS=SENT;RSVP=YES:Ada <ada@example.org>", version: .vCalendar)
        var event = try #require(item.event)
        #expect(event.attendees[0].participationStatus == "SENT" && event.attendees[0].expectsReply == true)
        event.attendees[0].participationStatus = "CONFIRMED"
        event.attendees[0].expectsReply = false
        let patched = item.patched(with: event, now: Instant(epochSeconds: 0)).component
        #expect(
            patched.property("ATTENDEE").map { String(decoding: $0.written(), as: UTF8.self) }
                == "ATTENDEE;ROLE=OWNER;STATUS=CONFIRMED;RSVP=NO:Ada <ada@example.org>\r\n")
        event.attendees[0].address = "mailto:countess@example.org"
        let moved = item.patched(with: event, now: Instant(epochSeconds: 0)).component
        var issues: [ContentIssue] = []
        let again = CalendarEvent(moved, version: .vCalendar, issues: &issues)
        #expect(again.attendees[0].commonName == "Ada" && again.attendees[0].email == "countess@example.org")
    }
}
