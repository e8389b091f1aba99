import AtriumSDK

extension ItemWriter {
    /// Whether the vault has an item: by its identifier, also as a part of what has it, and without one by its text.
    func holds(_ item: MappedItem<any Sendable>, _ source: [UInt8]) throws -> Bool {
        guard let uid = item.uid else {
            let text = TextKey(of: source, as: rows.format)
            return try rows.has(key: text.key, scope: writer.scope)
                || writer.record(uid: text.uid(ordinal: 0), part: item.part) != nil
        }
        if try writer.record(uid: uid, part: item.part) != nil { return true }
        if !item.part.isEmpty, try writer.record(uid: uid, part: "") != nil { return true }
        return try rows.has(key: SourceKeys.key(uid: uid, part: item.part), scope: writer.scope)
            || rows.former(uid) != nil
    }

    /// The text of an item, its place, and the decision about conflicts over it.
    struct ItemText {
        var source: [UInt8]
        /// By what it is known without an identifier, if the reading thread has worked that out.
        let textKey: TextKey?
        /// What it says to its module.
        var draft: any Sendable
        /// See `PlacingWriter.place(of:)`.
        let place: String?
        /// See ``Item/recordUID``.
        let recordUID: String?
        let sources: SourceFile
        let settlement: Settlement

        /// By what it is known without an identifier.
        func key(as format: any Format) -> TextKey { textKey ?? TextKey(of: source, as: format) }

        var placed: PlacedText { PlacedText(text: source, place: place) }

        /// Whether the text was declined as a whole: by the user, or by an import that had a later one of the same item.
        func isDeclined(asWholeOf record: Int64, in collection: Int64) throws -> Bool {
            try sources.isDeclined(placed, of: record, in: collection)
                && sources.contested(placed, of: record, in: collection).isEmpty
        }

        /// True if the text is stored for a record with a mark.
        func isMarked(_ mark: SourceFile.Mark, for record: Int64, in collection: Int64) throws -> Bool {
            try sources.isMarked(placed, mark, for: record, in: collection)
        }

        /// Whether the item stands elsewhere in its file than when a source was last taken; where that was not kept, nobody knows.
        func hasMoved(from known: SourceRows.Known) -> Bool {
            known.place != nil && place != nil && place != known.place
        }
    }

    /// Where the text of an item is kept.
    enum Place {
        /// In the place of an older text; under another key, where it is known by a text that it no longer is.
        case inPlace(of: SourceRows.Known, key: String? = nil)
        /// Beside the others that the record has, if it has any.
        case new(key: String?)

        /// The key that the text gets.
        var key: String? {
            switch self {
            case .inPlace(_, let key), .new(let key): key
            }
        }
    }
}
