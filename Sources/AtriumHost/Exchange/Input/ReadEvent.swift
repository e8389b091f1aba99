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
///
/// A class, since it goes through several hands: a struct of so many parts takes longer to copy than to make.
final class ReadItem: Sendable {
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
    /// By what it is known, if the draft has no identifier.
    let textKey: TextKey?

    init(
        _ item: Item, issues: [ImportIssue], recordUID: String?, route: Route, of format: any Format
    ) {
        kind = item.kind
        source = item.source
        line = item.line
        mark = item.mark
        self.issues = issues
        self.recordUID = recordUID
        self.route = route
        if case .claimed(_, .success(let mapped)) = route, mapped.uid == nil {
            textKey = TextKey(of: item.source, as: format)
        } else {
            textKey = nil
        }
    }

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
