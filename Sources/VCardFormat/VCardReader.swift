public import ContentLine
public import TextDecoding

/// Reads cards from a stream, one after the other, in constant memory.
///
/// Every card of the file is given, damaged ones too, with what is wrong with them; what is wrong between cards comes
/// as an issue of its own.
public struct VCardReader {
    /// A card that was read.
    public struct Item: Sendable {
        /// Its text as it stands in the file, and where.
        public var source: RawItem
        /// What it says.
        public var card: VCard
        /// What is wrong with it, in the order of the lines of the file.
        public var issues: [ContentIssue]
    }

    /// What is found, in the order of the file.
    public enum Event: Sendable {
        /// A card.
        case card(Item)
        /// A component that is no card, such as a VCALENDAR in a file of cards.
        case other(RawItem)
        /// Something between the cards that is not as it should be.
        case issue(ContentIssue)
    }

    private var splitter: ComponentSplitter
    private let fallback: TextEncoding?

    /// Reads from `source`, which must give 8-bit text.
    ///
    /// - Parameters:
    ///   - fallback: the charset of lines that are neither UTF-8 nor name one; `nil` guesses for each line.
    ///   - maximumItemSize: how many bytes one card may have.
    public init(
        _ source: any ByteSource, fallback: TextEncoding? = nil,
        maximumItemSize: Int = ComponentSplitter.defaultMaximumItemSize
    ) {
        splitter = ComponentSplitter(source, grammar: .vCard, maximumItemSize: maximumItemSize)
        self.fallback = fallback
    }

    /// What comes next, or `nil` at the end.
    ///
    /// - Throws: ``ContentLineError`` if a card is too large; what the source throws.
    public mutating func next() throws -> Event? {
        while let event = try splitter.next() {
            switch event {
            case .issue(let issue) where issue.code == .missingEnd:
                // The card that it is about has the same to say, and comes next.
                continue
            case .issue(let issue): return .issue(issue)
            case .item(let item) where item.name == "VCARD": return .card(Self.read(item, fallback: fallback))
            case .item(let item): return .other(item)
            case .containerBegin(let item), .containerProperty(let item): return .other(item)
            case .containerEnd: continue
            }
        }
        return nil
    }

    /// Reads one card from its text, as ``Item/source`` keeps it.
    public static func read(_ source: RawItem, fallback: TextEncoding? = nil) -> Item {
        let parsed = Component.parse(source.bytes, line: source.line, fallback: fallback)
        let card = VCard(parsed.component)
        let valueIssues = card.issues()
        guard !valueIssues.isEmpty else { return Item(source: source, card: card, issues: parsed.issues) }
        let issues = (parsed.issues + valueIssues).sorted { $0.line < $1.line }
        return Item(source: source, card: card, issues: issues)
    }
}
