import AtriumSDK
import CSVExchange
import CSVFormat
import ContentLine
import Foundation
import ICalendarExchange
import ICalendarFormat

/// The mapping between rows of CSV and activities, both ways: pure functions, no database.
///
/// Lists in a cell have commas between their texts, with a backslash before commas of the texts.
enum ActivitiesCSV {
    /// The columns that activities are written to, in order.
    enum Column: String, RowColumn, CaseIterable {
        case uid, name, category, place, coordinates, notes, link, cost, rating, planned, zone, goodFor, tags
        case done, doneNotes, doneWith

        /// What stands in the column, for help.
        var help: String {
            switch self {
            case .uid: "The activity's uid."
            case .name: "What it is called."
            case .category: "Its kind, such as restaurants."
            case .place: "Where it is, in words."
            case .coordinates: "Latitude and longitude in degrees: 48.2082,16.3738."
            case .notes: "More about it."
            case .link: "Where to read more: a URI."
            case .cost: "What it costs, such as 12.50 EUR."
            case .rating: "How good it is, from 1 to 5."
            case .planned: "When it is planned: 2026-03-01, 2026-03-01T19:30:00, or that with Z in UTC."
            case .zone: "The zone of a planned time; empty where it floats."
            case .goodFor: "The uids of those whom it is good for, or their names, with commas between."
            case .tags: "Its tags, with commas between."
            case .done: "The days on which it was done, with blanks between."
            case .doneNotes: "What was noted of them, a line each: 2026-03-01: with the dog."
            case .doneWith:
                "With whom it was done, a line each: 2026-03-01: uids or names with commas between."
            }
        }
    }

    // MARK: - In

    /// Whether a header is one of activities: a name and a category with something that only activities have is, a name with
    /// two of these may be.
    static func recognise(_ header: CSVHeader, _ options: ImportOptions) -> Importer.Recognition? {
        let mapped = Set(Column.allCases.filter { index(of: $0, in: header, options) != nil })
        let telling = mapped.intersection([.coordinates, .cost, .rating, .goodFor, .done])
        // Who says which column is the name means activities.
        let isNamed = options.columns.contains { $0.field == Column.name.rawValue }
        guard mapped.contains(.name), isNamed || telling.count > (mapped.contains(.category) ? 0 : 1) else {
            return nil
        }
        let indices = Set(mapped.compactMap { index(of: $0, in: header, options) })
        return Importer.Recognition(
            profile: "activities", confidence: mapped.contains(.category) ? .certain : .likely,
            unmappedColumns: header.names.indices.filter { !indices.contains($0) }.map { header.names[$0] })
    }

    /// Maps a row.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where it has no name: nothing is left to make an activity of; and
    ///   ``AtriumError/dateOrderNeeded(line:column:)`` where a day reads as two.
    static func draft(
        of row: CSVRow, line: Int, under header: CSVHeader, _ options: ImportOptions
    ) throws -> MappedItem<ActivityDraft> {
        func name(_ column: Column) -> String {
            index(of: column, in: header, options).map { header.names[$0] } ?? column.rawValue
        }
        // SQLite's texts end at a NUL.
        var cells = ActivityCells(
            order: options.csvDateOrder,
            userZone: Zones.id(of: options.timeZone),
            text: { column in
                index(of: column, in: header, options).flatMap { row[$0]?.replacing("\0", with: "") }
            })
        let draft = cells.draft()
        if let column = cells.ambiguousDates {
            throw AtriumError.dateOrderNeeded(line: line, column: name(column))
        }
        guard let draft else { throw AtriumError(.badData, "the row has no name") }
        let early = draft.days?.filter(options.isYetToCome).sorted().map {
            ImportIssue.yetToCome($0, line: line, property: name(.done))
        }
        return MappedItem(
            draft: draft, uid: cells.word(.uid),
            issues: cells.problems.filter { UnknownZone.isToBeSaid($0.code, options) }.map {
                ImportIssue(line: line, property: name($0.column), code: $0.code, message: $0.message)
            } + (early ?? []))
    }

    private static func index(of column: Column, in header: CSVHeader, _ options: ImportOptions) -> Int? {
        options.column(of: column.rawValue, at: header.firstIndex)
    }

    /// What the columns of an unknown header probably mean.
    static func guesses(for header: CSVHeader, rows: [CSVRow]) -> [ColumnGuess] {
        let guesser = CSVColumnGuesser<Column>([
            .init(.uid, names: ["uid", "id"]),
            .init(.name, names: ["name", "activity", "title", "Aktivität", "activité", "actividad"]),
            .init(.category, names: ["category", "type", "kind", "Kategorie", "catégorie", "categoría"]),
            .init(.place, names: ["place", "location", "address", "Ort", "lieu", "lugar"]),
            .init(.coordinates, names: ["coordinates", "geo", "Koordinaten"]),
            .init(.notes, names: ["notes", "note", "description", "Notizen"]),
            .init(.link, names: ["link", "url", "website"], look: .url),
            .init(.cost, names: ["cost", "price", "Preis", "prix", "precio"]),
            .init(.rating, names: ["rating", "stars", "Bewertung", "note sur 5"], look: .number),
            .init(.planned, names: ["planned", "date", "when", "Datum"], look: .date),
            .init(.zone, names: ["zone", "time zone"]),
            .init(.goodFor, names: ["good for", "people", "with"]),
            .init(.tags, names: ["tags", "labels"]),
            .init(.done, names: ["done", "visited", "visits", "besucht"], look: .date),
        ])
        return guesser.columnGuesses(for: header, rows: rows, name: \.name)
    }

    // MARK: - Out

    /// The cell of an activity in a column.
    ///
    /// Where the row that it came from says the same, its own text stands: a cell that was not touched is given back as it
    /// was, with what could not be read of it.
    ///
    /// - Parameters:
    ///   - isEdited: whether the activity was changed since that row came in.
    ///   - order: in which order that row's dates are known to be written.
    ///   - original: the text of that row's cell in a column; nil where there is none.
    static func cell(
        _ column: Column, of stored: StoredActivity, isEdited: Bool, order: CSVDateOrder?,
        original: @escaping (Column) -> String?
    ) -> String {
        let text = text(column, of: stored.activity, uid: stored.uid)
        guard let old = original(column) else { return text }
        if column == .uid { return Words.line(old) == stored.uid ? old : text }
        var cells = ActivityCells(order: order, userZone: nil, text: original)
        let draft = cells.draft()
        // No file says how 3/4/2026 is to be read.
        if cells.ambiguousDates == column { return text }
        if !isEdited { return old }
        guard let draft else { return text }
        let said = draft.applied(to: Activity(name: draft.name))
        return Self.text(column, of: said, uid: "") == text ? old : text
    }

    private static func text(_ column: Column, of activity: Activity, uid: String) -> String {
        let days = activity.occasions.sorted { $0.key < $1.key }
        return switch column {
        case .uid: uid
        case .name: activity.name
        case .category: activity.category ?? ""
        case .place: activity.place ?? ""
        case .coordinates: activity.coordinates?.description ?? ""
        case .notes: activity.notes ?? ""
        case .link: activity.link ?? ""
        case .cost: activity.cost?.description ?? ""
        case .rating: activity.rating.map(String.init) ?? ""
        case .planned: activity.planned?.storedText ?? ""
        case .zone: activity.planned?.zoneID ?? ""
        case .goodFor: TextValue.list(activity.goodFor)
        case .tags: TextValue.list(activity.tags)
        case .done: days.map(\.key.description).joined(separator: " ")
        case .doneNotes:
            days.compactMap { day, occasion in occasion.note.map { "\(day): \($0)" } }.joined(separator: "\n")
        case .doneWith:
            days.compactMap { day, occasion in
                occasion.with.isEmpty ? nil : "\(day): \(TextValue.list(occasion.with))"
            }.joined(separator: "\n")
        }
    }
}
