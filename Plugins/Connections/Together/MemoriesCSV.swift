import AtriumSDK
import CSVFormat
import GRDB

/// Memories in CSV, both ways; a photo has no place in it, and stands beside it in the folder of a whole vault.
enum MemoriesCSV {
    /// The columns, in order, with what stands in them.
    static let columns: [FieldDeclaration] = [
        FieldDeclaration("uid", .text, help: "The memory's uid."),
        FieldDeclaration("day", .text, help: "The day."),
        FieldDeclaration("note", .text, help: "What there is to remember."),
        FieldDeclaration("people", .text, help: "The names of those it was with, a line each."),
        FieldDeclaration("personUids", .text, help: "Their uids, a line each."),
        FieldDeclaration("tags", .text, help: "What it was about, a line each."),
    ]

    /// What a row says.
    struct Draft: Hashable, Sendable {
        /// The memory, with nobody yet.
        var memory: Memory
        /// Those it was with.
        var people: [NamedCompanion]
    }

    static let importer = Importer(
        .csv, kinds: [.csvRow], into: MemoryStore.collection, options: [CSVOptions.dateOrder.declaration],
        columns: columns,
        recognise: { container, options in
            TogetherCSV.recognise(
                container, options, as: "memories", columns: columns.map(\.name),
                needed: ["day", "note", "people"])
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
            let day = try cells.day(cells.text("day") ?? "", in: "day")
            let tags = cells.text("tags")?.split(whereSeparator: \.isNewline).map(String.init) ?? []
            return MappedItem(
                draft: Draft(
                    memory: Memory(day: day, note: cells.text("note"), tags: Tags.canonical(tags)),
                    people: cells.companions),
                uid: cells.text("uid"))
        },
        writer: MemoryWriter.init)

    static let exporter = Exporter(
        .csv, of: MemoryStore.collection, fileName: "memories.csv", options: CSVOptions.exports
    ) { context in
        let store = MemoryStore(db: context.db, tags: context.tags)
        try TogetherCSV.write(columns.map(\.name), context) { write in
            let rows = try Row.fetchCursor(
                context.db,
                sql: """
                    SELECT \(MemoryStore.columns) FROM connections_memory r
                    WHERE \(context.condition) ORDER BY r.id
                    """)
            while let row = try rows.next() {
                let stored = try store.stored(row)
                let people = try CompanionTable.memories.people(of: stored.id, context.db)
                try write(
                    [stored.uid, stored.memory.day.description, stored.memory.note ?? ""]
                        + TogetherCSV.cells(people) + [stored.memory.tags.joined(separator: "\n")])
            }
        }
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

    private func memory(_ draft: MemoriesCSV.Draft) throws -> Memory {
        var memory = draft.memory
        memory.companions = try search.companions(draft.people)
        return memory
    }
}
