import AtriumSDK

/// What the reading thread hands to the writing one, in the order of the files.
enum ReadEvent: Sendable {
    /// A file begins; its format has been recognised.
    case file(path: String, any ImportFile, any Format, ImportOptions)
    /// From here on items stand in this container.
    case container(Container, ItemRouting)
    /// An item, mapped where somebody takes it.
    case item(ReadItem)
    /// Something wrong outside of items.
    case issue(ImportIssue)
    /// The file has been read to its end.
    case end(encoding: String)
    /// The file that began last cannot be read on, or one of this path not at all.
    case failed(path: String, AtriumError)
    /// A file in a folder or an archive that is not for the import.
    case passedOver(ImportReport.PassedOver)
}

/// An item without its codec's value, which the reading thread is done with.
struct ReadItem: Sendable {
    /// Who takes it, and what became of it there.
    enum Route: Sendable {
        /// The draft, or why there is none.
        case claimed(ItemRouting.Claim, Result<MappedItem<any Sendable>, any Error>)
        /// Nobody takes it; the installed module that would.
        case unclaimed(module: String?)
    }

    let kind: ItemKind
    let source: [UInt8]
    let line: Int
    let issues: [ImportIssue]
    /// See ``Item/recordUID``.
    let recordUID: String?
    let route: Route
}

/// Events that travel together, and how far in the file the last of them stands.
struct ReadBatch: Sendable {
    var events: [ReadEvent] = []
    var progress = ImportProgress(path: "", bytes: 0, byteCount: nil, items: 0)
}
