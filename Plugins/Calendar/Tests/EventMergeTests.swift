import AtriumSDK
import ContentLine
import ICalendarExchange
import ICalendarFormat
import Testing

@testable import Calendar

/// The details of two events in one: nothing of either is lost.
@Suite struct EventMergeTests {
    private let clock = EventClock(Zones.system, viewer: .utc)

    private func event(_ lines: String...) throws -> CalendarEvent {
        let text = (["BEGIN:VEVENT", "UID:a", "DTSTART:20260302T090000Z"] + lines + ["END:VEVENT"])
            .joined(separator: "\r\n")
        var issues: [ContentIssue] = []
        let event = CalendarEvent(Component.parse(Array(text.utf8)).component, issues: &issues)
        try #require(issues.isEmpty)
        return EventDetails.normalized(event)
    }

    @Test func valuesOfBothRemain() throws {
        let remaining = try event(
            "SUMMARY:Talk", "LOCATION:Room 1", "DESCRIPTION:Bring slides", "SEQUENCE:1", "CATEGORIES:work",
            "ORGANIZER;CN=Ann:mailto:ann@example.org", "ATTENDEE:mailto:bo@example.org",
            "ATTENDEE;PARTSTAT=ACCEPTED:mailto:cy@example.org", "ATTACH:https://example.org/a",
            "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "DESCRIPTION:Talk", "END:VALARM")
        let merged = try event(
            "SUMMARY:Talk", "LOCATION:Room 2", "DESCRIPTION:Long version", "SEQUENCE:4", "URL:https://x.org",
            "CATEGORIES:Work,club", "ORGANIZER:mailto:dan@example.org",
            "ATTENDEE;CN=Bo;PARTSTAT=DECLINED:MAILTO:bo@example.org",
            "ATTENDEE;PARTSTAT=TENTATIVE:mailto:cy@example.org", "ATTENDEE:mailto:eve@example.org",
            "ATTACH:https://example.org/a", "ATTACH:https://example.org/b", "BEGIN:VALARM", "ACTION:DISPLAY",
            "TRIGGER:-PT15M", "DESCRIPTION:Talk", "UID:other", "END:VALARM", "BEGIN:VALARM", "ACTION:DISPLAY",
            "TRIGGER:-P1D", "DESCRIPTION:Talk", "END:VALARM")
        let merge = EventMerge(merged, into: remaining, on: clock)
        let details = merge.details
        #expect(details.location == "Room 1")
        #expect(details.url == "https://x.org")
        #expect(details.sequence == 4)
        #expect(details.categories == ["work", "club"])
        #expect(details.organizer?.address == "mailto:ann@example.org")
        #expect(details.attendees.map(\.address.localPart) == ["bo", "cy", "eve"])
        #expect(details.attendees.map(\.participationStatus) == ["DECLINED", "ACCEPTED", nil])
        #expect(details.attendees[0].commonName == "Bo")
        #expect(details.alarms.count == 2)
        #expect(details.attachments.count == 2)
        #expect(
            details.description == """
                Bring slides

                Long version
                Merged location: Room 2
                Merged organizer: mailto:dan@example.org
                Merged attendees: mailto:cy@example.org: tentative
                """)
        #expect(merge.kept.map(\.field) == ["location", "organizer", "attendees"])
        // An import combines the texts of both again, one of them twice.
        #expect(EventMerge(merged, into: details, on: clock).details == details)
    }

    @Test func takenValuesReplaceThoseOfTheRemainingEvent() throws {
        let merge = EventMerge(
            try event("LOCATION:Room 2", "STATUS:TENTATIVE"), into: try event("LOCATION:Room 1"),
            taking: ["location", "status"], on: clock)
        #expect(merge.details.location == "Room 2")
        #expect(merge.details.status == .tentative)
        #expect(merge.details.description == "Merged location: Room 1\nMerged status: confirmed")
    }

    /// A merge neither cancels an event nor frees its time.
    @Test func anEventThatTakesPlaceStillDoes() throws {
        let merge = EventMerge(
            try event("STATUS:CANCELLED", "TRANSP:TRANSPARENT"), into: try event("SUMMARY:Talk"), on: clock)
        #expect(merge.details.status == nil)
        #expect(merge.details.isTransparent == nil)
        #expect(merge.details.description == "Merged status: cancelled\nMerged transparency: transparent")
    }

    /// A day takes place if it takes place in one of the two series.
    @Test func onlySharedExceptionsRemain() throws {
        let rule = "RRULE:FREQ=WEEKLY;COUNT=6"
        let merge = EventMerge(
            try event(
                rule, "EXDATE:20260309T090000Z", "EXDATE:20260323T090000Z", "RDATE:20260304T090000Z"),
            into: try event(
                rule, "EXDATE;TZID=Europe/Berlin:20260309T100000", "EXDATE:20260316T090000Z"),
            on: clock)
        #expect(merge.details.exclusions.map(\.storedText) == ["2026-03-09T10:00:00"])
        #expect(merge.details.additions.map(\.storedText) == ["2026-03-04T09:00:00Z"])
        #expect(merge.kept.map(\.value) == ["2026-03-16T09:00:00Z", "2026-03-23T09:00:00Z"])
    }

    @Test func aSingleEventJoinsASeriesWithItsExceptions() throws {
        let series = try event(
            "RRULE:FREQ=WEEKLY;COUNT=6", "EXDATE:20260302T090000Z", "EXDATE:20260309T090000Z")
        for merge in [
            EventMerge(series, into: try event("SUMMARY:Talk"), on: clock),
            EventMerge(try event("SUMMARY:Talk"), into: series, on: clock),
        ] {
            #expect(merge.details.rules.count == 1)
            // The single event takes place on the first day.
            #expect(merge.details.exclusions.map(\.storedText) == ["2026-03-09T09:00:00Z"])
        }
    }

    @Test func timesAreComparedInAllTheirForms() throws {
        func span(_ lines: String...) throws -> EventClock.Span? {
            let text = (["BEGIN:VEVENT"] + lines + ["END:VEVENT"]).joined(separator: "\r\n")
            var issues: [ContentIssue] = []
            return clock.span(
                EventTimes(CalendarEvent(Component.parse(Array(text.utf8)).component, issues: &issues)))
        }
        let hour = try span("DTSTART:20260302T090000Z", "DTEND:20260302T100000Z")
        #expect(hour != nil)
        #expect(try span("DTSTART:20260302T090000Z", "DURATION:PT1H") == hour)
        #expect(
            try span("DTSTART;TZID=Europe/Berlin:20260302T100000", "DTEND;TZID=Europe/Berlin:20260302T110000")
                == hour)
        #expect(try span("DTSTART:20260302T090000", "DTEND:20260302T100000") == hour)
        #expect(try span("DTSTART:20260302T090000Z") != hour)
        let day = try span("DTSTART;VALUE=DATE:20260302")
        #expect(try span("DTSTART;VALUE=DATE:20260302", "DTEND;VALUE=DATE:20260303") == day)
        #expect(try span("DTSTART;VALUE=DATE:20260302", "DURATION:P1D") == day)
        #expect(try span("DTSTART:20260302T000000Z", "DTEND:20260303T000000Z") != day)
        #expect(try span("SUMMARY:No start") == nil)
    }
}

extension String {
    /// The part of a `mailto:` address before the @.
    fileprivate var localPart: String {
        lowercased().replacing("mailto:", with: "").split(separator: "@").first.map(String.init) ?? ""
    }

    /// Two series at one moment in two zones part with the change of summer time.
    @Test(arguments: [("Africa/Lagos", true), ("Europe/Berlin", false)])
    func seriesInTwoZonesAreDifferent(zone: String, isDifferent: Bool) throws {
        func series(_ zone: String) throws -> CalendarEvent {
            let clock = try #require(
                CivilDateTime(year: 2026, month: 1, day: 5, hour: 9, minute: 0, second: 0))
            var event = CalendarEvent(start: .zoned(clock, zone: zone))
            event.rules = [try RecurrenceRule("FREQ=WEEKLY")]
            return event
        }
        #expect(try EventMerge.haveDifferentRules(series("Europe/Berlin"), series(zone)) == isDifferent)
    }
}
