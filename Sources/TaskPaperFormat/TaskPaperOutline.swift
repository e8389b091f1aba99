/// Which lines stand above others: the projects and tasks that are open at a place of a file.
///
/// A line belongs to the nearest one above that is indented less. A task that is indented as far as the
/// project above belongs to it as well, as long as nothing below that project is indented further: so
/// hand-written files have it.
struct TaskPaperOutline: Sendable {
    /// How many lines may stand within each other; what is deeper belongs to the last of them.
    static let maximumDepth = 250

    private enum Children { case none, deeper, flat }

    /// The open lines, outermost first.
    private(set) var lines: [TaskPaperLine] = []
    private var children: [Children] = []

    /// The lines above a project or task, which is open from then on.
    @discardableResult
    mutating func place(_ line: TaskPaperLine) -> [TaskPaperLine] {
        while let last = lines.last, last.indent >= line.indent, !isFlat(last, line) {
            lines.removeLast()
            children.removeLast()
        }
        if let last = lines.last, children[children.count - 1] == .none {
            children[children.count - 1] = line.indent > last.indent ? .deeper : .flat
        }
        let above = lines
        if lines.count < Self.maximumDepth {
            lines.append(line)
            children.append(.none)
        }
        return above
    }

    /// Whether a task belongs to the last open line without being indented further.
    private func isFlat(_ last: TaskPaperLine, _ line: TaskPaperLine) -> Bool {
        last.indent == line.indent && line.kind == .task && last.kind == .project && children.last != .deeper
    }

    /// The indentation of a line below the last of the first open ones.
    func indentation(below count: Int) -> [UInt8] {
        guard count > 0 else { return [] }
        let last = lines[count - 1].indentation
        return children[count - 1] == .flat ? last : last + [0x09]
    }
}
