import AtriumSDK
import GRDB

/// Decides what an item is to the vault, and makes it so; see "An import" in docs/architecture.md.
///
/// An item is known again by its identifier (with its part and the writer's scope), which its record has as uid; without
/// one, by the hash of its text without line ends, else by a fingerprint. Where several in one file have the same
/// identifier, the first has the record of that uid, and the others are known by the identifier as key; in the order of
/// the file.
final class ItemWriter {
    /// What became of an item.
    enum Outcome {
        /// A new record.
        case added
        /// A new record, under another uid, since one with the item's own exists from the same file.
        case addedAgain
        /// A record's values changed.
        case updated
        /// The vault says the same already.
        case unchanged
        /// The record was edited here and the item differs; the record was kept, and someone has to decide.
        case conflict
        /// The same, and the user has decided that the record stays.
        case kept
    }

    /// What became of an item, and of which record.
    struct Result {
        var outcome: Outcome
        var record: Int64
        /// What differs, where that was asked for.
        var changes: [ImportReport.FieldChange] = []
        /// Of merged records: the fields that both sides changed, and that stay as they are here.
        var contested: [String] = []
        /// Records that may be the same as a new one.
        var duplicates: [Int64] = []
    }

    /// What a conflict is settled with.
    struct Settlement {
        /// What the user wants; nil: nobody has decided.
        let decision: ConflictDecision?
        /// Whether the differences are wanted for the report, of changes and of conflicts.
        let wantsChanges: Bool
        let wantsConflicts: Bool
    }

    let rows: SourceRows
    let view: RecordView
    private let writer: any RecordWriter
    private let merge: ConflictMerge
    private let kept: KeptSources
    private let fingerprints: FingerprintMatching

    init(
        writer: any RecordWriter, rows: SourceRows, view: RecordView, kept: KeptSources,
        fingerprints: FingerprintMatching, tags: RecordTags, db: Database
    ) {
        self.writer = writer
        self.rows = rows
        self.view = view
        self.kept = kept
        self.fingerprints = fingerprints
        merge = ConflictMerge(writer: writer, view: view, kept: kept, tags: tags, db: db)
    }

    func begin(_ container: Container) throws { try writer.begin(container) }
    func finish() throws { try writer.finish() }

    /// Puts an item, the file's number `number`, into the vault.
    func put(
        _ item: MappedItem<any Sendable>, of read: ReadItem, number: Int, sources: SourceFile,
        _ settlement: Settlement
    ) throws -> Result {
        let source = read.source
        // What comes back from an export is known again, also where it is written otherwise than it came.
        let key =
            item.uid.map { SourceKeys.key(uid: $0, part: item.part) }
            ?? SourceKeys.key(ofText: rows.exported(source))
        guard let uid = item.uid, let record = try writer.record(uid: uid, part: item.part) else {
            let (known, alike) = try rows.next(
                key: key, scope: writer.scope, sameAs: item.uid == nil ? nil : source)
            if let known { return try match(known, item, source, sources, settlement) }
            if let uid = item.uid, let record = try rows.former(uid) {
                return try compare(item, with: record, source, sources, key: key, settlement)
            }
            var duplicates: [Int64] = []
            if item.uid == nil {
                let likeness = try fingerprints.likeness(of: number, scope: writer.scope)
                if let id = likeness?.source, !rows.hasMet(id), let known = try rows.source(id) {
                    try rows.rename(id, to: key)
                    return try match(known, item, source, sources, settlement)
                }
                duplicates = likeness?.records ?? []
            }
            let uid = item.uid ?? SourceKeys.uid(of: rows.exported(source), ordinal: alike)
            let record = try add(
                item, uid: uid, source, sources, key: item.uid == nil ? key : nil, alike)
            if item.uid == nil {
                let more = try writer.possibleDuplicates(of: record, erased: item.draft)
                duplicates += more.filter { !duplicates.contains($0) }
            }
            return Result(outcome: .added, record: record, duplicates: duplicates)
        }
        guard let known = try rows.newest(of: record, sameAs: source) else {
            // A record made here, or brought by another format, comes back from a file.
            return try compare(item, with: record, source, sources, key: nil, settlement)
        }
        guard rows.hasMet(known.id) else {
            if known.hasKey {
                // It came without an identifier, and comes back from an export, which gave it one.
                try rows.rename(known.id, to: nil)
            }
            return try match(known, item, source, sources, settlement)
        }
        let (namesake, alike) = try rows.next(key: key, scope: writer.scope, sameAs: source)
        if let namesake { return try match(namesake, item, source, sources, settlement) }
        let again = try add(
            item, uid: SourceKeys.uid(of: rows.exported(source), ordinal: alike + 1), source, sources,
            key: key, alike)
        return Result(outcome: .addedAgain, record: again)
    }

    private func match(
        _ known: SourceRows.Known, _ item: MappedItem<any Sendable>, _ source: [UInt8], _ sources: SourceFile,
        _ settlement: Settlement
    ) throws -> Result {
        rows.meet(known.id)
        let record = known.record
        // The same text says something else where its columns are read in another way.
        let isReadAnew = try known.hasSameText && kept.mapping(of: known.container) != sources.mapping
        if known.hasSameText, !isReadAnew { return Result(outcome: .unchanged, record: record) }
        if known.isEdited {
            // What was exported after an edit comes back: file and record agree again.
            guard try writer.matches(record, erased: item.draft) else {
                return try settle(record, known: known, item, source, sources, settlement)
            }
            try rows.replace(known.id, with: source, in: sources.container())
            return Result(outcome: .unchanged, record: record)
        }
        // The text may differ in what the record does not say; then only the text is new.
        var result = Result(outcome: .updated, record: record)
        if try writer.matches(record, erased: item.draft) {
            if known.hasKey || isReadAnew { result.outcome = .unchanged }
        } else {
            result.changes = try update(record, to: item.draft, showing: settlement.wantsChanges)
        }
        try rows.replace(known.id, with: source, in: sources.container())
        return result
    }

    /// Compares an item with a record that has no source of it.
    private func compare(
        _ item: MappedItem<any Sendable>, with record: Int64, _ source: [UInt8], _ sources: SourceFile,
        key: String?, _ settlement: Settlement
    ) throws -> Result {
        guard try writer.matches(record, erased: item.draft) else {
            return try settle(record, known: nil, key: key, item, source, sources, settlement)
        }
        try keep(source, of: record, sources, key: key, 0)
        return Result(outcome: .unchanged, record: record)
    }

    /// Makes a record's values those of a draft, and tells which fields differ then.
    private func update(_ record: Int64, to draft: any Sendable, showing: Bool) throws
        -> [ImportReport.FieldChange]
    {
        let before = showing ? try view.fields(of: record) : [:]
        try writer.update(record, toErased: draft)
        return showing ? RecordView.changes(from: before, to: try view.fields(of: record)) : []
    }

    // MARK: - Conflicts

    private func settle(
        _ record: Int64, known: SourceRows.Known?, key: String? = nil, _ item: MappedItem<any Sendable>,
        _ source: [UInt8], _ sources: SourceFile, _ settlement: Settlement
    ) throws -> Result {
        var result = Result(outcome: .updated, record: record)
        var isEdited = false
        switch settlement.decision {
        case nil:
            result.outcome = .conflict
            if settlement.wantsConflicts { result.changes = try merge.difference(record, item) }
            return result
        case .keep:
            result.outcome = .kept
            isEdited = true
        case .replace:
            result.changes = try update(record, to: item.draft, showing: settlement.wantsChanges)
        case .merge:
            guard let merged = try merge.merge(record, known: known, item, showing: settlement.wantsChanges)
            else {
                result.outcome = .conflict
                return result
            }
            (result.changes, result.contested, isEdited) = (merged.changes, merged.contested, merged.isEdited)
        }
        if let known {
            try rows.replace(known.id, with: source, in: sources.container(), isEdited: isEdited)
        } else {
            try keep(source, of: record, sources, key: key, 0, isEdited: isEdited)
        }
        return result
    }

    // MARK: - New rows

    private func add(
        _ item: MappedItem<any Sendable>, uid: String, _ source: [UInt8], _ sources: SourceFile, key: String?,
        _ ordinal: Int64
    ) throws -> Int64 {
        let record = try writer.insert(erased: item.draft, uid: uid, part: item.part)
        try keep(source, of: record, sources, key: key, ordinal)
        return record
    }

    private func keep(
        _ source: [UInt8], of record: Int64, _ sources: SourceFile, key: String?, _ ordinal: Int64,
        isEdited: Bool = false
    ) throws {
        try rows.keep(
            source, of: record, in: sources.container(), scope: writer.scope, key: key, ordinal: ordinal,
            isEdited: isEdited)
    }
}
