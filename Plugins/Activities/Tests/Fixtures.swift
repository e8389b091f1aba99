import AtriumTesting

/// Texts of iCalendar for tests.
enum Fixtures {
    /// A calendar of some components.
    static func calendar(_ components: String) -> String {
        ("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//Plans//EN\n" + components + "\nEND:VCALENDAR\n")
            .replacing("\n", with: "\r\n")
    }

    /// A file with an activity.
    static func file(_ lines: String) -> TextFile {
        TextFile(
            "a.ics",
            calendar(
                "BEGIN:VEVENT\nUID:1\nDTSTAMP:20260101T000000Z\nX-ATRIUM-ACTIVITY:\n\(lines)\nEND:VEVENT"))
    }

    /// Activities that other programs have had in hand: in a zone of the file's own, with an alarm, an end, an override.
    static let events = TextFile(
        "plans.ics",
        calendar(
            """
            BEGIN:VTIMEZONE
            TZID:Office
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:+0530
            TZOFFSETTO:+0530
            END:STANDARD
            END:VTIMEZONE
            BEGIN:VEVENT
            UID:museum
            DTSTAMP:20260101T000000Z
            SUMMARY:Museum\\, with the tour
            DTSTART;TZID=Office:20260405T080000
            DTEND;TZID=Office:20260405T093000
            GEO:48.203600;16.361700
            LOCATION:Maria-Theresien-Platz
            CATEGORIES:Art,Wien
            X-ATRIUM-ACTIVITY:places
            X-ATRIUM-RATING:4
            X-ATRIUM-COST:21.00 EUR
            X-ATRIUM-DONE;X-DAY=2025-11-02;X-WITH=ann-1,"b:en":with rain\\, and tea
            X-ATRIUM-DONE;X-DAY=2025-12-02:
            X-OWN;X-A=1:kept
            BEGIN:VALARM
            ACTION:DISPLAY
            DESCRIPTION:Museum
            TRIGGER:-PT15M
            END:VALARM
            END:VEVENT
            BEGIN:VEVENT
            UID:run
            DTSTAMP:20260101T000000Z
            SUMMARY:Run
            DTSTART;VALUE=DATE:20260501
            RRULE:FREQ=WEEKLY;COUNT=3
            RELATED-TO;RELTYPE=X-ATRIUM-FOR:ann-1
            X-ATRIUM-ACTIVITY:
            END:VEVENT
            BEGIN:VEVENT
            UID:run
            RECURRENCE-ID;VALUE=DATE:20260508
            DTSTAMP:20260101T000000Z
            SUMMARY:Run\\, longer
            DTSTART;VALUE=DATE:20260509
            X-ATRIUM-ACTIVITY:
            END:VEVENT
            """))
}
