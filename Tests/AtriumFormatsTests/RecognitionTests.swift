import AtriumFormats
import AtriumSDK
import Testing

/// The beginning of a file, and the formats that take it.
private struct Beginning: CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var vcard = FormatConfidence.none
    var icalendar = FormatConfidence.none
    var csv = FormatConfidence.none

    init(
        _ name: String, _ bytes: [UInt8], vcard: FormatConfidence = .none,
        icalendar: FormatConfidence = .none,
        csv: FormatConfidence = .none
    ) {
        testDescription = name
        self.bytes = bytes
        self.vcard = vcard
        self.icalendar = icalendar
        self.csv = csv
    }
}

private func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }
private func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
        let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        return isBigEndian ? bytes.reversed() : bytes
    }
}

private let card = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Zoë, Anna; Ida\r\nEND:VCARD\r\n"
private let calendar =
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
private let table =
    "Name,Mail,Phone\r\nAnna,a@example.com,1\r\nZoë,z@example.com,2\r\nIda,i@example.com,3\r\n"
private let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
private let cells = (0..<40).map { "a\($0),b,c,d\r\n" }.joined()

@Suite private struct RecognitionTests {
    @Test(arguments: [
        Beginning("vCard", utf8(card), vcard: .certain),
        Beginning("vCard in lower case", utf8(card.lowercased()), vcard: .certain),
        Beginning("vCard with a byte order mark", mark + utf8(card), vcard: .certain),
        Beginning("vCard in UTF-16LE", [0xFF, 0xFE] + utf16(card, isBigEndian: false), vcard: .certain),
        Beginning("vCard in UTF-16BE", [0xFE, 0xFF] + utf16(card, isBigEndian: true), vcard: .certain),
        Beginning("vCard in UTF-16LE without a mark", utf16(card, isBigEndian: false), vcard: .certain),
        Beginning("vCard after blank lines", utf8("\r\n \r\n\t\n" + card), vcard: .certain),
        Beginning("vCard with CR only", utf8("BEGIN:VCARD\rFN:A\rEND:VCARD\r"), vcard: .certain),
        Beginning("vCard after a note", utf8("Exported today, by hand\r\n" + card), vcard: .likely),
        Beginning("vCard after rows", utf8(cells.prefix(1200) + "\r\n" + card), vcard: .likely),
        Beginning("indented vCard", utf8("Note\n   " + card), vcard: .likely),
        Beginning("iCalendar", utf8(calendar), icalendar: .certain),
        Beginning("iCalendar in mixed case", utf8("Begin:vCalendar\n"), icalendar: .certain),
        Beginning("iCalendar with a byte order mark", mark + utf8(calendar), icalendar: .certain),
        Beginning(
            "iCalendar in UTF-16LE", [0xFF, 0xFE] + utf16(calendar, isBigEndian: false), icalendar: .certain),
        Beginning(
            "iCalendar in UTF-16BE", [0xFE, 0xFF] + utf16(calendar, isBigEndian: true), icalendar: .certain),
        Beginning("iCalendar after blank lines", utf8("\n\n\n" + calendar), icalendar: .certain),
        Beginning("iCalendar after a note", utf8("X-NOTE: a, b\n" + calendar), icalendar: .likely),
        Beginning("an event without a calendar", utf8("BEGIN:VEVENT\nEND:VEVENT\n"), icalendar: .likely),
        Beginning("a to-do without a calendar", utf8("BEGIN:VTODO\nEND:VTODO\n"), icalendar: .likely),
        Beginning("a zone without a calendar", utf8("BEGIN:VTIMEZONE\nEND:VTIMEZONE\n"), icalendar: .likely),
        Beginning("cards, then a calendar", utf8(card + calendar), vcard: .certain, icalendar: .likely),
        Beginning("CSV", utf8(table), csv: .likely),
        Beginning("CSV with a byte order mark", mark + utf8(table), csv: .likely),
        Beginning("CSV in UTF-16LE", [0xFF, 0xFE] + utf16(table, isBigEndian: false), csv: .likely),
        Beginning("CSV in UTF-16BE", [0xFE, 0xFF] + utf16(table, isBigEndian: true), csv: .likely),
        Beginning("CSV after blank lines", utf8("\r\n\r\n" + table), csv: .likely),
        Beginning(
            "CSV with semicolons", utf8(table.split(separator: ",").joined(separator: ";")), csv: .likely),
        Beginning("CSV with tabs", utf8(table.split(separator: ",").joined(separator: "\t")), csv: .likely),
        Beginning("CSV with a separator line", utf8("sep=|\r\nName|Mail\r\n"), csv: .likely),
        Beginning("a CSV header alone", utf8("Name,Mail,Phone\r\n"), csv: .possible),
        Beginning(
            "CSV that names a vCard", utf8("Name,Note\r\nA,BEGIN:VCARD\r\nB,x\r\nC,y\r\n"), csv: .likely),
        Beginning("nothing", []),
        Beginning("a byte order mark alone", mark),
        Beginning("blank lines", utf8("\r\n \r\n\t\r\n")),
        Beginning(
            "prose",
            utf8("Dear Anna, thank you for the book.\nI read it, twice, and gave it to Ida.\nYours, Zoë.\n")),
        Beginning(
            "prose about vCards", utf8("A card, says the text, has BEGIN:VCARD on top.\nIt ends so, too.\n")),
        Beginning("JSON", utf8("{\"a\": [1, 2],\n \"b\": [3, 4],\n \"c\": [5, 6]}\n")),
        Beginning("a JSON list", utf8("[\n[1,2,3],\n[4,5,6],\n[7,8,9]]\n")),
        Beginning("JSON with a card in a text", utf8("{\"card\": \"BEGIN:VCARD\\nEND:VCARD\"}\n")),
        Beginning("HTML", utf8("<!DOCTYPE html>\n<html><body>a,b,c<br>d,e,f</body></html>\n")),
        Beginning("XML", utf8("<?xml version=\"1.0\"?>\n<a>1,2,3</a>\n<a>4,5,6</a>\n")),
        Beginning("a PDF", utf8("%PDF-1.7\n1,2,3\n4,5,6\n")),
        Beginning("a ZIP", [0x50, 0x4B, 3, 4, 0x14, 0, 0, 0, 8, 0] + (0...255).map { UInt8($0) }),
        Beginning("a PNG", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D] + utf8("IHDR")),
        Beginning("NULs", [UInt8](repeating: 0, count: 65_536)),
        Beginning("every byte", (0..<4096).map { UInt8($0 & 0xFF) }),
    ])
    func eachFormatTakesItsOwn(beginning: Beginning) {
        #expect(VCardFileFormat().confidence(in: beginning.bytes) == beginning.vcard)
        #expect(ICalendarFileFormat().confidence(in: beginning.bytes) == beginning.icalendar)
        #expect(CSVFileFormat().confidence(in: beginning.bytes) == beginning.csv)
    }

    /// The host cuts a file's beginning anywhere, also within a character or a byte pair.
    @Test func aCutAnywhereNeverGivesAnotherFormat() {
        for bytes in [utf8(card), [0xFF, 0xFE] + utf16(card, isBigEndian: false)] {
            for count in 0...bytes.count {
                let prefix = Array(bytes.prefix(count))
                #expect(ICalendarFileFormat().confidence(in: prefix) == .none)
                #expect(CSVFileFormat().confidence(in: prefix) < .likely)
            }
        }
        for count in 0...calendar.utf8.count {
            let prefix = Array(calendar.utf8.prefix(count))
            #expect(VCardFileFormat().confidence(in: prefix) == .none)
            #expect(CSVFileFormat().confidence(in: prefix) < .likely)
        }
    }

    @Test func namesAndExtensions() {
        let formats: [any Format] = [
            VCardFileFormat(), ICalendarFileFormat(), CSVFileFormat(), TodoTxtFileFormat(),
            TaskPaperFileFormat(),
        ]
        #expect(formats.map(\.id) == [.vcard, .icalendar, .csv, .todoTxt, .taskPaper])
        for format in formats {
            #expect(!format.fileExtensions.isEmpty)
            #expect(format.fileExtensions.allSatisfy { $0 == $0.lowercased() && !$0.contains(".") })
        }
        let extensions = formats.flatMap(\.fileExtensions)
        #expect(Set(extensions).count == extensions.count)
    }
}
