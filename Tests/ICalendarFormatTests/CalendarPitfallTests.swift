import ContentLine
import Testing
import TextDecoding

@testable import ICalendarFormat

/// What programs really mean in calendars: pitfalls 18 to 33 of the list that this project keeps.
@Suite struct CalendarPitfallTests {
    private static func reading(_ text: String) throws -> ICalendarCorpusTests.Reading {
        try ICalendarCorpusTests.read(TextPitfallTests.calendar(text))
    }

    /// The starts of a series in UTC, of the year 2026.
    private static func starts(
        _ events: [String], viewer: String = "Europe/Berlin", zones: ZoneResolver = ZoneResolver()
    ) throws -> [String] {
        let all = try events.map { try EventReadingTests.event("UID:1\n" + $0) }
        let series = EventOccurrences(
            master: all.first { $0.recurrenceID == nil }, overrides: all.filter { $0.recurrenceID != nil },
            zones: zones, viewer: try #require(ZoneDatabase.system.zone(viewer)))
        return series.within(
            from: try ZoneTests.instant("20260101T000000Z"), to: try ZoneTests.instant("20270101T000000Z")
        ).items.map { "\($0.start.utc)" }
    }

    @Test func pitfall18ZonesWithoutDefinitions() throws {
        let reading = try Self.reading(
            """
            BEGIN:VTIMEZONE
            TZID:Europe/Berlin
            END:VTIMEZONE
            BEGIN:VEVENT
            UID:1
            DTSTART;TZID=Europe/Berlin:20260701T120000
            DTEND;TZID=Nowhere we know:20260701T130000
            END:VEVENT
            """)
        #expect(reading.issues.map(\.code) == [.badZone])
        let zones = ZoneResolver(
            definitions: Dictionary(uniqueKeysWithValues: reading.zones.map { ($0.id, $0.observances) }))
        #expect(zones.resolve("Europe/Berlin").origin == .iana)
        #expect(zones.resolve("/citadel.org/20260101_1/Europe/Berlin").zone?.id == "Europe/Berlin")
        let event = try #require(reading.components.first?.event)
        #expect(event.end == .time(.zoned(try ZoneTests.wall("20260701T130000"), zone: "Nowhere we know")))
        let series = EventOccurrences(
            master: try EventReadingTests.event("UID:1\nDTSTART;TZID=Nowhere:20260701T120000"), zones: zones,
            viewer: .utc)
        let items = series.within(from: Instant(epochSeconds: 0), to: Instant(epochSeconds: 2_000_000_000))
            .items
        #expect(items.first?.isZoneUnresolved == true)
        #expect(items.first?.localStart == (try ZoneTests.wall("20260701T120000")))
    }

    @Test(arguments: [
        ("W. Europe Standard Time", "Europe/Berlin"), ("\"W. Europe Standard Time\"", "Europe/Berlin"),
        ("Eastern Standard Time 1", "America/New_York"), ("Mitteleuropäische Zeit", "Europe/Berlin"),
        ("MitteleuropÃ¤ische Zeit", "Europe/Berlin"), ("Mitteleurop?ische Zeit", "Europe/Berlin"),
        ("Mitteleurop\u{FFFD}\u{FFFD}ische Zeit", "Europe/Berlin"),
        ("MitteleuropÃƒÂ¤ische Zeit", "Europe/Berlin"), ("Hora est\u{FFFD}ndar romance", "Europe/Paris"),
        ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin"),
        ("Pacific Time", "America/Los_Angeles"), ("Customized Time Zone", nil), ("Zeit?", nil),
    ])
    func pitfall19NamesOfWindowsAndOthers(name: String, zone: String?) throws {
        #expect(ZoneResolver().zone(name)?.id == zone)
        let line = "DTSTART;TZID=\(name.replacing("\"", with: "")):20260701T120000"
        let item = EventReadingTests.read("UID:1\n" + line)
        var event = try #require(item.event)
        event.summary = "a"
        let patched = item.patched(with: event, now: Instant(epochSeconds: 0)).component
        #expect(
            String(decoding: patched.written(), as: UTF8.self).replacing("\r\n ", with: "").contains(line))
    }

    @Test func pitfall19DistancesFromUTC() {
        for (name, offset) in [("UTC+02:00", 7200), ("GMT-5", -18_000), ("utc+0530", 19_800)] {
            let resolution = ZoneResolver().resolve(name)
            #expect(resolution.origin == .offset)
            #expect(resolution.zone?.offset(at: Instant(epochSeconds: 0)) == offset)
        }
        #expect(ZoneResolver().resolve("Etc/GMT+5").zone?.offset(at: Instant(epochSeconds: 0)) == -18_000)
    }

    /// Each zone has the offsets of January and July 2026, in seconds, however its observances are written.
    @Test(arguments: [
        // Exchange begins in 1601; rules from then on are not walked year by year.
        (
            """
            BEGIN:STANDARD\nDTSTART:16010101T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100
            RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10\nEND:STANDARD
            BEGIN:DAYLIGHT\nDTSTART:16010101T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200
            RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3\nEND:DAYLIGHT
            """, 3600, 7200
        ),
        // Apple writes the changes that it needs, one by one.
        (
            """
            BEGIN:DAYLIGHT\nDTSTART:20260329T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:DAYLIGHT
            BEGIN:STANDARD\nDTSTART:20251026T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nEND:STANDARD
            """, 3600, 7200
        ),
        // Changes as RDATE alone.
        (
            """
            BEGIN:STANDARD\nDTSTART:20241027T030000\nRDATE:20251026T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100
            END:STANDARD
            BEGIN:DAYLIGHT\nDTSTART:20250330T020000\nRDATE:20260329T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200
            END:DAYLIGHT
            """, 3600, 7200
        ),
        // No DAYLIGHT; offsets with seconds.
        (
            "BEGIN:STANDARD\nDTSTART:18000101T000000\nTZOFFSETFROM:+005328\nTZOFFSETTO:+005328\nEND:STANDARD",
            3208, 3208
        ),
    ])
    func pitfall20ObservancesOfAllKinds(observances: String, january: Int, july: Int) throws {
        let reading = try Self.reading("BEGIN:VTIMEZONE\nTZID:Ours\n\(observances)\nEND:VTIMEZONE")
        #expect(reading.issues.isEmpty)
        let zones = ZoneResolver(
            definitions: Dictionary(uniqueKeysWithValues: reading.zones.map { ($0.id, $0.observances) }))
        let zone = try #require(zones.zone("Ours"))
        #expect(zone.offset(at: try ZoneTests.instant("20260115T120000Z")) == january)
        #expect(zone.offset(at: try ZoneTests.instant("20260715T120000Z")) == july)
    }

    /// For this year's events every zone with a lasting rule is one STANDARD and one DAYLIGHT, every zone without
    /// summer time one STANDARD, begun in 1970 or later.
    @Test func pitfall20ZonesAreWrittenForAllReaders() throws {
        let names = [
            "Europe/Berlin", "Europe/London", "America/New_York", "America/Los_Angeles", "Australia/Sydney",
            "America/Santiago", "Asia/Tokyo", "Asia/Kolkata", "America/Sao_Paulo", "Etc/UTC", "Europe/Dublin",
            "Pacific/Auckland", "Asia/Jerusalem", "America/Phoenix",
        ]
        for name in names {
            let zone = try #require(ZoneDatabase.system.zone(name))
            let definition = TimeZoneDefinition(id: name, zone: zone, years: 2025...2037)
            let changes = definition.observances.contains { $0.isDaylight }
            #expect(definition.observances.filter { !$0.isDaylight }.count == 1, "\(name)")
            #expect(definition.observances.filter(\.isDaylight).count == (changes ? 1 : 0), "\(name)")
            for observance in definition.observances {
                #expect(
                    observance.rules.count == (changes ? 1 : 0) && observance.additions.isEmpty, "\(name)")
                #expect(observance.start >= CivilDateTime(seconds: 0), "\(name)")
                #expect(observance.offsetTo % 60 == 0 && observance.offsetFrom % 60 == 0, "\(name)")
            }
            for component in definition.component.components {
                #expect(component.property("DTSTART")?.parameters.isEmpty == true)
                #expect(["TZOFFSETFROM", "TZOFFSETTO"].allSatisfy { component.property($0) != nil })
            }
            var issues: [ContentIssue] = []
            let again = TimeZoneDefinition(definition.component, issues: &issues)
            #expect(issues.isEmpty && again.observances == definition.observances, "\(name)")
        }
    }

    @Test func pitfall21FloatingTimeStaysFloating() throws {
        let reading = try Self.reading(
            "X-WR-TIMEZONE:America/New_York\nBEGIN:VEVENT\nUID:1\nDTSTART:20260820T160000\nEND:VEVENT")
        let event = try #require(reading.components.first?.event)
        #expect(event.start == .floating(try ZoneTests.wall("20260820T160000")))
        let text = String(decoding: event.component(now: Instant(epochSeconds: 0)).written(), as: UTF8.self)
        #expect(text.contains("DTSTART:20260820T160000\r\n"))
        for viewer in ["Europe/Berlin", "Asia/Tokyo"] {
            let zone = try #require(ZoneDatabase.system.zone(viewer))
            let found = EventOccurrences(master: event, zones: ZoneResolver(), viewer: zone)
                .within(from: Instant(epochSeconds: 0), to: Instant(epochSeconds: 2_000_000_000)).items
            #expect(found.first?.localStart == (try ZoneTests.wall("20260820T160000")))
        }
    }

    @Test(arguments: [
        "RECURRENCE-ID:20260706T100000Z", "RECURRENCE-ID;TZID=Europe/London:20260706T110000",
        "RECURRENCE-ID;VALUE=DATE:20260706",
        "RECURRENCE-ID;TZID=Europe/Berlin:20260706T120000\nRRULE:FREQ=DAILY",
    ])
    func pitfall22OverridesInOtherZonesAndTypes(id: String) throws {
        let master = "DTSTART;TZID=Europe/Berlin:20260629T120000\nRRULE:FREQ=WEEKLY;COUNT=3"
        let moved = id + "\nDTSTART;TZID=Europe/Berlin:20260707T090000"
        #expect(
            try Self.starts([master, moved]) == ["20260629T100000", "20260707T070000", "20260713T100000"])
        let again = moved.replacing("090000", with: "080000") + "\nSEQUENCE:2"
        #expect(try Self.starts([master, again, moved])[1] == "20260707T060000")
        #expect(try Self.starts([moved]) == ["20260707T070000"])
    }

    @Test func pitfall23ThisAndFuture() throws {
        let master = "DTSTART:20260601T090000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=5"
        let future =
            "RECURRENCE-ID;RANGE=THISANDFUTURE:20260603T090000Z\nDTSTART:20260603T110000Z\nDURATION:PT2H"
        #expect(
            try Self.starts([master, future]) == [
                "20260601T090000", "20260602T090000", "20260603T110000", "20260604T110000", "20260605T110000",
            ])
        let event = try EventReadingTests.event("UID:1\n" + future)
        #expect(event.recurrenceID?.includesFuture == true)
    }

    @Test func pitfall24ExceptionsOfAnyType() throws {
        let timed = "DTSTART;TZID=Europe/Berlin:20260601T010000\nRRULE:FREQ=DAILY;COUNT=4\n"
        let second = ["20260531T230000", "20260602T230000", "20260603T230000"]
        for exclusion in [
            "EXDATE;VALUE=DATE:20260602", "EXDATE:20260601T230000Z",
            "EXDATE;TZID=America/New_York:20260601T190000", "EXDATE;TZID=Europe/Berlin:20260602T010000",
        ] {
            #expect(try Self.starts([timed + exclusion]) == second, "\(exclusion)")
        }
        let days = "DTSTART;VALUE=DATE:20260601\nRRULE:FREQ=DAILY;COUNT=3\n"
        for exclusion in ["EXDATE:20260602T000000Z", "EXDATE:20260602T000000", "EXDATE;VALUE=DATE:20260602"] {
            #expect(
                try Self.starts([days + exclusion], viewer: "Etc/UTC") == [
                    "20260601T000000", "20260603T000000",
                ],
                "\(exclusion)")
        }
        let period = "DTSTART:20260601T090000Z\nDURATION:PT1H\nRDATE;VALUE=PERIOD:20260605T090000Z/PT3H"
        let event = try EventReadingTests.event("UID:1\n" + period)
        let found = EventOccurrences(master: event, zones: ZoneResolver(), viewer: .utc)
            .within(from: Instant(epochSeconds: 0), to: Instant(epochSeconds: 2_000_000_000)).items
        #expect(found.map { $0.end.epochSeconds - $0.start.epochSeconds } == [3600, 10_800])
        #expect(
            try Self.starts([timed + "EXRULE:FREQ=DAILY;INTERVAL=2"]) == [
                "20260601T230000", "20260603T230000",
            ])
    }

    @Test(arguments: [
        ("DTSTART;TZID=America/New_York:20260601T200000", "20260603", 3),
        ("DTSTART;VALUE=DATE:20260601", "20260603T000000Z", 3),
        ("DTSTART;TZID=America/New_York:20260601T200000", "20260603T200000", 3),
        ("DTSTART;TZID=America/New_York:20260601T200000", "20260604T000000Z", 3),
    ])
    func pitfall25UntilOfTheWrongType(start: String, until: String, count: Int) throws {
        let lines = "\(start)\nRRULE:FREQ=DAILY;UNTIL=\(until)"
        #expect(try Self.starts([lines], viewer: "America/New_York").count >= count)
        let item = EventReadingTests.read("UID:1\n" + lines)
        let isRight = until == "20260604T000000Z"
        #expect(item.issues.map(\.code) == (isRight ? [] : [.untilTypeMismatch]))
        #expect(item.component.property("RRULE")?.text() == "FREQ=DAILY;UNTIL=\(until)")
    }

    @Test func pitfall26CornersOfRules() throws {
        #expect(
            try Self.starts(["DTSTART:20260601T090000Z\nRRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2;"])
                == ["20260601T090000", "20260602T090000"])
        let skips = [
            ("OMIT", ["20260131", "20260331", "20260531"]),
            ("BACKWARD", ["20260131", "20260228", "20260331"]),
            ("FORWARD", ["20260131", "20260301", "20260331"]),
        ]
        for (skip, days) in skips {
            let rule = "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=\(skip);COUNT=3"
            #expect(
                try Self.starts(["DTSTART:20260131T000000Z\nRRULE:\(rule)"]) == days.map { $0 + "T000000" },
                "\(skip)")
        }
        for (skip, day) in [("BACKWARD", "20260228"), ("FORWARD", "20260301")] {
            let rule = "RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=\(skip)"
            #expect(try Self.starts(["DTSTART:20240229T000000Z\nRRULE:\(rule)"]) == [day + "T000000"])
        }
        let chinese = EventReadingTests.read(
            "UID:1\nDTSTART:20260601\nRRULE:RSCALE=CHINESE;FREQ=YEARLY")
        #expect(chinese.issues.map(\.code.rawValue) == ["rule-unsupported-calendar"])
        #expect(chinese.component.property("RRULE")?.text() == "RSCALE=CHINESE;FREQ=YEARLY")
    }

    @Test func pitfall27GapsAndFolds() throws {
        #expect(
            try Self.starts(["DTSTART;TZID=Europe/Berlin:20260328T023000\nRRULE:FREQ=DAILY;COUNT=3"])
                == ["20260328T013000", "20260329T013000", "20260330T003000"])
        #expect(
            try Self.starts(["DTSTART;TZID=Europe/Berlin:20261025T023000"]) == ["20261025T003000"])
    }

    @Test func pitfall28EndsOfWholeDays() throws {
        for (lines, days) in [
            ("DTSTART:20260601\nDTEND:20260603", 2), ("DTSTART:20260601\nDTEND:20260601", 1),
            ("DTSTART;VALUE=DATE:20260601", 1), ("DTSTART;VALUE=DATE:20260601\nDTEND:20260602T000000", 1),
            ("DTSTART;VALUE=DATE;TZID=Asia/Tokyo:20260601\nDURATION:P3D", 3),
        ] {
            let event = try EventReadingTests.event("UID:1\n" + lines)
            let found = EventOccurrences(master: event, zones: ZoneResolver(), viewer: .utc)
                .within(from: Instant(epochSeconds: 0), to: Instant(epochSeconds: 2_000_000_000)).items
            let item = try #require(found.first)
            #expect(item.isAllDay && item.firstDay.isoText == "2026-06-01", "\(lines)")
            #expect(item.lastDay.dayNumber - item.firstDay.dayNumber + 1 == days, "\(lines)")
        }
    }

    @Test func pitfall29EndsAndDurations() throws {
        let start = "UID:1\nDTSTART:20260601T090000Z\n"
        for (lines, seconds, codes) in [
            ("", 0, []), ("DTEND:20260601T100000Z\nDURATION:PT3H", 3600, ["end-and-duration"]),
            ("DURATION:-PT1H", 0, ["end-before-start"]), ("DTEND:20260601T080000Z", 0, ["end-before-start"]),
            ("DURATION:PT", 0, ["bad-duration"]), ("DURATION:", 0, ["bad-duration"]),
        ] {
            let item = EventReadingTests.read(start + lines)
            #expect(item.issues.map(\.code.rawValue) == codes, "\(lines)")
            let found = EventOccurrences(master: item.event, zones: ZoneResolver(), viewer: .utc)
                .within(from: Instant(epochSeconds: 0), to: Instant(epochSeconds: 2_000_000_000)).items
            #expect(found.first.map { $0.end.epochSeconds - $0.start.epochSeconds } == seconds, "\(lines)")
            let written = String(decoding: item.component.written(), as: UTF8.self)
            for line in lines.split(separator: "\n") { #expect(written.contains(line + "\r\n")) }
        }
    }

    @Test(arguments: [
        ("ACTION:NONE\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z\nX-APPLE-DEFAULT-ALARM:TRUE", false),
        ("ACTION:DISPLAY\nTRIGGER:", false), ("ACTION:DISPLAY\nTRIGGER:PT", false),
        ("ACTION:DISPLAY\nTRIGGER:-2115415M", false), ("ACTION:DISPLAY", false),
        ("ACTION:AUDIO\nTRIGGER:20260601T090000Z", true),
        ("ACTION:DISPLAY\nTRIGGER:-PT5M\nACKNOWLEDGED:20260601T085500Z\nUID:a\nX-MOZ-LASTACK:q", true),
    ])
    func pitfall30AlarmsNeverFailTheEvent(lines: String, isActive: Bool) throws {
        let item = EventReadingTests.read(
            "UID:1\nDTSTART:20260601T090000Z\nBEGIN:VALARM\n\(lines)\nEND:VALARM")
        let event = try #require(item.event)
        #expect(event.alarms.map(\.isActive) == [isActive])
        #expect((event.alarms[0].acknowledged != nil) == lines.contains("ACKNOWLEDGED"))
        var changed = event
        changed.alarms.append(Alarm(trigger: .relative(CalendarDuration(seconds: -60), toEnd: false)))
        let written = item.patched(with: changed, now: Instant(epochSeconds: 0)).component.written()
        for line in lines.split(separator: "\n") {
            #expect(String(decoding: written, as: UTF8.self).contains(line + "\r\n"))
        }
    }

    @Test func pitfall31MissingUIDs() {
        let one = EventReadingTests.read("DTSTAMP:20260101T000000Z\nDTSTART:20260101\nSUMMARY:a")
        let later = EventReadingTests.read("DTSTAMP:20260202T000000Z\nDTSTART:20260101\nSUMMARY:a")
        #expect(one.uid == nil && one.issues.map(\.code) == [.missingUID])
        #expect(one.derivedUID == later.derivedUID && one.derivedUID.hasPrefix("derived-"))
        #expect(EventReadingTests.read("UID: \nDTSTART:20260101").uid == nil)
    }

    @Test func pitfall32TwinsInHTML() throws {
        let item = EventReadingTests.read(
            """
            UID:1
            DESCRIPTION;ALTREP="data:text/html,%3Cb%3Ea%3C/b%3E":a
            X-ALT-DESC;FMTTYPE=text/html:<b>a\\, b</b>
            STYLED-DESCRIPTION;VALUE=TEXT;FMTTYPE=text/html:<b>a</b>
            """)
        var event = try #require(item.event)
        #expect(event.styledDescriptions.first?.text == "<b>a</b>")
        event.summary = "s"
        let kept = item.patched(with: event, now: Instant(epochSeconds: 0))
        #expect(kept.dropped.isEmpty && kept.component.property("X-ALT-DESC") != nil)
        event.description = "b"
        let patched = item.patched(with: event, now: Instant(epochSeconds: 0))
        #expect(patched.dropped == ["X-ALT-DESC", "STYLED-DESCRIPTION", "ALTREP"])
        #expect(patched.component.property("X-ALT-DESC") == nil)
    }

    @Test func pitfall33VCalendarBothWays() throws {
        let text = """
            BEGIN:VCALENDAR
            VERSION:1.0
            TZ:-05
            DAYLIGHT:TRUE;-04;20260308T020000;20261101T020000;EST;EDT
            BEGIN:VEVENT
            UID:1
            DTSTART:20260701T090000
            DTEND:20260701T100000
            SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Caf=C3=A9
            RRULE:W1 WE #3
            EXDATE:20260708T090000;20260709T090000
            CATEGORIES:WORK;HOME
            AALARM;TYPE=WAVE;VALUE=URL:20260701T085000;PT5M;2;file:///taps.wav
            DALARM:20260701T085500;;;Go
            END:VEVENT
            END:VCALENDAR

            """
        var reader = ICalendarReader(ArrayByteSource(text))
        var item: CalendarComponent?
        while let element = try reader.next() { if case .component(let next) = element { item = next } }
        let component = try #require(item)
        var event = try #require(component.event)
        #expect(event.start == .zoned(try ZoneTests.wall("20260701T090000"), zone: "UTC-05:00 (EST, EDT)"))
        let zone = try #require(reader.zones().zone("UTC-05:00 (EST, EDT)"))
        #expect(zone.offset(at: try ZoneTests.instant("20260701T000000Z")) == -4 * 3600)
        #expect(zone.offset(at: try ZoneTests.instant("20261201T000000Z")) == -5 * 3600)
        #expect(event.alarms.map(\.action) == ["AUDIO", "DISPLAY"])
        #expect(event.alarms[0].trigger == .relative(CalendarDuration(seconds: -600), toEnd: false))
        #expect(event.alarms[0].repeatCount == 2 && event.alarms[0].repeatInterval?.text == "PT5M")
        #expect(event.alarms[0].attachments.first?.content == .uri("file:///taps.wav"))
        #expect(event.exclusions.count == 2 && event.categories == ["WORK", "HOME"])

        event.start = .zoned(try ZoneTests.wall("20260702T093000"), zone: "UTC-05:00 (EST, EDT)")
        event.end = .time(.zoned(try ZoneTests.wall("20260702T103000"), zone: "UTC-05:00 (EST, EDT)"))
        event.rules = [try RecurrenceRule("FREQ=WEEKLY;BYDAY=WE,TH;COUNT=4")]
        event.summary = "Thé;\nmore"
        event.alarms[1].description = "Go; now"
        let patched = component.patched(with: event, now: Instant(epochSeconds: 0))
        let lines = String(decoding: patched.component.written(), as: UTF8.self).split(separator: "\r\n")
        for line in [
            "DTSTART:20260702T093000", "DTEND:20260702T103000", "RRULE:W1 WE TH #4",
            "AALARM;TYPE=WAVE;VALUE=URL:20260702T092000;PT5M;2;file:///taps.wav",
            "DALARM:20260702T092500;;;Go\\; now", "EXDATE:20260708T090000;20260709T090000",
        ] {
            #expect(lines.contains { $0 == line }, "\(line) in \(lines)")
        }
        #expect(patched.unsaid.isEmpty && !lines.contains { $0.hasPrefix("DTSTAMP") })
        var issues: [ContentIssue] = []
        var again = CalendarEvent(
            patched.component, version: .vCalendar, localZone: component.localZone, issues: &issues)
        (again.lastModified, again.sequence) = (event.lastModified, event.sequence)
        #expect(again == event)
        #expect(issues.isEmpty)
    }
}
