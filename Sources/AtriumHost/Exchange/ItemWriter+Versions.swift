import AtriumSDK

/// Several texts with one identifier: copies, versions of one item, or different items.
extension ItemWriter {
    /// The items of one file that share a UID but are different.
    struct Namesakes {
        /// The UIDs that the file gives to different items: their revisions do not make them versions of one item.
        private var ambiguous: Set<String> = []
        private var records: [String: Int64] = [:]

        /// Notes an item that is not the first with its UID.
        mutating func note(_ version: ItemVersion?, key: String, record: Int64) {
            guard let version else { return }
            ambiguous.insert(key)
            records[Self.key(of: version, key)] = record
        }

        /// True if different items have this UID.
        func isAmbiguous(_ key: String) -> Bool { ambiguous.contains(key) }

        /// The record of an earlier copy of an item, or nil if there is no copy.
        func copy(of version: ItemVersion, key: String) -> Int64? {
            records.isEmpty ? nil : records[Self.key(of: version, key)]
        }

        private static func key(of version: ItemVersion, _ key: String) -> String {
            key + "\u{1F}" + SourceKeys.key(ofText: version.content)
        }
    }

    /// Compares an item with its record's text by their versions, or returns nil if versions do not decide.
    ///
    /// Of several versions in one import, the newest is used, in any order. A text that an earlier import
    /// replaced in this way changes nothing again. A message that is older than the record's text needs the user's decision.
    func version(
        _ item: MappedItem<any Sendable>, _ text: ItemText, of known: SourceRows.Known, key: String
    ) throws -> Result? {
        // An export of a whole vault names the record of such an item.
        guard kept.hasVersions, text.recordUID == nil else { return nil }
        if rows.hasMetInRun(known.id) { return try versionInRun(item, text, of: known, key: key) }
        var result = Result(outcome: .unchanged, record: known.record)
        let isReplacing = text.settlement.decision(known.record)?.decision == .replace
        if !isReplacing {
            if try text.sources.hasSuperseded(),
                try text.isMarked(.superseded, for: known.record, in: rows.collection)
            {
                result.supersededBy = known.id
                return result
            }
            if item.message != nil, try text.isMarked(.applied, for: known.record, in: rows.collection) {
                return result
            }
        }
        guard item.message != nil, let version = kept.version(of: text.source),
            let other = try kept.version(of: known.id), version.isOlder(than: other)
        else { return nil }
        if Self.isCopy(version, of: other) { return result }
        return try decide(
            ImportIssue(
                line: 0, property: "UID", code: "older-message",
                message: "older than the \(view.recordName) you have", isKept: false), text, of: known.record)
    }

    private func versionInRun(
        _ item: MappedItem<any Sendable>, _ text: ItemText, of known: SourceRows.Known, key: String
    ) throws -> Result? {
        guard let version = kept.version(of: text.source), let other = try kept.version(of: known.id) else {
            return nil
        }
        let isInFile = rows.hasMet(known.id)
        let copied =
            Self.isCopy(version, of: other) ? known.record : namesakes.copy(of: version, key: key)
        var result = Result(outcome: .unchanged, record: copied ?? known.record)
        if copied != nil {
            rows.meet(known.id)
            result.isCopy = true
            return result
        }
        if namesakes.isAmbiguous(key) { return nil }
        let isOlder = version.isOlder(than: other)
        guard isOlder || other.isOlder(than: version) else { return nil }
        // A message names its record by the UID alone; in other files, all items may have the same UID by mistake.
        let isRevised = version.revision != other.revision
        let isSame =
            try isRevised && item.message != nil
            || fingerprints.isAlike(
                item.draft, as: kept.versionDraft(of: known.id), surely: isInFile && !isRevised)
        guard isSame else { return nil }
        if isOlder {
            if item.message != nil, try text.isMarked(.applied, for: known.record, in: rows.collection) {
                return result
            }
            result.isOlderInRun = try text.sources.mark(
                text.placed, .superseded, for: known.record, in: rows.collection)
            return result
        }
        return try matchLater(known, item, text, known.hasKey ? .new(key: nil) : .inPlace(of: known))
    }

    private static func isCopy(_ version: ItemVersion, of other: ItemVersion) -> Bool {
        version.revision == other.revision
            && other.content.withUnsafeBytes { SourceKeys.isSameText($0, version.content) }
    }

    /// True if a text states an older version than a kept text.
    func isOlder(_ text: ItemText, than known: SourceRows.Known) throws -> Bool {
        guard let version = kept.version(of: text.source), let other = try kept.version(of: known.id) else {
            return false
        }
        return version.isOlder(than: other)
    }

    /// Applies the user's decision about an item that an objection keeps from being imported.
    ///
    /// - Returns: the result, or nil if the user wants the item to be imported.
    func decide(_ objection: ImportIssue, _ text: ItemText, of record: Int64) throws -> Result? {
        var result = Result(outcome: .conflict, record: record)
        result.objection = objection
        switch text.settlement.decision(record)?.decision {
        case .replace:
            try text.sources.accept(text.placed, of: record, in: rows.collection)
            return nil
        case .keep:
            let isNew = try text.sources.decline(text.placed, of: record, in: rows.collection)
            result.outcome = isNew ? .kept : .keptBefore
        case .merge, nil:
            if try text.sources.isDeclined(text.placed, of: record, in: rows.collection) {
                result.outcome = .keptBefore
            }
        }
        return result
    }
}
