import AtriumSDK

/// The sources of a record that was made of several by a merge: each says a part of it.
struct MergedSources {
    let rows: SourceRows
    let kept: KeptSources
    let writer: any RecordWriter

    /// What an item and the other sources of its record say together; the item alone where the record is no merge, or the
    /// module joins none.
    ///
    /// - Parameters:
    ///   - known: the source that the item is a newer version of; nil: it is one more.
    ///   - isOwn: whether the item is about the record under its own identifier; what that says comes first.
    func draft(
        of record: Int64, with item: any Sendable, inPlaceOf known: SourceRows.Known?, isOwn: Bool
    ) throws -> any Sendable {
        guard try rows.isMerged(record) else { return item }
        var drafts: [any Sendable] = try rows.sources(of: record).compactMap { id in
            try id == known?.id ? item : kept.draft(of: id)
        }
        if known == nil { drafts.insert(item, at: isOwn ? 0 : drafts.count) }
        return try combined(drafts) ?? item
    }

    /// Whether an item says nothing that the sources of its record, which was not edited since, do not: it is one of the
    /// parts of a record that came back from an export as one.
    func hold(_ item: any Sendable, of record: Int64) throws -> Bool {
        guard try rows.isMerged(record) else { return false }
        let drafts = try rows.sources(of: record).compactMap { try kept.draft(of: $0) }
        guard let combined = try combined(drafts + [item]), !drafts.isEmpty else { return false }
        return try writer.matches(record, erased: combined)
    }

    /// The drafts as one; nil where there are none, or the module joins none.
    private func combined(_ drafts: [any Sendable]) throws -> (any Sendable)? {
        guard var result = drafts.first else { return nil }
        for draft in drafts.dropFirst() {
            guard let both = try writer.combined(erased: result, withErased: draft) else { return nil }
            result = both
        }
        return result
    }
}
