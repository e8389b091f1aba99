import AtriumTesting

/// Files of our own making.
enum Fixtures {
    static func calendar(_ body: String, version: String = "2.0") -> String {
        "BEGIN:VCALENDAR\nVERSION:\(version)\nPRODID:-//Example//Test//EN\n\(body)\nEND:VCALENDAR\n"
            .replacing("\n", with: "\r\n")
    }

    static let berlin = """
        BEGIN:VTIMEZONE
        TZID:Our Berlin
        BEGIN:STANDARD
        DTSTART:19961027T030000
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:19960331T020000
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        END:DAYLIGHT
        END:VTIMEZONE
        """

    /// A weekly series of which one instance is moved and one has no place in the series' own file order.
    static let series = calendar(
        """
        X-WR-CALNAME:Ours
        \(berlin)
        BEGIN:VEVENT
        UID:weekly@example.org
        RECURRENCE-ID;TZID=Our Berlin:20260316T090000
        DTSTAMP:20260101T000000Z
        DTSTART;TZID=Our Berlin:20260317T100000
        DTEND;TZID=Our Berlin:20260317T103000
        SUMMARY:Standup on Tuesday
        END:VEVENT
        BEGIN:VEVENT
        UID:weekly@example.org
        DTSTAMP:20260101T000000Z
        CREATED:20251201T100000Z
        LAST-MODIFIED:20251202T100000Z
        DTSTART;TZID=Our Berlin:20260302T090000
        DTEND;TZID=Our Berlin:20260302T091500
        RRULE:FREQ=WEEKLY;UNTIL=20260430T000000Z
        EXDATE;TZID=Our Berlin:20260309T090000
        SUMMARY:Standup
        X-VENDOR;X-A="1,2":kept as it is
        CATEGORIES:Work,Team
        END:VEVENT
        BEGIN:VEVENT
        UID:orphan@example.org
        RECURRENCE-ID:20260316T090000Z
        DTSTAMP:20260101T000000Z
        DTSTART:20260316T100000Z
        DURATION:PT1H
        SUMMARY:Without its series
        END:VEVENT
        BEGIN:VEVENT
        UID:day@example.org
        DTSTAMP:20260101T000000Z
        DTSTART;VALUE=DATE:20260320
        SUMMARY:A whole day
        END:VEVENT
        """)
}

extension TextFile {
    /// The file's text.
    var text: String { String(decoding: content, as: UTF8.self) }
}
