public import TextDecoding

/// Reads the Markdown documents of a file, one after the other; see ``MarkdownDocument``.
public struct MarkdownReader<Base: ByteSource> {
    /// A document, and its bytes in UTF-8.
    public struct Item: Sendable {
        /// The document.
        public let document: MarkdownDocument
        /// Its bytes, with the end of its last line.
        public let source: [UInt8]
    }

    private var lines: LineReader<DecodingByteSource<Base>>
    /// Lines that were looked at and belong to what comes next.
    private var ahead: [Line] = []
    private let maximumSize: Int

    /// Reads from a source of bytes, whatever their charset.
    ///
    /// - Parameter maximumSize: how many bytes a document may have.
    public init(_ base: Base, maximumSize: Int = 64 << 20) {
        lines = LineReader(DecodingByteSource(base), maximumLength: maximumSize)
        self.maximumSize = maximumSize
    }

    /// The encoding that was found; nil before the first read.
    public var encoding: EncodingDetection? { lines.source.detection }

    /// The bytes that could not be decoded since this was asked last.
    public mutating func takeIssues() -> [DecodingIssue] { lines.source.takeIssues() }

    /// The next document; nil at the end of the file.
    ///
    /// - Throws: ``TextTooLong`` where one is too long, and what reading the file throws.
    public mutating func next() throws -> Item? {
        guard let first = try nextLine() else { return nil }
        var source = first.bytes
        var isInFrontMatter = MarkdownDocument.isFence(first.text)
        while let next = try nextLine() {
            if isInFrontMatter {
                isInFrontMatter = !MarkdownDocument.closes(next.text)
            } else if next.text == "---", let below = try nextLine() {
                if DocumentBoundary.isUID(below.text) {
                    ahead = [next, below]
                    break
                }
                ahead = [below]
            }
            source += next.bytes
            guard source.count <= maximumSize else { throw TextTooLong(line: first.number) }
        }
        return Item(document: MarkdownDocument(source, line: first.number), source: source)
    }

    private struct Line {
        let bytes: [UInt8]
        let number: Int

        /// The line without its end.
        var text: String {
            var line = bytes[...]
            if line.last == 0x0A { line.removeLast() }
            if line.last == 0x0D { line.removeLast() }
            return String(decoding: line, as: UTF8.self)
        }
    }

    private mutating func nextLine() throws -> Line? {
        if !ahead.isEmpty { return ahead.removeFirst() }
        return try lines.next().map { Line(bytes: $0, number: lines.number) }
    }
}

/// How surely the beginning of a file is that of Markdown with front matter.
public enum MarkdownRecognition: Sendable, Hashable {
    /// It is not.
    case none
    /// It has front matter with a key.
    case likely
    /// It begins with a `uid`, as files do that were written here.
    case certain

    /// Looks at the beginning of a file.
    public init(prefix: [UInt8]) {
        let document = MarkdownDocument(prefix)
        guard let fields = document.frontMatter?.fields, let first = fields.first else {
            self = .none
            return
        }
        self = first.key == "uid" && first.line == 0 ? .certain : .likely
    }
}
