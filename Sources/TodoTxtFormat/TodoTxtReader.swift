public import TextDecoding

/// A task of a file with all that stands around it up to the next one: blank lines before it, its line end
/// and, behind the last task of a file, blank lines below.
///
/// The sources of a file's tasks, one after the other, are the file.
public struct TodoTxtSource: Sendable, Hashable {
    /// The blank lines before the task.
    public var before: [UInt8]
    /// The task.
    public var task: TodoTxtTask
    /// What ends its line: LF, CR LF, or nothing at the end of a file.
    public var lineEnd: [UInt8]
    /// The blank lines below it.
    public var after: [UInt8]

    /// Makes a source of a new task.
    public init(_ task: TodoTxtTask) {
        (before, self.task, lineEnd, after) = ([], task, [0x0A], [])
    }

    /// Reads a source that a reader gave, whose bytes are in UTF-8; nil if all its lines are blank.
    public init?(_ source: [UInt8]) {
        var start = 0
        while start < source.count {
            let end = source[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? source.count
            if source[start..<end].contains(where: { !LineWords.isBlank($0) }) {
                let (text, lineEnd) = Self.parts(source[start..<end])
                before = Array(source[..<start])
                task = TodoTxtTask(line: text)
                self.lineEnd = lineEnd
                after = Array(source[end...])
                return
            }
            start = end
        }
        return nil
    }

    /// The bytes.
    public var bytes: [UInt8] { before + task.line + lineEnd + after }

    /// A line, and what ends it.
    static func parts(_ line: ArraySlice<UInt8>) -> (text: [UInt8], end: [UInt8]) {
        guard line.last == 0x0A else { return (Array(line), []) }
        let text = line.dropLast(line.dropLast().last == 0x0D ? 2 : 1)
        return (Array(text), Array(line[text.endIndex...]))
    }
}

/// Reads the tasks of a todo.txt file; see ``TodoTxtTask``.
public struct TodoTxtReader<Base: ByteSource> {
    /// A task, and where it stands.
    public struct Item: Sendable {
        /// The task; nil for a file of blank lines.
        public let task: TodoTxtTask?
        /// The bytes of its ``TodoTxtSource`` in UTF-8.
        public let source: [UInt8]
        /// The line on which it stands, from 1.
        public let line: Int
    }

    private var lines: LineReader<DecodingByteSource<Base>>
    private let maximumSize: Int
    /// The task that was read last; blank lines at the end of the file will be its own.
    private var held: (source: [UInt8], line: Int, task: Range<Int>)?
    private var isAtEnd = false

    /// Reads from a source of bytes, whatever their charset.
    ///
    /// - Parameter maximumSize: how many bytes a task may have, with the blank lines around it.
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
        var blanks: [UInt8] = []
        while let line = try lines.next() {
            guard line.contains(where: { !LineWords.isBlank($0) }) else {
                blanks += line
                guard blanks.count <= maximumSize else { throw TextTooLong(line: lines.number) }
                continue
            }
            let start = blanks.count
            let end = start + line.count - Self.lineEndLength(line)
            let last = held
            held = (start == 0 ? line : blanks + line, lines.number, start..<end)
            if let last { return Self.item(last) }
            blanks = []
        }
        isAtEnd = true
        guard var last = held else {
            return blanks.isEmpty ? nil : Item(task: nil, source: blanks, line: 1)
        }
        held = nil
        last.source += blanks
        return Self.item(last)
    }

    private static func lineEndLength(_ line: [UInt8]) -> Int {
        guard line.last == 0x0A else { return 0 }
        return line.count > 1 && line[line.count - 2] == 0x0D ? 2 : 1
    }

    private static func item(_ held: (source: [UInt8], line: Int, task: Range<Int>)) -> Item {
        let isWhole = held.task == held.source.indices
        return Item(
            task: TodoTxtTask(line: isWhole ? held.source : Array(held.source[held.task])),
            source: held.source, line: held.line)
    }
}

/// Writes tasks one after the other, each on a line of its own.
public struct TodoTxtWriter: Sendable {
    private var isLineOpen = false
    private var lineEnd: [UInt8] = [0x0A]

    /// Begins a file.
    public init() {}

    /// Writes a task with what stands around it.
    ///
    /// A task that has no line end gets one as soon as another follows, of the kind of the last one written;
    /// so does a new task. Sources in the order of their file give that file.
    public mutating func append(_ source: TodoTxtSource, to output: inout [UInt8]) {
        if isLineOpen { output += lineEnd }
        output += source.bytes
        if !source.lineEnd.isEmpty { lineEnd = source.lineEnd }
        isLineOpen = output.last != 0x0A
    }

    /// Writes a new task, whose line ends as the one before it.
    public mutating func append(_ task: TodoTxtTask, to output: inout [UInt8]) {
        var source = TodoTxtSource(task)
        source.lineEnd = lineEnd
        append(source, to: &output)
    }
}
