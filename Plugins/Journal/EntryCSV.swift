import AtriumSDK
import CSVExchange
import CSVFormat
import ContentLine
import ICalendarExchange
import ICalendarFormat

/// The mapping between rows of CSV and entries, both ways: pure functions, no database.
enum EntryCSV {
    /// The columns that entries are written to.
    enum Column: String, JournalColumn {
        case uid, date, zone, title, text, mood, place, people, tags

        var help: String {
            switch self {
            case .uid: "The entry's uid."
            case .date: "The day or time: 2026-03-01, 2026-03-01T19:30:00, or with Z for UTC."
            case .zone: "The time zone; empty for a floating time."
            case .title: "The title."
            case .text: "The text, in Markdown."
            case .mood: "The mood: awful, bad, okay, good or great, or 1 to 5."
            case .place: "The place, in words."
            case .people: "The uids or names of the people in the entry, separated by commas."
            case .tags: "The tags, separated by commas."
            }
        }
    }

    static let table = JournalTable<Column, StoredEntry>(
        collection: .entries, text: { text($0, of: $1.entry, uid: $1.uid) },
        reread: { column, _, original in
            var cells = RowCells<Column>(text: original)
            return (try? draft(of: &cells)).map { text(column, of: $0.applied(to: Entry()), uid: "") }
        }, uid: { $0.uid })

    static let importer = Importer.rows(
        of: Column.self, into: .entries, profile: "journal-entries",
        candidates: [
            .init(.uid, names: ["uid", "id", "uuid"]),
            .init(.date, names: ["date", "day", "when", "created", "Datum", "fecha"], look: .date),
            .init(.zone, names: ["zone", "time zone", "timezone"]),
            .init(.title, names: ["title", "subject", "heading", "note_title", "Titel", "titre"]),
            .init(.text, names: ["text", "entry", "note", "body", "content", "Eintrag", "texte"]),
            .init(.mood, names: ["mood", "feeling", "Stimmung", "humeur"]),
            .init(.place, names: ["place", "location", "Ort", "lieu", "lugar"]),
            .init(.people, names: ["people", "with", "Personen"]),
            .init(.tags, names: ["tags", "labels", "activities", "categories"]),
        ],
        fingerprints: EntryDraft.fingerprints, recognise: recognise, draft: draft, writer: EntryWriter.init)

    /// Sure of a header with a date, a text and a mood; a date and a text with a place, people or tags may be one.
    private static func recognise(_ found: Set<Column>, _ options: ImportOptions) -> FormatConfidence? {
        // Who says which column is the text means entries.
        let isNamed = options.columns.contains { $0.field == Column.text.rawValue }
        if isNamed, found.contains(.text) { return .certain }
        guard found.isSuperset(of: [.date, .text]) else { return nil }
        if found.contains(.mood) { return .certain }
        return found.isDisjoint(with: [.title, .place, .people, .tags]) ? nil : .likely
    }

    /// What a row says.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where it says nothing but a date, and has no uid: an export gives all
    ///   entries one, also those of which a calendar told nothing else.
    static func draft(of cells: inout RowCells<Column>) throws -> EntryDraft {
        var draft = EntryDraft()
        draft.say(.at, \.at, cells.time(.date, zone: .zone))
        draft.say(.title, \.title, cells.line(.title))
        draft.say(.text, \.text, cells.body(.text))
        draft.say(
            .mood, \.mood,
            cells.value(.mood, "bad-mood", "the mood is not one of \(Mood.words.joined(separator: ", "))") {
                Mood($0)
            })
        draft.say(.place, \.place, cells.line(.place))
        draft.say(.people, \.people, cells.list(.people))
        draft.say(.tags, \.tags, cells.list(.tags).map(Words.distinctTags))
        var undated = draft.entry
        undated.at = nil
        guard undated != Entry() || (cells.line(.uid) ?? nil) != nil else {
            throw AtriumError(.badData, "the row contains nothing but a date")
        }
        return draft
    }

    private static func text(_ column: Column, of entry: Entry, uid: String) -> String {
        switch column {
        case .uid: uid
        case .date: entry.at?.storedText ?? ""
        case .zone: entry.at?.zoneID ?? ""
        case .title: entry.title ?? ""
        case .text: entry.text ?? ""
        case .mood: entry.mood?.word ?? ""
        case .place: entry.place ?? ""
        case .people: TextValue.list(entry.people)
        case .tags: TextValue.list(entry.tags)
        }
    }
}
