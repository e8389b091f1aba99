import AtriumSDK
import CSVExchange
import CSVFormat
import Foundation

/// The cells of a record for an export: its own, and in their place those of the row that it came from, where these still
/// say the same.
struct PatchedRow<Column: RowColumn> {
    private(set) var cells: [Column: String]
    private let original: OriginalRow<Column>
    /// The row, read as it is to be: nobody says to the reader of our own columns how 3/4/2026 is meant.
    private let read: TogetherCSV.Cells?

    /// Begins with the cells that say what the record does.
    init(_ cells: [Column: String], _ original: OriginalRow<Column>) {
        self.cells = cells
        self.original = original
        read = original.source.flatMap { source in
            source.row.map {
                TogetherCSV.Cells(row: $0, header: source.header, options: original.options)
            }
        }
    }

    /// Puts another text into a cell.
    mutating func set(_ column: Column, to text: String) { cells[column] = text }

    /// Gives back the cells of some columns where the row still says the same.
    ///
    /// - Parameter isUntouchedSame: whether a record that was not edited need not be asked.
    mutating func keep(
        _ columns: Column..., isUntouchedSame: Bool = true, where isSame: (TogetherCSV.Cells) -> Bool
    ) {
        guard let read, isUntouchedSame && !original.isEdited || isSame(read) else { return }
        for column in columns {
            if let text = original.text(column) { cells[column] = text }
        }
    }

    /// Gives back those whom the row names, where it still names the companions of the record.
    ///
    /// - Parameter known: who is called how.
    mutating func keep(
        _ people: [(id: Int64?, name: String, uid: String?)], names: Column, uids: Column, _ known: KnownNames
    ) throws {
        guard let read, let old = original.text(names) else { return }
        let said = read.companions
        guard try !original.isEdited || Self.isSame(said, people, known) else { return }
        // The file that is written has a column of uids, by which names are read otherwise than without.
        let column = original.text(uids) ?? cells[uids] ?? ""
        guard TogetherCSV.companions(named: old, uids: column).map(\.name) == said.map(\.name) else { return }
        (cells[names], cells[uids]) = (old, column)
    }

    private static func isSame(
        _ said: [NamedCompanion], _ people: [(id: Int64?, name: String, uid: String?)], _ known: KnownNames
    ) throws -> Bool {
        guard said.count == people.count else { return false }
        return try zip(said, people).allSatisfy { said, person in
            if let uid = said.uid { return uid == person.uid }
            if said.name == person.name { return true }
            guard let name = said.name, let id = person.id else { return false }
            return try known.person(called: name) == id
        }
    }
}
