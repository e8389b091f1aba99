import AtriumSDK
import CSVFormat
import Foundation
import GRDB

/// Interactions in CSV, both ways.
enum InteractionsCSV {
    /// The columns, in order, with what stands in them.
    static let columns: [FieldDeclaration] = [
        FieldDeclaration("uid", .text, help: "The interaction's uid."),
        FieldDeclaration("when", .text, help: "The day, or the time on the clock of its zone."),
        FieldDeclaration("zone", .text, help: "The zone of the time; yours where none is given."),
        FieldDeclaration("kind", .text, help: "What it was: call, meeting."),
        FieldDeclaration("people", .text, help: "The names of those it was with, a line each."),
        FieldDeclaration("personUids", .text, help: "Their uids, a line each."),
        FieldDeclaration("note", .text, help: "What there is to remember of it."),
    ]

    /// What a row says.
    struct Draft: Hashable, Sendable {
        /// The interaction, with nobody yet.
        var interaction: Interaction
        /// Those it was with.
        var people: [NamedCompanion]
    }

    static let importer = Importer(
        .csv, kinds: [.csvRow], into: InteractionStore.collection,
        options: [CSVOptions.dateOrder.declaration], columns: columns,
        recognise: { container, options in
            TogetherCSV.recognise(
                container, options, as: "interactions", columns: columns.map(\.name),
                needed: ["when", "kind", "people"])
        },
        fingerprints: [
            Fingerprint("time and kind", strength: .likely) {
                $0.interaction.when.text + "\n" + $0.interaction.kind
            }
        ],
        map: { item, container, options in
            guard let row = item.value as? CSVRow, let header = container.value as? CSVHeader else {
                throw AtriumError(.internal, "an interaction's item is no row of CSV")
            }
            return try draft(TogetherCSV.Cells(row: row, header: header, options: options))
        },
        writer: InteractionWriter.init)

    /// Maps a row.
    ///
    /// - Throws: ``AtriumError`` with code `badData` where it has no day.
    private static func draft(_ cells: TogetherCSV.Cells) throws -> MappedItem<Draft> {
        let text = cells.text("when") ?? ""
        let zone = cells.text("zone") ?? cells.options.timeZone.identifier
        let when =
            try HappenedAt(clock: text, zone: zone) ?? HappenedAt(cells.day(text, in: "when"))
        let kind = cells.text("kind").flatMap(Interaction.kind) ?? Interaction.usualKind
        return MappedItem(
            draft: Draft(
                interaction: Interaction(kind: kind, when: when, note: cells.text("note")),
                people: cells.companions),
            uid: cells.text("uid"))
    }

    static let exporter = Exporter(
        .csv, of: InteractionStore.collection, fileName: "interactions.csv", options: CSVOptions.exports
    ) { context in
        let store = InteractionStore(db: context.db)
        try TogetherCSV.write(columns.map(\.name), context) { write in
            let rows = try Row.fetchCursor(
                context.db,
                sql: """
                    SELECT \(InteractionStore.columns) FROM connections_interaction r
                    WHERE \(context.condition) ORDER BY r.id
                    """)
            while let row = try rows.next() {
                let stored = try store.stored(row)
                let (when, people) = (
                    stored.interaction.when,
                    try CompanionTable.interactions.people(of: stored.id, context.db)
                )
                try write(
                    [stored.uid, when.text, when.zone ?? "", stored.interaction.kind]
                        + TogetherCSV.cells(people) + [stored.interaction.note ?? ""])
            }
        }
    }
}

/// Puts mapped rows into the tables of interactions.
final class InteractionWriter: RecordWriter {
    private let store: InteractionStore
    private let search: CompanionSearch
    private let now: String

    init(_ context: ImportContext) {
        store = InteractionStore(db: context.db)
        search = CompanionSearch(db: context.db, modules: context.modules)
        now = Instant.text(context.now)
    }

    func record(uid: String, part: String) throws -> Int64? { try store.id(uid: uid) }

    func insert(_ draft: InteractionsCSV.Draft, uid: String, part: String) throws -> Int64 {
        try store.insert(interaction(draft), uid: uid, now: now)
    }

    func update(_ record: Int64, to draft: InteractionsCSV.Draft) throws {
        try store.update(store.stored(record), to: interaction(draft), now: now)
    }

    func matches(_ record: Int64, _ draft: InteractionsCSV.Draft) throws -> Bool {
        try store.stored(record).interaction == interaction(draft)
    }

    private func interaction(_ draft: InteractionsCSV.Draft) throws -> Interaction {
        var interaction = draft.interaction
        interaction.companions = try search.companions(draft.people)
        return interaction
    }
}
