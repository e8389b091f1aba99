import AtriumSDK
import CSVExchange
import CSVFormat
import ContentLine
import ICalendarExchange
import ICalendarFormat
import MarkdownFormat

/// The mapping between Markdown documents with front matter and entries, both ways: pure functions, no database.
///
/// The text is the entry's; the rest stands under the keys of ``keys``. They are read as cells of CSV are, see ``EntryCSV``.
enum EntryMarkdown {
    private typealias Column = EntryCSV.Column

    /// The keys of front matter: the one that is written first, then those that other programs write.
    private static let keys: [(column: EntryCSV.Column, names: [String])] = [
        (.uid, ["uid"]), (.date, ["date", "datetime", "created"]), (.zone, ["zone", "timezone"]),
        (.title, ["title"]), (.mood, ["mood"]), (.place, ["place", "location"]), (.people, ["people"]),
        (.tags, ["tags", "keywords"]),
    ]

    private static func names(of column: Column) -> [String] {
        keys.first { $0.column == column }?.names ?? []
    }

    private static func field(_ column: Column, of document: MarkdownDocument) -> FrontMatter.Field? {
        names(of: column).lazy.compactMap { document.frontMatter?.field($0) }.first
    }

    // MARK: - In

    /// The draft of a document, and by what it is known again.
    ///
    /// - Parameter name: the name of its file, which may say day and title where a file of another program does not.
    /// - Throws: ``AtriumError`` with code `badData` where it says nothing, see ``EntryCSV/draft(of:)``, and
    ///   ``AtriumError/dateOrderNeeded(line:column:)``.
    static func map(_ document: MarkdownDocument, in name: String, _ options: ImportOptions) throws
        -> MappedItem<EntryDraft>
    {
        var cells = cells(
            of: document, in: name, order: options.csvDateOrder, userZone: Zones.id(of: options.timeZone))
        let draft = Result { try EntryCSV.draft(of: &cells) }
        if let column = cells.ambiguousDates {
            throw AtriumError.dateOrderNeeded(line: document.line, column: column.rawValue)
        }
        let problems = cells.problems.map { ($0.column, $0.code, $0.message) }
        let unreadable = keys.compactMap { column, _ in
            field(column, of: document).flatMap { $0.value == nil ? column : nil }
        }.map { ($0, "bad-front-matter", "the value uses YAML syntax that is not supported") }
        func issue(_ field: FrontMatter.Field?, _ code: String, _ message: String) -> ImportIssue {
            ImportIssue(
                line: document.line + (field.map { $0.line + 1 } ?? 0), property: field?.key, code: code,
                message: message)
        }
        let repeated = keys.flatMap { column, _ in repeats(of: column, in: document) }.map {
            issue($0, "repeated-key", "the key occurs more than once; the first value was used")
        }
        return MappedItem(
            draft: try draft.get(), uid: cells.line(.uid) ?? nil,
            issues: (problems + unreadable).map { column, code, message in
                issue(field(column, of: document), code, message)
            } + repeated)
    }

    /// The fields that have the key of the one which says a column, but not its place.
    private static func repeats(of column: Column, in document: MarkdownDocument) -> [FrontMatter.Field] {
        guard let first = field(column, of: document), let fields = document.frontMatter?.fields else {
            return []
        }
        return fields.filter { $0.line != first.line && $0.key.lowercased() == first.key.lowercased() }
    }

    private static func cells(
        of document: MarkdownDocument, in name: String, order: CSVDateOrder? = nil, userZone: String
    ) -> RowCells<Column> {
        let hint = FileNameHint(name, isOwn: field(.uid, of: document) != nil)
        return RowCells(order: order, userZone: userZone) { column in
            if column == .text { return document.body }
            let value = field(column, of: document).flatMap(\.value)
            switch column {
            case .zone: return value.map(\.text)
            case .people, .tags: return TextValue.list((value?.items ?? []).map(unmarked))
            case .date: return value?.text ?? hint.day?.description ?? ""
            case .title: return value?.text ?? hint.title ?? ""
            case .uid, .mood, .place, .text: return value?.text ?? ""
            }
        }
    }

    /// A tag without the mark that some programs write before it.
    private static func unmarked(_ tag: String) -> String {
        tag.hasPrefix("#") ? String(tag.dropFirst()) : tag
    }

    /// A tag so that ``unmarked(_:)`` gives it back: one that begins with such a mark itself gets another.
    private static func marked(_ tag: String) -> String { tag.hasPrefix("#") ? "#" + tag : tag }

    /// What the name of a file says of its text, as `2026-01-02 By the sea.md` does.
    private struct FileNameHint {
        private(set) var day: LocalDate?
        private(set) var title: String?

        /// - Parameter isOwn: whether the text has a uid, so that it says all that there is to say.
        init(_ name: String, isOwn: Bool) {
            guard !isOwn, let point = name.lastIndex(of: "."),
                ["md", "markdown"].contains(name[name.index(after: point)...].lowercased())
            else { return }
            var stem = name[..<point]
            day = LocalDate(iso: String(stem.prefix(10)))
            if day != nil { stem = stem.dropFirst(10).drop { $0 == " " || $0 == "-" || $0 == "_" } }
            title = JournalText.line(String(stem))
        }
    }

    // MARK: - Out

    /// The document of an entry that no Markdown file brought.
    static func document(of stored: StoredEntry) -> MarkdownDocument {
        var document = MarkdownDocument()
        document.begin(withUID: stored.uid)
        write(stored.entry, since: Entry(), into: &document)
        return document
    }

    /// The document that a file brought, with the entry's uid, which tells it from others.
    ///
    /// What only the file's name said of it stands in the document from then on, since its next file has another name.
    static func named(_ document: MarkdownDocument, in name: String, by stored: StoredEntry)
        -> MarkdownDocument
    {
        let hint = FileNameHint(name, isOwn: field(.uid, of: document) != nil)
        var document = document
        if let day = hint.day, field(.date, of: document) == nil {
            document.set(names(of: .date)[0], to: .text(day.description))
        }
        if let title = hint.title, field(.title, of: document) == nil {
            document.set(names(of: .title)[0], to: .text(title))
        }
        document.begin(withUID: stored.uid)
        return document
    }

    /// The document that a file brought, with just the differences between what it says and the entry, and the entry's uid.
    ///
    /// - Parameters:
    ///   - name: the name of its file.
    ///   - userZone: the zone in which its times were read where they name none.
    static func patched(
        _ document: MarkdownDocument, in name: String, userZone: String, to stored: StoredEntry
    ) -> MarkdownDocument {
        var patched = named(document, in: name, by: stored)
        var cells = cells(of: patched, in: name, userZone: userZone)
        let imported = (try? EntryCSV.draft(of: &cells))?.applied(to: Entry()) ?? Entry()
        write(stored.entry, since: imported, into: &patched)
        return patched
    }

    private static func write(_ entry: Entry, since old: Entry, into document: inout MarkdownDocument) {
        func set(_ column: Column, _ value: FrontMatter.Value?) {
            let key = field(column, of: document)?.key ?? names(of: column)[0]
            var changed = document
            changed.set(key, to: value)
            // Where another key would speak in its place, one that is cleared stays without a value.
            let isSilent = value != nil || field(column, of: changed) == nil
            if isSilent { document = changed } else { document.set(key, to: .text("")) }
        }
        if old.at != entry.at {
            set(.date, entry.at.map { .text($0.storedText) })
            // A time that floats says so, since others are read in the reader's zone.
            if case .floating? = entry.at {
                set(.zone, .text(""))
            } else {
                set(.zone, entry.at?.zoneID.map { .text($0) })
            }
        }
        if old.title != entry.title { set(.title, entry.title.map { .text($0) }) }
        if old.mood != entry.mood { set(.mood, entry.mood.map { .text($0.word) }) }
        if old.place != entry.place { set(.place, entry.place.map { .text($0) }) }
        if old.people != entry.people {
            set(.people, entry.people.isEmpty ? nil : .list(entry.people.map(marked)))
        }
        if old.tags != entry.tags { set(.tags, entry.tags.isEmpty ? nil : .list(entry.tags.map(marked))) }
        if old.text != entry.text { document.body = entry.text ?? "" }
    }
}

extension FrontMatter.Value {
    /// The value as one text.
    fileprivate var text: String {
        switch self {
        case .text(let text): text
        case .list(let items): items.joined(separator: ", ")
        }
    }

    /// The value as several; a text has commas between them.
    fileprivate var items: [String] {
        switch self {
        case .text(let text): text.split(separator: ",").compactMap { JournalText.line(String($0)) }
        case .list(let items): items
        }
    }
}
