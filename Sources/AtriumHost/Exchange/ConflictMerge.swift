import AtriumSDK
import GRDB

/// Joins what was edited here with what changed in a file, field by field, with the kept source as what both began from.
///
/// It needs nothing of a module but its commands `show` and `edit`: the record is made what the file says, and what was
/// edited here is edited again. Where that does not give back every field that was edited, nothing is done.
struct ConflictMerge {
    let writer: any RecordWriter
    let view: RecordView
    let kept: KeptSources
    let tags: RecordTags
    let db: Database

    /// What a merge did.
    struct Outcome {
        let changes: [ImportReport.FieldChange]
        /// The fields that both sides changed; they stay as they are here.
        let contested: [String]
        /// Whether the record still differs from the file.
        let isEdited: Bool
    }

    /// In which fields a record differs from what the file says.
    func difference(_ record: Int64, _ item: MappedItem<any Sendable>) throws -> [ImportReport.FieldChange] {
        let ours = try view.fields(of: record)
        return RecordView.changes(from: ours, to: try fields(of: record, as: item.draft) ?? ours)
    }

    /// Merges an item into its record; nil where that cannot be done without losing an edit.
    ///
    /// - Parameter known: the source that the record came from; without one, what the record says counts as edited.
    func merge(
        _ record: Int64, known: SourceRows.Known?, _ item: MappedItem<any Sendable>, showing: Bool
    ) throws -> Outcome? {
        guard view.canMerge else { return nil }
        let ours = try view.fields(of: record)
        let base =
            try known.flatMap { try kept.draft(of: $0.id) }.flatMap { try fields(of: record, as: $0) } ?? [:]
        var outcome: Outcome?
        try db.inSavepoint {
            try writer.update(record, toErased: item.draft)
            let theirs = try view.fields(of: record)
            let edited = ours.entries.filter { entry in
                entry.value != base[entry.name] ?? Self.nothing(like: entry.value)
            }
            var again = DataObject()
            for entry in edited where entry.value != theirs[entry.name] { again[entry.name] = entry.value }
            do {
                if !again.isEmpty { try view.edit(record, again) }
            } catch let error as AtriumError where error.code != .internal {
                return .rollback
            }
            let merged = try view.fields(of: record)
            guard edited.allSatisfy({ merged[$0.name] == $0.value }) else { return .rollback }
            let contested = again.names.filter { theirs[$0] != base[$0] }
            outcome = Outcome(
                changes: showing ? RecordView.changes(from: ours, to: merged) : [], contested: contested,
                isEdited: merged != theirs)
            return .commit
        }
        if outcome == nil { forget() }
        return outcome
    }

    /// The fields that a record would have by a draft; nil where the vault does not take it.
    private func fields(of record: Int64, as draft: any Sendable) throws -> DataObject? {
        var fields: DataObject?
        try db.inSavepoint {
            do {
                try writer.update(record, toErased: draft)
                fields = try view.fields(of: record)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                fields = nil
            }
            return .rollback
        }
        forget()
        return fields
    }

    /// What was made for a look is gone again.
    private func forget() {
        tags.forget()
        writer.forget()
    }

    /// The empty value of a kind.
    private static func nothing(like value: DataValue) -> DataValue {
        if case .list = value { .list([]) } else { .null }
    }
}
