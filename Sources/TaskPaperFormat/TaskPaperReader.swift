public import TextDecoding

/// Reads the tasks of a TaskPaper file; see ``TaskPaperSource``.
public struct TaskPaperReader<Base: ByteSource> {
    /// A task, and where it stands.
    public struct Item: Sendable {
        /// The task; nil for a file that has none.
        public let item: TaskPaperItem?
        /// The bytes of its ``TaskPaperSource`` in UTF-8; of a file without tasks all of it.
        public let source: [UInt8]
        /// The line on which the task stands, from 1.
        public let line: Int
    }

    private var lines: LineReader<DecodingByteSource<Base>>
    private var gatherer = TaskGatherer()
    private let maximumSize: Int
    private var hasTasks = false
    private var isAtEnd = false

    /// Reads from a source of bytes, whatever their charset.
    ///
    /// - Parameter maximumSize: how many bytes a task may have, with all that stands around it.
    public init(_ base: Base, maximumSize: Int = 64 << 20) {
        lines = LineReader(DecodingByteSource(base), maximumLength: maximumSize)
        self.maximumSize = maximumSize
    }

    /// The encoding that was found; nil before the first read.
    public var encoding: EncodingDetection? { lines.source.detection }

    /// The bytes that could not be decoded since this was asked last.
    public mutating func takeIssues() -> [DecodingIssue] { lines.source.takeIssues() }

    /// The next task; nil at the end of the file.
    ///
    /// - Throws: ``TextTooLong`` if one is too long, and what reading the file throws.
    public mutating func next() throws -> Item? {
        guard !isAtEnd else { return nil }
        while let line = try lines.next() {
            let found = gatherer.take(line, number: lines.number)
            guard gatherer.count <= maximumSize else { throw TextTooLong(line: lines.number) }
            if let found { return item(found) }
        }
        isAtEnd = true
        if let last = gatherer.finish() { return item(last) }
        let rest = gatherer.gap
        return hasTasks || rest.isEmpty ? nil : Item(item: nil, source: rest, line: 1)
    }

    private mutating func item(_ found: TaskGatherer.Found) -> Item {
        hasTasks = true
        return Item(
            item: TaskPaperItem(task: found.task, ancestors: found.ancestors), source: found.task.bytes,
            line: found.number)
    }
}
