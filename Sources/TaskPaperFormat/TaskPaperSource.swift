import TextDecoding

/// A task of a file with its notes, and with all that stands around it up to the next one.
///
/// What stands before a task and is none itself belongs to its source: projects, their notes, blank lines,
/// searches. What stands behind the last task of a file belongs to that one. So the sources of a file's
/// tasks, one after the other, are the file.
public struct TaskPaperSource: Sendable, Hashable {
    /// The lines before the task.
    public var before: [UInt8]
    /// The task's own line.
    public var line: TaskPaperLine
    /// What ends it: LF, CR LF, or nothing at the end of a file.
    public private(set) var lineEnd: [UInt8]
    /// The lines of its note, each with its end.
    public internal(set) var noteLines: [[UInt8]]
    /// The lines behind it; only the last task of a file has some.
    public var after: [UInt8]

    /// Makes a source of a new task.
    public init(_ line: TaskPaperLine, lineEnd: [UInt8] = [0x0A]) {
        self.init(before: [], line: line, lineEnd: lineEnd, noteLines: [], after: [])
    }

    init(before: [UInt8], line: TaskPaperLine, lineEnd: [UInt8], noteLines: [[UInt8]], after: [UInt8]) {
        self.before = before
        self.line = line
        self.lineEnd = lineEnd
        self.noteLines = noteLines
        self.after = after
    }

    /// Reads a source that a reader gave, whose bytes are in UTF-8; nil if it does not hold just one task.
    public init?(_ source: [UInt8]) {
        var gatherer = TaskGatherer()
        for line in Self.lines(of: source) where gatherer.take(line, number: 0) != nil { return nil }
        guard let found = gatherer.finish() else { return nil }
        self = found.task
    }

    /// The bytes.
    public var bytes: [UInt8] {
        var bytes = before
        bytes.reserveCapacity(before.count + line.line.count + 2 + after.count)
        bytes += line.line
        bytes += lineEnd
        for line in noteLines { bytes += line }
        bytes += after
        return bytes
    }

    /// How the task's lines end that are written anew.
    var usualLineEnd: [UInt8] { lineEnd.isEmpty ? [0x0A] : lineEnd }

    /// Ends the task's own line, so that another can follow.
    mutating func endLine() { lineEnd = usualLineEnd }

    /// The lines of a text, each with its end.
    static func lines(of text: [UInt8]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
            lines.append(Array(text[start..<end]))
            start = end
        }
        return lines
    }

    /// A line without what ends it, and that.
    static func parts(_ line: [UInt8]) -> (text: [UInt8], end: [UInt8]) {
        guard line.last == 0x0A else { return (line, []) }
        let text = line.dropLast(line.dropLast().last == 0x0D ? 2 : 1)
        return (Array(text), Array(line[text.endIndex...]))
    }
}

/// A task as a file has it.
public struct TaskPaperItem: Sendable, Hashable {
    /// The task, with its note and what stands around it.
    public let task: TaskPaperSource
    /// The projects and tasks above it, the outermost first.
    public let ancestors: [TaskPaperLine]

    /// The task's own line.
    public var line: TaskPaperLine { task.line }
    /// The projects that it stands in, the outermost first.
    public var projects: [TaskPaperLine] { ancestors.filter { $0.kind == .project } }
    /// The task that it is a part of; nil if it is none's.
    public var parent: TaskPaperLine? { ancestors.last { $0.kind == .task } }
}

/// Puts lines together to tasks: each with what stands before it, and its note.
struct TaskGatherer {
    /// A task, and the line on which it stands.
    struct Found {
        var task: TaskPaperSource
        let ancestors: [TaskPaperLine]
        let number: Int
    }

    private var outline = TaskPaperOutline()
    private var held: Found?
    /// What stands behind the task that is held, and is not its own so far.
    private(set) var gap: [UInt8] = []
    /// How many bytes are held.
    private(set) var count = 0
    /// Whether nothing but blank lines stands behind it.
    private var isNoteOpen = false

    /// Takes the next line with its end; gives the task before it once that is whole.
    mutating func take(_ bytes: [UInt8], number: Int) -> Found? {
        let (text, end) = TaskPaperSource.parts(bytes)
        let line = TaskPaperLine(line: text)
        count += bytes.count
        switch line.kind {
        case .blank: gap += bytes
        case .note: note(line, bytes)
        case .project:
            outline.place(line)
            pass(bytes)
        case .task:
            let above = outline.place(line)
            guard !Self.isSearch(line, above) else {
                pass(bytes)
                break
            }
            let found = held
            let task = TaskPaperSource(before: gap, line: line, lineEnd: end, noteLines: [], after: [])
            held = Found(task: task, ancestors: above, number: number)
            count = gap.count + bytes.count
            (gap, isNoteOpen) = ([], true)
            return found
        }
        return nil
    }

    /// The last task, at the end of the file.
    mutating func finish() -> Found? {
        held?.task.after = gap
        defer { held = nil }
        return held
    }

    /// A note is the task's that stands above: directly below it, or behind blank lines if it is indented
    /// further.
    private mutating func note(_ line: TaskPaperLine, _ bytes: [UInt8]) {
        guard isNoteOpen, let task = held?.task.line, gap.isEmpty || line.indent > task.indent else {
            return pass(bytes)
        }
        held?.task.noteLines += TaskPaperSource.lines(of: gap) + [bytes]
        gap = []
    }

    private mutating func pass(_ bytes: [UInt8]) {
        gap += bytes
        isNoteOpen = false
    }

    private static func isSearch(_ line: TaskPaperLine, _ above: [TaskPaperLine]) -> Bool {
        above.contains(where: \.isSearches) || line.hasTag("search")
    }
}
