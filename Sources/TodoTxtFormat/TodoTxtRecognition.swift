import TextDecoding

/// How surely the beginning of a file is that of todo.txt.
///
/// The format has no mark of its own. Its lines are known by what other texts hardly have together:
/// priorities, `x` with a day, days in front, `+project`, `@context`, and the keys that programs share.
public enum TodoTxtRecognition: Sendable, Hashable {
    /// It is not.
    case none
    /// It may be: a file that is named so is one.
    case possible
    /// Half of its lines have marks, of more than one kind, and hardly any is of another format's form.
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
            .filter { $0.contains { !LineWords.isBlank($0) } }
        // The last line of a long beginning is cut.
        if lines.count > 1, text.count >= Self.longPrefix, text.last != 0x0A { lines.removeLast() }
        var marks: Set<Mark> = []
        var (marked, foreign) = (0, 0)
        for line in lines.prefix(Self.lineLimit) {
            let line = line.prefix(4096)
            let found = Self.marks(of: TodoTxtTask(line: TodoTxtSource.parts(line + [0x0A]).text))
            marks.formUnion(found)
            if !found.isEmpty { marked += 1 }
            if Self.isForeign(line.drop(while: LineWords.isBlank)) { foreign += 1 }
        }
        let count = min(lines.count, Self.lineLimit)
        guard marked > 0, marked * 2 >= count, foreign * 5 <= count else {
            self = .none
            return
        }
        let isTelling = !marks.isDisjoint(with: [.priority, .completion, .key])
        self = marks.count > 1 && isTelling ? .likely : .possible
    }

    private enum Mark { case priority, completion, creation, project, context, key }

    private static let keys: Set<String> = ["due", "t", "rec", "created", "pri", "h", "pm"]

    private static func marks(of task: TodoTxtTask) -> Set<Mark> {
        var marks: Set<Mark> = []
        if task.priority != nil { marks.insert(.priority) }
        if task.completedOn != nil { marks.insert(.completion) }
        for word in task.words.prefix(200) {
            switch word {
            case .project: marks.insert(.project)
            case .context: marks.insert(.context)
            case .pair(let key, _) where keys.contains(key): marks.insert(.key)
            default: break
            }
        }
        if !task.isDone, task.createdOn != nil, !marks.contains(.key) { marks.insert(.creation) }
        return marks
    }

    /// Whether a line begins as those of Markdown, TaskPaper, tables, JSON, XML or content lines do.
    private static func isForeign(_ line: ArraySlice<UInt8>) -> Bool {
        let beginnings = ["- ", "* ", "> ", "|", "[", "{", "<", "```", "---", "BEGIN:"]
        return beginnings.contains { line.starts(with: $0.utf8) }
    }
}
