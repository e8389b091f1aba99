import AtriumSDK
import CSVFormat
import ContentLine
import RecordKit

/// A row of another program's table while it is read: as cells of our own columns, with what could not be read of it.
struct ProgramRow {
    private let row: CSVRow
    private let header: CSVHeader
    private(set) var reading = RowProfile.Reading()
    /// About as many of our columns as a row of any program says something in.
    private static let usualColumns = 16

    init(_ row: CSVRow, _ header: CSVHeader) {
        (self.row, self.header) = (row, header)
        reading.reserve(columns: Self.usualColumns)
    }

    // MARK: - The file's columns

    /// Whether the file has a column.
    func has(_ column: String) -> Bool { header.firstIndex(of: column) != nil }

    /// The text of a cell on one line; nil if it is empty or there is none.
    func word(_ columns: String...) -> String? {
        for column in columns {
            if let word = row.value(column, in: header).flatMap(Words.line) { return word }
        }
        return nil
    }

    /// The text of a cell with its line breaks; nil if it is empty or there is none.
    func text(_ column: String) -> String? {
        guard let text = row.value(column, in: header), !text.isBlank else { return nil }
        return Words.withoutNUL(text)
    }

    // MARK: - Our own

    /// Says what stands in a column of ours; nil: nothing, so that the record has nothing there.
    ///
    /// - Parameter column: the file's column by which issues name it.
    mutating func say(_ own: String, _ text: String?, from column: String) {
        reading.cells[own] = text ?? ""
        reading.headers[own] = column
    }

    /// Notes what is wrong with a cell, and says nothing in the column of ours.
    mutating func note(_ own: String, _ code: String, _ message: String, from column: String) {
        reading.headers[own] = column
        reading.problems.append(.init(own, code, message))
    }

    /// Adds a clue to which record is meant, or to what only the file's other rows can tell.
    mutating func clue(_ name: String, _ text: String?) { reading.clues[name] = text }

    /// Says the title, as far as it can be kept.
    ///
    /// - Returns: the title; nil: there is none, and the row becomes no task.
    mutating func sayTitle(_ title: String?, from column: String) -> String? {
        reading.headers["title"] = column
        guard let title else { return nil }
        let kept = Self.title(title)
        if kept != title {
            note(
                "title", "too-long",
                "the title has \(Words.length(title)) characters and was shortened to \(longestTitle)",
                from: column)
        }
        reading.cells["title"] = kept
        return kept
    }

    /// A title as far as it can be kept.
    static func title(_ title: String) -> String { Words.cut(title, to: longestTitle) }

    /// Says a list of words: tags, people.
    mutating func sayList(_ own: String, _ words: [String], from column: String) {
        say(own, TextValue.list(words), from: column)
    }

    /// Says the priority by the program's own numbers.
    mutating func sayPriority(_ numbers: [String: String], from column: String) {
        guard has(column) else { return }
        guard let word = word(column) else { return say("priority", nil, from: column) }
        guard let priority = numbers[word] else {
            return note(
                "priority", "bad-priority",
                "the priority is not one of \(numbers.keys.sorted().joined(separator: ", ")); it was kept and ignored",
                from: column)
        }
        say("priority", priority, from: column)
    }

    /// Says where the row stands, by which it is known again when its text has changed.
    mutating func sayPlace(project: String?, section: String?, parent: String?, title: String) {
        func key(_ parts: String?...) -> String {
            parts.map { Words.key($0 ?? "") }.joined(separator: "\n")
        }
        clue("place", key(project, section, parent, title))
        if parent != nil { clue("part", key(parent, title)) }
    }

    /// When the record was made.
    mutating func sayCreation(_ instant: String?) { reading.createdAt = instant }
}
