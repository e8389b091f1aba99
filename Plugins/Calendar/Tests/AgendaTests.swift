import AtriumFormats
import AtriumSDK
import AtriumTesting
import Testing

@testable import Calendar

/// The agenda and the free times: occurrences in the viewer's zone, over changes of summer time.
@Suite struct AgendaTests {
    private let hub: TemporaryHub

    init() throws {
        hub = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
    }

    private func load(_ body: String, options: DataObject = [:]) throws {
        try hub.importFile(TextFile("a.ics", Fixtures.calendar(body)), options: options)
    }

    /// Start, end and summary of each occurrence, a line each.
    private func agenda(
        _ from: String, _ to: String, zone: String = "Europe/Berlin", calendar: DataValue? = nil
    ) throws -> [String] {
        var values: DataObject = ["from": .text(from), "to": .text(to), "zone": .text(zone)]
        values["calendar"] = calendar
        return try hub.items("calendar agenda", values).map { item in
            ["start", "end", "summary"].map { item[$0]?.textValue ?? "-" }.joined(separator: " ")
        }
    }

    @Test func aSeriesKeepsItsClockOverTheChangeOfSummerTime() throws {
        try load(
            """
            BEGIN:VEVENT
            UID:1
            DTSTART;TZID=Europe/Berlin:20260325T090000
            DURATION:PT1H
            RRULE:FREQ=DAILY
            SUMMARY:a
            END:VEVENT
            """)
        #expect(
            try agenda("2026-03-28", "2026-03-29") == [
                "2026-03-28T09:00:00 2026-03-28T10:00:00 a", "2026-03-29T09:00:00 2026-03-29T10:00:00 a",
            ])
        #expect(
            try agenda("2026-03-28", "2026-03-29", zone: "UTC") == [
                "2026-03-28T08:00:00 2026-03-28T09:00:00 a", "2026-03-29T07:00:00 2026-03-29T08:00:00 a",
            ])
        // New York changed three weeks before.
        #expect(
            try agenda("2026-03-28", "2026-03-29", zone: "America/New_York") == [
                "2026-03-28T04:00:00 2026-03-28T05:00:00 a", "2026-03-29T03:00:00 2026-03-29T04:00:00 a",
            ])
        // In Auckland it is the evening, and the day before there already tomorrow.
        #expect(try agenda("2026-03-28", "2026-03-28", zone: "Pacific/Auckland").count == 1)
    }

    @Test func anInstanceInTheHourThatIsSkippedComesAnHourLaterThatDayOnly() throws {
        try load(
            """
            BEGIN:VEVENT
            UID:1
            DTSTART;TZID=Europe/Berlin:20260327T023000
            RRULE:FREQ=DAILY;COUNT=4
            SUMMARY:a
            END:VEVENT
            """)
        let starts = try agenda("2026-03-27", "2026-03-31").map { $0.prefix(19) }
        #expect(starts.first == "2026-03-27T02:30:00")
        #expect(starts.last == "2026-03-30T02:30:00")
    }

    @Test func overridesAndExceptionsAreHonoured() throws {
        try hub.importFile(TextFile("series.ics", Fixtures.series))
        #expect(
            try agenda("2026-03-02", "2026-03-31") == [
                "2026-03-02T09:00:00 2026-03-02T09:15:00 Standup",
                "2026-03-16T11:00:00 2026-03-16T12:00:00 Without its series",
                "2026-03-17T10:00:00 2026-03-17T10:30:00 Standup on Tuesday",
                "2026-03-20 2026-03-21 A whole day",
                "2026-03-23T09:00:00 2026-03-23T09:15:00 Standup",
                "2026-03-30T09:00:00 2026-03-30T09:15:00 Standup",
            ])
    }

    @Test func anOverrideThatIsMovedOutOfItsSeriesDaysIsFound() throws {
        try load(
            """
            BEGIN:VEVENT
            UID:1
            DTSTART:20260302T090000Z
            RRULE:FREQ=DAILY;COUNT=3
            SUMMARY:a
            END:VEVENT
            BEGIN:VEVENT
            UID:1
            RECURRENCE-ID:20260303T090000Z
            DTSTART:20260603T090000Z
            SUMMARY:moved
            END:VEVENT
            """)
        #expect(
            try agenda("2026-06-01", "2026-06-30", zone: "UTC") == [
                "2026-06-03T09:00:00 2026-06-03T09:00:00 moved"
            ])
        #expect(try agenda("2026-03-01", "2026-03-31", zone: "UTC").count == 2)
    }

    @Test func thisAndFutureMovesAllLaterInstances() throws {
        try load(
            """
            BEGIN:VEVENT
            UID:1
            DTSTART:20260302T090000Z
            DURATION:PT1H
            RRULE:FREQ=DAILY;COUNT=4
            SUMMARY:a
            END:VEVENT
            BEGIN:VEVENT
            UID:1
            RECURRENCE-ID;RANGE=THISANDFUTURE:20260304T090000Z
            DTSTART:20260304T100000Z
            DURATION:PT2H
            SUMMARY:later
            END:VEVENT
            """)
        #expect(
            try agenda("2026-03-02", "2026-03-08", zone: "UTC") == [
                "2026-03-02T09:00:00 2026-03-02T10:00:00 a", "2026-03-03T09:00:00 2026-03-03T10:00:00 a",
                "2026-03-04T10:00:00 2026-03-04T12:00:00 later",
                "2026-03-05T10:00:00 2026-03-05T12:00:00 later",
            ])
    }

    @Test func daysAndFloatingTimesAreTheViewersOwn() throws {
        try load(
            """
            BEGIN:VEVENT
            UID:1
            DTSTART;VALUE=DATE:20260310
            DTEND;VALUE=DATE:20260312
            SUMMARY:days
            END:VEVENT
            BEGIN:VEVENT
            UID:2
            DTSTART:20260310T080000
            SUMMARY:floats
            END:VEVENT
            """)
        for zone in ["Pacific/Kiritimati", "Europe/Berlin", "Pacific/Pago_Pago"] {
            #expect(
                try agenda("2026-03-10", "2026-03-12", zone: zone) == [
                    "2026-03-10 2026-03-12 days", "2026-03-10T08:00:00 2026-03-10T08:00:00 floats",
                ])
            #expect(try agenda("2026-03-11", "2026-03-11", zone: zone) == ["2026-03-10 2026-03-12 days"])
            #expect(try agenda("2026-03-12", "2026-03-12", zone: zone).isEmpty)
        }
    }

    @Test func twoDefinitionsOfOneZoneEachKeepTheirMeaning() throws {
        let body = """
            BEGIN:VEVENT
            UID:1
            DTSTART;TZID=Mine:20260310T080000
            SUMMARY:a
            END:VEVENT
            """
        func zone(_ offset: String) -> String {
            """
            BEGIN:VTIMEZONE
            TZID:Mine
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:\(offset)
            TZOFFSETTO:\(offset)
            END:STANDARD
            END:VTIMEZONE

            """
        }
        try load(zone("+0300") + body)
        try load(
            zone("-0500") + body.replacing("UID:1", with: "UID:2").replacing("SUMMARY:a", with: "SUMMARY:b"))
        let expected = [
            "2026-03-10T05:00:00 2026-03-10T05:00:00 a", "2026-03-10T13:00:00 2026-03-10T13:00:00 b",
        ]
        #expect(try agenda("2026-03-10", "2026-03-10", zone: "UTC") == expected)
        // An export keeps the two apart, and so does who imports it.
        let text = try hub.export("calendar")
        let other = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
        try other.importFile(TextFile("b.ics", text))
        let again = try other.items(
            "calendar agenda", ["from": .text("2026-03-10"), "to": .text("2026-03-10"), "zone": .text("UTC")])
        #expect(again.map { $0["start"] } == [.text("2026-03-10T05:00:00"), .text("2026-03-10T13:00:00")])
        #expect(try other.export("calendar") == text)
    }

    @Test func aZoneThatNobodyKnowsIsSaidToBeUnknown() throws {
        try load(
            """
            BEGIN:VEVENT
            UID:1
            DTSTART;TZID=Middle Earth:20260310T080000
            SUMMARY:a
            END:VEVENT
            """)
        let item = try hub.items(
            "calendar agenda", ["from": .text("2026-03-10"), "zone": .text("Asia/Tokyo")]
        ).first
        #expect(item?["start"] == .text("2026-03-10T08:00:00"))
        #expect(item?["zoneKnown"] == .bool(false))
    }

    @Test func busyTimesAreMergedAndWhatIsTransparentOrCancelledTakesNone() throws {
        try load(
            ["090000Z/100000Z", "093000Z/103000Z", "103000Z/110000Z", "130000Z/140000Z"].enumerated().map {
                let times = $1.split(separator: "/")
                return """
                    BEGIN:VEVENT
                    UID:\($0)
                    DTSTART:20260310T\(times[0])
                    DTEND:20260310T\(times[1])
                    SUMMARY:\($0)
                    END:VEVENT
                    """
            }.joined(separator: "\n") + """

                BEGIN:VEVENT
                UID:t
                DTSTART:20260310T150000Z
                DTEND:20260310T160000Z
                TRANSP:TRANSPARENT
                SUMMARY:t
                END:VEVENT
                BEGIN:VEVENT
                UID:c
                DTSTART:20260310T170000Z
                DTEND:20260310T180000Z
                STATUS:CANCELLED
                SUMMARY:c
                END:VEVENT
                """)
        let result = try hub.run(
            "calendar free", ["from": .text("2026-03-10"), "to": .text("2026-03-10"), "zone": .text("UTC")])
        func periods(_ name: String) -> [String] {
            result[name]?.listValue?.compactMap(\.objectValue).map {
                "\($0["start"]?.textValue?.suffix(8) ?? "")-\($0["end"]?.textValue?.suffix(8) ?? "")"
            } ?? []
        }
        #expect(periods("busy") == ["09:00:00-11:00:00", "13:00:00-14:00:00"])
        #expect(periods("free") == ["00:00:00-09:00:00", "11:00:00-13:00:00", "14:00:00-00:00:00"])
        #expect(result["complete"] == .bool(true))
    }

    @Test func daysDefaultToTheWeekFromToday() throws {
        let result = try hub.run("calendar free", ["zone": .text("UTC")])
        let today = result["from"]?.textValue.flatMap(LocalDate.init(iso:))
        #expect(result["to"]?.textValue == today?.adding(days: 6).description)
        #expect(result["free"]?.listValue?.count == 1)
        #expect(result["zone"] == .text("UTC"))
    }

    @Test(
        arguments: [
            (["from": .text("2026-03-10"), "to": .text("2026-03-09")], "to"),
            (["from": .text("2026-03-10"), "to": .text("2046-03-09")], "to"),
            (["zone": .text("Europe/Nowhere")], "zone"),
        ] as [(DataObject, String)])
    func whatCannotBeAskedIsRefused(_ values: DataObject, _ field: String) throws {
        let error = #expect(throws: AtriumError.self) { try hub.run("calendar agenda", values) }
        #expect(error?.field == field)
        #expect(error?.code == .badData)
    }

    @Test func aCalendarCanBeAskedAlone() throws {
        try hub.run(
            "calendar add", ["summary": .text("a"), "start": .text("2026-03-10"), "calendar": .text("One")])
        try hub.run(
            "calendar add", ["summary": .text("b"), "start": .text("2026-03-10"), "calendar": .text("Two")])
        #expect(try agenda("2026-03-10", "2026-03-10", calendar: .text("two")) == ["2026-03-10 2026-03-11 b"])
    }

    /// Loads one event of a second that repeats by a rule.
    private func loadDense(_ rule: String) throws {
        try load(
            """
            BEGIN:VEVENT
            UID:1
            DTSTART:20260225T000000Z
            DURATION:PT1S
            RRULE:\(rule)
            SUMMARY:a
            END:VEVENT
            """)
    }

    private func dense(_ from: String, _ to: String) throws -> (agenda: DataObject, free: DataObject) {
        let days: DataObject = ["from": .text(from), "to": .text(to), "zone": .text("UTC")]
        return (try hub.run("calendar agenda", days), try hub.run("calendar free", days))
    }

    /// An answer is bounded, and says what it leaves out.
    @Test(
        arguments: [
            ("FREQ=SECONDLY", "2026-03-02", "2026-03-02", "2026-03-02T00:16:39", true),
            ("FREQ=SECONDLY;INTERVAL=20", "2026-12-01", "2026-12-01", "2026-12-01T05:33:00", true),
            ("FREQ=SECONDLY", "2026-03-02", "2026-03-03", "2026-03-02T00:16:39", false),
        ])
    func denseSeriesAreCutAndSaySo(
        rule: String, from: String, to: String, last: String, isFreeComplete: Bool
    ) throws {
        try loadDense(rule)
        let (agenda, free) = try dense(from, to)
        let items = agenda["items"]?.listValue?.compactMap(\.objectValue) ?? []
        #expect(items.count == 1000)
        let warning =
            "these are the first 1000, up to \(last): there are more; ask for fewer days or raise the limit"
        #expect(agenda["warnings"] == .list([.text(warning)]))
        #expect(items.first?["start"]?.textValue == from + "T00:00:00")
        #expect(items.last?["start"]?.textValue == last)
        #expect(items.allSatisfy { $0["complete"] == .bool(true) })
        #expect(free["complete"] == .bool(isFreeComplete))
    }

    /// Of many series the first occurrences of all are given, as if none had been cut.
    @Test func theFirstOfManySeriesAreGiven() throws {
        for number in 0..<30 {
            try load(
                """
                BEGIN:VEVENT
                UID:s\(number)
                DTSTART:20260302T0000\(number < 10 ? "0" : "")\(number)Z
                RRULE:FREQ=MINUTELY
                SUMMARY:\(number)
                END:VEVENT
                """)
        }
        func starts(_ limit: Int64) throws -> [String] {
            let question: DataObject = [
                "from": .text("2026-03-02"), "to": .text("2026-03-08"), "zone": .text("UTC"),
                "limit": .integer(limit),
            ]
            return try hub.items("calendar agenda", question).compactMap { $0["start"]?.textValue }
        }
        let some = try starts(70)
        #expect(some.count == 70)
        #expect(some == Array(try starts(10_000).prefix(70)))
        #expect(some.last == "2026-03-02T00:02:09")
    }

    /// A calendar may take no time, whatever its events say, and keeps that in an export.
    @Test func aCalendarThatTakesNoTime() throws {
        try hub.run("calendar calendars add", ["name": "Holidays", "busy": false])
        try hub.run(
            "calendar add",
            [
                "summary": "Fair", "start": "2026-03-02T09:00", "duration": "PT2H", "calendar": "Holidays",
                "zone": "Europe/Berlin",
            ])
        try hub.run("calendar add", ["summary": "Trip", "start": "2026-03-03", "end": "2026-03-04"])
        func busy(_ values: DataObject = [:]) throws -> Int? {
            var values = values
            (values["from"], values["to"]) = ("2026-03-02", "2026-03-03")
            return try hub.run("calendar free", values)["busy"]?.listValue?.count
        }
        #expect(try busy() == 0)
        #expect(try busy(["allDay": true]) == 1)
        let other = try TemporaryHub(modules: [calendarModule], formats: [ICalendarFileFormat()])
        try other.importFile(TextFile("a.ics", hub.export("calendar", format: .icalendar)))
        #expect(try other.run("calendar calendars show", ["record": "Holidays"])["busy"] == false)
        try hub.run("calendar calendars edit", ["record": "Holidays", "busy": true])
        #expect(try busy() == 1)
    }

    @Test func commitmentsAreWhatRepeatsAndTakesTime() throws {
        hub.clock.set(try #require(Timestamp.date("2026-03-02T06:30:00Z")))
        let events: [DataObject] = [
            [
                "summary": "Maths", "start": "2026-03-02T10:00",
                "recurrenceRules": ["FREQ=WEEKLY;BYDAY=MO,WE"],
            ],
            ["summary": "Once", "start": "2026-03-03T10:00"],
            ["summary": "Holiday", "start": "2026-03-03", "recurrenceRules": ["FREQ=WEEKLY"]],
        ]
        for var event in events {
            if event["summary"] == "Maths" { event["duration"] = "PT2H" }
            try hub.run("calendar add", event)
        }
        let found = try hub.items("calendar commitments")
        #expect(found.map { $0["summary"] } == ["Maths"])
        #expect(found.first?["weekdays"] == ["Monday", "Wednesday"])
        #expect(found.first?["time"] == "10:00-12:00")
    }

    @Test func tooManyBusyTimesAreAnError() throws {
        try loadDense("FREQ=SECONDLY;INTERVAL=2")
        let error = #expect(throws: AtriumError.self) { try dense("2026-12-01", "2026-12-01") }
        #expect(error?.message == "there are more than 10000 busy times on these days")
    }

    @Test func aSeriesOfWhichNothingCanBeFoundIsAnErrorAndNotAnEmptyDay() throws {
        // COUNT with BY-parts is counted from DTSTART on, further than there are candidates.
        try loadDense(
            "FREQ=SECONDLY;BYSECOND=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19;COUNT=2000000000")
        let days: DataObject = [
            "from": .text("2026-12-01"), "to": .text("2026-12-01"), "zone": .text("UTC"),
        ]
        let error = #expect(throws: AtriumError.self) { try hub.items("calendar agenda", days) }
        #expect(error?.code == .badData)
        #expect(error?.message.hasPrefix("event 1 ") == true)
        #expect(try hub.run("calendar free", days)["complete"] == .bool(false))
    }
}
