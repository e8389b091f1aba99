import AtriumSDK
import AtriumTesting
import CSVFormat
import ContentLine
import ICalendarFormat
import Synchronization
import Testing
import TextDecoding
import VCardFormat

@testable import AtriumFormats

/// All that a format has handed on of a file.
private struct Reading {
    var encoding = ""
    var events: [ImportEvent] = []

    init(_ content: [UInt8], as format: any Format) throws {
        var events: [ImportEvent] = []
        encoding = try format.read(TextFile("file", content: content)) { events.append($0) }
        self.events = events
    }

    init(_ text: String, as format: any Format) throws {
        try self.init(Array(text.utf8), as: format)
    }

    /// The events in order: `container`, `vevent 3` with its line, `issue stray-text 1`.
    var order: [String] {
        events.map { event in
            switch event {
            case .container: "container"
            case .item(let item): "\(item.kind) \(item.line)"
            case .issue(let issue): "issue \(issue.code) \(issue.line)"
            }
        }
    }

    var items: [Item] { events.compactMap { if case .item(let item) = $0 { item } else { nil } } }
    var containers: [Container] {
        events.compactMap { if case .container(let container) = $0 { container } else { nil } }
    }
}

/// A file that counts what is read of it.
private final class CountedFile: ImportFile {
    let name = "file"
    let content: [UInt8]
    let count = Atomic(0)

    init(_ content: [UInt8]) { self.content = content }

    func open() throws -> any ImportFileReader { Reader(file: self) }

    private struct Reader: ImportFileReader {
        let file: CountedFile
        var position = 0

        mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            let count = min(buffer.count, file.content.count - position)
            buffer.copyBytes(from: file.content[position..<position + count])
            position += count
            file.count.add(count, ordering: .relaxed)
            return count
        }
    }
}

private func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

@Suite private struct VCardReadingTests {
    @Test func cardsComeInOrderAfterOneContainer() throws {
        let one = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A\r\nEND:VCARD\r\n"
        let two = "BEGIN:VCARD\nVERSION:3.0\nFN:B\nN:B;;;;\nEND:VCARD\n"
        let reading = try Reading(one + "\r\n" + two, as: VCardFileFormat())
        #expect(reading.order == ["container", "vcard 1", "vcard 6"])
        #expect(reading.items.map { text($0.source) } == [one, two])
        #expect(
            reading.items.map { text(VCardFileFormat().exported($0.source)) }
                == [one, two.replacing("\n", with: "\r\n")])
        #expect(reading.items.allSatisfy { $0.issues.isEmpty && $0.value is VCard })
        #expect(reading.containers.map(\.source) == [[]])
        #expect(reading.containers.map(\.format) == [.vcard])
        #expect(reading.encoding == "utf-8")
    }

    @Test func whatIsNoCardIsAnItemOfItsOwnKind() throws {
        let file = "BEGIN:VCALENDAR\nEND:VCALENDAR\nBEGIN:VCARD\nVERSION:4.0\nFN:A\nEND:VCARD\n"
        let kinds = try Reading(file, as: VCardFileFormat()).items.map(\.kind)
        #expect(kinds == [ItemKind(rawValue: "vcalendar"), .vcard])
    }

    @Test func textBetweenCardsIsAnIssueInItsPlace() throws {
        let card = "BEGIN:VCARD\nVERSION:4.0\nFN:A\nEND:VCARD\n"
        let reading = try Reading("Note\n" + card + "Note\n" + card, as: VCardFileFormat())
        #expect(
            reading.order == ["container", "issue stray-text 1", "vcard 2", "issue stray-text 6", "vcard 7"])
    }

    /// The item keeps its bytes; its other form is what an export writes.
    @Test func anotherCharsetIsExportedAsUTF8() throws {
        let bytes =
            Array("BEGIN:VCARD\r\nVERSION:2.1\r\nFN;CHARSET=ISO-8859-1:Zo".utf8) + [0xEB]
            + Array("\r\nEND:VCARD\r\n".utf8)
        let reading = try Reading(bytes, as: VCardFileFormat())
        let item = try #require(reading.items.first)
        #expect(item.source == bytes)
        #expect(text(VCardFileFormat().exported(item.source))?.contains("Zoë") == true)
        #expect(reading.encoding.hasPrefix("not utf-8"))
    }

    @Test func aCardWithoutItsEndIsExportedWithIt() throws {
        let reading = try Reading("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A\r\n", as: VCardFileFormat())
        let item = try #require(reading.items.first)
        #expect(text(item.source) == "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A\r\n")
        #expect(
            text(VCardFileFormat().exported(item.source))
                == "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A\r\nEND:VCARD\r\n")
        #expect(item.issues.map(\.code).contains("missing-end"))
    }

    @Test func anEmptyFileHasAContainerAndNoItem() throws {
        #expect(try Reading("", as: VCardFileFormat()).order == ["container"])
    }
}

@Suite private struct ICalendarReadingTests {
    private static let zone =
        "BEGIN:VTIMEZONE\r\nTZID:Home\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0500\r\n"
        + "TZOFFSETTO:+0500\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
    private static func event(_ uid: String) -> String {
        "BEGIN:VEVENT\r\nUID:\(uid)\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;TZID=Home:20260301T090000\r\n"
            + "END:VEVENT\r\n"
    }
    private static func calendar(_ content: String) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//A//B//EN\r\n\(content)END:VCALENDAR\r\n"
    }

    /// RFC 5545 says nowhere that a VTIMEZONE comes first; the container has it all the same.
    @Test func aZoneAfterItsEventIsInTheContainer() throws {
        let reading = try Reading(
            Self.calendar(Self.event("1") + Self.zone), as: ICalendarFileFormat())
        #expect(reading.order == ["container", "vevent 4"])
        let container = try #require(reading.containers.first)
        #expect(text(container.source) == Self.calendar(Self.zone))
        let value = try #require(container.value as? CalendarContainer)
        #expect(value.timeZones.map(\.id) == ["Home"])
        #expect(reading.items.first?.value is CalendarComponent)
    }

    @Test func eachCalendarBeginsItsOwnContainer() throws {
        let first = Self.calendar(Self.event("1") + Self.event("2"))
        let second = "BEGIN:VCALENDAR\r\nVERSION:1.0\r\n" + Self.event("3") + "END:VCALENDAR\r\n"
        let reading = try Reading(first + second, as: ICalendarFileFormat())
        #expect(reading.order == ["container", "vevent 4", "vevent 9", "container", "vevent 17"])
        let versions = reading.containers.compactMap { ($0.value as? CalendarContainer)?.version }
        #expect(versions == [.iCalendar, .vCalendar])
    }

    @Test func kindsAreTheComponentsNames() throws {
        let parts = ["VEVENT", "vtodo", "VJOURNAL", "VFREEBUSY", "X-Thing"]
            .map { "BEGIN:\($0)\r\nUID:1\r\nEND:\($0)\r\n" }.joined()
        let reading = try Reading(Self.calendar(parts), as: ICalendarFileFormat())
        #expect(
            reading.items.map(\.kind.rawValue) == ["vevent", "vtodo", "vjournal", "vfreebusy", "x-thing"])
    }

    @Test func anEventOutsideOfACalendarGetsAnEmptyContainer() throws {
        let reading = try Reading(Self.event("1"), as: ICalendarFileFormat())
        #expect(reading.order.filter { !$0.hasPrefix("issue") } == ["container", "vevent 1"])
        #expect(reading.order.contains("issue missing-container 1"))
        #expect(text(reading.containers.first?.source) == "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
    }

    @Test func aZoneOutsideOfACalendarServesTheEventsAfterIt() throws {
        let reading = try Reading(
            Self.zone + Self.event("1") + Self.calendar(Self.event("2")) + Self.event("3"),
            as: ICalendarFileFormat())
        #expect(
            reading.order.filter { !$0.hasPrefix("issue") }
                == ["container", "vevent 9", "container", "vevent 17", "container", "vevent 23"])
        let zones = reading.containers.map { ($0.value as? CalendarContainer)?.timeZones.map(\.id) }
        #expect(zones == [["Home"], [], []])
        #expect(!reading.order.contains { $0.hasPrefix("issue empty-calendar") })
    }

    @Test(arguments: [
        (zone, true), (calendar(zone), true), (calendar("X-WR-CALNAME:Ours\r\n"), true),
        (calendar(""), false),
        (calendar("CALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\n"), false),
        (calendar("X-WR-CALNAME:Ours\r\n" + event("1")), false),
    ])
    func whatStandsAroundNoItemsIsSaidToBeLost(content: String, isSaid: Bool) throws {
        let reading = try Reading(content, as: ICalendarFileFormat())
        #expect(reading.order.contains("issue empty-calendar 1") == isSaid)
    }

    @Test func aZoneThatIsDefinedNowhereIsSaidOnce() throws {
        let known = "BEGIN:VEVENT\r\nUID:3\r\nDTSTART;TZID=Europe/Berlin:20260301T090000\r\nEND:VEVENT\r\n"
        let reading = try Reading(
            Self.calendar(known + Self.event("1") + Self.event("2"))
                + Self.calendar(Self.zone + Self.event("4")),
            as: ICalendarFileFormat())
        #expect(
            reading.items.map { $0.issues.map { "\($0.code) \($0.line)" } } == [
                [], ["unknown-zone 11"], [], [],
            ])
    }

    /// What stands around the items of all calendars would fill the memory.
    @Test func calendarsAreReadOneByOne() throws {
        let content = (0..<40_000).map { "BEGIN:VCALENDAR\r\nPRODID:\($0)\r\nEND:VCALENDAR\r\n" }.joined()
        let file = CountedFile(Array(content.utf8))
        var readBefore: Int?
        var count = 0
        _ = try ICalendarFileFormat().read(file) { event in
            guard case .container(let container) = event else { return }
            readBefore = readBefore ?? file.count.load(ordering: .relaxed)
            if count % 5000 == 0 {
                #expect(text(container.source)?.contains("PRODID:\(count)\r\n") == true)
            }
            count += 1
        }
        #expect(count == 40_000)
        let beginning = try #require(readBefore)
        #expect(beginning < file.content.count / 2)
    }

    @Test func linesOfTheCalendarThatAreNoneAreSaid() throws {
        let lines = "no colon\r\nX-A;P=\"a:b\r\nX B:c\r\nX-C\r\n :folded\r\n;P=1:no name\r\n"
        let reading = try Reading(Self.calendar(lines + Self.event("1")), as: ICalendarFileFormat())
        #expect(
            reading.order.filter { $0.hasPrefix("issue") }
                == ["issue missing-colon 4", "issue bad-name 6", "issue bad-name 9"])
        // They are kept, each on its line.
        #expect(text(reading.containers.first?.source) == Self.calendar(lines))
    }

    @Test func anEventWithoutItsEndIsExportedWithIt() throws {
        let event = "BEGIN:VEVENT\r\nUID:1\r\nSUMMARY:A\r\n"
        let reading = try Reading(Self.calendar(event + Self.event("2")), as: ICalendarFileFormat())
        #expect(reading.items.map(\.line) == [4, 7])
        #expect(
            reading.items.map { text(ICalendarFileFormat().exported($0.source)) } == [
                event + "END:VEVENT\r\n", Self.event("2"),
            ])
    }
}

@Suite private struct CSVReadingTests {
    @Test func theHeaderIsTheContainer() throws {
        let reading = try Reading("Name,Mail\r\nA,a@x\r\n\r\n\"B\nC\",b@x\r\nD,d@x", as: CSVFileFormat())
        #expect(reading.order == ["container", "csv-row 2", "csv-row 4", "csv-row 6"])
        let container = try #require(reading.containers.first)
        #expect(text(container.source) == "Name,Mail\r\n")
        #expect((container.value as? CSVHeader)?.names == ["Name", "Mail"])
        #expect(reading.items.map { text($0.source) } == ["A,a@x", "\"B\nC\",b@x", "D,d@x"])
        #expect(reading.items.allSatisfy { $0.value is CSVRow })
    }

    @Test func whatIsWrongInARowStandsInItsItem() throws {
        let reading = try Reading("Name,Mail\nA,a@x\nB,b@x,more\nC,c@x\n", as: CSVFileFormat())
        #expect(reading.items.map { $0.issues.count } == [0, 1, 0])
        #expect(reading.items[1].issues.first?.line == 3)
    }

    /// Bytes of a header that stand for no character are reported, even where no row follows.
    @Test func undecodableBytesOfAHeaderAloneAreReported() throws {
        let header: [UInt8] =
            [0xFF, 0xFE] + "Name,Mail\r\n".utf16.flatMap { [UInt8($0), 0] } + [0x00, 0xD8]
        let reading = try Reading(header, as: CSVFileFormat())
        #expect(reading.order.first == "container")
        #expect(reading.order.contains { $0.hasPrefix("issue undecodable-bytes") })
    }
}

@Suite private struct LimitAndEncodingTests {
    private static let formats: [any Format] = [
        {
            var format = VCardFileFormat()
            format.maximumItemSize = 1000
            return format
        }(),
        {
            var format = ICalendarFileFormat()
            format.maximumItemSize = 1000
            return format
        }(),
        {
            var format = CSVFileFormat()
            format.maximumRowLength = 1000
            return format
        }(),
    ]

    /// The error says which line, and what to do; what the file holds it does not say.
    @Test(arguments: formats)
    func anItemOverTheLimitIsBadData(format: any Format) throws {
        let secret = String(repeating: "secret ", count: 60_000)
        let content =
            switch format.id {
            case .vcard: "\nBEGIN:VCARD\nVERSION:4.0\nFN:\(secret)\nEND:VCARD\n"
            case .icalendar: "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:\(secret)\nEND:VEVENT\nEND:VCALENDAR\n"
            default: "Name,Note\nA,\"\(secret)\"\n"
            }
        let error = #expect(throws: AtriumError.self) { try Reading(content, as: format) }
        #expect(error?.code == .badData)
        #expect(error?.message.contains("line 2") == true)
        #expect(error?.message.contains("1000 bytes") == true)
        #expect(error?.message.hasSuffix(".") == false)
        #expect(error?.remedy.isEmpty == false)
        #expect(error?.description.contains("secret") == false)
    }

    @Test(arguments: formats)
    func whatTheCallerThrowsEndsTheReading(format: any Format) {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try format.read(TextFile("file", "Name,Note\nA,b\n")) { _ in throw Stop() }
        }
    }

    private static let samples: [(format: any Format, text: String)] = [
        (VCardFileFormat(), "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Zoë 日本\r\nEND:VCARD\r\n"),
        (
            ICalendarFileFormat(),
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Zoë 日本\r\nEND:VEVENT\r\n"
                + "END:VCALENDAR\r\n"
        ),
        (CSVFileFormat(), "Name,Note\r\nZoë,日本\r\n"),
    ]

    @Test func encodingsAreNamed() throws {
        for sample in Self.samples {
            let little = sample.text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            let big = sample.text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            let files: [(String, [UInt8])] = [
                ("utf-8", Array(sample.text.utf8)), ("utf-8", [0xEF, 0xBB, 0xBF] + sample.text.utf8),
                ("utf-16le", [0xFF, 0xFE] + little), ("utf-16be", [0xFE, 0xFF] + big),
            ]
            for (name, bytes) in files {
                let reading = try Reading(bytes, as: sample.format)
                #expect(reading.encoding == name, "\(sample.format.id)")
                let item = try #require(reading.items.first)
                #expect(text(item.source)?.contains("日本") == true, "\(sample.format.id) \(name)")
            }
        }
    }

    @Test func textThatIsNotUTF8IsNamedAsSuch() throws {
        for sample in Self.samples {
            let bytes = sample.text.replacing("日本", with: "ë").unicodeScalars.map { UInt8($0.value) }
            let encoding = try Reading(bytes, as: sample.format).encoding
            #expect(encoding.contains("windows-1252"), "\(sample.format.id): \(encoding)")
        }
    }
}
