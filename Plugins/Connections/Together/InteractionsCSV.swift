import AtriumSDK
import CSVExchange
import CSVFormat
import GRDB
import ICalendarExchange
import ICalendarFormat

/// Interactions in CSV, both ways.
enum InteractionsCSV {
    /// The columns, in order.
    enum Column: String, RowColumn, CaseIterable {
        case uid, when, zone, kind, people, personUids, note

        /// What stands in the column, for help.
        var help: String {
            switch self {
            case .uid: "The interaction's uid."
            case .when: "The day, or the time on the clock of its zone."
            case .zone: "The zone of the time; yours where none is given."
            case .kind: "What it was: call, meeting."
            case .people: "The names of those it was with, a line each."
            case .personUids: "Their uids, a line each."
            case .note: "What there is to remember of it."
            }
        }
    }

    /// The columns with what stands in them.
    static let columns = Column.allCases.map { FieldDeclaration($0.rawValue, .text, help: $0.help) }

    /// What a row says.
    struct Draft: Hashable, Sendable {
        /// The interaction, with nobody yet.
        var interaction: Interaction
        /// Those it was with.
        var people: [NamedCompanion]
    }

    static let importer = Importer(
        .csv, kinds: [.csvRow], into: InteractionStore.collection,
        options: [CSVOptions.dateOrder.declaration], columns: columns, neededColumns: [["when"], ["people"]],
        recognise: { container, options in
            TogetherCSV.recognise(
                container, options, as: "interactions", columns: columns.map(\.name),
                needed: ["when", "people"], telling: ["kind"])
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
        var issues: [ImportIssue] = []
        let userZone = Zones.zone(of: cells.options.timeZone)
        let zone = UnknownZone.read(cells.text("zone"), by: Zones.system.zone, orTaking: userZone.id) {
            issues.append(
                ImportIssue(
                    line: cells.row.line, property: cells.name(of: "zone"), code: $0, message: $1))
        }
        let when = try cells.time("when", in: zone ?? userZone)
        let people = cells.companions
        return MappedItem(
            draft: Draft(
                interaction: Interaction(kind: kind(cells), when: when, note: cells.text("note")),
                people: people),
            uid: cells.text("uid"),
            issues: issues + TogetherRule.issues(of: when.day, in: "when", people, cells))
    }

    /// The zone that a row names; nil where it names none that there is.
    private static func zone(_ cells: TogetherCSV.Cells) -> Zone? {
        cells.text("zone").flatMap(Zones.system.zone)
    }

    private static func kind(_ cells: TogetherCSV.Cells) -> String {
        cells.text("kind").flatMap(Interaction.kind) ?? Interaction.usualKind
    }

    static let exporter = Exporter(
        .csv, of: InteractionStore.collection, fileName: "interactions.csv", options: CSVOptions.exports
    ) { context in
        let store = InteractionStore(db: context.db)
        let names = KnownNames(context.db)
        try RowExport<Column>(of: InteractionStore.collection, context).run { id, original in
            let people = try CompanionTable.interactions.people(of: id, context.db)
            let cells = try cells(of: store.stored(id), people, original, names)
            return { cells[$0] ?? "" }
        }
    }

    private static func cells(
        of stored: InteractionStore.Stored, _ people: [(id: Int64?, name: String, uid: String?)],
        _ original: OriginalRow<Column>, _ known: KnownNames
    ) throws -> [Column: String] {
        let interaction = stored.interaction
        let when = interaction.when
        let (names, uids) = TogetherCSV.cells(people)
        var row = PatchedRow<Column>(
            [
                .uid: stored.uid, .when: when.text, .zone: when.zone ?? "", .kind: interaction.kind,
                .people: names, .personUids: uids, .note: interaction.note ?? "",
            ], original)
        row.keep(.uid, isUntouchedSame: false) { $0.text("uid") == stored.uid }
        // Without a zone the row was on the clock of whoever imported it, which the file now says.
        let own = when.zone.flatMap(Zones.system.zone) ?? .utc
        row.keep(.when, isUntouchedSame: false) { (try? $0.time("when", in: zone($0) ?? own)) == when }
        row.keep(.zone) { $0.text("zone") == when.zone }
        if let zone = when.zone, row.cells[.zone]?.trimmed.isEmpty == true { row.set(.zone, to: zone) }
        row.keep(.kind) { kind($0) == interaction.kind }
        row.keep(.note) { $0.text("note") == interaction.note }
        try row.keep(people, names: .people, uids: .personUids, known)
        return row.cells
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
        now = AtriumSDK.Instant.text(context.now)
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

    func issues(of draft: InteractionsCSV.Draft) throws -> [ImportIssue] { try search.issues(draft.people) }

    private func interaction(_ draft: InteractionsCSV.Draft) throws -> Interaction {
        var interaction = draft.interaction
        interaction.companions = try search.companions(draft.people)
        return interaction
    }
}
