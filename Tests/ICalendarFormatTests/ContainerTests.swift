import ContentLine
import ICalendarFormat
import Testing
import TextDecoding

@Suite struct ContainerTests {
    /// The reader of components and that of containers take the same VERSION for the same.
    @Test(arguments: [
        ("VERSION:1.0", CalendarVersion.vCalendar), ("VERSION: 1.0 ", .vCalendar),
        ("VERSION:1.0 beta", .iCalendar),
        ("VERSION:2.0", .iCalendar), ("VERSION:2.0;1.0", .iCalendar), ("X-A:1", .iCalendar),
        ("VERSION:2.0\r\nVERSION:1.0", .iCalendar), ("VERSION:1.0\r\nVERSION:2.0", .vCalendar),
    ])
    func versions(_ lines: String, _ version: CalendarVersion) throws {
        let text = "BEGIN:VCALENDAR\r\n\(lines)\r\nBEGIN:VEVENT\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        var containers = CalendarContainerReader(ArrayByteSource(Array(text.utf8)))
        #expect(try containers.next()?.version == version)
        #expect(try containers.next() == nil)
        var reader = ICalendarReader(ArrayByteSource(Array(text.utf8)))
        var count = 0
        while let element = try reader.next() {
            guard case .component = element else { continue }
            #expect(reader.version == version)
            count += 1
        }
        #expect(count == 1)
    }

    @Test func containersComeOneByOne() throws {
        let text = """
            BEGIN:VEVENT
            END:VEVENT
            BEGIN:VCALENDAR
            X-A:1
            BEGIN:VCALENDAR
            X-A:2
            BEGIN:VEVENT
            X-B:3
            END:VEVENT
            X-A:4
            END:VCALENDAR

            """
        var containers = CalendarContainerReader(ArrayByteSource(Array(text.utf8)))
        var found: [[String]] = []
        while let container = try containers.next() { found.append(container.properties.map { $0.text() }) }
        #expect(found == [[], ["1"], ["2", "4"]])
    }
}
