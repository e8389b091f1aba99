import AtriumSDK
import CSVFormat
import Foundation
import Testing

@testable import CSVExchange

/// What modules do with it, with files and vaults, stands in their tests.
@Suite struct RowExportTests {
    private enum Column: String, RowColumn, CaseIterable {
        case uid, title, dueDate, notes
    }

    @Test(arguments: [
        ([], [], ["uid", "title"]), ([["Title", "Phone", ""]], [], ["uid", "title", "Phone"]),
        ([["phone", "DUEDATE"], ["Phone", "fax"]], [], ["uid", "title", "phone", "DUEDATE", "fax"]),
        ([["fax"]], ["notes", "title"], ["uid", "title", "fax", "notes"]),
        ([["notes"]], ["notes"], ["uid", "title", "notes"]),
    ])
    func columnsOfFilesComeBack(_ headers: [[String]], _ needed: [String], _ names: [String]) {
        let columns = OutputColumn<Column>.all(
            of: Column.allCases, always: [.uid, .title], headers: headers,
            needed: Set(needed.compactMap(Column.init)))
        #expect(columns.map(\.name) == names)
        for column in columns {
            #expect(
                column.own?.rawValue.lowercased()
                    == (["phone", "fax"].contains(column.name.lowercased()) ? nil : column.name.lowercased()))
        }
    }

    @Test(arguments: [
        ("2026-03-01", "2026-03-01"), ("1 Mar 2026, 7:30 PM", "2026-03-01T19:30:00"),
        ("2026-03-01T18:00:00Z", "2026-03-01T18:00:00Z"), ("2026-03-01 18:00+02", "2026-03-01T16:00:00Z"),
        ("2026-03-01 00:15:30+0545", "2026-02-28T18:30:30Z"),
        ("2026-12-31T22:00:00-03:30", "2027-01-01T01:30:00Z"), ("--03-01", nil),
    ])
    func timesAreReadAsFieldsTakeThem(_ cell: String, _ text: String?) throws {
        #expect(try CSVDateTime.parse(cell).whenText == text)
    }

    @Test func cellsAreThoseOfTheRow() throws {
        let source = try #require(
            CSVSourceRow(row: Array("A;\"x;y\"".utf8), header: Array("Title;Phone;Notes\r\n".utf8)))
        let plain = ImportOptions(timeZone: .gmt)
        let row = OriginalRow<Column>(source: source, isEdited: false, options: plain)
        #expect(row.text(.title) == "A")
        #expect(row.text(.uid) == nil)
        #expect(row.text(.notes) == nil)
        #expect(row.source?.value("phone") == "x;y")
        #expect(OriginalRow<Column>(source: nil, isEdited: true, options: plain).text(.title) == nil)
        // What the user said of a column goes before its name.
        let mapped = ImportOptions(columns: [("phone", "notes"), ("Title", "uid")], timeZone: .gmt)
        let read = OriginalRow<Column>(source: source, isEdited: false, options: mapped)
        #expect([read.text(.notes), read.text(.uid), read.text(.title)] == ["x;y", "A", nil])
    }
}
