/// Writes tasks one after the other, below the projects and tasks that they belong to.
///
/// Sources in the order of their file, below what they stood below, give that file. Where the lines above a
/// task are not the ones that it belongs to, since tasks were left out or moved, its projects are written
/// before it.
public struct TaskPaperWriter: Sendable {
    private var outline = TaskPaperOutline()
    private var isLineOpen = false
    private var lineEnd: [UInt8] = [0x0A]

    /// Begins a file.
    public init() {}

    /// Writes a task with what stands around it.
    ///
    /// - Parameter ancestors: the projects and tasks that it belongs to, the outermost first. They are
    ///   compared by their text; projects that are missing are written as they are here, with their tags;
    ///   tasks are not.
    public mutating func append(
        _ source: TaskPaperSource, under ancestors: [TaskPaperLine], to output: inout [UInt8]
    ) {
        var source = source
        if isLineOpen { output += lineEnd }
        write(source.before, to: &output)
        var probe = outline
        if !Self.isSame(probe.place(source.line), ancestors) {
            if let last = source.before.last, last != 0x0A { output += lineEnd }
            place(&source, under: ancestors, to: &output)
        }
        outline.place(source.line)
        source.before = []
        output += source.bytes
        for line in TaskPaperSource.lines(of: source.after) { open(line) }
        if !source.lineEnd.isEmpty { lineEnd = source.lineEnd }
        isLineOpen = output.last != 0x0A
    }

    /// Writes a task with what stands around it where it stands, if that is below these projects; else below them.
    ///
    /// - Parameter projects: the projects that it belongs to, the outermost first.
    public mutating func append(
        _ source: TaskPaperSource, in projects: [TaskPaperLine], to output: inout [UInt8]
    ) {
        var probe = self
        var text: [UInt8] = []
        probe.write(source.before, to: &text)
        let placed = probe.outline.place(source.line)
        let isThere = Self.isSame(placed.filter { $0.kind == .project }, projects)
        append(source, under: isThere ? placed : projects, to: &output)
    }

    /// Writes a new task, whose line ends as the one before it.
    public mutating func append(
        _ line: TaskPaperLine, note: String = "", under ancestors: [TaskPaperLine], to output: inout [UInt8]
    ) {
        var source = TaskPaperSource(line, lineEnd: lineEnd)
        source.setNote(note)
        append(source, under: ancestors, to: &output)
    }

    /// Writes the projects that are not open, and indents the task to stand below them.
    private mutating func place(
        _ source: inout TaskPaperSource, under ancestors: [TaskPaperLine], to output: inout [UInt8]
    ) {
        var count = zip(outline.lines, ancestors).prefix { $0.isAlike($1) }.count
        for var project in ancestors.dropFirst(count) where project.kind == .project {
            project.setIndentation(outline.indentation(below: count))
            output += project.line + lineEnd
            outline.place(project)
            count = min(count + 1, outline.lines.count)
        }
        source.setIndentation(outline.indentation(below: count))
    }

    private mutating func write(_ text: [UInt8], to output: inout [UInt8]) {
        output += text
        for line in TaskPaperSource.lines(of: text) { open(line) }
    }

    /// A line that is no task of its own: projects and searches are what others stand below.
    private mutating func open(_ line: [UInt8]) {
        let (text, end) = TaskPaperSource.parts(line)
        if !end.isEmpty { lineEnd = end }
        let line = TaskPaperLine(line: text)
        if line.kind == .project || line.kind == .task { outline.place(line) }
    }

    private static func isSame(_ lines: [TaskPaperLine], _ others: [TaskPaperLine]) -> Bool {
        lines.count == others.count && zip(lines, others).allSatisfy { $0.isAlike($1) }
    }
}
