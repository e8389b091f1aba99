import AtriumSDK
import GRDB

/// Joins what was edited here with what changed in a file, field by field, with the kept source as what both began from.
///
/// A `MergingWriter` does it by itself, value by value.
///
/// Of other modules it needs the commands `show` and `edit`, and for what no edit takes `RecordWriter.merged`: the record is
/// made what the file says, and what was edited here is edited again; lists are joined element by element, see `ListMerge`.
/// Where that does not give back every field that was edited, nothing is done; but for fields that every edit moves by
/// itself, such as a count of changes.
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
        var contested: [String]
        /// Whether any field of the record is another than before, beside those that edits move by themselves.
        let hasChanged: Bool
        /// Whether the record still differs from the file.
        var isEdited: Bool
    }

    /// In which fields a record differs from what the file says.
    func difference(_ record: Int64, _ item: MappedItem<any Sendable>) throws -> [ImportReport.FieldChange] {
        let ours = try view.fields(of: record)
        return RecordView.changes(from: ours, to: try fields(of: record, as: item.draft) ?? ours)
    }

    /// Merges an item into its record; nil where that cannot be done without losing an edit.
    ///
    /// - Parameters:
    ///   - known: the source that the record came from; without one, what the record says counts as edited.
    ///   - choices: whose value the record is to have, by field.
    /// - Throws: ``ChoiceRefused`` where the record does not take them.
    func merge(
        _ record: Int64, known: SourceRows.Known?, _ item: MappedItem<any Sendable>,
        choosing choices: [String: ConflictSide], showing: Bool
    ) throws -> Outcome? {
        guard view.canMerge else { return nil }
        let ours = try view.fields(of: record)
        guard !choices.isEmpty else {
            return try merge(record, known: known, item, from: ours, showing: showing)
        }
        guard let theirs = try fields(of: record, as: item.draft) else { return nil }
        var outcome: Outcome?
        try db.inSavepoint {
            outcome = try merge(record, known: known, item, from: ours, showing: showing).map { merged in
                try choose(choices, in: record, merged, item, ours: ours, theirs: theirs, showing)
            }
            return outcome == nil ? .rollback : .commit
        }
        if outcome == nil { forget() }
        return outcome
    }

    /// A record does not take what was chosen; nothing of it was changed.
    struct ChoiceRefused: Error {
        /// Why, in words.
        let reason: String
    }

    private static func value(of side: ConflictSide, _ ours: DataValue, _ theirs: DataValue) -> DataValue {
        switch (side, ours, theirs) {
        case (.file, _, _): theirs
        case (.both, .list(let here), .list(let there)):
            .list(here + there.filter { !here.contains($0) })
        // Of what there is but one, nothing can be added.
        case (.both, .null, _): theirs
        case (.both, _, _), (.here, _, _): ours
        }
    }

    /// Gives a record that was merged the values that were chosen.
    ///
    /// - Throws: ``ChoiceRefused`` where it does not take them.
    private func choose(
        _ choices: [String: ConflictSide], in record: Int64, _ merged: Outcome,
        _ item: MappedItem<any Sendable>, ours: DataObject, theirs: DataObject, _ showing: Bool
    ) throws -> Outcome {
        let now = try view.fields(of: record)
        var wanted = DataObject()
        for (name, side) in choices.sorted(by: { $0.key < $1.key }) {
            guard ours[name] != nil || theirs[name] != nil else {
                throw ChoiceRefused(reason: "there is no field \(name)")
            }
            let value = Self.value(of: side, ours[name] ?? .null, theirs[name] ?? .null)
            if now[name] ?? .null != value { wanted[name] = value }
        }
        do {
            if !wanted.isEmpty { try view.edit(record, wanted) }
        } catch let error as AtriumError where error.code != .internal {
            throw ChoiceRefused(reason: error.message)
        }
        let final = try view.fields(of: record)
        if let other = wanted.entries.first(where: { final[$0.name] ?? .null != $0.value }) {
            throw ChoiceRefused(reason: "\(other.name) cannot be chosen on its own")
        }
        let moved = moved(from: now, to: final)
        let changes = RecordView.changes(from: ours, to: final).filter { !moved.contains($0.field) }
        let isOurs = { (name: String) in choices[name] != .file && final[name] != theirs[name] }
        return Outcome(
            changes: showing ? changes : [],
            contested: merged.contested.filter { choices[$0] == nil } + choices.keys.filter(isOurs).sorted(),
            hasChanged: !changes.isEmpty, isEdited: try isEdited(record, item.draft))
    }

    /// Whether a record differs from a draft, or holds what that does not say.
    private func isEdited(_ record: Int64, _ draft: any Sendable) throws -> Bool {
        if try !writer.matches(record, erased: draft) { return true }
        guard let merging = writer as? any MergingWriter else { return false }
        return try !merging.isComplete(erased: draft, for: record)
    }

    private func merge(
        _ record: Int64, known: SourceRows.Known?, _ item: MappedItem<any Sendable>, from ours: DataObject,
        showing: Bool
    ) throws -> Outcome? {
        let began = try known.flatMap { try draft(of: $0) }
        if let merging = writer as? any MergingWriter {
            return try merge(record, item.draft, since: began, from: ours, by: merging, showing: showing)
        }
        let base = try began.flatMap { try fields(of: record, from: $0) } ?? [:]
        let following = try following(record, from: began ?? item.draft, to: ours)
        let own = try writer.merged(erased: item.draft, with: record, since: began)
        // Where a module takes no joined lists, they are compared as wholes.
        for joinsLists in [true, false] {
            var outcome: Outcome?
            try db.inSavepoint {
                try writer.update(record, toErased: own?.draft ?? item.draft)
                outcome = try edit(
                    record, from: base, ours, following, hasOwn: own != nil, joinsLists: joinsLists,
                    showing: showing)
                if let own {
                    outcome?.contested += own.contested
                    outcome?.isEdited = try isEdited(record, item.draft)
                }
                return outcome == nil ? .rollback : .commit
            }
            if let outcome { return outcome }
            forget()
        }
        return nil
    }

    /// Has a writer merge that can do so by itself.
    private func merge(
        _ record: Int64, _ draft: any Sendable, since base: (any Sendable)?, from ours: DataObject,
        by merging: any MergingWriter, showing: Bool
    ) throws -> Outcome? {
        var contested: [String]?
        try db.inSavepoint {
            contested = try merging.merge(erased: draft, into: record, since: base)
            return contested == nil ? .rollback : .commit
        }
        guard let contested else {
            forget()
            return nil
        }
        let changes = RecordView.changes(from: ours, to: try view.fields(of: record))
        return Outcome(
            changes: showing ? changes : [], contested: contested, hasChanged: !changes.isEmpty,
            isEdited: try isEdited(record, draft))
    }

    /// Whether a record was edited, and perhaps in what an item that it agrees with does not say.
    func leavesEdits(_ known: SourceRows.Known?, _ item: MappedItem<any Sendable>) throws -> Bool {
        guard let known, known.isEdited, let merging = writer as? any MergingWriter else { return false }
        return try !merging.isComplete(erased: item.draft, for: known.record)
    }

    /// What a source said last, where it stood then; nil where it is no longer read so.
    private func draft(of known: SourceRows.Known) throws -> (any Sendable)? {
        let draft = try kept.draft(of: known.id)
        guard let draft, let placing = writer as? any PlacingWriter else { return draft }
        return try placing.placed(erased: draft, at: known.place)
    }

    /// Edits again what was edited here, in a record that is what the file says; nil where an edit would be lost.
    ///
    /// - Parameter hasOwn: whether the module has joined already what no edit takes.
    private func edit(
        _ record: Int64, from base: DataObject, _ ours: DataObject, _ following: Set<String>, hasOwn: Bool,
        joinsLists: Bool, showing: Bool
    ) throws -> Outcome? {
        let theirs = try view.fields(of: record)
        var wanted = DataObject()
        var again = DataObject()
        var contested: [String] = []
        var joined: Set<String> = []
        for entry in ours.entries {
            let (name, value) = (entry.name, entry.value)
            if hasOwn, !view.takes(name) { continue }
            let began = base[name] ?? Self.nothing(like: value)
            if value == began { continue }
            wanted[name] = value
            let there = theirs[name] ?? .null
            if value == there { continue }
            if there != began {
                let lists = joinsLists ? ListMerge(base: began, ours: value, theirs: there) : nil
                if let lists {
                    wanted[name] = .list(lists.merged)
                    joined.insert(name)
                }
                if lists?.hasConflict ?? true { contested.append(name) }
            }
            again[name] = wanted[name]
        }
        do {
            if !again.isEmpty { try view.edit(record, again) }
        } catch let error as AtriumError where error.code != .internal {
            return nil
        }
        let merged = try view.fields(of: record)
        let moved = following.union(moved(from: theirs, to: merged))
        let isKept = wanted.entries.allSatisfy { entry in
            let (name, now) = (entry.name, merged[entry.name])
            // In what order a joined list stands may be the module's to say.
            return now == entry.value || moved.contains(name)
                || joined.contains(name) && Self.elements(now) == Self.elements(entry.value)
        }
        guard isKept else { return nil }
        let changes = RecordView.changes(from: ours, to: merged).filter { !moved.contains($0.field) }
        return Outcome(
            changes: showing ? changes : [], contested: contested.filter { !moved.contains($0) },
            hasChanged: !changes.isEmpty, isEdited: merged != theirs)
    }

    /// The fields that an edit here has moved by itself: in them the user has edited nothing.
    ///
    /// What was edited since the draft is edited anew, and what else changes is seen. A field that no edit takes and that
    /// stays is not among them: it has commands of its own, whose work is not to be lost.
    private func following(
        _ record: Int64, from draft: any Sendable, to ours: DataObject
    ) throws -> Set<String> {
        var names: Set<String> = []
        try db.inSavepoint {
            do {
                try writer.update(record, toErased: draft)
                let before = try view.fields(of: record)
                var edits = DataObject()
                for entry in ours.entries where view.takes(entry.name) && before[entry.name] != entry.value {
                    edits[entry.name] = entry.value
                }
                if !edits.isEmpty { try view.edit(record, edits) }
                names = moved(from: before, to: try view.fields(of: record))
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                names = []
            } catch let error as AtriumError where error.code != .internal {
                // It was not edited so, in one step.
                names = []
            }
            return .rollback
        }
        forget()
        return names
    }

    /// The fields in which two states differ, and that no edit takes.
    private func moved(from before: DataObject, to after: DataObject) -> Set<String> {
        Set(RecordView.changes(from: before, to: after).map(\.field).filter { !view.takes($0) })
    }

    /// The fields that a record had by the draft that it began from.
    ///
    /// Where a rule of the module no longer takes that, since what was decided here stands against it, with that.
    private func fields(of record: Int64, from draft: any Sendable) throws -> DataObject? {
        if let fields = try fields(of: record, as: draft) { return fields }
        let joined = try writer.merged(erased: draft, with: record, since: nil)
        return try joined.flatMap { try fields(of: record, as: $0.draft) }
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
            } catch let error as AtriumError where error.code == .badData {
                // A rule of the module, such as a seal.
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

    /// The elements of a list in an order of their own.
    private static func elements(_ list: DataValue?) -> [String] {
        (list?.listValue ?? []).map(\.json).sorted()
    }

    /// The empty value of a kind.
    private static func nothing(like value: DataValue) -> DataValue {
        if case .list = value { .list([]) } else { .null }
    }
}
