import AtriumSDK
import CSVExchange
import ContentLine
import ICalendarExchange
import JrnlFormat

/// The mapping from entries of jrnl's text format; pure.
///
/// Times are read as they are in cells of CSV, in the user's zone. A star becomes the tag ``starred``.
enum EntryJrnl {
    /// The tag of starred entries.
    static let starred = "starred"

    /// The draft of an entry; it says nothing of mood, place and people.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where there is nothing but a time, and
    ///   ``AtriumError/dateOrderNeeded(line:column:)``.
    static func map(_ entry: JrnlEntry, line: Int, _ options: ImportOptions) throws -> MappedItem<EntryDraft>
    {
        var cells = RowCells<EntryCSV.Column>(
            order: options.csvDateOrder, userZone: Zones.id(of: options.timeZone)
        ) { column in
            switch column {
            case .date: entry.time
            case .title: entry.title
            case .text: entry.body
            case .tags: TextValue.list(entry.tags + (entry.isStarred ? [starred] : []))
            case .uid, .zone, .mood, .place, .people: nil
            }
        }
        let draft = Result { try EntryCSV.draft(of: &cells) }
        if cells.ambiguousDates != nil { throw AtriumError.dateOrderNeeded(line: line, column: "date") }
        return MappedItem(
            draft: try draft.get(), uid: nil,
            issues: cells.problems.map { ImportIssue(line: line, code: $0.code, message: $0.message) })
    }
}
