import CSVFormat
import Testing

@testable import CSVExchange

/// What modules do with it, with files and vaults, stands in their tests.
@Suite struct RowExportTests {
    private enum Column: String, RowColumn {
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
            always: [.uid, .title], headers: headers, needed: Set(needed.compactMap(Column.init)))
        #expect(columns.map(\.name) == names)
        for (name, column) in columns {
            #expect(
                column?.rawValue.lowercased()
                    == (["phone", "fax"].contains(name.lowercased()) ? nil : name.lowercased()))
        }
    }

    @Test func cellsAreThoseOfTheRow() throws {
        let source = try #require(
            CSVSourceRow(row: Array("A;\"x;y\"".utf8), header: Array("Title;Phone;Notes\r\n".utf8)))
        let row = OriginalRow<Column>(source: source, isEdited: false)
        #expect(row.text(.title) == "A")
        #expect(row.text(.uid) == nil)
        #expect(row.text(.notes) == nil)
        #expect(row.source?.value("phone") == "x;y")
        #expect(OriginalRow<Column>(source: nil, isEdited: true).text(.title) == nil)
    }
}
