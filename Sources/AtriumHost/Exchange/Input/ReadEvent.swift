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
    /// The draft that an importer has made of it, or why there is none.
    typealias Mapped = Result<MappedItem<any Sendable>, any Error>

    /// Who takes it, and what became of it there.
    enum Route: Sendable {
        /// An importer.
        case claimed(ItemRouting.Claim, Mapped)
        /// One of several importers that share its kind, or nobody: ``ItemChoice`` decides.
        case open([(claim: ItemRouting.Claim, mapped: Mapped)])
        /// Nobody takes it; the installed module that would.
        case unclaimed(module: String?)
    }

    let kind: ItemKind
    let source: [UInt8]
    let line: Int
    let issues: [ImportIssue]
    /// See ``Item/mark``.
    let mark: ItemMark?
    /// See ``Item/recordUID``.
    let recordUID: String?
    let route: Route

    /// How many drafts it holds, for how much memory it takes; one also if it holds none.
    var draftCount: Int {
        if case .open(let candidates) = route { candidates.count } else { 1 }
    }
}

/// Events that travel together, and how far in the file the last of them stands.
struct ReadBatch: Sendable {
    var events: [ReadEvent] = []
    var progress = ImportProgress(path: "", bytes: 0, byteCount: nil, items: 0)
}
