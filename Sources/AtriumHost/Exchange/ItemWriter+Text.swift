import AtriumSDK

extension ItemWriter {
    /// The text of an item, where it stands, and what becomes of conflicts over it.
    struct ItemText {
        let source: [UInt8]
        /// What it says to its module.
        let draft: any Sendable
        /// See `PlacingWriter.place(of:)`.
        let place: String?
        /// See ``Item/recordUID``.
        let recordUID: String?
        let sources: SourceFile
        let settlement: Settlement

        var said: PlacedText { PlacedText(text: source, place: place) }

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
