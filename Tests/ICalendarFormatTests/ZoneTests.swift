import CLibical
import Testing

@testable import ICalendarFormat

@Suite struct ZoneTests {
    static func wall(_ text: String) throws -> CivilDateTime {
        guard case .local(let time)? = DateTimeText(text) else { throw TestFailure("not a time: \(text)") }
        return time
    }

    static func instant(_ text: String) throws -> Instant {
        guard case .utc(let instant)? = DateTimeText(text) else {
            throw TestFailure("not an instant: \(text)")
        }
        return instant
    }

    static let conversions: [(zone: String, local: String, utc: String, why: String)] = [
        ("Europe/Berlin", "20260115T120000", "20260115T110000Z", "winter"),
        ("Europe/Berlin", "20260715T120000", "20260715T100000Z", "summer"),
        ("Europe/Berlin", "20260329T023000", "20260329T013000Z", "in the gap: offset before it"),
        ("Europe/Berlin", "20261025T023000", "20261025T003000Z", "in the fold: the first"),
        ("Europe/Berlin", "27000715T120000", "27000715T100000Z", "beyond the listed years"),
        ("Europe/London", "19770701T120000", "19770701T110000Z", "summer of 1977, which libical misses"),
        ("America/New_York", "20261101T013000", "20261101T053000Z", "fold"),
        ("Australia/Lord_Howe", "20260404T235900", "20260404T125900Z", "before half an hour's change"),
        ("Pacific/Apia", "20111230T120000", "20111230T220000Z", "a day that was skipped whole"),
        ("Asia/Kathmandu", "20260101T000000", "20251231T181500Z", "quarter of an hour"),
        ("Europe/Dublin", "20260715T120000", "20260715T110000Z", "summer as standard time"),
        ("America/Sao_Paulo", "20181104T000000", "20181104T030000Z", "midnight that is skipped"),
    ]

    @Test(arguments: conversions)
    func wallTimesBecomeInstants(_ row: (zone: String, local: String, utc: String, why: String)) throws {
        let zone = try #require(ZoneDatabase.system.zone(row.zone))
        #expect(zone.instant(of: try Self.wall(row.local)) == (try Self.instant(row.utc)), "\(row.why)")
    }

    @Test func gapsAndFoldsAreKnown() throws {
        let berlin = try #require(ZoneDatabase.system.zone("Europe/Berlin"))
        #expect(!berlin.exists(try Self.wall("20260329T023000")))
        #expect(berlin.exists(try Self.wall("20260329T030000")))
        #expect(
            berlin.wallTime(at: try Self.instant("20261025T013000Z")) == (try Self.wall("20261025T023000")))
        #expect(
            berlin.lastWallTime(notAfter: try Self.instant("20261025T013000Z"))
                == (try Self.wall("20261025T025959")))
        let saoPaulo = try #require(ZoneDatabase.system.zone("America/Sao_Paulo"))
        let day = try #require(CivilDate(year: 2018, month: 11, day: 4))
        #expect(saoPaulo.wallTime(at: saoPaulo.startOfDay(day)) == (try Self.wall("20181104T010000")))
    }

    @Test(arguments: [
        "../../etc/passwd", "/etc/localtime", "", "Europe", "Europe/../UTC", "localtime", "Nowhere/Land",
    ])
    func namesThatAreNoZonesHaveNone(_ name: String) {
        #expect(ZoneDatabase.system.zone(name) == nil)
    }

    @Test(arguments: [
        ("Europe/Berlin", "Europe/Berlin", ZoneResolution.Origin.iana),
        ("/mozilla.org/20050126_1/America/Argentina/Ushuaia", "America/Argentina/Ushuaia", .prefixed),
        ("/freeassociation.sourceforge.net/Tzfile/Europe/Zurich", "Europe/Zurich", .prefixed),
        ("W. Europe Standard Time", "Europe/Berlin", .windows),
        ("\"AUS Eastern Standard Time\"", "Australia/Sydney", .windows),
        ("Eastern Standard Time 1", "America/New_York", .alias),
        ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin", .alias),
        ("(GMT-05.00) Eastern Time (US & Canada)", "America/New_York", .alias),
        ("Mitteleuropäische Zeit", "Europe/Berlin", .alias),
        ("Pacific Time", "America/Los_Angeles", .alias),
    ])
    func idsResolve(id: String, name: String, origin: ZoneResolution.Origin) {
        let resolution = ZoneResolver().resolve(id)
        #expect(resolution.zone?.id == name)
        #expect(resolution.origin == origin)
    }

    @Test(arguments: ["Customized Time Zone", "Foo/EST", "IST", "/x/y/z", "\u{0}"])
    func unknownIdsStayUnresolved(_ id: String) {
        let resolution = ZoneResolver().resolve(id)
        #expect(resolution.zone == nil)
        #expect(resolution.origin == .unresolved)
    }

    @Test func aDefinitionWinsOverTheName() throws {
        let custom = ZoneObservance(
            isDaylight: false, offsetFrom: 3600, offsetTo: 5400, start: try Self.wall("19700101T000000"))
        let resolver = ZoneResolver(definitions: ["Europe/Berlin": [custom], "Europe/Paris": []])
        #expect(resolver.resolve("Europe/Berlin").origin == .definition)
        #expect(resolver.zone("Europe/Berlin")?.offset(at: try Self.instant("20260701T000000Z")) == 5400)
        #expect(resolver.resolve("Europe/Paris").origin == .iana)
    }

    @Test func windowsNamesAllHaveZones() throws {
        for name in [
            "gmt standard time", "utc", "utc-02", "tokyo standard time", "south sudan standard time",
        ] {
            let iana = try #require(WindowsZones.ianaName(name), "\(name)")
            #expect(ZoneDatabase.system.zone(iana) != nil)
        }
    }

    @Test(arguments: [
        "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Asia/Jerusalem", "Africa/Casablanca",
        "America/Nuuk", "Pacific/Apia", "Europe/Dublin", "America/Sao_Paulo", "Asia/Kathmandu", "Asia/Gaza",
        "Australia/Lord_Howe", "America/Santiago", "Etc/GMT+5",
    ])
    func exportedObservancesMeanTheSameZone(_ name: String) throws {
        let zone = try #require(ZoneDatabase.system.zone(name))
        for years in [1970...1985, 1999...2012, 2015...2030, 2026...2026] {
            let observances = zone.observances(years: years)
            let again = try #require(Zone(id: name, observances: observances))
            var time = CivilDate.dayNumber(year: years.lowerBound, month: 1, day: 1) * 86_400
            let end = CivilDate.dayNumber(year: years.upperBound + 1, month: 1, day: 1) * 86_400
            while time < end {
                let instant = Instant(epochSeconds: time)
                #expect(again.offset(at: instant) == zone.offset(at: instant), "\(name) \(years) \(instant)")
                time += 86_400 * 3 + 3600
            }
        }
    }

    @Test func modernZonesExportAsTwoRules() throws {
        let berlin = try #require(ZoneDatabase.system.zone("Europe/Berlin"))
        let observances = berlin.observances(years: 2020...2030)
        #expect(observances.map(\.isDaylight) == [false, true])
        #expect(
            observances.flatMap(\.rules).map(\.text)
                == ["FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"])
        #expect(observances.map { "\($0.start)" } == ["20191027T030000", "20190331T020000"])
    }

    static let definitions: [(name: String, observances: [ZoneObservance], times: [(String, String)])] = {
        func make(
            _ isDaylight: Bool, _ from: Int, _ to: Int, _ start: String, rule: String? = nil,
            dates: [String] = []
        ) -> ZoneObservance? {
            guard let start = try? wall(start) else { return nil }
            return ZoneObservance(
                isDaylight: isDaylight, offsetFrom: from, offsetTo: to, start: start,
                rules: rule.flatMap { try? RecurrenceRule($0) }.map { [$0] } ?? [],
                additions: dates.compactMap { try? wall($0) })
        }
        return [
            (
                "begins in 1601 (Exchange)",
                [
                    make(
                        false, 7200, 3600, "16010101T030000",
                        rule: "FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10"),
                    make(
                        true, 3600, 7200, "16010101T020000",
                        rule: "FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3"),
                ].compactMap { $0 },
                [
                    ("20260701T120000", "20260701T100000Z"), ("20261201T120000", "20261201T110000Z"),
                    ("28260701T120000", "28260701T100000Z"),
                ]
            ),
            (
                "single changes (Apple)",
                [make(true, 3600, 7200, "20260329T020000"), make(false, 7200, 3600, "20261025T030000")]
                    .compactMap { $0 },
                [
                    ("20260328T120000", "20260328T110000Z"), ("20260701T120000", "20260701T100000Z"),
                    ("20270701T120000", "20270701T110000Z"),
                ]
            ),
            (
                "dates only",
                [
                    make(true, 3600, 7200, "20250330T020000", dates: ["20260329T020000"]),
                    make(false, 7200, 3600, "20251026T030000", dates: ["20261025T030000"]),
                ].compactMap { $0 },
                [
                    ("20250701T120000", "20250701T100000Z"), ("20260701T120000", "20260701T100000Z"),
                    ("20251201T120000", "20251201T110000Z"),
                ]
            ),
            (
                "no DAYLIGHT", [make(false, 19_800, 19_800, "19700101T000000")].compactMap { $0 },
                [("20260701T120000", "20260701T063000Z"), ("19000701T120000", "19000701T063000Z")]
            ),
            (
                "offset with seconds", [make(false, 3208, 3208, "18000101T000000")].compactMap { $0 },
                [("18500101T005328", "18500101T000000Z")]
            ),
        ]
    }()

    @Test(arguments: definitions.indices)
    func definitionsAreEvaluated(_ index: Int) throws {
        let definition = Self.definitions[index]
        let zone = try #require(Zone(id: "x", observances: definition.observances), "\(definition.name)")
        for (local, utc) in definition.times {
            #expect(zone.instant(of: try Self.wall(local)) == (try Self.instant(utc)), "\(definition.name)")
        }
    }

    @Test func hostileDefinitionsAreBounded() throws {
        let rule = try RecurrenceRule("FREQ=SECONDLY")
        let bomb = ZoneObservance(
            isDaylight: false, offsetFrom: 0, offsetTo: 3600, start: try Self.wall("16010101T000000"),
            rules: [rule])
        let other = ZoneObservance(
            isDaylight: true, offsetFrom: 3600, offsetTo: 0, start: try Self.wall("16010101T000000"),
            rules: [rule])
        let zone = try #require(
            Zone(id: "bomb", observances: Array(repeating: [bomb, other], count: 50).flatMap { $0 }))
        #expect(zone.table.instants.count <= Zone.changeLimit)
    }

    @Test(arguments: [
        ("+0100", 3600), ("-0330", -12_600), ("+005328", 3208), ("0200", 7200), ("+01:00", 3600),
    ])
    func offsetsAreRead(text: String, seconds: Int) {
        #expect(ZoneObservance.offset(text) == seconds)
    }

    @Test(arguments: ["", "+1", "+2400", "+01000", "+0160", "east"])
    func badOffsetsAreRefused(_ text: String) {
        #expect(ZoneObservance.offset(text) == nil)
    }

    /// libical as a second opinion, in zones and years where it is known to be right.
    @Test(arguments: ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Asia/Kolkata", "Australia/Sydney"])
    func libicalAgrees(_ name: String) throws {
        icalerror_set_errors_are_fatal(0)
        icaltimezone_set_builtin_tzdata(0)
        let zone = try #require(ZoneDatabase.system.zone(name))
        let other = try #require(icaltimezone_get_builtin_timezone(name))
        for time in stride(from: 946_684_800, to: 2_000_000_000, by: 86_400 * 5 + 3600) {
            var value = icaltime_from_timet_with_zone(time, 0, icaltimezone_get_utc_timezone())
            var isDaylight: Int32 = 0
            let offset = icaltimezone_get_utc_offset_of_utc_time(other, &value, &isDaylight)
            #expect(zone.offset(at: Instant(epochSeconds: time)) == Int(offset))
        }
    }
}

/// A test's own premise did not hold.
struct TestFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
