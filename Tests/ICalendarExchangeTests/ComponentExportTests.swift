import ICalendarFormat
import Testing

@testable import ICalendarExchange

/// How records are laid out in VCALENDARs; what calendars need beyond that is tested with them.
@Suite struct ComponentExportTests {
    private let table: NotesTable

    init() throws {
        table = try NotesTable()
    }

    /// How often lines begin with a word.
    private func count(_ word: String, in lines: [String]) -> Int { lines.count { $0.hasPrefix(word) } }

    @Test func whatFilesAgreeOnStandsInOneCalendar() throws {
        for text in ["a", "b"] {
            try table.add(text, from: NotesTable.calendar(zone: "+0100", "X-FROM:\(text)\r\nX-SHELF:old\r\n"))
        }
        try table.add("c")
        let lines = try table.export()
        #expect(count("BEGIN:VCALENDAR", in: lines) == 1)
        #expect(count("BEGIN:VJOURNAL", in: lines) == 3)
        #expect(lines.filter { $0.hasPrefix("TZID") } == ["TZID:Europe/Vienna", "TZID:Office"])
        #expect(lines.filter { $0.hasPrefix("X-FROM") } == ["X-FROM:a", "X-FROM:b"])
        #expect(count("X-SHELF", in: lines) == 0)
    }

    @Test func twoMeaningsOfOneZoneTakeTwoCalendars() throws {
        try table.add("west", from: NotesTable.calendar(zone: "+0100"))
        try table.add("east", from: NotesTable.calendar(zone: "+0200"))
        try table.add("west too", from: NotesTable.calendar(zone: "+0100"))
        let calendars = try table.export().split(separator: "END:VCALENDAR")
        #expect(calendars.count == 2)
        #expect(calendars[0].contains("TZOFFSETTO:+0100"))
        #expect(calendars[0].filter { $0.hasPrefix("SUMMARY") } == ["SUMMARY:west", "SUMMARY:west too"])
        #expect(calendars[1].contains("TZOFFSETTO:+0200"))
        #expect(calendars[1].filter { $0.hasPrefix("SUMMARY") } == ["SUMMARY:east"])
    }

    @Test func groupsStandApartUnderTheirNames() throws {
        let groups = [NotesTable.shelf(1, "Home"), NotesTable.shelf(2, "Work")]
        let file = NotesTable.calendar(zone: "+0100", "X-WR-CALNAME:Old\r\n")
        try table.add("a", shelf: 1, from: file)
        try table.add("b", shelf: 2, from: file, isEdited: true)
        try table.add("c", shelf: 2, from: file, isEdited: true)
        let calendars = try table.export(groups, of: groups).split(separator: "END:VCALENDAR")
        #expect(calendars.count == 2)
        // Most of the file's notes were moved here; the one that was not keeps the name with it, as it is called now.
        #expect(calendars[0].contains("X-WR-CALNAME:Home"))
        #expect(calendars[0].contains("X-SHELF:Home"))
        #expect(!calendars[1].contains { $0.hasPrefix("X-WR-CALNAME") })
        #expect(calendars[1].filter { $0.hasPrefix("SUMMARY") } == ["SUMMARY:b", "SUMMARY:c"])
    }

    @Test func nothingIsACalendarToo() throws {
        #expect(try table.export().contains("BEGIN:VCALENDAR"))
    }
}
