import AtriumSDK

extension ItemWriter {
    /// What its module says of an item that has become a record, or has changed one.
    func issues(of item: MappedItem<any Sendable>, _ result: Result) throws -> [ImportIssue] {
        switch result.outcome {
        case .added, .addedAgain, .updated: try writer.issues(ofErased: item.draft)
        case .unchanged, .conflict, .kept, .keptBefore: []
        }
    }

    /// Returns the names in an item that match no record or several records, or nil if there are none.
    func unresolvedNames(
        in item: MappedItem<any Sendable>, _ result: Result
    ) throws -> UnresolvedNames? {
        switch result.outcome {
        case .added, .addedAgain, .updated: try writer.unresolvedNames(inErased: item.draft)
        case .unchanged, .conflict, .kept, .keptBefore: nil
        }
    }

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
        /// The same, and the user decides that the record stays.
        case kept
        /// The same, and the user has decided so before.
        case keptBefore
    }

    /// What became of an item, and of which record.
    struct Result {
        var outcome: Outcome
        var record: Int64
        /// What differs, where that was asked for.
        var changes: [ImportReport.FieldChange] = []
        /// Of merged records: the fields that both sides changed, and that stay as they are here.
        var contested: [String] = []
        /// The fields of which the user has chosen whose value stays.
        var chosen: Set<String> = []
        /// Why what the user has chosen for single fields could not be done; nil: it was, or nothing was chosen.
        var refusal: String?
        /// Records that may be the same as a new one.
        var duplicates: [Int64] = []
        /// Whether it was not taken for one of these since its file may be another list.
        var isOfAnotherFile = false
        /// Whether an earlier file of the same import said something else of the record.
        var isSecondInRun = false
        /// True if the item repeats an item with the same identifier, perhaps with another stamp.
        var isCopy = false
        /// True if another item of the same import is a newer version, so that this one was not used.
        var isOlderInRun = false
        /// True if the item is an older version than the text that the record had.
        var isOlder = false
        /// The source of the newer version that replaced this one in an earlier import, or nil.
        var supersededBy: Int64?
        /// The number of messages that came before the record and were applied to it now.
        var earlierMessages = 0
        /// The reason why the item is imported only if the user agrees, or nil.
        var objection: ImportIssue?
        /// The reason why the item belongs to no record and was stored as text, or nil.
        var unusable: ImportIssue?
        /// Whether the item's text was taken, in the place of the one before or to be patched to.
        var hasTakenText = false
        /// Whether only the text of an unchanged record is new: what stands in it beside the record's fields.
        var hasNewText: Bool { outcome == .unchanged && hasTakenText }
    }

    /// What a conflict is settled with.
    struct Settlement {
        /// What the user wants for a record; nil: nobody has decided.
        let decision: (_ record: Int64) -> ConflictAnswer?
        /// Whether the user has decided just of this item: then that holds, also where an earlier file of the import has
        /// settled the conflict otherwise.
        let isAnswered: Bool
        /// Whether the differences are wanted for the report, of changes and of conflicts.
        let wantsChanges: Bool
        let wantsConflicts: Bool
    }
}

extension ItemWriter.Result {
    /// Creates the result of an item that belongs to no record.
    init(unusable issue: ImportIssue) {
        self.init(outcome: .unchanged, record: 0)
        unusable = issue
    }
}

extension ImportReport.Counts {
    /// Counts what became of an item.
    mutating func count(_ result: ItemWriter.Result) {
        switch result.outcome {
        case .added, .addedAgain: added += 1
        case .updated: updated += 1
        case .unchanged: unchanged += 1
        case .kept, .keptBefore: kept += 1
        case .conflict: conflicts += 1
        }
        if result.hasNewText { newTexts += 1 }
    }
}

extension ItemWriter.Result {
    /// The outcome as reports name it.
    var reported: ImportReport.Item.Outcome {
        switch outcome {
        case .added, .addedAgain: .new
        case .updated: .changed
        case .unchanged: .unchanged
        case .kept, .keptBefore: .kept
        case .conflict: .conflict
        }
    }
}
