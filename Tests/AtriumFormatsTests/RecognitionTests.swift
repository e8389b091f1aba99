import AtriumFormats
import AtriumSDK
import Testing

@Suite struct RecognitionTests {
    @Test func saysWhatAFileSaysOfItself() {
        let card = Array("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A\r\nEND:VCARD\r\n".utf8)
        let calendar = Array("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n".utf8)
        #expect(VCardFileFormat().confidence(in: card) == .certain)
        #expect(ICalendarFileFormat().confidence(in: card) == .none)
        #expect(CSVFileFormat().confidence(in: card) == .none)
        #expect(ICalendarFileFormat().confidence(in: calendar) == .certain)
        #expect(VCardFileFormat().confidence(in: calendar) == .none)
        #expect(CSVFileFormat().confidence(in: calendar) == .none)
    }
}
