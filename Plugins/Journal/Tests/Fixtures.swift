import AtriumTesting

/// Texts of iCalendar for tests.
enum Fixtures {
    /// A calendar of some components.
    static func calendar(_ components: String) -> String {
        ("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//Diary//EN\n" + components + "\nEND:VCALENDAR\n")
            .replacing("\n", with: "\r\n")
    }

    /// A file with a journal entry.
    static func file(_ lines: String) -> TextFile {
        TextFile(
            "a.ics", calendar("BEGIN:VJOURNAL\nUID:1\nDTSTAMP:20260101T000000Z\n\(lines)\nEND:VJOURNAL"))
    }

    /// The smallest GIF.
    static let gif: [UInt8] =
        Array("GIF89a".utf8) + [
            1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1,
            0, 0x3B,
        ]

    /// Entries and decisions that other programs have had in hand: in a zone of the file's own, with several descriptions,
    /// with properties that mean nothing here.
    static let journal = TextFile(
        "diary.ics",
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
            BEGIN:VJOURNAL
            UID:minutes
            DTSTAMP:20260101T000000Z
            DTSTART;TZID=Office:20260405T080000
            SUMMARY:Minutes\\, second version
            DESCRIPTION:First\\, the roof.
            DESCRIPTION:Then the garden\\nand the fence.
            LOCATION:The hall
            CATEGORIES:Meeting,House
            STATUS:FINAL
            X-ATRIUM-MOOD:okay
            RELATED-TO;RELTYPE=X-ATRIUM-FOR:ann-1
            X-OWN;X-A=1:kept
            END:VJOURNAL
            BEGIN:VJOURNAL
            UID:day
            DTSTAMP:20260101T000000Z
            DTSTART;VALUE=DATE:20260406
            DESCRIPTION:A quiet day
            ATTACH:https://example.org/a.txt
            END:VJOURNAL
            BEGIN:VJOURNAL
            UID:when
            DTSTAMP:20260101T000000Z
            SUMMARY:Of no day
            END:VJOURNAL
            BEGIN:VJOURNAL
            UID:offer
            DTSTAMP:20260101T000000Z
            DTSTART;VALUE=DATE:20251101
            SUMMARY:Take the offer
            DESCRIPTION:They want an answer\\nby Friday.
            STATUS:FINAL
            X-ATRIUM-DECISION:
            X-ATRIUM-OPTION:Take it
            X-ATRIUM-OPTION:Leave it\\, politely
            X-ATRIUM-CHOSEN:Take it
            X-ATRIUM-MODEL:Opportunity cost
            X-ATRIUM-EXPECTED:More time
            X-ATRIUM-CONFIDENCE:60
            X-ATRIUM-REVIEW-ON:2026-11-01
            X-ATRIUM-SEALED:2025-11-02T10:00:00Z
            X-ATRIUM-ADDENDUM;X-ADDED="2025-11-03T10:00:00Z":And less noise\\; perhaps
            X-OWN:kept
            END:VJOURNAL
            """))
}
