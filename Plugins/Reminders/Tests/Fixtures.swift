import AtriumTesting

/// Texts of iCalendar for tests.
enum Fixtures {
    /// A calendar of some components.
    static func calendar(_ components: String) -> String {
        ("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//Tasks//EN\n" + components + "\nEND:VCALENDAR\n")
            .replacing("\n", with: "\r\n")
    }

    /// A file with a task.
    static func file(_ lines: String) -> TextFile {
        TextFile("a.ics", calendar("BEGIN:VTODO\nUID:1\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:VTODO"))
    }

    /// Tasks of all kinds, among them a series in a zone of the file's own with an occurrence that was done and one moved.
    static let tasks = TextFile(
        "tasks.ics",
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
            BEGIN:VTODO
            UID:series
            DTSTAMP:20260101T000000Z
            SUMMARY:Water the plants
            DTSTART;TZID=Office:20260105T080000
            DUE;TZID=Office:20260105T090000
            RRULE:FREQ=WEEKLY
            EXDATE;TZID=Office:20260119T080000
            RDATE;TZID=Office:20260121T080000
            PRIORITY:0
            X-OWN;X-A=1:kept
            BEGIN:VALARM
            ACTION:DISPLAY
            DESCRIPTION:Water
            TRIGGER:-PT15M
            REPEAT:2
            DURATION:PT5M
            END:VALARM
            END:VTODO
            BEGIN:VTODO
            UID:series
            RECURRENCE-ID;TZID=Office:20260105T080000
            DTSTAMP:20260105T050000Z
            SUMMARY:Water the plants
            DTSTART;TZID=Office:20260105T080000
            DUE;TZID=Office:20260105T090000
            STATUS:COMPLETED
            COMPLETED:20260105T050000Z
            PERCENT-COMPLETE:100
            END:VTODO
            BEGIN:VTODO
            UID:series
            RECURRENCE-ID;TZID=Office:20260112T080000
            DTSTAMP:20260101T000000Z
            SUMMARY:Water the plants\\, later
            DTSTART;TZID=Office:20260113T100000
            DUE;TZID=Office:20260113T110000
            END:VTODO
            BEGIN:VTODO
            UID:plain
            DTSTAMP:20260101T000000Z
            DESCRIPTION:Only a note\\nof two lines
            DTSTART;VALUE=DATE:20260301
            DURATION:P2D
            STATUS:IN-PROCESS
            PERCENT-COMPLETE:40
            CATEGORIES:Home,Garden
            RELATED-TO:series
            RELATED-TO;RELTYPE=SIBLING:other
            LOCATION:Shed
            END:VTODO
            BEGIN:VTODO
            UID:done
            DTSTAMP:20260102T000000Z
            SUMMARY:Done long ago
            STATUS:COMPLETED
            END:VTODO
            BEGIN:VTODO
            UID:given-up
            DTSTAMP:20260102T000000Z
            SUMMARY:Given up
            DUE:20260102T120000Z
            STATUS:CANCELLED
            END:VTODO
            BEGIN:VTODO
            UID:put-off
            DTSTAMP:20260102T000000Z
            SUMMARY:Put off
            DUE:20260102T120000
            BEGIN:VALARM
            UID:alarm-1
            ACTION:AUDIO
            TRIGGER;RELATED=END:PT0S
            END:VALARM
            BEGIN:VALARM
            ACTION:DISPLAY
            DESCRIPTION:Again
            TRIGGER;VALUE=DATE-TIME:20300101T000000Z
            RELATED-TO;RELTYPE=SNOOZE:alarm-1
            END:VALARM
            END:VTODO
            """))
}
