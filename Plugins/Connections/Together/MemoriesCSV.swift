import AtriumSDK
import CSVExchange
import CSVFormat
import GRDB

/// Memories in CSV, both ways; a photo has no place in it, and stands beside it in the folder of a whole vault.
enum MemoriesCSV {
    /// The columns, in order.
    enum Column: String, RowColumn, CaseIterable {
        case uid, day, note, people, personUids, tags

        /// What stands in the column, for help.
        var help: String {
            switch self {
            case .uid: "The memory's uid."
            case .day: "The day."
            case .note: "What there is to remember."
            case .people: "The names of those it was with, a line each."
            case .personUids: "Their uids, a line each."
            case .tags: "What it was about, a line each."
            }
        }
    }

    /// The columns with what stands in them.
    static let columns = Column.allCases.map { FieldDeclaration($0.rawValue, .text, help: $0.help) }

    /// What a row says.
    struct Draft: Hashable, Sendable {
        /// The memory, with nobody yet.
        var memory: Memory
        /// Those it was with.
        var people: [NamedCompanion]
    }

    static let importer = Importer(
        .csv, kinds: [.csvRow], into: MemoryStore.collection, options: [CSVOptions.dateOrder.declaration],
        columns: columns, neededColumns: [["day"], ["note"]],
        recognise: { container, options in
            TogetherCSV.recognise(
                container, options, as: "memories", columns: columns.map(\.name),
                needed: ["day", "note"], telling: ["people"])
        },
        fingerprints: [
            Fingerprint("day and note", strength: .likely) { draft in
                draft.memory.note.map { draft.memory.day.description + "\n" + $0 }
            }
        ],
        map: { item, container, options in
            guard let row = item.value as? CSVRow, let header = container.value as? CSVHeader else {
                throw AtriumError(.internal, "a memory's item is no row of CSV")
            }
            let cells = TogetherCSV.Cells(row: row, header: header, options: options)
            let day = try cells.day("day")
            let people = cells.companions
            return MappedItem(
                draft: Draft(
                    memory: Memory(day: day, note: cells.text("note"), tags: tags(cells)), people: people),
                uid: cells.text("uid"), issues: TogetherRule.issues(of: day, in: "day", people, cells))
        },
        writer: MemoryWriter.init)

    private static func tags(_ cells: TogetherCSV.Cells) -> [String] {
        Tags.canonical(cells.text("tags")?.split(whereSeparator: \.isNewline).map(String.init) ?? [])
    }

    static let exporter = Exporter(
        .csv, of: MemoryStore.collection, fileName: "memories.csv", options: CSVOptions.exports
    ) { context in
        let store = MemoryStore(db: context.db, tags: context.tags)
        let names = KnownNames(context.db)
        try RowExport<Column>(of: MemoryStore.collection, context).run { id, original in
            let people = try CompanionTable.memories.people(of: id, context.db)
            let cells = try cells(of: store.stored(id), people, original, names)
            return { cells[$0] ?? "" }
        }
    }

    private static func cells(
        of stored: MemoryStore.Stored, _ people: [(id: Int64?, name: String, uid: String?)],
        _ original: OriginalRow<Column>, _ known: KnownNames
    ) throws -> [Column: String] {
        let memory = stored.memory
        let (names, uids) = TogetherCSV.cells(people)
        var row = PatchedRow<Column>(
            [
                .uid: stored.uid, .day: memory.day.description, .note: memory.note ?? "", .people: names,
                .personUids: uids, .tags: memory.tags.joined(separator: "\n"),
            ], original)
        row.keep(.uid, isUntouchedSame: false) { $0.text("uid") == stored.uid }
        row.keep(.day, isUntouchedSame: false) { (try? $0.day("day")) == memory.day }
        row.keep(.note) { $0.text("note") == memory.note }
        row.keep(.tags) { tags($0) == memory.tags }
        try row.keep(people, names: .people, uids: .personUids, known)
        return row.cells
    }
}

/// Puts mapped rows into the tables of memories; photos stay.
final class MemoryWriter: RecordWriter {
    private let store: MemoryStore
    private let search: CompanionSearch
    private let now: String

    init(_ context: ImportContext) {
        store = MemoryStore(db: context.db, tags: context.tags)
        search = CompanionSearch(db: context.db, modules: context.modules)
        now = Instant.text(context.now)
    }

    func record(uid: String, part: String) throws -> Int64? { try store.id(uid: uid) }

    func insert(_ draft: MemoriesCSV.Draft, uid: String, part: String) throws -> Int64 {
        try store.insert(memory(draft), uid: uid, now: now)
    }

    func update(_ record: Int64, to draft: MemoriesCSV.Draft) throws {
        try store.update(store.stored(record), to: memory(draft), now: now)
    }

    func matches(_ record: Int64, _ draft: MemoriesCSV.Draft) throws -> Bool {
        try store.stored(record).memory == memory(draft)
    }

    func issues(of draft: MemoriesCSV.Draft) throws -> [ImportIssue] { try search.issues(draft.people) }

    private func memory(_ draft: MemoriesCSV.Draft) throws -> Memory {
        var memory = draft.memory
        memory.companions = try search.companions(draft.people)
        return memory
    }
}
