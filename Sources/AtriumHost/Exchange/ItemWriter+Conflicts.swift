import AtriumSDK

/// Conflicts: the record was edited here and the item differs.
extension ItemWriter {
    func settle(
        _ record: Int64, known: SourceRows.Known?, _ item: MappedItem<any Sendable>, _ text: ItemText,
        _ place: Place
    ) throws -> Result {
        let settlement = text.settlement
        var result = Result(outcome: .updated, record: record)
        result.isOlder = try known.map { try isOlder(text, than: $0) } ?? false
        var (isEdited, hasChanged) = (false, true)
        let answer = settlement.decision(record)
        switch answer?.decision {
        case nil:
            let isDeclined = try text.sources.isDeclined(text.placed, of: record, in: rows.collection)
            result.outcome = isDeclined ? .keptBefore : .conflict
            if isDeclined ? settlement.wantsChanges : settlement.wantsConflicts {
                result.changes = try merge.difference(record, item)
            }
            return result
        case .keep:
            let isNew = try text.sources.decline(text.placed, of: record, in: rows.collection)
            result.outcome = isNew ? .kept : .keptBefore
            if settlement.wantsChanges { result.changes = try merge.difference(record, item) }
            return result
        case .replace:
            let draft = try merged.draft(
                of: record, with: item.draft, inPlaceOf: known, isOwn: place.key == nil)
            result.changes = try update(record, to: draft, showing: settlement.wantsChanges)
            // A merged record differs from each of its sources, and a record at another place differs from this one.
            isEdited =
                try rows.isMerged(record) || isElsewhere(record, text) || merge.leavesEdits(known, item)
        case .merge:
            guard
                let merged = try join(record, known, item, text, choosing: answer?.fields ?? [:], &result)
            else { return result }
            (isEdited, hasChanged) = merged
        }
        // The user can still choose the file's value for fields that kept the record's value.
        try text.sources.accept(text.placed, of: record, in: rows.collection)
        if !result.contested.isEmpty {
            _ = try text.sources.decline(
                text.placed, of: record, in: rows.collection, contested: result.contested)
        }
        try store(text, of: record, place, isEdited: isEdited, hasChanged: hasChanged)
        result.hasTakenText = true
        return result
    }

    /// Merges an item into its record.
    ///
    /// - Returns: whether the record still differs from the file and whether it changed, or nil if nothing was merged:
    ///   then the result has the reason.
    func join(
        _ record: Int64, _ known: SourceRows.Known?, _ item: MappedItem<any Sendable>, _ text: ItemText,
        choosing choices: [String: ConflictSide], _ result: inout Result
    ) throws -> (isEdited: Bool, hasChanged: Bool)? {
        let settlement = text.settlement
        // A merge has been made already, and what it left is what the user wants; or nothing was edited, and a later
        // file of an import has said something else.
        if let known, known.hasSameText || !known.isEdited {
            result.outcome = .keptBefore
            if settlement.wantsChanges { result.changes = try merge.difference(record, item) }
            return nil
        }
        var merged: ConflictMerge.Outcome?
        do {
            merged = try merge.merge(
                record, known: known, item, choosing: choices, showing: settlement.wantsChanges)
        } catch let refused as ConflictMerge.ChoiceRefused {
            forget()
            result.refusal = refused.reason
        }
        guard let merged else {
            result.outcome = .conflict
            if settlement.wantsConflicts { result.changes = try merge.difference(record, item) }
            return nil
        }
        (result.changes, result.contested) = (merged.changes, merged.contested)
        result.chosen = Set(choices.keys)
        if !merged.hasChanged { result.outcome = merged.contested.isEmpty ? .unchanged : .kept }
        if result.outcome == .kept, settlement.wantsChanges {
            result.changes = try merge.difference(record, item)
        }
        return (merged.isEdited, merged.hasChanged)
    }
}
