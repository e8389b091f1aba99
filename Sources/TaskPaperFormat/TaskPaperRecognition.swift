import TextDecoding

/// How surely the beginning of a file is TaskPaper.
///
/// Lists in Markdown, prose and YAML have hyphens and colons too: tasks have to be tabbed in below a project,
/// or have tags, and what those formats have besides speaks against it.
public enum TaskPaperRecognition: Sendable, Hashable {
    /// It is not.
    case none
    /// It may be: a file that is named so is one.
    case possible
    /// It has projects with tasks, and most lines are one of these or indented below.
    case likely

    /// How many lines are looked at.
    private static let lineLimit = 200
    /// A beginning of so many bytes is not the whole file: the host looks at 64 KiB, which are half as many
    /// in UTF-16.
    private static let longPrefix = 32 << 10

    /// Looks at the beginning of a file, in UTF-8.
    public init(prefix: [UInt8]) {
        let text = prefix.starts(with: [0xEF, 0xBB, 0xBF]) ? prefix.dropFirst(3) : prefix[...]
        var lines = text.split(separator: 0x0A, maxSplits: Self.lineLimit * 4)
        // The last line of a long beginning is cut.
        if lines.count > 1, text.count >= Self.longPrefix, text.last != 0x0A { lines.removeLast() }
        var tally = Tally()
        var outline = TaskPaperOutline()
        for bytes in lines.prefix(Self.lineLimit) {
            let line = TaskPaperLine(line: TaskPaperSource.parts(bytes.prefix(4096) + [0x0A]).text)
            tally.note(line, line.kind == .task ? outline.place(line) : [])
            if line.kind == .project { outline.place(line) }
        }
        self = tally.recognition
    }

    private struct Tally {
        private var lines = 0
        private var projects = 0
        private var tasks = 0
        private var loose = 0
        private var isForeign = false
        private var isTelling = false

        mutating func note(_ line: TaskPaperLine, _ above: [TaskPaperLine]) {
            guard line.kind != .blank else { return }
            lines += 1
            isForeign = isForeign || Self.isForeign(line)
            switch line.kind {
            case .project: projects += 1
            case .task:
                tasks += 1
                let isTabbed = line.indentation.first == 0x09 && above.last?.kind == .project
                isTelling = isTelling || isTabbed || !line.tags.isEmpty
            case .note where line.indent == 0: loose += 1
            default: break
            }
        }

        var recognition: TaskPaperRecognition {
            guard !isForeign, tasks > 0, tasks * 4 >= lines, loose * 5 <= lines else { return .none }
            guard isTelling || projects > 0 else { return .none }
            return isTelling && projects > 0 ? .likely : .possible
        }

        /// Whether a line is of Markdown's form (headings, check boxes, quotes, tables, fences, front
        /// matter), or of a format with braces or tags.
        private static func isForeign(_ line: TaskPaperLine) -> Bool {
            let text = line.line.drop(while: LineWords.isBlank)
            let boxes = ["- [ ]", "- [x]", "- [X]"]
            if line.kind == .task { return boxes.contains { text.starts(with: $0.utf8) } }
            let beginnings = ["# ", "## ", "### ", "* [", "> ", "|", "```", "---", "{", "<", "%", "BEGIN:"]
            return line.indent == 0 && beginnings.contains { text.starts(with: $0.utf8) }
        }
    }
}
